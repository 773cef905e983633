//! Parallel loops: iterations of a serial loop run at the same time.
//!
//! ```text
//! for y in a..=b { lanes for x in c..=d: out(y, x) = img(y, x) }
//!
//! parallel for y in a..=b { lanes for x in c..=d: out(y, x) = img(y, x) }
//! ```
//!
//! Legal where no two iterations access one place, one storing to it
//! ([`race`](crate::loops::dependence::race)).

use super::any_order::in_any_order;
use crate::ir::VarId;
use crate::loops::dependence::NestSetting;
use crate::loops::dependence::race::Race;
use crate::loops::{LoopKind, Nest, Stmt};

/// Runs every serial loop over one of these variables in parallel.
///
/// # Errors
/// Two accesses that iterations may make to one place; the nest is then as it was.
pub fn parallel(nest: &mut Nest, setting: NestSetting<'_>, of: &[VarId]) -> Result<(), Box<Race>> {
    let is_meant = |stmt: &Stmt| matches!(stmt, Stmt::For { var, kind: LoopKind::Serial, .. } if of.contains(var));
    in_any_order(nest, setting, LoopKind::Parallel, &is_meant)
}
