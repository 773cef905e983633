//! The public face of an expansion: what users call and read.

mod on_ranks;

use super::entry::{emit_variant, tuple};
use super::header::{Header, Output, ParamKind, Variant};
use super::names::Identifiers;
use super::types::stored_type;
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};

/// Emits a pipeline: one variant, or one for each element type of a generic pipeline.
pub fn emit(header: &Header<'_>, variants: &[Variant]) -> TokenStream {
    match &header.type_param {
        None => emit_plain(header, &variants[0]),
        Some(_) => emit_generic(header, variants),
    }
}

/// The signature with a body that is never reached, for a block with errors: what uses the
/// pipeline still type-checks.
pub fn emit_stub(header: &Header<'_>, outputs: &[Output]) -> TokenStream {
    let public = Public::new(header, outputs.to_vec());
    let unreachable = quote!(::core::unreachable!("the pipeline does not compile"));
    let (module, vis, name, quiet) = (public.module_doc(), header.vis, header.name, quiet());
    let facade = &header.facade;
    let bounds = header.type_param.as_ref().map(|_| {
        let assoc = public.associated();
        let types = outputs.iter().map(|o| stored_type(o.elem));
        quote! {
            /// The element types of the pipeline.
            pub trait Element: rt::Element { #(/** An output's elements. */ type #assoc: rt::Element;)* }
            impl<T: rt::Element> Element for T { #(type #assoc = #types;)* }
        }
    });
    let function = public.call_fn(unreachable.clone());
    let into = public.copy_fn(unreachable.clone());
    let reference = public.reference_fn(unreachable.clone());
    let texts = texts(facade, public.bound(quote!(Element)), |_| unreachable.clone());
    quote! {
        #function
        #module
        #quiet
        #vis mod #name {
            use #facade::__rt as rt;
            #bounds
            #into
            #reference
            #texts
        }
    }
}

fn emit_plain(header: &Header<'_>, variant: &Variant) -> TokenStream {
    let public = Public::new(header, variant.outputs());
    let (module, vis, name, quiet) = (public.module_doc(), header.vis, header.name, quiet());
    let facade = &header.facade;
    let args = public.views();
    let function = public.call_fn(unseen(quote!(#name::generated::call(#(#args),*))));
    let outputs = public.output_views();
    let into = public.copy_fn(unseen(quote!(generated::into(#(#args,)* #(#outputs),*))));
    let reference = public.reference_fn(unseen(quote!(generated::reference(#(#args),*))));
    let texts = texts(facade, None, |text| unseen(quote!(generated::#text)));
    let generated = emit_variant(header, variant);
    let on_ranks = is_distributed(variant)
        .then(|| public.on_ranks(|name, args| unseen(quote!(generated::#name(#args)))));
    quote! {
        #function
        #module
        #quiet
        #vis mod #name {
            use #facade::__rt as rt;
            #into
            #reference
            #on_ranks
            #texts
            #[cfg(not(rust_analyzer))]
            pub(super) mod generated { #generated }
        }
    }
}

/// A body that refers to what editors do not see: completion must not offer it, and there may be
/// much of it.
fn unseen(body: TokenStream) -> TokenStream {
    quote! {
        #[cfg(not(rust_analyzer))]
        return #body;
        #[cfg(rust_analyzer)]
        ::core::unreachable!();
    }
}

fn emit_generic(header: &Header<'_>, variants: &[Variant]) -> TokenStream {
    let public = Public::new(header, variants[0].outputs());
    let (module, vis, name, quiet) = (public.module_doc(), header.vis, header.name, quiet());
    let facade = &header.facade;
    let args = public.views();
    let t = header.type_param.as_ref().expect("a generic pipeline");
    let function = public.call_fn(quote!(<#t as #name::Element>::call(#(#args),*)));
    let outputs = public.output_views();
    let into = public.copy_fn(quote!(<#t as Element>::into(#(#args,)* #(#outputs),*)));
    let reference = public.reference_fn(quote!(<#t as Element>::reference(#(#args),*)));
    let texts = texts(facade, public.bound(quote!(Element)), |text| quote!(#t::#text));
    let distributed = is_distributed(&variants[0]);
    let on_ranks =
        distributed.then(|| public.on_ranks(|name, args| quote!(<#t as Element>::#name(#args))));
    let element = public.element_trait(distributed);
    let implementations = variants.iter().map(|v| public.implement(v));
    let generated = variants.iter().map(|v| {
        let module = variant_module(v);
        let generated = emit_variant(header, v);
        quote!(mod #module { #generated })
    });
    quote! {
        #function
        #module
        #quiet
        #vis mod #name {
            use #facade::__rt as rt;
            #element
            #into
            #reference
            #on_ranks
            #texts
            #(#implementations)*
            #(#generated)*
        }
    }
}

/// Whether a pipeline runs on ranks: then it does with every element type.
fn is_distributed(variant: &Variant) -> bool {
    variant.kernels.ranks.is_some()
}

fn variant_module(variant: &Variant) -> Ident {
    format_ident!("generated_{}", variant.elem.map_or("", |e| e.name()))
}

/// The functions that return texts, with what makes a body of each text's name.
fn texts(
    facade: &TokenStream,
    bound: Option<TokenStream>,
    body: impl Fn(Ident) -> TokenStream,
) -> TokenStream {
    let [stages, plan, loops] =
        ["STAGES", "PLAN", "LOOPS"].map(|text| body(Ident::new(text, Span::mixed_site())));
    quote! {
        /// The stage graph: what the pipeline computes, as text.
        pub fn stages #bound() -> &'static str { #stages }
        /// What the compiler decided, and for which estimates.
        pub fn plan #bound() -> &'static #facade::Plan { #plan }
        /// The loop nest: how the pipeline computes it, as text.
        pub fn loops #bound() -> &'static str { #loops }
    }
}

/// A parameter's name as an identifier, raw if it is a keyword.
fn param_ident(name: &str) -> Ident {
    match syn::parse_str::<Ident>(name) {
        Ok(_) => Ident::new(name, Span::mixed_site()),
        Err(_) => Ident::new_raw(name, Span::mixed_site()),
    }
}

/// The header with the element types it mentions, as tokens.
struct Public<'a> {
    header: &'a Header<'a>,
    outputs: Vec<Output>,
}

impl<'a> Public<'a> {
    fn new(header: &'a Header<'a>, outputs: Vec<Output>) -> Self {
        Public { header, outputs }
    }

    fn elem(&self, name: &str) -> Ident {
        Ident::new(name, Span::mixed_site())
    }

    /// Parameters that take anything that can be viewed.
    fn params(&self) -> Vec<TokenStream> {
        let facade = &self.header.facade;
        let param = |p: &super::Param| {
            let name = param_ident(&p.name);
            let elem = self.elem(&p.elem);
            let rank = Literal::usize_unsuffixed(p.rank);
            match p.kind {
                ParamKind::Input => {
                    quote!(#name: &(impl #facade::AsView<#elem, #rank> + ?Sized))
                }
                ParamKind::Scalar => quote!(#name: #elem),
                ParamKind::Size => quote!(#name: usize),
            }
        };
        self.header.params.iter().map(param).collect()
    }

    /// Parameters that are views.
    fn view_params(&self, this: &TokenStream) -> Vec<TokenStream> {
        let generic = self.header.type_param.as_ref().map(ToString::to_string);
        let param = |p: &super::Param| {
            let name = param_ident(&p.name);
            let elem = match Some(&p.elem) == generic.as_ref() {
                true => this.clone(),
                false => self.elem(&p.elem).to_token_stream(),
            };
            let rank = Literal::usize_unsuffixed(p.rank);
            match p.kind {
                ParamKind::Input => quote!(#name: rt::View<'_, #elem, #rank>),
                ParamKind::Scalar => quote!(#name: #elem),
                ParamKind::Size => quote!(#name: usize),
            }
        };
        self.header.params.iter().map(param).collect()
    }

    fn arg_names(&self) -> Vec<Ident> {
        self.header.params.iter().map(|p| param_ident(&p.name)).collect()
    }

    /// What passes the parameters on as views.
    fn views(&self) -> Vec<TokenStream> {
        let facade = &self.header.facade;
        let view = |p: &super::Param| {
            let name = param_ident(&p.name);
            match p.kind {
                ParamKind::Input => quote!(#facade::AsView::as_view(#name)),
                ParamKind::Scalar | ParamKind::Size => quote!(#name),
            }
        };
        self.header.params.iter().map(view).collect()
    }

    /// The outputs' own names, as parameters beside the others.
    fn output_names(&self) -> Vec<Ident> {
        let names = Identifiers::default();
        self.header.params.iter().for_each(|p| drop(names.ident(&p.name)));
        self.outputs.iter().map(|o| names.ident(&o.name)).collect()
    }

    fn output_views(&self) -> Vec<TokenStream> {
        let facade = &self.header.facade;
        let names = self.output_names();
        names.iter().map(|n| quote!(#facade::AsViewMut::as_view_mut(#n))).collect()
    }

    fn associated(&self) -> Vec<Ident> {
        (0..self.outputs.len()).map(|i| format_ident!("Output{i}")).collect()
    }

    /// Element types of the live-outs: fixed, or those of the type parameter's variant.
    fn output_elems(&self, owner: TokenStream) -> Vec<TokenStream> {
        match self.header.type_param {
            None => self.outputs.iter().map(|o| stored_type(o.elem).to_token_stream()).collect(),
            Some(_) => self.associated().iter().map(|a| quote!(#owner::#a)).collect(),
        }
    }

    fn result(&self, elems: Vec<TokenStream>) -> TokenStream {
        let facade = &self.header.facade;
        let images = elems.iter().zip(&self.outputs).map(|(elem, o)| {
            let rank = Literal::usize_unsuffixed(o.rank);
            quote!(#facade::Image<#elem, #rank>)
        });
        let images = tuple(images.collect());
        quote!(::core::result::Result<#images, #facade::Error>)
    }

    fn bound(&self, path: TokenStream) -> Option<TokenStream> {
        self.header.type_param.as_ref().map(|t| quote!(<#t: #path>))
    }

    /// The function itself.
    fn call_fn(&self, body: TokenStream) -> TokenStream {
        let Header { attrs, vis, name, .. } = self.header;
        let undocumented = !attrs.iter().any(|a| a.path().is_ident("doc"));
        let title = format!("The pipeline `{name}`.");
        let title = undocumented.then(|| quote!(#[doc = #title]));
        let bound = self.bound(quote!(#name::Element));
        let params = self.params();
        let t = self.header.type_param.as_ref();
        let result = self.result(self.output_elems(quote!(#t)));
        quote! {
            #(#attrs)*
            #title
            ///
            /// # Errors
            /// If the shapes of the inputs do not fit each other or the pipeline, or memory for
            /// the result cannot be had.
            #[allow(unexpected_cfgs)]
            #vis fn #name #bound(#(#params),*) -> #result { #body }
        }
    }

    fn copy_fn(&self, body: TokenStream) -> TokenStream {
        let facade = &self.header.facade;
        let bound = self.bound(quote!(Element));
        let params = self.params();
        let t = self.header.type_param.as_ref();
        let outputs = self.output_names().into_iter().zip(self.output_elems(quote!(#t)));
        let outputs = outputs.zip(&self.outputs).map(|((name, elem), o)| {
            let rank = Literal::usize_unsuffixed(o.rank);
            quote!(#name: &mut (impl #facade::AsViewMut<#elem, #rank> + ?Sized))
        });
        quote! {
            /// The pipeline into the caller's arrays, in the order of the results; no output is
            /// allocated.
            ///
            /// # Errors
            /// As the pipeline itself, and if an array has another shape than its result.
            pub fn into #bound(#(#params,)* #(#outputs),*)
                -> ::core::result::Result<(), #facade::Error> { #body }
        }
    }

    fn reference_fn(&self, body: TokenStream) -> TokenStream {
        let bound = self.bound(quote!(Element));
        let params = self.params();
        let t = self.header.type_param.as_ref();
        let result = self.result(self.output_elems(quote!(#t)));
        quote! {
            /// The same result, point by point from the stage graph, with nothing optimised.
            ///
            /// # Errors
            /// As the pipeline itself.
            pub fn reference #bound(#(#params),*) -> #result { #body }
        }
    }

    fn element_trait(&self, distributed: bool) -> TokenStream {
        let facade = &self.header.facade;
        let params = self.view_params(&quote!(Self));
        let assoc = self.associated();
        let elems = self.output_elems(quote!(Self));
        let result = self.result(elems.clone());
        let outputs = self.output_mut_views(&elems);
        let on_ranks = distributed.then(|| self.methods_on_ranks());
        quote! {
            /// The element types that the pipeline is compiled for.
            pub trait Element: rt::Element {
                #(
                    /// Element type of a result.
                    type #assoc: rt::Element;
                )*
                #[doc(hidden)]
                const STAGES: &'static str;
                #[doc(hidden)]
                const PLAN: &'static rt::Plan;
                #[doc(hidden)]
                const LOOPS: &'static str;
                #[doc(hidden)]
                fn call(#(#params),*) -> #result;
                #[doc(hidden)]
                fn into(#(#params,)* #(#outputs),*)
                    -> ::core::result::Result<(), #facade::Error>;
                #[doc(hidden)]
                fn reference(#(#params),*) -> #result;
                #on_ranks
            }
        }
    }

    fn output_mut_views(&self, elems: &[TokenStream]) -> Vec<TokenStream> {
        let names = self.output_names();
        let view = |((name, elem), o): ((&Ident, &TokenStream), &Output)| {
            let rank = Literal::usize_unsuffixed(o.rank);
            quote!(#name: rt::ViewMut<'_, #elem, #rank>)
        };
        names.iter().zip(elems).zip(&self.outputs).map(view).collect()
    }

    fn implement(&self, variant: &Variant) -> TokenStream {
        let facade = &self.header.facade;
        let this = stored_type(variant.elem.expect("a generic pipeline's variant"));
        let module = variant_module(variant);
        let params = self.view_params(&quote!(Self));
        let args = self.arg_names();
        let assoc = self.associated();
        let types = variant.outputs();
        let types = types.iter().map(|o| stored_type(o.elem));
        let elems = self.output_elems(quote!(Self));
        let result = self.result(elems.clone());
        let outputs = self.output_mut_views(&elems);
        let output_names = self.output_names();
        let on_ranks = is_distributed(variant).then(|| self.implemented_on_ranks(&module));
        quote! {
            impl Element for #this {
                #(type #assoc = #types;)*
                const STAGES: &'static str = #module::STAGES;
                const PLAN: &'static rt::Plan = #module::PLAN;
                const LOOPS: &'static str = #module::LOOPS;
                fn call(#(#params),*) -> #result { #module::call(#(#args),*) }
                fn into(#(#params,)* #(#outputs),*)
                    -> ::core::result::Result<(), #facade::Error> {
                    #module::into(#(#args,)* #(#output_names),*)
                }
                fn reference(#(#params),*) -> #result { #module::reference(#(#args),*) }
                #on_ranks
            }
        }
    }

    /// The module's documentation.
    fn module_doc(&self) -> TokenStream {
        let doc = format!(" What belongs to the pipeline [`{0}`](fn@{0}).", self.header.name);
        quote!(#[doc = #doc])
    }
}

/// The attributes of generated modules: they are not the user's code to lint.
fn quiet() -> TokenStream {
    quote!(#[allow(
        clippy::all,
        clippy::pedantic,
        clippy::nursery,
        clippy::restriction,
        non_snake_case,
        unexpected_cfgs,
        unsafe_op_in_unsafe_fn,
        unused_imports,
        unused_mut,
        unused_parens,
        unused_unsafe,
        unused_variables
    )])
}
