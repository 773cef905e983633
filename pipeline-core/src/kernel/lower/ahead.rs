//! Which lines are asked for before they are needed.
//!
//! A row of an array that no cache holds comes from memory at the pace at which it is asked for: a
//! processor's prefetchers run ahead of loads, but less of stores, and begin anew at each page. So
//! vectors ask for what they will load and store some steps later, in arrays that all tasks share;
//! scratchpads are in a cache.

use super::Context;
use crate::ir::Affine;
use crate::kernel::{
    Ahead, Form, Function, Line, LinePlace, Load, Member, Node, Pointer, StorePlace, Stride,
};
use crate::loops::Role;

/// The farthest that points are from each other on a line that is asked for: of more, most lines of
/// memory have one each, which is no row.
const FARTHEST: i64 = 4;

/// The function, with what its vectors ask for ahead: each line of adjacent elements of an array
/// that is no scratchpad, once.
pub fn ask_ahead(cx: &Context<'_>, mut function: Function) -> Function {
    match function.form {
        Form::Vectors(_) | Form::VectorsAndPoints(_) => {}
        Form::Point | Form::Points(_) => return function,
    }
    let shared = |line: &Line| {
        let array = !matches!(cx.buffer(line.source).role, Role::Scratch(_));
        // Rows that a border resolves are few, and may be none.
        array && line.neighbours.is_row() && line.border.is_none()
    };
    let ask = |pointer: &mut Pointer, along: &Affine, every: i64| {
        // The first that covers all of a row's memory.
        let more = pointer.ahead.as_ref().is_none_or(|ahead| ahead.every < every);
        if more && (1..=FARTHEST).contains(&every) && shared(&pointer.line) {
            pointer.ahead = Some(Ahead { along: along.clone(), every });
        }
    };
    for expr in &function.value.exprs {
        let Node::Load(load) = &expr.node else { continue };
        match load {
            Load::Line { line: LinePlace::Handed(line), along, stride } => {
                ask(&mut function.loaded[*line], along, distance(*stride));
            }
            Load::Interleaved { members, every } => {
                let Member { line, along, .. } = &members[0];
                ask(&mut function.loaded[*line], along, *every);
            }
            Load::Line { line: LinePlace::Here(_), .. } | Load::With(_) | Load::Splat { .. } => {}
            Load::Scattered { .. } | Load::Gather { .. } | Load::Entries { .. } => {}
            Load::Pair { .. } => {}
            Load::Spread { .. } | Load::Row { .. } | Load::Point { .. } => {}
        }
    }
    for store in &function.stores {
        match &store.place {
            StorePlace::Line { line, along, stride } => {
                ask(&mut function.stored[*line], along, distance(*stride));
            }
            StorePlace::Interleaved { members, every } => {
                let Member { line, along, .. } = &members[0];
                ask(&mut function.stored[*line], along, *every);
            }
            StorePlace::With(_) | StorePlace::Scattered { .. } | StorePlace::Point => {}
        }
    }
    function
}

/// How far points are from each other.
fn distance(stride: Stride) -> i64 {
    match stride {
        Stride::Next => 1,
        Stride::Every(k) => k,
    }
}
