//! Reductions that ranks make in turn: each makes its updates to what those before it have come to,
//! so that they are in the order of one machine, whatever the number of ranks.

use super::messages::{Hand, tree};
use super::{Call, Owner, Ranks, Sharing};

/// What a rank does with a reduction that ranks make in turn; the first one has its first values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Relay {
    /// Whom it gets the reduction from to make its updates.
    pub after: Option<usize>,
    /// Who makes the next updates.
    pub before: Option<usize>,
    /// Whom it gets the reduction from when all updates are made; the last one has it.
    pub whole: Option<usize>,
    /// To whom it gives it then, in order.
    pub to: Vec<usize>,
}

impl Ranks<'_> {
    /// The group of which an array is the result, if ranks make its updates in turn.
    pub fn in_turn(&self, array: usize) -> Option<usize> {
        match self.table.arrays[array].owner {
            Owner::Step(step) if self.table.steps[step].sharing == Some(Sharing::InTurn) => {
                Some(step)
            }
            Owner::Step(_) | Owner::Slices(_) | Owner::Apart(_) => None,
        }
    }

    /// The ranks that have a turn, in order: the first one, and those that have updates to make.
    pub fn turns(&self, step: usize) -> impl DoubleEndedIterator<Item = usize> {
        (0..self.count()).filter(move |rank| self.has_turn(step, *rank))
    }

    fn has_turn(&self, step: usize, rank: usize) -> bool {
        let slice = self.slice(step, &self.grid.place(rank));
        rank == 0 || slice.iter().all(|span| !span.is_empty())
    }

    /// What a rank does with a reduction, by the group that makes it.
    pub fn relay(&self, step: usize, rank: usize) -> Relay {
        let count = self.count();
        let mut relay = Relay::default();
        if self.has_turn(step, rank) {
            relay.after = (0..rank).rev().find(|other| self.has_turn(step, *other));
            relay.before = (rank + 1..count).find(|other| self.has_turn(step, *other));
        }
        // The tree of a reduction, from the last rank that has a turn and the other way.
        let last = self.turns(step).next_back().unwrap_or(0);
        for hand in tree((rank + count - last) % count, count).into_iter().rev() {
            match hand {
                Hand::From(to) => relay.to.push((to + last) % count),
                Hand::To(from) => relay.whole = Some((from + last) % count),
            }
        }
        relay
    }
}

impl Call<'_> {
    /// What this rank does with an array, a reduction that ranks make in turn.
    pub fn relay(&self, array: usize) -> Relay {
        let of = |step| self.ranks().relay(step, self.part().rank);
        self.ranks().in_turn(array).map(of).unwrap_or_default()
    }
}
