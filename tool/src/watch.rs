//! What the passes did, as lines.

use anyhow::{Result, bail};
use pipeline_core::passes::{Made, StepRun};
use std::fmt::Write;

/// What is listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listed {
    /// A line for each step.
    Lines,
    /// Behind the lines of steps that changed something, the text of what they made.
    WithTexts,
}

/// Collects what there is to say of each step.
pub struct Lines {
    listed: Listed,
    text: String,
    /// What was made last, as text.
    last: Option<String>,
    violations: Vec<String>,
}

impl Lines {
    /// Nothing to say yet.
    pub fn new(listed: Listed) -> Lines {
        Lines { listed, text: String::new(), last: None, violations: Vec::new() }
    }

    /// A step has run.
    pub fn event(&mut self, event: &StepRun<'_>) {
        let name = event.step.name;
        let made = match event.made {
            Made::Graph { graph, .. } => Some((graph.name.as_str(), graph.to_string())),
            Made::Loops { loops, .. } => Some((loops.name.as_str(), loops.to_string())),
            Made::Kernels(kernels) => Some((kernels.name.as_str(), kernels.to_string())),
            Made::Plan(_) | Made::Report(_) => None,
        };
        if let Err(violations) = event.verify() {
            self.violations.extend(violations.iter().map(|v| format!("after `{name}`: {v}")));
        }
        let ms = event.took.as_secs_f64() * 1e3;
        let Some((pipeline, made)) = made else {
            let _ = writeln!(self.text, "  {name:<14} {ms:>9.3} ms");
            return;
        };
        if name == "elaborate" || self.text.is_empty() {
            let gap = if self.text.is_empty() { "" } else { "\n" };
            let _ = writeln!(self.text, "{gap}{pipeline}");
        }
        let first = self.last.is_none();
        let changed = self.last.as_ref().is_some_and(|last| *last != made);
        let mark = if changed { "  changed" } else { "" };
        let _ = writeln!(self.text, "  {name:<14} {ms:>9.3} ms{mark}");
        if (first || changed) && self.listed == Listed::WithTexts {
            let _ = writeln!(self.text, "\n{made}");
        }
        self.last = Some(made);
    }

    /// The lines.
    ///
    /// # Errors
    /// What does not hold after some step.
    pub fn finish(self) -> Result<String> {
        if !self.violations.is_empty() {
            bail!("this is a bug in `pipeline`, please report it: {}", self.violations.join("\n"));
        }
        Ok(self.text)
    }
}
