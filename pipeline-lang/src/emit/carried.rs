//! Functions that carry values from vector to vector.

use super::block::{block, carried, handed_on};
use super::load::Accesses;
use super::operands::Operands;
use super::signature::{args, function_name, params, short_name, with_sizes};
use super::types::lanes_type;
use super::values::{ahead, values_with_names};
use pipeline_core::ir::{ExprId, VarId};
use pipeline_core::kernel::{Block, Carrying, Row};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

/// A function of this number.
pub struct CarriedFunction<'a> {
    /// Its loads and stores.
    pub accesses: &'a Accesses<'a>,
    /// The number.
    pub number: usize,
    /// How it carries values.
    pub of: &'a Carrying,
}

impl CarriedFunction<'_> {
    /// The functions of vectors, of what is computed ahead, of what is handed to the first vector
    /// of a row, and of points, whose `body` is given.
    pub fn functions(&self, var: VarId, doc: &str, body: &TokenStream) -> TokenStream {
        let Accesses { site, function } = self.accesses;
        let (name, short) = (function_name(self.number), short_name(self.number));
        let FunctionNames { ahead: of_ahead, last, point, .. } = FunctionNames::new(self.number);
        let params = params(site, function);
        let asked = ahead(site, function);
        let (statements, operands) = block(self.accesses, &self.of.ahead, "t");
        let results = self.of.values.iter().map(|id| operands.name(*id));
        let types = types(&self.of.ahead, &self.of.values);
        let (vectors, values) = values_with_names(self.accesses, &self.of.value, &self.of.stores);
        let all = || (0..self.of.values.len()).map(carried);
        let current = all().map(|[current, _]| current);
        let next: Vec<Ident> = all().map(|[_, next]| next).collect();
        let (ends, of_ends) = self.at_ends(var);
        let BehindCode { taken, given, value, first } = self.behind(&values);
        let handed = handed(self.number, self.of);
        let (var, span) = (site.scope.var(var), nearest(self.of));
        let (of_ends_too, _) = self.to_ends();
        let carrying = match function.ends {
            true => quote!(rt::carrying_to_ends!),
            false => quote!(rt::carrying!),
        };
        let whole = with_sizes(quote!(#(#asked)* #(#vectors)* #value));
        let ahead = with_sizes(quote!(#(#statements)* (#(#results,)*)));
        quote! {
            #[doc = #doc]
            #[inline(always)]
            unsafe fn #name<V: Isa, const UNIT: bool #of_ends_too>(
                (#(#current,)*): #types,
                (#(#next,)*): #types,
                #taken
                #params
            ) #given {
                #whole
            }
            #[inline(always)]
            unsafe fn #of_ahead<V: Isa, const UNIT: bool #of_ends_too>(#params) -> #types {
                #ahead
            }
            #[inline(always)]
            unsafe fn #last<V: Isa, const UNIT: bool #of_ends_too>(at: isize, last: isize, #params) -> #types {
                #(#ends)*
                (#(#of_ends,)*)
            }
            #first
            #[inline(always)]
            unsafe fn #point<V: Isa, const UNIT: bool #of_ends_too>(#params) #body
            #carrying {
                #var up to #span: #name #of_ahead #last #handed #point #short (#params)
            }
        }
    }

    /// The parameter of functions that says whether they look at the ends of lines, if some do, and
    /// the argument.
    fn to_ends(&self) -> (TokenStream, TokenStream) {
        match self.accesses.function.ends {
            true => (quote!(, const ENDS: bool), quote!(, ENDS)),
            false => (TokenStream::new(), TokenStream::new()),
        }
    }

    /// What the function of vectors, whose values these are, takes from the vector before and gives
    /// to the next beside what is computed ahead, and the function that gives it to the first one:
    /// the lanes before it are the nearest points that it needs.
    fn behind(&self, values: &Operands) -> BehindCode {
        let Carrying { behind, first, value, .. } = self.of;
        if behind.is_empty() {
            return BehindCode::default();
        }
        let Accesses { site, function } = self.accesses;
        let params = params(site, function);
        let (all, kept) = (0..behind.len(), behind.iter().map(|of| of.value));
        let (all, kept): (Vec<Ident>, Vec<ExprId>) = (all.map(handed_on).collect(), kept.collect());
        let types = types(value, &kept);
        let kept = kept.iter().map(|id| values.name(*id));
        let name = FunctionNames::new(self.number).first;
        let (of_ends_too, _) = self.to_ends();
        let (statements, operands) = block(self.accesses, first, "t");
        let lanes = behind.iter().map(|of| {
            let value = operands.name(of.first);
            let Some(span) = of.span.map(Literal::i64_unsuffixed) else { return quote!(#value) };
            quote!(rt::lanes_from::<V, _>(#value, #span))
        });
        let lanes = with_sizes(quote!(#(#statements)* (#(#lanes,)*)));
        BehindCode {
            taken: quote!((#(#all,)*): #types,),
            given: quote!(-> #types),
            value: quote!((#(#kept,)*)),
            first: quote! {
                #[inline(always)]
                unsafe fn #name<V: Isa, const UNIT: bool #of_ends_too>(#params) -> #types {
                    #lanes
                }
            },
        }
    }

    /// What is ahead of the last vectors of a row: for each span, all values at the last place that
    /// has one, and of the value that has that span, the lanes that are meant.
    fn at_ends(&self, var: VarId) -> (Vec<TokenStream>, Vec<TokenStream>) {
        let Accesses { site, function } = self.accesses;
        let (var, args) = (site.scope.var(var), args(site, function));
        let FunctionNames { ahead, .. } = FunctionNames::new(self.number);
        let (_, whether) = self.to_ends();
        let mut spans = self.of.spans.clone();
        spans.sort_unstable();
        spans.dedup();
        let ends = spans.iter().enumerate().map(|(i, span)| {
            let (values, span) = (format_ident!("c{i}"), Literal::i64_unsuffixed(*span));
            let place = format_ident!("d{i}");
            quote! {
                let #place = ::core::cmp::min(at, last + #span);
                let #values = { let #var = #place; #ahead::<V, UNIT #whether>(#args) };
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

/// What goes from vector to vector beside what is computed ahead: nothing, where no value is
/// computed from carried ones.
#[derive(Default)]
struct BehindCode {
    /// A parameter.
    taken: TokenStream,
    /// The type that is returned.
    given: TokenStream,
    /// What is returned.
    value: TokenStream,
    /// The function that computes it for the first vector.
    first: TokenStream,
}

/// A tuple of the types of some values.
fn types(of: &Block, values: &[ExprId]) -> TokenStream {
    let types = values.iter().map(|id| lanes_type(of.exprs[id.0].ty));
    quote!((#(#types,)*))
}

/// The variable of what vectors hand on beside what is ahead, and where the first one has it from.
fn handed(number: usize, of: &Carrying) -> Option<TokenStream> {
    let first = FunctionNames::new(number).first;
    (!of.behind.is_empty()).then(|| quote!([behind = #first]))
}

/// How many points further all values are needed, at least.
fn nearest(of: &Carrying) -> Literal {
    Literal::i64_unsuffixed(of.spans.iter().copied().min().unwrap_or_default())
}

/// The loop over the points of a row, in these vectors with this call.
pub fn row(
    site: &super::site::Site<'_>,
    row: &Row,
    of: &Carrying,
    vectors: &TokenStream,
    call: &TokenStream,
) -> TokenStream {
    let scope = &site.scope;
    let (var, lo, hi) = (scope.var(row.var), scope.bound(&row.lo), scope.bound(&row.hi));
    let span = nearest(of);
    let code = site.nest.code(row.function);
    let (name, short) = (function_name(code), short_name(code));
    let FunctionNames { ahead, last, .. } = FunctionNames::new(code);
    let handed = handed(code, of);
    let functions = quote!(#vectors, #name #ahead #last #handed #short #call);
    match &row.ends {
        None => quote!(rt::carried!(#var in #lo, #hi, #span => #functions);),
        Some(ends) => {
            let (inside, extent) = site.inside(ends);
            quote! {
                rt::carried_to_ends!(#var in #lo, #hi, #span, #inside, #extent => #functions);
            }
        }
    }
}

/// What goes with the function of a number.
struct FunctionNames {
    ahead: Ident,
    last: Ident,
    first: Ident,
    point: Ident,
}

impl FunctionNames {
    fn new(number: usize) -> FunctionNames {
        FunctionNames {
            ahead: format_ident!("ahead_{number}"),
            last: format_ident!("last_{number}"),
            first: format_ident!("first_{number}"),
            point: format_ident!("point_{number}"),
        }
    }
}
