//! The tool, as one runs it.

use pipeline_core::passes::steps;
use std::process::{Command, Output};
use tempfile::TempDir;

/// Blocks at several depths, and one of a macro definition, which is none.
const RUST: &str = "
pipeline! { fn first(img: [f32; n]) -> out where n ~ 64 { out(x) = img(x) + 1.0; } }
mod inner {
    macro_rules! template { ($($t:tt)*) => { pipeline! { $($t)* } } }
    fn body() { other! { pipeline::pipeline! {
        fn second(img: [u8; n]) -> out where n ~ 64 { t(x) = img(x) * 2; out(x) = t(x) + t(x); }
    } } }
}
mine! { fn third(img: [f32; n]) -> out where n ~ 64 { out(x) = img(x); } }
";

const GRAPH: &str = "pipeline p\nsize n ~ 64\ninput img: f32 [0..=n - 1]\n\
    stage out(x): f32 in [0..=n - 1] { case { %0: f32 = read img(x) yield %0 } }\noutput out\n";

/// Runs the tool on a file of this name and text, which is `FILE` in the arguments.
fn run(name: &str, text: &str, arguments: &[&str]) -> Output {
    let folder = TempDir::new().expect("a folder");
    std::fs::write(folder.path().join(name), text).expect("a file");
    let arguments = arguments.iter().map(|a| if *a == "FILE" { name } else { a });
    let tool = Command::new(env!("CARGO_BIN_EXE_pipeline-tool"))
        .args(arguments)
        .current_dir(folder.path())
        .env_remove("PIPELINE_MACHINE")
        .env_remove("PIPELINE_PASSES")
        .output();
    tool.expect("the tool runs")
}

fn printed(name: &str, text: &str, arguments: &[&str]) -> String {
    let output = run(name, text, arguments);
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("text")
}

fn refused(name: &str, text: &str, arguments: &[&str]) -> String {
    let output = run(name, text, arguments);
    assert!(!output.status.success() && output.stdout.is_empty(), "{output:?}");
    String::from_utf8(output.stderr).expect("text")
}

#[test]
fn passes_lists_the_steps_of_every_block() {
    let text = printed("a.rs", RUST, &["passes", "FILE"]);
    let blocks: Vec<&str> = text.split("\n\n").collect();
    assert_eq!(blocks.len(), 2, "{text}");
    let names: Vec<&str> =
        std::iter::once("elaborate").chain(steps().map(|step| step.name)).collect();
    for (block, name) in blocks.iter().zip(["first", "second"]) {
        let mut lines = block.lines();
        assert_eq!(lines.next(), Some(name), "{text}");
        for (line, step) in lines.zip(&names) {
            assert!(line.starts_with(&format!("  {step} ")) && line.contains(" ms"), "{line}");
        }
        assert_eq!(block.lines().count(), names.len() + 1, "{text}");
    }
    let inline = |block: &str| block.lines().find(|l| l.contains("inline")).map(str::to_string);
    assert!(inline(blocks[1]).is_some_and(|line| line.ends_with("changed")), "{text}");
    assert!(inline(blocks[0]).is_some_and(|line| line.ends_with("ms")), "{text}");
}

#[test]
fn a_stage_graph_has_passes_and_a_plan() {
    let text = printed("p.ir", GRAPH, &["passes", "FILE", "--dump"]);
    assert!(text.starts_with("p\n  magnitudes "), "{text}");
    for shown in ["pipeline p\n", "loops p\n", "%0: f32 = read img(x)", "kernels p\n"] {
        assert!(text.contains(shown), "{shown}: {text}");
    }
    assert_eq!(text.matches("pipeline p\n").count(), 1, "no pass changes it: {text}");
    let plan = printed("p.ir", GRAPH, &["plan", "FILE"]);
    assert!(plan.starts_with("Plan of p for n = 64\n"), "{plan}");
    let hints = printed("p.ir", GRAPH, &["plan", "FILE", "--hints"]);
    assert_eq!(hints, "#[schedule(\n    group(out),\n)]\n");
    let why = refused("p.ir", GRAPH, &["expand", "FILE"]);
    assert!(why.starts_with("error: p.ir: a stage graph has no expansion"), "{why}");
}

#[test]
fn blocks_expand_to_rust() {
    let text = printed("a.rs", RUST, &["expand", "FILE"]);
    assert!(syn::parse_file(&text).is_ok(), "{text}");
    assert!(text.contains("\nfn first(") && text.contains("\nfn second("), "{text}");
    let plans = printed("a.rs", RUST, &["plan", "FILE"]);
    assert_eq!(plans.matches("Plan of ").count(), 2, "{plans}");
    let third = printed("a.rs", RUST, &["plan", "FILE", "--macro", "mine"]);
    assert!(third.starts_with("Plan of third for n = 64\n"), "{third}");
}

#[test]
fn errors_name_file_and_place() {
    let wrong = "fn main() {}\npipeline! {\n  fn f(img: [f32; n]) -> out { out(x) = imh(x); }\n}\n\
                 pipeline! { fn g(img: [f32; n]) -> out { out(x) = img(x - 1; } }\n";
    let unbalanced = refused("a.rs", wrong, &["plan", "FILE"]);
    assert!(unbalanced.starts_with("error: a.rs:5:"), "{unbalanced}");
    let wrong = wrong.replace("x - 1;", "y);");
    let both = refused("a.rs", &wrong, &["plan", "FILE"]);
    assert!(both.starts_with("error: a.rs:3:41: unknown stage or function `imh`"), "{both}");
    assert!(both.contains("\na.rs:5:55: "), "{both}");
    let none = refused("a.rs", "fn main() {}", &["passes", "FILE"]);
    assert!(none.contains("a.rs: no `pipeline! { … }` in it; `--macro NAME`"), "{none}");
    let graph = refused("p.ir", "pipeline p\nsize n\n", &["plan", "FILE"]);
    assert!(graph.starts_with("error: p.ir:2: expected `~`"), "{graph}");
    let outside = GRAPH.replace("read img(x)", "read img(x + 1)");
    let outside = refused("p.ir", &outside, &["passes", "FILE"]);
    assert!(outside.starts_with("error: p.ir: "), "{outside}");
    let other = refused("a.txt", "", &["plan", "FILE"]);
    assert!(other.contains("neither a Rust file (.rs) nor a stage graph (.ir)"), "{other}");
    let missing = refused("a.rs", "", &["plan", "b.rs"]);
    assert!(missing.contains("reading b.rs"), "{missing}");
}
