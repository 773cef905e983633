//! Sums of products of words, two products at a time.
//!
//! ```text
//! sum(i in 0..n; a(y, i) as i32 * b(i, x) as i32)               of words, or of what fits one
//!
//! sum(i in 0..n / 2; dot(word_pair(a(y, 2*i), …), word_pair(b(2*i, x), …)))
//!     + what is left where `n` is odd
//! ```
//!
//! Processors multiply words with signs and add the products of neighbours in one instruction
//! (`pmaddwd` of x86), which does twice what a product of doublewords does. Windows that are loops
//! are rewritten, the coordinates of the innermost variable two by two, and sums that are written
//! out (`terms`), where vectors then take less time by
//! [their prices](crate::analysis::vectors). Sums of integers wrap, so their order is open.

mod terms;

use super::cse::BlockBuilder;
use super::narrow::price;
use super::narrow::windows::{WindowTotals, narrowed};
use crate::analysis::integer::Facts;
use crate::analysis::order::order;
use crate::analysis::ranges::{Range, Ranges};
use crate::analysis::regions::piece;
use crate::analysis::scope::Scope;
use crate::ir::nodes::{map_affine, map_operands};
use crate::ir::{
    BinaryOp, Block, Case, ElemType, Expr, ExprId, Node, Pipeline, ReduceOp, Stage, VarId,
    WindowVar,
};

/// Adds products of words in pairs where the bits of all stages stay what they are.
pub fn products_in_pairs(mut p: Pipeline) -> Pipeline {
    let facts = Facts::for_pipeline(&p);
    let ranges = Ranges::new(&p, &facts);
    let mut cases = p.stages.iter().flat_map(|stage| &stage.cases);
    if !cases.any(|case| case.value.exprs.iter().any(is_sum) || terms::has_products(&case.value)) {
        return p;
    }
    // Producers first, so that a long chain of them takes no stack.
    for id in order(&p).into_iter().flat_map(|order| order.stages) {
        ranges.stage(id);
    }
    let of_stage = |stage: &Stage| -> PairedStage {
        let mut vars = stage.vars.clone();
        let of_case = |case: &Case| {
            let piece = piece(&stage.domain, &case.region);
            let mut with_pairs = vars.clone();
            let scope = Scope::new(&facts, &piece);
            let gains = |before: &Block, paired: &Block| {
                price(&p, stage, paired) < price(&p, stage, before)
            };
            let windows = in_pairs(&ranges, &scope, &case.value, &mut with_pairs);
            let windows = windows.filter(|paired| gains(&case.value, paired));
            if windows.is_some() {
                vars = with_pairs;
            }
            let so_far = windows.as_ref().unwrap_or(&case.value);
            let terms = terms::in_pairs(&ranges, &scope, so_far);
            terms.filter(|paired| gains(so_far, paired)).or(windows)
        };
        let values = stage.cases.iter().map(of_case).collect();
        PairedStage { values, vars }
    };
    let stages: Vec<PairedStage> = p.stages.iter().map(of_stage).collect();
    for (stage, paired) in p.stages.iter_mut().zip(stages) {
        stage.vars = paired.vars;
        for (case, value) in stage.cases.iter_mut().zip(paired.values) {
            if let Some(value) = value {
                case.value = value;
            }
        }
    }
    p
}

/// What becomes of a stage.
struct PairedStage {
    /// The values of its cases, where they change.
    values: Vec<Option<Block>>,
    /// Its variables, those of pairs among them.
    vars: Vec<String>,
}

/// Whether an expression is a window that is a sum of 32 bits.
fn is_sum(expr: &Expr) -> bool {
    let wide = matches!(expr.ty, ElemType::I32 | ElemType::U32);
    wide && matches!(expr.node, Node::Reduce { op: ReduceOp::Sum, .. })
}

/// The block with its sums of products in pairs, if it has any, whose variables are added.
fn in_pairs(
    ranges: &Ranges<'_>,
    scope: &Scope<'_>,
    block: &Block,
    vars: &mut Vec<String>,
) -> Option<Block> {
    let mut builder = BlockBuilder::new();
    let mut new: Vec<ExprId> = Vec::with_capacity(block.exprs.len());
    let mut any = false;
    for expr in &block.exprs {
        let paired = Products::of(ranges, scope, expr);
        any |= paired.is_some();
        new.push(match paired {
            Some(products) => {
                let pair = VarId(vars.len());
                vars.push(format!("{}_pair", vars[products.along.id.0]));
                products.make(&mut builder, expr, pair)
            }
            None => {
                let node = map_operands(&expr.node, |id| new[id.0]);
                builder.push(Expr { node, ..expr.clone() })
            }
        });
    }
    any.then(|| builder.finish(new[block.result.0]))
}

/// A sum of products of words.
struct Products<'a> {
    /// The variables around the one of which two coordinates make a pair.
    others: &'a [WindowVar],
    along: &'a WindowVar,
    /// What is added at a point.
    body: &'a Block,
    /// The factors, as words.
    factors: [Block; 2],
}

impl<'a> Products<'a> {
    /// The sum that an expression is, if it is one of products of words.
    fn of(ranges: &Ranges<'_>, scope: &Scope<'_>, expr: &'a Expr) -> Option<Products<'a>> {
        let Node::Reduce { vars, body, .. } = &expr.node else { return None };
        let (along, others) = vars.split_last()?;
        let flat = !body.exprs.iter().any(|e| matches!(e.node, Node::Reduce { .. }));
        // Half of less than none would be less than no pair.
        let counted = scope.sizes().proves(&along.last.sub(&along.first).offset(1));
        let several = along.fixed_extent().is_none_or(|values| values > 1);
        if !(is_sum(expr) && flat && counted && several) {
            return None;
        }
        let inside = scope.with_window(vars);
        let known = ranges.block(&inside, body);
        let [a, b] = product_of(body, body.result, &known)?;
        let word = |id: ExprId| {
            let word = as_word(body, id);
            narrowed(ranges, &inside, &word, WindowTotals::AsTheyAre)
        };
        let fits = |id: ExprId| fits_word(limits(body, &known, id));
        (fits(a) && fits(b)).then(|| Products { others, along, body, factors: [a, b].map(word) })
    }

    /// The sum in pairs, over a variable of their own.
    fn make(&self, builder: &mut BlockBuilder, sum: &Expr, pair: VarId) -> ExprId {
        let WindowVar { first, last, .. } = self.along;
        let pairs = last.sub(first).offset(1).floor_div(2);
        let loc = sum.loc;
        let window = |along: WindowVar, body: Block| {
            let vars = self.others.iter().cloned().chain([along]).collect();
            Node::Reduce { op: ReduceOp::Sum, vars, body: Box::new(body), fused: false }
        };
        let node = window(WindowVar::new(pair, 0, pairs.offset(-1)), self.dot(sum, pair));
        let mut total = builder.push(Expr { ty: ElemType::I32, node, loc });
        if sum.ty != ElemType::I32 {
            total = builder.push(Expr { ty: sum.ty, node: Node::Cast(total), loc });
        }
        let left = WindowVar { first: first.add_scaled(&pairs, 2), ..self.along.clone() };
        if left.fixed_extent() == Some(0) {
            return total;
        }
        let node = window(left, self.body.clone());
        let left = builder.push(Expr { ty: sum.ty, node, loc });
        builder.push(Expr { ty: sum.ty, node: Node::Binary(BinaryOp::Add, total, left), loc })
    }

    /// What is added for a pair of points.
    fn dot(&self, sum: &Expr, pair: VarId) -> Block {
        let WindowVar { id, first, .. } = self.along;
        let mut builder = BlockBuilder::new();
        let binary = |builder: &mut BlockBuilder, op, a, b| {
            let node = Node::Binary(op, a, b);
            builder.push(Expr { ty: ElemType::I32, node, loc: sum.loc })
        };
        let [a, b] = self.factors.each_ref().map(|factor| {
            let [low, high] = [0, 1].map(|offset| {
                let at = first.add_scaled(&pair.into(), 2).offset(offset);
                let there = map_affine(factor, &|a| a.substitute_var(*id, &at));
                builder.append(&there, &Node::clone)
            });
            binary(&mut builder, BinaryOp::WordPair, low, high)
        });
        let dot = binary(&mut builder, BinaryOp::Dot, a, b);
        builder.finish(dot)
    }
}

/// The factors of a value of a block, which may be a product of fewer bits where it does not wrap.
fn product_of(body: &Block, mut result: ExprId, known: &[Range]) -> Option<[ExprId; 2]> {
    while let Node::Cast(a) = body.exprs[result.0].node {
        let (lo, hi) = body.exprs[a.0].ty.int_range()?;
        let kept = |(least, most): (i64, i64)| least <= lo && hi <= most;
        if !body.exprs[result.0].ty.int_range().is_some_and(kept) {
            return None;
        }
        result = a;
    }
    let Expr { ty, node: Node::Binary(BinaryOp::Mul, a, b), .. } = &body.exprs[result.0] else {
        return None;
    };
    let [(a_lo, a_hi), (b_lo, b_hi)] = [a, b].map(|id| limits(body, known, *id));
    let holds = |(lo, hi): (i64, i64)| {
        let ends = [a_lo, a_hi].map(|x| [b_lo, b_hi].map(|y| x.checked_mul(y)));
        ends.into_iter().flatten().all(|end| end.is_some_and(|end| (lo..=hi).contains(&end)))
    };
    // Of 32 bits the lower ones are all that is added.
    let exact = ty.bytes() == 4 || ty.int_range().is_some_and(holds);
    exact.then_some([*a, *b])
}

/// The least and the greatest that an expression of a block is, given what is known of all.
fn limits(block: &Block, known: &[Range], id: ExprId) -> (i64, i64) {
    match &known[id.0] {
        Range::Int(range) => range.constants(block.exprs[id.0].ty),
        Range::Float(_) | Range::Bool => (i64::MIN, i64::MAX),
    }
}

/// Whether all from one value to another are words with signs.
fn fits_word((lo, hi): (i64, i64)) -> bool {
    i64::from(i16::MIN) <= lo && hi <= i64::from(i16::MAX)
}

/// A value of a block as a word.
fn as_word(block: &Block, value: ExprId) -> Block {
    let mut word = Block { exprs: block.exprs.clone(), result: value };
    let Expr { ty, loc, .. } = word.exprs[value.0];
    if ty != ElemType::I16 {
        word.result = ExprId(word.exprs.len());
        word.exprs.push(Expr { ty: ElemType::I16, node: Node::Cast(value), loc });
    }
    word
}

#[cfg(test)]
mod tests;
