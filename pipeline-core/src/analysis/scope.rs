//! Proofs about the points of one piece of a stage, quick in the common case.

use super::integer::Facts;
use super::regions::Piece;
use super::solve::least;
use crate::ir::{Affine, Interval, VarId, WindowVar};
use std::cell::OnceCell;

/// The variables in scope at an expression, with all that is known of them.
#[derive(Debug)]
pub struct Scope<'a> {
    sizes: &'a Facts,
    piece: &'a Piece,
    /// Ranges of the piece's variables, then of the window variables.
    dims: Vec<Interval>,
    /// Made on first need: most goals fall by substituting interval ends.
    full: OnceCell<Facts>,
}

impl<'a> Scope<'a> {
    /// The points of a piece; `sizes` are the facts of the pipeline.
    pub fn new(sizes: &'a Facts, piece: &'a Piece) -> Scope<'a> {
        Scope { sizes, piece, dims: piece.dims.clone(), full: OnceCell::new() }
    }

    /// The same with window variables.
    pub fn with_window(&self, vars: &[WindowVar]) -> Scope<'a> {
        let mut dims = self.dims.clone();
        for window in vars {
            // A variable between two windows' is in neither: empty bounds know nothing of it.
            while dims.len() <= window.id.0 {
                dims.push(Interval { lo: Vec::new(), hi: Vec::new() });
            }
            dims[window.id.0] = window.interval();
        }
        Scope { sizes: self.sizes, piece: self.piece, dims, full: OnceCell::new() }
    }

    /// The range of each variable.
    pub fn dims(&self) -> &[Interval] {
        &self.dims
    }

    /// The piece whose points these are.
    pub fn piece(&self) -> &'a Piece {
        self.piece
    }

    /// The facts on sizes alone.
    pub fn sizes(&self) -> &'a Facts {
        self.sizes
    }

    /// Everything known.
    pub fn facts(&self) -> &Facts {
        self.full.get_or_init(|| {
            let facts = self.piece.facts(self.sizes);
            let windows = self.dims.iter().enumerate().skip(self.piece.dims.len());
            windows.fold(facts, |facts, (i, interval)| facts.with_interval(VarId(i), interval))
        })
    }

    /// Whether `affine >= 0` at every point.
    ///
    /// First with the variables at the interval ends where the expression is least, which leaves
    /// a goal over sizes; then by elimination with everything known.
    pub fn proves(&self, affine: &Affine) -> bool {
        self.least_over_sizes(affine).iter().any(|goal| self.sizes.proves(goal))
            || self.facts().proves(affine)
    }

    /// Lower bounds of an expression over sizes only, any of which holds; empty if there is none
    /// of that form.
    pub fn least_over_sizes(&self, affine: &Affine) -> Vec<Affine> {
        let mut goals = vec![affine.clone()];
        for var in affine.vars().into_iter().rev() {
            let Some(interval) = self.dims.get(var.0) else { return Vec::new() };
            let mut next = Vec::with_capacity(goals.len());
            for goal in &goals {
                next.extend(least(goal, var, interval).unwrap_or_default());
            }
            goals = next;
            // Alternatives multiply with long lists of bounds; a few are enough.
            goals.truncate(8);
        }
        goals
    }
}
