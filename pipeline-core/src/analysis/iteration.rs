//! Iteration in time: a stage each of whose steps is computed from the steps before it.
//!
//! PolyMage, Section 2, has them as time-iterated functions. What is found out here is what a few
//! steps of one have to know to be computed together: how far back a step reads, when conditions on
//! the time have settled, and which of the newest steps others read.

use super::causal::{Causal, Obstacle, causal};
use super::integer::Facts;
use super::reads::for_each_read;
use super::regions::piece;
use super::scope::Scope;
use super::solve::{Solved, solve};
use crate::ir::{Affine, Atom, Index, Pipeline, Source, Stage, StageId, TestOp, VarId};

/// No more steps than these are looked at as neighbours in time.
const MOST: i64 = 16;

/// A stage whose outermost order is a time.
#[derive(Clone, Debug, PartialEq)]
pub struct Iteration {
    /// The dimension that is the time.
    pub dim: usize,
    /// The first step.
    pub first: Affine,
    /// The last step.
    pub last: Affine,
    /// The most steps that a step reads back, at least 1.
    pub back: i64,
    /// Steps from the first on after which every read of the stage itself is inside its domain in
    /// time, and conditions on the time are no longer about the first steps: at least `back`.
    pub settled: i64,
    /// Steps before the end of which conditions on the time are about the last steps.
    pub ending: i64,
}

/// Which steps of a stage are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Newest {
    /// The dimension that is the time.
    pub dim: usize,
    /// The most steps that a step reads back.
    pub own: i64,
    /// How many of the last steps others read.
    pub others: i64,
}

/// How a stage iterates in time; `None` if it does not, or not in steps at constant distances, or
/// if its points need not wait for each other's steps, as in a scan.
pub fn iteration(p: &Pipeline, facts: &Facts, id: StageId) -> Option<Iteration> {
    let stage = &p.stages[id.0];
    if !stage.updates.is_empty() || !stage.reads_itself(id) {
        return None;
    }
    let order = causal(p, facts, id).ok()?;
    let [serial] = order.serial.as_slice() else { return None };
    if !serial.rising || order.free.iter().all(|f| f.local) {
        return None;
    }
    let dim = serial.dim;
    let interval = &stage.domain.0[dim];
    let ([first], [last]) = (interval.lo.as_slice(), interval.hi.as_slice()) else { return None };
    let mut distances: Vec<Option<i64>> = Vec::new();
    for case in &stage.cases {
        case.value.for_each_read(&mut |_, _, source, index| {
            if source == Source::Stage(id) {
                let Index::Affine(a) = &index[dim] else { return distances.push(None) };
                distances.push(Affine::from(VarId(dim)).sub(a).as_constant());
            }
        });
    }
    let distances: Option<Vec<i64>> = distances.into_iter().collect();
    let distances = distances.filter(|all| all.iter().all(|k| (1..=MOST).contains(k)))?;
    let back = distances.into_iter().max()?;
    let (mut settled, mut ending) = (back, 0);
    let few = |steps: Affine| steps.as_constant().filter(|k| (0..=MOST).contains(k));
    for changes in changes(stage, dim) {
        match (few(changes.sub(first)), few(last.sub(&changes).offset(1))) {
            (Some(steps), _) => settled = settled.max(steps),
            (None, Some(steps)) => ending = ending.max(steps),
            (None, None) => {}
        }
    }
    Some(Iteration { dim, first: first.clone(), last: last.clone(), back, settled, ending })
}

/// The times from which on a condition on the time alone has another value than before.
fn changes(stage: &Stage, dim: usize) -> impl Iterator<Item = Affine> + '_ {
    let tests = stage.cases.iter().flat_map(|c| &c.region.tests);
    let bounds = tests.filter(|t| t.op == TestOp::NonNegative);
    bounds.filter_map(move |test| match solve(&test.affine, &Atom::Var(VarId(dim))) {
        Solved::Lower(least) => Some(least),
        Solved::Upper(most) => Some(most.offset(1)),
        Solved::Free | Solved::Mixed => None,
    })
}

/// Which steps of the outermost serial dimension of a stage that reads itself have to be there:
/// those it reads, and the last ones, if others read no more than those.
///
/// `None` for a live-out, for a dimension that is the innermost in memory, and where a read at
/// another distance, or one that may be redirected there, cannot be excluded.
pub fn newest(p: &Pipeline, facts: &Facts, id: StageId) -> Option<Newest> {
    let stage = &p.stages[id.0];
    if p.outputs.contains(&id) || !stage.updates.is_empty() || !stage.reads_itself(id) {
        return None;
    }
    let first = causal(p, facts, id).ok()?.serial.first().copied().filter(|s| s.rising)?;
    let dim = first.dim;
    let [last] = &stage.domain.0[dim].hi[..] else { return None };
    let mut found = (dim + 1 < stage.rank()).then_some(Newest { dim, own: 0, others: 0 })?;
    let mut see = |of: &Stage, own: bool| {
        for case in &of.cases {
            let piece = piece(&of.domain, &case.region);
            let scope = Scope::new(facts, &piece);
            for_each_read(&case.value, &mut |read, _| {
                if read.source != Source::Stage(id) {
                    return;
                }
                let newest = if own { VarId(dim).into() } else { last.clone() };
                let back = match &read.index[dim] {
                    Index::Affine(a) => Some(newest.sub(a)).and_then(|back| {
                        let inside = |lo: &Affine| scope.proves(&a.sub(lo));
                        back.as_constant().filter(|_| stage.domain.0[dim].lo.iter().all(inside))
                    }),
                    Index::Value(_) => None,
                };
                let back = back.filter(|k| (0..MOST).contains(k)).unwrap_or(MOST);
                match own {
                    true => found.own = found.own.max(back),
                    false => found.others = found.others.max(back + 1),
                }
            });
        }
    };
    for (i, of) in p.stages.iter().enumerate() {
        see(of, i == id.0);
        of.updates.iter().for_each(|u| see(&u.as_stage(of), false));
    }
    (found.own < MOST && found.others <= MOST).then_some(found)
}

/// The order in which a stage that reads itself is computed: [`causal`], but where only the newest
/// coordinates of a dimension are kept, all that is done at one comes before the next.
///
/// # Errors
/// A read for which there is no order.
pub fn serial_order(p: &Pipeline, facts: &Facts, id: StageId) -> Result<Causal, Obstacle> {
    let mut order = causal(p, facts, id)?;
    order.monotone &= newest(p, facts, id).is_none();
    Ok(order)
}

impl Newest {
    /// How many steps must stay when one more is computed.
    pub fn kept(self) -> i64 {
        self.own.max(self.others)
    }

    /// The length of a circular buffer of steps, a power of two, in which `steps` of them are
    /// computed from the ones before while none of those may be overwritten, and no others than the
    /// newest [`kept`](Newest::kept) are stored.
    pub fn circular(self, steps: i64) -> i64 {
        let kept = self.kept();
        // Relative to the first step of them: those stored, and those that must stay meanwhile.
        let (first, last) = ((steps - kept).max(0), steps - 1);
        let oldest = -self.own.max(kept - steps);
        let mut circular = (self.own + 1).max(self.others).max(1) as u64;
        circular = circular.next_power_of_two();
        let meets = |n: i64| (first + 1..=last - oldest).any(|distance| distance % n == 0);
        while meets(circular as i64) {
            circular *= 2;
        }
        circular as i64
    }
}

#[cfg(test)]
mod tests;
