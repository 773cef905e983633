//! Bounds of integer expressions.

use crate::analysis::scope::Scope;
use crate::ir::{Affine, Atom, BinaryOp, ElemType, Interval};

/// A proof obligation: whether an expression is never negative.
type Proves<'a> = &'a dyn Fn(&Affine) -> bool;

/// Longer lists of bounds are cut.
const MOST_BOUNDS: usize = 4;

/// A value is at least each of `lo` and at most each of `hi`; neither list is empty.
#[derive(Clone, Debug, PartialEq)]
pub struct IntRange {
    /// Lower bounds.
    pub lo: Vec<Affine>,
    /// Upper bounds.
    pub hi: Vec<Affine>,
}

impl IntRange {
    /// Between two constants.
    pub fn constant(lo: i64, hi: i64) -> IntRange {
        IntRange { lo: vec![Affine::from(lo)], hi: vec![Affine::from(hi)] }
    }

    /// One value.
    pub fn exact(value: Affine) -> IntRange {
        IntRange { lo: vec![value.clone()], hi: vec![value] }
    }

    /// The best constant bounds, `ty`'s where there is none.
    pub fn constants(&self, ty: ElemType) -> (i64, i64) {
        let (min, max) = limits(ty);
        let lo = self.lo.iter().filter_map(Affine::as_constant).max();
        let hi = self.hi.iter().filter_map(Affine::as_constant).min();
        (lo.unwrap_or(min).max(min), hi.unwrap_or(max).min(max))
    }

    /// Whether every value is provably within limits.
    pub fn is_inside(&self, limits: &Interval, scope: &Scope<'_>) -> bool {
        let above = |limit: &Affine| self.lo.iter().any(|lo| scope.proves(&lo.sub(limit)));
        let below = |limit: &Affine| self.hi.iter().any(|hi| scope.proves(&limit.sub(hi)));
        limits.lo.iter().all(above) && limits.hi.iter().all(below)
    }

    /// Itself if the type provably holds all of it; otherwise, since it may have wrapped, all
    /// values of the type.
    pub(super) fn if_it_fits(self, ty: ElemType, proves: Proves<'_>) -> IntRange {
        let (min, max) = limits(ty);
        if at_least(&self.lo, min, proves) && at_most(&self.hi, max, proves) {
            self
        } else {
            IntRange::constant(min, max)
        }
    }

    /// Clamped into a type.
    pub(super) fn saturate(self, ty: ElemType, proves: Proves<'_>) -> IntRange {
        let (min, max) = limits(ty);
        let target = IntRange::constant(min, max);
        let below = binary_min(&self, &target, proves);
        finish(binary_max(&below, &target, proves), ty)
    }

    pub(super) fn neg(&self) -> IntRange {
        let flip = |list: &[Affine]| list.iter().map(Affine::neg).collect();
        IntRange { lo: flip(&self.hi), hi: flip(&self.lo) }
    }

    pub(super) fn abs(self, ty: ElemType, proves: Proves<'_>) -> IntRange {
        if at_least(&self.lo, 0, proves) {
            return self;
        }
        let (min, max) = limits(ty);
        // The smallest value of a signed type is its own absolute value.
        if !at_least(&self.lo, min + 1, proves) {
            return IntRange::constant(min, max);
        }
        let below = self.neg().hi;
        let hi = common(&self.hi, &below, |h, m| proves(&h.sub(m)));
        finish(IntRange { lo: vec![0.into()], hi }, ty)
    }

    /// Values of either.
    pub(super) fn join(&self, other: &IntRange, ty: ElemType, proves: Proves<'_>) -> IntRange {
        finish(
            IntRange {
                lo: common(&self.lo, &other.lo, |l, m| proves(&m.sub(l))),
                hi: common(&self.hi, &other.hi, |h, m| proves(&h.sub(m))),
            },
            ty,
        )
    }

    /// Bounds without variables, from `least`: the lower bounds of an expression over sizes.
    pub(super) fn project(&self, ty: ElemType, least: impl Fn(&Affine) -> Vec<Affine>) -> IntRange {
        let lo = self.lo.iter().flat_map(&least).collect();
        let greatest = |h: &Affine| least(&h.neg()).iter().map(Affine::neg).collect::<Vec<_>>();
        let hi = self.hi.iter().flat_map(greatest).collect();
        finish(IntRange { lo, hi }, ty)
    }

    /// The sum of so many such values.
    pub(super) fn times(&self, count: Option<i64>, ty: ElemType) -> IntRange {
        let (min, max) = limits(ty);
        let (lo, hi) = self.constants(ty);
        let ends = count.and_then(|n| Some((lo.checked_mul(n)?, hi.checked_mul(n)?)));
        match ends {
            Some((lo, hi)) if lo.min(0) >= min && hi.max(0) <= max => IntRange::constant(lo, hi),
            _ => IntRange::constant(min, max),
        }
    }
}

/// The values of an integer operator.
pub(super) fn binary(
    op: BinaryOp,
    a: &IntRange,
    b: &IntRange,
    ty: ElemType,
    proves: Proves<'_>,
) -> IntRange {
    let (min, max) = limits(ty);
    let all = || IntRange::constant(min, max);
    let (a_lo, a_hi) = a.constants(ty);
    let (b_lo, b_hi) = b.constants(ty);
    let constant = (b_lo == b_hi).then_some(b_lo);
    let range = match (op, constant) {
        (BinaryOp::Add, _) => sum(a, b).if_it_fits(ty, proves),
        (BinaryOp::Sub, _) => sum(a, &b.neg()).if_it_fits(ty, proves),
        (BinaryOp::Mul, Some(k)) => scaled(a, k).if_it_fits(ty, proves),
        (BinaryOp::Mul, None) if a_lo == a_hi => scaled(b, a_lo).if_it_fits(ty, proves),
        (BinaryOp::Mul, None) => {
            let ends = [a_lo, a_hi].map(|x| [b_lo, b_hi].map(|y| x.checked_mul(y)));
            let ends: Option<Vec<i64>> = ends.into_iter().flatten().collect();
            let ends = ends.unwrap_or_default();
            match (ends.iter().min(), ends.iter().max()) {
                (Some(lo), Some(hi)) => IntRange::constant(*lo, *hi).if_it_fits(ty, proves),
                _ => all(),
            }
        }
        (BinaryOp::Min, _) => binary_min(a, b, proves),
        (BinaryOp::Max, _) => binary_max(a, b, proves),
        (BinaryOp::Div, Some(c)) if c > 0 => quotient(a, c, proves),
        // By 0 it is 0.
        (BinaryOp::Div, _) if at_least(&a.lo, 0, proves) && at_least(&b.lo, 0, proves) => {
            IntRange { lo: vec![0.into()], hi: a.hi.clone() }
        }
        (BinaryOp::Rem, _) => remainder(a, &magnitudes(b, ty, proves), proves),
        (BinaryOp::Shr, Some(s)) => {
            let c = 1i64 << s.rem_euclid(ty.bytes() as i64 * 8);
            let each = |list: &[Affine]| list.iter().map(|b| b.floor_div(c)).collect();
            IntRange { lo: each(&a.lo), hi: each(&a.hi) }
        }
        (BinaryOp::And, _) => match (at_least(&a.lo, 0, proves), at_least(&b.lo, 0, proves)) {
            // Not negative, and no more than an operand that is not.
            (true, true) => {
                IntRange { lo: vec![0.into()], hi: uppers([&a.hi[..], &b.hi].concat()) }
            }
            (true, false) => IntRange { lo: vec![0.into()], hi: a.hi.clone() },
            (false, true) => IntRange { lo: vec![0.into()], hi: b.hi.clone() },
            (false, false) => all(),
        },
        (BinaryOp::AbsDiff, _) => {
            let most = (a_hi - b_lo).max(b_hi - a_lo);
            let least = (a_lo - b_hi).max(b_lo - a_hi).max(0);
            if most <= max { IntRange::constant(least, most) } else { all() }
        }
        (BinaryOp::SaturatingAdd, _) => sum(a, b).saturate(ty, proves),
        (BinaryOp::SaturatingSub, _) => sum(a, &b.neg()).saturate(ty, proves),
        (BinaryOp::Div | BinaryOp::Shl | BinaryOp::Shr | BinaryOp::Or | BinaryOp::Xor, _) => all(),
        (BinaryOp::WordPair | BinaryOp::Dot, _) => all(),
        // They give bools.
        (
            BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge,
            _,
        ) => all(),
    };
    finish(range, ty)
}

fn limits(ty: ElemType) -> (i64, i64) {
    ty.int_range().unwrap_or((i64::MIN, i64::MAX))
}

fn at_least(lo: &[Affine], limit: i64, proves: Proves<'_>) -> bool {
    lo.iter().any(|l| holds(&l.offset(-limit), proves))
}

fn at_most(hi: &[Affine], limit: i64, proves: Proves<'_>) -> bool {
    hi.iter().any(|h| holds(&h.neg().offset(limit), proves))
}

fn sum(a: &IntRange, b: &IntRange) -> IntRange {
    let all =
        |a: &[Affine], b: &[Affine]| a.iter().flat_map(|x| b.iter().map(|y| x.add(y))).collect();
    IntRange { lo: lowers(all(&a.lo, &b.lo)), hi: uppers(all(&a.hi, &b.hi)) }
}

fn scaled(a: &IntRange, k: i64) -> IntRange {
    let wide = a.lo.iter().chain(&a.hi).any(|b| b.magnitude().checked_mul(k).is_none());
    if wide {
        // Does not fit any type, so the caller gives it up.
        return IntRange::constant(i64::MIN, i64::MAX);
    }
    let each = |list: &[Affine]| list.iter().map(|b| b.scale(k)).collect();
    let (lo, hi) = if k >= 0 { (&a.lo, &a.hi) } else { (&a.hi, &a.lo) };
    IntRange { lo: each(lo), hi: each(hi) }
}

/// Division towards zero by `c > 0`: from `floor` to `ceil`, and `floor` where not negative.
fn quotient(a: &IntRange, c: i64, proves: Proves<'_>) -> IntRange {
    let nonnegative = at_least(&a.lo, 0, proves);
    let lower = |b: &Affine| match b.as_constant() {
        Some(v) => Affine::from(v / c),
        None => b.floor_div(c),
    };
    let upper = |b: &Affine| match b.as_constant() {
        Some(v) => Affine::from(v / c),
        None if nonnegative => b.floor_div(c),
        None => b.ceil_div(c),
    };
    IntRange { lo: a.lo.iter().map(lower).collect(), hi: a.hi.iter().map(upper).collect() }
}

/// Upper bounds of the absolute value.
fn magnitudes(b: &IntRange, ty: ElemType, proves: Proves<'_>) -> Vec<Affine> {
    if at_least(&b.lo, 0, proves) {
        return b.hi.clone();
    }
    if at_most(&b.hi, 0, proves) {
        return b.neg().hi;
    }
    let (lo, hi) = b.constants(ty);
    vec![Affine::from(hi.max(-lo))]
}

/// The remainder by what is no larger than any of `magnitudes`: it has the sign of the dividend, is
/// nearer to 0 than the divisor, and no farther from 0 than the dividend. By 0 it is 0.
fn remainder(a: &IntRange, magnitudes: &[Affine], proves: Proves<'_>) -> IntRange {
    let most = |limit: &Affine| {
        let most = limit.offset(-1);
        // A divisor that is 0 gives 0, which `-1` would leave out.
        let zero = limit.as_constant() == Some(0);
        if zero { Some(Affine::from(0)) } else { holds(&most, proves).then_some(most) }
    };
    let most: Vec<Affine> = magnitudes.iter().filter_map(most).collect();
    let within = |bounds: &[Affine]| {
        let bounds = bounds.iter().filter(|bound| holds(bound, proves)).cloned();
        uppers(most.iter().cloned().chain(bounds).collect())
    };
    let hi = match at_most(&a.hi, 0, proves) {
        true => vec![0.into()],
        false => within(&a.hi),
    };
    let lo = match at_least(&a.lo, 0, proves) {
        true => vec![0.into()],
        false => within(&a.neg().hi).iter().map(Affine::neg).collect(),
    };
    IntRange { lo, hi }
}

/// Whether an expression is never negative.
fn holds(e: &Affine, proves: Proves<'_>) -> bool {
    e.as_constant().map_or_else(|| proves(e), |value| value >= 0)
}

fn binary_min(a: &IntRange, b: &IntRange, proves: Proves<'_>) -> IntRange {
    IntRange {
        lo: common(&a.lo, &b.lo, |l, m| proves(&m.sub(l))),
        hi: uppers([&a.hi[..], &b.hi].concat()),
    }
}

fn binary_max(a: &IntRange, b: &IntRange, proves: Proves<'_>) -> IntRange {
    IntRange {
        lo: lowers([&a.lo[..], &b.lo].concat()),
        hi: common(&a.hi, &b.hi, |h, m| proves(&h.sub(m))),
    }
}

/// The bounds of either list that some bound of the other implies.
fn common(a: &[Affine], b: &[Affine], weaker: impl Fn(&Affine, &Affine) -> bool) -> Vec<Affine> {
    let implied = |x: &&Affine, by: &[Affine]| by.iter().any(|y| x == &y || weaker(x, y));
    let mut out: Vec<Affine> = a.iter().filter(|x| implied(x, b)).cloned().collect();
    out.extend(b.iter().filter(|x| implied(x, a)).cloned());
    if out.is_empty() {
        // `3` and `rows - 1` do not compare, but both are at least what they are at size 1, or
        // 0 if a clause says so.
        let figures = a.iter().chain(b).filter_map(at_least_sizes).chain([0]).map(Affine::from);
        out.extend(figures.filter(|x| implied(&x, a) && implied(&x, b)));
    }
    out
}

/// The value of an expression over sizes where each of them is 1.
fn at_least_sizes(affine: &Affine) -> Option<i64> {
    let mut sizes = 0;
    affine.for_each_leaf(&mut |leaf| {
        if let Atom::Size(s) = leaf {
            sizes = sizes.max(s.0 + 1);
        }
    });
    affine.vars().is_empty().then(|| affine.eval(&vec![1; sizes], &[]))
}

/// At most a few bounds, of the constants only the best: the first in this order.
fn cut(mut list: Vec<Affine>, better: impl Fn(i64, i64) -> bool) -> Vec<Affine> {
    let constants = list.iter().filter_map(Affine::as_constant);
    let best = constants.reduce(|a, b| if better(a, b) { a } else { b });
    list.retain(|b| !b.terms().is_empty());
    // The constant first: it decides most questions without a proof.
    list.splice(0..0, best.map(Affine::from));
    list.truncate(MOST_BOUNDS);
    list
}

fn lowers(list: Vec<Affine>) -> Vec<Affine> {
    cut(list, |a, b| a >= b)
}

fn uppers(list: Vec<Affine>) -> Vec<Affine> {
    cut(list, |a, b| a <= b)
}

/// A list without bounds takes the type's.
fn finish(mut range: IntRange, ty: ElemType) -> IntRange {
    let (min, max) = limits(ty);
    range.lo = lowers(range.lo);
    range.hi = uppers(range.hi);
    if range.lo.is_empty() {
        range.lo.push(min.into());
    }
    if range.hi.is_empty() {
        range.hi.push(max.into());
    }
    range
}
