//! Lines of arrays, and accesses along them.

use crate::ir::{Affine, ExprId, Index, Source, VarId};
use crate::kernel::{Line, Neighbours, Pointer};
use crate::loops::Buffer;
use crate::loops::dependence::stride;

/// An access whose address is linear in the lane.
pub struct Linear {
    /// The line that it moves along.
    pub line: Line,
    /// The index in the line's dimension.
    pub along: Affine,
    /// How far it moves from lane to lane.
    pub stride: i64,
}

/// An access whose index depends on data in one dimension, on a line that does not change with the
/// lane.
pub struct ScatteredAccess {
    /// The line.
    pub line: Line,
    /// The value.
    pub at: ExprId,
}

/// The access as a linear one, if at most one dimension depends on the lane's variable, and that
/// linearly.
pub fn linear(
    source: Source,
    buffer: &Buffer,
    mut index: Vec<Affine>,
    lane: VarId,
) -> Option<Linear> {
    let mut moving = (0..index.len()).filter(|d| index[*d].mentions_var(lane));
    let dim = moving.next().unwrap_or(index.len() - 1);
    if moving.next().is_some() {
        return None;
    }
    let stride = stride(&index[dim], lane)?;
    let along = std::mem::take(&mut index[dim]);
    let line =
        Line { source, dim, index, neighbours: Neighbours::of_line(buffer, dim), border: None };
    Some(Linear { line, along, stride })
}

/// The access as a scattered one, if its index depends on data in one dimension only.
pub fn scattered(
    source: Source,
    buffer: &Buffer,
    index: &[Index],
    lane: VarId,
) -> Option<ScatteredAccess> {
    let mut found = None;
    let mut rest = Vec::with_capacity(index.len());
    for (dim, index) in index.iter().enumerate() {
        rest.push(match index {
            Index::Affine(a) if a.mentions_var(lane) => return None,
            Index::Affine(a) => a.clone(),
            Index::Value(_) if found.is_some() => return None,
            Index::Value(id) => {
                found = Some((dim, *id));
                Affine::default()
            }
        });
    }
    let (dim, at) = found?;
    let line =
        Line { source, dim, index: rest, neighbours: Neighbours::of(buffer, dim), border: None };
    Some(ScatteredAccess { line, at })
}

/// The index, if none of it depends on data.
pub fn affine(index: &[Index]) -> Option<Vec<Affine>> {
    let affine = |i: &Index| match i {
        Index::Affine(a) => Some(a.clone()),
        Index::Value(_) => None,
    };
    index.iter().map(affine).collect()
}

/// The number of the pointer of a line, made by this name if there is none yet.
pub fn pointer(
    pointers: &mut Vec<Pointer>,
    line: Line,
    name: impl Fn(&[Pointer]) -> String,
) -> usize {
    let known = pointers.iter().position(|pointer| pointer.line == line);
    known.unwrap_or_else(|| {
        pointers.push(Pointer { name: name(pointers), line, ahead: None });
        pointers.len() - 1
    })
}
