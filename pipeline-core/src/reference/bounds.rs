//! Whether 64 bits suffice: asked once a stage, so that points need no overflow checks.

use crate::ir::{Affine, Atom, Block, Index, Interval, Node, Pipeline, Stage, Update, WindowVar};

/// Far from the ends of `i64`, for the arithmetic of borders and offsets.
const LIMIT: i128 = 1 << 61;

/// Whether domains and constraints stay in range.
pub(super) fn parameters(p: &Pipeline, sizes: &[i64]) -> bool {
    let b = Bounds { sizes, vars: Vec::new() };
    let updates = p.stages.iter().flat_map(|s| &s.updates).map(|u| &u.domain);
    let intervals = p.inputs.iter().map(|i| &i.domain).chain(p.stages.iter().map(|s| &s.domain));
    let intervals = intervals.chain(updates);
    p.constraints.iter().all(|c| b.fits(&c.test.affine))
        && intervals.flat_map(|d| &d.0).all(|i| b.interval_fits(i))
}

/// `Some` if every index expression of a stage stays in range over its box.
pub(super) fn stage(stage: &Stage, sizes: &[i64], lo: &[i64], extent: &[usize]) -> Option<()> {
    let mut b = Bounds { sizes, vars: vec![0; stage.vars.len()] };
    for (d, (lo, extent)) in lo.iter().zip(extent).enumerate() {
        b.vars[d] = i128::from(*lo).abs() + *extent as i128;
    }
    let fits = stage.cases.iter().all(|case| {
        case.region.tests.iter().all(|t| b.fits(&t.affine)) && b.block_fits(&case.value)
    });
    fits.then_some(())
}

/// As [`stage`], of an update over its reduction domain.
pub(super) fn update(update: &Update, sizes: &[i64], lo: &[i64], extent: &[usize]) -> Option<()> {
    let mut b = Bounds { sizes, vars: vec![0; update.vars.len()] };
    for (d, (lo, extent)) in lo.iter().zip(extent).enumerate() {
        b.vars[d] = i128::from(*lo).abs() + *extent as i128;
    }
    b.block_fits(&update.value).then_some(())
}

struct Bounds<'a> {
    sizes: &'a [i64],
    /// Upper bounds of the absolute values of the variables.
    vars: Vec<i128>,
}

impl Bounds<'_> {
    /// Whether the value and every partial sum on the way to it stay in range.
    fn fits(&self, affine: &Affine) -> bool {
        self.magnitude(affine) < LIMIT
    }

    fn interval_fits(&self, interval: &Interval) -> bool {
        interval.lo.iter().chain(&interval.hi).all(|a| self.fits(a))
    }

    fn magnitude(&self, affine: &Affine) -> i128 {
        affine.terms().iter().fold(i128::from(affine.constant()).abs(), |sum, (atom, k)| {
            let value = match atom {
                Atom::Size(s) => i128::from(self.sizes[s.0]).abs(),
                Atom::Var(v) => self.vars[v.0],
                // A quotient is no further from 0 than what is divided.
                Atom::Div(inner, _) => self.magnitude(inner),
            };
            sum.saturating_add(value.saturating_mul(i128::from(*k).abs()))
        })
    }

    fn block_fits(&mut self, block: &Block) -> bool {
        block.exprs.iter().all(|expr| match &expr.node {
            Node::Index(affine) => self.fits(affine),
            Node::Test(test) => self.fits(&test.affine),
            Node::Read { index, .. } => index.iter().all(|i| match i {
                Index::Affine(affine) => self.fits(affine),
                Index::Value(_) => true,
            }),
            Node::Reduce { vars, body, .. } => {
                for WindowVar { id, first, last } in vars {
                    self.vars[id.0] = self.magnitude(first).max(self.magnitude(last));
                }
                self.block_fits(body)
            }
            Node::Const(_) | Node::Scalar(_) | Node::Unary(..) | Node::Binary(..) => true,
            Node::Cast(_) | Node::SaturatingCast(_) | Node::Select(..) => true,
            Node::Call(..) | Node::Combine { .. } => true,
        })
    }
}
