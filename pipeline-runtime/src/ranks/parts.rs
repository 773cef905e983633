//! What each rank owns, requires and stores of each array, and which messages follow.
//!
//! Everything is computed for one rank at a time, from the extents of the arrays: no rank has a
//! table of the others. *Distributed Halide* (PPoPP 2016), Sections 3.2 and 4.1.

use super::table::{Owner, Rate, Read, ReadAlong, Stored, Table};
use super::{Grid, Message, Region, Span};

/// The extents that sizes give the arrays of a [`Table`].
#[derive(Clone, Debug)]
pub struct Extents {
    /// The points of each array.
    pub arrays: Vec<Region>,
    /// By group and axis, the coordinates that it computes; none where it follows no axis.
    pub steps: Vec<Vec<Span>>,
}

/// The ranks of a call, and what each has of every array.
#[derive(Clone, Debug)]
pub struct Ranks<'t> {
    table: &'t Table,
    grid: Grid,
    extents: Extents,
    /// How many coordinates of the reference a slice has, by axis.
    slices: Vec<Slices>,
}

/// An axis in slices, of which each rank along it has one.
#[derive(Clone, Copy, Debug)]
struct Slices {
    /// The coordinates of the reference.
    whole: Span,
    /// How many of them a slice has; the last one has the rest.
    size: isize,
    /// How many slices there are: no more than ranks.
    count: isize,
}

impl Slices {
    fn new(whole: Span, ranks: usize) -> Slices {
        let size = whole.len().max(1).div_ceil(ranks);
        let count = whole.len().max(1).div_ceil(size) as isize;
        Slices { whole, size: size as isize, count }
    }

    /// The slice of what advances at a rate. The first slice has whatever comes before, and the
    /// last one whatever comes after the coordinates of the reference.
    fn of(&self, place: usize, rate: Rate, whole: Span) -> Span {
        let place = place as isize;
        if place >= self.count {
            return Span::NONE;
        }
        let bound = |slice: isize| {
            let at = self.whole.first + slice * self.size;
            -(-at * rate.num).div_euclid(rate.den)
        };
        let first = if place == 0 { whole.first } else { bound(place).max(whole.first) };
        let last = if place + 1 == self.count {
            whole.last
        } else {
            (bound(place + 1) - 1).min(whole.last)
        };
        Span::new(first, last)
    }
}

impl<'t> Ranks<'t> {
    /// So many ranks on a pipeline with these extents.
    pub fn new(table: &'t Table, extents: Extents, ranks: usize) -> Ranks<'t> {
        let grid = Grid::new(ranks, table.axes.len());
        let whole = |axis: usize| {
            let along = table.reference[axis];
            extents.arrays[along.array].0[along.dim]
        };
        let slices = (0..table.axes.len()).map(|axis| Slices::new(whole(axis), grid.along(axis)));
        Ranks { slices: slices.collect(), table, grid, extents }
    }

    /// How many ranks there are.
    pub fn count(&self) -> usize {
        (0..self.table.axes.len()).map(|axis| self.grid.along(axis)).product()
    }

    /// All points of an array.
    pub fn whole(&self, array: usize) -> &Region {
        &self.extents.arrays[array]
    }

    /// By axis, the coordinates that a rank computes in a group: all of them where the group
    /// follows no axis.
    pub fn computed(&self, rank: usize, step: usize) -> Vec<Span> {
        let place = self.grid.place(rank);
        let rates = self.table.steps[step].rates.iter();
        let spans = rates.zip(&self.extents.steps[step]).enumerate();
        spans.map(|(axis, (rate, whole))| self.slice(axis, place[axis], *rate, *whole)).collect()
    }

    fn slice(&self, axis: usize, place: usize, rate: Option<Rate>, whole: Span) -> Span {
        rate.map_or(whole, |rate| self.slices[axis].of(place, rate, whole))
    }

    /// The points of an array that a rank has before any message: of an input its slices, of what a
    /// group stores what it computes.
    pub fn owned(&self, rank: usize, array: usize) -> Region {
        let mut region = self.whole(array).clone();
        match self.table.arrays[array].owner {
            Owner::Slices(along) => {
                let place = self.grid.place(rank);
                for (axis, along) in along.iter().enumerate() {
                    let Some((dim, rate)) = along else { continue };
                    region.0[*dim] = self.slices[axis].of(place[axis], *rate, region.0[*dim]);
                }
            }
            Owner::Step(step) => {
                let stored = self.table.steps[step].stores.iter().find(|s| s.array == array);
                if let Some(Stored { along, .. }) = stored {
                    for (axis, computed) in self.computed(rank, step).into_iter().enumerate() {
                        let whole = self.extents.steps[step][axis];
                        if let (Some((dim, rate)), Some(_)) =
                            (along[axis], self.table.steps[step].rates[axis])
                        {
                            region.0[dim] = stored_span(computed, whole, rate, region.0[dim]);
                        }
                    }
                }
            }
        }
        region
    }

    /// By axis, whether ranks have different parts of an array along it.
    fn is_cut(&self, array: usize) -> Vec<bool> {
        match self.table.arrays[array].owner {
            Owner::Slices(along) => along.iter().map(Option::is_some).collect(),
            Owner::Step(step) => {
                let step = &self.table.steps[step];
                let stored = step.stores.iter().find(|stored| stored.array == array);
                let along = |axis: usize| stored.is_some_and(|stored| stored.along[axis].is_some());
                (0..step.rates.len())
                    .map(|axis| step.rates[axis].is_some() && along(axis))
                    .collect()
            }
        }
    }

    /// The points of an array that the groups of a rank read.
    pub fn required(&self, rank: usize, array: usize) -> Region {
        let none = Region(vec![Span::NONE; self.whole(array).0.len()]);
        let steps = self.table.steps.iter().enumerate();
        let reads = steps.flat_map(|(number, step)| step.reads.iter().map(move |r| (number, r)));
        let of = |(step, read): (usize, &Read)| self.read(rank, step, read);
        reads.filter(|(_, read)| read.array == array).map(of).fold(none, |all, one| all.hull(&one))
    }

    /// What a group reads through one of its accesses.
    fn read(&self, rank: usize, step: usize, read: &Read) -> Region {
        self.read_for(read, &self.computed(rank, step))
    }

    /// What an access reads for these coordinates of its group.
    fn read_for(&self, read: &Read, computed: &[Span]) -> Region {
        let mut region = self.whole(read.array).clone();
        if computed.iter().any(|span| span.is_empty()) {
            return Region(vec![Span::NONE; region.0.len()]);
        }
        for (along, at) in read.along.iter().zip(computed) {
            let Some(along) = along else { continue };
            region.0[along.dim] = self.landed(read.array, along, *at);
        }
        region
    }

    /// The coordinates of a dimension that are read for some of a group.
    fn landed(&self, array: usize, along: &ReadAlong, at: Span) -> Span {
        let whole = self.whole(array).0[along.dim];
        self.table.arrays[array].edge.land(along.reads(at), whole)
    }

    /// What a rank computes in a group before and after messages about some arrays have come: first
    /// what reads nothing of them but what it owns, the *interior*, then the *rims* around it.
    pub fn parts(&self, rank: usize, step: usize, awaited: &[usize]) -> Parts {
        let computed = self.computed(rank, step);
        if computed.iter().any(|span| span.is_empty()) {
            return Parts { interior: Vec::new(), rims: Vec::new() };
        }
        let reads = self.table.steps[step].reads.iter();
        let reads: Vec<&Read> = reads.filter(|read| awaited.contains(&read.array)).collect();
        let interior =
            (0..computed.len()).map(|axis| self.inner(rank, &reads, axis, computed[axis]));
        let interior: Vec<Span> = interior.collect();
        if interior.iter().any(|span| span.is_empty()) {
            return Parts { interior: Vec::new(), rims: vec![computed] };
        }
        let (mut rims, mut left) = (Vec::new(), computed);
        for (axis, inner) in interior.iter().enumerate() {
            let whole = left[axis];
            for rim in
                [Span::new(whole.first, inner.first - 1), Span::new(inner.last + 1, whole.last)]
            {
                if !rim.is_empty() {
                    let mut part = left.clone();
                    part[axis] = rim;
                    rims.push(part);
                }
            }
            left[axis] = *inner;
        }
        Parts { interior: vec![interior], rims }
    }

    /// The coordinates along an axis for which reads stay inside what a rank owns.
    fn inner(&self, rank: usize, reads: &[&Read], axis: usize, computed: Span) -> Span {
        let owned: Vec<Region> = reads.iter().map(|read| self.owned(rank, read.array)).collect();
        // What follows no axis is read as a whole: nothing can be computed without what others own.
        let at_hand = reads.iter().zip(&owned).all(|(read, owned)| {
            let follows = |dim: usize| read.along.iter().flatten().any(|along| along.dim == dim);
            let whole = self.whole(read.array).0.iter().zip(&owned.0).enumerate();
            whole.into_iter().all(|(dim, (whole, owned))| follows(dim) || owned.contains(*whole))
        });
        let inside = |at: isize| {
            let at = Span::new(at, at);
            reads.iter().zip(&owned).all(|(read, owned)| {
                let of = read.along[axis].as_ref();
                of.is_none_or(|along| {
                    owned.0[along.dim].contains(self.landed(read.array, along, at))
                })
            })
        };
        let middle = computed.first + (computed.last - computed.first) / 2;
        if !at_hand || !inside(middle) {
            return Span::NONE;
        }
        // Reads never fall with the coordinate, so those inside are together.
        let (mut first, mut before) = (middle, computed.first - 1);
        while first - before > 1 {
            let at = before + (first - before) / 2;
            if inside(at) { first = at } else { before = at }
        }
        let (mut last, mut after) = (middle, computed.last + 1);
        while after - last > 1 {
            let at = last + (after - last) / 2;
            if inside(at) { last = at } else { after = at }
        }
        Span::new(first, last)
    }

    /// All messages of a call, by the array that they are about.
    pub fn traffic(&self) -> Vec<Traffic> {
        let mut all = Vec::new();
        for (number, array) in self.table.arrays.iter().enumerate() {
            for from in 0..self.count() {
                for Message { rank: to, part } in self.messages(from, number).sent {
                    let bytes = part.points() * array.bytes;
                    all.push(Traffic { array: array.name, from, to, bytes });
                }
            }
        }
        all
    }

    /// The points of an array that a rank has memory for: what it owns, and what it is sent.
    pub fn stored(&self, rank: usize, array: usize) -> Region {
        self.owned(rank, array).hull(&self.required(rank, array))
    }

    /// The messages that a rank sends once it has its part of an array, and those that it gets.
    pub fn messages(&self, rank: usize, array: usize) -> Messages {
        let none = Messages { sent: Vec::new(), received: Vec::new() };
        let (owned, required) = (self.owned(rank, array), self.required(rank, array));
        // Along an axis that is not cut ranks have the same of it: nobody asks farther than needed.
        let (cut, place) = (self.is_cut(array), self.grid.place(rank));
        let beside = |other: &usize| {
            let of_other = self.grid.place(*other);
            *other != rank && (0..cut.len()).all(|axis| cut[axis] || of_other[axis] == place[axis])
        };
        let others = (0..self.count()).filter(beside);
        others.fold(none, |mut messages, other| {
            let to = owned.intersection(&self.required(other, array));
            if !to.is_empty() {
                messages.sent.push(Message { rank: other, part: to });
            }
            let from = required.intersection(&self.owned(other, array));
            if !from.is_empty() {
                messages.received.push(Message { rank: other, part: from });
            }
            messages
        })
    }
}

/// The messages of a rank about an array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Messages {
    /// Those that it sends, by the number of the rank.
    pub sent: Vec<Message>,
    /// Those that it gets.
    pub received: Vec<Message>,
}

/// What a rank computes of a group, in boxes of its coordinates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parts {
    /// Before messages have come: one box or none.
    pub interior: Vec<Vec<Span>>,
    /// After they have.
    pub rims: Vec<Vec<Span>>,
}

/// A message from rank to rank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Traffic {
    /// The array.
    pub array: &'static str,
    /// Who sends it.
    pub from: usize,
    /// Who gets it.
    pub to: usize,
    /// How long it is.
    pub bytes: usize,
}

/// What a group stores of a dimension that advances at a rate to its coordinates: every coordinate
/// belongs to one of them, those before the first to it, and those after the last to that.
fn stored_span(computed: Span, nest: Span, rate: Rate, whole: Span) -> Span {
    if computed.is_empty() {
        return Span::NONE;
    }
    let bound = |at: isize| -(-at * rate.num).div_euclid(rate.den);
    let first = if computed.first <= nest.first { whole.first } else { bound(computed.first) };
    let last = if computed.last >= nest.last { whole.last } else { bound(computed.last + 1) - 1 };
    Span::new(first.max(whole.first), last.min(whole.last))
}
