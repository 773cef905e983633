//! What `dp` and `incremental` plan is never dearer, by the model that planned it, than what
//! simpler strategies plan: all applications, cost models, and machines.

mod common;

use common::applications::applications;
use pipeline_core::Compiled;
use pipeline_core::analysis::Analyses;
use pipeline_core::ir::Pipeline;
use pipeline_core::machine::Machine;
use pipeline_core::options::{CostModel, Options};
use pipeline_core::schedule::cost::polymage::Reading;
use pipeline_core::schedule::grouping::Strategy;
use pipeline_core::schedule::plan;
use pipeline_lang::elaborate::elaborate;
use pipeline_lang::error::Errors;
use pipeline_lang::syntax::parse::parse;

const MODELS: [CostModel; 3] = [
    CostModel::Roofline,
    CostModel::Polymage(Reading::Fitted),
    CostModel::Polymage(Reading::Printed),
];

/// The stage graph of an application as it is planned.
fn graph(name: &str, text: &str) -> Pipeline {
    let mut errors = Errors::default();
    let block = parse(text.parse().expect("tokens"), &mut errors);
    let graph = block.and_then(|block| elaborate(&block, &[], &mut errors));
    let graph = graph.unwrap_or_else(|| panic!("{name}: {:?}", errors.iter().collect::<Vec<_>>()));
    let Compiled { optimised, .. } =
        pipeline_core::compile(graph.pipeline, &Options::default()).expect("an application");
    optimised
}

/// What the groups that a strategy finds cost.
fn cost(graph: &Pipeline, cost: CostModel, machine: &Machine, strategy: Strategy) -> f64 {
    let options =
        Options { machine: machine.clone(), cost, strategy: Some(strategy), ..Options::default() };
    plan(&Analyses::of(graph), &options).expect("no groups are written").cost
}

#[test]
fn no_simpler_strategy_is_cheaper() {
    let simpler = [Strategy::INCREMENTAL, Strategy::GREEDY, Strategy::Pairs, Strategy::None];
    let mut dearer = 0;
    for (name, text) in applications() {
        let graph = graph(&name, &text);
        for (model, machine) in
            MODELS.into_iter().flat_map(|m| ["generic", "opteron"].map(|p| (m, p)))
        {
            let machine = Machine::preset(machine, "a test").expect("a preset");
            let of = |strategy| cost(&graph, model, &machine, strategy);
            let simple = simpler.map(of);
            for strategy in [Strategy::Dp, Strategy::INCREMENTAL] {
                let found = of(strategy);
                for (other, simple) in simpler.iter().zip(simple) {
                    let most = simple + 1e-9 * simple.abs();
                    assert!(
                        found <= most,
                        "{name}, {model:?}, {}: {strategy:?} costs {found}, {other:?} {simple}",
                        machine.name
                    );
                    dearer += usize::from(simple > found + 1e-9 * found.abs());
                }
            }
        }
    }
    assert!(dearer > 100, "simpler strategies are dearer in {dearer} cases only");
}
