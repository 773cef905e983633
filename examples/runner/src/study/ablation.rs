//! Each optimisation left out: PolyMage+ (TOPLAS 42(3), 2020), Table 8, and ours.

use anyhow::Result;
use harness::InstructionSet;
use pipeline_core::loops::{Lanes, LoopNest};
use pipeline_core::options::{CostModel, FloatOrder, Options, Without};
use pipeline_core::report::hints::hints;
use pipeline_core::schedule::cost::polymage::Reading;
use pipeline_core::schedule::grouping::Strategy;
use pipeline_tune::{CandidateTarget, Entry, Subject, Way};

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

/// The default plan on fewer instructions than the machine has.
struct Fewer {
    /// What is left out.
    name: &'static str,
    /// The name of the instruction set that it runs on.
    set: &'static str,
}

/// The instruction set is chosen at run time, so that plans do not depend on it.
const FEWER: [Fewer; 2] = [
    Fewer { name: "dispatch: the least instruction set", set: "build" },
    Fewer { name: "AVX-512: AVX2", set: "avx2" },
];

/// A row for each thing that is left out: geometric means of the predicted and of the measured time
/// over those of the default, of all applications and of those in which anything changed.
pub fn table(apps: &[App], context: &Context) -> Result<Table> {
    let of_ways = ways(&Options::default()).into_iter().map(|way| way.name);
    let of_sets = FEWER.iter().map(|fewer| fewer.name.to_string());
    let names: Vec<String> = of_ways.chain(of_sets).collect();
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
        let changed: Vec<&Ratios> =
            of.iter().filter(|ratios| ratios.plan.is_some_and(|plan| plan.changed)).collect();
        let both = |ratio: &dyn Fn(&Ratios) -> Option<f64>| {
            let all: Vec<f64> = of.iter().filter_map(ratio).collect();
            let changed: Vec<f64> = changed.iter().filter_map(|ratios| ratio(ratios)).collect();
            [mean(&all), mean(&changed)]
        };
        let of_plans = of.iter().any(|ratios| ratios.plan.is_some());
        let count = if of_plans { Cell::Count(changed.len() as u64) } else { Cell::Absent };
        let mut cells = vec![Cell::Text(name.clone()), count];
        cells.extend(both(&|ratios| ratios.plan.map(|plan| plan.predicted)));
        for place in 0..threads.len() {
            cells.extend(both(&|ratios| ratios.measured.get(place).copied()));
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
    /// What the plan says; nothing of the default plan on other instructions.
    plan: Option<OfPlan>,
    /// On each number of threads; nothing where nothing ran.
    measured: Vec<f64>,
}

/// A plan beside the default.
#[derive(Clone, Copy)]
struct OfPlan {
    changed: bool,
    /// Its predicted time over that of the default.
    predicted: f64,
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
        Entry { exact: *exact, ..Entry::exact(attributes) }
    };
    let target = context.race.as_ref().map_or(CandidateTarget::Every, |race| race.target);
    let fewer = FEWER.iter().filter(|fewer| fewer.runs(target) == Runs::OnFewer);
    let on_fewer = fewer
        .map(|fewer| Entry { instructions: Some(fewer.set), ..Entry::exact(&default.attributes) });
    let run: Vec<Entry<'_>> =
        [&default].into_iter().chain(changed).map(entry).chain(on_fewer).collect();
    let mut measured = match &context.race {
        Some(race) => race.run(subject, &run, &mut || context.progress.tick())?,
        None => Vec::new(),
    }
    .into_iter();
    let of_default = measured.next();
    let lanes = || of_default.iter().flat_map(|default| default.lanes.iter());
    let mut next = || -> Vec<f64> {
        let own = measured.next();
        let own = own.iter().flat_map(|own| own.lanes.iter());
        own.zip(lanes()).map(|(own, default)| own.fastest / default.fastest).collect()
    };
    let as_default = || lanes().map(|_| 1.0).collect();
    let mut ratios = Vec::new();
    for of in &without {
        let predicted = of.predicted_ms / default.predicted_ms;
        let measured = if of.changed { next() } else { as_default() };
        ratios.push(Ratios { plan: Some(OfPlan { changed: of.changed, predicted }), measured });
    }
    for fewer in &FEWER {
        let measured = match fewer.runs(target) {
            Runs::OnFewer => next(),
            Runs::AsDefault => as_default(),
            Runs::Not => Vec::new(),
        };
        ratios.push(Ratios { plan: None, measured });
    }
    Ok(ratios)
}

/// How something runs on an instruction set.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Runs {
    /// On fewer instructions than by default.
    OnFewer,
    /// As by default.
    AsDefault,
    /// The build, its target or the machine lacks it.
    Not,
}

impl Fewer {
    fn runs(&self, target: CandidateTarget) -> Runs {
        if target == CandidateTarget::Native {
            return Runs::Not;
        }
        let available = InstructionSet::available();
        match available.iter().position(|set| Some(*set) == InstructionSet::named(self.set)) {
            None => Runs::Not,
            Some(place) if place + 1 == available.len() => Runs::AsDefault,
            Some(_) => Runs::OnFewer,
        }
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_native_build_has_no_other_instructions() {
        assert!(FEWER.iter().all(|fewer| fewer.runs(CandidateTarget::Native) == Runs::Not));
        let of_build = FEWER[0].runs(CandidateTarget::Every);
        let alone = InstructionSet::available().len() == 1;
        assert!(of_build == if alone { Runs::AsDefault } else { Runs::OnFewer });
    }
}
