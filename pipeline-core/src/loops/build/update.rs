//! An update of a reduction as one nest over its reduction domain.
//!
//! ```text
//! parallel for what the target says of some variables {
//!   for the other variables, in their order {
//!     stage(target) = op(stage(target), value)
//! ```
//!
//! Updates have a sequential meaning, so what may run in parallel follows from the target. Where
//! one of its indices depends on one variable alone, different coordinates there are different
//! points, and each is updated in the order of the other variables as before: a sum over rows is
//! parallel over columns, a grid of cells over rows of cells. An index may be the variable itself
//! ([`FormKind::Plain`]), its quotient (one coordinate takes a run of values), its remainder (one
//! coordinate takes every so manieth value) or the remainder of its quotient (every so manieth
//! run). What data decide is not looked at: points that differ in one index are different whatever
//! the others are. Which of these loops run in parallel, in lanes or several at a time is for the
//! [recipe](crate::schedule::recipe::updates) to say.
//!
//! In a tile the same loops are kept to the values that change the tile's coordinates.

mod innermost;

use super::case::CaseLoops;
use super::made::MadeLoops;
use super::{RankPart, lower, upper};
use crate::analysis::followed::{Followed, followed, target};
use crate::analysis::forms::{FormKind, TargetForm, forms_of};
use crate::analysis::integer::Facts;
use crate::analysis::regions::{Piece, piece, simplify_interval};
use crate::analysis::scope::Scope;
use crate::analysis::update_passes::update_passes;
use crate::ir::nodes::map_affine;
use crate::ir::{
    Affine, Block, Expr, ExprId, Index, Interval, Node, Pipeline, Region, Source, StageId, Update,
    VarId,
};
use crate::loops::dependence::NestSetting;
use crate::loops::vars::Vars;
use crate::loops::{Access, Bound, Compute, ComputeId, LoopKind, Nest, Stmt, Store};
use crate::schedule::recipe::updates::Room;
use crate::schedule::recipe::{self, GroupNest, LoopPart, Recipe};
use crate::transform::cse::BlockBuilder as Exprs;

/// By the number of an update, its reduction variables that ranks share, as dimensions.
pub type SharedVars<'a> = dyn Fn(usize) -> Vec<RankPart> + 'a;

/// The loops of a stage's updates within tiles, in their order, by pass. They keep the dimensions
/// that are no [`Room::Whole`] within limits: those of the values of a variable with which an
/// update changes the coordinates of a tile.
pub fn in_tiles<'a>(
    p: &Pipeline,
    facts: &Facts,
    id: StageId,
    room: &[Room],
    recipe: &dyn Fn(GroupNest) -> &'a Recipe,
) -> Vec<(CaseLoops, Vec<Option<Followed>>)> {
    let of_pass = |(pass, updates): (usize, &[Update])| {
        let followed = followed(&updates[0]);
        let recipe = recipe(GroupNest::Update { stage: id, pass });
        let mut builder = UpdateBuilder::new(p, facts, (id, updates), recipe);
        builder.within(room, &followed);
        builder.nest.body = builder.build();
        builder.jam();
        (builder.into_loops(), followed)
    };
    update_passes(&p.stages[id.0]).into_iter().enumerate().map(of_pass).collect()
}

/// The nest of a pass over a stage's updates: those of a rank, where ranks share them, by the sizes
/// that stand for its part of reduction variables.
pub fn nest(
    p: &Pipeline,
    facts: &Facts,
    (id, pass): (StageId, usize),
    (recipe, shared): (&Recipe, &SharedVars),
    setting: NestSetting<'_>,
) -> Nest {
    let stage = &p.stages[id.0];
    let passes = update_passes(stage);
    let name = match passes.len() {
        1 => format!("{}_update", stage.name),
        _ => format!("{}_update_{pass}", stage.name),
    };
    let mut builder = UpdateBuilder::new(p, facts, (id, passes[pass]), recipe);
    let before: usize = passes[..pass].iter().map(|updates| updates.len()).sum();
    for RankPart { dim: var, first, last, .. } in shared(before) {
        builder.dims[var].lo.push(first);
        builder.dims[var].hi.push(last);
    }
    builder.nest.body = builder.build();
    builder.jam();
    let nest = builder.into_loops().into_nest(name).run_as(recipe, setting);
    Nest { most_rows: recipe.most_rows(), ..nest }
}

/// Whether some read of a source with a border may need it.
fn access(p: &Pipeline, facts: &Facts, id: StageId, update: &Update, piece: &Piece) -> Access {
    let scope = Scope::new(facts, piece);
    let mut inside = true;
    crate::analysis::reads::for_each_read(&update.value, &mut |read, windows| {
        if read.source == Source::Stage(id) || p.source_border(read.source).is_none() {
            return;
        }
        let scope = scope.with_window(windows);
        for (index, range) in read.index.iter().zip(&p.source_domain(read.source).0) {
            let Index::Affine(a) = index else { continue };
            inside &= range.lo.iter().all(|lo| scope.proves(&a.sub(lo)));
            inside &= range.hi.iter().all(|hi| scope.proves(&hi.sub(a)));
        }
    });
    if inside { Access::Inside } else { Access::BorderResolved }
}

/// The loops of an update by where they stand, each list from the outermost one on.
struct UpdateLoops {
    /// Around all others.
    outer: Vec<UpdateLoop>,
    /// Around the innermost one.
    planes: Vec<UpdateLoop>,
    /// Between these, one after the other.
    serial: Vec<UpdateLoop>,
    /// What is inside.
    points: Vec<UpdatePoint>,
}

impl UpdateLoops {
    /// No loops around points.
    fn around(points: Vec<UpdatePoint>) -> UpdateLoops {
        UpdateLoops { outer: Vec::new(), planes: Vec::new(), serial: Vec::new(), points }
    }
}

/// What builds the loops of an update.
struct UpdateBuilder<'a> {
    id: StageId,
    recipe: &'a Recipe,
    access: Access,
    /// Bounds of the reduction variables.
    dims: Vec<Interval>,
    forms: Vec<TargetForm>,
    /// One for each update of the pass.
    points: Vec<UpdatePoint>,
    /// The nest so far.
    nest: Nest,
    lets: Vec<Stmt>,
    made: MadeLoops,
    /// The dimensions kept within variables that whoever takes the loops has to define.
    limits: Vec<(usize, VarId, VarId)>,
}

/// A loop to be.
#[derive(Clone)]
struct UpdateLoop {
    var: VarId,
    lo: Bound,
    hi: Bound,
    kind: LoopKind,
    /// What is named before its body.
    lets: Vec<Stmt>,
}

impl UpdateLoop {
    fn over(var: VarId, interval: &Interval, kind: LoopKind) -> UpdateLoop {
        UpdateLoop { var, lo: lower(interval), hi: upper(interval), kind, lets: Vec::new() }
    }

    fn around(self, body: Vec<Stmt>) -> Vec<Stmt> {
        let body = self.lets.into_iter().chain(body).collect();
        vec![Stmt::For { var: self.var, lo: self.lo, hi: self.hi, kind: self.kind, body }]
    }
}

/// What an update becomes at a place in the loops: its target and its block there.
#[derive(Clone)]
struct UpdatePoint {
    target: Vec<Index>,
    value: Block,
}

impl UpdatePoint {
    fn of(update: &Update) -> UpdatePoint {
        UpdatePoint { target: target(update).to_vec(), value: update.value.clone() }
    }

    /// With a variable replaced.
    fn with(&self, var: VarId, value: &Affine) -> UpdatePoint {
        let with = |a: &Affine| a.substitute_var(var, value);
        let index = |i: &Index| match i {
            Index::Affine(a) => Index::Affine(with(a)),
            data => data.clone(),
        };
        let target = self.target.iter().map(index).collect();
        UpdatePoint { value: map_affine(&self.value, &with), target }
    }
}

impl<'a> UpdateBuilder<'a> {
    /// Of a pass of updates.
    fn new(
        p: &Pipeline,
        facts: &Facts,
        (id, pass): (StageId, &[Update]),
        recipe: &'a Recipe,
    ) -> UpdateBuilder<'a> {
        let first = &pass[0];
        let piece = piece(&first.domain, &Region::default());
        let dims = piece.dims.iter().map(|i| simplify_interval(facts, i)).collect();
        let inside = |u: &Update| access(p, facts, id, u, &piece) == Access::Inside;
        UpdateBuilder {
            access: if pass.iter().all(inside) { Access::Inside } else { Access::BorderResolved },
            id,
            recipe,
            dims,
            forms: forms_of(first),
            points: pass.iter().map(UpdatePoint::of).collect(),
            nest: Nest {
                most_rows: 1,
                runs: None,
                name: String::new(),
                vars: Vars::named(first.vars.iter().cloned()),
                computes: Vec::new(),
                body: Vec::new(),
            },
            lets: Vec::new(),
            made: MadeLoops::default(),
            limits: Vec::new(),
        }
    }

    /// Keeps to what a tile has of the target.
    fn within(&mut self, room: &[Room], followed: &[Option<Followed>]) {
        for (dim, (room, followed)) in room.iter().zip(followed).enumerate() {
            let (false, Some(followed)) = (*room == Room::Whole, followed) else { continue };
            let name = self.name(followed.var);
            let (lo, hi) = (format!("{name}_from"), format!("{name}_to"));
            let (lo, hi) = (self.fresh(lo), self.fresh(hi));
            self.dims[followed.var.0].lo.push(lo.into());
            self.dims[followed.var.0].hi.push(hi.into());
            self.limits.push((dim, lo, hi));
        }
    }

    fn into_loops(self) -> CaseLoops {
        CaseLoops {
            guards: Vec::new(),
            loops: Vec::new(),
            index: Vec::new(),
            vars: self.nest.vars,
            computes: self.nest.computes,
            lets: self.lets,
            limits: self.limits,
            made: self.made,
            body: self.nest.body,
        }
    }

    fn fresh(&mut self, name: String) -> VarId {
        self.nest.vars.fresh(name)
    }

    fn name(&self, var: VarId) -> String {
        self.nest.vars.name(var).to_string()
    }

    /// The index of the target that follows a variable, and how.
    fn form(&self, var: VarId) -> Option<TargetForm> {
        self.forms.iter().find(|f| f.var == var).cloned()
    }

    /// A loop around others, which is one of the recipe.
    fn outer(&mut self, of: recipe::Loop, var: VarId, interval: &Interval) -> UpdateLoop {
        self.made.loops.push((of, var));
        UpdateLoop::over(var, interval, LoopKind::Serial)
    }

    /// Whether the loop over a variable whose values change different points is inside of loops
    /// that come one after the other.
    fn is_of_planes(&self, var: VarId) -> bool {
        let in_turn = |of: &recipe::Loop| match of.part {
            LoopPart::Whole => self.form(VarId(of.dim)).is_none(),
            LoopPart::Blocks => false,
            LoopPart::Steps | LoopPart::Inside => true,
        };
        self.recipe.around(self.dims.len(), var.0).iter().any(in_turn)
    }

    /// Replaces a variable in points; the targets' index `dim` is known to be `index`.
    fn placed(
        &self,
        points: &[UpdatePoint],
        var: VarId,
        value: &Affine,
        dim: usize,
        index: &Affine,
    ) -> Vec<UpdatePoint> {
        let mut points: Vec<UpdatePoint> = points.iter().map(|p| p.with(var, value)).collect();
        for point in &mut points {
            point.target[dim] = Index::Affine(index.clone());
            point.value = retargeted(&point.value, self.id, &point.target);
        }
        points
    }

    fn compute(&mut self, points: Vec<UpdatePoint>) -> Stmt {
        let mut exprs = Exprs::new();
        let mut stores: Vec<Store> = Vec::with_capacity(points.len());
        for point in points {
            let (result, target) = appended(&mut exprs, &point, self.id);
            let data = target.iter().enumerate().filter_map(|(d, i)| match i {
                Index::Value(id) => Some((d, *id)),
                Index::Affine(_) => None,
            });
            let data = data.collect();
            let index = target.into_iter().map(|i| match i {
                Index::Affine(a) => a,
                Index::Value(_) => Affine::default(),
            });
            stores.push(Store { stage: self.id, index: index.collect(), data, value: result });
        }
        let value = Block { exprs: exprs.into_exprs(), result: stores[0].value };
        self.nest.computes.push(Compute {
            stores,
            value,
            access: self.access,
            carried: Vec::new(),
        });
        Stmt::Compute(ComputeId(self.nest.computes.len() - 1))
    }

    /// The loops of the update, with its points inside.
    fn build(&mut self) -> Vec<Stmt> {
        let innermost = self.innermost();
        let mut loops = UpdateLoops::around(self.points.clone());
        for var in (0..self.dims.len()).map(VarId).filter(|var| innermost != Some(*var)) {
            self.add_loops(var, &mut loops);
        }
        let UpdateLoops { mut outer, planes, serial, points } = loops;
        let (body, more) = self.inner(innermost, (&serial, &planes), points);
        outer.extend(more);
        outer.into_iter().rev().fold(body, |body, l| l.around(body))
    }

    /// Adds the loops over the values of a variable that is not the innermost one: those that
    /// change different points around the others.
    fn add_loops(&mut self, var: VarId, loops: &mut UpdateLoops) {
        let dims = self.dims[var.0].clone();
        let Some(TargetForm { dim, kind, .. }) = self.form(var) else {
            return loops.serial.push(UpdateLoop::over(var, &dims, LoopKind::Serial));
        };
        match kind {
            FormKind::Plain if self.is_of_planes(var) => {
                loops.planes.push(self.outer(of_dim(var), var, &dims));
            }
            FormKind::Plain => loops.outer.push(self.outer(of_dim(var), var, &dims)),
            FormKind::Quotient { shift, divisor, offset } => {
                let cell = self.fresh(format!("{}_{divisor}", self.name(var)));
                let at = |a: &Affine| a.add(&shift).floor_div(divisor);
                let cells = mapped(&dims, at);
                loops.outer.push(self.outer(blocks_of(var), cell, &cells));
                let first = Affine::from(cell).scale(divisor).sub(&shift);
                let run = within(dims, &first, divisor);
                loops.serial.push(UpdateLoop::over(var, &run, LoopKind::Serial));
                let index = Affine::from(cell).add(&offset);
                loops.points = self.placed(&loops.points, var, &var.into(), dim, &index);
            }
            FormKind::Remainder { shift, modulus, offset } => {
                let class = self.class(var, modulus, loops);
                let quotient = self.fresh(format!("{}_{modulus}", self.name(var)));
                let base = shift.sub(&class.into());
                let quotients = steps(&dims, &base, modulus);
                loops.serial.push(UpdateLoop::over(quotient, &quotients, LoopKind::Serial));
                let value = Affine::from(quotient).scale(modulus).sub(&base);
                let index = Affine::from(class).add(&offset);
                loops.points = self.placed(&loops.points, var, &value, dim, &index);
            }
            FormKind::BlockCyclic { shift, run, modulus, offset } => {
                let class = self.class(var, modulus, loops);
                let number = self.fresh(format!("{}_{}", self.name(var), run * modulus));
                let runs = mapped(&dims, |a| a.add(&shift).floor_div(run));
                let numbers = steps(&runs, &Affine::from(class).neg(), modulus);
                loops.serial.push(UpdateLoop::over(number, &numbers, LoopKind::Serial));
                let first = Affine::from(number).scale(modulus).add(&class.into());
                let values = within(dims, &first.scale(run).sub(&shift), run);
                loops.serial.push(UpdateLoop::over(var, &values, LoopKind::Serial));
                let index = Affine::from(class).add(&offset);
                loops.points = self.placed(&loops.points, var, &var.into(), dim, &index);
            }
        }
    }

    /// The variable of a loop over the remainders of a variable.
    fn class(&mut self, var: VarId, modulus: i64, loops: &mut UpdateLoops) -> VarId {
        let class = self.fresh(format!("{}_mod", self.name(var)));
        let all = Interval::new(0.into(), (modulus - 1).into());
        loops.outer.push(self.outer(blocks_of(var), class, &all));
        class
    }

    /// The serial loops and those over planes, with what is inside them, and a parallel one to go
    /// around.
    fn inner(
        &mut self,
        innermost: Option<VarId>,
        (serial, planes): (&[UpdateLoop], &[UpdateLoop]),
        points: Vec<UpdatePoint>,
    ) -> (Vec<Stmt>, Option<UpdateLoop>) {
        let (body, more) = match innermost {
            None => (around(planes, vec![self.compute(points)]), None),
            Some(var) => self.innermost_loop(var, points, planes),
        };
        (around(serial, body), more)
    }
}

/// Loops, the outermost first, with what is inside them.
fn around(loops: &[UpdateLoop], body: Vec<Stmt>) -> Vec<Stmt> {
    loops.iter().rev().fold(body, |body, l| l.clone().around(body))
}

/// The only loop of a variable.
fn of_dim(var: VarId) -> recipe::Loop {
    recipe::Loop::whole(var.0)
}

/// The loop over the blocks of a variable.
fn blocks_of(var: VarId) -> recipe::Loop {
    recipe::Loop::blocks(var.0)
}

fn mapped(interval: &Interval, f: impl Fn(&Affine) -> Affine) -> Interval {
    Interval { lo: interval.lo.iter().map(&f).collect(), hi: interval.hi.iter().map(&f).collect() }
}

/// What of an interval lies in a run of values.
fn within(mut interval: Interval, first: &Affine, length: i64) -> Interval {
    interval.lo.push(first.clone());
    interval.hi.push(first.offset(length - 1));
    interval
}

/// The quotients `q` for which `modulus·q - base` lies in an interval.
fn steps(interval: &Interval, base: &Affine, modulus: i64) -> Interval {
    Interval {
        lo: interval.lo.iter().map(|a| a.add(base).ceil_div(modulus)).collect(),
        hi: interval.hi.iter().map(|a| a.add(base).floor_div(modulus)).collect(),
    }
}

/// The block with its read of the stage at this target.
fn retargeted(block: &Block, id: StageId, target: &[Index]) -> Block {
    let mut block = block.clone();
    for expr in &mut block.exprs {
        if let Node::Read { source, index } = &mut expr.node
            && *source == Source::Stage(id)
        {
            *index = target.to_vec();
        }
    }
    block
}

/// Appends the block of a point: its value, and its target there.
fn appended(exprs: &mut Exprs, point: &UpdatePoint, id: StageId) -> (ExprId, Vec<Index>) {
    let mut new: Vec<ExprId> = Vec::with_capacity(point.value.exprs.len());
    let mut target = Vec::new();
    for expr in &point.value.exprs {
        let node = crate::ir::nodes::map_operands(&expr.node, |id| new[id.0]);
        if let Node::Read { source, index } = &node
            && *source == Source::Stage(id)
        {
            target = index.clone();
        }
        new.push(exprs.push(Expr { ty: expr.ty, node, loc: expr.loc }));
    }
    (new[point.value.result.0], target)
}
