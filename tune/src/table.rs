//! What a search found, to read.

use crate::race::ThreadTime;
use crate::search::{Found, Raced};
use std::fmt::Write;

/// A table in Markdown of all that ran, and the attribute of the fastest.
pub fn table(found: &Found) -> String {
    let Some(first) = found.raced.first() else {
        return "nothing ran: the budget is shorter than one race takes\n".into();
    };
    let threads = |lane: &ThreadTime| format!(" {} | ratio |", threads(lane.threads));
    let lanes: String = first.measured.lanes.iter().map(threads).collect();
    let rules: String = first.measured.lanes.iter().map(|_| " ---: | ---: |").collect();
    let mut text = format!(
        "| plan | groups | scratch bytes | predicted ms |{lanes}\n| --- | ---: | ---: | ---: \
         |{rules}\n"
    );
    for raced in &found.raced {
        text += &row(raced);
    }
    if found.left > 0 {
        let _ = writeln!(text, "\n{} more plans were known when the budget was spent", found.left);
    }
    let _ = writeln!(text, "\nthe fastest, `{}`:\n\n{}", first.candidate.name(), hint(first));
    text
}

/// The attribute of a plan.
fn hint(raced: &Raced) -> &str {
    raced.candidate.hints.trim_end()
}

fn row(Raced { candidate, measured, ratios }: &Raced) -> String {
    let report = &candidate.planned.report;
    let scratch = report.totals.scratch_bytes;
    let mut text = format!(
        "| {} | {} | {scratch} | {:.3} |",
        candidate.names.join(", "),
        report.groups.len(),
        candidate.predicted_ms()
    );
    for (lane, ratio) in measured.lanes.iter().zip(ratios) {
        let _ = write!(text, " {:.3} | {ratio:.2} |", lane.fastest);
    }
    text + "\n"
}

/// `1 thread`, `2 threads`, as the head of a column of milliseconds.
fn threads(threads: usize) -> String {
    match threads {
        1 => "1 thread, ms".into(),
        n => format!("{n} threads, ms"),
    }
}
