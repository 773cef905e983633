//! Which loops over vectors carry values from one to the next.
//!
//! Those for which that is cheaper, by the prices that also decide how many lanes there are and how
//! many rows run together: [`Vectors::carried`].

use super::Context;
use crate::analysis::carried::Carried;
use crate::analysis::vectors::Vectors;
use crate::ir::ExprId;
use crate::kernel::Form;
use crate::loops::walk::for_each_stmt;
use crate::loops::{Access, ComputeId, Lanes, LoopKind, Stmt};

/// How a compute carries values, if it does. What loads outside of arrays, or stores where a value
/// says, does not.
pub fn carried(cx: &Context<'_>, id: usize, form: Form) -> Option<Carried> {
    let lane = match form {
        Form::Vectors(lane) => lane,
        Form::Point | Form::Points(_) | Form::VectorsAndPoints(_) => return None,
    };
    let compute = &cx.computes[id];
    let plain = compute.access == Access::Inside
        && !compute.updates()
        && compute.stores.iter().all(|store| store.data.is_empty());
    if !plain {
        return None;
    }
    let stored: Vec<ExprId> = compute.stores.iter().map(|store| store.value).collect();
    let vectors = Vectors { lane, table: &|source| cx.buffer(source).table() };
    let width = f64::from(lanes(cx, ComputeId(id)).and_then(Lanes::bits).unwrap_or(32));
    vectors.carried(&compute.value, &stored, width)
}

/// How many lanes the loop over the points of a compute has.
fn lanes(cx: &Context<'_>, id: ComputeId) -> Option<Lanes> {
    let of_dense = cx.rows.iter().find(|row| row.dense == id);
    let id = of_dense.map_or(id, |row| row.compute);
    let mut found = None;
    for_each_stmt(&cx.nest.body, &mut |stmt| match stmt {
        Stmt::For { kind: LoopKind::Lanes(lanes), body, .. } if body[..] == [Stmt::Compute(id)] => {
            found = found.or(*lanes);
        }
        Stmt::Let { .. } | Stmt::When { .. } | Stmt::For { .. } => {}
        Stmt::Scratch { .. } | Stmt::Copy(_) | Stmt::Compute(_) => {}
    });
    found
}
