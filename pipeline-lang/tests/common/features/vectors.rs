//! Rows of the table of features about vectors: how many points they have, which rows run together,
//! what is taken apart by residues of four, and which operations are of narrow integers.

use super::{Feature, Shown, Shows, ShowsInKernels};
use crate::common::kernels::{functions, loads};
use crate::common::made::Made;
use pipeline_core::ir::{BinaryOp, ExprId};
use pipeline_core::kernel::{Block, Load, Node, Program, StorePlace, Stride};
use pipeline_core::loops::{Compute, Lanes, LoopKind};

pub(super) fn in_vectors() -> impl Iterator<Item = Feature> {
    let made: [(&str, [u64; 7], Shows); 7] = [
        ("eight lanes", [30, 50, 40, 40, 40, 40, 40], |m| m.runs_in(Lanes::Eight)),
        ("lanes of 32 bits", [30, 30, 30, 40, 20, 40, 40], |m| m.runs_in(Lanes::Of32)),
        ("lanes of 16 bits", [20, 19, 0, 40, 8, 0, 0], |m| m.runs_in(Lanes::Of16)),
        ("lanes of 8 bits", [25, 22, 5, 40, 12, 20, 8], |m| m.runs_in(Lanes::Of8)),
        ("two rows together", [10, 15, 15, 25, 20, 25, 5], |m| m.runs_rows_together(2)),
        ("four rows together", [6, 10, 3, 15, 15, 15, 3], |m| m.runs_rows_together(4)),
        ("eight rows together", [8, 10, 0, 10, 15, 10, 3], |m| m.runs_rows_together(8)),
    ];
    let made = made.map(|(name, least, shows)| Feature {
        name: name.into(),
        least,
        shown: Shown::In(shows),
    });
    let kernels: [(&str, [u64; 7], ShowsInKernels); 6] = [
        ("every fourth point", [3, 1, 0, 2, 0, 0, 0], |p| {
            loads(p).any(|(_, load)| matches!(load, Load::Line { stride: Stride::Every(4), .. }))
        }),
        ("interleaved loads of four", [1, 0, 0, 0, 0, 0, 0], |p| {
            let four = |load: &Load| match load {
                Load::Interleaved { members, .. } => members.len() == 4,
                _ => false,
            };
            loads(p).any(|(_, load)| four(load))
        }),
        ("interleaved stores of four", [1, 1, 0, 6, 0, 0, 0], |p| {
            let four = |place: &StorePlace| match place {
                StorePlace::Interleaved { members, .. } => members.len() == 4,
                _ => false,
            };
            functions(p).any(|function| function.stores.iter().any(|s| four(&s.place)))
        }),
        ("distances of bytes and words", [2, 0, 0, 0, 0, 0, 0], |p| {
            any_narrow(p, &|node, _| matches!(node, Node::Binary(BinaryOp::AbsDiff, ..)))
        }),
        // Rounded down and up: `(x & y) + ((x ^ y) >> 1)`, `(x | y) - ((x ^ y) >> 1)`.
        ("means of words", [0, 0, 0, 0, 2, 0, 0], |p| {
            any_narrow(p, &|node, block| {
                matches!(node, Node::Binary(BinaryOp::Add, a, b)
                    if is(block, *a, BinaryOp::And) && is_half_of_one(block, *b))
            })
        }),
        ("rounded means of words", [0, 0, 0, 0, 2, 0, 0], |p| {
            any_narrow(p, &|node, block| {
                matches!(node, Node::Binary(BinaryOp::Sub, a, b)
                    if is(block, *a, BinaryOp::Or) && is_half_of_one(block, *b))
            })
        }),
    ];
    let kernels = kernels.map(|(name, least, shows)| Feature {
        name: name.into(),
        least,
        shown: Shown::InKernels(shows),
    });
    made.into_iter().chain(kernels)
}

/// Whether some integer of less than 32 bits, in a block or in its windows, is computed so.
fn any_narrow(p: &Program, is: &dyn Fn(&Node, &Block) -> bool) -> bool {
    fn any(block: &Block, is: &dyn Fn(&Node, &Block) -> bool) -> bool {
        block.exprs.iter().any(|expr| match &expr.node {
            Node::Reduce { body, .. } => any(body, is),
            node => expr.ty.is_int() && expr.ty.bytes() < 4 && is(node, block),
        })
    }
    functions(p).any(|function| any(&function.value, is))
}

fn is(block: &Block, id: ExprId, wanted: BinaryOp) -> bool {
    matches!(block.exprs[id.0].node, Node::Binary(op, ..) if op == wanted)
}

/// `(x ^ y) >> 1`.
fn is_half_of_one(block: &Block, id: ExprId) -> bool {
    matches!(block.exprs[id.0].node, Node::ShiftRight(a, 1) if is(block, a, BinaryOp::Xor))
}

impl Made<'_> {
    /// Whether a loop runs in so many lanes.
    fn runs_in(&self, lanes: Lanes) -> bool {
        self.any_loop(|_, kind, _| kind == LoopKind::Lanes(Some(lanes)))
    }

    /// Whether a compute has so many rows of one stage, and no more.
    fn runs_rows_together(&self, rows: usize) -> bool {
        self.computes().any(|(_, compute)| rows_of(compute) == rows)
    }
}

/// The most points of one stage that a compute stores in different rows of it, of the same columns.
fn rows_of(compute: &Compute) -> usize {
    let beside = |number: usize| {
        let first = &compute.stores[number];
        let (_, of_first) = first.index.split_last()?;
        let rows = compute.stores.iter().filter(|store| {
            let same = store.stage == first.stage && store.index.last() == first.index.last();
            let of_store = &store.index[..of_first.len().min(store.index.len())];
            let differences = of_store.iter().zip(of_first).map(|(a, b)| a.sub(b).as_constant());
            same && differences.into_iter().all(|by| by.is_some())
        });
        Some(rows.count())
    };
    (0..compute.stores.len()).filter_map(beside).max().unwrap_or(0)
}
