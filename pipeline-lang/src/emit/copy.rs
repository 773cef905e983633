//! Copies between arrays and staging buffers.

use super::block::stored_type;
use super::index::Scope;
use super::load::{folded, owner, stepping};
use super::nest::NestEmitter;
use pipeline_core::ir::Source;
use pipeline_core::loops::{Buffer, Copy, Hold, Role};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

/// One side of a copy.
struct Side<'a> {
    source: Source,
    buffer: &'a Buffer,
    field: Ident,
}

impl Side<'_> {
    /// The address of a point.
    fn at(&self, index: &[TokenStream]) -> TokenStream {
        let (owner, field) = (owner(&self.buffer.role), &self.field);
        let index = index.iter().enumerate().map(|(dim, i)| folded(self.buffer, dim, i.clone()));
        quote!(#owner.#field.at([#(#index),*]))
    }

    fn stride(&self, dim: usize) -> TokenStream {
        stepping(self.buffer, &self.field, dim).1
    }

    /// A constant that says whether neighbours along its innermost dimension are adjacent.
    fn unit(&self) -> TokenStream {
        let (unit, _) = stepping(self.buffer, &self.field, self.buffer.innermost());
        unit.unwrap_or(quote!(false))
    }

    fn is_unfolded(&self, dim: usize) -> bool {
        matches!(self.buffer.hold(dim), Hold::Whole | Hold::Part(_))
    }
}

impl NestEmitter<'_> {
    fn side(&self, source: Source) -> Side<'_> {
        Side { source, buffer: self.loops.buffer(source), field: self.field(source) }
    }

    /// A copy: blocks transposed in registers where other dimensions are innermost in the two
    /// buffers, rows where the same one is.
    pub fn copy(&self, copy: &Copy, scope: &Scope<'_>) -> TokenStream {
        let (from, to) = (self.side(copy.from), self.side(Source::Stage(copy.to)));
        let ends = copy.part.iter().map(|s| (scope.bound(&s.lo), scope.bound(&s.hi)));
        let ends: Vec<(TokenStream, TokenStream)> = ends.collect();
        let (columns, rows) = (from.buffer.innermost(), to.buffer.innermost());
        let inner = [columns, rows];
        let straight = inner.iter().all(|d| from.is_unfolded(*d) && to.is_unfolded(*d));
        let index: Vec<TokenStream> = (0..ends.len())
            .map(|d| match inner.contains(&d) {
                true => quote!(0),
                false => {
                    let name = coordinate(d);
                    quote!(#name)
                }
            })
            .collect();
        let cast = self.is_written(copy.from).then(|| quote!(.cast_const()));
        let elem = stored_type(to.buffer.ty);
        let (source, target) = (from.at(&index), to.at(&index));
        // A scratchpad is dense.
        let adjacent = match (&from.buffer.role, &to.buffer.role) {
            (Role::Scratch(_), _) => to.unit(),
            (_, Role::Scratch(_)) => from.unit(),
            _ => unreachable!("the verifier wants a scratchpad"),
        };
        let body = match (straight, columns == rows) {
            (true, false) => {
                let function = match from.buffer.role {
                    Role::Scratch(_) => quote!(drain),
                    _ => quote!(fill),
                };
                let [source, target] =
                    [(&from, source, cast), (&to, target, None)].map(|(side, start, cast)| {
                        let (rows, columns) = (side.stride(rows), side.stride(columns));
                        quote!(rt::staging::Plane {
                            start: #start #cast, rows: #rows, columns: #columns
                        })
                    });
                let [rows, columns] = [rows, columns].map(|d| {
                    let (lo, hi) = &ends[d];
                    quote!(#lo..#hi + 1)
                });
                quote!(
                    rt::staging::#function::<V, #elem, #adjacent>(#source, #target, #rows, #columns);
                )
            }
            (true, true) => {
                let (step, distance) = (from.stride(columns), to.stride(columns));
                let (lo, hi) = &ends[columns];
                quote!(rt::staging::copy_row::<#elem, { #adjacent }>(
                    (#source #cast, #step), (#target, #distance), #lo..#hi + 1,
                );)
            }
            (false, _) => {
                let index: Vec<TokenStream> = (0..ends.len())
                    .map(|d| {
                        let name = coordinate(d);
                        quote!(#name)
                    })
                    .collect();
                let (source, target) = (from.at(&index), to.at(&index));
                quote!(*#target = *#source;)
            }
        };
        let around = (0..ends.len()).rev().filter(|d| !straight || !inner.contains(d));
        around.fold(body, |body, d| {
            let (name, (lo, hi)) = (coordinate(d), &ends[d]);
            quote!(for #name in #lo..=#hi { #body })
        })
    }

    /// Whether an array's addresses are for writing as well.
    fn is_written(&self, source: Source) -> bool {
        let side = self.side(source);
        matches!(side.buffer.role, Role::Scratch(_)) || self.writes.contains(&side.source)
    }
}

/// The variable for a dimension of a copy.
fn coordinate(dim: usize) -> Ident {
    format_ident!("at{}", Literal::usize_unsuffixed(dim).to_string())
}
