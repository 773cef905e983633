//! Reports as expansions carry them, and what that costs those who never ask for one.

use crate::forms::everything;
use pipeline_core::report::carried::{read, write};
use pipeline_core::report::{OnRanks, Report};
use std::path::{Path, PathBuf};

#[test]
fn what_is_read_is_what_was_written() {
    let report = everything();
    assert_eq!(read(&write(&report)), Some(report));
}

#[test]
fn nothing_else_can_be_read() {
    let text = write(&everything());
    // What is on no ranks ends before them.
    let on_none = Report { ranks: OnRanks::default(), ..everything() };
    assert!(text.starts_with(&write(&on_none)));
    for end in (0..text.len()).filter(|end| text.is_char_boundary(*end)) {
        let expected = (end == write(&on_none).len()).then(|| on_none.clone());
        assert_eq!(read(&text[..end]), expected, "{}", &text[..end]);
    }
    assert_eq!(read(&(text + " ")), None);
}

/// The files of the way from the string to the forms.
fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/report");
    let plain = ["carried", "dot", "figures", "json", "picture", "text"];
    let plain = plain.map(|name| folder.join(name).with_extension("rs"));
    let svg = std::fs::read_dir(folder.join("svg")).expect("the folder");
    plain.into_iter().chain(svg.map(|entry| entry.expect("a file").path())).collect()
}

/// Whether a line begins a function with a body of its own.
fn begins_function(line: &str) -> bool {
    let mut words = line.split_whitespace().skip_while(|w| w.starts_with("pub") || *w == "const");
    words.next() == Some("fn") && !line.ends_with(';')
}

/// A function that is not would be compiled by everyone who uses the library.
#[test]
fn what_shows_a_report_is_inline() {
    for file in files() {
        let text = std::fs::read_to_string(&file).expect("a file");
        let text = text.split("#[cfg(test)]").next().expect("the part that is no test");
        let lines: Vec<&str> = text.lines().collect();
        for (number, pair) in lines.windows(2).enumerate() {
            let inline = pair[0].trim() == "#[inline]";
            assert!(inline || !begins_function(pair[1]), "{}:{}", file.display(), number + 2);
        }
    }
}
