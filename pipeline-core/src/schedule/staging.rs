//! Staging: which stages by themselves, and which scans in tiles, copy what they access to small
//! buffers in another layout.
//!
//! Where loads go [across rows](crate::analysis::across), as in a transposition, the rows run in
//! tiles, and what a tile loads is copied row by row. Where lanes go across the rows of a
//! recurrence, a block of columns is computed in buffers in which the rows are adjacent.

use super::group::{Group, Order};
use super::recipe::{GroupNest, Loop, Op, Recipe};
use super::shape::Hold;
use super::speed::{MOST_ON_STACK, MOST_ROWS, STAGED_HEIGHT, STAGED_ROW, STAGED_ROWS};
use super::storage::Storage;
use crate::analysis::Analyses;
use crate::analysis::across::RowVars;
use crate::analysis::case_order::case_order;
use crate::analysis::causal::Causal;
use crate::analysis::interior::{Interior, interior};
use crate::analysis::lane::lane_dimension;
use crate::analysis::lines::{LanesAcross, Limits, SourceLine};
use crate::analysis::regions::{Piece, piece};
use crate::analysis::residues::{map_affine, point, resolving_modulus};
use crate::ir::{Affine, Block, Case, Index, Source, Stage, StageId, VarId};
use crate::loops::innermost_last;

/// Adds what they stage to the recipes of stages by themselves and of scans in tiles, which are
/// stored so.
pub fn stage(analyses: &Analyses<'_>, storage: &[Storage], groups: &mut [Group]) {
    let of = StagingChoice { analyses, storage };
    for group in groups {
        let alone = group.alone();
        for recipe in &mut group.recipes {
            match (recipe.part, &group.order, alone) {
                (GroupNest::Case(case), Order::Any, Some(id)) => of.tiles(id, case, recipe),
                (GroupNest::Stage, Order::Serial(order), Some(id)) => of.lines(id, order, recipe),
                (GroupNest::InTiles(id), Order::Aligned(alignment), _) => {
                    let extents = alignment.stages.iter().find(|s| s.stage == id);
                    let scan = extents.and_then(|s| s.scan.as_ref()).expect("it is a scan");
                    of.lines(id, &scan.order, recipe);
                }
                _ => {}
            }
        }
    }
}

struct StagingChoice<'a> {
    analyses: &'a Analyses<'a>,
    storage: &'a [Storage],
}

impl StagingChoice<'_> {
    /// The innermost dimension of a source in memory; nothing if some memory of it is used again.
    fn innermost(&self, source: Source) -> Option<usize> {
        match source {
            Source::Input(i) => self.analyses.pipeline.inputs[i.0].domain.0.len().checked_sub(1),
            Source::Stage(s) => {
                let Storage { hold, layout, .. } = &self.storage[s.0];
                let whole = hold.iter().all(|hold| *hold == Hold::Whole);
                layout.last().copied().filter(|_| whole)
            }
        }
    }

    /// Whether no memory of a source, as tiles have it, is used again.
    fn is_unfolded(&self, source: Source) -> bool {
        let Source::Stage(s) = source else { return true };
        let Storage { hold, also, .. } = &self.storage[s.0];
        let held = also.as_ref().unwrap_or(hold);
        held.iter().all(|hold| matches!(hold, Hold::Whole | Hold::Part(_)))
    }

    /// Bytes of an element of a source.
    fn bytes(&self, source: Source) -> i64 {
        self.analyses.pipeline.source_type(source).bytes() as i64
    }

    /// Runs the rows of a case in tiles if it loads across rows.
    fn tiles(&self, id: StageId, number: usize, recipe: &mut Recipe) {
        let stage = &self.analyses.pipeline.stages[id.0];
        let rank = stage.rank();
        let [.., row, lane] = recipe.nesting(rank)[..] else { return };
        if !recipe.is_parallel(row) || rank < 2 {
            return;
        }
        let rows = RowVars { row: VarId(row.dim), lane: VarId(lane.dim) };
        let case = &stage.cases[number];
        let value = resolved(case, &piece(&stage.domain, &case.region));
        let mut staged: Vec<(Source, Vec<usize>)> = Vec::new();
        for value in classes(&value, lane.dim) {
            for part in rows.parts(&value, &|source| self.innermost(source)) {
                let inner = part.along(rows.lane).expect("a dimension moves with the lanes");
                let layout = innermost_last(part.index.len(), inner);
                if !staged.contains(&(part.source, layout.clone())) {
                    staged.push((part.source, layout));
                }
            }
        }
        let somewhere = match self.interior(stage, &value, lane.dim, &[]) {
            Interior::Everything => true,
            Interior::Nothing => false,
            Interior::Box(inner) => inner.is_plain(),
        };
        if staged.is_empty() || !somewhere {
            return;
        }
        let sources = staged.iter().map(|(source, _)| self.bytes(*source));
        let bytes = sources.fold(stage.ty.bytes() as i64, i64::max);
        let cut = [(row.dim, STAGED_HEIGHT), (lane.dim, STAGED_ROW / bytes)];
        let around = recipe.nesting(rank).into_iter().filter(|l| *l != row && *l != lane);
        let around: Vec<Loop> = around.collect();
        let blocks = [row.dim, lane.dim].map(Loop::blocks);
        let inside = [row.dim, lane.dim].map(Loop::inside);
        let mut ops = cut.map(|(dim, by)| Op::Split { dim, by }).to_vec();
        let nesting = around.iter().copied().chain(blocks).chain(inside);
        ops.push(Op::Reorder(nesting.collect()));
        ops.extend(around.into_iter().filter(|l| recipe.is_parallel(*l)).map(Op::Parallel));
        ops.extend(blocks.map(Op::Parallel));
        ops.extend([Op::Lanes(inside[1]), Op::JamRows { most: MOST_ROWS }]);
        let at = blocks[1];
        ops.extend(staged.into_iter().map(|(source, layout)| Op::Stage { source, at, layout }));
        recipe.ops = ops;
    }

    /// Cuts the points of rows into blocks if lanes go across the rows of a recurrence.
    fn lines(&self, id: StageId, order: &Causal, recipe: &mut Recipe) {
        let Analyses { pipeline: p, facts, .. } = self.analyses;
        let stage = &p.stages[id.0];
        let rank = stage.rank();
        let row = lane_dimension(&stage.domain);
        let [.., along, across] = recipe.nesting(rank)[..] else { return };
        let in_rows = order.is_independent() && along.dim == row && recipe.lanes() == Some(across);
        if !in_rows || case_order(facts, stage, order).together == order.serial.len() {
            return;
        }
        let staged = self.lines_of(id, (along, across));
        if staged.is_empty() {
            return;
        }
        recipe.ops.insert(1, Op::Split { dim: row, by: STAGED_ROWS.columns });
        for op in &mut recipe.ops {
            if let Op::Reorder(loops) = op {
                let at = loops.iter().position(|l| *l == along).expect("the loop is among them");
                loops.splice(at..=at, [Loop::blocks(row), Loop::inside(row)]);
            }
        }
        let at = Loop::blocks(row);
        recipe.ops.extend(staged.into_iter().map(|(source, layout)| Op::Stage {
            source,
            at,
            layout,
        }));
    }

    /// What tiles stage of the lines that cases read and store along a row, with the layouts.
    fn lines_of(&self, id: StageId, (along, across): (Loop, Loop)) -> Vec<(Source, Vec<usize>)> {
        let Analyses { pipeline: p, .. } = self.analyses;
        let stage = &p.stages[id.0];
        let vars = LanesAcross { along: VarId(along.dim), across: VarId(across.dim) };
        let may = |source| self.is_unfolded(source);
        let innermost = |source| match source {
            Source::Input(i) => p.inputs[i.0].domain.0.len() - 1,
            Source::Stage(s) => *self.storage[s.0].layout.last().expect("stages have dimensions"),
        };
        let (reach, lines) = (STAGED_ROWS.reach, STAGED_ROWS.buffers);
        let limits = Limits { reach, lines, may: &may, innermost: &innermost };
        let own: Vec<Index> = (0..stage.rank()).map(|d| Index::Affine(VarId(d).into())).collect();
        let mut staged: Vec<(Source, Vec<usize>)> = Vec::new();
        for case in &stage.cases {
            let piece = piece(&stage.domain, &case.region);
            let whole = [along.dim, across.dim].iter().all(|d| piece.residues[*d].is_none());
            let value = resolved(case, &piece);
            if !whole || resolving_modulus(&value, vars.across) != 1 {
                continue;
            }
            let lines = vars.lines((Source::Stage(id), &own), &value, &limits);
            let Some(lines) = lines.filter(|_| self.fills(stage, &value, across.dim)) else {
                continue;
            };
            // Scratchpads of a tile leave no arena to those that are taken beside them.
            let bytes = |line: &SourceLine| {
                let columns = STAGED_ROWS.columns + line.last - line.first;
                columns * STAGED_ROWS.rows * self.bytes(line.source)
            };
            if lines.iter().map(bytes).sum::<i64>() > MOST_ON_STACK {
                continue;
            }
            for line in lines {
                let layout = innermost_last(line.index.len(), line.rows.dim);
                if !staged.contains(&(line.source, layout.clone())) {
                    staged.push((line.source, layout));
                }
            }
        }
        staged
    }

    /// Whether a value is computed without a border in all rows of the lanes, somewhere in a row.
    fn fills(&self, stage: &Stage, value: &Block, lanes: usize) -> bool {
        match self.interior(stage, value, lanes, &[lanes]) {
            Interior::Everything => true,
            Interior::Nothing => false,
            Interior::Box(inner) => inner.is_plain() && inner.bounds[lanes].is_empty(),
        }
    }

    /// Where the reads of a value stay inside, if these dimensions are kept within their domain.
    fn interior(&self, stage: &Stage, value: &Block, lane: usize, kept: &[usize]) -> Interior {
        let Analyses { pipeline: p, facts, .. } = self.analyses;
        let loops: Vec<VarId> = (0..stage.rank()).map(VarId).collect();
        let known = |d: usize| kept.contains(&d).then(|| &stage.domain.0[d]);
        interior(p, facts, value, &loops, lane, &known)
    }
}

/// A case's value with variables that count the points of residue classes.
fn resolved(case: &Case, piece: &Piece) -> Block {
    let classes = piece.residues.iter().enumerate().filter_map(|(d, r)| Some((d, (*r)?)));
    classes.fold(case.value.clone(), |value, (d, class)| {
        within_class(&value, d, class.modulus, class.residue)
    })
}

/// The values of the loops over the residues that a row is split into.
fn classes(value: &Block, lane: usize) -> Vec<Block> {
    match resolving_modulus(value, VarId(lane)) {
        1 => vec![value.clone()],
        modulus => (0..modulus).map(|r| within_class(value, lane, modulus, r)).collect(),
    }
}

fn within_class(value: &Block, dim: usize, modulus: i64, residue: i64) -> Block {
    let at = point(VarId(dim), modulus, residue);
    map_affine(value, &|a: &Affine| a.substitute_var(VarId(dim), &at))
}
