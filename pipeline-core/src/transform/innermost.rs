//! Planes that data choose become the innermost dimension.
//!
//! ```text
//! level(k, y, x) in [0..=7, …] = …          the same of level(y, x, k): a vector is a pixel of
//! pick(y, x) = level(of(y, x), y, x)        all planes, and those of a pixel are neighbours
//! ```
//!
//! Where data choose among a few planes, neighbouring pixels choose different ones: in planes, each
//! lane of a vector loads from a line of its own, and what is computed for all planes is computed
//! in as many passes over the picture. With the planes innermost, a pixel's are a vector; what is
//! the same for all of them is computed once, and what one pixel takes lies on one line.
//!
//! The dimension moves in all stages that compute or read it plane by plane, or in none of them.

use crate::analysis::reads::for_each_read;
use crate::ir::nodes::map_affine;
use crate::ir::{Affine, Atom, Index, Node, Pipeline, Source, Stage, StageId, VarId};
use crate::options::Options;
use crate::schedule::speed::{LEAST_PLANES, MOST_OF_A_ROW, MOST_PLANES};
use std::collections::BTreeMap;

/// The pipeline with planes that data choose innermost, but for stages that hints lay out.
pub fn planes_innermost(p: Pipeline, options: &Options) -> Pipeline {
    let mut known = vec![false; p.stages.len()];
    let mut moved: BTreeMap<StageId, usize> = BTreeMap::new();
    for seed in chosen_by_data(&p) {
        if known[seed.stage.0] {
            continue;
        }
        let found = along(&p, seed, options);
        known[seed.stage.0] = true;
        let Some(found) = found else { continue };
        if found.keys().all(|stage| !moved.contains_key(stage)) {
            found.keys().for_each(|stage| known[stage.0] = true);
            moved.extend(found);
        }
    }
    moved.retain(|stage, dim| *dim + 1 < p.stages[stage.0].rank());
    permuted(p, &moved)
}

/// A dimension of a stage.
#[derive(Clone, Copy)]
struct PlaneDim {
    stage: StageId,
    dim: usize,
}

/// The dimensions that an index of data chooses from where stages read others.
fn chosen_by_data(p: &Pipeline) -> Vec<PlaneDim> {
    let mut found = Vec::new();
    for block in p.stages.iter().flat_map(|s| &s.cases).map(|case| &case.value) {
        for_each_read(block, &mut |read, _| {
            let Source::Stage(stage) = read.source else { return };
            for (dim, index) in read.index.iter().enumerate() {
                if matches!(index, Index::Value(_)) && p.stages[stage.0].rank() > 1 {
                    found.push(PlaneDim { stage, dim });
                }
            }
        });
    }
    found
}

/// The stages that go along with a dimension plane by plane, each with its own; `None` if one of
/// them has to stay as it is.
fn along(p: &Pipeline, seed: PlaneDim, options: &Options) -> Option<BTreeMap<StageId, usize>> {
    let mut found = BTreeMap::new();
    let mut open = vec![seed];
    while let Some(PlaneDim { stage, dim }) = open.pop() {
        match found.insert(stage, dim) {
            Some(known) if known == dim => continue,
            Some(_) => return None,
            None => {}
        }
        if !may_move(p, stage, dim, options) {
            return None;
        }
        for (reader, of) in p.stages.iter().enumerate() {
            let linked = linked(of, StageId(reader), PlaneDim { stage, dim })?;
            open.extend(linked);
        }
    }
    Some(found)
}

/// What goes along with planes in the definitions of a stage: the stage itself where it reads them
/// one by one, and what it reads so where they are its own. `None` if it does so in another way.
fn linked(of: &Stage, id: StageId, planes: PlaneDim) -> Option<Vec<PlaneDim>> {
    let PlaneDim { stage, dim } = planes;
    let (mut found, mut stays) = (Vec::new(), false);
    for case in &of.cases {
        for_each_read(&case.value, &mut |read, _| {
            let of_planes = read.source == Source::Stage(stage);
            for (at, index) in read.index.iter().enumerate() {
                let Index::Affine(a) = index else { continue };
                if of_planes && at == dim {
                    match unit_variable(a, of.rank()) {
                        Some(var) => found.push(PlaneDim { stage: id, dim: var.0 }),
                        None => stays |= !a.vars().is_empty(),
                    }
                } else if id == stage && a.mentions_var(VarId(dim)) {
                    match (read.source, unit_variable(a, of.rank())) {
                        (Source::Stage(stage), Some(_)) => found.push(PlaneDim { stage, dim: at }),
                        // A table of a single dimension lies as it lies.
                        (_, Some(_)) if read.index.len() == 1 => {}
                        _ => stays = true,
                    }
                }
            }
        });
    }
    // An update goes by variables of its own, and changes points in any order of dimensions.
    for update in of.updates.iter().filter(|_| id != stage) {
        for_each_read(&update.value, &mut |read, _| {
            let moves = |i: &Index| matches!(i, Index::Affine(a) if !a.vars().is_empty());
            stays |= read.source == Source::Stage(stage) && moves(&read.index[dim]);
        });
    }
    (!stays).then_some(found)
}

/// The variable whose planes an index goes along with, one by one.
fn unit_variable(a: &Affine, rank: usize) -> Option<VarId> {
    let [var] = a.vars()[..] else { return None };
    let rest = a.sub(&var.into());
    let alone = a.coefficient(&Atom::Var(var)) == 1 && rest.as_constant().is_some();
    (alone && var.0 < rank).then_some(var)
}

/// Whether a dimension of a stage may become innermost: the points of a result lie as the caller
/// has them, and those of a stage that reads itself wait for each other.
fn may_move(p: &Pipeline, id: StageId, dim: usize, options: &Options) -> bool {
    let stage = &p.stages[id.0];
    let points = stage.domain.0[dim].fixed_extent();
    let fills = |n: i64| {
        let most = if n % LEAST_PLANES == 0 { MOST_PLANES } else { MOST_OF_A_ROW };
        (LEAST_PLANES..=most).contains(&n)
    };
    let hinted = options.layouts.iter().any(|hint| hint.stage == stage.name);
    stage.rank() > 1
        && points.is_some_and(fills)
        && !p.outputs.contains(&id)
        && !stage.reads_itself(id)
        && !hinted
}

/// The pipeline with one dimension of each of these stages innermost.
pub(super) fn permuted(mut p: Pipeline, moved: &BTreeMap<StageId, usize>) -> Pipeline {
    for (id, dim) in moved {
        let stage = &mut p.stages[id.0];
        let rank = stage.rank();
        let renamed = |var: VarId| match var.0 {
            of if of == *dim => VarId(rank - 1),
            of if of > *dim && of < rank => VarId(of - 1),
            _ => var,
        };
        let rename = |a: &Affine| {
            a.substitute(&|atom| match atom {
                Atom::Var(var) => Some(renamed(*var).into()),
                Atom::Size(_) | Atom::Div(..) => None,
            })
        };
        stage.vars[*dim..rank].rotate_left(1);
        stage.domain.0[*dim..].rotate_left(1);
        for case in &mut stage.cases {
            case.region.tests.iter_mut().for_each(|test| test.affine = rename(&test.affine));
            case.value = map_affine(&case.value, &rename);
        }
    }
    for block in p.stages.iter_mut().flat_map(Stage::blocks_mut) {
        permute_reads(&mut block.exprs, moved);
    }
    p
}

fn permute_reads(exprs: &mut [crate::ir::Expr], moved: &BTreeMap<StageId, usize>) {
    for expr in exprs {
        match &mut expr.node {
            Node::Read { source: Source::Stage(s), index } => {
                if let Some(dim) = moved.get(s) {
                    index[*dim..].rotate_left(1);
                }
            }
            Node::Reduce { body, .. } => permute_reads(&mut body.exprs, moved),
            Node::Read { source: Source::Input(_), .. }
            | Node::Const(_)
            | Node::Scalar(_)
            | Node::Index(_)
            | Node::Test(_)
            | Node::Unary(..)
            | Node::Binary(..)
            | Node::Cast(_)
            | Node::SaturatingCast(_)
            | Node::Select(..)
            | Node::Call(..)
            | Node::Combine { .. } => {}
        }
    }
}

#[cfg(test)]
mod tests;
