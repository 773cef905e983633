//! Blocks as straight-line code over lanes.

use super::in_lanes;
use super::load::Accesses;
use super::operands::{Operands, OperatorPrecedence, Spelled, binary};
use super::types::{cast, constant, float, lanes_type};
use pipeline_core::ir::{ElemType, ExprId, ReduceOp, UnaryOp, Value, WindowVar};
use pipeline_core::kernel::{
    Block, CombinedWindow, Division, Divisor, Expr, Indices, Load, Node, WindowValue,
};
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{format_ident, quote};

/// The statements of a block, one a value, and its values. What is used by one operator only is
/// spelled there: its statement is empty, and its name unknown.
pub fn block(accesses: &Accesses<'_>, block: &Block, prefix: &str) -> (Vec<TokenStream>, Operands) {
    let mut operands = Operands::new(block, prefix);
    let mut statements = Vec::with_capacity(block.exprs.len());
    for (i, of) in block.exprs.iter().enumerate() {
        let at = BlockPosition { accesses, block, operands: &operands };
        let statement = if let Node::Load(Load::With(_)) | Node::With(_) = &of.node {
            operands.is_defined()
        } else if let Node::Reduce { vars, body, windows } = &of.node
            && windows.len() > 1
        {
            let loops = at.windows(vars, body, windows, &format!("{prefix}{i}_"));
            let _ = operands.is_defined();
            loops
        } else if let Node::Load(Load::Interleaved { members, every }) = &of.node {
            let all = accesses.load_interleaved(of.ty, members, *every);
            operands.define_all(members.iter().map(|member| member.value), &all)
        } else if let Node::Load(Load::Pair { source, index, border, neighbours, members }) =
            &of.node
        {
            let both = accesses.pair(*source, index, *border, *neighbours, &operands);
            operands.define_all(members.iter().copied(), &both)
        } else {
            let value = at.expr(of, &format!("{prefix}{i}_"));
            operands.define(value, of.named)
        };
        statements.push(statement);
    }
    (statements, operands)
}

/// A place in a block.
struct BlockPosition<'a> {
    accesses: &'a Accesses<'a>,
    block: &'a Block,
    /// The values before it.
    operands: &'a Operands,
}

impl BlockPosition<'_> {
    fn expr(&self, expr: &Expr, prefix: &str) -> Spelled {
        let (lanes, operands) = (lanes_type(expr.ty), self.operands);
        let operand = |id: &ExprId| operands.spelled(*id);
        let ty_of = |id: &ExprId| self.block.exprs[id.0].ty;
        Spelled::tight(match &expr.node {
            Node::Const(value) => splat(*value),
            Node::Scalar(s) => {
                let site = self.accesses.site;
                let name = site.scope.names.ident(&site.program.scalars[s.0]);
                quote!(#lanes::splat(p.#name))
            }
            Node::Index(indices) => self.indices(indices),
            Node::Test { test, each_lane } => {
                self.value(&lanes, self.accesses.site.scope.test(test), *each_lane)
            }
            Node::Load(load) => self.accesses.load(expr.ty, load, operands),
            Node::Unary(op, a) => {
                let a = operand(a).receiver();
                match op {
                    UnaryOp::Neg => return Spelled::new(quote!(-#a), OperatorPrecedence::Prefix),
                    UnaryOp::Not => return Spelled::new(quote!(!#a), OperatorPrecedence::Prefix),
                    UnaryOp::Abs => quote!(#a.abs()),
                }
            }
            Node::Binary(op, a, b) => {
                return binary(*op, ty_of(a) == ElemType::Bool, operand(a), operand(b));
            }
            Node::WordPairAlike(a, b) => {
                let (a, b) = (operand(a).argument(), operand(b).argument());
                quote!(V::word_pair_alike(#a, #b))
            }
            Node::ShiftLeft(a, by) => {
                let (a, by) = (operand(a).receiver(), Literal::u32_unsuffixed(*by));
                quote!(#a.shl_by(#by))
            }
            Node::ShiftRight(a, by) => {
                let (a, by) = (operand(a).receiver(), Literal::u32_unsuffixed(*by));
                quote!(#a.shr_by(#by))
            }
            Node::DivideBy(a, by, division) => {
                let (a, by) = (operand(a).receiver(), constant(*by));
                match division {
                    Division::Quotient => quote!(#a.div_by::<{ #by }>()),
                    Division::Remainder => quote!(#a.rem_by::<{ #by }>()),
                }
            }
            Node::DivideByProducts { value, by: divisor, tested } => {
                let (value, least) = (operand(value).receiver(), constant(divisor.least()));
                let Divisor { by, near, rest } = divisor;
                let [by, near, rest] = [by, near, rest].map(|factor| constant(*factor));
                match tested {
                    true => quote!(#value.div_by_tested_products(#by, #near, #rest, #least)),
                    false => quote!(#value.div_by_products(#by, #near, #rest)),
                }
            }
            Node::ClampToI32 { value, lo, hi } => {
                let [lo, hi] = [lo, hi].map(|end| float(ty_of(value), *end));
                let value = operands.name(*value);
                quote!(#value.clamped_to_i32(#lo, #hi))
            }
            Node::Cast(a) => cast(quote!(cast), ty_of(a), expr.ty, operand(a).argument()),
            Node::SaturatingCast(a) => {
                cast(quote!(saturating_cast), ty_of(a), expr.ty, operand(a).argument())
            }
            Node::Select(c, a, b) => return self.select(expr.ty, *c, *a, *b),
            Node::Call(function, args) => {
                let name = Ident::new(function.name(), Span::mixed_site());
                let receiver = operand(&args[0]).receiver();
                let rest = args[1..].iter().map(|a| operand(a).argument());
                quote!(#receiver.#name(#(#rest),*))
            }
            Node::Splice { value, by } => splice(*value, *by),
            Node::Behind { number, value, by } => {
                let (before, now) = (handed_on(*number), operand(value).argument());
                let by = Literal::i64_unsuffixed(*by);
                quote!(#before.splice(#now, V::LANES - #by))
            }
            Node::Handed(number) => {
                let before = handed_on(*number);
                quote!(#before)
            }
            Node::Prefix { op, value } => {
                let (none, value) = (identity(*op, expr.ty), operand(value).argument());
                let op = combiner(*op);
                quote!(rt::prefix::<V, _, rt::#op>(#value, #none))
            }
            Node::Last(value) => {
                let value = operand(value).receiver();
                quote!(#value.last())
            }
            Node::Combine { op, terms } => return self.combine(*op, terms, expr.ty),
            Node::Reduce { vars, body, windows } => {
                let window = *windows.first().expect("a loop has a window");
                self.reduce(window, vars, body, expr.ty, prefix)
            }
            Node::With(_) => unreachable!("a loop has one statement"),
        })
    }

    fn select(&self, ty: ElemType, c: ExprId, a: ExprId, b: ExprId) -> Spelled {
        let operand = |id: ExprId| self.operands.spelled(id);
        if ty == ElemType::Bool {
            let (c, a, b) = (self.operands.name(c), operand(a).receiver(), operand(b).receiver());
            return Spelled::new(quote!((#c & #a) | (!#c & #b)), OperatorPrecedence::Bits);
        }
        let [c, a, b] = [c, a, b].map(|id| operand(id).argument());
        let lanes = lanes_type(ty);
        Spelled::tight(quote!(#lanes::select(#c, #a, #b)))
    }

    fn combine(&self, op: ReduceOp, terms: &[ExprId], ty: ElemType) -> Spelled {
        let operand = |id: &ExprId| self.operands.spelled(*id);
        let first = operand(terms.first().expect("the verifier has at least one term")).clone();
        let bools = ty == ElemType::Bool;
        terms[1..].iter().map(operand).fold(first, |a, b| binary(op.combine(), bools, &a, b))
    }

    fn reduce(
        &self,
        CombinedWindow { op, value, .. }: CombinedWindow,
        vars: &[WindowVar],
        body: &Block,
        ty: ElemType,
        prefix: &str,
    ) -> TokenStream {
        let (statements, values) = block(self.accesses, body, prefix);
        let acc = format_ident!("acc");
        let step = step(op, ty, &acc, &value, &values);
        let loops = self.loops(vars, quote!(#(#statements)* #step));
        let first = identity(op, ty);
        quote!({ let mut acc = #first; #loops acc })
    }

    /// Several windows, each with the name of its value.
    fn windows(
        &self,
        vars: &[WindowVar],
        body: &Block,
        windows: &[CombinedWindow],
        prefix: &str,
    ) -> TokenStream {
        let (statements, values) = block(self.accesses, body, prefix);
        let names: Vec<&Ident> = windows.iter().map(|w| self.operands.name(w.of)).collect();
        let ty = |w: &CombinedWindow| self.block.exprs[w.of.0].ty;
        let steps = windows.iter().zip(&names);
        let steps = steps.map(|(w, name)| step(w.op, ty(w), name, &w.value, &values));
        let loops = self.loops(vars, quote!(#(#statements)* #(#steps)*));
        let firsts = windows.iter().map(|w| identity(w.op, ty(w)));
        quote!(#(let mut #names = #firsts;)* #loops)
    }

    /// The loops of a window.
    fn loops(&self, vars: &[WindowVar], body: TokenStream) -> TokenStream {
        vars.iter().rev().fold(body, |body, of| {
            let var = self.accesses.site.scope.var(of.id);
            let Some([first, last]) = of.constant_ends() else {
                let scope = &self.accesses.site.scope;
                // A range without its end is the simpler loop.
                let (first, end) = (scope.affine(&of.first), scope.affine(&of.last.offset(1)));
                return quote!(for #var in #first..#end { #body });
            };
            let [first, last] = [first, last].map(|end| constant(Value::Int(ElemType::I32, end)));
            quote!(for #var in #first..=#last as isize { #body })
        })
    }

    fn indices(&self, indices: &Indices) -> TokenStream {
        let scope = &self.accesses.site.scope;
        let (a, each_lane) = match indices {
            Indices::InLanes(vector) => return in_lanes::indices(scope, vector),
            Indices::Same(a) => (a, false),
            Indices::EachLane(a) => (a, true),
        };
        let value = scope.affine(a);
        self.value(&quote!(V::I32), quote!((#value) as i32), each_lane)
    }

    /// A value in every lane, computed once or in each of them.
    fn value(&self, lanes: &TokenStream, value: TokenStream, each_lane: bool) -> TokenStream {
        match self.accesses.lane().filter(|_| each_lane) {
            Some(lane) => {
                let shadow = self.accesses.shadow(lane);
                quote!(#lanes::from_fn(|lane| { #shadow #value }))
            }
            None => quote!(#lanes::splat(#value)),
        }
    }
}

/// A constant in every lane.
fn splat(value: Value) -> TokenStream {
    let (lanes, constant) = (lanes_type(value.ty()), constant(value));
    match value {
        Value::F32(_) | Value::F64(_) => quote!(V::splat(#constant)),
        // The literal does not say which type it has.
        Value::Int(..) | Value::Bool(_) => quote!(#lanes::splat(#constant)),
    }
}

/// The type of the runtime that combines numbers so.
fn combiner(op: ReduceOp) -> Ident {
    let name = match op {
        ReduceOp::Sum => "Sum",
        ReduceOp::Product => "Product",
        ReduceOp::Min => "Min",
        ReduceOp::Max => "Max",
        ReduceOp::Any | ReduceOp::All => unreachable!("bools have no prefixes"),
    };
    Ident::new(name, Span::mixed_site())
}

/// What a window begins with.
fn identity(op: ReduceOp, ty: ElemType) -> TokenStream {
    splat(op.identity(ty))
}

/// A value combined with those of a window before it.
fn step(
    op: ReduceOp,
    ty: ElemType,
    total: &Ident,
    value: &WindowValue,
    values: &Operands,
) -> TokenStream {
    let value = match value {
        WindowValue::Plain(value) => values.name(*value),
        WindowValue::Product(factors) => {
            let [a, b] = factors.map(|id| values.name(id));
            return quote!(#total = #a.mul_add(#b, #total););
        }
    };
    let operands = [total, value].map(Spelled::tight);
    let combined = binary(op.combine(), ty == ElemType::Bool, &operands[0], &operands[1]);
    let combined = combined.argument();
    quote!(#total = #combined;)
}

/// The lanes of a carried value from one on: of what it is in the vector, and ahead.
fn splice(value: usize, by: i64) -> TokenStream {
    let [current, next] = carried(value);
    match by {
        0 => quote!(#current),
        _ => {
            let by = Literal::i64_unsuffixed(by);
            quote!(#current.splice(#next, #by))
        }
    }
}

/// The name of a carried value in the vector before.
pub fn handed_on(number: usize) -> Ident {
    format_ident!("c{number}_before")
}

/// The names of a carried value in the vector, and ahead.
pub fn carried(value: usize) -> [Ident; 2] {
    ["c", "d"].map(|prefix| format_ident!("{prefix}{value}"))
}
