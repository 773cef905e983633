//! Products of words that operators add, two at a time.
//!
//! ```text
//! 66 * r + 129 * g + 25 * b + 128        dot(word_pair(r, g), word_pair(66, 129)) + 25 * b + 128
//! ```

use super::{fits_word, limits, product_of};
use crate::analysis::ranges::{Range, Ranges};
use crate::analysis::scope::Scope;
use crate::ir::nodes::{for_each_operand, map_operands};
use crate::ir::{BinaryOp, Block, ElemType, Expr, ExprId, Node, Value};
use crate::scalar;
use crate::transform::cse::BlockBuilder;

/// Whether a block may add products of words.
pub fn has_products(block: &Block) -> bool {
    let is_product = |e: &&Expr| is_wide(e.ty) && matches!(e.node, Node::Binary(BinaryOp::Mul, ..));
    block.exprs.iter().filter(is_product).nth(1).is_some()
}

fn is_wide(ty: ElemType) -> bool {
    matches!(ty, ElemType::I32 | ElemType::U32)
}

/// The block with sums of products of words in pairs, if it has any.
pub fn in_pairs(ranges: &Ranges<'_>, scope: &Scope<'_>, block: &Block) -> Option<Block> {
    let known = ranges.block(scope, block);
    let mut uses = vec![0; block.exprs.len()];
    uses[block.result.0] += 1;
    let mut parts = vec![false; block.exprs.len()];
    for expr in &block.exprs {
        for_each_operand(&expr.node, |id| uses[id.0] += 1);
        for of in SumOperands::of(expr).iter().flat_map(|of| of.terms) {
            parts[of.value.0] |= block.exprs[of.value.0].ty == expr.ty;
        }
    }
    let sums = Sums { block, known: &known, uses: &uses, parts: &parts };
    let mut builder = BlockBuilder::new();
    let mut new: Vec<ExprId> = Vec::with_capacity(block.exprs.len());
    let mut any = false;
    for (id, expr) in block.exprs.iter().enumerate() {
        let terms = sums.terms(ExprId(id)).and_then(|terms| sums.pairs(terms));
        any |= terms.is_some();
        new.push(match terms {
            Some(paired) => paired.make(&mut builder, expr, &new),
            None => {
                let node = map_operands(&expr.node, |id| new[id.0]);
                builder.push(Expr { node, ..expr.clone() })
            }
        });
    }
    any.then(|| builder.finish(new[block.result.0]))
}

/// The sums of a block.
struct Sums<'a> {
    block: &'a Block,
    known: &'a [Range],
    /// How often each expression is an operand.
    uses: &'a [usize],
    /// Whether it is one of a sum of its type.
    parts: &'a [bool],
}

/// The operands of a sum or a difference of 32 bits.
struct SumOperands {
    terms: [DotTerm; 2],
}

impl SumOperands {
    fn of(expr: &Expr) -> Option<SumOperands> {
        let Node::Binary(op, a, b) = expr.node else { return None };
        let negated = op == BinaryOp::Sub;
        let terms = [DotTerm { value: a, negated: false }, DotTerm { value: b, negated }];
        let adds = negated || op == BinaryOp::Add;
        (adds && is_wide(expr.ty)).then_some(SumOperands { terms })
    }
}

/// A term of a sum.
#[derive(Clone, Copy)]
struct DotTerm {
    value: ExprId,
    /// Whether it is taken away.
    negated: bool,
}

/// A factor of a product.
#[derive(Clone, Copy)]
enum Word {
    Of(ExprId),
    Constant(i64),
}

/// A product of words.
type Product = [Word; 2];

/// A sum with products in pairs.
struct PairedSum {
    pairs: Vec<[Product; 2]>,
    others: Vec<DotTerm>,
}

impl Sums<'_> {
    /// The terms of a whole sum: one that is part of another is looked at with that.
    fn terms(&self, sum: ExprId) -> Option<Vec<DotTerm>> {
        let is_inside = |id: ExprId| self.uses[id.0] == 1 && self.parts[id.0];
        if is_inside(sum) {
            return None;
        }
        let mut open = Vec::from(SumOperands::of(&self.block.exprs[sum.0])?.terms);
        open.reverse();
        let mut terms = Vec::new();
        while let Some(term) = open.pop() {
            let operands = SumOperands::of(&self.block.exprs[term.value.0]);
            match operands.filter(|_| is_inside(term.value)) {
                Some(SumOperands { terms }) => open.extend(
                    terms
                        .into_iter()
                        .rev()
                        .map(|inner| DotTerm { negated: inner.negated != term.negated, ..inner }),
                ),
                None => terms.push(term),
            }
        }
        Some(terms)
    }

    /// The products among some terms in pairs, if there are two.
    fn pairs(&self, terms: Vec<DotTerm>) -> Option<PairedSum> {
        let (mut pairs, mut others) = (Vec::new(), Vec::new());
        let mut last: Option<(DotTerm, Product)> = None;
        for term in terms {
            match (self.product(term), last.take()) {
                (Some(product), Some((_, before))) => pairs.push([before, product]),
                (Some(product), None) => last = Some((term, product)),
                (None, before) => {
                    last = before;
                    others.push(term);
                }
            }
        }
        others.extend(last.map(|(term, _)| term));
        (!pairs.is_empty()).then_some(PairedSum { pairs, others })
    }

    /// The factors of a term that is a product of words.
    fn product(&self, term: DotTerm) -> Option<Product> {
        if self.uses[term.value.0] != 1 {
            return None;
        }
        let [a, b] = product_of(self.block, term.value, self.known)?.map(|id| self.word(id));
        // Constants stand first, so that those of a pair are one of all lanes.
        match (a?, b?, term.negated) {
            (Word::Constant(c), other, negated) | (other, Word::Constant(c), negated) => {
                let c = if negated { -c } else { c };
                (c <= i64::from(i16::MAX)).then_some([Word::Constant(c), other])
            }
            (a, b, negated) => (!negated).then_some([a, b]),
        }
    }

    /// A factor as a word, if it fits.
    fn word(&self, id: ExprId) -> Option<Word> {
        let (lo, hi) = limits(self.block, self.known, id);
        let word = if lo == hi { Word::Constant(lo) } else { Word::Of(id) };
        fits_word((lo, hi)).then_some(word)
    }
}

impl PairedSum {
    /// The sum.
    fn make(&self, builder: &mut BlockBuilder, sum: &Expr, new: &[ExprId]) -> ExprId {
        let expr = |ty, node| Expr { ty, node, loc: sum.loc };
        let mut total = None;
        for pair in &self.pairs {
            let mut sides = Vec::new();
            for side in [0, 1] {
                let [low, high] = pair.map(|product| word(builder, product[side], sum, new));
                let node = Node::Binary(BinaryOp::WordPair, low, high);
                sides.push(builder.push(expr(ElemType::I32, node)));
            }
            let dot = Node::Binary(BinaryOp::Dot, sides[0], sides[1]);
            let mut dot = builder.push(expr(ElemType::I32, dot));
            if sum.ty != ElemType::I32 {
                dot = builder.push(expr(sum.ty, Node::Cast(dot)));
            }
            total = Some(match total {
                None => dot,
                Some(total) => builder.push(expr(sum.ty, Node::Binary(BinaryOp::Add, total, dot))),
            });
        }
        let mut total = total.expect("there is a pair");
        for DotTerm { value, negated } in &self.others {
            let op = if *negated { BinaryOp::Sub } else { BinaryOp::Add };
            total = builder.push(expr(sum.ty, Node::Binary(op, total, new[value.0])));
        }
        total
    }
}

/// The factor as an expression of 16 bits, without casts that only made it wider.
fn word(builder: &mut BlockBuilder, of: Word, sum: &Expr, new: &[ExprId]) -> ExprId {
    let expr = |node| Expr { ty: ElemType::I16, node, loc: sum.loc };
    match of {
        Word::Constant(c) => {
            let value = scalar::cast(Value::Int(ElemType::I32, c), ElemType::I16);
            builder.push(expr(Node::Const(value)))
        }
        Word::Of(id) => {
            let mut id = new[id.0];
            let exprs = builder.exprs();
            while let Node::Cast(inner) = exprs[id.0].node {
                let narrower = exprs[inner.0].ty;
                if !(narrower.is_int() && narrower.bytes() <= exprs[id.0].ty.bytes()) {
                    break;
                }
                id = inner;
            }
            if exprs[id.0].ty == ElemType::I16 {
                return id;
            }
            builder.push(expr(Node::Cast(id)))
        }
    }
}
