//! What bounds of the search cost and save.

use std::time::Instant;

use anyhow::Result;
use pipeline_core::options::Search;

use super::{App, Cell, Column, Context, Table};

/// Groupings that one program may look at.
const STATES: [usize; 5] = [100, 300, 1000, 3000, 10_000];
/// Stages from which on Algorithm 5 takes the place of Algorithm 1; the last is never.
const FROM: [usize; 3] = [12, 24, usize::MAX];

/// The plan of an application under a bound.
struct Of {
    app: &'static str,
    predicted_ms: f64,
    seconds: f64,
}

/// A row for each pair of bounds: predicted times of all applications over the least that any pair
/// leads to, and seconds of compilation up to the kernels.
pub fn table(apps: &[App], context: &Context) -> Result<Table> {
    let pairs = FROM
        .into_iter()
        .flat_map(|incremental_from| STATES.map(|states| Search { states, incremental_from }));
    let pairs: Vec<Search> = pairs.collect();
    let mut found: Vec<Vec<Of>> = pairs.iter().map(|_| Vec::new()).collect();
    for App { name, subject } in apps {
        context.progress.set_message(*name);
        for (search, found) in pairs.iter().zip(&mut found) {
            let mut options = subject.options.clone();
            options.search = *search;
            let start = Instant::now();
            let planned = subject.plan(&options)?;
            let seconds = start.elapsed().as_secs_f64();
            found.push(Of { app: name, predicted_ms: planned.predicted_ms(), seconds });
        }
        context.progress.inc(1);
    }
    let least: Vec<f64> = (0..apps.len())
        .map(|app| found.iter().map(|of| of[app].predicted_ms).fold(f64::INFINITY, f64::min))
        .collect();
    let columns = ["states", "incremental from", "predicted, mean", "worst", "of"];
    let times = ["s, all", "s, longest", "which"];
    let columns = columns.map(Column::structural).into_iter().chain(times.map(Column::time));
    let rows = pairs.iter().zip(&found).map(|(search, of)| row(search, of, &least)).collect();
    Ok(Table { columns: columns.collect(), rows, ..Table::default() })
}

fn row(search: &Search, of: &[Of], least: &[f64]) -> Vec<Cell> {
    let ratios: Vec<f64> =
        of.iter().zip(least).map(|(of, least)| of.predicted_ms / least).collect();
    let mean = (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp();
    let worst = (0..of.len()).max_by(|a, b| ratios[*a].total_cmp(&ratios[*b]));
    let longest = of.iter().max_by(|a, b| a.seconds.total_cmp(&b.seconds));
    let worst_of = match worst {
        Some(i) if ratios[i] > 1.0005 => Cell::Text(of[i].app.into()),
        _ => Cell::Absent,
    };
    let from = match search.incremental_from {
        usize::MAX => Cell::Text("never".into()),
        from => Cell::Count(from as u64),
    };
    let exact = |ratio: f64| Cell::Text(format!("{ratio:.3}"));
    vec![
        Cell::Count(search.states as u64),
        from,
        exact(mean),
        exact(worst.map_or(1.0, |i| ratios[i])),
        worst_of,
        Cell::Time(of.iter().map(|of| of.seconds).sum()),
        Cell::Time(longest.map_or(0.0, |of| of.seconds)),
        longest.map_or(Cell::Absent, |of| Cell::Text(of.app.into())),
    ]
}
