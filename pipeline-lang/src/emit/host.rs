//! What the caller of a nest runs: `let`s and serial loops around launches.

use super::site::Site;
use super::task::kernel_name;
use pipeline_core::ir::VarId;
use pipeline_core::kernel::{HostStmt, Launch, Points, PointsTerm, Runs, Work};
use pipeline_core::loops::{Bound, Span};
use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, quote};

/// The statements of `run`.
pub fn host(site: &Site<'_>, stmts: &[HostStmt]) -> TokenStream {
    stmts.iter().map(|s| stmt(site, s)).collect()
}

fn stmt(site: &Site<'_>, stmt: &HostStmt) -> TokenStream {
    let scope = &site.scope;
    match stmt {
        HostStmt::Declare(vars) => {
            let vars = vars.iter().map(|v| site.variable(*v));
            quote!(#(let #vars: isize = 0;)*)
        }
        HostStmt::Let { var, value } => {
            let (name, value) = (scope.var(*var), scope.bound(value));
            quote!(let #name = #value;)
        }
        HostStmt::When { tests, body } => {
            let tests = tests.iter().map(|t| scope.test(t));
            let body = host(site, body);
            quote!(if #(#tests)&&* { #body })
        }
        HostStmt::For { var, lo, hi, body } => {
            let (name, lo, hi) = (scope.var(*var), scope.bound(lo), scope.bound(hi));
            let body = host(site, body);
            quote!(for #name in #lo..(#hi) + 1 { #body })
        }
        HostStmt::Runs(of) => runs(site, of),
        HostStmt::Bundle => {
            let arrays = site.nest.reads.iter().chain(&site.nest.writes).map(|s| site.field(*s));
            let fields = site.nest.fields.iter().map(|v| site.variable(*v));
            quote!(let n = Nest::<UNIT> { p, #(#arrays,)* #(#fields),* };)
        }
        HostStmt::Launch(of) => launch(site, of),
    }
}

fn launch(site: &Site<'_>, Launch { kernel, ranges, by, work }: &Launch) -> TokenStream {
    let kernel = kernel_name(*kernel);
    let rows = rows(site, ranges);
    let by = by.map(|(dim, many)| {
        let (dim, many) = (Literal::usize_unsuffixed(dim), site.variable(many));
        quote!(.by(#dim, #many))
    });
    let points = self::work(site, work);
    quote! {
        let iterations = #rows #by;
        // The iterations of a parallel loop write distinct points.
        rt::launch(&#kernel::<UNIT> { n, iterations }, iterations.len(), #points);
    }
}

/// The iterations of parallel loops.
fn rows(site: &Site<'_>, ranges: &[Span]) -> TokenStream {
    let rank = Literal::usize_unsuffixed(ranges.len());
    let los = ranges.iter().map(|range| site.scope.bound(&range.lo));
    let his = ranges.iter().map(|range| site.scope.bound(&range.hi));
    quote!(rt::Rows::<#rank>::new([#(#los),*], [#(#his),*]))
}

/// How many strips run as one.
fn runs(site: &Site<'_>, Runs { many, strips, beside, stored, again }: &Runs) -> TokenStream {
    let many = site.variable(*many);
    let (strips, beside) = (rows(site, std::slice::from_ref(strips)), rows(site, beside));
    let points = stored.iter().map(|source| {
        let array = site.field(*source);
        quote!(#array.points())
    });
    let points = points.reduce(|a, b| quote!(usize::saturating_add(#a, #b)));
    let points = points.expect("a nest stores something");
    let again = Literal::usize_unsuffixed(usize::try_from(*again).expect("at least 0"));
    quote!(let #many: isize = rt::strips_of_a_run(#strips.len(), #beside.len(), #points, #again);)
}

/// The points that a task computes.
fn work(site: &Site<'_>, work: &Work) -> TokenStream {
    match work {
        Work::Share(sources) => {
            let of = sources.iter().map(|source| {
                let array = site.field(*source);
                quote!(n.#array.points())
            });
            let all = of.reduce(|a, b| quote!(usize::saturating_add(#a, #b)));
            let all = all.expect("a nest stores something");
            quote!(#all / iterations.len().max(1))
        }
        Work::Count { firsts, points: of } if firsts.is_empty() => points(site, of),
        Work::Count { firsts, points: of } => {
            let firsts = firsts.iter().map(|(var, value)| first(site, *var, value));
            let (firsts, points) = (firsts.collect::<TokenStream>(), points(site, of));
            quote!({ #firsts #points })
        }
    }
}

fn first(site: &Site<'_>, var: VarId, value: &Bound) -> TokenStream {
    let (name, value) = (site.variable(var), site.scope.bound(value));
    quote!(let #name: isize = #value;)
}

fn points(site: &Site<'_>, Points { lets, terms }: &Points) -> TokenStream {
    let scope = &site.scope;
    let lets = lets.iter().map(|(var, value)| {
        let (name, value) = (scope.var(*var), scope.bound(value));
        quote!(let #name = #value;)
    });
    let lets: TokenStream = lets.collect();
    let terms = terms.iter().map(|term| match term {
        PointsTerm::Fixed(n) => Literal::usize_unsuffixed(*n).into_token_stream(),
        PointsTerm::Sum(inside) => points(site, inside),
        PointsTerm::Loop { var: Some(var), lo, hi, inside } => {
            let (name, hi) = (scope.var(*var), scope.bound(hi));
            let (first, inside) = (first(site, *var, lo), points(site, inside));
            quote!(({
                #first
                rt::extent(#name, #hi).saturating_mul(#inside)
            }))
        }
        PointsTerm::Loop { var: None, lo, hi, inside } => {
            let (lo, hi, inside) = (scope.bound(lo), scope.bound(hi), points(site, inside));
            quote!(rt::extent(#lo, #hi).saturating_mul(#inside))
        }
    });
    let sum = terms.reduce(|a, b| quote!(usize::saturating_add(#a, #b)));
    let sum = sum.unwrap_or_else(|| quote!(0));
    if lets.is_empty() { sum } else { quote!(({ #lets #sum })) }
}
