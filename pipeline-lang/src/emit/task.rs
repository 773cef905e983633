//! What a task of a launch runs.

use super::carried;
use super::copy::copy;
use super::scratch::Scratch;
use super::signature::{args, function_name, handed, short_name};
use super::site::Site;
use super::tokens::{braced, infix, listed, named};
use pipeline_core::kernel::{Copied, Kernel, PointFunction, Pointer, Row, RowForm, Stmt};
use pipeline_core::loops::Lanes;
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{ToTokens, format_ident, quote};
use std::collections::HashSet;

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
    let tables = site.nest.looks_up().then(|| {
        quote!(
            const TABLES: bool = true;
        )
    });
    let points = (!kernel.in_vectors()).then(|| {
        quote!(
            const VECTORS: bool = false;
        )
    });
    let nest = &site.nest.name;
    quote! {
        struct #name<const UNIT: bool> {
            n: Nest<UNIT>,
            iterations: rt::Rows<#rank>,
        }

        impl<const UNIT: bool> rt::Kernel for #name<UNIT> {
            #tables
            #points
            const NEST: &'static str = #nest;

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
            let name = scope.var(*var);
            named(quote!(let #name), scope.bound(value))
        }
        Stmt::When { tests, body } => {
            let tests = tests.iter().map(|t| scope.test(t));
            let body = braced(stmts(site, body));
            quote!(if #(#tests)&&* #body)
        }
        Stmt::For { var, lo, hi, body } => {
            let (name, lo, hi) = (scope.var(*var), scope.bound(lo), scope.bound(hi));
            let body = braced(stmts(site, body));
            quote!(for #name in #lo..#hi + 1 #body)
        }
        Stmt::Row(of) => row(site, of),
        Stmt::Dense { row: dense, otherwise } => {
            let otherwise = self::stmt(site, otherwise);
            let dense = row(site, dense);
            quote!(if UNIT { #dense } else { #otherwise })
        }
        Stmt::Take { pads, base, body } => {
            let taken = Scratch { site, number: *pads }.take(base);
            let streamed = Streamed::within(site, body);
            let declared = streamed.iter().map(|line| line.declare(site));
            let finished = streamed.iter().map(|line| line.finish(site));
            let body = stmts(site, body);
            quote!(#taken #(#declared)* #body #(#finished)*)
        }
        Stmt::Copy(part) => copy(site, part),
        Stmt::Point(number) => {
            let name = function_name(site.nest.code(*number));
            let args = args(site, &site.nest.functions[*number]);
            quote!(#name::<Scalar, UNIT>(#args);)
        }
    }
}

/// The loop over the points of a row.
fn row(site: &Site<'_>, row: &Row) -> TokenStream {
    RowLoop { site, row, function: &site.nest.functions[row.function] }.points()
}

/// The loop over the points of a row.
struct RowLoop<'a> {
    site: &'a Site<'a>,
    row: &'a Row,
    /// What it calls for each of them.
    function: &'a PointFunction,
}

impl RowLoop<'_> {
    /// The loop in the row's form.
    fn points(&self) -> TokenStream {
        let RowLoop { site, row, function } = self;
        match row.form {
            RowForm::Vectors(lanes) | RowForm::Streamed(lanes) => {
                self.in_vectors(lanes, &self.call())
            }
            RowForm::Copied(lanes) => {
                let copied = function.copied().expect("a copied row has a function that copies");
                let copy = copy_row(site, &copied, row);
                let rows = Streamed(copied.to).rows(site);
                let (pointers, args) = (self.pointers(), args(site, function));
                let vectors = self.in_vectors(lanes, &quote!((#args)));
                quote!({
                    #(let #pointers;)*
                    if #rows.are_large() {
                        #copy
                    } else {
                        #vectors
                    }
                })
            }
            RowForm::VectorsAndPoints(lanes) => {
                let ([name, lo, hi], functions) = (self.range(), self.functions(lanes));
                let call = self.call();
                quote!(rt::changes!(#name in #lo, #hi => #functions #call);)
            }
            RowForm::Points => {
                let ([name, lo, hi], call) = (self.range(), self.call());
                let called = function_name(self.code());
                quote!(__points!(#name in #lo, #hi => #called #call);)
            }
        }
    }

    /// What a function is called with: arguments that have a name already, and pointers.
    fn call(&self) -> TokenStream {
        let handed = handed(self.site, self.function);
        let mut call = quote!((#handed));
        call.extend([listed(self.pointers())]);
        call
    }

    /// The names of the pointers that do not change in the loop, and what they are.
    fn pointers(&self) -> Vec<TokenStream> {
        let RowLoop { site, row, function } = self;
        let address = |pointer: &Pointer| {
            (site.scope.names.ident(&pointer.name), site.pointer(&pointer.line))
        };
        let loaded = function.loaded.iter().map(address);
        let stored = function.stored.iter().map(|pointer| {
            let (name, address) = address(pointer);
            match row.form {
                RowForm::Streamed(_) => (name, self.streamed(pointer, &address)),
                RowForm::Vectors(_)
                | RowForm::Copied(_)
                | RowForm::VectorsAndPoints(_)
                | RowForm::Points => (name, address),
            }
        });
        let assigned =
            |(name, address): (Ident, TokenStream)| infix(name.into_token_stream(), '=', address);
        loaded.chain(stored).map(assigned).collect()
    }

    /// Where a row is computed that is written to this address later.
    fn streamed(&self, pointer: &Pointer, address: &TokenStream) -> TokenStream {
        let ([_, lo, hi], rows) = (self.range(), Streamed(pointer).rows(self.site));
        quote!(#rows.start(#address, #lo, #hi))
    }

    /// The number of the function that runs.
    fn code(&self) -> usize {
        self.site.nest.code(self.row.function)
    }

    /// The variable, and its first and last value.
    fn range(&self) -> [TokenStream; 3] {
        let (scope, row) = (&self.site.scope, self.row);
        [scope.var(row.var), scope.bound(&row.lo), scope.bound(&row.hi)]
    }

    /// The vectors, and what is called for each of them.
    fn functions(&self, lanes: Lanes) -> TokenStream {
        let (vectors, code) = (vectors(lanes), self.code());
        let (function, short) = (function_name(code), short_name(code));
        quote!(#vectors, #function #short)
    }

    /// The loop in vectors, each with this call.
    fn in_vectors(&self, lanes: Lanes, call: &TokenStream) -> TokenStream {
        let RowLoop { site, row, function } = self;
        if let Some(of) = &function.carrying {
            return carried::row(site, row, of, &vectors(lanes), call);
        }
        let ([name, lo, hi], functions) = (self.range(), self.functions(lanes));
        match &row.ends {
            None => quote!(__vectors!(#name in #lo, #hi => #functions #call);),
            Some(ends) => {
                let (inside, extent) = site.inside(ends);
                quote! {
                    rt::vectors_to_ends!(
                        #name in #lo, #hi, #inside, #extent => #functions #call
                    );
                }
            }
        }
    }
}

/// The line of an array, rows of which are written past the caches.
struct Streamed<'a>(&'a Pointer);

impl Streamed<'_> {
    /// Those that a function stores to.
    fn of(function: &PointFunction) -> impl Iterator<Item = Streamed<'_>> {
        function.stored.iter().map(Streamed)
    }

    /// Those that statements store to.
    fn within<'a>(site: &'a Site<'_>, stmts: &'a [Stmt]) -> Vec<Streamed<'a>> {
        let of_row = |row: &Row| match row.form {
            RowForm::Streamed(_) | RowForm::Copied(_) => {
                Streamed::of(&site.nest.functions[row.function]).collect()
            }
            RowForm::Vectors(_) | RowForm::VectorsAndPoints(_) | RowForm::Points => Vec::new(),
        };
        let of_stmt = |stmt: &'a Stmt| match stmt {
            Stmt::Row(row) | Stmt::Dense { row, .. } => of_row(row),
            Stmt::When { body, .. } | Stmt::For { body, .. } => Streamed::within(site, body),
            Stmt::Let { .. } | Stmt::Take { .. } | Stmt::Copy(_) | Stmt::Point(_) => Vec::new(),
        };
        let mut all: Vec<Streamed<'a>> = stmts.iter().flat_map(of_stmt).collect();
        let mut seen = HashSet::new();
        all.retain(|line| seen.insert(&line.0.name));
        all
    }

    /// The variable that holds its last rows.
    fn rows(&self, site: &Site<'_>) -> Ident {
        site.scope.names.ident(&format!("{} rows of line", self.0.name))
    }

    /// Declares that.
    fn declare(&self, site: &Site<'_>) -> TokenStream {
        let (rows, array) = (self.rows(site), site.array(self.0.line.source));
        let unit = site.along(&self.0.line).unit();
        quote!(let mut #rows = rt::stream::StreamedRows::new(#unit && #array.is_large());)
    }

    /// Writes the last rows.
    fn finish(&self, site: &Site<'_>) -> TokenStream {
        let rows = self.rows(site);
        quote!(#rows.finish();)
    }
}

/// Copies a row as its function does, past the caches.
fn copy_row(site: &Site<'_>, copied: &Copied<'_>, row: &Row) -> TokenStream {
    let scope = &site.scope;
    let (name, lo, hi) = (scope.var(row.var), scope.bound(&row.lo), scope.bound(&row.hi));
    let rows = Streamed(copied.to).rows(site);
    let [from, to] = [copied.from, copied.to].map(|line| scope.names.ident(&line.name));
    let (from_along, to_along) = (scope.affine(copied.from_along), scope.affine(copied.to_along));
    quote! {
        let (#name, hi) = (#lo, #hi);
        let (from, to) = (#from.wrapping_offset(#from_along), #to.wrapping_offset(#to_along));
        #rows.copy(from, to, rt::extent(#name, hi));
    }
}

/// What the instruction set calls its vectors that have so many lanes.
fn vectors(lanes: Lanes) -> TokenStream {
    match lanes {
        Lanes::Eight => quote!(Eight),
        Lanes::Of32 => quote!(Of32),
        Lanes::Of16 => quote!(Of16),
        Lanes::Of8 => quote!(Of8),
    }
}
