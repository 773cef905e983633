//! Whether a definition continues itself with a period, and what it is so many periods further.

use crate::ir::{Affine, Block, Index, Interval, Node, Pipeline, Source, Stage, VarId};
use std::collections::BTreeSet;

/// A dimension of a stage as one period of it.
#[derive(Clone, Debug)]
pub(in crate::transform) struct Period {
    /// The dimension's variable.
    pub var: VarId,
    /// The first coordinate.
    pub lo: Affine,
    /// The last one.
    pub hi: Affine,
}

impl Period {
    /// That of a dimension; `None` if its ends are the tightest of several.
    pub(in crate::transform) fn of(stage: &Stage, dim: usize) -> Option<Period> {
        let (lo, hi) = ends(&stage.domain.0[dim])?;
        Some(Period { var: VarId(dim), lo: lo.clone(), hi: hi.clone() })
    }

    /// The number of its coordinates.
    pub(super) fn length(&self) -> Affine {
        self.hi.sub(&self.lo).offset(1)
    }

    /// An expression so many periods further.
    pub(super) fn further(&self, affine: &Affine, periods: i64) -> Affine {
        let to = Affine::from(self.var).add_scaled(&self.length(), periods);
        affine.substitute_var(self.var, &to)
    }
}

/// The ends of an interval; `None` if they are the tightest of several.
pub(super) fn ends(interval: &Interval) -> Option<(&Affine, &Affine)> {
    match (&interval.lo[..], &interval.hi[..]) {
        ([lo], [hi]) => Some((lo, hi)),
        _ => None,
    }
}

/// The sources that have to be periodic for a stage to be what it is a period further, if its
/// definition is such: it depends on the coordinate by what it reads only, and a period further
/// that is whole periods of the source further. Sources without a border are among them where they
/// `may_continue`.
pub(in crate::transform) fn continues(
    p: &Pipeline,
    stage: &Stage,
    period: &Period,
    may_continue: &dyn Fn(Source) -> bool,
) -> Option<BTreeSet<Source>> {
    let same = |a: &Affine| period.further(a, 1) == *a;
    let tests = stage.cases.iter().flat_map(|case| &case.region.tests);
    if !tests.into_iter().all(|test| same(&test.affine)) {
        return None;
    }
    let mut sources = BTreeSet::new();
    let mut reads = |source: Source, index: &[Index]| {
        index.iter().enumerate().all(|(dim, index)| match index {
            Index::Value(_) => true,
            Index::Affine(a) if same(a) => true,
            Index::Affine(a) => {
                let may = match p.source_border(source) {
                    None => may_continue(source),
                    Some(mode) => mode.is_periodic(),
                };
                sources.insert(source);
                may && whole_periods(p, source, dim, &period.further(a, 1).sub(a))
            }
        })
    };
    let all = stage.cases.iter().all(|case| continues_in(&case.value, &same, &mut reads));
    all.then_some(sources)
}

fn continues_in(
    block: &Block,
    same: &dyn Fn(&Affine) -> bool,
    reads: &mut dyn FnMut(Source, &[Index]) -> bool,
) -> bool {
    block.exprs.iter().all(|e| match &e.node {
        Node::Index(a) => same(a),
        Node::Test(t) => same(&t.affine),
        Node::Read { source, index } => reads(*source, index),
        Node::Reduce { body, .. } => continues_in(body, same, reads),
        Node::Const(_) | Node::Scalar(_) | Node::Unary(..) | Node::Binary(..) => true,
        Node::Cast(_) | Node::SaturatingCast(_) | Node::Select(..) => true,
        Node::Call(..) | Node::Combine { .. } => true,
    })
}

/// Whether a distance is a number of periods of a dimension of a source.
pub(super) fn whole_periods(p: &Pipeline, source: Source, dim: usize, distance: &Affine) -> bool {
    let Some((lo, hi)) = ends(&p.source_domain(source).0[dim]) else { return false };
    let length = hi.sub(lo).offset(1);
    let leading = |a: &Affine| a.terms().first().map_or(a.constant(), |term| term.1);
    let (whole, one) = (leading(distance), leading(&length));
    one != 0 && whole % one == 0 && *distance == length.scale(whole / one)
}
