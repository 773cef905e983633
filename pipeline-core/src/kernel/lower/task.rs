//! What a task runs: the statements inside the parallel loops.

use super::NestContext;
use super::copy::copy;
use super::dense::dense_row;
use super::ends::ends;
use super::forms::{only_compute, points_loop};
use super::pads::base;
use super::streamed::Staged;
use crate::kernel::{Row, RowForm, Stmt};
use crate::loops::{self, Lanes, LoopKind};

/// The statements of a task.
pub fn task(cx: &NestContext<'_>, stmts: &[loops::Stmt]) -> Vec<Stmt> {
    list(cx, stmts, &Taken::default())
}

/// What was taken around a statement.
#[derive(Default)]
struct Taken {
    /// The list of scratchpads that are there.
    pads: Option<usize>,
    /// Those of its scratchpads that stay as they are filled.
    staged: Staged,
}

fn list(cx: &NestContext<'_>, stmts: &[loops::Stmt], around: &Taken) -> Vec<Stmt> {
    stmts.iter().map(|stmt| lowered(cx, stmt, around)).collect()
}

fn lowered(cx: &NestContext<'_>, stmt: &loops::Stmt, around: &Taken) -> Stmt {
    match stmt {
        loops::Stmt::Let { var, value } => Stmt::Let { var: *var, value: value.clone() },
        loops::Stmt::When { tests, body } => {
            Stmt::When { tests: tests.clone(), body: list(cx, body, around) }
        }
        loops::Stmt::For { var, lo, hi, kind, body } => {
            let row = |form: RowForm, function: usize| Row {
                var: *var,
                lo: lo.clone(),
                hi: hi.clone(),
                form,
                function,
                ends: ends(cx, function, *var),
            };
            let serial = || {
                let (lo, hi) = (lo.clone(), hi.clone());
                Stmt::For { var: *var, lo, hi, body: list(cx, body, around) }
            };
            match (kind, points_loop(cx, stmt)) {
                (LoopKind::Lanes(lanes), _) => {
                    let id = only_compute(body);
                    let form = match cx.computes[id.0].updates() {
                        true => RowForm::VectorsAndPoints(many(*lanes)),
                        false => around.staged.row_form(cx, (id, *var), many(*lanes)),
                    };
                    Stmt::Row(row(form, id.0))
                }
                (LoopKind::Collapsed, _) => dense_row(&cx.rows, stmt, serial),
                (_, Some((id, _))) => Stmt::Row(row(RowForm::Points, id.0)),
                (LoopKind::Serial | LoopKind::Parallel, None) => serial(),
            }
        }
        loops::Stmt::Scratch { pads, body } => {
            let number = cx.pads.number(around.pads, pads);
            let base = pads.iter().map(|pad| base(cx.loops, pad)).collect();
            let taken = Taken { pads: Some(number), staged: Staged::of(cx, body) };
            let body = list(cx, body, &taken);
            Stmt::Take { pads: number, base, body }
        }
        loops::Stmt::Copy(part) => Stmt::Copy(copy(cx, part)),
        loops::Stmt::Compute(id) => Stmt::Point(id.0),
    }
}

/// The points of a vector; where no pass has chosen, as many as fit what most values are.
pub fn many(lanes: Option<Lanes>) -> Lanes {
    lanes.unwrap_or(Lanes::Of32)
}
