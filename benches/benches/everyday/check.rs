//! Whether results agree.

use super::candidate::{Agreement, Candidate};
use super::data::Size;
use super::programs::Program;

/// What the comparison of results found.
#[derive(Default)]
pub struct Findings {
    /// By how much results differ that may.
    pub notes: Vec<String>,
    /// Which ones differ that must not.
    pub errors: Vec<String>,
}

/// Runs every candidate once and compares its result with that of the first one.
pub fn compare(program: &Program, size: Size, candidates: &mut [Candidate]) -> Findings {
    let mut found = Findings::default();
    let [ours, others @ ..] = candidates else { return found };
    let shape = (program.shape)(size);
    ours.run.run();
    let expected = ours.run.result();
    assert_eq!(expected.len(), shape.iter().product::<usize>(), "{}: shape", program.name);
    for other in others {
        other.run.run();
        let result = other.run.result();
        assert_eq!(result.len(), expected.len(), "{}: {}: shape", program.name, other.name);
        let what = |text| format!("{}: {} {text}", program.name, other.name);
        let edge = match other.agreement {
            Agreement::Same => 0,
            Agreement::Inside(edge) => edge,
            Agreement::Near => {
                found.notes.extend(distance(&expected, &result).map(what));
                continue;
            }
        };
        found.errors.extend(difference(&expected, &result, shape, edge).map(what));
    }
    found
}

/// The first difference that is not in one of so many rows and columns along the edges.
fn difference(expected: &[u16], result: &[u16], shape: [usize; 3], edge: usize) -> Option<String> {
    let [rows, cols, channels] = shape;
    (edge..rows - edge).find_map(|y| {
        let start = (y * cols + edge) * channels;
        let inside = start..((y + 1) * cols - edge) * channels;
        let (a, b) = (&expected[inside.clone()], &result[inside]);
        let at = a.iter().zip(b).position(|(a, b)| a != b)?;
        let x = (start + at) / channels - y * cols;
        Some(format!("has {} for {} in row {y}, column {x}", b[at], a[at]))
    })
}

/// The largest difference, and how many samples differ.
fn distance(expected: &[u16], result: &[u16]) -> Option<String> {
    let differences = expected.iter().zip(result).map(|(a, b)| a.abs_diff(*b));
    let (count, largest) = differences
        .fold((0usize, 0), |(count, largest), d| (count + usize::from(d > 0), largest.max(d)));
    let share = 100.0 * count as f64 / expected.len() as f64;
    (count > 0).then(|| format!("differs by up to {largest}, in {share:.3} % of the samples"))
}
