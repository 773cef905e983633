//! What stages are called that the compiler makes, each after the stage that it was taken out of.
//!
//! Hints name them like others: `group(out_columns, out)`.

use crate::ir::Pipeline;

/// The columns of a window of a stage.
pub fn columns(p: &Pipeline, stage: &str) -> String {
    unused(p, &format!("{stage}_columns"))
}

/// The values of a window of a stage, each once.
pub fn values(p: &Pipeline, stage: &str) -> String {
    unused(p, &format!("{stage}_values"))
}

/// What so many points along a variable of a stage combine to.
pub fn stretch(p: &Pipeline, stage: &str, var: &str, length: i64) -> String {
    unused(p, &format!("{stage}_{var}{length}"))
}

/// The points of a stage at the first or last coordinates of a variable.
pub fn strip(p: &Pipeline, stage: &str, var: &str, last: bool) -> String {
    let side = if last { "last" } else { "first" };
    unused(p, &format!("{stage}_{var}_{side}"))
}

/// The entries of a table at the distances of a variable's values from each other.
pub fn by_lane(p: &Pipeline, table: &str, var: &str) -> String {
    unused(p, &format!("{table}_by_{var}"))
}

/// The indices that a stage computes from elements.
pub fn index(p: &Pipeline, stage: &str) -> String {
    unused(p, &format!("{stage}_index"))
}

/// The planes of a stage as records.
pub fn records(p: &Pipeline, stage: &str) -> String {
    unused(p, &format!("{stage}_records"))
}

/// What a window of a stage with few points combines.
pub fn total(p: &Pipeline, stage: &str) -> String {
    unused(p, &format!("{stage}_total"))
}

/// The copies of points of a stage whose window is cut.
pub fn copies(p: &Pipeline, stage: &str) -> String {
    unused(p, &format!("{stage}_copies"))
}

/// The privatised copies of a stage's target, of one of its updates.
pub fn parts(stage: &str, updates: usize, number: usize) -> String {
    match updates {
        1 => format!("{stage}.parts"),
        _ => format!("{stage}.parts[{number}]"),
    }
}

/// Whether a stage may be made that is called like its stage with this behind it, for some block.
pub fn is_behind(rest: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    if let Some(behind) = rest.strip_prefix(".parts") {
        // Copies have stages made of them, too.
        return match behind.strip_prefix('[').map(|numbered| numbered.split_once(']')) {
            Some(Some((number, behind))) => {
                is_number(number) && (behind.is_empty() || is_behind(behind))
            }
            Some(None) => false,
            None => behind.is_empty() || is_behind(behind),
        };
    }
    let Some(name) = rest.strip_prefix('_') else { return false };
    let before_digits = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let is_strip = |side| name.strip_suffix(side).is_some_and(|var| !var.is_empty());
    ["columns", "values", "index", "records", "total", "copies"].contains(&name)
        || name.strip_prefix("by_").is_some_and(|var| !var.is_empty())
        || ["_first", "_last"].into_iter().any(is_strip)
        || !before_digits.is_empty() && before_digits.len() < name.len()
}

/// A name that nothing has yet.
fn unused(p: &Pipeline, name: &str) -> String {
    let taken = |n: &str| {
        p.stages.iter().any(|s| s.name == n)
            || p.inputs.iter().any(|i| i.name == n)
            || p.scalars.iter().any(|s| s.name == n)
            || p.sizes.iter().any(|s| s.name == n)
    };
    let mut names = std::iter::once(name.to_string()).chain((2..).map(|i| format!("{name}_{i}")));
    names.find(|n| !taken(n)).expect("an endless supply of names")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::text::parse;

    #[test]
    fn what_is_made_is_recognised_by_its_name() {
        let p = "pipeline p\nsize f_columns ~ 4\nsize n ~ 4\ninput i: u8 [0..=n - 1]\n\
                 stage f(x): u8 in [0..=n - 1] { case { %0: u8 = read i(x) yield %0 } }\noutput f";
        let p = parse(p).unwrap_or_else(|e| panic!("line {}: {}", e.line, e.message));
        let made = [
            columns(&p, "f"),
            columns(&p, "f[3]"),
            values(&p, "f"),
            stretch(&p, "f", "x", 16),
            strip(&p, "f", "x", false),
            strip(&p, "f", "x", true),
            by_lane(&p, "f", "k"),
            index(&p, "f"),
            parts("f", 1, 0),
            parts("f", 3, 2),
            index(&p, &parts("f", 1, 0)),
            index(&p, &parts("f", 3, 2)),
        ];
        assert_eq!(made[0], "f_columns_2");
        for name in &made {
            let rest = name.strip_prefix("f[3]").or(name.strip_prefix("f"));
            assert!(rest.is_some_and(is_behind), "{name}");
        }
        for rest in [
            "",
            "_",
            "_2",
            "_colums",
            "_x",
            "columns",
            ".parts[]",
            ".part",
            ".parts[x]",
            ".parts[1",
            ".partsx",
            ".parts[1]x",
        ]
        .into_iter()
        .chain(["_first", "__last", "_last_x", "_by", "_by_"])
        {
            assert!(!is_behind(rest), "{rest}");
        }
    }
}
