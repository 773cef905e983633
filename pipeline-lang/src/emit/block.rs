//! Blocks as straight-line code over lanes.

use super::in_lanes;
use super::index::Scope;
use super::load::Row;
use super::operands::{Binding, Operands, Spelled, binary};
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
    /// The statements of the compute's block and the names of its values, one each. What is used by
    /// one operator only is spelled there: its statement is empty, and its name unknown. But where
    /// stores stand among the loads, every load stays where it is.
    pub fn block(&mut self, block: &Block) -> (Vec<TokenStream>, Vec<Ident>) {
        let stored = self.compute.stores.iter().flat_map(|s| {
            let at = s.data.iter().map(|(_, id)| *id);
            at.chain([s.value])
        });
        let stored: Vec<ExprId> = stored.collect();
        let kept = (!self.compute.only_changes()).then_some(stored.as_slice());
        self.nested(Operands::new(block, "t", kept), block, "t", &[])
    }

    fn nested(
        &mut self,
        mut operands: Operands<'_>,
        block: &Block,
        prefix: &str,
        windows: &[VarId],
    ) -> (Vec<TokenStream>, Vec<Ident>) {
        let mut statements = Vec::with_capacity(block.exprs.len());
        for (i, expr) in block.exprs.iter().enumerate() {
            let value = self.expr(expr, &operands, &format!("{prefix}{i}_"), windows);
            statements.push(operands.define(value));
        }
        (statements, operands.into_names())
    }

    fn expr(
        &mut self,
        expr: &Expr,
        operands: &Operands<'_>,
        prefix: &str,
        windows: &[VarId],
    ) -> Spelled {
        let lanes = lanes_type(expr.ty);
        let operand = |id: &ExprId| operands.spelled(id);
        let ty_of = |id: &ExprId| operands.ty(id);
        Spelled::tight(match &expr.node {
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
                let a = operand(a).receiver();
                match op {
                    UnaryOp::Neg => return Spelled::new(quote!(-#a), Binding::Prefix),
                    UnaryOp::Not => return Spelled::new(quote!(!#a), Binding::Prefix),
                    UnaryOp::Abs => quote!(#a.abs()),
                }
            }
            Node::Binary(op, a, b) => match (op, operands.node(b)) {
                (BinaryOp::Shl | BinaryOp::Shr, Node::Const(Value::Int(_, amount))) => {
                    let by = Literal::u32_unsuffixed(*amount as u32);
                    let a = operand(a).receiver();
                    if *op == BinaryOp::Shl {
                        quote!(#a.shl_by(#by))
                    } else {
                        quote!(#a.shr_by(#by))
                    }
                }
                _ => match clamped(*op, [*a, *b], operands.block) {
                    Some((value, lo, hi)) => {
                        let value = operands.name(&value);
                        quote!(#value.clamped_to_i32(#lo, #hi))
                    }
                    None => {
                        return binary(*op, ty_of(a) == ElemType::Bool, operand(a), operand(b));
                    }
                },
            },
            Node::Cast(a) => cast(quote!(cast), ty_of(a), expr.ty, operand(a).argument()),
            Node::SaturatingCast(a) => {
                cast(quote!(saturating_cast), ty_of(a), expr.ty, operand(a).argument())
            }
            Node::Select(c, a, b) if expr.ty == ElemType::Bool => {
                let (c, a, b) = (operands.name(c), operand(a).receiver(), operand(b).receiver());
                return Spelled::new(quote!((#c & #a) | (!#c & #b)), Binding::Bits);
            }
            Node::Select(c, a, b) => {
                let (c, a, b) =
                    (operand(c).argument(), operand(a).argument(), operand(b).argument());
                quote!(#lanes::select(#c, #a, #b))
            }
            Node::Call(function, args) => {
                let name = Ident::new(function.name(), Span::mixed_site());
                let receiver = operand(&args[0]).receiver();
                let rest = args[1..].iter().map(|a| operand(a).argument());
                quote!(#receiver.#name(#(#rest),*))
            }
            Node::Combine { op, terms } => {
                let first = operand(terms.first().expect("the verifier has at least one term"));
                let bools = expr.ty == ElemType::Bool;
                let rest = terms[1..].iter().map(operand);
                return rest.fold(first.clone(), |a, b| binary(op.combine(), bools, &a, b));
            }
            Node::Reduce { op, vars, body } => {
                self.reduce(*op, vars, body, expr.ty, prefix, windows)
            }
        })
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
        let operands = Operands::new(body, prefix, Some(&[body.result]));
        let (statements, values) = self.nested(operands, body, prefix, &inner);
        let acc = format_ident!("acc");
        let [total, value] = [&acc, &values[body.result.0]].map(Spelled::tight);
        let combined = binary(op.combine(), ty == ElemType::Bool, &total, &value);
        let combined = combined.argument();
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

pub(super) fn cast(
    how: TokenStream,
    from: ElemType,
    to: ElemType,
    a: &impl ToTokens,
) -> TokenStream {
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

/// `clamp(v as i32, lo, hi)` of a float: the clamp and the cast together are cheaper than a cast
/// that must saturate. For the constants for which the lanes define it.
pub(super) fn clamped(
    op: BinaryOp,
    [a, b]: [ExprId; 2],
    block: &Block,
) -> Option<(ExprId, Literal, Literal)> {
    let node = |id: ExprId| &block.exprs[id.0].node;
    let ty = |id: ExprId| block.exprs[id.0].ty;
    let (Node::Const(Value::Int(_, hi)), BinaryOp::Min) = (node(b), op) else { return None };
    let Node::Binary(BinaryOp::Max, cast, lo) = node(a) else { return None };
    let (Node::Cast(v), Node::Const(Value::Int(_, lo))) = (node(*cast), node(*lo)) else {
        return None;
    };
    let limit = |end: i64| match ty(*v) {
        ElemType::F32 => Some(Literal::f32_suffixed(end as f32)),
        ElemType::F64 => Some(Literal::f64_suffixed(end as f64)),
        _ => None,
    };
    let fits = 0 <= *lo && lo <= hi && *hi <= 1 << 24 && ty(*cast) == ElemType::I32;
    let (lo, hi) = (limit(*lo)?, limit(*hi)?);
    fits.then_some((*v, lo, hi))
}
