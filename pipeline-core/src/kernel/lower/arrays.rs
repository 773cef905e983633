//! The arrays of a nest, and when their rows are contiguous.

use super::dense::DenseRow;
use crate::ir::Source;
use crate::kernel::{Contiguous, Line, Neighbours, PointFunction};
use crate::loops::{LoopNest, Nest, Role};

/// The arrays that a nest touches, scratchpads aside, each once.
pub struct Arrays {
    /// Those that are only read.
    pub reads: Vec<Source>,
    /// Those that are written, and perhaps read.
    pub writes: Vec<Source>,
}

/// The arrays of a nest, in the order in which they first come.
pub fn arrays(loops: &LoopNest, nest: &Nest) -> Arrays {
    let mut reads = once_each(nest.loaded());
    let mut writes = once_each(nest.stored().into_iter().map(Source::Stage));
    let is_pad = |s: &Source| matches!(loops.buffer(*s).role, Role::Scratch(_));
    writes.retain(|s| !is_pad(s));
    reads.retain(|s| !is_pad(s) && !writes.contains(s));
    Arrays { reads, writes }
}

/// What must hold of the caller's arrays for their rows to be contiguous.
pub fn contiguous(
    loops: &LoopNest,
    arrays: &Arrays,
    rows: &[DenseRow],
    functions: &[PointFunction],
) -> Vec<Contiguous> {
    let lines: Vec<&Line> = functions.iter().flat_map(PointFunction::lines).collect();
    let pixels = |source: &Source| {
        lines.iter().find_map(|line| match line.neighbours {
            Neighbours::Apart(n) => (line.source == *source).then_some(n),
            Neighbours::Adjacent | Neighbours::AsGiven | Neighbours::Strided => None,
        })
    };
    let touched = arrays.reads.iter().chain(&arrays.writes);
    let given = touched.filter(|s| loops.buffer(**s).role != Role::Full);
    let needed = given.map(|source| {
        let dense = rows.iter().filter(|row| row.sources.contains(source));
        match dense.map(|row| row.extent).min().or_else(|| pixels(source)) {
            Some(extent) => Contiguous::Rows(*source, extent),
            None => Contiguous::Neighbours(*source),
        }
    });
    needed.collect()
}

/// Sources in the order in which they first come.
fn once_each(sources: impl IntoIterator<Item = Source>) -> Vec<Source> {
    let mut found = Vec::new();
    for source in sources {
        if !found.contains(&source) {
            found.push(source);
        }
    }
    found
}
