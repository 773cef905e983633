//! Which lines are asked for before they are needed.
//!
//! A row of an array that no cache holds comes from memory at the pace at which it is asked for: a
//! processor's prefetchers run ahead of loads, but less of stores, and begin anew at each page. So
//! vectors ask for what they will load and store some steps later, in arrays that all tasks share;
//! scratchpads are in a cache. Where a task takes [parts](super::parts) of rows, what it needs some
//! steps later is in the next part, on another line.

use super::Context;
use super::parts::Parts;
use crate::ir::Affine;
use crate::kernel::{
    Ahead, AheadBy, Form, Function, Line, LinePlace, Load, Member, Node, Pointer, StorePlace,
    Stride,
};
use crate::loops::Role;

/// The farthest that points are from each other on a line that is asked for: of more, most lines of
/// memory have one each, which is no row.
const FARTHEST: i64 = 4;

/// How many parts of rows ahead.
const PARTS: i64 = 2;

/// The function, with what its vectors, which may be of parts of rows, ask for ahead: each line of
/// adjacent elements of an array that is no scratchpad, once.
pub fn ask_ahead(cx: &Context<'_>, parts: Option<&Parts>, mut function: Function) -> Function {
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
            let by = parts.map_or(AheadBy::Bytes, |parts| by(parts, &pointer.line));
            pointer.ahead = Some(Ahead { along: along.clone(), every, by });
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
    without_twice(function)
}

/// How far ahead a line of parts is asked for.
fn by(parts: &Parts, line: &Line) -> AheadBy {
    let steps: Option<Vec<i64>> = line.index.iter().map(|a| parts.step(a)).collect();
    let steps = steps.unwrap_or_default();
    let mut moves = steps.iter().enumerate().filter(|(dim, step)| *dim != line.dim && **step != 0);
    match (moves.next(), moves.next()) {
        (Some((dim, step)), None) => AheadBy::Coordinates { dim, count: PARTS * step },
        (None, _) | (Some(_), Some(_)) => AheadBy::Bytes,
    }
}

/// The function, which asks ahead for no line that its row or one of the next ones asks for, too.
fn without_twice(mut function: Function) -> Function {
    let lines: Vec<Line> = function.loaded.iter().map(|pointer| pointer.line.clone()).collect();
    for pointer in &mut function.loaded {
        let Some(Ahead { by: AheadBy::Coordinates { dim, count }, .. }) = pointer.ahead else {
            continue;
        };
        let (line, step) = (&pointer.line, count / PARTS);
        let later = |other: &Line| {
            let by = other.index[dim].sub(&line.index[dim]).as_constant()?;
            let mut moved = line.clone();
            moved.index[dim] = moved.index[dim].offset(by);
            Some(moved == *other && by % step == 0 && by / step > 0)
        };
        let other = |other: &Line| other.source == line.source && later(other) == Some(true);
        if lines.iter().any(other) {
            pointer.ahead = None;
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
