//! Which planes of an iteration in time have to be kept.

use crate::analysis::causal::causal;
use crate::analysis::integer::Facts;
use crate::analysis::reads::for_each_read;
use crate::analysis::regions::piece;
use crate::analysis::scope::Scope;
use crate::ir::{Affine, Index, Pipeline, Source, Stage, StageId, VarId};

/// More coordinates than this are not worth a ring.
const MOST: i64 = 16;

/// The outermost serial dimension of a stage and how many of its newest coordinates must be kept, a
/// power of two, where that is less than all of them: the stage reads itself so far back at most,
/// and others read only what is newest at the end.
///
/// `None` for a live-out, for a dimension that is the innermost in memory, and where a read at
/// another distance, or one that may be redirected there, cannot be excluded.
pub fn ring(p: &Pipeline, facts: &Facts, id: StageId) -> Option<(usize, i64)> {
    let stage = &p.stages[id.0];
    if p.outputs.contains(&id) || !stage.updates.is_empty() || !stage.reads_itself(id) {
        return None;
    }
    let first = causal(p, facts, id).ok()?.serial.first().copied().filter(|s| s.rising)?;
    let dim = first.dim;
    let [last] = &stage.domain.0[dim].hi[..] else { return None };
    let mut reach = (dim + 1 < stage.rank()).then_some(0)?;
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
                let back = back.filter(|k| (0..MOST).contains(k));
                reach = back.map_or(MOST, |k| k.max(reach));
            });
        }
    };
    for (i, of) in p.stages.iter().enumerate() {
        see(of, i == id.0);
        of.updates.iter().for_each(|u| see(&u.as_stage(of), false));
    }
    let kept = u64::try_from(reach + 1).ok()?.next_power_of_two() as i64;
    (reach < MOST).then_some((dim, kept))
}
