//! When several steps are computed at once.

use super::super::plan;
use crate::analysis::Analyses;
use crate::ir::Pipeline;
use crate::ir::text::parse;
use crate::options::{CostModel, Options};
use crate::schedule::cost::polymage::Reading;
use crate::schedule::grouping::Strategy;

const HEAT: &str = include_str!("../../loops/tests/iterated.ir");

fn heat(steps: i64, rows: i64, outputs: &str) -> Pipeline {
    let text = HEAT
        .replace("steps ~ 40", &format!("steps ~ {steps}"))
        .replace("rows ~ 2000", &format!("rows ~ {rows}"))
        .replace("output last", outputs);
    parse(&text).unwrap_or_else(|e| panic!("line {}: {}", e.line, e.message))
}

/// Steps that the plan computes at once.
fn at_once(p: &Pipeline, options: &Options) -> i64 {
    let plan = plan(&Analyses::of(p), options).expect("no groups are written");
    plan.groups[0].steps().map_or(1, |steps| steps.unrolled.steps)
}

#[test]
fn large_planes_are_computed_several_steps_at_once() {
    let p = heat(40, 2000, "output last");
    assert_eq!(at_once(&p, &Options::default()), 7);
    let polymage = Options { cost: CostModel::Polymage(Reading::Fitted), ..Options::default() };
    assert!(at_once(&p, &polymage) > 1);
}

#[test]
fn small_planes_and_few_steps_are_not() {
    let options = Options::default();
    assert_eq!(at_once(&heat(40, 20, "output last"), &options), 1);
    assert_eq!(at_once(&heat(3, 2000, "output last"), &options), 1);
    assert_eq!(at_once(&heat(40, 2000, "output last\noutput heat"), &options), 1);
}

#[test]
fn hints_decide() {
    let p = heat(40, 2000, "output last");
    let times = |n| Options { times: Some(n), ..Options::default() };
    assert_eq!([1, 2, 9].map(|n| at_once(&p, &times(n))), [1, 2, 9]);
    let stored = heat(40, 2000, "output last\noutput heat");
    assert_eq!(at_once(&stored, &times(4)), 4);
    let none = Options { strategy: Some(Strategy::None), ..times(4) };
    assert_eq!(at_once(&p, &none), 1);
    let alone = Options { no_fuse: vec!["heat".into()], ..Options::default() };
    assert_eq!(at_once(&p, &alone), 1);
}
