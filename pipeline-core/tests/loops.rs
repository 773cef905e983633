//! Passes and [rewrites](rewriting) on loop nests written by hand: `loops/*.loops`.
//!
//! A file names a pass or a rewrite, and has a nest and what that makes of it:
//!
//! ```text
//! // test: jam rows
//! loops …
//! // after:
//! loops …
//! ```
//!
//! Of one that is refused, it has the reason:
//!
//! ```text
//! // test: parallel y
//! loops …
//! // refused: iterations of `y` may meet in …
//! ```
//!
//! Both nests must hold what the verifier checks, and store the same values. `BLESS=1` writes what
//! comes out.

use pipeline_core::array::Array;
use pipeline_core::ir::Value;
use pipeline_core::loops::interpret::interpret;
use pipeline_core::loops::number::number_variables;
use pipeline_core::loops::verify::verify;
use pipeline_core::loops::{LoopNest, parse};
use pipeline_core::passes::loops::LOOPS;
use pipeline_core::scalar::StdMaths;
use rewriting::rewritten;
use similar::TextDiff;
use std::path::{Path, PathBuf};

mod rewriting;

const TEST: &str = "// test: ";
const AFTER: &str = "// after:\n";
const REFUSED: &str = "// refused: ";

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/loops");
    let files = std::fs::read_dir(folder).expect("a folder of tests");
    let files = files.map(|file| file.expect("a file").path());
    let mut files: Vec<PathBuf> =
        files.filter(|f| f.extension().is_some_and(|e| e == "loops")).collect();
    files.sort();
    files
}

fn read(text: &str) -> Result<LoopNest, String> {
    let loops = parse(text).map_err(|e| e.to_string())?;
    verify(&loops).map_err(|violations| violations.join("; "))?;
    Ok(loops)
}

/// What a nest stores for inputs of these sizes, all bits apart.
fn stored(loops: &LoopNest, sizes: &[i64]) -> Result<Vec<Array>, String> {
    let input = |b: &pipeline_core::loops::Buffer| {
        let ends: Vec<(i64, i64)> = b.domain.0.iter().map(|i| i.eval(sizes, &[])).collect();
        let lo: Vec<i64> = ends.iter().map(|e| e.0).collect();
        let extent: Vec<usize> = ends.iter().map(|e| (e.1 - e.0 + 1).max(0) as usize).collect();
        Array::from_fn(b.ty, &lo, &extent, |at| {
            let n = at.iter().fold(17i64, |n, i| n.wrapping_mul(31).wrapping_add(*i));
            match b.ty {
                pipeline_core::ir::ElemType::F32 => Value::F32(n as f32),
                pipeline_core::ir::ElemType::F64 => Value::F64(n as f64),
                ty => Value::wrap(ty, n),
            }
        })
    };
    let inputs: Vec<Array> = loops.inputs.iter().map(input).collect();
    interpret(loops, sizes, &[], &inputs, &StdMaths).map(|run| run.0)
}

/// What a file tests.
fn name_in(text: &str) -> Result<&str, String> {
    let name = text.lines().next().and_then(|line| line.strip_prefix(TEST));
    name.ok_or_else(|| "its first line is not `// test: ` and a pass".to_string())
}

/// What is wrong with a file whose rewrite is to be refused.
fn is_refused(file: &Path, before: &str, expected: &str) -> Result<(), String> {
    let reason = match rewritten(read(before)?, name_in(before)?) {
        Ok(made) => return Err(format!("it is not refused:\n{made}")),
        Err(reason) => reason,
    };
    if std::env::var_os("BLESS").is_some() {
        let text = format!("{before}{REFUSED}{reason}\n");
        return std::fs::write(file, text).map_err(|e| e.to_string());
    }
    match reason == expected.trim_end() {
        true => Ok(()),
        false => Err(format!("it is refused because {reason}")),
    }
}

/// What is wrong with a file.
fn check(file: &Path) -> Result<(), String> {
    let text = std::fs::read_to_string(file).map_err(|e| e.to_string())?;
    if let Some((before, reason)) = text.split_once(REFUSED) {
        return is_refused(file, before, reason);
    }
    let (before, expected) = text.split_once(AFTER).ok_or("it has no `// after:`")?;
    let name = name_in(before)?;
    let given = read(before)?;
    let made = match LOOPS.iter().find(|pass| pass.step.name == name) {
        Some(pass) => (pass.run)(given.clone()),
        None => rewritten(given.clone(), name)?,
    };
    let made = number_variables(made);
    verify(&made).map_err(|violations| format!("{}\n{made}", violations.join("; ")))?;
    for sizes in [[1, 1, 1], [2, 5, 3], [5, 2, 4], [7, 9, 8], [67, 70, 9]] {
        let sizes = sizes.iter().zip(&given.least).map(|(size, least)| *size.max(least));
        let sizes: Vec<i64> = sizes.collect();
        let (expected, found) = (stored(&given, &sizes)?, stored(&made, &sizes)?);
        for (expected, found) in expected.iter().zip(&found) {
            if let Some(difference) = expected.first_difference(found) {
                return Err(format!("at {sizes:?} it stores other values: {difference:?}\n{made}"));
            }
        }
    }
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
fn passes_make_what_their_files_say() {
    let wrong = files().into_iter().filter_map(|file| {
        let error = check(&file).err()?;
        Some(format!("{}: {error}", file.file_name()?.to_string_lossy()))
    });
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn every_pass_and_rewrite_has_a_file() {
    let texts: Vec<String> =
        files().iter().map(|f| std::fs::read_to_string(f).expect("a file")).collect();
    let passes = LOOPS.iter().map(|pass| format!("{}\n", pass.step.name));
    let rewrites =
        ["parallel", "lanes", "split", "step", "runs", "unroll", "stage rows", "stage tiles"];
    let rewrites = rewrites.map(|name| format!("{name} "));
    for name in passes.chain(rewrites) {
        let header = format!("{TEST}{name}");
        assert!(texts.iter().any(|text| text.starts_with(&header)), "{name}");
    }
}
