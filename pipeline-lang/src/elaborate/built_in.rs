//! The functions of the language: the one table that calls, names and editors follow.
//!
//! Mathematical functions, operators that are written as calls, and reductions of windows come
//! from the stage graph's own table, [`pipeline_core::ir::op`]. The documentation of all is that of
//! the functions of the same names in the façade, `src/editor.rs`, which editors show.

use pipeline_core::ir::{BinaryOp, Function, ReduceOp};

/// A built-in function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BuiltIn {
    /// A mathematical function.
    Function(Function),
    /// An operator that is written as a call. `min` and `max` also reduce windows.
    Operator(BinaryOp),
    /// A reduction of a window that is nothing else.
    Reduction(ReduceOp),
    /// The absolute value.
    Abs,
    /// The greatest and least of three.
    Clamp,
    /// A choice.
    Select,
    /// A conversion that clamps.
    Saturate,
    /// A conversion to the next wider type.
    Widen,
    /// An operator on widened operands.
    Widening(Widening),
    /// A weighted sum of neighbours; it may take a scale as well.
    Stencil,
}

/// An operator whose operands are widened first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Widening {
    Add,
    Sub,
    Mul,
}

impl Widening {
    /// The operator on the wider type.
    pub(crate) fn op(self) -> BinaryOp {
        match self {
            Widening::Add => BinaryOp::Add,
            Widening::Sub => BinaryOp::Sub,
            Widening::Mul => BinaryOp::Mul,
        }
    }
}

/// Functions beside those of the stage graph.
const OTHERS: [BuiltIn; 9] = [
    BuiltIn::Abs,
    BuiltIn::Clamp,
    BuiltIn::Select,
    BuiltIn::Saturate,
    BuiltIn::Widen,
    BuiltIn::Widening(Widening::Add),
    BuiltIn::Widening(Widening::Sub),
    BuiltIn::Widening(Widening::Mul),
    BuiltIn::Stencil,
];

impl BuiltIn {
    /// Every built-in function.
    pub(crate) fn all() -> impl Iterator<Item = BuiltIn> {
        let operators = BinaryOp::ALL.into_iter().filter(|op| op.is_call());
        let is_call = |r: &ReduceOp| BinaryOp::named(r.name()).is_some_and(BinaryOp::is_call);
        let only_windows = move |r: &ReduceOp| !is_call(r);
        let reductions = ReduceOp::ALL.into_iter().filter(only_windows);
        let functions = Function::ALL.into_iter().map(BuiltIn::Function);
        let operators = operators.map(BuiltIn::Operator);
        functions.chain(operators).chain(reductions.map(BuiltIn::Reduction)).chain(OTHERS)
    }

    /// The function of this name, if there is one.
    pub(crate) fn named(name: &str) -> Option<BuiltIn> {
        BuiltIn::all().find(|b| b.name() == name)
    }

    /// Its name.
    pub(crate) fn name(self) -> &'static str {
        match self {
            BuiltIn::Function(f) => f.name(),
            BuiltIn::Operator(op) => op.name(),
            BuiltIn::Reduction(op) => op.name(),
            BuiltIn::Abs => "abs",
            BuiltIn::Clamp => "clamp",
            BuiltIn::Select => "select",
            BuiltIn::Saturate => "saturate",
            BuiltIn::Widen => "widen",
            BuiltIn::Widening(Widening::Add) => "widening_add",
            BuiltIn::Widening(Widening::Sub) => "widening_sub",
            BuiltIn::Widening(Widening::Mul) => "widening_mul",
            BuiltIn::Stencil => "stencil",
        }
    }

    /// The names of its parameters.
    pub(crate) fn params(self) -> &'static [&'static str] {
        match self {
            BuiltIn::Function(f) => f.params(),
            BuiltIn::Operator(_) | BuiltIn::Widening(_) => &["a", "b"],
            BuiltIn::Reduction(_) => &["window"],
            BuiltIn::Abs | BuiltIn::Widen => &["e"],
            BuiltIn::Clamp => &["e", "lo", "hi"],
            BuiltIn::Select => &["c", "a", "b"],
            BuiltIn::Saturate => &["e", "t"],
            BuiltIn::Stencil => &["f", "taps"],
        }
    }
}
