//! How the values of a block are spelled: by a name, or as an expression where they are used.

use super::tokens;
use pipeline_core::ir::{BinaryOp, ExprId};
use pipeline_core::kernel::Block;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};

/// How tightly an expression holds together beside operators, from the loosest on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum OperatorPrecedence {
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
    binding: OperatorPrecedence,
}

impl Spelled {
    /// A name or a call.
    pub fn tight(tokens: impl ToTokens) -> Spelled {
        Spelled::new(tokens, OperatorPrecedence::Tight)
    }

    /// An expression that holds together like this.
    pub fn new(tokens: impl ToTokens, binding: OperatorPrecedence) -> Spelled {
        Spelled { tokens: tokens.into_token_stream(), binding }
    }

    /// As an operand that has to hold together at least like this.
    pub fn at_least(&self, binding: OperatorPrecedence) -> TokenStream {
        let tokens = &self.tokens;
        if self.binding >= binding { tokens.clone() } else { quote!((#tokens)) }
    }

    /// As what a method is called on.
    pub fn receiver(&self) -> TokenStream {
        self.at_least(OperatorPrecedence::Tight)
    }

    /// As an argument of a call, or what a name is bound to.
    pub fn argument(&self) -> &TokenStream {
        &self.tokens
    }
}

/// A binary operator of values or, if they are `bools`, of masks.
pub fn binary(op: BinaryOp, bools: bool, a: &Spelled, b: &Spelled) -> Spelled {
    let infix = |sign: TokenStream,
                 binding: OperatorPrecedence,
                 left: OperatorPrecedence,
                 right: OperatorPrecedence| {
        let mut tokens = a.at_least(left);
        tokens.extend([sign, b.at_least(right)]);
        Spelled::new(tokens, binding)
    };
    let sum = |sign| {
        infix(sign, OperatorPrecedence::Sum, OperatorPrecedence::Sum, OperatorPrecedence::Product)
    };
    let product = |sign| {
        infix(
            sign,
            OperatorPrecedence::Product,
            OperatorPrecedence::Product,
            OperatorPrecedence::Prefix,
        )
    };
    let bits = |sign| {
        infix(sign, OperatorPrecedence::Bits, OperatorPrecedence::Tight, OperatorPrecedence::Tight)
    };
    let call = |name: TokenStream| {
        let (a, b) = (a.receiver(), b.argument());
        Spelled::tight(quote!(#a.#name(#b)))
    };
    let of_both = |name: TokenStream| {
        let (a, b) = (a.argument(), b.argument());
        Spelled::tight(quote!(V::#name(#a, #b)))
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
            Spelled::new(quote!(!#different), OperatorPrecedence::Prefix)
        }
        BinaryOp::Ne if bools => bits(quote!(^)),
        BinaryOp::Eq => call(quote!(eq)),
        BinaryOp::Ne => call(quote!(ne)),
        BinaryOp::Lt => call(quote!(lt)),
        BinaryOp::Le => call(quote!(le)),
        BinaryOp::Gt => call(quote!(gt)),
        BinaryOp::Ge => call(quote!(ge)),
        BinaryOp::WordPair => of_both(quote!(word_pair)),
        BinaryOp::Dot => of_both(quote!(dot)),
    }
}

/// The values of a block, as far as they have been computed.
pub struct Operands {
    names: Vec<Ident>,
    computed: Vec<Spelled>,
}

impl Operands {
    /// The values of a block before the first is computed; their names begin with the prefix.
    pub fn new(block: &Block, prefix: &str) -> Operands {
        let names: Vec<Ident> =
            (0..block.exprs.len()).map(|i| format_ident!("{prefix}{i}")).collect();
        Operands { computed: Vec::with_capacity(names.len()), names }
    }

    /// Takes the next value: gives the statement that names it, or nothing if it gets no name.
    pub fn define(&mut self, value: Spelled, named: bool) -> TokenStream {
        if !named {
            self.computed.push(value);
            return TokenStream::new();
        }
        let name = &self.names[self.computed.len()];
        let statement = tokens::named(quote!(let #name), value.tokens);
        self.computed.push(Spelled::tight(name));
        statement
    }

    /// Takes the next value, which is one of these two: gives the statement that names both.
    pub fn define_all(
        &mut self,
        values: impl Iterator<Item = ExprId>,
        all: &TokenStream,
    ) -> TokenStream {
        let names: Vec<Ident> = values.map(|id| self.names[id.0].clone()).collect();
        self.is_defined();
        quote!(let [#(#names),*] = #all;)
    }

    /// Takes the next value, which has its name already: there is no statement.
    pub fn is_defined(&mut self) -> TokenStream {
        self.computed.push(Spelled::tight(&self.names[self.computed.len()]));
        TokenStream::new()
    }

    /// A value as an operand.
    pub fn spelled(&self, id: ExprId) -> &Spelled {
        &self.computed[id.0]
    }

    /// The name of a value that has one.
    pub fn name(&self, id: ExprId) -> &Ident {
        &self.names[id.0]
    }
}
