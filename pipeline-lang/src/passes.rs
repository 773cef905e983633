//! What an environment variable shows of the passes while a block expands.
//!
//! Nothing of it gets into the expansion, which stays a function of the block and the machine.

use crate::elaborate::unknown;
use pipeline_core::ir::Pipeline;
use pipeline_core::passes::{Bits, CompilerStep, Made, StepRun};
use pipeline_core::report::text::text;
use std::time::Duration;

/// The environment variable.
pub const VARIABLE: &str = "PIPELINE_PASSES";

/// What is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Show {
    /// A line for each step: how long it took.
    Times,
    /// What each step made, where it changed something.
    Texts,
    /// That what holds after each step does; the expansion fails with the first that does not.
    Verdict,
}

/// Every value of the variable.
const VALUES: [(&str, Show); 3] =
    [("time", Show::Times), ("dump", Show::Texts), ("verify", Show::Verdict)];

impl Show {
    /// What a value of the variable asks for; an empty one says nothing.
    ///
    /// # Errors
    /// If there is no such value, with those there are.
    pub fn asked(value: &str) -> Result<Option<Show>, String> {
        if value.is_empty() {
            return Ok(None);
        }
        if let Some((_, show)) = VALUES.iter().find(|(name, _)| *name == value) {
            return Ok(Some(*show));
        }
        let unknown = unknown("value", "values", value, &VALUES.map(|(name, _)| name));
        Err(format!("the environment variable `{VARIABLE}`: {unknown}"))
    }
}

/// From the syntax tree to the stage graph.
pub(crate) const ELABORATE: CompilerStep = CompilerStep {
    name: "elaborate",
    module: "pipeline_lang::elaborate",
    does: "the stage graph of the block",
    holds: "nothing is checked yet",
};

/// The stage graph as the front end leaves it.
pub(crate) fn elaborated(graph: &Pipeline, took: Duration) -> StepRun<'_> {
    StepRun {
        step: &ELABORATE,
        took,
        made: Made::Graph { graph, bits: Bits::Kept, verify: |_| Ok(()) },
    }
}

/// Shows what is asked for, as the steps of a block run.
pub struct Shower<'s> {
    show: Option<Show>,
    /// The block's name, before each line.
    pipeline: String,
    /// Where texts go.
    sink: &'s mut dyn FnMut(&str),
    /// The text of what was made last.
    last: String,
    /// How many steps were verified.
    verified: usize,
}

impl<'s> Shower<'s> {
    /// For the block of this name; `sink` takes one text after the other.
    pub fn new(show: Option<Show>, pipeline: &str, sink: &'s mut dyn FnMut(&str)) -> Shower<'s> {
        Shower { show, pipeline: pipeline.into(), sink, last: String::new(), verified: 0 }
    }

    /// A step has run.
    ///
    /// # Panics
    /// If something does not hold that should, and verification is asked for.
    pub fn event(&mut self, event: &StepRun<'_>) {
        match self.show {
            Some(Show::Times) => self.time(event.step.name, event.took),
            Some(Show::Texts) => self.dump(event),
            Some(Show::Verdict) => self.verify(event),
            None => {}
        }
    }

    /// A step has run that makes no more than tokens.
    pub fn ran(&mut self, name: &str, took: Duration) {
        if self.show == Some(Show::Times) {
            self.time(name, took);
        }
    }

    /// All steps have run.
    pub fn done(&mut self) {
        if self.show == Some(Show::Verdict) {
            let (pipeline, count) = (&self.pipeline, self.verified);
            (self.sink)(&format!("{pipeline}: verified after each of {count} steps\n"));
        }
    }

    fn time(&mut self, name: &str, took: Duration) {
        let (pipeline, ms) = (&self.pipeline, took.as_secs_f64() * 1e3);
        (self.sink)(&format!("{pipeline}: {name:<14} {ms:>10.3} ms\n"));
    }

    fn dump(&mut self, event: &StepRun<'_>) {
        let made = match event.made {
            Made::Graph { graph, .. } => graph.to_string(),
            Made::Loops { loops, .. } => loops.to_string(),
            Made::Kernels(kernels) => kernels.to_string(),
            Made::Report(report) => text(report),
            // The report shows it.
            Made::Plan(_) => return,
        };
        if made != self.last {
            let (pipeline, name) = (&self.pipeline, event.step.name);
            (self.sink)(&format!("--- {pipeline}, after `{name}`\n{made}\n"));
            self.last = made;
        }
    }

    fn verify(&mut self, event: &StepRun<'_>) {
        if let Err(violations) = event.verify() {
            panic!("after `{}`: {}", event.step.name, violations.join("; "));
        }
        self.verified += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pipeline_core::ir::text::parse;
    use pipeline_core::options::Options;
    use pipeline_core::passes::steps;

    const GRAPH: &str = "pipeline p size n ~ 64 input img: f32 [0..=n - 1]
        stage out(x): f32 in [0..=n - 1] { case { %0: f32 = read img(x) yield %0 } } output out";

    /// What is shown of a small pipeline.
    fn shown(show: Show) -> String {
        let mut shown = String::new();
        let mut sink = |text: &str| shown.push_str(text);
        let mut shower = Shower::new(Some(show), "p", &mut sink);
        shower.ran("parse", Duration::from_micros(1500));
        let parsed = parse(GRAPH).expect("a legal text");
        let options = Options::default();
        let compiled =
            pipeline_core::compile_watched(parsed, &options, &mut |event| shower.event(event));
        compiled.expect("a legal pipeline");
        shower.done();
        shown
    }

    #[test]
    fn times_have_a_line_for_every_step() {
        let shown = shown(Show::Times);
        assert!(shown.starts_with("p: parse               1.500 ms\n"), "{shown}");
        let named = |line: &str| line.split_whitespace().rev().nth(2).map(str::to_string);
        let last_words: Vec<Option<String>> = shown.lines().skip(1).map(named).collect();
        let expected: Vec<Option<String>> =
            steps().map(|s| s.name.split(' ').next_back().map(str::to_string)).collect();
        assert_eq!(last_words, expected);
    }

    #[test]
    fn dumps_show_what_changed_only() {
        let shown = shown(Show::Texts);
        let mut titles = shown.lines().filter(|l| l.starts_with("--- "));
        assert_eq!(titles.next(), Some("--- p, after `magnitudes`"), "{shown}");
        assert_eq!(titles.next(), Some("--- p, after `build`"), "no pass changes it: {shown}");
        assert_eq!(titles.next_back(), Some("--- p, after `report`"), "{shown}");
        assert!(shown.contains("read img(x)") && shown.contains("Plan of p"), "{shown}");
    }

    #[test]
    fn verification_counts_the_steps() {
        let count = steps().count();
        assert_eq!(shown(Show::Verdict), format!("p: verified after each of {count} steps\n"));
    }

    #[test]
    #[should_panic(expected = "after `infer`: stage `out`: wrong")]
    fn a_violation_names_its_pass() {
        let graph = parse(GRAPH).expect("a legal text");
        let step = steps().find(|s| s.name == "infer").expect("a pass");
        let wrong = |_: &Pipeline| Err(vec!["stage `out`: wrong".into()]);
        let made = Made::Graph { graph: &graph, bits: Bits::Kept, verify: wrong };
        let event = StepRun { step: &step, took: Duration::ZERO, made };
        Shower::new(Some(Show::Verdict), "p", &mut |_| ()).event(&event);
    }
}
