//! What stands around the stages: parameters, clauses, helpers, live-outs.

use super::space::{Dim, Exact, Size, Source};
use super::stage::Scalar;
use super::{Generated, Param, Program};
use pipeline_core::ir::{BorderMode, ElemType};

const SIZES: [&str; 3] = ["rows", "cols", "deep"];

impl Program {
    /// Sizes, inputs, scalars, helpers.
    pub(super) fn header(&mut self) {
        // The first input determines every size.
        let dims: &[Option<usize>] = match self.rng.below(18) {
            0 | 1 => &[Some(0)],
            2 => &[Some(1), Some(0)],
            3..=5 => &[Some(0), Some(1), None],
            6 | 7 => &[Some(2), Some(0), Some(1)],
            8 | 9 => &[Some(2), Some(0), Some(1), None],
            _ => &[Some(0), Some(1)],
        };
        let sizes = dims.iter().flatten().max().map_or(0, |s| s + 1);
        for (i, name) in SIZES.into_iter().enumerate().take(sizes) {
            self.size(name, [30, 24, 12][i], false);
        }
        self.input("img", dims, true);
        for name in ["aux", "lut", "ker"] {
            if self.rng.chance(32) {
                let dims = match name {
                    "lut" => vec![None],
                    "ker" => vec![None, None],
                    _ => {
                        let keep: Vec<usize> = (0..self.sizes.len()).collect();
                        let n = 1 + self.rng.below(keep.len());
                        let order = self.rng.shuffled(keep.len());
                        order.into_iter().take(n).map(Some).collect()
                    }
                };
                self.input(name, &dims, false);
            }
        }
        for name in ["gain", "bias"] {
            if self.rng.chance(25) {
                let ty = self.rng.pick(&ElemType::NUMERIC);
                self.scalars.push(Scalar { name, ty });
                self.params.push((Param::Scalar { name, ty }, format!("{name}: {ty}")));
            }
        }
        if self.rng.chance(12) {
            self.size("m", 20, true);
            self.params.push((Param::Size { name: "m" }, "m: size".into()));
        }
        self.inputs = self.sources.len();
        self.helpers = self.rng.chance(35);
        if self.helpers {
            self.items.push("fn blend(a, b) = (a + b) / 2;".into());
            self.items.push("fn spread(a, b) = max(a, b) - min(a, b);".into());
        }
    }

    fn size(&mut self, name: &'static str, middle: i64, argument: bool) {
        let mut size = Size { name, least: 1, multiple: 1, argument, at: [1024, middle] };
        match self.rng.below(10) {
            0 => {
                size.least = self.rng.range(2, 6);
                self.clauses.push(format!("{name} >= {}", size.least));
            }
            1 => {
                size.multiple = self.rng.range(2, 4);
                size.least = size.multiple;
                size.at = [960, 12 * (middle / 12).max(1)];
                self.clauses.push(format!("{name} ~ 960, {name} % {} == 0", size.multiple));
            }
            2 => {
                size.at[0] = self.rng.range(200, 4000);
                self.clauses.push(format!("{name} ~ {}", size.at[0]));
            }
            _ => {}
        }
        self.sizes.push(size);
    }

    fn input(&mut self, name: &'static str, dims: &[Option<usize>], solves: bool) {
        let ty = self.rng.pick(&ElemType::NUMERIC);
        let (mut spelled, mut extents, mut found) = (Vec::new(), Vec::new(), Vec::new());
        for dim in dims {
            let (text, extent, dim) = self.input_dim(name, *dim, solves);
            spelled.push(text);
            extents.push(extent);
            found.push(dim);
        }
        let border = self.rng.chance(45);
        if border {
            let mode = self.border_mode(ty, &found);
            self.items.push(format!("border {name} = {mode};"));
        }
        self.sources.push(Source { name: name.into(), ty, dims: found, border });
        self.used.push(true);
        let text = format!("{name}: [{ty}; {}]", spelled.join(", "));
        self.params.push((Param::Input { name, ty, extents }, text));
    }

    /// A dimension as spelled, its extent, and what is known of it.
    fn input_dim(
        &mut self,
        name: &str,
        size: Option<usize>,
        solves: bool,
    ) -> (String, String, Dim) {
        let Some(s) = size else {
            let n = match name {
                "lut" => self.rng.pick(&[256, 256, 16, 300]),
                _ => self.rng.range(2, 4),
            };
            let dim = Dim::exact(Exact { size: None, lo: 0, hi: n - 1 }, &self.sizes);
            return (n.to_string(), n.to_string(), dim);
        };
        let n = self.sizes[s].name;
        let exact = |lo, hi| Exact { size: Some(s), lo, hi };
        let (text, extent, exact) = match self.rng.below(12) {
            0 => (format!("{n} + 2"), format!("{n} + 2"), exact(0, 1)),
            1 => (format!("-1..={n}"), format!("{n} + 2"), exact(-1, 0)),
            2 => (format!("1..={n}"), n.to_string(), exact(1, 0)),
            3 if !solves && self.sizes[s].least > 1 => {
                (format!("{n} - 1"), format!("{n} - 1"), exact(0, -2))
            }
            4 if !solves => {
                let at = self.sizes[s].at.map(|v| (0, 2 * v - 1));
                return (
                    format!("2*{n}"),
                    format!("2 * {n}"),
                    Dim { at, class: Some(s), exact: None },
                );
            }
            _ => (n.to_string(), n.to_string(), exact(0, -1)),
        };
        (text, extent, Dim::exact(exact, &self.sizes))
    }

    /// A border's mode for a source of these dimensions.
    pub(super) fn border_mode(&mut self, ty: ElemType, dims: &[Dim]) -> String {
        if self.rng.chance(22) || !self.never_empty(dims) {
            let value = match ty.int_range() {
                _ if ty == ElemType::Bool => self.rng.pick(&["true", "false"]).to_string(),
                Some((lo, hi)) => self.rng.pick(&[0, 1, 7, lo, hi]).to_string(),
                None => self.rng.pick(&["0.0", "1", "-2.5"]).to_string(),
            };
            return format!("constant({value})");
        }
        self.rng.pick(&BorderMode::REDIRECTING).name().to_string()
    }

    /// Whether the dimensions have points whatever the sizes are, maybe thanks to a new clause:
    /// what redirects a read needs a point to redirect it to.
    fn never_empty(&mut self, dims: &[Dim]) -> bool {
        const LARGEST: i64 = 12;
        let exact: Option<Vec<Exact>> = dims.iter().map(|d| d.exact).collect();
        let small = |e: &Exact| e.size.map_or(e.lo <= e.hi, |_| e.lo - e.hi <= LARGEST);
        let Some(exact) = exact.filter(|list| list.iter().all(small)) else { return false };
        for Exact { size, lo, hi } in exact {
            let Some(s) = size else { continue };
            let size = &mut self.sizes[s];
            if lo - hi > size.least {
                size.least = (lo - hi + size.multiple - 1) / size.multiple * size.multiple;
                self.clauses.push(format!("{} >= {}", size.name, lo - hi));
            }
        }
        true
    }

    /// The whole text.
    pub(super) fn finish(mut self, name: &str) -> Generated {
        let last = self.sources.len() - 1;
        let mut outputs: Vec<usize> =
            (self.inputs..last).filter(|i| self.sources[*i].ty != ElemType::Bool).collect();
        outputs.retain(|i| !self.used[*i] || self.rng.chance(12));
        outputs.push(last);
        if self.rng.chance(50) {
            outputs.reverse();
        }
        outputs.truncate(4);
        if !outputs.contains(&last) {
            outputs.push(last);
        }
        let names: Vec<&str> = outputs.iter().map(|i| self.sources[*i].name.as_str()).collect();
        let result = match names.as_slice() {
            [one] => one.to_string(),
            many => format!("({})", many.join(", ")),
        };
        let mut order = self.rng.shuffled(self.params.len());
        if self.rng.chance(70) {
            order.sort();
        }
        let params: Vec<(Param, String)> =
            order.into_iter().map(|i| self.params[i].clone()).collect();
        let spelled: Vec<&str> = params.iter().map(|p| p.1.as_str()).collect();
        let mut text = format!("pub fn {name}({}) -> {result}", spelled.join(", "));
        if !self.clauses.is_empty() {
            text += &format!("\n    where {}", self.clauses.join(", "));
        }
        text += " {\n";
        for item in &self.items {
            text += &format!("        {item}\n");
        }
        text += "    }";
        let extent = |d: &Dim| (d.at[1].1 - d.at[1].0 + 1).max(0);
        let points = |s: &Source| s.dims.iter().map(extent).product::<i64>();
        Generated {
            text,
            points: self.sources.iter().map(points).sum(),
            sizes: self.sizes,
            params: params.into_iter().map(|p| p.0).collect(),
            outputs: outputs
                .iter()
                .map(|i| (self.sources[*i].ty, self.sources[*i].dims.len()))
                .collect(),
        }
    }
}
