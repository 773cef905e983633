//! Stencils and windows.

use super::stage::Stage;
use pipeline_core::ir::ElemType;

/// Reductions of numbers.
pub const REDUCTIONS: [&str; 4] = ["sum", "min", "max", "product"];

impl Stage {
    /// A window reduction over some expression; now and then one of more than 25 points, which
    /// stays a loop.
    pub fn window(&mut self, op: &str, ty: ElemType, depth: usize) -> String {
        let long = self.rng.chance(25);
        let rank = if self.vars.len() > 1 && self.rng.chance(70) { 2 } else { 1 };
        let mut texts = Vec::new();
        for _ in 0..rank {
            self.names += 1;
            let name = format!("d{}", self.names);
            let (first, last) = match (long, rank) {
                (true, 1) => (-13, self.rng.range(13, 15)),
                (true, _) => (-self.rng.range(2, 3), self.rng.range(3, 4)),
                _ => (self.rng.range(-2, 0), self.rng.range(1, 2)),
            };
            let step = if self.rng.chance(10) { " step 2" } else { "" };
            texts.push(match self.rng.chance(70) {
                true => format!("{name} in {first}..={last}{step}"),
                false => format!("{name} in {first}..{}{step}", last + 1),
            });
            self.windows.push((name, first, last));
        }
        let source = self.rng.below(self.sources.len());
        let read = self.read(source, None).map(|r| self.cast(r, self.sources[source].ty, ty));
        let body = match read {
            Some(read) if depth == 0 || self.rng.chance(60) => read,
            Some(read) => {
                let value = self.value(ty, depth.min(1));
                match ty {
                    ElemType::Bool => format!("{read} && {value}"),
                    _ => format!("{read} * {value}"),
                }
            }
            None => self.value(ty, depth.min(1)),
        };
        self.windows.truncate(self.windows.len() - rank);
        format!("{op}({}; {body})", texts.join(", "))
    }

    /// `stencil(f, scale, [[…]])` around the point, or around a read elsewhere.
    pub fn stencil(&mut self, source: usize, map: &[usize]) -> Option<String> {
        let from = self.sources[source].clone();
        let rank = from.dims.len();
        let (rows, cols) = (self.rng.pick(&[1, 3, 3, 5, 2]), self.rng.pick(&[3, 3, 5, 1, 4]));
        let flat = rank == 1 || self.rng.chance(25);
        let rows = if flat { 1 } else { rows };
        let count = (rows * cols) as usize;
        let mut taps: Vec<i64> = (0..count)
            .map(|_| {
                let tap = self.rng.range(-2, 4);
                if from.ty.is_signed() { tap } else { tap.max(0) }
            })
            .collect();
        if taps.iter().all(|t| *t == 0) {
            taps[count / 2] = 1;
        }
        if from.ty == ElemType::Bool || !self.taps_fit(source, map, (rows, cols), &taps) {
            return None;
        }
        let row = |taps: &[i64]| {
            let list: Vec<String> = taps.iter().map(i64::to_string).collect();
            format!("[{}]", list.join(", "))
        };
        let taps = match flat {
            true => row(&taps),
            false => {
                let rows: Vec<String> = taps.chunks(cols as usize).map(row).collect();
                format!("[{}]", rows.join(", "))
            }
        };
        let own = map.len() == self.vars.len() && map.iter().enumerate().all(|(d, v)| d == *v);
        let names: Vec<&str> = map.iter().map(|v| self.vars[*v].name).collect();
        let centre = match own && self.rng.chance(70) {
            true => from.name.clone(),
            false => format!("{}({})", from.name, names.join(", ")),
        };
        let scale = match (from.ty.is_float(), self.rng.chance(50)) {
            (_, false) => "",
            (true, _) => "1.0 / 8.0, ",
            (false, _) => "3, ",
        };
        Some(format!("stencil({centre}, {scale}{taps})"))
    }

    /// Narrows the variables by the reads of the taps that are not zero.
    fn taps_fit(
        &mut self,
        source: usize,
        map: &[usize],
        (rows, cols): (i64, i64),
        taps: &[i64],
    ) -> bool {
        use super::space::Step;
        use super::stage::{Bound, Range};
        let kept = (self.vars.clone(), self.bounds.len());
        let rank = map.len();
        let target = self.sources[source].dims.clone();
        let border = self.sources[source].border;
        for (place, _) in taps.iter().enumerate().filter(|(_, t)| **t != 0) {
            let place = place as i64;
            let offsets = [place / cols - rows / 2, place % cols - cols / 2];
            for dim in 0..rank {
                let back = rank - 1 - dim;
                let k = if back < 2 { offsets[1 - back] } else { 0 };
                let (var, steps) = (map[dim], vec![Step::Add(k)]);
                let inferred = matches!(self.vars[var].range, Range::Inferred(_));
                match self.narrowed(var, &target[dim], border, &steps) {
                    Some(left) if inferred => {
                        self.vars[var].range = Range::Inferred(Some(left));
                        self.bounds.push(Bound { var, source, dim, steps, flipped: false });
                    }
                    _ => {
                        self.vars = kept.0;
                        self.bounds.truncate(kept.1);
                        return false;
                    }
                }
            }
        }
        self.reads += 2;
        self.used[source] = true;
        true
    }
}
