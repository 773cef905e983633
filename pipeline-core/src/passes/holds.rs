//! What holds after the passes over the stage graph.

use super::Verified;
use crate::analysis::infer::is_complete;
use crate::ir::verify::verify;
use crate::ir::{Block, Node, Pipeline, Stage};
use crate::transform::conditions::is_separated;
use crate::transform::prune::needed;

pub(super) fn with_domains(p: &Pipeline) -> Verified {
    verify(p)?;
    each(p, |stage| is_complete(&stage.domain), "its domain is not known")
}

pub(super) fn separated(p: &Pipeline) -> Verified {
    with_domains(p)?;
    let all = |stage: &Stage| stage.cases.iter().all(|case| is_separated(&case.value));
    each(p, all, "a condition mixes indices and data")
}

pub(super) fn separated_and_needed(p: &Pipeline) -> Verified {
    separated(p)?;
    all_needed(p)
}

fn all_needed(p: &Pipeline) -> Verified {
    with_domains(p)?;
    let needed = needed(p);
    let mut next = needed.iter();
    each(p, |_| next.next() == Some(&true), "no live-out needs it")
}

pub(super) fn separated_and_in_order(p: &Pipeline) -> Verified {
    separated(p)?;
    in_order(p)
}

/// Without `separated`: from `inline` on a condition may be what it read, data and tests of
/// indices together.
pub(super) fn in_order(p: &Pipeline) -> Verified {
    fn is_open(block: &Block) -> bool {
        block.exprs.iter().any(|e| match &e.node {
            Node::Combine { .. } => true,
            Node::Reduce { body, .. } => is_open(body),
            Node::Const(_)
            | Node::Scalar(_)
            | Node::Index(_)
            | Node::Test(_)
            | Node::Read { .. }
            | Node::Unary(..)
            | Node::Binary(..)
            | Node::Cast(_)
            | Node::SaturatingCast(_)
            | Node::Select(..)
            | Node::Call(..) => false,
        })
    }
    all_needed(p)?;
    each(p, |stage| !stage.blocks().any(is_open), "it combines values in no order")
}

/// A message for every stage of which something does not hold.
fn each(p: &Pipeline, mut holds: impl FnMut(&Stage) -> bool, otherwise: &str) -> Verified {
    let wrong = p.stages.iter().filter(|stage| !holds(stage));
    let violations: Vec<String> =
        wrong.map(|stage| format!("stage `{}`: {otherwise}", stage.name)).collect();
    if violations.is_empty() { Ok(()) } else { Err(violations) }
}
