//! The recipes of a group in words.

use super::Recipe;
use crate::analysis::update_passes::update_passes;
use crate::ir::{Pipeline, Source, Stage, StageId};
use crate::schedule::Group;
use crate::schedule::recipe::{self, GroupNest};

/// How the nests of a group run, in their order.
pub(super) fn recipes(p: &Pipeline, group: &Group) -> Vec<Recipe> {
    let name = |source: Source| match source {
        Source::Input(i) => p.inputs[i.0].name.clone(),
        Source::Stage(s) => p.stages[s.0].name.clone(),
    };
    let one = |recipe: &recipe::Recipe| {
        let (of, dims) = nest(p, group, recipe.part);
        Recipe { of, steps: recipe::text(recipe, &dims, &name) }
    };
    group.recipes.iter().map(one).collect()
}

/// What a nest is called, and the names of the dimensions that its recipe is about.
fn nest(p: &Pipeline, group: &Group, part: GroupNest) -> (String, Vec<String>) {
    let of = |id: StageId| &p.stages[id.0];
    let stage = || of(group.stages[0]);
    match part {
        GroupNest::Case(case) if stage().cases.len() > 1 => {
            (format!("{} case {case}", stage().name), stage().vars.clone())
        }
        GroupNest::Case(_) => (stage().name.clone(), stage().vars.clone()),
        GroupNest::Stage => match group.steps() {
            Some(_) => (format!("{}, single steps", stage().name), stage().vars.clone()),
            None => (stage().name.clone(), stage().vars.clone()),
        },
        GroupNest::Tiles => match group.steps() {
            Some(_) => (format!("{}, steps at once", stage().name), stage().vars.clone()),
            None => ("tiles".into(), live_out(p, group).vars.clone()),
        },
        GroupNest::InTiles(stage) => (of(stage).name.clone(), of(stage).vars.clone()),
        GroupNest::Update { stage, pass } => {
            let passes = update_passes(of(stage));
            let name = match passes.len() {
                1 => format!("update of {}", of(stage).name),
                _ => format!("update {pass} of {}", of(stage).name),
            };
            (name, passes[pass][0].vars.clone())
        }
    }
}

/// The live-out after which the dimensions of a group's tiles are called.
fn live_out<'a>(p: &'a Pipeline, group: &Group) -> &'a Stage {
    let live_out = group.alignment().and_then(|a| a.live_outs().next());
    &p.stages[live_out.expect("tiles have a live-out").stage.0]
}
