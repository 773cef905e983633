//! What the lints say, against all values of two scalars.

use super::*;
use crate::analysis::build::Random;
use crate::ir::{
    BinaryOp, Case, Domain, ElemType, Expr, ExprId, Interval, Node, Scalar, ScalarId, UnaryOp,
    Value, ValueRange,
};
use crate::scalar;

/// The type of both scalars.
const NARROW: ElemType = ElemType::I8;

/// A pipeline of one stage with one point, over scalars `a` and `b`.
fn pipeline(exprs: Vec<Expr>) -> Pipeline {
    let result = ExprId(exprs.len() - 1);
    let ty = exprs[result.0].ty;
    let value = Block { exprs, result };
    let scalar = |name: &str| Scalar { name: name.into(), ty: NARROW, values: None, loc: Loc(0) };
    Pipeline {
        name: "test".into(),
        sizes: Vec::new(),
        constraints: Vec::new(),
        scalars: vec![scalar("a"), scalar("b")],
        inputs: Vec::new(),
        stages: vec![Stage {
            name: "out".into(),
            ty,
            vars: vec!["x".into()],
            domain: Domain(vec![Interval::new(0.into(), 0.into())]),
            border: None,
            cases: vec![Case { region: Region::default(), value, loc: Loc(0) }],
            updates: Vec::new(),
            loc: Loc(0),
        }],
        outputs: vec![StageId(0)],
    }
}

/// The message of a lint about the result of a block, which is all that has a place.
fn said(exprs: &[Expr], lint: Lint) -> Option<String> {
    let mut exprs = exprs.to_vec();
    let last = exprs.len() - 1;
    exprs[last].loc = Loc(1);
    let seen = super::lint(&pipeline(exprs));
    seen.into_iter().find(|o| o.lint == lint && o.loc.0 == 1).and_then(|o| o.message)
}

fn push(exprs: &mut Vec<Expr>, ty: ElemType, node: Node) -> ExprId {
    exprs.push(Expr { ty, node, loc: Loc(0) });
    ExprId(exprs.len() - 1)
}

/// Both scalars, as the first expressions of a block.
fn scalars() -> Vec<Expr> {
    let scalar = |i| Expr { ty: NARROW, node: Node::Scalar(ScalarId(i)), loc: Loc(0) };
    vec![scalar(0), scalar(1)]
}

/// The values of a block's expressions.
fn evaluate(exprs: &[Expr], scalars: [i64; 2]) -> Vec<Value> {
    let mut values: Vec<Value> = Vec::new();
    for expr in exprs {
        let value = match &expr.node {
            Node::Const(value) => *value,
            Node::Scalar(ScalarId(i)) => Value::Int(NARROW, scalars[*i]),
            Node::Unary(op, a) => scalar::unary(*op, values[a.0]),
            Node::Binary(op, a, b) => scalar::binary(*op, values[a.0], values[b.0]),
            Node::Cast(a) => scalar::cast(values[a.0], expr.ty),
            Node::SaturatingCast(a) => scalar::saturating_cast(values[a.0], expr.ty),
            other => panic!("{other:?}"),
        };
        values.push(value);
    }
    values
}

/// Some values of a scalar, its ends among them.
fn some_values() -> impl Iterator<Item = [i64; 2]> + Clone {
    let one = || (-128..=127).filter(|v: &i64| v % 15 == 0 || [-128, -1, 1, 127].contains(v));
    one().flat_map(move |a| one().map(move |b| [a, b]))
}

/// A random sum of the scalars and constants, and what it is without wrapping.
fn sum(random: &mut Random, exprs: &mut Vec<Expr>, depth: usize) -> (ExprId, [i64; 3]) {
    let kind = if depth == 0 { random.from(0, 2) } else { random.from(0, 6) };
    let k = random.from(-3, 3);
    match kind {
        0 | 1 => {
            let mut parts = [0; 3];
            parts[kind as usize] = 1;
            (ExprId(kind as usize), parts)
        }
        2 => (push(exprs, NARROW, Node::Const(Value::Int(NARROW, k))), [0, 0, k]),
        3 => {
            let (a, parts) = sum(random, exprs, depth - 1);
            let k_id = push(exprs, NARROW, Node::Const(Value::Int(NARROW, k)));
            let product = Node::Binary(BinaryOp::Mul, a, k_id);
            (push(exprs, NARROW, product), parts.map(|p| p * k))
        }
        4 => {
            let (a, parts) = sum(random, exprs, depth - 1);
            (push(exprs, NARROW, Node::Unary(UnaryOp::Neg, a)), parts.map(|p| -p))
        }
        _ => {
            let (a, left) = sum(random, exprs, depth - 1);
            let (b, right) = sum(random, exprs, depth - 1);
            let sign = if kind == 5 { 1 } else { -1 };
            let op = if kind == 5 { BinaryOp::Add } else { BinaryOp::Sub };
            let parts = [0, 1, 2].map(|i| left[i] + sign * right[i]);
            (push(exprs, NARROW, Node::Binary(op, a, b)), parts)
        }
    }
}

#[test]
fn sums_are_reported_where_some_input_takes_them_out_of_their_type() {
    let mut random = Random(7);
    let (mut told, mut quiet) = (0, 0);
    for _ in 0..2000 {
        let mut exprs = scalars();
        let (a, left) = sum(&mut random, &mut exprs, 2);
        let (b, right) = sum(&mut random, &mut exprs, 2);
        push(&mut exprs, NARROW, Node::Binary(BinaryOp::Add, a, b));
        let exact =
            |s: [i64; 2]| (0..3).map(|i| (left[i] + right[i]) * [s[0], s[1], 1][i]).sum::<i64>();
        let all: Vec<i64> = some_values().map(exact).collect();
        let (least, greatest) = (*all.iter().min().unwrap(), *all.iter().max().unwrap());
        let message = said(&exprs, Lint::NarrowSum);
        if least >= -128 && greatest <= 127 {
            assert_eq!(message, None, "{least}..={greatest}");
            quiet += 1;
            continue;
        }
        let message = message.unwrap_or_else(|| panic!("{least}..={greatest} is not reported"));
        let high = format!("this sum can reach {greatest}, and i8 ends at 127");
        let low = format!("this sum can be {least}, and i8 starts at -128");
        assert!(message.starts_with(&high) || message.starts_with(&low), "{message}");
        told += 1;
    }
    assert!(told > 200 && quiet > 200, "{told} reported, {quiet} not");
}

#[test]
fn declared_values_bound_a_sum() {
    let reported = |values: Option<(i64, i64)>| {
        let mut exprs = scalars();
        let (a, b) = (ExprId(0), ExprId(1));
        push(&mut exprs, NARROW, Node::Binary(BinaryOp::Add, a, b));
        let mut p = pipeline(exprs);
        for scalar in &mut p.scalars {
            scalar.values = values.map(|(lo, hi)| ValueRange { lo, hi });
        }
        lint(&p).iter().any(|o| o.lint == Lint::NarrowSum && o.message.is_some())
    };
    assert!(reported(None));
    assert!(reported(Some((-5, 64))), "-5 + 64 fits, 64 + 64 does not");
    assert!(!reported(Some((-64, 63))));
}

/// A random expression of `i32`.
fn value(random: &mut Random, exprs: &mut Vec<Expr>, depth: usize) -> ExprId {
    let ty = ElemType::I32;
    if depth == 0 {
        let narrow = match random.from(0, 2) {
            2 => {
                let k = random.from(-200, 200);
                return push(exprs, ty, Node::Const(Value::Int(ty, k)));
            }
            i => ExprId(i as usize),
        };
        return push(exprs, ty, Node::Cast(narrow));
    }
    let a = value(random, exprs, depth - 1);
    let b = value(random, exprs, depth - 1);
    use BinaryOp::*;
    let ops = [Add, Sub, Mul, Min, Max, AbsDiff, Div, Rem, And, Shr];
    push(exprs, ty, Node::Binary(ops[random.from(0, 9) as usize], a, b))
}

#[test]
fn comparisons_and_casts_are_reported_only_where_they_hold_of_every_input() {
    let mut random = Random(8);
    let (mut comparisons, mut casts) = (0, 0);
    for _ in 0..3000 {
        let mut exprs = scalars();
        let a = value(&mut random, &mut exprs, 2);
        let b = value(&mut random, &mut exprs, 1);
        let compared = exprs.len();
        use BinaryOp::*;
        let op = [Lt, Le, Gt, Ge, Eq, Ne][random.from(0, 5) as usize];
        push(&mut exprs, ElemType::Bool, Node::Binary(op, a, b));
        if let Some(message) = said(&exprs, Lint::ConstantComparison) {
            let result = message.contains("always true");
            for scalars in some_values() {
                let found = evaluate(&exprs, scalars)[compared];
                assert!(found.same(Value::Bool(result)), "{message} at {scalars:?}");
            }
            comparisons += 1;
        }
        exprs.pop();
        let ty = [ElemType::U8, ElemType::I8, ElemType::U16][random.from(0, 2) as usize];
        push(&mut exprs, ty, Node::Cast(a));
        if let Some(message) = said(&exprs, Lint::LossyCast) {
            for scalars in some_values() {
                let values = evaluate(&exprs, scalars);
                let (before, after) = (values[a.0].as_int(), values[compared].as_int());
                assert_ne!(before, after, "{message} at {scalars:?}");
            }
            casts += 1;
        }
    }
    assert!(comparisons > 50 && casts > 20, "{comparisons} comparisons, {casts} casts");
}

#[test]
fn the_table_has_every_lint_at_its_place() {
    for (i, row) in TABLE.iter().enumerate() {
        assert_eq!(row.lint as usize, i);
        assert_eq!(Lint::from_name(row.lint.name()), Some(row.lint));
        assert!(row.name.chars().all(|c| c.is_ascii_lowercase() || c == '_'), "{}", row.name);
    }
    assert_eq!(Lint::all().filter(|lint| lint.is_unused()).count(), 7);
    assert_eq!(Lint::from_name("dead_code"), None);
}
