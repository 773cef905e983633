//! Why a stage cannot be propagated, in words.

use crate::transform::split::MOST_PIECES;
use std::fmt;

/// Why a stage cannot go into what reads it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PropagationObstacle {
    /// The stage.
    pub stage: String,
    /// The reason.
    pub why: Why,
}

/// What is in the way, with the name of the reading stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// It is a result.
    Output,
    /// It reads itself.
    ReadsItself,
    /// It has updates.
    HasUpdates,
    /// It is read at an index that depends on data.
    Gathered(String),
    /// In a window, some of its points are in one case and some in another.
    Window(String),
    /// In an update, likewise.
    Update(String),
    /// Its cases, at the point that is read, depend on several index variables.
    SeveralVariables(String),
    /// Its cases, at the point that is read, depend on too many remainders.
    Remainders(String),
    /// A border redirects more than once or twice.
    FarOutside(String),
    /// A stage would have too many cases.
    ManyCases(String),
    /// A definition or an index expression would be too large.
    Large(String),
}

impl fmt::Display for PropagationObstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stage = &self.stage;
        match &self.why {
            Why::Output => write!(f, "`{stage}` is a result"),
            Why::ReadsItself => write!(f, "`{stage}` reads itself"),
            Why::HasUpdates => write!(f, "`{stage}` has updates"),
            Why::Gathered(by) => {
                write!(f, "`{by}` reads `{stage}` at an index that depends on data")
            }
            Why::Window(by) => write!(
                f,
                "a window of `{by}` reads points of several cases of `{stage}`, or outside it"
            ),
            Why::Update(by) => write!(
                f,
                "an update of `{by}` reads points of several cases of `{stage}`, or outside it"
            ),
            Why::SeveralVariables(by) => write!(
                f,
                "which case of `{stage}` a read in `{by}` is of depends on several index variables"
            ),
            Why::Remainders(by) => write!(
                f,
                "which case of `{stage}` a read in `{by}` is of depends on too large remainders"
            ),
            Why::FarOutside(by) => write!(
                f,
                "`{by}` reads `{stage}` so far outside that its border redirects several times"
            ),
            Why::ManyCases(by) => {
                write!(f, "`{by}` would have more than {MOST_PIECES} cases with `{stage}` in it")
            }
            Why::Large(by) => write!(f, "`{by}` would be too large with `{stage}` in it"),
        }
    }
}
