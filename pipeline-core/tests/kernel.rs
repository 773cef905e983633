//! Loop nests written by hand, and the kernels that they become: `kernel/*.kernel`.
//!
//! A file says what it shows, and has a nest and its kernels:
//!
//! ```text
//! // test: what may leave an array is redirected point by point
//! loops …
//! // after:
//! kernels …
//! ```
//!
//! `BLESS=1` writes what comes out.

use pipeline_core::compile;
use pipeline_core::ir::{ExprId, Pipeline, text};
use pipeline_core::kernel::verify::verify as verify_kernels;
use pipeline_core::kernel::{HostStmt, Node, Program, RowForm, Stmt, lower};
use pipeline_core::loops::verify::verify;
use pipeline_core::loops::{Lanes, LoopNest, parse};
use pipeline_core::options::Options;
use similar::TextDiff;
use std::path::{Path, PathBuf};

const TEST: &str = "// test: ";
const AFTER: &str = "// after:\n";

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kernel");
    let files = std::fs::read_dir(folder).expect("a folder of tests");
    let mut files: Vec<PathBuf> = files.map(|file| file.expect("a file").path()).collect();
    files.sort();
    files
}

/// A pipeline of which no more is known than its sizes.
fn sizes(loops: &LoopNest) -> Pipeline {
    let sizes: String = loops.sizes.iter().map(|size| format!("size {size} ~ 64\n")).collect();
    text::parse(&format!("pipeline p\n{sizes}")).expect("a stage graph")
}

/// What is wrong with a file.
fn check(file: &Path) -> Result<(), String> {
    let text = std::fs::read_to_string(file).map_err(|e| e.to_string())?;
    let (before, expected) = text.split_once(AFTER).ok_or("it has no `// after:`")?;
    if !before.starts_with(TEST) {
        return Err("its first line is not `// test: ` and what it shows".into());
    }
    let loops = parse(before).map_err(|e| e.to_string())?;
    verify(&loops).map_err(|violations| violations.join("; "))?;
    let made = lower(&sizes(&loops), &loops, None);
    verify_kernels(&made).map_err(|violations| format!("{}\n{made}", violations.join("; ")))?;
    let made = made.to_string();
    if std::env::var_os("BLESS").is_some() {
        let text = format!("{before}{AFTER}{made}");
        return std::fs::write(file, text).map_err(|e| e.to_string());
    }
    match made == expected {
        true => Ok(()),
        false => Err(TextDiff::from_lines(expected, &made).unified_diff().to_string()),
    }
}

#[test]
fn nests_become_what_their_files_say() {
    let wrong = files().into_iter().filter_map(|file| {
        let error = check(&file).err()?;
        Some(format!("{}: {error}", file.file_name()?.to_string_lossy()))
    });
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn calls_check_what_loops_rely_on() {
    let graph = "pipeline p\nsize n ~ 64 argument\nsize m ~ 16\nwhere n - 2*m >= 0 \"n >= 2*m\"\n\
        input img: f32 [0..=2*m, 0..=n - 1]\ninput other: f32 [0..=n - 1]\n\
        stage out(x): f32 in [1..=m - 2] { case { %0: f32 = read img(x, 0) yield %0 } }\n\
        stage sum(x): f32 in [0..=n - m] { case { %0: f32 = read other(x) yield %0 } }\n\
        output out\noutput sum\n";
    let compiled = compile(text::parse(graph).expect("a stage graph"), &Options::default());
    let shown = compiled.expect("a legal pipeline").kernels.to_string();
    let checks: Vec<&str> = shown.lines().take_while(|line| !line.starts_with("slots")).collect();
    let expected = [
        "kernels p",
        "size n is an argument",
        "size m follows: img has 2*m + 1 points in dimension 0",
        "check that img has n points in dimension 1",
        "check that other has n points in dimension 0",
        "check that n - 2*m >= 0",
        "result out has points where [m >= 3]",
        "result sum has points where []",
    ];
    assert_eq!(checks, expected);
}

/// The kernels of a file.
fn kernels(name: &str) -> Program {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kernel").join(name);
    let text = std::fs::read_to_string(file).expect("a file");
    let (nest, _) = text.split_once(AFTER).expect("a nest");
    let loops = parse(nest).expect("a nest");
    lower(&sizes(&loops), &loops, None)
}

/// Makes the last rows of a task with a staging buffer of this form.
fn set_form(program: &mut Program, step: usize, form: RowForm) {
    let stmts = &mut program.steps[step].nest.kernels[0].body;
    let Some(Stmt::Take { body, .. }) = stmts.last_mut() else { panic!() };
    let Some(Stmt::For { body, .. }) = body.last_mut() else { panic!() };
    let Stmt::Row(row) = &mut body[0] else { panic!() };
    row.form = form;
}

#[test]
fn the_verifier_names_what_is_wrong() {
    let violations = |name: &str, edit: fn(&mut Program)| {
        let mut program = kernels(name);
        assert_eq!(verify_kernels(&program), Ok(()), "{name}");
        edit(&mut program);
        verify_kernels(&program).expect_err("a violation")
    };
    let early = violations("memory.kernel", |p| p.steps[0].freed = vec![0]);
    assert_eq!(early, ["b: `a` is in no slot"]);
    let handed = violations("prefixes.kernel", |p| {
        let carrying = p.steps[0].nest.functions[0].carrying.as_mut();
        carrying.expect("vectors hand on").behind[0].span = Some(1);
    });
    assert_eq!(handed, ["table: function #0 carries what it cannot"]);
    let shared = violations("memory.kernel", |p| p.steps[1].allocations[0].slot = 0);
    assert_eq!(shared, ["b: `a` is in no slot", "c: `b` is in no slot"]);
    let apart = violations("launches.kernel", |p| {
        p.steps[0].nest.body.retain(|stmt| !matches!(stmt, HostStmt::Bundle));
    });
    assert_eq!(apart, ["out: kernel 0 is launched with nothing"]);
    let pads = violations("pads.kernel", |p| p.steps[0].nest.functions[1].pads = None);
    assert_eq!(pads, ["out: function #1 is called with other scratchpads"]);
    let same = violations("shared.kernel", |p| {
        p.steps[0].nest.functions[2].same_as = Some(3);
    });
    assert_eq!(same, ["out: function #2 is not the same as #3"]);
    let names = violations("values.kernel", |p| {
        let block = &mut p.steps[0].nest.functions[0].value;
        block.exprs[5].named = false;
    });
    assert_eq!(names, ["out: function #0: %5 of type i32 needs a name"]);
    let alone = violations("windows.kernel", |p| {
        let block = &mut p.steps[0].nest.functions[0].value;
        block.exprs[2].node = Node::With(ExprId(1));
    });
    assert_eq!(alone, ["out: function #0: %2 is no window of %1"]);
    let twice = violations("rows.kernel", |p| {
        let Stmt::For { body, .. } = &mut p.steps[0].nest.kernels[1].body[0] else { panic!() };
        let Stmt::Row(row) = &mut body[0] else { panic!() };
        row.form = RowForm::Vectors(Lanes::Of32);
    });
    let wrong = [
        "sums: function #1 is not for the loop that calls it",
        "sums: function #1 may change a point twice",
    ];
    assert_eq!(twice, wrong);
    let more = violations("streamed.kernel", |p| set_form(p, 1, RowForm::Copied(Lanes::Of32)));
    assert_eq!(more, ["sum: function #0 does more than copy"]);
    let late = violations("streamed.kernel", |p| set_form(p, 2, RowForm::Streamed(Lanes::Of32)));
    assert_eq!(late, ["down: rows of function #0 are written too late"]);
    let point = violations("borders.kernel", |p| {
        p.steps[0].nest.kernels[1].body = vec![Stmt::Point(1)];
    });
    assert_eq!(point, ["out: function #1 is not for a point by itself"]);
}
