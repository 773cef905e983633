//! Whether loops run as their recipes say.

use pipeline_core::ir::{Affine, Atom, Source, StageId, VarId};
use pipeline_core::loops::walk::{body, for_each_stmt};
use pipeline_core::loops::{
    Access, Bound, Compute, ComputeId, LoopKind, LoopNest, Nest, PartOf, Role, Stmt,
};
use pipeline_core::schedule::recipe::{GroupNest, Loop, LoopPart, Op, Recipe};
use pipeline_core::schedule::{Group, Order, Place, Plan};
use std::collections::BTreeSet;

/// That exactly what the recipes of a plan say is staged, cut into blocks and steps, nested, in
/// parallel and in lanes, that rows run side by side where they say so, and that scratchpads hold
/// what the plan says. The loops are as they were built.
pub fn as_planned(plan: &Plan, loops: &LoopNest) -> Result<(), String> {
    holds(plan, loops)?;
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
            let wrong = kinds(recipe, nest)
                .and_then(|()| blocks(recipe, nest))
                .and_then(|()| steps(recipe, nest))
                .and_then(|()| nested(recipe, nest, &|stage| has_loops_of(group, stage)));
            wrong.map_err(|what| format!("{}: {what}: {recipe:?}", nest.name))?;
            for (stage, recipe) in scans(group) {
                let wrong = blocks(recipe, nest)
                    .and_then(|()| nested(recipe, nest, &|stored| stored == stage));
                wrong.map_err(|what| format!("{}: {what}: {recipe:?}", nest.name))?;
            }
        }
    }
    Ok(())
}

/// That buffers hold of each dimension what is planned, in the layout that is planned.
fn holds(plan: &Plan, loops: &LoopNest) -> Result<(), String> {
    for (storage, buffer) in plan.storage.iter().zip(&loops.stages) {
        let Some(buffer) = buffer else { continue };
        let scratch = match &buffer.role {
            Role::Scratch(hold) => Some(hold),
            Role::Full | Role::Output(_) | Role::Input(_) => None,
        };
        let planned = (storage.place == Place::Scratch).then_some(&storage.hold);
        if scratch != planned || storage.layout != buffer.layout {
            return Err(format!("`{}` is not stored as planned: {storage:?}", buffer.name));
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
        Order::Aligned(_) => vec![group.recipe(GroupNest::Tiles)],
        // The first steps, or those that fill no block, may have nothing to store.
        Order::Steps(_) => {
            let one_by_one =
                |nest: &Nest| nest.name.ends_with(" first") || nest.name.ends_with(" rest");
            let part =
                |nest: &Nest| if one_by_one(nest) { GroupNest::Stage } else { GroupNest::Tiles };
            nests.iter().map(|nest| group.recipe(part(nest))).collect()
        }
    };
    match recipes.len() == nests.len() {
        true => Ok(recipes.into_iter().zip(nests.iter().copied()).collect()),
        false => Err(format!("{} nests for {} recipes", nests.len(), recipes.len())),
    }
}

/// The stages that read themselves in the tiles of a group, with their recipes.
fn scans(group: &Group) -> impl Iterator<Item = (StageId, &Recipe)> {
    group.recipes.iter().filter_map(|recipe| match recipe.part {
        GroupNest::InTiles(stage) => Some((stage, recipe)),
        GroupNest::Case(_) | GroupNest::Stage | GroupNest::Tiles | GroupNest::Update { .. } => None,
    })
}

/// Whether a stage has the dimensions that the recipe of a group is about, and no recipe of its
/// own.
fn has_loops_of(group: &Group, stage: StageId) -> bool {
    let own = scans(group).any(|(scan, _)| scan == stage);
    let live_out = match &group.order {
        Order::Aligned(alignment) => alignment.live_outs().any(|s| s.stage == stage),
        Order::Any | Order::Serial(_) => true,
        Order::Steps(_) => false,
    };
    live_out && !own
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
    let found = lengths(nest);
    let boundary = nest.computes.iter().all(|c| c.access == Access::BorderResolved);
    match recipe.splits().find(|(_, by)| !found.contains(by) && !boundary) {
        Some((dim, by)) => Err(format!("no blocks of {by} of dimension {dim}: {found:?}")),
        None => Ok(()),
    }
}

/// The coordinates of the blocks that loops of a nest go over.
fn lengths(nest: &Nest) -> BTreeSet<i64> {
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
    found
}

/// That blocks are computed in the steps of a recipe: of single rows, the loop goes by the row.
fn steps(recipe: &Recipe, nest: &Nest) -> Result<(), String> {
    let step = |op: &Op| if let Op::Step { by, .. } = op { Some(*by) } else { None };
    let Some(by) = recipe.ops.iter().find_map(step) else { return Ok(()) };
    let names = nest.vars.names();
    let is_there = match by {
        1 => names.iter().any(|name| name.starts_with("step")),
        _ => lengths(nest).contains(&by),
    };
    match is_there {
        true => Ok(()),
        false => Err(format!("no steps of {by}")),
    }
}

/// That the loops around what is computed of some stages inside its sources, as far as a store
/// moves with them, are in the order of a recipe.
fn nested(recipe: &Recipe, nest: &Nest, of: &dyn Fn(StageId) -> bool) -> Result<(), String> {
    let tiles = recipe.part == GroupNest::Tiles;
    let mut wrong = Ok(());
    in_loops(&nest.body, &mut Vec::new(), &mut |loops, compute| {
        let compute = &nest.computes[compute.0];
        let [store] = &compute.stores[..] else { return };
        if compute.access != Access::Inside || compute.updates() || !of(store.stage) {
            return;
        }
        let nesting = recipe.nesting(store.index.len());
        // Of a plane that a task has, a stage has a loop over one coordinate.
        let inside = |l: &&Loop| {
            let own = matches!(l.part, LoopPart::Whole | LoopPart::Inside);
            own && !(tiles && recipe.is_parallel(**l))
        };
        let planned = nesting.iter().filter(inside).map(|l| l.dim);
        let place = |dim: usize| {
            let moves = |var: &VarId| store.index.get(dim).is_some_and(|a| a.mentions_var(*var));
            loops.iter().position(moves)
        };
        let places: Vec<usize> = planned.filter_map(place).collect();
        if !places.is_sorted() {
            let names = loops.iter().map(|var| nest.vars.name(*var));
            wrong = Err(format!("loops in the order {:?}", names.collect::<Vec<_>>()));
        }
    });
    wrong
}

/// Every compute that statements run, with the variables of the loops around it.
fn in_loops(stmts: &[Stmt], loops: &mut Vec<VarId>, each: &mut impl FnMut(&[VarId], ComputeId)) {
    for stmt in stmts {
        match stmt {
            Stmt::For { var, body, .. } => {
                loops.push(*var);
                in_loops(body, loops, each);
                loops.pop();
            }
            Stmt::When { body, .. } | Stmt::Scratch { body, .. } => in_loops(body, loops, each),
            Stmt::Compute(id) => each(loops, *id),
            Stmt::Let { .. } | Stmt::Copy(_) => {}
        }
    }
}
