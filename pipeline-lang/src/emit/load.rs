//! Loads and stores.

use super::in_lanes;
use super::operands::Operands;
use super::site::{Site, Stepping};
use super::types::{border, cast, stored_constant, stored_lanes_type, stored_type};
use pipeline_core::ir::{BorderMode, ElemType, Index, Source, VarId};
use pipeline_core::kernel::{
    Coordinate, Line, LinePlace, Load, Member, Neighbours, PointFunction, Pointer, Store,
    StorePlace, Stride,
};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{ToTokens, quote};

/// What accesses to members of a group take.
struct MemberGroup {
    /// The types and constants behind that of the elements.
    types: TokenStream,
    rows: TokenStream,
    indices: TokenStream,
    step: TokenStream,
}

/// Loads and stores of one function.
pub struct Accesses<'a> {
    /// Where they are printed.
    pub site: &'a Site<'a>,
    /// The function.
    pub function: &'a PointFunction,
}

impl Accesses<'_> {
    /// A load of a value of this type.
    pub fn load(&self, ty: ElemType, load: &Load, operands: &Operands) -> TokenStream {
        let lanes = stored_lanes_type(ty);
        let loaded = match load {
            Load::Line { line, along, stride, ends } => {
                let of = self.line(line);
                if let (Some(constant), None, Stride::Next) = (of.constant(), ends, stride)
                    && self.site.along(of).adjacent
                {
                    let row = self.pointer(line);
                    let index = self.site.scope.affine(along);
                    let constant = stored_constant(constant);
                    return self.as_value(ty, quote!(V::load_or(#row, #index, #constant)));
                }
                self.on_line(line, &lanes, |row, stepping| {
                    let (index, elem) = (self.site.scope.affine(along), stored_type(ty));
                    let (unit, step, apart) = (stepping.unit(), &stepping.step, stepping.apart);
                    let inside = match (stride, apart) {
                        (Stride::Next, _) if stepping.adjacent => quote!(V::load(#row, #index)),
                        (Stride::Next, _) => quote!(load::<V, #elem, #unit>(#row, #index, #step)),
                        (Stride::Every(every), None) => {
                            let every = Literal::i64_unsuffixed(*every);
                            quote!(load_every::<V, #elem, #unit, #every>(#row, #index, #step))
                        }
                        (Stride::Every(every), Some(apart)) => {
                            let [apart, every] =
                                [apart, apart * every].map(Literal::i64_unsuffixed);
                            let load = quote!(rt::load_apart::<V, #elem, UNIT, #apart, #every>);
                            quote!(#load(#row, #index, #step))
                        }
                    };
                    let Some(mode) = ends else { return inside };
                    let (array, mode) = (self.site.array_to_read(of.source), border(*mode));
                    let dim = Literal::usize_unsuffixed(of.dim);
                    let ends = quote!(#array.ends(#dim), #mode);
                    match stride {
                        Stride::Next => {
                            let load = quote!(load_to_ends::<V, #elem, #unit, ENDS>);
                            quote!(#load(#row, #index, #step, #ends))
                        }
                        Stride::Every(every) => {
                            let every = Literal::i64_unsuffixed(*every);
                            let each = quote!(rt::load_each_to_ends::<V, #elem>);
                            quote!(if ENDS {
                                #each(#row, #index, (#every, #step), #ends)
                            } else {
                                #inside
                            })
                        }
                    }
                })
            }
            Load::Interleaved { .. } | Load::Pair { .. } | Load::With(_) => {
                unreachable!("a group has one statement")
            }
            Load::Splat { line, along } => self.on_line(line, &lanes, |row, stepping| {
                let (index, step) = (self.site.scope.affine(along), &stepping.step);
                let unit = stepping.unit();
                quote!(V::splat(*rt::element::<_, #unit>(#row, #index, #step)))
            }),
            Load::BorderResolved { line, along, border: mode } => {
                let of = self.line(line);
                let (array, mode) = (self.site.array_to_read(of.source), border(*mode));
                let (dim, index) =
                    (Literal::usize_unsuffixed(of.dim), self.site.scope.affine(along));
                self.on_line(line, &lanes, |row, stepping| {
                    let (unit, step) = (stepping.unit(), &stepping.step);
                    let at = quote!(#array.redirected(#dim, #index, #mode));
                    quote!(V::splat(*rt::element::<_, #unit>(#row, #at, #step)))
                })
            }
            Load::Scattered { line, at } => {
                let address = self.scattered(&self.function.loaded[*line], operands.name(*at));
                quote!(V::splat(*#address))
            }
            Load::Gather { source, index, border: mode, neighbours, table } => {
                let array = self.site.array_to_read(*source);
                let unit = self.site.stepping(*source, index.len() - 1, *neighbours).unit();
                let index = index.iter().enumerate();
                let index = index.map(|(dim, c)| self.coordinate(*source, dim, c, operands));
                let index = quote!([#(#index),*]);
                match (table.map(Literal::i64_unsuffixed), mode) {
                    (Some(n), mode) => {
                        let clamped = mode.is_some();
                        quote!(#array.look_up::<V, #unit, #clamped, #n>(#index))
                    }
                    (None, Some(mode)) => {
                        let mode = border(*mode);
                        quote!(#array.gather_redirected::<V, #unit>(#index, #mode))
                    }
                    (None, None) => quote!(#array.gather::<V, #unit>(#index)),
                }
            }
            Load::Spread { source, first, distances, neighbours } => {
                let array = self.site.array_to_read(*source);
                let unit = self.site.stepping(*source, first.len() - 1, *neighbours).unit();
                let corner = first.iter().enumerate();
                let corner = corner.map(|(dim, a)| self.site.coordinate(*source, dim, a));
                let distances = in_lanes::distances(&self.site.scope, distances);
                quote!(#array.spread::<V, #unit>([#(#corner),*], #distances))
            }
            Load::Entries { source, index, dim, entries, neighbours } => {
                let array = self.site.array_to_read(*source);
                let unit = self.site.stepping(*source, index.len() - 1, *neighbours).unit();
                let index = index.iter().enumerate();
                let index = index.map(|(dim, c)| self.coordinate(*source, dim, c, operands));
                let dim = Literal::usize_unsuffixed(*dim);
                let entries = Literal::i64_unsuffixed(*entries);
                quote!(#array.entries::<V, #unit, #dim, #entries>([#(#index),*]))
            }
            Load::Row { source, first, neighbours } => {
                let array = self.site.array_to_read(*source);
                let unit = self.site.stepping(*source, first.len() - 1, *neighbours).unit();
                let first = first.iter().enumerate();
                let first = first.map(|(dim, c)| self.uniform(*source, dim, c, operands));
                quote!(#array.row::<V, #unit>([#(#first),*]))
            }
            Load::Point { source, index, border: mode, each_lane } => {
                let by_value = index.iter().any(|index| matches!(index, Index::Value(_)));
                let lane = if *each_lane { quote!(lane) } else { quote!(0) };
                let index = index.iter().map(|i| self.index(i, operands, &lane));
                let load = match mode {
                    None => {
                        let address = self.site.address(*source, index);
                        quote!(*#address)
                    }
                    Some(mode) => {
                        let (array, mode) = (self.site.array_to_read(*source), border(*mode));
                        let index = self.site.places(*source, index);
                        quote!(#array.border_resolved([#(#index),*], #mode))
                    }
                };
                match self.lane().filter(|_| *each_lane) {
                    Some(lane) if by_value => {
                        let shadow = self.shadow(lane);
                        quote!(#lanes::from_fn(|lane| { #shadow #load }))
                    }
                    Some(lane) => {
                        let var = self.site.scope.var(lane);
                        quote!(V::each(#var, |#var| #load))
                    }
                    None => quote!(V::splat(#load)),
                }
            }
        };
        self.as_value(ty, loaded)
    }

    /// What is loaded of a type, as a value of it.
    fn as_value(&self, ty: ElemType, loaded: TokenStream) -> TokenStream {
        if ty == ElemType::Bool { quote!(rt::u8_to_mask::<V>(#loaded)) } else { loaded }
    }

    /// The pointer of a line.
    fn pointer(&self, place: &LinePlace) -> TokenStream {
        match place {
            LinePlace::Handed(line) => {
                let name = &self.function.loaded[*line].name;
                self.site.scope.names.ident(name).into_token_stream()
            }
            LinePlace::Here(line) => self.site.pointer(line),
        }
    }

    /// A load of several values of this type, interleaved in a row of memory.
    pub fn load_interleaved(&self, ty: ElemType, members: &[Member], every: i64) -> TokenStream {
        let elem = stored_type(ty);
        let MemberGroup { types, rows, indices, step } =
            self.group(&self.function.loaded, members, every);
        quote!(rt::load_interleaved::<V, #elem, #types>(#rows, #indices, #step))
    }

    /// A load of two values, neighbours in their last dimension.
    pub fn pair(
        &self,
        source: Source,
        index: &[Coordinate],
        mode: Option<BorderMode>,
        neighbours: Neighbours,
        operands: &Operands,
    ) -> TokenStream {
        let array = self.site.array_to_read(source);
        let unit = self.site.stepping(source, index.len() - 1, neighbours).unit();
        let index = index.iter().enumerate();
        let index = index.map(|(dim, c)| self.coordinate(source, dim, c, operands));
        let index = quote!([#(#index),*]);
        match mode.map(border) {
            Some(mode) => quote!(#array.pairs_redirected::<V, #unit>(#index, #mode)),
            None => quote!(#array.pairs::<V, #unit>(#index)),
        }
    }

    /// What the accesses to members of a group take.
    fn group(&self, pointers: &[Pointer], members: &[Member], every: i64) -> MemberGroup {
        let rows = members.iter().map(|m| self.site.scope.names.ident(&pointers[m.line].name));
        let indices = members.iter().map(|m| self.site.scope.affine(&m.along));
        let stepping = self.site.along(&pointers[members[0].line].line);
        let [apart, every] = [stepping.apart.unwrap_or(1), every].map(Literal::i64_unsuffixed);
        let unit = stepping.contiguous();
        MemberGroup {
            types: quote!(#unit, #apart, #every, _),
            rows: quote!([#(#rows),*]),
            indices: quote!([#(#indices),*]),
            step: stepping.step,
        }
    }

    /// The line at a place.
    fn line<'l>(&'l self, place: &'l LinePlace) -> &'l Line {
        match place {
            LinePlace::Handed(line) => &self.function.loaded[*line].line,
            LinePlace::Here(line) => line,
        }
    }

    /// A load from a line, given its pointer and the neighbours on it; lanes of a constant where
    /// there is no such line.
    fn on_line(
        &self,
        place: &LinePlace,
        lanes: &impl ToTokens,
        load: impl FnOnce(&TokenStream, &Stepping) -> TokenStream,
    ) -> TokenStream {
        let (line, row) = (self.line(place), self.pointer(place));
        let stepping = self.site.along(line);
        let Some(constant) = line.constant() else { return load(&row, &stepping) };
        let (load, constant) = (load(&quote!(line), &stepping), stored_constant(constant));
        quote!(match #row {
            Some(line) => #load,
            None => #lanes::splat(#constant),
        })
    }

    /// A store of this value, whose lanes are those of its type in memory.
    pub fn store(&self, store: &Store, operands: &Operands, value: &TokenStream) -> TokenStream {
        let pointer = |line: &usize| -> (&Line, Ident) {
            let Pointer { name, line, .. } = &self.function.stored[*line];
            (line, self.site.scope.names.ident(name))
        };
        match &store.place {
            StorePlace::Line { line, along, stride } => {
                let elem = stored_type(self.site.buffer(Source::Stage(store.stage)).ty);
                let (line, out) = pointer(line);
                let (stepping, index) = (self.site.along(line), self.site.scope.affine(along));
                let (adjacent, unit, step) = (stepping.adjacent, stepping.unit(), stepping.step);
                match (stride, stepping.apart) {
                    (Stride::Next, _) if adjacent => quote!(V::store(#out, #index, #value);),
                    (Stride::Next, _) => {
                        quote!(store::<V, #elem, #unit>(#out, #index, #step, #value);)
                    }
                    (Stride::Every(every), None) => {
                        let every = Literal::i64_unsuffixed(*every);
                        quote!(store_every::<V, #elem, #unit, #every>(#out, #index, #step, #value);)
                    }
                    (Stride::Every(every), Some(apart)) => {
                        let [apart, every] = [apart, apart * every].map(Literal::i64_unsuffixed);
                        let store = quote!(rt::store_apart::<V, #elem, UNIT, #apart, #every>);
                        quote!(#store(#out, #index, #step, #value);)
                    }
                }
            }
            StorePlace::Interleaved { members, every } => {
                let elem = stored_type(self.site.buffer(Source::Stage(store.stage)).ty);
                let MemberGroup { types, rows, indices, step } =
                    self.group(&self.function.stored, members, *every);
                let values = members.iter().map(|member| operands.name(member.value));
                let values = quote!([#(#values),*]);
                let store = quote!(rt::store_interleaved::<V, #elem, #types>);
                quote!(#store(#rows, #indices, #step, #values);)
            }
            StorePlace::With(_) => TokenStream::new(),
            StorePlace::Scattered { line, at } => {
                let address = self.scattered(&self.function.stored[*line], operands.name(*at));
                quote!(*#address = #value.lane(0);)
            }
            StorePlace::Point => {
                let index = store.index.iter().map(|i| self.index(i, operands, &quote!(0)));
                let address = self.site.address(Source::Stage(store.stage), index);
                quote!(*#address = #value.lane(0);)
            }
        }
    }

    /// The address on a line where a value says.
    fn scattered(&self, Pointer { name, line, .. }: &Pointer, value: &Ident) -> TokenStream {
        let row = self.site.scope.names.ident(name);
        let Stepping { unit, step, .. } = self.site.along(line);
        let step = match unit {
            Some(unit) => quote!((if #unit { 1 } else { #step })),
            None => step,
        };
        quote!(#row.wrapping_offset((#value.lane(0) as isize) * #step))
    }

    fn index(&self, index: &Index, operands: &Operands, lane: &TokenStream) -> TokenStream {
        match index {
            Index::Affine(a) => self.site.scope.affine(a),
            Index::Value(id) => {
                let value = operands.name(*id);
                quote!(#value.lane(#lane) as isize)
            }
        }
    }

    fn coordinate(
        &self,
        source: Source,
        dim: usize,
        coordinate: &Coordinate,
        operands: &Operands,
    ) -> TokenStream {
        match coordinate {
            Coordinate::Same(a) => {
                let at = self.site.coordinate(source, dim, a);
                quote!(rt::Coordinate::Same(#at))
            }
            Coordinate::From { first, distances } => {
                let first = self.site.scope.affine(first);
                let distances = in_lanes::distances(&self.site.scope, distances);
                quote!(rt::Coordinate::From(#first, #distances))
            }
            Coordinate::Uniform(_) => {
                let at = self.uniform(source, dim, coordinate, operands);
                quote!(rt::Coordinate::Same(#at))
            }
            Coordinate::Each(id, ElemType::U8) => {
                let at = operands.name(*id);
                quote!(rt::Coordinate::Byte(#at))
            }
            Coordinate::Each(id, ty) => {
                let at = cast(quote!(cast), *ty, ElemType::I32, operands.name(*id));
                quote!(rt::Coordinate::Each(#at))
            }
        }
    }

    /// A coordinate that is the same for all lanes: that of the first one.
    fn uniform(
        &self,
        source: Source,
        dim: usize,
        coordinate: &Coordinate,
        operands: &Operands,
    ) -> TokenStream {
        match coordinate {
            Coordinate::Same(a) | Coordinate::From { first: a, .. } => {
                self.site.coordinate(source, dim, a)
            }
            Coordinate::Each(id, _) | Coordinate::Uniform(id) => {
                let value = operands.name(*id);
                quote!(#value.lane(0) as isize)
            }
        }
    }

    /// The variable of the function's loop.
    pub fn lane(&self) -> Option<VarId> {
        self.function.form.var()
    }

    /// Rebinds the loop's variable to that of one lane.
    pub fn shadow(&self, lane: VarId) -> TokenStream {
        let var = self.site.scope.var(lane);
        quote!(let #var = #var + lane as isize;)
    }
}
