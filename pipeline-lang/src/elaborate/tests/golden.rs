//! Tables of blocks with what they elaborate to, or what is wrong with them.
//!
//! An entry is `## title`, the body of a block, `--`, and the result. A body that does not start
//! with `fn f` or `#[` stands in a block with a header of its own, see [`block`]. With `BLESS=1` in
//! the environment the results are written instead of compared.

use super::*;
use std::fmt::Write;

/// A whole block; a body alone gets inputs `img` (u8), `fimg` (f32), scalars `k` (f32), `n` (i32)
/// and the live-out `out`.
pub(super) fn block(text: &str) -> String {
    if text.starts_with("fn f") || text.starts_with("#[") {
        return text.to_string();
    }
    let params = "img: [u8; rows, cols], fimg: [f32; rows, cols], k: f32, n: i32";
    // The header ends on the first line, so that lines of the body count from 2.
    format!("fn test({params}) -> out {{\n{text}\n}}")
}

/// What the table shows of a block.
fn result(text: &str) -> String {
    let whole = block(text);
    let (found, errors) = attempt(&whole);
    let Some(found) = found else { return rendered(&errors) };
    assert!(rendered(&errors).is_empty());
    assert_locs(&found);
    let graph = found.pipeline.to_string();
    assert_well_formed(&found);
    if whole == text {
        return graph;
    }
    let from = graph.find("stage ").unwrap_or(0);
    let to = graph.rfind("output ").unwrap_or(graph.len());
    graph[from..to].to_string()
}

fn compare(file: &str, table: &str) {
    let mut fresh = String::new();
    let mut wrong = Vec::new();
    for entry in table.split("## ").skip(1) {
        let (title, rest) = entry.split_once('\n').unwrap_or((entry, ""));
        let (text, expected) = rest.split_once("\n--\n").unwrap_or((rest.trim_end(), ""));
        let found = result(text);
        if found.trim() != expected.trim() {
            wrong.push(format!("{title}\n{text}\nexpected:\n{}\nfound:\n{found}", expected.trim()));
        }
        let _ = write!(fresh, "## {title}\n{text}\n--\n{}\n\n", found.trim());
    }
    if std::env::var_os("BLESS").is_some() {
        let path = format!("{}/src/elaborate/tests/{file}", env!("CARGO_MANIFEST_DIR"));
        std::fs::write(path, fresh.trim_end().to_string() + "\n").unwrap();
    } else {
        assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    }
}

#[test]
fn constructs() {
    compare("constructs.txt", include_str!("constructs.txt"));
}

#[test]
fn errors() {
    compare("errors.txt", include_str!("errors.txt"));
}
