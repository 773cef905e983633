//! The shapes that are worth a look.

use super::super::align::Alignment;
use super::super::shape::Shape;
use super::super::speed::{COLUMNS, DEPTHS, LINES, STRIPS, WIDTHS};
use super::facts::Figures;
use crate::analysis::lane::lane_dimension;
use crate::ir::Pipeline;
use crate::options::ShapeHint;

/// Numbers of a shape that are given; the rest is chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenShape {
    /// Rows of a strip.
    pub strip: Option<i64>,
    /// Rows of a step.
    pub step: Option<i64>,
    /// All dimensions that are cut into blocks, in their order, and the coordinates in a block.
    pub widths: Option<Vec<(usize, i64)>>,
}

impl GivenShape {
    /// The coordinates in a block of the only dimension that is cut.
    fn width(&self) -> Option<i64> {
        self.widths.iter().flatten().map(|(_, width)| *width).next()
    }
}

/// The shapes of a group, the whole rows first. What is given is tried alone.
pub fn shapes(
    p: &Pipeline,
    facts: &Figures<'_>,
    given: &GivenShape,
    group: &Alignment,
    all: bool,
) -> Vec<Shape> {
    let Some(live_out) = group.live_outs().next() else { return Vec::new() };
    let extents = &facts.stages[live_out.stage.0].extents;
    let lane = lane_dimension(&p.stages[live_out.stage.0].domain);
    let kind = usize::from(all);
    let narrower = |sizes: &[i64], dim: usize| -> Vec<Vec<(usize, i64)>> {
        let smaller = sizes.iter().filter(|size| **size < extents[dim]);
        smaller.map(|size| vec![(dim, *size)]).collect()
    };
    let chosen = || {
        let mut cuts = vec![Vec::new()];
        if group.blocks.contains(&lane) {
            cuts.extend(narrower(WIDTHS[kind], lane));
        }
        for dim in group.blocks.iter().filter(|dim| **dim != lane) {
            cuts.extend(narrower(DEPTHS[kind], *dim));
        }
        cuts
    };
    let cuts = given.widths.as_ref().map_or_else(chosen, |widths| vec![widths.clone()]);
    let rows = extents[group.sliding].max(1);
    if group.in_lanes {
        let widths = if extents.len() > 1 { COLUMNS } else { LINES };
        return lines(given.width(), rows, widths[kind]);
    }
    let mut found = Vec::new();
    for widths in cuts {
        for (strip, step) in STRIPS[kind] {
            let strip = given.strip.unwrap_or_else(|| (*strip).min(rows));
            let step = given.step.unwrap_or(if *step == 0 { strip } else { *step });
            let shape = Shape { strip, step: step.min(strip), widths: widths.clone() };
            if !found.contains(&shape) {
                found.push(shape);
            }
        }
    }
    found
}

/// Parts of lines, which are one row, or of all rows: the strips are columns.
fn lines(width: Option<i64>, points: i64, widths: &[i64]) -> Vec<Shape> {
    let widths = widths.iter().map(|line| width.unwrap_or(*line).min(points));
    let mut shapes: Vec<Shape> = widths.map(line).collect();
    shapes.dedup();
    shapes
}

fn line(width: i64) -> Shape {
    Shape { strip: width, step: width, widths: Vec::new() }
}

/// What the hints of a block say of a group's shape. A width is for groups with columns to cut.
pub fn of_hint(p: &Pipeline, hint: &ShapeHint, group: &Alignment) -> GivenShape {
    let live_out = group.live_outs().next();
    let lane = live_out.map(|live_out| lane_dimension(&p.stages[live_out.stage.0].domain));
    let columns = lane.filter(|lane| group.in_lanes || group.blocks.contains(lane));
    let widths = hint.width.map(|width| columns.map(|lane| (lane, width)).into_iter().collect());
    GivenShape { strip: hint.strip, step: hint.step, widths }
}

/// A shape with the numbers that are given instead of its own. Lines have columns only.
pub fn with_given(shape: Shape, given: &GivenShape, in_lanes: bool) -> Shape {
    if in_lanes {
        return line(given.width().unwrap_or(shape.strip));
    }
    let strip = given.strip.unwrap_or(shape.strip);
    let step = given.step.unwrap_or(shape.step).min(strip);
    Shape { strip, step, widths: given.widths.clone().unwrap_or(shape.widths) }
}

/// A shape with the numbers that are asked for instead of its own. Lines have columns only.
pub fn with_hint(mut shape: Shape, hint: &ShapeHint, in_lanes: bool) -> Shape {
    if in_lanes {
        return line(hint.width.unwrap_or(shape.strip));
    }
    shape.strip = hint.strip.unwrap_or(shape.strip);
    shape.step = hint.step.unwrap_or(shape.step).min(shape.strip);
    if let (Some(width), Some(last)) = (hint.width, shape.widths.last_mut()) {
        last.1 = width;
    }
    shape
}
