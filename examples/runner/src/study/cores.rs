//! Plans for few cores and for many: whether one shape can serve both.
//!
//! A program is compiled once. Arithmetic is the narrow place of one core and memory that of many,
//! so what is planned for eight cores may compute again what two have no time for.

use anyhow::{Context as _, Result};
use pipeline_tune::{PlanCandidate, Subject, candidates, ways::Way};

use super::{App, Cell, Column, Context, Table};

/// Cores that are planned for, first the default's.
const CORES: [i64; 4] = [8, 1, 2, 32];

/// A plan, and the numbers of cores that it is the default for.
struct OfCores {
    cores: Vec<i64>,
    plan: PlanCandidate,
}

/// A row for each plan of each application, the default first: what it should take on each number
/// of cores beside the default, and what it takes.
pub fn table(apps: &[App], context: &Context) -> Result<Table> {
    let mut columns = ["application", "planned for cores"].map(Column::structural).to_vec();
    columns
        .extend(sorted().map(|cores| Column::structural(format!("predicted on {cores}, ratio"))));
    columns.extend(context.time_columns());
    let mut table = Table { columns, ..Table::default() };
    for App { name, subject } in apps {
        context.progress.set_message(*name);
        let plans = plans(subject)?;
        let hints: Vec<&str> = plans.iter().map(|of| of.plan.hints.as_str()).collect();
        let default = predicted(subject, hints[0])?;
        for (of, times) in plans.iter().zip(context.times(subject, &hints)?) {
            let cores: Vec<String> = of.cores.iter().map(i64::to_string).collect();
            let words = [Cell::Text(name.to_string()), Cell::Text(cores.join(", "))];
            let predicted = predicted(subject, &of.plan.hints)?;
            let ratios = predicted.iter().zip(&default).map(|(ms, of)| Cell::Ratio(ms / of));
            table.rows.push(words.into_iter().chain(ratios).chain(times).collect());
        }
        context.progress.inc(1);
    }
    Ok(table)
}

/// The numbers of cores, the fewest first.
fn sorted() -> impl Iterator<Item = i64> {
    let mut cores = CORES;
    cores.sort_unstable();
    cores.into_iter()
}

/// The application for a machine with so many cores.
fn with_cores(subject: &Subject, cores: i64) -> Subject {
    let mut subject = subject.clone();
    subject.options.machine.cores = cores;
    subject
}

/// The plans for all numbers of cores, each once.
fn plans(subject: &Subject) -> Result<Vec<OfCores>> {
    let mut plans: Vec<OfCores> = Vec::new();
    for cores in CORES {
        let subject = with_cores(subject, cores);
        let by_default = Way { name: "default".into(), options: subject.options.clone() };
        let plan = candidates(&subject, vec![by_default]).pop().context("the default plan")?;
        match plans.iter_mut().find(|of| of.plan.hints == plan.hints) {
            Some(of) => of.cores.push(cores),
            None => plans.push(OfCores { cores: vec![cores], plan }),
        }
    }
    plans.iter_mut().for_each(|of| of.cores.sort_unstable());
    Ok(plans)
}

/// Milliseconds that a plan should take on each number of cores.
fn predicted(subject: &Subject, hints: &str) -> Result<Vec<f64>> {
    let on = |cores| {
        let subject = with_cores(subject, cores);
        let mut options = subject.with_hints(hints)?;
        options.machine.cores = cores;
        Ok(subject.plan(&options)?.predicted_ms())
    };
    sorted().map(on).collect()
}
