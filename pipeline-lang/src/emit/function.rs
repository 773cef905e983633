//! Functions that compute points: what they are handed, the expressions, the stores.

use super::carried::CarriedFunction;
use super::load::Accesses;
use super::signature::{function_name, own_params, short_name, with_sizes};
use super::site::Site;
use super::tokens::{braced, joined};
use super::values::{ahead, values};
use pipeline_core::ir::affine::Names;
use pipeline_core::ir::{Index, Source, VarId};
use pipeline_core::kernel::{Aligned, LoopForm, PointFunction, Store};
use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// A function of a nest, by its number, and by all the functions that are the same.
pub fn function(site: &Site<'_>, number: usize, called: &[&PointFunction]) -> TokenStream {
    let function = &site.nest.functions[number];
    let accesses = Accesses { site, function };
    let described: Vec<String> = called.iter().map(|of| described(site, &of.stores)).collect();
    let doc = format!(" {}", described.join("; "));
    let (name, params) = (function_name(number), own_params(site, function));
    let (ahead, values) =
        (ahead(site, function), values(&accesses, &function.value, &function.stores));
    let values = match &function.aligned {
        None => joined(values),
        Some(Aligned { inner, divisor }) => {
            let (inner, divisor) = (site.scope.affine(inner), Literal::i64_unsuffixed(*divisor));
            // The same twice: what the test says makes constants of the quotients.
            let values = braced(joined(values));
            quote!(if rt::are_aligned::<V, #divisor>(#inner) #values else #values)
        }
    };
    let body = braced(with_sizes(joined(ahead.into_iter().chain([values]))));
    let multiversioned = |how: TokenStream, var: VarId| {
        let (var, short) = (site.scope.var(var), short_name(number));
        match function.ends {
            true => quote! {
                rt::compute_to_ends! { #doc #var: #name #short n (#params) #body }
            },
            false => quote! {
                __compute! { #doc #how #var: #name #short n (#params) #body }
            },
        }
    };
    let inline = match (function.form, &function.carrying) {
        (LoopForm::Vectors(var), Some(of)) => {
            return CarriedFunction { accesses: &accesses, number, of }.functions(var, &doc, &body);
        }
        (LoopForm::Vectors(var), None) => return multiversioned(quote!(vectors), var),
        (LoopForm::VectorsAndPoints(var), _) => return multiversioned(quote!(changes), var),
        // There are few points at borders, in many loops.
        (LoopForm::Points(_), _) if function.value.is_border_resolved() => TokenStream::new(),
        (LoopForm::Points(_), _) => quote!(inline),
        (LoopForm::Point, _) => TokenStream::new(),
    };
    quote!(__compute_points! { #doc #inline: #name n (#params) #body })
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
    let names = Names { sizes: site.scope.sizes, vars: site.scope.vars };
    let index = store.index.iter().map(|i| match i {
        Index::Affine(a) => a.display(&names).to_string(),
        Index::Value(_) => "…".into(),
    });
    let target = site.buffer(Source::Stage(store.stage));
    format!("`{}({})`", target.name, index.collect::<Vec<_>>().join(", "))
}
