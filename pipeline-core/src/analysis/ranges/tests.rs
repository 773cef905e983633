use super::*;
use crate::analysis::build::{Exprs, GraphBuilder, Random, boxed};
use crate::ir::{BinaryOp, Function, ScalarId};

/// The range of an expression in a stage over `0..rows`, and the block.
fn range_of(f: impl FnOnce(&mut Exprs) -> ExprId) -> (Range, Block) {
    let mut b = GraphBuilder::new(&["rows"]);
    let domain = boxed(&[(0.into(), b.size(0).offset(-1))]);
    let stage = b.stage("f", &["y"], Some(domain));
    b.define(stage, f);
    let p = b.finish(&[stage]);
    let facts = Facts::for_pipeline(&p);
    let case = &p.stages[0].cases[0];
    let piece = piece(&p.stages[0].domain, &case.region);
    let scope = Scope::new(&facts, &piece);
    let range = Ranges::new(&p, &facts).expr(&scope, &case.value, case.value.result);
    (range, case.value.clone())
}

fn clamp_to(ty: ElemType, v: i64) -> i64 {
    ty.int_range().map_or(v, |(lo, hi)| v.clamp(lo, hi))
}

/// The integer value of a block whose scalars have these values.
fn evaluate(block: &Block, scalars: &[i64]) -> i64 {
    let mut values: Vec<i64> = Vec::new();
    for expr in &block.exprs {
        let ty = expr.ty;
        let wide = match &expr.node {
            Node::Const(v) => v.as_int().unwrap_or_default(),
            Node::Scalar(ScalarId(i)) => scalars[*i],
            Node::Unary(UnaryOp::Neg, a) => -values[a.0],
            Node::Unary(_, a) => values[a.0].abs(),
            Node::Cast(a) => values[a.0],
            Node::SaturatingCast(a) => clamp_to(ty, values[a.0]),
            Node::Binary(op, a, b) => {
                let (a, b) = (values[a.0], values[b.0]);
                match op {
                    BinaryOp::Add => a + b,
                    BinaryOp::Sub => a - b,
                    BinaryOp::Mul => a * b,
                    BinaryOp::Div => a.checked_div(b).unwrap_or(0),
                    BinaryOp::Rem => a.checked_rem(b).unwrap_or(0),
                    BinaryOp::Min => a.min(b),
                    BinaryOp::Max => a.max(b),
                    BinaryOp::AbsDiff => (a - b).abs(),
                    BinaryOp::SaturatingAdd => clamp_to(ty, a + b),
                    BinaryOp::SaturatingSub => clamp_to(ty, a - b),
                    BinaryOp::And => a & b,
                    _ => a >> b.rem_euclid(ty.bytes() as i64 * 8),
                }
            }
            other => panic!("{other:?}"),
        };
        values.push(Value::wrap(ty, wide).as_int().unwrap_or_default());
    }
    values[block.result.0]
}

#[test]
fn integers_stay_in_their_ranges() {
    let ops = [
        BinaryOp::Add,
        BinaryOp::Sub,
        BinaryOp::Mul,
        BinaryOp::Div,
        BinaryOp::Rem,
        BinaryOp::Min,
        BinaryOp::Max,
        BinaryOp::AbsDiff,
        BinaryOp::SaturatingAdd,
        BinaryOp::SaturatingSub,
        BinaryOp::And,
        BinaryOp::Shr,
    ];
    let types = [ElemType::U8, ElemType::I8, ElemType::U16, ElemType::I16];
    let mut random = Random(99);
    let mut narrower = 0;
    for _ in 0..600 {
        let ty = types[random.from(0, 3) as usize];
        let target = types[random.from(0, 3) as usize];
        let (range, block) = range_of(|e| {
            let mut last = e.push(ty, Node::Scalar(ScalarId(0)));
            for _ in 0..random.from(1, 5) {
                let other = match random.from(0, 3) {
                    0 => e.push(ty, Node::Scalar(ScalarId(1))),
                    _ => {
                        let value = Value::wrap(ty, random.from(-9, 20));
                        e.push(ty, Node::Const(value))
                    }
                };
                let op = ops[random.from(0, ops.len() as i64 - 1) as usize];
                let (a, b) = if random.from(0, 3) == 0 { (other, last) } else { (last, other) };
                last = match random.from(0, 9) {
                    0 if ty.is_signed() => e.push(ty, Node::Unary(UnaryOp::Neg, last)),
                    1 if ty.is_signed() => e.push(ty, Node::Unary(UnaryOp::Abs, last)),
                    _ => e.binary(op, a, b),
                };
            }
            match random.from(0, 1) {
                0 => e.push(target, Node::Cast(last)),
                _ => e.push(target, Node::SaturatingCast(last)),
            }
        });
        let Range::Int(range) = range else { panic!("{range:?}") };
        let (lo, hi) = range.constants(target);
        narrower += usize::from(Some((lo, hi)) != target.int_range());
        let (min, max) = ty.int_range().expect("an integer type");
        let mut samples = vec![min, min + 1, max - 1, max, 0, 1, 7];
        samples.extend((0..12).map(|_| random.from(min, max)));
        for a in &samples {
            for b in &samples {
                let v = evaluate(&block, &[*a, *b]);
                assert!((lo..=hi).contains(&v), "{v} not in {lo}..={hi}: {block:?}");
            }
        }
    }
    assert!(narrower > 100, "{narrower}");
}

/// The float value of a block whose scalar has this value.
fn evaluate_float(block: &Block, scalar: f32) -> f32 {
    let mut values: Vec<f32> = Vec::new();
    for expr in &block.exprs {
        let v = match &expr.node {
            Node::Const(Value::F32(v)) => *v,
            Node::Scalar(_) => scalar,
            Node::Unary(UnaryOp::Neg, a) => -values[a.0],
            Node::Unary(_, a) => values[a.0].abs(),
            Node::Call(Function::Sqrt, a) => values[a[0].0].sqrt(),
            Node::Call(_, a) => values[a[0].0].floor(),
            Node::Binary(op, a, b) => {
                let (a, b) = (values[a.0], values[b.0]);
                match op {
                    BinaryOp::Min if a < b => a,
                    BinaryOp::Max if a > b => a,
                    BinaryOp::Min | BinaryOp::Max => b,
                    BinaryOp::Add => a + b,
                    BinaryOp::Sub => a - b,
                    BinaryOp::Mul => a * b,
                    _ => a / b,
                }
            }
            other => panic!("{other:?}"),
        };
        values.push(v);
    }
    values[block.result.0]
}

#[test]
fn floats_stay_in_their_ranges() {
    let ops = [
        BinaryOp::Min,
        BinaryOp::Max,
        BinaryOp::Min,
        BinaryOp::Max,
        BinaryOp::Add,
        BinaryOp::Sub,
        BinaryOp::Mul,
        BinaryOp::Div,
    ];
    let mut random = Random(5);
    let mut bounded = 0;
    for _ in 0..800 {
        let (range, block) = range_of(|e| {
            let mut last = e.push(ElemType::F32, Node::Scalar(ScalarId(0)));
            for _ in 0..random.from(2, 7) {
                let other = e.float(random.from(-30, 30) as f32 / 7.0);
                let op = ops[random.from(0, 7) as usize];
                let (a, b) = if random.from(0, 3) == 0 { (other, last) } else { (last, other) };
                let call = |f| Node::Call(f, vec![last]);
                last = match random.from(0, 9) {
                    0 => e.push(ElemType::F32, Node::Unary(UnaryOp::Neg, last)),
                    1 => e.push(ElemType::F32, Node::Unary(UnaryOp::Abs, last)),
                    2 => e.push(ElemType::F32, call(Function::Floor)),
                    3 => e.push(ElemType::F32, call(Function::Sqrt)),
                    _ => e.binary(op, a, b),
                };
            }
            e.push(ElemType::I32, Node::Cast(last))
        });
        let Range::Int(range) = range else { panic!("{range:?}") };
        let (lo, hi) = range.constants(ElemType::I32);
        bounded += usize::from(lo > i64::from(i32::MIN) || hi < i64::from(i32::MAX));
        let mut float = block.clone();
        float.exprs.pop();
        float.result = ExprId(float.exprs.len() - 1);
        let special = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 0.0, -0.0, 1e-40, f32::MAX];
        let ordinary: Vec<f32> = (0..40).map(|_| random.from(-9000, 9000) as f32 / 991.0).collect();
        for sample in special.iter().chain(&ordinary) {
            let v = i64::from(evaluate_float(&float, *sample) as i32);
            assert!((lo..=hi).contains(&v), "{v} not in {lo}..={hi} at {sample}: {block:?}");
        }
    }
    assert!(bounded > 300, "{bounded}");
}

#[test]
fn sums_of_floats_stay_in_their_ranges_in_every_order() {
    let mut random = Random(11);
    let mut tight = 0;
    for _ in 0..2000 {
        let n = random.from(2, 9) as usize;
        let draw = |random: &mut Random| random.from(-30_000, 30_000) as f32 / 7.0;
        let factors: Vec<(f32, f32)> =
            (0..n).map(|_| (draw(&mut random), draw(&mut random))).collect();
        // Each term is a product of a value that is known: its range is its rounded value.
        let (range, _) = range_of(|e| {
            let products =
                factors.iter().map(|(a, b)| (e.float(*a), e.float(*b))).collect::<Vec<_>>();
            let terms = products.into_iter().map(|(a, b)| e.binary(BinaryOp::Mul, a, b)).collect();
            e.push(ElemType::F32, Node::Combine { op: ReduceOp::Sum, terms })
        });
        let Range::Float(range) = range else { panic!("{range:?}") };
        tight += usize::from(range.hi - range.lo < 0.01 * range.hi.abs());
        for _ in 0..20 {
            let mut order = factors.clone();
            order.rotate_left(random.from(0, n as i64 - 1) as usize);
            order.swap(0, random.from(0, n as i64 - 1) as usize);
            let sum = order[1..].iter().fold(order[0].0 * order[0].1, |sum, (a, b)| {
                if random.from(0, 1) == 0 { a.mul_add(*b, sum) } else { a * b + sum }
            });
            let inside = (range.lo..=range.hi).contains(&f64::from(sum));
            assert!(inside && !range.nan, "{sum} not in {range:?}: {order:?}");
        }
    }
    assert!(tight > 1000, "{tight}");
}

#[test]
fn sums_of_what_is_not_negative_are_not() {
    let positive = |hi: f64| float::FloatRange { lo: 0.0, hi, nan: false, grain: 0.25 };
    let sum = float::sum(&[positive(0.25), positive(0.5), positive(0.25)], ElemType::F32);
    assert_eq!(sum.lo, 0.0);
    assert!(sum.hi > 1.0 && sum.hi < 1.000_01, "{sum:?}");
}

#[test]
fn fused_products_have_their_extremes_at_the_corners() {
    let of = |lo: f64, hi: f64| float::FloatRange { lo, hi, nan: false, grain: 0.5 };
    let range = float::mul_add(of(-2.0, 3.0), of(-1.0, 5.0), of(0.5, 1.0), ElemType::F32);
    assert_eq!(range, float::FloatRange { grain: 0.25, ..of(-9.5, 16.0) });
    let unbounded =
        float::mul_add(of(-2.0, f64::INFINITY), of(0.0, 1.0), of(0.0, 0.0), ElemType::F64);
    assert!(unbounded.nan);
}

#[test]
fn the_grain_of_a_number_is_its_last_digit() {
    let grain = |v: f64| FloatRange::value(v).grain;
    assert_eq!([1.0, 3.0, -6.0, 0.75, 1e300].map(grain)[..4], [1.0, 1.0, 2.0, 0.25]);
    assert_eq!(grain(f64::from(0.299f32)), 2f64.powi(-25));
    let least = f64::from_bits(1);
    assert_eq!([least, 3.0 * least, 6.0 * least].map(grain), [least, least, 2.0 * least]);
    assert_eq!(grain(f64::MAX), 2f64.powi(971));
    assert_eq!(FloatRange::of_int(&IntRange::constant(0, 255), ElemType::F32).grain, 1.0);
}

/// Operations on multiples of powers of two give multiples of the grain that is claimed.
#[test]
fn results_are_multiples_of_their_grain() {
    let mut random = Random(7);
    let mut coarse = 0;
    for _ in 0..20_000 {
        let mut operand = || {
            let grain = 2f64.powi(random.from(-40, 20) as i32);
            let of = |n: i64| f64::from((n as f64 * grain) as f32);
            let (a, b) = (random.from(-70_000, 70_000), random.from(-70_000, 70_000));
            let range = FloatRange { lo: of(a.min(b)), hi: of(a.max(b)), nan: false, grain };
            (of(random.from(a.min(b), a.max(b))) as f32, range)
        };
        let ((a, of_a), (b, of_b), (c, of_c)) = (operand(), operand(), operand());
        let binary = |op| float::binary(op, of_a, of_b, ElemType::F32);
        let results = [
            (a + b, binary(BinaryOp::Add)),
            (a - b, binary(BinaryOp::Sub)),
            (a * b, binary(BinaryOp::Mul)),
            (a / b, binary(BinaryOp::Div)),
            (a.min(b), binary(BinaryOp::Min)),
            (a.max(b), binary(BinaryOp::Max)),
            (a.mul_add(b, c), float::mul_add(of_a, of_b, of_c, ElemType::F32)),
            (a + b + c, float::sum(&[of_a, of_b, of_c], ElemType::F32)),
            (a.floor(), float::call(Function::Floor, of_a)),
            (a.sqrt(), float::call(Function::Sqrt, of_a)),
            (-a, of_a.neg()),
            (a.abs(), of_a.abs()),
        ];
        for (result, range) in results {
            let is_multiple = f64::from(result) % range.grain == 0.0;
            assert!(is_multiple || !result.is_finite(), "{result} of {range:?}");
            coarse += usize::from(range.grain > 1e-30);
        }
    }
    assert!(coarse > 150_000, "{coarse}");
}

/// The range of `scalar % divisor`, as text, where `rows` is at least 1.
fn remainder_by(ty: ElemType, divisor: impl FnOnce(&mut Exprs) -> ExprId) -> String {
    let (range, _) = range_of(|e| {
        let a = e.push(ty, Node::Scalar(ScalarId(0)));
        let divisor = divisor(e);
        e.binary(BinaryOp::Rem, a, divisor)
    });
    let Range::Int(IntRange { lo, hi }) = range else { panic!("{range:?}") };
    let names = crate::ir::affine::Names { sizes: &["rows".into()], vars: &["y".into()] };
    crate::analysis::show::interval(&crate::ir::Interval { lo, hi }, &names)
}

#[test]
fn remainders_by_sizes() {
    let rows = |by: i64| Node::Index(Affine::from(crate::ir::SizeId(0)).offset(by));
    let cast = |ty| {
        move |e: &mut Exprs| {
            let n = e.push(ElemType::I32, rows(0));
            e.push(ty, Node::Cast(n))
        }
    };
    assert_eq!(remainder_by(ElemType::U32, cast(ElemType::U32)), "0..=min(4294967295, rows - 1)");
    // It has the sign of the dividend.
    let signed = remainder_by(ElemType::I32, |e| e.push(ElemType::I32, rows(0)));
    assert_eq!(signed, "max(-2147483648, -rows + 1)..=min(2147483647, rows - 1)");
    // `rows - 1` may be 0, and then so is the remainder; `rows - 2` may be of either sign.
    let zero = remainder_by(ElemType::I32, |e| e.push(ElemType::I32, rows(-1)));
    assert_eq!(zero, "-2147483648..=2147483647");
    let either = remainder_by(ElemType::I32, |e| e.push(ElemType::I32, rows(-2)));
    assert_eq!(either, "-2147483647..=2147483647");
    // A cast that may wrap says nothing of `rows`.
    assert_eq!(remainder_by(ElemType::U8, cast(ElemType::U8)), "0..=254");
    let absolute = range_of(|e| {
        let a = e.push(ElemType::I32, Node::Scalar(ScalarId(0)));
        let n = e.push(ElemType::I32, rows(0));
        let r = e.binary(BinaryOp::Rem, a, n);
        e.push(ElemType::I32, Node::Unary(UnaryOp::Abs, r))
    });
    let Range::Int(range) = absolute.0 else { panic!() };
    assert!(range.hi.contains(&Affine::from(crate::ir::SizeId(0)).offset(-1)), "{range:?}");
}

#[test]
fn windows_and_indices() {
    let (range, _) = range_of(|e| {
        let var = crate::ir::VarId(1);
        e.reduce(ReduceOp::Sum, vec![WindowVar::new(var, 0, 3)], |e| {
            let index = Affine::from(var).add(&Affine::from(7));
            e.push(ElemType::I32, Node::Index(index))
        })
    });
    assert_eq!(range, Range::Int(IntRange::constant(28, 40)));
    let (range, _) = range_of(|e| {
        let y = e.push(ElemType::I32, Node::Index(crate::ir::VarId(0).into()));
        let half = e.int(ElemType::I32, 2);
        e.binary(BinaryOp::Div, y, half)
    });
    let half = Affine::from(crate::ir::VarId(0)).floor_div(2);
    assert_eq!(range, Range::Int(IntRange::exact(half)));
    // Twice a coordinate may not fit.
    let (range, _) = range_of(|e| {
        e.push(ElemType::I32, Node::Index(Affine::from(crate::ir::VarId(0)).scale(2)))
    });
    assert_eq!(range, Range::of_type(ElemType::I32));
}
