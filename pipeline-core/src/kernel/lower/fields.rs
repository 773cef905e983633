//! The variables of the caller's part of a nest, which it hands to tasks.

use crate::ir::VarId;
use crate::loops::{LoopKind, Nest, Stmt};

/// The variables bound outside launches: by `let`s, by serial loops around launches, and by what
/// says how strips run as one.
pub fn fields(nest: &Nest, steps: &[VarId]) -> Vec<VarId> {
    let mut fields: Vec<VarId> = nest.runs.iter().map(|runs| runs.many).collect();
    collect_fields(&nest.body, steps, &mut fields);
    fields.sort();
    fields.dedup();
    fields
}

/// The variables of serial loops around launches. Their other loops, which launch as well, are the
/// caller's, too.
pub fn steps(body: &[Stmt]) -> Vec<VarId> {
    let mut steps = Vec::new();
    collect_steps(body, &mut steps);
    steps
}

/// Whether a statement is a loop over one of these variables.
pub fn is_step(stmt: &Stmt, steps: &[VarId]) -> bool {
    matches!(stmt, Stmt::For { var, kind: LoopKind::Serial, .. } if steps.contains(var))
}

fn collect_fields(stmts: &[Stmt], steps: &[VarId], fields: &mut Vec<VarId>) {
    for stmt in stmts {
        match stmt {
            Stmt::Let { var, .. } => fields.push(*var),
            Stmt::When { body, .. } => collect_fields(body, steps, fields),
            Stmt::For { var, body, .. } if is_step(stmt, steps) => {
                fields.push(*var);
                collect_fields(body, steps, fields);
            }
            Stmt::For { .. } | Stmt::Scratch { .. } | Stmt::Copy(_) | Stmt::Compute(_) => {}
        }
    }
}

fn collect_steps(stmts: &[Stmt], steps: &mut Vec<VarId>) {
    for stmt in stmts {
        match stmt {
            Stmt::For { var, kind: LoopKind::Serial, body, .. } if has_parallel(body) => {
                steps.push(*var);
                collect_steps(body, steps);
            }
            Stmt::When { body, .. } => collect_steps(body, steps),
            Stmt::For { .. } | Stmt::Scratch { .. } => {}
            Stmt::Let { .. } | Stmt::Copy(_) | Stmt::Compute(_) => {}
        }
    }
}

fn has_parallel(stmts: &[Stmt]) -> bool {
    stmts.iter().any(|stmt| match stmt {
        Stmt::For { kind: LoopKind::Parallel, .. } => true,
        Stmt::For { body, .. } | Stmt::When { body, .. } | Stmt::Scratch { body, .. } => {
            has_parallel(body)
        }
        Stmt::Let { .. } | Stmt::Copy(_) | Stmt::Compute(_) => false,
    })
}
