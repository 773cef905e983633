//! Whether iterations of a loop may run together: whether all accesses that come in another order
//! then are to different places.

use crate::ir::{Affine, VarId};
use crate::loops::dependence::race::{Effect, LoopAt, Race, Touch, touches};
use crate::loops::dependence::{Meets, meets};
use crate::loops::{Buffer, Hold, Stmt};

/// A block of iterations.
pub(super) struct JamBlock<'a> {
    /// The loop.
    pub of: LoopAt<'a>,
    /// The first iteration.
    pub at: &'a Affine,
    /// How many there are.
    pub by: i64,
    /// How many points of the innermost loop each is behind the one before it.
    pub skew: i64,
}

/// An access of an iteration of a block.
struct IterationAccess {
    iteration: i64,
    touch: Touch,
}

/// Whether an access of an iteration, and one of a later iteration, may come in any order or are in
/// the right one.
type InOrder<'a> = dyn Fn(&IterationAccess, &IterationAccess, &Buffer) -> bool + 'a;

impl JamBlock<'_> {
    /// Two accesses that may be to one place, one of them storing, and that come in another order
    /// where those statements of the body run together of which that is said, and the others
    /// iteration by iteration.
    pub fn race(&self, body: &[Stmt], is_jammed: &[bool]) -> Option<Race> {
        let found = touches(self.of, body);
        let apart = |a: &IterationAccess, b: &IterationAccess, buffer: &Buffer| {
            a.touch.is_apart(&b.touch, buffer, self.of.setting.least)
        };
        for (later, stmt) in body.iter().enumerate() {
            // An earlier statement comes first for all iterations.
            let mut earlier = found[..later].iter();
            if let Some(race) = earlier.find_map(|e| self.swapped(&found[later], e, &apart)) {
                return Some(race);
            }
            let race = match (is_jammed[later], points(stmt)) {
                (false, _) => None,
                (true, Some((inner, points))) if self.skew != 0 => {
                    let own = touches(self.of, points).concat();
                    self.swapped(&own, &own, &|a, b, buffer| self.is_behind(a, b, buffer, inner))
                }
                (true, _) => self.swapped(&found[later], &found[later], &apart),
            };
            if race.is_some() {
                return race;
            }
        }
        None
    }

    /// One of the first accesses in an iteration and one of the second in a later one that may
    /// race.
    fn swapped(&self, first: &[Touch], second: &[Touch], in_order: &InOrder<'_>) -> Option<Race> {
        for a in first {
            let stores = |b: &&Touch| Effect::Store == a.effect || Effect::Store == b.effect;
            let others = second.iter().filter(|b| b.stage == a.stage).filter(stores);
            let buffer = self.of.setting.stages[a.stage.0].as_ref()?;
            for b in others {
                for (i, j) in (0..self.by).flat_map(|j| (0..j).map(move |i| (i, j))) {
                    let (a, b) = (self.access(a, i), self.access(b, j));
                    if !in_order(&a, &b, buffer) {
                        let (store, other) = match a.touch.effect {
                            Effect::Store => (a.touch, b.touch),
                            Effect::Load => (b.touch, a.touch),
                        };
                        return Some(Race { var: self.of.var, store, other });
                    }
                }
            }
        }
        None
    }

    fn access(&self, touch: &Touch, iteration: i64) -> IterationAccess {
        IterationAccess { iteration, touch: touch.with(self.of.var, &self.at.offset(iteration)) }
    }

    /// Whether accesses along an inner loop are to one place only where that of the former
    /// iteration still comes first: in an earlier compute, or as a load of the compute that stores.
    fn is_behind(
        &self,
        a: &IterationAccess,
        b: &IterationAccess,
        buffer: &Buffer,
        inner: VarId,
    ) -> bool {
        let skewed = |access: &IterationAccess| {
            let behind = Affine::from(inner).offset(-self.skew * access.iteration);
            access.touch.with(inner, &behind)
        };
        let (a, b) = (skewed(a), skewed(b));
        let loads_first = (a.effect, b.effect) == (Effect::Load, Effect::Store);
        let mut dims = a.at.iter().zip(&b.at).enumerate();
        dims.any(|(d, (a, b))| match (buffer.hold(d), a.exact(), b.exact()) {
            (Hold::Whole | Hold::Part(_), Some(a), Some(b)) => match meets(a, b, Some(inner)) {
                Meets::Never => true,
                Meets::After(points) => points < 0 || (points == 0 && loads_first),
                Meets::Always | Meets::Unknown => false,
            },
            (Hold::Whole | Hold::Part(_), _, _) | (Hold::Current | Hold::Circular(_), _, _) => {
                false
            }
        })
    }
}

/// The loop of a statement that holds one compute and nothing else, as its variable and its body.
fn points(stmt: &Stmt) -> Option<(VarId, &[Stmt])> {
    match stmt {
        Stmt::For { var, body, .. } if matches!(body[..], [Stmt::Compute(_)]) => Some((*var, body)),
        Stmt::For { .. }
        | Stmt::Let { .. }
        | Stmt::When { .. }
        | Stmt::Scratch { .. }
        | Stmt::Copy(_)
        | Stmt::Compute(_) => None,
    }
}
