//! Calls of small pipelines with arrays of any shape, strides and memory, as bytes choose them.
//!
//! Whatever the bytes are, a call gives the value of the reference evaluator or an error, and
//! writes nothing else. The legal sizes of every pipeline leave few points, so that no call takes
//! long.

mod array;
mod choices;
// Sums may wrap: both sides of a comparison do.
#[allow(deprecated)]
mod pipelines;

pub use choices::Choices;
pub use pipelines::PIPELINES;

use pipeline::Error;

/// What came of a call.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// The value of the reference, returned and written to the caller's arrays.
    Agreed,
    /// A value from inputs so large that the reference, which copies them, was not asked.
    Computed,
    /// An error, by its variant.
    Refused(&'static str),
}

impl Outcome {
    fn refused(error: &Error) -> Outcome {
        Outcome::Refused(match error {
            Error::ConstraintViolated { .. } => "ConstraintViolated",
            Error::ExtentMismatch { .. } => "ExtentMismatch",
            Error::OutOfMemory { .. } => "OutOfMemory",
            Error::OutOfSlice { .. } => "OutOfSlice",
            Error::OutputShape { .. } => "OutputShape",
            Error::OverlappingStrides { .. } => "OverlappingStrides",
            Error::SizeOverflow { .. } => "SizeOverflow",
            Error::TooSmall { .. } => "TooSmall",
            Error::UnsolvableExtent { .. } => "UnsolvableExtent",
            Error::ZeroExtent { .. } => "ZeroExtent",
            other => panic!("no call gives this error: {other}"),
        })
    }
}

/// Calls one of the pipelines.
///
/// # Panics
/// If the call does something else than it may.
pub fn call(choices: &mut Choices<'_>) -> (&'static str, Outcome) {
    let (name, call) = PIPELINES[choices.below(PIPELINES.len())];
    let outcome = match choices.one_in(2) {
        true => pipeline::serially(|| call(choices)),
        false => call(choices),
    };
    (name, outcome)
}
