//! Whether loops run as their recipes say.

use pipeline_core::ir::{Affine, Atom, Source, StageId, VarId};
use pipeline_core::loops::walk::{body, for_each_stmt};
use pipeline_core::loops::{Access, Bound, Compute, LoopKind, LoopNest, Nest, PartOf, Stmt};
use pipeline_core::schedule::recipe::{Op, Part, Recipe};
use pipeline_core::schedule::{Group, Order, Plan};
use std::collections::BTreeSet;

/// That exactly what the recipes of a plan say is staged, cut into blocks, in parallel and in
/// lanes, and that rows run side by side where they say so. The loops are as they were built.
pub fn as_planned(plan: &Plan, loops: &LoopNest) -> Result<(), String> {
    for group in &plan.groups {
        let nests: Vec<&Nest> = nests_of(group, loops).collect();
        let said: BTreeSet<Source> = group.recipes.iter().flat_map(|r| r.staged()).collect();
        let done: BTreeSet<Source> = nests.iter().flat_map(|n| staged(loops, n)).collect();
        if said != done {
            return Err(format!("recipes stage {said:?}, loops {done:?}"));
        }
        let skewed = group.recipes.iter().flat_map(|r| r.unrolled()).find(|jam| jam.skew > 0);
        let mut computes = nests.iter().flat_map(|nest| &nest.computes);
        let side_by_side = computes.any(|c| skewed.is_some_and(|jam| runs_rows(c, jam.by)));
        if skewed.is_some() && !side_by_side {
            return Err(format!(
                "the recipe has rows side by side, the loops have not: {skewed:?}"
            ));
        }
        for (recipe, nest) in with_recipes(group, &nests)? {
            let wrong = kinds(recipe, nest).and_then(|()| blocks(recipe, nest));
            wrong.map_err(|what| format!("{}: {what}: {recipe:?}", nest.name))?;
            let in_tiles = group.recipes.iter().filter(|r| matches!(r.part, Part::InTiles(_)));
            for recipe in in_tiles {
                let wrong = blocks(recipe, nest);
                wrong.map_err(|what| format!("{}: {what}: {recipe:?}", nest.name))?;
            }
        }
    }
    Ok(())
}

/// The nests that store a group's stages.
fn nests_of<'a>(group: &'a Group, loops: &'a LoopNest) -> impl Iterator<Item = &'a Nest> {
    let own = |stage: StageId| group.stages.contains(&stage);
    loops.nests.iter().filter(move |nest| nest.stored().into_iter().any(own))
}

/// The nests of a group, each with its recipe.
fn with_recipes<'a>(
    group: &'a Group,
    nests: &[&'a Nest],
) -> Result<Vec<(&'a Recipe, &'a Nest)>, String> {
    let recipes: Vec<&Recipe> = match &group.order {
        Order::Any | Order::Serial(_) => group.recipes.iter().collect(),
        Order::Aligned(_) => vec![group.recipe(Part::Tiles)],
        // The first steps, or those that fill no block, may have nothing to store.
        Order::Steps(_) => {
            let one_by_one =
                |nest: &Nest| nest.name.ends_with(" first") || nest.name.ends_with(" rest");
            let part = |nest: &Nest| if one_by_one(nest) { Part::Stage } else { Part::Tiles };
            nests.iter().map(|nest| group.recipe(part(nest))).collect()
        }
    };
    match recipes.len() == nests.len() {
        true => Ok(recipes.into_iter().zip(nests.iter().copied()).collect()),
        false => Err(format!("{} nests for {} recipes", nests.len(), recipes.len())),
    }
}

/// What a nest has staging buffers of.
fn staged<'a>(loops: &'a LoopNest, nest: &Nest) -> impl Iterator<Item = Source> + use<'a> {
    let stored = nest.stored();
    stored.into_iter().filter_map(|s| match loops.stages[s.0].as_ref()?.part_of? {
        PartOf::Staged(source) => Some(source),
        PartOf::Step(_) | PartOf::Kept(_) => None,
    })
}

fn runs_rows(compute: &Compute, by: i64) -> bool {
    compute.stores.len() as i64 == by
}

/// That loops are in parallel and in lanes, and strips in runs, exactly as a recipe says. Boxes of
/// a boundary region have less of both, and a nest may have no other loops.
fn kinds(recipe: &Recipe, nest: &Nest) -> Result<(), String> {
    let said = recipe.ops.iter().filter(|op| matches!(op, Op::Parallel(_) | Op::Diagonal(_)));
    let (said, done) = (said.count(), depth(&nest.body));
    let mut lanes = false;
    for_each_stmt(&nest.body, &mut |stmt| {
        lanes |= matches!(stmt, Stmt::For { kind: LoopKind::Lanes(_), .. });
    });
    let boundary = nest.computes.iter().all(|c| c.access == Access::BorderResolved);
    if done > said || (done < said && !boundary) {
        return Err(format!("{done} parallel loops around one another"));
    }
    if (lanes || !boundary) && lanes != recipe.lanes().is_some() {
        return Err(format!("lanes: {lanes}"));
    }
    if nest.runs.map(|runs| runs.again) != recipe.runs() {
        return Err(format!("runs: {:?}", nest.runs));
    }
    Ok(())
}

/// The most parallel loops around one another.
fn depth(stmts: &[Stmt]) -> usize {
    let one = |stmt: &Stmt| {
        let own = matches!(stmt, Stmt::For { kind: LoopKind::Parallel, .. });
        usize::from(own) + depth(body(stmt))
    };
    stmts.iter().map(one).max().unwrap_or(0)
}

/// That for every cut of a recipe there is a loop over blocks of so many coordinates: inside it, a
/// first one that moves so far with it, and a last one that is so many after the first.
fn blocks(recipe: &Recipe, nest: &Nest) -> Result<(), String> {
    let mut found: BTreeSet<i64> = BTreeSet::new();
    let mut ends: Vec<(Vec<Affine>, Vec<Affine>)> = Vec::new();
    let mut lets: Vec<&Bound> = Vec::new();
    let mut vars = Vec::new();
    for_each_stmt(&nest.body, &mut |stmt| match stmt {
        Stmt::Let { var, value } => {
            vars.push(*var);
            lets.push(value);
        }
        Stmt::For { var, lo, hi, .. } => {
            vars.push(*var);
            ends.push((lo.list().to_vec(), hi.list().to_vec()));
        }
        Stmt::When { .. } | Stmt::Scratch { .. } | Stmt::Copy(_) | Stmt::Compute(_) => {}
    });
    for pair in lets.windows(2) {
        ends.push((pair[0].list().to_vec(), pair[1].list().to_vec()));
    }
    // One strip of those that run as one.
    let of_one = |hi: &Affine| match nest.runs {
        Some(runs) => hi.substitute(&|atom| (*atom == Atom::Var(runs.many)).then(|| 1.into())),
        None => hi.clone(),
    };
    for (lo, hi) in &ends {
        for (lo, hi) in lo.iter().flat_map(|lo| hi.iter().map(move |hi| (lo, hi))) {
            let Some(length) = of_one(hi).sub(lo).as_constant() else { continue };
            let by = length + 1;
            let moves = |var: &VarId| lo.coefficient(&Atom::Var(*var)).abs() == by;
            if vars.iter().any(moves) {
                found.insert(by);
            }
        }
    }
    let boundary = nest.computes.iter().all(|c| c.access == Access::BorderResolved);
    match recipe.splits().find(|(_, by)| !found.contains(by) && !boundary) {
        Some((dim, by)) => Err(format!("no blocks of {by} of dimension {dim}: {found:?}")),
        None => Ok(()),
    }
}
