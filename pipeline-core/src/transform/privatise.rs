//! Reductions without a dimension to run in parallel, cut into parts that have one.
//!
//! A histogram's updates go anywhere, so they could only come one after the other. Here each such
//! update gets a stage of privatised copies, its *parts*. The outermost variable is distributed to
//! them block-cyclically, `RUN` neighbouring values at a time: part `k` starts from the operator's
//! identity and takes the runs whose number is `k` modulo `PARTS`, in their order. Afterwards the
//! parts are combined into the stage, the first one first. In each part, the innermost variable is
//! distributed one by one to a few copies: consecutive updates then go to different places, so none
//! waits for the one before it, and where no index is data they make a vector.
//!
//! Few planes that a variable tells apart, such as the channels of pixels, are too few to run in
//! parallel. The parts have all of them: `total(c) += img(y, x, c)` changes
//! `total.parts(y/8 % 16, c, x % 32)`. Where data choose, planes go to different places already,
//! and there are no copies: `hist(c, img(y, x, c)) += 1` changes `hist.parts(y/8 % 16, c, …)`.
//!
//! An update of integers that goes along rows of memory and changes the same point for all of a row
//! runs in parallel, but a vector would be of points of as many rows. It gets copies only:
//! `total(y) += img(y, x)` changes `total.parts(y, x % 64)`.
//!
//! Integers combine to the same value in any order. For floats this is another order of additions;
//! it becomes part of the stage graph here, before the reference evaluator sees it, and depends
//! neither on the number of threads nor on the sizes of a call.

use super::names;
use crate::analysis::integer::Facts;
use crate::ir::nodes::map_affine;
use crate::ir::verify::MAX_RANK;
use crate::ir::{
    Affine, Atom, Block, Case, Domain, ElemType, Expr, ExprId, Index, Interval, Node, Pipeline,
    ReduceOp, Region, Source, Stage, StageId, Update, Value, VarId,
};

// These are meaning, not speed: they fix the order of float additions. They follow no machine, no
// instruction set and no number of threads.

/// Into how many parts the outermost variable is distributed.
const PARTS: i64 = 16;

/// Values of a single variable that make a line, whose number is then the outermost variable.
const LINE: i64 = 1024;

/// Values of the outermost variable that a part takes one after the other.
const RUN: i64 = 8;

/// Copies within a part of scatters, whose target depends on data: the first of these for which
/// there are enough updates. One is the part itself.
const COPIES: [i64; 3] = [8, 4, 1];

/// The same where no index is data: some vectors, so that additions need not wait for each other.
const LANES: i64 = 32;

/// The copies of a row of integers: vectors enough that additions need not wait for each other.
const ROW: i64 = 128;

/// The most planes that parts have all of.
pub(super) const MOST_PLANES: i64 = 4;

/// Fewer updates than this, at the estimates of the sizes, stay as they are.
pub(super) const LEAST_UPDATES: f64 = 65_536.0;

/// Updates for each point of the parts, at least.
const LEAST_PER_POINT: f64 = 4.0;

/// Cuts every update into parts whose target depends on the data or on nothing, if it is large
/// enough to be worth that. The pipeline has passed the checks.
pub fn privatise(mut p: Pipeline) -> Pipeline {
    let facts = Facts::for_pipeline(&p);
    for s in 0..p.stages.len() {
        let lines = |u: &Update| lines(&p, &p.stages[s], u).unwrap_or_else(|| vec![u.clone()]);
        p.stages[s].updates = p.stages[s].updates.iter().flat_map(lines).collect();
        for number in 0..p.stages[s].updates.len() {
            if let Some((parts, merged)) = cut(&p, &facts, StageId(s), number) {
                p.stages.push(parts);
                p.stages[s].updates[number] = merged;
            }
        }
    }
    p
}

/// An update over a single variable as one over lines of `LINE` of its values, and one over the
/// values that are left; `None` where parts are of no use.
fn lines(p: &Pipeline, stage: &Stage, update: &Update) -> Option<Vec<Update>> {
    let [Interval { lo, hi }] = &update.domain.0[..] else { return None };
    let ([lo], [hi]) = (&lo[..], &hi[..]) else { return None };
    let windows = update.value.exprs.iter().any(|e| matches!(e.node, Node::Reduce { .. }));
    let count = hi.sub(lo).offset(1);
    if windows
        || changed(stage, update).is_none()
        || count.eval(&p.estimates(), &[]) < LEAST_UPDATES as i64
    {
        return None;
    }
    let number = count.floor_div(LINE);
    let (line, place) = (VarId(0), VarId(1));
    let at = lo.add_scaled(&line.into(), LINE).add(&place.into());
    let whole = Update {
        vars: vec![format!("{}_line", update.vars[0]), update.vars[0].clone()],
        domain: Domain(vec![
            Interval::new(0.into(), number.offset(-1)),
            Interval::new(0.into(), (LINE - 1).into()),
        ]),
        value: map_affine(&update.value, &|a| a.substitute_var(VarId(0), &at)),
        loc: update.loc,
    };
    // Of an empty domain the number of lines may be negative.
    let rest = vec![lo.clone(), lo.add_scaled(&number, LINE)];
    let rest = Interval { lo: rest, hi: vec![hi.clone()] };
    Some(vec![whole, Update { domain: Domain(vec![rest]), ..update.clone() }])
}

/// What the parts of an update have of its target, and what is left to distribute.
struct Changed {
    /// The dimensions whose index is data, or a variable of few planes.
    kept: Vec<usize>,
    /// How many of the indices are data.
    data: usize,
    /// The other variables.
    others: Vec<VarId>,
}

/// The dimensions of an update's target along which it changes several points, if each is one that
/// parts would have; nothing if there is a dimension to run in parallel.
fn changed(stage: &Stage, update: &Update) -> Option<Changed> {
    let target = update.parts()?.target;
    let fixed = |i: &Index| matches!(i, Index::Affine(a) if a.vars().is_empty());
    let kept: Vec<usize> = (0..stage.rank()).filter(|d| !fixed(&target[*d])).collect();
    let plane = |d: &usize| match &target[*d] {
        Index::Value(_) => None,
        Index::Affine(a) => plane_of(update, a),
    };
    let is_data = |d: &usize| matches!(target[*d], Index::Value(_));
    let planes: Vec<VarId> = kept.iter().filter_map(plane).collect();
    let data = kept.iter().filter(|d| is_data(d)).count();
    let others = (0..update.domain.0.len()).map(VarId).filter(|var| !planes.contains(var));
    let others = others.collect();
    (planes.len() + data == kept.len()).then_some(Changed { kept, data, others })
}

/// The variable whose few values are these, if they are.
fn plane_of(update: &Update, index: &Affine) -> Option<VarId> {
    let [var] = index.vars()[..] else { return None };
    let is_shifted = index.sub(&var.into()).as_constant().is_some();
    let few = update.domain.0[var.0].fixed_extent().is_some_and(|n| n <= MOST_PLANES);
    (is_shifted && few).then_some(var)
}

/// A variable that is distributed in runs: its name as a dimension of the parts, and into how many.
struct BlockCyclic {
    name: &'static str,
    var: VarId,
    run: i64,
    modulus: i64,
}

/// What the parts of an update are.
struct DividedUpdate {
    /// The variables that are distributed, each a dimension of the parts.
    distributed: Vec<BlockCyclic>,
    /// The dimensions of the stage that the parts have, too.
    kept: Vec<usize>,
    /// How many of the distributed ones are outside of those.
    outside: usize,
    /// Whether these are copies within rows, of integers: no parts of all that is updated.
    of_rows: bool,
}

impl DividedUpdate {
    /// The dimensions of the parts, from the distributed ones and those that are kept.
    fn dims<T>(
        &self,
        distributed: impl Iterator<Item = T>,
        kept: impl Iterator<Item = T>,
    ) -> Vec<T> {
        let mut distributed = distributed;
        let outside: Vec<T> = distributed.by_ref().take(self.outside).collect();
        outside.into_iter().chain(kept).chain(distributed).collect()
    }

    /// The dimension of the parts that is this one of the stage.
    fn place(&self, dim: usize) -> Option<usize> {
        Some(self.outside + self.kept.iter().position(|kept| *kept == dim)?)
    }
}

/// The stage of the parts of an update, and what combines them; `None` if the update stays.
fn cut(p: &Pipeline, facts: &Facts, id: StageId, number: usize) -> Option<(Stage, Update)> {
    let stage = &p.stages[id.0];
    let update = &stage.updates[number];
    let parts = update.parts()?;
    if update.domain.0.len() < 2 {
        return None;
    }
    let cut = match changed(stage, update) {
        Some(changed) => anywhere(p, stage, update, changed)?,
        None => along_rows(p, id, update)?,
    };
    let private = private(p, id, number, &cut);
    let merged = merged(stage, update, parts.op, (StageId(p.stages.len()), &private), &cut);
    let known = merged.domain.0.iter().all(|i| !crate::analysis::infer::empty(facts, i));
    known.then_some((private, merged))
}

/// How many points a dimension has at the estimates of the sizes.
fn extent(p: &Pipeline, interval: &Interval) -> f64 {
    let (lo, hi) = interval.eval(&p.estimates(), &[]);
    (hi as f64 - lo as f64 + 1.0).max(0.0)
}

/// Copies of each point that an update changes for a whole row of what it reads, if there are many
/// and they are integers.
fn along_rows(p: &Pipeline, id: StageId, update: &Update) -> Option<DividedUpdate> {
    let stage = &p.stages[id.0];
    let target = update.parts()?.target;
    // The planes of pixels are inside of their columns.
    let is_plane = |var: &VarId| {
        target.iter().any(|i| matches!(i, Index::Affine(a) if plane_of(update, a) == Some(*var)))
    };
    let last = (0..update.domain.0.len()).map(VarId).rfind(|var| !is_plane(var))?;
    let elsewhere = |i: &Index| matches!(i, Index::Affine(a) if !a.mentions_var(last));
    // What is read goes along rows, as far as it moves there.
    let mut in_row = false;
    let mut across = false;
    update.value.for_each_read(&mut |_, _, source, index| {
        let moves = |i: &&Index| !matches!(i, Index::Affine(a) if a.vars().iter().all(is_plane));
        let along = index.iter().rfind(moves).filter(|_| source != Source::Stage(id));
        let Some(Index::Affine(a)) = along else { return };
        let next = a.coefficient(&Atom::Var(last)) == 1 && a.vars() == [last];
        in_row |= next;
        across |= !next && !a.vars().is_empty();
    });
    let points = extent(p, &update.domain.0[last.0]);
    let updates: f64 = update.domain.0.iter().map(|i| extent(p, i)).product();
    let many = points >= LEAST_PER_POINT * ROW as f64 && updates >= LEAST_UPDATES;
    let fits = stage.rank() < MAX_RANK && !stage.ty.is_float() && target.iter().all(elsewhere);
    (fits && in_row && !across && many).then(|| DividedUpdate {
        distributed: vec![BlockCyclic { name: "copy", var: last, run: 1, modulus: ROW }],
        kept: (0..stage.rank()).collect(),
        outside: 0,
        of_rows: true,
    })
}

/// Parts of what is changed anywhere, at one point, or in few planes.
fn anywhere(
    p: &Pipeline,
    stage: &Stage,
    update: &Update,
    changed: Changed,
) -> Option<DividedUpdate> {
    let Changed { kept, data, others } = changed;
    let has_planes = data < kept.len();
    let [outermost, .., innermost] = others[..] else { return None };
    let updates: f64 = update.domain.0.iter().map(|i| extent(p, i)).product();
    let points: f64 = kept.iter().map(|d| extent(p, &stage.domain.0[*d])).product();
    let distributed = |copies: i64| {
        let part = BlockCyclic { name: "part", var: outermost, run: RUN, modulus: PARTS };
        let copy = BlockCyclic { name: "copy", var: innermost, run: 1, modulus: copies };
        let mut distributed = if copies == 1 { vec![part] } else { vec![part, copy] };
        distributed.truncate(MAX_RANK.saturating_sub(kept.len()));
        distributed
    };
    let enough = |distributed: &Vec<BlockCyclic>| {
        let points = distributed.iter().fold(points, |n, d| n * d.modulus as f64);
        !distributed.is_empty() && updates >= LEAST_UPDATES.max(LEAST_PER_POINT * points)
    };
    let copies: &[i64] = match (data > 0, has_planes) {
        (false, _) => &[LANES],
        (true, false) => &COPIES,
        (true, true) => &[1],
    };
    let distributed = copies.iter().map(|n| distributed(*n)).find(enough)?;
    // What data choose is together in memory; else the copies are, which make vectors.
    let outside = if data > 0 { distributed.len() } else { 1 };
    Some(DividedUpdate { distributed, kept, outside, of_rows: false })
}

/// The stage of the parts.
fn private(p: &Pipeline, id: StageId, number: usize, cut: &DividedUpdate) -> Stage {
    let DividedUpdate { distributed, kept, .. } = cut;
    let stage = &p.stages[id.0];
    let mut update = stage.updates[number].clone();
    let own = StageId(p.stages.len());
    let (op, target) = {
        let parts = update.parts().expect("the verifier has updates of their form");
        (parts.op, parts.target.to_vec())
    };
    let class = |d: &BlockCyclic| Affine::from(d.var).floor_div(d.run).modulo(d.modulus);
    let of_part = distributed.iter().map(|d| Index::Affine(class(d)));
    let index: Vec<Index> = cut.dims(of_part, kept.iter().map(|d| target[*d].clone()));
    for expr in &mut update.value.exprs {
        if let Node::Read { source, index: at } = &mut expr.node
            && *source == Source::Stage(id)
        {
            (*source, *at) = (Source::Stage(own), index.clone());
        }
    }
    let dims = distributed.iter().map(|d| Interval::new(0.into(), (d.modulus - 1).into()));
    let dims = cut.dims(dims, kept.iter().map(|d| stage.domain.0[*d].clone()));
    let vars = distributed.iter().map(|d| d.name.to_string());
    let vars = cut.dims(vars, kept.iter().map(|d| stage.vars[*d].clone()));
    let expr = Expr { ty: stage.ty, node: Node::Const(identity(op, stage.ty)), loc: update.loc };
    let value = Block { exprs: vec![expr], result: ExprId(0) };
    Stage {
        name: names::parts(&stage.name, stage.updates.len(), number),
        ty: stage.ty,
        vars,
        domain: Domain(dims),
        border: None,
        cases: vec![Case { region: Region::default(), value, loc: update.loc }],
        loc: update.loc,
        updates: vec![update],
    }
}

/// What combines the parts, the first one first; nothing if the reduction domain is empty.
fn merged(
    stage: &Stage,
    update: &Update,
    op: ReduceOp,
    (id, parts): (StageId, &Stage),
    cut: &DividedUpdate,
) -> Update {
    let mut domain = parts.domain.clone();
    // Of integers, what has taken nothing changes nothing.
    for interval in update.domain.0.iter().filter(|_| !cut.of_rows) {
        let extents =
            interval.hi.iter().flat_map(|hi| interval.lo.iter().map(move |lo| hi.sub(lo)));
        let bounds = extents.map(|last| last.scale(PARTS).offset(PARTS - 1));
        domain.0[0].hi.extend(bounds.filter(|b| b.as_constant().is_none_or(|b| b < PARTS - 1)));
    }
    let parts_of = (0..parts.rank()).map(|d| Index::Affine(VarId(d).into())).collect();
    let target = update.parts().expect("the verifier has updates of their form").target;
    let index = target.iter().enumerate().map(|(d, i)| match cut.place(d) {
        Some(place) => Index::Affine(VarId(place).into()),
        None => i.clone(),
    });
    let push = |node| Expr { ty: stage.ty, node, loc: update.loc };
    let own_id = own_source(update);
    let exprs = vec![
        push(Node::Read { source: Source::Stage(id), index: parts_of }),
        push(Node::Read { source: own_id, index: index.collect() }),
        push(Node::Binary(op.combine(), ExprId(1), ExprId(0))),
    ];
    let value = Block { exprs, result: ExprId(2) };
    Update { vars: parts.vars.clone(), domain, value, loc: update.loc }
}

fn own_source(update: &Update) -> Source {
    let parts = update.parts().expect("the verifier has updates of their form");
    match &update.value.exprs[parts.read.0].node {
        Node::Read { source, .. } => *source,
        Node::Const(_)
        | Node::Scalar(_)
        | Node::Index(_)
        | Node::Test(_)
        | Node::Unary(..)
        | Node::Binary(..)
        | Node::Cast(_)
        | Node::SaturatingCast(_)
        | Node::Select(..)
        | Node::Call(..)
        | Node::Combine { .. }
        | Node::Reduce { .. } => unreachable!("the first operand of an update is a read"),
    }
}

/// What changes nothing that it is combined with, the sign of a zero included.
fn identity(op: ReduceOp, ty: ElemType) -> Value {
    match (op, ty) {
        (ReduceOp::Sum, ElemType::F32) => Value::F32(-0.0),
        (ReduceOp::Sum, ElemType::F64) => Value::F64(-0.0),
        (op, ty) => op.identity(ty),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::text::parse;

    /// The names of the stages afterwards, with the variables of each.
    fn stages_of(rows: i64, updates: &str) -> Vec<String> {
        let text = format!(
            "pipeline p size rows ~ {rows} size cols ~ 1000 \
             input img: u8 [0..=rows - 1, 0..=cols - 1] \
             stage s(a, b): u8 in [0..=9, 0..=255] {{ case {{ %0: u8 = 0u8 yield %0 }} {updates} }} \
             output s"
        );
        let p = privatise(parse(&text).unwrap_or_else(|e| panic!("{e}")));
        crate::ir::verify::verify(&p).expect("a well-formed graph");
        p.stages.iter().map(|s| format!("{}({})", s.name, s.vars.join(", "))).collect()
    }

    fn update(target: &str) -> String {
        format!(
            "update (y, x) in [0..=rows - 1, 0..=cols - 1] {{ %0: u8 = read img(y, x) \
             %1: u8 = read s({target}) %2: u8 = add %1, %0 yield %2 }}"
        )
    }

    #[test]
    fn what_could_not_run_in_parallel_gets_copies() {
        assert_eq!(stages_of(1000, &update("3, %0")), ["s(a, b)", "s.parts(part, copy, b)"]);
        assert_eq!(stages_of(1000, &update("3, 4")), ["s(a, b)", "s.parts(part, copy)"]);
        assert_eq!(stages_of(1000, &update("%0, %0")), ["s(a, b)", "s.parts(part, copy, a, b)"]);
        let few = ["s(a, b)", "s.parts(part, a, b)"];
        assert_eq!(stages_of(300, &update("%0, %0")), few, "too many points for copies");
        let two = update("3, %0") + &update("4, 5");
        let named = ["s(a, b)", "s.parts[0](part, copy, b)", "s.parts[1](part, copy)"];
        assert_eq!(stages_of(1000, &two), named);
    }

    #[test]
    fn parts_have_all_of_few_planes() {
        let of_pixels = |planes: i64, target: &str, vars: &str, domain: &str| {
            let text = format!(
                "pipeline p size rows ~ 1000 size cols ~ 1000 \
                 input img: u8 [0..=rows - 1, 0..=cols - 1, 0..={planes}] \
                 stage s(a, b): u8 in [0..={planes}, 0..=255] {{ case {{ %0: u8 = 0u8 yield %0 }} \
                 update ({vars}) in [{domain}] {{ %0: u8 = read img(y, x, c) \
                 %1: u8 = read s({target}) %2: u8 = add %1, %0 yield %2 }} }} output s"
            );
            let p = privatise(parse(&text).unwrap_or_else(|e| panic!("{e}")));
            crate::ir::verify::verify(&p).expect("a well-formed graph");
            p.stages.iter().map(|s| format!("{}({})", s.name, s.vars.join(", "))).collect()
        };
        let inside = |planes: i64, target: &str| -> Vec<String> {
            let domain = format!("0..=rows - 1, 0..=cols - 1, 0..={planes}");
            of_pixels(planes, target, "y, x, c", &domain)
        };
        assert_eq!(inside(2, "c, 0"), ["s(a, b)", "s.parts(part, a, copy)"]);
        assert_eq!(inside(2, "c, %0"), ["s(a, b)", "s.parts(part, a, b)"], "no copies");
        assert_eq!(inside(9, "c, 0"), ["s(a, b)"], "many planes");
        assert_eq!(inside(2, "c, y/8"), ["s(a, b)", "s.parts(a, b, copy)"], "of rows");
        let outside = of_pixels(2, "c, 0", "c, y, x", "0..=2, 0..=rows - 1, 0..=cols - 1");
        assert_eq!(outside, ["s(a, b)", "s.parts(part, a, copy)"]);
    }

    #[test]
    fn a_single_variable_is_cut_into_lines() {
        let single = |n: i64| {
            let text = format!(
                "pipeline p size n ~ {n} input a: u8 [-3..=n - 1] \
                 stage s(b): u32 in [0..=255] {{ case {{ %0: u32 = 0u32 yield %0 }} \
                 update (i) in [-3..=n - 1] {{ %0: u8 = read a(i) %1: u32 = read s(%0) \
                 %2: u32 = 1u32 %3: u32 = add %1, %2 yield %3 }} }} output s"
            );
            let p = privatise(parse(&text).unwrap_or_else(|e| panic!("{e}")));
            crate::ir::verify::verify(&p).expect("a well-formed graph");
            p
        };
        let p = single(1_000_000);
        let domains = |s: usize| p.stages[s].updates.iter().map(|u| u.domain.0.len()).collect();
        let (merged, parts): (Vec<usize>, Vec<usize>) = (domains(0), domains(1));
        assert_eq!((merged, parts), (vec![3, 1], vec![2]), "{p}");
        assert_eq!(single(60_000).stages.len(), 1);
    }

    #[test]
    fn rows_of_integers_get_copies() {
        let of = |target: &str| stages_of(1000, &update(target));
        assert_eq!(of("y/128, 3"), ["s(a, b)", "s.parts(a, b, copy)"]);
        assert_eq!(of("3, y/8"), ["s(a, b)", "s.parts(a, b, copy)"]);
        assert_eq!(of("x/128, 3"), ["s(a, b)"], "other points along a row");
        let down = update("y/128, 3").replace("read img(y, x)", "read img(x, y)");
        assert_eq!(stages_of(1000, &down), ["s(a, b)"], "not along rows of memory");
        assert_eq!(stages_of(60, &update("y/128, 3")), ["s(a, b)"], "few updates");
    }

    #[test]
    fn what_can_run_in_parallel_or_is_small_stays() {
        for target in ["y, %0", "%0, x/8", "3, x"] {
            assert_eq!(stages_of(1000, &update(target)), ["s(a, b)"], "{target}");
        }
        assert_eq!(stages_of(10, &update("3, %0")), ["s(a, b)"]);
        assert_eq!(stages_of(100, &update("%0, %0")), ["s(a, b)"], "as many points as updates");
    }
}
