//! Stages whose only consumer reads neighbours.

use super::*;

/// A stage `a` of so many columns of `img`, and `b`, its only consumer.
fn rows_of(columns: usize, b_reads: &[&str]) -> String {
    let columns: Vec<String> = (0..columns).map(|x| format!("y, x + {x}")).collect();
    let columns: Vec<&str> = columns.iter().map(String::as_str).collect();
    format!(
        "pipeline p size h ~ 999 size w ~ 999 input img: f32 [-9..=h + 9, -9..=w + 99]\n\
         stage a(y, x): f32 in [-9..=h + 9, -9..=w + 9] {{ case {{ {} }} }}\n\
         stage b(y, x): f32 in [0..=h - 1, 0..=w - 1] {{ case {{ {} }} }}\noutput b\n",
        taps("img", &columns),
        taps("a", b_reads)
    )
}

#[test]
fn rows_are_computed_again_where_few_are_needed() {
    let inlined = |columns, reads: &[&str]| !run(&rows_of(columns, reads)).inlined.is_empty();
    let three = ["y, x", "y + 1, x", "y + 2, x"];
    // Eight rows need ten, of three loads and two additions each: no more than loads and stores.
    assert!(inlined(3, &three));
    assert!(!inlined(12, &three));
    // Eight rows need twelve.
    assert!(!inlined(5, &["y - 2, x", "y - 1, x", "y, x", "y + 1, x", "y + 2, x"]));
    // Each row is needed at another column: nothing is shared.
    assert!(!inlined(3, &["y, x", "y + 1, x + 9", "y + 2, x - 9"]));
}

#[test]
fn neighbours_along_the_lanes_are_carried() {
    let inlined = |columns, reads: &[&str]| !run(&rows_of(columns, reads)).inlined.is_empty();
    // Each is computed once, whatever it costs, where that is more than lanes of two vectors do.
    assert!(inlined(5, &["y, x", "y, x + 1", "y, x + 2"]));
    assert!(inlined(12, &["y, x - 4", "y, x", "y, x + 4"]));
    // The shortest vector has eight points.
    assert!(!inlined(12, &["y, x - 4", "y, x", "y, x + 5"]));
}
