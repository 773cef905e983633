//! What is known wherever the code of a nest is printed: its arrays, and how names are spelled.

use super::index::Spelling;
use super::names::Identifiers;
use super::types::border;
use pipeline_core::ir::{Affine, Source, VarId};
use pipeline_core::kernel::{Line, Neighbours, Nest, Program, RowEnds};
use pipeline_core::loops::{Buffer, Role};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

/// A place in the code of a nest.
pub struct Site<'a> {
    /// The program.
    pub program: &'a Program,
    /// The nest.
    pub nest: &'a Nest,
    /// Spelling of names.
    pub scope: Spelling<'a>,
}

/// How one gets from an element to its neighbour along a dimension.
pub struct Stepping {
    /// Whether they are adjacent in every call.
    pub adjacent: bool,
    /// A constant that says whether they are adjacent; none if they are not.
    pub unit: Option<TokenStream>,
    /// Their distance.
    pub step: TokenStream,
    /// Their distance in elements where rows are contiguous, if that is known.
    pub apart: Option<i64>,
}

impl Stepping {
    /// The constant, `false` if there is none.
    pub fn unit(&self) -> TokenStream {
        self.unit.clone().unwrap_or(quote!(false))
    }

    /// The constant that says whether rows are contiguous, `false` if there is none.
    pub fn contiguous(&self) -> TokenStream {
        if self.apart.is_some() { quote!(UNIT) } else { self.unit() }
    }
}

impl<'a> Site<'a> {
    /// In functions and tasks, which are handed a struct `n` of what the nest holds.
    pub fn in_tasks(program: &'a Program, nest: &'a Nest, names: &'a Identifiers) -> Site<'a> {
        let scope =
            Spelling { names, sizes: &program.sizes, vars: &nest.vars, fields: &nest.fields };
        Site { program, nest, scope }
    }

    /// In what the caller runs, where all variables are locals.
    pub fn of_caller(program: &'a Program, nest: &'a Nest, names: &'a Identifiers) -> Site<'a> {
        let scope = Spelling { names, sizes: &program.sizes, vars: &nest.vars, fields: &[] };
        Site { program, nest, scope }
    }

    /// What holds a source.
    pub fn buffer(&self, source: Source) -> &'a Buffer {
        self.program.buffer(source)
    }

    /// The name of an array.
    pub fn field(&self, source: Source) -> Ident {
        self.scope.names.ident(&self.buffer(source).name)
    }

    /// A variable as a local or a field, without what holds it.
    pub fn variable(&self, var: VarId) -> Ident {
        self.scope.names.variable(&self.nest.vars[var.0])
    }

    /// An array in a generated function: in the nest's struct, or in the task's scratchpads.
    pub fn array(&self, source: Source) -> TokenStream {
        let name = self.field(source);
        match self.buffer(source).role {
            Role::Scratch(_) => quote!(s.#name),
            Role::Input(_) | Role::Output(_) | Role::Full => quote!(n.#name),
        }
    }

    /// The array for reading only, as which it has borders and gathers.
    pub fn array_to_read(&self, source: Source) -> TokenStream {
        let array = self.array(source);
        match self.nest.writes.contains(&source) {
            true => quote!(#array.as_src()),
            false => array,
        }
    }

    /// The coordinates of a point as places in memory.
    pub fn places(
        &self,
        source: Source,
        index: impl IntoIterator<Item = TokenStream>,
    ) -> Vec<TokenStream> {
        let buffer = self.buffer(source);
        index.into_iter().enumerate().map(|(dim, i)| folded(buffer, dim, i)).collect()
    }

    /// The address of a point, whose coordinates are these expressions.
    pub fn address(
        &self,
        source: Source,
        index: impl IntoIterator<Item = TokenStream>,
    ) -> TokenStream {
        let (array, index) = (self.array(source), self.places(source, index));
        quote!(#array.at([#(#index),*]))
    }

    /// The pointer of a line; where an index outside may mean a constant, an option.
    pub fn pointer(&self, line: &Line) -> TokenStream {
        let index = line.index.iter().map(|a| self.scope.affine(a));
        let Some(mode) = line.border else { return self.address(line.source, index) };
        let array = self.array_to_read(line.source);
        let (index, dim) = (self.places(line.source, index), Literal::usize_unsuffixed(line.dim));
        match line.constant() {
            Some(_) => quote!(#array.line_inside([#(#index),*], #dim)),
            None => {
                let mode = border(mode);
                quote!(#array.line_redirected([#(#index),*], #dim, #mode))
            }
        }
    }

    /// A coordinate as the place in memory that holds it.
    pub fn coordinate(&self, source: Source, dim: usize, a: &Affine) -> TokenStream {
        folded(self.buffer(source), dim, self.scope.affine(a))
    }

    /// The neighbours of elements along a dimension.
    pub fn stepping(&self, source: Source, dim: usize, neighbours: Neighbours) -> Stepping {
        let stride = || {
            let array = self.array(source);
            quote!(#array.stride(#dim))
        };
        let adjacent = neighbours == Neighbours::Adjacent;
        let (unit, step, apart) = match neighbours {
            Neighbours::Adjacent => (Some(quote!(true)), quote!(1), None),
            Neighbours::AsGiven => {
                let array = self.array(source);
                (Some(quote!(UNIT)), quote!(#array.step()), None)
            }
            Neighbours::Apart(n) => (None, stride(), Some(n)),
            Neighbours::Strided => (None, stride(), None),
        };
        Stepping { adjacent, unit, step, apart }
    }

    /// The points of a row between the ends of lines, and the elements of the shortest line.
    pub fn inside(&self, ends: &RowEnds) -> (TokenStream, TokenStream) {
        let (first, last) = (self.scope.bound(&ends.first), self.scope.bound(&ends.last));
        let lines = ends.lines.iter().map(|of| {
            let (array, dim) = (self.array_to_read(of.source), Literal::usize_unsuffixed(of.dim));
            quote!(#array.ends(#dim))
        });
        (quote!(rt::Inside { first: #first, last: #last }), quote!(rt::shortest([#(#lines),*])))
    }

    /// The neighbours of elements on a line.
    pub fn along(&self, line: &Line) -> Stepping {
        self.stepping(line.source, line.dim, line.neighbours)
    }
}

/// A coordinate as the place in memory that holds it, where a full buffer keeps the newest ones.
fn folded(buffer: &Buffer, dim: usize, coordinate: TokenStream) -> TokenStream {
    match buffer.circular {
        Some((circular, n)) if circular == dim => {
            let mask = Literal::i64_unsuffixed(n - 1);
            quote!((#coordinate) & #mask)
        }
        _ => coordinate,
    }
}
