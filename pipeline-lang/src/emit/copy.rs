//! Copies between arrays and staging buffers.

use super::site::{Site, Stepping};
use super::types::stored_type;
use pipeline_core::ir::Source;
use pipeline_core::kernel::{Copy, CopyForm, Neighbours, Transposed};
use pipeline_core::loops::Role;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};

/// One side of a copy.
struct CopySide<'a> {
    site: &'a Site<'a>,
    source: Source,
    /// Where it starts: its other coordinates are 0.
    start: TokenStream,
}

/// A copy.
pub fn copy(site: &Site<'_>, copy: &Copy) -> TokenStream {
    let index: Vec<TokenStream> = (0..copy.part.len()).map(|dim| place(copy, dim)).collect();
    let side = |source: Source| CopySide {
        site,
        source,
        start: site.address(source, index.iter().cloned()),
    };
    let (from, to) = (side(copy.from), side(Source::Stage(copy.to)));
    let ends = copy.part.iter().map(|s| (site.scope.bound(&s.lo), site.scope.bound(&s.hi)));
    let ends: Vec<(TokenStream, TokenStream)> = ends.collect();
    let range = |dim: usize| {
        let (lo, hi) = &ends[dim];
        quote!(#lo..#hi + 1)
    };
    let elem = stored_type(site.buffer(to.source).ty);
    // What is not written has addresses for reading only.
    let read = match is_written(site, copy.from) {
        true => quote!(.cast_const()),
        false => TokenStream::new(),
    };
    let unit = |source, dim, neighbours| site.stepping(source, dim, neighbours).unit();
    let body = match copy.form {
        CopyForm::Fill(Transposed { rows, columns, neighbours }) => {
            let adjacent = unit(from.source, columns, neighbours);
            let (source, target) =
                (from.plane(&read, rows, columns), to.plane(&TokenStream::new(), rows, columns));
            let [rows, columns] = [rows, columns].map(range);
            quote!(rt::staging::fill::<W::Eight, #elem, #adjacent>(#source, #target, #rows, #columns);)
        }
        CopyForm::Drain(Transposed { rows, columns, neighbours }) => {
            let adjacent = unit(to.source, rows, neighbours);
            let (source, target) =
                (from.plane(&read, rows, columns), to.plane(&TokenStream::new(), rows, columns));
            let [rows, columns] = [rows, columns].map(range);
            quote!(rt::staging::drain::<W::Eight, #elem, #adjacent>(#source, #target, #rows, #columns);)
        }
        CopyForm::Row { dim, along, neighbours, next } => {
            let adjacent = unit(from.source, dim, neighbours);
            let extent = |dim: usize| {
                let (lo, hi) = &ends[dim];
                quote!(rt::extent(#lo, #hi))
            };
            let writes = match (&site.buffer(to.source).role, next) {
                (Role::Scratch(_), _) => quote!(rt::staging::Writes::Cached { next: 0 }),
                (Role::Input(_) | Role::Output(_) | Role::Full, next) => {
                    let array = site.array(to.source);
                    let (distance, rows) = next.map_or((quote!(0), quote!(0)), |next| {
                        (to.stepping(next).step.into_token_stream(), extent(next))
                    });
                    let row = [Some(dim), along].into_iter().flatten().map(extent);
                    let row = row.reduce(|a, b| quote!(#a * #b));
                    quote!(rt::staging::Writes::of::<#elem>(#array.is_far(), #distance, #rows, #row))
                }
            };
            match along {
                Some(along) => {
                    let source = from.plane(&read, along, dim);
                    let target = to.plane(&TokenStream::new(), along, dim);
                    let [rows, columns] = [along, dim].map(range);
                    quote!(rt::staging::copy_rows::<#elem, { #adjacent }>(
                        #source, #target, #rows, #columns, #writes,
                    );)
                }
                None => {
                    let [step, distance] = [&from, &to].map(|side| side.stepping(dim).step);
                    let (source, target, columns) = (&from.start, &to.start, range(dim));
                    quote!(rt::staging::copy_row::<#elem, { #adjacent }>(
                        (#source #read, #step), (#target, #distance), #columns, #writes,
                    );)
                }
            }
        }
        CopyForm::Point => {
            let (source, target) = (&from.start, &to.start);
            quote!(*#target = *#source;)
        }
    };
    copy.around.iter().rev().fold(body, |body, dim| {
        let (name, (lo, hi)) = (coordinate(*dim), &ends[*dim]);
        quote!(for #name in #lo..(#hi) + 1 { #body })
    })
}

impl CopySide<'_> {
    fn stepping(&self, dim: usize) -> Stepping {
        let neighbours = Neighbours::of(self.site.buffer(self.source), dim);
        self.site.stepping(self.source, dim, neighbours)
    }

    /// Its part as rows and columns, read through a pointer of this kind.
    fn plane(&self, kind: &TokenStream, rows: usize, columns: usize) -> TokenStream {
        let start = &self.start;
        let [rows, columns] = [rows, columns].map(|dim| self.stepping(dim).step);
        quote!(rt::staging::Plane { start: #start #kind, rows: #rows, columns: #columns })
    }
}

/// Whether an array's addresses are for writing as well.
fn is_written(site: &Site<'_>, source: Source) -> bool {
    let scratch = matches!(site.buffer(source).role, Role::Scratch(_));
    scratch || site.nest.writes.contains(&source)
}

/// Where a copy is in a dimension: at a loop's variable, or at 0 where it covers the dimension.
fn place(copy: &Copy, dim: usize) -> TokenStream {
    match copy.around.contains(&dim) {
        true => coordinate(dim).into_token_stream(),
        false => quote!(0),
    }
}

/// The variable for a dimension of a copy.
fn coordinate(dim: usize) -> Ident {
    format_ident!("at{dim}")
}
