//! Printed loop nests of small pipelines, and both interpreters on hard shapes.

use super::interpret::{Counts, interpret, interpret_in_runs};
use super::number::number_variables;
use super::optimise::{jam_rows, merge_stages, share_lets};
use super::{Bound, LoopKind, LoopNest, PartOf, Stmt, parse as parse_loops};
use super::{build::build, verify::verify};
use crate::analysis::Analyses;
use crate::array::Array;
use crate::compile;
use crate::ir::text::parse;
use crate::ir::{Block, ElemType, Loc, Node, Value, VarId};
use crate::options::{DistributeHint, Options, ShapeHint, Without};
use crate::reference::evaluate;
use crate::scalar::StdMaths;
use crate::schedule::grouping::Strategy;
use crate::schedule::shape::Shape;
use crate::schedule::{Group, plan};

const BORDERED: &str = include_str!("tests/bordered.ir");
const SHIFTED: &str = include_str!("tests/shifted.ir");
const RESAMPLE: &str = include_str!("tests/resample.ir");
const LOOKUP: &str = include_str!("tests/lookup.ir");
const SLIDING_WINDOW: &str = include_str!("tests/sliding_window.ir");
const RUNNING: &str = include_str!("tests/running.ir");
const RATES: &str = include_str!("tests/rates.ir");
const REDUCTIONS: &str = include_str!("tests/reductions.ir");
const SCANS: &str = include_str!("tests/scans.ir");
const ITERATED: &str = include_str!("tests/iterated.ir");
const ITERATIONS: &str = include_str!("tests/iterations.ir");
const ON_RANKS: &str = include_str!("tests/on_ranks.ir");
const CELLS: &str = include_str!("tests/cells.ir");

/// Compiles a stage graph's text, every stage on its own.
fn loops_of(text: &str) -> crate::Compiled {
    compiled(text, Some(Strategy::None))
}

/// Compiles a stage graph's text, of which every stage stays.
fn compiled(text: &str, strategy: Option<Strategy>) -> crate::Compiled {
    compiled_along(text, strategy, Vec::new())
}

/// The same, distributed along some variables.
fn compiled_along(
    text: &str,
    strategy: Option<Strategy>,
    distribute: Vec<DistributeHint>,
) -> crate::Compiled {
    let pipeline = parse(text).unwrap_or_else(|e| panic!("line {}: {}", e.line, e.message));
    let without = vec![Without::Inline];
    let options = Options { strategy, without, distribute, ..Options::default() };
    let mut compiled = compile(pipeline, &options).unwrap_or_else(|errors| panic!("{errors:?}"));
    let graph = match strategy {
        Some(Strategy::None) => &compiled.pipeline,
        _ => &compiled.optimised,
    };
    let analyses = Analyses::of(graph);
    compiled.loops = number_variables(build(
        &analyses,
        &plan(&analyses, &options).expect("no groups are written"),
    ));
    compiled
}

/// The loop nest with no locations, which are not printed.
fn without_locs(mut loops: LoopNest) -> LoopNest {
    fn clear(block: &mut Block) {
        for expr in &mut block.exprs {
            expr.loc = Loc(0);
            if let Node::Reduce { body, .. } = &mut expr.node {
                clear(body);
            }
        }
    }
    let computes = loops.nests.iter_mut().flat_map(|n| &mut n.computes);
    computes.for_each(|c| clear(&mut c.value));
    loops
}

/// A loop nest whose variables are numbered reads back from its text.
pub(super) fn reads_back(loops: &LoopNest) {
    let text = loops.to_string();
    let read = parse_loops(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    assert!(read == without_locs(loops.clone()), "reads back as:\n{read}\ninstead of:\n{text}");
}

/// Compares a printed loop nest with the file of its name; `BLESS=1` rewrites the file.
fn golden(name: &str, compiled: &crate::Compiled) {
    reads_back(&compiled.loops);
    let printed = compiled.loops.to_string();
    let path = format!("{}/src/loops/tests/{name}.loops", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &printed).expect("writing the golden text");
    }
    let expected = std::fs::read_to_string(&path).expect("a golden text; make it with BLESS=1");
    assert_eq!(printed, expected, "{name} prints as:\n{printed}");
}

#[test]
fn borders_are_looked_at_in_the_frame_only() {
    golden("bordered", &loops_of(BORDERED));
}

#[test]
fn borders_that_depend_on_several_variables_are_those_of_rows() {
    golden("shifted", &loops_of(SHIFTED));
    agree(SHIFTED, 9);
    // What moves with the lanes is inside.
    let compiled = loops_of(SHIFTED);
    let text = compiled.loops.to_string().replace("rows_and_ends_resolved", "rows_resolved");
    let loops = parse_loops(&text).expect("a legal text");
    let sizes = [6, 9];
    let inputs: Vec<_> = compiled.pipeline.inputs.iter().map(|i| noise(i, &sizes)).collect();
    let error = interpret(&loops, &sizes, &[], &inputs, &StdMaths).unwrap_err();
    assert!(error.starts_with("out: load outside `"), "{error}");
}

#[test]
fn divisions_of_the_innermost_variable_are_resolved_by_residue() {
    golden("resample", &loops_of(RESAMPLE));
}

#[test]
fn a_stage_of_rank_one_runs_in_blocks() {
    golden("lookup", &loops_of(LOOKUP));
}

#[test]
fn a_group_rolls_over_the_rows_of_its_live_out() {
    golden("sliding_window", &compiled(SLIDING_WINDOW, None));
}

#[test]
fn running_sums() {
    golden("running", &compiled(RUNNING, None));
}

#[test]
fn stages_roll_at_their_own_rates() {
    golden("rates", &compiled(RATES, None));
}

#[test]
fn updates_run_in_parallel_where_their_targets_differ() {
    golden("reductions", &loops_of(REDUCTIONS));
}

#[test]
fn stages_that_read_themselves_run_in_order() {
    golden("scans", &loops_of(SCANS));
}

#[test]
fn reductions_roll_with_the_stages_around_them() {
    golden("cells", &compiled(CELLS, None));
}

/// Both interpreters on every size from `1x1` up.
fn agree(text: &str, most: i64) {
    for strategy in
        [Some(Strategy::None), None, Some(Strategy::GREEDY), Some(Strategy::INCREMENTAL)]
    {
        agree_as(&compiled(text, strategy), most);
    }
}

fn agree_as(compiled: &crate::Compiled, most: i64) {
    reads_back(&number_variables(compiled.loops.clone()));
    let p = &compiled.pipeline;
    for rows in 1..=most {
        for cols in 1..=most {
            let sizes = [rows, cols];
            let inputs: Vec<Array> = p.inputs.iter().map(|i| noise(i, &sizes)).collect();
            let expected = evaluate(p, &sizes, &[], &inputs, &StdMaths).expect("the reference");
            let (got, _) = interpret(&compiled.loops, &sizes, &[], &inputs, &StdMaths)
                .unwrap_or_else(|e| panic!("{sizes:?}: {e}\n{}", compiled.loops));
            for (e, g) in expected.iter().zip(&got) {
                assert!(e.first_difference(g).is_none(), "{sizes:?}: {:?}", e.first_difference(g));
            }
        }
    }
}

fn noise(input: &crate::ir::Input, sizes: &[i64]) -> Array {
    let bounds: Vec<(i64, i64)> = input.domain.0.iter().map(|i| i.eval(sizes, &[])).collect();
    let lo: Vec<i64> = bounds.iter().map(|b| b.0).collect();
    let extent: Vec<usize> = bounds.iter().map(|b| (b.1 - b.0 + 1) as usize).collect();
    Array::from_fn(input.ty, &lo, &extent, |at| {
        let n = at.iter().fold(7i64, |n, i| n.wrapping_mul(31).wrapping_add(*i));
        match input.ty {
            ElemType::F32 => Value::F32((n % 101) as f32 * 0.25),
            ty => Value::wrap(ty, n),
        }
    })
}

#[test]
fn the_interpreters_agree_on_every_small_size() {
    agree(BORDERED, 7);
    agree(RESAMPLE, 7);
    agree(LOOKUP, 7);
    agree(SLIDING_WINDOW, 7);
    agree(RATES, 7);
    agree(REDUCTIONS, 9);
    agree(SCANS, 5);
    agree(CELLS, 9);
}

#[test]
fn reductions_agree_in_every_shape() {
    for strategy in [None, Some(Strategy::Greedy { overlap_threshold: 9.0 })] {
        for (strip, step, width) in [(2, 1, None), (5, 2, Some(3)), (3, 3, Some(4)), (7, 7, None)] {
            let mut compiled = compiled(CELLS, strategy);
            let options = Options { strategy, ..Options::default() };
            let analyses = Analyses::of(&compiled.optimised);
            let plan = plan(&analyses, &options).expect("no groups are written").reshaped(
                &analyses,
                |alignment| {
                    let widths =
                        width.iter().flat_map(|w| alignment.blocks.iter().map(|d| (*d, *w)));
                    Shape { strip, step, widths: widths.collect() }
                },
            );
            let tiled = plan.groups.iter().filter_map(Group::tiled);
            let tiled = tiled.filter(|t| (t.shape.strip, t.shape.step) == (strip, step));
            let stages: usize = tiled.map(|t| t.alignment.stages.len()).sum();
            assert!(stages >= 3, "{stages}");
            let loops = build(&analyses, &plan);
            assert_eq!(verify(&loops), Ok(()));
            compiled.loops = loops.clone();
            agree_as(&compiled, 21);
            compiled.loops = jam_rows(merge_stages(share_lets(loops)));
            assert_eq!(verify(&compiled.loops), Ok(()));
            agree_as(&compiled, 21);
        }
    }
}

#[test]
fn strips_meet_without_a_gap() {
    for text in [SLIDING_WINDOW, RATES] {
        let mut compiled = compiled(text, None);
        let analyses = Analyses::of(&compiled.optimised);
        let plan = plan(&analyses, &Options::default()).expect("no groups are written");
        let plan = plan.reshaped(&analyses, |_| Shape { strip: 3, step: 1, widths: Vec::new() });
        compiled.loops = build(&analyses, &plan);
        agree_as(&compiled, 17);
    }
}

#[test]
fn the_interpreter_counts_each_point_once() {
    let compiled = loops_of(BORDERED);
    let sizes = [6, 9];
    let inputs = [noise(&compiled.pipeline.inputs[0], &sizes)];
    let (_, counts) = interpret(&compiled.loops, &sizes, &[], &inputs, &StdMaths).expect("a run");
    assert_eq!(counts.points, [54, 54]);
    // The boundary regions of `wide` are the ends of rows, that of `tall` is a row.
    assert_eq!(counts.lanes, 6 * 9 + 6 * 9);
}

#[test]
fn strips_that_run_as_one_compute_no_row_again() {
    let compiled = loops_of(SLIDING_WINDOW);
    let analyses = Analyses::of(&compiled.optimised);
    let plan = plan(&analyses, &Options::default()).expect("no groups are written");
    let sliding = plan.reshaped(&analyses, |_| Shape { strip: 8, step: 1, widths: Vec::new() });
    let loops = build(&analyses, &sliding);
    assert!(loops.to_string().contains("for strip in 0..=(y_last - y_first)/8 by strips"));
    let sizes = [61, 7];
    let inputs = [noise(&compiled.pipeline.inputs[0], &sizes)];
    let run =
        |strips| interpret_in_runs(&loops, &sizes, &[], &inputs, &StdMaths, strips).expect("a run");
    let (alone, pairs, whole) = (run(1), run(2), run(1000));
    for (alone, run) in alone.0.iter().zip(&pairs.0).chain(alone.0.iter().zip(&whole.0)) {
        assert!(run.first_difference(alone).is_none(), "the same values");
    }
    let points = |run: &(Vec<Array>, Counts)| run.1.points.iter().sum::<u64>();
    assert!(points(&alone) > points(&pairs) && points(&pairs) > points(&whole));
    let stages = compiled.optimised.stages.len() as u64;
    assert_eq!(points(&whole), stages * 61 * 7);
}

#[test]
fn the_interpreter_refuses_wrong_loops() {
    let mut compiled = loops_of(BORDERED);
    let sizes = [6, 9];
    let inputs = [noise(&compiled.pipeline.inputs[0], &sizes)];
    for compute in &mut compiled.loops.nests[0].computes {
        compute.access = super::Access::Inside;
    }
    let error = interpret(&compiled.loops, &sizes, &[], &inputs, &StdMaths).unwrap_err();
    assert_eq!(error, "wide: load outside `img` at [5, 9]");

    let mut twice = loops_of(BORDERED).loops;
    let again = twice.nests[0].clone();
    twice.nests.push(again);
    let error = interpret(&twice, &sizes, &[], &inputs, &StdMaths).unwrap_err();
    assert_eq!(error, "wide: `wide` is stored twice at [5, 8]");
}

#[test]
fn the_verifier_names_what_is_wrong() {
    let compiled = loops_of(BORDERED);
    assert_eq!(verify(&compiled.loops), Ok(()));

    let mut swapped = compiled.loops.clone();
    swapped.nests.swap(0, 1);
    assert_eq!(verify(&swapped), Err(vec!["tall: `wide` is loaded before it is stored".into(); 2]));

    let mut racing = compiled.loops.clone();
    for compute in &mut racing.nests[0].computes {
        compute.stores[0].index[0] = 0.into();
    }
    let errors = verify(&racing).unwrap_err();
    assert!(errors.contains(&"wide: compute #0 races on parallel `y`".to_string()), "{errors:?}");

    let mut turned = compiled.loops.clone();
    let body = &mut turned.nests[0].body;
    let again: Vec<Stmt> = body.iter().filter_map(exchanged).collect();
    body.extend(again);
    let errors = verify(&turned).unwrap_err();
    assert!(errors.iter().any(|e| e.ends_with("go along two variables")), "{errors:?}");

    let mut named = compiled.loops.clone();
    named.nests[1].name = named.nests[0].name.clone();
    let errors = verify(&named).unwrap_err();
    assert!(errors.contains(&"two nests are named `wide`".to_string()), "{errors:?}");

    let text = compiled.loops.to_string();
    let verified = |text: &str| verify(&parse_loops(text).expect("a legal text"));
    let errors = verified(&text.replace("lanes for x", "for x")).unwrap_err();
    let no_rows = "wide: compute #0 resolves the ends of no rows".to_string();
    assert!(errors.contains(&no_rows), "{errors:?}");
    let own = text.replace("read img(y, x + 1)", "read wide(y - 1, x + 1)");
    let errors = verified(&own).unwrap_err();
    let partial = "wide: compute #0 resolves the ends of what is no whole row".to_string();
    assert!(errors.contains(&partial), "{errors:?}");

    let mut missing = compiled.loops;
    missing.nests[1].body.remove(0);
    let errors = verify(&missing).unwrap_err();
    assert!(errors.iter().any(|e| e.ends_with("is used outside its scope")), "{errors:?}");
}

/// The lanes loop in a loop, with the two of them exchanged.
fn exchanged(stmt: &Stmt) -> Option<Stmt> {
    let Stmt::For { var: outer, lo: from, hi: to, body, .. } = stmt else { return None };
    let in_lanes = |stmt: &&Stmt| matches!(stmt, Stmt::For { kind: LoopKind::Lanes(_), .. });
    let Stmt::For { var, lo, hi, kind, body } = body.iter().find(in_lanes)? else { return None };
    let over = |var: &VarId, lo: &Bound, hi: &Bound, kind, body| {
        let (var, lo, hi) = (*var, lo.clone(), hi.clone());
        Stmt::For { var, lo, hi, kind, body }
    };
    let inner = over(outer, from, to, *kind, body.clone());
    Some(over(var, lo, hi, LoopKind::Serial, vec![inner]))
}

#[test]
fn steps_in_time_are_computed_in_overlapped_tiles() {
    golden("iterated", &compiled(ITERATED, None));
}

#[test]
fn ranks_have_their_part_of_updates_and_of_steps_in_time() {
    let along = DistributeHint { dim: "y".into(), loc: Loc(0) };
    golden("on_ranks", &compiled_along(ON_RANKS, None, vec![along]));
}

/// The reference and loops in which so many steps are computed at once, in these tiles.
fn agree_over_time(text: &str, times: i64, shape: ShapeHint) {
    let pipeline = parse(text).unwrap_or_else(|e| panic!("line {}: {}", e.line, e.message));
    let options = Options { times: Some(times), shape, ..Options::default() };
    let compiled = compile(pipeline, &options).unwrap_or_else(|errors| panic!("{errors:?}"));
    let p = &compiled.pipeline;
    for stage in p.stages.iter().filter(|s| s.rank() == 3) {
        let steps = compiled
            .loops
            .stages
            .iter()
            .flatten()
            .filter(|b| matches!(b.part_of, Some(PartOf::Step(_))));
        let of_stage = steps.filter(|b| b.name.starts_with(&stage.name)).count() as i64;
        assert_eq!(of_stage, times - 1, "{}", stage.name);
    }
    for sizes in hard_times(times) {
        let inputs: Vec<Array> = p.inputs.iter().map(|i| noise(i, &sizes)).collect();
        let expected = evaluate(p, &sizes, &[], &inputs, &StdMaths).expect("the reference");
        let (got, _) = interpret(&compiled.loops, &sizes, &[], &inputs, &StdMaths)
            .unwrap_or_else(|e| panic!("{times} at once, {sizes:?}: {e}\n{}", compiled.loops));
        for (e, g) in expected.iter().zip(&got) {
            let difference = e.first_difference(g);
            assert!(difference.is_none(), "{times} at once, {sizes:?}: {difference:?}");
        }
    }
}

/// Steps, rows and columns: no block and several, planes smaller than what a tile looks around.
fn hard_times(times: i64) -> Vec<[i64; 3]> {
    let steps = [1, 2, times, times + 1, 2 * times + 3];
    let planes = [(1, 1), (1, 9), (2, 3), (7, 1), (11, 13)];
    steps.iter().flat_map(|s| planes.map(|(rows, cols)| [*s, rows, cols])).collect()
}

#[test]
fn steps_at_once_are_those_of_the_reference() {
    let shape = |strip, step, width| ShapeHint { strip: Some(strip), step: Some(step), width };
    for times in 2..=5 {
        agree_over_time(ITERATED, times, ShapeHint::default());
        agree_over_time(ITERATIONS, times, ShapeHint::default());
        agree_over_time(ITERATIONS, times, shape(3, 3, Some(4)));
        agree_over_time(ITERATIONS, times, shape(5, 1, None));
        agree_over_time(ITERATIONS, times, shape(4, 2, Some(5)));
    }
}
