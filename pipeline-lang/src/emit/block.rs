//! Blocks as straight-line code over lanes.

use super::in_lanes;
use super::index::Scope;
use super::load::Row;
use pipeline_core::ir::affine::Names as AffineNames;
use pipeline_core::ir::{
    Affine, BinaryOp, Block, ElemType, Expr, ExprId, Node, ReduceOp, Source, UnaryOp, Value, VarId,
};
use pipeline_core::loops::{Compute, LoopNest};
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};

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
    /// Whether there is one lane only, though the variable of a loop is the lane's: points that
    /// have to come one by one.
    pub single: bool,
    /// What the nest has for writing, and so only once.
    pub written: &'a [Source],
    /// Rows whose pointers are loop invariant, in order of first use.
    pub rows: Vec<Row>,
}

/// The expressions of a block and the names of their values.
#[derive(Clone, Copy)]
pub(super) struct Operands<'a> {
    block: &'a Block,
    names: &'a [Ident],
}

impl Operands<'_> {
    pub fn name(&self, id: &ExprId) -> &Ident {
        &self.names[id.0]
    }

    pub fn ty(&self, id: &ExprId) -> ElemType {
        self.block.exprs[id.0].ty
    }
}

/// The lanes type of an element type.
pub(super) fn lanes_type(ty: ElemType) -> TokenStream {
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

    /// `clamp(v as i32, lo, hi)` of a float: the clamp and the cast together are cheaper than a
    /// cast that must saturate. For the constants for which the lanes define it.
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
    pub(super) fn shadow(&self, lane: VarId) -> TokenStream {
        let var = self.scope.var(lane);
        quote!(let #var = #var + lane as isize;)
    }

    /// A block's index expressions in the user's terms, for a comment.
    pub fn describe(&self, index: &[Affine]) -> String {
        let names = AffineNames { sizes: self.scope.sizes, vars: self.scope.vars };
        let index: Vec<String> = index.iter().map(|a| a.display(&names).to_string()).collect();
        index.join(", ")
    }
}

pub(super) fn cast(how: TokenStream, from: ElemType, to: ElemType, a: &Ident) -> TokenStream {
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
