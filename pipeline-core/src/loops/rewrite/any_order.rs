//! Loops whose iterations run in any order, of whatever kind: what
//! [`parallel`](super::parallel) and [`lanes`](super::lanes) have in common.

use crate::loops::dependence::NestSetting;
use crate::loops::dependence::race::{LoopAt, Race, race};
use crate::loops::dependence::reach::Inner;
use crate::loops::walk::body;
use crate::loops::{LoopKind, Nest, Stmt};

/// Makes loops of a kind whose iterations run in any order of those that are meant.
///
/// # Errors
/// Two accesses that iterations may make to one place; the nest is then as it was.
pub(super) fn in_any_order(
    nest: &mut Nest,
    setting: NestSetting<'_>,
    kind: LoopKind,
    is_meant: &dyn Fn(&Stmt) -> bool,
) -> Result<(), Box<Race>> {
    let in_lanes = matches!(kind, LoopKind::Lanes(_));
    check(nest, setting, (is_meant, in_lanes), &nest.body, &mut Vec::new())?;
    mark(&mut nest.body, kind, is_meant);
    Ok(())
}

fn check(
    nest: &Nest,
    setting: NestSetting<'_>,
    (is_meant, in_lanes): (&dyn Fn(&Stmt) -> bool, bool),
    stmts: &[Stmt],
    around: &mut Vec<Inner>,
) -> Result<(), Box<Race>> {
    let outer = around.len();
    for stmt in stmts {
        let here = around.len();
        around.extend(Inner::of(stmt));
        if let Stmt::For { var, body, .. } = stmt
            && is_meant(stmt)
        {
            let of = LoopAt { setting, computes: &nest.computes, around, var: *var, in_lanes };
            if let Some(race) = race(of, body) {
                return Err(Box::new(race));
            }
        }
        check(nest, setting, (is_meant, in_lanes), body(stmt), around)?;
        if !matches!(stmt, Stmt::Let { .. }) {
            around.truncate(here);
        }
    }
    around.truncate(outer);
    Ok(())
}

fn mark(stmts: &mut [Stmt], as_kind: LoopKind, is_meant: &dyn Fn(&Stmt) -> bool) {
    for stmt in stmts {
        let meant = is_meant(stmt);
        match stmt {
            Stmt::For { kind, body, .. } => {
                if meant {
                    *kind = as_kind;
                }
                mark(body, as_kind, is_meant);
            }
            Stmt::When { body, .. } | Stmt::Scratch { body, .. } => mark(body, as_kind, is_meant),
            Stmt::Let { .. } | Stmt::Copy(_) | Stmt::Compute(_) => {}
        }
    }
}
