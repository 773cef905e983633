//! The functions of a pipeline that is distributed: `inputs`, `on` and `traffic`.
//!
//! Those of a generic pipeline call methods of its `Element`, as all its functions do.

use super::super::entry::tuple;
use super::super::header::ParamKind;
use super::super::names::Identifiers;
use super::{Public, param_ident};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{ToTokens, quote};

/// A function on ranks.
struct RanksFunction {
    name: Ident,
    /// What its documentation says.
    doc: TokenStream,
    /// Whether it is generic over who carries messages, and takes that first.
    communicates: bool,
    params: TokenStream,
    result: TokenStream,
    args: TokenStream,
}

impl Public<'_> {
    /// The functions that users call; `body` says what is in one, from its name and its arguments.
    pub(super) fn on_ranks(
        &self,
        body: impl Fn(&Ident, &TokenStream) -> TokenStream,
    ) -> TokenStream {
        let t = self.header.type_param.as_ref();
        let functions = self.functions_on_ranks(&quote!(#t));
        let functions = functions.iter().map(|function| {
            let RanksFunction { name, doc, params, result, args, .. } = function;
            let bound = t.map(|t| quote!(#t: Element,));
            let generics = self.generics(function, bound);
            let body = body(name, args);
            quote! {
                #doc
                #[allow(unexpected_cfgs)]
                pub fn #name #generics(#params) -> #result { #body }
            }
        });
        quote!(#(#functions)*)
    }

    /// The methods of `Element` that they call.
    pub(super) fn methods_on_ranks(&self) -> TokenStream {
        let functions = self.functions_on_ranks(&quote!(Self));
        let methods = functions.iter().map(|function| {
            let RanksFunction { name, params, result, .. } = function;
            let generics = self.generics(function, None);
            quote!(#[doc(hidden)] fn #name #generics(#params) -> #result;)
        });
        quote!(#(#methods)*)
    }

    /// The same of an element type, for which `module` is generated.
    pub(super) fn implemented_on_ranks(&self, module: &Ident) -> TokenStream {
        let functions = self.functions_on_ranks(&quote!(Self));
        let methods = functions.iter().map(|function| {
            let RanksFunction { name, params, result, args, .. } = function;
            let generics = self.generics(function, None);
            quote!(fn #name #generics(#params) -> #result { #module::#name(#args) })
        });
        quote!(#(#methods)*)
    }

    fn generics(&self, of: &RanksFunction, bound: Option<TokenStream>) -> Option<TokenStream> {
        let facade = &self.header.facade;
        let carrier = self.carrier();
        let communicator = of.communicates.then(|| quote!(#carrier: #facade::ranks::Communicator));
        (bound.is_some() || of.communicates).then(|| quote!(<#bound #communicator>))
    }

    /// The type of who carries messages: another letter than the user's type parameter.
    fn carrier(&self) -> Ident {
        let is_taken = self.header.type_param.as_ref().is_some_and(|t| t == "C");
        self.elem(if is_taken { "D" } else { "C" })
    }

    /// The functions, where the type parameter is `this`.
    fn functions_on_ranks(&self, this: &TokenStream) -> [RanksFunction; 3] {
        let types = RanksTypes { public: self, this };
        [types.inputs(), types.on(), types.traffic()]
    }
}

/// What makes the functions, from the types of their parameters and results.
struct RanksTypes<'a> {
    public: &'a Public<'a>,
    /// What stands for the type parameter.
    this: &'a TokenStream,
}

impl RanksTypes<'_> {
    /// Makes this rank's parts of the inputs.
    fn inputs(&self) -> RanksFunction {
        let (comm, carrier) = (self.own("comm"), self.public.carrier());
        let inputs = self.public.header.params.iter().filter(|p| p.kind == ParamKind::Input);
        let inputs = inputs.map(|p| self.distributed(&self.elem(&p.elem), p.rank)).collect();
        let (shapes, args) = (self.shapes(), self.public.arg_names());
        RanksFunction {
            name: self.public.elem("inputs"),
            doc: quote! {
                /// This rank's parts of the inputs, of zeros, given the shapes of the whole
                /// arrays: with room for what the pipeline needs of other ranks' parts. All
                /// ranks call it.
                ///
                /// # Errors
                /// As the pipeline itself, and if ranks disagree or one is lost.
            },
            communicates: true,
            params: quote!(#comm: &#carrier, #shapes),
            result: self.result(tuple(inputs)),
            args: quote!(#comm, #(#args),*),
        }
    }

    /// Runs the pipeline.
    fn on(&self) -> RanksFunction {
        let (comm, carrier) = (self.own("comm"), self.public.carrier());
        let parts = self.params(&|name, elem, rank| {
            let part = self.distributed(&elem, rank);
            quote!(#name: &mut #part)
        });
        let outputs = self.public.output_elems(self.this.clone());
        let outputs = outputs.iter().zip(&self.public.outputs);
        let outputs = outputs.map(|(elem, output)| self.distributed(elem, output.rank)).collect();
        let args = self.public.arg_names();
        RanksFunction {
            name: self.public.elem("on"),
            doc: quote! {
                /// The pipeline on all ranks, each of which has a part of the inputs and gets
                /// one of the results. All ranks call it.
                ///
                /// # Errors
                /// As the pipeline itself, and if ranks disagree or one is lost.
            },
            communicates: true,
            params: quote!(#comm: &#carrier, #parts),
            result: self.result(tuple(outputs)),
            args: quote!(#comm, #(#args),*),
        }
    }

    /// Lists the messages of a call.
    fn traffic(&self) -> RanksFunction {
        let facade = &self.public.header.facade;
        let [ranks, network] = ["ranks", "network"].map(|name| self.own(name));
        let (shapes, args) = (self.shapes(), self.public.arg_names());
        RanksFunction {
            name: self.public.elem("traffic"),
            doc: quote! {
                /// The messages of a call on so many ranks and such a network, given the
                /// shapes of the whole arrays.
                ///
                /// # Errors
                /// As the pipeline itself.
            },
            communicates: false,
            params: quote!(#ranks: usize, #network: #facade::ranks::Network, #shapes),
            result: self.result(quote!(::std::vec::Vec<#facade::ranks::Traffic>)),
            args: quote!(#ranks, #network, #(#args),*),
        }
    }

    /// The identifier of a parameter that all pipelines have, beside those of this one.
    fn own(&self, name: &str) -> Ident {
        let names = Identifiers::default();
        self.public.header.params.iter().for_each(|p| drop(names.ident(&p.name)));
        names.variable(name)
    }

    /// An element type that the user wrote.
    fn elem(&self, elem: &String) -> TokenStream {
        let generic = self.public.header.type_param.as_ref().map(ToString::to_string);
        match Some(elem) == generic.as_ref() {
            true => self.this.clone(),
            false => self.public.elem(elem).to_token_stream(),
        }
    }

    /// The type of an array of which every rank has a part.
    fn distributed(&self, elem: &TokenStream, rank: usize) -> TokenStream {
        let facade = &self.public.header.facade;
        let rank = Literal::usize_unsuffixed(rank);
        quote!(#facade::ranks::Distributed<#elem, #rank>)
    }

    /// The type of what a function returns.
    fn result(&self, types: TokenStream) -> TokenStream {
        let facade = &self.public.header.facade;
        quote!(::core::result::Result<#types, #facade::Error>)
    }

    /// The pipeline's parameters, each input as what `input` makes of its name, element type and
    /// rank.
    fn params(&self, input: &dyn Fn(&Ident, TokenStream, usize) -> TokenStream) -> TokenStream {
        let params = self.public.header.params.iter().map(|p| {
            let (name, elem) = (param_ident(&p.name), self.elem(&p.elem));
            match p.kind {
                ParamKind::Input => input(&name, elem, p.rank),
                ParamKind::Scalar => quote!(#name: #elem),
                ParamKind::Size => quote!(#name: usize),
            }
        });
        quote!(#(#params),*)
    }

    /// The pipeline's parameters with the shapes of the inputs.
    fn shapes(&self) -> TokenStream {
        self.params(&|name, _, rank| {
            let rank = Literal::usize_unsuffixed(rank);
            quote!(#name: [usize; #rank])
        })
    }
}
