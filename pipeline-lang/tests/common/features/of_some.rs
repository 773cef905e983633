//! Rows of the table of features that some generators are for: those of chains, planes and scans,
//! and what is computed where it is read by choice.

use super::{Feature, Shown, Shows, ShowsInKernels};
use crate::common::kernels;
use pipeline_core::ir::{BorderMode, Stage, StageId};
use pipeline_core::kernel::{Load, Program};
use pipeline_core::schedule::shape::{ShapeKind, Tiled};

/// What is computed where it is read, by prices and predicted times and not because that was asked
/// for.
pub(super) fn chosen() -> impl Iterator<Item = Feature> {
    let chosen: [(&str, [u64; 7], Shows); 3] = [
        ("stage propagated unasked", [6, 0, 0, 0, 8, 10, 0], |m| m.propagated_unasked()),
        ("stage cloned", [0, 0, 0, 0, 3, 0, 0], |m| !m.report.cloned.is_empty()),
        ("stage inlined at another rate", [4, 3, 0, 0, 5, 3, 0], |m| m.inlined_at_another_rate()),
    ];
    chosen.into_iter().map(|(name, least, shows)| Feature {
        name: name.into(),
        least,
        shown: Shown::In(shows),
    })
}

/// What chains are for: each border in tiles, and points beyond an edge.
pub(super) fn in_chains() -> impl Iterator<Item = Feature> {
    let exchanged: [(&str, u64, Shows); 7] = [
        ("running sums in steps", 5, |m| m.running_sums().any(|(t, _)| in_steps(&t))),
        ("running sums in overlapped tiles", 5, |m| m.running_sums().any(|(t, _)| !in_steps(&t))),
        ("running sums of a stage", 5, |m| {
            m.running_sums().any(|(t, sums)| m.reads_stage_of(&t, sums))
        }),
        ("stage with a border propagated", 3, |m| m.propagated().any(|s| s.border.is_some())),
        ("indices exchanged", 15, |m| m.enlarged().next().is_some()),
        ("indices exchanged, in cases", 3, |m| {
            m.enlarged().any(|s| m.graph.stages[s.0].cases.len() > 2)
        }),
        ("indices exchanged, over strips", 3, |m| {
            m.graph.stages.iter().any(|s| s.name.ends_with("_last") || s.name.ends_with("_first"))
        }),
    ];
    let borders: [(&str, u64, Shows); 4] = [
        ("clamp in tiles", 15, |m| m.kept_with(|b| b == BorderMode::Clamp)),
        ("mirror in tiles", 15, |m| m.kept_with(|b| b == BorderMode::Mirror)),
        ("mirror101 in tiles", 15, |m| m.kept_with(|b| b == BorderMode::Mirror101)),
        ("constant in tiles", 15, |m| m.kept_with(|b| matches!(b, BorderMode::Constant(_)))),
    ];
    exchanged.into_iter().chain(borders).map(|(name, least, shows)| Feature {
        name: name.into(),
        least: [0, 0, 0, 0, least, 0, 0],
        shown: Shown::In(shows),
    })
}

fn in_steps(tiled: &Tiled) -> bool {
    match tiled.shape.kind() {
        ShapeKind::Tiles => false,
        ShapeKind::MultiLevel | ShapeKind::SlidingWindow => true,
    }
}

/// What planes are for: that they become innermost, and what is loaded from them then.
pub(super) fn in_planes() -> impl Iterator<Item = Feature> {
    let made: [(&str, u64, Shows); 5] = [
        ("records of planes", 4, |m| m.graph.stages.iter().any(|s| s.name == "cells_records")),
        ("planes together that read the same rows", 3, |m| {
            m.tiles().any(|tiled| !tiled.alignment.together.is_empty())
        }),
        ("planes made innermost", 30, |m| m.moved_innermost()),
        ("stages of updates made innermost", 5, |m| {
            let has_updates = |s: &Stage| !s.updates.is_empty();
            m.moved_innermost() && m.graph.stages.iter().any(has_updates)
        }),
        ("rows of tables made", 10, |m| m.graph.stages.iter().any(|s| s.name == "table_by_k")),
    ];
    let made = made.map(|(name, least, shows)| Feature {
        name: name.into(),
        least: [0, 0, 0, 0, 0, least, 0],
        shown: Shown::In(shows),
    });
    let loaded: [(&str, u64, ShowsInKernels); 4] = [
        ("gathers of neighbours", 2, |p| loads(p, |load| matches!(load, Load::Pair { .. }))),
        ("rows that data choose", 10, |p| loads(p, |load| matches!(load, Load::Row { .. }))),
        ("entries of one row", 4, |p| loads(p, |load| entries(load) == Some(false))),
        ("entries of rows", 10, |p| loads(p, |load| entries(load) == Some(true))),
    ];
    let loaded = loaded.map(|(name, least, shows)| Feature {
        name: name.into(),
        least: [0, 0, 0, 0, 0, least, 0],
        shown: Shown::InKernels(shows),
    });
    made.into_iter().chain(loaded)
}

/// What scans are for: that tiles have them, in strips of rows and of columns.
pub(super) fn in_scans() -> impl Iterator<Item = Feature> {
    let made: [(&str, u64, Shows); 7] = [
        ("scan in tiles", 40, |m| m.scans_in_tiles().next().is_some()),
        ("several scans in tiles", 25, |m| {
            m.tiles().any(|t| t.alignment.stages.iter().filter(|s| s.scan.is_some()).count() > 1)
        }),
        ("scan across rows in tiles", 25, |m| m.scans_in_tiles().any(|s| s.is_scan_across_rows())),
        ("strips of columns", 20, |m| {
            m.tiles().any(|t| t.alignment.in_lanes && t.alignment.stages[0].axes.len() > 1)
        }),
        ("scan behind a stencil in tiles", 5, |m| {
            m.tiles().any(|t| {
                let is_scan = |id: StageId| {
                    t.alignment.stages.iter().any(|s| s.stage == id && s.scan.is_some())
                };
                let mut stencils = t.alignment.stages.iter().filter(|s| s.scan.is_none());
                stencils.any(|s| s.reads.iter().any(|read| is_scan(read.consumer)))
            })
        }),
        ("scan before a stencil in tiles", 10, |m| m.scans_in_tiles().any(|s| s.is_read_inside())),
        ("scan read inside its tiles and stored", 3, |m| {
            m.scans_in_tiles().any(|s| s.is_read_inside() && s.stored)
        }),
    ];
    made.into_iter().map(|(name, least, shows)| Feature {
        name: name.into(),
        least: [0, 0, 0, 0, 0, 0, least],
        shown: Shown::In(shows),
    })
}

fn loads(p: &Program, is: impl Fn(&Load) -> bool) -> bool {
    kernels::loads(p).any(|(_, load)| is(load))
}

/// Whether entries are of several rows, if a load is one of entries.
fn entries(load: &Load) -> Option<bool> {
    match load {
        Load::Entries { index, dim, .. } => Some(dim + 1 < index.len()),
        _ => None,
    }
}
