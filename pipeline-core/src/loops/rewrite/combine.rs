//! Several computes as one: all that they compute, each expression once, and all their stores.

use crate::ir::nodes::map_operands;
use crate::ir::{Block, Expr, ExprId, Node};
use crate::loops::{Compute, Store};
use crate::transform::cse::BlockBuilder;

/// The computes as one, which loads all before it stores any. What they share is computed once.
///
/// Legal if none of them loads what another one stores, and no two store to one place.
///
/// # Panics
/// If there are none.
pub fn combine(computes: &[Compute]) -> Compute {
    let mut builder = BlockBuilder::new();
    let mut stores: Vec<Store> = Vec::new();
    for compute in computes {
        let new = append(&mut builder, compute, |_| None);
        stores.extend(compute.stores.iter().map(|store| Store {
            value: new[store.value.0],
            data: store.data.iter().map(|(d, id)| (*d, new[id.0])).collect(),
            ..store.clone()
        }));
    }
    let value = Block { result: stores[0].value, exprs: builder.into_exprs() };
    Compute { stores, value, access: computes[0].access, carried: Vec::new() }
}

/// Appends the expressions of a compute, but for those that `known` has already; their new ids.
pub fn append(
    builder: &mut BlockBuilder,
    compute: &Compute,
    known: impl Fn(&Node) -> Option<ExprId>,
) -> Vec<ExprId> {
    let mut new: Vec<ExprId> = Vec::with_capacity(compute.value.exprs.len());
    for expr in &compute.value.exprs {
        let id = known(&expr.node).unwrap_or_else(|| {
            let node = map_operands(&expr.node, |id| new[id.0]);
            builder.push(Expr { ty: expr.ty, node, loc: expr.loc })
        });
        new.push(id);
    }
    new
}
