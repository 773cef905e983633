//! In which order the dimensions of each stage lie in memory.
//!
//! ```text
//! wide(y, x, c) = 3*tall(y, x/2, c) + tall(y, (x + 1)/2, c)       of 0..3 channels
//!
//! interleaved [y, x, c]    rrr ggg bbb would be loaded one by one: r g b r g b r g b
//! planar      [y, c, x]    r r r … g g g … b b b …
//! ```
//!
//! Stages are stored in the order of their dimensions. Where the innermost one is short, vectors go
//! along the one before it, and then along both as one row if every access does
//! ([`loops::collapse`](crate::loops::collapse)). Where one does not, all stages that share a
//! definition with it are planar, so that vectors are loaded and stored as wholes. What tiles keep
//! of scans along rows has its rows adjacent. Results and inputs are the caller's.

use crate::analysis::lane::{few_points, lane_dimension};
use crate::ir::{Affine, Block, Index, Node, Pipeline, Source, Stage, StageId, VarId};
use crate::loops::{in_order, innermost_last};
use crate::options::Options;
use crate::schedule::Group;
use crate::schedule::align::StageExtents;

/// The order of each stage's dimensions in memory, by [`StageId`]: a hint's, if there is one.
pub fn layouts(p: &Pipeline, options: &Options) -> Vec<Vec<usize>> {
    let planar = planar(p);
    let of_stage = |(i, stage): (usize, &Stage)| {
        let rank = stage.rank();
        if p.outputs.contains(&StageId(i)) {
            return in_order(rank);
        }
        let hint = options.layouts.iter().find(|hint| hint.stage == stage.name);
        match hint {
            Some(hint) => hint.layout.clone(),
            None if planar[i] => innermost_last(rank, rank - 2),
            None => in_order(rank),
        }
    };
    p.stages.iter().enumerate().map(of_stage).collect()
}

/// Lays out scratchpads of scans along rows so that rows are adjacent, across which their lanes go,
/// where only such scans read them. A hint's layout stays.
pub fn across_rows(p: &Pipeline, options: &Options, groups: &[Group], all: &mut [Vec<usize>]) {
    for alignment in groups.iter().filter_map(Group::alignment) {
        let lanes = |s: &StageExtents| {
            let scan = s.scan.as_ref().filter(|scan| scan.across_rows)?;
            Some((scan.lane, s.axes[scan.lane]))
        };
        for extents in alignment.intermediates().filter(|s| !s.stored) {
            let hinted = options.layouts.iter().any(|h| h.stage == p.stages[extents.stage.0].name);
            let Some((lane, axis)) = lanes(extents).filter(|_| !hinted) else { continue };
            let consumers = alignment
                .stages
                .iter()
                .filter(|s| extents.reads.iter().any(|read| read.consumer == s.stage));
            let mut others = consumers.map(|s| lanes(s).map(|lanes| lanes.1));
            if others.all(|other| other == Some(axis)) {
                all[extents.stage.0] = innermost_last(extents.axes.len(), lane);
            }
        }
    }
}

/// Whether vectors go along the dimension before the innermost, which has few points, in any order.
fn has_pixels(id: StageId, stage: &Stage) -> bool {
    let rank = stage.rank();
    let in_any_order = stage.updates.is_empty() && !stage.reads_itself(id);
    rank >= 2
        && in_any_order
        && lane_dimension(&stage.domain) == rank - 2
        && few_points(&stage.domain.0[rank - 1]).is_some()
}

/// Which stages of pixels take part in a definition that does not go along whole rows.
fn planar(p: &Pipeline) -> Vec<bool> {
    let stages = p.stages.iter().enumerate();
    let pixels: Vec<bool> = stages.map(|(i, s)| has_pixels(StageId(i), s)).collect();
    let mut planar = vec![false; p.stages.len()];
    if !pixels.contains(&true) {
        return planar;
    }
    // The stages of pixels that each definition is about, its own and those that it reads.
    let mut together: Vec<Vec<usize>> = Vec::new();
    for (i, stage) in p.stages.iter().enumerate() {
        let mut about: Vec<usize> = if pixels[i] { vec![i] } else { Vec::new() };
        let mut in_rows = stage.cases.iter().all(|case| case.region.tests.is_empty());
        for block in stage.blocks() {
            in_rows &= !(pixels[i] && asks_where(stage.rank(), block));
            block.for_each_read(&mut |_, _, source, index| {
                let of_pixels = match source {
                    Source::Stage(s) => pixels[s.0].then_some(s.0),
                    Source::Input(_) => None,
                };
                about.extend(of_pixels);
                let row = pixels[i] && goes_along(stage.rank(), index);
                // What is the same for all points of a row does not matter.
                in_rows &= row || of_pixels.is_none() && !pixels[i];
            });
        }
        if !in_rows {
            about.iter().for_each(|s| planar[*s] = true);
        }
        together.push(about);
    }
    // A stage that lies in planes is not part of a row for those that are computed with it.
    loop {
        let before = planar.clone();
        for about in &together {
            if about.iter().any(|s| planar[*s]) {
                about.iter().for_each(|s| planar[*s] = true);
            }
        }
        if planar == before {
            return planar;
        }
    }
}

/// Whether a value depends on which pixel or channel it is for.
fn asks_where(rank: usize, block: &Block) -> bool {
    let moves = |a: &Affine| a.mentions_var(VarId(rank - 2)) || a.mentions_var(VarId(rank - 1));
    block.exprs.iter().any(|expr| match &expr.node {
        Node::Index(a) => moves(a),
        Node::Test(test) => moves(&test.affine),
        Node::Reduce { body, .. } => asks_where(rank, body),
        Node::Const(_)
        | Node::Scalar(_)
        | Node::Read { .. }
        | Node::Unary(..)
        | Node::Binary(..)
        | Node::Cast(_)
        | Node::SaturatingCast(_)
        | Node::Select(..)
        | Node::Call(..)
        | Node::Combine { .. } => false,
    })
}

/// Whether a read at a point of pixels goes along their row, or is the same for all of it.
fn goes_along(rank: usize, index: &[Index]) -> bool {
    let (x, c) = (VarId(rank - 2), VarId(rank - 1));
    let mentions = |i: &Index| match i {
        Index::Affine(a) => a.mentions_var(x) || a.mentions_var(c),
        Index::Value(_) => false,
    };
    if let [outer @ .., Index::Affine(along), Index::Affine(channel)] = index {
        let shift = along.sub(&Affine::from(x));
        let moves = |a: &Affine| a.mentions_var(x) || a.mentions_var(c);
        if *channel == Affine::from(c) && !moves(&shift) {
            return !outer.iter().any(mentions);
        }
    }
    !index.iter().any(mentions)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::text::parse;

    /// The layouts of `a`, `b` and `out`, of which `b` reads `a` and `out` reads `b` so.
    fn layouts_of(b_reads: &str, out_reads: &str) -> Vec<Vec<usize>> {
        let stage = |name: &str, columns: &str, source: &str, read: &str| {
            format!(
                "stage {name}(y, x, c): u8 in [0..=h - 1, 0..={columns}, 0..=2] {{ case {{\n\
                 %0: u8 = read {source}({read})\nyield %0 }} }}\n"
            )
        };
        let text = format!(
            "pipeline p size h ~ 99 size w ~ 99\n\
             input i: u8 [0..=h - 1, 0..=4*w, 0..=2]\n{}{}{}output out",
            stage("a", "4*w", "i", "y, x, c"),
            stage("b", "2*w", "a", b_reads),
            stage("out", "w", "b", out_reads),
        );
        let p = parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        layouts(&p, &Options::default())
    }

    #[test]
    fn pixels_lie_in_planes_where_they_are_not_rows() {
        let (interleaved, planar) = (vec![0, 1, 2], vec![0, 2, 1]);
        // Rows from end to end.
        let all = layouts_of("y, x + 1, c", "y, x, c");
        assert_eq!(all, [interleaved.clone(), interleaved.clone(), interleaved.clone()]);
        // Every second pixel: `a` is for the same definition as `b`, which is for that of `out`.
        for reads in ["y, 2*x, c", "y, x, 1", "y, x, 2 - c"] {
            let all = layouts_of(reads, "y, x, c");
            assert_eq!(all, [planar.clone(), planar.clone(), interleaved.clone()], "{reads}");
            let all = layouts_of("y, x, c", reads);
            assert_eq!(all, [planar.clone(), planar.clone(), interleaved.clone()], "{reads}");
        }
        // What is the same for a row does not matter.
        assert_eq!(layouts_of("y, 0, 1", "y, x, c")[0], interleaved);
    }
}
