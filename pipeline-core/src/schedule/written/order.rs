//! Whether written groups can run one after the other.

use super::Present;
use crate::analysis::Analyses;
use crate::diagnostic::Diagnostic;
use crate::ir::Pipeline;
use crate::schedule::grouping::{Dag, NodeSet};
use std::collections::VecDeque;

/// Refuses a group with a stage between its own that is not in it: `all` are the written groups.
pub(super) fn convex(
    analyses: &Analyses<'_>,
    dag: &Dag,
    group: &Present<'_>,
    all: &[&NodeSet],
) -> Result<(), Diagnostic> {
    let Analyses { pipeline: p, order, .. } = analyses;
    let mut between = dag.group_ancestors(&group.nodes);
    let mut others = between.clone();
    others.subtract(&dag.group_descendants(&group.nodes));
    between.subtract(&others);
    let stages = || order.stages.iter().map(|s| s.0);
    let Some(between) = stages().find(|s| between.contains(*s)) else { return Ok(()) };
    let before = stages().rfind(|s| group.nodes.contains(*s) && dag.reaches(*s, between));
    let behind = stages().find(|s| group.nodes.contains(*s) && dag.reaches(between, *s));
    let (before, behind) = before.zip(behind).expect("it is between two stages of the group");
    let name = |s: usize| &p.stages[s].name;
    let (a, b, c) = (name(before), name(behind), name(between));
    let message = match all.iter().any(|nodes| nodes.contains(between)) {
        false => format!(
            "`{c}` needs `{a}` and is needed by `{b}`, so it is computed between them; write `{c}` \
             into this group, too, or leave `{a}` or `{b}` out"
        ),
        true => format!(
            "`{c}`, which is in another group, needs `{a}` and is needed by `{b}`, so that one is \
             computed between them; write `{c}` into this group, or leave `{a}` or `{b}` out"
        ),
    };
    Err(Diagnostic::new(group.place(p, behind).loc, message))
}

/// A stage of a group and one of another that needs it.
#[derive(Clone, Copy)]
struct Need {
    producer: usize,
    consumer: usize,
}

/// Refuses groups that wait for each other.
pub(super) fn cycle(p: &Pipeline, dag: &Dag, groups: &[Present<'_>]) -> Result<(), Diagnostic> {
    let need = |from: &Present<'_>, to: &Present<'_>| {
        let pairs = from.nodes.iter().flat_map(|a| to.nodes.iter().map(move |b| (a, b)));
        let mut needs = pairs.filter(|(a, b)| dag.reaches(*a, *b));
        needs.next().map(|(producer, consumer)| Need { producer, consumer })
    };
    for (last, group) in groups.iter().enumerate() {
        // Of a cycle, the group that is written last is told.
        let Some(needs) = way_back(last, &|a, b| need(&groups[a], &groups[b])) else { continue };
        let name = |s: usize| &p.stages[s].name;
        let needs: Vec<String> = needs
            .iter()
            .map(|n| format!("`{}` needs `{}`", name(n.consumer), name(n.producer)))
            .collect();
        let message = format!(
            "this group and {} would wait for each other: {}; write them into one group, or leave \
             one of these stages out",
            if needs.len() > 2 { "others" } else { "another" },
            needs.join(", and ")
        );
        return Err(Diagnostic::new(group.hint.loc, message));
    }
    Ok(())
}

/// The shortest way from a group through groups before it back to itself.
fn way_back(last: usize, need: &dyn Fn(usize, usize) -> Option<Need>) -> Option<Vec<Need>> {
    let mut seen = NodeSet::new();
    let mut open: VecDeque<(usize, Vec<Need>)> = VecDeque::from([(last, Vec::new())]);
    while let Some((from, way)) = open.pop_front() {
        for to in 0..=last {
            let new = to != from && !seen.contains(to);
            let Some(step) = new.then(|| need(from, to)).flatten() else { continue };
            let longer: Vec<Need> = way.iter().copied().chain([step]).collect();
            if to == last {
                return Some(longer);
            }
            seen.insert(to);
            open.push_back((to, longer));
        }
    }
    None
}
