//! Scratchpads: the struct of those that a statement provides, their size, and how they are taken.

use super::signature::pads_name;
use super::site::Site;
use super::types::stored_type;
use pipeline_core::ir::{Source, StageId};
use pipeline_core::kernel::{Base, PadPlace, Pads};
use pipeline_core::loops::{Buffer, Hold};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{ToTokens, format_ident, quote};

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

    /// What it holds, by dimension, as the runtime calls it.
    fn held_by_name(&self, stage: StageId) -> Vec<TokenStream> {
        let domain = &self.buffer(stage).domain;
        let count = |n: i64| Literal::i64_unsuffixed(n);
        let held = self.held(stage).into_iter().zip(&domain.0).map(|(hold, dim)| match hold {
            Hold::Current => quote!(Current),
            Hold::Part(n) => {
                let n = count(n);
                quote!(Part(#n))
            }
            Hold::Circular(n) => {
                let n = count(n);
                quote!(Circular(#n))
            }
            Hold::Whole => match dim.fixed_extent() {
                Some(points) => {
                    let n = count(points.max(0));
                    quote!(All(#n))
                }
                None => quote!(Whole),
            },
        });
        held.collect()
    }

    fn domain(&self, stage: StageId) -> TokenStream {
        let name = format!("{} domain", self.buffer(stage).name);
        let function = self.site.scope.names.ident(&name);
        quote!(super::#function(p))
    }

    /// The scratchpads that are there where these are taken: the struct has them, too.
    fn around(&self) -> Vec<StageId> {
        let lists =
            std::iter::successors(self.pads().within, |list| self.site.nest.pads[*list].within);
        lists.flat_map(|list| &self.site.nest.pads[list].stages).copied().collect()
    }

    /// The struct of scratchpads, their bytes, and what is known of their slots.
    pub fn items(&self) -> TokenStream {
        let Pads { stages, place, within: _ } = self.pads();
        let pads = stages.iter().map(|s| {
            let (name, slots, held) = (self.name(*s), self.slots_type(*s), self.held_by_name(*s));
            let Buffer { ty, layout, .. } = self.buffer(*s);
            let (elem, rank) = (stored_type(*ty), Literal::usize_unsuffixed(layout.len()));
            let layout = layout.iter().map(|d| Literal::usize_unsuffixed(*d));
            let corners = (*place == PadPlace::Arena).then(|| {
                let domain = self.domain(*s);
                quote!(=> #domain)
            });
            quote!(#name: #elem, #rank, #slots[#(#layout),*] = #(#held),* #corners;)
        });
        let around = self.around().into_iter().map(|s| {
            let (name, ty) = (self.name(s), self.ty(s));
            quote!(#name: #ty)
        });
        let around: Vec<TokenStream> = around.collect();
        let beside = (!around.is_empty()).then(|| quote!(beside { #(#around),* }));
        let bytes = match place {
            PadPlace::Stack => self.bytes_const().into_token_stream(),
            PadPlace::Arena => {
                let function = self.bytes_fn();
                quote!(#function(p: &Params))
            }
        };
        let name = pads_name(self.number);
        quote! {
            rt::scratch! {
                /// The scratchpads of one task.
                #name #beside, #bytes:
                #(#pads)*
            }
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
        let (name, domain) = (self.name(stage), self.domain(stage));
        let known = base.iter().zip(self.held(stage)).map(|(base, hold)| match (base, hold) {
            (Base::At(bound), _) => Some(self.site.scope.bound(bound)),
            (Base::Zero, Hold::Part(_)) => Some(quote!(0)),
            // As the runtime has it.
            (Base::Zero | Base::First, _) => None,
        });
        let known: Vec<Option<TokenStream>> = known.collect();
        if known.iter().all(Option::is_none) {
            return quote!(#name: arena.pad(#domain));
        }
        let base = known.into_iter().map(|base| match base {
            Some(base) => quote!(Some(#base)),
            None => quote!(None),
        });
        quote!(#name: arena.pad_from([#(#base),*], #domain))
    }
}
