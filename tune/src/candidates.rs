//! The plans that ways lead to, each once.

use crate::subject::{Planned, Subject};
use crate::ways::Way;
use pipeline_core::report::hints::hints;

/// A plan, and what leads to it.
#[derive(Clone, Debug)]
pub struct PlanCandidate {
    /// The ways that lead to it.
    pub names: Vec<String>,
    /// The attribute `schedule` that asks for it.
    pub hints: String,
    /// What was planned.
    pub planned: Planned,
}

impl PlanCandidate {
    /// The first way that leads to it.
    pub fn name(&self) -> &str {
        self.names.first().map_or("", String::as_str)
    }

    /// Milliseconds that the whole pipeline should take.
    pub fn predicted_ms(&self) -> f64 {
        self.planned.predicted_ms()
    }
}

/// The plans that these ways lead to, those of the first ways first. Ways that the compiler refuses
/// lead nowhere, such as tiles that no group can have.
pub fn candidates(subject: &Subject, ways: Vec<Way>) -> Vec<PlanCandidate> {
    let mut all: Vec<PlanCandidate> = Vec::new();
    for Way { name, options } in ways {
        let Ok(planned) = subject.plan(&options) else { continue };
        let hints = hints(&planned.report);
        match all.iter_mut().find(|known| known.hints == hints) {
            Some(known) => known.names.push(name),
            None => all.push(PlanCandidate { names: vec![name], hints, planned }),
        }
    }
    all
}
