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
    let emitted = EmittedCopy::of(site, copy);
    let body = match copy.form {
        CopyForm::Fill(of) => {
            let adjacent = emitted.unit(emitted.from.source, of.columns, of.neighbours);
            emitted.transposed(&format_ident!("fill"), adjacent, of)
        }
        CopyForm::Drain(of) => {
            let adjacent = emitted.unit(emitted.to.source, of.rows, of.neighbours);
            emitted.transposed(&format_ident!("drain"), adjacent, of)
        }
        CopyForm::Row { dim, along: Some(along), neighbours, next } => {
            let adjacent = emitted.unit(emitted.from.source, dim, neighbours);
            emitted.rows(adjacent, (along, dim), next)
        }
        CopyForm::Row { dim, along: None, neighbours, next } => {
            let adjacent = emitted.unit(emitted.from.source, dim, neighbours);
            emitted.row(adjacent, dim, next)
        }
        CopyForm::Point => {
            let (source, target) = (&emitted.from.start, &emitted.to.start);
            quote!(*#target = *#source;)
        }
    };
    copy.around.iter().rev().fold(body, |body, dim| {
        let (name, (lo, hi)) = (coordinate(*dim), &emitted.ends[*dim]);
        quote!(for #name in #lo..#hi + 1 { #body })
    })
}

/// What the forms of a copy are made of.
struct EmittedCopy<'a> {
    site: &'a Site<'a>,
    from: CopySide<'a>,
    to: CopySide<'a>,
    /// The first and last coordinate of each dimension.
    ends: Vec<(TokenStream, TokenStream)>,
    /// The element type.
    elem: Ident,
    /// What makes an address that is copied from one for reading.
    read: TokenStream,
}

impl<'a> EmittedCopy<'a> {
    /// Both sides of a copy, and its coordinates.
    fn of(site: &'a Site<'a>, copy: &Copy) -> EmittedCopy<'a> {
        let index: Vec<TokenStream> = (0..copy.part.len()).map(|dim| place(copy, dim)).collect();
        let side = |source: Source| CopySide {
            site,
            source,
            start: site.address(source, index.iter().cloned()),
        };
        let (from, to) = (side(copy.from), side(Source::Stage(copy.to)));
        let ends = copy.part.iter().map(|s| (site.scope.bound(&s.lo), site.scope.bound(&s.hi)));
        let ends = ends.collect();
        let elem = stored_type(site.buffer(to.source).ty);
        // What is not written has addresses for reading only.
        let read = match is_written(site, copy.from) {
            true => quote!(.cast_const()),
            false => TokenStream::new(),
        };
        EmittedCopy { site, from, to, ends, elem, read }
    }

    /// Whether neighbours along a dimension of an array are adjacent.
    fn unit(&self, source: Source, dim: usize, neighbours: Neighbours) -> TokenStream {
        self.site.stepping(source, dim, neighbours).unit()
    }

    /// The coordinates of a dimension.
    fn range(&self, dim: usize) -> TokenStream {
        let (lo, hi) = &self.ends[dim];
        quote!(#lo..#hi + 1)
    }

    /// How many coordinates of a dimension there are.
    fn extent(&self, dim: usize) -> TokenStream {
        let (lo, hi) = &self.ends[dim];
        quote!(rt::extent(#lo, #hi))
    }

    /// The parts of both sides with these rows and columns.
    fn planes(&self, rows: usize, columns: usize) -> [TokenStream; 2] {
        let from = self.from.plane(&self.read, rows, columns);
        [from, self.to.plane(&TokenStream::new(), rows, columns)]
    }

    /// A copy that exchanges rows and columns, by a function of the runtime.
    fn transposed(&self, function: &Ident, adjacent: TokenStream, of: Transposed) -> TokenStream {
        let Transposed { rows, columns, .. } = of;
        let ([source, target], elem) = (self.planes(rows, columns), &self.elem);
        let [rows, columns] = [rows, columns].map(|dim| self.range(dim));
        quote!(rt::staging::#function::<W::Eight, #elem, #adjacent>(#source, #target, #rows, #columns);)
    }

    /// A copy of one row after the other.
    fn rows(
        &self,
        adjacent: TokenStream,
        (along, dim): (usize, usize),
        next: Option<usize>,
    ) -> TokenStream {
        let (elem, writes) = (&self.elem, self.writes([Some(dim), Some(along)], next));
        let [source, target] = self.planes(along, dim);
        let [rows, columns] = [along, dim].map(|dim| self.range(dim));
        quote!(rt::staging::copy_rows::<#elem, { #adjacent }>(
            #source, #target, #rows, #columns, #writes,
        );)
    }

    /// A copy of one row.
    fn row(&self, adjacent: TokenStream, dim: usize, next: Option<usize>) -> TokenStream {
        let (elem, read) = (&self.elem, &self.read);
        let writes = self.writes([Some(dim), None], next);
        let [step, distance] = [&self.from, &self.to].map(|side| side.stepping(dim).step);
        let (source, target, columns) = (&self.from.start, &self.to.start, self.range(dim));
        quote!(rt::staging::copy_row::<#elem, { #adjacent }>(
            (#source #read, #step), (#target, #distance), #columns, #writes,
        );)
    }

    /// Whether a copy of these dimensions writes past the caches, where `next` counts the copies
    /// that follow one another.
    fn writes(&self, copied: [Option<usize>; 2], next: Option<usize>) -> TokenStream {
        match (&self.site.buffer(self.to.source).role, next) {
            (Role::Scratch(_), _) => quote!(rt::staging::Writes::Cached { next: 0 }),
            (Role::Input(_) | Role::Output(_) | Role::Full, next) => {
                let (elem, array) = (&self.elem, self.site.array(self.to.source));
                let (distance, rows) = next.map_or((quote!(0), quote!(0)), |next| {
                    (self.to.stepping(next).step.into_token_stream(), self.extent(next))
                });
                let row = copied.into_iter().flatten().map(|dim| self.extent(dim));
                let row = row.reduce(|a, b| quote!(#a * #b));
                quote!(rt::staging::Writes::of::<#elem>(#array.is_far(), #distance, #rows, #row))
            }
        }
    }
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
