//! A stage with several cases goes into its only consumer, which gets the cases.
//!
//! ```text
//! wide(y, x) = if x % 2 == 0 { a(y, x/2) } else { b(y, x/2) }
//! out(y, x) = wide(y, x) / 4
//!
//! out(y, x) = if x % 2 == 0 { a(y, x/2) / 4 } else { b(y, x/2) / 4 }
//! ```
//!
//! As the second rule of PolyMage+'s Algorithm 3: the consumer reads each point once, at one index,
//! so nothing is computed again.

use super::super::replace::{Inlinee, MOST_EXPRS, Replace, Replacement, affine_of, at, size};
use super::{only, uses};
use crate::analysis::magnitude::{LargestSizes, reach_of_interval};
use crate::analysis::reads::Window;
use crate::analysis::regions::piece;
use crate::ir::{
    Affine, Block, Case, Domain, Index, Node, Pipeline, Region, Source, StageId, Test, TestOp,
};
use std::collections::BTreeSet;

/// A stage does not get more cases.
const MOST_CASES: usize = 8;

/// What a stage itself must be like.
fn may_be_inlined(p: &Pipeline, id: StageId) -> bool {
    let stage = &p.stages[id.0];
    let window = |block: &Block| block.exprs.iter().any(|e| matches!(e.node, Node::Reduce { .. }));
    let cases = 2..=MOST_CASES;
    !stage.is_ordered(id)
        && stage.border.is_none()
        && cases.contains(&stage.cases.len())
        && !stage.cases.iter().any(|case| window(&case.value))
}

/// The only consumer of a stage and its cases with the stage in them, if it reads each point once,
/// and none of it gets too large.
pub fn replaced(
    p: &Pipeline,
    producer: StageId,
    consumers: &BTreeSet<StageId>,
) -> Option<(StageId, Vec<Case>)> {
    let consumer = only(consumers).filter(|_| may_be_inlined(p, producer))?;
    let stage = &p.stages[consumer.0];
    let uses = uses(p, producer, consumers)?;
    if stage.is_ordered(consumer) || uses.indices != 1 || uses.times != 1 {
        return None;
    }
    let mut cases = Vec::new();
    for case in &stage.cases {
        match read_at(&case.value, producer).ok()? {
            None => cases.push(case.clone()),
            Some(index) => cases.extend(in_case(p, producer, (&stage.domain, case), &index)?),
        }
    }
    (cases.len() <= MOST_CASES).then_some((consumer, cases))
}

/// The index at which a block reads a stage, if it does: a variable in each dimension, outside
/// windows.
///
/// # Errors
/// Where it reads the stage elsewhere.
fn read_at(block: &Block, stage: StageId) -> Result<Option<Vec<&Affine>>, Elsewhere> {
    let mut found = Ok(None);
    block.for_each_read(&mut |within, _, source, index| {
        if source == Source::Stage(stage) {
            let outside_windows = std::ptr::eq(within, block);
            let index: Option<Vec<&Affine>> = index.iter().map(variable).collect();
            found = match index.filter(|_| outside_windows && found.is_ok()) {
                Some(index) => Ok(Some(index)),
                None => Err(Elsewhere),
            };
        }
    });
    found
}

/// A stage is read at points that cases do not follow.
struct Elsewhere;

fn variable(index: &Index) -> Option<&Affine> {
    affine_of(index).filter(|a| matches!(a.vars()[..], [v] if **a == Affine::from(v)))
}

/// A case of the consumer, for each case of the producer that has points in it.
fn in_case(
    p: &Pipeline,
    producer: StageId,
    (domain, case): (&Domain, &Case),
    index: &[&Affine],
) -> Option<Vec<Case>> {
    let index: Vec<Affine> = index.iter().copied().cloned().collect();
    let sizes = LargestSizes::of(p);
    let vars: Option<Vec<i64>> = domain.0.iter().map(|i| reach_of_interval(i, &sizes)).collect();
    let vars = vars?;
    let mut cases = Vec::new();
    for own in &p.stages[producer.0].cases {
        let value = Inlinee::of(&own.value);
        let with = |_: &[Window], index| Some(Replacement::Definition(&value, index));
        let source = Source::Stage(producer);
        let replace = Replace { source, with: &with, sizes: sizes.clone() };
        let moved =
            own.region.tests.iter().map(|t| Test { affine: at(&t.affine, &index), op: t.op });
        let tests = case.region.tests.iter().cloned().chain(moved);
        let region = Region { tests: tests.collect() };
        if !in_split_form(&region) {
            return None;
        }
        if has_none(domain, &region) {
            continue;
        }
        let value = replace.block(&case.value, &vars)?;
        if size(&value) > MOST_EXPRS {
            return None;
        }
        cases.push(Case { region, value, loc: case.loc });
    }
    Some(cases)
}

/// Whether each test is of one variable, as loops have it.
fn in_split_form(region: &Region) -> bool {
    region.tests.iter().all(|test| test.affine.vars().len() <= 1)
}

/// Whether the remainders in the tests of a region contradict each other.
fn has_none(domain: &Domain, region: &Region) -> bool {
    let never = |test: &Test| {
        test.op == TestOp::NonNegative && test.affine.as_constant().is_some_and(|value| value < 0)
    };
    piece(domain, region).guards.iter().any(never)
}
