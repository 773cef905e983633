//! One nest as a module: a struct of what its loops refer to, the functions that compute points,
//! the kernels of its launches, and `run`.

use super::function::function;
use super::host::host;
use super::names::Identifiers;
use super::scratch::Scratch;
use super::site::Site;
use super::task::kernel;
use super::types::stored_type;
use pipeline_core::ir::Source;
use pipeline_core::kernel::{Nest, Program};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

/// The module of a nest.
pub fn module_name(nest: &Nest, names: &Identifiers) -> Ident {
    names.ident(&format!("stage {}", nest.name))
}

/// The functions of the module that say how many bytes of an arena its tasks take at a time.
pub fn arena_fns(program: &Program, nest: &Nest, names: &Identifiers) -> Vec<Ident> {
    let site = Site::in_tasks(program, nest, names);
    nest.of_arena().map(|number| Scratch { site: &site, number }.bytes_fn()).collect()
}

/// A nest as a module.
pub fn emit_nest(program: &Program, nest: &Nest, names: &Identifiers) -> TokenStream {
    let tasks = Site::in_tasks(program, nest, names);
    let functions: Vec<TokenStream> =
        nest.codes().map(|(number, called)| function(&tasks, number, &called)).collect();
    let kernels = nest.kernels.iter().enumerate().map(|(i, k)| kernel(&tasks, i, k));
    let kernels: Vec<TokenStream> = kernels.collect();
    let body = host(&Site::of_caller(program, nest, names), &nest.body);
    let name = module_name(nest, names);
    let doc = format!(" Computes `{}`.", nest.name);
    let reads = nest.reads.iter().map(|s| array(&tasks, *s, quote!(rt::Src)));
    let writes = nest.writes.iter().map(|s| array(&tasks, *s, quote!(rt::Dst)));
    let arrays: Vec<TokenStream> = reads.chain(writes).collect();
    let fields = nest.fields.iter().map(|v| tasks.variable(*v));
    let pads = (0..nest.pads.len()).map(|number| Scratch { site: &tasks, number }.items());
    quote! {
        #[doc = #doc]
        mod #name {
            use super::{Params, max, min, rt};
            use rt::{Border, Isa, Scalar, Widths};
            use rt::{ask_ahead, ask_farther_ahead, cast, saturating_cast};
            use rt::{__compute, __compute_points, __points, __vectors};
            use rt::{load, load_every, load_to_ends, store, store_every};
            use rt::{
                Adjacent as _, FloatLanes as _, Gather as _, IntLanes as _, Lanes as _, MaskLanes as _,
            };

            /// What the loops refer to.
            #[derive(Clone, Copy)]
            struct Nest<const UNIT: bool> {
                p: Params,
                #(#arrays,)*
                #(#fields: isize,)*
            }

            #(#pads)*
            #(#functions)*
            #(#kernels)*

            /// Runs the loops; `UNIT` says that the rows of the caller's arrays are contiguous.
            ///
            /// # Safety
            /// The arrays must have the domains that the pipeline gives them for these sizes,
            /// and what is written must not be used by anyone else.
            pub(super) unsafe fn run<const UNIT: bool>(p: Params, #(#arrays),*) {
                #body
            }
        }
    }
}

fn array(site: &Site<'_>, source: Source, ty: TokenStream) -> TokenStream {
    let buffer = site.buffer(source);
    let (name, elem) = (site.field(source), stored_type(buffer.ty));
    let rank = Literal::usize_unsuffixed(buffer.domain.0.len());
    quote!(#name: #ty<#elem, #rank>)
}
