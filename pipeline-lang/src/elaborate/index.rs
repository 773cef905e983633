//! Arithmetic of index expressions: quasi-affine, with floor division.

use super::expr::{Elab, ExprUse};
use super::operand::{Cond, Const, Operand};
use super::print;
use crate::syntax::{BinaryOp, Expr};
use pipeline_core::ir::{Affine, Atom, Test, TestOp};
use proc_macro2::Span;

/// Largest magnitude of a coefficient, constant or divisor. Products of two stay within `i64`.
pub(super) const LARGEST: i64 = 1 << 31;

/// Most sizes and variables in one index expression; keeps arithmetic on it cheap.
const MOST_LEAVES: usize = 128;

/// The constant or index expression as an affine expression, if it is one of moderate size.
pub(super) fn as_affine(operand: &Operand) -> Option<Affine> {
    match operand {
        Operand::Index(a) => Some(a.clone()),
        Operand::Const(Const::Int { value, .. }) => {
            i64::try_from(*value).ok().filter(|v| v.abs() <= LARGEST).map(Affine::from)
        }
        _ => None,
    }
}

/// Deepest nesting of divisions.
const DEEPEST_DIVISION: usize = 32;

fn divisions(a: &Affine) -> usize {
    let nested = a.terms().iter().map(|(atom, _)| match atom {
        Atom::Div(inner, _) => 1 + divisions(inner),
        _ => 0,
    });
    nested.max().unwrap_or(0)
}

fn leaves(a: &Affine) -> usize {
    a.terms()
        .iter()
        .map(|(atom, _)| if let Atom::Div(inner, _) = atom { 1 + leaves(inner) } else { 1 })
        .sum()
}

impl Elab<'_, '_> {
    /// The index expression, if it is within the limits.
    pub(super) fn limited(&mut self, a: Affine, span: Span) -> Operand {
        if a.magnitude() > LARGEST {
            self.error(span, "this index expression has a number beyond 2^31");
            return Operand::Poison;
        }
        if leaves(&a) > MOST_LEAVES {
            self.error(span, format!("this index expression has more than {MOST_LEAVES} terms"));
            return Operand::Poison;
        }
        if divisions(&a) > DEEPEST_DIVISION {
            self.error(span, "this index expression nests its divisions too deeply");
            return Operand::Poison;
        }
        Operand::Index(a)
    }

    /// An operator on two index expressions, one of which may be an integer constant.
    pub(super) fn index_binary(
        &mut self,
        op: BinaryOp,
        (a, le): (&Operand, &Expr),
        (b, re): (&Operand, &Expr),
        span: Span,
    ) -> Operand {
        use BinaryOp::*;
        let (Some(a), Some(b)) = (as_affine(a), as_affine(b)) else {
            self.error(span, "this index expression has a number beyond 2^31");
            return Operand::Poison;
        };
        let result = match op {
            Add => a.add(&b),
            Sub => a.sub(&b),
            Mul => match (a.as_constant(), b.as_constant()) {
                (_, Some(k)) => a.scale(k),
                (Some(k), _) => b.scale(k),
                _ => return self.not_affine(op, (&a, le), (&b, re), span),
            },
            Div | Rem => match b.as_constant() {
                Some(k) if k <= 0 => {
                    let message = format!("an index is divided by a positive constant, not by {k}");
                    self.error(re.span, message);
                    return Operand::Poison;
                }
                Some(k) if op == Div => a.floor_div(k),
                Some(k) => a.modulo(k),
                None => return self.not_affine(op, (&a, le), (&b, re), span),
            },
            Shl | Shr => match b.as_constant() {
                Some(k) if !(0..=31).contains(&k) => {
                    self.error(re.span, format!("an index is shifted by 0..=31 bits, not by {k}"));
                    return Operand::Poison;
                }
                Some(k) if op == Shl => a.scale(1 << k),
                Some(k) => a.floor_div(1 << k),
                None => return self.not_affine(op, (&a, le), (&b, re), span),
            },
            Eq | Ne | Lt | Le | Gt | Ge => return self.index_test(op, &a, &b, span),
            BitAnd | BitOr | BitXor | And | Or => {
                return self.not_affine(op, (&a, le), (&b, re), span);
            }
        };
        self.limited(result, span)
    }

    /// Every comparison is one with zero.
    fn index_test(&mut self, op: BinaryOp, a: &Affine, b: &Affine, span: Span) -> Operand {
        let (affine, op) = match op {
            BinaryOp::Lt => (b.sub(a).offset(-1), TestOp::NonNegative),
            BinaryOp::Le => (b.sub(a), TestOp::NonNegative),
            BinaryOp::Gt => (a.sub(b).offset(-1), TestOp::NonNegative),
            BinaryOp::Ge => (a.sub(b), TestOp::NonNegative),
            BinaryOp::Eq => (a.sub(b), TestOp::Zero),
            _ => (a.sub(b), TestOp::NonZero),
        };
        match self.limited(affine, span) {
            Operand::Index(affine) => Cond::test(Test { affine, op }),
            _ => Operand::Poison,
        }
    }

    fn not_affine(
        &mut self,
        op: BinaryOp,
        (a, le): (&Affine, &Expr),
        (b, re): (&Affine, &Expr),
        span: Span,
    ) -> Operand {
        // Windows are written out where that makes a factor or a divisor a constant.
        let helps: &[&Affine] = match op {
            BinaryOp::Mul => &[a, b],
            BinaryOp::Div | BinaryOp::Rem | BinaryOp::Shl | BinaryOp::Shr => &[b],
            _ => &[],
        };
        for affine in helps {
            self.decides(&Operand::Index((*affine).clone()));
        }
        let token = print::operator(op).0;
        let value = format!("{} {token} {}", print::operand_i32(le), print::operand_i32(re));
        let around = match (op, self.place) {
            (BinaryOp::Rem, ExprUse::Index) => {
                "; what goes around an edge is read through `border f = repeat;` instead"
            }
            _ => "",
        };
        self.error(span, format!("not affine; {}{around}", self.instead(&value)));
        Operand::Poison
    }

    /// What to write instead of an index expression that is not affine, with the same as a value.
    pub(super) fn instead(&self, value: &str) -> String {
        match self.place {
            ExprUse::Value => format!("write `{value}`"),
            ExprUse::Index => format!(
                "write it as a value, `{value}`, around the whole index `clamp(…, lo, hi)`, so that \
                 it provably stays inside, and the stage's domain"
            ),
            ExprUse::Bound => "a bound is a sum of multiples of sizes, which may be divided by \
                             constants; make what is more a parameter of its own, `count: size`"
                .into(),
        }
    }
}
