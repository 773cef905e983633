//! What an editor shows inside a block: rust-analyzer is asked about every kind of name, and about
//! lines that are half typed.
//!
//! Skipped, with a message, where rust-analyzer cannot be run.

mod client;
mod document;

use document::Document;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// A name of a block, and what there is to see of it.
struct Probe {
    kind: &'static str,
    /// The text around it, once in the file; the name stands between bars.
    at: &'static str,
    /// What hover says, among other things.
    hover: &'static [&'static str],
    /// The text around the definition; nothing for what the façade defines.
    definition: Option<&'static str>,
    /// How often the name is mentioned, with its definition.
    mentions: usize,
}

const fn own(
    kind: &'static str,
    at: &'static str,
    hover: &'static [&'static str],
    definition: &'static str,
    mentions: usize,
) -> Probe {
    Probe { kind, at, hover, definition: Some(definition), mentions }
}

const fn built_in(kind: &'static str, at: &'static str, hover: &'static [&'static str]) -> Probe {
    Probe { kind, at, hover, definition: None, mentions: 1 }
}

const PROBES: &[Probe] = &[
    own(
        "stage",
        "- |smooth|(y, x)",
        &["fn smooth(y: i32, x: i32) -> f32", "in `[0..=rows - 1, 0..=cols - 1]`"],
        "|smooth|(y, x) = sum",
        3,
    ),
    own("output", "-> (|out|, level", &["stage `out(y, x): f32`"], "|out|(y, x) = {", 2),
    own(
        "family",
        "= |level|[k - 1]",
        &["family of 2 stages", "`level[0](y, x): f32` in `[1..rows, 0..cols]`"],
        "|level|[0](y, x) in",
        4,
    ),
    own("input", "|img|(y + dy", &["-> f32", "input `img: [f32; rows, cols]`"], "|img|: [f32", 4),
    own("size", "in [1..|rows|,", &["size `rows`", "480"], "[f32; |rows|, cols]", 3),
    own("size in a clause", "where rows ~ 480, |cols| ~", &["640"], "rows, |cols|], gain", 4),
    own("scalar", "(y, x) * |gain|;", &["gain: f32", "scalar"], "], |gain|: f32", 2),
    own("hidden scalar", "sqrt(detail), |t|)", &["t: f32"], "gain: f32, |t|: f32)", 2),
    own(
        "index variable",
        "smooth(y, x) = sum(dy in -1..=1, dx in -1..=1; img(|y| +",
        &["y: i32"],
        "smooth(|y|, x) = sum",
        2,
    ),
    own("window variable", "+ |dy|,", &["dy: i32"], "sum(|dy| in", 2),
    own("let", "sqrt(|detail|)", &["detail: f32"], "let |detail| =", 4),
    own("loop variable", "level[|k| - 1]", &["k: i32"], "for |k| in", 3),
    own(
        "helper",
        "|lerp|(detail",
        &["fn lerp(p: f32, q: f32, t: f32) -> f32", "`lerp(p, q, t) = p + t * (q - p)`"],
        "fn |lerp|(",
        2,
    ),
    own("helper's parameter", "* (|q| - p)", &["q: f32"], "lerp(p, |q|,", 2),
    own("constant", "1..|LEVELS|", &["const LEVELS: i32 = 2"], "const |LEVELS|", 2),
    own("type parameter", "doubled(x): |T| =", &["one of u8, u16"], "twice<|T|: u8", 4),
    own("pipeline", "fn |enhance|(", &["Sharpens."], "fn |enhance|(", 3),
    built_in("built-in", "|sqrt|(detail)", &["Square root", "fn sqrt("]),
    built_in("built-in of windows", "= |sum|(dy", &["the values of a window, added"]),
    built_in("border mode", "img = |mirror|", &["c b a | a b c d | d c b"]),
];

/// A line that is being typed, and what is offered at the bar.
struct Typed {
    line: &'static str,
    offered: &'static [&'static str],
}

const TYPED: &[Typed] = &[
    Typed { line: "late(i) = sin|", offered: &["single", "doubled", "img", "i", "n", "sqrt"] },
    Typed {
        line: "late(i) = img(i) + |",
        offered: &["single", "doubled", "img", "i", "n", "sqrt"],
    },
    Typed {
        line: "late(i) = img(i) + |;",
        offered: &["single", "doubled", "img", "i", "n", "sqrt"],
    },
    Typed { line: "late(i) = if n > 2 { im| };", offered: &["single", "doubled", "img", "i", "n"] },
    Typed {
        line: "late(i) = sum(d in 0..3; img(i + |",
        offered: &["single", "doubled", "img", "i", "d"],
    },
    Typed { line: "late(i) = { let v = img(i); v + |", offered: &["img", "i", "v"] },
    Typed { line: "border img = mi|", offered: &["mirror", "mirror101", "clamp"] },
    Typed { line: "late(i) = img(i) as |", offered: &["T", "u8", "f32"] },
];

/// What a module beside a pipeline offers, whether the block has errors or not.
const OFFERED: [&str; 5] = ["into", "loops", "plan", "reference", "stages"];

#[test]
fn editors_know_the_names_of_a_block() {
    let mut server = Command::new("rust-analyzer");
    if !server.arg("--version").output().is_ok_and(|o| o.status.success()) {
        // Past the harness, which keeps what `println!` prints in a test that passes.
        let message = "skipped: there is no rust-analyzer (`rustup component add rust-analyzer`)";
        writeln!(std::io::stderr(), "{message}").expect("a place for messages");
        return;
    }
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("editor/blocks.rs");
    let (crate_, target) = generate(&source);
    let text = fs::read_to_string(&source).expect("the blocks");
    let mut document = Document::open(&crate_, &target, text);
    let mut wrong = Vec::new();

    println!(
        "{:22}{:12}{:12}{:12}{:12}{:12}",
        "name", "hover", "definition", "references", "rename", "colour"
    );
    for probe in PROBES {
        let outcomes = document.probe(probe);
        let shown: String = outcomes.iter().map(|o| format!("{:12}", o.shown())).collect();
        println!("{:22}{shown}", probe.kind);
        wrong.extend(outcomes.iter().filter_map(|o| o.wrong(probe.kind)));
    }
    wrong.extend(document.diagnostics().into_iter().map(|d| format!("complains: {d}")));
    let after = document.place("enhance::|plan|").start;
    let offered = document.completions(after);
    if offered != OFFERED {
        wrong.push(format!("`enhance::` offers {offered:?}"));
    }
    for Typed { line, offered } in TYPED {
        let (missing, hover) =
            document.typed("// A line to be typed.", line, offered, "|doubled|(x): T");
        println!("{line:50}{}", if missing.is_empty() { "completed" } else { "NOT COMPLETED" });
        if !missing.is_empty() {
            wrong.push(format!("`{line}` is not offered {missing:?}"));
        }
        if !hover.contains("fn doubled(") {
            wrong.push(format!("beside `{line}`, hover says {hover:?}"));
        }
    }
    let broken = document.place("* |SIGMA|;");
    document.replace(broken, "* imh(y, x)");
    let after = document.place("enhance::|plan|").start;
    let offered = document.completions(after);
    if offered != OFFERED {
        wrong.push(format!("`enhance::` offers {offered:?} after an error"));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Writes a crate with the blocks; gives its folder, and where Cargo builds.
fn generate(source: &Path) -> (PathBuf, PathBuf) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let crate_ = folder.join("editor");
    fs::create_dir_all(crate_.join("src")).expect("a folder for the generated crate");
    let manifest = format!(
        "[workspace]\n\n[package]\nname = \"edited\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
         [dependencies]\npipeline = {{ path = {:?}, default-features = false }}\n",
        root.display().to_string()
    );
    fs::write(crate_.join("Cargo.toml"), manifest).expect("a manifest");
    fs::copy(source, crate_.join("src/lib.rs")).expect("a library");
    // The versions that are known to be there: this must work offline.
    if let Ok(lock) = fs::read_to_string(root.join("Cargo.lock")) {
        fs::write(crate_.join("Cargo.lock"), lock).expect("a lock file");
    }
    // What the other generated crate has built serves here, too.
    (crate_, folder.join("ui/target"))
}
