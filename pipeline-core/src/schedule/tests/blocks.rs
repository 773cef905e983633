//! Which groups are cut into blocks of columns: those whose rows would leave a cache.

use super::*;
use crate::schedule::cost::{Costs, GivenShape};

/// A filter of columns, then of rows, of a picture with so many columns.
fn filter(cols: i64) -> Pipeline {
    let text = format!(
        "pipeline p\nsize rows ~ 2048\nsize cols ~ {cols}\n\
         input img: f32 [0..=rows + 1, 0..=cols + 1]\n\
         stage columns(y, x): f32 in [0..=rows - 1, 0..=cols + 1] {{\n  case {{\n    \
         %0: f32 = read img(y, x)\n    %1: f32 = read img(y + 1, x)\n    \
         %2: f32 = read img(y + 2, x)\n    %3: f32 = add %0, %1\n    %4: f32 = add %3, %2\n    \
         yield %4\n  }}\n}}\n\
         stage out(y, x): f32 in [0..=rows - 1, 0..=cols - 1] {{\n  case {{\n    \
         %0: f32 = read columns(y, x)\n    %1: f32 = read columns(y, x + 1)\n    \
         %2: f32 = read columns(y, x + 2)\n    %3: f32 = add %0, %1\n    %4: f32 = add %3, %2\n    \
         yield %4\n  }}\n}}\n\
         output out\n"
    );
    parse(&text).unwrap_or_else(|e| panic!("line {}: {}\n{text}", e.line, e.message))
}

/// What its group waits for caches in such strips, with 32 KiB in the first level, in nanoseconds.
fn caches(p: &Pipeline, widths: Vec<(usize, i64)>) -> f64 {
    let options =
        Options { machine: Machine { l1: 32 << 10, ..Machine::default() }, ..Options::default() };
    let analyses = Analyses::of(p);
    let mut costs = Costs::new(&analyses, &options);
    let alignments = costs.align(&analyses.order.stages).expect("they line up");
    let given = GivenShape { strip: Some(16), step: Some(2), widths: Some(widths) };
    costs.in_shape(alignments, &given).expect("a shape").1.estimate.caches
}

#[test]
fn what_a_step_touches_is_more_than_scratchpads() {
    // Two rows of a scratchpad, four of the picture and two of the result: 8 KiB or 64.
    assert_eq!(caches(&filter(256), vec![]), 0.0);
    assert!(caches(&filter(2048), vec![]) > 0.0);
    // The scratchpad alone would be in the first-level cache.
    assert!(caches(&filter(1024), vec![]) > 0.0);
    // Blocks read columns at their edges again.
    assert!(caches(&filter(2048), vec![(1, 256)]) < 0.02 * caches(&filter(2048), vec![]));
}
