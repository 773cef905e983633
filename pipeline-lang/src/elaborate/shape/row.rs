//! What an expression is at each of some points of a window: the arithmetic of compile-time
//! operands, many at once.
//!
//! A window of a million points is looked at one row after the other, so that each step of an
//! expression is a loop over numbers. Whatever is an error at one of the points, or of a kind that
//! no condition needs, is nothing here: then the window is elaborated as others are, which reports
//! it.

use super::super::arith::graph_op;
use super::super::constant;
use super::super::index;
use super::super::operand::{Const, Operand};
use crate::syntax::BinaryOp;
use pipeline_core::ir::{self, ElemType, Value};
use pipeline_core::scalar;

/// The values of an expression: one, if it is the same at all points, or one for each.
#[derive(Clone, Debug)]
pub(super) enum RowValues {
    /// Index expressions, or integers that adapt.
    Ints { is_index: bool, values: Vec<i64> },
    /// Truth values.
    Bools(Vec<bool>),
    /// Numbers of a type.
    Typed(ElemType, Vec<Value>),
    /// A float that adapts.
    Float(f64),
}

/// An operator applied to the values of two rows.
fn zip<A: Copy, B>(a: &[A], b: &[A], f: impl Fn(A, A) -> Option<B>) -> Option<Vec<B>> {
    match (a, b) {
        ([a], _) => b.iter().map(|b| f(*a, *b)).collect(),
        (_, [b]) => a.iter().map(|a| f(*a, *b)).collect(),
        _ => a.iter().zip(b).map(|(a, b)| f(*a, *b)).collect(),
    }
}

/// The values that are kept.
fn kept<T: Copy>(values: &[T], keep: &[bool]) -> Vec<T> {
    match values {
        [one] => vec![*one],
        _ => values.iter().zip(keep).filter(|(_, keep)| **keep).map(|(v, _)| *v).collect(),
    }
}

/// An integer within the limit of index expressions.
fn limited(v: i64) -> Option<i64> {
    (v.abs() <= index::LARGEST).then_some(v)
}

impl RowValues {
    /// The index expressions of some values.
    pub(super) fn indices(values: Vec<i64>) -> RowValues {
        RowValues::Ints { is_index: true, values }
    }

    /// One operand at all points, if it is known at compile time.
    pub(super) fn of(operand: &Operand) -> Option<RowValues> {
        let row = match operand {
            Operand::Const(Const::Int { value, rounded: false }) => {
                let value = i64::try_from(*value).ok().and_then(limited)?;
                RowValues::Ints { is_index: false, values: vec![value] }
            }
            Operand::Const(Const::Float(v)) => RowValues::Float(*v),
            Operand::Const(Const::Bool(b)) => RowValues::Bools(vec![*b]),
            Operand::Const(Const::Typed(v)) => RowValues::Typed(v.ty(), vec![*v]),
            Operand::Index(a) => RowValues::indices(vec![a.as_constant()?]),
            Operand::Const(Const::Int { .. })
            | Operand::Poison
            | Operand::Cond(_)
            | Operand::Value(_) => return None,
        };
        Some(row)
    }

    /// The row at the points that are kept.
    pub(super) fn kept(&self, keep: &[bool]) -> RowValues {
        match self {
            RowValues::Ints { is_index, values } => {
                RowValues::Ints { is_index: *is_index, values: kept(values, keep) }
            }
            RowValues::Bools(values) => RowValues::Bools(kept(values, keep)),
            RowValues::Typed(ty, values) => RowValues::Typed(*ty, kept(values, keep)),
            RowValues::Float(v) => RowValues::Float(*v),
        }
    }

    /// The truth value at each of so many points.
    pub(super) fn bools(self, points: usize) -> Option<Vec<bool>> {
        match self {
            RowValues::Bools(values) if values.len() == 1 => Some(vec![values[0]; points]),
            RowValues::Bools(values) => Some(values),
            RowValues::Ints { .. } | RowValues::Typed(..) | RowValues::Float(_) => None,
        }
    }

    /// The only value, if it adapts.
    fn adapting(&self) -> Option<Const> {
        match self {
            RowValues::Ints { is_index: false, values } => match values[..] {
                [v] => Some(Const::int(v.into())),
                _ => None,
            },
            RowValues::Float(v) => Some(Const::Float(*v)),
            RowValues::Ints { .. } | RowValues::Bools(_) | RowValues::Typed(..) => None,
        }
    }

    /// The row in a type, as operands come to one.
    pub(super) fn unified(&self, ty: ElemType) -> Option<Vec<Value>> {
        let int = |v: &i64| constant::convert(Const::int((*v).into()), ty).ok();
        match self {
            RowValues::Typed(own, values) => (*own == ty).then(|| values.clone()),
            RowValues::Ints { is_index: true, values } if ty == ElemType::I32 => {
                Some(values.iter().map(|v| Value::wrap(ty, *v)).collect())
            }
            RowValues::Ints { is_index: false, values } => values.iter().map(int).collect(),
            RowValues::Float(v) => Some(vec![constant::convert(Const::Float(*v), ty).ok()?]),
            RowValues::Ints { .. } | RowValues::Bools(_) => None,
        }
    }

    /// The type, if values come to one beside it.
    fn ty(&self) -> Option<ElemType> {
        match self {
            RowValues::Typed(ty, _) => Some(*ty),
            RowValues::Ints { .. } | RowValues::Bools(_) | RowValues::Float(_) => None,
        }
    }

    /// `a op b`, no `&&` or `||`.
    pub(super) fn binary(op: BinaryOp, a: &RowValues, b: &RowValues) -> Option<RowValues> {
        match (a, b) {
            (
                RowValues::Ints { is_index: i, values: a },
                RowValues::Ints { is_index: j, values: b },
            ) => ints(op, a, b, *i || *j),
            (RowValues::Bools(a), RowValues::Bools(b)) => {
                let f: fn(bool, bool) -> bool = match op {
                    BinaryOp::Eq => |a, b| a == b,
                    BinaryOp::Ne | BinaryOp::BitXor => |a, b| a != b,
                    BinaryOp::BitAnd => |a, b| a && b,
                    BinaryOp::BitOr => |a, b| a || b,
                    _ => return None,
                };
                Some(RowValues::Bools(zip(a, b, |a, b| Some(f(a, b)))?))
            }
            _ => match a.ty().or(b.ty()) {
                Some(ty) => typed(graph_op(op), ty, &a.unified(ty)?, &b.unified(ty)?),
                None => {
                    let folded = constant::binary(op, a.adapting()?, b.adapting()?)?.ok()?;
                    RowValues::of(&Operand::Const(folded))
                }
            },
        }
    }

    /// `min(a, b)`, `max(a, b)`.
    pub(super) fn extreme(op: ir::BinaryOp, a: &RowValues, b: &RowValues) -> Option<RowValues> {
        if let (Some(a), Some(b)) = (a.adapting(), b.adapting()) {
            let folded = constant::extreme(a, b, op == ir::BinaryOp::Max)?;
            return RowValues::of(&Operand::Const(folded));
        }
        let ty = a.ty().or(b.ty()).unwrap_or(ElemType::I32);
        typed(op, ty, &a.unified(ty)?, &b.unified(ty)?)
    }

    /// `-a`.
    pub(super) fn negated(&self) -> Option<RowValues> {
        match self {
            RowValues::Ints { is_index, values } => {
                let values = values.iter().map(|v| limited(-v)).collect::<Option<_>>()?;
                Some(RowValues::Ints { is_index: *is_index, values })
            }
            RowValues::Typed(ty, values) if ty.is_signed() => {
                let f = |v: &Value| scalar::unary(ir::UnaryOp::Neg, *v);
                Some(RowValues::Typed(*ty, values.iter().map(f).collect()))
            }
            RowValues::Float(v) => Some(RowValues::Float(-v)),
            RowValues::Typed(..) | RowValues::Bools(_) => None,
        }
    }

    /// `!a` of truth values.
    pub(super) fn not(&self) -> Option<RowValues> {
        match self {
            RowValues::Bools(values) => Some(RowValues::Bools(values.iter().map(|b| !b).collect())),
            RowValues::Ints { .. } | RowValues::Typed(..) | RowValues::Float(_) => None,
        }
    }

    /// `abs(a)`.
    pub(super) fn abs(&self) -> Option<RowValues> {
        match self {
            RowValues::Ints { is_index: false, values } => Some(RowValues::Ints {
                is_index: false,
                values: values.iter().map(|v| v.abs()).collect(),
            }),
            RowValues::Ints { .. } | RowValues::Typed(..) => {
                let ty = self.ty().unwrap_or(ElemType::I32);
                let f = |v: &Value| scalar::unary(ir::UnaryOp::Abs, *v);
                let values = self.unified(ty)?.iter().map(f).collect();
                ty.is_signed().then_some(RowValues::Typed(ty, values))
            }
            RowValues::Float(v) => Some(RowValues::Float(v.abs())),
            RowValues::Bools(_) => None,
        }
    }

    /// `a as ty`.
    pub(super) fn cast(&self, ty: ElemType) -> Option<RowValues> {
        if ty == ElemType::Bool {
            return None;
        }
        if let Some(c) = self.adapting() {
            return Some(RowValues::Typed(ty, vec![constant::cast(c, ty).ok()?]));
        }
        let values = match self {
            RowValues::Bools(values) if ty.is_int() => {
                values.iter().map(|b| Value::Bool(*b)).collect()
            }
            RowValues::Ints { is_index: true, .. } => self.unified(ElemType::I32)?,
            RowValues::Typed(_, values) => values.clone(),
            RowValues::Ints { .. } | RowValues::Bools(_) | RowValues::Float(_) => return None,
        };
        Some(RowValues::Typed(ty, values.into_iter().map(|v| scalar::cast(v, ty)).collect()))
    }
}

/// An operator on integers that adapt.
fn ints(op: BinaryOp, a: &[i64], b: &[i64], is_index: bool) -> Option<RowValues> {
    use BinaryOp::*;
    let test: Option<fn(i64, i64) -> bool> = match op {
        Eq => Some(|a, b| a == b),
        Ne => Some(|a, b| a != b),
        Lt => Some(|a, b| a < b),
        Le => Some(|a, b| a <= b),
        Gt => Some(|a, b| a > b),
        Ge => Some(|a, b| a >= b),
        _ => None,
    };
    if let Some(test) = test {
        // It is of the difference, for which there is a limit as well.
        let within = |a: i64, b: i64| limited(a - b).filter(|d| d.abs() < index::LARGEST);
        return Some(RowValues::Bools(zip(a, b, |a, b| within(a, b).map(|_| test(a, b)))?));
    }
    let values = match op {
        Add => zip(a, b, |a, b| limited(a + b)),
        Sub => zip(a, b, |a, b| limited(a - b)),
        Mul => zip(a, b, |a, b| limited(a * b)),
        // What of numbers is rounded cannot become a float.
        Div => zip(a, b, |a, b| (b > 0 && (is_index || a % b == 0)).then(|| a.div_euclid(b))),
        Rem => zip(a, b, |a, b| (b > 0).then(|| a.rem_euclid(b))),
        Shl => zip(a, b, |a, b| (0..=31).contains(&b).then(|| a << b).and_then(limited)),
        Shr => zip(a, b, |a, b| (0..=31).contains(&b).then(|| a >> b)),
        _ => None,
    };
    Some(RowValues::Ints { is_index, values: values? })
}

/// An operator on values of a type.
fn typed(op: ir::BinaryOp, ty: ElemType, a: &[Value], b: &[Value]) -> Option<RowValues> {
    if !op.takes().includes(ty) {
        return None;
    }
    let divides = matches!(op, ir::BinaryOp::Div | ir::BinaryOp::Rem) && ty.is_int();
    let shifts = matches!(op, ir::BinaryOp::Shl | ir::BinaryOp::Shr);
    let bits = 8 * ty.bytes() as i64;
    let fine = |b: Value| match b.as_int() {
        Some(b) => !(divides && b == 0 || shifts && !(0..bits).contains(&b)),
        None => true,
    };
    let values = zip(a, b, |a, b| fine(b).then(|| scalar::binary(op, a, b)))?;
    match op.gives(ty) {
        ElemType::Bool => {
            Some(RowValues::Bools(values.iter().map(|v| *v == Value::Bool(true)).collect()))
        }
        ty => Some(RowValues::Typed(ty, values)),
    }
}
