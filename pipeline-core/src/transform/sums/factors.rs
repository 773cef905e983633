//! Weights that are those of the rows times those of the columns: matrices of rank 1.
//!
//! ```text
//! 1 2 1       1
//! 2 4 2   =   2  ·  1 2 1
//! 1 2 1       1
//! ```
//!
//! Factors are found exactly, in whole numbers times a power of two, so no weight is another one
//! because of it.

use super::shifts::ShiftGrid;
use crate::ir::affine::gcd;
use crate::ir::{BinaryOp, Block, ElemType, Expr, ExprId, Node, ReduceOp, UnaryOp, Value};

/// A term of a sum, taken apart.
#[derive(Clone, Copy, Debug)]
pub struct WeightedTerm {
    /// What is weighted.
    pub base: ExprId,
    /// By which constant.
    pub weight: Value,
}

/// The weights of rows and columns, in the order that a grid has them.
#[derive(Clone, Debug)]
pub struct Factors {
    pub rows: Vec<Value>,
    pub columns: Vec<Value>,
}

/// A term of a reduction as its base and weight; those of no sum have the weight 1.
pub fn weighted(block: &Block, op: ReduceOp, term: ExprId) -> WeightedTerm {
    let expr = &block.exprs[term.0];
    let constant = |id: ExprId| {
        if let Node::Const(c) = block.exprs[id.0].node { Some(c) } else { None }
    };
    let negative = || exact(expr.ty, Binary { number: -1, exponent: 0 });
    let found = match (op, &expr.node) {
        (ReduceOp::Sum, Node::Unary(UnaryOp::Neg, base)) => negative().map(|w| (*base, w)),
        (ReduceOp::Sum, Node::Binary(BinaryOp::Mul, a, b)) => {
            let first = constant(*a).map(|w| (*b, w));
            first.or_else(|| constant(*b).map(|w| (*a, w)))
        }
        _ => None,
    };
    let (base, weight) = found.unwrap_or((term, Value::one(expr.ty)));
    WeightedTerm { base, weight }
}

/// The weights of a full grid, given in the order of its terms, as those of its rows and columns,
/// if they are of rank 1. Those of the rows are whole numbers without a common divisor.
pub fn factors(grid: &ShiftGrid, weights: &[Value]) -> Option<Factors> {
    let ty = weights.first()?.ty();
    let numbers: Vec<Binary> = weights.iter().map(|w| Binary::of(*w)).collect::<Option<_>>()?;
    let exponent = numbers.iter().map(|n| n.exponent).min()?;
    let mut matrix = vec![vec![0; grid.columns.len()]; grid.rows.len()];
    for (place, number) in grid.places().iter().zip(&numbers) {
        matrix[place.row][place.column] = number.times_power(number.exponent - exponent)?;
    }
    let divisor = matrix.iter().fold(0, |g, row| gcd(g, row[0].abs()));
    let rows: Vec<i64> = matrix.iter().map(|row| row[0] / divisor).collect();
    let columns: Vec<i64> = matrix[0].iter().map(|w| w / rows[0]).collect();
    let is_product = |(row, weights): (&i64, &Vec<i64>)| {
        weights.iter().zip(&columns).all(|(w, column)| row.checked_mul(*column) == Some(*w))
    };
    if !rows.iter().zip(&matrix).all(is_product) {
        return None;
    }
    let all = |list: &[i64], exponent| -> Option<Vec<Value>> {
        list.iter().map(|number| exact(ty, Binary { number: *number, exponent })).collect()
    };
    Some(Factors { rows: all(&rows, 0)?, columns: all(&columns, exponent)? })
}

/// Appends an expression times a weight, and says where it is.
pub fn weigh(exprs: &mut Vec<Expr>, like: &Expr, weight: Value, base: ExprId) -> ExprId {
    let mut push = |node| {
        exprs.push(Expr { node, ..like.clone() });
        ExprId(exprs.len() - 1)
    };
    if weight.same(Value::one(like.ty)) {
        return base;
    }
    if exact(like.ty, Binary { number: -1, exponent: 0 }).is_some_and(|w| weight.same(w)) {
        return push(Node::Unary(UnaryOp::Neg, base));
    }
    let weight = push(Node::Const(weight));
    push(Node::Binary(BinaryOp::Mul, weight, base))
}

/// `number · 2^exponent`.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Binary {
    number: i64,
    exponent: i32,
}

impl Binary {
    /// The number times a power of two, if that is small enough.
    fn times_power(self, power: i32) -> Option<i64> {
        let power = 1i64.checked_shl(power.try_into().ok()?).filter(|p| *p > 0)?;
        self.number.checked_mul(power)
    }

    /// A value, with an odd number unless it is an integer; none for 0 and what is not finite.
    fn of(value: Value) -> Option<Binary> {
        let float = match value {
            Value::Bool(_) => return None,
            Value::Int(_, v) => return (v != 0).then_some(Binary { number: v, exponent: 0 }),
            Value::F32(v) => f64::from(v),
            Value::F64(v) => v,
        };
        if float == 0.0 || !float.is_finite() {
            return None;
        }
        let mantissa_bits = f64::MANTISSA_DIGITS as i32 - 1;
        let bits = float.to_bits();
        let fraction = (bits & ((1 << mantissa_bits) - 1)) as i64;
        let biased = (bits >> mantissa_bits & 0x7ff) as i32;
        // Subnormal numbers have the exponent of the least normal one, and no leading 1.
        let (number, biased) = match biased {
            0 => (fraction, 1),
            _ => (fraction | 1 << mantissa_bits, biased),
        };
        let exponent = biased - (f64::MAX_EXP - 1) - mantissa_bits;
        let zeros = number.trailing_zeros();
        let number = number >> zeros;
        let number = if float < 0.0 { -number } else { number };
        Some(Binary { number, exponent: exponent + zeros as i32 })
    }
}

/// The value of a type that is exactly so much.
fn exact(ty: ElemType, binary: Binary) -> Option<Value> {
    let float = || binary.number as f64 * f64::from(binary.exponent).exp2();
    let value = match ty {
        ElemType::Bool => return None,
        ElemType::F32 => Value::F32(float() as f32),
        ElemType::F64 => Value::F64(float()),
        ElemType::U8
        | ElemType::I8
        | ElemType::U16
        | ElemType::I16
        | ElemType::U32
        | ElemType::I32 => Value::wrap(ty, binary.number),
    };
    let back = Binary::of(value)?;
    // The same number, perhaps with another power of two.
    let (low, high) = match back.exponent <= binary.exponent {
        true => (back, binary),
        false => (binary, back),
    };
    let same = high.times_power(high.exponent - low.exponent) == Some(low.number);
    same.then_some(value)
}

#[cfg(test)]
mod tests;
