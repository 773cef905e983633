//! Which lines are asked for before they are needed.
//!
//! A row of an array that no cache holds comes from memory at the pace at which it is asked for: a
//! processor's prefetchers run ahead of loads, but less of stores, and begin anew at each page. So
//! vectors ask for what they will load and store some steps later, in arrays that all tasks share;
//! scratchpads are in a cache.

use super::Context;
use crate::ir::Affine;
use crate::kernel::{
    Form, Function, Line, LinePlace, Load, Neighbours, Node, Pointer, StorePlace, Stride,
};
use crate::loops::Role;

/// The function, with what its vectors ask for ahead: each line of adjacent elements of an array
/// that is no scratchpad, once.
pub fn ask_ahead(cx: &Context<'_>, mut function: Function) -> Function {
    match function.form {
        Form::Vectors(_) | Form::VectorsAndPoints(_) => {}
        Form::Point | Form::Points(_) => return function,
    }
    let shared = |line: &Line| {
        let array = !matches!(cx.buffer(line.source).role, Role::Scratch(_));
        array && line.neighbours != Neighbours::Strided
    };
    let ask = |pointer: &mut Pointer, along: &Affine| {
        if pointer.ahead.is_none() && shared(&pointer.line) {
            pointer.ahead = Some(along.clone());
        }
    };
    for expr in &function.value.exprs {
        if let Node::Load(Load::Line { line, along, stride: Stride::Next }) = &expr.node
            && let LinePlace::Handed(line) = line
        {
            ask(&mut function.loaded[*line], along);
        }
    }
    for store in &function.stores {
        if let StorePlace::Line { line, along, stride: Stride::Next } = &store.place {
            ask(&mut function.stored[*line], along);
        }
    }
    function
}
