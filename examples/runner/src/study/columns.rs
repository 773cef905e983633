//! The default plan's groups in narrower blocks: a bound of what parallelogram tiles along columns
//! could gain (PolyMage+, Section 5.2).
//!
//! Parallelogram tiles inside a tile keep what a first-level cache holds, as narrow blocks do, and
//! compute nothing again at their edges, which blocks do. So their time is about that of blocks
//! without what these compute again.

use anyhow::{Context as _, Result};
use pipeline_core::options::{GroupHint, Width};
use pipeline_tune::{PlanCandidate, candidates, ways::Way};

use super::strategies::{FIGURES, computed, figures};
use super::{App, Cell, Column, Context, Table};

/// Columns of a block.
const WIDTHS: [i64; 4] = [128, 256, 512, 1024];

/// A row for each width of each application's blocks; the default's first.
pub fn table(apps: &[App], context: &Context) -> Result<Table> {
    let mut columns = vec![Column::structural("application"), Column::structural("blocks")];
    columns.extend(FIGURES.map(Column::structural));
    columns.push(Column::structural("points computed, ratio"));
    columns.extend(context.time_columns());
    let mut table = Table { columns, ..Table::default() };
    for app in apps {
        context.progress.set_message(app.name);
        let plans = plans(app)?;
        let hints: Vec<&str> = plans.iter().map(|plan| plan.hints.as_str()).collect();
        let points = |plan: &PlanCandidate| computed(&plan.planned.report) as f64;
        let by_default = points(&plans[0]);
        for (plan, times) in plans.iter().zip(context.times(&app.subject, &hints)?) {
            let words = [Cell::Text(app.name.into()), Cell::Text(plan.names.join(", "))];
            let row = words.into_iter().chain(figures(plan));
            let row = row.chain([Cell::Ratio(points(plan) / by_default)]);
            table.rows.push(row.chain(times).collect());
        }
        context.progress.inc(1);
    }
    Ok(table)
}

/// The default, and the same groups in blocks.
fn plans(App { subject, .. }: &App) -> Result<Vec<PlanCandidate>> {
    let by_default = Way { name: "default".into(), options: subject.options.clone() };
    let default = candidates(subject, vec![by_default]).pop().context("the default plan")?;
    let written = subject.with_hints(&default.hints)?;
    let in_blocks = WIDTHS.map(|columns| {
        Way::new(columns.to_string(), &written, |o| {
            for group in o.groups.iter_mut().filter(|group| is_wider(group, columns)) {
                group.width = Some(Width::Columns(columns).into());
            }
        })
    });
    let as_it_is = Way { name: "default".into(), options: written.clone() };
    Ok(candidates(subject, [as_it_is].into_iter().chain(in_blocks).collect()))
}

/// Whether a group has tiles of rows with more columns.
fn is_wider(group: &GroupHint, columns: i64) -> bool {
    group.strip.is_some()
        && match group.width.as_ref().map(|at| at.value) {
            Some(Width::Columns(own)) => own > columns,
            Some(Width::Whole) => true,
            None => false,
        }
}
