//! Stage graph to loop nest, as a plan says. No decision is taken here.
//!
//! A stage by itself is a nest a case; one that reads itself is a single nest (`scan`), and every
//! update is one more (`update`). One of which several steps in time are computed at once is three:
//! the first steps, blocks of steps in tiles, and what is left over (`iterated`). A case becomes
//! - an *interior*: the points whose bordered reads stay inside, as parallel rows of lanes loops
//!   that look at no border;
//! - a *boundary region* around it, cut into boxes, one below and one above in each dimension, that
//!   redirects its loads. All boxes of a case share one compute; where its rows run in lanes, one
//!   more, which redirects rows.
//!
//! Floor divisions of the innermost variable are resolved by residue: the row is computed by one
//! lanes loop for each residue, in which every access is affine with a constant stride.

mod adopt;
mod case;
mod iterated;
mod made;
mod restrict;
mod scan;
mod skew;
mod tiles;
mod update;

pub use crate::analysis::residues::{LaneQuotient, lane_quotients};

use super::dependence::NestSetting;
use super::rewrite::stage::Buffers;
use super::rewrite::stage_rows::stage_rows;
use super::rewrite::stage_tiles::{TileSize, stage_tiles};
use super::{Bound, Buffer, Hold, LoopNest, Nest, PartOf, Role, Stmt, in_order};
use crate::analysis::Analyses;
use crate::analysis::integer::Facts;
use crate::ir::{Affine, Interval, Pipeline, SizeId, Source, StageId, VarId};
use crate::schedule::align::StageExtents;
use crate::schedule::ranks::reach::StepReach;
use crate::schedule::ranks::{EpochSizes, RankAxis};
use crate::schedule::recipe::{GroupNest, Recipe};
use crate::schedule::shape::Tiled;
use crate::schedule::speed::{STAGED_ROWS, Staging};
use crate::schedule::{Group, Order, Place, Plan, Storage};
use case::{CaseBuilder, LoopOrder};

/// Builds the loop nest of a checked pipeline whose regions are split, as planned.
pub fn build(analyses: &Analyses<'_>, plan: &Plan) -> LoopNest {
    let Analyses { pipeline: p, facts, .. } = analyses;
    let mut nests = Vec::new();
    let inputs = inputs(p);
    let mut stages = stages(p, plan);
    let least: Vec<i64> = (0..p.sizes.len()).map(|size| facts.least(SizeId(size))).collect();
    for (number, group) in plan.groups.iter().enumerate() {
        let parts = parts(plan, number);
        let shared = |update| shared(plan, number, update);
        match &group.order {
            Order::Any | Order::Serial(_) => {
                let buffers = Buffers { inputs: &inputs, stages: &mut stages, least: &least };
                nests.extend(by_itself(p, facts, group, (&parts, &shared), buffers));
            }
            Order::Aligned(_) => {
                let tiled = group.tiled().expect("stages that line up run in tiles");
                let pads = kept_too(p, plan, &tiled, stages.len());
                let pad_of = |stage| pads.iter().find(|pad| pad.0 == stage).map_or(stage, |p| p.1);
                stages.extend(pads.iter().map(|pad| Some(pad.2.clone())));
                let recipe = group.recipe(GroupNest::Tiles);
                let how = (&tiled, &*group.recipes, &*parts);
                let nest = tiles::group_nest(p, facts, how, &pad_of, None);
                let mut nest = with_rows(
                    nest.run_as(recipe, NestSetting { stages: &stages, least: &least }),
                    recipe,
                );
                let buffers = Buffers { inputs: &inputs, stages: &mut stages, least: &least };
                staged_in_tiles(&mut nest, group, &pad_of, buffers);
                nests.push(nest);
            }
            Order::Steps(steps) => {
                let tiled = group.tiled().expect("steps at once run in tiles");
                let (one_by_one, in_tiles) =
                    (group.recipe(GroupNest::Stage), group.recipe(GroupNest::Tiles));
                let first_pad = stages.len();
                stages.extend(iterated::pads(steps, &tiled).into_iter().map(Some));
                let (steps, tiled) = ((&**steps, one_by_one), (&tiled, in_tiles));
                let beside = (&*parts, NestSetting { stages: &stages, least: &least });
                let [first, blocks, rest] = iterated::nests(p, steps, tiled, first_pad, beside);
                nests.extend([first, with_rows(blocks, in_tiles), rest]);
            }
        }
    }
    let axes = plan.ranks.iter().flat_map(|ranks| &ranks.axes);
    let ends = axes.flat_map(|axis| ["first", "last"].map(|end| format!("{}.{end}", axis.name)));
    let epoch = plan.ranks.iter().filter_map(|ranks| ranks.epoch);
    let ends = ends.chain(epoch.flat_map(|_| ["epoch.from", "epoch.to"].map(String::from)));
    LoopNest {
        name: p.name.clone(),
        sizes: p.size_names().into_iter().chain(ends).collect(),
        least,
        scalars: p.scalars.iter().map(|s| s.name.clone()).collect(),
        inputs,
        stages,
        nests,
    }
}

/// A dimension, or a reduction variable, of which a rank computes some coordinates.
#[derive(Clone, Debug)]
struct RankPart {
    /// The dimension, of the live-outs, or the variable.
    dim: usize,
    /// The first coordinate: a size stands for it.
    first: Affine,
    /// The last one.
    last: Affine,
    /// How it reaches farther in earlier steps.
    reach: Option<RankReach>,
}

/// How more coordinates are needed of earlier steps of an epoch.
#[derive(Clone, Debug)]
struct RankReach {
    reach: StepReach,
    /// The first step of the epoch: a size stands for it.
    from: Affine,
    /// The last one.
    to: Affine,
}

impl RankPart {
    fn new(dim: usize, axis: &RankAxis) -> RankPart {
        let (first, last) = (axis.first.into(), axis.last.into());
        RankPart { dim, first, last, reach: None }
    }

    /// The same for steps after the last block of them.
    fn late(&self) -> RankPart {
        let late = |of: &RankReach| RankReach { reach: of.reach.late().clone(), ..of.clone() };
        RankPart { reach: self.reach.as_ref().map(late), ..self.clone() }
    }

    /// The part that is needed of a step in time.
    fn at(&self, time: &Affine) -> RankPart {
        let more = self.reach.as_ref().map_or(Affine::default(), |of| of.reach.at(time, &of.to));
        let (first, last) = (self.first.sub(&more), self.last.add(&more));
        RankPart { dim: self.dim, first, last, reach: None }
    }
}

/// The dimensions of a group's live-outs that are cut into slices for ranks.
fn parts(plan: &Plan, group: usize) -> Vec<RankPart> {
    let Some(ranks) = &plan.ranks else { return Vec::new() };
    let group = &ranks.groups[group];
    let parts = group.parts(&ranks.axes).map(|(dim, axis)| {
        let reaches = ranks.axes.iter().zip(&group.reaches);
        let reach = reaches.filter(|(of, _)| of.first == axis.first).find_map(|of| of.1.clone());
        let within = |(reach, epoch): (StepReach, EpochSizes)| RankReach {
            reach,
            from: epoch.first.into(),
            to: epoch.last.into(),
        };
        RankPart { reach: reach.zip(ranks.epoch).map(within), ..RankPart::new(dim, axis) }
    });
    parts.collect()
}

/// The reduction variables of an update of a group's stage that ranks share.
fn shared(plan: &Plan, group: usize, update: usize) -> Vec<RankPart> {
    let Some(ranks) = &plan.ranks else { return Vec::new() };
    let Some(combined) = &ranks.groups[group].combined else { return Vec::new() };
    let vars = combined.vars[update].iter().zip(&ranks.axes);
    let part =
        |(var, axis): (&Option<VarId>, &RankAxis)| Some(RankPart::new(var.as_ref()?.0, axis));
    vars.filter_map(part).collect()
}

/// The nests of a stage that is in no tiles: its cases, then its updates.
fn by_itself(
    p: &Pipeline,
    facts: &Facts,
    group: &Group,
    (parts, shared): (&[RankPart], &update::SharedVars<'_>),
    mut buffers: Buffers<'_>,
) -> Vec<Nest> {
    let id = group.alone().expect("it is one stage");
    let nest = |recipe: &Recipe| match (recipe.part, &group.order) {
        (GroupNest::Case(case), _) => {
            let mut nest = case_nest(p, facts, (id, case), (recipe, parts), buffers.setting());
            let sources: Vec<Source> = recipe.staged().collect();
            if let Some(size) = tile_size(recipe, p.stages[id.0].rank()) {
                stage_tiles(&mut nest, &mut buffers, &sources, size);
            }
            nest
        }
        (GroupNest::Stage, Order::Serial(order)) => {
            let mut nest = scan::nest(p, facts, (id, order), (recipe, parts), buffers.setting());
            let sources: Vec<Source> = recipe.staged().collect();
            if let Some(size) = tile_size(recipe, p.stages[id.0].rank()) {
                let how = Staging { rows: size.columns, columns: size.rows, ..STAGED_ROWS };
                stage_rows(&mut nest, &mut buffers, &sources, how);
            }
            nest
        }
        (GroupNest::Update { pass, .. }, _) => {
            update::nest(p, facts, (id, pass), (recipe, shared), buffers.setting())
        }
        (GroupNest::Stage | GroupNest::Tiles | GroupNest::InTiles(_), _) => {
            unreachable!("it is in no tiles")
        }
    };
    group.recipes.iter().map(nest).collect()
}

/// Stages what scans access in the tiles of a group.
fn staged_in_tiles(
    nest: &mut Nest,
    group: &Group,
    pad_of: &dyn Fn(StageId) -> StageId,
    mut buffers: Buffers<'_>,
) {
    let scans = group.recipes.iter().filter(|r| matches!(r.part, GroupNest::InTiles(_)));
    let sources: Vec<Source> = scans
        .flat_map(Recipe::staged)
        .map(|source| match source {
            Source::Stage(stage) => Source::Stage(pad_of(stage)),
            Source::Input(_) => source,
        })
        .collect();
    if !sources.is_empty() {
        stage_rows(nest, &mut buffers, &sources, STAGED_ROWS);
    }
}

fn inputs(p: &Pipeline) -> Vec<Buffer> {
    let buffer = |(i, input): (usize, &crate::ir::Input)| Buffer {
        name: input.name.clone(),
        ty: input.ty,
        role: Role::Input(crate::ir::InputId(i)),
        domain: input.domain.clone(),
        border: input.border.as_ref().map(|b| b.mode),
        layout: in_order(input.domain.0.len()),
        circular: None,
        part_of: None,
    };
    p.inputs.iter().enumerate().map(buffer).collect()
}

fn stages(p: &Pipeline, plan: &Plan) -> Vec<Option<Buffer>> {
    let buffer = |(stage, storage): (&crate::ir::Stage, &Storage)| {
        let circular = storage.hold.iter().enumerate().find_map(|(d, hold)| match hold {
            Hold::Circular(n) => Some((d, *n)),
            Hold::Current | Hold::Whole | Hold::Part(_) => None,
        });
        Some(Buffer {
            name: stage.name.clone(),
            ty: stage.ty,
            role: match storage.place {
                Place::Output(position) => Role::Output(position),
                Place::Full => Role::Full,
                Place::Scratch => Role::Scratch(storage.hold.clone()),
            },
            domain: stage.domain.clone(),
            border: stage.border.as_ref().map(|b| b.mode),
            circular: circular.filter(|_| storage.place != Place::Scratch),
            layout: storage.layout.clone(),
            part_of: None,
        })
    };
    p.stages.iter().zip(&plan.storage).map(buffer).collect()
}

/// The stages of a group that tiles store and keep in scratchpads, too, with these: numbered from
/// `first` on.
fn kept_too(
    p: &Pipeline,
    plan: &Plan,
    tiled: &Tiled,
    first: usize,
) -> Vec<(StageId, StageId, Buffer)> {
    let both = tiled.alignment.stored().filter(|s| s.is_read_inside());
    let pad = |(i, extents): (usize, &StageExtents)| {
        let (id, stage) = (extents.stage, &p.stages[extents.stage.0]);
        let buffer = Buffer {
            name: format!("{}.kept", stage.name),
            ty: stage.ty,
            role: Role::Scratch(plan.storage[id.0].also.clone()?),
            domain: stage.domain.clone(),
            border: stage.border.as_ref().map(|b| b.mode),
            layout: plan.storage[id.0].layout.clone(),
            circular: None,
            part_of: Some(PartOf::Kept(id)),
        };
        Some((id, StageId(first + i), buffer))
    };
    both.enumerate().filter_map(pad).collect()
}

fn case_nest(
    p: &Pipeline,
    facts: &Facts,
    (stage, case): (StageId, usize),
    (recipe, parts): (&Recipe, &[RankPart]),
    setting: NestSetting<'_>,
) -> Nest {
    let of = &p.stages[stage.0];
    let name = match of.cases.len() {
        1 => of.name.clone(),
        _ => format!("{}#{case}", of.name),
    };
    let mut order = LoopOrder::of(recipe, of.rank(), &[]);
    let ends = |part: &RankPart| {
        let var = &of.vars[part.dim];
        (part.dim, (format!("{var}_first"), format!("{var}_last")))
    };
    order.limits = parts.iter().map(ends).collect();
    let mut loops = CaseBuilder::new(p, facts, (stage, case), order).build();
    for (part, (dim, first, last)) in parts.iter().zip(std::mem::take(&mut loops.limits)) {
        let mut whole = of.domain.0[dim].clone();
        whole.lo.push(part.first.clone());
        whole.hi.push(part.last.clone());
        let ends = [(first, lower(&whole)), (last, upper(&whole))];
        let named = ends.map(|(var, value)| Stmt::Let { var, value });
        loops.lets.splice(0..0, named);
    }
    let nest = loops.into_nest(name);
    with_rows(nest.run_as(recipe, setting), recipe)
}

/// The blocks of the two innermost loops of a stage in which a recipe stages, if it does: the loop
/// around the lanes, and the lanes.
fn tile_size(recipe: &Recipe, rank: usize) -> Option<TileSize> {
    recipe.staged().next()?;
    let [.., rows, columns] = recipe.nesting(rank)[..] else { return None };
    let (rows, columns) = (recipe.split(rows.dim)?, recipe.split(columns.dim)?);
    Some(TileSize { rows, columns })
}

/// The nest with its rows as the recipe has them.
fn with_rows(nest: Nest, recipe: &Recipe) -> Nest {
    Nest { most_rows: recipe.most_rows(), ..nest }
}

fn lower(interval: &Interval) -> Bound {
    Bound::Max(interval.lo.clone())
}

fn upper(interval: &Interval) -> Bound {
    Bound::Min(interval.hi.clone())
}
