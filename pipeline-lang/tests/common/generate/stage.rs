//! One stage in the making: its variables, what bounds them, and reads that are inside.

use super::space::{At, Dim, Exact, SAMPLES, Size, Source, Step, exact_preimage, preimage};
use crate::common::rng::Rng;
use pipeline_core::ir::ElemType;

/// An index variable.
#[derive(Clone, Debug)]
pub struct Var {
    pub name: &'static str,
    pub range: Range,
}

/// What is known of a variable.
#[derive(Clone, Debug)]
pub enum Range {
    /// To be inferred: what the reads leave of it so far, nothing at first.
    Inferred(Option<Dim>),
    /// Written out, `lo ..= size + hi`.
    Exact(Exact),
    /// Written out, `0..size/2`.
    Half(usize),
    /// Written out, `0..2*size`.
    Double(usize),
}

/// What a read does to a variable, so that it can be done again for a family's next member.
#[derive(Clone, Debug)]
pub struct Bound {
    pub var: usize,
    pub source: usize,
    pub dim: usize,
    pub steps: Vec<Step>,
    /// The index runs backwards: `rows - 1 - y`.
    pub flipped: bool,
}

/// How far reads stray from the point itself.
#[derive(Clone, Copy, Debug, Default)]
pub struct Style {
    /// Largest factor.
    pub mul: i64,
    /// Largest divisor.
    pub div: i64,
    /// Largest offset; further where there is a border.
    pub offset: i64,
    /// How often in a hundred a dimension is gathered or fixed or flipped where it can be.
    pub odd: usize,
}

/// A scalar parameter.
#[derive(Clone, Copy, Debug)]
pub struct Scalar {
    pub name: &'static str,
    pub ty: ElemType,
}

/// A stage in the making.
pub struct Stage {
    pub rng: Rng,
    pub sizes: Vec<Size>,
    pub sources: Vec<Source>,
    pub scalars: Vec<Scalar>,
    pub helpers: bool,
    pub vars: Vec<Var>,
    /// Open windows: name, first, last.
    pub windows: Vec<(String, i64, i64)>,
    /// Windows and `let`s so far, for their names.
    pub names: usize,
    pub style: Style,
    pub bounds: Vec<Bound>,
    /// Which sources are read.
    pub used: Vec<bool>,
    /// Reads so far; too many make expansions long.
    pub reads: usize,
}

impl Stage {
    /// A read of the source with `map[d]` the variable of its dimension `d`, or whichever suits.
    pub fn read(&mut self, source: usize, map: Option<&[usize]>) -> Option<String> {
        let kept = (self.vars.clone(), self.bounds.len());
        let dims = self.sources[source].dims.len();
        let mut index = Vec::with_capacity(dims);
        for dim in 0..dims {
            let var = map.map(|m| m[dim]).filter(|v| *v < self.vars.len());
            let text = match (var, map) {
                (Some(var), _) => self.along(source, dim, var),
                (None, Some(_)) => self.without_variable(source, dim),
                (None, None) => self.somehow(source, dim),
            };
            let Some(text) = text else {
                self.vars = kept.0;
                self.bounds.truncate(kept.1);
                return None;
            };
            index.push(text);
        }
        self.reads += 1;
        self.used[source] = true;
        Some(format!("{}({})", self.sources[source].name, index.join(", ")))
    }

    fn somehow(&mut self, source: usize, dim: usize) -> Option<String> {
        let odd = self.style.odd;
        if self.rng.chance(odd)
            && let Some(text) = self.without_variable(source, dim)
        {
            return Some(text);
        }
        let class = self.sources[source].dims[dim].class;
        let mut near: Vec<usize> =
            (0..self.vars.len()).filter(|v| self.class(*v) == class && class.is_some()).collect();
        if near.is_empty() {
            if let Some(text) = self.without_variable(source, dim) {
                return Some(text);
            }
            near = (0..self.vars.len()).collect();
        }
        let var = self.rng.pick(&near);
        self.along(source, dim, var)
    }

    fn class(&self, var: usize) -> Option<usize> {
        match &self.vars[var].range {
            Range::Inferred(dim) => dim.as_ref().and_then(|d| d.class),
            Range::Exact(e) => e.size,
            Range::Half(size) | Range::Double(size) => Some(*size),
        }
    }

    /// What an inferred variable has left after a read; `None` if that is too little.
    pub fn narrowed(&self, var: usize, target: &Dim, border: bool, steps: &[Step]) -> Option<Dim> {
        let at: At = std::array::from_fn(|s| preimage(steps, border, target.at[s]));
        let exact = target.exact.and_then(|e| exact_preimage(steps, border, e));
        self.met(var, &Dim { at, class: target.class, exact })
    }

    pub fn met(&self, var: usize, found: &Dim) -> Option<Dim> {
        let left = match &self.vars[var].range {
            Range::Inferred(Some(known)) => Dim {
                at: std::array::from_fn(|s| {
                    (known.at[s].0.max(found.at[s].0), known.at[s].1.min(found.at[s].1))
                }),
                class: known.class.and(found.class),
                exact: known.exact.zip(found.exact).and_then(|(a, b)| a.meet(b)),
            },
            _ => found.clone(),
        };
        roomy(&left).then_some(left)
    }
}

/// Whether a dimension has enough points to be worth computing, and not too many.
pub fn roomy(dim: &Dim) -> bool {
    (0..SAMPLES).all(|s| {
        let (lo, hi) = dim.at[s];
        let least = if dim.class.is_some() { [8, 3][s] } else { 1 };
        hi - lo + 1 >= least && (s == 0 || hi - lo < 150) && lo.abs() < 5000
    })
}
