//! Indices that are clamped to what they read, as reads through the border `clamp`.
//!
//! ```text
//! out(y, x) = img(y, clamp(x - 1, 0, cols - 1));      gathers, one load for each lane
//!
//! border img = clamp;
//! out(y, x) = img(y, x - 1);                          rows with ends
//! ```
//!
//! So is written by hand, in Halide and in loops, what borders say. Only between the ends of the
//! source does it mean the same, and only where the source has no border of its own, or this one:
//! then no other read of it leaves its domain, or all are redirected so. `x - 1` is exact here,
//! where a value of type `i32` would wrap: that is why the reference evaluator follows.

use crate::analysis::integer::Facts;
use crate::ir::nodes::without_unused;
use crate::ir::{
    Affine, BinaryOp, Block, Border, BorderMode, Domain, ElemType, ExprId, Index, Interval, Loc,
    Node, Pipeline, Source, Stage, StageId, Value,
};

/// The pipeline whose clamped indices are index expressions. It has passed the checks.
pub fn clamps_are_borders(mut p: Pipeline) -> Pipeline {
    let sources = Sources::of(&p);
    let mut redirected: Vec<RedirectedSource> = Vec::new();
    for stage in &mut p.stages {
        for case in &mut stage.cases {
            let found = rewrite(&sources, &mut case.value);
            if !found.is_empty() {
                case.value = without_unused(case.value.clone());
                redirected.extend(found);
            }
        }
        for update in &mut stage.updates {
            redirected.extend(rewrite(&sources, &mut update.value));
        }
    }
    for RedirectedSource { source, loc } in redirected {
        let border = match source {
            Source::Input(i) => &mut p.inputs[i.0].border,
            Source::Stage(s) => &mut p.stages[s.0].border,
        };
        border.get_or_insert(Border { mode: BorderMode::Clamp, loc });
    }
    p
}

/// The ends of each source outside of which reads may be clamped: nothing else is said of them,
/// there is always a point to read, and its own points do not wait for each other, which borders
/// concern.
struct Sources {
    inputs: Vec<Option<Vec<SourceEnds>>>,
    stages: Vec<Option<Vec<SourceEnds>>>,
}

impl Sources {
    fn of(p: &Pipeline) -> Sources {
        let facts = Facts::of_sizes(p);
        let ends = |domain: &Domain, border: &Option<Border>| {
            let clamped = border.as_ref().is_none_or(|b| b.mode == BorderMode::Clamp);
            clamped.then(|| domain.0.iter().map(|along| SourceEnds::of(&facts, along)).collect())?
        };
        let of_stage = |(i, s): (usize, &Stage)| match s.is_ordered(StageId(i)) {
            true => None,
            false => ends(&s.domain, &s.border),
        };
        let inputs = p.inputs.iter().map(|i| ends(&i.domain, &i.border)).collect();
        Sources { inputs, stages: p.stages.iter().enumerate().map(of_stage).collect() }
    }

    fn get(&self, source: Source) -> Option<&[SourceEnds]> {
        match source {
            Source::Input(i) => self.inputs[i.0].as_deref(),
            Source::Stage(s) => self.stages[s.0].as_deref(),
        }
    }
}

/// The first and the last coordinate of a source along a dimension.
struct SourceEnds {
    first: Affine,
    last: Affine,
}

impl SourceEnds {
    /// Those of an interval that has one of each, and points at all sizes.
    fn of(facts: &Facts, along: &Interval) -> Option<SourceEnds> {
        let ([first], [last]) = (&along.lo[..], &along.hi[..]) else { return None };
        let ends = SourceEnds { first: first.clone(), last: last.clone() };
        facts.proves(&last.sub(first)).then_some(ends)
    }
}

/// A source of which a read relies on the border now.
struct RedirectedSource {
    source: Source,
    loc: Loc,
}

/// Takes clamps off the indices of a block's reads, where the border does the same.
fn rewrite(sources: &Sources, block: &mut Block) -> Vec<RedirectedSource> {
    let mut redirected = Vec::new();
    for at in 0..block.exprs.len() {
        let loc = block.exprs[at].loc;
        let node = match &block.exprs[at].node {
            Node::Read { source, index } => {
                let Some(ends) = sources.get(*source) else { continue };
                let plain = |(i, ends): (&Index, &SourceEnds)| match i {
                    Index::Affine(_) => None,
                    Index::Value(v) => unclamped(block, *v, ends),
                };
                let plain: Vec<Option<Affine>> = index.iter().zip(ends).map(plain).collect();
                if plain.iter().all(Option::is_none) {
                    continue;
                }
                redirected.push(RedirectedSource { source: *source, loc });
                let index = index.iter().zip(plain);
                let index = index.map(|(old, new)| new.map_or_else(|| old.clone(), Index::Affine));
                Node::Read { source: *source, index: index.collect() }
            }
            Node::Reduce { op, vars, body, fused } => {
                let mut body = body.clone();
                let found = rewrite(sources, &mut body);
                if found.is_empty() {
                    continue;
                }
                redirected.extend(found);
                let body = Box::new(without_unused(*body));
                Node::Reduce { op: *op, vars: vars.clone(), body, fused: *fused }
            }
            Node::Const(_)
            | Node::Scalar(_)
            | Node::Index(_)
            | Node::Test(_)
            | Node::Unary(..)
            | Node::Binary(..)
            | Node::Cast(_)
            | Node::SaturatingCast(_)
            | Node::Select(..)
            | Node::Call(..)
            | Node::Combine { .. } => continue,
        };
        block.exprs[at].node = node;
    }
    redirected
}

/// What a value clamps to these ends, at one of them or at both: where it clamps at one, the checks
/// have proved that it is inside the other.
fn unclamped(block: &Block, value: ExprId, ends: &SourceEnds) -> Option<Affine> {
    let Node::Binary(op, a, b) = block.exprs[value.0].node else { return None };
    let end = if op == BinaryOp::Min {
        &ends.last
    } else if op == BinaryOp::Max {
        &ends.first
    } else {
        return None;
    };
    let is_end = |id: ExprId| index(block, id).is_some_and(|bound| bound == *end);
    let inner = if is_end(b) {
        a
    } else if is_end(a) {
        b
    } else {
        return None;
    };
    index(block, inner).or_else(|| unclamped(block, inner, ends))
}

/// An index expression, or a constant that could be one.
pub(super) fn index(block: &Block, value: ExprId) -> Option<Affine> {
    let node = &block.exprs[value.0].node;
    if let Node::Const(Value::Int(ElemType::I32, n)) = node {
        return Some(Affine::from(*n));
    }
    let Node::Index(affine) = node else { return None };
    Some(affine.clone())
}

#[cfg(test)]
mod tests;
