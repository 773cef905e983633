//! Functions that compute points: what they are handed, the expressions, the stores.

use super::block::block;
use super::load::Accesses;
use super::site::Site;
use super::types::stored_type;
use pipeline_core::ir::affine::Names as AffineNames;
use pipeline_core::ir::{ElemType, Index, Source, VarId};
use pipeline_core::kernel::{Ahead, Form, Function, Pointer, Store, StoreOrder};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

/// A function of a nest, by its number.
pub fn function(site: &Site<'_>, number: usize) -> TokenStream {
    let function = &site.nest.functions[number];
    let accesses = Accesses { site, function };
    let (statements, operands) = block(&accesses, &function.value, "t");
    let stores = function.stores.iter().map(|store| {
        let value = operands.name(store.value);
        let value = match site.buffer(Source::Stage(store.stage)).ty {
            ElemType::Bool => quote!(rt::mask_to_u8::<V>(#value)),
            ElemType::U8
            | ElemType::I8
            | ElemType::U16
            | ElemType::I16
            | ElemType::U32
            | ElemType::I32
            | ElemType::F32
            | ElemType::F64 => quote!(#value),
        };
        accesses.store(store, &operands, &value)
    });
    let stores: Vec<TokenStream> = stores.collect();
    let body = in_order(function, statements, stores);
    let doc = format!(" {}", described(site, &function.stores));
    let (name, params) = (function_name(number), params(site, function));
    let ahead = ahead(site, function);
    let body = quote!({
        let p = &n.p;
        #(#ahead)*
        #(#body)*
    });
    let multiversioned = |how: TokenStream, var: VarId| {
        let (var, short) = (site.scope.var(var), short_name(number));
        quote!(rt::compute! { #[doc = #doc] #how #var: #name #short (#params) #body })
    };
    let inline = match function.form {
        Form::Vectors(var) => return multiversioned(quote!(vectors), var),
        Form::VectorsAndPoints(var) => return multiversioned(quote!(changes), var),
        Form::Points(_) => quote!(#[inline(always)]),
        Form::Point => TokenStream::new(),
    };
    quote! {
        #[doc = #doc]
        #inline
        unsafe fn #name<V: Isa, const UNIT: bool>(#params) #body
    }
}

/// What asks for the lines that are wanted ahead.
fn ahead(site: &Site<'_>, function: &Function) -> Vec<TokenStream> {
    let ask = |Pointer { name, line, ahead }: &Pointer| {
        let Ahead { along, every } = ahead.as_ref()?;
        let (name, along) = (site.scope.names.ident(name), site.scope.affine(along));
        let (unit, every) = (site.along(line).unit(), Literal::i64_unsuffixed(*every));
        Some(quote!(rt::ask_ahead::<V, _, #unit, #every>(#name, #along);))
    };
    function.loaded.iter().chain(&function.stored).filter_map(ask).collect()
}

fn params(site: &Site<'_>, function: &Function) -> TokenStream {
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
        quote!(#name: * #kind #elem)
    };
    let loaded = function.loaded.iter().map(|line| pointer(line, quote!(const)));
    let stored = function.stored.iter().map(|line| pointer(line, quote!(mut)));
    let params = pads.into_iter().chain(vars).chain(loaded).chain(stored);
    quote!(n: &Nest<UNIT> #(, #params)*)
}

/// The arguments of a function, each a variable of the same name as the parameter.
pub fn args(site: &Site<'_>, function: &Function) -> TokenStream {
    let pads = function.pads.map(|_| quote!(s));
    let vars = function.vars.iter().map(|v| site.scope.var(*v));
    let pointers = function.loaded.iter().chain(&function.stored).map(|pointer| {
        let name = site.scope.names.ident(&pointer.name);
        quote!(#name)
    });
    let args = pads.into_iter().chain(vars).chain(pointers);
    quote!(n #(, #args)*)
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

/// What is stored, of many points the first and the last.
fn described(site: &Site<'_>, stores: &[Store]) -> String {
    let points = |stores: &[Store]| -> Vec<String> {
        stores.iter().map(|store| describe(site, store)).collect()
    };
    match stores {
        [first, _, _, .., last] => format!("{} to {}", describe(site, first), describe(site, last)),
        few => points(few).join(", "),
    }
}

/// What is stored, in the user's terms.
fn describe(site: &Site<'_>, store: &Store) -> String {
    let names = AffineNames { sizes: site.scope.sizes, vars: site.scope.vars };
    let index = store.index.iter().map(|i| match i {
        Index::Affine(a) => a.display(&names).to_string(),
        Index::Value(_) => "…".into(),
    });
    let target = site.buffer(Source::Stage(store.stage));
    format!("`{}({})`", target.name, index.collect::<Vec<_>>().join(", "))
}

/// Statements and stores.
fn in_order(
    function: &Function,
    statements: Vec<TokenStream>,
    stores: Vec<TokenStream>,
) -> Vec<TokenStream> {
    match function.order {
        StoreOrder::Last => statements.into_iter().chain(stores).collect(),
        StoreOrder::WithValue => {
            let mut body = Vec::with_capacity(statements.len() + stores.len());
            for (i, statement) in statements.into_iter().enumerate() {
                body.push(statement);
                let stores = function.stores.iter().zip(&stores);
                let of_value = stores.filter(|(store, _)| store.value.0 == i);
                body.extend(of_value.map(|(_, tokens)| tokens.clone()));
            }
            body
        }
    }
}
