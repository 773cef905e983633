//! Inlining, propagation and tiles, one without the other: *Polyhedral Expression Propagation*
//! (CC 2018), Table 4.

use std::collections::BTreeSet;

use anyhow::Result;
use pipeline_core::ir::{Pipeline, StageId};
use pipeline_core::options::{At, GroupHint, Options, PropagateHint};
use pipeline_core::report::Role;
use pipeline_core::report::counts::points;
use pipeline_core::schedule::grouping::Strategy;
use pipeline_core::schedule::propagation::is_simple;
use pipeline_core::transform::propagate::{Precedence, propagate};
use pipeline_tune::subject::Planned;
use pipeline_tune::{PlanCandidate, Subject, candidates, ways::Way};

use super::strategies::computed;
use super::work::Work;
use super::{App, Cell, Column, Context, Table};

/// The paper's benchmarks.
pub const APPS: [&str; 7] = [
    "harris",
    "unsharp_mask",
    "camera_pipeline",
    "multiscale_interpolate",
    "pyramid_blending",
    "bilateral_grid",
    "local_laplacian",
];

/// Speedups over no fusion with propagation and tiles, on one core, as the paper's Table 4 has
/// them, in the order of [`APPS`].
const OF_PAPER: [f64; 7] = [11.3, 5.6, 3.9, 2.7, 2.1, 1.5, 1.3];

/// A row for each plan of each application. What the heuristics of the paper propagate is forced in
/// two of them; the default propagates where predicted time says so.
pub fn table(apps: &[App], context: &Context) -> Result<Table> {
    let mut columns = vec![Column::structural("application"), Column::structural("plan")];
    columns.extend(FIGURES.map(Column::structural));
    columns.extend(context.time_columns());
    columns.push(Column::structural("paper: speedup"));
    let mut table = Table { columns, ..Table::default() };
    for App { name, subject } in apps {
        context.progress.set_message(*name);
        let plans = plans(subject)?;
        let hints: Vec<&str> = plans.iter().map(|plan| plan.hints.as_str()).collect();
        let paper = APPS.iter().position(|app| app == name).map(|at| OF_PAPER[at]);
        for (plan, times) in plans.iter().zip(context.times(subject, &hints)?) {
            let words = [Cell::Text(name.to_string()), Cell::Text(plan.names.join(" = "))];
            let last = plan.names.iter().any(|name| name == TILES_AND_ALL);
            let paper = paper
                .filter(|_| last)
                .map_or(Cell::Absent, |paper| Cell::Text(format!("{paper:.1}")));
            let row = words.into_iter().chain(figures(&plan.planned)).chain(times);
            table.rows.push(row.chain([paper]).collect());
        }
        context.progress.inc(1);
    }
    Ok(table)
}

const TILES_AND_ALL: &str = "tiles with propagation";

/// The plans, equal ones once.
fn plans(subject: &Subject) -> Result<Vec<PlanCandidate>> {
    let none = Way::new("no fusion", &subject.options, |o| o.strategy = Some(Strategy::None));
    let kept = without(subject);
    let inlined = subject.plan(&kept)?;
    let alone = Way::new("+ inlining", &kept, |o| o.groups = each_alone(&inlined));
    let names = by_heuristics(subject, &inlined.graph);
    let propagated = Options { no_propagate: Vec::new(), propagate: asked(&names), ..kept.clone() };
    let without = subject.plan(&propagated)?;
    let both = Way::new("+ propagation", &propagated, |o| o.groups = each_alone(&without));
    let tiles = Way { name: "tiles without propagation".into(), options: kept };
    let all = Way { name: TILES_AND_ALL.into(), options: subject.options.clone() };
    let forced = Way { name: "tiles with what heuristics propagate".into(), options: propagated };
    Ok(candidates(subject, vec![none, alone, both, tiles, all, forced]))
}

/// The options under which nothing is propagated.
pub fn without(subject: &Subject) -> Options {
    let names = subject.graph.stages.iter().map(|stage| stage.name.clone());
    Options { no_propagate: names.collect(), ..subject.options.clone() }
}

/// Whether a stage has updates as it is written. It cannot be propagated then, although it may have
/// none as it is planned: of its planes records may have been made, of which it is a copy.
pub fn has_updates(subject: &Subject, name: &str) -> bool {
    subject.graph.stages.iter().any(|stage| stage.name == name && !stage.updates.is_empty())
}

/// These stages as hints.
pub fn asked(stages: &[String]) -> Vec<PropagateHint> {
    let hint = |stage: &String| PropagateHint { stage: stage.clone(), loc: Default::default() };
    stages.iter().map(hint).collect()
}

/// Every stage that was planned in a group of its own.
fn each_alone(planned: &Planned) -> Vec<GroupHint> {
    let stages = planned.graph.stages.iter();
    let group =
        |name: &String| GroupHint { stages: vec![At::from(name.clone())], ..GroupHint::default() };
    stages.map(|stage| group(&stage.name)).collect()
}

/// The stages that the paper's heuristics alone propagate, in their order (Sections 4.2 to 4.4): no
/// definition touches more cache lines than the machine's `streams`, and no case cuts a loop.
fn by_heuristics(subject: &Subject, graph: &Pipeline) -> Vec<String> {
    let streams = subject.options.machine.streams;
    let others = (0..graph.stages.len()).map(StageId).filter(|id| !graph.outputs.contains(id));
    let names = others.map(|id| graph.stages[id.0].name.clone());
    let names: Vec<String> = names.filter(|name| !has_updates(subject, name)).collect();
    in_order(graph, &names, &|before, after| is_simple(before, after, streams))
}

/// Those of some stages that can be propagated one after the other, in the order of Section 4.4,
/// where what comes of it is accepted: the pipelines before and after.
pub fn in_order(
    graph: &Pipeline,
    stages: &[String],
    accepted: &dyn Fn(&Pipeline, &Pipeline) -> bool,
) -> Vec<String> {
    let mut graph = graph.clone();
    let mut open: BTreeSet<&String> = stages.iter().collect();
    let mut propagated = Vec::new();
    loop {
        let ids = (0..graph.stages.len()).map(StageId);
        let ids = ids.filter(|id| open.contains(&graph.stages[id.0].name));
        let Some(next) = ids.min_by_key(|id| Precedence::of(&graph, *id)) else {
            return propagated;
        };
        let name = graph.stages[next.0].name.clone();
        open.remove(&name);
        if let Some(after) = propagate(&graph, next).ok().filter(|after| accepted(&graph, after)) {
            propagated.push(name);
            graph = after;
        }
    }
}

/// The heads of [`figures`].
const FIGURES: [&str; 7] = [
    "arrays",
    "stages",
    "propagated",
    "points computed",
    "loads a point of the results",
    "operations a point of the results",
    "predicted ms",
];

/// The figures of a plan between its name and its times. What is loaded and computed is divided by
/// the points of the application's live-outs, which are the same for all of its plans.
fn figures(planned: &Planned) -> [Cell; 7] {
    let report = &planned.report;
    let stages = || report.groups.iter().flat_map(|group| &group.stages);
    let arrays =
        stages().filter(|stage| matches!(stage.role, Role::Full { .. } | Role::Output { .. }));
    let propagated = report.inlined.iter().filter(|stage| stage.propagated.is_some());
    let graph = &planned.graph;
    let sizes = graph.estimates();
    let results = graph.outputs.iter().map(|id| points(&graph.stages[id.0].domain, &sizes));
    let results = results.sum::<u64>() as f64;
    let work = Work::of(&planned.loops, &sizes);
    [
        Cell::Count(arrays.count() as u64),
        Cell::Count(stages().count() as u64),
        Cell::Count(propagated.count() as u64),
        Cell::Count(computed(report)),
        Cell::Ratio(work.loads as f64 / results),
        Cell::Ratio(work.operations as f64 / results),
        Cell::Text(format!("{:.2}", planned.predicted_ms())),
    ]
}
