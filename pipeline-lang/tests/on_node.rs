//! What runs on one machine does so on a rank: a pipeline has the same plan, with `distribute` and
//! without it. All applications that are distributed, along all variables that they are along.

mod common;

use common::applications::{application, cycle};
use pipeline_core::Compiled;
use pipeline_core::ir::{Affine, Loc, Pipeline};
use pipeline_core::loops::walk::for_each_stmt;
use pipeline_core::loops::{Bound, Lanes, LoopKind, Nest, Stmt};
use pipeline_core::options::{DistributeHint, Options};
use pipeline_core::passes::Made;
use pipeline_core::report::{OnRanks, Report};
use pipeline_core::schedule::Plan;
use pipeline_lang::elaborate::elaborate;
use pipeline_lang::error::Errors;
use pipeline_lang::syntax::parse::parse;
use std::collections::HashSet;

/// What says which applications are distributed: `("blur", &["y", "x", "y, x"]),`.
const DISTRIBUTED: &str = include_str!("../../examples/ranks/build.rs");

/// An application, and what it is distributed along.
struct Distributed {
    name: &'static str,
    along: Vec<Vec<&'static str>>,
}

fn distributed() -> Vec<Distributed> {
    let lines = DISTRIBUTED.lines().filter(|line| line.starts_with("    (\""));
    let of_line = |line: &'static str| {
        let mut texts = line.split('"').skip(1).step_by(2);
        let name = texts.next().expect("a name");
        // Behind a semicolon stands what becomes of arrays, by any plan.
        let along = texts.filter(|attribute| !attribute.contains(';'));
        Distributed { name, along: along.map(|along| along.split(", ").collect()).collect() }
    };
    lines.map(of_line).collect()
}

/// The stage graph of an application as it is written.
fn graph(name: &str) -> Pipeline {
    let text = match name {
        "equalize" | "heat" | "life" => application(&format!("../ranks/pipelines/{name}.rs"), &[]),
        "multigrid_2d_v_4_4_4" => application("multigrid/src/plane.rs", &cycle([4, 4, 4], 1)),
        name => application(&format!("{name}/src/lib.rs"), &[]),
    };
    let mut errors = Errors::default();
    let block = parse(text.parse().expect("tokens"), &mut errors);
    let graph = block.and_then(|block| elaborate(&block, &[], &mut errors));
    graph.unwrap_or_else(|| panic!("{name}: {:?}", errors.iter().collect::<Vec<_>>())).pipeline
}

/// A pipeline that is planned along some variables.
struct Planned {
    plan: Plan,
    compiled: Compiled,
}

fn planned(graph: &Pipeline, along: &[&str]) -> Planned {
    let hint = |dim: &&str| DistributeHint { dim: (*dim).into(), loc: Loc::default() };
    let options = Options { distribute: along.iter().map(hint).collect(), ..Options::default() };
    let mut plan = None;
    let compiled = pipeline_core::compile_watched(graph.clone(), &options, &mut |event| {
        if let Made::Plan(made) = event.made {
            plan = Some(made.clone());
        }
    });
    Planned { plan: plan.expect("a plan"), compiled: compiled.expect("an application") }
}

/// The lanes of the loops of each nest, in order.
fn lanes(nests: &[Nest]) -> Vec<Vec<Option<Lanes>>> {
    let of_nest = |nest: &Nest| {
        let mut lanes = Vec::new();
        for_each_stmt(&nest.body, &mut |stmt| {
            if let Stmt::For { kind: LoopKind::Lanes(many), .. } = stmt {
                lanes.push(*many);
            }
        });
        lanes
    };
    nests.iter().map(of_nest).collect()
}

/// Which lanes the loops of each nest have, but for those of a few columns at an edge: these have
/// them by their number, which on a rank may be less. The columns of a rank may be in fewer loops.
fn lanes_of_long(nests: &[Nest]) -> Vec<HashSet<String>> {
    let of_nest = |nest: &Nest| {
        let mut lanes = HashSet::new();
        for_each_stmt(&nest.body, &mut |stmt| {
            if let Stmt::For { lo, hi, kind: LoopKind::Lanes(many), .. } = stmt
                && !is_short(lo, hi)
            {
                lanes.insert(format!("{many:?}"));
            }
        });
        lanes
    };
    nests.iter().map(of_nest).collect()
}

/// Whether there are few points between two bounds at all sizes.
fn is_short(lo: &Bound, hi: &Bound) -> bool {
    let last = |lo: &Affine, hi: &Affine| hi.sub(lo).as_constant();
    let few = |lo: &Affine| hi.list().iter().any(|hi| last(lo, hi).is_some_and(|last| last < FEW));
    lo.list().iter().any(few)
}

/// As many points as no edge of an application has.
const FEW: i64 = 16;

/// The same but for what it says of ranks.
fn on_node(report: &Report) -> Report {
    Report { ranks: OnRanks::default(), ..report.clone() }
}

#[test]
fn a_rank_has_the_plan_of_one_machine() {
    let all = distributed();
    assert!(all.len() >= 16, "{} applications are distributed", all.len());
    for Distributed { name, along } in all {
        let graph = graph(name);
        let alone = planned(&graph, &[]);
        assert!(alone.plan.ranks.is_none() && alone.compiled.kernels.ranks.is_none(), "{name}");
        assert_eq!(alone.compiled.report.ranks, OnRanks::default(), "{name}");
        assert!(along.len() >= 3, "{name} is distributed along {along:?}");
        for along in along {
            let cut = planned(&graph, &along);
            let axes = cut.plan.ranks.as_ref().map(|ranks| ranks.axes.len());
            assert_eq!(axes, Some(along.len()), "{name} along {along:?}");
            assert_eq!(alone.plan.groups, cut.plan.groups, "{name} along {along:?}");
            assert_eq!(alone.plan.storage, cut.plan.storage, "{name} along {along:?}");
            assert_eq!(alone.compiled.optimised, cut.compiled.optimised, "{name} along {along:?}");
            let [own, other] = [&alone, &cut].map(|of| on_node(&of.compiled.report));
            assert_eq!(own, other, "{name} along {along:?}");
            let [own, other] = [&alone, &cut].map(|of| &of.compiled.loops.nests);
            match along.contains(&"x") {
                true => {
                    assert_eq!(lanes_of_long(own), lanes_of_long(other), "{name} along {along:?}");
                }
                false => assert_eq!(lanes(own), lanes(other), "{name} along {along:?}"),
            }
        }
    }
}
