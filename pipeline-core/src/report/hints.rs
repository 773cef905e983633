//! The plan as the attribute that asks for it.

use super::Report;

/// The attribute `schedule` with which the same block gets the same plan, a hint a line.
#[inline]
pub fn hints(report: &Report) -> String {
    let lines: String = report.hints.iter().map(|hint| format!("    {hint},\n")).collect();
    format!("#[schedule(\n{lines})]\n")
}
