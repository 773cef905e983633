//! What a call checks before anything runs.

use crate::analysis::sizes::{Equation, Solution};
use crate::ir::{Affine, InputId, ScalarId, SizeId, StageId, Test, ValueRange};

/// A step of the way from the arguments of a call to sizes that are known to be right.
#[derive(Clone, Debug)]
pub enum Check {
    /// A size that the caller gives is positive.
    Argument(SizeId),
    /// A size follows from an extent of an input.
    Solve {
        /// How.
        solution: Solution,
        /// The extent, as a function of the sizes.
        extent: Affine,
    },
    /// An extent of an input is what the sizes make it.
    Extent(Equation),
    /// A clause of the user holds.
    Clause {
        /// The clause.
        test: Test,
        /// As the user wrote it.
        text: String,
        /// The sizes in it.
        sizes: Vec<SizeId>,
    },
    /// A scalar has one of these values.
    Scalar(ScalarId, ValueRange),
    /// All points of an input have these values.
    Values(InputId, ValueRange),
}

/// A result of a call.
#[derive(Clone, Debug)]
pub struct Output {
    /// The stage.
    pub stage: StageId,
    /// By dimension, from which sizes on it has points; empty where several sizes decide.
    pub smallest: Vec<Vec<Least>>,
}

/// A size is at least so large.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Least {
    /// The size.
    pub size: SizeId,
    /// Its smallest value.
    pub value: i64,
}
