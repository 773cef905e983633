//! Every operator on edge values, against plain Rust.

use super::*;
use BinaryOp::*;

const COMPARISONS: [BinaryOp; 6] = [Eq, Ne, Lt, Le, Gt, Ge];

fn same(what: &str, got: Value, expected: Value) {
    assert!(got.same(expected), "{what}: {got}, expected {expected}");
}

/// Every operator that takes the type is among those of which a value is expected.
fn all_are_expected<T>(ty: ElemType, expected: &[(BinaryOp, T)], comparisons: &[BinaryOp]) {
    let written = BinaryOp::ALL.into_iter().filter(|op| op.is_written());
    for op in written.filter(|op| op.takes().includes(ty)) {
        let is_expected = expected.iter().any(|e| e.0 == op) || comparisons.contains(&op);
        assert!(is_expected, "no value of {op:?} is expected for {ty}");
    }
}

fn compare<T: PartialOrd>(op: BinaryOp, a: T, b: T) -> bool {
    match op {
        Eq => a == b,
        Ne => a != b,
        Lt => a < b,
        Le => a <= b,
        Gt => a > b,
        Ge => a >= b,
        other => unreachable!("{other:?} is no comparison"),
    }
}

#[test]
fn pairs_of_words() {
    let [word, pair] = [ElemType::I16, ElemType::I32].map(|ty| move |x| Value::Int(ty, x));
    let edges = [i16::MIN, i16::MIN + 1, -300, -1, 0, 1, 7, 255, i16::MAX];
    let four = edges.map(|a| edges.map(|b| edges.map(|c| edges.map(|d| [a, b, c, d]))));
    for [a, b, c, d] in four.into_iter().flatten().flatten().flatten() {
        let of = |low: i16, high: i16| binary(WordPair, word(low.into()), word(high.into()));
        same("pair", of(a, b), pair((i32::from(b) << 16 | i32::from(a as u16)).into()));
        let [a, b, c, d] = [a, b, c, d].map(i32::from);
        let sum = (a * c).wrapping_add(b * d);
        let [low, high] = [of(a as i16, b as i16), of(c as i16, d as i16)];
        same("dot", binary(Dot, low, high), pair(sum.into()));
    }
}

macro_rules! int_tests {
    ($($name:ident $t:ident $elem:ident |$x:ident| $abs:expr, |$p:ident, $q:ident| $diff:expr;)*) => {$(
        #[test]
        fn $name() {
            let v = |x: $t| Value::Int(ElemType::$elem, i64::from(x));
            let mid = $t::MAX / 2;
            let edges = [
                $t::MIN, $t::MIN + 1, $t::MAX, $t::MAX - 1, mid, mid + 1, 0, 1, 2, 3, 7, 8, 9, 31,
                32, 33, 100, (0 as $t).wrapping_sub(1), (0 as $t).wrapping_sub(3),
            ];
            for a in edges {
                let $x = a;
                same("abs", unary(UnaryOp::Abs, v(a)), v($abs));
                same("neg", unary(UnaryOp::Neg, v(a)), v(a.wrapping_neg()));
                same("not", unary(UnaryOp::Not, v(a)), v(!a));
                for b in edges {
                    let ($p, $q) = (a, b);
                    let expected = [
                        (Add, a.wrapping_add(b)),
                        (Sub, a.wrapping_sub(b)),
                        (Mul, a.wrapping_mul(b)),
                        (Div, if b == 0 { 0 } else { a.wrapping_div(b) }),
                        (Rem, if b == 0 { 0 } else { a.wrapping_rem(b) }),
                        (Min, if a < b { a } else { b }),
                        (Max, if a > b { a } else { b }),
                        (AbsDiff, $diff),
                        (SaturatingAdd, a.saturating_add(b)),
                        (SaturatingSub, a.saturating_sub(b)),
                        (And, a & b),
                        (Or, a | b),
                        (Xor, a ^ b),
                        (Shl, a.wrapping_shl(b as u32)),
                        (Shr, a.wrapping_shr(b as u32)),
                    ];
                    all_are_expected(ElemType::$elem, &expected, &COMPARISONS);
                    for (op, e) in expected {
                        same(&format!("{op:?} of {a} and {b}"), binary(op, v(a), v(b)), v(e));
                    }
                    for op in COMPARISONS {
                        same("comparison", binary(op, v(a), v(b)), Value::Bool(compare(op, a, b)));
                    }
                }
                same("to f32", cast(v(a), ElemType::F32), Value::F32(a as f32));
                same("to f64", cast(v(a), ElemType::F64), Value::F64(a as f64));
                int_tests!(@to a, v, U8 u8, I8 i8, U16 u16, I16 i16, U32 u32, I32 i32);
            }
        }
    )*};
    (@to $a:ident, $v:ident, $($elem:ident $t:ident),*) => {$(
        let expected = |x: i64| Value::Int(ElemType::$elem, x);
        same("as", cast($v($a), ElemType::$elem), expected(($a as $t).into()));
        let clamped = i64::from($a).clamp($t::MIN.into(), $t::MAX.into());
        same("saturating", saturating_cast($v($a), ElemType::$elem), expected(clamped));
    )*};
}

int_tests! {
    u8_operators u8 U8 |x| x, |a, b| a.abs_diff(b);
    u16_operators u16 U16 |x| x, |a, b| a.abs_diff(b);
    u32_operators u32 U32 |x| x, |a, b| a.abs_diff(b);
    i8_operators i8 I8 |x| x.wrapping_abs(), |a, b| a.max(b).wrapping_sub(a.min(b));
    i16_operators i16 I16 |x| x.wrapping_abs(), |a, b| a.max(b).wrapping_sub(a.min(b));
    i32_operators i32 I32 |x| x.wrapping_abs(), |a, b| a.max(b).wrapping_sub(a.min(b));
}

macro_rules! float_tests {
    ($($name:ident $t:ident $elem:ident $call:ident;)*) => {$(
        #[test]
        fn $name() {
            let v = Value::$elem;
            let edges = [
                0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, 2.5, -2.5, 7.0, 127.6, -129.0, 255.4, 256.0,
                65_535.5, 65_536.0, 4_294_967_295.0, 4_294_967_296.0, -2_147_483_649.0, 1e30,
                $t::INFINITY, $t::NEG_INFINITY, $t::NAN, $t::MIN_POSITIVE, $t::from_bits(1),
                $t::MAX, $t::MIN, $t::EPSILON,
            ];
            for a in edges {
                same("neg", unary(UnaryOp::Neg, v(a)), v(-a));
                same("abs", unary(UnaryOp::Abs, v(a)), v(a.abs()));
                for b in edges {
                    let expected = [
                        (Add, a + b),
                        (Sub, a - b),
                        (Mul, a * b),
                        (Div, a / b),
                        (Rem, a % b),
                        (Min, if a < b { a } else { b }),
                        (Max, if a > b { a } else { b }),
                        (AbsDiff, (a - b).abs()),
                    ];
                    all_are_expected(ElemType::$elem, &expected, &COMPARISONS);
                    for (op, e) in expected {
                        same(&format!("{op:?} of {a} and {b}"), binary(op, v(a), v(b)), v(e));
                    }
                    for op in COMPARISONS {
                        same("comparison", binary(op, v(a), v(b)), Value::Bool(compare(op, a, b)));
                    }
                    same("pow", call(&StdMaths, Function::Pow, &[v(a), v(b)]), v(a.powf(b)));
                    same("atan2", call(&StdMaths, Function::Atan2, &[v(a), v(b)]), v(a.atan2(b)));
                    for c in edges {
                        let sum = call(&StdMaths, Function::MulAdd, &[v(a), v(b), v(c)]);
                        same("mul_add", sum, v(a.mul_add(b, c)));
                    }
                }
                let functions = [
                    (Function::Sqrt, a.sqrt()),
                    (Function::Exp, a.exp()),
                    (Function::Ln, a.ln()),
                    (Function::Sin, a.sin()),
                    (Function::Cos, a.cos()),
                    (Function::Tan, a.tan()),
                    (Function::Floor, a.floor()),
                    (Function::Ceil, a.ceil()),
                    (Function::Round, a.round()),
                    (Function::Trunc, a.trunc()),
                ];
                let listed = |f: &Function| functions.iter().any(|e| e.0 == *f);
                let missing = Function::ALL.into_iter().find(|f| f.arity() == 1 && !listed(f));
                assert_eq!(missing, None, "no value of it is expected");
                for (f, e) in functions {
                    same(f.name(), call(&StdMaths, f, &[v(a)]), v(e));
                    same(f.name(), v(StdMaths.$call(f, [a, 7.0, 7.0])), v(e));
                }
                same("to f32", cast(v(a), ElemType::F32), Value::F32(a as f32));
                same("to f64", cast(v(a), ElemType::F64), Value::F64(a as f64));
                float_tests!(@to a, v, U8 u8, I8 i8, U16 u16, I16 i16, U32 u32, I32 i32);
            }
        }
    )*};
    (@to $a:ident, $v:ident, $($elem:ident $t:ident),*) => {$(
        let expected = Value::Int(ElemType::$elem, ($a as $t).into());
        same("as", cast($v($a), ElemType::$elem), expected);
        same("saturating", saturating_cast($v($a), ElemType::$elem), expected);
    )*};
}

float_tests! {
    f32_operators f32 F32 call_f32;
    f64_operators f64 F64 call_f64;
}

#[test]
fn bool_operators() {
    let v = Value::Bool;
    for a in [false, true] {
        same("not", unary(UnaryOp::Not, v(a)), v(!a));
        same("cast", cast(v(a), ElemType::Bool), v(a));
        same("cast", cast(v(a), ElemType::I16), Value::Int(ElemType::I16, a.into()));
        same("cast", cast(v(a), ElemType::F32), Value::F32(a.into()));
        same("saturating", saturating_cast(v(a), ElemType::U8), Value::Int(ElemType::U8, a.into()));
        same("select", select(v(a), v(true), v(false)), v(a));
        for b in [false, true] {
            let expected = [(And, a && b), (Or, a || b), (Xor, a ^ b), (Eq, a == b), (Ne, a != b)];
            all_are_expected(ElemType::Bool, &expected, &[]);
            for (op, e) in expected {
                same("binary", binary(op, v(a), v(b)), v(e));
            }
        }
    }
}

#[test]
fn an_index_is_an_i32_and_wraps() {
    same("index", index(-3), Value::Int(ElemType::I32, -3));
    same("index", index(i64::from(i32::MAX) + 1), Value::Int(ElemType::I32, i32::MIN.into()));
}

#[test]
#[should_panic(expected = "Add is not defined on [Int(U8, 1), Int(I8, 1)]")]
fn operands_of_two_types_are_refused() {
    binary(Add, Value::Int(ElemType::U8, 1), Value::Int(ElemType::I8, 1));
}
