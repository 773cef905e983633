//! Where stages are computed, one decision at a time: what was inlined as a stage of the group that
//! reads it, and what is left where it is read.
//!
//! PolyMage+ (Section 5.1) inlines, and *Polyhedral Expression Propagation* (CC 2018) propagates,
//! before anything is planned. Here each of these decisions is turned round alone, the whole plan
//! is made anew, and predicted times say what was missed by deciding before.

use anyhow::{Context as _, Result};
use pipeline_tune::{PlanCandidate, Subject, candidates, ways, ways::Way};

use super::propagation::{asked, has_updates};
use super::{App, Cell, Column, Context, Table};

/// Cores of the machine that is planned for: arithmetic is the narrow place of one, and memory that
/// of many.
const CORES: [i64; 3] = [1, 2, 8];
/// A change is cheaper if it should take so much of the default's time at most.
const CHEAPER: f64 = 0.99;
/// A change runs beside the default if it should take so much of its time at most.
const RACED: f64 = 0.95;

/// The decisions of a kind, and those that should have been others.
struct Turned {
    /// As many as there are.
    all: usize,
    /// The plans in which one of them is another, and the part of the default's time that they
    /// should take; without those that cannot be, and those that lead to the default.
    plans: Vec<TurnedPlan>,
}

struct TurnedPlan {
    plan: PlanCandidate,
    ratio: f64,
}

impl Turned {
    fn new(subject: &Subject, ways: Vec<Way>, default: &PlanCandidate) -> Turned {
        let all = ways.len();
        let mut plans = candidates(subject, ways);
        plans.retain(|plan| plan.hints != default.hints);
        let ratio = |plan: &PlanCandidate| plan.predicted_ms() / default.predicted_ms();
        let plans = plans.into_iter().map(|plan| TurnedPlan { ratio: ratio(&plan), plan });
        Turned { all, plans: plans.collect() }
    }

    /// How many of the changes are cheaper.
    fn cheaper(&self) -> usize {
        self.plans.iter().filter(|of| of.ratio <= CHEAPER).count()
    }
}

/// What is in a row behind the application and the numbers of cores that it is about.
struct OfCores {
    cores: Vec<String>,
    cells: Vec<Cell>,
}

/// A row for each application and number of cores, or some of them if nothing differs: how many
/// stages are inlined, and how many of these should be cheaper as stages in tiles; how many are
/// left, and how many of these should be cheaper where they are read; the best of all changes. One
/// that gains enough runs beside the default for that many cores.
pub fn table(apps: &[App], context: &Context) -> Result<Table> {
    let structural = [
        "application",
        "cores",
        "inlined",
        "of them cheaper in tiles",
        "left",
        "of them cheaper where they are read",
        "best change",
        "predicted, ratio",
    ];
    let mut columns = structural.map(Column::structural).to_vec();
    columns.extend(context.time_columns());
    let mut table = Table { columns, ..Table::default() };
    for App { name, subject } in apps {
        context.progress.set_message(*name);
        let mut rows: Vec<OfCores> = Vec::new();
        for cores in CORES {
            let mut subject = subject.clone();
            subject.options.machine.cores = cores;
            let cells = row(&subject, context)?;
            match rows.last_mut().filter(|last| last.cells == cells) {
                Some(last) => last.cores.push(cores.to_string()),
                None => rows.push(OfCores { cores: vec![cores.to_string()], cells }),
            }
        }
        for OfCores { cores, cells } in rows {
            let words = [Cell::Text(name.to_string()), Cell::Text(cores.join(", "))];
            table.rows.push(words.into_iter().chain(cells).collect());
        }
        context.progress.inc(1);
    }
    Ok(table)
}

/// What planning for that many cores comes to.
fn row(subject: &Subject, context: &Context) -> Result<Vec<Cell>> {
    let by_default = Way { name: "default".into(), options: subject.options.clone() };
    let default = candidates(subject, vec![by_default]).pop().context("the default plan")?;
    let inlined = Turned::new(subject, in_tiles(subject, &default)?, &default);
    let left = Turned::new(subject, where_read(subject, &default), &default);
    let mut cells = Vec::new();
    for turned in [&inlined, &left] {
        cells.extend([turned.all, turned.cheaper()].map(|count| Cell::Count(count as u64)));
    }
    let all = inlined.plans.iter().chain(&left.plans);
    let best = all.min_by(|a, b| a.ratio.total_cmp(&b.ratio)).filter(|best| best.ratio <= CHEAPER);
    cells.extend([
        best.map_or(Cell::Absent, |best| Cell::Text(best.plan.name().into())),
        best.map_or(Cell::Absent, |best| Cell::Ratio(best.ratio)),
    ]);
    let times = match best.filter(|best| best.ratio <= RACED) {
        Some(best) => context.times(subject, &[&default.hints, &best.plan.hints])?.pop(),
        None => None,
    };
    let absent = || vec![Cell::Absent; context.time_columns().len()];
    cells.extend(times.unwrap_or_else(absent));
    Ok(cells)
}

/// Each stage that was inlined as one of the group that reads it.
fn in_tiles(subject: &Subject, default: &PlanCandidate) -> Result<Vec<Way>> {
    let mut written = subject.with_hints(&default.hints)?;
    written.machine.cores = subject.options.machine.cores;
    Ok(ways::in_their_groups(default, &written))
}

/// Each stage that is left where it is read.
fn where_read(subject: &Subject, default: &PlanCandidate) -> Vec<Way> {
    let graph = &default.planned.graph;
    let stages = graph.stages.iter().enumerate();
    let others = stages.filter(|(id, _)| graph.outputs.iter().all(|output| output.0 != *id));
    let names = others.map(|(_, stage)| stage.name.clone());
    let is_written = |name: &String| subject.graph.stages.iter().any(|of| of.name == *name);
    let names = names.filter(|name| is_written(name) && !has_updates(subject, name));
    let way = |name: String| {
        let propagated = asked(std::slice::from_ref(&name));
        Way::new(format!("{name} where it is read"), &subject.options, |o| o.propagate = propagated)
    };
    names.map(way).collect()
}
