//! What a rank sends and gets: the ghost zones of its arrays (*Distributed Halide*, Section 4.2).

use super::around::times_around;
use super::epochs::{Halos, Received};
use super::parts::{Part, Ranks};
use super::slices::Slices;
use super::{CoordinateBox, Cut, Owner, Parts, Sharing, Span};

/// A box of points that goes to a rank, or comes from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// The other rank.
    pub rank: usize,
    /// The points.
    pub part: CoordinateBox,
}

/// The messages of a rank about an array.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Messages {
    /// Those that it sends, by the number of the rank.
    pub sent: Vec<Message>,
    /// Those that it gets.
    pub received: Vec<Message>,
}

/// A message from rank to rank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Traffic {
    /// The array.
    pub array: String,
    /// Who sends it.
    pub from: usize,
    /// Who gets it.
    pub to: usize,
    /// How long it is.
    pub bytes: usize,
}

/// What a rank gets of an array in a call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Got {
    /// In so many messages.
    pub messages: usize,
    /// So many points.
    pub points: usize,
}

/// A step of combining a reduction along a binomial tree, as one rank takes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hand {
    /// It gets what this rank has, and gives it the whole later.
    From(usize),
    /// It gives this rank what it has, and gets the whole later.
    To(usize),
}

/// The binomial tree of a reduction (MPI implementations have it: Thakur, Rabenseifner and Gropp,
/// IJHPCA 2005, Section 4): whom a rank combines a reduction with, in order: some that hand theirs
/// to it, then one that it hands its own to. The first rank has the whole then, and it goes back
/// the same way.
pub fn tree(rank: usize, ranks: usize) -> Vec<Hand> {
    let mut hands = Vec::new();
    let mut step = 1;
    while step < ranks {
        if !rank.is_multiple_of(2 * step) {
            hands.push(Hand::To(rank - step));
            break;
        }
        if rank + step < ranks {
            hands.push(Hand::From(rank + step));
        }
        step *= 2;
    }
    hands
}

/// A call as one of its ranks sees it.
#[derive(Clone, Debug)]
pub struct Call<'t> {
    ranks: Ranks<'t>,
    part: Part,
    messages: Vec<Messages>,
    /// By group, the messages between its epochs.
    halos: Vec<Halos>,
}

impl<'t> Call<'t> {
    /// The call of one of these ranks.
    pub fn new(ranks: Ranks<'t>, rank: usize) -> Call<'t> {
        let part = ranks.part(rank);
        let arrays = 0..ranks.table.arrays.len();
        let received =
            |array| Messages { sent: Vec::new(), received: ranks.received(&part, array) };
        let mut messages: Vec<Messages> = arrays.map(received).collect();
        let groups = 0..ranks.table.steps.len();
        let mut halos: Vec<Halos> =
            groups.map(|group| ranks.halos_received(group, &part)).collect();
        for other in (0..ranks.count()).filter(|other| *other != rank) {
            let required = ranks.part(other);
            for (array, of) in messages.iter_mut().enumerate() {
                let wanted = ranks.sends(&part, &required, array);
                of.sent.extend(wanted.into_iter().map(|part| Message { rank: other, part }));
            }
            for (group, halos) in halos.iter_mut().enumerate() {
                ranks.add_sent(group, halos, rank, &required);
            }
        }
        Call { ranks, part, messages, halos }
    }

    /// All ranks.
    pub fn ranks(&self) -> &Ranks<'t> {
        &self.ranks
    }

    /// What this one has.
    pub fn part(&self) -> &Part {
        &self.part
    }

    /// Its messages about an array.
    pub fn messages(&self, array: usize) -> &Messages {
        &self.messages[array]
    }

    /// The messages between the epochs of a group.
    pub(super) fn halos(&self, group: usize) -> &Halos {
        &self.halos[group]
    }

    /// What it computes in a group before and after messages about some arrays have come.
    pub fn parts(&self, step: usize, awaited: &[usize]) -> Parts {
        self.ranks.parts(&self.part, step, awaited)
    }
}

/// Messages of a rank to another one.
struct Incoming {
    /// How many are alike.
    times: usize,
    from: usize,
    points: usize,
}

impl Ranks<'_> {
    /// All messages of a call, by the array that they are about, and by their receiver.
    pub fn traffic(&self) -> Vec<Traffic> {
        let parts: Vec<Part> = (0..self.count()).map(|rank| self.part(rank)).collect();
        let arrays = self.table.arrays.iter().enumerate();
        let of = |(number, array): (usize, &super::Array)| {
            let of_rank = |part: &Part| {
                let of = |incoming: Incoming| {
                    let bytes = incoming.points * array.bytes;
                    let array = array.name.clone();
                    let one = Traffic { array, from: incoming.from, to: part.rank, bytes };
                    std::iter::repeat_n(one, incoming.times)
                };
                self.incoming(part, number).into_iter().flat_map(of).collect::<Vec<_>>()
            };
            parts.iter().flat_map(of_rank).collect::<Vec<_>>()
        };
        arrays.flat_map(of).collect()
    }

    /// What a rank gets of an array in all.
    pub fn got(&self, part: &Part, array: usize) -> Got {
        self.incoming(part, array).iter().fold(Got::default(), |all, of| Got {
            messages: all.messages + of.times,
            points: all.points + of.times * of.points,
        })
    }

    /// Every message about an array that a rank gets.
    fn incoming(&self, part: &Part, array: usize) -> Vec<Incoming> {
        let with = |times: usize| {
            move |Message { rank, part }: Message| Incoming {
                times,
                from: rank,
                points: part.points(),
            }
        };
        let combined = self.is_combined(array).then(|| tree(part.rank, self.count()));
        // Each hand gives something: what it has, or the whole.
        let hands = combined.into_iter().flatten().map(|hand| match hand {
            Hand::From(from) | Hand::To(from) => from,
        });
        let relay = self.in_turn(array).map(|step| self.relay(step, part.rank));
        let handed = relay.into_iter().flat_map(|relay| relay.after.into_iter().chain(relay.whole));
        let of_all = |from| Incoming { times: 1, from, points: self.whole(array).points() };
        let hands = hands.chain(handed).map(of_all);
        let between = match self.table.arrays[array].owner {
            Owner::Slices(_) | Owner::Apart(_) => Vec::new(),
            Owner::Step(step) => self.received_in_epochs(step, part),
        };
        let between = between
            .into_iter()
            .flat_map(|Received { times, messages }| messages.into_iter().map(with(times)));
        self.received(part, array).into_iter().map(with(1)).chain(hands).chain(between).collect()
    }

    /// Whether an array is a reduction that ranks combine.
    pub fn is_combined(&self, array: usize) -> bool {
        match self.table.arrays[array].owner {
            Owner::Slices(_) | Owner::Apart(_) => false,
            Owner::Step(step) => self.table.steps[step].sharing.is_some_and(Sharing::combines),
        }
    }

    /// What a rank sends another one of an array: a box, or several where that one goes around an
    /// edge.
    fn sends(&self, from: &Part, to: &Part, array: usize) -> Vec<CoordinateBox> {
        let (own, other) = (self.grid.place(from.rank), self.grid.place(to.rank));
        if !self.travels(array) || !self.beside(array, &own, &other) {
            return Vec::new();
        }
        self.parts_of(array, &to.required[array], &from.owned[array])
    }

    /// What of a box, which may be beyond the edges, another one of an array has along the
    /// dimensions that are cut: a box, or several where the first goes around an edge.
    pub(super) fn parts_of(
        &self,
        array: usize,
        of: &CoordinateBox,
        owned: &CoordinateBox,
    ) -> Vec<CoordinateBox> {
        let along: Vec<usize> = self.cuts(array).iter().flatten().map(|cut| cut.dim).collect();
        let mut within = of.clone();
        for (dim, span) in within.0.iter_mut().enumerate().filter(|(dim, _)| !along.contains(dim)) {
            *span = span.intersection(owned.0[dim]);
        }
        let mut wanted = vec![within];
        for dim in along {
            let of = |region: &CoordinateBox| {
                let with = |span: Span| {
                    let mut region = region.clone();
                    region.0[dim] = span.intersection(owned.0[dim]);
                    region
                };
                let spans = times_around(region.0[dim], self.whole(array).0[dim]);
                spans.into_iter().map(with).collect::<Vec<_>>()
            };
            wanted = wanted.iter().flat_map(of).collect();
        }
        wanted.retain(|region| !region.is_empty());
        wanted
    }

    /// Whether two places tell each other of an array: along an axis that is not cut ranks have the
    /// same of it, and nobody asks farther than needed.
    pub(super) fn beside(&self, array: usize, own: &[usize], other: &[usize]) -> bool {
        let cuts = self.cuts(array);
        (0..cuts.len()).all(|axis| cuts[axis].is_some() || own[axis] == other[axis])
    }

    /// What a rank gets of an array, by the number of the sender. Senders are found by arithmetic:
    /// slices follow one another along every axis.
    pub fn received(&self, part: &Part, array: usize) -> Vec<Message> {
        let required = &part.required[array];
        if !self.travels(array) || required.is_empty() || part.owned[array].contains(required) {
            return Vec::new();
        }
        self.senders(part.rank, array, required)
    }

    /// Who owns the points of a box of an array, and which of them; a rank itself is left out.
    pub(super) fn senders(
        &self,
        rank: usize,
        array: usize,
        required: &CoordinateBox,
    ) -> Vec<Message> {
        let (own, cuts) = (self.grid.place(rank), self.cuts(array));
        let mut senders = vec![(Vec::new(), required.clone())];
        for (axis, cut) in cuts.iter().enumerate() {
            let of = |(place, region): &(Vec<usize>, CoordinateBox)| {
                let at = |at: usize| [place.as_slice(), &[at]].concat();
                let Some(cut) = cut else { return vec![(at(own[axis]), region.clone())] };
                let of_place = |number: usize, span: Span| {
                    let mut region = region.clone();
                    let owned = self.owned_at(array, axis, *cut, number);
                    region.0[cut.dim] = span.intersection(owned);
                    (at(number), region)
                };
                let of_span = |span: Span| {
                    let places = self.places(array, axis, *cut, span);
                    places.map(|number| of_place(number, span)).collect::<Vec<_>>()
                };
                let spans = times_around(region.0[cut.dim], self.whole(array).0[cut.dim]);
                spans.into_iter().flat_map(of_span).collect()
            };
            senders = senders.iter().flat_map(of).collect();
        }
        let message = |(place, part): (Vec<usize>, CoordinateBox)| {
            let rank = self.grid.rank(&place);
            (place != own && !part.is_empty()).then_some(Message { rank, part })
        };
        senders.into_iter().filter_map(message).collect()
    }

    /// The places along an axis that own some of these coordinates, and perhaps some between that
    /// own nothing.
    fn places(&self, array: usize, axis: usize, cut: Cut, of: Span) -> std::ops::Range<usize> {
        let owned = |place| self.owned_at(array, axis, cut, place);
        let count = match self.table.arrays[array].owner {
            Owner::Slices(_) | Owner::Step(_) => self.slices[axis].count(),
            Owner::Apart(_) => {
                Slices::new(self.whole(array).0[cut.dim], self.grid.along(axis)).count()
            }
        };
        let first = partition(count, |place| owned(place).last < of.first);
        first..partition(count, |place| owned(place).first <= of.last).max(first)
    }

    /// The coordinates of an array that a place along an axis owns.
    pub(super) fn owned_at(&self, array: usize, axis: usize, cut: Cut, place: usize) -> Span {
        let whole = self.whole(array).0[cut.dim];
        match self.table.arrays[array].owner {
            Owner::Slices(_) => self.slices[axis].of(place, cut.rate, whole),
            Owner::Apart(_) => Slices::new(whole, self.grid.along(axis)).of(place, cut.rate, whole),
            Owner::Step(step) => match self.table.steps[step].rates[axis] {
                None => whole,
                Some(rate) => {
                    let all = self.extents.steps[step][axis];
                    let computed = self.slices[axis].of(place, rate, all);
                    super::parts::stored_span(computed, all, cut.rate, whole)
                }
            },
        }
    }
}

/// How many numbers there are from 0 on, below a count, that something holds for: it does for no
/// number after one that it does not hold for.
fn partition(count: usize, holds: impl Fn(usize) -> bool) -> usize {
    let (mut least, mut most) = (0, count);
    while least < most {
        let middle = least + (most - least) / 2;
        if holds(middle) { least = middle + 1 } else { most = middle }
    }
    least
}
