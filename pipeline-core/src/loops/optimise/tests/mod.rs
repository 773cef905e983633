//! Printed loop nests after the passes, and both interpreters on what the passes make of random
//! stage graphs.

mod random;

use super::{collapse_rows, distribute_loops, jam_rows, merge_stages, share_lets, unroll_channels};
use crate::analysis::Analyses;
use crate::array::Array;
use crate::ir::text::parse;
use crate::ir::{ElemType, Node, Pipeline, Source, Value};
use crate::loops::build::build;
use crate::loops::interpret::interpret;
use crate::loops::number::number_variables;
use crate::loops::tests::reads_back;
use crate::loops::verify::verify;
use crate::loops::{Hold, LoopNest, Role};
use crate::options::Options;
use crate::reference::evaluate;
use crate::scalar::StdMaths;
use crate::schedule::align::Alignment;
use crate::schedule::grouping::Strategy;
use crate::schedule::plan;
use crate::schedule::shape::Shape;

/// A stage graph with no stage inlined, and its loops before the passes, fused as far as it goes.
fn fused(text: &str) -> (Pipeline, LoopNest) {
    fused_in_steps(text, 1)
}

/// The same with so many rows a step.
fn fused_in_steps(text: &str, step: i64) -> (Pipeline, LoopNest) {
    let pipeline = parse(text).unwrap_or_else(|e| panic!("line {}: {}", e.line, e.message));
    let options = Options { strategy: Some(Strategy::GREEDY), ..Options::default() };
    let compiled = crate::compile(pipeline, &options);
    let graph = compiled.unwrap_or_else(|errors| panic!("{errors:?}")).pipeline;
    let analyses = Analyses::of(&graph);
    let shape = |_: &Alignment| Shape { strip: 128, step, widths: Vec::new() };
    let plan = plan(&analyses, &options).expect("no groups are written").reshaped(&analyses, shape);
    let loops = build(&analyses, &plan);
    (graph, loops)
}

fn optimised(loops: LoopNest) -> LoopNest {
    let merged = merge_stages(unroll_channels(share_lets(loops)));
    number_variables(distribute_loops(jam_rows(collapse_rows(merged))))
}

/// Compares what the passes make of a stage graph with the file of its name; `BLESS=1` rewrites
/// the file.
fn golden(name: &str, text: &str) {
    let (graph, loops) = fused(text);
    golden_of(name, &graph, loops);
}

fn golden_of(name: &str, graph: &Pipeline, loops: LoopNest) {
    let loops = optimised(loops);
    assert_eq!(verify(&loops), Ok(()), "{loops}");
    reads_back(&loops);
    for rows in 1..=9 {
        for cols in [1, 2, 3, 4, 7, 12] {
            agree(graph, &loops, &[rows, cols]);
        }
    }
    let printed = loops.to_string();
    let path = format!("{}/src/loops/optimise/tests/{name}.loops", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &printed).expect("writing the golden text");
    }
    let expected = std::fs::read_to_string(&path).expect("a golden text; make it with BLESS=1");
    assert_eq!(printed, expected, "{name} prints as:\n{printed}");
}

#[test]
fn stages_that_load_the_same_points_share_a_loop() {
    golden("gradients", include_str!("gradients.ir"));
}

#[test]
fn cases_that_share_loops_are_one_nest() {
    golden("cases", include_str!("cases.ir"));
}

#[test]
fn pixels_of_planes_are_one_row() {
    golden("pixels", include_str!("pixels.ir"));
}

#[test]
fn a_consumer_of_rows_takes_the_newest_from_registers() {
    golden("lagging", include_str!("lagging.ir"));
}

#[test]
fn rows_of_planes_are_launched_with_their_planes() {
    golden("planes", include_str!("planes.ir"));
}

#[test]
fn channels_that_load_the_same_are_one_loop() {
    golden("channels", include_str!("channels.ir"));
}

#[test]
fn residues_of_channels_define_their_row_once() {
    golden("enlarged", include_str!("enlarged.ir"));
}

#[test]
fn neighbouring_rows_are_computed_together() {
    golden("halves", include_str!("halves.ir"));
}

#[test]
fn interiors_share_a_loop_and_boundary_regions_keep_theirs() {
    golden("boundary", include_str!("boundary.ir"));
}

/// The same of stages that are each computed by themselves.
fn golden_of_single_stages(name: &str, text: &str) {
    let pipeline = parse(text).unwrap_or_else(|e| panic!("line {}: {}", e.line, e.message));
    let options = Options { strategy: Some(Strategy::None), ..Options::default() };
    let graph = crate::compile(pipeline, &options).expect("a pipeline").pipeline;
    let analyses = Analyses::of(&graph);
    let plan = plan(&analyses, &options).expect("no groups are written");
    golden_of(name, &graph, build(&analyses, &plan));
}

#[test]
fn updates_that_come_in_turn_are_one() {
    golden_of_single_stages("updates", include_str!("updates.ir"));
}

#[test]
fn rows_of_updates_share_what_they_read() {
    golden_of_single_stages("matrices", include_str!("matrices.ir"));
}

#[test]
fn windows_of_rows_are_one_loop() {
    golden_of_single_stages("products", include_str!("products.ir"));
}

#[test]
fn a_circular_buffer_of_one_row_takes_rows_one_at_a_time() {
    let (_, mut loops) = fused(include_str!("halves.ir"));
    for buffer in loops.stages.iter_mut().flatten() {
        if let Role::Scratch(held) = &mut buffer.role {
            held[0] = Hold::Circular(1);
        }
    }
    let computes = optimised(loops).nests.remove(0).computes;
    assert!(computes.iter().all(|c| c.stores.len() == 1));
}

#[test]
fn the_verifier_keeps_stores_and_loads_of_a_compute_apart() {
    let (_, loops) = fused(include_str!("halves.ir"));
    let loops = optimised(loops);
    let tall = Source::Stage(loops.nests[0].computes[0].stores[0].stage);

    let mut twice = loops.clone();
    let stores = &mut twice.nests[0].computes[0].stores;
    stores[1].index = stores[0].index.clone();
    let message = "half: compute #0 stores twice to one place of `tall`";
    assert_eq!(verify(&twice), Err(vec![message.into()]));

    let mut own = loops.clone();
    for expr in &mut own.nests[0].computes[1].value.exprs {
        if let Node::Read { source, .. } = &mut expr.node {
            *source = tall;
        }
    }
    let message = "half: compute #1 loads from `tall` what it stores";
    assert!(verify(&own).unwrap_err().contains(&message.into()));

    let mut other = loops;
    other.nests[0].computes[0].value.result = crate::ir::ExprId(0);
    let message = "half: the result of compute #0 is not its first store";
    assert_eq!(verify(&other), Err(vec![message.into()]));
}

/// Compares both interpreters.
fn agree(graph: &Pipeline, loops: &LoopNest, sizes: &[i64]) {
    let inputs: Vec<Array> = graph.inputs.iter().map(|i| noise(i, sizes)).collect();
    let Ok(expected) = evaluate(graph, sizes, &[], &inputs, &StdMaths) else { return };
    let (got, _) = interpret(loops, sizes, &[], &inputs, &StdMaths)
        .unwrap_or_else(|e| panic!("{sizes:?}: {e}\n{loops}"));
    for (e, g) in expected.iter().zip(&got) {
        assert!(e.first_difference(g).is_none(), "{sizes:?}: {:?}\n{loops}", e.first_difference(g));
    }
}

fn noise(input: &crate::ir::Input, sizes: &[i64]) -> Array {
    let bounds: Vec<(i64, i64)> = input.domain.0.iter().map(|i| i.eval(sizes, &[])).collect();
    let lo: Vec<i64> = bounds.iter().map(|b| b.0).collect();
    let extent: Vec<usize> = bounds.iter().map(|b| (b.1 - b.0 + 1).max(0) as usize).collect();
    Array::from_fn(input.ty, &lo, &extent, |at| {
        let n = at.iter().fold(7i64, |n, i| n.wrapping_mul(31).wrapping_add(*i));
        match input.ty {
            // Sums in another order have other bits.
            ElemType::F32 => Value::F32((n % 101) as f32 * 0.3),
            ty => Value::wrap(ty, n),
        }
    })
}
