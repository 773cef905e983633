//! Lanes: iterations of an innermost loop run several at once in vectors.
//!
//! ```text
//! for x in c..=d: out(y, x) = img(y, x)
//!
//! lanes for x in c..=d: out(y, x) = img(y, x)
//! ```
//!
//! Legal where no two iterations access one place, one storing to it
//! ([`race`](crate::loops::dependence::race)): all loads of a vector come before its stores, and
//! vectors may overlap. The point before is no other place where integers are combined with it:
//!
//! ```text
//! lanes for x in c..=d: t(y, x) = img(y, x) + t(y, x - 1)
//! ```
//!
//! Vectors have a [prefix sum](crate::analysis::prefix) for that.

use super::any_order::in_any_order;
use crate::loops::dependence::NestSetting;
use crate::loops::dependence::race::Race;
use crate::loops::{ComputeId, Lanes, LoopKind, Nest, Stmt};

/// Runs every serial loop that holds one of these computes, and nothing else, in lanes: so many, or
/// as many as a later pass chooses.
///
/// # Errors
/// Two accesses that iterations may make to one place; the nest is then as it was.
pub fn lanes(
    nest: &mut Nest,
    setting: NestSetting<'_>,
    computes: &[ComputeId],
    many: Option<Lanes>,
) -> Result<(), Box<Race>> {
    let runs = |body: &[Stmt]| matches!(body, [Stmt::Compute(id)] if computes.contains(id));
    let is_meant =
        |stmt: &Stmt| matches!(stmt, Stmt::For { kind: LoopKind::Serial, body, .. } if runs(body));
    in_any_order(nest, setting, LoopKind::Lanes(many), &is_meant)
}
