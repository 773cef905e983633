//! Loads across rows: where the lanes' variable moves along a dimension of a source that is not the
//! innermost of its memory, and the rows' variable along that one.

use crate::ir::nodes::as_affine;
use crate::ir::{Affine, Atom, Block, Index, Source, VarId};

/// The variables of a loop over rows with a lanes loop in it.
#[derive(Clone, Copy, Debug)]
pub struct RowVars {
    /// That of the rows.
    pub row: VarId,
    /// That of the points of a row.
    pub lane: VarId,
}

/// How an index moves with the loops.
#[derive(Clone, Debug, PartialEq)]
pub enum Moves {
    /// With one of their variables.
    With {
        /// Which.
        var: VarId,
        /// Whether towards larger coordinates.
        forwards: bool,
        /// What is added, but for the offset.
        rest: Affine,
        /// The least offset.
        first: i64,
        /// The greatest one.
        last: i64,
    },
    /// Not at all.
    Not(Affine),
}

/// What is loaded of a source across its rows.
#[derive(Clone, Debug)]
pub struct LoadedPart {
    /// The source.
    pub source: Source,
    /// How the index moves, by dimension.
    pub index: Vec<Moves>,
}

impl RowVars {
    fn moves(&self, a: &Affine) -> Option<Moves> {
        let moving = [self.row, self.lane].into_iter().filter(|v| a.mentions_var(*v));
        let moving: Vec<VarId> = moving.collect();
        let [var] = moving[..] else {
            return moving.is_empty().then(|| Moves::Not(a.clone()));
        };
        let step = a.coefficient(&Atom::Var(var));
        let rest = a.add_scaled(&var.into(), -step);
        if step.abs() != 1 || rest.mentions_var(var) {
            return None;
        }
        let (first, rest) = (rest.constant(), rest.without_constant());
        Some(Moves::With { var, forwards: step == 1, rest, first, last: first })
    }

    /// The part of a source that an access is to, if that goes across its rows: in the lanes along
    /// another dimension than the innermost one, and along that from row to row.
    pub fn part(&self, source: Source, index: &[Index], innermost: usize) -> Option<LoadedPart> {
        let index: Option<Vec<Moves>> = as_affine(index)?.iter().map(|a| self.moves(a)).collect();
        let index = index?;
        let along = |of| along(&index, of);
        let across = along(self.row)? == innermost && along(self.lane)? != innermost;
        across.then_some(LoadedPart { source, index })
    }

    /// The parts that a value loads across rows; those of one source at constant distances are one.
    /// `innermost` says which dimension of a source is the innermost in memory, and nothing for one
    /// of which memory is used again as rows go by.
    pub fn parts(
        &self,
        value: &Block,
        innermost: &dyn Fn(Source) -> Option<usize>,
    ) -> Vec<LoadedPart> {
        let mut parts: Vec<LoadedPart> = Vec::new();
        value.for_each_read(&mut |block, _, source, index| {
            // Buffers are filled before windows run.
            let windowed = !std::ptr::eq(block, value);
            let Some(innermost) = innermost(source).filter(|_| !windowed) else { return };
            let Some(part) = self.part(source, index, innermost) else { return };
            match parts.iter_mut().find(|known| known.covers(&part)) {
                Some(known) => known.widen(&part),
                None => parts.push(part),
            }
        });
        parts
    }
}

impl LoadedPart {
    /// The only dimension that moves with a variable.
    pub fn along(&self, of: VarId) -> Option<usize> {
        along(&self.index, of)
    }

    /// Whether an access is to the same part at some constant distance.
    pub fn covers(&self, other: &LoadedPart) -> bool {
        let alike = |(a, b): (&Moves, &Moves)| match (a, b) {
            (
                Moves::With { var, forwards, rest, .. },
                Moves::With { var: v, forwards: f, rest: r, .. },
            ) => (var, forwards, rest) == (v, f, r),
            (Moves::Not(a), Moves::Not(b)) => a == b,
            _ => false,
        };
        self.source == other.source && self.index.iter().zip(&other.index).all(alike)
    }

    fn widen(&mut self, other: &LoadedPart) {
        for (own, other) in self.index.iter_mut().zip(&other.index) {
            if let (Moves::With { first, last, .. }, Moves::With { first: from, last: upto, .. }) =
                (own, other)
            {
                (*first, *last) = ((*first).min(*from), (*last).max(*upto));
            }
        }
    }
}

/// The only dimension of an index that moves with a variable.
fn along(index: &[Moves], of: VarId) -> Option<usize> {
    let with = |m: &Moves| matches!(m, Moves::With { var, .. } if *var == of);
    let mut dims = (0..index.len()).filter(|d| with(&index[*d]));
    match (dims.next(), dims.next()) {
        (Some(dim), None) => Some(dim),
        _ => None,
    }
}
