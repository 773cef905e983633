//! The shapes that are worth a look.

use super::super::align::Alignment;
use super::super::shape::Shape;
use super::facts::Facts;
use crate::ir::Pipeline;
use crate::options::ShapeHint;

/// Rows of a strip with rows of a step, 0 for all of them: while groups are searched, and once
/// they are found. Steps of two rows and more compute rows in pairs, which share their loads. Of
/// equals the first wins.
const STRIPS: [&[(i64, i64)]; 2] = [
    &[(64, 2), (16, 0)],
    &[
        (64, 2),
        (128, 2),
        (256, 2),
        (32, 2),
        (16, 2),
        (8, 0),
        (10, 0),
        (12, 0),
        (16, 0),
        (24, 0),
        (32, 0),
        (32, 8),
        (16, 1),
        (64, 1),
        (128, 1),
    ],
];
/// Points of a block along the lanes; narrower ones have short inner loops.
const WIDTHS: [&[i64]; 2] = [&[256], &[256, 512, 1024, 2048, 4096]];
/// Coordinates of a block along a dimension between the rows and the lanes: what rolls through a
/// cube is a plane, and few planes fit a cache.
const DEPTHS: [&[i64]; 2] = [&[16], &[8, 16, 32, 64]];

/// The shapes of a group, the whole rows first. What is asked for is tried alone.
pub fn shapes(
    p: &Pipeline,
    facts: &Facts,
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
    let rows = extents[group.roll].max(1);
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

/// A shape with the numbers that are asked for instead of its own.
pub fn with_hint(mut shape: Shape, hint: &ShapeHint) -> Shape {
    shape.strip = hint.strip.unwrap_or(shape.strip);
    shape.step = hint.step.unwrap_or(shape.step).min(shape.strip);
    if let (Some(width), Some(last)) = (hint.width, shape.widths.last_mut()) {
        last.1 = width;
    }
    shape
}
