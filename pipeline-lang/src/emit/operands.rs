//! How the values of a block are spelled: by a name, or as an expression where they are used.
//!
//! A value that one operator uses needs no name. Those keep one that are used more often, that
//! stores or indices take, or whose expression would be too long to read.

use super::block::clamped;
use pipeline_core::ir::nodes::for_each_operand;
use pipeline_core::ir::{BinaryOp, Block, ElemType, ExprId, Node};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};

/// The most values that one statement computes, to be read at a glance.
const MOST_VALUES: usize = 10;

/// How tightly an expression holds together beside operators, from the loosest on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Binding {
    /// An operator on bits.
    Bits,
    /// A sum.
    Sum,
    /// A product.
    Product,
    /// An operator in front of its operand.
    Prefix,
    /// A name or a call.
    Tight,
}

/// An expression.
#[derive(Clone)]
pub struct Spelled {
    tokens: TokenStream,
    binding: Binding,
}

impl Spelled {
    /// A name or a call.
    pub fn tight(tokens: impl ToTokens) -> Spelled {
        Spelled::new(tokens, Binding::Tight)
    }

    /// An expression that holds together like this.
    pub fn new(tokens: impl ToTokens, binding: Binding) -> Spelled {
        Spelled { tokens: tokens.into_token_stream(), binding }
    }

    /// As an operand that has to hold together at least like this.
    pub fn at_least(&self, binding: Binding) -> TokenStream {
        let tokens = &self.tokens;
        if self.binding >= binding { tokens.clone() } else { quote!((#tokens)) }
    }

    /// As what a method is called on.
    pub fn receiver(&self) -> TokenStream {
        self.at_least(Binding::Tight)
    }

    /// As an argument of a call, or what a name is bound to.
    pub fn argument(&self) -> &TokenStream {
        &self.tokens
    }
}

/// A binary operator of values or, if they are `bools`, of masks.
pub fn binary(op: BinaryOp, bools: bool, a: &Spelled, b: &Spelled) -> Spelled {
    let infix = |sign: TokenStream, binding: Binding, left: Binding, right: Binding| {
        let (a, b) = (a.at_least(left), b.at_least(right));
        Spelled::new(quote!(#a #sign #b), binding)
    };
    let sum = |sign| infix(sign, Binding::Sum, Binding::Sum, Binding::Product);
    let product = |sign| infix(sign, Binding::Product, Binding::Product, Binding::Prefix);
    let bits = |sign| infix(sign, Binding::Bits, Binding::Tight, Binding::Tight);
    let call = |name: TokenStream| {
        let (a, b) = (a.receiver(), b.argument());
        Spelled::tight(quote!(#a.#name(#b)))
    };
    match op {
        BinaryOp::Add => sum(quote!(+)),
        BinaryOp::Sub => sum(quote!(-)),
        BinaryOp::Mul => product(quote!(*)),
        BinaryOp::Div => product(quote!(/)),
        BinaryOp::Rem => product(quote!(%)),
        BinaryOp::Min => call(quote!(min)),
        BinaryOp::Max => call(quote!(max)),
        BinaryOp::AbsDiff => call(quote!(abs_diff)),
        BinaryOp::SaturatingAdd => call(quote!(saturating_add)),
        BinaryOp::SaturatingSub => call(quote!(saturating_sub)),
        BinaryOp::And => bits(quote!(&)),
        BinaryOp::Or => bits(quote!(|)),
        BinaryOp::Xor => bits(quote!(^)),
        BinaryOp::Shl => call(quote!(shl)),
        BinaryOp::Shr => call(quote!(shr)),
        BinaryOp::Eq if bools => {
            let different = bits(quote!(^)).receiver();
            Spelled::new(quote!(!#different), Binding::Prefix)
        }
        BinaryOp::Ne if bools => bits(quote!(^)),
        BinaryOp::Eq => call(quote!(eq)),
        BinaryOp::Ne => call(quote!(ne)),
        BinaryOp::Lt => call(quote!(lt)),
        BinaryOp::Le => call(quote!(le)),
        BinaryOp::Gt => call(quote!(gt)),
        BinaryOp::Ge => call(quote!(ge)),
    }
}

/// A value that has been computed.
struct Operand {
    spelled: Spelled,
    /// Values that are computed where it is used.
    values: usize,
}

/// The values of a block, as far as they have been computed.
pub struct Operands<'a> {
    /// The block.
    pub block: &'a Block,
    names: Vec<Ident>,
    /// Whether a value has to have its name.
    named: Vec<bool>,
    computed: Vec<Operand>,
}

impl<'a> Operands<'a> {
    /// The values of a block before the first is computed. `kept` are those that are used outside
    /// of it; if there are none, all have names.
    pub fn new(block: &'a Block, prefix: &str, kept: Option<&[ExprId]>) -> Operands<'a> {
        let names = (0..block.exprs.len()).map(|i| format_ident!("{prefix}{i}")).collect();
        let named = match kept {
            Some(kept) => named(block, kept),
            None => vec![true; block.exprs.len()],
        };
        Operands { block, names, named, computed: Vec::new() }
    }

    /// Takes the next value: gives the statement that names it, or nothing if it has no name.
    pub fn define(&mut self, value: Spelled) -> TokenStream {
        let id = self.computed.len();
        let mut values = 1;
        for_each_operand(&self.block.exprs[id].node, |of| values += self.computed[of.0].values);
        if !self.named[id] && values <= MOST_VALUES {
            self.computed.push(Operand { spelled: value, values });
            return TokenStream::new();
        }
        let (name, value) = (&self.names[id], value.argument());
        self.computed.push(Operand { spelled: Spelled::tight(name), values: 0 });
        quote!(let #name = #value;)
    }

    /// A value as an operand.
    pub fn spelled(&self, id: &ExprId) -> &Spelled {
        &self.computed[id.0].spelled
    }

    /// The name of a value that has one.
    pub fn name(&self, id: &ExprId) -> &Ident {
        &self.names[id.0]
    }

    /// The names of all values.
    pub fn into_names(self) -> Vec<Ident> {
        self.names
    }

    /// The node of a value.
    pub fn node(&self, id: &ExprId) -> &'a Node {
        &self.block.exprs[id.0].node
    }

    /// The type of a value.
    pub fn ty(&self, id: &ExprId) -> ElemType {
        self.block.exprs[id.0].ty
    }
}

/// Which values of a block have to have names.
fn named(block: &Block, kept: &[ExprId]) -> Vec<bool> {
    let mut uses = vec![0; block.exprs.len()];
    let mut named = vec![false; block.exprs.len()];
    kept.iter().for_each(|id| named[id.0] = true);
    for (id, expr) in block.exprs.iter().enumerate() {
        for_each_operand(&expr.node, |of| uses[of.0] += 1);
        match &expr.node {
            // Indices are computed lane by lane.
            Node::Read { .. } => for_each_operand(&expr.node, |of| named[of.0] = true),
            Node::Reduce { .. } => named[id] = true,
            Node::Select(condition, ..) if expr.ty == ElemType::Bool => named[condition.0] = true,
            Node::Binary(op, a, b) => {
                if let Some((value, ..)) = clamped(*op, [*a, *b], block) {
                    named[value.0] = true;
                }
            }
            _ => {}
        }
    }
    named.iter().zip(uses).map(|(named, uses)| *named || uses != 1).collect()
}
