//! Reductions whose rows follow those of what they read, between a stage before and one behind.

use super::space::{Dim, Exact, SAMPLES, offset};
use super::stage::Range;
use super::stages::names;
use super::{Generated, Program, Scope};
use pipeline_core::ir::ElemType;

/// The pipeline of a seed, with such a reduction in it.
pub fn generate_cells(seed: u64, name: &str) -> Generated {
    let mut program = Program::new(seed, Scope { stages: 3, depth: 2 });
    program.header();
    if program.rng.chance(30) {
        program.next_stage(false);
    }
    let deep = program.cells();
    // A dimension of four coordinates leaves nothing of many domains that are inferred.
    while !deep && program.rng.chance(50) {
        program.next_stage(true);
    }
    program.finish(name)
}

/// A dimension of the cells: coordinates `0..=size/per + beyond`, `per` of which are one here.
#[derive(Clone, Copy)]
struct Along {
    size: usize,
    per: i64,
    beyond: i64,
}

impl Program {
    /// A stage, sums of it in cells, and a stage that reads both; whether the cells have a
    /// dimension that data may index.
    fn cells(&mut self) -> bool {
        let ty = self.rng.pick(&ElemType::NUMERIC);
        let (rows, cols) = (self.along(3), self.along(2));
        self.before(ty, [rows, cols]);
        let deep = self.rng.chance(60);
        let last = self.rng.chance(30);
        let place = |y: &str, z: &str, x: &str| match (deep, last) {
            (false, _) => format!("{y}, {x}"),
            (true, false) => format!("{y}, {z}, {x}"),
            (true, true) => format!("{y}, {x}, {z}"),
        };
        let domain = place(&self.domain(rows), "0..=3", &self.domain(cols));
        let start = self.rng.range(0, 9);
        self.items.push(format!("cells({}): {ty} in [{domain}] = {start};", place("y", "z", "x")));
        for _ in 0..self.rng.range(1, 3) {
            let (row, i, y) = self.index("i", rows);
            let (column, j, x) = self.index("j", cols);
            let (window, dy) = (self.rng.range(0, 3), self.rng.range(-1, 1));
            let value = format!("soft({y} + k{}, {x})", offset(dy));
            let bin = match self.rng.chance(60) {
                true => format!("clamp(({value}) as i32, 0, 3)"),
                false => self.rng.range(0, 3).to_string(),
            };
            let op = self.rng.pick(&["+=", "*=", "min=", "max="]);
            let target = place(&row, &bin, &column);
            self.items.push(format!(
                "cells({target}) {op} ({value}) as {ty} for (i, j, k) in [{i}, {j}, 0..={window}];"
            ));
        }
        let dims = self.grown(rows).into_iter().chain(deep.then(Self::four));
        let dims: Vec<Dim> = dims.chain(self.grown(cols)).collect();
        let used = vec![false; self.sources.len()];
        self.bordered("cells", ty, dims, &used);
        self.behind(ty, [rows, cols], &place);
        deep
    }

    fn along(&mut self, most: i64) -> Along {
        let size = self.rng.below(self.sizes.len());
        Along { size, per: self.rng.range(1, most), beyond: self.rng.range(0, 2) }
    }

    /// The stage that is summed.
    fn before(&mut self, ty: ElemType, along: [Along; 2]) {
        let ranges = along.map(|a| Exact {
            size: Some(a.size),
            lo: self.rng.range(-1, 0),
            hi: self.rng.range(-1, 2),
        });
        let mut vars = Self::variables(2, Range::Inferred(None));
        vars.iter_mut().zip(ranges).for_each(|(var, range)| var.range = Range::Exact(range));
        let style = self.style();
        let mut stage = self.open(vars, self.sources.clone(), style);
        let value = stage.value(ty, 1);
        self.rng = stage.rng;
        let text = |e: &Exact| {
            format!("{}..={}{}", e.lo, self.sizes[e.size.unwrap_or(0)].name, offset(e.hi))
        };
        let ranges: Vec<String> = ranges.iter().map(text).collect();
        let text = format!("soft({}): {ty} in [{}] = {value};", names(2), ranges.join(", "));
        self.items.push(text);
        let dims = along.map(|a| self.grown(a).expect("a dimension")).to_vec();
        self.bordered("soft", ty, dims, &stage.used);
    }

    /// The stage that reads the cells and what they sum.
    fn behind(
        &mut self,
        ty: ElemType,
        along: [Along; 2],
        place: &dyn Fn(&str, &str, &str) -> String,
    ) {
        let mut used = vec![false; self.sources.len()];
        let (soft, cells) = (used.len() - 2, used.len() - 1);
        let mut index = |var: &str, a: Along| {
            let by = offset(self.rng.range(-1, 1));
            if a.per == 1 { format!("{var}{by}") } else { format!("{var}/{}{by}", a.per) }
        };
        let (y, x) = (index("y", along[0]), index("x", along[1]));
        let bin = match self.rng.chance(50) {
            true => "clamp(soft(y, x) as i32, 0, 3)".to_string(),
            false => self.rng.range(0, 3).to_string(),
        };
        let value = match self.rng.chance(70) {
            true => {
                used[soft] = true;
                format!("cells({}) - soft(y, x)", place(&y, &bin, &x))
            }
            false => format!("cells({})", place(&y, "1", &x)),
        };
        used[cells] = true;
        let [rows, cols] = along.map(|a| format!("0..{}", self.sizes[a.size].name));
        self.items.push(format!("behind(y, x): {ty} in [{rows}, {cols}] = {value};"));
        let exact = |a: Along| Exact { size: Some(a.size), lo: 0, hi: -1 };
        let dims = along.map(|a| Dim::exact(exact(a), &self.sizes)).to_vec();
        self.enter("behind".into(), ty, dims, &used, false);
    }

    /// Enters a stage with a border.
    fn bordered(&mut self, name: &str, ty: ElemType, dims: Vec<Dim>, used: &[bool]) {
        let mode = match self.rng.chance(75) {
            true => "clamp".to_string(),
            false => self.border_mode(ty, &dims),
        };
        self.items.push(format!("border {name} = {mode};"));
        self.enter(name.into(), ty, dims, used, true);
    }

    fn grown(&self, a: Along) -> Option<Dim> {
        let at = self.sizes[a.size].at.map(|n| (0, n / a.per + a.beyond));
        Some(Dim { at, class: Some(a.size), exact: None })
    }

    fn four() -> Dim {
        Dim { at: [(0, 3); SAMPLES], class: None, exact: None }
    }

    fn domain(&self, a: Along) -> String {
        let name = self.sizes[a.size].name;
        let last = if a.per == 1 { name.to_string() } else { format!("{name}/{}", a.per) };
        format!("0..={last}{}", offset(a.beyond))
    }

    /// An index of a target along a dimension, the range of its variable, and what is read there.
    fn index(&mut self, var: &str, a: Along) -> (String, String, String) {
        let n = self.sizes[a.size].name;
        if a.per > 1 && self.rng.chance(40) {
            let shift = self.rng.range(0, 1);
            let index = format!("({var}{})/{}", offset(shift), a.per);
            return (index, format!("{}..{n}", self.rng.range(0, 2)), var.to_string());
        }
        let by = self.rng.range(-1, a.beyond);
        let first = (-by).max(0) + self.rng.range(0, 1);
        let last = a.beyond - by.max(0) - self.rng.range(0, 1);
        let cells = if a.per == 1 { n.to_string() } else { format!("{n}/{}", a.per) };
        let read = if a.per == 1 { var.to_string() } else { format!("{}*{var}", a.per) };
        (format!("{var}{}", offset(by)), format!("{first}..={cells}{}", offset(last)), read)
    }
}
