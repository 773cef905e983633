//! The meaning of every operator on values, written once.
//!
//! The reference evaluator, constant folding and the tests of generated code all come here, so
//! there is nothing for them to disagree on.

use crate::ir::{BinaryOp, ElemType, Function, UnaryOp, Value};
use std::fmt::Debug;

#[cfg(test)]
mod tests;

/// The mathematical functions, which platforms and libraries compute to different last bits.
///
/// A function takes as many of the operands as it has, the first ones.
pub trait Maths {
    /// A function of `f32`.
    fn call_f32(&self, f: Function, operands: [f32; 3]) -> f32;
    /// A function of `f64`.
    fn call_f64(&self, f: Function, operands: [f64; 3]) -> f64;
}

/// The functions of Rust's standard library.
#[derive(Clone, Copy, Debug, Default)]
pub struct StdMaths;

macro_rules! std_function {
    ($f:expr, $operands:expr) => {{
        let [a, b, c] = $operands;
        match $f {
            Function::Sqrt => a.sqrt(),
            Function::Exp => a.exp(),
            Function::Ln => a.ln(),
            Function::Sin => a.sin(),
            Function::Cos => a.cos(),
            Function::Tan => a.tan(),
            Function::Pow => a.powf(b),
            Function::Atan2 => a.atan2(b),
            Function::Floor => a.floor(),
            Function::Ceil => a.ceil(),
            Function::Round => a.round(),
            Function::Trunc => a.trunc(),
            Function::MulAdd => a.mul_add(b, c),
        }
    }};
}

impl Maths for StdMaths {
    fn call_f32(&self, f: Function, operands: [f32; 3]) -> f32 {
        std_function!(f, operands)
    }

    fn call_f64(&self, f: Function, operands: [f64; 3]) -> f64 {
        std_function!(f, operands)
    }
}

/// Applies an operator of one operand.
///
/// # Panics
/// If the operator does not take the type.
pub fn unary(op: UnaryOp, a: Value) -> Value {
    match (op, a) {
        (UnaryOp::Neg, Value::Int(t, v)) => Value::wrap(t, -v),
        (UnaryOp::Neg, Value::F32(v)) => Value::F32(-v),
        (UnaryOp::Neg, Value::F64(v)) => Value::F64(-v),
        (UnaryOp::Abs, Value::Int(t, v)) => Value::wrap(t, v.abs()),
        (UnaryOp::Abs, Value::F32(v)) => Value::F32(v.abs()),
        (UnaryOp::Abs, Value::F64(v)) => Value::F64(v.abs()),
        (UnaryOp::Not, Value::Int(t, v)) => Value::wrap(t, !v),
        (UnaryOp::Not, Value::Bool(v)) => Value::Bool(!v),
        (UnaryOp::Neg | UnaryOp::Abs, Value::Bool(_)) => undefined(op, &[a]),
        (UnaryOp::Not, Value::F32(_) | Value::F64(_)) => undefined(op, &[a]),
    }
}

/// Applies an operator of two operands.
///
/// # Panics
/// If the types differ or the operator does not take them.
#[inline]
pub fn binary(op: BinaryOp, a: Value, b: Value) -> Value {
    let result = match (a, b) {
        (Value::F32(a), Value::F32(b)) => binary_f32(op, a, b),
        (Value::F64(a), Value::F64(b)) => binary_f64(op, a, b),
        (Value::Int(s, a), Value::Int(t, b)) if s == t => Some(binary_int(op, s, a, b)),
        (Value::Bool(a), Value::Bool(b)) => binary_bool(op, a, b).map(Value::Bool),
        _ => None,
    };
    result.unwrap_or_else(|| undefined(op, &[a, b]))
}

macro_rules! binary_float {
    ($name:ident, $t:ty, $value:expr) => {
        #[inline]
        fn $name(op: BinaryOp, a: $t, b: $t) -> Option<Value> {
            use BinaryOp::*;
            Some($value(match op {
                Add => a + b,
                Sub => a - b,
                Mul => a * b,
                Div => a / b,
                Rem => a % b,
                // Not `f32::min`: that one is undecided on zeros and skips a NaN on either side.
                Min if a < b => a,
                Max if a > b => a,
                Min | Max => b,
                AbsDiff => (a - b).abs(),
                Eq => return Some(Value::Bool(a == b)),
                Ne => return Some(Value::Bool(a != b)),
                Lt => return Some(Value::Bool(a < b)),
                Le => return Some(Value::Bool(a <= b)),
                Gt => return Some(Value::Bool(a > b)),
                Ge => return Some(Value::Bool(a >= b)),
                SaturatingAdd | SaturatingSub | And | Or | Xor | Shl | Shr => return None,
                WordPair | Dot => return None,
            }))
        }
    };
}
binary_float!(binary_f32, f32, Value::F32);
binary_float!(binary_f64, f64, Value::F64);

/// Every arithmetic operator is exact in 64 bits for operands of at most 32, or (products and
/// left shifts of `u32`) exact in the low 32 bits, so wrapping once at the end is the wrapping of
/// the type.
#[inline]
fn binary_int(op: BinaryOp, ty: ElemType, a: i64, b: i64) -> Value {
    use BinaryOp::*;
    let amount = || b.rem_euclid(8 * ty.bytes() as i64);
    let exact = match op {
        Add => a + b,
        Sub => a - b,
        Mul => a.wrapping_mul(b),
        Div => a.checked_div(b).unwrap_or(0),
        Rem => a.checked_rem(b).unwrap_or(0),
        Min => a.min(b),
        Max => a.max(b),
        AbsDiff => (a - b).abs(),
        SaturatingAdd => return clamped(ty, a + b),
        SaturatingSub => return clamped(ty, a - b),
        And => a & b,
        Or => a | b,
        Xor => a ^ b,
        Shl => a << amount(),
        Shr => a >> amount(),
        Eq => return Value::Bool(a == b),
        Ne => return Value::Bool(a != b),
        Lt => return Value::Bool(a < b),
        Le => return Value::Bool(a <= b),
        Gt => return Value::Bool(a > b),
        Ge => return Value::Bool(a >= b),
        WordPair => return Value::wrap(ElemType::I32, (a & 0xffff) | (b << 16)),
        Dot => word(a) * word(b) + word(a >> 16) * word(b >> 16),
    };
    Value::wrap(ty, exact)
}

/// The lower half of a doubleword, with its sign.
fn word(of: i64) -> i64 {
    i64::from(of as i16)
}

fn binary_bool(op: BinaryOp, a: bool, b: bool) -> Option<bool> {
    use BinaryOp::*;
    Some(match op {
        And => a & b,
        Or => a | b,
        Xor | Ne => a != b,
        Eq => a == b,
        Add | Sub | Mul | Div | Rem | Min | Max | AbsDiff | SaturatingAdd | SaturatingSub => {
            return None;
        }
        Shl | Shr | Lt | Le | Gt | Ge | WordPair | Dot => return None,
    })
}

/// Rust's `as`; a bool becomes 0 or 1 of any type.
///
/// # Panics
/// If a number is to become a bool.
pub fn cast(v: Value, ty: ElemType) -> Value {
    match (v, ty) {
        (Value::Bool(_), ElemType::Bool) => v,
        (Value::Bool(b), _) => cast(Value::Int(ElemType::U8, i64::from(b)), ty),
        (_, ElemType::Bool) => undefined("cast to bool", &[v]),
        (Value::Int(_, v), ElemType::F32) => Value::F32(v as f32),
        (Value::Int(_, v), ElemType::F64) => Value::F64(v as f64),
        (Value::Int(_, v), _) => Value::wrap(ty, v),
        (Value::F32(_), ElemType::F32) | (Value::F64(_), ElemType::F64) => v,
        (Value::F32(v), ElemType::F64) => Value::F64(f64::from(v)),
        (Value::F64(v), ElemType::F32) => Value::F32(v as f32),
        // Rust clamps floats to the integer's range and makes 0 of a NaN. So does the way to i64,
        // and clamping further is clamping once.
        (Value::F32(v), _) => clamped(ty, v as i64),
        (Value::F64(v), _) => clamped(ty, v as i64),
    }
}

/// The nearest value of an integer type; 0 for a NaN.
///
/// # Panics
/// If the target is not an integer type.
pub fn saturating_cast(v: Value, ty: ElemType) -> Value {
    match v {
        Value::Int(_, v) => clamped(ty, v),
        Value::Bool(_) | Value::F32(_) | Value::F64(_) if ty.is_int() => cast(v, ty),
        Value::Bool(_) | Value::F32(_) | Value::F64(_) => {
            undefined("saturating cast to a type without a range", &[v])
        }
    }
}

/// `if condition { a } else { b }`.
///
/// # Panics
/// If the condition is not a bool.
pub fn select(condition: Value, a: Value, b: Value) -> Value {
    match condition {
        Value::Bool(true) => a,
        Value::Bool(false) => b,
        Value::Int(..) | Value::F32(_) | Value::F64(_) => undefined("select", &[condition]),
    }
}

/// Calls a mathematical function.
///
/// # Panics
/// If the number or the types of the operands are not the function's.
pub fn call(maths: &dyn Maths, f: Function, operands: &[Value]) -> Value {
    match *operands {
        _ if operands.len() != f.arity() => undefined(f, operands),
        [Value::F32(a)] => Value::F32(maths.call_f32(f, [a, 0.0, 0.0])),
        [Value::F64(a)] => Value::F64(maths.call_f64(f, [a, 0.0, 0.0])),
        [Value::F32(a), Value::F32(b)] => Value::F32(maths.call_f32(f, [a, b, 0.0])),
        [Value::F64(a), Value::F64(b)] => Value::F64(maths.call_f64(f, [a, b, 0.0])),
        [Value::F32(a), Value::F32(b), Value::F32(c)] => Value::F32(maths.call_f32(f, [a, b, c])),
        [Value::F64(a), Value::F64(b), Value::F64(c)] => Value::F64(maths.call_f64(f, [a, b, c])),
        _ => undefined(f, operands),
    }
}

/// An index as a value of the program: an `i32`, wrapping.
pub fn index(i: i64) -> Value {
    Value::wrap(ElemType::I32, i)
}

fn clamped(ty: ElemType, v: i64) -> Value {
    match ty.int_range() {
        Some((lo, hi)) => Value::Int(ty, v.clamp(lo, hi)),
        None => undefined("clamping to the range of a type without one", &[]),
    }
}

#[cold]
fn undefined(op: impl Debug, operands: &[Value]) -> ! {
    panic!("{op:?} is not defined on {operands:?}")
}
