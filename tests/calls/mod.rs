//! Calls of small pipelines with arrays of any shape, strides and memory, as bytes choose them.
//!
//! Whatever the bytes are, a call gives the value of the reference evaluator or an error, and writes
//! nothing else. The legal sizes of every pipeline leave few points, so that no call takes long.

mod array;
mod choices;
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
    Refused(String),
}

impl Outcome {
    fn refused(error: &Error) -> Outcome {
        let debug = format!("{error:?}");
        let name = debug.split(|c: char| !c.is_alphanumeric()).next();
        Outcome::Refused(name.unwrap_or_default().to_string())
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
