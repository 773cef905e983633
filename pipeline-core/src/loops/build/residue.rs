//! Replacing a variable by `modulus · quotient + residue`, so that floor divisions resolve.

use crate::ir::{Affine, Atom, Block, Index, Interval, Node, VarId};

/// Largest number of residues a row is split into.
const MAX_MODULUS: i64 = 8;

/// Applies `f` to every index expression of a block and of its window bodies.
pub fn map_affine(block: &Block, f: &impl Fn(&Affine) -> Affine) -> Block {
    let mut block = block.clone();
    for expr in &mut block.exprs {
        match &mut expr.node {
            Node::Index(a) => *a = f(a),
            Node::Test(t) => t.affine = f(&t.affine),
            Node::Read { index, .. } => {
                for i in index {
                    if let Index::Affine(a) = i {
                        *a = f(a);
                    }
                }
            }
            Node::Reduce { body, .. } => **body = map_affine(body, f),
            _ => {}
        }
    }
    block
}

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

/// The least modulus under which every floor division of `var` in the block resolves; 1 when
/// there is none, or when it would exceed the limit.
pub fn resolving_modulus(block: &Block, var: VarId) -> i64 {
    let mut modulus = 1;
    let mut visit = |a: &Affine| modulus = least_common_multiple(modulus, affine_modulus(a, var));
    visit_affine(block, &mut visit);
    if modulus <= MAX_MODULUS { modulus } else { 1 }
}

fn visit_affine(block: &Block, f: &mut impl FnMut(&Affine)) {
    for expr in &block.exprs {
        match &expr.node {
            Node::Index(a) => f(a),
            Node::Test(t) => f(&t.affine),
            Node::Read { index, .. } => {
                for i in index {
                    if let Index::Affine(a) = i {
                        f(a);
                    }
                }
            }
            Node::Reduce { body, .. } => visit_affine(body, f),
            _ => {}
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
                _ => s,
            });
            least_common_multiple(m, nested.saturating_mul(step))
        }
        _ => m,
    })
}

fn least_common_multiple(a: i64, b: i64) -> i64 {
    (a / crate::ir::affine::gcd(a, b)).saturating_mul(b)
}
