//! What the user asks for of what ranks need and do not own.

use super::RankGroup;
use crate::diagnostic::Diagnostic;
use crate::ir::{Pipeline, StageId};
use crate::options::{ComputedAt, PolicyHint};
use pipeline_ranks::Policy;

/// Gives groups the policies that hints name for what they store.
///
/// # Errors
/// If a stage is stored that is to be computed inside tiles, or the other way round; if a result is
/// to be everywhere, which no rank could own a part of; if the stages that one group stores are to
/// have different policies.
pub(super) fn give(
    p: &Pipeline,
    groups: &mut [RankGroup],
    hints: &[PolicyHint],
) -> Result<(), Vec<Diagnostic>> {
    let errors: Vec<Diagnostic> =
        hints.iter().filter_map(|hint| one(p, groups, hint).err()).collect();
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

/// Gives the group that stores a hint's stage the policy, if it can have it.
fn one(p: &Pipeline, groups: &mut [RankGroup], hint: &PolicyHint) -> Result<(), Diagnostic> {
    let error = |message: String| Err(Diagnostic::new(hint.loc, message));
    let PolicyHint { stage: name, at, .. } = hint;
    let Some(id) = p.stages.iter().position(|stage| stage.name == *name).map(StageId) else {
        return match at {
            // It went into what reads it, point by point.
            ComputedAt::Inside => Ok(()),
            ComputedAt::Stored(_) => error(format!("`{name}` is not computed: nothing needs it")),
        };
    };
    let stores = |group: &&mut RankGroup| group.stored.iter().any(|(stage, _)| *stage == id);
    let group = groups.iter_mut().find(stores);
    match (at, group) {
        (ComputedAt::Inside, None) => Ok(()),
        (ComputedAt::Inside, Some(_)) if p.outputs.contains(&id) => error(format!(
            "`{name}` is a result and has to be stored; `inside` is for other stages"
        )),
        (ComputedAt::Inside, Some(_)) => error(format!(
            "`{name}` is stored, since it is in no group with what reads it; write that group, \
             `#[schedule(group({name}, …))]`, or leave `inside` out"
        )),
        (ComputedAt::Stored(policy), None) => error(format!(
            "`{name}` is not stored: its group computes it inside tiles; leave `{}` out, or it out \
             of that group",
            policy.name()
        )),
        (ComputedAt::Stored(Policy::Everywhere), Some(_)) if p.outputs.contains(&id) => {
            error(format!(
                "`{name}` is a result, of which every rank owns a part; `rank` has each rank \
                     compute what it needs of it"
            ))
        }
        (ComputedAt::Stored(policy), Some(group)) => stored(group, name, *policy).or_else(error),
    }
}

/// Gives a group that stores a stage of this name the policy.
///
/// # Errors
/// Why it cannot have it, in words.
fn stored(group: &mut RankGroup, name: &str, policy: Policy) -> Result<(), String> {
    if policy == Policy::Exchange && group.newest_only && group.steps.is_none() {
        return Err(format!(
            "of `{name}` only the newest points are kept, and each rank computes what it needs \
             of all; leave `exchange` out"
        ));
    }
    if policy == Policy::Rank && group.reaches.iter().flatten().any(|reach| reach.around) {
        return Err(format!(
            "steps of `{name}` need others around an edge, which are sent; leave `rank` out"
        ));
    }
    // A hint replaces the policy of a group that keeps only its newest points.
    let other = group.policy.filter(|other| !group.newest_only && *other != policy);
    if let Some(other) = other {
        return Err(format!(
            "`{name}` is stored by one group with a stage that `{}` is given for; give both \
             the same",
            other.name()
        ));
    }
    group.policy = Some(policy);
    Ok(())
}
