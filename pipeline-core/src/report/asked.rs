//! What was asked for, and what came of it.

use super::summary::Decisions;
use crate::ir::Pipeline;
use crate::options::{GroupHint, Options, PropagateHint, Search};
use crate::schedule::grouping::Strategy;
use crate::schedule::propagation::Propagation;
use crate::schedule::{Group, Plan};

/// What was asked for, as the attributes spell it; hints without effect say so.
pub(super) fn asked(decisions: &Decisions<'_>) -> Vec<String> {
    let Decisions { planned, declared, plan, options, inlined, propagated, .. } = *decisions;
    let p = planned.pipeline;
    let mut asked: Vec<String> = options.strategy.iter().map(|s| spelled(*s)).collect();
    asked.extend(of_search(&options.search));
    asked.extend(options.without.iter().map(|what| format!("without({})", what.name())));
    let numbers =
        NumberHint::ALL.into_iter().filter_map(|number| Some((number, number.of(options)?)));
    asked.extend(numbers.map(|(number, n)| {
        let obeyed = plan.groups.iter().any(|group| number.is_obeyed(n, group));
        let effect = if obeyed { String::new() } else { without_effect(number, plan) };
        format!("{} = {n}{effect}", number.name())
    }));
    for name in &options.no_fuse {
        let known = p.stages.iter().any(|s| s.name == *name);
        let effect = if known { "" } else { ", without effect: no output needs it" };
        asked.push(format!("no_fuse({name}){effect}"));
    }
    asked.extend(options.groups.iter().map(|hint| of_group(p, declared, hint)));
    for PropagateHint { stage: name, .. } in &options.propagate {
        let moved = propagated.iter().any(|p| p.stage == *name);
        let effect = match (moved, inlined.contains(name)) {
            (true, _) => "",
            (false, true) => ", without effect: it is inlined",
            (false, false) => ", without effect: no output needs it",
        };
        asked.push(format!("propagate({name}){effect}"));
    }
    for hint in &options.clones {
        let of = |p: &&Propagation| p.stage == hint.stage && p.cloned_in.is_some();
        let cloned = propagated.iter().any(|p| of(&p));
        let effect =
            if cloned { "" } else { ", without effect: one of them is inlined, or not needed" };
        asked.push(format!("{hint}{effect}"));
    }
    for name in &options.no_propagate {
        let effect = match (p.stages.iter().any(|s| s.name == *name), inlined.contains(name)) {
            (true, _) => "",
            (false, true) => ", without effect: it is inlined",
            (false, false) => ", without effect: no output needs it",
        };
        asked.push(format!("no_propagate({name}){effect}"));
    }
    for hint in &options.layouts {
        let name = &hint.stage;
        let Some(stage) = p.stages.iter().find(|s| s.name == *name) else {
            asked.push(format!("layout({name}(…)), without effect: it is inlined, or not needed"));
            continue;
        };
        asked.push(format!("layout({})", hint.spelled(stage)));
    }
    asked
}

/// The bounds of the search that are not those by default.
fn of_search(search: &Search) -> impl Iterator<Item = String> {
    let default = Search::default();
    let bounds = [
        ("states", search.states, default.states),
        ("incremental_from", search.incremental_from, default.incremental_from),
    ];
    let given = bounds.into_iter().filter(|(_, given, default)| given != default);
    given.map(|(name, given, _)| format!("{name} = {given}"))
}

/// A group that is written, and which of its stages are not there.
fn of_group(p: &Pipeline, declared: &[String], hint: &GroupHint) -> String {
    let names = hint.stages.iter().map(|at| &at.value);
    let (there, gone): (Vec<&String>, Vec<&String>) =
        names.partition(|name| p.stages.iter().any(|s| s.name == **name));
    if gone.is_empty() {
        return hint.to_string();
    }
    let why = |name: &&String| match declared.contains(name) {
        true => format!("no output needs `{name}`"),
        false => format!("the compiler makes no `{name}`, or no output needs it"),
    };
    let why: Vec<String> = gone.iter().map(why).collect();
    let effect = match &there[..] {
        [] => ", without effect".to_string(),
        [alone] if hint.stages.len() > 1 => format!(", which leaves `{alone}` by itself"),
        _ => format!(", without {} of its stages", gone.len()),
    };
    format!("{hint}{effect}: {}", why.join(", "))
}

/// What was asked for and a group obeys.
pub(super) fn obeyed(p: &Pipeline, group: &Group, options: &Options) -> Vec<String> {
    let numbers = NumberHint::ALL.into_iter().filter_map(|number| {
        let n = number.of(options)?;
        number.is_obeyed(n, group).then(|| format!("{} = {n}", number.name()))
    });
    let mut obeyed: Vec<String> = numbers.collect();
    if let (Some(stage), None) = (group.alone(), group.alignment()) {
        let name = &p.stages[stage.0].name;
        obeyed.extend(options.is_alone(name).then(|| format!("no_fuse({name})")));
    }
    let written = group.stages.first().and_then(|s| options.group_of(&p.stages[s.0].name));
    obeyed.extend(written.map(ToString::to_string));
    obeyed
}

/// Why no group obeys a number.
fn without_effect(number: NumberHint, plan: &Plan) -> String {
    let tiled = plan.groups.iter().any(|group| group.alignment().is_some());
    let why = match number {
        NumberHint::Times => "no stage computes so many steps in time at once",
        _ if !tiled => "no stages are computed together in tiles",
        NumberHint::Width => "no group is cut into blocks of columns",
        NumberHint::Step => "no strip is cut into such steps",
        NumberHint::Strip => "no group is cut into such strips",
    };
    format!(", without effect: {why}")
}

/// The hints that are numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NumberHint {
    Strip,
    Width,
    Step,
    Times,
}

impl NumberHint {
    const ALL: [NumberHint; 4] =
        [NumberHint::Strip, NumberHint::Width, NumberHint::Step, NumberHint::Times];

    fn name(self) -> &'static str {
        match self {
            NumberHint::Strip => "strip",
            NumberHint::Width => "width",
            NumberHint::Step => "step",
            NumberHint::Times => "times",
        }
    }

    /// The number that was asked for, if one was.
    fn of(self, options: &Options) -> Option<i64> {
        match self {
            NumberHint::Strip => options.shape.strip,
            NumberHint::Width => options.shape.width,
            NumberHint::Step => options.shape.step,
            NumberHint::Times => options.times,
        }
    }

    /// Whether a group runs as asked.
    fn is_obeyed(self, n: i64, group: &Group) -> bool {
        let shape = group.shape();
        match self {
            NumberHint::Strip => shape.is_some_and(|s| s.strip == n),
            NumberHint::Width => shape.is_some_and(|s| s.widths.iter().any(|w| w.1 == n)),
            NumberHint::Step => shape.is_some_and(|s| s.step == n),
            NumberHint::Times => group.steps().map_or(1, |steps| steps.unrolled.steps) == n,
        }
    }
}

/// A strategy as the attribute `schedule` spells it.
fn spelled(strategy: Strategy) -> String {
    match strategy {
        Strategy::Dp => "strategy = \"dp\"".into(),
        Strategy::Incremental { limit, .. } => {
            format!("strategy = \"incremental\", limit = {limit}")
        }
        Strategy::Greedy { overlap_threshold } => {
            format!("strategy = \"greedy\", threshold = {overlap_threshold}")
        }
        Strategy::Pairs => "strategy = \"pairs\"".into(),
        Strategy::MinCut => "strategy = \"mincut\"".into(),
        Strategy::None => "strategy = \"none\"".into(),
    }
}
