//! What kernels of random pipelines do: the part of the table of [features](super::features) that
//! is decided after the loop nest.

use pipeline_core::ir::{BinaryOp, BorderMode, ElemType, WindowVar};
use pipeline_core::kernel::{
    Line, Load, Neighbours, Node, PointFunction, Program, StorePlace, Stride,
};

/// A row: what it is called, how often generators must make it, and whether kernels show it.
pub type KernelFeature = (&'static str, [u64; 4], fn(&Program) -> bool);

/// Whether vectors carry values that are computed ahead.
fn carries(of: &PointFunction) -> bool {
    of.carrying.as_ref().is_some_and(|carrying| !carrying.values.is_empty())
}

/// All of them.
pub const KERNELS: [KernelFeature; 24] = [
    ("borders of rows", [12, 15, 0, 45], |p| lines(p).any(|line| line.border.is_some())),
    ("constants for rows", [6, 6, 0, 22], |p| lines(p).any(|line| line.constant().is_some())),
    ("rows to the ends of lines", [6, 4, 0, 60], |p| functions(p).any(|of| of.ends)),
    ("ends that reflect", [3, 1, 0, 18], |p| {
        ends(p, |mode| matches!(mode, BorderMode::Mirror | BorderMode::Mirror101))
    }),
    ("constants behind ends", [2, 1, 0, 40], |p| {
        ends(p, |mode| matches!(mode, BorderMode::Constant(_)))
    }),
    ("ends that repeat", [1, 1, 0, 1], |p| ends(p, |mode| matches!(mode, BorderMode::Repeat))),
    ("values carried to the ends of lines", [0, 0, 0, 2], |p| {
        functions(p).filter(|of| of.ends).any(carries)
    }),
    ("values carried along rows", [3, 1, 0, 20], |p| functions(p).any(carries)),
    ("prefixes in vectors", [0, 0, 0, 3], |p| {
        functions(p).any(|of| of.carrying.is_some() && !carries(of))
    }),
    ("values of carried values carried", [0, 0, 0, 3], |p| {
        functions(p)
            .filter(|of| carries(of))
            .filter_map(|f| f.carrying.as_ref())
            .any(|of| !of.behind.is_empty())
    }),
    ("every second point", [12, 12, 0, 30], |p| {
        loads(p).any(|(_, load)| matches!(load, Load::Line { stride: Stride::Every(2), .. }))
    }),
    ("interleaved loads", [9, 12, 0, 20], |p| {
        loads(p).any(|(_, load)| matches!(load, Load::Interleaved { .. }))
    }),
    ("interleaved stores", [18, 25, 0, 25], |p| {
        let stores = functions(p).flat_map(|function| &function.stores);
        stores.into_iter().any(|store| matches!(store.place, StorePlace::Interleaved { .. }))
    }),
    ("channels of pixels", [6, 3, 0, 0], |p| {
        lines(p).any(|line| matches!(line.neighbours, Neighbours::Apart(_)))
    }),
    ("spreads", [0, 0, 0, 1], |p| loads(p).any(|(_, load)| matches!(load, Load::Spread { .. }))),
    ("gathers of bytes and words", [12, 10, 0, 12], |p| {
        loads(p).any(|(ty, load)| matches!(load, Load::Gather { .. }) && ty.bytes() < 4)
    }),
    ("tables of bytes", [1, 1, 0, 0], |p| {
        let table = |load: &Load| matches!(load, Load::Gather { table: Some(_), .. });
        loads(p).any(|(ty, load)| table(load) && ty.bytes() == 1)
    }),
    ("sums of bytes and words", [25, 25, 5, 40], |p| {
        narrow(p, |op| matches!(op, BinaryOp::Add | BinaryOp::Sub))
    }),
    ("products of bytes and words", [22, 15, 0, 22], |p| narrow(p, |op| op == BinaryOp::Mul)),
    ("quotients by products", [1, 0, 0, 0], |p| {
        exprs(p).any(|(_, node)| matches!(node, Node::DivideByProducts { .. }))
    }),
    ("windows over sizes", [0, 0, 0, 6], |p| {
        let of_sizes = |vars: &[WindowVar]| vars.iter().any(|var| var.constant_ends().is_none());
        exprs(p).any(|(_, node)| matches!(node, Node::Reduce { vars, .. } if of_sizes(vars)))
    }),
    ("products of words in pairs", [0, 0, 0, 3], |p| {
        let dot = |node: &Node| matches!(node, Node::Binary(BinaryOp::Dot, ..));
        exprs(p).any(|(_, node)| match node {
            Node::Reduce { body, .. } => body.exprs.iter().any(|expr| dot(&expr.node)),
            _ => false,
        })
    }),
    ("windows in one loop", [0, 0, 0, 6], |p| {
        exprs(p).any(|(_, node)| matches!(node, Node::With(_)))
    }),
    ("rows that are copied", [2, 5, 15, 12], |p| {
        functions(p).any(|function| function.copied().is_some())
    }),
];

pub fn functions(p: &Program) -> impl Iterator<Item = &PointFunction> {
    p.steps.iter().flat_map(|step| &step.nest.functions)
}

/// Whether vectors look at ends of lines beyond which there is something of this kind.
fn ends(p: &Program, of: impl Fn(BorderMode) -> bool) -> bool {
    loads(p).any(|(_, load)| matches!(load, Load::Line { ends: Some(mode), .. } if of(*mode)))
}

fn lines(p: &Program) -> impl Iterator<Item = &Line> {
    functions(p).flat_map(PointFunction::lines)
}

fn exprs(p: &Program) -> impl Iterator<Item = (ElemType, &Node)> {
    let exprs = functions(p).flat_map(|function| &function.value.exprs);
    exprs.map(|expr| (expr.ty, &expr.node))
}

pub fn loads(p: &Program) -> impl Iterator<Item = (ElemType, &Load)> {
    exprs(p).filter_map(|(ty, node)| match node {
        Node::Load(load) => Some((ty, load)),
        _ => None,
    })
}

/// Whether integers of less than 32 bits are combined by such an operator.
fn narrow(p: &Program, is: impl Fn(BinaryOp) -> bool) -> bool {
    exprs(p).any(|(ty, node)| match node {
        Node::Binary(op, ..) => ty.is_int() && ty.bytes() < 4 && is(*op),
        _ => false,
    })
}
