//! What is found in sums, and that random blocks compute what they did.

use super::*;
use crate::ir::nodes::{map_affine, without_unused};
use crate::ir::text::random::Rng;
use crate::ir::{BinaryOp, ElemType, Index, InputId, Loc, Source};
use std::collections::BTreeSet;

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
    let sum = products.into_iter().reduce(|a, c| b.push(expr(Node::Binary(BinaryOp::Add, a, c))));
    b.finish(sum.expect("several places"))
}

/// How each set of values is carried, and each two.
fn ways(block: &Block, results: &[ExprId], lane: VarId) -> Vec<Carried> {
    let ways = Ways::of(block, results, lane);
    let orders = 0..ways.orders();
    let pairs = orders.clone().flat_map(|b| (0..b).map(move |a| BTreeSet::from([a, b])));
    let pairs: Vec<Carried> = pairs.filter_map(|pair| ways.carried(&pair)).collect();
    ways.each().chain(pairs).collect()
}

/// What is carried of such a sum: for each way the span, and the places of its splices.
fn ways_of(places: &[i64]) -> Vec<(Vec<i64>, Vec<i64>)> {
    let block = sum(places);
    let ways = ways(&block, &[block.result], LANE);
    let by = |splice: &Splice| match *splice {
        Splice::Ahead { by, .. } | Splice::Behind { by, .. } => by,
    };
    ways.iter().map(|way| (way.spans.clone(), way.splices.values().map(by).collect())).collect()
}

#[test]
fn values_at_several_places_are_carried() {
    assert_eq!(ways_of(&[-1, 0, 1]), [(vec![2], vec![0, 1, 2])]);
    assert_eq!(ways_of(&[3, 11]), [(vec![8], vec![0, 8])]);
    assert!(ways_of(&[0, 9]).is_empty() && ways_of(&[0]).is_empty());
}

/// Sums of two neighbours are values at two places, and so are their terms: either is carried, or
/// both.
#[test]
fn values_of_carried_values_are_carried() {
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
    assert_eq!(spans, [[2], [3], [1]]);
    assert_eq!(found[0].ahead.exprs.len(), 7, "two products and their sum");
    assert_eq!(found[1].ahead.exprs.len(), 3, "a product");
    let both = &found[2];
    assert_eq!(both.ahead.exprs.len(), 3, "a product");
    assert_eq!(both.rest.exprs.len(), 5, "two products, their sum, that before, and the larger");
    assert_eq!(both.behind.iter().map(|behind| behind.span).collect::<Vec<_>>(), [2]);
    assert_eq!(both.first.exprs.len(), 7, "two products and their sum");
    let splices: Vec<Splice> = both.splices.values().copied().collect();
    let ahead = |by| Splice::Ahead { value: 0, by };
    assert_eq!(splices, [ahead(0), ahead(1), Splice::Behind { value: 0, by: 2 }]);
    assert!(found[..2].iter().all(|way| way.behind.is_empty() && way.first.exprs.is_empty()));
    assert_eq!(are_one(&block, &both.values, LANE), [true, true]);
    let mut wrong = both.values.clone();
    *wrong[0].at.first_entry().expect("a value is somewhere").get_mut() += 1;
    assert_eq!(are_one(&block, &wrong, LANE), [false, true], "at another place");
    assert!(Carried::of(&block, &[block.result], &[], LANE).is_none());
}

/// A sum of a value and of one that is computed from it, each at two places: either is carried by
/// itself, or both.
#[test]
fn values_beside_what_is_computed_from_them_are_carried() {
    let mut b = BlockBuilder::new();
    let places = [0, 2].map(|dx| {
        let (near, far) = (sum(&[dx]), sum(&[dx, dx + 1]));
        let [near, far] = [near, far].map(|of| b.append(&of, &Node::clone));
        b.push(expr(Node::Binary(BinaryOp::Max, near, far)))
    });
    let all = b.push(expr(Node::Binary(BinaryOp::Sub, places[0], places[1])));
    let block = b.finish(all);
    let found = ways(&block, &[block.result], LANE);
    let values = |way: &Carried| [way.ahead.results.len(), way.behind.len()];
    let both = found.iter().filter(|way| values(way) == [1, 1]).count();
    assert!(both > 0, "{found:?}");
    assert!(found.iter().all(|way| way.values.len() < 3), "each two sets have one value each");
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

/// An expression of some of them so many points further.
fn moved(of: &OrderedExprs, result: ExprId, by: i64, b: &mut BlockBuilder) -> ExprId {
    let to = Affine::from(LANE).offset(by);
    let block = Block { result, exprs: of.exprs.clone() };
    b.append(&map_affine(&block, &|a| a.substitute_var(LANE, &to)), &Node::clone)
}

/// What a way computes of expressions of its `rest` at points that are so many further.
struct Found<'a> {
    way: &'a Carried,
    known: BTreeMap<(ExprId, i64), ExprId>,
}

impl Found<'_> {
    fn at(&mut self, id: ExprId, by: i64, b: &mut BlockBuilder) -> ExprId {
        if let Some(known) = self.known.get(&(id, by)) {
            return *known;
        }
        let way = self.way;
        let found = match way.splices.get(&id) {
            Some(Splice::Ahead { value, by: lane }) => {
                assert!((0..=way.spans[*value]).contains(lane));
                moved(&way.ahead, way.ahead.results[*value], lane + by, b)
            }
            Some(Splice::Behind { value, by: lanes }) => {
                let Behind { value: last, span } = way.behind[*value];
                assert!((1..=span).contains(lanes));
                self.at(last, by - lanes, b)
            }
            None => {
                let Expr { ty, node, loc } = &way.rest.exprs[id.0];
                let mut operands: BTreeMap<ExprId, ExprId> = BTreeMap::new();
                for_each_operand(node, |id| {
                    operands.insert(id, ExprId(0));
                });
                operands.iter_mut().for_each(|(id, new)| *new = self.at(*id, by, b));
                let node = map_operands(node, |id| operands[&id]);
                let exprs = vec![Expr { ty: *ty, node, loc: *loc }];
                let to = Affine::from(LANE).offset(by);
                let one = Block { result: ExprId(0), exprs };
                b.push(map_affine(&one, &|a| a.substitute_var(LANE, &to)).exprs.swap_remove(0))
            }
        };
        self.known.insert((id, by), found);
        found
    }
}

/// What is outlined is all of the rest, and of what is ahead no more than there is.
#[test]
fn outlines_are_what_is_computed() {
    let (mut exact, mut outlines) = (0, 0);
    for seed in 0..10_000 {
        let (block, results) = random(&mut Rng::new(seed));
        let ways = Ways::of(&block, &results, LANE);
        let sets = (0..ways.orders()).flat_map(|b| (0..=b).map(move |a| BTreeSet::from([a, b])));
        for set in sets {
            let (outline, way) = (ways.outline(&set), ways.carried(&set));
            assert_eq!(outline.is_some(), way.is_some(), "seed {seed}");
            let (Some(outline), Some(way)) = (outline, way) else { continue };
            let count = |computed: &[bool]| computed.iter().filter(|is| **is).count();
            let of_rest = way.rest.exprs.len() - way.splices.len();
            assert_eq!(count(&outline.rest), of_rest, "seed {seed}");
            let moved = way.splices.values().filter(|s| !matches!(s, Splice::Ahead { by: 0, .. }));
            assert_eq!(outline.splices.len(), moved.count(), "seed {seed}");
            let ahead = outline.ahead.iter().map(|of| count(of)).max().unwrap_or(0);
            assert!(ahead <= way.ahead.exprs.len(), "seed {seed}");
            exact += usize::from(ahead == way.ahead.exprs.len());
            outlines += 1;
        }
    }
    assert!(exact * 10 > outlines * 9 && outlines > 1500, "{exact} of {outlines} are exact");
}

#[test]
fn random_blocks_compute_what_they_did() {
    let (mut carried, mut several, mut higher) = (0, 0, 0);
    for seed in 0..10_000 {
        let (block, results) = random(&mut Rng::new(seed));
        for way in ways(&block, &results, LANE) {
            carried += 1;
            several += usize::from(way.ahead.results.len() > 1);
            higher += usize::from(!way.behind.is_empty());
            let mut b = BlockBuilder::new();
            let wanted: Vec<ExprId> = results
                .iter()
                .map(|id| b.append(&Block { result: *id, ..block.clone() }, &Node::clone))
                .collect();
            let mut found = Found { way: &way, known: BTreeMap::new() };
            let of_way = way.rest.results.iter().map(|id| found.at(*id, 0, &mut b));
            assert_eq!(of_way.collect::<Vec<_>>(), wanted, "seed {seed}");
            for (Behind { value, span }, first) in way.behind.iter().zip(&way.first.results) {
                let nearest = found.at(*value, -span, &mut b);
                assert_eq!(moved(&way.first, *first, 0, &mut b), nearest, "seed {seed}");
            }
            assert!(!are_one(&block, &way.values, LANE).contains(&false), "seed {seed}");
            let again = Carried::of(&block, &results, &way.values, LANE);
            let again = again.expect("what is carried fits");
            assert_eq!(again.rest.exprs, way.rest.exprs, "seed {seed}");
        }
    }
    assert!(carried > 1500 && several > 40, "{carried} ways, {several} with several values");
    assert!(higher > 60, "{higher} of higher order");
}
