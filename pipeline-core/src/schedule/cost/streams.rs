//! How stages read their sources: what passes through the caches, and what of it comes back.

use super::facts::{extents, times};
use super::sorted::SortedReads;
use crate::analysis::lane::lane_dimension;
use crate::analysis::reads::for_each_read;
use crate::ir::nodes::as_affine;
use crate::ir::{Index, Pipeline, Source, Stage, VarId, WindowVar};
use crate::schedule::align::rate;

/// The reads of one source by one stage.
pub struct Stream {
    /// The source.
    pub source: Source,
    /// Distinct loads a point.
    pub loads: f64,
    /// Operations a point to sort apart what lanes read at a distance.
    pub sorting: f64,
    /// Distinct rows among them: what passes through the caches.
    pub rows: f64,
    /// By dimension of the stage, the slices that a coordinate of it reads.
    pub slices: Vec<StageSlices>,
    /// Bytes of a value.
    pub bytes: f64,
    /// Parts of the source that are the same for all coordinates of a dimension of the stage.
    pub same: Vec<Same>,
}

/// The slices of a source that a stage reads at one coordinate of a dimension. A slice is what has
/// one coordinate where the indices mention the dimension: a row of a picture, a plane of a cube.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StageSlices {
    /// All of them.
    pub read: f64,
    /// Those that no coordinate before has read.
    pub new: f64,
}

impl StageSlices {
    /// Those that a coordinate before has read.
    pub fn old(&self) -> f64 {
        self.read - self.new
    }
}

/// A part of a source that each coordinate of a dimension of its reader reads.
#[derive(Clone, Copy)]
pub struct Same {
    /// The dimension.
    pub dim: usize,
    /// Bytes of the part.
    pub bytes: f64,
}

/// How a stage reads a source: windows count once for each of their points, and updates as often
/// as they run for a point of the stage.
pub(super) fn stream(p: &Pipeline, stage: &Stage, source: Source) -> Stream {
    let mut all = stream_of(p, stage, source);
    let sizes = p.estimates();
    let points = times(&stage.domain, &sizes).max(1.0);
    for update in &stage.updates {
        let stream = stream_of(p, &update.as_stage(stage), source);
        let again = times(&update.domain, &sizes) / points;
        all.loads += stream.loads * again;
        all.sorting += stream.sorting * again;
        all.rows += stream.rows * again;
        for (all, slices) in all.slices.iter_mut().zip(&stream.slices) {
            all.read += slices.read * again;
            all.new += slices.new * again;
        }
    }
    all
}

fn stream_of(p: &Pipeline, stage: &Stage, source: Source) -> Stream {
    let (lane, sizes) = (VarId(lane_dimension(&stage.domain)), p.estimates());
    let (mut loads, mut sorting, mut rows) = (0.0f64, 0.0f64, 0.0f64);
    let mut slices = vec![StageSlices::default(); stage.rank()];
    for case in &stage.cases {
        let mut seen: Vec<&[Index]> = Vec::new();
        let mut lines: Vec<ReadRow> = Vec::new();
        let mut sorted = SortedReads::new(lane);
        let mut loads_here = 0.0;
        for_each_read(&case.value, &mut |read, windows| {
            if read.source != source || seen.contains(&read.index) {
                return;
            }
            seen.push(read.index);
            let windows: Vec<WindowVar> = windows.iter().map(|w| w.at(&sizes)).collect();
            let made = windows.iter().map(points).product::<f64>();
            loads_here += made;
            sorted.add(read.index, (!windows.is_empty()).then_some(made));
            // Indices that differ along the lanes only read the same row.
            let of_row = |i: &&Index| !mentions(i, lane);
            let index: Vec<Index> = read.index.iter().filter(of_row).cloned().collect();
            if !lines.iter().any(|line| line.index == index) {
                lines.push(ReadRow { index, windows });
            }
        });
        loads = loads.max(loads_here);
        sorting = sorting.max(sorted.operations());
        rows = rows.max(lines.iter().map(|line| line.times(&|_| true)).sum());
        for (dim, slices) in slices.iter_mut().enumerate() {
            let here = slices_along(&lines, dim, stage.rank());
            if here.read > slices.read {
                *slices = here;
            }
        }
    }
    let bytes = p.source_type(source).bytes() as f64;
    Stream { source, loads, sorting, rows, slices, bytes, same: same(p, stage, source, bytes) }
}

/// A row that a stage reads: the indices that do not mention the lanes, in windows.
struct ReadRow {
    index: Vec<Index>,
    /// With constant ends: at estimates of the sizes.
    windows: Vec<WindowVar>,
}

impl ReadRow {
    /// How many rows it is in the windows of some of its indices.
    fn times(&self, of: &dyn Fn(&Index) -> bool) -> f64 {
        let within = |w: &&WindowVar| self.index.iter().any(|i| of(i) && mentions(i, w.id));
        self.windows.iter().filter(within).map(points).product()
    }
}

fn points(window: &WindowVar) -> f64 {
    window.fixed_extent().unwrap_or(1).max(1) as f64
}

/// Whether it is affine and mentions a variable.
fn mentions(index: &Index, var: VarId) -> bool {
    matches!(index, Index::Affine(a) if a.mentions_var(var))
}

/// The slices along a dimension of a stage of some rank among lines. Lines that differ elsewhere
/// along dimensions of the stage are of one slice. What mentions the dimension nowhere is not read
/// again: it is small.
fn slices_along(lines: &[ReadRow], dim: usize, rank: usize) -> StageSlices {
    let others: Vec<VarId> = (0..rank).filter(|d| *d != dim).map(VarId).collect();
    let dim = VarId(dim);
    let along = |i: &Index| mentions(i, dim);
    let apart = |i: &Index| !along(i) && !others.iter().any(|v| mentions(i, *v));
    let mut seen: Vec<Vec<&Index>> = Vec::new();
    let mut arrays: Vec<PartSlices> = Vec::new();
    for line in lines {
        let slice: Vec<&Index> = line.index.iter().filter(|i| along(i) || apart(i)).collect();
        if seen.contains(&slice) {
            continue;
        }
        let coordinates: Vec<&Index> = line.index.iter().filter(|i| apart(i)).collect();
        let times = line.times(&along);
        match arrays.iter_mut().find(|array| array.coordinates == coordinates) {
            Some(array) => array.slices += times,
            None => arrays.push(PartSlices {
                coordinates,
                arrays: line.times(&apart),
                slices: times,
                step: line.index.iter().map(|i| step(i, dim)).fold(0.0, f64::max),
            }),
        }
        seen.push(slice);
    }
    let new = |array: &PartSlices| match array.step > 0.0 {
        true => array.slices.min(array.step),
        false => array.slices,
    };
    StageSlices {
        read: arrays.iter().map(|array| array.arrays * array.slices).sum(),
        new: arrays.iter().map(|array| array.arrays * new(array)).sum(),
    }
}

/// The slices of a part of a source.
struct PartSlices<'a> {
    /// Which part, or which of parts alike.
    coordinates: Vec<&'a Index>,
    /// How many parts.
    arrays: f64,
    /// The slices of each.
    slices: f64,
    /// How far they lie from those of the coordinate before.
    step: f64,
}

/// How far an index moves from one coordinate of a dimension to the next.
fn step(index: &Index, dim: VarId) -> f64 {
    match index {
        Index::Affine(a) => {
            let (moves, of) = rate(a, dim);
            (moves as f64 / of as f64).abs()
        }
        Index::Value(_) => 0.0,
    }
}

/// What of a source is the same for all coordinates of a dimension of a stage: what reads see that
/// mention the others of its variables only. Of several the largest counts.
fn same(p: &Pipeline, stage: &Stage, source: Source, bytes: f64) -> Vec<Same> {
    let extents = extents(p.source_domain(source), &p.estimates());
    let mut found: Vec<Same> = Vec::new();
    let mut see = |index: &[Index]| {
        let Some(index) = as_affine(index) else { return };
        let along = index.iter().zip(&extents).filter(|(a, _)| !a.vars().is_empty());
        let part = along.map(|(_, extent)| *extent as f64).product::<f64>() * bytes;
        let fixed = (0..stage.rank()).filter(|d| !index.iter().any(|a| a.mentions_var(VarId(*d))));
        for dim in fixed {
            match found.iter_mut().find(|same| same.dim == dim) {
                Some(same) => same.bytes = same.bytes.max(part),
                None => found.push(Same { dim, bytes: part }),
            }
        }
    };
    for case in &stage.cases {
        for_each_read(&case.value, &mut |read, _| {
            if read.source == source {
                see(read.index);
            }
        });
    }
    found
}

#[cfg(test)]
mod tests;
