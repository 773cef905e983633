//! The shapes that are worth a look.

use super::super::align::Alignment;
use super::super::shape::Shape;
use super::super::speed::{DEPTHS, LINES, STRIPS, WIDTHS};
use super::facts::Figures;
use crate::ir::Pipeline;
use crate::options::ShapeHint;

/// The shapes of a group, the whole rows first. What is asked for is tried alone.
pub fn shapes(
    p: &Pipeline,
    facts: &Figures,
    hint: &ShapeHint,
    group: &Alignment,
    all: bool,
) -> Vec<Shape> {
    let Some(live_out) = group.live_outs().next() else { return Vec::new() };
    let extents = &facts.stages[live_out.stage.0].extents;
    let lane = crate::analysis::lane::lane_dimension(&p.stages[live_out.stage.0].domain);
    let kind = usize::from(all);
    let narrower = |sizes: &[i64], dim: usize| -> Vec<Vec<(usize, i64)>> {
        let smaller = sizes.iter().filter(|size| **size < extents[dim]);
        smaller.map(|size| vec![(dim, *size)]).collect()
    };
    let mut cuts = vec![Vec::new()];
    match (hint.width, group.blocks.contains(&lane)) {
        (_, false) => {}
        (Some(width), true) => cuts = vec![vec![(lane, width)]],
        (None, true) => cuts.extend(narrower(WIDTHS[kind], lane)),
    }
    if hint.width.is_none() {
        for dim in group.blocks.iter().filter(|dim| **dim != lane) {
            cuts.extend(narrower(DEPTHS[kind], *dim));
        }
    }
    let rows = extents[group.sliding].max(1);
    if group.in_lanes {
        return lines(hint.width, rows, kind);
    }
    let mut found = Vec::new();
    for widths in cuts {
        for (strip, step) in STRIPS[kind] {
            let strip = hint.strip.unwrap_or_else(|| (*strip).min(rows));
            let step = hint.step.unwrap_or(if *step == 0 { strip } else { *step });
            let shape = Shape { strip, step: step.min(strip), widths: widths.clone() };
            if !found.contains(&shape) {
                found.push(shape);
            }
        }
    }
    found
}

/// Parts of lines, which are one row: the strips are its columns.
fn lines(width: Option<i64>, points: i64, kind: usize) -> Vec<Shape> {
    let widths = LINES[kind].iter().map(|line| width.unwrap_or(*line).min(points));
    let mut shapes: Vec<Shape> = widths.map(line).collect();
    shapes.dedup();
    shapes
}

fn line(width: i64) -> Shape {
    Shape { strip: width, step: width, widths: Vec::new() }
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
