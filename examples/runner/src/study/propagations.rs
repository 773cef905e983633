//! Random sets of propagated stages beside the default: *Polyhedral Expression Propagation* (CC
//! 2018), Section 6.1, Figure 12 and Table 3.

use anyhow::{Context as _, Result};
use harness::noise;
use pipeline_core::ir::{Pipeline, StageId};
use pipeline_core::transform::propagate::propagate;
use pipeline_tune::{Entry, PlanCandidate, Subject, candidates, ways::Way};

use super::beside::Beside;
use super::propagation::{asked, has_updates, in_order, without};
use super::{App, Cell, Column, Context, Table};

/// Sets that are drawn for each application.
const SETS: usize = 30;
/// Draws, as some may lead nowhere.
const DRAWS: usize = 2 * SETS;
/// Stages of a set at most, as in the paper.
const MOST: usize = 31;
/// What the draws depend on.
const SEED: u64 = 2018;

/// What the paper measures of an application, in milliseconds (Table 3).
struct OfPaper {
    app: &'static str,
    /// With what the heuristics propagate.
    chosen: f64,
    best: f64,
    worst: f64,
}

const fn paper(app: &'static str, chosen: f64, best: f64, worst: f64) -> OfPaper {
    OfPaper { app, chosen, best, worst }
}

const PAPER: [OfPaper; 6] = [
    paper("unsharp_mask", 8.5, 8.5, 59.0),
    paper("harris", 7.2, 7.2, 98.6),
    paper("bilateral_grid", 16.3, 16.3, 25.7),
    paper("camera_pipeline", 10.5, 8.4, 149.4),
    paper("pyramid_blending", 53.7, 55.2, 138.6),
    paper("multiscale_interpolate", 26.5, 33.2, 1285.0),
];

/// A row for each application: how many plans random sets lead to, which times they should take and
/// take, and where the default lies among them.
pub fn table(apps: &[App], context: &Context) -> Result<Table> {
    let mut table = Table { columns: columns(context), ..Table::default() };
    for App { name, subject } in apps {
        context.progress.set_message(*name);
        let by_default = Way { name: "default".into(), options: subject.options.clone() };
        let ours = candidates(subject, vec![by_default]).pop().context("the default plan")?;
        let drawn = drawn(subject)?;
        let mut row = vec![
            Cell::Text(name.to_string()),
            Cell::Count(drawn.open.len() as u64),
            Cell::Count(drawn.plans.len() as u64),
        ];
        let predicted: Vec<f64> = drawn.plans.iter().map(PlanCandidate::predicted_ms).collect();
        let as_predicted = |ms: f64| Cell::Text(format!("{ms:.2}"));
        row.extend(among(&predicted, ours.predicted_ms(), as_predicted));
        if let Some(race) = &context.race {
            let run = |plans: &[&PlanCandidate]| {
                let all = [&ours].into_iter().chain(plans.iter().copied());
                let entries: Vec<Entry<'_>> = all.map(|plan| Entry::exact(&plan.hints)).collect();
                race.run(subject, &entries, &mut || context.progress.tick())
            };
            let raced = Beside::race(&drawn.plans, race.target, &run)?;
            row.push(Cell::Count(raced.ran().len() as u64));
            for lane in raced.lanes() {
                row.extend(among(&lane.others, lane.ours, Cell::Time));
            }
            table.notes.extend(raced.left_out().iter().map(|why| format!("{name}: {why}")));
        }
        let paper = PAPER.iter().find(|of| of.app == *name);
        let ratio = |of: fn(&OfPaper) -> f64| paper.map_or(Cell::Absent, |p| Cell::Ratio(of(p)));
        row.extend([ratio(|p| p.worst / p.best), ratio(|p| p.chosen / p.best)]);
        table.rows.push(row);
        context.progress.inc(1);
    }
    Ok(table)
}

fn columns(context: &Context) -> Vec<Column> {
    let mut columns =
        ["application", "stages to propagate", "plans"].map(Column::structural).to_vec();
    let times = |of: &str| AMONG.map(|what| format!("{of}: {what}"));
    columns.extend(times("predicted").map(Column::structural));
    if let Some(race) = &context.race {
        columns.push(Column::time("plans that ran"));
        for threads in &race.threads {
            let unit = if *threads == 1 { "thread" } else { "threads" };
            columns.extend(times(&format!("{threads} {unit}")).map(Column::time));
        }
    }
    columns.extend(["paper: worst / best", "paper: chosen / best"].map(Column::structural));
    columns
}

/// The heads of [`among`].
const AMONG: [&str; 5] = ["best, ms", "median, ms", "worst, ms", "ours, ms", "better than ours"];

/// The least, the middle and the largest of some times, ours, and which part of them is below it.
fn among(ms: &[f64], ours: f64, cell: impl Fn(f64) -> Cell) -> [Cell; 5] {
    let mut sorted = ms.to_vec();
    sorted.sort_by(f64::total_cmp);
    let at = |place: usize| sorted.get(place).map_or(Cell::Absent, |ms| cell(*ms));
    let better = sorted.iter().filter(|ms| **ms < ours).count();
    [
        at(0),
        at(sorted.len() / 2),
        at(sorted.len().saturating_sub(1)),
        cell(ours),
        Cell::percent(better as u64, sorted.len() as u64),
    ]
}

/// What random sets lead to.
struct Drawn {
    /// The stages that can be propagated, each by itself.
    open: Vec<String>,
    /// The plans, equal ones once.
    plans: Vec<PlanCandidate>,
}

/// Draws sets of a random size and plans them. Of a set, what can no longer be propagated after the
/// others is left out; a set that the compiler refuses all the same is drawn again.
fn drawn(subject: &Subject) -> Result<Drawn> {
    let none = without(subject);
    let graph = subject.plan(&none)?.graph;
    let mut open = open(&graph, &none.no_propagate);
    open.retain(|name| !has_updates(subject, name));
    let mut plans: Vec<PlanCandidate> = Vec::new();
    let mut known: Vec<Vec<String>> = Vec::new();
    let mut sets = 0;
    for draw in (0..DRAWS).take_while(|_| !open.is_empty()) {
        let set = in_order(&graph, &random(&open, draw), &|_, _| true);
        if !known.contains(&set) {
            let way = Way::new(set.join(", "), &none, |o| {
                o.no_propagate.retain(|stage| !set.contains(stage));
                o.propagate = asked(&set);
            });
            let Some(plan) = candidates(subject, vec![way]).pop() else { continue };
            known.push(set);
            match plans.iter_mut().find(|other| other.hints == plan.hints) {
                Some(other) => other.names.extend(plan.names),
                None => plans.push(plan),
            }
        }
        sets += 1;
        if sets == SETS {
            break;
        }
    }
    Ok(Drawn { open, plans })
}

/// Which of the stages that the user wrote can be propagated.
fn open(graph: &Pipeline, written: &[String]) -> Vec<String> {
    let ids = (0..graph.stages.len()).map(StageId);
    let open = ids.filter(|id| propagate(graph, *id).is_ok());
    let names = open.map(|id| graph.stages[id.0].name.clone());
    names.filter(|name| written.contains(name)).collect()
}

/// A set of a random size.
fn random(open: &[String], draw: usize) -> Vec<String> {
    let most = open.len().min(MOST);
    let size = 1 + (noise(SEED, &[draw]) * most as f64) as usize;
    let mut places: Vec<usize> = (0..open.len()).collect();
    places.sort_by(|a, b| noise(SEED, &[draw, *a]).total_cmp(&noise(SEED, &[draw, *b])));
    places[..size].iter().map(|place| open[*place].clone()).collect()
}
