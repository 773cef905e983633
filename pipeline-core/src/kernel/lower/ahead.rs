//! Which lines are asked for before they are needed.
//!
//! A row of an array that no cache holds comes from memory at the pace at which it is asked for: a
//! processor's prefetchers run ahead of loads, but less of stores, and begin anew at each page. So
//! vectors ask for what they will load and store some steps later, in arrays that all tasks share;
//! scratchpads are in a cache. Where a task takes [parts](super::parts) of rows, what it needs some
//! steps later is in the next part, on another line.

use super::NestContext;
use super::parts::RowParts;
use crate::ir::Affine;
use crate::kernel::{
    Ahead, AheadBy, Line, LinePlace, Load, LoopForm, Member, Node, OwnCache, PointFunction,
    Pointer, StorePlace, Stride,
};
use crate::loops::Role;
use crate::schedule::speed::{
    FARTHEST_ON_A_LINE, LEAST_AHEAD, MOST_AHEAD, MOST_AHEAD_OF_PARTS, PARTS_AHEAD, WAITING_AHEAD,
    WAITING_PARTS,
};

/// The function, with what its vectors, which may be of parts of rows, ask for ahead: each line of
/// an array that is no scratchpad, if its points are close together or a group takes all that lies
/// on it, once.
pub fn ask_ahead(
    cx: &NestContext<'_>,
    parts: Option<&RowParts>,
    mut function: PointFunction,
) -> PointFunction {
    match function.form {
        LoopForm::Vectors(_) | LoopForm::VectorsAndPoints(_) => {}
        LoopForm::Point | LoopForm::Points(_) => return function,
    }
    let lines = LinesAhead { cx, parts };
    for expr in &function.value.exprs {
        let Node::Load(load) = &expr.node else { continue };
        match load {
            Load::Line { line: LinePlace::Handed(line), along, stride, .. } => {
                lines.ask_alone(&mut function.loaded[*line], along, distance(*stride));
            }
            Load::Interleaved { members, every } => {
                let Member { line, along, .. } = &members[0];
                lines.ask_together(&mut function.loaded[*line], along, *every);
            }
            Load::Line { line: LinePlace::Here(_), .. } | Load::With(_) | Load::Splat { .. } => {}
            Load::BorderResolved { .. } | Load::Scattered { .. } => {}
            Load::Gather { .. } | Load::Entries { .. } => {}
            Load::Pair { .. } => {}
            Load::Spread { .. } | Load::Row { .. } | Load::Point { .. } => {}
        }
    }
    for store in &function.stores {
        match &store.place {
            StorePlace::Line { line, along, stride } => {
                lines.ask_alone(&mut function.stored[*line], along, distance(*stride));
            }
            StorePlace::Interleaved { members, every } => {
                let Member { line, along, .. } = &members[0];
                lines.ask_together(&mut function.stored[*line], along, *every);
            }
            StorePlace::With(_) | StorePlace::Scattered { .. } | StorePlace::Point => {}
        }
    }
    farther(cx, parts, without_twice(function))
}

/// What asks for lines ahead of vectors, which may be of parts of rows.
struct LinesAhead<'a> {
    cx: &'a NestContext<'a>,
    parts: Option<&'a RowParts>,
}

impl LinesAhead<'_> {
    /// Asks for a line if points are close together.
    fn ask_alone(&self, pointer: &mut Pointer, along: &Affine, every: i64) {
        let Some(apart) = pointer.line.neighbours.elements() else { return };
        if (1..=FARTHEST_ON_A_LINE).contains(&(every * apart)) {
            self.ask(pointer, along.scale(apart), every * apart);
        }
    }

    /// Asks for the line of a group: together, its members take all that is on it.
    fn ask_together(&self, pointer: &mut Pointer, along: &Affine, every: i64) {
        let Some(apart) = pointer.line.neighbours.elements() else { return };
        self.ask(pointer, along.scale(apart), every * apart);
    }

    /// Asks for a line that tasks share.
    fn ask(&self, pointer: &mut Pointer, along: Affine, every: i64) {
        // The first that covers all of a row's memory.
        let more = pointer.ahead.as_ref().is_none_or(|ahead| ahead.every < every);
        if more && self.is_shared(&pointer.line) {
            let by = self.parts.map(|parts| by(parts, &pointer.line));
            let by = by.unwrap_or(AheadBy::Bytes(LEAST_AHEAD));
            pointer.ahead = Some(Ahead { along, every, by });
        }
    }

    /// Whether a line is of an array that all tasks share, and has many points.
    fn is_shared(&self, line: &Line) -> bool {
        let array = !matches!(self.cx.buffer(line.source).role, Role::Scratch(_));
        // Rows that a border resolves are few, and may be none.
        array && line.border.is_none()
    }
}

/// How far ahead a line of parts is asked for.
fn by(parts: &RowParts, line: &Line) -> AheadBy {
    let steps: Option<Vec<i64>> = line.index.iter().map(|a| parts.step(a)).collect();
    let steps = steps.unwrap_or_default();
    let mut moves = steps.iter().enumerate().filter(|(dim, step)| *dim != line.dim && **step != 0);
    match (moves.next(), moves.next()) {
        (Some((dim, step)), None) => {
            AheadBy::Coordinates { dim, count: *step, level: OwnCache::First }
        }
        (None, _) | (Some(_), Some(_)) => AheadBy::Bytes(LEAST_AHEAD),
    }
}

/// The function, which asks ahead for no line that its row or one of the next ones asks for, too.
fn without_twice(mut function: PointFunction) -> PointFunction {
    let lines: Vec<Line> = function.loaded.iter().map(|pointer| pointer.line.clone()).collect();
    for pointer in &mut function.loaded {
        let Some(Ahead { by: AheadBy::Coordinates { dim, count, .. }, .. }) = pointer.ahead else {
            continue;
        };
        let (line, step) = (&pointer.line, count);
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

/// The function, which asks as far ahead as leaves room in the first-level cache for all its rows.
fn farther(
    cx: &NestContext<'_>,
    parts: Option<&RowParts>,
    mut function: PointFunction,
) -> PointFunction {
    let pointers = function.loaded.iter_mut().chain(&mut function.stored);
    let mut asking: Vec<&mut Pointer> =
        pointers.filter(|pointer| pointer.ahead.is_some()).collect();
    let each = WAITING_AHEAD / (asking.len() as i64).max(1);
    for pointer in &mut asking {
        let element = cx.buffer(pointer.line.source).ty.bytes() as i64;
        let Some(Ahead { every, by, .. }) = &mut pointer.ahead else { continue };
        match by {
            AheadBy::Bytes(bytes) => *bytes = 1 << each.clamp(LEAST_AHEAD, MOST_AHEAD).ilog2(),
            AheadBy::Coordinates { count, level, .. } => {
                let part = parts.and_then(|parts| parts.points).map(|n| n * *every * element);
                let many = part
                    .map_or(PARTS_AHEAD, |part| each.min(MOST_AHEAD_OF_PARTS) / part)
                    .max(PARTS_AHEAD);
                *count *= many;
                *level = if many > WAITING_PARTS { OwnCache::Second } else { OwnCache::First };
            }
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
