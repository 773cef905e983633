//! Arithmetic on compile-time constants, and their conversion to element types.
//!
//! Integers are exact (128 bits, checked) and divide towards minus infinity, as index
//! expressions do; floats compute in `f64` and round once, when they meet a type.

use super::operand::Const;
use crate::syntax::BinaryOp;
use pipeline_core::ir::{ElemType, Function, Value};

/// `a u8`, `an i32`.
pub(super) fn article(ty: ElemType) -> String {
    let an = matches!(ty, ElemType::I8 | ElemType::I16 | ElemType::I32) || ty.is_float();
    format!("{} {ty}", if an { "an" } else { "a" })
}

/// As a literal.
pub(super) fn shown(c: Const) -> String {
    match c {
        Const::Int { value, .. } => value.to_string(),
        Const::Float(v) => format!("{v:?}"),
        Const::Bool(b) => b.to_string(),
        Const::Typed(v) => v.to_string(),
    }
}

/// The constant as a value of a type, or why it is not one.
pub(super) fn convert(c: Const, ty: ElemType) -> Result<Value, String> {
    match c {
        Const::Bool(b) if ty == ElemType::Bool => Ok(Value::Bool(b)),
        Const::Typed(v) if v.ty() == ty => Ok(v),
        Const::Bool(_) | Const::Typed(_) => {
            Err(format!("mismatched types: `{}` is not {}", shown(c), article(ty)))
        }
        Const::Int { value, rounded } => integer(value, rounded, ty),
        Const::Float(v) => float(v, ty),
    }
}

fn integer(value: i128, rounded: bool, ty: ElemType) -> Result<Value, String> {
    if let Some((lo, hi)) = ty.int_range() {
        return match i64::try_from(value) {
            Ok(v) if (lo..=hi).contains(&v) => Ok(Value::Int(ty, v)),
            _ => Err(format!("`{value}` is out of range: {} holds {lo}..={hi}", article(ty))),
        };
    }
    if ty == ElemType::Bool {
        return Err(format!("mismatched types: `{value}` is not a bool; write `true` or `false`"));
    }
    if rounded {
        return Err(format!(
            "lossy literal: an integer division rounded down to `{value}`; divide floats, as in \
             `1.0 / 3.0`"
        ));
    }
    // Beyond this a conversion back would saturate.
    let moderate = value.unsigned_abs() < 1 << 100;
    let exact = moderate
        && match ty {
            ElemType::F32 => (value as f32) as i128 == value,
            _ => (value as f64) as i128 == value,
        };
    match (exact, ty) {
        (false, _) => Err(format!("lossy literal: `{value}` is not exactly {}", article(ty))),
        (true, ElemType::F32) => Ok(Value::F32(value as f32)),
        (true, _) => Ok(Value::F64(value as f64)),
    }
}

fn float(v: f64, ty: ElemType) -> Result<Value, String> {
    match ty {
        ElemType::F64 => Ok(Value::F64(v)),
        ElemType::F32 if v.is_finite() && (v as f32).is_infinite() => {
            Err(format!("`{v:?}` is out of range: an f32 holds at most {:?}", f32::MAX))
        }
        ElemType::F32 if v != 0.0 && v as f32 == 0.0 => {
            let least = f32::from_bits(1);
            Err(format!("`{v:?}` is out of range: the least f32 above 0 is {least:?}"))
        }
        ElemType::F32 => Ok(Value::F32(v as f32)),
        _ => Err(format!("lossy literal: `{v:?}` is not {}", article(ty))),
    }
}

/// `c as ty` for a constant that adapts: an integer must fit, as a literal must in Rust.
pub(super) fn cast(c: Const, ty: ElemType) -> Result<Value, String> {
    match (c, ty) {
        (Const::Int { value, .. }, ElemType::F32) => Ok(Value::F32(value as f32)),
        (Const::Int { value, .. }, ElemType::F64) => Ok(Value::F64(value as f64)),
        (Const::Float(v), ElemType::F32) => Ok(Value::F32(v as f32)),
        (Const::Float(v), t) if t.is_int() => {
            let (lo, hi) = t.int_range().unwrap_or_default();
            Ok(Value::Int(t, (v as i64).clamp(lo, hi)))
        }
        _ => convert(c, ty),
    }
}

/// An operator on two constants that adapt; `None` if one has a type.
pub(super) fn binary(op: BinaryOp, a: Const, b: Const) -> Option<Result<Const, String>> {
    Some(match (a, b) {
        (Const::Int { value: x, rounded: r }, Const::Int { value: y, rounded: s }) => {
            integers(op, x, y, r || s)
        }
        (Const::Bool(x), Const::Bool(y)) => bools(op, x, y),
        (Const::Float(_) | Const::Int { .. }, Const::Float(_) | Const::Int { .. }) => {
            match (as_float(a), as_float(b)) {
                (Ok(x), Ok(y)) => floats(op, x, y),
                (Err(e), _) | (_, Err(e)) => Err(e),
            }
        }
        _ => return None,
    })
}

/// A constant that adapts, as a float.
pub(super) fn as_float(c: Const) -> Result<f64, String> {
    match c {
        Const::Float(v) => Ok(v),
        Const::Int { value, rounded } => match integer(value, rounded, ElemType::F64)? {
            Value::F64(v) => Ok(v),
            _ => Ok(value as f64),
        },
        _ => Err(format!("mismatched types: `{}` is not a float", shown(c))),
    }
}

fn integers(op: BinaryOp, a: i128, b: i128, rounded: bool) -> Result<Const, String> {
    use BinaryOp::*;
    let mut rounded = rounded;
    let shift = || u32::try_from(b).ok().filter(|k| *k < 64);
    let value = match op {
        Add => a.checked_add(b),
        Sub => a.checked_sub(b),
        Mul => a.checked_mul(b),
        Div | Rem if b <= 0 => {
            return Err(format!("a constant integer is divided by a positive one, not by `{b}`"));
        }
        Div => {
            rounded |= a.rem_euclid(b) != 0;
            Some(a.div_euclid(b))
        }
        Rem => Some(a.rem_euclid(b)),
        Shl | Shr if shift().is_none() => {
            return Err(format!("a shift is by 0..=63 bits, not by `{b}`"));
        }
        Shl => shift().and_then(|k| a.checked_mul(1 << k)),
        Shr => shift().map(|k| a >> k),
        BitAnd => Some(a & b),
        BitOr => Some(a | b),
        BitXor => Some(a ^ b),
        And | Or => return Err(wrong_kind(op, "integers")),
        Eq => return Ok(Const::Bool(a == b)),
        Ne => return Ok(Const::Bool(a != b)),
        Lt => return Ok(Const::Bool(a < b)),
        Le => return Ok(Const::Bool(a <= b)),
        Gt => return Ok(Const::Bool(a > b)),
        Ge => return Ok(Const::Bool(a >= b)),
    };
    match value {
        Some(value) => Ok(Const::Int { value, rounded }),
        None => Err("constant overflows".into()),
    }
}

fn floats(op: BinaryOp, a: f64, b: f64) -> Result<Const, String> {
    use BinaryOp::*;
    Ok(Const::Float(match op {
        Add => a + b,
        Sub => a - b,
        Mul => a * b,
        Div => a / b,
        Rem => a % b,
        Eq => return Ok(Const::Bool(a == b)),
        Ne => return Ok(Const::Bool(a != b)),
        Lt => return Ok(Const::Bool(a < b)),
        Le => return Ok(Const::Bool(a <= b)),
        Gt => return Ok(Const::Bool(a > b)),
        Ge => return Ok(Const::Bool(a >= b)),
        Shl | Shr | BitAnd | BitOr | BitXor | And | Or => return Err(wrong_kind(op, "floats")),
    }))
}

fn bools(op: BinaryOp, a: bool, b: bool) -> Result<Const, String> {
    use BinaryOp::*;
    Ok(Const::Bool(match op {
        And | BitAnd => a && b,
        Or | BitOr => a || b,
        BitXor | Ne => a != b,
        Eq => a == b,
        Add | Sub | Mul | Div | Rem | Shl | Shr | Lt | Le | Gt | Ge => {
            return Err(wrong_kind(op, "bools"));
        }
    }))
}

fn wrong_kind(op: BinaryOp, kind: &str) -> String {
    format!("no `{}` on {kind}", super::print::operator(op).0)
}

/// The smaller or larger of two constants that adapt; `None` if one has a type.
pub(super) fn extreme(a: Const, b: Const, largest: bool) -> Option<Const> {
    let op = if largest { BinaryOp::Gt } else { BinaryOp::Lt };
    match binary(op, a, b)? {
        Ok(Const::Bool(first)) => Some(if first { a } else { b }),
        _ => None,
    }
}

/// A function whose exact result rounds to the same value in either float type.
pub(super) fn function(f: Function, v: f64) -> Option<f64> {
    Some(match f {
        Function::Sqrt => v.sqrt(),
        Function::Floor => v.floor(),
        Function::Ceil => v.ceil(),
        Function::Round => v.round(),
        Function::Trunc => v.trunc(),
        Function::Exp | Function::Ln | Function::Sin | Function::Cos | Function::Tan => {
            return None;
        }
        Function::Pow | Function::Atan2 | Function::MulAdd => return None,
    })
}
