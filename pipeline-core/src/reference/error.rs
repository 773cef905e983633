//! Why an evaluation has no result.

use std::fmt;

/// Why an evaluation has no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EvalError {
    /// The pipeline violates the structure of the stage graph.
    Invalid(Vec<String>),
    /// A size, scalar or input is not what the pipeline takes.
    Argument(String),
    /// Memory or 64-bit indices do not suffice for this.
    TooLarge(String),
    /// A read outside the domain of a source without border, or of an empty one.
    OutOfDomain {
        /// The reading stage.
        stage: String,
        /// What it reads.
        source: String,
        /// The index it reads at.
        index: Vec<i64>,
        /// The point it computes.
        point: Vec<i64>,
    },
    /// A stage reads itself, and in no order of its points comes what it reads first.
    NotCausal {
        /// The stage.
        stage: String,
    },
    /// Not exactly one case holds at a point.
    Cases {
        /// The stage.
        stage: String,
        /// The point.
        point: Vec<i64>,
        /// The cases that hold there.
        holding: Vec<usize>,
    },
}

impl fmt::Display for EvalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EvalError::Invalid(violations) => {
                write!(f, "invalid pipeline: {}", violations.join("; "))
            }
            EvalError::Argument(what) => f.write_str(what),
            EvalError::TooLarge(what) => write!(f, "{what}: too large to evaluate"),
            EvalError::OutOfDomain { stage, source, index, point } => {
                write!(
                    f,
                    "stage `{stage}` at {point:?} reads `{source}` at {index:?}, outside its "
                )?;
                f.write_str("domain")
            }
            EvalError::NotCausal { stage } => {
                write!(f, "stage `{stage}` reads points of itself that no order has ready")
            }
            EvalError::Cases { stage, point, holding } if holding.is_empty() => {
                write!(f, "stage `{stage}` has no case at {point:?}")
            }
            EvalError::Cases { stage, point, holding } => {
                write!(f, "stage `{stage}` has several cases at {point:?}: {holding:?}")
            }
        }
    }
}

impl std::error::Error for EvalError {}
