//! The equations on figures worked by hand, stages as kernels, and the partitions that the paper
//! states for its applications.

use super::equations::*;
use super::*;
use crate::analysis::Analyses;
use crate::ir::Pipeline;
use crate::ir::text::parse;
use crate::machine::{FusionHint, Machine};
use crate::options::{CostModel, Options};
use crate::schedule::grouping::Strategy;
use crate::schedule::plan;

/// The figures of Section III-B; `t_s` is "a few cycles".
const GIVEN: FusionHint = FusionHint {
    t_g: Some(400.0),
    t_s: Some(4.0),
    c_alu: Some(4.0),
    c_sfu: None,
    c_shared: Some(2.0),
    gamma: Some(0.0),
};

fn gpu() -> Machine {
    Machine { fusion_hint: GIVEN, ..Machine::default() }
}

/// The applications as Hipacc has them, a stage for each kernel.
const APPLICATIONS: [(&str, &str); 6] = [
    ("harris", include_str!("tests/harris.ir")),
    ("shi_tomasi", include_str!("tests/shi_tomasi.ir")),
    ("sobel", include_str!("tests/sobel.ir")),
    ("unsharp", include_str!("tests/unsharp.ir")),
    ("enhance", include_str!("tests/enhance.ir")),
    ("night", include_str!("tests/night.ir")),
];

fn application(name: &str) -> Pipeline {
    let found = APPLICATIONS.iter().find(|(other, _)| *other == name);
    read(found.expect("an application").1)
}

fn read(text: &str) -> Pipeline {
    parse(text).unwrap_or_else(|e| panic!("line {}: {}\n{text}", e.line, e.message))
}

fn benefits(p: &Pipeline) -> Benefits {
    Benefits::new(Kernels::of(p, &Analyses::of(p).order), gpu().fusion())
}

#[test]
fn equations() {
    let of = gpu().fusion();
    assert_eq!(to_shared(&of, 10.0), 1000.0);
    assert_eq!(to_registers(&of, 10.0), 4000.0);
    assert_eq!(point_based(&of, 10.0), 4000.0);
    assert_eq!(operations(&of, 2.0, 0.0), 8.0);
    assert_eq!(operations(&of, 2.0, 3.0), 8.0 + 3.0 * of.c_sfu);
    assert_eq!(redundant(8.0, 2.0, 9.0), 144.0);
    assert_eq!(point_to_local(&of, 1.0, redundant(8.0, 1.0, 9.0)), 328.0);
    assert_eq!(point_to_local(&of, 1.0, redundant(8.0, 2.0, 9.0)), 256.0);
    // "Fusing a 3 × 3 source kernel with a 5 × 5 destination kernel yields 7 × 7", and the other
    // way round; two of 3 × 3 make one of 5 × 5.
    assert_eq!(
        [fused_mask(9.0, 25.0), fused_mask(25.0, 9.0), fused_mask(9.0, 9.0)],
        [49., 49., 25.]
    );
    assert_eq!(local_to_local(&of, 1.0, redundant(4.0, 1.0, 20.0)), 20.0);
    assert_eq!(
        [weight(5.0, 2.0, 0.5), weight(-5.0, 2.0, 0.5), weight(-1.0, 2.0, 0.5)],
        [7., 0.5, 1.]
    );
}

/// Those of a processor follow from its rates: here a pixel from memory takes 4 ns, one from the
/// second-level cache 0.5 ns, and an operation a tenth.
#[test]
fn coefficients_follow_from_the_rates() {
    let mut machine = Machine { cores: 8, ..Machine::default() };
    (machine.rates.memory, machine.rates.memory_of_all) = (20.0, 8.0);
    (machine.rates.l2, machine.rates.operations, machine.rates.launch) = (8.0, 10.0, 1000.0);
    let of = machine.fusion();
    assert_eq!([of.t_g, of.t_s, of.c_alu, of.c_sfu, of.c_shared], [40.0, 5.0, 1.0, 16.0, 2.0]);
    assert_eq!(of.gamma, 80_000.0);
    machine.rates.memory = 0.5;
    assert_eq!(machine.fusion().t_g, 80.0);
    machine.fusion_hint = FusionHint { t_g: Some(7.0), ..FusionHint::default() };
    assert_eq!(machine.fusion(), Fusion { t_g: 7.0, ..of });
}

/// The stages of Harris are the kernels of Figure 3, with its weights for an image of 2048 × 2048.
#[test]
fn harris_has_the_papers_weights() {
    let p = application("harris");
    let (name, image) = (|stage: usize| p.stages[stage].name.as_str(), 2048.0 * 2048.0);
    let benefits = benefits(&p);
    let legal = benefits.edges().iter().filter(|edge| edge.weight > EPSILON);
    let legal: Vec<(&str, &str, f64)> =
        legal.map(|e| (name(e.producer), name(e.consumer), e.weight / image)).collect();
    assert_eq!(legal, [("sx", "gx", 328.0), ("sy", "gy", 328.0), ("sxy", "gxy", 256.0)]);
    assert_eq!(benefits.edges().len(), 10);
    let masks: Vec<f64> = benefits.kernels.kernels.iter().map(|k| k.mask).collect();
    assert_eq!(masks, [9., 9., 1., 1., 1., 9., 9., 9., 1.]);
    let whole = benefits.obstacle(&(0..9).collect()).expect("not enough shared memory");
    assert_eq!(whole, FusionObstacle::Shared(5.0));
    let words = |block: &[&str]| {
        let stage = |name: &&str| p.stages.iter().position(|s| s.name == *name).expect("a stage");
        benefits.obstacle(&block.iter().map(stage).collect()).map(|o| o.words(&p))
    };
    let text = |text: &str| Some(text.to_string());
    assert_eq!(words(&["sx", "gx"]), None);
    assert_eq!(words(&["dx", "sx"]), text("`dx` is an external output beside another one"));
    assert_eq!(words(&["gx", "hc"]), text("`hc` reads `gy`, an external input of its own"));
}

/// The groups of an application, by the names of their stages.
fn groups(p: &Pipeline) -> Vec<Vec<String>> {
    let options = Options {
        machine: gpu(),
        strategy: Some(Strategy::MinCut),
        cost: CostModel::Hipacc,
        ..Options::default()
    };
    let plan = plan(&Analyses::of(p), &options).expect("no groups are written");
    let names = |stages: &[StageId]| stages.iter().map(|s| p.stages[s.0].name.clone()).collect();
    let mut groups: Vec<Vec<String>> = plan.groups.iter().map(|g| names(&g.stages)).collect();
    groups.sort();
    groups
}

/// Section III-B for Harris, Section V-C for the others.
#[test]
fn applications_are_fused_as_in_the_paper() {
    let expected: [(&str, &[&[&str]]); 6] = [
        ("harris", &[&["dx"], &["dy"], &["hc"], &["sx", "gx"], &["sxy", "gxy"], &["sy", "gy"]]),
        ("shi_tomasi", &[&["dx"], &["dy"], &["st"], &["sx", "gx"], &["sxy", "gxy"], &["sy", "gy"]]),
        ("sobel", &[&["dx", "dy", "magnitude"]]),
        ("unsharp", &[&["blurred", "high", "amplified", "sharp"]]),
        ("enhance", &[&["mean", "corrected", "stretched"]]),
        ("night", &[&["atrous0"], &["atrous1", "scoto"]]),
    ];
    for (name, expected) in expected {
        assert_eq!(groups(&application(name)), expected, "{name}");
    }
}

/// The two filters are not fused for what would be computed again, not for their memory or headers.
#[test]
fn the_night_filters_are_too_dear_to_fuse() {
    let p = application("night");
    let obstacle = benefits(&p).obstacle(&[0, 1].into_iter().collect());
    assert_eq!(obstacle, Some(FusionObstacle::NoGain(0, 1)));
    let words = obstacle.expect("one").words(&p);
    assert_eq!(words, "computing `atrous0` again in `atrous1` saves nothing");
}

/// A stage of two dimensions that gives what these expressions yield.
fn stage(name: &str, domain: &str, exprs: &str) -> String {
    format!("stage {name}(y, x; d): f32 in {domain} border clamp {{ case {{ {exprs} }} }}\n")
}

const HERE: &str = "[0..=n - 1, 0..=n - 1]";

#[test]
fn stages_are_classified_by_what_they_read() {
    let read = |index: &str| format!("%0: f32 = read a{index} yield %0");
    let text = format!(
        "pipeline p size n ~ 100 input a: f32 {HERE} border clamp \
         input line: f32 [0..=n - 1] border clamp input rgb: u8 [0..=n - 1, 0..=n - 1, 0..=2]\n\
         {}{}{}{}{}{}{}{}{}output point",
        stage("point", HERE, &read("(y, x)")),
        stage("moved", HERE, &read("(y, x - 2)")),
        stage(
            "window",
            HERE,
            &format!("%0: f32 = sum d in -2..=1 {{ {} }} yield %0", read("(y + d, x)"))
        ),
        stage("turned", HERE, &read("(x, y)")),
        stage("scaled", HERE, &read("(2*y, x)")),
        stage("halved", HERE, &read("(y/2, x)")),
        stage("spread", HERE, "%0: f32 = read line(x) yield %0"),
        stage(
            "grey",
            HERE,
            "%0: u8 = read rgb(y, x, 0) %1: u8 = read rgb(y, x, 2) \
            %2: u8 = max %0, %1 %3: f32 = cast %2 yield %3"
        ),
        stage(
            "gathered",
            HERE,
            "%0: f32 = read a(y, x) %1: i32 = cast %0 \
            %2: f32 = read a(%1, x) yield %2"
        ),
    );
    let p = self::read(&text);
    let kernels = Kernels::of(&p, &Analyses::of(&p).order).kernels;
    let found: Vec<(&str, Operator, f64)> =
        p.stages.iter().zip(&kernels).map(|(s, k)| (s.name.as_str(), k.operator, k.mask)).collect();
    use Operator::*;
    assert_eq!(
        found,
        [
            ("point", Point, 1.0),
            ("moved", Local, 3.0),
            ("window", Local, 4.0),
            ("turned", Global, 1.0),
            ("scaled", Global, 1.0),
            ("halved", Global, 1.0),
            ("spread", Global, 1.0),
            ("grey", Point, 1.0),
            ("gathered", Global, 1.0),
        ]
    );
    let grey = &kernels[7];
    assert_eq!(
        (grey.alu, grey.sfu, grey.shared, grey.space.as_slice()),
        (2.0, 0.0, 0.0, &[100, 100][..])
    );
    assert_eq!((kernels[2].alu, kernels[2].shared), (4.0 + 1.0, 16.0));
}

/// Figure 2: what a block reads and gives away.
#[test]
fn blocks_have_one_destination_and_the_inputs_of_a_source() {
    let one = |a: &str| format!("%0: f32 = read {a}(y, x) yield %0");
    let two = |a: &str, b: &str| {
        format!("%0: f32 = read {a}(y, x) %1: f32 = read {b}(y, x) %2: f32 = add %0, %1 yield %2")
    };
    let text = format!(
        "pipeline p size n ~ 100\n\
         input a: f32 {HERE} border clamp input b: f32 {HERE} border clamp\n\
         {}{}{}{}{}{}output last output small",
        stage("f", HERE, &one("a")),
        stage("g", HERE, &two("f", "a")),
        stage("h", HERE, &two("g", "b")),
        stage("k", HERE, &one("g")),
        stage("last", HERE, &two("h", "k")),
        stage("small", "[0..=n - 2, 0..=n - 1]", &one("last")),
    );
    let p = read(&text);
    let benefits = benefits(&p);
    let obstacle = |block: &[usize]| benefits.obstacle(&block.iter().copied().collect());
    let b = Source::Input(crate::ir::InputId(1));
    assert_eq!(obstacle(&[0, 1]), None, "2b: `a` is read by the source, too");
    assert_eq!(obstacle(&[1, 2]), Some(FusionObstacle::Output(1)), "2c");
    assert_eq!(obstacle(&[2, 3]), Some(FusionObstacle::Output(2)), "two destinations");
    assert_eq!(obstacle(&[0, 1, 2, 3, 4]), Some(FusionObstacle::Input(2, b)), "2d");
    assert_eq!(obstacle(&[2, 4]), Some(FusionObstacle::Input(4, Source::Stage(StageId(3)))), "2d");
    assert_eq!(obstacle(&[4, 5]), Some(FusionObstacle::Headers(4, 5)));
}
