//! Which loops of a nest are which of its recipe's, and running them as it says.

use crate::ir::VarId;
use crate::loops::dependence::race::Race;
use crate::loops::rewrite::lanes::lanes;
use crate::loops::rewrite::parallel::parallel;
use crate::loops::{Buffer, ComputeId, Nest};
use crate::schedule::recipe::{Loop, Op, Recipe};

/// The loops that have been made of a recipe's; a loop over several boxes is several, and has one
/// variable.
#[derive(Clone, Debug, Default)]
pub struct Made {
    /// Each with its variable.
    pub loops: Vec<(Loop, VarId)>,
    /// What is computed in the loops that are to run in lanes.
    pub lanes: Vec<ComputeId>,
}

/// A nest all of whose loops are serial.
pub struct Built {
    /// The nest.
    pub nest: Nest,
    /// What its loops are.
    pub made: Made,
}

impl Made {
    /// With other variables and computes.
    pub fn shifted(
        self,
        var: &dyn Fn(VarId) -> VarId,
        compute: &dyn Fn(ComputeId) -> ComputeId,
    ) -> Made {
        let loops = self.loops.into_iter().map(|(of, v)| (of, var(v))).collect();
        Made { loops, lanes: self.lanes.into_iter().map(compute).collect() }
    }

    /// Runs loops of a nest in parallel and in lanes as a recipe says.
    fn run(
        &self,
        nest: &mut Nest,
        recipe: &Recipe,
        stages: &[Option<Buffer>],
    ) -> Result<(), Box<Race>> {
        let of_recipe = self.loops.iter().filter(|(of, _)| runs_in_parallel(recipe, *of));
        let vars: Vec<VarId> = of_recipe.map(|(_, var)| *var).collect();
        parallel(nest, stages, &vars)?;
        lanes(nest, stages, &self.lanes)
    }
}

impl Built {
    /// The nest with loops in parallel and in lanes as a recipe says.
    ///
    /// # Panics
    /// If iterations of such a loop may access one place: then the recipe is wrong.
    pub fn run_as(self, recipe: &Recipe, stages: &[Option<Buffer>]) -> Nest {
        let Built { mut nest, made } = self;
        if let Err(race) = made.run(&mut nest, recipe, stages) {
            panic!("`{}` cannot run as planned: {race:?}", nest.name);
        }
        nest
    }
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
        | Op::UnrollJam(_)
        | Op::PairRows
        | Op::Stage { .. } => false,
    })
}
