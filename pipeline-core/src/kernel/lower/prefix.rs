//! How vectors combine what the points before have: see [`prefix`](crate::analysis::prefix).
//!
//! ```text
//! %1 = …                                     what each point has of its own
//! %2 = prefix sum of %1                      with those before it in the vector
//! %4 = add %2, handed on 0                   and with all before the vector: what is stored
//! %6 = add last of %2, handed on 0           what the next vector is handed
//! ```
//!
//! So each vector waits for one operation of the one before it.

use super::function::block;
use super::load::Loads;
use super::store::stores;
use crate::analysis::prefix::Prefix;
use crate::analysis::ranges::BlockPart;
use crate::ir::nodes::map_operands;
use crate::ir::{self, Expr, ExprId};
use crate::kernel::load::Load;
use crate::kernel::{Block, Carrying, HandedOn, LoopForm, Node};
use crate::loops::Store;

/// How vectors of a form compute values that are combined with those before, if there are some.
pub fn prefixes(loads: &mut Loads<'_, '_>, form: LoopForm) -> Option<Carrying> {
    let compute = loads.compute;
    let mut all = match form {
        LoopForm::Vectors(lane) => compute.prefixes(lane),
        LoopForm::Point | LoopForm::Points(_) | LoopForm::VectorsAndPoints(_) => Vec::new(),
    };
    all.sort_by_key(|prefix| prefix.value);
    if all.is_empty() {
        return None;
    }
    let rest = Rest::of(&compute.value, &all);
    let of_compute = compute.stores.iter();
    let of_rest = of_compute.map(|store| Store { value: rest.at[store.value.0], ..store.clone() });
    let of_rest: Vec<Store> = of_rest.collect();
    let stored = of_rest.iter().map(|store| store.value);
    let kept: Vec<ExprId> = stored.chain(rest.steps.iter().map(|step| step.handed_on)).collect();
    let given = |id: ExprId| rest.steps.iter().any(|step| step.before == id);
    let part = BlockPart { block: &rest.block, given: &given };
    let mut value = block(loads, part, Some(&kept), &[]);
    for (number, (step, Prefix { op, .. })) in rest.steps.iter().zip(&all).enumerate() {
        let PrefixStep { own, before, within, last, .. } = *step;
        value.exprs[before.0].node = Node::Handed(number);
        value.exprs[within.0].node = Node::Prefix { op: *op, value: own };
        value.exprs[last.0].node = Node::Last(within);
    }
    let (first, firsts) = firsts(loads, &all);
    let handed_on = rest.steps.iter().zip(firsts);
    let handed_on =
        handed_on.map(|(step, first)| HandedOn { value: step.handed_on, first, span: None });
    Some(Carrying {
        ahead: Block { exprs: Vec::new(), result: ExprId(0) },
        values: Vec::new(),
        spans: Vec::new(),
        value,
        stores: stores(loads.cx, &of_rest, form).stores,
        behind: handed_on.collect(),
        first,
    })
}

/// The expressions of one of the values.
struct PrefixStep {
    /// What a point has of its own.
    own: ExprId,
    /// What is before the vector: a load, in place of which stands what is handed on.
    before: ExprId,
    /// What a point has together with those before it in the vector: a cast stands for it.
    within: ExprId,
    /// The last of these: a cast likewise.
    last: ExprId,
    /// What the next vector is handed.
    handed_on: ExprId,
}

/// The expressions of a compute with those that vectors need in place of the ones that combine.
struct Rest {
    block: ir::Block,
    /// Where each of the old expressions is.
    at: Vec<ExprId>,
    /// By value, in their order.
    steps: Vec<PrefixStep>,
}

impl Rest {
    fn of(old: &ir::Block, all: &[Prefix]) -> Rest {
        let (mut exprs, mut at) = (Vec::with_capacity(old.exprs.len()), Vec::new());
        let mut steps = Vec::new();
        for (id, expr) in old.exprs.iter().enumerate() {
            let mut push = |node: ir::Node| {
                exprs.push(Expr { node, ..expr.clone() });
                ExprId(exprs.len() - 1)
            };
            let Some(prefix) = all.iter().find(|prefix| prefix.value.0 == id) else {
                let node = map_operands(&expr.node, |id: ExprId| at[id.0]);
                at.push(push(node));
                continue;
            };
            let [own, before] = [prefix.own, prefix.before].map(|id: ExprId| at[id.0]);
            let combined = |of| ir::Node::Binary(prefix.op.combine(), of, before);
            let within = push(ir::Node::Cast(own));
            at.push(push(combined(within)));
            let last = push(ir::Node::Cast(within));
            let handed_on = push(combined(last));
            steps.push(PrefixStep { own, before, within, last, handed_on });
        }
        Rest { block: ir::Block { exprs, result: at[old.result.0] }, at, steps }
    }
}

/// What the first vector of a row is handed: what is stored before its first point, in all lanes.
fn firsts(loads: &mut Loads<'_, '_>, all: &[Prefix]) -> (Block, Vec<ExprId>) {
    let exprs = &loads.compute.value.exprs;
    let exprs: Vec<Expr> = all.iter().map(|prefix| exprs[prefix.before.0].clone()).collect();
    let results: Vec<ExprId> = (0..exprs.len()).map(ExprId).collect();
    let part = ir::Block { exprs, result: ExprId(0) };
    let mut first = block(loads, BlockPart::whole(&part), Some(&results), &[]);
    for expr in &mut first.exprs {
        let Node::Load(Load::Line { line, along, .. }) = &expr.node else {
            unreachable!("a load of the point before goes along a line");
        };
        let (line, along) = (line.clone(), along.clone());
        expr.node = Node::Load(Load::Splat { line, along });
    }
    (first, results)
}
