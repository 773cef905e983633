//! Which rows are written past the caches.
//!
//! In tiles of loads across rows a task writes pieces of many rows, far apart, and nothing else
//! needs the caches meanwhile. Rows are written some time after they were computed, so a nest that
//! loads what it stores has none.

use super::NestContext;
use super::function::function;
use super::store::stores;
use crate::ir::{Source, StageId, VarId};
use crate::kernel::{LoopForm, RowForm, StorePlace, Stride};
use crate::loops::walk::{body, for_each_stmt};
use crate::loops::{ComputeId, Lanes, Role, Stmt};

/// The scratchpads that are filled where they are taken, by copies and by nothing else, so that
/// they keep what is in them as long as they are there.
#[derive(Clone, Debug, Default)]
pub struct Staged(Vec<StageId>);

impl Staged {
    /// Those of the statements for which scratchpads are taken.
    pub fn of(cx: &NestContext<'_>, stmts: &[Stmt]) -> Staged {
        let mut later = Vec::new();
        for stmt in stmts {
            for_each_stmt(body(stmt), &mut |inside| later.extend(copied_to(inside)));
        }
        let computed = |id: StageId| {
            cx.computes.iter().any(|compute| compute.stores.iter().any(|s| s.stage == id))
        };
        let once = |id: &StageId| {
            let scratch = matches!(cx.buffer(Source::Stage(*id)).role, Role::Scratch(_));
            let copies = stmts.iter().filter_map(copied_to).filter(|to| to == id).count();
            scratch && copies == 1 && !later.contains(id) && !computed(*id)
        };
        Staged(stmts.iter().filter_map(copied_to).filter(once).collect())
    }

    /// How a loop over a variable takes the points of rows by vectors, each of which is computed by
    /// a compute that changes none.
    pub fn row_form(
        &self,
        cx: &NestContext<'_>,
        (id, lane): (ComputeId, VarId),
        lanes: Lanes,
    ) -> RowForm {
        if self.0.is_empty() || !streams(cx, id, lane) {
            return RowForm::Vectors(lanes);
        }
        let function = function(cx, id.0, LoopForm::Vectors(lane));
        let stays = |source: Source| matches!(source, Source::Stage(s) if self.0.contains(&s));
        match function.copied() {
            Some(copied) if stays(copied.from.line.source) => RowForm::Copied(lanes),
            Some(_) | None => RowForm::Streamed(lanes),
        }
    }
}

/// Where a statement itself copies to.
fn copied_to(stmt: &Stmt) -> Option<StageId> {
    match stmt {
        Stmt::Copy(copy) => Some(copy.to),
        Stmt::Let { .. }
        | Stmt::When { .. }
        | Stmt::For { .. }
        | Stmt::Scratch { .. }
        | Stmt::Compute(_) => None,
    }
}

/// Whether all that a compute stores are rows of results along the lanes' variable, which the nest
/// does not load. Results leave the caches before anybody looks at them; what the next nest loads
/// may still be there, if it is stored as usual.
fn streams(cx: &NestContext<'_>, id: ComputeId, lane: VarId) -> bool {
    let loaded = cx.nest.loaded();
    let stores = stores(cx, &cx.computes[id.0].stores, LoopForm::Vectors(lane)).stores;
    stores.iter().all(|store| {
        let source = Source::Stage(store.stage);
        let output = matches!(cx.buffer(source).role, Role::Output(_));
        let adjacent = matches!(store.place, StorePlace::Line { stride: Stride::Next, .. });
        output && adjacent && !loaded.contains(&source)
    })
}
