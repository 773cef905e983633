//! Which loops of a nest are which of its recipe's, and running them as it says.

use crate::ir::{Affine, VarId};
use crate::loops::dependence::NestSetting;
use crate::loops::dependence::race::Race;
use crate::loops::rewrite::combine::combine;
use crate::loops::rewrite::lanes::lanes;
use crate::loops::rewrite::parallel::parallel;
use crate::loops::rewrite::runs::{Strips, in_runs};
use crate::loops::rewrite::unroll_jam::{UnrollJam, Unrolled};
use crate::loops::{Compute, ComputeId, Lanes, Nest, Stmt};
use crate::schedule::recipe::{Loop, LoopPart, Op, Recipe};

/// The loops that have been made of a recipe's; a loop over several boxes is several, and has one
/// variable.
#[derive(Clone, Debug, Default)]
pub struct MadeLoops {
    /// Each with its variable.
    pub loops: Vec<(Loop, VarId)>,
    /// What is computed in the loops that are to run in lanes.
    pub lanes: Vec<ComputeId>,
    /// The loops several of whose iterations are to run together.
    pub jams: Vec<Jammed>,
    /// The strips of tiles.
    pub strips: Option<Strips>,
}

/// A loop that is to be unrolled and jammed.
#[derive(Clone, Debug)]
pub struct Jammed {
    /// Its variable.
    pub var: VarId,
    /// How many iterations run together.
    pub by: i64,
    /// Where blocks of them begin; at the first iteration if that is not said.
    pub base: Option<Affine>,
}

/// A nest all of whose loops are serial.
pub struct Built {
    /// The nest.
    pub nest: Nest,
    /// What its loops are.
    pub made: MadeLoops,
}

impl MadeLoops {
    /// With other variables and computes.
    pub fn shifted(
        self,
        var: &dyn Fn(VarId) -> VarId,
        affine: &dyn Fn(&Affine) -> Affine,
        compute: &dyn Fn(ComputeId) -> ComputeId,
    ) -> MadeLoops {
        let loops = self.loops.into_iter().map(|(of, v)| (of, var(v))).collect();
        let jam =
            |jam: Jammed| Jammed { var: var(jam.var), base: jam.base.as_ref().map(affine), ..jam };
        let jams = self.jams.into_iter().map(jam).collect();
        let strips =
            self.strips.map(|s| Strips { strip: var(s.strip), end: var(s.end), rows: s.rows });
        MadeLoops { loops, lanes: self.lanes.into_iter().map(compute).collect(), jams, strips }
    }

    /// Runs loops of a nest in parallel, in lanes and several iterations together as a recipe says.
    fn run(
        &self,
        nest: &mut Nest,
        recipe: &Recipe,
        setting: NestSetting<'_>,
    ) -> Result<(), Box<Race>> {
        let of_recipe = self.loops.iter().filter(|(of, _)| runs_in_parallel(recipe, *of));
        let vars: Vec<VarId> = of_recipe.map(|(_, var)| *var).collect();
        parallel(nest, setting, &vars)?;
        if let (Some(strips), Some(again)) = (self.strips, recipe.runs()) {
            in_runs(nest, strips, again);
        }
        lanes(nest, setting, &self.lanes, many(recipe))?;
        let together = |points: &[Compute], _: Option<VarId>| Some(combine(points));
        self.jams.iter().try_for_each(|Jammed { var, by, base }| {
            let jam = UnrollJam { by: *by, skew: 0, base: base.clone(), combine: &together };
            let body = std::mem::take(&mut nest.body);
            nest.body = jammed(&jam, nest, setting, *var, body)?;
            Ok(())
        })
    }
}

/// Statements in which the loop over a variable is unrolled.
fn jammed(
    jam: &UnrollJam<'_>,
    nest: &mut Nest,
    setting: NestSetting<'_>,
    of: VarId,
    stmts: Vec<Stmt>,
) -> Result<Vec<Stmt>, Box<Race>> {
    let mut list = Vec::with_capacity(stmts.len());
    for stmt in stmts {
        match stmt {
            Stmt::For { var, lo, hi, kind, body } if var == of => {
                let outer = Unrolled { var, lo: &lo, hi: &hi, kind };
                list.extend(jam.apply(nest, setting, &outer, body)?);
            }
            Stmt::For { var, lo, hi, kind, body } => {
                let body = jammed(jam, nest, setting, of, body)?;
                list.push(Stmt::For { var, lo, hi, kind, body });
            }
            Stmt::When { tests, body } => {
                let body = jammed(jam, nest, setting, of, body)?;
                list.push(Stmt::When { tests, body });
            }
            Stmt::Scratch { pads, body } => {
                let body = jammed(jam, nest, setting, of, body)?;
                list.push(Stmt::Scratch { pads, body });
            }
            other @ Stmt::Let { .. } | other @ Stmt::Copy(_) | other @ Stmt::Compute(_) => {
                list.push(other);
            }
        }
    }
    Ok(list)
}

impl Built {
    /// The nest with loops in parallel and in lanes as a recipe says. If the dependence test cannot
    /// show that iterations of such a loop access no place in common, all stay serial: slow, and
    /// right. No recipe is known of which that is so, and tests compare recipes with loops.
    pub fn run_as(self, recipe: &Recipe, setting: NestSetting<'_>) -> Nest {
        let Built { nest: serial, made } = self;
        let mut nest = serial.clone();
        match made.run(&mut nest, recipe, setting) {
            Ok(()) => nest,
            Err(_) => serial,
        }
    }
}

/// How many lanes the lanes loops of a recipe have, if that is known: a block of fewer points than
/// the longest vector has is one of eight-lane vectors.
fn many(recipe: &Recipe) -> Option<Lanes> {
    let points = recipe.lanes().filter(|of| of.part == LoopPart::Inside);
    let short = points.and_then(|of| recipe.split(of.dim)).is_some_and(|by| by < Lanes::MOST);
    recipe.many().or(short.then_some(Lanes::Eight))
}

/// Whether iterations of a loop run at the same time, all or those on a diagonal.
fn runs_in_parallel(recipe: &Recipe, of: Loop) -> bool {
    recipe.ops.iter().any(|op| match op {
        Op::Parallel(parallel) => *parallel == of,
        Op::Diagonal(diagonal) => Loop::blocks(diagonal.rows) == of,
        Op::Split { .. }
        | Op::Cyclic { .. }
        | Op::Step { .. }
        | Op::Reorder(_)
        | Op::Lanes(_)
        | Op::Many(_)
        | Op::UnrollJam(_)
        | Op::JamRows { .. }
        | Op::Runs { .. }
        | Op::Running(_)
        | Op::BoundaryRows
        | Op::Stage { .. } => false,
    })
}
