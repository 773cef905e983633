//! One nest as a module: a struct of what its loops refer to, the functions of each compute, one
//! kernel for each distinct parallel loop body, and `run`.

use super::block::stored_type;
use super::compute::EmittedCompute;
use super::index::Scope;
use super::names::Names;
use super::scratch::Scratch;
use pipeline_core::ir::text::show_vars;
use pipeline_core::ir::{Index, Source, VarId};
use pipeline_core::loops::collapse::Row;
use pipeline_core::loops::{
    Access, Bound, Compute, ComputeId, Hold, LoopKind, LoopNest, Nest, Pad, Role, Stmt, keeps_loops,
};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{ToTokens, format_ident, quote};

/// A nest's module and how to call its `run`.
pub struct EmittedNest {
    /// The module.
    pub module: TokenStream,
    /// Its name.
    pub name: Ident,
    /// What `run` takes after the parameters: sources to read, then the stage to write.
    pub reads: Vec<Source>,
    /// The stages written.
    pub writes: Vec<Source>,
    /// The functions of the module that say how many bytes of an arena its tasks take at a time.
    pub arena: Vec<Ident>,
    /// Whether `run` is generic over the contiguity of the caller's rows.
    pub external: bool,
    /// The sources of which whole rows must be dense to be contiguous, each with the extent of its
    /// last dimension.
    pub dense: Vec<(Source, i64)>,
}

/// Emits a nest.
pub fn emit_nest(loops: &LoopNest, nest: &Nest, names: &Names) -> EmittedNest {
    let mut nest = nest.clone();
    let rows = DenseRow::all(&mut nest);
    let emitter = NestEmitter::new(loops, &nest, names, rows);
    emitter.emit()
}

/// What collapsed loops run where rows are dense.
pub struct DenseRow {
    /// What they run elsewhere.
    pub compute: ComputeId,
    /// The compute in terms of the elements of a row.
    pub dense: ComputeId,
    /// The variable of the lanes loop.
    lane: VarId,
    /// The sources that are dense then.
    sources: Vec<(Source, i64)>,
}

impl DenseRow {
    /// Adds the dense form of every compute in collapsed loops to a nest.
    fn all(nest: &mut Nest) -> Vec<DenseRow> {
        let mut rows = Vec::new();
        collect_rows(&nest.body, &mut nest.computes, &mut rows);
        rows
    }
}

fn collect_rows(stmts: &[Stmt], computes: &mut Vec<Compute>, rows: &mut Vec<DenseRow>) {
    for stmt in stmts {
        match stmt {
            Stmt::For { kind: LoopKind::Collapsed, .. } => {
                let row = Row::of(stmt).expect("the verifier checks collapsed loops");
                if rows.iter().any(|r| r.compute == row.compute) {
                    continue;
                }
                let compute = &computes[row.compute.0];
                let sources = row.sources(compute).into_iter().map(|s| (s, row.extent)).collect();
                let dense = ComputeId(computes.len());
                computes.push(row.dense(compute));
                rows.push(DenseRow { compute: row.compute, dense, lane: row.lane, sources });
            }
            Stmt::For { body, .. } | Stmt::When { body, .. } | Stmt::Scratch { body, .. } => {
                collect_rows(body, computes, rows);
            }
            Stmt::Let { .. } | Stmt::Copy(_) | Stmt::Compute(_) => {}
        }
    }
}

/// Emits the parts of one nest.
pub struct NestEmitter<'a> {
    /// The loop nest.
    pub loops: &'a LoopNest,
    /// The nest.
    pub nest: &'a Nest,
    /// What its variables are called, by number.
    labels: Vec<String>,
    /// Spelling of names.
    pub names: &'a Names,
    reads: Vec<Source>,
    /// What is written, perhaps read as well.
    pub writes: Vec<Source>,
    /// Whether the order of its loops matters beyond steps around launches.
    ordered: bool,
    /// The scratchpads that its statements provide, and by compute those that are there for it.
    pub scratch: Vec<Scratch<'a>>,
    scratch_of: Vec<Option<usize>>,
    /// Variables bound by `let` before the first loop, and by serial loops around launches.
    pub fields: Vec<VarId>,
    /// The variables of serial loops around launches. Their other loops, which launch as well, are
    /// outside launches, too.
    steps: Vec<VarId>,
    /// What collapsed loops run where rows are dense.
    pub rows: Vec<DenseRow>,
    /// The computes emitted so far.
    pub computes: Vec<EmittedCompute>,
    kernels: Vec<EmittedKernel<'a>>,
}

/// What the tasks of a launch run.
struct EmittedKernel<'a> {
    /// The variables of the parallel loops.
    vars: Vec<VarId>,
    /// What is in them.
    body: &'a [Stmt],
    /// Its struct, and what that does.
    tokens: TokenStream,
}

impl<'a> NestEmitter<'a> {
    fn new(loops: &'a LoopNest, nest: &'a Nest, names: &'a Names, rows: Vec<DenseRow>) -> Self {
        let mut reads = once_each(nest.loaded());
        let mut writes = once_each(nest.stored().into_iter().map(Source::Stage));
        let is_pad = |s: &Source| matches!(loops.buffer(*s).role, Role::Scratch(_));
        reads.retain(|s| !is_pad(s));
        writes.retain(|s| !is_pad(s));
        reads.retain(|s| !writes.contains(s));
        let (mut scratch, mut scratch_of) = (Vec::new(), vec![None; nest.computes.len()]);
        collect_pads(&nest.body, None, &mut scratch, &mut scratch_of);
        for row in &rows {
            scratch_of[row.dense.0] = scratch_of[row.compute.0];
        }
        let scratch = scratch.into_iter().enumerate();
        let scratch = scratch.map(|(number, stages)| Scratch { loops, names, number, stages });
        let scratch = scratch.collect();
        let (mut fields, mut steps) = (Vec::new(), Vec::new());
        collect_steps(&nest.body, &mut steps);
        collect_lets(&nest.body, &steps, &mut fields);
        NestEmitter {
            loops,
            nest,
            labels: show_vars(&loops.sizes, nest.vars.names()),
            names,
            reads,
            writes,
            ordered: keeps_loops(&loops.stages, nest),
            scratch,
            scratch_of,
            fields,
            steps,
            rows,
            computes: Vec::new(),
            kernels: Vec::new(),
        }
    }

    /// How names are spelled where the nest holds the variables `fields`.
    pub fn scope<'s>(&'s self, fields: &'s [VarId]) -> Scope<'s> {
        Scope { names: self.names, sizes: &self.loops.sizes, vars: &self.labels, fields }
    }

    fn emit(mut self) -> EmittedNest {
        for id in 0..self.nest.computes.len() {
            let id_of = ComputeId(id);
            let scalar_loop =
                || scalar_loop(&self.nest.body, id_of, &|c, var| self.is_scalar_loop(c, var));
            let in_row = || self.rows.iter().find(|row| row.dense == id_of).map(|row| row.lane);
            let lane = lane_of(&self.nest.body, id_of).or_else(in_row).or_else(scalar_loop);
            let emitted = self.compute(id, lane);
            self.computes.push(emitted);
        }
        let body = self.top(&self.nest.body);
        let name = self.names.ident(&format!("stage {}", self.nest.name));
        let doc = format!(" Computes `{}`.", self.nest.name);
        let arrays: Vec<TokenStream> = self.arrays().collect();
        let lets = self.field_names();
        let start = self.stepped().then(|| quote!(#(let #lets: isize = 0;)*));
        let scratch = self.scratch.iter().map(Scratch::items);
        let functions = self.computes.iter().map(|c| &c.functions);
        let kernels = self.kernels.iter().map(|k| &k.tokens);
        let module = quote! {
            #[doc = #doc]
            mod #name {
                use super::{Params, max, min, rt};
                use rt::{Border, Isa, Scalar, load, load_every, store, store_every};
                use rt::{FloatLanes as _, Gather as _, IntLanes as _, Lanes as _, MaskLanes as _};

                /// What the loops refer to.
                #[derive(Clone, Copy)]
                struct Nest<const UNIT: bool> {
                    p: Params,
                    #(#arrays,)*
                    #(#lets: isize,)*
                }

                #(#scratch)*
                #(#functions)*
                #(#kernels)*

                /// Runs the loops; `UNIT` says that the rows of the caller's arrays are contiguous.
                ///
                /// # Safety
                /// The arrays must have the domains that the pipeline gives them for these sizes,
                /// and what is written must not be used by anyone else.
                pub(super) unsafe fn run<const UNIT: bool>(p: Params, #(#arrays),*) {
                    #start
                    #body
                }
            }
        };
        let external = self.reads.iter().chain(&self.writes).any(|s| self.is_external(*s));
        let of_arena = self.scratch.iter().filter(|s| !s.on_stack());
        let arena = of_arena.map(Scratch::bytes_fn).collect();
        let mut dense: Vec<(Source, i64)> =
            self.rows.iter().flat_map(|row| row.sources.iter().copied()).collect();
        dense.sort();
        dense.dedup();
        EmittedNest { module, name, reads: self.reads, writes: self.writes, arena, external, dense }
    }

    fn is_external(&self, source: Source) -> bool {
        self.loops.buffer(source).role != Role::Full
    }

    /// The names of the fields that hold variables.
    fn field_names(&self) -> Vec<Ident> {
        let mut fields = self.fields.clone();
        fields.sort();
        fields.dedup();
        fields.into_iter().map(|var| self.variable(var)).collect()
    }

    /// The name of a variable.
    pub fn variable(&self, var: VarId) -> Ident {
        self.names.variable(&self.labels[var.0])
    }

    /// Whether launches stand in serial loops, whose variables differ from one to the next.
    fn stepped(&self) -> bool {
        !self.steps.is_empty()
    }

    /// Whether a compute runs point by point in a loop of its own, with the pointers that do not
    /// change set before it.
    pub fn runs_in_scalar_loop(&self, id: ComputeId) -> bool {
        scalar_loop(&self.nest.body, id, &|c, var| self.is_scalar_loop(c, var)).is_some()
    }

    /// Whether a serial loop over this compute alone is such a loop: where vectors are not
    /// possible, because order matters, and no address moves along a folded dimension.
    pub fn is_scalar_loop(&self, id: ComputeId, var: VarId) -> bool {
        let compute = &self.nest.computes[id.0];
        match self.ordered {
            true => compute.updates() || compute.access == Access::Inside,
            false => compute.updates() && !self.moves_along_fold(compute, var),
        }
    }

    /// Whether a compute loads or stores at an index along a folded dimension of a scratchpad that
    /// depends on a variable.
    fn moves_along_fold(&self, compute: &Compute, var: VarId) -> bool {
        let moves = |source: Source, index: &[Index]| {
            let buffer = self.loops.buffer(source);
            index.iter().enumerate().any(|(dim, index)| {
                let folded = matches!(buffer.hold(dim), Hold::Current | Hold::Ring(_));
                folded && matches!(index, Index::Affine(a) if a.mentions_var(var))
            })
        };
        let mut found = compute.stores.iter().any(|s| moves(Source::Stage(s.stage), &s.at()));
        compute.value.for_each_read(&mut |_, _, source, index| found |= moves(source, index));
        found
    }

    /// The name of an array.
    pub fn field(&self, source: Source) -> Ident {
        self.names.ident(&self.loops.buffer(source).name)
    }

    /// The scratchpads that are there for a compute.
    pub fn scratch_for(&self, id: ComputeId) -> Option<&Scratch<'a>> {
        self.scratch_of[id.0].map(|number| &self.scratch[number])
    }

    /// The scratchpads that a statement provides.
    pub fn scratch_with(&self, pads: &[Pad]) -> &Scratch<'a> {
        let stages = stages_of(pads);
        let found = self.scratch.iter().find(|s| s.stages == stages);
        found.expect("the scratchpads of every statement are known")
    }

    fn arrays(&self) -> impl Iterator<Item = TokenStream> + '_ {
        let array = |source: &Source, ty: TokenStream| {
            let buffer = self.loops.buffer(*source);
            let (name, elem) = (self.field(*source), stored_type(buffer.ty));
            let rank = Literal::usize_unsuffixed(buffer.domain.0.len());
            quote!(#name: #ty<#elem, #rank>)
        };
        let reads = self.reads.iter().map(move |s| array(s, quote!(rt::Src)));
        reads.chain(self.writes.iter().map(move |s| array(s, quote!(rt::Dst))))
    }

    /// The statements of `run`: `let`s, then launches.
    fn top(&mut self, stmts: &'a [Stmt]) -> TokenStream {
        let mut tokens = TokenStream::new();
        let mut built = false;
        for stmt in stmts {
            let launches =
                !matches!(stmt, Stmt::Let { .. } | Stmt::When { .. }) && !steps(stmt, &self.steps);
            if self.stepped() {
                tokens.extend(launches.then(|| self.build_nest()));
            } else if !built && launches {
                tokens.extend(self.build_nest());
                built = true;
            }
            tokens.extend(self.top_stmt(stmt));
        }
        tokens
    }

    fn build_nest(&self) -> TokenStream {
        let arrays = self.reads.iter().chain(&self.writes).map(|s| self.field(*s));
        let lets = self.field_names();
        quote!(let n = Nest::<UNIT> { p, #(#arrays,)* #(#lets),* };)
    }

    fn top_stmt(&mut self, stmt: &'a Stmt) -> TokenStream {
        match stmt {
            Stmt::Let { var, value } => {
                let name = self.variable(*var);
                let value = self.scope(&[]).bound(value);
                quote!(let #name = #value;)
            }
            Stmt::When { tests, body } => {
                let tests: Vec<TokenStream> =
                    tests.iter().map(|t| self.scope(&[]).test(t)).collect();
                let body = self.top(body);
                quote!(if #(#tests)&&* { #body })
            }
            Stmt::For { var, lo, hi, body, .. } if steps(stmt, &self.steps) => {
                let name = self.variable(*var);
                let (lo, hi) = (self.scope(&[]).bound(lo), self.scope(&[]).bound(hi));
                let body = self.top(body);
                quote!(for #name in #lo..=#hi { #body })
            }
            Stmt::For { .. } | Stmt::Compute(_) | Stmt::Copy(_) | Stmt::Scratch { .. } => {
                self.launch(stmt)
            }
        }
    }

    /// A chain of parallel loops as one launch of a kernel over their flattened iterations.
    fn launch(&mut self, stmt: &'a Stmt) -> TokenStream {
        let mut vars = Vec::new();
        let (mut los, mut his) = (Vec::new(), Vec::new());
        let mut body = std::slice::from_ref(stmt);
        while let [Stmt::For { var, lo, hi, kind: LoopKind::Parallel, body: inner }] = body {
            vars.push(*var);
            los.push(self.scope(&[]).bound(lo));
            his.push(self.scope(&[]).bound(hi));
            body = inner;
        }
        let kernel = self.kernel(vars.clone(), body);
        let rank = Literal::usize_unsuffixed(vars.len());
        // A tile with scratchpads is a share of what it stores.
        let points = match body.last() {
            Some(Stmt::Scratch { .. }) if !self.ordered => {
                let points = self.writes.iter().map(|target| {
                    let target = self.field(*target);
                    quote!(n.#target.points())
                });
                let all = points.reduce(|a, b| quote!(usize::saturating_add(#a, #b)));
                let all = all.expect("a nest stores something");
                quote!(#all / iterations.len().max(1))
            }
            _ => {
                let used = vars.iter().zip(&los).filter(|(var, _)| is_bounded_by(body, **var));
                let firsts = used.map(|(var, lo)| {
                    let name = self.variable(*var);
                    quote!(let #name: isize = #lo;)
                });
                let (firsts, work) = (firsts.collect::<TokenStream>(), self.work(body));
                if firsts.is_empty() { work } else { quote!({ #firsts #work }) }
            }
        };
        quote! {
            let iterations = rt::Rows::<#rank>::new([#(#los),*], [#(#his),*]);
            // The iterations of a parallel loop write distinct points.
            rt::launch(&#kernel::<UNIT> { n, iterations }, iterations.len(), #points);
        }
    }

    /// The number of points that statements compute, with every loop as long as at its first value
    /// of those around it.
    fn work(&self, stmts: &[Stmt]) -> TokenStream {
        let scope = self.scope(&[]);
        let (mut lets, mut terms) = (TokenStream::new(), Vec::new());
        for stmt in stmts {
            match stmt {
                Stmt::Let { var, value } => {
                    let (name, value) = (scope.var(*var), scope.bound(value));
                    lets.extend(quote!(let #name = #value;));
                }
                Stmt::When { body, .. } | Stmt::Scratch { body, .. } => terms.push(self.work(body)),
                Stmt::For { var, lo, hi, body, .. } => {
                    let (name, lo, hi) = (scope.var(*var), scope.bound(lo), scope.bound(hi));
                    let inside = self.work(body);
                    terms.push(match is_bounded_by(body, *var) {
                        true => quote!(({
                            let #name: isize = #lo;
                            rt::extent(#name, #hi).saturating_mul(#inside)
                        })),
                        false => quote!(rt::extent(#lo, #hi).saturating_mul(#inside)),
                    });
                }
                Stmt::Copy(_) => {}
                Stmt::Compute(id) => {
                    let points = Literal::usize_unsuffixed(self.nest.computes[id.0].stores.len());
                    terms.push(points.into_token_stream());
                }
            }
        }
        let sum = terms.into_iter().reduce(|a, b| quote!(usize::saturating_add(#a, #b)));
        let sum = sum.unwrap_or_else(|| quote!(0));
        if lets.is_empty() { sum } else { quote!(({ #lets #sum })) }
    }

    /// The kernel with this body, made if there is none yet.
    fn kernel(&mut self, vars: Vec<VarId>, body: &'a [Stmt]) -> Ident {
        let known = self.kernels.iter().position(|k| k.vars == vars && k.body == body);
        if let Some(i) = known {
            return format_ident!("Kernel{i}");
        }
        let fields = self.fields.clone();
        let rank = Literal::usize_unsuffixed(vars.len());
        let (names, stmts) =
            (vars.iter().map(|v| self.variable(*v)), self.row_stmts(body, &fields));
        let name = format_ident!("Kernel{}", self.kernels.len());
        let of_arena = self.scratch.iter().filter(|s| !s.on_stack());
        let most = of_arena.map(|s| {
            let bytes = s.bytes_fn();
            quote!(#bytes(&self.n.p))
        });
        let most = most.reduce(|a, b| quote!(usize::max(#a, #b)));
        let scratch_bytes = most.map(|most| {
            quote! {
                fn scratch_bytes(&self) -> usize {
                    #most
                }
            }
        });
        let tokens = quote! {
            struct #name<const UNIT: bool> {
                n: Nest<UNIT>,
                iterations: rt::Rows<#rank>,
            }

            impl<const UNIT: bool> rt::Kernel for #name<UNIT> {
                #[inline(always)]
                unsafe fn run<V: Isa>(&self, range: ::core::ops::Range<usize>) {
                    let n = &self.n;
                    let p = &n.p;
                    for iteration in range {
                        let [#(#names),*] = self.iterations.at(iteration);
                        #stmts
                    }
                }

                #scratch_bytes
            }
        };
        self.kernels.push(EmittedKernel { vars, body, tokens });
        name
    }
}

/// Whether bounds or values in some statements depend on a variable.
fn is_bounded_by(stmts: &[Stmt], var: VarId) -> bool {
    let mentions = |bound: &Bound| bound.list().iter().any(|a| a.mentions_var(var));
    stmts.iter().any(|stmt| match stmt {
        Stmt::Let { value, .. } => mentions(value),
        Stmt::For { lo, hi, body, .. } => mentions(lo) || mentions(hi) || is_bounded_by(body, var),
        Stmt::When { body, .. } | Stmt::Scratch { body, .. } => is_bounded_by(body, var),
        Stmt::Copy(copy) => copy.part.iter().any(|s| mentions(&s.lo) || mentions(&s.hi)),
        Stmt::Compute(_) => false,
    })
}

/// Sources in the order in which they first come.
fn once_each(sources: impl IntoIterator<Item = Source>) -> Vec<Source> {
    let mut found = Vec::new();
    for source in sources {
        if !found.contains(&source) {
            found.push(source);
        }
    }
    found
}

fn stages_of(pads: &[Pad]) -> Vec<Source> {
    pads.iter().map(|pad| Source::Stage(pad.stage)).collect()
}

/// Collects what statements provide as scratchpads, each list once, and by compute which of them
/// are there for it.
fn collect_pads(
    stmts: &[Stmt],
    around: Option<usize>,
    found: &mut Vec<Vec<Source>>,
    of_compute: &mut [Option<usize>],
) {
    for stmt in stmts {
        match stmt {
            Stmt::Scratch { pads, body } => {
                let stages = stages_of(pads);
                let known = found.iter().position(|s| *s == stages);
                let number = known.unwrap_or_else(|| {
                    found.push(stages);
                    found.len() - 1
                });
                collect_pads(body, Some(number), found, of_compute);
            }
            Stmt::For { body, .. } | Stmt::When { body, .. } => {
                collect_pads(body, around, found, of_compute);
            }
            Stmt::Compute(id) => of_compute[id.0] = around,
            Stmt::Let { .. } | Stmt::Copy(_) => {}
        }
    }
}

fn collect_lets(stmts: &[Stmt], steps: &[VarId], fields: &mut Vec<VarId>) {
    for stmt in stmts {
        match stmt {
            Stmt::Let { var, .. } => fields.push(*var),
            Stmt::When { body, .. } => collect_lets(body, steps, fields),
            Stmt::For { var, body, .. } if self::steps(stmt, steps) => {
                fields.push(*var);
                collect_lets(body, steps, fields);
            }
            _ => {}
        }
    }
}

/// Collects the variables of serial loops around parallel ones.
fn collect_steps(stmts: &[Stmt], steps: &mut Vec<VarId>) {
    for stmt in stmts {
        match stmt {
            Stmt::For { var, body, .. } if is_stepped(stmt) => {
                steps.push(*var);
                collect_steps(body, steps);
            }
            Stmt::When { body, .. } => collect_steps(body, steps),
            _ => {}
        }
    }
}

/// Whether a statement is a loop over one of these variables.
fn steps(stmt: &Stmt, steps: &[VarId]) -> bool {
    matches!(stmt, Stmt::For { var, kind: LoopKind::Serial, .. } if steps.contains(var))
}

/// Whether a statement is a serial loop around parallel ones.
fn is_stepped(stmt: &Stmt) -> bool {
    fn has_parallel(stmt: &Stmt) -> bool {
        match stmt {
            Stmt::For { kind: LoopKind::Parallel, .. } => true,
            Stmt::For { body, .. } | Stmt::When { body, .. } | Stmt::Scratch { body, .. } => {
                body.iter().any(has_parallel)
            }
            Stmt::Let { .. } | Stmt::Copy(_) | Stmt::Compute(_) => false,
        }
    }
    matches!(stmt, Stmt::For { kind: LoopKind::Serial, .. }) && has_parallel(stmt)
}

/// The variable of a serial loop that holds nothing but this compute, if it is to run like that.
fn scalar_loop(
    stmts: &[Stmt],
    id: ComputeId,
    is: &dyn Fn(ComputeId, VarId) -> bool,
) -> Option<VarId> {
    stmts.iter().find_map(|stmt| match stmt {
        Stmt::For { var, kind: LoopKind::Serial, body, .. }
            if matches!(body.as_slice(), [Stmt::Compute(c)] if *c == id) =>
        {
            is(id, *var).then_some(*var)
        }
        Stmt::For { body, .. } | Stmt::When { body, .. } | Stmt::Scratch { body, .. } => {
            scalar_loop(body, id, is)
        }
        _ => None,
    })
}

/// The variable of the lanes loop around a compute.
fn lane_of(stmts: &[Stmt], id: ComputeId) -> Option<VarId> {
    stmts.iter().find_map(|stmt| match stmt {
        Stmt::For { var, kind: LoopKind::Lanes, body, .. } => {
            matches!(body.as_slice(), [Stmt::Compute(c)] if *c == id).then_some(*var)
        }
        Stmt::For { body, .. } | Stmt::When { body, .. } | Stmt::Scratch { body, .. } => {
            lane_of(body, id)
        }
        _ => None,
    })
}
