//! Indices: how a dimension of what is read follows the variables.

use super::space::{Exact, Step, offset, spelled};
use super::stage::{Bound, Range, Stage, Style};
use pipeline_core::ir::ElemType;

impl Stage {
    /// An index that follows a variable.
    pub fn along(&mut self, source: usize, dim: usize, var: usize) -> Option<String> {
        let from = &self.sources[source];
        let (border, target) = (from.border, from.dims[dim].clone());
        if let Range::Inferred(_) = self.vars[var].range {
            for attempt in 0..4 {
                let steps = self.steps(attempt);
                let mirror = attempt == 0 && self.rng.chance(self.style.odd / 3);
                if mirror && let Some(text) = self.flipped(source, dim, var) {
                    return Some(text);
                }
                if let Some(left) = self.narrowed(var, &target, border, &steps) {
                    self.vars[var].range = Range::Inferred(Some(left));
                    self.bounds.push(Bound {
                        var,
                        source,
                        dim,
                        steps: steps.clone(),
                        flipped: false,
                    });
                    return Some(self.text(var, &steps));
                }
            }
            return None;
        }
        if border {
            return Some(self.anywhere(var));
        }
        let target = target.exact?;
        match self.vars[var].range {
            Range::Exact(own) if own.size == target.size || own.size.is_none() => {
                let room = (target.lo - own.lo, target.hi - own.hi);
                let last = match own.size == target.size {
                    true => room.1,
                    // A constant range inside one that grows: what the smallest size leaves.
                    false => room.1 + target.size.map_or(0, |s| self.sizes[s].least),
                };
                (room.0 <= last).then(|| {
                    let k = self.rng.range(room.0.max(-3).min(last), last.min(3).max(room.0));
                    self.text(var, &[Step::Add(k)])
                })
            }
            Range::Half(size) if covers(target, size) => {
                let k = self.rng.range(0, 1);
                Some(self.text(var, &[Step::Mul(2), Step::Add(k)]))
            }
            Range::Double(size) if covers(target, size) => Some(self.text(var, &[Step::Div(2)])),
            _ => None,
        }
    }

    fn text(&mut self, var: usize, steps: &[Step]) -> String {
        let windows: Vec<String> = self.windows.iter().map(|w| w.0.clone()).collect();
        let text = spelled(self.vars[var].name, steps, &windows);
        // The other spelling of a division by two.
        match text.strip_suffix("/2") {
            Some(rest) if self.rng.chance(15) && !rest.contains('/') => format!("{rest} >> 1"),
            _ => text,
        }
    }

    /// `rows - 1 - y`.
    fn flipped(&mut self, source: usize, dim: usize, var: usize) -> Option<String> {
        let exact = self.sources[source].dims[dim].exact?;
        let size = &self.sizes[exact.size?];
        let target = self.sources[source].dims[dim].clone();
        let left = self.met(var, &target)?;
        let text =
            format!("{}{} - {}", size.name, offset(exact.lo + exact.hi), self.vars[var].name);
        self.vars[var].range = Range::Inferred(Some(left));
        self.bounds.push(Bound { var, source, dim, steps: Vec::new(), flipped: true });
        Some(text)
    }

    /// Steps in this style, plainer with every attempt.
    fn steps(&mut self, attempt: usize) -> Vec<Step> {
        let Style { mul, div, offset, .. } = self.style;
        let mut steps = Vec::new();
        if attempt < 2 && mul > 1 {
            let k = self.rng.range(1, mul);
            steps.extend((k > 1).then_some(Step::Mul(k)));
        }
        if attempt < 3 {
            if !self.windows.is_empty() && self.rng.chance(85) {
                let w = self.rng.below(self.windows.len());
                let (_, first, last) = self.windows[w];
                let k = if self.rng.chance(10) { 2 } else { 1 };
                steps.push(Step::Window(w, k, first, last));
            }
            if offset > 0 && self.rng.chance(70) {
                let k = self.rng.range(-offset, offset);
                steps.extend((k != 0).then_some(Step::Add(k)));
            }
        }
        if attempt < 2 && div > 1 {
            let c = self.rng.range(1, div);
            steps.extend((c > 1).then_some(Step::Div(c)));
            if c > 1 && self.rng.chance(15) {
                steps.push(Step::Mul(2));
                let k = self.rng.range(0, 1);
                steps.extend((k != 0).then_some(Step::Add(k)));
            }
        }
        steps
    }

    /// Any index at all, for a source with a border.
    fn anywhere(&mut self, var: usize) -> String {
        let far = self.rng.pick(&[1, 3, 3, 9, 40]);
        let k = self.rng.range(-far, far);
        let mut steps = match self.rng.below(8) {
            0 => vec![Step::Mul(2), Step::Add(k)],
            1 => vec![Step::Add(k), Step::Div(2)],
            2 => vec![Step::Mul(3), Step::Add(k), Step::Div(2)],
            _ => vec![Step::Add(k)],
        };
        if !self.windows.is_empty() && self.rng.chance(85) {
            let w = self.rng.below(self.windows.len());
            steps.insert(0, Step::Window(w, 1, self.windows[w].1, self.windows[w].2));
        }
        let other = self.rng.below(self.vars.len());
        let text = self.text(var, &steps);
        if other != var && self.rng.chance(12) {
            let name = self.vars[other].name;
            let op = self.rng.pick(&["+", "-"]);
            return match text.contains(">>") {
                true => format!("({text}) {op} {name}"),
                false => format!("{text} {op} {name}"),
            };
        }
        text
    }

    /// An index that no variable bounds: a constant, a window's variable, a remainder, a gather.
    pub fn without_variable(&mut self, source: usize, dim: usize) -> Option<String> {
        let (border, exact) = (self.sources[source].border, self.sources[source].dims[dim].exact);
        let mut kinds = self.rng.shuffled(4);
        while let Some(kind) = kinds.pop() {
            let text = match (kind, exact) {
                (0, Some(e)) => {
                    let last = e.hi + e.size.map_or(0, |s| self.sizes[s].least);
                    (e.lo <= last).then(|| self.rng.range(e.lo, last).to_string())
                }
                (0, None) if border => Some(self.rng.range(-3, 9).to_string()),
                (1, Some(e)) => self.windows.iter().find_map(|(name, first, last)| {
                    let end = e.hi + e.size.map_or(0, |s| self.sizes[s].least);
                    (*first >= e.lo && *last <= end).then(|| name.clone())
                }),
                (2, Some(Exact { size: None, lo: ..=0, hi: hi @ 1..=6 })) => {
                    let var = self.rng.below(self.vars.len());
                    let m = self.rng.range(2, hi + 1);
                    Some(format!("{} % {m}", self.vars[var].name))
                }
                (3, _) => self.gathered(border, exact),
                _ => None,
            };
            if text.is_some() {
                return text;
            }
        }
        None
    }

    fn gathered(&mut self, border: bool, exact: Option<Exact>) -> Option<String> {
        if self.reads > 8 || !self.rng.chance(60) {
            return None;
        }
        match exact {
            Some(Exact { size: None, lo: ..=0, hi: 255.. }) if self.rng.chance(70) => {
                Some(self.value(ElemType::U8, 0))
            }
            // Not `i32`: an index cast to that is no gather.
            _ if border && self.rng.chance(50) => {
                let ty = self.rng.pick(&[ElemType::U8, ElemType::I16, ElemType::U32, ElemType::I8]);
                Some(self.value(ty, 0))
            }
            // The last index must be an `i32` whatever the size is.
            Some(e) if e.hi <= 0 || e.size.is_none() && e.never_empty(&self.sizes) => {
                let least = e.hi + e.size.map_or(0, |s| self.sizes[s].least);
                if least < e.lo.max(0) {
                    return None;
                }
                let value = self.value(ElemType::I32, 0);
                let last = match e.size {
                    Some(s) => format!("{}{}", self.sizes[s].name, offset(e.hi)),
                    None => e.hi.to_string(),
                };
                Some(format!("clamp({value}, {}, {last})", e.lo))
            }
            _ => None,
        }
    }
}

/// Whether a dimension has at least the points `0..size`.
fn covers(dim: Exact, size: usize) -> bool {
    dim.size == Some(size) && dim.lo <= 0 && dim.hi >= -1
}
