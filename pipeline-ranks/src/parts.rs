//! What each rank computes, owns, requires and stores.
//!
//! Everything is computed for one rank at a time, from the extents of the arrays: no rank has a
//! table of the others. *Distributed Halide* (PPoPP 2016), Sections 3.2, 3.4 and 4.1.

use super::around::once;
use super::slices::Slices;
use super::table::{Cut, Owner, Rate, Read, ReadAlong, Step, Table};
use super::{CoordinateBox, Grid, Network, Policy, Sharing, Span};

/// The extents that sizes give the arrays of a [`Table`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extents {
    /// The points of each array.
    pub arrays: Vec<CoordinateBox>,
    /// By group and axis, the coordinates that it computes; none where it follows no axis.
    pub steps: Vec<Vec<Span>>,
    /// By group, its steps in time; none where it does not iterate.
    pub times: Vec<Span>,
}

/// The ranks of a call.
#[derive(Clone, Debug)]
pub struct Ranks<'t> {
    pub(super) table: &'t Table,
    pub(super) grid: Grid,
    pub(super) extents: Extents,
    /// By axis.
    pub(super) slices: Vec<Slices>,
    /// By group.
    pub(super) policies: Vec<Policy>,
    /// By group that iterates in time, how many steps it computes between two exchanges at most.
    pub(super) epochs: Vec<isize>,
    /// What they were chosen for, if they were.
    pub(super) network: Option<Network>,
}

/// What a rank has of every group and array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its number.
    pub rank: usize,
    /// By group and axis, the coordinates that it computes.
    pub computed: Vec<Vec<Span>>,
    /// By array, the points that its groups read. What ranks have slices of, and is read around an
    /// edge, is required in coordinates beyond it.
    pub required: Vec<CoordinateBox>,
    /// By array, the points that are its own: every point of an input or a result is of one rank,
    /// but for those along axes that the array is not cut along.
    pub owned: Vec<CoordinateBox>,
    /// By array, the points that it has without messages: what it owns of an input, and what it
    /// computes.
    pub at_hand: Vec<CoordinateBox>,
    /// By array, the points that it has memory for.
    pub stored: Vec<CoordinateBox>,
}

impl<'t> Ranks<'t> {
    /// So many ranks on a pipeline with these extents, on a network that says what travels and what
    /// is computed again.
    pub fn new(table: &'t Table, extents: Extents, ranks: usize, network: Network) -> Ranks<'t> {
        let given = table.steps.iter().map(|step| {
            let free = if step.in_time.is_some() { Policy::Rank } else { Policy::Exchange };
            step.policy.unwrap_or(free)
        });
        Ranks::with(table, extents, ranks, given.collect()).chosen(network)
    }

    /// The same with a policy for each group. One that iterates in time is exchanged after every
    /// block of steps, or computed on every rank from the first step on.
    pub fn with(
        table: &'t Table,
        extents: Extents,
        ranks: usize,
        policies: Vec<Policy>,
    ) -> Ranks<'t> {
        let grid = Grid::new(ranks, table.axes.len());
        let whole = |axis: usize| {
            let along = table.reference[axis];
            extents.arrays[along.array].0[along.dim]
        };
        let slices = (0..table.axes.len()).map(|axis| Slices::new(whole(axis), grid.along(axis)));
        let of = |(step, policy): (&Step, Policy)| match &step.in_time {
            Some(in_time) if policy == Policy::Rank && in_time.goes_around() => Policy::Exchange,
            _ => policy,
        };
        let policies: Vec<Policy> = table.steps.iter().zip(policies).map(of).collect();
        let epoch = |(step, policy): (&Step, &Policy)| match (&step.in_time, policy) {
            (Some(in_time), Policy::Exchange) => in_time.block,
            _ => isize::MAX,
        };
        let epochs = table.steps.iter().zip(&policies).map(epoch).collect();
        let slices = slices.collect();
        Ranks { slices, table, grid, extents, policies, epochs, network: None }
    }

    /// Whether they are so many, with these extents and on this network.
    pub(super) fn is_of(&self, extents: &Extents, ranks: usize, network: Network) -> bool {
        self.count() == ranks && self.network == Some(network) && self.extents == *extents
    }

    /// How many ranks there are.
    pub fn count(&self) -> usize {
        (0..self.table.axes.len()).map(|axis| self.grid.along(axis)).product()
    }

    /// By group, what becomes of what ranks need of it and do not own.
    pub fn policies(&self) -> &[Policy] {
        &self.policies
    }

    /// All points of an array.
    pub fn whole(&self, array: usize) -> &CoordinateBox {
        &self.extents.arrays[array]
    }

    /// What a rank has: the groups from the last to the first, since what is computed of one may
    /// follow from what others read.
    pub fn part(&self, rank: usize) -> Part {
        let arrays = 0..self.table.arrays.len();
        let nothing = |array: usize| CoordinateBox(vec![Span::NONE; self.whole(array).0.len()]);
        let mut required: Vec<CoordinateBox> = arrays.clone().map(nothing).collect();
        let mut stored = required.clone();
        let mut computed = vec![Vec::new(); self.table.steps.len()];
        let place = self.grid.place(rank);
        for (number, step) in self.table.steps.iter().enumerate().rev() {
            computed[number] = match self.policies[number] {
                Policy::Exchange if step.in_time.is_none() || self.travels_around(number) => {
                    self.slice(number, &place)
                }
                // Of the last step, what others read of it.
                Policy::Exchange | Policy::Rank => self.needed(number, &place, &required),
                Policy::Everywhere => self.extents.steps[number].clone(),
            };
            let all = self.reached(number, &place, &computed[number]);
            // The first rank has the first values of a reduction, updates or not.
            let has_first = rank == 0 && step.sharing.is_some();
            for read in &step.reads {
                let array = read.array;
                let of = |of: &dyn Fn(&ReadAlong, Span) -> Span| match has_first {
                    true if read.along.iter().all(Option::is_none) => self.whole(array).clone(),
                    true | false => self.read(read, &all, of),
                };
                let read_of = of(&|along, at| self.landed(array, along, at));
                let loaded = of(&|along, at| self.loaded(array, along, at));
                required[array] = once(required[array].hull(&read_of), self.whole(array));
                stored[array] = stored[array].hull(&loaded);
            }
        }
        let at_hand = |array: usize| match &self.table.arrays[array].owner {
            Owner::Slices(_) | Owner::Apart(_) => self.sliced(array, &place),
            Owner::Step(step) => self.kept(array, *step, &place, &computed[*step]),
        };
        let at_hand: Vec<CoordinateBox> = arrays.clone().map(at_hand).collect();
        let owned = |array: usize| match self.table.arrays[array] {
            // Its owner may not be the only one to compute it.
            super::Array { owner: Owner::Step(step), result: true, .. } => {
                self.stored_for(array, step, &self.slice(step, &place))
            }
            _ => at_hand[array].clone(),
        };
        let owned = arrays.clone().map(owned).collect();
        let with_own = |array: usize| once(at_hand[array].hull(&stored[array]), self.whole(array));
        let stored = arrays.map(with_own).collect();
        Part { rank, owned, computed, required, at_hand, stored }
    }

    /// By axis, the coordinates of a group that belong to a place.
    pub(super) fn slice(&self, step: usize, place: &[usize]) -> Vec<Span> {
        let of_step = &self.table.steps[step];
        let spans = of_step.rates.iter().zip(&self.extents.steps[step]).enumerate();
        let of = |(axis, (rate, whole)): (usize, (&Option<Rate>, &Span))| match rate {
            Some(rate) => self.slices[axis].of(place[axis], *rate, *whole),
            // No update is made twice.
            None if of_step.sharing.is_some_and(Sharing::shares) && place[axis] > 0 => Span::NONE,
            None => *whole,
        };
        spans.map(of).collect()
    }

    /// By axis, the coordinates of a group that store what is required of it, and what a rank owns
    /// of a result.
    fn needed(&self, step: usize, place: &[usize], required: &[CoordinateBox]) -> Vec<Span> {
        let of = &self.table.steps[step];
        let own = match self.table.stores_result(step) {
            true => self.slice(step, place),
            false => vec![Span::NONE; of.rates.len()],
        };
        let wanted = of.stores.iter().filter(|stored| !required[stored.array].is_empty());
        wanted.fold(own, |all, stored| {
            let axes = self.extents.steps[step].iter().enumerate();
            let of = axes.map(|(axis, whole)| match (of.rates[axis], stored.along[axis]) {
                (Some(_), Some(Cut { dim, rate })) => {
                    let span = required[stored.array].0[dim];
                    let at = |i| rate.owner_of(i).clamp(whole.first, whole.last);
                    all[axis].hull(Span::new(at(span.first), at(span.last)))
                }
                _ => *whole,
            });
            of.collect()
        })
    }

    /// What a place has of an input.
    fn sliced(&self, array: usize, place: &[usize]) -> CoordinateBox {
        let mut region = self.whole(array).clone();
        for (axis, cut) in self.cuts(array).into_iter().enumerate() {
            let Some(cut) = cut else { continue };
            let of_axis = self.owned_at(array, axis, cut, place[axis]);
            region.0[cut.dim] = region.0[cut.dim].intersection(of_axis);
        }
        region
    }

    /// What a group stores of an array while it computes these coordinates.
    pub(super) fn stored_for(&self, array: usize, step: usize, computed: &[Span]) -> CoordinateBox {
        let mut region = self.whole(array).clone();
        let of = &self.table.steps[step];
        let Some(stored) = of.stores.iter().find(|s| s.array == array) else { return region };
        for (axis, computed) in computed.iter().enumerate() {
            let whole = self.extents.steps[step][axis];
            if let (Some(Cut { dim, rate }), Some(_)) = (stored.along[axis], of.rates[axis]) {
                region.0[dim] = stored_span(*computed, whole, rate, region.0[dim]);
            }
        }
        region
    }

    /// By axis, how ranks have different parts of an array, if they do.
    pub(super) fn cuts(&self, array: usize) -> Vec<Option<Cut>> {
        match &self.table.arrays[array].owner {
            Owner::Slices(along) => along.clone(),
            Owner::Apart(dims) => {
                let cut = |dim: &Option<usize>| dim.map(|dim| Cut { dim, rate: Rate::ONE });
                dims.iter().map(cut).collect()
            }
            Owner::Step(step) => {
                let step = &self.table.steps[*step];
                let stored = step.stores.iter().find(|stored| stored.array == array);
                let axes = 0..step.rates.len();
                let cut = |axis: usize| stored?.along[axis].filter(|_| step.rates[axis].is_some());
                axes.map(cut).collect()
            }
        }
    }

    /// What an access reads for these coordinates of its group, which `of` says along an axis.
    fn read(
        &self,
        read: &Read,
        computed: &[Span],
        of: &dyn Fn(&ReadAlong, Span) -> Span,
    ) -> CoordinateBox {
        let mut region = self.whole(read.array).clone();
        if computed.iter().any(|span| span.is_empty()) {
            return CoordinateBox(vec![Span::NONE; region.0.len()]);
        }
        for (along, at) in read.along.iter().zip(computed) {
            let Some(along) = along else { continue };
            region.0[along.dim] = of(along, *at);
        }
        region
    }

    /// The coordinates of a dimension that vectors load for some of a group: those that are read,
    /// and in rows of memory as many more as these are beyond an edge, since vectors that reach
    /// beyond it are loaded from there on.
    fn loaded(&self, array: usize, along: &ReadAlong, at: Span) -> Span {
        let (whole, reads) = (self.whole(array).0[along.dim], along.reads(at));
        let landed = self.landed(array, along, at);
        let in_rows = along.dim + 1 == self.whole(array).0.len();
        if !in_rows || landed.is_empty() || !whole.contains(landed) {
            return landed;
        }
        let (below, above) = (whole.first - reads.first, reads.last - whole.last);
        let wider = Span::new(landed.first - above.max(0), landed.last + below.max(0));
        wider.intersection(whole)
    }

    /// The coordinates of a dimension that are read for some of a group.
    fn landed(&self, array: usize, along: &ReadAlong, at: Span) -> Span {
        let (whole, reads) = (self.whole(array).0[along.dim], along.reads(at));
        match self.goes_around(array, along.dim) && reads.len() <= whole.len() {
            true => reads,
            false => self.table.arrays[array].edge.land(reads, whole),
        }
    }

    /// What a rank computes in a group before and after messages about some arrays have come: first
    /// what reads nothing of them but what it has, the *interior*, then the *rims* around it.
    pub fn parts(&self, part: &Part, step: usize, awaited: &[usize]) -> Parts {
        let computed = &part.computed[step];
        if computed.iter().any(|span| span.is_empty()) {
            return Parts { interior: Vec::new(), rims: Vec::new() };
        }
        if awaited.is_empty() {
            return Parts { interior: vec![computed.clone()], rims: Vec::new() };
        }
        let reads = self.table.steps[step].reads.iter();
        let reads: Vec<&Read> = reads.filter(|read| awaited.contains(&read.array)).collect();
        // Steps that are computed for one part of the last would be overwritten for another, and
        // what ranks do in turn is in order on each.
        let of = &self.table.steps[step];
        if of.in_time.is_some() || of.sharing == Some(Sharing::InTurn) {
            return Parts { interior: Vec::new(), rims: vec![computed.clone()] };
        }
        let interior =
            (0..computed.len()).map(|axis| self.inner(part, &reads, axis, computed[axis]));
        let interior: Vec<Span> = interior.collect();
        if interior.iter().any(|span| span.is_empty()) {
            return Parts { interior: Vec::new(), rims: vec![computed.clone()] };
        }
        let (mut rims, mut left) = (Vec::new(), computed.clone());
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

    /// The coordinates along an axis for which reads stay inside what a rank has.
    fn inner(&self, part: &Part, reads: &[&Read], axis: usize, computed: Span) -> Span {
        // What follows no axis is read as a whole: nothing can be computed without what others own.
        let whole_at_hand = reads.iter().all(|read| {
            let follows = |dim: usize| read.along.iter().flatten().any(|along| along.dim == dim);
            let whole = self.whole(read.array).0.iter().zip(&part.at_hand[read.array].0);
            let mut whole = whole.enumerate();
            whole.all(|(dim, (whole, at_hand))| follows(dim) || at_hand.contains(*whole))
        });
        let inside = |first: isize, last: isize| {
            let at = Span::new(first, last);
            reads.iter().all(|read| {
                let (of, at_hand) = (read.along[axis].as_ref(), &part.at_hand[read.array]);
                of.is_none_or(|along| {
                    let (whole, at_hand) = (self.whole(read.array), at_hand.0[along.dim]);
                    let landed = self.landed(read.array, along, at);
                    at_hand.contains(whole.0[along.dim]) || at_hand.contains(landed)
                })
            })
        };
        let middle = computed.first + (computed.last - computed.first) / 2;
        if !whole_at_hand || !inside(middle, middle) {
            return Span::NONE;
        }
        // From the middle to more and more: a border may redirect what is farther away to what is
        // at hand again.
        let (mut first, mut before) = (middle, computed.first - 1);
        while first - before > 1 {
            let at = before + (first - before) / 2;
            if inside(at, middle) { first = at } else { before = at }
        }
        let (mut last, mut after) = (middle, computed.last + 1);
        while after - last > 1 {
            let at = last + (after - last) / 2;
            if inside(middle, at) { last = at } else { after = at }
        }
        Span::new(first, last)
    }
}

/// What a rank computes of a group, in boxes of its coordinates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parts {
    /// Before messages have come: one box or none.
    pub interior: Vec<Vec<Span>>,
    /// After they have.
    pub rims: Vec<Vec<Span>>,
}

/// What a group stores of a dimension that advances at a rate to its coordinates: every coordinate
/// belongs to one of them, those before the first to it, and those after the last to that. Of no
/// coordinates it is nothing, between what those before and those after store.
pub(super) fn stored_span(computed: Span, nest: Span, rate: Rate, whole: Span) -> Span {
    let bound = |at: isize| match at <= nest.first {
        true => whole.first,
        false => rate.first_of(at).max(whole.first),
    };
    let last = match computed.last >= nest.last {
        true => whole.last,
        false => (rate.first_of(computed.last + 1) - 1).min(whole.last),
    };
    let first = bound(computed.first);
    Span::new(first, if computed.is_empty() { first - 1 } else { last })
}
