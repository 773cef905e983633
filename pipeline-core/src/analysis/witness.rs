//! A bounded search for concrete sizes and points, so that messages can give an example.

use crate::ir::{Affine, Atom, Interval, Pipeline, Test, TestOp, VarId};

/// Predicate evaluations after which the search gives up.
const MOST_POINTS: usize = 60_000;

/// An assignment of every size and of every variable in scope.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    /// By size.
    pub sizes: Vec<i64>,
    /// By variable.
    pub vars: Vec<i64>,
}

/// Where to search.
#[derive(Clone, Copy, Debug)]
pub struct WitnessSpace<'a> {
    /// Whose sizes and constraints.
    pub pipeline: &'a Pipeline,
    /// The range of each variable, over sizes.
    pub dims: &'a [Interval],
    /// What else must hold.
    pub tests: &'a [Test],
    /// The variables worth varying; others stay at the first value of their range.
    pub vary: &'a [VarId],
    /// Expressions whose constants hint at interesting sizes.
    pub hints: &'a [Affine],
}

/// The first assignment within the space that satisfies `wanted`: sizes at the estimates, then at
/// small values and near the constants that occur; variables near the ends of their ranges.
pub fn search(
    space: &WitnessSpace<'_>,
    mut wanted: impl FnMut(&[i64], &[i64]) -> bool,
) -> Option<Witness> {
    let mut left = MOST_POINTS;
    for sizes in candidate_sizes(space) {
        if left == 0 {
            break;
        }
        if let Some(vars) = point(space, &sizes, &mut left, &mut wanted) {
            return Some(Witness { sizes, vars });
        }
    }
    None
}

/// The first point within the space at these sizes, likewise.
pub fn search_at(
    space: &WitnessSpace<'_>,
    sizes: &[i64],
    mut wanted: impl FnMut(&[i64], &[i64]) -> bool,
) -> Option<Vec<i64>> {
    let legal = space.pipeline.constraints.iter().all(|c| c.test.eval(sizes, &[]));
    if !legal {
        return None;
    }
    let mut left = MOST_POINTS;
    point(space, sizes, &mut left, &mut wanted)
}

fn point(
    space: &WitnessSpace<'_>,
    sizes: &[i64],
    left: &mut usize,
    wanted: &mut impl FnMut(&[i64], &[i64]) -> bool,
) -> Option<Vec<i64>> {
    let mut choices = Vec::with_capacity(space.dims.len());
    for (i, interval) in space.dims.iter().enumerate() {
        let (lo, hi) = interval.eval(sizes, &[]);
        if lo > hi {
            return None;
        }
        choices.push(match space.vary.contains(&VarId(i)) {
            true => near_ends(lo, hi),
            false => vec![lo],
        });
    }
    let mut digits = vec![0; choices.len()];
    let mut vars: Vec<i64> = choices.iter().map(|c| c[0]).collect();
    loop {
        if *left == 0 {
            return None;
        }
        *left -= 1;
        if space.tests.iter().all(|t| t.eval(sizes, &vars)) && wanted(sizes, &vars) {
            return Some(vars);
        }
        let next = (0..digits.len()).rev().find(|i| digits[*i] + 1 < choices[*i].len())?;
        digits[next] += 1;
        digits[next + 1..].fill(0);
        for (var, (choice, digit)) in vars.iter_mut().zip(choices.iter().zip(&digits)) {
            *var = choice[*digit];
        }
    }
}

/// Up to eight values from each end, so that every small residue occurs; the ends first, where
/// expressions are extreme.
fn near_ends(lo: i64, hi: i64) -> Vec<i64> {
    let steps = (0..8).flat_map(|step| [lo.saturating_add(step), hi.saturating_sub(step)]);
    let mut values: Vec<i64> = steps.collect();
    values.retain(|v| (lo..=hi).contains(v));
    let mut seen = Vec::with_capacity(values.len());
    values.retain(|v| {
        !seen.contains(v) && {
            seen.push(*v);
            true
        }
    });
    values
}

/// Legal sizes: the estimates; then each alone and all together at each candidate value; then all
/// pairs of candidates.
fn candidate_sizes(space: &WitnessSpace<'_>) -> impl Iterator<Item = Vec<i64>> {
    let p = space.pipeline;
    let estimates = p.estimates();
    let n = estimates.len();
    let values = candidate_values(space, &estimates);
    let count = values.len();
    let alone = (0..n * count).map({
        let (estimates, values) = (estimates.clone(), values.clone());
        move |i| {
            let mut sizes = estimates.clone();
            sizes[i % n] = values[i / n];
            sizes
        }
    });
    let together = (0..if n > 1 { count } else { 0 }).map({
        let values = values.clone();
        move |i| vec![values[i]; n]
    });
    let pairs = (0..n * n * count * count).filter_map({
        let estimates = estimates.clone();
        move |i| {
            let (a, b) = (i % n, i / n % n);
            let (j, k) = (i / (n * n) % count, i / (n * n) / count);
            (a < b).then(|| {
                let mut sizes = estimates.clone();
                (sizes[a], sizes[b]) = (values[j], values[k]);
                sizes
            })
        }
    });
    let legal = move |sizes: &Vec<i64>| {
        sizes.iter().all(|s| *s >= 1) && p.constraints.iter().all(|c| c.test.eval(sizes, &[]))
    };
    std::iter::once(estimates).chain(alone).chain(together).chain(pairs).filter(legal)
}

fn candidate_values(space: &WitnessSpace<'_>, estimates: &[i64]) -> Vec<i64> {
    let mut constants = Vec::new();
    let mut note = |a: &Affine| constants_of(a, &mut constants);
    space.hints.iter().for_each(&mut note);
    space.tests.iter().for_each(|t| note(&t.affine));
    space.pipeline.constraints.iter().for_each(|c| note(&c.test.affine));
    let divisors = space.pipeline.constraints.iter().filter(|c| c.test.op == TestOp::Zero);
    let mut divisor = 1;
    for c in divisors {
        for (atom, _) in c.test.affine.terms() {
            if let Atom::Div(_, d) = atom {
                divisor = divisor.max(*d);
            }
        }
    }
    let mut values: Vec<i64> = (1..=10).collect();
    values.extend(estimates.iter().flat_map(|e| [e + 1, e - 1]));
    for c in constants {
        values.extend([c, c + 1, c - 1]);
    }
    if divisor > 1 {
        let rounded: Vec<i64> =
            values.iter().map(|v| (v + divisor - 1) / divisor * divisor).collect();
        values.extend(rounded);
    }
    values.retain(|v| *v >= 1);
    let mut seen = Vec::new();
    values.retain(|v| {
        !seen.contains(v) && {
            seen.push(*v);
            true
        }
    });
    values
}

fn constants_of(affine: &Affine, out: &mut Vec<i64>) {
    out.push(affine.constant().saturating_abs().min(1 << 30));
    for (atom, _) in affine.terms() {
        if let Atom::Div(inner, d) = atom {
            out.push(*d);
            constants_of(inner, out);
        }
    }
}
