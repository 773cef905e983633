//! The form of each load: by whatever is fastest for its index.

use super::NestContext;
use super::in_lanes::distances;
use super::line::{Linear, affine, linear, pointer, scattered};
use crate::ir::{Affine, BorderMode, ElemType, ExprId, Index, Interval, Source, VarId};
use crate::kernel::{Coordinate, Line, LinePlace, Load, Neighbours, Pointer, Stride};
use crate::loops::{Access, Buffer, Compute, Hold};
use crate::schedule::speed::{LEAST_IN_A_ROW, MOST_OF_A_ROW};

/// What the loads of a function have in common.
pub struct Loads<'f, 'a> {
    /// The nest.
    pub cx: &'f NestContext<'a>,
    /// What the function computes.
    pub compute: &'f Compute,
    /// The variable of its loop.
    pub lane: Option<VarId>,
    /// Whether there is one lane only, though the variable of a loop is the lane's.
    pub single: bool,
    /// The lines that are the same for all points of a row, in order of first use.
    pub pointers: Vec<Pointer>,
}

/// A read, and where it stands.
pub struct PlacedRead<'f> {
    /// What is read.
    pub source: Source,
    /// Where in it.
    pub index: &'f [Index],
    /// The values of its block.
    pub value: &'f dyn Fn(ExprId) -> DataIndex,
    /// Whether a value is provably within limits.
    pub within: &'f dyn Fn(ExprId, &Interval) -> bool,
    /// The variables of the windows around it.
    pub windows: &'f [VarId],
}

/// A value that an index may be.
#[derive(Clone, Copy)]
pub struct DataIndex {
    /// Its type.
    pub ty: ElemType,
    /// Whether it is the same for all lanes.
    pub alike: bool,
}

/// The form of a load: on a line where it is linear in the lane and stays inside; all addresses
/// together where some depend on data; else each lane for itself.
pub fn load(loads: &mut Loads<'_, '_>, read: &PlacedRead<'_>) -> Load {
    let buffer = loads.cx.buffer(read.source);
    let in_place = loads.compute.is_in_place(read.source, read.index);
    if let Some(lane) = loads.lane {
        if in_place && let Some(access) = scattered(read.source, buffer, read.index, lane) {
            return Load::Scattered { line: loads.handed(access.line), at: access.at };
        }
        if let Some(index) = affine(read.index)
            && let Some(access) = linear(read.source, buffer, index, lane)
            && let Some(load) = loads.along_line(access, in_place, read.windows)
        {
            return load;
        }
        if let Some(load) = loads.gather(read, lane).filter(|_| !in_place) {
            return load;
        }
    }
    let redirect = !in_place && loads.may_be_outside(read);
    let differs = |i: &Index, lane| match i {
        Index::Affine(a) => a.mentions_var(lane),
        Index::Value(id) => !(read.value)(*id).alike,
    };
    Load::Point {
        source: read.source,
        index: read.index.to_vec(),
        border: buffer.border.filter(|_| redirect),
        each_lane: loads.lane.is_some_and(|lane| read.index.iter().any(|i| differs(i, lane))),
    }
}

impl Loads<'_, '_> {
    /// Whether a read of an element may be outside of what is read. Where computes are inside, that
    /// is said of what does not depend on data.
    fn may_be_outside(&self, read: &PlacedRead<'_>) -> bool {
        let inside = |(index, limits): (&Index, &Interval)| match index {
            Index::Affine(_) => true,
            Index::Value(id) => (read.within)(*id, limits),
        };
        let domain = &self.cx.buffer(read.source).domain.0;
        self.compute.access != Access::Inside || !read.index.iter().zip(domain).all(inside)
    }

    /// A load along a line, if all that may be outside is where on it, or which line it is.
    fn along_line(&mut self, access: Linear, in_place: bool, windows: &[VarId]) -> Option<Load> {
        let border = self.cx.buffer(access.line.source).border;
        match (self.compute.access, border) {
            _ if in_place => Some(self.linear(access, None, windows)),
            (Access::Inside, _) => Some(self.linear(access, None, windows)),
            // What does not move with the lanes may be outside in every dimension.
            (Access::RowsResolved | Access::RowsAndEndsResolved, Some(_)) if access.stride == 0 => {
                None
            }
            (Access::EndsResolved, border) => Some(self.linear(access, border, windows)),
            (of @ (Access::RowsResolved | Access::RowsAndEndsResolved), border) => {
                let line = Line { border, ..access.line };
                let ends = border.filter(|_| of.resolves_ends());
                Some(self.linear(Linear { line, ..access }, ends, windows))
            }
            (Access::BorderResolved, _) if !self.single || self.compute.updates() => None,
            (Access::BorderResolved, None) => Some(self.linear(access, None, windows)),
            // Where a constant stands for a line, there is none.
            (Access::BorderResolved, Some(border)) => {
                border.value().is_none().then(|| self.border_resolved(access, border, windows))
            }
        }
    }

    /// A load along a line, beyond the ends of which something may be.
    fn linear(&mut self, access: Linear, ends: Option<BorderMode>, windows: &[VarId]) -> Load {
        let Linear { line, along, stride } = access;
        let lanes = match (stride, line.neighbours) {
            (k, Neighbours::Apart(_) | Neighbours::Strided) => Stride::Every(k),
            (k, _) if k == 1 || self.single => Stride::Next,
            (k, _) => Stride::Every(k),
        };
        let line = self.place(line, windows);
        match stride {
            0 => Load::Splat { line, along },
            _ => Load::Line { line, along, stride: lanes, ends },
        }
    }

    /// A load of one point that a border may resolve.
    fn border_resolved(&mut self, access: Linear, border: BorderMode, windows: &[VarId]) -> Load {
        let line = self.place(Line { border: Some(border), ..access.line }, windows);
        Load::BorderResolved { line, along: access.along, border }
    }

    /// Where the pointer of a line comes from.
    fn place(&mut self, line: Line, windows: &[VarId]) -> LinePlace {
        let varies = line.index.iter().any(|a| windows.iter().any(|w| a.mentions_var(*w)));
        match varies {
            false => LinePlace::Handed(self.handed(line)),
            true => LinePlace::Here(line),
        }
    }

    /// The number of the pointer of a line that is the same for all points of the row.
    fn handed(&mut self, line: Line) -> usize {
        let buffer = &self.cx.buffer(line.source).name;
        pointer(&mut self.pointers, line, |known| format!("{buffer} row {}", known.len()))
    }

    /// A gather whose indices depend on data, or on the lane but not linearly.
    fn gather(&self, read: &PlacedRead<'_>, lane: VarId) -> Option<Load> {
        let buffer = self.cx.buffer(read.source);
        let border = buffer.border.filter(|_| self.may_be_outside(read));
        // Along the lanes, that is; what is redirected is so in all dimensions.
        let inside = match self.compute.access {
            Access::Inside | Access::RowsResolved => true,
            Access::EndsResolved | Access::RowsAndEndsResolved | Access::BorderResolved => false,
        };
        if !inside && !read.index.iter().any(|i| matches!(i, Index::Value(_))) {
            return None;
        }
        let unfolded = |dim| matches!(buffer.hold(dim), Hold::Whole | Hold::Part(_));
        let coordinate = |(dim, index): (usize, &Index)| match index {
            Index::Affine(a) if !a.mentions_var(lane) => Some(Coordinate::Same(a.clone())),
            _ if !unfolded(dim) => None,
            // Beyond a border, 32 bits may be too few to tell on which side.
            Index::Affine(_) if buffer.border.is_some() && !inside => None,
            Index::Affine(a) => {
                let distances = distances(a, lane)?;
                Some(Coordinate::From { first: a.clone(), distances })
            }
            Index::Value(id) => match (read.value)(*id) {
                DataIndex { alike: true, .. } => Some(Coordinate::Uniform(*id)),
                // As 32 bits with a sign, an index of that type may be another one.
                DataIndex { ty: ElemType::U32, .. } => None,
                DataIndex { ty, .. } => Some(Coordinate::Each(*id, ty)),
            },
        };
        let index: Option<Vec<Coordinate>> =
            read.index.iter().enumerate().map(coordinate).collect();
        let (index, neighbours) = (index?, Neighbours::of(buffer, read.index.len() - 1));
        if index.iter().all(Coordinate::is_uniform) {
            return None;
        }
        let rows_inside = self.compute.access == Access::Inside || buffer.border.is_none();
        let spread = spread(read.source, &index, neighbours).filter(|_| rows_inside);
        // Data may be outside wherever the lanes are.
        let row = || row(read.source, &index, neighbours).filter(|_| border.is_none());
        let entries =
            || entries(read.source, buffer, &index, neighbours).filter(|_| border.is_none());
        let along_a_row = spread.or_else(row).or_else(entries);
        let looks_up = neighbours.is_row() && matches!(border, None | Some(BorderMode::Clamp));
        let table = self.table(read.source, &index).filter(|_| looks_up);
        let source = read.source;
        Some(along_a_row.unwrap_or(Load::Gather { source, index, border, neighbours, table }))
    }

    /// The entries of the table that a gather looks up: what the nest itself does not store.
    fn table(&self, source: Source, index: &[Coordinate]) -> Option<i64> {
        let (last, others) = index.split_last()?;
        let one_row = others.iter().all(Coordinate::is_uniform);
        let stays = !self.cx.arrays.writes.contains(&source);
        let found = one_row && stays && last.value().is_some();
        self.cx.buffer(source).table().filter(|_| found)
    }
}

/// A gather as a spread, if lanes differ in the last dimension only, and there by no more than one
/// from each to the next.
fn spread(source: Source, index: &[Coordinate], neighbours: Neighbours) -> Option<Load> {
    let (last, others) = index.split_last()?;
    let Coordinate::From { first, distances } = last else { return None };
    let same = |coordinate: &Coordinate| match coordinate {
        Coordinate::Same(a) => Some(a.clone()),
        Coordinate::From { .. } | Coordinate::Each(..) | Coordinate::Uniform(_) => None,
    };
    let corner: Option<Vec<Affine>> = others.iter().map(same).collect();
    let first = corner?.into_iter().chain([first.clone()]).collect();
    let slow = match &distances.quotients[..] {
        [q] => distances.step == 0 && q.factor == 1 && (0..=q.divisor).contains(&q.step),
        _ => false,
    };
    slow.then(|| Load::Spread { source, first, distances: distances.clone(), neighbours })
}

/// A gather as entries of rows, if the last index is data in a dimension of few numbers of 32 bits,
/// and lanes are in the same row, or many one after the other.
fn entries(
    source: Source,
    buffer: &Buffer,
    index: &[Coordinate],
    neighbours: Neighbours,
) -> Option<Load> {
    let (Coordinate::Each(..), others) = index.split_last()? else { return None };
    let entries = buffer.domain.0.last()?.fixed_extent()?;
    let slow = |c: &Coordinate| match c {
        Coordinate::From { distances, .. } => match &distances.quotients[..] {
            [q] => {
                let one_by_one = distances.step == 0 && q.factor == 1 && q.step >= 0;
                one_by_one && q.step * LEAST_IN_A_ROW <= q.divisor
            }
            _ => false,
        },
        Coordinate::Same(_) | Coordinate::Each(..) | Coordinate::Uniform(_) => false,
    };
    let mut differ = others.iter().enumerate().filter(|(_, c)| !c.is_uniform());
    let dim = match (differ.next(), differ.next()) {
        (None, _) => index.len() - 1,
        (Some((dim, c)), None) if slow(c) => dim,
        (Some(_), _) => return None,
    };
    let few = (1..=MOST_OF_A_ROW).contains(&entries) && buffer.ty == ElemType::F32;
    let in_memory = neighbours.is_row() && buffer.layout.last() == Some(&(index.len() - 1));
    let index = index.to_vec();
    (few && in_memory).then_some(Load::Entries { source, index, dim, entries, neighbours })
}

/// A gather as the load of a row, if lanes are neighbours in the last dimension, and alike in all
/// others.
fn row(source: Source, index: &[Coordinate], neighbours: Neighbours) -> Option<Load> {
    let (last, others) = index.split_last()?;
    let Coordinate::From { first, distances } = last else { return None };
    let next = distances.step == 1 && distances.quotients.is_empty();
    let is_row = next && others.iter().all(Coordinate::is_uniform);
    let first = others.iter().cloned().chain([Coordinate::Same(first.clone())]).collect();
    is_row.then_some(Load::Row { source, first, neighbours })
}
