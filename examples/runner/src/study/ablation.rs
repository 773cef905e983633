//! Each optimisation left out: PolyMage+ (TOPLAS 42(3), 2020), Table 8, and ours.

use anyhow::Result;
use pipeline_core::loops::{Lanes, LoopNest};
use pipeline_core::options::{CostModel, FloatOrder, Options, Without};
use pipeline_core::report::hints::hints;
use pipeline_core::schedule::cost::polymage::Reading;
use pipeline_core::schedule::grouping::Strategy;
use pipeline_tune::{Entry, Subject, Way};

use super::{App, Cell, Column, Context, Table};

/// The default without one thing.
struct Ablated {
    attributes: String,
    /// Whether it has the results of the default.
    exact: bool,
    loops: LoopNest,
    /// Whether anything that runs is other than by default.
    changed: bool,
    predicted_ms: f64,
}

/// A row for each thing that is left out: geometric means of the predicted and of the measured time
/// over those of the default, of all applications and of those in which anything changed.
pub fn table(apps: &[App], context: &Context) -> Result<Table> {
    let names: Vec<String> = ways(&Options::default()).into_iter().map(|way| way.name).collect();
    let mut of_rows: Vec<Vec<Ratios>> = names.iter().map(|_| Vec::new()).collect();
    for App { name, subject } in apps {
        context.progress.set_message(*name);
        for (row, ratios) in of_rows.iter_mut().zip(of_app(subject, context)?) {
            row.push(ratios);
        }
        context.progress.inc(1);
    }
    let threads: Vec<usize> = context.race.iter().flat_map(|race| race.threads.clone()).collect();
    let mut columns = ["without", "changed", "predicted, all", "predicted, changed"]
        .map(Column::structural)
        .to_vec();
    for threads in &threads {
        columns.push(Column::time(format!("{threads} threads, all")));
        columns.push(Column::time(format!("{threads} threads, changed")));
    }
    let row = |(name, of): (&String, &Vec<Ratios>)| {
        let changed: Vec<&Ratios> = of.iter().filter(|ratios| ratios.changed).collect();
        let both = |ratio: &dyn Fn(&Ratios) -> f64| {
            let all: Vec<f64> = of.iter().map(ratio).collect();
            let changed: Vec<f64> = changed.iter().map(|ratios| ratio(ratios)).collect();
            [mean(&all), mean(&changed)]
        };
        let mut cells = vec![Cell::Text(name.clone()), Cell::Count(changed.len() as u64)];
        cells.extend(both(&|ratios| ratios.predicted));
        for place in 0..threads.len() {
            cells.extend(both(&|ratios| ratios.measured[place]));
        }
        cells
    };
    Ok(Table {
        columns,
        rows: names.iter().zip(&of_rows).map(row).collect(),
        notes: vec![
            "Ratios are times without it over times with everything: above 1 it gains.".into(),
        ],
    })
}

/// What is left out, one at a time.
fn ways(options: &Options) -> Vec<Way> {
    let way = |name: &str, change: &dyn Fn(&mut Options)| Way::new(name, options, change);
    let without = |name: &str, what: &[Without]| way(name, &|o| o.without = what.to_vec());
    vec![
        way("dynamic programming: greedy at 0.4", &|o| o.strategy = Some(Strategy::GREEDY)),
        way("our cost: PolyMage+'s", &|o| o.cost = CostModel::Polymage(Reading::Fitted)),
        without("sliding windows", &[Without::SlidingWindows]),
        without("multi-level tiles", &[Without::MultiLevelTiles]),
        without("both", &[Without::SlidingWindows, Without::MultiLevelTiles]),
        without("inlining", &[Without::Inline]),
        without("propagation", &[Without::Propagation]),
        without("fusion inside tiles: merged loops", &[Without::MergeStages]),
        without("fusion inside tiles: rows together", &[Without::JamRows]),
        without("narrow integers", &[Without::Narrow]),
        way("separable sums and fused products: floats in the order written", &|o| {
            o.float = FloatOrder::Strict;
        }),
        way("lanes by type: as many as elements of 32 bits", &|o| o.lanes = Some(Lanes::Of32)),
    ]
}

/// Times over those of the default.
struct Ratios {
    changed: bool,
    predicted: f64,
    /// On each number of threads.
    measured: Vec<f64>,
}

fn of_app(subject: &Subject, context: &Context) -> Result<Vec<Ratios>> {
    let default = ablated(subject, &subject.options, None)?;
    let without: Vec<Ablated> = ways(&subject.options)
        .iter()
        .map(|way| ablated(subject, &way.options, Some(&default)))
        .collect::<Result<_>>()?;
    let changed = without.iter().filter(|of| of.changed);
    let entry = |of| {
        let Ablated { attributes, exact, .. }: &Ablated = of;
        Entry { attributes, exact: *exact }
    };
    let run: Vec<Entry<'_>> = [&default].into_iter().chain(changed).map(entry).collect();
    let mut measured = match &context.race {
        Some(race) => race.run(subject, &run, &mut || context.progress.tick())?,
        None => Vec::new(),
    }
    .into_iter();
    let of_default = measured.next();
    let ratios = |of: &Ablated| {
        let lanes = of_default.iter().flat_map(|default| default.lanes.iter());
        let measured = match of.changed.then(|| measured.next()).flatten() {
            Some(own) => own.lanes.iter().zip(lanes).map(|(a, b)| a.fastest / b.fastest).collect(),
            None => lanes.map(|_| 1.0).collect(),
        };
        Ratios { changed: of.changed, predicted: of.predicted_ms / default.predicted_ms, measured }
    };
    Ok(without.iter().map(ratios).collect())
}

fn ablated(subject: &Subject, options: &Options, default: Option<&Ablated>) -> Result<Ablated> {
    let planned = subject.plan(options)?;
    let mut attributes = hints(&planned.report);
    let exact = options.float == subject.options.float;
    if !exact {
        attributes += "#[float(strict)]\n";
    }
    let predicted_ms = planned.predicted_ms();
    let loops = planned.loops;
    let changed = default.is_some_and(|default| default.loops != loops);
    Ok(Ablated { attributes, exact, loops, changed, predicted_ms })
}

/// The geometric mean.
fn mean(ratios: &[f64]) -> Cell {
    match ratios.len() {
        0 => Cell::Absent,
        n => Cell::Ratio((ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / n as f64).exp()),
    }
}
