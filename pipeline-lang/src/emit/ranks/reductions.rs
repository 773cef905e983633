//! Reductions that ranks share: what they do before and after their updates.

use crate::emit::entry::EntryPoint;
use crate::emit::types::stored_type;
use pipeline_core::ir::{ReduceOp, Source};
use pipeline_core::kernel::{CallStep, RankProgram};
use pipeline_core::schedule::ranks::combined::{ReductionNest, SharePart};
use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// A nest of a reduction that ranks share.
pub(super) enum SharedNest {
    /// Its first values: all that there is to do.
    First(TokenStream),
    /// What is around the updates that a rank makes.
    Updates(AroundReduction),
}

/// What a rank does before and after a nest.
#[derive(Default)]
pub(super) struct AroundReduction {
    pub before: Option<TokenStream>,
    pub after: Option<TokenStream>,
}

impl EntryPoint<'_> {
    /// What a rank does with a nest of a reduction.
    pub(super) fn shared(
        &self,
        on_ranks: &RankProgram,
        step: &CallStep,
        share: ReductionNest,
    ) -> SharedNest {
        match share.part {
            SharePart::First => SharedNest::First(self.first_values(on_ranks, step, share)),
            SharePart::FirstInTurn => {
                let run = self.run_nest(step);
                SharedNest::First(quote!(if __call.part().rank == 0 { #run }))
            }
            SharePart::Updates => SharedNest::Updates(AroundReduction::default()),
            SharePart::LastUpdates => {
                let after = Some(self.combine(on_ranks, share));
                SharedNest::Updates(AroundReduction { before: None, after })
            }
            SharePart::InTurn => SharedNest::Updates(self.in_turn(on_ranks, share)),
        }
    }

    /// The first values of a reduction that ranks share: the first rank has them.
    fn first_values(
        &self,
        on_ranks: &RankProgram,
        step: &CallStep,
        share: ReductionNest,
    ) -> TokenStream {
        let number = on_ranks.number(Source::Stage(share.stage));
        let array = self.to_write(Source::Stage(share.stage));
        let ty = self.kernels.buffer(Source::Stage(share.stage)).ty;
        let (elem, identity) = (stored_type(ty), share.op.identity(ty).as_int());
        let identity = Literal::i64_unsuffixed(identity.expect("only integers are combined"));
        let run = self.run_nest(step);
        quote! {
            match __call.part().rank {
                0 => { #run }
                // SAFETY: every rank has memory for all of it.
                _ => unsafe { rt::ranks::start(__call, #number, #array, #identity as #elem) },
            }
        }
    }

    /// Gives every rank what all ranks have of a reduction together.
    fn combine(&self, on_ranks: &RankProgram, share: ReductionNest) -> TokenStream {
        let number = on_ranks.number(Source::Stage(share.stage));
        let array = self.to_write(Source::Stage(share.stage));
        let with = match share.op {
            ReduceOp::Sum => quote!(a.wrapping_add(b)),
            ReduceOp::Product => quote!(a.wrapping_mul(b)),
            ReduceOp::Min => quote!(a.min(b)),
            ReduceOp::Max => quote!(a.max(b)),
            ReduceOp::Any | ReduceOp::All => unreachable!("updates are of numbers"),
        };
        quote! {
            // SAFETY: every rank has memory for all of it, and has written it.
            unsafe { rt::ranks::combine(__comm, __call, #number, #array, |a, b| #with)? };
        }
    }

    /// Has a rank make its updates after those of the ranks before it.
    fn in_turn(&self, on_ranks: &RankProgram, share: ReductionNest) -> AroundReduction {
        let number = on_ranks.number(Source::Stage(share.stage));
        let array = self.to_write(Source::Stage(share.stage));
        let before = quote! {
            let __relay = __call.relay(#number);
            // SAFETY: every rank has memory for all of it.
            unsafe { rt::ranks::take_over(__comm, __call, #number, #array, &__relay)? };
        };
        let after = quote! {
            // SAFETY: as above, and those that have a turn have written it.
            unsafe { rt::ranks::hand_on(__comm, __call, #number, #array, &__relay)? };
        };
        AroundReduction { before: Some(before), after: Some(after) }
    }
}
