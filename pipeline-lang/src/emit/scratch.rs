//! Scratchpads: the struct of those that a statement provides, their size, and how they are taken.

use super::signature::pads_name;
use super::site::Site;
use super::types::stored_type;
use pipeline_core::ir::{Source, StageId};
use pipeline_core::kernel::{Base, PadPlace, Pads};
use pipeline_core::loops::{Buffer, Hold};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

/// Scratchpads that are taken together.
pub struct Scratch<'a> {
    /// The nest.
    pub site: &'a Site<'a>,
    /// Which of those of the nest these are.
    pub number: usize,
}

impl Scratch<'_> {
    fn pads(&self) -> &Pads {
        &self.site.nest.pads[self.number]
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

    fn buffer(&self, stage: StageId) -> &Buffer {
        self.site.buffer(Source::Stage(stage))
    }

    fn name(&self, stage: StageId) -> Ident {
        self.site.field(Source::Stage(stage))
    }

    /// What it holds, by dimension.
    fn held(&self, stage: StageId) -> Vec<Hold> {
        let buffer = self.buffer(stage);
        (0..buffer.layout.len()).map(|dim| buffer.hold(dim)).collect()
    }

    fn ty(&self, stage: StageId) -> TokenStream {
        let buffer = self.buffer(stage);
        let (elem, rank) = (stored_type(buffer.ty), Literal::usize_unsuffixed(buffer.layout.len()));
        let slots = self.slots_type(stage);
        quote!(rt::Pad<#elem, #rank, #slots>)
    }

    /// The type that says what is known of its slots, of the list that provides it.
    fn slots_type(&self, stage: StageId) -> Ident {
        let lists = &self.site.nest.pads;
        let mut around = std::iter::successors(Some(self.number), |list| lists[*list].within);
        let list = around.find(|list| lists[*list].stages.contains(&stage));
        match list.expect("a list that is taken has the scratchpad") {
            0 => format_ident!("Slots{}", stage.0),
            list => format_ident!("Slots{list}_{}", stage.0),
        }
    }

    /// What is known of its slots.
    fn known_slots(&self, stage: StageId) -> TokenStream {
        let Buffer { name, layout, domain, .. } = self.buffer(stage);
        let (ty, rank) = (self.slots_type(stage), Literal::usize_unsuffixed(layout.len()));
        let layout = layout.iter().map(|d| Literal::usize_unsuffixed(*d));
        let held = self.held(stage);
        let slots = held.iter().zip(&domain.0).map(|(hold, dim)| {
            let known = match hold {
                Hold::Current => Some(1),
                Hold::Part(n) | Hold::Circular(n) => Some(*n),
                Hold::Whole => dim.fixed_extent().map(|points| points.max(0)),
            };
            match known {
                Some(n) => {
                    let n = Literal::i64_unsuffixed(n);
                    quote!(Some(#n))
                }
                None => quote!(None),
            }
        });
        let mask = held.iter().map(|hold| match hold {
            Hold::Current => quote!(0),
            Hold::Part(_) | Hold::Whole => quote!(-1),
            Hold::Circular(n) => {
                let mask = Literal::i64_unsuffixed(n - 1);
                quote!(#mask)
            }
        });
        let doc = format!(" The slots of the scratchpad of `{name}`.");
        quote! {
            #[doc = #doc]
            struct #ty;
            impl rt::Slots<#rank> for #ty {
                const LAYOUT: [usize; #rank] = [#(#layout),*];
                const SLOTS: [Option<usize>; #rank] = [#(#slots),*];
                const MASK: [isize; #rank] = [#(#mask),*];
            }
        }
    }

    fn domain(&self, stage: StageId) -> TokenStream {
        let name = format!("{} domain", self.buffer(stage).name);
        let function = self.site.scope.names.ident(&name);
        quote!(super::#function(p))
    }

    /// Slots by dimension, in terms of `lo` and `hi` where the whole domain is held.
    fn slots(&self, stage: StageId) -> Vec<TokenStream> {
        let slots = self.held(stage).into_iter().enumerate().map(|(d, hold)| match hold {
            Hold::Current => quote!(1),
            Hold::Part(n) | Hold::Circular(n) => {
                let n = Literal::i64_unsuffixed(n);
                quote!(#n)
            }
            Hold::Whole => {
                let d = Literal::usize_unsuffixed(d);
                quote!(rt::extent(lo[#d], hi[#d]))
            }
        });
        slots.collect()
    }

    /// The scratchpads that are there where these are taken: the struct has them, too.
    fn around(&self) -> Vec<StageId> {
        let lists =
            std::iter::successors(self.pads().within, |list| self.site.nest.pads[*list].within);
        lists.flat_map(|list| &self.site.nest.pads[list].stages).copied().collect()
    }

    /// The struct of scratchpads and their bytes.
    pub fn items(&self) -> TokenStream {
        let Pads { stages, place, within: _ } = self.pads();
        let around = self.around();
        let fields = stages.iter().chain(&around).map(|s| {
            let (name, ty) = (self.name(*s), self.ty(*s));
            quote!(#name: #ty)
        });
        let bytes = stages.iter().map(|s| {
            let (ty, slots) = (self.ty(*s), self.slots(*s));
            let bytes = quote!(<#ty>::bytes([#(#slots),*]));
            match place {
                PadPlace::Stack => bytes,
                PadPlace::Arena => {
                    let domain = self.domain(*s);
                    quote!({
                        let (lo, hi) = #domain;
                        #bytes
                    })
                }
            }
        });
        let (name, constant, function) =
            (pads_name(self.number), self.bytes_const(), self.bytes_fn());
        let size = match place {
            PadPlace::Stack => quote! {
                /// Bytes of the scratchpads of one task, on its stack.
                const #constant: usize = 0 #(+ #bytes)*;
            },
            PadPlace::Arena => quote! {
                /// Bytes of the scratchpads of one task.
                pub(super) fn #function(p: &Params) -> usize {
                    [#(#bytes),*].into_iter().fold(0, usize::saturating_add)
                }
            },
        };
        let known = stages.iter().map(|s| self.known_slots(*s));
        quote! {
            #(#known)*

            /// The scratchpads of one task.
            struct #name { #(#fields,)* }

            #size
        }
    }

    /// Takes memory for the scratchpads of one task; `base` has by pad and dimension the
    /// coordinate in the first slot.
    pub fn take(&self, base: &[Vec<Base>]) -> TokenStream {
        let Pads { stages, place, within: _ } = self.pads();
        let (name, constant, function) =
            (pads_name(self.number), self.bytes_const(), self.bytes_fn());
        let around = self.around().into_iter().map(|stage| {
            let name = self.name(stage);
            quote!(#name: s.#name)
        });
        let memory = match place {
            PadPlace::Stack => quote! {
                let mut stack = rt::Stack::<#constant>::new();
                let mut arena = stack.arena();
            },
            PadPlace::Arena => quote!(let mut arena = rt::Arena::take(#function(p));),
        };
        let pads = stages.iter().zip(base).map(|(stage, base)| self.pad(*stage, base));
        quote! {
            #memory
            let s = &#name { #(#pads,)* #(#around,)* };
        }
    }

    fn pad(&self, stage: StageId, base: &[Base]) -> TokenStream {
        let (name, domain, slots) = (self.name(stage), self.domain(stage), self.slots(stage));
        let base = base.iter().enumerate().map(|(d, base)| match base {
            Base::Zero => quote!(0),
            Base::First => {
                let d = Literal::usize_unsuffixed(d);
                quote!(lo[#d])
            }
            Base::At(bound) => self.site.scope.bound(bound),
        });
        quote! {
            #name: {
                let (lo, hi) = #domain;
                arena.pad([#(#slots),*], [#(#base),*], (lo, hi))
            }
        }
    }
}
