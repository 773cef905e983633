//! In which order the cases of a stage that reads itself run.

use super::causal::{Causal, Serial};
use super::integer::Facts;
use super::regions::{Piece, piece};
use crate::ir::{Affine, Stage};

/// An order of cases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaseOrder {
    /// The cases.
    pub cases: Vec<usize>,
    /// How many of the serial dimensions, outermost first, all cases go through together, one
    /// coordinate after the other; each goes through the others by itself.
    pub together: usize,
}

/// Cases that can run one after the other go through the serial dimensions themselves. Else they go
/// together, but along the innermost dimension if they come one after the other there.
pub fn case_order(facts: &Facts, stage: &Stage, order: &Causal) -> CaseOrder {
    let serial = &order.serial;
    let in_order = |together| CaseOrder { cases: (0..stage.cases.len()).collect(), together };
    if stage.cases.len() == 1 {
        return in_order(0);
    }
    let all = if order.monotone { sequence(facts, stage, serial) } else { None };
    if let Some(cases) = all {
        return CaseOrder { cases, together: 0 };
    }
    match sequence(facts, stage, &serial[serial.len() - 1..]) {
        Some(cases) => CaseOrder { cases, together: serial.len() - 1 },
        None => in_order(serial.len()),
    }
}

/// The cases in an order in which every point of one comes before every point of those after it
/// along one of these dimensions; none if there is no such order.
fn sequence(facts: &Facts, stage: &Stage, along: &[Serial]) -> Option<Vec<usize>> {
    let pieces = stage.cases.iter().map(|c| piece(&stage.domain, &c.region));
    let pieces: Vec<Piece> = pieces.collect();
    let before = |a: usize, b: usize| {
        along.iter().any(|s| {
            let (first, second) = if s.rising { (a, b) } else { (b, a) };
            let (first, second) = (&pieces[first].dims[s.dim], &pieces[second].dims[s.dim]);
            let apart = |hi: &Affine, lo: &Affine| facts.proves(&lo.sub(hi).offset(-1));
            first.hi.iter().any(|hi| second.lo.iter().any(|lo| apart(hi, lo)))
        })
    };
    let mut left: Vec<usize> = (0..pieces.len()).collect();
    let mut sequence = Vec::with_capacity(pieces.len());
    while !left.is_empty() {
        let first = |a: &usize| left.iter().all(|b| a == b || before(*a, *b));
        let next = left.iter().position(first)?;
        sequence.push(left.remove(next));
    }
    Some(sequence)
}
