//! Random groups of stencils: what the passes make of them computes what the reference says.

use super::{agree, fused, fused_in_steps, optimised};
use crate::ir::text::random::Rng;
use crate::loops::tests::reads_back;
use crate::loops::verify::verify;
use crate::loops::{LoopNest, Store};
use std::fmt::Write;

/// First and last row and column, less the multiple of the sizes in the last ones.
#[derive(Clone, Copy)]
struct Span {
    rows: (i64, i64),
    cols: (i64, i64),
}

/// Stages of an input and of one another, with vertical and some horizontal neighbours, and a
/// live-out of all of them that takes every row or every second.
fn graph(seed: u64) -> String {
    let rng = &mut Rng::new(seed);
    let rate = rng.range(1, 2);
    let mut text = format!(
        "pipeline p\nsize rows ~ 4096\nsize cols ~ 4096\n\
         input img: i32 [-12..={rate}*rows + 12, -9..=cols + 9]\n"
    );
    let mut stages = vec![("img".to_string(), Span { rows: (-12, 12), cols: (-9, 9) })];
    let mut unread: Vec<usize> = Vec::new();
    let count = 2 + rng.below(4);
    for k in 1..=count {
        let last = k == count;
        let mut sources: Vec<usize> = (0..1 + rng.below(3)).map(|_| rng.below(k)).collect();
        if last {
            sources.append(&mut unread);
        }
        unread.retain(|s| !sources.contains(s));
        unread.push(k);
        let step = if last { rate } else { 1 };
        let stage = stage(rng, &stages, &sources, (rate, step), k);
        text += &stage.0;
        stages.push((format!("s{k}"), stage.1));
    }
    text + &format!("output s{count}\n")
}

fn stage(
    rng: &mut Rng,
    stages: &[(String, Span)],
    sources: &[usize],
    (rate, step): (i64, i64),
    k: usize,
) -> (String, Span) {
    let mut span = Span { rows: (i64::MIN, i64::MAX), cols: (i64::MIN, i64::MAX) };
    let mut body = String::new();
    let mut exprs = 0;
    let wide = rng.below(3) == 0;
    for source in sources {
        let (name, of) = &stages[*source];
        for _ in 0..1 + rng.below(3) {
            let (dy, dx) = (rng.range(-2, 2), if wide { rng.range(-1, 1) } else { 0 });
            let lowest = (of.rows.0 - dy + step - 1).div_euclid(step);
            let highest = (of.rows.1 - dy).div_euclid(step);
            span.rows = (span.rows.0.max(lowest), span.rows.1.min(highest));
            span.cols = (span.cols.0.max(of.cols.0 - dx), span.cols.1.min(of.cols.1 - dx));
            let factor = if step == 1 { String::new() } else { format!("{step}*") };
            let _ = writeln!(body, "%{exprs}: i32 = read {name}({factor}y + {dy}, x + {dx})");
            exprs += 1;
            if exprs > 1 {
                let op = ["add", "sub", "mul", "min"][rng.below(4)];
                let (a, b) = (exprs - 2, exprs - 1);
                let _ = writeln!(body, "%{exprs}: i32 = {op} %{a}, %{b}");
                exprs += 1;
            }
        }
    }
    let times = if step == 1 && rate != 1 { format!("{rate}*") } else { String::new() };
    let text = format!(
        "stage s{k}(y, x): i32 in [{}..={times}rows + {}, {}..=cols + {}] {{ case {{\n{body}yield \
         %{} }} }}\n",
        span.rows.0,
        span.rows.1,
        span.cols.0,
        span.cols.1,
        exprs - 1
    );
    (text.replace("+ -", "- "), span)
}

/// A stage of every second or third point and their neighbours, read by rows of residues.
fn residues(seed: u64) -> String {
    let rng = &mut Rng::new(seed);
    let m = rng.range(2, 4);
    let (first, last) = (rng.range(-3, 3), rng.range(-3, 3));
    let mut text = format!(
        "pipeline p\nsize rows ~ 4096\nsize cols ~ 4096\n\
         input img: i32 [0..=rows - 1, -9..=cols + 9]\n\
         stage s(y, x): i32 in [0..=rows - 1, {first}..={m}*cols + {last}] {{\n"
    );
    for residue in 0..m {
        let (a, b) = (rng.range(-3, 3), rng.range(-3, 3));
        let op = ["add", "sub", "mul", "min"][rng.below(4)];
        let condition = format!("x mod {m} == {residue}");
        let _ = writeln!(
            text,
            "case {condition} {{\n%0: i32 = read img(y, (x - {residue})/{m} + {a})\n\
             %1: i32 = read img(y, (x - {residue})/{m} + {b})\n%2: i32 = {op} %0, %1\nyield %2\n}}"
        );
    }
    let (d, e) = (rng.range(0, 2), rng.range(0, 2));
    let _ = writeln!(
        text,
        "}}\nstage t(y, x): i32 in [0..=rows - 1, 2..=cols - 3] {{ case {{\n\
         %0: i32 = read s(y, {m}*x + {d})\n%1: i32 = read s(y, {m}*x + {e} - 1)\n\
         %2: i32 = sub %0, %1\nyield %2 }} }}\noutput t\noutput s"
    );
    text.replace("+ -", "- ")
}

/// Computes that store more than one point.
fn joined(loops: &LoopNest) -> usize {
    loops.nests.iter().flat_map(|n| &n.computes).filter(|c| c.stores.len() > 1).count()
}

#[test]
fn random_residues_compute_the_same() {
    let mut merged = 0;
    for seed in 0..150 {
        let text = residues(seed);
        let (graph, loops) = fused(&text);
        let loops = optimised(loops);
        assert_eq!(verify(&loops), Ok(()), "seed {seed}:\n{text}\n{loops}");
        reads_back(&loops);
        merged += joined(&loops);
        for sizes in [[1, 5], [2, 6], [3, 9], [1, 16], [2, 23]] {
            agree(&graph, &loops, &sizes);
        }
    }
    assert!(merged > 100, "hardly any residues were interleaved: {merged}");
}

/// The most rows of a stage that a compute of a loop nest stores together.
fn rows_together(loops: &LoopNest) -> usize {
    let computes = loops.nests.iter().flat_map(|n| &n.computes);
    let of_stage = |stores: &[Store]| {
        let same = |s: &Store| stores.iter().filter(|t| t.stage == s.stage).count();
        stores.iter().map(same).max().unwrap_or(0)
    };
    computes.map(|c| of_stage(&c.stores)).max().unwrap_or(0)
}

#[test]
fn random_groups_compute_the_same_in_steps_of_rows() {
    let mut most = [0usize; 9];
    for seed in 0..150 {
        let text = graph(seed);
        let step = [2, 4, 8, 16][seed as usize % 4];
        let (graph, loops) = fused_in_steps(&text, step);
        let loops = optimised(loops);
        assert_eq!(verify(&loops), Ok(()), "seed {seed}:\n{text}\n{loops}");
        reads_back(&loops);
        most[rows_together(&loops).min(8)] += 1;
        for sizes in [[1, 1], [2, 9], [11, 4], [19, 3], [33, 5]] {
            agree(&graph, &loops, &sizes);
        }
    }
    assert!(most[2] > 20 && most[4] > 10 && most[8] > 10, "rows together: {most:?}");
}

#[test]
fn random_groups_compute_the_same() {
    let mut merged = 0;
    for seed in 0..150 {
        let text = graph(seed);
        let (graph, loops) = fused(&text);
        let loops = optimised(loops);
        assert_eq!(verify(&loops), Ok(()), "seed {seed}:\n{text}\n{loops}");
        reads_back(&loops);
        merged += joined(&loops);
        for sizes in [[1, 1], [2, 9], [5, 3], [11, 4]] {
            agree(&graph, &loops, &sizes);
        }
    }
    assert!(merged > 100, "hardly anything was merged: {merged}");
}
