//! Reports as text, JSON and graphs. `BLESS=1` rewrites the files.

use pipeline_core::analysis::Analyses;
use pipeline_core::compile;
use pipeline_core::ir::Pipeline;
use pipeline_core::ir::text::parse;
use pipeline_core::loops::build::build;
use pipeline_core::options::Options;
use pipeline_core::report::dot::dot;
use pipeline_core::report::json::json;
use pipeline_core::report::svg::svg;
use pipeline_core::report::text::text;
use pipeline_core::report::{
    Cloned, CostTerm, Decisions, Estimate, Group, Inlined, Input, Machine, NotFused, OnRanks,
    Propagated, RankArray, RankChoices, RankNeed, Recipe, Report, Role, Search, Shape, Stage,
    StageEdge, TileKind, Tiles, Totals, Warning, summarise,
};
use pipeline_core::schedule::grouping::Strategy;
use pipeline_core::schedule::plan;
use pipeline_core::transform::prune::prune;
use serde_json::Value;

fn golden(name: &str, printed: &str) {
    let path = format!("{}/tests/report/{name}", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, printed).expect("writing the golden text");
    }
    let expected = std::fs::read_to_string(&path).expect("a golden text; make it with BLESS=1");
    assert_eq!(printed, expected, "{name} is now:\n{printed}");
}

/// The report of a stage graph's text, inlined and planned.
fn report(text: &str) -> Report {
    let parsed = parse(text).unwrap_or_else(|e| panic!("line {}: {}\n{text}", e.line, e.message));
    compile(parsed, &Options::default()).unwrap_or_else(|errors| panic!("{errors:?}")).report
}

/// The report of a pipeline as it is, grouped as told.
fn report_as(p: &Pipeline, strategy: Option<Strategy>) -> Report {
    let names: Vec<String> = p.stages.iter().map(|s| s.name.clone()).collect();
    let options = &Options { strategy, ..Options::default() };
    let plan = &plan(&Analyses::of(p), options).expect("no groups are written");
    let loops = &build(&Analyses::of(p), plan);
    let (declared, inlined) = (&names, &[]);
    summarise(&Decisions {
        declared,
        written: p,
        unfused: p,
        planned: &Analyses::of(p),
        inlined,
        propagated: &[],
        enlarged: &[],
        renamings: &[],
        plan,
        loops,
        options,
    })
}

/// A stage that adds what it reads.
fn stage(head: &str, reads: &[&str]) -> String {
    let mut text = format!("stage {head} {{\n  case {{\n");
    for (i, read) in reads.iter().enumerate() {
        text += &format!("    %{i}: f32 = read {read}\n");
    }
    let (mut value, mut next) = (0, reads.len());
    for i in 1..reads.len() {
        text += &format!("    %{next}: f32 = add %{value}, %{i}\n");
        (value, next) = (next, next + 1);
    }
    text + &format!("    yield %{value}\n  }}\n}}\n")
}

/// Two stages that are fused, one that cannot be, one that is inlined and one that nobody needs.
fn fused() -> String {
    let all = "0..=rows - 1, 0..=cols - 1";
    let stages = [
        stage(
            "a(y, x): f32 in [-1..=rows, 0..=cols - 1] border clamp",
            &["img(y - 1, x)", "img(y + 1, x)"],
        ),
        stage(&format!("b(y, x): f32 in [{all}]"), &["a(y - 1, x)", "a(y + 1, x)"]),
        stage(&format!("unused(y, x): f32 in [{all}]"), &["a(y, x)"]),
        stage(&format!("twice(y, x): f32 in [{all}]"), &["b(y, x)", "b(y, x)"]),
        stage(&format!("flipped(y, x): f32 in [{all}]"), &["b(rows - y - 1, x)", "twice(y, x)"]),
    ];
    format!(
        "pipeline turn\nsize rows ~ 4096\nsize cols ~ 3000\n\
         input img: f32 [-8..=rows + 7, 0..=cols - 1]\n{}output flipped\n",
        stages.concat()
    )
}

/// A report with everything that a report can say.
pub fn everything() -> Report {
    let stage = |name: &str, role: Role, computed: u64, again: u64| Stage {
        name: name.into(),
        ty: "u16".into(),
        domain: "[0..=rows - 1, 0..=cols - 1]".into(),
        extents: vec![1080, 1920],
        live_out: matches!(role, Role::Output { .. } | Role::Full { .. }),
        layout: match role {
            Role::Full { .. } => vec!["x".into(), "y".into()],
            Role::Scratchpad { .. } | Role::Output { .. } | Role::Register => Vec::new(),
        },
        role,
        points: 2_073_600,
        computed,
        again,
    };
    let scratchpad = Role::Scratchpad { bytes: 16_896, rows: 34, folded_to: 34 };
    let tiles = Tiles {
        kind: TileKind::MultiLevel,
        rows: 32,
        width: Some(256),
        depths: vec![("y".into(), 16)],
        step: 4,
        prologue: 2,
        times: 3,
    };
    let first = Group {
        name: "level[1]".into(),
        stages: vec![
            stage("up", Role::Register, 2_073_600, 0),
            stage("blur", scratchpad, 2_340_000, 266_400),
            stage("level[1]", Role::Full { bytes: 4_147_200 }, 2_073_600, 0),
        ],
        shape: Shape::Tiles(tiles),
        tasks: 272,
        overlap: 0.0428,
        scratch_bytes: 16_896,
        scratch_place: Some("stack".into()),
        terms: vec![
            CostTerm { name: "live data".into(), value: 0.75, unit: "of L2".into() },
            CostTerm { name: "imbalance".into(), value: 0.125, unit: String::new() },
        ],
        predicted_ms: Some(0.8042),
        bytes_read: 4_147_200,
        bytes_written: 4_147_200,
        hints: vec!["fuse(up, blur)".into(), "tile 32 × 256".into()],
        recipes: vec![Recipe { of: "tiles".into(), steps: "split y by 32".into() }],
    };
    let last = Group {
        name: "out".into(),
        stages: vec![stage("out", Role::Output { bytes: 4_147_200 }, 2_073_600, 0)],
        shape: Shape::Whole,
        tasks: 1080,
        overlap: 0.0,
        scratch_bytes: 0,
        scratch_place: None,
        terms: Vec::new(),
        predicted_ms: None,
        bytes_read: 4_147_200,
        bytes_written: 4_147_200,
        hints: Vec::new(),
        recipes: Vec::new(),
    };
    let edge = |producer: &str, consumer: &str| StageEdge {
        producer: producer.into(),
        consumer: consumer.into(),
    };
    Report {
        pipeline: "all".into(),
        estimates: vec![
            Estimate { name: "rows".into(), value: 1080 },
            Estimate { name: "cols".into(), value: 1920 },
        ],
        machine: Some(Machine {
            name: "desktop".into(),
            configured: "`#[machine]` of the pipeline".into(),
            l1: 48 << 10,
            l2: 2 << 20,
            llc: 36 << 20,
            cores: 8,
            lanes: 8,
        }),
        asked: vec!["strategy = \"incremental\", limit = 8".into(), "no_fuse(up)".into()],
        hints: vec!["group(up, level[1]; strip = 32, step = 4, width = 256)".into()],
        cost_model: Some("polymage".into()),
        search: Search {
            strategy: "greedy: merges while the overlap is below 40 %".into(),
            enumerated: 1,
            cut_short: Some("the limit of 1,000 groupings a search".into()),
        },
        inlined: vec![
            Inlined {
                stage: "gain".into(),
                into: vec!["blur".into(), "out".into()],
                propagated: None,
            },
            Inlined { stage: "lost".into(), into: Vec::new(), propagated: None },
            Inlined {
                stage: "grown".into(),
                into: vec!["blur".into()],
                propagated: Some(Propagated { with_ms: Some(0.75), without_ms: Some(1.5) }),
            },
            Inlined {
                stage: "wanted".into(),
                into: vec!["blur".into()],
                propagated: Some(Propagated { with_ms: None, without_ms: None }),
            },
        ],
        cloned: vec![Cloned {
            stage: "sharp".into(),
            readers: vec!["blur".into()],
            times: Propagated { with_ms: Some(1.5), without_ms: Some(2.5) },
        }],
        enlarged: vec!["wrapped".into(), "blur".into()],
        unused: vec!["debug".into(), "mask".into()],
        warnings: vec![Warning {
            lint: "narrow_sum".into(),
            message: "this sum can reach 510, and u8 ends at 255".into(),
        }],
        inputs: vec![Input {
            name: "img".into(),
            ty: "u16".into(),
            domain: "[0..=rows - 1, 0..=cols - 1]".into(),
            extents: vec![1080, 1920],
            bytes: 4_147_200,
        }],
        groups: vec![first, last],
        not_fused: vec![NotFused {
            producer: "level[1]".into(),
            consumer: "out".into(),
            reason: "together they should take 2.00 ms, apart 1.20 ms".into(),
        }],
        edges: vec![
            edge("img", "up"),
            edge("img", "gain"),
            edge("up", "blur"),
            edge("gain", "blur"),
            edge("up", "level[1]"),
            edge("blur", "level[1]"),
            edge("level[1]", "out"),
            edge("gain", "out"),
        ],
        totals: Totals {
            full_bytes: 4_147_200,
            scratch_bytes: 16_896,
            bytes_moved: 16_588_800,
            bytes_moved_unfused: 33_177_600,
        },
        ranks: OnRanks {
            axes: vec!["y".into(), "x".into()],
            needs: vec![RankNeed {
                array: "img".into(),
                group: "level[1], out".into(),
                policy: "exchanged".into(),
                why: "y - 1 to y + 1 for y; x for x".into(),
            }],
            network: "5 us, 12.5 GB/s".into(),
            arrays: vec![
                rank_array(2, "exchanged", 1, 7_680),
                rank_array(4, "exchanged", 2, 15_360),
                rank_array(16, "exchanged", 2, 15_360),
                RankArray {
                    choices: Some(RankChoices {
                        exchange_ms: 0.0251,
                        rank_ms: 0.0212,
                        everywhere_ms: 1.5,
                    }),
                    ..rank_array(64, "rank", 0, 0)
                },
            ],
        },
    }
}

fn rank_array(ranks: u64, policy: &str, messages: u64, bytes: u64) -> RankArray {
    let (array, policy) = ("img".into(), policy.into());
    RankArray { array, ranks, policy, steps: None, messages, bytes, choices: None }
}

#[test]
fn a_plan_reads_like_a_report() {
    let fused = report(&fused());
    golden("fused.txt", &text(&fused));
    golden("fused.json", &json(&fused));
    golden("fused.dot", &dot(&fused));
    golden("everything.txt", &text(&everything()));
    golden("everything.json", &json(&everything()));
    golden("everything.dot", &dot(&everything()));
}

#[test]
fn what_is_not_fused_says_why() {
    let p = prune(parse(&fused()).expect("a legal text"));
    let why = |strategy| -> Vec<String> {
        let report = report_as(&p, strategy);
        let line = |n: &NotFused| format!("{} {}: {}", n.producer, n.consumer, n.reason);
        report.not_fused.iter().map(line).collect()
    };
    // The reason is that of the groups: `a` and `b` are one, `twice` and `flipped` the other.
    assert_eq!(
        why(None),
        [
            "b twice: `flipped` reads `b` at rows that do not follow its own",
            "b flipped: `flipped` reads `b` at rows that do not follow its own",
        ]
    );
    let off = why(Some(Strategy::None));
    assert_eq!(off.len(), 4);
    assert!(off.iter().all(|line| line.ends_with(": no stages are to be fused")), "{off:?}");
}

/// The figures of the JSON are those of the report.
#[test]
fn the_json_is_json() {
    let report = everything();
    let value: Value = serde_json::from_str(&json(&report)).expect("JSON");
    assert_eq!(value["pipeline"], "all");
    assert_eq!(value["enlarged"][1], "blur");
    assert_eq!(value["estimates"][1]["value"], 1920);
    assert_eq!(value["hints"][0], report.hints[0]);
    assert_eq!(value["machine"]["l2_bytes"], 2 << 20);
    assert_eq!(value["groups"][0]["shape"]["width"], 256);
    assert_eq!(value["groups"][0]["overlap"], 0.0428);
    assert_eq!(value["groups"][0]["stages"][1]["folded_to"], 34);
    assert_eq!(value["groups"][1]["predicted_ms"], Value::Null);
    assert_eq!(value["groups"][1]["shape"]["kind"], "whole");
    let keys: Vec<&str> =
        value.as_object().expect("an object").keys().map(String::as_str).collect();
    assert_eq!(keys.len(), 20, "{keys:?}");
}

/// Names that no pipeline has, but reasons and hints might.
#[test]
fn every_form_quotes_what_it_must() {
    let nasty = "a\"b\\c<d>&'e\u{1}\n\tf ü 🂡";
    let mut report = everything();
    report.groups[1].stages[0].name = nasty.into();
    report.edges[6].consumer = nasty.into();
    report.not_fused[0].reason = nasty.into();
    report.groups[0].predicted_ms = Some(f64::NAN);
    report.groups[0].overlap = f64::INFINITY;
    let value: Value = serde_json::from_str(&json(&report)).expect("JSON");
    assert_eq!(value["groups"][1]["stages"][0]["name"], nasty);
    assert_eq!(value["not_fused"][0]["reason"], nasty);
    assert_eq!(value["groups"][0]["predicted_ms"], Value::Null);
    assert_eq!(value["groups"][0]["overlap"], Value::Null);

    let graph = dot(&report);
    assert!(graph.contains(r#"label="a\"b\\c<d>&'e"#), "{graph}");
    let document = svg(&report);
    let document = roxmltree::Document::parse(&document).expect("XML");
    let texts: Vec<&str> = document.descendants().filter_map(|n| n.text()).collect();
    let shown = nasty.replace('\u{1}', "\u{fffd}");
    assert!(texts.contains(&shown.as_str()), "{texts:?}");
    assert!(text(&report).contains(nasty));
}

#[test]
fn a_pipeline_of_one_stage_and_no_sizes_has_a_plan() {
    let one = "pipeline one\ninput img: f32 [0..=7]\nstage out(x): f32 in [0..=7] {\n  case {\n    \
               %0: f32 = read img(x)\n    yield %0\n  }\n}\noutput out\n";
    let report = report(one);
    assert!(text(&report).starts_with("Plan of one\n\n"), "{}", text(&report));
    assert!(roxmltree::Document::parse(&svg(&report)).is_ok());
}
