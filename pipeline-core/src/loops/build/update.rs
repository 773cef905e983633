//! An update of a reduction as one nest over its reduction domain.
//!
//! ```text
//! parallel for what the target says of some variables {
//!   for the other variables, in their order {
//!     stage(target) = op(stage(target), value)
//! ```
//!
//! Updates have a sequential meaning, so what may run in parallel follows from the target. Where one
//! of its indices depends on one variable alone, different coordinates there are different points,
//! and each is updated in the order of the other variables as before: a sum over rows is parallel
//! over columns, a grid of cells over rows of cells. An index may be the variable itself
//! ([`Form::Plain`]), its quotient (one coordinate takes a run of values) or its remainder (one
//! coordinate takes every so manieth value). What data decide is not looked at: points that differ
//! in one index are different whatever the others are.
//!
//! If no index is data, the innermost loop runs in lanes. Else it runs point by point; where a
//! remainder is the innermost, its few values are written out in one step of the loop, so that
//! consecutive updates are to different places and need not wait for each other.

use super::residue::map_affine;
use super::{lower, upper};
use crate::analysis::integer::Facts;
use crate::analysis::regions::{Piece, piece, simplify_interval};
use crate::analysis::scope::Scope;
use crate::ir::{
    Affine, Atom, Block, Expr, ExprId, Index, Interval, Node, Pipeline, Region, Source, StageId,
    Update, VarId,
};
use crate::loops::{Access, Bound, Compute, ComputeId, LoopKind, Nest, Stmt, Store};
use crate::transform::cse::Builder as Exprs;

/// Points of a row that one task updates, where rows come one after the other.
const BLOCK: i64 = 512;

/// The same where the lanes run across rows.
const ROWS: i64 = 16;

/// Remainders that are written out in one step.
const MOST_UNROLLED: i64 = 8;

/// The nest of an update.
pub fn nest(p: &Pipeline, facts: &Facts, id: StageId, number: usize) -> Nest {
    let stage = &p.stages[id.0];
    let update = &stage.updates[number];
    let piece = piece(&update.domain, &Region::default());
    let dims = piece.dims.iter().map(|i| simplify_interval(facts, i)).collect();
    let parts = update.parts().expect("the verifier has updates of their form");
    let mut builder = Builder {
        access: access(p, facts, id, update, &piece),
        id,
        dims,
        forms: forms(parts.target, update.domain.0.len()),
        target: parts.target.to_vec(),
        value: update.value.clone(),
        vars: update.vars.clone(),
        computes: Vec::new(),
        lets: Vec::new(),
    };
    let body = builder.build();
    let body = builder.lets.into_iter().chain(body).collect();
    let name = match stage.updates.len() {
        1 => format!("{}_update", stage.name),
        _ => format!("{}_update_{number}", stage.name),
    };
    Nest { name, vars: builder.vars, computes: builder.computes, body }
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
    if inside { Access::Inside } else { Access::Redirected }
}

/// How an index of the target depends on a reduction variable, which no other index shares.
#[derive(Clone, Debug, PartialEq)]
struct Form {
    /// The dimension of the target.
    dim: usize,
    /// The variable.
    var: VarId,
    kind: FormKind,
}

#[derive(Clone, Debug, PartialEq)]
enum FormKind {
    /// `k·v + …`, nothing more being known than that values differ.
    Plain,
    /// `floor((v + shift) / divisor) + offset`.
    Quotient { shift: Affine, divisor: i64, offset: Affine },
    /// `(v + shift) mod modulus + offset`.
    Remainder { shift: Affine, modulus: i64, offset: Affine },
}

/// The forms of a target's indices, at most one a variable.
fn forms(target: &[Index], rank: usize) -> Vec<Form> {
    let mut found: Vec<Form> = Vec::new();
    for (dim, index) in target.iter().enumerate() {
        let Index::Affine(a) = index else { continue };
        let own = |v: &VarId| v.0 < rank;
        let vars: Vec<VarId> = a.vars().into_iter().filter(own).collect();
        let [var] = vars[..] else { continue };
        if found.iter().any(|f| f.var == var) {
            continue;
        }
        found.extend(form(a, var).map(|kind| Form { dim, var, kind }));
    }
    found
}

fn form(a: &Affine, var: VarId) -> Option<FormKind> {
    let linear = a.coefficient(&Atom::Var(var));
    let with_var = |atom: &Atom| matches!(atom, Atom::Div(inner, _) if inner.mentions_var(var));
    let divisions: Vec<&(Atom, i64)> = a.terms().iter().filter(|t| with_var(&t.0)).collect();
    let shift_of = |inner: &Affine| {
        let shift = inner.sub(&var.into());
        (!shift.mentions_var(var)).then_some(shift)
    };
    match divisions[..] {
        [] if linear != 0 => Some(FormKind::Plain),
        [(atom @ Atom::Div(inner, divisor), k)] => {
            let rest = a.add_scaled(&Affine::atom(atom.clone()), -k);
            let shift = shift_of(inner)?;
            match (linear, *k) {
                (0, 1) => Some(FormKind::Quotient { shift, divisor: *divisor, offset: rest }),
                (1, k) if k == -divisor => {
                    let offset = rest.sub(inner);
                    Some(FormKind::Remainder { shift, modulus: *divisor, offset })
                }
                _ => None,
            }
        }
        _ => None,
    }
}

struct Builder {
    id: StageId,
    access: Access,
    /// Bounds of the reduction variables.
    dims: Vec<Interval>,
    forms: Vec<Form>,
    target: Vec<Index>,
    value: Block,
    vars: Vec<String>,
    computes: Vec<Compute>,
    lets: Vec<Stmt>,
}

/// A loop to be.
struct Loop {
    var: VarId,
    lo: Bound,
    hi: Bound,
    kind: LoopKind,
    /// What is named before its body.
    lets: Vec<Stmt>,
}

impl Loop {
    fn over(var: VarId, interval: &Interval, kind: LoopKind) -> Loop {
        Loop { var, lo: lower(interval), hi: upper(interval), kind, lets: Vec::new() }
    }

    fn around(self, body: Vec<Stmt>) -> Vec<Stmt> {
        let body = self.lets.into_iter().chain(body).collect();
        vec![Stmt::For { var: self.var, lo: self.lo, hi: self.hi, kind: self.kind, body }]
    }
}

/// What an update becomes at a place in the loops: its target and its block there.
#[derive(Clone)]
struct Point {
    target: Vec<Index>,
    value: Block,
}

impl Builder {
    fn fresh(&mut self, name: String) -> VarId {
        let taken = |n: &String| self.vars.contains(n);
        let mut names = std::iter::once(name.clone()).chain((2..).map(|i| format!("{name}_{i}")));
        let name = names.find(|n| !taken(n)).expect("an endless supply of names");
        self.vars.push(name);
        VarId(self.vars.len() - 1)
    }

    fn name(&self, var: VarId) -> String {
        self.vars[var.0].clone()
    }

    fn has_data(&self) -> bool {
        self.target.iter().any(|i| matches!(i, Index::Value(_)))
    }

    /// Replaces a variable in a point; the target's index `dim` is known to be `index`.
    fn placed(
        &self,
        point: &Point,
        var: VarId,
        value: &Affine,
        dim: usize,
        index: Affine,
    ) -> Point {
        let with = |a: &Affine| a.substitute_var(var, value);
        let mut target: Vec<Index> = point
            .target
            .iter()
            .map(|i| match i {
                Index::Affine(a) => Index::Affine(with(a)),
                data => data.clone(),
            })
            .collect();
        target[dim] = Index::Affine(index);
        Point { value: retargeted(&map_affine(&point.value, &with), self.id, &target), target }
    }

    fn compute(&mut self, points: Vec<Point>) -> Stmt {
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
        self.computes.push(Compute { stores, value, access: self.access });
        Stmt::Compute(ComputeId(self.computes.len() - 1))
    }

    fn build(&mut self) -> Vec<Stmt> {
        let rank = self.dims.len();
        let innermost = self.innermost();
        let mut parallel: Vec<Loop> = Vec::new();
        let mut serial: Vec<Option<Loop>> = (0..rank).map(|_| None).collect();
        let mut point = Point { target: self.target.clone(), value: self.value.clone() };
        for var in (0..rank).map(VarId) {
            if innermost == Some(var) {
                continue;
            }
            let form = self.forms.iter().find(|f| f.var == var).cloned();
            let dims = self.dims[var.0].clone();
            match form.map(|f| (f.dim, f.kind)) {
                None => serial[var.0] = Some(Loop::over(var, &dims, LoopKind::Serial)),
                Some((_, FormKind::Plain)) => {
                    parallel.push(Loop::over(var, &dims, LoopKind::Parallel));
                }
                Some((dim, FormKind::Quotient { shift, divisor, offset })) => {
                    let cell = self.fresh(format!("{}_{divisor}", self.name(var)));
                    let at = |a: &Affine| a.add(&shift).floor_div(divisor);
                    let cells = mapped(&dims, at);
                    parallel.push(Loop::over(cell, &cells, LoopKind::Parallel));
                    let first = Affine::from(cell).scale(divisor).sub(&shift);
                    let mut run = dims;
                    run.lo.push(first.clone());
                    run.hi.push(first.offset(divisor - 1));
                    serial[var.0] = Some(Loop::over(var, &run, LoopKind::Serial));
                    let index = Affine::from(cell).add(&offset);
                    point = self.placed(&point, var, &var.into(), dim, index);
                }
                Some((dim, FormKind::Remainder { shift, modulus, offset })) => {
                    let class = self.fresh(format!("{}_mod", self.name(var)));
                    let all = Interval::new(0.into(), (modulus - 1).into());
                    parallel.push(Loop::over(class, &all, LoopKind::Parallel));
                    let quotient = self.fresh(format!("{}_{modulus}", self.name(var)));
                    let base = shift.sub(&class.into());
                    let quotients = steps(&dims, &base, modulus);
                    serial[var.0] = Some(Loop::over(quotient, &quotients, LoopKind::Serial));
                    let value = Affine::from(quotient).scale(modulus).sub(&base);
                    let index = Affine::from(class).add(&offset);
                    point = self.placed(&point, var, &value, dim, index);
                }
            }
        }
        let (body, more) = match innermost {
            None => (vec![self.compute(vec![point])], None),
            Some(var) => self.innermost_loop(var, point, parallel.is_empty()),
        };
        parallel.extend(more);
        let body = serial.into_iter().flatten().rev().fold(body, |body, l| l.around(body));
        parallel.into_iter().rev().fold(body, |body, l| l.around(body))
    }

    /// The variable of the innermost loop, which is not among the others: that of the lanes, or the
    /// last one if data say where to store and it is no parallel one.
    fn innermost(&self) -> Option<VarId> {
        let last = VarId(self.dims.len() - 1);
        let form_of = |var: VarId| self.forms.iter().find(|f| f.var == var);
        if self.has_data() {
            return match form_of(last).map(|f| &f.kind) {
                None => Some(last),
                Some(FormKind::Remainder { modulus, .. }) if *modulus <= MOST_UNROLLED => {
                    Some(last)
                }
                Some(_) => None,
            };
        }
        let fits = |form: &&Form| {
            let elsewhere = self.target.iter().enumerate().any(|(d, index)| {
                let mentions = matches!(index, Index::Affine(a) if a.mentions_var(form.var));
                d != form.dim && mentions
            });
            !elsewhere && !matches!(form.kind, FormKind::Quotient { .. })
        };
        // Neighbours along the target's last dimension are neighbours in memory.
        self.forms.iter().filter(fits).max_by_key(|f| f.dim).map(|f| f.var)
    }

    /// The innermost loop, and a parallel one that its blocks make if there are no others.
    fn innermost_loop(
        &mut self,
        var: VarId,
        point: Point,
        alone: bool,
    ) -> (Vec<Stmt>, Option<Loop>) {
        let dims = self.dims[var.0].clone();
        let form = self.forms.iter().find(|f| f.var == var).cloned();
        match form.map(|f| (f.dim, f.kind)) {
            Some((_, FormKind::Plain)) => {
                let compute = self.compute(vec![point]);
                let (dims, blocks) = match alone {
                    true => self.blocks(var, &dims),
                    false => (dims, None),
                };
                (Loop::over(var, &dims, LoopKind::Lanes).around(vec![compute]), blocks)
            }
            Some((dim, FormKind::Remainder { shift, modulus, offset })) => {
                let (first, last) = self.ends(var, &dims);
                let body = match self.has_data() {
                    true => self.unrolled(var, point, (first, last), (dim, shift, modulus, offset)),
                    false => self.across(var, point, (first, last), (dim, shift, modulus, offset)),
                };
                (body, None)
            }
            _ => {
                let compute = self.compute(vec![point]);
                (Loop::over(var, &dims, LoopKind::Serial).around(vec![compute]), None)
            }
        }
    }

    /// Names the first and last value of a variable.
    fn ends(&mut self, var: VarId, dims: &Interval) -> (Affine, Affine) {
        let mut end = |what: &str, bound: Bound| match bound.list() {
            [one] => one.clone(),
            _ => {
                let named = self.fresh(format!("{}_{what}", self.name(var)));
                self.lets.push(Stmt::Let { var: named, value: bound });
                named.into()
            }
        };
        (end("first", lower(dims)), end("last", upper(dims)))
    }

    /// A variable of lanes cut into blocks that run in parallel.
    fn blocks(&mut self, var: VarId, dims: &Interval) -> (Interval, Option<Loop>) {
        let size = match self.last_index_mentions(var) {
            true => BLOCK,
            false => ROWS,
        };
        let (first, last) = self.ends(var, dims);
        let block = self.fresh(format!("{}_block", self.name(var)));
        let start = self.fresh(format!("{}_start", self.name(var)));
        let end = self.fresh(format!("{}_end", self.name(var)));
        let at = first.add_scaled(&block.into(), size);
        let upto = Bound::Min(vec![at.offset(size - 1), last.clone()]);
        let lets = vec![
            Stmt::Let { var: start, value: Bound::Max(vec![at]) },
            Stmt::Let { var: end, value: upto },
        ];
        let number = last.sub(&first).floor_div(size);
        let (lo, hi) = (Bound::Max(vec![0.into()]), Bound::Min(vec![number]));
        let blocks = Loop { var: block, lo, hi, kind: LoopKind::Parallel, lets };
        (Interval::new(start.into(), end.into()), Some(blocks))
    }

    /// Whether what is read of other sources lies along a variable.
    fn last_index_mentions(&self, var: VarId) -> bool {
        let mut along = false;
        self.value.for_each_read(&mut |_, _, source, index| {
            if source != Source::Stage(self.id)
                && let Some(Index::Affine(a)) = index.last()
            {
                along |= a.mentions_var(var);
            }
        });
        along
    }

    /// Lanes over the remainders of a variable, for one quotient after the other.
    fn across(
        &mut self,
        var: VarId,
        point: Point,
        (first, last): (Affine, Affine),
        (dim, shift, modulus, offset): (usize, Affine, i64, Affine),
    ) -> Vec<Stmt> {
        let quotient = self.fresh(format!("{}_{modulus}", self.name(var)));
        let class = self.fresh(format!("{}_mod", self.name(var)));
        let at = Affine::from(quotient).scale(modulus).sub(&shift);
        let value = at.add(&class.into());
        let index = Affine::from(class).add(&offset);
        let point = self.placed(&point, var, &value, dim, index);
        let compute = self.compute(vec![point]);
        let lanes = Stmt::For {
            var: class,
            lo: Bound::Max(vec![0.into(), first.sub(&at)]),
            hi: Bound::Min(vec![(modulus - 1).into(), last.sub(&at)]),
            kind: LoopKind::Lanes,
            body: vec![compute],
        };
        vec![Stmt::For {
            var: quotient,
            lo: Bound::Max(vec![first.add(&shift).floor_div(modulus)]),
            hi: Bound::Min(vec![last.add(&shift).floor_div(modulus)]),
            kind: LoopKind::Serial,
            body: vec![lanes],
        }]
    }

    /// The remainders of a variable written out, and the values before the first and after the last
    /// full step one by one.
    fn unrolled(
        &mut self,
        var: VarId,
        point: Point,
        (first, last): (Affine, Affine),
        (dim, shift, modulus, offset): (usize, Affine, i64, Affine),
    ) -> Vec<Stmt> {
        let quotient = self.fresh(format!("{}_{modulus}", self.name(var)));
        let at = Affine::from(quotient).scale(modulus).sub(&shift);
        let points = (0..modulus)
            .map(|r| self.placed(&point, var, &at.offset(r), dim, Affine::from(r).add(&offset)));
        let points: Vec<Point> = points.collect();
        let step = self.compute(points);
        let single = self.compute(vec![point]);
        let from = first.add(&shift).ceil_div(modulus);
        let to = last.add(&shift).offset(1).floor_div(modulus).offset(-1);
        let ones = |lo: Vec<Affine>, hi: Vec<Affine>| Stmt::For {
            var,
            lo: Bound::Max(lo),
            hi: Bound::Min(hi),
            kind: LoopKind::Serial,
            body: vec![single.clone()],
        };
        let start = from.scale(modulus).sub(&shift);
        let stop = to.offset(1).scale(modulus).sub(&shift);
        vec![
            ones(vec![first.clone()], vec![last.clone(), start.offset(-1)]),
            Stmt::For {
                var: quotient,
                lo: Bound::Max(vec![from]),
                hi: Bound::Min(vec![to]),
                kind: LoopKind::Serial,
                body: vec![step],
            },
            ones(vec![start, stop], vec![last]),
        ]
    }
}

fn mapped(interval: &Interval, f: impl Fn(&Affine) -> Affine) -> Interval {
    Interval { lo: interval.lo.iter().map(&f).collect(), hi: interval.hi.iter().map(&f).collect() }
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
fn appended(exprs: &mut Exprs, point: &Point, id: StageId) -> (ExprId, Vec<Index>) {
    let mut new: Vec<ExprId> = Vec::with_capacity(point.value.exprs.len());
    let mut target = Vec::new();
    for expr in &point.value.exprs {
        let node = crate::transform::nodes::map_operands(&expr.node, |id| new[id.0]);
        if let Node::Read { source, index } = &node
            && *source == Source::Stage(id)
        {
            target = index.clone();
        }
        new.push(exprs.push(Expr { ty: expr.ty, node, loc: expr.loc }));
    }
    (new[point.value.result.0], target)
}
