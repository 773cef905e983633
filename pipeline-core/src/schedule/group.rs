//! Groups: stages that are computed together, what is known of their order, and how they run.

use super::align::Alignment;
use super::recipe::updates::Room;
use super::recipe::{GroupNest, Recipe, rows, serial, tiles, updates};
use super::shape::{Shape, Tiled};
use super::speed::RECURRENCE_COLUMNS;
use crate::analysis::causal::Causal;
use crate::analysis::integer::Facts;
use crate::analysis::iteration::serial_order;
use crate::ir::{Pipeline, StageId};
use crate::transform::unroll::UnrolledSteps;
use std::rc::Rc;

/// Stages computed together.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// The stages, producers first.
    pub stages: Vec<StageId>,
    /// In which order their points may be computed.
    pub order: Order,
    /// How its nests run, in the order in which they do.
    pub recipes: Vec<Recipe>,
}

/// In which order the points of a group's stages may be computed.
#[derive(Clone, Debug, PartialEq)]
pub enum Order {
    /// One stage, in any order.
    Any,
    /// One stage that reads itself, in this order.
    Serial(Causal),
    /// Stages that line up, in tiles of the live-outs.
    Aligned(Rc<Alignment>),
    /// One stage that iterates in time, a few steps at once in tiles of the last of them.
    Steps(Box<Steps>),
}

/// Steps in time of a stage that are computed at once.
#[derive(Clone, Debug, PartialEq)]
pub struct Steps {
    /// The steps of a block as stages.
    pub unrolled: UnrolledSteps,
    /// How they line up.
    pub alignment: Rc<Alignment>,
    /// The order of the stage, for the steps that are computed one by one.
    pub serial: Causal,
}

impl Group {
    /// A stage by itself, whose points come in an order that suits it.
    pub fn single(p: &Pipeline, facts: &Facts, id: StageId) -> Group {
        let stage = &p.stages[id.0];
        let (order, mut recipes) = match stage.reads_itself(id) {
            false => {
                let (cases, sizes) = (0..stage.cases.len(), p.estimates());
                (Order::Any, cases.map(|case| rows::rows(stage, case, &sizes)).collect::<Vec<_>>())
            }
            true => {
                let order = serial_order(p, facts, id);
                let order = order.expect("the checks refuse stages without an order");
                let recipe = serial::serial(facts, stage, id, &order);
                (Order::Serial(order), vec![recipe])
            }
        };
        recipes.extend(updates::updates(stage, id, None));
        Group { stages: vec![id], order, recipes }
    }

    /// Stages that line up, in these tiles.
    pub fn in_tiles(p: &Pipeline, tiled: Tiled) -> Group {
        let recipes = of_tiles(p, &tiled);
        let stages = tiled.alignment.stages.iter().map(|s| s.stage).collect();
        Group { stages, order: Order::Aligned(tiled.alignment), recipes }
    }

    /// The only stage, of a group that has no other.
    pub fn alone(&self) -> Option<StageId> {
        match self.stages[..] {
            [stage] => Some(stage),
            _ => None,
        }
    }

    /// How its stages, or the steps of its stage, line up, if they run in tiles.
    pub fn alignment(&self) -> Option<&Rc<Alignment>> {
        match &self.order {
            Order::Any | Order::Serial(_) => None,
            Order::Aligned(alignment) => Some(alignment),
            Order::Steps(steps) => Some(&steps.alignment),
        }
    }

    /// The steps in time that are computed at once, if it is such a group.
    pub fn steps(&self) -> Option<&Steps> {
        match &self.order {
            Order::Steps(steps) => Some(steps),
            Order::Any | Order::Serial(_) | Order::Aligned(_) => None,
        }
    }

    /// How a nest runs.
    ///
    /// # Panics
    /// If the group has no such nest.
    pub fn recipe(&self, part: GroupNest) -> &Recipe {
        self.recipes.iter().find(|r| r.part == part).expect("a recipe for every nest of a group")
    }

    /// The shape of its tiles, if it runs in tiles.
    pub fn shape(&self) -> Option<Shape> {
        Some(tiles::shape(self.alignment()?, self.recipe(GroupNest::Tiles)))
    }

    /// The tiles in which it runs, with what follows from their shape; none if it does not.
    ///
    /// # Panics
    /// If its recipe is of a shape that the alignment does not allow, which no plan has.
    pub fn tiled(&self) -> Option<Tiled> {
        let tiled = Tiled::new(Rc::clone(self.alignment()?), self.shape()?);
        Some(tiled.expect("planned tiles are possible"))
    }

    /// The same with tiles of another shape; itself if that is not possible, or if it has none.
    /// The stages are those of `p`.
    pub fn reshaped(mut self, p: &Pipeline, shape: Shape) -> Group {
        let tiled = self.alignment().and_then(|a| Tiled::new(Rc::clone(a), shape).ok());
        let (Some(tiled), order) = (tiled, &self.order) else { return self };
        match order {
            Order::Steps(steps) => {
                let recipe = tiles::steps(&steps.unrolled, &tiled);
                self.recipes.retain(|r| r.part != GroupNest::Tiles);
                self.recipes.push(recipe);
            }
            Order::Any | Order::Serial(_) | Order::Aligned(_) => self.recipes = of_tiles(p, &tiled),
        }
        self
    }
}

/// How stages run in tiles: the tiles, and the scans and updates in them.
fn of_tiles(p: &Pipeline, tiled: &Tiled) -> Vec<Recipe> {
    let mut recipes = vec![tiles::tiles(p, tiled)];
    for (number, extents) in tiled.alignment.stages.iter().enumerate() {
        let stage = &p.stages[extents.stage.0];
        if let Some(scan) = &extents.scan {
            let columns = tiled.coordinates(number, scan.lane);
            let narrow = columns.is_some_and(|columns| columns <= RECURRENCE_COLUMNS);
            recipes.push(serial::in_tiles((stage, extents.stage), scan, narrow));
        }
        if !stage.updates.is_empty() {
            let room = Room::of(tiled, extents);
            recipes.extend(updates::updates(stage, extents.stage, Some(&room)));
        }
    }
    recipes
}
