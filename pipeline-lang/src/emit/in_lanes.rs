//! Index expressions that differ from lane to lane, as vectors.

use super::index::Scope;
use pipeline_core::ir::{Affine, Atom, VarId};
use pipeline_core::loops::build::{Halving, halvings};
use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// Factors up to this size keep what differs between lanes far within 32 bits.
const MAX_FACTOR: i64 = 1 << 20;

/// The points of the longest vector.
const LANES: i64 = 8;

/// An index expression in the lanes of a loop over `lane`: `step · lane + rest`, and quotients.
struct Parts {
    linear: Affine,
    step: i64,
    halvings: Vec<Halving>,
}

/// The parts of an expression; `None` if it divides the variable in a way that vectors do not, or
/// if its factors are too large.
fn parts(a: &Affine, lane: VarId) -> Option<Parts> {
    let mut linear = a.clone();
    let halvings = halvings(a, lane)?;
    for halving in &halvings {
        let atom = Affine::atom(Atom::Div(halving.inner.clone(), 1 << halving.shift));
        linear = linear.add_scaled(&atom, -halving.factor);
    }
    let step = linear.coefficient(&Atom::Var(lane));
    let mut factors = halvings.iter().map(|h| h.factor).chain([step]);
    factors.all(|k| k.abs() <= MAX_FACTOR).then_some(Parts { linear, step, halvings })
}

impl Parts {
    /// How far the last of eight lanes is from the first at most. All of a vector's factors
    /// together may exceed what each of them may not.
    fn farthest(&self) -> i64 {
        let of_quotients = self.halvings.iter().map(|h| {
            let quotients = ((h.step.abs() * LANES) >> h.shift) + 1;
            h.factor.abs() * quotients
        });
        self.step.abs() * LANES + of_quotients.sum::<i64>()
    }
}

/// `first` plus, for each halving, its quotients times its factor.
fn sum(
    parts: &Parts,
    first: TokenStream,
    quotients: impl Fn(&Halving) -> TokenStream,
) -> TokenStream {
    let terms = parts.halvings.iter().map(|halving| {
        let (quotients, factor) = (quotients(halving), Literal::i64_unsuffixed(halving.factor));
        match halving.factor {
            1 => quote!(+ #quotients),
            _ => quote!(+ #quotients * V::I32::splat(#factor)),
        }
    });
    quote!((#first #(#terms)*))
}

/// The values of an index expression, as `i32`s that wrap.
pub fn indices(scope: &Scope<'_>, a: &Affine, lane: VarId) -> Option<TokenStream> {
    let parts = parts(a, lane)?;
    let (first, step) = (scope.affine(&parts.linear), Literal::i64_unsuffixed(parts.step));
    let quotients = |halving: &Halving| {
        let (first, step, shift) = quotient(scope, halving);
        quote!(rt::quotients::<V, { #step }, #shift>(#first))
    };
    Some(sum(&parts, quote!(V::iota((#first) as i32, #step)), quotients))
}

/// How far the values of an index expression are from that of the first lane; `None` also if that
/// may be more than 32 bits hold, for an array may be as long.
pub fn distances(scope: &Scope<'_>, a: &Affine, lane: VarId) -> Option<TokenStream> {
    let parts = parts(a, lane).filter(|p| p.farthest() <= i64::from(i32::MAX))?;
    let step = Literal::i64_unsuffixed(parts.step);
    let quotients = |halving: &Halving| {
        let (first, step, shift) = quotient(scope, halving);
        // A multiple of the divisor less, so that the quotient of the first lane is 0.
        quote!(rt::quotients::<V, { #step }, #shift>((#first) & ((1 << #shift) - 1)))
    };
    Some(sum(&parts, quote!(V::iota(0, #step)), quotients))
}

fn quotient(scope: &Scope<'_>, halving: &Halving) -> (TokenStream, Literal, Literal) {
    let step = Literal::i64_unsuffixed(halving.step);
    (scope.affine(&halving.inner), step, Literal::u32_unsuffixed(halving.shift))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_that_no_lane_holds_are_told() {
        let x = Affine::from(VarId(0));
        let farthest = |a: &Affine| parts(a, VarId(0)).map(|p| p.farthest());
        assert_eq!(farthest(&x.scale(-3).offset(9)), Some(24));
        assert_eq!(farthest(&x.scale(5).floor_div(4).scale(7)), Some(77));
        let steep = x.scale(MAX_FACTOR + 1);
        assert_eq!(farthest(&steep), None);
        // Each factor is small enough; together they are not.
        let far = x.scale(MAX_FACTOR - 1).floor_div(2).scale(MAX_FACTOR);
        assert!(farthest(&far).is_some_and(|far| far > i64::from(i32::MAX)), "{far:?}");
    }
}
