//! What is found out about iterations in time, and how long circular buffers of their steps are.

use super::{Newest, iteration, newest};
use crate::analysis::integer::Facts;
use crate::ir::StageId;
use crate::ir::text::parse;

/// What is known of a stage over `t`, `y` and `x` with these cases, each with the index at which it
/// reads itself; `last` reads step `n - 1` alone if the stage is no live-out.
fn found(domain: &str, cases: &[(&str, &str)], live_out: bool) -> String {
    let case = |(condition, index): &(&str, &str)| {
        let read = match *index {
            "" => "0i32".to_string(),
            index => format!("read u({index})"),
        };
        format!("case {condition} {{ %0: i32 = {read} yield %0 }} ")
    };
    let cases: String = cases.iter().map(case).collect();
    let outputs = if live_out { "output u" } else { "output last" };
    let text = format!(
        "pipeline p size n ~ 64 stage u(t, y, x): i32 in [{domain}, 1..=n, 1..=n] border constant 0i32 \
         {{ {cases} }} stage last(y, x): i32 in [1..=n, 1..=n] {{ case {{ %0: i32 = read u(n, y, x) \
         yield %0 }} }} {outputs}"
    );
    let p = parse(&text).unwrap_or_else(|e| panic!("{e}"));
    let facts = Facts::for_pipeline(&p);
    let kept = newest(&p, &facts, StageId(0)).map_or("all".to_string(), |n| n.kept().to_string());
    match iteration(&p, &facts, StageId(0)) {
        Some(i) => format!(
            "dim {} back {} settled {} ending {} kept {kept}",
            i.dim, i.back, i.settled, i.ending
        ),
        None => "no iteration".into(),
    }
}

#[test]
fn steps_at_constant_distances_are_an_iteration() {
    let from_1 = |cases: &[(&str, &str)]| found("1..=n", cases, false);
    let rest = ("t - 2 >= 0", "t - 1, y + 1, x");
    assert_eq!(from_1(&[("1 - t >= 0", ""), rest]), "dim 0 back 1 settled 1 ending 0 kept 1");
    // A read that may be outside its domain in time: what a border gives is no step.
    assert_eq!(from_1(&[("", "t - 3, y - 1, x")]), "dim 0 back 3 settled 3 ending 0 kept all");
    assert_eq!(
        found("1..=n", &[("1 - t >= 0", ""), rest], true),
        "dim 0 back 1 settled 1 ending 0 kept all"
    );
}

#[test]
fn conditions_on_time_settle_and_end() {
    let from_1 = |cases: &[(&str, &str)]| found("1..=n", cases, false);
    assert_eq!(
        from_1(&[("4 - t >= 0", ""), ("t - 5 >= 0", "t - 1, y + 1, x")]),
        "dim 0 back 1 settled 4 ending 0 kept 1"
    );
    assert_eq!(
        from_1(&[
            ("1 - t >= 0", ""),
            ("t - 2 >= 0, n - 2 - t >= 0", "t - 1, y + 1, x"),
            ("t - 2 >= 0, t - n + 1 >= 0", "t - 1, y, x - 1"),
        ]),
        "dim 0 back 1 settled 1 ending 2 kept 1"
    );
}

#[test]
fn scans_and_other_distances_are_none() {
    let from_1 = |cases: &[(&str, &str)]| found("1..=n", cases, false);
    assert_eq!(from_1(&[("", "t - 1, y, x")]), "no iteration");
    assert_eq!(from_1(&[("", "t + 1, y - 1, x")]), "no iteration");
    assert_eq!(from_1(&[("", "t/2 - 1, y - 1, x")]), "no iteration");
}

#[test]
fn rings_keep_what_a_block_reads() {
    let circular = |own, others, steps| Newest { dim: 0, own, others }.circular(steps);
    assert_eq!([1, 2, 3, 4, 5, 6, 7, 8].map(|k| circular(1, 1, k)), [2, 4, 2, 8, 2, 4, 2, 16]);
    assert_eq!([1, 2, 3, 4, 5, 6].map(|k| circular(2, 2, k)), [4, 4, 8, 8, 8, 4]);
    // Others read more steps than the stage does itself.
    assert_eq!([1, 2, 3, 4].map(|k| circular(1, 4, k)), [4, 4, 4, 8]);
}

/// Steps are stored in their slots while others of the circular buffer are still read: none of
/// those.
#[test]
fn no_step_is_overwritten_too_early() {
    for own in 1..=4 {
        for others in 0..=5 {
            for steps in 1..=9 {
                let newest = Newest { dim: 0, own, others };
                let (circular, kept) = (newest.circular(steps), newest.kept());
                let stored = (steps - kept).max(0)..steps;
                let read = -own..0;
                let still_kept = (steps - kept).min(0)..0;
                for step in stored {
                    let mut others = read.clone().chain(still_kept.clone());
                    assert!(
                        others.all(|other| (step - other) % circular != 0),
                        "{own} {others:?} {steps}: a circular buffer of {circular}"
                    );
                }
            }
        }
    }
}
