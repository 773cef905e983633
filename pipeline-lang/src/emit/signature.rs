//! What functions are called, what they are handed, and how they name it.

use super::site::Site;
use super::tokens::listed;
use super::types::stored_type;
use pipeline_core::kernel::{PointFunction, Pointer};
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{format_ident, quote};

/// The parameters of a function.
pub fn params(site: &Site<'_>, function: &PointFunction) -> TokenStream {
    let own = own_params(site, function);
    match own.is_empty() {
        true => quote!(n: &Nest<UNIT>),
        false => quote!(n: &Nest<UNIT>, #own),
    }
}

/// The same but for the first, which all functions have.
pub fn own_params(site: &Site<'_>, function: &PointFunction) -> TokenStream {
    let pads = function.pads.map(|pads| {
        let name = pads_name(pads);
        quote!(s: &#name)
    });
    let vars = function.vars.iter().map(|v| {
        let var = site.scope.var(*v);
        quote!(#var: isize)
    });
    let pointer = |Pointer { name, line, .. }: &Pointer, kind: TokenStream| {
        let elem = stored_type(site.buffer(line.source).ty);
        let name = site.scope.names.ident(name);
        match line.constant() {
            Some(_) => quote!(#name: Option<* #kind #elem>),
            None => quote!(#name: * #kind #elem),
        }
    };
    let loaded = function.loaded.iter().map(|line| pointer(line, quote!(const)));
    let stored = function.stored.iter().map(|line| pointer(line, quote!(mut)));
    let params = pads.into_iter().chain(vars).chain(loaded).chain(stored);
    listed(params)
}

/// Statements in which sizes are fields of `p`, if there are any.
pub fn with_sizes(statements: TokenStream) -> TokenStream {
    fn mention_sizes(tokens: TokenStream) -> bool {
        tokens.into_iter().any(|tree| match tree {
            TokenTree::Ident(name) => name == "p",
            TokenTree::Group(group) => mention_sizes(group.stream()),
            TokenTree::Punct(_) | TokenTree::Literal(_) => false,
        })
    }
    match mention_sizes(statements.clone()) {
        true => quote!(let p = &n.p; #statements),
        false => statements,
    }
}

/// The arguments of a function but for its pointers.
pub fn handed(site: &Site<'_>, function: &PointFunction) -> TokenStream {
    let pads = function.pads.map(|_| quote!(s));
    let vars = function.vars.iter().map(|v| site.scope.var(*v));
    let args = pads.into_iter().chain(vars);
    quote!(n #(, #args)*)
}

/// The arguments of a function, each a variable of the same name as the parameter.
pub fn args(site: &Site<'_>, function: &PointFunction) -> TokenStream {
    let handed = handed(site, function);
    let pointers = function.loaded.iter().chain(&function.stored).map(|pointer| {
        let name = site.scope.names.ident(&pointer.name);
        quote!(#name)
    });
    quote!(#handed #(, #pointers)*)
}

/// A function of a nest.
pub fn function_name(number: usize) -> Ident {
    format_ident!("compute_{number}")
}

/// The function of rows shorter than a vector that goes with one of vectors.
pub fn short_name(number: usize) -> Ident {
    format_ident!("short_{number}")
}

/// The struct of scratchpads that are taken together.
pub fn pads_name(number: usize) -> Ident {
    match number {
        0 => format_ident!("Scratch"),
        n => format_ident!("Scratch{n}"),
    }
}
