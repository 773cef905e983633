//! A call on ranks: the table of what nests need of each array, and what runs them and exchanges
//! ghost zones.

mod epochs;
mod reductions;
mod table;

use super::entry::{EntryPoint, made_in, rank, slot, tuple};
use super::header::ParamKind;
use super::types::stored_type;
use pipeline_core::ir::{ElemType, InputId, Size, Source};
use pipeline_core::kernel::{Allocation, CallStep, Check, RankProgram};
use pipeline_core::loops::Bound;
use pipeline_core::schedule::ranks::RankSteps;
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};
use reductions::{AroundReduction, SharedNest};

impl EntryPoint<'_> {
    /// The table, the extents of a call, and the functions `inputs` and `on`.
    pub fn on_ranks(&self, on_ranks: &RankProgram) -> TokenStream {
        let (table, extents) = (table::table(&on_ranks.ranks.table), self.extents(on_ranks));
        let (solve, inputs) = (self.solve_on(), self.inputs_fn(on_ranks));
        let traffic = self.traffic_fn();
        let (on, run) = (self.on_fn(on_ranks), self.run_on(on_ranks));
        quote!(#table #extents #solve #inputs #traffic #on #run)
    }

    /// The extents of the arrays and of what groups compute.
    fn extents(&self, RankProgram { ranks, .. }: &RankProgram) -> TokenStream {
        let regions = ranks.arrays.iter().map(|source| {
            let function = self.domain_fn(&self.kernels.buffer(*source).name);
            quote!({
                let (lo, hi) = #function(p);
                rt::ranks::CoordinateBox::between(&lo, &hi)
            })
        });
        let scope = self.scope();
        let steps = ranks.groups.iter().map(|group| {
            let spans = group.whole.iter().map(|intervals| {
                let end = |bound: TokenStream, other: TokenStream, outermost: TokenStream| {
                    quote!(#outermost(#bound, #other))
                };
                let los = intervals.iter().map(|i| scope.bound(&Bound::Max(i.lo.clone())));
                let his = intervals.iter().map(|i| scope.bound(&Bound::Min(i.hi.clone())));
                let first = los.reduce(|a, b| end(a, b, quote!(min)));
                let last = his.reduce(|a, b| end(a, b, quote!(max)));
                let (first, last) = (first.unwrap_or(quote!(0)), last.unwrap_or(quote!(0)));
                quote!(rt::ranks::Span::new(#first, #last))
            });
            quote!(::std::vec![#(#spans),*])
        });
        let times = ranks.groups.iter().map(|group| match &group.steps {
            Some(RankSteps { iteration, .. }) => {
                let [first, last] =
                    [&iteration.first, &iteration.last].map(|step| scope.affine(step));
                quote!(rt::ranks::Span::new(#first, #last))
            }
            None => quote!(rt::ranks::Span::NONE),
        });
        quote! {
            /// A call as a rank sees it.
            fn call_on<C: rt::ranks::Communicator>(
                comm: &C,
                p: &Params,
            ) -> ::std::sync::Arc<rt::ranks::Call<'static>> {
                static CALLS: rt::ranks::Calls = rt::ranks::Calls::new();
                CALLS.of(&RANKS, extents(p), (comm.rank(), comm.size()), comm.network())
            }

            /// The extents of all arrays, and the coordinates that groups compute.
            fn extents(p: &Params) -> rt::ranks::Extents {
                rt::ranks::Extents {
                    arrays: ::std::vec![#(#regions),*],
                    steps: ::std::vec![#(#steps),*],
                    times: ::std::vec![#(#times),*],
                }
            }
        }
    }

    /// The parameters of a function on ranks, each input as what `of` makes of its name, element
    /// type and rank.
    fn rank_params(
        &self,
        of: &dyn Fn(&Ident, Ident, Literal) -> TokenStream,
    ) -> (Vec<TokenStream>, Vec<Ident>) {
        let params = self.header.params.iter().map(|param| {
            let name = self.names.ident(&param.name);
            let tokens = match param.kind {
                ParamKind::Input => {
                    let input = self.p.inputs.iter().find(|i| i.name == param.name);
                    let input = input.expect("the header lists the pipeline's inputs");
                    of(&name, stored_type(input.ty), rank(&input.domain))
                }
                ParamKind::Scalar => {
                    let scalar = self.p.scalars.iter().find(|s| s.name == param.name);
                    let elem = stored_type(scalar.expect("the header lists the scalars").ty);
                    quote!(#name: #elem)
                }
                ParamKind::Size => quote!(#name: usize),
            };
            (tokens, name)
        });
        params.unzip()
    }

    /// Sizes from shapes, and the checks on them; elements are checked by whoever owns them.
    fn solve_on(&self) -> TokenStream {
        let shape = |name: &Ident, _: Ident, rank: Literal| quote!(#name: rt::ranks::Whole<#rank>);
        let (params, _) = self.rank_params(&shape);
        let checks = self.kernels.checks.iter().filter(|c| !matches!(c, Check::Values(..)));
        let checks = checks.map(|check| self.check(check));
        let unsolved = self.unsolved();
        let shapes = self.shapes();
        quote! {
            /// Solves the shapes of whole arrays for the sizes and checks them.
            fn solve_on(#(#params),*) -> rt::Result<Params> {
                let mut p = #unsolved;
                #(#checks)*
                #shapes
                Ok(p)
            }
        }
    }

    /// Makes the parts of the inputs.
    fn inputs_fn(&self, on_ranks: &RankProgram) -> TokenStream {
        let shape = |name: &Ident, _: Ident, rank: Literal| quote!(#name: [usize; #rank]);
        let (params, names) = self.rank_params(&shape);
        let is_input =
            |name: &&Ident| self.p.inputs.iter().any(|i| self.names.ident(&i.name) == **name);
        let args = names.iter().map(|name| match is_input(&name) {
            true => quote!(rt::ranks::Whole(#name)),
            false => quote!(#name),
        });
        let (given, sizes) = (self.given(), self.size_values());
        let (types, parts): (Vec<_>, Vec<_>) = self
            .p
            .inputs
            .iter()
            .enumerate()
            .map(|(i, input)| {
                let (elem, rank) = (stored_type(input.ty), rank(&input.domain));
                let array = on_ranks.number(Source::Input(InputId(i)));
                (
                    quote!(rt::ranks::Distributed<#elem, #rank>),
                    quote!(rt::ranks::Distributed::<#elem, #rank>::new(&__call, #array)?),
                )
            })
            .unzip();
        let (types, parts) = (tuple(types), tuple(parts));
        quote! {
            pub(in super::super) fn inputs<C: rt::ranks::Communicator>(
                __comm: &C,
                #(#params),*
            ) -> rt::Result<#types> {
                let solved = solve_on(#(#args),*);
                let p = rt::ranks::agreed(__comm, solved, #given, |p| ::std::vec![#(#sizes),*])?;
                let __call = call_on(__comm, &p);
                Ok(#parts)
            }
        }
    }

    /// The messages of a call.
    fn traffic_fn(&self) -> TokenStream {
        let shape = |name: &Ident, _: Ident, rank: Literal| quote!(#name: [usize; #rank]);
        let (params, names) = self.rank_params(&shape);
        let inputs: Vec<Ident> = self.p.inputs.iter().map(|i| self.names.ident(&i.name)).collect();
        let args = names.iter().map(|name| match inputs.contains(name) {
            true => quote!(rt::ranks::Whole(#name)),
            false => quote!(#name),
        });
        quote! {
            pub(in super::super) fn traffic(
                __ranks: usize,
                __network: rt::ranks::Network,
                #(#params),*
            ) -> rt::Result<::std::vec::Vec<rt::ranks::Traffic>> {
                let p = solve_on(#(#args),*)?;
                Ok(rt::ranks::Ranks::new(&RANKS, extents(&p), __ranks, __network).traffic())
            }
        }
    }

    /// What ranks compare.
    fn given(&self) -> TokenStream {
        let sizes = self.p.sizes.iter().map(|size| size.name.as_str());
        let (pipeline, elements) = (&self.p.name, self.elem.map_or("", ElemType::name));
        quote! {
            rt::ranks::Given { pipeline: #pipeline, elements: #elements, sizes: &[#(#sizes),*] }
        }
    }

    /// The values of the sizes among it.
    fn size_values(&self) -> Vec<TokenStream> {
        let of = |size: &Size| {
            let name = self.names.ident(&size.name);
            quote!(p.#name as i64)
        };
        self.p.sizes.iter().map(of).collect()
    }

    /// Runs the pipeline.
    fn on_fn(&self, on_ranks: &RankProgram) -> TokenStream {
        let part = |name: &Ident, elem: Ident, rank: Literal| quote!(#name: &mut rt::ranks::Distributed<#elem, #rank>);
        let (params, names) = self.rank_params(&part);
        let inputs: Vec<Ident> = self.p.inputs.iter().map(|i| self.names.ident(&i.name)).collect();
        let args = names.iter().map(|name| match inputs.contains(name) {
            true => quote!(rt::ranks::Whole(#name.shape())),
            false => quote!(#name),
        });
        let (given, sizes) = (self.given(), self.size_values());
        let expected = self.expected(on_ranks);
        let outputs: Vec<Ident> = self.p.outputs.iter().map(|id| self.output(id).0).collect();
        let types = self.p.outputs.iter().map(|id| {
            let (_, elem, rank) = self.output(id);
            quote!(rt::ranks::Distributed<#elem, #rank>)
        });
        let types = tuple(types.collect());
        let made = self.made_results(on_ranks);
        let returned = tuple(outputs.iter().map(|o| quote!(#o)).collect());
        let arrays = self.arrays_on(on_ranks);
        quote! {
            pub(in super::super) fn on<C: rt::ranks::Communicator>(
                __comm: &C,
                #(#params),*
            ) -> rt::Result<#types> {
                let checked = || {
                    let p = solve_on(#(#args),*)?;
                    let __call = call_on(__comm, &p);
                    #expected
                    #made
                    Ok((p, __call, #(#outputs),*))
                };
                let __found = checked();
                let mut __agreement =
                    rt::ranks::Agreement::start(__comm, &__found, #given, |(p, ..)| {
                        ::std::vec![#(#sizes),*]
                    })?;
                let (p, __call, #(mut #outputs),*) = match __found {
                    Ok(__found) => __found,
                    Err(__error) => return Err(__agreement.refuse(__comm, __error)),
                };
                // SAFETY: every array has memory for what this rank stores of it.
                let __computed =
                    unsafe { run_on(p, __comm, &__call, &mut __agreement, #(#arrays),*) };
                match __computed {
                    Ok(()) => Ok(#returned),
                    Err(__error) => {
                        // Others have started to count on this rank.
                        if !__agreement.is_called_off() {
                            __comm.give_up(&__error);
                        }
                        Err(__error)
                    }
                }
            }
        }
    }

    /// Checks that the inputs' parts are those of this call, and their values.
    fn expected(&self, on_ranks: &RankProgram) -> TokenStream {
        let expected = self.p.inputs.iter().enumerate().map(|(i, input)| {
            let (text, name) = (&input.name, self.names.ident(&input.name));
            let array = on_ranks.number(Source::Input(InputId(i)));
            quote!(#name.expect(#text, &__call, #array)?;)
        });
        let values = self.kernels.checks.iter().filter(|c| matches!(c, Check::Values(..)));
        let values = values.map(|check| {
            let Check::Values(id, range) = check else { unreachable!("only these are left") };
            let (text, name) =
                (&self.p.inputs[id.0].name, self.names.ident(&self.p.inputs[id.0].name));
            let [lo, hi] = super::entry::ends(self.p.inputs[id.0].ty, *range);
            quote!(rt::expect_values(#text, #name.part(), #lo, #hi)?;)
        });
        quote!(#(#expected)* #(#values)*)
    }

    /// This rank's parts of the results, before anything is written to them.
    fn made_results(&self, on_ranks: &RankProgram) -> TokenStream {
        let made = self.p.outputs.iter().map(|id| {
            let (name, elem, rank) = self.output(id);
            let array = on_ranks.number(Source::Stage(*id));
            quote! {
                // SAFETY: a call that ends well has written all that this rank owns of a result,
                // and one that does not returns none.
                let #name =
                    unsafe { rt::ranks::Distributed::<#elem, #rank>::result(&__call, #array)? };
            }
        });
        quote!(#(#made)*)
    }

    /// This rank's parts of inputs and results, in the order of parameters.
    fn arrays_on(&self, on_ranks: &RankProgram) -> Vec<TokenStream> {
        let inputs = self.p.inputs.iter().enumerate();
        let inputs = inputs.map(|(i, of)| (Source::Input(InputId(i)), self.names.ident(&of.name)));
        let outputs = self.p.outputs.iter().map(|id| (Source::Stage(*id), self.output(id).0));
        let arrays = inputs.chain(outputs).map(|(source, name)| {
            let number = on_ranks.number(source);
            quote!(#name.dst(&__call, #number))
        });
        arrays.collect()
    }

    /// Runs the part of a rank, nest by nest, and exchanges what others need of it.
    fn run_on(&self, on_ranks: &RankProgram) -> TokenStream {
        let arrays = self.p.inputs.iter().map(|i| {
            let (name, elem) = (self.names.ident(&i.name), stored_type(i.ty));
            let rank = rank(&i.domain);
            quote!(#name: rt::Dst<#elem, #rank>)
        });
        let outputs = self.p.outputs.iter().map(|id| {
            let (name, elem, rank) = self.output(id);
            quote!(#name: rt::Dst<#elem, #rank>)
        });
        let inputs = self.p.inputs.iter().enumerate().map(|(i, input)| {
            let name = self.names.ident(&input.name);
            let array = on_ranks.number(Source::Input(InputId(i)));
            let (exchange, written) = (exchange(array), filled(array));
            quote! {
                let #written = #name;
                let #name = #name.as_src();
                let #exchange = rt::ranks::Exchange::start(__comm, __call, #array, #name)?;
            }
        });
        let slots = (0..self.kernels.slots).map(slot);
        let steps = self.kernels.steps.iter().enumerate();
        let steps = steps.map(|(nest, step)| {
            let confirmed = (nest == 0).then(|| self.confirmed(on_ranks));
            match on_ranks.in_epochs.iter().find(|of| of.nests.contains(&nest)) {
                Some(of) if of.nests.start == nest => self.in_epochs(on_ranks, of, confirmed),
                Some(_) => TokenStream::new(),
                None => self.step_on(on_ranks, nest, step, confirmed),
            }
        });
        quote! {
            /// Runs the nests of a rank.
            ///
            /// # Safety
            /// The arrays must have memory for what the rank stores of them under `p`.
            unsafe fn run_on<C: rt::ranks::Communicator>(
                mut p: Params,
                __comm: &C,
                __call: &rt::ranks::Call<'_>,
                __agreement: &mut rt::ranks::Agreement<'_, C>,
                #(#arrays,)* #(#outputs),*
            ) -> rt::Result<()> {
                #(#inputs)*
                #(let mut #slots = rt::Slot::default();)*
                #(#steps)*
                Ok(())
            }
        }
    }

    /// Waits until all ranks take the call, of which only the messages about inputs are on their
    /// way until then.
    fn confirmed(&self, on_ranks: &RankProgram) -> TokenStream {
        let inputs = (0..self.p.inputs.len()).map(|i| Source::Input(InputId(i)));
        let exchanges = inputs.map(|input| exchange(on_ranks.number(input)));
        let exchanges: Vec<Ident> = exchanges.collect();
        quote!(let [#(#exchanges),*] = __agreement.confirm(__comm, [#(#exchanges),*])?;)
    }

    /// What a rank computes of a nest: before the messages that it waits for what needs none of
    /// them, and the rest afterwards. `confirmed` is what the first nest has before all messages
    /// but those about inputs.
    fn step_on(
        &self,
        on_ranks: &RankProgram,
        nest: usize,
        step: &CallStep,
        confirmed: Option<TokenStream>,
    ) -> TokenStream {
        let allocations: Vec<TokenStream> =
            step.allocations.iter().map(|a| self.allocate_on(on_ranks, a)).collect();
        let freed: Vec<Ident> = step.freed.iter().map(|s| slot(*s)).collect();
        let awaited = &on_ranks.awaited[nest];
        let arrived = awaited.iter().map(|number| {
            let (exchange, written) = (exchange(*number), filled(*number));
            quote!(#exchange.finish(__comm, #written)?;)
        });
        let arrived: Vec<TokenStream> = arrived.collect();
        let (run, group) = (self.run_nest(step), on_ranks.groups[nest]);
        let around = match on_ranks.shares[nest].map(|share| self.shared(on_ranks, step, share)) {
            Some(SharedNest::First(first)) => {
                return quote!(#(#allocations)* #confirmed #(#arrived)* #first #(drop(#freed);)*);
            }
            Some(SharedNest::Updates(around)) => around,
            None => AroundReduction::default(),
        };
        let AroundReduction { before, after: shared } = around;
        let (early, confirmed) =
            if before.is_some() { (confirmed, None) } else { (None, confirmed) };
        let ends = on_ranks.ranks.axes.iter().enumerate().map(|(axis, of)| {
            let sizes = &self.kernels.sizes;
            let first = self.names.ident(&sizes[of.first.0]);
            let last = self.names.ident(&sizes[of.last.0]);
            quote!(p.#first = __part[#axis].first; p.#last = __part[#axis].last;)
        });
        let run = quote!(#(#ends)* #run);
        let after = (!awaited.is_empty()).then(|| {
            quote! {
                #(#arrived)*
                __comm.passes(rt::ranks::Moment::RimsBegin(#nest));
                for __part in &__parts.rims { #run }
                __comm.passes(rt::ranks::Moment::RimsEnd(#nest));
            }
        });
        let complete = on_ranks.complete[nest].iter();
        let complete = complete.map(|number| self.complete(on_ranks, *number));
        quote! {
            #(#allocations)*
            let __parts = __call.parts(#group, &[#(#awaited),*]);
            #early
            #before
            __comm.passes(rt::ranks::Moment::InteriorBegins(#nest));
            for __part in &__parts.interior { #run }
            __comm.passes(rt::ranks::Moment::InteriorEnds(#nest));
            #confirmed
            #after
            #shared
            #(#complete)*
            #(drop(#freed);)*
        }
    }

    /// Starts the exchange of an array that is complete.
    fn complete(&self, on_ranks: &RankProgram, number: usize) -> TokenStream {
        let array = self.to_write(on_ranks.ranks.arrays[number]);
        let (exchange, written) = (exchange(number), filled(number));
        quote! {
            let #written = #array;
            let #exchange =
                rt::ranks::Exchange::start(__comm, __call, #number, #written.as_src())?;
        }
    }

    /// A full buffer of what a rank stores.
    fn allocate_on(
        &self,
        on_ranks: &RankProgram,
        &Allocation { stage, slot: number }: &Allocation,
    ) -> TokenStream {
        let slot = slot(number);
        let buffer = self.kernels.buffer(Source::Stage(stage));
        let (name, elem) = (self.names.ident(&buffer.name), stored_type(buffer.ty));
        let rank = rank(&buffer.domain);
        let (function, array) =
            (self.domain_fn(&buffer.name), on_ranks.number(Source::Stage(stage)));
        let new = made_in(&slot, buffer);
        quote! {
            let (lo, hi) = rt::ranks::corners::<#rank>(&__call.part().stored[#array]);
            let #name = rt::Full::<#elem, #rank>::#new?.part_of(#function(&p));
        }
    }
}

/// The messages about an array.
fn exchange(number: usize) -> Ident {
    format_ident!("__exchange_{number}")
}

/// The array whose ghost zone they fill.
fn filled(number: usize) -> Ident {
    format_ident!("__filled_{number}")
}
