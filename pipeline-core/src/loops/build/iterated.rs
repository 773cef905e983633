//! Several steps of an iteration in time at once, in overlapped tiles.
//!
//! ```text
//! the first steps, one by one
//! for each block of steps {
//!   parallel for strip, for block of columns {
//!     scratch all steps but the last { … }       the nest of a group: see `tiles`
//!   }
//! }
//! the steps that fill no block, one by one
//! ```
//!
//! The nest of a block is that of a group of stages; where it mentions the number of the block, the
//! variable of the loop over blocks is put in. The last step, and those before it that later blocks
//! or other stages read, are stored where the stage lives.

use super::made::{Built, MadeLoops};
use super::{RankPart, RankReach, scan, tiles};
use crate::analysis::integer::Facts;
use crate::ir::{Affine, Atom, Pipeline, SizeId, StageId, VarId};
use crate::loops::dependence::NestSetting;
use crate::loops::rename::{Renaming, SAME};
use crate::loops::walk::{for_each_stmt, with_body};
use crate::loops::{Bound, Buffer, Hold, LoopKind, Nest, PartOf, Role, Stmt, in_order};
use crate::schedule::group::Steps;
use crate::schedule::recipe::Recipe;
use crate::schedule::shape::{Kept, Tiled};
use crate::transform::unroll::UnrolledSteps;

/// The nests of a stage some of whose steps are computed at once; the scratchpads of these steps
/// are those of [`pads`], numbered from `first_pad` on among the buffers of the stages.
pub fn nests(
    p: &Pipeline,
    (steps, one_by_one): (&Steps, &Recipe),
    (tiled, in_tiles): (&Tiled, &Recipe),
    first_pad: usize,
    (parts, setting): (&[RankPart], NestSetting<'_>),
) -> [Nest; 3] {
    let unrolled = &steps.unrolled;
    let late: Vec<RankPart> = parts.iter().map(RankPart::late).collect();
    let part = |what: &str, p: &Pipeline, parts: &[RankPart]| {
        // Steps that read none before them alternate as well: they may share a plane of memory.
        let facts = Facts::for_pipeline(p);
        let stage = (unrolled.stage, &steps.serial);
        let nest = scan::nest(p, &facts, stage, (one_by_one, parts), setting);
        Nest { name: format!("{} {what}", nest.name), ..nest }
    };
    let first = part("first", &unrolled.before(p), parts);
    let rest = part("rest", &unrolled.after(p), &late);
    [first, blocks(p, unrolled, (tiled, parts), first_pad).run_as(in_tiles, setting), rest]
}

/// The scratchpads of a stage's steps.
pub fn pads(steps: &Steps, tiled: &Tiled) -> Vec<Buffer> {
    let unrolled = &steps.unrolled;
    let buffer = |stage: &StageId| {
        let of = &unrolled.pipeline.stages[stage.0];
        let mut held = tiled.holds(*stage)?;
        held[unrolled.iteration.dim] = Hold::Current;
        let mut domain = of.domain.clone();
        domain.0[unrolled.iteration.dim] = unrolled.times();
        Some(Buffer {
            name: of.name.clone(),
            ty: of.ty,
            role: Role::Scratch(held),
            domain,
            border: of.border.as_ref().map(|b| b.mode),
            circular: None,
            layout: in_order(of.rank()),
            part_of: Some(PartOf::Step(unrolled.stage)),
        })
    };
    intermediates(tiled).iter().filter_map(buffer).collect()
}

/// The steps that have scratchpads.
fn intermediates(tiled: &Tiled) -> Vec<StageId> {
    let kept = &tiled.rows.kept;
    let stages = tiled.alignment.stages.iter().zip(kept);
    stages.filter(|(_, kept)| **kept != Kept::Nothing).map(|(s, _)| s.stage).collect()
}

/// The loop over blocks.
fn blocks(
    p: &Pipeline,
    unrolled: &UnrolledSteps,
    (tiled, parts): (&Tiled, &[RankPart]),
    first_pad: usize,
) -> Built {
    let facts = Facts::for_pipeline(&unrolled.pipeline);
    // What tiles keep of a step that they store, too, has a number behind those of all stages.
    let kept = |step: StageId| StageId(unrolled.pipeline.stages.len() + step.0);
    let extents = &tiled.alignment.stages;
    let both =
        |step: StageId| extents.iter().any(|s| s.stage == step && s.stored && s.is_read_inside());
    let pad_of = |step: StageId| if both(step) { kept(step) } else { step };
    let epoch = parts.iter().find_map(|part| part.reach.as_ref());
    let parts: Vec<RankPart> = parts.iter().map(|part| at_last_step(unrolled, part)).collect();
    let of_blocks = Some(unrolled.stage);
    let Built { nest, made } =
        tiles::group_nest(&unrolled.pipeline, &facts, (tiled, &[], &parts), &pad_of, of_blocks);
    let nest = without_single_trips(nest, &made);
    let mut vars = nest.vars;
    let stage = &p.stages[unrolled.stage.0];
    let block = vars.fresh(format!("{}_block", stage.vars[unrolled.iteration.dim]));
    let with_pads = intermediates(tiled);
    let stored = |stage: StageId| match with_pads.iter().position(|s| pad_of(*s) == stage) {
        Some(pad) => StageId(first_pad + pad),
        None if unrolled.stages.contains(&stage) => unrolled.stage,
        None => stage,
    };
    let at = |a: &Affine| {
        let a = a.substitute(&|atom| (*atom == Atom::Size(unrolled.block)).then(|| block.into()));
        shifted(&a, unrolled.block, -1)
    };
    let renaming = Renaming { affine: &at, stage: &stored, ..SAME };
    let computes = nest.computes.iter().map(|c| renaming.compute(c)).collect();
    let body = renaming.stmts(&nest.body);
    // An epoch begins behind a block, and ends with one or behind the last.
    let firsts = epoch.map(|epoch| unrolled.blocks_to(&epoch.from.offset(-1)).offset(1));
    let lasts = epoch.map(|epoch| unrolled.blocks_to(&epoch.to));
    let body = vec![Stmt::For {
        var: block,
        lo: Bound::Max([1.into()].into_iter().chain(firsts).collect()),
        hi: Bound::Min([unrolled.blocks()].into_iter().chain(lasts).collect()),
        kind: LoopKind::Serial,
        body,
    }];
    let nest = Nest { name: stage.name.clone(), vars, computes, body, ..nest };
    Built { nest, made }
}

/// A rank's part of the last of a block's steps, which is what tiles divide.
fn at_last_step(unrolled: &UnrolledSteps, part: &RankPart) -> RankPart {
    // The sizes of ranks have the numbers behind that of the block until it is a variable.
    let behind = |a: &Affine| shifted(a, unrolled.block, 1);
    let of = |epoch: &RankReach| RankReach {
        reach: epoch.reach.clone(),
        from: behind(&epoch.from),
        to: behind(&epoch.to),
    };
    let part = RankPart {
        dim: part.dim,
        first: behind(&part.first),
        last: behind(&part.last),
        reach: part.reach.as_ref().map(of),
    };
    part.at(&unrolled.last_step())
}

/// An expression with other numbers for the sizes from one on.
fn shifted(a: &Affine, from: SizeId, by: isize) -> Affine {
    a.substitute(&|atom| match atom {
        Atom::Size(size) if size.0 >= from.0 => {
            Some(Affine::from(SizeId(size.0.saturating_add_signed(by))))
        }
        Atom::Size(_) | Atom::Var(_) | Atom::Div(..) => None,
    })
}

/// The nest without loops around others that run for one value, which is then put in: the time of a
/// step is known. The loops of the recipe stay.
fn without_single_trips(mut nest: Nest, made: &MadeLoops) -> Nest {
    let stays = |var: VarId| made.loops.iter().any(|(_, own)| *own == var);
    let mut values: Vec<Option<Vec<Affine>>> = vec![None; nest.vars.len()];
    for_each_stmt(&nest.body, &mut |stmt| {
        if let Stmt::For { var, lo, hi, kind: LoopKind::Serial, body } = stmt
            && !stays(*var)
        {
            let value = match (lo.list(), hi.list()) {
                ([lo], [hi]) if lo == hi && !matches!(body[..], [Stmt::Compute(_)]) => lo,
                _ => return values[var.0] = Some(Vec::new()),
            };
            let known = values[var.0].get_or_insert_with(|| vec![value.clone()]);
            known.retain(|k| k == value);
        }
    });
    let value = |var: VarId| values[var.0].as_ref().and_then(|known| known.first().cloned());
    let at = |a: &Affine| {
        a.substitute(&|atom| match atom {
            Atom::Var(var) => value(*var),
            Atom::Size(_) | Atom::Div(..) => None,
        })
    };
    let renaming = Renaming { affine: &at, ..SAME };
    nest.computes = nest.computes.iter().map(|c| renaming.compute(c)).collect();
    nest.body = unwrapped(renaming.stmts(&nest.body), &|var| value(var).is_some());
    nest
}

/// The statements with the bodies of some loops in their place.
fn unwrapped(stmts: Vec<Stmt>, gone: &dyn Fn(VarId) -> bool) -> Vec<Stmt> {
    let one = |stmt: Stmt| match stmt {
        Stmt::For { var, body, .. } if gone(var) => unwrapped(body, gone),
        other @ Stmt::Let { .. }
        | other @ Stmt::When { .. }
        | other @ Stmt::For { .. }
        | other @ Stmt::Scratch { .. }
        | other @ Stmt::Copy(_)
        | other @ Stmt::Compute(_) => vec![with_body(other, |body| unwrapped(body, gone))],
    };
    stmts.into_iter().flat_map(one).collect()
}
