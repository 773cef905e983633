//! Which groups are sent and which are computed again: what should take the least time.
//!
//! *Distributed Halide* (PPoPP 2016), Section 3.4, leaves the choice to the user. Here it follows
//! from the network, the sizes and the number of ranks of a call, so that one program has the right
//! one everywhere; all ranks find the same.

use super::{Network, Policy, Ranks};

/// What a call should take with each policy of one group, where those of the others stay: in
/// nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choices {
    /// With [`Policy::Exchange`].
    pub exchange: f64,
    /// With [`Policy::Rank`].
    pub rank: f64,
    /// With [`Policy::Everywhere`].
    pub everywhere: f64,
}

/// Something else is chosen only where it is faster by more than a prediction is worth.
const MARGIN: f64 = 0.98;

impl Ranks<'_> {
    /// The same with the policies that take the least time, but for what the user asks for: the
    /// small groups everywhere, up to some number of points, as the coarse levels of a pyramid are;
    /// then, from the last group to the first, those on every rank that needs them for which that
    /// is faster; then the steps in time between two exchanges.
    pub(super) fn chosen(mut self, network: Network) -> Self {
        self.network = Some(network);
        if self.count() == 1 {
            return self;
        }
        let mut least = self.slowest(network);
        let free = self.free();
        let mut best = self.policies.clone();
        // Each of them alone saves nothing: its neighbours have messages still.
        let mut sizes: Vec<usize> = free.iter().map(|step| self.points(*step)).collect();
        sizes.sort_unstable();
        sizes.dedup();
        let start = self.policies.clone();
        for most in sizes {
            self.policies.clone_from(&start);
            for step in &free {
                if self.points(*step) <= most {
                    self.policies[*step] = Policy::Everywhere;
                }
            }
            let time = self.slowest(network);
            if time < least * MARGIN {
                (least, best) = (time, self.policies.clone());
            }
        }
        self.policies = best;
        for step in free.into_iter().rev() {
            let before = self.policies[step];
            if before == Policy::Everywhere {
                continue;
            }
            self.policies[step] = Policy::Rank;
            let time = self.slowest(network);
            match time < least * MARGIN {
                true => least = time,
                false => self.policies[step] = before,
            }
        }
        for group in 0..self.table.steps.len() {
            least = self.with_best_epochs(group, least, network);
        }
        self
    }

    /// What the policy of a group was chosen from, if it was.
    pub fn choices(&self, step: usize) -> Option<Choices> {
        let network = self.network.filter(|_| self.count() > 1 && self.free().contains(&step))?;
        let with = |policy: Policy| {
            let mut other = self.clone();
            other.policies[step] = policy;
            other.slowest(network)
        };
        Some(Choices {
            exchange: with(Policy::Exchange),
            rank: with(Policy::Rank),
            everywhere: with(Policy::Everywhere),
        })
    }

    /// Gives a group that iterates in time the epochs that take the least time, if that is less
    /// than before: one, or some of one, two, four blocks, and so on. What all of it takes then.
    fn with_best_epochs(&mut self, group: usize, mut least: f64, network: Network) -> f64 {
        let of = &self.table.steps[group];
        let (Some(in_time), None) = (&of.in_time, of.policy) else { return least };
        if in_time.goes_around() {
            return least;
        }
        let all = self.extents.times[group].len() as isize;
        let mut best = (self.policies[group], self.epochs[group]);
        let mut steps = in_time.block;
        while steps < all - in_time.settled {
            (self.policies[group], self.epochs[group]) = (Policy::Exchange, steps);
            let time = self.slowest(network);
            if time < least * MARGIN {
                (least, best) = (time, (Policy::Exchange, steps));
            }
            steps = steps.saturating_mul(2);
        }
        (self.policies[group], self.epochs[group]) = best;
        least
    }

    /// The groups that a choice is left for: those whose points are of several ranks and whose
    /// arrays are no results, which stay where they are.
    fn free(&self) -> Vec<usize> {
        let is_cut = |step: &usize| self.table.steps[*step].rates.iter().any(Option::is_some);
        let is_free = |step: &usize| {
            let of = &self.table.steps[*step];
            of.policy.is_none() && of.in_time.is_none() && !self.table.stores_result(*step)
        };
        (0..self.table.steps.len()).filter(|step| is_cut(step) && is_free(step)).collect()
    }

    /// The points that a group stores in all.
    fn points(&self, step: usize) -> usize {
        let stores = self.table.steps[step].stores.iter();
        stores.map(|stored| self.whole(stored.array).points()).fold(0, usize::saturating_add)
    }
}
