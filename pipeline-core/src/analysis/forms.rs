//! How the indices of an update's target depend on its reduction variables, and so which of its
//! values change different points.

use super::followed::target;
use crate::ir::{Affine, Atom, Index, Update, VarId};

/// How an index of the target depends on a reduction variable, which no other index shares.
#[derive(Clone, Debug, PartialEq)]
pub struct TargetForm {
    /// The dimension of the target.
    pub dim: usize,
    /// The variable.
    pub var: VarId,
    /// How it depends.
    pub kind: FormKind,
}

/// How it depends.
#[derive(Clone, Debug, PartialEq)]
pub enum FormKind {
    /// `k·v + …`, nothing more being known than that values differ.
    Plain,
    /// `floor((v + shift) / divisor) + offset`.
    Quotient {
        /// What is added to the variable.
        shift: Affine,
        /// Values of a coordinate.
        divisor: i64,
        /// The coordinate of the first quotient, 0.
        offset: Affine,
    },
    /// `(v + shift) mod modulus + offset`.
    Remainder {
        /// What is added to the variable.
        shift: Affine,
        /// Coordinates.
        modulus: i64,
        /// The coordinate of remainder 0.
        offset: Affine,
    },
    /// `floor((v + shift) / run) mod modulus + offset`: runs of values, distributed in turn: a
    /// block-cyclic distribution.
    BlockCyclic {
        /// What is added to the variable.
        shift: Affine,
        /// Values of a run.
        run: i64,
        /// Coordinates.
        modulus: i64,
        /// The coordinate of the first run.
        offset: Affine,
    },
}

/// The forms of an update's indices, at most one a variable.
pub fn forms_of(update: &Update) -> Vec<TargetForm> {
    forms(target(update), update.domain.0.len())
}

/// Whether some index of an update's target is a value.
pub fn has_data(update: &Update) -> bool {
    target(update).iter().any(|i| matches!(i, Index::Value(_)))
}

/// Those of a target's indices.
fn forms(target: &[Index], rank: usize) -> Vec<TargetForm> {
    let mut found: Vec<TargetForm> = Vec::new();
    for (dim, index) in target.iter().enumerate() {
        let Index::Affine(a) = index else { continue };
        let own = |v: &VarId| v.0 < rank;
        let vars: Vec<VarId> = a.vars().into_iter().filter(own).collect();
        let [var] = vars[..] else { continue };
        if found.iter().any(|f| f.var == var) {
            continue;
        }
        found.extend(form(a, var).map(|kind| TargetForm { dim, var, kind }));
    }
    found
}

fn form(a: &Affine, var: VarId) -> Option<FormKind> {
    let linear = a.coefficient(&Atom::Var(var));
    let with_var = |atom: &Atom| matches!(atom, Atom::Div(inner, _) if inner.mentions_var(var));
    let divisions: Vec<&(Atom, i64)> = a.terms().iter().filter(|t| with_var(&t.0)).collect();
    let shift_of = |inner: &Affine| {
        let shift = inner.sub(&var.into());
        (!shift.mentions_var(var)).then_some(shift)
    };
    match divisions[..] {
        [] if linear != 0 => Some(FormKind::Plain),
        [(atom @ Atom::Div(inner, divisor), k)] => {
            let rest = a.add_scaled(&Affine::atom(atom.clone()), -k);
            let shift = shift_of(inner)?;
            match (linear, *k) {
                (0, 1) => Some(FormKind::Quotient { shift, divisor: *divisor, offset: rest }),
                (1, k) if k == -divisor => {
                    let offset = rest.sub(inner);
                    Some(FormKind::Remainder { shift, modulus: *divisor, offset })
                }
                _ => None,
            }
        }
        [one, other] if linear == 0 => block_cyclic(a, one, other, shift_of),
        _ => None,
    }
}

/// The form of a remainder of a quotient, which is the difference of two divisions.
fn block_cyclic(
    a: &Affine,
    one: &(Atom, i64),
    other: &(Atom, i64),
    shift_of: impl Fn(&Affine) -> Option<Affine>,
) -> Option<FormKind> {
    let (small, large) = if one.1 == 1 { (one, other) } else { (other, one) };
    let (Atom::Div(inner, run), Atom::Div(same, product)) = (&small.0, &large.0) else {
        return None;
    };
    let modulus = large.1.checked_neg()?;
    if inner != same || small.1 != 1 || run.checked_mul(modulus) != Some(*product) {
        return None;
    }
    let divisions =
        Affine::atom(small.0.clone()).add_scaled(&Affine::atom(large.0.clone()), large.1);
    let offset = a.sub(&divisions);
    Some(FormKind::BlockCyclic { shift: shift_of(inner)?, run: *run, modulus, offset })
}
