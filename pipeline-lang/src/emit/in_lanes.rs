//! Index expressions that differ from lane to lane, as vectors.

use super::index::Scope;
use pipeline_core::ir::{Affine, Atom, VarId};
use pipeline_core::loops::build::halvings;
use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// The values of an index expression in the lanes of a loop over `lane`, as `i32`s that wrap; `None`
/// if it divides the variable in a way that vectors do not.
pub fn indices(scope: &Scope<'_>, a: &Affine, lane: VarId) -> Option<TokenStream> {
    let mut linear = a.clone();
    let mut sum = TokenStream::new();
    for halving in halvings(a, lane)? {
        let atom = Affine::atom(Atom::Div(halving.inner.clone(), 1 << halving.shift));
        linear = linear.add_scaled(&atom, -halving.factor);
        let first = scope.affine(&halving.inner);
        let step = Literal::i64_unsuffixed(halving.step);
        let shift = Literal::u32_unsuffixed(halving.shift);
        let quotients = quote!(rt::quotients::<V, { #step }, #shift>(#first));
        let factor = Literal::i64_unsuffixed(halving.factor);
        sum.extend(match halving.factor {
            1 => quote!(+ #quotients),
            _ => quote!(+ #quotients * V::I32::splat((#factor) as i32)),
        });
    }
    let step = Literal::i64_unsuffixed(linear.coefficient(&Atom::Var(lane)));
    let first = scope.affine(&linear);
    Some(quote!((V::iota((#first) as i32, #step) #sum)))
}
