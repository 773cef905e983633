//! Iterations in time: what ranks compute between two exchanges.
//!
//! A rank that has the step before, and as many coordinates more of it as steps follow, computes
//! these steps without a message, fewer and fewer coordinates of each, as tiles do (Ding and He, *A
//! ghost cell expansion method*, SC 2001). Steps that are computed so are an *epoch*:
//!
//! ```text
//! rank 1 owns rows 10 … 19, epochs of 3 steps: gets 7 … 9 and 20 … 22 of step 6,
//! computes 8 … 21 of step 7, 9 … 20 of step 8, 10 … 19 of step 9, and sends of these
//! ```
//!
//! Of the last step a rank computes what those need that read it; but what is read around an edge
//! is sent, and so are the last steps once they are computed.

use super::around::once;
use super::messages::{Message, Messages};
use super::parts::{Part, Ranks};
use super::{Call, CoordinateBox, InTime, Policy, Span};

/// Steps in time that a rank computes without a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Epoch<'c> {
    /// The steps.
    pub times: Span,
    /// By axis, the coordinates that the rank computes of the last of them.
    pub computed: Vec<Span>,
    /// What travels before it, none for the first: of each message the box in the planes of the
    /// steps before, which are numbered from these `times` on, the newest -1.
    pub messages: Option<&'c Messages>,
}

/// The messages before epochs of a group.
#[derive(Clone, Debug, Default)]
pub(super) struct Halos {
    /// Before those from the second on.
    each: Messages,
    /// Before the last one, whose steps are as many as are left.
    last: Messages,
    /// After it.
    after: Messages,
}

/// Messages that a rank gets before several epochs.
pub(super) struct Received {
    /// Before how many.
    pub times: usize,
    /// What it gets before each of them.
    pub messages: Vec<Message>,
}

/// Which epoch of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Which {
    /// One that others follow.
    Early,
    /// The last one.
    Last,
    /// What follows it.
    After,
}

impl Ranks<'_> {
    /// The same with an exchange after so many steps of a group that iterates in time; or with none
    /// if it has no more.
    #[must_use]
    pub fn with_epochs(mut self, group: usize, steps: usize) -> Self {
        let iterates = self.table.steps[group].in_time.as_ref();
        if iterates.is_some_and(|in_time| !in_time.goes_around()) {
            self.policies[group] = Policy::Exchange;
            self.epochs[group] = isize::try_from(steps).unwrap_or(isize::MAX).max(1);
        }
        self
    }

    /// How many steps in time a group computes between two exchanges, if there are any.
    pub fn steps_of_epochs(&self, group: usize) -> Option<usize> {
        (self.epochs_of(group) > 1).then_some(self.epochs[group].unsigned_abs())
    }

    /// How many epochs a group has: at least one.
    pub(super) fn epochs_of(&self, group: usize) -> usize {
        let all = self.extents.times[group].len();
        let Some(in_time) = &self.table.steps[group].in_time else { return 1 };
        let left = all.saturating_sub(self.first_steps(in_time, group));
        match self.policies[group] {
            Policy::Everywhere | Policy::Rank => 1,
            Policy::Exchange => 1 + left.div_ceil(self.epochs[group].unsigned_abs()),
        }
    }

    /// Whether what a group stores is sent around the edges, and not computed beyond them.
    pub(super) fn travels_around(&self, group: usize) -> bool {
        let in_time = self.table.steps[group].in_time.as_ref();
        self.policies[group] == Policy::Exchange && in_time.is_some_and(InTime::goes_around)
    }

    /// How many steps the first epoch has: it ends where a block of them does.
    fn first_steps(&self, in_time: &InTime, group: usize) -> usize {
        let settled = if in_time.goes_around() { 0 } else { in_time.settled };
        self.epochs[group].saturating_add(settled).unsigned_abs()
    }

    /// The steps of an epoch.
    fn times_of(&self, group: usize, epoch: usize) -> Span {
        let all = self.extents.times[group];
        let Some(in_time) = &self.table.steps[group].in_time else { return all };
        let first_steps = self.first_steps(in_time, group);
        let steps_before = |epoch: usize| match epoch {
            0 => 0,
            _ => first_steps
                .saturating_add((epoch - 1).saturating_mul(self.epochs[group].unsigned_abs())),
        };
        let at = |steps: usize| all.first.saturating_add_unsigned(steps);
        Span::new(at(steps_before(epoch)), (at(steps_before(epoch + 1)) - 1).min(all.last))
    }

    /// The coordinates of a group that a rank needs, if these are needed of the last of some steps:
    /// on either side as many more as so many steps reach.
    fn wider(&self, group: usize, computed: &[Span], steps: isize) -> Vec<Span> {
        let Some(in_time) = &self.table.steps[group].in_time else { return computed.to_vec() };
        let more = |(axis, span): (usize, &Span)| {
            if span.is_empty() || in_time.each[axis] == 0 {
                return *span;
            }
            let by = in_time.each[axis].saturating_mul(steps);
            let wide = Span::new(span.first.saturating_sub(by), span.last.saturating_add(by));
            match in_time.around[axis] {
                true => wide,
                false => wide.intersection(self.extents.steps[group][axis]),
            }
        };
        computed.iter().enumerate().map(more).collect()
    }

    /// The coordinates that a place computes of the last step of an epoch; `last` are those of the
    /// last epoch.
    fn of_epoch(&self, group: usize, place: &[usize], last: &[Span], which: Which) -> Vec<Span> {
        match which {
            Which::Early => self.slice(group, place),
            Which::Last => last.to_vec(),
            Which::After => vec![Span::NONE; last.len()],
        }
    }

    /// All coordinates that a place computes of some step, where it computes these of the last.
    pub(super) fn reached(&self, group: usize, place: &[usize], computed: &[Span]) -> Vec<Span> {
        self.over_epochs(group, place, computed, &|in_time, steps| steps - 1 + in_time.more)
    }

    /// All points that a place has memory for of an array that a group stores.
    pub(super) fn kept(
        &self,
        array: usize,
        group: usize,
        place: &[usize],
        computed: &[Span],
    ) -> CoordinateBox {
        let reached = self.reached(group, place, computed);
        let all = match self.epochs_of(group) {
            1 => reached,
            _ => hull(
                &reached,
                &self.over_epochs(group, place, computed, &|in_time, steps| {
                    steps - 1 + in_time.back
                }),
            ),
        };
        self.stored_around(array, group, &self.with_ends(array, group, all))
    }

    /// These coordinates of an iteration, in rows of memory with as many more as steps read beyond
    /// an edge: vectors that reach beyond it are loaded from there on.
    fn with_ends(&self, array: usize, group: usize, mut all: Vec<Span>) -> Vec<Span> {
        let Some(in_time) = &self.table.steps[group].in_time else { return all };
        let last = self.whole(array).0.len() - 1;
        let cuts = self.cuts(array).into_iter().enumerate();
        for (axis, _) in cuts.filter(|(_, cut)| cut.is_some_and(|cut| cut.dim == last)) {
            if !in_time.around[axis] {
                all[axis] = self.wider(group, &all, in_time.back)[axis];
            }
        }
        all
    }

    /// What a group stores of an array while it computes these coordinates, with those beyond an
    /// edge in their place.
    fn stored_around(&self, array: usize, group: usize, computed: &[Span]) -> CoordinateBox {
        let mut region = self.stored_for(array, group, computed);
        let of = &self.table.steps[group];
        let Some(in_time) = &of.in_time else { return region };
        for (axis, cut) in self.cuts(array).into_iter().enumerate() {
            if let Some(cut) = cut.filter(|_| in_time.around[axis]) {
                region.0[cut.dim] = computed[axis];
            }
        }
        once(region, self.whole(array))
    }

    /// The hull of what epochs need, each as `steps` says that it reaches.
    fn over_epochs(
        &self,
        group: usize,
        place: &[usize],
        computed: &[Span],
        steps: &dyn Fn(&InTime, isize) -> isize,
    ) -> Vec<Span> {
        let Some(in_time) = &self.table.steps[group].in_time else { return computed.to_vec() };
        let epochs = self.epochs_of(group);
        let of = |epoch: usize, which: Which| {
            let length = self.times_of(group, epoch).len() as isize;
            let part = self.of_epoch(group, place, computed, which);
            self.wider(group, &part, steps(in_time, length).max(0))
        };
        let last = of(epochs - 1, Which::Last);
        match epochs {
            1 => last,
            // The first is the longest of the others.
            _ => hull(&of(0, Which::Early), &last),
        }
    }

    /// The points that a rank needs before an epoch that is not the first, in the planes of the
    /// steps before it; after all, those that other groups read.
    fn halo(&self, group: usize, part: &Part, which: Which) -> CoordinateBox {
        let of = &self.table.steps[group];
        let (Some(in_time), [stored]) = (&of.in_time, &of.stores[..]) else {
            return CoordinateBox(vec![Span::NONE]);
        };
        let epochs = self.epochs_of(group);
        let before = |epoch: usize| {
            let steps = self.times_of(group, epoch).len() as isize - 1 + in_time.back;
            let place = self.grid.place(part.rank);
            let computed = self.of_epoch(group, &place, &part.computed[group], which);
            self.stored_around(stored.array, group, &self.wider(group, &computed, steps))
        };
        let mut region = match which {
            Which::Early => before(1),
            Which::Last => before(epochs - 1),
            Which::After => part.required[stored.array].clone(),
        };
        region.0[in_time.dim] = self.planes(group, in_time, which);
        region
    }

    /// The planes that travel, counted from the steps that follow them.
    fn planes(&self, group: usize, in_time: &InTime, which: Which) -> Span {
        let planes = match which {
            Which::Early | Which::Last => in_time.back,
            Which::After => {
                let all = self.extents.times[group].len() as isize;
                in_time.read.map_or(all, |read| read.min(all))
            }
        };
        Span::new(-planes, -1)
    }

    /// Whether there are messages before such an epoch of a group.
    fn has(&self, group: usize, which: Which) -> bool {
        match which {
            Which::Early => self.epochs_of(group) > 2,
            Which::Last => self.epochs_of(group) > 1,
            Which::After => self.travels_around(group),
        }
    }

    /// What a rank gets before epochs of a group from the second on.
    pub(super) fn halos_received(&self, group: usize, part: &Part) -> Halos {
        let received = |which: Which| {
            let received = match &self.table.steps[group].stores[..] {
                [stored] if self.has(group, which) => {
                    self.senders(part.rank, stored.array, &self.halo(group, part, which))
                }
                _ => Vec::new(),
            };
            Messages { sent: Vec::new(), received }
        };
        Halos {
            each: received(Which::Early),
            last: received(Which::Last),
            after: received(Which::After),
        }
    }

    /// Adds what a rank sends to another one before epochs of a group.
    pub(super) fn add_sent(&self, group: usize, halos: &mut Halos, rank: usize, to: &Part) {
        let (own, other) = (self.grid.place(rank), self.grid.place(to.rank));
        let of = &self.table.steps[group];
        let (Some(in_time), [stored]) = (&of.in_time, &of.stores[..]) else { return };
        if !self.beside(stored.array, &own, &other) {
            return;
        }
        let mut owned = self.stored_for(stored.array, group, &self.slice(group, &own));
        let mut add = |which: Which, messages: &mut Messages| {
            if self.has(group, which) {
                owned.0[in_time.dim] = self.planes(group, in_time, which);
                let halo = self.halo(group, to, which);
                let parts = self.parts_of(stored.array, &halo, &owned).into_iter();
                messages.sent.extend(parts.map(|part| Message { rank: to.rank, part }));
            }
        };
        add(Which::Early, &mut halos.each);
        add(Which::Last, &mut halos.last);
        add(Which::After, &mut halos.after);
    }

    /// What a rank gets before the epochs of a group from the second on.
    pub(super) fn received_in_epochs(&self, group: usize, part: &Part) -> Vec<Received> {
        let Halos { each, last, after } = self.halos_received(group, part);
        let of = |times: usize, of: Messages| Received { times, messages: of.received };
        let early = self.epochs_of(group).saturating_sub(2);
        vec![of(early, each), of(1, last), of(1, after)]
    }

    /// How many points a rank computes of a group that iterates in time.
    pub(super) fn points_in_time(&self, group: usize, part: &Part) -> f64 {
        let of = &self.table.steps[group];
        let (Some(in_time), [stored]) = (&of.in_time, &of.stores[..]) else { return 0.0 };
        let place = self.grid.place(part.rank);
        let of_epoch = |epoch: usize, which: Which| {
            let steps = self.times_of(group, epoch).len();
            let computed = self.of_epoch(group, &place, &part.computed[group], which);
            // As wide as the step in the middle.
            let wide = self.wider(group, &computed, steps as isize / 2 + in_time.more);
            let CoordinateBox(mut spans) = self.stored_for(stored.array, group, &wide);
            spans[in_time.dim] = Span::new(1, steps as isize);
            spans.iter().map(|span| span.len() as f64).product::<f64>()
        };
        let epochs = self.epochs_of(group);
        let last = of_epoch(epochs - 1, Which::Last);
        match epochs {
            1 => last,
            2 => of_epoch(0, Which::Early) + last,
            _ => {
                let between = (epochs - 2) as f64 * of_epoch(1, Which::Early);
                of_epoch(0, Which::Early) + between + last
            }
        }
    }
}

impl Call<'_> {
    /// What this rank computes of a group that iterates in time, epoch by epoch; behind the last
    /// one, where its steps are sent around the edges, one of no coordinates.
    pub fn epochs(&self, group: usize) -> impl Iterator<Item = Epoch<'_>> {
        let ranks = self.ranks();
        let place = ranks.grid.place(self.part().rank);
        let epochs = ranks.epochs_of(group);
        let Halos { each, last, after } = self.halos(group);
        let behind = usize::from(ranks.has(group, Which::After));
        (0..epochs + behind).map(move |epoch| {
            let (which, messages) = match epoch + 1 {
                number if number < epochs => (Which::Early, each),
                number if number == epochs => (Which::Last, last),
                _ => (Which::After, after),
            };
            let computed = &self.part().computed[group];
            Epoch {
                times: ranks.times_of(group, epoch),
                computed: ranks.of_epoch(group, &place, computed, which),
                messages: (epoch > 0).then_some(messages),
            }
        })
    }
}

/// By axis, the coordinates of either.
fn hull(a: &[Span], b: &[Span]) -> Vec<Span> {
    a.iter().zip(b).map(|(a, b)| a.hull(*b)).collect()
}
