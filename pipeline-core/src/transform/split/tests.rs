use super::*;
use crate::analysis::build::{Exprs, GraphBuilder, Random, at, boxed, nonneg, zero};
use crate::analysis::regions::piece;
use crate::analysis::show;
use crate::ir::graph::names;
use crate::ir::{Affine, ElemType, Source, TestOp, WindowVar};

/// One line a piece: where, and the value (an integer constant, a read or a select).
fn pieces(p: Pipeline) -> String {
    let p = split(p);
    let sizes = p.size_names();
    let mut lines = Vec::new();
    for stage in &p.stages {
        let names = names(&sizes, stage);
        for case in &stage.cases {
            let region = show::piece(&piece(&stage.domain, &case.region), &names);
            let value = show::expr(&p, &case.value, case.value.result, &names);
            lines.push(format!("{region} => {value}"));
        }
    }
    lines.join("\n")
}

/// `f(y, x) in [0..rows, 0..cols]`, an `i32` stage.
fn plane(b: &mut GraphBuilder) -> (crate::ir::StageId, Affine, Affine) {
    let domain = boxed(&[(0.into(), b.size(0).offset(-1)), (0.into(), b.size(1).offset(-1))]);
    let f = b.typed_stage("f", ElemType::I32, &["y", "x"], Some(domain));
    (f, b.var(0), b.var(1))
}

fn choose(e: &mut Exprs, test: Test, a: ExprId, b: ExprId) -> ExprId {
    let c = e.test(test);
    e.select(c, a, b)
}

#[test]
fn bounds_and_equalities() {
    let mut b = GraphBuilder::new(&["rows", "cols"]);
    let (f, y, x) = plane(&mut b);
    let cols = b.size(1);
    b.define(f, |e| {
        let [a, c, d] = [1, 2, 3].map(|v| e.int(ElemType::I32, v));
        let inner = choose(e, nonneg(x.scale(2).sub(&cols)), c, d);
        choose(e, zero(y.clone()), a, inner)
    });
    assert_eq!(
        pieces(b.finish(&[f])),
        "y in 0..=min(rows - 1, 0); x in 0..=cols - 1 => 1\n\
         y in max(0, 1)..=rows - 1; x in max(0, (cols + 1)/2)..=cols - 1 => 2\n\
         y in max(0, 1)..=rows - 1; x in 0..=min(cols - 1, (cols + 1)/2 - 1) => 3"
    );
}

#[test]
fn parity_makes_exactly_two_pieces() {
    let mut b = GraphBuilder::new(&["rows", "cols"]);
    let (f, _, x) = plane(&mut b);
    b.define(f, |e| {
        let [a, c, d] = [1, 2, 3].map(|v| e.int(ElemType::I32, v));
        let odd = Test { affine: x.modulo(2), op: TestOp::NonZero };
        let one = choose(e, zero(x.modulo(2)), a, c);
        let other = choose(e, odd, d, a);
        e.add(one, other)
    });
    assert_eq!(
        pieces(b.finish(&[f])),
        "y in 0..=rows - 1; x in 0..=cols - 1 (0 mod 2) => 1 + 1\n\
         y in 0..=rows - 1; x in 0..=cols - 1 (1 mod 2) => 2 + 3"
    );
}

#[test]
fn residues_of_one_outcome_merge() {
    let mut b = GraphBuilder::new(&["rows", "cols"]);
    let (f, _, x) = plane(&mut b);
    b.define(f, |e| {
        let [a, c] = [1, 2].map(|v| e.int(ElemType::I32, v));
        choose(e, zero(x.modulo(4)), a, c)
    });
    assert_eq!(
        pieces(b.finish(&[f])),
        "y in 0..=rows - 1; x in 0..=cols - 1 (1 mod 2) => 2\n\
         y in 0..=rows - 1; x in 0..=cols - 1 (0 mod 4) => 1\n\
         y in 0..=rows - 1; x in 0..=cols - 1 (2 mod 4) => 2"
    );
}

#[test]
fn conditions_join_and_stop_early() {
    let mut b = GraphBuilder::new(&["rows", "cols"]);
    let (f, y, x) = plane(&mut b);
    b.define(f, |e| {
        let [a, c] = [1, 2].map(|v| e.int(ElemType::I32, v));
        let (top, left) = (e.test(zero(y.clone())), e.test(zero(x.clone())));
        let edge = e.binary(BinaryOp::Or, top, left);
        let inner = e.push(ElemType::Bool, Node::Unary(UnaryOp::Not, edge));
        e.select(inner, a, c)
    });
    assert_eq!(
        pieces(b.finish(&[f])),
        "y in 0..=min(rows - 1, 0); x in 0..=cols - 1 => 2\n\
         y in max(0, 1)..=rows - 1; x in 0..=min(cols - 1, 0) => 2\n\
         y in max(0, 1)..=rows - 1; x in max(0, 1)..=cols - 1 => 1"
    );
}

#[test]
fn sizes_guard_and_known_conditions_vanish() {
    let mut b = GraphBuilder::new(&["rows", "cols"]);
    b.constraint(nonneg(b.size(0).offset(-8)), "rows >= 8");
    let (f, y, x) = plane(&mut b);
    let (rows, cols) = (b.size(0), b.size(1));
    b.define(f, |e| {
        let [a, c, d] = [1, 2, 3].map(|v| e.int(ElemType::I32, v));
        let small = choose(e, nonneg(cols.sub(&rows)), a, c);
        let known = choose(e, nonneg(rows.offset(-4)), small, d);
        choose(e, nonneg(y.offset(3)), known, d)
    });
    assert_eq!(
        pieces(b.finish(&[f])),
        "cols >= rows; y in 0..=rows - 1; x in 0..=cols - 1 => 1\n\
         rows >= cols + 1; y in 0..=rows - 1; x in 0..=cols - 1 => 2"
    );
    let _ = x;
}

#[test]
fn data_conditions_stay() {
    let mut b = GraphBuilder::new(&["rows", "cols"]);
    let (f, y, x) = plane(&mut b);
    let dx = b.window_var(f, "dx");
    b.define(f, |e| {
        let [a, c] = [1, 2].map(|v| e.int(ElemType::I32, v));
        let several = choose(e, nonneg(y.sub(&x)), a, c);
        let large = choose(e, zero(x.modulo(16)), several, c);
        let window = e.reduce(crate::ir::ReduceOp::Sum, vec![WindowVar::new(dx, 0, 2)], |e| {
            let [a, c] = [1, 2].map(|v| e.int(ElemType::I32, v));
            let v = choose(e, nonneg(Affine::from(dx).offset(-1)), a, c);
            choose(e, nonneg(y.offset(-2)), v, a)
        });
        e.add(large, window)
    });
    let p = split(b.finish(&[f]));
    let selects = |case: &Case| {
        let mut n = 0;
        for expr in &case.value.exprs {
            n += usize::from(matches!(expr.node, Node::Select(..)));
            if let Node::Reduce { body, .. } = &expr.node {
                n += 10 * body.exprs.iter().filter(|e| matches!(e.node, Node::Select(..))).count();
            }
        }
        n
    };
    let counts: Vec<usize> = p.stages[0].cases.iter().map(selects).collect();
    assert_eq!(counts, [12, 2]);
}

#[test]
fn the_number_of_pieces_is_bounded() {
    let mut b = GraphBuilder::new(&["rows", "cols"]);
    let (f, y, x) = plane(&mut b);
    b.define(f, |e| {
        let [a, c] = [1, 2].map(|v| e.int(ElemType::I32, v));
        let mut sum = a;
        for i in 0..20 {
            for v in [&y, &x] {
                let term = choose(e, nonneg(v.offset(-3 * i - 1)), a, c);
                sum = e.add(sum, term);
            }
        }
        sum
    });
    let p = split(b.finish(&[f]));
    assert!(p.stages[0].cases.len() <= MOST_PIECES && p.stages[0].cases.len() > 40);
}

#[test]
fn reads_of_branches_not_taken_go() {
    let mut b = GraphBuilder::new(&["rows", "cols"]);
    let img = b.input("img", &[b.size(0), b.size(1)]);
    let domain = boxed(&[(0.into(), b.size(0).offset(-1)), (0.into(), b.size(1).offset(-1))]);
    let f = b.stage("f", &["y", "x"], Some(domain));
    let (y, x) = (b.var(0), b.var(1));
    b.define(f, |e| {
        let before = e.read(img, at(&[y.offset(-1), x.clone()]));
        let here = e.read(img, at(&[y.clone(), x.clone()]));
        choose(e, nonneg(y.offset(-1)), before, here)
    });
    let p = split(b.finish(&[f]));
    let reads = |case: &Case| {
        let mut n = 0;
        case.value.for_each_read(&mut |_, _, source, _| n += usize::from(source == img));
        n
    };
    assert_eq!(p.stages[0].cases.iter().map(reads).collect::<Vec<_>>(), [1, 1]);
    assert!(matches!(img, Source::Input(_)));
}

fn condition(random: &mut Random, b: &GraphBuilder) -> Test {
    let v = b.var(random.from(0, 1) as usize);
    let rows = b.size(0);
    let affine = match random.from(0, 5) {
        0 => v.modulo(random.from(2, 4)).offset(-random.from(0, 2)),
        1 => v.scale(random.from(1, 3)).sub(&rows).offset(random.from(-2, 2)),
        2 => v.floor_div(2).scale(random.from(-1, 2)).offset(random.from(-3, 3)),
        3 => v.add(&rows).offset(random.from(0, 2)).modulo(2),
        4 => rows.offset(-random.from(1, 5)),
        _ => v.scale(2).sub(&v.offset(1).floor_div(3)).offset(-random.from(0, 5)),
    };
    let op = [TestOp::NonNegative, TestOp::Zero, TestOp::NonZero][random.from(0, 2) as usize];
    Test { affine, op }
}

/// The value of a block of integer constants, sums, selects and tests.
fn value(block: &Block, id: ExprId, sizes: &[i64], vars: &[i64]) -> i64 {
    let of = |id: &ExprId| value(block, *id, sizes, vars);
    match &block.exprs[id.0].node {
        Node::Const(v) => v.as_int().unwrap_or_default(),
        Node::Test(t) => i64::from(t.eval(sizes, vars)),
        Node::Select(c, a, b) => of(if of(c) != 0 { a } else { b }),
        Node::Unary(_, a) => 1 - of(a),
        Node::Binary(BinaryOp::And, a, b) => of(a) & of(b),
        Node::Binary(BinaryOp::Or, a, b) => of(a) | of(b),
        Node::Binary(BinaryOp::Xor, a, b) => of(a) ^ of(b),
        Node::Binary(_, a, b) => of(a) + of(b),
        other => panic!("{other:?}"),
    }
}

/// Exactly one piece holds each point, and computes there what the whole did.
#[test]
fn meaning_is_kept_at_every_point() {
    let mut random = Random(2024);
    let (mut split_up, mut undivided) = (0, 0);
    for round in 0..120 {
        let mut b = GraphBuilder::new(&["rows", "cols"]);
        let (f, ..) = plane(&mut b);
        let tests: Vec<Test> = (0..5).map(|_| condition(&mut random, &b)).collect();
        b.define(f, |e| {
            let mut result = e.int(ElemType::I32, 1000);
            for (i, pair) in tests.windows(2).enumerate() {
                let (p, q) = (e.test(pair[0].clone()), e.test(pair[1].clone()));
                let ops = [BinaryOp::And, BinaryOp::Or, BinaryOp::Xor];
                let both = e.binary(ops[random.from(0, 2) as usize], p, q);
                let c = [p, q, both][random.from(0, 2) as usize];
                let constant = e.int(ElemType::I32, 1 << i);
                let sum = e.add(result, constant);
                result = e.select(c, sum, result);
            }
            result
        });
        let whole = b.finish(&[f]);
        let parts = split(whole.clone());
        let (whole, parts) = (&whole.stages[0], &parts.stages[0]);
        let block = &whole.cases[0].value;
        for rows in 1..=7i64 {
            let sizes = [rows, 6];
            for y in 0..rows {
                for x in 0..6 {
                    let point = [y, x];
                    let holds = |c: &&Case| c.region.tests.iter().all(|t| t.eval(&sizes, &point));
                    let here: Vec<&Case> = parts.cases.iter().filter(holds).collect();
                    assert_eq!(here.len(), 1, "round {round}: {sizes:?} {point:?} {tests:?}");
                    let part = &here[0].value;
                    assert_eq!(
                        value(part, part.result, &sizes, &point),
                        value(block, block.result, &sizes, &point),
                        "round {round}: {sizes:?} {point:?} {tests:?}"
                    );
                }
            }
        }
        split_up += parts.cases.len();
        let selects = |c: &&Case| c.value.exprs.iter().any(|e| matches!(e.node, Node::Select(..)));
        undivided += parts.cases.iter().filter(selects).count();
    }
    assert!(split_up > 600, "{split_up} pieces");
    assert!(undivided * 4 < split_up, "{undivided} of {split_up} pieces keep a select");
}
