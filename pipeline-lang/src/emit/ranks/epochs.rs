//! The nests of an iteration in time on ranks: once for each epoch, with an exchange of the newest
//! steps before each but the first.

use super::{EntryPoint, exchange, filled, slot};
use pipeline_core::ir::{Source, StageId};
use pipeline_core::kernel::{CallStep, InEpochs, RankProgram};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;
use std::ops::Range;

impl EntryPoint<'_> {
    /// What a rank computes of nests that it runs for each epoch.
    pub(super) fn in_epochs(
        &self,
        on_ranks: &RankProgram,
        of: &InEpochs,
        confirmed: Option<TokenStream>,
    ) -> TokenStream {
        let InEpochs { nests, group, stage, time } = of;
        let steps: Vec<&CallStep> = self.kernels.steps[nests.clone()].iter().collect();
        let allocations = steps.iter().flat_map(|step| &step.allocations);
        let allocations = allocations.map(|a| self.allocate_on(on_ranks, a));
        let freed = steps.iter().flat_map(|step| &step.freed).map(|s| slot(*s));
        let arrived = on_ranks.awaited[nests.clone()].iter().flatten().map(|number| {
            let (exchange, written) = (exchange(*number), filled(*number));
            quote!(#exchange.finish(__comm, #written)?;)
        });
        let complete = on_ranks.complete[nests.clone()].iter().flatten();
        let complete = complete.map(|number| self.complete(on_ranks, *number));
        let (number, array) =
            (on_ranks.number(Source::Stage(*stage)), self.to_write(Source::Stage(*stage)));
        let ends = self.epoch_ends(on_ranks);
        let runs = steps.iter().map(|step| self.run_nest(step));
        let EpochMoments { begins, ends: ends_with } = epoch_moments(on_ranks, nests);
        let circular = self.circular(*stage, *time);
        quote! {
            #(#allocations)*
            #confirmed
            #(#arrived)*
            for __epoch in __call.epochs(#group) {
                let __planes = rt::ranks::Planes {
                    time: #time,
                    first: __epoch.times.first,
                    circular: #circular,
                };
                if let ::core::option::Option::Some(__messages) = __epoch.messages {
                    // SAFETY: every rank has memory for what it needs of these steps, and has
                    // computed what it owns of them.
                    unsafe {
                        rt::ranks::exchange_steps(__comm, __call, __messages, (#number, #array), __planes)?;
                    }
                }
                if __epoch.computed.iter().any(|span| span.is_empty()) {
                    continue;
                }
                #ends
                #begins
                #(#runs)*
                #ends_with
            }
            #(#complete)*
            #(drop(#freed);)*
        }
    }

    /// How many planes of a stage's steps there is memory for, if new ones replace old ones.
    fn circular(&self, stage: StageId, time: usize) -> TokenStream {
        match self.kernels.buffer(Source::Stage(stage)).circular {
            Some((dim, planes)) if dim == time => {
                let planes = Literal::i64_unsuffixed(planes);
                quote!(::core::option::Option::Some(#planes))
            }
            _ => quote!(::core::option::Option::None),
        }
    }

    /// Sets the sizes that stand for a rank's part of an epoch.
    fn epoch_ends(&self, on_ranks: &RankProgram) -> TokenStream {
        let name = |size: pipeline_core::ir::SizeId| -> Ident {
            self.names.ident(&self.kernels.sizes[size.0])
        };
        let parts = on_ranks.ranks.axes.iter().enumerate().map(|(axis, of)| {
            let (first, last) = (name(of.first), name(of.last));
            quote! {
                p.#first = __epoch.computed[#axis].first;
                p.#last = __epoch.computed[#axis].last;
            }
        });
        let times = on_ranks.ranks.epoch.iter().map(|of| {
            let (first, last) = (name(of.first), name(of.last));
            quote!(p.#first = __epoch.times.first; p.#last = __epoch.times.last;)
        });
        quote!(#(#parts)* #(#times)*)
    }
}

/// What a communicator is told around the nests of an epoch.
struct EpochMoments {
    begins: TokenStream,
    ends: TokenStream,
}

/// The moments: the first epoch's nests are at a rim only if they wait for messages, those of
/// later ones always are.
fn epoch_moments(on_ranks: &RankProgram, nests: &Range<usize>) -> EpochMoments {
    let nest = nests.start;
    let waits = on_ranks.awaited[nests.clone()].iter().any(|awaited| !awaited.is_empty());
    let [begins, ends] = match waits {
        true => [quote!(RimsBegin), quote!(RimsEnd)],
        false => [quote!(InteriorBegins), quote!(InteriorEnds)],
    };
    let moment = |first: TokenStream, later: TokenStream| {
        quote! {
            __comm.passes(match __epoch.messages {
                ::core::option::Option::None => rt::ranks::Moment::#first(#nest),
                ::core::option::Option::Some(_) => rt::ranks::Moment::#later(#nest),
            });
        }
    };
    EpochMoments { begins: moment(begins, quote!(RimsBegin)), ends: moment(ends, quote!(RimsEnd)) }
}
