//! Plans of every strategy and cost model.

use anyhow::Result;
use pipeline_core::report::Report;
use pipeline_tune::{PlanCandidate, candidates, ways::strategies};

use super::{App, Cell, Column, Context, Table};

/// A row for each plan of each application: what it stores, computes twice and moves, and how long
/// it should take and takes. Ways that lead to the same plan share a row.
pub fn table(apps: &[App], context: &Context) -> Result<Table> {
    let mut columns = vec![Column::structural("application"), Column::structural("plans")];
    columns.extend(FIGURES.map(Column::structural));
    columns.extend(context.time_columns());
    let mut table = Table { columns, ..Table::default() };
    for App { name, subject } in apps {
        context.progress.set_message(*name);
        let plans = candidates(subject, strategies(&subject.options));
        let hints: Vec<&str> = plans.iter().map(|plan| plan.hints.as_str()).collect();
        for (plan, times) in plans.iter().zip(context.times(subject, &hints)?) {
            let words = [Cell::Text(name.to_string()), Cell::Text(plan.names.join(", "))];
            table.rows.push(words.into_iter().chain(figures(plan)).chain(times).collect());
        }
        context.progress.inc(1);
    }
    Ok(table)
}

/// The heads of [`figures`].
pub const FIGURES: [&str; 6] =
    ["groups", "full bytes", "scratch bytes", "computed again", "MB moved", "predicted ms"];

/// What there is to count of a plan.
pub fn figures(plan: &PlanCandidate) -> [Cell; 6] {
    let report = &plan.planned.report;
    let stages = || report.groups.iter().flat_map(|group| &group.stages);
    let again = stages().map(|stage| stage.again).fold(0, u64::saturating_add);
    [
        Cell::Count(report.groups.len() as u64),
        Cell::Count(report.totals.full_bytes),
        Cell::Count(report.totals.scratch_bytes),
        Cell::percent(again, computed(report)),
        Cell::Text(format!("{:.1}", report.totals.bytes_moved as f64 / 1e6)),
        Cell::Text(format!("{:.2}", plan.predicted_ms())),
    ]
}

/// Points computed, each as often as it is.
pub fn computed(report: &Report) -> u64 {
    let stages = report.groups.iter().flat_map(|group| &group.stages);
    stages.map(|stage| stage.computed).fold(0, u64::saturating_add)
}
