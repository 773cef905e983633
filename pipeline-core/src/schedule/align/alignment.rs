//! Groups whose stages line up, as data: what follows what, and how far.

use super::extent::Extent;
use super::scan::Scan;
use crate::ir::{Affine, Interval, Pipeline, StageId, VarId};
use std::rc::Rc;

/// The variable that stands for a coordinate of the live-outs in an [`Extent`].
pub const STEP: VarId = VarId(0);

/// What a dimension of a stage follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Axis {
    /// Equals this dimension of the live-outs, outside the sliding one.
    Plane(usize),
    /// The sliding dimension.
    Sliding,
    /// This dimension of the live-outs, which may be cut into blocks.
    Block(usize),
    /// Nothing: every coordinate is computed.
    Free,
}

/// Rows of a stage that a row [`STEP`] of a consumer in the group reads.
#[derive(Clone, Debug, PartialEq)]
pub struct RowRead {
    /// The consumer.
    pub consumer: StageId,
    /// First row read.
    pub lo: Affine,
    /// Last row read.
    pub hi: Affine,
}

/// A stage within a group.
#[derive(Clone, Debug, PartialEq)]
pub struct StageExtents {
    /// The stage.
    pub stage: StageId,
    /// What each of its dimensions follows.
    pub axes: Vec<Axis>,
    /// Its rows.
    pub rows: Extent,
    /// Its extents along blocked dimensions of the live-outs.
    pub blocks: Vec<(usize, Extent)>,
    /// How its consumers in the group read its rows.
    pub reads: Vec<RowRead>,
    /// Whether others than the group's own see it, so that it is stored.
    pub stored: bool,
    /// How its points wait for each other, if it reads itself.
    pub scan: Option<Rc<Scan>>,
    /// Whether tiles compute its rows as [running sums](crate::analysis::running): each from the
    /// one before it.
    pub running: bool,
}

/// A group whose stages line up.
#[derive(Clone, Debug, PartialEq)]
pub struct Alignment {
    /// The dimension of the live-outs along which windows slide.
    pub sliding: usize,
    /// Whether lanes run along it, too: then strips are parts of a line, or of columns with all of
    /// their rows, without steps.
    pub in_lanes: bool,
    /// Dimensions of the live-outs computed one coordinate at a time.
    pub planes: Vec<usize>,
    /// Dimensions that could be such, whose coordinates are computed together.
    pub together: Vec<usize>,
    /// Dimensions of the live-outs that may be cut into blocks.
    pub blocks: Vec<usize>,
    /// The stages, producers first.
    pub stages: Vec<Rc<StageExtents>>,
}

impl StageExtents {
    /// Whether it reads itself along its rows, so that lanes go across them.
    pub fn is_scan_across_rows(&self) -> bool {
        self.scan.as_ref().is_some_and(|scan| scan.across_rows)
    }

    /// Whether the group itself reads it, so that tiles keep it in a scratchpad.
    pub fn is_read_inside(&self) -> bool {
        !self.reads.is_empty()
    }

    /// How far it follows the rows, or a blocked dimension, of the live-outs.
    fn follows(&self, dim: Option<usize>) -> &Extent {
        dim.and_then(|dim| self.block(dim)).unwrap_or(&self.rows)
    }

    /// What of a stored stage belongs to tiles from one coordinate of the live-outs to another,
    /// along the sliding dimension or a blocked one. Every point belongs to one tile.
    pub fn owned(&self, dim: Option<usize>, first: &Affine, last: &Affine) -> Interval {
        let (num, den) = self.follows(dim).rate().unwrap_or((1, 1));
        let end = last.offset(1).scale(num).offset(-1);
        Interval::new(first.scale(num).ceil_div(den), end.floor_div(den))
    }

    /// The coordinates of the live-outs whose tiles own a stage's coordinates.
    fn owners(&self, dim: Option<usize>, domain: &Interval) -> Interval {
        let (num, den) = self.follows(dim).rate().unwrap_or((1, 1));
        let owner = |a: &Affine| a.scale(den).floor_div(num);
        Interval {
            lo: domain.lo.iter().map(owner).collect(),
            hi: domain.hi.iter().map(owner).collect(),
        }
    }

    /// The extent along a blocked dimension, if the stage follows it.
    pub fn block(&self, dim: usize) -> Option<&Extent> {
        self.blocks.iter().find(|b| b.0 == dim).map(|b| &b.1)
    }

    /// The dimension that follows the sliding one.
    ///
    /// # Panics
    /// Never for a stage of an [`Alignment`], which has one.
    pub fn row_dim(&self) -> usize {
        self.axes.iter().position(|a| *a == Axis::Sliding).expect("every stage has rows")
    }
}

impl Alignment {
    fn each(&self) -> impl Iterator<Item = &StageExtents> {
        self.stages.iter().map(Rc::as_ref)
    }

    /// The stages that others than the group's own see, and only those: tiles are tiles of them.
    pub fn live_outs(&self) -> impl Iterator<Item = &StageExtents> {
        self.each().filter(|s| !s.is_read_inside())
    }

    /// Those that tiles keep in scratchpads.
    pub fn intermediates(&self) -> impl Iterator<Item = &StageExtents> {
        self.each().filter(|s| s.is_read_inside())
    }

    /// The intermediates that each point of the live-outs needs at the same place and at no other,
    /// and that nothing else needs than live-outs and such stages: they may share a loop, and have
    /// nothing to compute before the live-outs have.
    pub fn beside_live_outs(&self) -> Vec<StageId> {
        let here = Extent::identity();
        let in_place = |s: &StageExtents, axis: &Axis| match axis {
            Axis::Sliding => s.rows == here,
            Axis::Block(dim) => s.block(*dim) == Some(&here),
            Axis::Plane(_) | Axis::Free => true,
        };
        let mut found: Vec<StageId> = Vec::new();
        let live_outs: Vec<StageId> = self.live_outs().map(|s| s.stage).collect();
        // Consumers stand behind their producers.
        for s in self.stages.iter().rev().filter(|s| s.is_read_inside()) {
            let mut consumers = s.reads.iter().map(|read| read.consumer);
            let known = consumers.all(|c| live_outs.contains(&c) || found.contains(&c));
            if known && s.axes.iter().all(|axis| in_place(s, axis)) {
                found.push(s.stage);
            }
        }
        found
    }

    /// Whether strips have steps: not where lanes go along them, nor where they go across the rows
    /// of a scan.
    pub fn has_steps(&self) -> bool {
        !self.in_lanes && !self.each().any(StageExtents::is_scan_across_rows)
    }

    /// Those that are stored, whether the group reads them or not.
    pub fn stored(&self) -> impl Iterator<Item = &StageExtents> {
        self.each().filter(|s| s.stored)
    }

    /// The coordinates along a dimension of the live-outs over which tiles run: an interval for
    /// each stored stage, each once. Tiles run over the smallest interval around them all.
    pub fn ranges(&self, p: &Pipeline, dim: usize) -> Vec<Interval> {
        let mut ranges: Vec<Interval> = Vec::new();
        for stage in self.stored() {
            let domain = &p.stages[stage.stage.0].domain;
            let along = |axis: &Axis| match axis {
                Axis::Sliding => dim == self.sliding,
                Axis::Plane(d) | Axis::Block(d) => *d == dim,
                Axis::Free => false,
            };
            let range = match stage.axes.iter().position(along) {
                Some(own) if stage.is_read_inside() && !self.planes.contains(&dim) => {
                    let dim = (dim != self.sliding).then_some(dim);
                    stage.owners(dim, &domain.0[own])
                }
                Some(own) => domain.0[own].clone(),
                // A dimension that is not cut, or one of a live-out that follows nothing.
                None if stage.is_read_inside() => continue,
                None => domain.0[dim].clone(),
            };
            if !ranges.contains(&range) {
                ranges.push(range);
            }
        }
        ranges
    }
}
