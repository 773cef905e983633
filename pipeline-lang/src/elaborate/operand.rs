//! What an expression elaborates to.

use pipeline_core::ir::{Affine, ElemType, ExprId, Test, Value};
use std::rc::Rc;

/// Larger conditions become plain values, which keeps every walk over a condition shallow.
const LARGEST_CONDITION: usize = 64;

/// The result of elaborating an expression, kept in its most general kind as long as possible:
/// a constant adapts to any type, an index expression can still index.
#[derive(Clone, Debug)]
pub(super) enum Operand {
    /// Something that has been reported; whatever uses it stays silent.
    Poison,
    /// Known at compile time.
    Const(Const),
    /// An integer made of index variables and sizes.
    Index(Affine),
    /// A boolean combination of comparisons of index expressions.
    Cond(Rc<Cond>),
    /// An expression of the block under construction.
    Value(Val),
}

/// An expression of one of the blocks under construction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Val {
    /// Which block: 0 is the definition's, each enclosing window loop adds one.
    pub(super) level: usize,
    /// Which expression.
    pub(super) id: ExprId,
    /// Its type.
    pub(super) ty: ElemType,
}

/// A value known at compile time.
#[derive(Clone, Copy, Debug)]
pub(super) enum Const {
    /// An integer that adapts to its use.
    Int {
        /// Its value.
        value: i128,
        /// Whether a division that was not exact made it: then it does not turn into a float.
        rounded: bool,
    },
    /// A float that adapts to its use.
    Float(f64),
    /// A truth value.
    Bool(bool),
    /// A number with a type of its own; never a bool.
    Typed(Value),
}

impl Const {
    /// An exact integer.
    pub(super) fn int(value: i128) -> Const {
        Const::Int { value, rounded: false }
    }

    /// A value of an element type.
    pub(super) fn typed(value: Value) -> Const {
        match value {
            Value::Bool(b) => Const::Bool(b),
            v => Const::Typed(v),
        }
    }

    /// The integer inside, whatever its type.
    pub(super) fn as_int(self) -> Option<i128> {
        match self {
            Const::Int { value, .. } => Some(value),
            Const::Typed(v) => v.as_int().map(i128::from),
            _ => None,
        }
    }

    /// The type, if the constant does not adapt.
    pub(super) fn ty(self) -> Option<ElemType> {
        match self {
            Const::Typed(v) => Some(v.ty()),
            Const::Bool(_) => Some(ElemType::Bool),
            _ => None,
        }
    }

    /// The type it takes when nothing asks for another.
    pub(super) fn default_type(self) -> ElemType {
        match self {
            Const::Int { .. } => ElemType::I32,
            Const::Float(_) => ElemType::F32,
            Const::Bool(_) => ElemType::Bool,
            Const::Typed(v) => v.ty(),
        }
    }
}

/// A boolean combination of tests.
#[derive(Debug)]
pub(super) enum Cond {
    /// A comparison.
    Test(Test),
    /// Both.
    And(Rc<Cond>, Rc<Cond>),
    /// Either.
    Or(Rc<Cond>, Rc<Cond>),
    /// Not; never around a test.
    Not(Rc<Cond>),
}

impl Cond {
    /// A test, folded if it is constant.
    pub(super) fn test(test: Test) -> Operand {
        match test.as_constant() {
            Some(b) => Operand::Const(Const::Bool(b)),
            None => Operand::Cond(Rc::new(Cond::Test(test))),
        }
    }

    /// `a && b` or `a || b`, unless it grows too large to be kept as a condition.
    pub(super) fn combine(and: bool, a: &Rc<Cond>, b: &Rc<Cond>) -> Option<Rc<Cond>> {
        if a.tests() + b.tests() > LARGEST_CONDITION {
            return None;
        }
        let (a, b) = (a.clone(), b.clone());
        Some(Rc::new(if and { Cond::And(a, b) } else { Cond::Or(a, b) }))
    }

    /// `!self`.
    pub(super) fn negated(self: &Rc<Cond>) -> Rc<Cond> {
        match &**self {
            Cond::Test(t) => Rc::new(Cond::Test(t.negated())),
            Cond::Not(inner) => inner.clone(),
            _ => Rc::new(Cond::Not(self.clone())),
        }
    }

    /// Number of comparisons.
    fn tests(&self) -> usize {
        match self {
            Cond::Test(_) => 1,
            Cond::And(a, b) | Cond::Or(a, b) => a.tests() + b.tests(),
            Cond::Not(a) => a.tests(),
        }
    }
}
