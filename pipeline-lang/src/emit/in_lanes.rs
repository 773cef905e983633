//! Index expressions that differ from lane to lane, as vectors.

use super::index::Scope;
use pipeline_core::kernel::InLanes;
use pipeline_core::loops::build::Halving;
use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// The values of an index expression, as `i32`s that wrap.
pub fn indices(scope: &Scope<'_>, vector: &InLanes) -> TokenStream {
    let (first, step) = (scope.affine(&vector.first), Literal::i64_unsuffixed(vector.step));
    let quotients = |halving: &Halving| {
        let (first, step, shift) = quotient(scope, halving);
        quote!(rt::quotients::<V, { #step }, #shift>(#first))
    };
    sum(vector, quote!(V::iota((#first) as i32, #step)), quotients)
}

/// How far the values of an index expression are from that of the first lane.
pub fn distances(scope: &Scope<'_>, vector: &InLanes) -> TokenStream {
    let step = Literal::i64_unsuffixed(vector.step);
    let quotients = |halving: &Halving| {
        let (first, step, shift) = quotient(scope, halving);
        // A multiple of the divisor less, so that the quotient of the first lane is 0.
        quote!(rt::quotients::<V, { #step }, #shift>((#first) & ((1 << #shift) - 1)))
    };
    sum(vector, quote!(V::iota(0, #step)), quotients)
}

/// `first` plus, for each halving, its quotients times its factor.
fn sum(
    vector: &InLanes,
    first: TokenStream,
    quotients: impl Fn(&Halving) -> TokenStream,
) -> TokenStream {
    let terms = vector.quotients.iter().map(|halving| {
        let (quotients, factor) = (quotients(halving), Literal::i64_unsuffixed(halving.factor));
        match halving.factor {
            1 => quote!(+ #quotients),
            _ => quote!(+ #quotients * V::I32::splat(#factor)),
        }
    });
    quote!((#first #(#terms)*))
}

fn quotient(scope: &Scope<'_>, halving: &Halving) -> (TokenStream, Literal, Literal) {
    let step = Literal::i64_unsuffixed(halving.step);
    (scope.affine(&halving.inner), step, Literal::u32_unsuffixed(halving.shift))
}
