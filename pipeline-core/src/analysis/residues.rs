//! Replacing a variable by `modulus · quotient + residue`, so that floor divisions resolve.

pub use crate::ir::nodes::map_affine;
use crate::ir::{Affine, Atom, Block, Index, Interval, Node, VarId};
use crate::loops::Lanes;
use crate::schedule::speed::MOST_RESIDUES;

/// `modulus · quotient + residue`.
pub fn point(quotient: VarId, modulus: i64, residue: i64) -> Affine {
    Affine::from(quotient).scale(modulus).offset(residue)
}

/// The quotients whose points lie in an interval.
pub fn quotients(interval: &Interval, modulus: i64, residue: i64) -> Interval {
    Interval {
        lo: interval.lo.iter().map(|a| a.offset(-residue).ceil_div(modulus)).collect(),
        hi: interval.hi.iter().map(|a| a.offset(-residue).floor_div(modulus)).collect(),
    }
}

/// A floor division that vectors do: `factor · floor(inner / divisor)`, where `inner` advances by
/// `step` from lane to lane.
#[derive(Clone, Debug, PartialEq)]
pub struct LaneQuotient {
    /// What is divided.
    pub inner: Box<Affine>,
    /// By what: at least 1.
    pub divisor: i64,
    /// How far `inner` advances with the variable.
    pub step: i64,
    /// What the quotient counts.
    pub factor: i64,
}

/// The largest power of two to divide by, and the largest step, for which lanes stay within their
/// 32 bits.
const MAX_SHIFTED: i64 = 1 << 20;

/// What lanes divide by other numbers is less than this: they multiply by a reciprocal.
const MAX_DIVIDEND: i64 = 1 << 14;

impl LaneQuotient {
    /// Whether it divides by a power of two: a shift.
    fn shifts(&self) -> bool {
        self.divisor & (self.divisor - 1) == 0
    }

    /// Whether lanes of 32 bits have room for it.
    fn fits(&self) -> bool {
        match self.shifts() {
            true => self.divisor <= MAX_SHIFTED && self.step.abs() <= MAX_SHIFTED,
            // The remainder of the first lane, and how far the others are, to either side.
            false => {
                let far = self.step.saturating_abs().saturating_mul(Lanes::MOST);
                self.divisor.saturating_mul(2).saturating_add(far) <= MAX_DIVIDEND
            }
        }
    }
}

/// The floor divisions of `var` in an expression, if all are such as vectors do.
pub fn lane_quotients(a: &Affine, var: VarId) -> Option<Vec<LaneQuotient>> {
    let mut found = Vec::new();
    for (atom, factor) in a.terms() {
        let Atom::Div(inner, divisor) = atom else { continue };
        if !inner.mentions_var(var) {
            continue;
        }
        let step = inner.coefficient(&Atom::Var(var));
        let linear = !inner.sub(&Affine::from(var).scale(step)).mentions_var(var);
        let inner = inner.clone();
        let quotient = LaneQuotient { inner, divisor: *divisor, step, factor: *factor };
        if !linear || !quotient.fits() {
            return None;
        }
        found.push(quotient);
    }
    Some(found)
}

/// Whether the floor divisions of `var` in an expression are by powers of two, in lanes.
fn halves(a: &Affine, var: VarId) -> bool {
    lane_quotients(a, var).is_some_and(|quotients| quotients.iter().all(LaneQuotient::shifts))
}

/// The least modulus under which every floor division of `var` in the block resolves; 1 when
/// there is none that loads ask for, or when it would exceed the limit.
///
/// In gathers and in values, vectors divide by powers of two themselves, and everywhere by what
/// would leave too many residues.
pub fn resolving_modulus(block: &Block, var: VarId) -> i64 {
    let (mut asked, mut modulus) = (1, 1);
    let mut visit = |a: &Affine, in_lanes: bool| {
        let own = affine_modulus(a, var);
        modulus = least_common_multiple(modulus, own);
        if !in_lanes || !halves(a, var) {
            asked = least_common_multiple(asked, own);
        }
    };
    visit_affine(block, &mut visit);
    if asked > 1 && modulus <= MOST_RESIDUES { modulus } else { 1 }
}

/// Every index expression, and whether its values are computed in lanes.
fn visit_affine(block: &Block, f: &mut impl FnMut(&Affine, bool)) {
    for expr in &block.exprs {
        match &expr.node {
            Node::Index(a) => f(a, true),
            Node::Test(t) => f(&t.affine, false),
            Node::Read { index, .. } => {
                let gathered = index.iter().any(|i| matches!(i, Index::Value(_)));
                for i in index {
                    if let Index::Affine(a) = i {
                        f(a, gathered);
                    }
                }
            }
            Node::Reduce { body, .. } => visit_affine(body, f),
            Node::Const(_)
            | Node::Scalar(_)
            | Node::Unary(..)
            | Node::Binary(..)
            | Node::Cast(_)
            | Node::SaturatingCast(_)
            | Node::Select(..)
            | Node::Call(..)
            | Node::Combine { .. } => {}
        }
    }
}

fn affine_modulus(a: &Affine, var: VarId) -> i64 {
    a.terms().iter().fold(1, |m, (atom, _)| match atom {
        Atom::Div(inner, d) if inner.mentions_var(var) => {
            let nested = affine_modulus(inner, var);
            // floor(k·v / d) becomes linear once v advances by d / gcd(k, d).
            let step = inner.terms().iter().fold(1, |s, (atom, k)| match atom {
                Atom::Var(v) if *v == var => {
                    least_common_multiple(s, d / crate::ir::affine::gcd(k.abs(), *d))
                }
                Atom::Div(i, _) if i.mentions_var(var) => least_common_multiple(s, *d),
                Atom::Size(_) | Atom::Var(_) | Atom::Div(..) => s,
            });
            least_common_multiple(m, nested.saturating_mul(step))
        }
        Atom::Size(_) | Atom::Var(_) | Atom::Div(..) => m,
    })
}

fn least_common_multiple(a: i64, b: i64) -> i64 {
    (a / crate::ir::affine::gcd(a, b)).saturating_mul(b)
}
