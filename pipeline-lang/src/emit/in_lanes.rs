//! Index expressions that differ from lane to lane, as vectors.

use super::index::Spelling;
use pipeline_core::kernel::InLanes;
use pipeline_core::loops::build::LaneQuotient;
use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// The values of an index expression, as `i32`s that wrap.
pub fn indices(scope: &Spelling<'_>, vector: &InLanes) -> TokenStream {
    let (first, step) = (scope.affine(&vector.first), Literal::i64_unsuffixed(vector.step));
    sum(scope, vector, quote!(V::iota((#first) as i32, #step)), quote!(rt::quotients))
}

/// How far the values of an index expression are from that of the first lane.
pub fn distances(scope: &Spelling<'_>, vector: &InLanes) -> TokenStream {
    let step = Literal::i64_unsuffixed(vector.step);
    sum(scope, vector, quote!(V::iota(0, #step)), quote!(rt::quotient_distances))
}

/// `first` plus, for each floor division, what the function makes of it times its factor.
fn sum(
    scope: &Spelling<'_>,
    vector: &InLanes,
    first: TokenStream,
    function: TokenStream,
) -> TokenStream {
    let terms = vector.quotients.iter().map(|LaneQuotient { inner, divisor, step, factor }| {
        let inner = scope.affine(inner);
        let [divisor, step] = [divisor, step].map(|k| Literal::i64_unsuffixed(*k));
        let quotients = quote!(#function::<V, { #step }, #divisor>(#inner));
        match factor {
            1 => quote!(+ #quotients),
            _ => {
                let factor = Literal::i64_unsuffixed(*factor);
                quote!(+ #quotients * V::I32::splat(#factor))
            }
        }
    });
    quote!((#first #(#terms)*))
}
