//! How parts of arrays are copied.

use super::NestContext;
use crate::ir::Source;
use crate::kernel::{Copy, CopyForm, Neighbours, Transposed};
use crate::loops::{self, Buffer, Hold, Role};

/// A copy: blocks transposed in registers where other dimensions are innermost in the two buffers,
/// rows where the same one is, points where either of them is folded. Lines that the next step
/// writes of an array are asked for: rows follow along the innermost dimension around them.
pub fn copy(cx: &NestContext<'_>, copy: &loops::Copy) -> Copy {
    let (from, to) = (cx.buffer(copy.from), cx.buffer(Source::Stage(copy.to)));
    let (columns, rows) = (from.innermost(), to.innermost());
    let inner = [columns, rows];
    let unfolded = |buffer: &Buffer, dim| matches!(buffer.hold(dim), Hold::Whole | Hold::Part(_));
    let straight = inner.iter().all(|d| unfolded(from, *d) && unfolded(to, *d));
    let (scratch, neighbours) = match from.role {
        Role::Scratch(_) => (true, Neighbours::of(to, rows)),
        Role::Input(_) | Role::Output(_) | Role::Full => (false, Neighbours::of(from, columns)),
    };
    let around = || (0..copy.part.len()).filter(|d| !straight || !inner.contains(d));
    let fixed = |buffer: &Buffer| buffer.domain.0[columns].fixed_extent().is_some();
    let along = around().next_back().filter(|d| fixed(from) && fixed(to) && unfolded(from, *d));
    let along = along.filter(|d| unfolded(to, *d));
    let transposed = Transposed { rows, columns, neighbours };
    let next = match to.role {
        Role::Scratch(_) => None,
        Role::Input(_) | Role::Output(_) | Role::Full => around().rfind(|d| Some(*d) != along),
    };
    let form = match (straight, columns == rows, scratch) {
        (false, ..) => CopyForm::Point,
        (true, true, _) => CopyForm::Row { dim: columns, along, neighbours, next },
        (true, false, true) => CopyForm::Drain(transposed),
        (true, false, false) => CopyForm::Fill(transposed),
    };
    let around = match form {
        CopyForm::Row { along, .. } => around().filter(|d| Some(*d) != along).collect(),
        CopyForm::Fill(_) | CopyForm::Drain(_) | CopyForm::Point => around().collect(),
    };
    Copy { from: copy.from, to: copy.to, part: copy.part.clone(), form, around }
}
