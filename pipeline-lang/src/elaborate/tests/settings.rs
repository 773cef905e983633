//! Attributes that are right, and the options they make.

use super::*;
use crate::elaborate::Settings;
use pipeline_core::loops::Lanes;
use pipeline_core::machine::{FusionHint, Machine, Rates};
use pipeline_core::options::{
    CostModel, FloatOrder, LayoutHint, Options, Search, ShapeHint, Without,
};
use pipeline_core::schedule::cost::polymage::Reading;
use pipeline_core::schedule::grouping::Strategy;

const BLOCK: &str = "fn f(img: [u8; n]) -> out {
    const K = 2;
    g(x) = img(x);
    for k in 0..3 { h[k](x) = g(x); }
    r#move(x) = h[0](x);
    out(x) = h[2](x) + r#move(x);
}";

fn settings(attributes: &str) -> Settings {
    let (found, errors) = attempt(&format!("{attributes}\n{BLOCK}"));
    assert_eq!(rendered(&errors), "", "{attributes}");
    found.unwrap().settings
}

fn options(attributes: &str) -> Options {
    settings(attributes).options(&Machine::default())
}

/// The machine of an attribute, as the plan shows it.
fn machine(attribute: &str) -> String {
    options(attribute).machine.to_string()
}

#[test]
fn nothing_said_is_the_default() {
    assert_eq!(settings(""), Settings::default());
    assert_eq!(options(""), Options::default());
    let zen3 = Machine::preset("zen3", "the feature `target-zen3`").unwrap();
    assert_eq!(Settings::default().options(&zen3).machine, zen3);
    assert_eq!(settings("#[machine(haswell)]").options(&zen3).machine.name, "haswell");
}

#[test]
fn machines() {
    assert_eq!(
        machine("#[machine(haswell)]"),
        "machine haswell (the attribute `machine(haswell)`): l1 32 KiB, l2 256 KiB, llc 20 MiB, \
         cores 16, lanes 8"
    );
    assert_eq!(
        machine("#[machine(haswell, cores = 4,)]"),
        "machine haswell (the attribute `machine(haswell, cores = 4)`): l1 32 KiB, l2 256 KiB, \
         llc 20 MiB, cores 4, lanes 8"
    );
    assert_eq!(
        machine("#[machine(l1 = \"48KiB\", l2 = 2_097_152, llc = \"1 GiB\", lanes = 0x10)]"),
        "machine custom (the attribute `machine(l1 = \"48KiB\", l2 = 2_097_152, \
         llc = \"1 GiB\", lanes = 0x10)`): l1 48 KiB, l2 2 MiB, llc 1 GiB, cores 8, lanes 16"
    );
    // What is not given is generic's, and operations go with the lanes.
    let (generic, wide) = (Machine::default(), options("#[machine(lanes = 16)]").machine);
    assert_eq!(wide.rates.operations, 2.0 * generic.rates.operations);
    assert_eq!((wide.rates.memory, wide.l2), (generic.rates.memory, generic.l2));
    let preset = |name| Machine::preset(name, "").unwrap();
    let other = options("#[machine(lanes = 8, opteron)]").machine;
    assert_eq!(other.rates.operations, 2.0 * preset("opteron").rates.operations);
    assert_eq!(other.weights, preset("opteron").weights);
}

#[test]
fn rates() {
    let machine = |text: &str| options(&format!("#[machine({text})]")).machine;
    let all = machine(
        "zen3, l2_rate = 60, llc_rate = 25.5, memory = 0x10, memory_of_all = 4e1, \
         operations = 118.4, launch = 9_000, task = 55, row = 4.5",
    );
    let expected = Rates {
        l2: 60.0,
        llc: 25.5,
        memory: 16.0,
        memory_of_all: 40.0,
        operations: 118.4,
        launch: 9000.0,
        task: 55.0,
        row: 4.5,
    };
    assert_eq!((all.name.as_str(), all.rates), ("zen3", expected));
    let zen3 = Machine::preset("zen3", "").unwrap();
    assert_eq!((all.l2, all.llc, all.weights), (zen3.l2, zen3.llc, zen3.weights));
    let one = machine("zen3, memory = 15.0").rates;
    assert_eq!(one, Rates { memory: 15.0, ..zen3.rates });
    // Operations that are given are not in proportion to the lanes, wherever they stand.
    for text in ["lanes = 16, operations = 70", "operations = 70, zen3, lanes = 4"] {
        assert_eq!(machine(text).rates.operations, 70.0, "{text}");
    }
}

#[test]
fn schedules() {
    let strategy = |text: &str| options(&format!("#[schedule({text})]")).strategy;
    assert_eq!(strategy("strategy = \"dp\""), Some(Strategy::Dp));
    assert_eq!(strategy("strategy = \"mincut\""), Some(Strategy::MinCut));
    assert_eq!(strategy("strategy = \"none\""), Some(Strategy::None));
    assert_eq!(strategy("strategy = \"incremental\""), Some(Strategy::INCREMENTAL));
    assert_eq!(
        strategy("strategy = \"incremental\", limit = 16"),
        Some(Strategy::Incremental { limit: 16, step: 2 })
    );
    assert_eq!(strategy("strategy = \"greedy\""), Some(Strategy::GREEDY));
    assert_eq!(
        strategy("threshold = 0.2, strategy = \"greedy\""),
        Some(Strategy::Greedy { overlap_threshold: 0.2 })
    );
    assert_eq!(strategy("strategy = \"pairs\""), Some(Strategy::Pairs));
    let search = |text: &str| options(&format!("#[schedule({text})]")).search;
    let default = Search::default();
    assert_eq!(search("states = 50"), Search { states: 50, ..default });
    assert_eq!(search("incremental_from = 9"), Search { incremental_from: 9, ..default });
    assert_eq!(search("strategy = \"dp\", states = 7"), Search { states: 7, ..default });
    let shape = |text: &str| options(&format!("#[schedule({text})]")).shape;
    let hint = |strip, width, step| ShapeHint { strip, width, step };
    assert_eq!(shape("tile(32, 256)"), hint(Some(32), Some(256), Some(32)));
    assert_eq!(shape("strip = 128, step = 1"), hint(Some(128), None, Some(1)));
    assert_eq!(shape("width = 512"), hint(None, Some(512), None));
    assert_eq!(options("#[schedule(times = 3, tile(8, 64))]").times, Some(3));
    assert_eq!(options("#[schedule(step = 2)]").times, None);
    assert_eq!(options("#[schedule(lanes = 16)]").lanes, Some(Lanes::Of16));
    let without = options("#[schedule(without(inline, jam_rows,))]").without;
    assert_eq!(without, [Without::Inline, Without::JamRows]);
}

#[test]
fn stages_of_their_own() {
    let alone = |list: &str| options(&format!("#[schedule(no_fuse({list}))]")).no_fuse;
    assert_eq!(alone("g"), ["g"]);
    assert_eq!(alone("h[1], out,"), ["h[1]", "out"]);
    assert_eq!(alone("h[K]"), ["h[2]"]);
    assert_eq!(alone("h, r#move"), ["h[0]", "h[1]", "h[2]", "move"]);
    let both = options("#[schedule(no_fuse(g), tile(8, 64), strategy = \"greedy\")]");
    assert_eq!((both.no_fuse.len(), both.shape.step), (1, Some(8)));
    assert_eq!(both.strategy, Some(Strategy::GREEDY));
}

#[test]
fn stages_to_propagate() {
    let propagate = options("#[schedule(propagate(h, r#move))]").propagate;
    let names: Vec<&str> = propagate.iter().map(|hint| hint.stage.as_str()).collect();
    assert_eq!(names, ["h[0]", "h[1]", "h[2]", "move"]);
}

#[test]
fn streams() {
    assert_eq!(options("#[machine(zen3, streams = 4)]").machine.streams, 4);
}

#[test]
fn layouts_of_stages() {
    let layouts = |list: &str| options(&format!("#[schedule(layout({list}))]")).layouts;
    let of = |stage: &str| LayoutHint { stage: stage.into(), layout: vec![0] };
    assert_eq!(layouts("g(x), h[1](x)"), [of("g"), of("h[1]")]);
    assert_eq!(layouts("h(x)"), [of("h[0]"), of("h[1]"), of("h[2]")]);
}

#[test]
fn models() {
    assert_eq!(options("#[cost(roofline)]").cost, CostModel::Roofline);
    let weighted = options("#[cost(polymage, w1 = 2, w3 = 1e3)] #[machine(opteron)]");
    let weights = weighted.machine.weights;
    assert_eq!(weighted.cost, CostModel::Polymage(Reading::Fitted));
    let printed = options("#[cost(reading = \"printed\", polymage)]");
    assert_eq!(printed.cost, CostModel::Polymage(Reading::Printed));
    assert_eq!([weights.w1, weights.w2, weights.w3, weights.w4], [2.0, 100.0, 1000.0, 2.0]);
    let fused = options("#[cost(hipacc, t_g = 400, gamma = 0)]");
    let hint = FusionHint { t_g: Some(400.0), gamma: Some(0.0), ..FusionHint::default() };
    assert_eq!((fused.cost, fused.machine.fusion_hint), (CostModel::Hipacc, hint));
    assert_eq!(options("#[float(strict)]").float, FloatOrder::Strict);
    assert_eq!(options("#[float(fast)]").float, FloatOrder::Fast);
}
