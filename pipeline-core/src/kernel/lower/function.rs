//! A compute as a function: what it is handed, its expressions, its stores.

use super::NestContext;
use super::ahead::ask_ahead;
use super::aligned::aligned;
use super::carry::carried;
use super::in_lanes::indices;
use super::interleave::interleave;
use super::load::{DataIndex, Loads, PlacedRead, load};
use super::naming::{clamped, named};
use super::pairs::pairs;
use super::prefix::prefixes;
use super::store::stores;
use crate::analysis::arrange::OrderedExprs;
use crate::analysis::carried::{Behind, Carried, Splice};
use crate::analysis::ranges::BlockPart;
use crate::analysis::vectors::varies;
use crate::analysis::windows::{Windows, windows as windows_of};
use crate::ir::{self, BinaryOp, ExprId, Index, Interval, Value, VarId};
use crate::kernel::{
    Block, Carrying, Division, Divisor, Expr, HandedOn, LoopForm, Node, PointFunction, StoreOrder,
};
use crate::loops::{self, Compute};
use crate::schedule::speed::MOST_BESIDE_QUOTIENT;

/// The function of a compute, in this form.
pub fn function(cx: &NestContext<'_>, id: usize, form: LoopForm) -> PointFunction {
    let compute: &Compute = &cx.computes[id];
    let (lane, single) = (form.var(), matches!(form, LoopForm::Points(_)));
    let mut loads = Loads { cx, compute, lane, single, pointers: Vec::new() };
    let order = match compute.only_changes() {
        true => StoreOrder::WithValue,
        false => StoreOrder::Last,
    };
    let stored = compute.stores.iter().flat_map(|s| {
        let at = s.data.iter().map(|(_, id)| *id);
        at.chain([s.value])
    });
    let stored: Vec<ExprId> = stored.collect();
    // Where stores stand among the loads, every load stays where it is.
    let kept = (order == StoreOrder::Last).then_some(stored.as_slice());
    let value = block(&mut loads, BlockPart::whole(&compute.value), kept, &[]);
    let carried = carried(cx, id, form);
    let carrying = match carried {
        Some(carried) => Some(carrying(&mut loads, &carried, form)),
        None => prefixes(&mut loads, form),
    };
    let stores = stores(cx, &compute.stores, form);
    let function = PointFunction {
        form,
        pads: cx.pads.of_compute[id],
        vars: used_vars(cx, compute, lane),
        loaded: loads.pointers,
        stored: stores.pointers,
        value,
        stores: stores.stores,
        order,
        ends: compute.access.resolves_ends(),
        carrying,
        aligned: None,
        same_as: None,
    };
    let function = aligned(pairs(interleave(function)));
    ask_ahead(cx, cx.parts[id].as_ref(), function)
}

/// How vectors are computed that carry values.
fn carrying(loads: &mut Loads<'_, '_>, carried: &Carried, form: LoopForm) -> Carrying {
    let Carried { ahead, spans, rest, splices, behind, first, .. } = carried;
    let mut lowered = |of: &OrderedExprs, kept: &[ExprId], given: &dyn Fn(ExprId) -> bool| {
        let (exprs, result) = (of.exprs.clone(), kept.first().copied().unwrap_or(ExprId(0)));
        let values = BlockPart { block: &ir::Block { exprs, result }, given };
        block(loads, values, Some(kept), &[])
    };
    let handed = |id: ExprId| splices.contains_key(&id);
    let handed_on = behind.iter().map(|behind| behind.value);
    let kept: Vec<ExprId> = rest.results.iter().copied().chain(handed_on).collect();
    let (ahead_block, mut value) =
        (lowered(ahead, &ahead.results, &|_| false), lowered(rest, &kept, &handed));
    let first_block = lowered(first, &first.results, &|_| false);
    for (id, splice) in splices {
        value.exprs[id.0].node = match *splice {
            Splice::Ahead { value, by } => Node::Splice { value, by },
            Splice::Behind { value: number, by } => {
                Node::Behind { number, value: behind[number].value, by }
            }
        };
    }
    let of_compute = loads.compute.stores.iter().zip(&rest.results);
    let of_rest = of_compute.map(|(store, value)| loops::Store { value: *value, ..store.clone() });
    let stores = stores(loads.cx, &of_rest.collect::<Vec<_>>(), form).stores;
    Carrying {
        ahead: ahead_block,
        values: ahead.results.clone(),
        spans: spans.clone(),
        value,
        stores,
        behind: behind
            .iter()
            .zip(&first.results)
            .map(|(Behind { value, span }, first)| HandedOn {
                value: *value,
                first: *first,
                span: Some(*span),
            })
            .collect(),
        first: first_block,
    }
}

/// A block, whose values `kept` are used outside of it. Those given come from other vectors, and so
/// differ between lanes.
pub(super) fn block(
    loads: &mut Loads<'_, '_>,
    part: BlockPart<'_>,
    kept: Option<&[ExprId]>,
    windows: &[VarId],
) -> Block {
    let BlockPart { block, given } = part;
    let names = named(block, kept);
    let varies = loads.lane.map(|lane| varies(&block.exprs, lane, given));
    let alike = varies.map(|varies| varies.into_iter().map(|v| !v).collect()).unwrap_or_default();
    let known = AnnotatedBlock { part, alike };
    let loops = windows_of(&block.exprs, given);
    let mut exprs = Vec::with_capacity(block.exprs.len());
    for (id, (expr, named)) in block.exprs.iter().zip(names).enumerate() {
        let of_loop = loops.iter().find(|of| of.members.iter().any(|member| member.of.0 == id));
        let node = match of_loop {
            Some(of) if of.members[0].of.0 == id => window(loads, of, windows),
            Some(of) => Node::With(of.members[0].of),
            None => node(loads, &known, &expr.node, windows),
        };
        exprs.push(Expr { ty: expr.ty, named, node });
    }
    Block { exprs, result: block.result }
}

/// A block, and what is known of its values.
struct AnnotatedBlock<'a> {
    part: BlockPart<'a>,
    /// Which of them are the same for all lanes; empty where there are none.
    alike: Vec<bool>,
}

impl AnnotatedBlock<'_> {
    /// Whether a value is the same for all lanes.
    fn is_alike(&self, id: ExprId) -> bool {
        self.alike.get(id.0).copied().unwrap_or(false)
    }
}

fn node(
    loads: &mut Loads<'_, '_>,
    known: &AnnotatedBlock<'_>,
    node: &ir::Node,
    windows: &[VarId],
) -> Node {
    let block = known.part.block;
    match node {
        ir::Node::Const(value) => Node::Const(*value),
        ir::Node::Scalar(s) => Node::Scalar(*s),
        ir::Node::Index(a) => Node::Index(indices(a, loads.lane)),
        ir::Node::Test(test) => {
            let each_lane = loads.lane.is_some_and(|lane| test.affine.mentions_var(lane));
            Node::Test { test: test.clone(), each_lane }
        }
        ir::Node::Read { source, index } => {
            let value =
                |id: ExprId| DataIndex { ty: block.exprs[id.0].ty, alike: known.is_alike(id) };
            let ranges = loads.cx.ranges;
            let within = |id: ExprId, limits: &Interval| ranges.is_within(known.part, id, limits);
            let within = &within;
            Node::Load(load(
                loads,
                &PlacedRead { source: *source, index, value: &value, within, windows },
            ))
        }
        ir::Node::Unary(op, a) => Node::Unary(*op, *a),
        ir::Node::Binary(op, a, b) => binary(loads.cx, known, *op, *a, *b),
        ir::Node::Cast(a) => Node::Cast(*a),
        ir::Node::SaturatingCast(a) => Node::SaturatingCast(*a),
        ir::Node::Select(c, a, b) => Node::Select(*c, *a, *b),
        ir::Node::Call(function, args) => Node::Call(*function, args.clone()),
        ir::Node::Combine { op, terms } => Node::Combine { op: *op, terms: terms.clone() },
        ir::Node::Reduce { .. } => unreachable!("each window is in a loop"),
    }
}

/// Windows as one loop, inside of those whose variables these are.
fn window(loads: &mut Loads<'_, '_>, of: &Windows, outer: &[VarId]) -> Node {
    let Windows { vars, body, members } = of;
    let inner: Vec<VarId> = outer.iter().copied().chain(vars.iter().map(|v| v.id)).collect();
    let values: Vec<ExprId> =
        members.iter().flat_map(|member| member.value.values()).copied().collect();
    let body = block(loads, BlockPart::whole(body), Some(&values), &inner);
    Node::Reduce { vars: vars.clone(), body, windows: members.clone() }
}

/// A binary operator, as what is fastest for its operands.
fn binary(
    cx: &NestContext<'_>,
    known: &AnnotatedBlock<'_>,
    op: BinaryOp,
    a: ExprId,
    b: ExprId,
) -> Node {
    let (part, block) = (known.part, known.part.block);
    match (op, &block.exprs[b.0].node) {
        (BinaryOp::WordPair, _) if known.is_alike(a) && known.is_alike(b) => {
            Node::WordPairAlike(a, b)
        }
        (BinaryOp::Shl, ir::Node::Const(Value::Int(_, by))) => Node::ShiftLeft(a, *by as u32),
        (BinaryOp::Shr, ir::Node::Const(Value::Int(_, by))) => Node::ShiftRight(a, *by as u32),
        (BinaryOp::Div, ir::Node::Const(by @ Value::Int(..))) => {
            Node::DivideBy(a, *by, Division::Quotient)
        }
        (BinaryOp::Rem, ir::Node::Const(by @ Value::Int(..))) => {
            Node::DivideBy(a, *by, Division::Remainder)
        }
        (BinaryOp::Div, ir::Node::Const(by)) => match Divisor::of(*by) {
            Some(by) => match by.divides(cx.ranges.float(part, a)) {
                true => Node::DivideByProducts { value: a, by, tested: false },
                false if divides_much(block) => {
                    Node::DivideByProducts { value: a, by, tested: true }
                }
                false => Node::Binary(op, a, b),
            },
            None => Node::Binary(op, a, b),
        },
        _ => match clamped(op, a, b, block) {
            Some(clamp) => Node::ClampToI32 { value: clamp.value, lo: clamp.lo, hi: clamp.hi },
            None => Node::Binary(op, a, b),
        },
    }
}

/// Whether divisions by constants are what a block waits for.
fn divides_much(block: &ir::Block) -> bool {
    let is_constant = |id: ExprId| matches!(block.exprs[id.0].node, ir::Node::Const(_));
    let divides = |expr: &&ir::Expr| {
        let ir::Node::Binary(BinaryOp::Div, _, by) = expr.node else { return false };
        expr.ty.is_float() && is_constant(by)
    };
    let divisions = block.exprs.iter().filter(divides).count();
    divisions * MOST_BESIDE_QUOTIENT >= block.exprs.len()
}

/// The loop variables that a compute mentions, that of its loop always; the caller's are known.
fn used_vars(cx: &NestContext<'_>, compute: &Compute, lane: Option<VarId>) -> Vec<VarId> {
    let mut used: Vec<VarId> = lane.into_iter().collect();
    let mut windows = Vec::new();
    compute.stores.iter().flat_map(|s| &s.index).for_each(|a| used.extend(a.vars()));
    collect_vars(&compute.value, &mut used, &mut windows);
    used.sort();
    used.dedup();
    used.retain(|v| !cx.fields.contains(v) && !windows.contains(v));
    used
}

fn collect_vars(block: &ir::Block, used: &mut Vec<VarId>, windows: &mut Vec<VarId>) {
    for expr in &block.exprs {
        match &expr.node {
            ir::Node::Index(a) => used.extend(a.vars()),
            ir::Node::Test(t) => used.extend(t.affine.vars()),
            ir::Node::Read { index, .. } => {
                for i in index {
                    if let Index::Affine(a) = i {
                        used.extend(a.vars());
                    }
                }
            }
            ir::Node::Reduce { vars, body, .. } => {
                windows.extend(vars.iter().map(|v| v.id));
                collect_vars(body, used, windows);
            }
            ir::Node::Const(_) | ir::Node::Scalar(_) | ir::Node::Unary(..) => {}
            ir::Node::Binary(..) | ir::Node::Cast(_) | ir::Node::SaturatingCast(_) => {}
            ir::Node::Select(..) | ir::Node::Call(..) | ir::Node::Combine { .. } => {}
        }
    }
}
