//! What is propagated to several points is computed once, and handed on: Section 5.4.

use super::*;
use crate::analysis::carried::CarriedValue;
use crate::ir::ExprId;
use crate::loops::verify::verify;
use crate::loops::{Access, LoopKind, LoopNest, Stmt, parse as parse_loops};

/// The loops of a pipeline with these stages propagated, after all passes.
fn loops(text: &str, stages: &[&str]) -> (Pipeline, LoopNest) {
    let after = without(&parsed(text), stages);
    let analyses = Analyses::of(&after);
    let options = Options { strategy: Some(Strategy::None), ..Options::default() };
    let planned = build(&analyses, &plan(&analyses, &options).expect("no groups are written"));
    let loops = crate::passes::loops::run(LOOPS, planned, &[], &mut |_| ());
    assert_eq!(parse_loops(&loops.to_string()), Ok(loops.clone()), "what is printed is read");
    (after, loops)
}

/// The loops without what they hand on.
fn by_themselves(loops: &LoopNest) -> LoopNest {
    let mut loops = loops.clone();
    let computes = loops.nests.iter_mut().flat_map(|nest| &mut nest.computes);
    computes.for_each(|compute| compute.carried.clear());
    loops
}

/// The values that loops compute at such a size, which are those of the stage graph.
fn operations(p: &Pipeline, loops: &LoopNest, n: i64) -> u64 {
    let (scalars, inputs) = call(p, &[n]);
    let expected = evaluate(p, &[n], &scalars, &inputs, &StdMaths);
    let found = interpret(loops, &[n], &scalars, &inputs, &StdMaths);
    let (found, counts) = found.unwrap_or_else(|e| panic!("{n}: {e}\n{loops}"));
    let expected = expected.unwrap_or_else(|e| panic!("{n}: {e}\n{p}"));
    assert!(expected[0].first_difference(&found[0]).is_none(), "at {n}:\n{loops}");
    counts.operations
}

/// Figure 10(b): `f` once a point, and twice more for the first one.
#[test]
fn figure_10_computes_the_producer_once() {
    let (p, loops) = loops(include_str!("consecutive.ir"), &["tmp"]);
    golden("consecutive.carried", &loops.to_string());
    for n in [2, 3, 7, 8, 31, 100] {
        let points = n as u64 - 1;
        assert_eq!(operations(&p, &loops, n), (points + 2) + 2 * points, "at {n}");
        assert_eq!(operations(&p, &by_themselves(&loops), n), 3 * points + 2 * points, "at {n}");
    }
}

/// A recurrence of values that are computed from another one's.
#[test]
fn both_producers_are_computed_once() {
    let (p, loops) = loops(include_str!("second_order.ir"), &["f", "g"]);
    golden("second_order.carried", &loops.to_string());
    for n in [4, 5, 7, 8, 31, 100] {
        let points = n as u64 - 3;
        let (f, g, out) = (points + 4, 3 * (points + 2), 2 * points);
        assert_eq!(operations(&p, &loops, n), f + g + out, "at {n}");
        let (f, g) = (5 * points, 3 * 3 * points);
        assert_eq!(operations(&p, &by_themselves(&loops), n), f + g + out, "at {n}");
    }
}

/// A new kind for the loops over lanes.
fn with_kind(stmts: &mut [Stmt], new: LoopKind) {
    for stmt in stmts {
        match stmt {
            Stmt::For { kind: kind @ LoopKind::Lanes(_), .. } => *kind = new,
            Stmt::For { body, .. } | Stmt::When { body, .. } | Stmt::Scratch { body, .. } => {
                with_kind(body, new);
            }
            Stmt::Let { .. } | Stmt::Copy(_) | Stmt::Compute(_) => {}
        }
    }
}

#[test]
fn what_cannot_be_handed_on_is_refused() {
    let (_, good) = loops(include_str!("second_order.ir"), &["f", "g"]);
    let refused = |what: &str, change: &dyn Fn(&mut LoopNest)| {
        let mut bad = good.clone();
        change(&mut bad);
        let errors = verify(&bad).expect_err(what);
        let expected = format!("out: compute #0 carries {what}");
        assert!(errors.contains(&expected), "{expected}: {errors:?}\n{bad}");
    };
    let values = |what: &str, change: &dyn Fn(&mut Vec<CarriedValue>)| {
        refused(what, &|bad| change(&mut bad.nests[0].computes[0].carried));
    };
    for kind in [LoopKind::Parallel, LoopKind::Serial] {
        refused("values along no lanes loop", &|bad| with_kind(&mut bad.nests[0].body, kind));
    }
    refused("values that are not the same in each iteration", &|bad| {
        bad.nests[0].computes[0].access = Access::BorderResolved;
    });
    let different = "different values as one";
    // At other points than they are, and another value, here of the same type.
    values(different, &|of| *of[0].at.first_entry().expect("a value").get_mut() += 1);
    values(different, &|of| of[0].at.values_mut().for_each(|by| *by += 1));
    values(different, &|of| {
        let other = *of[1].at.first_key_value().expect("a value").0;
        of[0].at.insert(other, 1);
    });
    values("no value of its block", &|of| {
        of[0].at.insert(ExprId(1000), 3);
    });
    values("an expression twice", &|of| of.push(of[0].clone()));
    values("a value over too many points, or one", &|of| {
        let nearest = *of[0].at.first_key_value().expect("a value").0;
        of[0].at.retain(|id, _| *id == nearest);
    });
}

#[test]
fn what_is_handed_on_is_parsed_with_care() {
    let (_, good) = loops(include_str!("consecutive.ir"), &["tmp"]);
    let text = good.to_string();
    let line = text.lines().find(|line| line.contains("carry")).expect("a carried value");
    for (bad, why) in [
        ("carry %1", "`at` and a point"),
        ("carry %1 at", "a number"),
        ("carry %99 at 0", "%99"),
        ("carry %1 at 0, %1 at 1", "%1 is at one point"),
        ("carry", "%"),
    ] {
        let error = parse_loops(&text.replace(line, bad)).expect_err(bad);
        assert!(error.message.contains(why), "{bad}: {}", error.message);
    }
}
