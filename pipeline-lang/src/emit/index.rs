//! Index expressions as `isize` arithmetic.

use super::names::Identifiers;
use super::tokens::infix;
use pipeline_core::ir::{Affine, Atom, Test, TestOp, VarId};
use pipeline_core::loops::Bound;
use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, quote};

/// How sizes and variables are spelled at a place in the generated code.
pub struct Spelling<'a> {
    /// The identifiers.
    pub names: &'a Identifiers,
    /// Names of the sizes; spelled `p.name`.
    pub sizes: &'a [String],
    /// Labels of the nest's variables.
    pub vars: &'a [String],
    /// Variables that are fields of the nest, spelled `n.name`; the others are locals.
    pub fields: &'a [VarId],
}

impl Spelling<'_> {
    /// A variable.
    pub fn var(&self, var: VarId) -> TokenStream {
        let name = self.names.variable(&self.vars[var.0]);
        if self.fields.contains(&var) { quote!(n.#name) } else { quote!(#name) }
    }

    /// An index expression.
    pub fn affine(&self, a: &Affine) -> TokenStream {
        let positive = a.terms().iter().filter(|t| t.1 > 0);
        let negative = a.terms().iter().filter(|t| t.1 < 0);
        let mut tokens = TokenStream::new();
        for (atom, k) in positive.chain(negative) {
            let atom = self.atom(atom);
            let factor = Literal::i64_unsuffixed(k.abs());
            let term = match k.abs() {
                1 => atom,
                _ => infix(factor.into_token_stream(), '*', atom),
            };
            tokens = match (tokens.is_empty(), *k > 0) {
                (true, true) => term,
                (true, false) => quote!(-(#term)),
                (false, true) => infix(tokens, '+', term),
                (false, false) => infix(tokens, '-', term),
            };
        }
        let constant = Literal::i64_unsuffixed(a.constant().abs()).into_token_stream();
        match (tokens.is_empty(), a.constant()) {
            (true, c) if c < 0 => quote!(-#constant),
            (true, _) => quote!(#constant),
            (false, 0) => tokens,
            (false, c) if c < 0 => infix(tokens, '-', constant),
            (false, _) => infix(tokens, '+', constant),
        }
    }

    fn atom(&self, atom: &Atom) -> TokenStream {
        match atom {
            Atom::Size(s) => {
                let name = self.names.ident(&self.sizes[s.0]);
                quote!(p.#name)
            }
            Atom::Var(v) => self.var(*v),
            Atom::Div(inner, d) => {
                let alone = matches!(inner.terms(), [(_, 1)]) && inner.constant() == 0;
                let inner = self.affine(inner);
                let inner = if alone { inner } else { quote!((#inner)) };
                if d.count_ones() == 1 {
                    let shift = Literal::u32_unsuffixed(d.trailing_zeros());
                    return quote!((#inner >> #shift));
                }
                let d = Literal::i64_unsuffixed(*d);
                quote!(#inner.div_euclid(#d))
            }
        }
    }

    /// A bound.
    pub fn bound(&self, bound: &Bound) -> TokenStream {
        let mut list = bound.list().iter().map(|a| self.affine(a));
        let first = list.next().expect("a bound has at least one expression");
        list.fold(first, |so_far, next| match bound {
            Bound::Max(_) => quote!(max(#so_far, #next)),
            Bound::Min(_) => quote!(min(#so_far, #next)),
        })
    }

    /// A condition, as a `bool`.
    pub fn test(&self, test: &Test) -> TokenStream {
        let value = self.affine(&test.affine);
        match test.op {
            TestOp::NonNegative => quote!(#value >= 0),
            TestOp::Zero => quote!(#value == 0),
            TestOp::NonZero => quote!(#value != 0),
        }
    }
}
