//! The default plan among many: how well predicted times put plans in order, and how much faster
//! than the default the best of them is.

use anyhow::{Context as _, Result};
use pipeline_core::schedule::cost::{Estimate, RateScale};
use pipeline_tune::{Entry, Measured, PlanCandidate, Subject, candidates, ways, ways::Way};

use super::beside::Beside;
use super::{App, Cell, Column, Context, Table, rank};

/// Plans of an application that run beside its default at most.
const PLANS: usize = 24;
/// The plans that run once more beside the default: the fastest of many is fast by chance, too.
const FINALISTS: usize = 3;
/// A default is as good as the best plan if that takes so much of its time.
const AS_GOOD: f64 = 1.0 / 1.1;

/// What was found of an application.
struct Swept {
    name: &'static str,
    /// How many plans there are, the default among them.
    plans: usize,
    /// The plans that ran, the default first.
    points: Vec<Point>,
    best: Option<Best>,
    left_out: Vec<String>,
}

/// A plan that ran.
struct Point {
    /// What is predicted of its groups.
    estimates: Vec<Estimate>,
    /// What it took on the last number of threads.
    ms: f64,
}

/// The fastest of the plans that ran twice.
struct Best {
    name: String,
    /// Its time as a part of the default's.
    ratio: f64,
}

impl Point {
    fn new(plan: &PlanCandidate, ms: f64) -> Point {
        let verdicts = plan.planned.plan.verdicts.iter();
        Point { estimates: verdicts.map(|verdict| verdict.estimate.clone()).collect(), ms }
    }

    /// Nanoseconds that are predicted.
    fn predicted(&self, scale: &RateScale) -> f64 {
        self.estimates.iter().map(|estimate| estimate.scaled(scale)).sum()
    }
}

impl Swept {
    /// The correlation of what was measured with what is predicted.
    fn correlation(&self, scale: &RateScale) -> Option<f64> {
        let predicted: Vec<f64> = self.points.iter().map(|point| point.predicted(scale)).collect();
        let measured: Vec<f64> = self.points.iter().map(|point| point.ms).collect();
        rank::correlation(&predicted, &measured)
    }

    /// The time of the plan that is predicted to be the fastest, as a part of the default's.
    fn chosen(&self, scale: &RateScale) -> Option<f64> {
        let predicted = |point: &&Point| point.predicted(scale);
        let chosen = self.points.iter().min_by(|a, b| predicted(a).total_cmp(&predicted(b)))?;
        Some(chosen.ms / self.points.first()?.ms)
    }
}

/// A row for each application: over plans of all strategies, and those that differ from the default
/// in one thing, Spearman's correlation of predicted with measured times on the last number of
/// threads, by the machine's rates and by rates that are fitted on every second application; and
/// the time of the best plan as a part of the default's.
pub fn table(apps: &[App], context: &Context) -> Result<Table> {
    let mut swept = Vec::new();
    for App { name, subject } in apps {
        context.progress.set_message(*name);
        swept.push(sweep(name, subject, context)?);
        context.progress.inc(1);
    }
    let fitted_on: Vec<&Swept> = swept.iter().step_by(2).collect();
    let fitted = fit(&fitted_on);
    let columns = ["application", "plans"].map(Column::structural).into_iter();
    let timed = ["predicted", "predicted, fitted", "default, ms", "best / default", "best"];
    let columns = columns.chain(timed.map(Column::time)).collect();
    let row = |(i, of): (usize, &Swept)| {
        let role = if i % 2 == 0 { " (fitted on)" } else { "" };
        let correlation =
            |scale: &RateScale| of.correlation(scale).map_or(Cell::Absent, Cell::Ratio);
        vec![
            Cell::Text(format!("{}{role}", of.name)),
            Cell::Count(of.plans as u64),
            correlation(&RateScale::ONE),
            correlation(&fitted),
            of.points.first().map_or(Cell::Absent, |default| Cell::Time(default.ms)),
            of.best.as_ref().map_or(Cell::Absent, |best| Cell::Ratio(best.ratio)),
            of.best.as_ref().map_or(Cell::Absent, |best| Cell::Text(best.name.clone())),
        ]
    };
    let rows = swept.iter().enumerate().map(row).collect();
    let mut notes = Vec::new();
    if context.race.is_some() {
        notes = summary(&swept, &fitted);
    }
    let left_out = |of: &Swept| {
        let name = of.name;
        of.left_out.iter().map(move |why| format!("{name}: {why}")).collect::<Vec<_>>()
    };
    notes.extend(swept.iter().flat_map(left_out));
    Ok(Table { columns, rows, notes })
}

/// Plans an application in many ways, and runs the plans.
fn sweep(name: &'static str, subject: &Subject, context: &Context) -> Result<Swept> {
    let Plans { default, others } = plans(subject)?;
    let plans = 1 + others.len();
    let mut swept = Swept { name, plans, points: Vec::new(), best: None, left_out: Vec::new() };
    let Some(race) = &context.race else { return Ok(swept) };
    let run = |plans: &[&PlanCandidate]| -> Result<Vec<Measured>> {
        let all = [&default].into_iter().chain(plans.iter().copied());
        let entries: Vec<Entry<'_>> = all.map(|plan| Entry::exact(&plan.hints)).collect();
        race.run(subject, &entries, &mut || context.progress.tick())
    };
    let raced = Beside::race(&others, race.target, &run)?;
    let lane = raced.lanes().pop().context("a number of threads")?;
    let all = [&default].into_iter().chain(raced.ran().iter().copied());
    let times = [lane.ours].into_iter().chain(lane.others);
    swept.points = all.zip(times).map(|(plan, ms)| Point::new(plan, ms)).collect();
    swept.left_out = raced.left_out().to_vec();
    let mut order: Vec<usize> = (1..swept.points.len()).collect();
    order.sort_by(|a, b| swept.points[*a].ms.total_cmp(&swept.points[*b].ms));
    let finalists = order.iter().take(FINALISTS).map(|place| raced.ran()[place - 1]);
    let finalists: Vec<&PlanCandidate> = finalists.collect();
    swept.best = Some(fastest(&default, &finalists, &run(&finalists)?));
    Ok(swept)
}

/// The plans of an application.
struct Plans {
    default: PlanCandidate,
    others: Vec<PlanCandidate>,
}

/// The default, and plans of all strategies and those that differ from the default in one thing,
/// chosen evenly in the order of predicted times.
fn plans(subject: &Subject) -> Result<Plans> {
    let by_default = Way { name: "default".into(), options: subject.options.clone() };
    let default = candidates(subject, vec![by_default]).pop().context("the default plan")?;
    let mut all = ways::strategies(&subject.options);
    all.extend(ways::neighbours(&default, &subject.with_hints(&default.hints)?));
    let mut others = candidates(subject, all);
    others.retain(|plan| plan.hints != default.hints);
    others.sort_by(|a, b| a.predicted_ms().total_cmp(&b.predicted_ms()));
    let (count, most) = (others.len(), others.len().min(PLANS));
    let chosen = (0..most).map(|i| others[i * count / most].clone()).collect();
    Ok(Plans { default, others: chosen })
}

/// The fastest of the default and the finalists, which ran after it.
fn fastest(default: &PlanCandidate, finalists: &[&PlanCandidate], measured: &[Measured]) -> Best {
    let ms = |of: &Measured| of.lanes.last().map_or(f64::INFINITY, |lane| lane.fastest);
    let ours = measured.first().map_or(f64::INFINITY, ms);
    let mut best = Best { name: default.name().to_owned(), ratio: 1.0 };
    for (plan, measured) in finalists.iter().zip(measured.iter().skip(1)) {
        let ratio = ms(measured) / ours;
        if ratio < best.ratio {
            best = Best { name: plan.name().to_owned(), ratio };
        }
    }
    best
}

/// Rates under which the mean correlation on these applications is greatest: the time of each
/// summand in turn takes the best of its multiples by powers of the square root of two, until none
/// is better.
fn fit(on: &[&Swept]) -> RateScale {
    let quality =
        |scale: &RateScale| -> f64 { on.iter().filter_map(|of| of.correlation(scale)).sum() };
    let summands: [fn(&mut RateScale) -> &mut f64; 5] = [
        |scale| &mut scale.starts,
        |scale| &mut scale.arithmetic,
        |scale| &mut scale.rows,
        |scale| &mut scale.caches,
        |scale| &mut scale.memory,
    ];
    let mut best = RateScale::ONE;
    let mut reached = quality(&best);
    loop {
        let before = reached;
        for summand in summands {
            let start = best;
            for half_power in -8..=8 {
                let mut other = start;
                *summand(&mut other) *= 2_f64.powf(f64::from(half_power) / 2.0);
                let found = quality(&other);
                if found > reached + 1e-6 {
                    (best, reached) = (other, found);
                }
            }
        }
        if reached <= before + 1e-6 {
            return best;
        }
    }
}

/// What the table says of all applications.
fn summary(swept: &[Swept], fitted: &RateScale) -> Vec<String> {
    let judged: Vec<&Swept> = swept.iter().skip(1).step_by(2).collect();
    let middle = |scale: &RateScale| {
        let mut all: Vec<f64> = judged.iter().filter_map(|of| of.correlation(scale)).collect();
        all.sort_by(f64::total_cmp);
        all.get(all.len() / 2).copied()
    };
    let shown = |of: Option<f64>| of.map_or("–".to_string(), |of| format!("{of:.2}"));
    let RateScale { starts, arithmetic, rows, caches, memory } = fitted;
    let ratios: Vec<f64> =
        swept.iter().filter_map(|of| of.best.as_ref()).map(|best| best.ratio).collect();
    let good = ratios.iter().filter(|ratio| **ratio >= AS_GOOD).count();
    let mean = |ratios: &[f64]| {
        (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len().max(1) as f64).exp()
    };
    let chosen = |scale: &RateScale| {
        let all: Vec<f64> = judged.iter().filter_map(|of| of.chosen(scale)).collect();
        mean(&all)
    };
    vec![
        format!(
            "the default is within 10 % of the best plan for {good} of {} applications; best / \
             default is {:.3} in the geometric mean",
            ratios.len(),
            mean(&ratios)
        ),
        format!(
            "of the {} applications that nothing is fitted on, the middle correlation is {}, and \
             {} with fitted rates; the plan that is predicted to be fastest takes {:.3} of the \
             default's time in the geometric mean, and {:.3} with fitted rates",
            judged.len(),
            shown(middle(&RateScale::ONE)),
            shown(middle(fitted)),
            chosen(&RateScale::ONE),
            chosen(fitted)
        ),
        format!(
            "fitted: starts take {starts:.2} of what the machine's rates say, arithmetic \
             {arithmetic:.2}, rows {rows:.2}, caches {caches:.2}, memory {memory:.2}"
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A plan of one group that computes and moves for so long, and takes `ms`.
    fn point(arithmetic: f64, memory: f64, ms: f64) -> Point {
        let total = arithmetic.max(memory);
        let (starts, rows, caches) = (0.0, 0.0, 0.0);
        let (bytes_read, bytes_written, overlap, tasks) = (0.0, 0.0, 0.0, 1.0);
        let estimate = Estimate {
            total,
            starts,
            arithmetic,
            rows,
            caches,
            memory,
            bytes_read,
            bytes_written,
            overlap,
            tasks,
        };
        Point { estimates: vec![estimate], ms }
    }

    #[test]
    fn rates_that_order_plans_are_found() {
        // Memory is said to be much slower than it is.
        let points = (0..8).map(|i| point(f64::from(10 + i), f64::from(40 - i), f64::from(i)));
        let swept = Swept {
            name: "an",
            plans: 8,
            points: points.collect(),
            best: Some(Best { name: "other".into(), ratio: 0.5 }),
            left_out: Vec::new(),
        };
        assert_eq!(swept.correlation(&RateScale::ONE), Some(-1.0));
        let fitted = fit(&[&swept]);
        assert_eq!(swept.correlation(&fitted), Some(1.0));
        assert!(fitted.memory < fitted.arithmetic, "{fitted:?}");
        let notes = summary(&[swept], &fitted);
        assert!(notes[0].contains("for 0 of 1 applications; best / default is 0.500"), "{notes:?}");
    }
}
