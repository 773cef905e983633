//! Loads: which lines of an array they move along, and how their addresses are computed.

use super::block::{BlockEmitter, cast, constant, lanes_type, stored_type};
use super::in_lanes;
use super::index::Scope;
use super::operands::Operands;
use pipeline_core::ir::{Affine, Atom, BorderMode, ElemType, ExprId, Index, Source, Value, VarId};
use pipeline_core::loops::{Access, Buffer, Hold, LoopNest, Role};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{ToTokens, quote};

/// A line of a source along the dimension that a lanes loop runs in, wherever the other indices
/// put it. Its pointer stands at coordinate 0 of that dimension.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The dimension.
    pub dim: usize,
    /// The index, with 0 in that dimension.
    pub index: Vec<Affine>,
}

/// A line of a source that is the same for every iteration of a lanes loop.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// What is read.
    pub source: Source,
    /// Which line of it.
    pub line: Line,
    /// The pointer's name.
    pub name: Ident,
}

/// An access whose address is linear in the lane.
pub struct Linear {
    /// The line it moves along.
    pub line: Line,
    /// The index in the line's dimension.
    pub along: Affine,
    /// How far it moves from lane to lane.
    pub stride: i64,
}

/// The access as a linear one, if at most one dimension depends on the lane's variable, and that
/// linearly.
pub fn linear(index: &[Affine], lane: VarId) -> Option<Linear> {
    let mut moving = (0..index.len()).filter(|d| index[*d].mentions_var(lane));
    let dim = moving.next().unwrap_or(index.len() - 1);
    if moving.next().is_some() {
        return None;
    }
    let stride = lane_stride(&index[dim], lane)?;
    let mut rest = index.to_vec();
    let along = std::mem::take(&mut rest[dim]);
    Some(Linear { line: Line { dim, index: rest }, along, stride })
}

/// The index, if no data say any of it.
pub fn affine(index: &[Index]) -> Option<Vec<Affine>> {
    let affine = |i: &Index| match i {
        Index::Affine(a) => Some(a.clone()),
        Index::Value(_) => None,
    };
    index.iter().map(affine).collect()
}

/// An access at a place that one value of the data says.
pub struct Scattered {
    /// The line that it is on; its pointer stands at coordinate 0 of the value's dimension.
    pub line: Line,
    /// The value.
    pub at: ExprId,
}

/// The access as one on a line that does not change with the lane's variable, if data say where in
/// one dimension only.
pub fn scattered(index: &[Index], lane: VarId) -> Option<Scattered> {
    let mut found = None;
    let mut rest = Vec::with_capacity(index.len());
    for (dim, index) in index.iter().enumerate() {
        rest.push(match index {
            Index::Affine(a) if a.mentions_var(lane) => return None,
            Index::Affine(a) => a.clone(),
            Index::Value(_) if found.is_some() => return None,
            Index::Value(id) => {
                found = Some((dim, *id));
                Affine::default()
            }
        });
    }
    let (dim, at) = found?;
    Some(Scattered { line: Line { dim, index: rest }, at })
}

/// Whether an index is `k·lane + rest`, the rest free of the lane's variable; gives `k`.
fn lane_stride(a: &Affine, lane: VarId) -> Option<i64> {
    let k = a.coefficient(&Atom::Var(lane));
    let rest = a.add_scaled(&Affine::from(lane), -k);
    (!rest.mentions_var(lane)).then_some(k)
}

impl BlockEmitter<'_> {
    /// A load, by whatever is fastest for its index.
    pub(super) fn read(
        &mut self,
        ty: ElemType,
        source: Source,
        index: &[Index],
        operands: &Operands<'_>,
        windows: &[VarId],
    ) -> TokenStream {
        let in_place = self.compute.is_in_place(source, index);
        let scattered = self.lane.filter(|_| in_place).and_then(|lane| scattered(index, lane));
        let loaded = match (scattered, self.linear_access(index)) {
            (Some(access), _) => {
                let row = self.row(source, access.line.clone()).into_token_stream();
                let address =
                    self.scattered_address(source, &access, &row, operands.name(&access.at));
                let lanes = lanes_type(ty);
                quote!(#lanes::splat(*#address))
            }
            (None, Some(access)) if in_place || self.compute.access == Access::Inside => {
                self.linear_read(source, access, windows)
            }
            _ => self
                .gathered(source, index, in_place, operands)
                .unwrap_or_else(|| self.general_read(source, index, in_place, operands)),
        };
        if ty == ElemType::Bool { quote!(rt::u8_to_mask::<V>(#loaded)) } else { loaded }
    }

    /// The address of a scattered access on the line whose pointer is given.
    pub fn scattered_address(
        &self,
        source: Source,
        access: &Scattered,
        row: &TokenStream,
        value: &Ident,
    ) -> TokenStream {
        let buffer = self.loops.buffer(source);
        let field = self.scope.names.ident(&buffer.name);
        let (unit, step) = stepping(buffer, &field, access.line.dim);
        let step = match unit {
            Some(unit) => quote!((if #unit { 1 } else { #step })),
            None => step,
        };
        quote!(#row.wrapping_offset((#value.lane(0) as isize) * #step))
    }

    /// The access as a linear one, if it is one.
    fn linear_access(&self, index: &[Index]) -> Option<Linear> {
        linear(&affine(index)?, self.lane?)
    }

    fn linear_read(&mut self, source: Source, access: Linear, windows: &[VarId]) -> TokenStream {
        let Linear { line, along, stride } = access;
        let buffer = self.loops.buffer(source);
        let field = self.scope.names.ident(&buffer.name);
        let elem = stored_type(buffer.ty);
        let (unit, step) = stepping(buffer, &field, line.dim);
        let invariant = !line.index.iter().any(|a| windows.iter().any(|w| a.mentions_var(*w)));
        let row = match invariant {
            true => self.row(source, line).into_token_stream(),
            false => pointer(self.loops, self.scope, source, &line),
        };
        let index = self.scope.affine(&along);
        let lanes = lanes_type(if buffer.ty == ElemType::Bool { ElemType::U8 } else { buffer.ty });
        match (stride, unit) {
            (0, _) => quote!(#lanes::splat(*#row.wrapping_offset((#index) * #step))),
            (k, Some(unit)) if k == 1 || self.single => {
                quote!(load::<V, #elem, #unit>(#row, #index, #step))
            }
            (every, unit) => {
                let (every, unit) = (Literal::i64_unsuffixed(every), unit.unwrap_or(quote!(false)));
                quote!(load_every::<V, #elem, #unit, #every>(#row, #index, #step))
            }
        }
    }

    /// The name of an invariant row, noted for the caller to compute.
    fn row(&mut self, source: Source, line: Line) -> Ident {
        if let Some(row) = self.rows.iter().find(|r| r.source == source && r.line == line) {
            return row.name.clone();
        }
        let buffer = &self.loops.buffer(source).name;
        let name = self.scope.names.ident(&format!("{buffer} row {}", self.rows.len()));
        self.rows.push(Row { source, line, name: name.clone() });
        name
    }

    /// One address a lane, all computed together: a gather whose indices are lanes, unless its
    /// border is more than a clamp.
    fn gathered(
        &self,
        source: Source,
        index: &[Index],
        in_place: bool,
        operands: &Operands<'_>,
    ) -> Option<TokenStream> {
        let lane = self.lane.filter(|_| !in_place)?;
        let buffer = self.loops.buffer(source);
        let method = match buffer.border {
            None => quote!(gather),
            Some(BorderMode::Clamp) => quote!(gather_clamped),
            // Redirected one by one.
            Some(BorderMode::Mirror | BorderMode::Mirror101 | BorderMode::Repeat) => return None,
            Some(BorderMode::Constant(_)) => return None,
        };
        let inside = self.compute.access == Access::Inside;
        let unfolded = |dim| matches!(buffer.hold(dim), Hold::Whole | Hold::Part(_));
        let coordinate = |(dim, index): (usize, &Index)| match index {
            Index::Affine(a) if !a.mentions_var(lane) => {
                let at = folded(buffer, dim, self.scope.affine(a));
                Some(quote!(rt::Coordinate::Same(#at)))
            }
            _ if !unfolded(dim) => None,
            // Beyond a border, 32 bits may be too few to tell on which side.
            Index::Affine(_) if buffer.border.is_some() && !inside => None,
            Index::Affine(a) => {
                let first = self.scope.affine(a);
                let distances = in_lanes::distances(self.scope, a, lane)?;
                Some(quote!(rt::Coordinate::From(#first, #distances)))
            }
            // As 32 bits with a sign, an index of that type may be another one.
            Index::Value(id) if operands.ty(id) == ElemType::U32 => None,
            Index::Value(id) => {
                let at = cast(quote!(cast), operands.ty(id), ElemType::I32, operands.name(id));
                Some(quote!(rt::Coordinate::Each(#at)))
            }
        };
        if !index.iter().any(|i| matches!(i, Index::Value(_))) {
            return None;
        }
        let index: Option<Vec<TokenStream>> = index.iter().enumerate().map(coordinate).collect();
        let index = index?;
        let field = self.scope.names.ident(&buffer.name);
        let owner = owner(&buffer.role);
        let written = self.written.contains(&source).then(|| quote!(.as_src()));
        let unit = stepping(buffer, &field, index.len() - 1).0.unwrap_or(quote!(false));
        Some(quote!(#owner.#field #written.#method::<V, #unit>([#(#index),*])))
    }

    /// One address a lane: gathers, indices that are not linear in the lane, frames.
    fn general_read(
        &self,
        source: Source,
        index: &[Index],
        in_place: bool,
        operands: &Operands<'_>,
    ) -> TokenStream {
        let buffer = self.loops.buffer(source);
        let field = self.scope.names.ident(&buffer.name);
        let gather = index.iter().any(|i| matches!(i, Index::Value(_)));
        let lane = if self.lane.is_some() { quote!(lane) } else { quote!(0) };
        let at = index.iter().map(|i| match i {
            Index::Affine(a) => self.scope.affine(a),
            Index::Value(id) => {
                let value = operands.name(id);
                quote!(#value.lane(#lane) as isize)
            }
        });
        let at = at.enumerate().map(|(dim, i)| folded(buffer, dim, i));
        let redirect = (self.compute.access == Access::Redirected || gather) && !in_place;
        let owner = owner(&buffer.role);
        let written = self.written.contains(&source).then(|| quote!(.as_src()));
        let load = match buffer.border.filter(|_| redirect) {
            Some(mode) => {
                let border = border(mode);
                quote!(#owner.#field #written.redirected([#(#at),*], #border))
            }
            None => quote!(*#owner.#field.at([#(#at),*])),
        };
        let lanes = lanes_type(if buffer.ty == ElemType::Bool { ElemType::U8 } else { buffer.ty });
        match self.lane {
            Some(lane) => {
                let shadow = self.shadow(lane);
                quote!(#lanes::from_fn(|lane| { #shadow #load }))
            }
            None => quote!(#lanes::splat(#load)),
        }
    }
}

/// The pointer of a line.
pub fn pointer(loops: &LoopNest, scope: &Scope<'_>, source: Source, line: &Line) -> TokenStream {
    let buffer = loops.buffer(source);
    let (owner, field) = (owner(&buffer.role), scope.names.ident(&buffer.name));
    let index = line.index.iter().map(|a| scope.affine(a));
    let index = index.enumerate().map(|(dim, i)| folded(buffer, dim, i));
    quote!(#owner.#field.at([#(#index),*]))
}

/// A coordinate as the place in memory that holds it, where a full buffer keeps the newest ones.
pub fn folded(buffer: &Buffer, dim: usize, coordinate: TokenStream) -> TokenStream {
    match buffer.ring {
        Some((ring, n)) if ring == dim => {
            let mask = Literal::i64_unsuffixed(n - 1);
            quote!((#coordinate) & #mask)
        }
        _ => coordinate,
    }
}

/// What holds an array in a generated function: the nest, or the task's scratch.
pub fn owner(role: &Role) -> TokenStream {
    match role {
        Role::Scratch(_) => quote!(s),
        _ => quote!(n),
    }
}

/// Along a dimension of a buffer: a constant that says whether neighbours are adjacent, if that
/// may be, and their distance.
pub fn stepping(buffer: &Buffer, field: &Ident, dim: usize) -> (Option<TokenStream>, TokenStream) {
    let innermost = dim == buffer.innermost();
    match (innermost, &buffer.role) {
        (true, Role::Full | Role::Scratch(_)) => (Some(quote!(true)), quote!(1)),
        (true, Role::Input(_) | Role::Output(_)) => (Some(quote!(UNIT)), quote!(n.#field.step())),
        (false, role) => {
            let owner = owner(role);
            (None, quote!(#owner.#field.stride(#dim)))
        }
    }
}

fn border(mode: BorderMode) -> TokenStream {
    match mode {
        BorderMode::Clamp => quote!(Border::Clamp),
        BorderMode::Mirror => quote!(Border::Mirror),
        BorderMode::Mirror101 => quote!(Border::Mirror101),
        BorderMode::Repeat => quote!(Border::Repeat),
        BorderMode::Constant(value) => {
            let value = match value {
                Value::Bool(b) => constant(Value::Int(ElemType::U8, i64::from(b))),
                other => constant(other),
            };
            quote!(Border::Constant(#value))
        }
    }
}
