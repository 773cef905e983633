//! Stages that read themselves: scans, recursive filters, summed-area tables, iteration in time.
//!
//! - Where no two coordinates of the free dimensions need each other, these run in parallel, and
//!   each goes through the serial dimensions by itself. Lanes go along the rows; where the serial
//!   dimension is that of the rows' points, across them.
//! - Where no dimension is free, as in a summed-area table, blocks on a diagonal run in parallel,
//!   and a few rows run side by side, each a point behind the one above it.
//! - Where integers are [combined](crate::analysis::prefix) with the point before along a row,
//!   lanes go along rows in either case.
//! - Where coordinates of free dimensions do need each other, as in an iteration in time, the
//!   serial dimensions are outermost, and every step of them runs in parallel.

use super::{Diagonal, GroupNest, Jam, Loop, Op, Recipe, reorder};
use crate::analysis::case_order::case_order;
use crate::analysis::causal::{Causal, Serial};
use crate::analysis::integer::Facts;
use crate::analysis::lane::lane_dimension;
use crate::analysis::prefix;
use crate::analysis::regions::piece;
use crate::analysis::residues::resolving_modulus;
use crate::ir::{Case, Index, Source, Stage, StageId, VarId};
use crate::schedule::align::Scan;
use crate::schedule::speed::{
    DIAGONAL_COLUMNS, DIAGONAL_PLANES, DIAGONAL_ROWS, POINTS_OF_A_LINE, RECURRENCE_COLUMNS,
    RECURRENCE_ROWS, SKEWED_ROWS,
};

/// How a stage runs that can be computed in this order.
pub fn serial(facts: &Facts, stage: &Stage, id: StageId, order: &Causal) -> Recipe {
    let ops = match (order.is_independent(), order.free.is_empty()) {
        (true, _) => independent(facts, stage, id, order),
        (false, true) => in_order(facts, (stage, id), order),
        (false, false) => in_steps(stage, id, order),
    };
    Recipe { part: GroupNest::Stage, ops }
}

/// How a stage runs in tiles of a group, in which no two coordinates of free dimensions need each
/// other: tiles are what runs in parallel. `narrow` tiles have no more points of a row than a task
/// takes.
pub fn in_tiles((stage, id): (&Stage, StageId), scan: &Scan, narrow: bool) -> Recipe {
    let Scan { order, lane, .. } = scan;
    let lane = *lane;
    let part = GroupNest::InTiles(id);
    if is_serial(order, lane) || (narrow && lane == lane_dimension(&stage.domain)) {
        return Recipe { part, ops: whole_rows(order, lane, Vec::new()) };
    }
    let mut ops = Vec::new();
    let nesting = nesting(stage, order, Some(lane), &mut ops);
    ops.push(Op::Reorder(nesting));
    ops.push(Op::Lanes(Loop::inside(lane)));
    Recipe { part, ops }
}

/// Rows from end to end in lanes, around which all other loops are; some of these in parallel.
fn whole_rows(order: &Causal, lane: usize, parallel: Vec<Op>) -> Vec<Op> {
    let free = order.free.iter().map(|f| f.dim);
    let others = free.chain(order.serial.iter().map(|s| s.dim)).filter(|dim| *dim != lane);
    let nesting = reorder(others.chain([lane]).map(Loop::whole).collect());
    nesting.into_iter().chain(parallel).chain([Op::Lanes(Loop::whole(lane))]).collect()
}

/// The dimension that runs in lanes, if one can: a free one, or that of the points of rows.
pub fn lane_of(facts: &Facts, (stage, id): (&Stage, StageId), order: &Causal) -> Option<usize> {
    match is_serial(order, lane_dimension(&stage.domain)) {
        true => along(facts, (stage, id), order).or_else(|| across(stage, order)),
        false => lane(stage, id, order),
    }
}

/// Whether a dimension is serial.
fn is_serial(order: &Causal, dim: usize) -> bool {
    order.serial.iter().any(|s| s.dim == dim)
}

/// Each coordinate of the free dimensions goes through the serial ones by itself.
fn independent(facts: &Facts, stage: &Stage, id: StageId, order: &Causal) -> Vec<Op> {
    let lane = lane_of(facts, (stage, id), order);
    if let Some(lane) = lane.filter(|lane| is_serial(order, *lane)) {
        let parallel = order.free.iter().map(|f| Op::Parallel(Loop::whole(f.dim)));
        return whole_rows(order, lane, parallel.collect());
    }
    let mut ops = Vec::new();
    let nesting = nesting(stage, order, lane, &mut ops);
    let parallel = nesting[..order.free.len()].to_vec();
    ops.push(Op::Reorder(nesting));
    ops.extend(parallel.into_iter().map(Op::Parallel));
    match lane {
        Some(dim) => ops.push(Op::Lanes(Loop::inside(dim))),
        None => ops.extend(side_by_side(facts, stage, order)),
    }
    ops
}

/// The loops, outermost first: those of the free dimensions, of the serial ones, and of the lanes
/// in blocks, into which `ops` cut their dimension.
fn nesting(stage: &Stage, order: &Causal, lane: Option<usize>, ops: &mut Vec<Op>) -> Vec<Loop> {
    if let Some(dim) = lane {
        let of_rows = dim == lane_dimension(&stage.domain);
        let by = if of_rows { RECURRENCE_COLUMNS } else { RECURRENCE_ROWS };
        ops.push(Op::Split { dim, by });
    }
    let free = order.free.iter().map(|f| f.dim);
    let around = |dim| if lane == Some(dim) { Loop::blocks(dim) } else { Loop::whole(dim) };
    let serial = order.serial.iter().map(|s| Loop::whole(s.dim));
    free.map(around).chain(serial).chain(lane.map(Loop::inside)).collect()
}

/// One point after the other, or along diagonals.
fn in_order(facts: &Facts, (stage, id): (&Stage, StageId), order: &Causal) -> Vec<Op> {
    let mut ops = Vec::new();
    let dims: Vec<usize> = order.serial.iter().map(|s| s.dim).collect();
    if let (true, [rows, columns, ..]) = (order.monotone, &dims[..]) {
        let lane = lane_dimension(&stage.domain);
        let (of_rows, of_columns) = match lane {
            lane if lane == *rows => (DIAGONAL_COLUMNS, DIAGONAL_ROWS),
            lane if lane == *columns => (DIAGONAL_ROWS, DIAGONAL_COLUMNS),
            _ => (DIAGONAL_PLANES, DIAGONAL_PLANES),
        };
        let (rows, columns) = (*rows, *columns);
        ops.push(Op::Split { dim: rows, by: of_rows });
        ops.push(Op::Split { dim: columns, by: of_columns });
        let blocks = [rows, columns].map(Loop::blocks);
        let inside = dims.iter().map(|d| match *d == rows || *d == columns {
            true => Loop::inside(*d),
            false => Loop::whole(*d),
        });
        ops.push(Op::Reorder(blocks.into_iter().chain(inside).collect()));
        ops.push(Op::Diagonal(Diagonal { rows, columns }));
    } else {
        ops.extend(reorder(dims.into_iter().map(Loop::whole).collect()));
    }
    if along(facts, (stage, id), order).is_none() {
        ops.extend(side_by_side(facts, stage, order));
        return ops;
    }
    let mut recipe = Recipe { part: GroupNest::Stage, ops };
    let points = recipe.innermost(stage.rank());
    recipe.ops.push(Op::Lanes(points));
    recipe.ops
}

/// Every step of the serial dimensions in parallel.
fn in_steps(stage: &Stage, id: StageId, order: &Causal) -> Vec<Op> {
    let lane = lane(stage, id, order);
    let free: Vec<usize> = order.free.iter().map(|f| f.dim).collect();
    // Coordinates that need each other must not go ahead on their own.
    let innermost = lane.or(free.last().copied()).expect("some dimension is free");
    let around: Vec<usize> = free.into_iter().filter(|d| *d != innermost).collect();
    let in_blocks = around.is_empty() && lane.is_some();
    let mut ops = Vec::new();
    let mut nesting: Vec<Loop> = order.serial.iter().map(|s| Loop::whole(s.dim)).collect();
    nesting.extend(around.iter().map(|d| Loop::whole(*d)));
    if in_blocks {
        ops.push(Op::Split { dim: innermost, by: POINTS_OF_A_LINE });
        nesting.extend([Loop::blocks(innermost), Loop::inside(innermost)]);
        ops.push(Op::Reorder(nesting));
        ops.push(Op::Parallel(Loop::blocks(innermost)));
        ops.push(Op::Lanes(Loop::inside(innermost)));
    } else {
        nesting.push(Loop::whole(innermost));
        ops.push(Op::Reorder(nesting));
        ops.extend(around.into_iter().map(|d| Op::Parallel(Loop::whole(d))));
        ops.extend(lane.map(|d| Op::Lanes(Loop::whole(d))));
    }
    ops
}

/// Rows along the innermost serial dimension that run side by side, if there are such rows of a
/// case, and no read of the stage itself goes the other way.
fn side_by_side(facts: &Facts, stage: &Stage, order: &Causal) -> Option<Op> {
    let apart = || case_order(facts, stage, order).together + 2 <= order.serial.len();
    match (order.monotone, &order.serial[..]) {
        (true, [.., rows, _]) if apart() => {
            Some(Op::UnrollJam(Jam { dim: rows.dim, by: SKEWED_ROWS, skew: 1 }))
        }
        _ => None,
    }
}

/// The dimension of the points of rows, if it runs in lanes although they wait for each other: what
/// is left of their dependences once outer loops have settled others is that integers are
/// [combined](crate::analysis::prefix) with the point before.
fn along(facts: &Facts, (stage, id): (&Stage, StageId), order: &Causal) -> Option<usize> {
    let row = lane_dimension(&stage.domain);
    let (last, outer) = order.serial.split_last()?;
    let combined = |case: usize| {
        let mut waits = 0;
        stage.cases[case].value.for_each_read(&mut |_, _, source, index| {
            waits += usize::from(source == Source::Stage(id) && !is_apart(outer, index));
        });
        let way = prefix::PrefixDirection { var: VarId(row), rising: last.rising };
        let prefix = prefix::of_case(stage, id, case, way);
        // Points of some residues are not next to each other.
        let Case { region, value, .. } = &stage.cases[case];
        let neighbours = piece(&stage.domain, region).residues[row].is_none()
            && resolving_modulus(value, VarId(row)) == 1;
        waits == 0 || (waits == 1 && prefix.is_some() && neighbours)
    };
    let alone = || case_order(facts, stage, order).together < order.serial.len();
    (last.dim == row && (0..stage.cases.len()).all(combined) && alone()).then_some(row)
}

/// The free dimension that runs in lanes where the serial ones go along the rows: the last one.
/// None if rows of the same plane wait for each other and can run [side by side](side_by_side).
fn across(stage: &Stage, order: &Causal) -> Option<usize> {
    let last = order.free.last()?.dim;
    let row = lane_dimension(&stage.domain);
    let waits = order.serial.iter().any(|s| s.dim != row && s.dim > last);
    (!(order.monotone && waits)).then_some(last)
}

/// Whether a point that a stage reads of itself is at a fixed distance along one of these
/// dimensions.
fn is_apart(along: &[Serial], index: &[Index]) -> bool {
    along.iter().any(|s| match &index[s.dim] {
        Index::Affine(a) => a.sub(&VarId(s.dim).into()).as_constant().is_some_and(|k| k != 0),
        Index::Value(_) => false,
    })
}

/// The free dimension that runs in lanes: what would in a stage of its own, else the last one.
/// None if a load of the stage itself is not at a fixed distance, for then lanes may meet.
fn lane(stage: &Stage, id: StageId, order: &Causal) -> Option<usize> {
    let mut fixed = true;
    for case in &stage.cases {
        case.value.for_each_read(&mut |_, _, source, index| {
            fixed &= source != Source::Stage(id) || is_apart(&order.serial, index);
        });
    }
    let usual = lane_dimension(&stage.domain);
    let free = || order.free.iter().map(|f| f.dim);
    free().find(|d| *d == usual).or(free().next_back()).filter(|_| fixed)
}
