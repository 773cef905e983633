//! Groups in the terms of [`polymage`](super::polymage), and the shape of its tiles.
//!
//! The parallelogram tiles inside a tile (Section 5.2) are cut along the sliding dimension only: a
//! step has the tile's whole width, for long inner loops.

use super::super::align::{Alignment, Axis, Extent, StageExtents};
use super::super::shape::Shape;
use super::facts::{Figures, StageFacts};
use super::polymage::reuse::ReuseScores;
use super::polymage::{
    ArrayShape, CacheModel, Choice, DimFootprint, DimShape, GroupShape, Reading, Scale, StageShape,
};
use crate::ir::{Source, StageId};
use crate::machine::Machine;
use std::rc::Rc;

/// What the model knows of a machine. The weights of the paper's Table 2 go with the fitted
/// reading of the cost function.
pub fn cache_model(machine: &Machine, reading: Reading) -> CacheModel {
    let w = &machine.weights;
    CacheModel {
        l1: machine.l1,
        l2: machine.l2,
        cores: machine.cores,
        innermost_tile: machine.innermost_tile,
        weights: [w.w1, w.w2, w.w3, w.w4],
        reading,
    }
}

/// A stage on its own.
pub fn single(facts: &Figures<'_>, reuse: &ReuseScores, stage: StageId) -> GroupShape {
    let of = &facts.stages[stage.0];
    let scores = reuse.stage(stage);
    let dim = |(extent, reuse): (&i64, &f64)| DimShape { extent: *extent, reuse: *reuse };
    let along = |extent: &i64| DimFootprint { scale: Scale::ONE, lo: 0, hi: 0, extent: *extent };
    let along = of.extents.iter().map(along).collect();
    let array = ArrayShape { bytes: of.bytes as i64, planes: 1, along };
    GroupShape {
        dims: of.extents.iter().zip(scores).map(dim).collect(),
        stages: vec![StageShape { array, live_out: true }],
        live_ins: live_ins(facts, &[stage]),
    }
}

/// A group whose stages line up.
pub fn group(facts: &Figures<'_>, reuse: &ReuseScores, group: &Alignment) -> GroupShape {
    let live_out = group.live_outs().next().expect("a group has a live-out");
    let rank = live_out.axes.len();
    let followed = |s: &Rc<StageExtents>| -> Vec<Option<usize>> {
        let dim = |axis: &Axis| match axis {
            Axis::Sliding => Some(group.sliding),
            Axis::Plane(d) | Axis::Block(d) => Some(*d),
            Axis::Free => None,
        };
        s.axes.iter().map(dim).collect()
    };
    let follows: Vec<Vec<Option<usize>>> = group.stages.iter().map(followed).collect();
    let members = group.stages.iter().zip(&follows).map(|(s, dims)| (s.stage, dims.as_slice()));
    let scores = reuse.group(rank, members);
    let extent = |d: usize| {
        let extents = group.live_outs().map(|s| facts.stages[s.stage.0].extents[d]);
        extents.max().unwrap_or(1)
    };
    let dim = |(d, reuse): (usize, f64)| DimShape { extent: extent(d), reuse };
    let stage = |(s, follows): (&Rc<StageExtents>, &Vec<Option<usize>>)| {
        let of = &facts.stages[s.stage.0];
        let along = (0..rank).map(|d| along(s, of, follows, d, group.sliding)).collect();
        let free = follows.iter().zip(&of.extents).filter(|(f, _)| f.is_none());
        let planes = free.map(|(_, extent)| *extent).product();
        let array = ArrayShape { bytes: of.bytes as i64, planes, along };
        StageShape { array, live_out: s.stored }
    };
    let inside: Vec<StageId> = group.stages.iter().map(|s| s.stage).collect();
    GroupShape {
        dims: scores.into_iter().enumerate().map(dim).collect(),
        stages: group.stages.iter().zip(&follows).map(stage).collect(),
        live_ins: live_ins(facts, &inside),
    }
}

/// How a stage lies along a dimension of the group.
fn along(
    stage: &StageExtents,
    of: &StageFacts,
    follows: &[Option<usize>],
    dim: usize,
    sliding: usize,
) -> DimFootprint {
    let Some(own) = follows.iter().position(|f| *f == Some(dim)) else {
        return DimFootprint::ABSENT;
    };
    let extent = of.extents[own];
    let tight = |e: &Extent| {
        let (num, den) = e.rate().unwrap_or((1, 1));
        DimFootprint { scale: Scale { num, den }, lo: e.first(0), hi: e.last(0), extent }
    };
    match (dim == sliding, stage.block(dim)) {
        (true, _) => tight(&stage.rows),
        (false, Some(block)) => tight(block),
        (false, None) => DimFootprint { scale: Scale::ONE, lo: 0, hi: 0, extent },
    }
}

/// What stages read from outside. The fitted reading counts all of its bytes, however they lie.
fn live_ins(facts: &Figures<'_>, stages: &[StageId]) -> Vec<ArrayShape> {
    let mut sources: Vec<Source> = Vec::new();
    for read in stages.iter().flat_map(|s| &facts.stages[s.0].reads) {
        let inside = matches!(read.source, Source::Stage(s) if stages.contains(&s));
        if !inside && !sources.contains(&read.source) {
            sources.push(read.source);
        }
    }
    let array = |source: &Source| {
        let bytes = facts.source_bytes(*source) as i64;
        ArrayShape { bytes, planes: 1, along: Vec::new() }
    };
    sources.iter().map(array).collect()
}

/// The shape of the tiles chosen for a group.
pub fn shape(facts: &Figures<'_>, group: &Alignment, choice: &Choice) -> Shape {
    let live_out = group.live_outs().next().expect("a group has a live-out");
    let extents = &facts.stages[live_out.stage.0].extents;
    let cut = |d: &&usize| choice.tile[**d] < extents[**d];
    let widths = group.blocks.iter().filter(cut).map(|d| (*d, choice.tile[*d])).collect();
    let strip = choice.tile[group.sliding];
    let step = choice.inner.as_ref().map_or(strip, |inner| inner[group.sliding]);
    Shape { strip, step: step.clamp(1, strip), widths }
}
