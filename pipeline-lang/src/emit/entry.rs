//! The functions around the loops: sizes from shapes, the checks at entry, buffers, the calls.

use super::header::{Header, ParamKind, Variant};
use super::index::Spelling;
use super::names::Identifiers;
use super::nest::{arena_fns, emit_nest, module_name};
use super::tokens::text;
use super::types::{constant, stored_type};
use pipeline_core::analysis::sizes::{Equation, Solution};
use pipeline_core::ir::affine::Names;
use pipeline_core::ir::{
    Affine, Domain, ElemType, InputId, Pipeline, SizeId, Source, StageId, Value, ValueRange,
};
use pipeline_core::kernel::{Allocation, CallStep, Check, Contiguous, Least, Output, Program};
use pipeline_core::loops::{BEYOND, Bound, Buffer, Role, in_order};
use pipeline_core::report::carried;
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{ToTokens, format_ident, quote};

/// Everything of one variant but its public wrappers: constants, `Params`, `solve`, `run`, the
/// nests, and the functions `call`, `into`, `reference` on views.
pub fn emit_variant(header: &Header<'_>, variant: &Variant) -> TokenStream {
    let names = Identifiers::default();
    let (entry, facade) = (EntryPoint::new(header, variant, &names), &header.facade);
    let kernels = &variant.kernels;
    let modules = kernels.steps.iter().map(|step| emit_nest(kernels, &step.nest, &names));
    let modules: Vec<TokenStream> = modules.collect();
    let (params, solve, domains) = (entry.params(), entry.solve(), entry.domains());
    let (call, into, reference) = (entry.call_fn(), entry.copy_fn(), entry.reference_fn());
    let run = entry.run();
    let on_ranks = kernels.ranks.as_ref().map(|on_ranks| entry.on_ranks(on_ranks));
    let [stages, plan, loops] =
        [&variant.stages, &carried::write(&variant.report), &variant.loops].map(|it| text(it));
    quote! {
        use #facade::__rt as rt;
        use ::core::cmp::{max, min};

        /// The stage graph, as text.
        pub(in super::super) const STAGES: &str = #stages;
        /// What the compiler decided.
        pub(in super::super) const PLAN: &rt::Plan = &rt::Plan::new(#plan);
        /// The loop nest, as text.
        pub(in super::super) const LOOPS: &str = #loops;

        #params
        #solve
        #domains
        #call
        #into
        #reference
        #run
        #on_ranks
        #(#modules)*
    }
}

/// What the functions around the loops of a variant are made of.
pub(super) struct EntryPoint<'a> {
    pub(super) header: &'a Header<'a>,
    /// What the type parameter stands for.
    pub(super) elem: Option<ElemType>,
    pub(super) p: &'a Pipeline,
    pub(super) kernels: &'a Program,
    pub(super) names: &'a Identifiers,
    size_names: Vec<String>,
}

impl<'a> EntryPoint<'a> {
    fn new(header: &'a Header<'a>, variant: &'a Variant, names: &'a Identifiers) -> Self {
        let p = &variant.pipeline;
        // Sizes, scalars and sources claim their plain names before anything derived from them.
        let plain = p.sizes.iter().map(|s| &s.name).chain(p.scalars.iter().map(|s| &s.name));
        let sources = p.inputs.iter().map(|i| &i.name).chain(p.stages.iter().map(|s| &s.name));
        let vars = p.stages.iter().flat_map(|s| &s.vars);
        plain.chain(sources).for_each(|n| drop(names.ident(n)));
        vars.for_each(|n| drop(names.variable(n)));
        let size_names = variant.kernels.sizes.clone();
        size_names.iter().for_each(|n| drop(names.ident(n)));
        EntryPoint { header, elem: variant.elem, p, kernels: &variant.kernels, names, size_names }
    }

    pub(super) fn scope(&self) -> Spelling<'_> {
        Spelling { names: self.names, sizes: &self.size_names, vars: &[], fields: &[] }
    }

    fn text(&self, a: &Affine) -> String {
        a.display(&Names { sizes: &self.size_names, vars: &[] }).to_string()
    }

    /// The parameters of a function on views, and the arguments that pass them on.
    fn arguments(&self) -> (Vec<TokenStream>, Vec<Ident>) {
        let mut params = Vec::new();
        let mut idents = Vec::new();
        for param in &self.header.params {
            let name = self.names.ident(&param.name);
            params.push(match param.kind {
                ParamKind::Input => {
                    let input = self.p.inputs.iter().find(|i| i.name == param.name);
                    let input = input.expect("the header lists the pipeline's inputs");
                    let (elem, rank) = (stored_type(input.ty), rank(&input.domain));
                    quote!(#name: rt::View<'_, #elem, #rank>)
                }
                ParamKind::Scalar => {
                    let scalar = self.p.scalars.iter().find(|s| s.name == param.name);
                    let elem = stored_type(scalar.expect("the header lists the scalars").ty);
                    quote!(#name: #elem)
                }
                ParamKind::Size => quote!(#name: usize),
            });
            idents.push(name);
        }
        (params, idents)
    }

    fn params(&self) -> TokenStream {
        let sizes = self.size_names.iter().map(|s| self.names.ident(s));
        let scalars = self.p.scalars.iter().map(|s| self.names.ident(&s.name));
        let types = self.p.scalars.iter().map(|s| stored_type(s.ty));
        quote! {
            /// Sizes and scalars of a call.
            #[derive(Clone, Copy)]
            struct Params {
                #(#sizes: isize,)*
                #(#scalars: #types,)*
            }
        }
    }

    /// Sizes from the shapes of the inputs, and every check on them.
    fn solve(&self) -> TokenStream {
        let checks = self.kernels.checks.iter().map(|check| self.check(check));
        let unsolved = self.unsolved();
        let (params, _) = self.arguments();
        quote! {
            /// Solves the shapes for the sizes and checks them.
            fn solve(#(#params),*) -> rt::Result<Params> {
                let mut p = #unsolved;
                #(#checks)*
                Ok(p)
            }
        }
    }

    /// The parameters before anything is solved; nests compute everything, as on one rank.
    pub(super) fn unsolved(&self) -> TokenStream {
        let zero = self.p.sizes.iter().map(|s| self.names.ident(&s.name));
        let ends = self.size_names[self.p.sizes.len()..].iter().map(|s| self.names.ident(s));
        let beyond = Literal::i64_unsuffixed(BEYOND);
        let everything = [quote!(-#beyond), quote!(#beyond)].into_iter().cycle();
        let scalars = self.p.scalars.iter().map(|s| self.names.ident(&s.name));
        quote!(Params { #(#zero: 0,)* #(#ends: #everything,)* #(#scalars,)* })
    }

    pub(super) fn check(&self, check: &Check) -> TokenStream {
        match check {
            Check::Argument(size) => {
                let (text, name) = self.size(*size);
                let clause = format!("{text} >= 1");
                quote!(p.#name = rt::size_argument(#text, #clause, #name)?;)
            }
            Check::Solve { solution: Solution { size, input, dim, coefficient, rest }, extent } => {
                let (input, view) = self.input(*input);
                let (size, name) = self.size(*size);
                let k = Literal::i64_unsuffixed(coefficient.abs());
                let k = if *coefficient < 0 { quote!(-#k) } else { quote!(#k) };
                let (rest, text) = (self.scope().affine(rest), self.text(extent));
                quote!(p.#name = rt::solve_size(#input, #dim, #view.shape()[#dim], (#k, #rest), (#text, #size))?;)
            }
            Check::Extent(Equation { input, dim, extent }) => {
                let (input, view) = self.input(*input);
                let (text, value) = (self.text(extent), self.scope().affine(extent));
                quote!(rt::expect_extent(#input, #dim, #view.shape()[#dim], #text, #value)?;)
            }
            Check::Clause { test, text, sizes } => {
                let holds = self.scope().test(test);
                let sizes = sizes.iter().map(|s| self.size_pair(*s));
                quote!(rt::expect_clause(#holds, #text, &[#(#sizes),*])?;)
            }
            Check::Scalar(id, values) => {
                let scalar = &self.p.scalars[id.0];
                let (text, name) = (&scalar.name, self.names.ident(&scalar.name));
                let [lo, hi] = ends(scalar.ty, *values);
                quote!(rt::expect_scalar(#text, #name, #lo, #hi)?;)
            }
            Check::Values(id, values) => {
                let (input, view) = self.input(*id);
                let [lo, hi] = ends(self.p.inputs[id.0].ty, *values);
                quote!(rt::expect_values(#input, #view, #lo, #hi)?;)
            }
        }
    }

    /// An input's name in messages, and its parameter.
    fn input(&self, input: InputId) -> (&str, Ident) {
        let name = &self.p.inputs[input.0].name;
        (name, self.names.ident(name))
    }

    /// A size's name in messages, and its field.
    fn size(&self, size: SizeId) -> (&str, Ident) {
        let name = &self.size_names[size.0];
        (name, self.names.ident(name))
    }

    fn size_pair(&self, size: SizeId) -> TokenStream {
        let (text, name) = self.size(size);
        quote!((#text, p.#name))
    }

    pub(super) fn domain_fn(&self, name: &str) -> Ident {
        self.names.ident(&format!("{name} domain"))
    }

    /// `f_domain(p)`, which is `([lo…], [hi…])`, for every array.
    fn domains(&self) -> TokenStream {
        let inputs = self.p.inputs.iter().map(|i| (&i.name, &i.domain));
        let inputs = inputs.map(|(name, domain)| (name, domain.clone()));
        let stored = self.kernels.stages.iter().flatten().map(|b| (&b.name, b.stored()));
        let domains = inputs.chain(stored).map(|(name, domain)| self.domain(name, &domain));
        quote!(rt::domains! { p: &Params: #(#domains)* })
    }

    fn domain(&self, name: &str, domain: &Domain) -> TokenStream {
        let function = self.domain_fn(name);
        let scope = self.scope();
        let lo = domain.0.iter().map(|i| scope.bound(&Bound::Max(i.lo.clone())));
        let hi = domain.0.iter().map(|i| scope.bound(&Bound::Min(i.hi.clone())));
        let rank = rank(domain);
        let doc = format!(" First and last coordinates of `{name}`.");
        quote!(#[doc = #doc] #function: #rank = [#(#lo),*], [#(#hi),*];)
    }

    pub(super) fn output(&self, id: &StageId) -> (Ident, Ident, TokenStream) {
        let stage = &self.p.stages[id.0];
        let name = self.names.ident(&stage.name);
        (name, stored_type(stage.ty), Literal::usize_unsuffixed(stage.rank()).to_token_stream())
    }

    /// Computes and checks the shapes of the live-outs, named as they are.
    pub(super) fn shapes(&self) -> TokenStream {
        let sizes: Vec<TokenStream> =
            (0..self.p.sizes.len()).map(|s| self.size_pair(SizeId(s))).collect();
        let shapes = self.kernels.outputs.iter().map(|Output { stage, smallest }| {
            let text = &self.p.stages[stage.0].name;
            let smallest = smallest.iter().map(|least| self.clauses(least));
            let (function, shape) =
                (self.domain_fn(text), self.names.ident(&format!("{text} shape")));
            quote! {
                let (lo, hi) = #function(&p);
                let #shape =
                    rt::output_shape(#text, lo, hi, &[#(#sizes),*], [#(#smallest),*])?;
            }
        });
        quote!(#(#shapes)*)
    }

    /// The sizes from which on a dimension has points, as text.
    fn clauses(&self, least: &[Least]) -> String {
        let clause = |l: &Least| format!("{} >= {}", self.size_names[l.size.0], l.value);
        least.iter().map(clause).collect::<Vec<_>>().join(", ")
    }

    pub(super) fn result_type(&self) -> TokenStream {
        let types = self.p.outputs.iter().map(|id| {
            let (_, elem, rank) = self.output(id);
            quote!(rt::Image<#elem, #rank>)
        });
        tuple(types.collect())
    }

    fn call_fn(&self) -> TokenStream {
        let (params, args) = self.arguments();
        let (result, shapes) = (self.result_type(), self.shapes());
        let outputs: Vec<Ident> = self.p.outputs.iter().map(|id| self.output(id).0).collect();
        let allocations = self.p.outputs.iter().map(|id| {
            let (name, elem, rank) = self.output(id);
            let shape = self.names.ident(&format!("{} shape", self.p.stages[id.0].name));
            quote! {
                // SAFETY: `run` writes every point before anyone reads one.
                let mut #name = unsafe { rt::Image::<#elem, #rank>::uninit(#shape)? };
            }
        });
        let inputs = self.p.inputs.iter().map(|i| self.names.ident(&i.name));
        let returned = tuple(outputs.iter().map(|o| quote!(#o)).collect());
        quote! {
            pub(in super::super) fn call(#(#params),*) -> rt::Result<#result> {
                let p = solve(#(#args),*)?;
                #shapes
                #(#allocations)*
                // SAFETY: `solve` and the shapes above make every array what `p` says.
                unsafe { run(p, #(#inputs,)* #(#outputs.view_mut()),*)? };
                Ok(#returned)
            }
        }
    }

    fn copy_fn(&self) -> TokenStream {
        let (params, args) = self.arguments();
        let shapes = self.shapes();
        let outputs: Vec<Ident> = self.p.outputs.iter().map(|id| self.output(id).0).collect();
        let views = self.p.outputs.iter().map(|id| {
            let (name, elem, rank) = self.output(id);
            quote!(#name: rt::ViewMut<'_, #elem, #rank>)
        });
        let checks = self.p.outputs.iter().map(|id| {
            let text = &self.p.stages[id.0].name;
            let (name, shape) =
                (self.names.ident(text), self.names.ident(&format!("{text} shape")));
            quote!(rt::expect_shape(#text, &#shape, &#name.shape())?;)
        });
        let inputs = self.p.inputs.iter().map(|i| self.names.ident(&i.name));
        quote! {
            pub(in super::super) fn into(#(#params,)* #(#views),*) -> rt::Result<()> {
                let p = solve(#(#args),*)?;
                #shapes
                #(#checks)*
                // SAFETY: `solve` and the checks above make every array what `p` says.
                unsafe { run(p, #(#inputs,)* #(#outputs),*) }
            }
        }
    }

    fn reference_fn(&self) -> TokenStream {
        let (params, args) = self.arguments();
        let (result, shapes) = (self.result_type(), self.shapes());
        let sizes = self.p.sizes.iter().map(|s| self.names.ident(&s.name));
        let scalars = self.p.scalars.iter().map(|s| self.names.ident(&s.name));
        let inputs = self.p.inputs.iter().map(|i| {
            let (name, function) = (self.names.ident(&i.name), self.domain_fn(&i.name));
            quote!(.input(#name, #function(&p).0)?)
        });
        let rooms = self.p.outputs.iter().map(|id| {
            let (_, elem, rank) = self.output(id);
            let shape = self.names.ident(&format!("{} shape", self.p.stages[id.0].name));
            quote!(rt::Reference::room::<#elem, #rank>(#shape)?;)
        });
        let outputs = self.p.outputs.iter().enumerate().map(|(i, id)| {
            let (_, elem, rank) = self.output(id);
            quote!(outputs.image::<#elem, #rank>(#i))
        });
        let returned = tuple(outputs.collect());
        quote! {
            pub(in super::super) fn reference(#(#params),*) -> rt::Result<#result> {
                let p = solve(#(#args),*)?;
                #shapes
                #(#rooms)*
                let outputs = rt::Reference::new(STAGES)
                    #(.size(p.#sizes))*
                    #(.scalar(p.#scalars))*
                    #(#inputs)*
                    .evaluate()?;
                Ok(#returned)
            }
        }
    }

    /// Allocates what crosses nests, runs them in order, passes memory on or frees it after its
    /// last use.
    fn run(&self) -> TokenStream {
        let views = self.p.inputs.iter().map(|i| {
            let (name, elem) = (self.names.ident(&i.name), stored_type(i.ty));
            let rank = rank(&i.domain);
            quote!(#name: rt::View<'_, #elem, #rank>)
        });
        let out_views = self.p.outputs.iter().map(|id| {
            let (name, elem, rank) = self.output(id);
            quote!(mut #name: rt::ViewMut<'_, #elem, #rank>)
        });
        let inputs = self.p.inputs.iter().map(|i| {
            let (name, function) = (self.names.ident(&i.name), self.domain_fn(&i.name));
            quote!(let #name = rt::Src::of_view(#name, #function(&p).0);)
        });
        let outputs = self.p.outputs.iter().map(|id| {
            let text = &self.p.stages[id.0].name;
            let (name, function) = (self.names.ident(text), self.domain_fn(text));
            quote!(let #name = rt::Dst::of_view(&mut #name, #function(&p).0);)
        });
        let slots = (0..self.kernels.slots).map(slot);
        let steps = self.kernels.steps.iter().map(|step| self.step(step));
        quote! {
            /// Runs the nests.
            ///
            /// # Safety
            /// The views must have the shapes of the domains under `p`.
            unsafe fn run(p: Params, #(#views,)* #(#out_views),*) -> rt::Result<()> {
                #(#inputs)*
                #(#outputs)*
                #(let mut #slots = rt::Slot::default();)*
                #(#steps)*
                Ok(())
            }
        }
    }

    fn step(&self, step: &CallStep) -> TokenStream {
        let allocations = step.allocations.iter().map(|allocation| self.allocate(allocation));
        let run = self.run_nest(step);
        let freed = step.freed.iter().map(|s| slot(*s));
        quote! {
            #(#allocations)*
            #run
            #(drop(#freed);)*
        }
    }

    /// Runs the nest of a step, for which the arena of its tasks is reserved.
    pub(super) fn run_nest(&self, CallStep { nest, contiguous, .. }: &CallStep) -> TokenStream {
        let name = module_name(nest, self.names);
        let bytes = arena_fns(self.kernels, nest, self.names).into_iter();
        let most =
            bytes.map(|bytes| quote!(#name::#bytes(&p))).reduce(|a, b| quote!(usize::max(#a, #b)));
        let reserve =
            most.as_ref().map(|most| quote!(let reservation = rt::Arena::reserve(#most)?;));
        let release = most.as_ref().map(|_| quote!(drop(reservation);));
        let reads = nest.reads.iter().map(|s| self.to_read(*s));
        let writes = nest.writes.iter().map(|s| self.to_write(*s));
        let args: Vec<TokenStream> = reads.chain(writes).collect();
        let conditions = contiguous.iter().map(|contiguous| match contiguous {
            Contiguous::Neighbours(source) => {
                let name = self.array(*source);
                quote!(#name.step() == 1)
            }
            Contiguous::Rows(source, extent) => {
                let (name, extent) = (self.array(*source), Literal::i64_unsuffixed(*extent));
                quote!(#name.has_dense_rows_of(#extent))
            }
        });
        let run = match contiguous.is_empty() {
            false => quote! {
                if #(#conditions)&&* {
                    #name::run::<true>(p, #(#args),*);
                } else {
                    #name::run::<false>(p, #(#args),*);
                }
            },
            true => quote!(#name::run::<true>(p, #(#args),*);),
        };
        quote! {
            #reserve
            // Buffers are allocated over the domains that `run` expects.
            #run
            #release
        }
    }

    pub(super) fn allocate(&self, Allocation { stage, slot: number }: &Allocation) -> TokenStream {
        let slot = slot(*number);
        let buffer = self.kernels.buffer(Source::Stage(*stage));
        let (name, elem) = (self.names.ident(&buffer.name), stored_type(buffer.ty));
        let rank = rank(&buffer.domain);
        let function = self.domain_fn(&buffer.name);
        let new = made_in(&slot, buffer);
        quote! {
            let (lo, hi) = #function(&p);
            let #name = rt::Full::<#elem, #rank>::#new?;
        }
    }

    pub(super) fn array(&self, source: Source) -> Ident {
        self.names.ident(&self.kernels.buffer(source).name)
    }

    /// An array as a nest takes it for reading.
    pub(super) fn to_read(&self, source: Source) -> TokenStream {
        let name = self.array(source);
        match self.kernels.buffer(source).role {
            Role::Full => quote!(#name.src()),
            Role::Output(_) => quote!(#name.as_src()),
            Role::Input(_) | Role::Scratch(_) => quote!(#name),
        }
    }

    /// An array as a nest takes it for writing.
    pub(super) fn to_write(&self, source: Source) -> TokenStream {
        let name = self.array(source);
        match self.kernels.buffer(source).role {
            Role::Full => quote!(#name.dst()),
            Role::Input(_) | Role::Output(_) | Role::Scratch(_) => quote!(#name),
        }
    }
}

/// The memory that full buffers share.
pub(super) fn slot(number: usize) -> Ident {
    format_ident!("slot_{number}")
}

/// How memory of a slot becomes a full buffer, from `lo` to `hi`.
pub(super) fn made_in(slot: &Ident, buffer: &Buffer) -> TokenStream {
    match buffer.layout == in_order(buffer.layout.len()) {
        true => quote!(new(&mut #slot, lo, hi)),
        false => {
            let layout = buffer.layout.iter().map(|d| Literal::usize_unsuffixed(*d));
            quote!(new_in([#(#layout),*], &mut #slot, lo, hi))
        }
    }
}

/// The number of dimensions, as a literal.
pub fn rank(domain: &Domain) -> Literal {
    Literal::usize_unsuffixed(domain.0.len())
}

/// One thing as itself, several as a tuple.
pub fn tuple(parts: Vec<TokenStream>) -> TokenStream {
    match parts.as_slice() {
        [one] => one.clone(),
        many => quote!((#(#many),*)),
    }
}

/// The ends of a range of values.
pub(super) fn ends(ty: ElemType, ValueRange { lo, hi }: ValueRange) -> [TokenStream; 2] {
    [lo, hi].map(|end| constant(Value::Int(ty, end)))
}
