//! What costs say and what is measured: PolyMage+ (TOPLAS 42(3), 2020), Section 7.3, Tables 2, 3.

use anyhow::Result;
use pipeline_core::machine::Weights;
use pipeline_core::options::{CostModel, Options};
use pipeline_core::schedule::cost::polymage::Reading;
use pipeline_tune::{Entry, PlanCandidate, Subject, candidates, ways};

use super::{App, Cell, Column, Context, Table, rank};

/// The applications that weights are fitted on, as in the paper.
const TRAINING: [&str; 3] = ["harris", "multiscale_interpolate", "camera_pipeline"];

/// Plans of an application that are run at most.
const PLANS: usize = 32;

/// The terms of PolyMage+'s cost of a plan without their weights, its predicted and its measured
/// time.
#[derive(Clone)]
struct Point {
    terms: [f64; 4],
    predicted_ms: f64,
    measured_ms: Option<f64>,
}

/// A row for each application: over its plans, Spearman's correlation of the measured time on the
/// last number of threads with the predicted time, and with PolyMage+'s cost under its weights and
/// under weights fitted on three of the applications.
pub fn table(apps: &[App], context: &Context) -> Result<Table> {
    let mut found: Vec<(&str, Vec<Point>)> = Vec::new();
    let mut weights = Options::default().machine.weights;
    for App { name, subject } in apps {
        context.progress.set_message(*name);
        weights = subject.options.machine.weights;
        found.push((name, points(subject, context)?));
        context.progress.inc(1);
    }
    let paper = [weights.w1, weights.w2, weights.w3, weights.w4];
    let training: Vec<&[Point]> =
        found.iter().filter(|(name, _)| TRAINING.contains(name)).map(|(_, of)| &of[..]).collect();
    let fitted = fit(&training, &[balanced(&found), paper]);
    let columns = ["application", "plans"].map(Column::structural).into_iter();
    let columns = columns.chain(
        ["predicted time", "PolyMage+'s cost", "PolyMage+'s cost, fitted"].map(Column::time),
    );
    let row = |(name, points): &(&str, Vec<Point>)| {
        let role = if TRAINING.contains(name) { " (fitted on)" } else { "" };
        vec![
            Cell::Text(format!("{name}{role}")),
            Cell::Count(points.len() as u64),
            correlation(points, |point| point.predicted_ms),
            correlation(points, |point| cost(point, &paper)),
            correlation(points, |point| cost(point, &fitted)),
        ]
    };
    let all: Vec<&Point> = found.iter().flat_map(|(_, points)| points).collect();
    let mut notes = Vec::new();
    if context.race.is_some() {
        notes.push(line("weights", "the machine's", &paper, &all));
        notes.push(line("weights", "fitted", &with_second(&fitted, paper[1]), &all));
    }
    Ok(Table { columns: columns.collect(), rows: found.iter().map(row).collect(), notes })
}

/// Weights, and the same normalised as in Table 3: times the range of their terms within two
/// standard deviations, the second one 1.
fn line(what: &str, whose: &str, weights: &[f64; 4], all: &[&Point]) -> String {
    let ranges: [f64; 4] = std::array::from_fn(|k| range(all, k));
    let unit = weights[1] * ranges[1];
    let normal = |k: usize| if unit > 0.0 { weights[k] * ranges[k] / unit } else { f64::NAN };
    let [w1, w2, w3, w4] = weights.map(three_digits);
    let [n1, n2, n3, n4] = [0, 1, 2, 3].map(|k| three_digits(normal(k)));
    format!(
        "{what}, {whose}: w1 = {w1}, w2 = {w2}, w3 = {w3}, w4 = {w4}; normalised {n1}, {n2}, {n3}, \
         {n4}"
    )
}

/// A number with at least three digits from the first that is not zero on.
fn three_digits(number: f64) -> String {
    let decimals = match number.abs().log10().floor() {
        place if place.is_finite() => (2.0 - place).clamp(0.0, 12.0) as usize,
        _ => 0,
    };
    format!("{number:.decimals$}")
}

/// The same weights, of which only ratios put plans in an order, with a second one to compare by.
fn with_second(weights: &[f64; 4], second: f64) -> [f64; 4] {
    match weights[1] > 0.0 {
        true => weights.map(|weight| weight * second / weights[1]),
        false => *weights,
    }
}

fn range(all: &[&Point], term: usize) -> f64 {
    let values: Vec<f64> = all.iter().map(|point| point.terms[term]).collect();
    let n = values.len().max(1) as f64;
    let mean = values.iter().sum::<f64>() / n;
    let deviation = (values.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / n).sqrt();
    let near = values.iter().filter(|v| (*v - mean).abs() <= 2.0 * deviation);
    let (lo, hi) =
        near.fold((f64::INFINITY, f64::NEG_INFINITY), |(lo, hi), v| (lo.min(*v), hi.max(*v)));
    (hi - lo).max(0.0)
}

/// Plans of PolyMage's space and of all strategies, no two the same, evenly chosen in the order of
/// predicted times.
fn plans(subject: &Subject) -> Vec<PlanCandidate> {
    let mut all = ways::strategies(&subject.options);
    all.extend(ways::polymage(&subject.options));
    let mut plans = candidates(subject, all);
    plans.sort_by(|a, b| a.predicted_ms().total_cmp(&b.predicted_ms()));
    let count = plans.len();
    let chosen = (0..count.min(PLANS)).map(|i| i * count / count.min(PLANS));
    chosen.map(|i| plans[i].clone()).collect()
}

/// What costs say of these plans, and what is measured.
fn points(subject: &Subject, context: &Context) -> Result<Vec<Point>> {
    let plans = plans(subject);
    let mut measured = match &context.race {
        Some(race) => {
            let entries: Vec<Entry<'_>> = plans.iter().map(|p| Entry::exact(&p.hints)).collect();
            race.run(subject, &entries, &mut || context.progress.tick())?
        }
        None => Vec::new(),
    }
    .into_iter();
    let point = |plan: &PlanCandidate| {
        let measured = measured.next().and_then(|m| m.lanes.last().map(|lane| lane.fastest));
        Ok(Point {
            terms: terms(subject, plan)?,
            predicted_ms: plan.predicted_ms(),
            measured_ms: measured,
        })
    };
    plans.iter().map(point).collect()
}

/// The terms of PolyMage+'s cost, all groups together, without their weights.
fn terms(subject: &Subject, plan: &PlanCandidate) -> Result<[f64; 4]> {
    let mut options = subject.with_hints(&plan.hints)?;
    options.cost = CostModel::Polymage(Reading::Fitted);
    options.machine.weights = Weights { w1: 1.0, w2: 1.0, w3: 1.0, w4: 1.0 };
    let planned = subject.plan(&options)?;
    let of = |k: usize| -> f64 {
        planned.plan.verdicts.iter().filter_map(|v| v.terms.get(k)).map(|term| term.1).sum()
    };
    // The second one is subtracted.
    Ok([of(0), -of(1), of(2), of(3)])
}

fn cost(point: &Point, weights: &[f64; 4]) -> f64 {
    let [t1, t2, t3, t4] = point.terms;
    weights[0] * t1 - weights[1] * t2 + weights[2] * t3 + weights[3] * t4
}

/// Weights under which every term counts as much, with its range as the unit. Where one outweighs
/// the others by far, no multiple of one weight changes an order of plans.
fn balanced(found: &[(&str, Vec<Point>)]) -> [f64; 4] {
    let all: Vec<&Point> = found.iter().flat_map(|(_, points)| points).collect();
    std::array::from_fn(|k| match range(&all, k) {
        range if range > 0.0 => 1.0 / range,
        _ => 0.0,
    })
}

/// Weights under which the mean correlation on these applications is greatest, found from each of
/// some starts; of equal ones, those from the last start.
fn fit(training: &[&[Point]], starts: &[[f64; 4]]) -> [f64; 4] {
    let quality = |weights: &[f64; 4]| -> f64 {
        training.iter().filter_map(|of| spearman(of, |point| cost(point, weights))).sum()
    };
    let found = starts.iter().map(|start| fit_from(*start, &quality));
    let best = found.max_by(|a, b| quality(a).total_cmp(&quality(b)));
    best.expect("there are starts")
}

/// Each weight in turn takes the best of its multiples by powers of two, until none is better.
fn fit_from(start: [f64; 4], quality: &dyn Fn(&[f64; 4]) -> f64) -> [f64; 4] {
    let mut best = start;
    let mut reached = quality(&best);
    loop {
        let before = reached;
        for k in 0..4 {
            for power in -10..=10 {
                let mut other = best;
                other[k] *= 2_f64.powi(power);
                let found = quality(&other);
                if found > reached + 1e-9 {
                    (best, reached) = (other, found);
                }
            }
        }
        if reached <= before + 1e-9 {
            return best;
        }
    }
}

fn correlation(points: &[Point], of: impl Fn(&Point) -> f64) -> Cell {
    spearman(points, of).map_or(Cell::Absent, Cell::Ratio)
}

/// The correlation with the measured times; none if nothing was measured.
fn spearman(points: &[Point], of: impl Fn(&Point) -> f64) -> Option<f64> {
    let measured: Vec<f64> = points.iter().filter_map(|point| point.measured_ms).collect();
    let said: Vec<f64> = points.iter().map(of).collect();
    (measured.len() == said.len()).then(|| rank::correlation(&said, &measured))?
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn point(terms: [f64; 4], measured: f64) -> Point {
        Point { terms, predicted_ms: 2.0 * measured, measured_ms: Some(measured) }
    }

    #[test]
    fn correlations_are_of_ranks() {
        let points = [1.0, 10.0, 3.0, 200.0].map(|ms| point([ms * ms, 0.0, 0.0, -ms], ms));
        assert_eq!(spearman(&points, |p| p.predicted_ms), Some(1.0));
        assert_eq!(spearman(&points, |p| p.terms[3]), Some(-1.0));
        assert_eq!(spearman(&points, |_| 1.0), None);
    }

    #[test]
    fn weights_that_matter_are_found() {
        // The first term says the opposite of what is measured, the last one the same.
        let points: Vec<Point> =
            (0..20).map(|i| point([-f64::from(i), 0.0, 0.0, f64::from(i)], f64::from(i))).collect();
        let start = [4.0, 1.0, 1.0, 1.0];
        assert_eq!(spearman(&points, |p| cost(p, &start)), Some(-1.0));
        let fitted = fit(&[&points], &[start]);
        assert_eq!(spearman(&points, |p| cost(p, &fitted)), Some(1.0));
    }

    #[test]
    fn a_term_that_outweighs_the_others_is_balanced() {
        let points: Vec<Point> = (0..20)
            .map(|i| point([-1e9 * f64::from(i), 0.0, 0.0, f64::from(i)], f64::from(i)))
            .collect();
        let outweighed = [1.0; 4];
        let alone = fit(&[&points], &[outweighed]);
        assert_eq!(spearman(&points, |p| cost(p, &alone)), Some(-1.0));
        let fitted = fit(&[&points], &[outweighed, balanced(&[("an", points.clone())])]);
        assert_eq!(spearman(&points, |p| cost(p, &fitted)), Some(1.0));
    }

    #[test]
    fn weights_are_printed_to_be_compared() {
        let fitted = with_second(&[2.6e-6, 2.0, 0.0, 0.36], 100.0);
        assert_eq!(fitted.map(three_digits), ["0.000130", "100", "0", "18.0"]);
        assert_eq!(with_second(&[1.0, 0.0, 2.0, 3.0], 100.0), [1.0, 0.0, 2.0, 3.0]);
        assert_eq!([46875.0, f64::NAN].map(three_digits), ["46875", "NaN"]);
    }

    /// Wherever more than one stage is left to group.
    #[test]
    fn there_are_at_least_thirty_plans_of_an_application() {
        for name in ["resize", "wavelet", "enhance", "unsharp_hipacc"] {
            let app = crate::application(name).expect("an application");
            let subject = crate::subject(app.as_ref()).expect("a block");
            let plans = plans(&subject);
            let others: BTreeSet<String> = plans
                .iter()
                .map(|plan| format!("{:?} {:?}", plan.planned.plan.groups, plan.planned.loops))
                .collect();
            assert!(others.len() >= 30, "{name}: {} plans", others.len());
            assert_eq!(others.len(), plans.len(), "{name}: some are the same");
        }
    }
}
