//! What `dp` and `incremental` plan is never dearer, by the model that planned it, than what
//! simpler strategies plan, and than everything merged that may be: all applications, cost models,
//! and several machines.

mod common;

use common::applications::applications;
use pipeline_core::Compiled;
use pipeline_core::analysis::Analyses;
use pipeline_core::ir::Pipeline;
use pipeline_core::machine::Machine;
use pipeline_core::options::{CostModel, Options};
use pipeline_core::schedule::cost::Costs;
use pipeline_core::schedule::cost::polymage::Reading;
use pipeline_core::schedule::grouping::{Dag, GroupCost, NodeSet, Strategy};
use pipeline_core::schedule::{dag, plan};
use pipeline_lang::elaborate::elaborate;
use pipeline_lang::error::Errors;
use pipeline_lang::syntax::parse::parse;
use std::collections::HashMap;

const MODELS: [CostModel; 4] = [
    CostModel::Roofline,
    CostModel::Hipacc,
    CostModel::Polymage(Reading::Fitted),
    CostModel::Polymage(Reading::Printed),
];

/// One with AVX2 and eight cores, one with small caches, one with large ones and short vectors.
const MACHINES: [&str; 3] = ["generic", "opteron", "apple_m1"];

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
fn cost(graph: &Pipeline, options: &Options, strategy: Strategy) -> f64 {
    let options = Options { strategy: Some(strategy), ..options.clone() };
    plan(&Analyses::of(graph), &options).expect("no groups are written").cost
}

/// What groups cost, each asked for once; infinite if they may not be computed together.
struct Known<'a> {
    costs: Costs<'a>,
    known: HashMap<NodeSet, f64>,
}

impl Known<'_> {
    fn of(&mut self, group: &NodeSet) -> f64 {
        let costs = &mut self.costs;
        let cost = || costs.cost(group).unwrap_or(f64::INFINITY);
        *self.known.entry(group.clone()).or_insert_with(cost)
    }
}

/// What it costs to merge everything that may be, first where most is gained or least is lost.
/// Written anew here, so that nothing is compared with itself.
fn all_merged(graph: &Pipeline, options: &Options) -> f64 {
    let analyses = Analyses::of(graph);
    let dag = dag(&analyses);
    let mut known = Known { costs: Costs::new(&analyses, options), known: HashMap::new() };
    let mut groups: Vec<NodeSet> = (0..dag.len()).map(NodeSet::singleton).collect();
    while let Some(Merged { producer, consumer, group, .. }) = best(&dag, &groups, &mut known) {
        groups[producer] = group;
        groups.remove(consumer);
    }
    groups.iter().map(|group| known.of(group)).sum()
}

/// A group in the place of two.
struct Merged {
    producer: usize,
    consumer: usize,
    group: NodeSet,
    gain: f64,
}

/// The best of the pairs that may be merged.
fn best(dag: &Dag, groups: &[NodeSet], known: &mut Known<'_>) -> Option<Merged> {
    let quotient = dag.quotient(groups).expect("only convex pairs are merged");
    let pairs = (0..groups.len())
        .flat_map(|producer| quotient.successors(producer).iter().map(move |to| (producer, to)));
    let convex = pairs.filter(|(from, to)| quotient.is_convex(&[*from, *to].into_iter().collect()));
    let merged = convex.map(|(producer, consumer)| {
        let group: NodeSet = groups[producer].iter().chain(groups[consumer].iter()).collect();
        let apart = known.of(&groups[producer]) + known.of(&groups[consumer]);
        Merged { producer, consumer, gain: apart - known.of(&group), group }
    });
    let legal = merged.filter(|merged| merged.gain.is_finite());
    legal.reduce(|best, other| if other.gain > best.gain { other } else { best })
}

/// Compares what strategies find for an application; how often a simpler one is dearer.
fn compare(name: &str, graph: &Pipeline, options: &Options) -> usize {
    let simpler = [Strategy::INCREMENTAL, Strategy::GREEDY, Strategy::Pairs, Strategy::None];
    let simple = simpler.map(|other| (format!("{other:?}"), cost(graph, options, other)));
    let merged = ("everything merged".to_string(), all_merged(graph, options));
    let (model, machine) = (options.cost, &options.machine.name);
    let mut dearer = 0;
    for strategy in [Strategy::Dp, Strategy::INCREMENTAL] {
        let found = cost(graph, options, strategy);
        for (other, simple) in simple.iter().chain([&merged]) {
            assert!(
                found <= simple + 1e-9 * simple.abs(),
                "{name}, {model:?}, {machine}: {strategy:?} costs {found}, {other} {simple}"
            );
            dearer += usize::from(*simple > found + 1e-9 * found.abs());
        }
    }
    dearer
}

#[test]
fn no_simpler_strategy_is_cheaper() {
    let all = applications();
    let graphs: Vec<(&str, Pipeline)> =
        all.iter().map(|(name, text)| (&name[..], graph(name, text))).collect();
    let on = |machine: &str| {
        let machine = Machine::preset(machine, "a test").expect("a preset");
        let of_model = |cost| Options { machine: machine.clone(), cost, ..Options::default() };
        let all = MODELS.map(of_model);
        let all = all.iter().flat_map(|options| graphs.iter().map(move |of| (of, options)));
        all.map(|((name, graph), options)| compare(name, graph, options)).sum::<usize>()
    };
    let dearer: usize = std::thread::scope(|scope| {
        let runs = MACHINES.map(|machine| scope.spawn(|| on(machine)));
        runs.map(|run| run.join().expect("no strategy is cheaper")).iter().sum()
    });
    println!("simpler ways are dearer in {dearer} cases");
    assert!(dearer > 400, "simpler strategies are dearer in {dearer} cases only");
}
