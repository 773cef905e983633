//! In which order the loops of a case run.

use crate::analysis::lane::lane_dimension;
use crate::ir::{Domain, StageId};
use crate::schedule::recipe::{Diagonal, Loop, LoopPart, Recipe};

/// In which order the loops of a case run, and between which points.
#[derive(Clone, Debug)]
pub struct LoopOrder {
    /// The dimension of the innermost loop.
    pub innermost: usize,
    /// Whether that loop runs in lanes.
    pub lanes: bool,
    /// The loops of the other dimensions, outermost first.
    pub around: Vec<Loop>,
    /// The blocks into which the innermost loop is cut.
    pub blocks: Option<i64>,
    /// Whether points have to come in the order of the loops, those of boundary regions too.
    pub in_order: bool,
    /// Whether the rows of boundary regions run in lanes.
    pub boundary_rows: bool,
    /// Whether vectors look at the ends of rows, where they can: not of what is staged.
    pub ends: bool,
    /// The stages that have no whole rows, or change meanwhile.
    pub partial: Vec<StageId>,
    /// Dimensions that run from the last point to the first: as loops over the negatives of their
    /// coordinates.
    pub backwards: Vec<usize>,
    /// Dimensions that are kept between two values, with the names of these.
    pub limits: Vec<(usize, (String, String))>,
}

impl LoopOrder {
    /// That of a recipe for so many dimensions, but for what runs around the case: the loops of the
    /// dimensions `outside`, which are those that come first.
    pub fn of(recipe: &Recipe, rank: usize, outside: &[usize]) -> LoopOrder {
        let nesting = recipe.nesting(rank);
        let innermost = recipe.innermost(rank).dim;
        // Where rows run in tiles, staging makes these of the only loop that is there before.
        let tiles = recipe.staged().next().is_some();
        let made_of = |l: &Loop| match l.part {
            LoopPart::Inside if tiles => Loop::blocks(l.dim),
            LoopPart::Inside | LoopPart::Whole | LoopPart::Blocks | LoopPart::Steps => *l,
        };
        let is_own = |l: &&Loop| match l.part {
            LoopPart::Whole | LoopPart::Inside => l.dim != innermost,
            LoopPart::Blocks | LoopPart::Steps => false,
        };
        let own = nesting.iter().filter(is_own);
        let on_a_diagonal = |of: Diagonal| of.rows == innermost || of.columns == innermost;
        let around = outside.contains(&innermost) || recipe.diagonal().is_some_and(on_a_diagonal);
        let blocks = nesting.contains(&Loop::blocks(innermost)) && !around;
        LoopOrder {
            innermost,
            lanes: recipe.lanes().is_some(),
            around: own.map(made_of).collect(),
            blocks: recipe.split(innermost).filter(|_| blocks && !tiles),
            in_order: false,
            boundary_rows: recipe.boundary_rows(),
            ends: !tiles,
            partial: Vec::new(),
            backwards: Vec::new(),
            limits: Vec::new(),
        }
    }

    /// That of a stage in a tile, where the stages `partial` have no whole rows: one row after the
    /// other, those of boundary regions in lanes if `boundary_rows`.
    pub fn in_tile(domain: &Domain, boundary_rows: bool, partial: Vec<StageId>) -> LoopOrder {
        let innermost = lane_dimension(domain);
        let others = (0..domain.0.len()).filter(|d| *d != innermost);
        LoopOrder {
            innermost,
            lanes: true,
            around: others.map(Loop::whole).collect(),
            blocks: None,
            in_order: false,
            boundary_rows,
            ends: true,
            partial,
            backwards: Vec::new(),
            limits: Vec::new(),
        }
    }
}
