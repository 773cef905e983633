//! Blocks as straight-line code over lanes.

use super::in_lanes;
use super::index::Scope;
use pipeline_core::ir::affine::Names as AffineNames;
use pipeline_core::ir::{
    Affine, Atom, BinaryOp, Block, BorderMode, ElemType, Expr, ExprId, Index, Node, ReduceOp,
    Source, UnaryOp, Value, VarId,
};
use pipeline_core::loops::{Access, Buffer, Compute, Hold, LoopNest, Role};
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};

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

/// Emits the blocks of one compute.
pub struct BlockEmitter<'a> {
    /// The loop nest, for its buffers.
    pub loops: &'a LoopNest,
    /// Spelling of index expressions.
    pub scope: &'a Scope<'a>,
    /// The variable of the enclosing lanes loop; none in a frame, where there is one lane.
    pub lane: Option<VarId>,
    /// The compute: whether its affine loads may leave their buffers, and which points it changes.
    pub compute: &'a Compute,
    /// Whether there is one lane only, though the variable of a loop is the lane's: points that have
    /// to come one by one.
    pub single: bool,
    /// What the nest has for writing, and so only once.
    pub written: &'a [Source],
    /// Rows whose pointers are loop invariant, in order of first use.
    pub rows: Vec<Row>,
}

/// The expressions of a block and the names of their values.
#[derive(Clone, Copy)]
struct Operands<'a> {
    block: &'a Block,
    names: &'a [Ident],
}

impl Operands<'_> {
    fn name(&self, id: &ExprId) -> &Ident {
        &self.names[id.0]
    }

    fn ty(&self, id: &ExprId) -> ElemType {
        self.block.exprs[id.0].ty
    }
}

/// The lanes type of an element type.
fn lanes_type(ty: ElemType) -> TokenStream {
    let name = match ty {
        ElemType::Bool => "Mask",
        ElemType::U8 => "U8",
        ElemType::I8 => "I8",
        ElemType::U16 => "U16",
        ElemType::I16 => "I16",
        ElemType::U32 => "U32",
        ElemType::I32 => "I32",
        ElemType::F32 => "F32",
        ElemType::F64 => "F64",
    };
    let name = Ident::new(name, Span::mixed_site());
    quote!(V::#name)
}

/// The Rust type that holds an element in memory.
pub fn stored_type(ty: ElemType) -> Ident {
    let name = if ty == ElemType::Bool { "u8" } else { ty.name() };
    Ident::new(name, Span::mixed_site())
}

/// A constant as a Rust expression.
pub fn constant(value: Value) -> TokenStream {
    match value {
        Value::Bool(b) => quote!(#b),
        Value::Int(_, v) if v < 0 => {
            let v = Literal::i64_unsuffixed(v.abs());
            quote!(-#v)
        }
        Value::Int(_, v) => Literal::i64_unsuffixed(v).into_token_stream(),
        Value::F32(v) if v.is_finite() => {
            let digits = Literal::f32_suffixed(v.abs());
            if v.is_sign_negative() { quote!(-#digits) } else { quote!(#digits) }
        }
        Value::F64(v) if v.is_finite() => {
            let digits = Literal::f64_suffixed(v.abs());
            if v.is_sign_negative() { quote!(-#digits) } else { quote!(#digits) }
        }
        Value::F32(v) => {
            let bits = v.to_bits();
            quote!(f32::from_bits(#bits))
        }
        Value::F64(v) => {
            let bits = v.to_bits();
            quote!(f64::from_bits(#bits))
        }
    }
}

/// Whether an index is `k·lane + rest`, the rest free of the lane's variable; gives `k`.
fn lane_stride(a: &Affine, lane: VarId) -> Option<i64> {
    let k = a.coefficient(&Atom::Var(lane));
    let rest = a.add_scaled(&Affine::from(lane), -k);
    (!rest.mentions_var(lane)).then_some(k)
}

impl BlockEmitter<'_> {
    /// The statements of a block and the names of its expressions, one each.
    pub fn block(&mut self, block: &Block) -> (Vec<TokenStream>, Vec<Ident>) {
        self.nested(block, "t", &[])
    }

    fn nested(
        &mut self,
        block: &Block,
        prefix: &str,
        windows: &[VarId],
    ) -> (Vec<TokenStream>, Vec<Ident>) {
        let names: Vec<Ident> =
            (0..block.exprs.len()).map(|i| format_ident!("{prefix}{i}")).collect();
        let mut statements = Vec::with_capacity(names.len());
        for (expr, name) in block.exprs.iter().zip(&names) {
            let operands = Operands { block, names: &names };
            let value = self.expr(expr, operands, &format!("{name}_"), windows);
            statements.push(quote!(let #name = #value;));
        }
        (statements, names)
    }

    fn expr(
        &mut self,
        expr: &Expr,
        operands: Operands<'_>,
        prefix: &str,
        windows: &[VarId],
    ) -> TokenStream {
        let lanes = lanes_type(expr.ty);
        let operand = |id: &ExprId| operands.name(id);
        let ty_of = |id: &ExprId| operands.ty(id);
        match &expr.node {
            Node::Const(value) => {
                let value = constant(*value);
                quote!(#lanes::splat(#value))
            }
            Node::Scalar(s) => {
                let name = self.scope.names.ident(&self.loops.scalars[s.0]);
                quote!(#lanes::splat(p.#name))
            }
            Node::Index(a) => self.index_value(a),
            Node::Test(t) => {
                let test = self.scope.test(t);
                self.per_lane(&lanes, &[&t.affine], test)
            }
            Node::Read { source, index } => self.read(expr.ty, *source, index, operands, windows),
            Node::Unary(op, a) => {
                let a = operand(a);
                match op {
                    UnaryOp::Neg => quote!(-#a),
                    UnaryOp::Not => quote!(!#a),
                    UnaryOp::Abs => quote!(#a.abs()),
                }
            }
            Node::Binary(op, a, b) => match (op, &operands.block.exprs[b.0].node) {
                (BinaryOp::Shl | BinaryOp::Shr, Node::Const(Value::Int(_, amount))) => {
                    let by = Literal::u32_unsuffixed(*amount as u32);
                    let a = operand(a);
                    if *op == BinaryOp::Shl {
                        quote!(#a.shl_by(#by))
                    } else {
                        quote!(#a.shr_by(#by))
                    }
                }
                _ => self.clamped_cast(*op, [*a, *b], operands).unwrap_or_else(|| {
                    binary(*op, ty_of(a) == ElemType::Bool, operand(a), operand(b))
                }),
            },
            Node::Cast(a) => cast(quote!(cast), ty_of(a), expr.ty, operand(a)),
            Node::SaturatingCast(a) => cast(quote!(saturating_cast), ty_of(a), expr.ty, operand(a)),
            Node::Select(c, a, b) => {
                let (c, a, b) = (operand(c), operand(a), operand(b));
                match expr.ty {
                    ElemType::Bool => quote!((#c & #a) | (!#c & #b)),
                    _ => quote!(#lanes::select(#c, #a, #b)),
                }
            }
            Node::Call(function, args) => {
                let name = Ident::new(function.name(), Span::mixed_site());
                let receiver = operand(&args[0]);
                let rest = args[1..].iter().map(operand);
                quote!(#receiver.#name(#(#rest),*))
            }
            Node::Combine { op, terms } => {
                let mut terms = terms.iter().map(|t| operand(t).into_token_stream());
                let first = terms.next().expect("the verifier has at least one term");
                let bool = expr.ty == ElemType::Bool;
                terms.fold(first, |a, b| {
                    let combined = binary(op.combine(), bool, &a, &b);
                    quote!((#combined))
                })
            }
            Node::Reduce { op, vars, body } => {
                self.reduce(*op, vars, body, expr.ty, prefix, windows)
            }
        }
    }

    /// `clamp(v as i32, lo, hi)` of a float: the clamp and the cast together are cheaper than a cast
    /// that must saturate. For the constants for which the lanes define it.
    fn clamped_cast(
        &self,
        op: BinaryOp,
        [a, b]: [ExprId; 2],
        operands: Operands<'_>,
    ) -> Option<TokenStream> {
        let node = |id: ExprId| &operands.block.exprs[id.0].node;
        let (Node::Const(Value::Int(_, hi)), BinaryOp::Min) = (node(b), op) else { return None };
        let Node::Binary(BinaryOp::Max, cast, lo) = node(a) else { return None };
        let (Node::Cast(v), Node::Const(Value::Int(_, lo))) = (node(*cast), node(*lo)) else {
            return None;
        };
        let limit = |end: i64| match operands.ty(v) {
            ElemType::F32 => Some(Literal::f32_suffixed(end as f32)),
            ElemType::F64 => Some(Literal::f64_suffixed(end as f64)),
            _ => None,
        };
        let fits = 0 <= *lo && lo <= hi && *hi <= 1 << 24 && operands.ty(cast) == ElemType::I32;
        let (lo, hi) = (limit(*lo)?, limit(*hi)?);
        let v = operands.name(v);
        fits.then(|| quote!(#v.clamped_to_i32(#lo, #hi)))
    }

    fn reduce(
        &mut self,
        op: ReduceOp,
        vars: &[(VarId, i64, i64)],
        body: &Block,
        ty: ElemType,
        prefix: &str,
        windows: &[VarId],
    ) -> TokenStream {
        let inner: Vec<VarId> = windows.iter().copied().chain(vars.iter().map(|v| v.0)).collect();
        let (statements, values) = self.nested(body, prefix, &inner);
        let acc = format_ident!("acc");
        let value = &values[body.result.0];
        let combined = binary(op.combine(), ty == ElemType::Bool, &acc, value);
        let step = quote!(#(#statements)* acc = #combined;);
        let loops = vars.iter().rev().fold(step, |body, (var, first, last)| {
            let var = self.scope.var(*var);
            let first = constant(Value::Int(ElemType::I32, *first));
            let last = constant(Value::Int(ElemType::I32, *last));
            quote!(for #var in #first..=#last as isize { #body })
        });
        let lanes = lanes_type(ty);
        let identity = constant(op.identity(ty));
        quote!({ let mut acc = #lanes::splat(#identity); #loops acc })
    }

    fn index_value(&self, a: &Affine) -> TokenStream {
        let lane = self.lane.filter(|lane| a.mentions_var(*lane));
        match lane.map(|lane| in_lanes::indices(self.scope, a, lane)) {
            Some(Some(indices)) => indices,
            _ => {
                let value = self.scope.affine(a);
                self.per_lane(&quote!(V::I32), &[a], quote!((#value) as i32))
            }
        }
    }

    /// `value` in every lane: once if nothing it depends on differs between lanes.
    fn per_lane(
        &self,
        lanes: &TokenStream,
        depends: &[&Affine],
        value: TokenStream,
    ) -> TokenStream {
        match self.lane {
            Some(lane) if depends.iter().any(|a| a.mentions_var(lane)) => {
                let shadow = self.shadow(lane);
                quote!(#lanes::from_fn(|lane| { #shadow #value }))
            }
            _ => quote!(#lanes::splat(#value)),
        }
    }

    /// Rebinds the lanes loop's variable to that of one lane.
    fn shadow(&self, lane: VarId) -> TokenStream {
        let var = self.scope.var(lane);
        quote!(let #var = #var + lane as isize;)
    }

    fn read(
        &mut self,
        ty: ElemType,
        source: Source,
        index: &[Index],
        operands: Operands<'_>,
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
                quote!(#lanes::splat(unsafe { *#address }))
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
        let affine = |i: &Index| match i {
            Index::Affine(a) => Some(a.clone()),
            Index::Value(_) => None,
        };
        let index: Option<Vec<Affine>> = index.iter().map(affine).collect();
        linear(&index?, self.lane?)
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
            false => self.pointer(source, &line),
        };
        let index = self.scope.affine(&along);
        let lanes = lanes_type(if buffer.ty == ElemType::Bool { ElemType::U8 } else { buffer.ty });
        match (stride, unit) {
            (0, _) => quote!(#lanes::splat(unsafe { *#row.wrapping_offset((#index) * #step) })),
            (k, Some(unit)) if k == 1 || self.single => {
                quote!(unsafe { rt::load::<V, #elem, #unit>(#row, #index, #step) })
            }
            (every, unit) => {
                let (every, unit) = (Literal::i64_unsuffixed(every), unit.unwrap_or(quote!(false)));
                quote!(unsafe { rt::load_every::<V, #elem, #unit, #every>(#row, #index, #step) })
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

    /// The pointer of a line.
    pub fn pointer(&self, source: Source, line: &Line) -> TokenStream {
        let buffer = self.loops.buffer(source);
        let (owner, field) = (owner(&buffer.role), self.scope.names.ident(&buffer.name));
        let index = line.index.iter().map(|a| self.scope.affine(a));
        let index = index.enumerate().map(|(dim, i)| folded(buffer, dim, i));
        quote!(#owner.#field.at([#(#index),*]))
    }

    /// One address a lane, all computed together: a gather whose indices are lanes, unless its border
    /// is more than a clamp.
    fn gathered(
        &self,
        source: Source,
        index: &[Index],
        in_place: bool,
        operands: Operands<'_>,
    ) -> Option<TokenStream> {
        let lane = self.lane.filter(|_| !in_place)?;
        let buffer = self.loops.buffer(source);
        let method = match buffer.border {
            None => quote!(gather),
            Some(BorderMode::Clamp) => quote!(gather_clamped),
            Some(_) => return None,
        };
        let unfolded = |dim| matches!(buffer.hold(dim), Hold::Whole | Hold::Part(_));
        let coordinate = |(dim, index): (usize, &Index)| match index {
            Index::Affine(a) if !a.mentions_var(lane) => {
                let at = folded(buffer, dim, self.scope.affine(a));
                Some(quote!(rt::Coordinate::Same(#at)))
            }
            _ if !unfolded(dim) => None,
            Index::Affine(a) => {
                let at = in_lanes::indices(self.scope, a, lane)?;
                Some(quote!(rt::Coordinate::Each(#at)))
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
        Some(quote!(unsafe { #owner.#field #written.#method::<V, #unit>([#(#index),*]) }))
    }

    /// One address a lane: gathers, indices that are not linear in the lane, frames.
    fn general_read(
        &self,
        source: Source,
        index: &[Index],
        in_place: bool,
        operands: Operands<'_>,
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
                quote!(unsafe { #owner.#field #written.redirected([#(#at),*], #border) })
            }
            None => quote!(unsafe { *#owner.#field.at([#(#at),*]) }),
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

    /// A block's index expressions in the user's terms, for a comment.
    pub fn describe(&self, index: &[Affine]) -> String {
        let names = AffineNames { sizes: self.scope.sizes, vars: self.scope.vars };
        let index: Vec<String> = index.iter().map(|a| a.display(&names).to_string()).collect();
        index.join(", ")
    }
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
    let innermost = dim == buffer.domain.0.len() - 1;
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
        BorderMode::Clamp => quote!(rt::Border::Clamp),
        BorderMode::Mirror => quote!(rt::Border::Mirror),
        BorderMode::Mirror101 => quote!(rt::Border::Mirror101),
        BorderMode::Repeat => quote!(rt::Border::Repeat),
        BorderMode::Constant(value) => {
            let value = match value {
                Value::Bool(b) => constant(Value::Int(ElemType::U8, i64::from(b))),
                other => constant(other),
            };
            quote!(rt::Border::Constant(#value))
        }
    }
}

fn cast(how: TokenStream, from: ElemType, to: ElemType, a: &Ident) -> TokenStream {
    if from == to {
        return quote!(#a);
    }
    let (from_ty, to_ty) = (stored_type(from), stored_type(to));
    match (from, to) {
        (ElemType::Bool, ElemType::U8) => quote!(rt::mask_to_u8::<V>(#a)),
        (ElemType::Bool, _) => quote!(rt::#how::<V, u8, #to_ty>(rt::mask_to_u8::<V>(#a))),
        _ => quote!(rt::#how::<V, #from_ty, #to_ty>(#a)),
    }
}

fn binary(op: BinaryOp, bools: bool, a: &impl ToTokens, b: &impl ToTokens) -> TokenStream {
    match op {
        BinaryOp::Add => quote!(#a + #b),
        BinaryOp::Sub => quote!(#a - #b),
        BinaryOp::Mul => quote!(#a * #b),
        BinaryOp::Div => quote!(#a / #b),
        BinaryOp::Rem => quote!(#a % #b),
        BinaryOp::Min => quote!(#a.min(#b)),
        BinaryOp::Max => quote!(#a.max(#b)),
        BinaryOp::AbsDiff => quote!(#a.abs_diff(#b)),
        BinaryOp::SaturatingAdd => quote!(#a.saturating_add(#b)),
        BinaryOp::SaturatingSub => quote!(#a.saturating_sub(#b)),
        BinaryOp::And => quote!(#a & #b),
        BinaryOp::Or => quote!(#a | #b),
        BinaryOp::Xor => quote!(#a ^ #b),
        BinaryOp::Shl => quote!(#a.shl(#b)),
        BinaryOp::Shr => quote!(#a.shr(#b)),
        BinaryOp::Eq if bools => quote!(!(#a ^ #b)),
        BinaryOp::Ne if bools => quote!(#a ^ #b),
        BinaryOp::Eq => quote!(#a.eq(#b)),
        BinaryOp::Ne => quote!(#a.ne(#b)),
        BinaryOp::Lt => quote!(#a.lt(#b)),
        BinaryOp::Le => quote!(#a.le(#b)),
        BinaryOp::Gt => quote!(#a.gt(#b)),
        BinaryOp::Ge => quote!(#a.ge(#b)),
    }
}
