//! Scratchpads: the struct of those that a statement provides, their size, and how they are taken.

use super::block::stored_type;
use super::index::Scope;
use super::names::Names;
use pipeline_core::ir::Source;
use pipeline_core::loops::{Hold, LoopNest, Pad, Role, in_order};
use pipeline_core::schedule::cost::on_stack;
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

/// Scratchpads that are provided together.
pub struct Scratch<'a> {
    pub loops: &'a LoopNest,
    pub names: &'a Names,
    /// Which of those of the nest these are.
    pub number: usize,
    /// What they hold.
    pub stages: Vec<Source>,
}

impl Scratch<'_> {
    /// Their struct.
    pub fn struct_name(&self) -> Ident {
        self.numbered("Scratch")
    }

    fn bytes_const(&self) -> Ident {
        self.numbered("SCRATCH_BYTES")
    }

    /// The function that says how many bytes of an arena they take.
    pub fn bytes_fn(&self) -> Ident {
        self.numbered("scratch_bytes")
    }

    fn numbered(&self, name: &str) -> Ident {
        match self.number {
            0 => format_ident!("{name}"),
            n => format_ident!("{name}{n}"),
        }
    }

    /// Its dimensions in the order of memory, where that is not their own.
    fn layout(&self, source: Source) -> Option<TokenStream> {
        let layout = &self.loops.buffer(source).layout;
        let dims = layout.iter().map(|d| Literal::usize_unsuffixed(*d));
        (*layout != in_order(layout.len())).then(|| quote!([#(#dims),*]))
    }

    fn name(&self, source: Source) -> Ident {
        self.names.ident(&self.loops.buffer(source).name)
    }

    fn held(&self, source: Source) -> &[Hold] {
        match &self.loops.buffer(source).role {
            Role::Scratch(held) => held,
            _ => unreachable!("a stage with a scratchpad"),
        }
    }

    fn ty(&self, source: Source) -> TokenStream {
        let elem = stored_type(self.loops.buffer(source).ty);
        let rank = Literal::usize_unsuffixed(self.held(source).len());
        quote!(rt::Pad<#elem, #rank>)
    }

    fn domain(&self, source: Source) -> TokenStream {
        let function = self.names.ident(&format!("{} domain", self.loops.buffer(source).name));
        quote!(super::#function(p))
    }

    /// Whether the scratchpads have the same few bytes at all sizes.
    pub fn on_stack(&self) -> bool {
        let pad = |source: &Source| (self.loops.buffer(*source).ty, self.held(*source));
        on_stack(&self.stages.iter().map(pad).collect::<Vec<_>>())
    }

    /// Slots by dimension, in terms of `lo` and `hi` where the whole domain is held.
    fn slots(&self, source: Source) -> Vec<TokenStream> {
        let slots = self.held(source).iter().enumerate().map(|(d, hold)| match hold {
            Hold::Current => quote!(1),
            Hold::Part(n) | Hold::Ring(n) => {
                let n = Literal::i64_unsuffixed(*n);
                quote!(#n)
            }
            Hold::Whole => {
                let d = Literal::usize_unsuffixed(d);
                quote!(rt::extent(lo[#d], hi[#d]))
            }
        });
        slots.collect()
    }

    /// The struct of scratchpads and their bytes.
    pub fn items(&self) -> TokenStream {
        let fields = self.stages.iter().map(|s| {
            let (name, ty) = (self.name(*s), self.ty(*s));
            quote!(#name: #ty)
        });
        let bytes = self.stages.iter().map(|s| {
            let (ty, slots) = (self.ty(*s), self.slots(*s));
            let bytes = match self.layout(*s) {
                None => quote!(<#ty>::bytes([#(#slots),*])),
                Some(layout) => quote!(<#ty>::bytes_in(#layout, [#(#slots),*])),
            };
            match self.on_stack() {
                true => bytes,
                false => {
                    let domain = self.domain(*s);
                    quote!({
                        let (lo, hi) = #domain;
                        #bytes
                    })
                }
            }
        });
        let (name, constant, function) = (self.struct_name(), self.bytes_const(), self.bytes_fn());
        let size = match self.on_stack() {
            true => quote! {
                /// Bytes of the scratchpads of one task, on its stack.
                const #constant: usize = 0 #(+ #bytes)*;
            },
            false => quote! {
                /// Bytes of the scratchpads of one task.
                pub(super) fn #function(p: &Params) -> usize {
                    [#(#bytes),*].into_iter().fold(0, usize::saturating_add)
                }
            },
        };
        quote! {
            /// The scratchpads of one task.
            struct #name { #(#fields,)* }

            #size
        }
    }

    /// Takes memory for the scratchpads of one task.
    pub fn take(&self, pads: &[Pad], scope: &Scope<'_>) -> TokenStream {
        let (name, constant, function) = (self.struct_name(), self.bytes_const(), self.bytes_fn());
        let memory = match self.on_stack() {
            true => quote! {
                let mut stack = rt::Stack::<#constant>::new();
                let mut arena = stack.arena();
            },
            false => quote!(let mut arena = rt::Arena::take(#function(p));),
        };
        let pads = self.stages.iter().map(|source| {
            let pad = pads.iter().find(|p| Source::Stage(p.stage) == *source);
            let pad = pad.expect("the statement's own pads");
            let (name, domain, slots) =
                (self.name(*source), self.domain(*source), self.slots(*source));
            let held = self.held(*source).iter().zip(&pad.base).enumerate();
            let base = held.map(|(d, (hold, base))| match (hold, base) {
                (Hold::Part(_), Some(base)) => scope.bound(base),
                (Hold::Whole, _) => {
                    let d = Literal::usize_unsuffixed(d);
                    quote!(lo[#d])
                }
                _ => quote!(0),
            });
            let mask = self.held(*source).iter().map(|hold| match hold {
                Hold::Current => quote!(0),
                Hold::Part(_) | Hold::Whole => quote!(-1),
                Hold::Ring(n) => {
                    let mask = Literal::i64_unsuffixed(n - 1);
                    quote!(#mask)
                }
            });
            let pad = quote!([#(#slots),*], [#(#base),*], [#(#mask),*], (lo, hi));
            let taken = match self.layout(*source) {
                None => quote!(arena.pad(#pad)),
                Some(layout) => quote!(arena.pad_in(#layout, #pad)),
            };
            quote! {
                #name: {
                    let (lo, hi) = #domain;
                    #taken
                }
            }
        });
        quote! {
            #memory
            let s = &#name { #(#pads,)* };
        }
    }
}
