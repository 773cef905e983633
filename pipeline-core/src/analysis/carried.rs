//! Values that neighbouring points along the lanes share, carried from vector to vector.
//!
//! ```text
//! out(x) = f(x - 1) + f(x) + f(x + 1)        each f(x) an expression that costs something
//!
//! current   f0 f1 f2 f3                      of the vector before
//! ahead     f4 f5 f6 f7                      computed now, and current next
//! out       f0 f1 f2 f3                      the lanes of both from 0,
//!         + f1 f2 f3 f4                      from 1
//!         + f2 f3 f4 f5                      and from 2 on
//! ```
//!
//! A vector of points needs such a value at as many points and a few more, and those of the next
//! vector follow them. So each value is computed once a point, one vector ahead, and what it is at
//! neighbours are lanes of two registers: neither is it computed again, nor does it go through
//! memory. Compilers know this as predictive commoning, of vectors; where experts write Halide by
//! hand it is a producer stored in registers along a row.

use super::arrange::{OrderedExprs, arrange, by_results, live};
use crate::ir::nodes::{for_each_operand, map_affine, map_operands, mentions_var, without_unused};
use crate::ir::{Affine, Atom, Block, ElemType, Expr, ExprId, Index, Loc, Node, ScalarId, VarId};
use crate::transform::cse::BlockBuilder;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The farthest that points are from each other whose values are lanes of two vectors: the points
/// of the shortest vector.
pub const MOST_SPAN: i64 = 8;

/// A block whose values are carried along a variable.
#[derive(Clone, Debug)]
pub struct Carried {
    /// What is computed one vector ahead: the carried values at the nearest point that needs them.
    pub ahead: OrderedExprs,
    /// For each value, how many points further the farthest one is that a point needs.
    pub spans: Vec<i64>,
    /// The block with the same results as before. Where lanes of carried values are meant stands a
    /// scalar, whose number means nothing.
    pub rest: OrderedExprs,
    /// These, by expression.
    pub splices: BTreeMap<ExprId, Splice>,
}

impl Carried {
    /// The most values that are live at once: the carried ones of a vector, what is computed ahead
    /// or the ones ahead, and what else is computed.
    pub fn live(&self) -> usize {
        let carried = self.ahead.results.len();
        carried + live(&self.ahead).max(carried + live(&self.rest))
    }
}

/// Lanes of a carried value: of its current vector followed by the one ahead, from some lane on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Splice {
    /// Which value.
    pub value: usize,
    /// The lane; from 0 to the value's span.
    pub by: i64,
}

/// The ways to carry values of a block along a variable, `results` being what is used of it: from
/// those which carry what is computed last to those which carry what is computed first.
pub fn ways(block: &Block, results: &[ExprId], lane: VarId) -> Vec<Carried> {
    let moves = moves(block, lane);
    let mut refused = BTreeSet::new();
    let mut ways = Vec::new();
    while let Some(roots) = roots(block, results, &moves, &mut refused) {
        refused.extend(roots.0.keys());
        ways.push(roots.carried(block, results, &moves, lane));
    }
    ways
}

/// How an expression depends on the variable along which values are carried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Moves {
    /// Not at all: it is what others of its class are.
    Not {
        /// The class.
        class: usize,
    },
    /// It is what others of its class are, so many points further.
    By {
        /// The class.
        class: usize,
        /// The points.
        offset: i64,
    },
    /// In a way of its own.
    Otherwise,
}

/// How each expression of a block moves. Expressions of one class are the same at some point.
fn moves(block: &Block, lane: VarId) -> Vec<Moves> {
    let mut classes = Classes { lane, builder: BlockBuilder::new(), operands: HashMap::new() };
    let mut moves: Vec<Moves> = Vec::with_capacity(block.exprs.len());
    for expr in &block.exprs {
        moves.push(classes.moves(expr, &moves));
    }
    moves
}

struct Classes {
    lane: VarId,
    /// An expression for each class, in terms of `operands`.
    builder: BlockBuilder,
    /// The number of each operand.
    operands: HashMap<Operand, ExprId>,
}

/// What an operand is to an expression, wherever that is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Operand {
    class: usize,
    /// How much further it is than the nearest operand; 0 if it does not move.
    further: i64,
}

impl Classes {
    fn moves(&mut self, expr: &Expr, of: &[Moves]) -> Moves {
        let Some(Origin { node, offset: own }) = origin(&expr.node, self.lane) else {
            return Moves::Otherwise;
        };
        let (mut nearest, mut known) = (own, true);
        for_each_operand(&node, |id| match of[id.0] {
            Moves::Not { .. } => {}
            Moves::By { offset, .. } => nearest = Some(nearest.map_or(offset, |n| n.min(offset))),
            Moves::Otherwise => known = false,
        });
        // What is loaded at a place that a value says has both, the place and the value.
        if !known || own.is_some_and(|own| nearest != Some(own)) {
            return Moves::Otherwise;
        }
        let mut numbers = BTreeMap::new();
        for_each_operand(&node, |id| {
            let operand = match of[id.0] {
                Moves::Not { class } => Operand { class, further: 0 },
                Moves::By { class, offset } => {
                    Operand { class, further: offset - nearest.unwrap_or(offset) }
                }
                Moves::Otherwise => return,
            };
            let next = ExprId(self.operands.len());
            numbers.insert(id, *self.operands.entry(operand).or_insert(next));
        });
        let node = map_operands(&node, |id| numbers[&id]);
        let class = self.builder.push(Expr { ty: expr.ty, node, loc: Loc(0) }).0;
        nearest.map_or(Moves::Not { class }, |offset| Moves::By { class, offset })
    }
}

/// A node, moved to the point where its own index begins.
struct Origin {
    node: Node,
    /// How far that was; nothing if it has no index that moves.
    offset: Option<i64>,
}

/// A node at its origin; nothing if it is not known how it moves.
fn origin(node: &Node, lane: VarId) -> Option<Origin> {
    let fixed = |yes: bool| yes.then(|| Origin { node: node.clone(), offset: None });
    match node {
        Node::Index(a) => fixed(!a.mentions_var(lane)),
        Node::Test(test) => fixed(!test.affine.mentions_var(lane)),
        Node::Read { source, index } => {
            let along = |i: &Index| matches!(i, Index::Affine(a) if a.mentions_var(lane));
            let mut dims = (0..index.len()).filter(|d| along(&index[*d]));
            let Some(dim) = dims.next() else { return fixed(true) };
            let Index::Affine(a) = &index[dim] else { return None };
            let step = a.coefficient(&Atom::Var(lane));
            let others = a.add_scaled(&Affine::from(lane), -step);
            if step < 1 || others.mentions_var(lane) || dims.next().is_some() {
                return None;
            }
            let offset = a.constant().div_euclid(step);
            let mut index = index.clone();
            index[dim] = Index::Affine(a.offset(-step * offset));
            Some(Origin { node: Node::Read { source: *source, index }, offset: Some(offset) })
        }
        Node::Reduce { body, .. } => fixed(!mentions_var(body, lane)),
        Node::Const(_)
        | Node::Scalar(_)
        | Node::Unary(..)
        | Node::Binary(..)
        | Node::Cast(_)
        | Node::SaturatingCast(_)
        | Node::Select(..)
        | Node::Call(..)
        | Node::Combine { .. } => fixed(true),
    }
}

/// The classes that are carried, with the points at which they are needed.
struct Roots(BTreeMap<usize, BTreeSet<i64>>);

/// How far the first and the last of some points are from each other.
fn span(points: &BTreeSet<i64>) -> i64 {
    points.last().zip(points.first()).map_or(0, |(last, first)| last - first)
}

/// The classes to carry: those that are computed last, others than those `refused`. These become
/// more where a class is needed at one point only, or at points that are too far from each other.
fn roots(
    block: &Block,
    results: &[ExprId],
    moves: &[Moves],
    refused: &mut BTreeSet<usize>,
) -> Option<Roots> {
    let mut everywhere: BTreeMap<usize, BTreeSet<i64>> = BTreeMap::new();
    for (moves, expr) in moves.iter().zip(&block.exprs) {
        let computed = expr.ty != ElemType::Bool && !matches!(expr.node, Node::Read { .. });
        if let (Moves::By { class, offset }, true) = (moves, computed) {
            everywhere.entry(*class).or_default().insert(*offset);
        }
    }
    everywhere.retain(|_, offsets| offsets.len() > 1);
    loop {
        let mut needed = vec![false; block.exprs.len()];
        results.iter().for_each(|id| needed[id.0] = true);
        let mut offsets: BTreeMap<usize, BTreeSet<i64>> = BTreeMap::new();
        for i in (0..block.exprs.len()).rev() {
            if !needed[i] {
                continue;
            }
            match moves[i] {
                Moves::By { class, offset }
                    if everywhere.contains_key(&class) && !refused.contains(&class) =>
                {
                    offsets.entry(class).or_default().insert(offset);
                }
                Moves::By { .. } | Moves::Not { .. } | Moves::Otherwise => {
                    for_each_operand(&block.exprs[i].node, |id| needed[id.0] = true);
                }
            }
        }
        let fits = |at: &BTreeSet<i64>| (1..=MOST_SPAN).contains(&span(at));
        let others = offsets.iter().filter(|(_, at)| !fits(at)).map(|(class, _)| *class);
        let before = refused.len();
        refused.extend(others);
        if refused.len() == before {
            return (!offsets.is_empty()).then_some(Roots(offsets));
        }
    }
}

impl Roots {
    fn carried(&self, block: &Block, results: &[ExprId], moves: &[Moves], lane: VarId) -> Carried {
        let classes: Vec<usize> = self.0.keys().copied().collect();
        let nearest = |class: usize| self.0[&class].first().copied().unwrap_or(0);
        let mut ahead = BlockBuilder::new();
        let values = classes.iter().map(|class| {
            let member = (0..moves.len()).find_map(|i| match moves[i] {
                Moves::By { class: of, offset } if of == *class => Some((ExprId(i), offset)),
                Moves::By { .. } | Moves::Not { .. } | Moves::Otherwise => None,
            });
            let (id, offset) = member.expect("a class has members");
            let to = Affine::from(lane).offset(nearest(*class) - offset);
            let value = without_unused(Block { exprs: block.exprs[..=id.0].to_vec(), result: id });
            ahead.append(&map_affine(&value, &|a| a.substitute_var(lane, &to)), &Node::clone)
        });
        let values: Vec<ExprId> = values.collect();
        let spliced = |i: usize| match moves[i] {
            Moves::By { class, offset } => {
                let value = classes.binary_search(&class).ok()?;
                Some(Splice { value, by: offset - nearest(class) })
            }
            Moves::Not { .. } | Moves::Otherwise => None,
        };
        let exprs = block.exprs.iter().enumerate().map(|(i, expr)| match spliced(i) {
            Some(_) => Expr { node: Node::Scalar(ScalarId(0)), ..expr.clone() },
            None => expr.clone(),
        });
        let all = OrderedExprs { exprs: exprs.collect(), results: results.to_vec() };
        let (rest, kept) = by_results(&all);
        let splices =
            kept.iter().enumerate().filter_map(|(new, old)| Some((ExprId(new), spliced(*old)?)));
        let splices = splices.collect();
        let (ahead, _) = arrange(OrderedExprs { exprs: ahead.into_exprs(), results: values });
        Carried { ahead, spans: self.0.values().map(span).collect(), rest, splices }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::text::random::Rng;
    use crate::ir::{BinaryOp, InputId, Source};

    const ROW: VarId = VarId(0);
    const LANE: VarId = VarId(1);

    fn expr(node: Node) -> Expr {
        Expr { ty: ElemType::F32, node, loc: Loc(0) }
    }

    fn read(dy: i64, step: i64, dx: i64) -> Node {
        let along = Affine::from(LANE).scale(step).offset(dx);
        let index = [Affine::from(ROW).offset(dy), along].map(Index::Affine).to_vec();
        Node::Read { source: Source::Input(InputId(0)), index }
    }

    /// The sum of a value at several places, each the product of two rows.
    fn sum(places: &[i64]) -> Block {
        let mut b = BlockBuilder::new();
        let mut product = |dx: i64| {
            let rows = [0, 1].map(|dy| b.push(expr(read(dy, 1, dx))));
            b.push(expr(Node::Binary(BinaryOp::Mul, rows[0], rows[1])))
        };
        let products: Vec<ExprId> = places.iter().map(|dx| product(*dx)).collect();
        let sum =
            products.into_iter().reduce(|a, c| b.push(expr(Node::Binary(BinaryOp::Add, a, c))));
        b.finish(sum.expect("several places"))
    }

    /// What is carried of such a sum: for each way the span, and the places of its splices.
    fn ways_of(places: &[i64]) -> Vec<(Vec<i64>, Vec<i64>)> {
        let block = sum(places);
        let ways = ways(&block, &[block.result], LANE);
        ways.iter()
            .map(|way| (way.spans.clone(), way.splices.values().map(|s| s.by).collect()))
            .collect()
    }

    #[test]
    fn values_at_several_places_are_carried() {
        assert_eq!(ways_of(&[-1, 0, 1]), [(vec![2], vec![0, 1, 2])]);
        assert_eq!(ways_of(&[3, 11]), [(vec![8], vec![0, 8])]);
        assert!(ways_of(&[0, 9]).is_empty() && ways_of(&[0]).is_empty());
        // Sums of two neighbours are values at two places, and so are their terms.
        let block = {
            let mut b = BlockBuilder::new();
            let pair = |b: &mut BlockBuilder, dx: i64| {
                let pair = sum(&[dx, dx + 1]);
                b.append(&pair, &Node::clone)
            };
            let (first, second) = (pair(&mut b, 0), pair(&mut b, 2));
            let all = b.push(expr(Node::Binary(BinaryOp::Max, first, second)));
            b.finish(all)
        };
        let found = ways(&block, &[block.result], LANE);
        let spans: Vec<&[i64]> = found.iter().map(|way| &way.spans[..]).collect();
        assert_eq!(spans, [[2], [3]]);
        assert_eq!(found[0].ahead.exprs.len(), 7, "two products and their sum");
        assert_eq!(found[1].ahead.exprs.len(), 3, "a product");
    }

    /// A block of one to three results, of reads at random places and random operators.
    fn random(rng: &mut Rng) -> (Block, Vec<ExprId>) {
        let mut b = BlockBuilder::new();
        let mut known: Vec<ExprId> = Vec::new();
        for _ in 0..3 {
            let node = read(rng.range(0, 1), rng.range(1, 2), rng.range(-2, 2));
            known.push(b.push(expr(node)));
        }
        known.push(b.push(expr(Node::Index(Affine::from(LANE)))));
        for _ in 0..rng.range(4, 16) {
            let (left, right) = (rng.pick(&known), rng.pick(&known));
            let op = rng.pick(&[BinaryOp::Add, BinaryOp::Mul, BinaryOp::Min]);
            let new = b.push(expr(Node::Binary(op, left, right)));
            known.push(new);
            // The same somewhere else.
            let place = Affine::from(LANE).offset(rng.range(-4, 4));
            let before = Block { result: rng.pick(&known), exprs: b.exprs().to_vec() };
            let moved = map_affine(&without_unused(before), &|a| a.substitute_var(LANE, &place));
            known.push(b.append(&moved, &Node::clone));
        }
        let results = known.split_off(known.len() - rng.range(1, 3) as usize);
        let block = Block { result: results[0], exprs: b.into_exprs() };
        (block, results)
    }

    #[test]
    fn random_blocks_compute_what_they_did() {
        let (mut carried, mut several) = (0, 0);
        for seed in 0..10_000 {
            let (block, results) = random(&mut Rng::new(seed));
            for way in ways(&block, &results, LANE) {
                carried += 1;
                several += usize::from(way.ahead.results.len() > 1);
                let mut b = BlockBuilder::new();
                let wanted: Vec<ExprId> = results
                    .iter()
                    .map(|id| b.append(&Block { result: *id, ..block.clone() }, &Node::clone))
                    .collect();
                let mut found: Vec<ExprId> = Vec::new();
                for (i, of) in way.rest.exprs.iter().enumerate() {
                    found.push(match way.splices.get(&ExprId(i)) {
                        None => {
                            b.push(Expr { node: map_operands(&of.node, |id| found[id.0]), ..*of })
                        }
                        Some(Splice { value, by }) => {
                            let exprs = way.ahead.exprs.clone();
                            let ahead = Block { result: way.ahead.results[*value], exprs };
                            let to = Affine::from(LANE).offset(*by);
                            let at = map_affine(&ahead, &|a| a.substitute_var(LANE, &to));
                            assert!((0..=way.spans[*value]).contains(by), "seed {seed}");
                            b.append(&at, &Node::clone)
                        }
                    });
                }
                let found: Vec<ExprId> = way.rest.results.iter().map(|id| found[id.0]).collect();
                assert_eq!(found, wanted, "seed {seed}");
            }
        }
        assert!(carried > 1500 && several > 40, "{carried} ways, {several} with several values");
    }
}
