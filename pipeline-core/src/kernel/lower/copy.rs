//! How parts of arrays are copied.

use super::Context;
use crate::ir::Source;
use crate::kernel::{Copy, CopyForm};
use crate::loops::{self, Buffer, Hold, Role};

/// A copy: blocks transposed in registers where other dimensions are innermost in the two buffers,
/// rows where the same one is, points where either of them is folded.
pub fn copy(cx: &Context<'_>, copy: &loops::Copy) -> Copy {
    let (from, to) = (cx.buffer(copy.from), cx.buffer(Source::Stage(copy.to)));
    let (columns, rows) = (from.innermost(), to.innermost());
    let inner = [columns, rows];
    let unfolded = |buffer: &Buffer, dim| matches!(buffer.hold(dim), Hold::Whole | Hold::Part(_));
    let straight = inner.iter().all(|d| unfolded(from, *d) && unfolded(to, *d));
    let form = match (straight, columns == rows, &from.role) {
        (false, ..) => CopyForm::Point,
        (true, true, _) => CopyForm::Row(columns),
        (true, false, Role::Scratch(_)) => CopyForm::Drain { rows, columns },
        (true, false, _) => CopyForm::Fill { rows, columns },
    };
    let around = (0..copy.part.len()).filter(|d| !straight || !inner.contains(d)).collect();
    Copy { from: copy.from, to: copy.to, part: copy.part.clone(), form, around }
}
