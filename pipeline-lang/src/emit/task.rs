//! What a task of a launch runs.

use super::copy::copy;
use super::function::{args, function_name, short_name};
use super::scratch::Scratch;
use super::site::Site;
use pipeline_core::kernel::{Kernel, Row, RowForm, Stmt};
use pipeline_core::loops::Lanes;
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

/// A kernel of a nest as a struct that implements the runtime's trait.
pub fn kernel(site: &Site<'_>, number: usize, kernel: &Kernel) -> TokenStream {
    let (name, rank) = (kernel_name(number), Literal::usize_unsuffixed(kernel.vars.len()));
    let vars = kernel.vars.iter().map(|v| site.variable(*v));
    let body = stmts(site, &kernel.body);
    let most = site.nest.of_arena().map(|pads| {
        let bytes = Scratch { site, number: pads }.bytes_fn();
        quote!(#bytes(&self.n.p))
    });
    let scratch_bytes = most.reduce(|a, b| quote!(usize::max(#a, #b))).map(|most| {
        quote! {
            fn scratch_bytes(&self) -> usize {
                #most
            }
        }
    });
    quote! {
        struct #name<const UNIT: bool> {
            n: Nest<UNIT>,
            iterations: rt::Rows<#rank>,
        }

        impl<const UNIT: bool> rt::Kernel for #name<UNIT> {
            #[inline(always)]
            unsafe fn run<W: Widths>(&self, range: ::core::ops::Range<usize>) {
                let n = &self.n;
                let p = &n.p;
                for iteration in range {
                    let [#(#vars),*] = self.iterations.at(iteration);
                    #body
                }
            }

            #scratch_bytes
        }
    }
}

/// A kernel of a nest.
pub fn kernel_name(number: usize) -> Ident {
    format_ident!("Kernel{number}")
}

fn stmts(site: &Site<'_>, stmts: &[Stmt]) -> TokenStream {
    stmts.iter().map(|s| stmt(site, s)).collect()
}

fn stmt(site: &Site<'_>, stmt: &Stmt) -> TokenStream {
    let scope = &site.scope;
    match stmt {
        Stmt::Let { var, value } => {
            let (name, value) = (scope.var(*var), scope.bound(value));
            quote!(let #name = #value;)
        }
        Stmt::When { tests, body } => {
            let tests = tests.iter().map(|t| scope.test(t));
            let body = stmts(site, body);
            quote!(if #(#tests)&&* { #body })
        }
        Stmt::For { var, lo, hi, body } => {
            let (name, lo, hi) = (scope.var(*var), scope.bound(lo), scope.bound(hi));
            let body = stmts(site, body);
            quote!(for #name in #lo..=#hi { #body })
        }
        Stmt::Row(of) => row(site, of),
        Stmt::Dense { row: dense, otherwise } => {
            let otherwise = self::stmt(site, otherwise);
            let dense = row(site, dense);
            quote!(if UNIT { #dense } else { #otherwise })
        }
        Stmt::Take { pads, base, body } => {
            let taken = Scratch { site, number: *pads }.take(base);
            let body = stmts(site, body);
            quote!(#taken #body)
        }
        Stmt::Copy(part) => copy(site, part),
        Stmt::Point(number) => {
            let name = function_name(*number);
            let args = args(site, &site.nest.functions[*number]);
            quote!(#name::<Scalar, UNIT>(#args);)
        }
    }
}

/// The loop over the points of a row, behind the pointers that do not change in it.
fn row(site: &Site<'_>, row: &Row) -> TokenStream {
    let function = &site.nest.functions[row.function];
    let pointers = function.loaded.iter().chain(&function.stored).map(|pointer| {
        let (name, address) = (site.scope.names.ident(&pointer.name), site.pointer(&pointer.line));
        quote!(let #name = #address;)
    });
    let pointers: TokenStream = pointers.collect();
    let scope = &site.scope;
    let (name, lo, hi) = (scope.var(row.var), scope.bound(&row.lo), scope.bound(&row.hi));
    let (args, short) = (args(site, function), short_name(row.function));
    let function = function_name(row.function);
    let points = match row.form {
        RowForm::Vectors(lanes) => {
            let vectors = vectors(lanes);
            quote!(rt::vectors!(#name in #lo, #hi => #vectors, #function #short (#args));)
        }
        RowForm::VectorsAndPoints(lanes) => {
            let vectors = vectors(lanes);
            quote!(rt::changes!(#name in #lo, #hi => #vectors, #function #short (#args));)
        }
        RowForm::Points => quote!(rt::points!(#name in #lo, #hi => #function (#args));),
    };
    quote!({
        #pointers
        #points
    })
}

/// The vectors of the instruction set `W` that have so many lanes.
fn vectors(lanes: Lanes) -> TokenStream {
    match lanes {
        Lanes::Eight => quote!(W::Eight),
        Lanes::Of32 => quote!(W::Of32),
        Lanes::Of16 => quote!(W::Of16),
        Lanes::Of8 => quote!(W::Of8),
    }
}
