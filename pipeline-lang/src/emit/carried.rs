//! Functions that carry values from vector to vector.

use super::block::{block, carried};
use super::load::Accesses;
use super::signature::{args, function_name, params, short_name};
use super::types::lanes_type;
use super::values::{ahead, values};
use pipeline_core::ir::VarId;
use pipeline_core::kernel::{Carrying, Function, Row};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

/// A function of this number.
pub struct Carried<'a> {
    /// Its loads and stores.
    pub accesses: &'a Accesses<'a>,
    /// The number.
    pub number: usize,
    /// How it carries values.
    pub of: &'a Carrying,
}

impl Carried<'_> {
    /// The functions of vectors, of what is computed ahead, and of points, whose `body` is given.
    pub fn functions(&self, var: VarId, doc: &str, body: &TokenStream) -> TokenStream {
        let Accesses { site, function } = self.accesses;
        let (name, short) = (function_name(self.number), short_name(self.number));
        let Names { ahead: of_ahead, last, point } = Names::new(self.number);
        let params = params(site, function);
        let asked = ahead(site, function);
        let (statements, operands) = block(self.accesses, &self.of.ahead, "t");
        let results = self.of.values.iter().map(|id| operands.name(*id));
        let types = self.of.values.iter().map(|id| lanes_type(self.of.ahead.exprs[id.0].ty));
        let types = quote!((#(#types,)*));
        let vectors = values(self.accesses, &self.of.value, &self.of.stores);
        let all = || (0..self.of.values.len()).map(carried);
        let current = all().map(|[current, _]| current);
        let next: Vec<Ident> = all().map(|[_, next]| next).collect();
        let (ends, of_ends) = self.at_ends(var);
        let (var, span) = (site.scope.var(var), nearest(self.of));
        quote! {
            #[doc = #doc]
            #[inline(always)]
            unsafe fn #name<V: Isa, const UNIT: bool>(
                (#(#current,)*): #types,
                (#(#next,)*): #types,
                #params
            ) {
                let p = &n.p;
                #(#asked)*
                #(#vectors)*
            }
            #[inline(always)]
            unsafe fn #of_ahead<V: Isa, const UNIT: bool>(#params) -> #types {
                let p = &n.p;
                #(#statements)*
                (#(#results,)*)
            }
            #[inline(always)]
            unsafe fn #last<V: Isa, const UNIT: bool>(at: isize, last: isize, #params) -> #types {
                #(#ends)*
                (#(#of_ends,)*)
            }
            #[inline(always)]
            unsafe fn #point<V: Isa, const UNIT: bool>(#params) #body
            rt::carrying! {
                #var up to #span: #name #of_ahead #last #point #short (#params)
            }
        }
    }

    /// What is ahead of the last vectors of a row: for each span, all values at the last place that
    /// has one, and of the value that has that span, the lanes that are meant.
    fn at_ends(&self, var: VarId) -> (Vec<TokenStream>, Vec<TokenStream>) {
        let Accesses { site, function } = self.accesses;
        let (var, args) = (site.scope.var(var), args(site, function));
        let Names { ahead, .. } = Names::new(self.number);
        let mut spans = self.of.spans.clone();
        spans.sort_unstable();
        spans.dedup();
        let ends = spans.iter().enumerate().map(|(i, span)| {
            let (values, span) = (format_ident!("c{i}"), Literal::i64_unsuffixed(*span));
            let place = format_ident!("d{i}");
            quote! {
                let #place = ::core::cmp::min(at, last + #span);
                let #values = { let #var = #place; #ahead::<V, UNIT>(#args) };
            }
        });
        let of_ends = self.of.spans.iter().enumerate().map(|(value, span)| {
            let i = spans.iter().position(|of| of == span).unwrap_or_default();
            let (values, place) = (format_ident!("c{i}"), format_ident!("d{i}"));
            let value = Literal::usize_unsuffixed(value);
            quote!(rt::lanes_from::<V, _>(#values.#value, (at - #place) as usize))
        });
        (ends.collect(), of_ends.collect())
    }
}

/// How many points further all values are needed, at least.
fn nearest(of: &Carrying) -> Literal {
    Literal::i64_unsuffixed(of.spans.iter().copied().min().unwrap_or_default())
}

/// The loop over the points of a row, in these vectors.
pub fn row(
    site: &super::site::Site<'_>,
    row: &Row,
    function: &Function,
    of: &Carrying,
    vectors: &TokenStream,
) -> TokenStream {
    let scope = &site.scope;
    let (var, lo, hi) = (scope.var(row.var), scope.bound(&row.lo), scope.bound(&row.hi));
    let (args, span) = (args(site, function), nearest(of));
    let (name, short) = (function_name(row.function), short_name(row.function));
    let Names { ahead, last, .. } = Names::new(row.function);
    quote! {
        rt::carried!(#var in #lo, #hi, #span => #vectors, #name #ahead #last #short (#args));
    }
}

/// What goes with the function of a number.
struct Names {
    ahead: Ident,
    last: Ident,
    point: Ident,
}

impl Names {
    fn new(number: usize) -> Names {
        Names {
            ahead: format_ident!("ahead_{number}"),
            last: format_ident!("last_{number}"),
            point: format_ident!("point_{number}"),
        }
    }
}
