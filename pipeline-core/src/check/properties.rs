//! What the checks accept is right at every point, and what they refuse is wrong at some point.

use super::check;
use crate::analysis::build::{GraphBuilder, Random, boxed, nonneg, zero};
use crate::ir::{Affine, ElemType, Node, Pipeline, Test, TestOp, Value};
use crate::transform::split::split;

fn accepted(p: &Pipeline) -> bool {
    check(&split(p.clone())).is_empty()
}

/// Random sampled reads over random domains, some of them under a condition.
#[test]
fn accepted_reads_are_inside() {
    let mut random = Random(31);
    let (mut fine, mut refused) = (0, 0);
    for round in 0..250 {
        let mut b = GraphBuilder::new(&["rows"]);
        let (rows, y) = (b.size(0), b.var(0));
        if random.from(0, 1) == 0 {
            b.constraint(zero(rows.modulo(2)), "rows % 2 == 0");
        }
        let img = b.input("img", std::slice::from_ref(&rows));
        let scale = random.from(1, 2);
        let (a, c) = (random.from(1, 3), random.from(1, 3));
        let index = y.scale(a).offset(random.from(-1, 1)).floor_div(c);
        // A domain that is about what the read needs.
        let last = rows.scale(scale * c).floor_div(a * scale).offset(random.from(-3, 0));
        let f = b.stage("f", &["y"], Some(boxed(&[(random.from(0, 2).into(), last.clone())])));
        let condition = match random.from(0, 3) {
            0 => zero(y.modulo(2)),
            1 => nonneg(y.offset(-1)),
            2 => nonneg(last.sub(&y).offset(-random.from(1, 2))),
            _ => nonneg(y),
        };
        b.define(f, |e| {
            let (read, nothing) = (e.taps(img, &[vec![index.clone()]]), e.float(0.0));
            let c = e.test(condition.clone());
            e.select(c, read, nothing)
        });
        let p = b.finish(&[f]);
        let domain = &p.stages[0].domain.0[0];
        let mut outside = None;
        for rows in 1..=14 {
            let sizes = [rows];
            if !p.constraints.iter().all(|c| c.test.eval(&sizes, &[])) {
                continue;
            }
            let (lo, hi) = domain.eval(&sizes, &[]);
            for y in lo..=hi {
                let inside = (0..rows).contains(&index.eval(&sizes, &[y]));
                if condition.eval(&sizes, &[y]) && !inside {
                    outside = Some((rows, y));
                }
            }
        }
        match accepted(&p) {
            true => {
                assert_eq!(outside, None, "round {round}: {index:?} over {domain:?}");
                fine += 1;
            }
            false => refused += usize::from(outside.is_some()),
        }
    }
    assert!(fine + refused == 250 && refused > 30, "{fine} accepted, {refused} rightly refused");
}

/// The tests of the leaves of a random decision tree: disjoint and complete.
fn partition(
    random: &mut Random,
    b: &GraphBuilder,
    depth: usize,
    above: &[Test],
) -> Vec<Vec<Test>> {
    if depth == 0 || random.from(0, 3) == 0 {
        return vec![above.to_vec()];
    }
    let v = b.var(random.from(0, 1) as usize);
    let test = match random.from(0, 3) {
        0 => nonneg(v.offset(-random.from(0, 4))),
        1 => nonneg(b.size(0).sub(&v).offset(-random.from(1, 3))),
        2 => zero(v.modulo(2).offset(-random.from(0, 1))),
        _ => zero(v.modulo(3).offset(-random.from(0, 2))),
    };
    let mut leaves = Vec::new();
    for side in [test.clone(), test.negated()] {
        let tests = [above, &[side]].concat();
        leaves.extend(partition(random, b, depth - 1, &tests));
    }
    leaves
}

fn moved(random: &mut Random, test: &Test) -> Test {
    match test.op {
        TestOp::NonNegative => nonneg(test.affine.offset([-1, 1][random.from(0, 1) as usize])),
        _ => test.negated(),
    }
}

/// Partitions are accepted; with one case dropped, doubled or moved, a verdict agrees with a
/// count of the cases at every point.
#[test]
fn cases_are_judged_as_counted() {
    let mut random = Random(77);
    let (mut fine, mut wrong) = (0, 0);
    for round in 0..120 {
        let mut b = GraphBuilder::new(&["rows", "cols"]);
        let (rows, cols) = (b.size(0), b.size(1));
        b.input("img", &[rows.clone(), cols.clone()]);
        let domain = boxed(&[(0.into(), rows.offset(-1)), (0.into(), cols.offset(-1))]);
        let f = b.typed_stage("f", ElemType::I32, &["y", "x"], Some(domain));
        let mut leaves = partition(&mut random, &b, 3, &[]);
        let some = random.from(0, leaves.len() as i64 - 1) as usize;
        match random.from(0, 4) {
            0 if leaves.len() > 1 => {
                leaves.remove(some);
            }
            1 => leaves.push(leaves[some].clone()),
            2 => {
                if let Some(test) = leaves[some].last_mut() {
                    *test = moved(&mut random, test);
                }
            }
            _ => {}
        }
        for (i, tests) in leaves.iter().enumerate() {
            let value = Value::Int(ElemType::I32, i as i64);
            b.case(f, tests.clone(), |e| e.push(ElemType::I32, Node::Const(value)));
        }
        let p = b.finish(&[f]);
        let mut counterexample = None;
        for sizes in (1..=8).flat_map(|r| [[r, 1], [r, 7], [r, 8]]) {
            for y in 0..sizes[0] {
                for x in 0..sizes[1] {
                    let holds = |t: &Test| t.eval(&sizes, &[y, x]);
                    let here = leaves.iter().filter(|tests| tests.iter().all(holds));
                    if here.count() != 1 {
                        counterexample = Some((sizes, y, x));
                    }
                }
            }
        }
        let verdict = accepted(&p);
        assert_eq!(verdict, counterexample.is_none(), "round {round}: {leaves:?}");
        fine += usize::from(verdict);
        wrong += usize::from(!verdict);
    }
    assert!(fine > 40 && wrong > 25, "{fine} accepted, {wrong} refused");
}

/// The goal of a bound stays provable through a window and a residue at once.
#[test]
fn windows_over_residues() {
    let mut b = GraphBuilder::new(&["rows"]);
    let (rows, y) = (b.size(0), b.var(0));
    let img = b.input("img", std::slice::from_ref(&rows));
    let domain = boxed(&[(2.into(), rows.scale(2).offset(-4))]);
    let f = b.stage("f", &["y"], Some(domain));
    let dy = b.window_var(f, "dy");
    // Even rows only: y = 2q, and (y + 1 + 2·dy)/2 = q + dy.
    let index = y.offset(1).add_scaled(&Affine::from(dy), 2).floor_div(2);
    b.case(f, vec![zero(y.modulo(2))], |e| {
        e.reduce(crate::ir::ReduceOp::Max, vec![crate::ir::WindowVar::new(dy, -1, 1)], |e| {
            e.taps(img, std::slice::from_ref(&vec![index.clone()]))
        })
    });
    b.case(f, vec![zero(y.modulo(2).offset(-1))], |e| e.float(0.0));
    assert!(accepted(&b.finish(&[f])));
}
