//! One nest as a module: a struct of what its loops refer to, one function for each compute, one
//! kernel for each distinct parallel loop body, and `run`.

use super::block::{BlockEmitter, Linear, Row, linear, owner, stepping, stored_type};
use super::index::Scope;
use super::names::Names;
use super::scratch::Scratch;
use pipeline_core::ir::{Block, Node, Source, VarId};
use pipeline_core::loops::{Bound, Compute, ComputeId, LoopKind, LoopNest, Nest, Role, Stmt};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

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
    /// Whether its tasks take scratchpads from an arena: then the module has `scratch_bytes`.
    pub arena: bool,
    /// Whether `run` is generic over the contiguity of the caller's rows.
    pub external: bool,
}

/// Emits a nest.
pub fn emit_nest(loops: &LoopNest, nest: &Nest, names: &Names) -> EmittedNest {
    let emitter = NestEmitter::new(loops, nest, names);
    emitter.emit()
}

struct NestEmitter<'a> {
    loops: &'a LoopNest,
    nest: &'a Nest,
    names: &'a Names,
    reads: Vec<Source>,
    writes: Vec<Source>,
    scratch: Scratch<'a>,
    /// Variables bound by `let` before the first loop.
    fields: Vec<VarId>,
    computes: Vec<EmittedCompute>,
    kernels: Vec<(String, TokenStream)>,
}

struct EmittedCompute {
    function: TokenStream,
    rows: Vec<Row>,
}

impl<'a> NestEmitter<'a> {
    fn new(loops: &'a LoopNest, nest: &'a Nest, names: &'a Names) -> Self {
        let mut reads = Vec::new();
        let mut writes: Vec<Source> = Vec::new();
        for compute in &nest.computes {
            compute.value.for_each_read(&mut |_, _, source, _| {
                if !reads.contains(&source) {
                    reads.push(source);
                }
            });
            let target = Source::Stage(compute.stage);
            if !writes.contains(&target) {
                writes.push(target);
            }
        }
        let is_pad = |s: &Source| matches!(loops.buffer(*s).role, Role::Scratch(_));
        reads.retain(|s| !is_pad(s));
        let stages: Vec<Source> = writes.iter().copied().filter(is_pad).collect();
        writes.retain(|s| !is_pad(s));
        let scratch = Scratch { loops, names, stages };
        let mut fields = Vec::new();
        collect_lets(&nest.body, &mut fields);
        NestEmitter {
            loops,
            nest,
            names,
            reads,
            writes,
            scratch,
            fields,
            computes: Vec::new(),
            kernels: Vec::new(),
        }
    }

    fn scope<'s>(&'s self, fields: &'s [VarId]) -> Scope<'s> {
        Scope { names: self.names, sizes: &self.loops.sizes, vars: &self.nest.vars, fields }
    }

    fn emit(mut self) -> EmittedNest {
        for id in 0..self.nest.computes.len() {
            let lane = lane_of(&self.nest.body, ComputeId(id));
            let emitted = self.compute(id, lane);
            self.computes.push(emitted);
        }
        let body = self.top(&self.nest.body);
        let name = self.names.ident(&format!("stage {}", self.nest.name));
        let doc = format!(" Computes `{}`.", self.nest.name);
        let arrays: Vec<TokenStream> = self.arrays().collect();
        let lets = self.fields.iter().map(|v| self.names.ident(&self.nest.vars[v.0]));
        let scratch = self.scratch.items();
        let functions = self.computes.iter().map(|c| &c.function);
        let kernels = self.kernels.iter().map(|k| &k.1);
        let module = quote! {
            #[doc = #doc]
            mod #name {
                use super::{Params, rt};
                use rt::{FloatLanes as _, IntLanes as _, Lanes as _, MaskLanes as _};

                /// What the loops refer to.
                #[derive(Clone, Copy)]
                struct Nest<const UNIT: bool> {
                    p: Params,
                    #(#arrays,)*
                    #(#lets: isize,)*
                }

                #scratch
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
        };
        let external = self.reads.iter().chain(&self.writes).any(|s| self.is_external(*s));
        let arena = self.has_scratch() && !self.scratch.on_stack();
        EmittedNest { module, name, reads: self.reads, writes: self.writes, arena, external }
    }

    fn is_external(&self, source: Source) -> bool {
        self.loops.buffer(source).role != Role::Full
    }

    fn field(&self, source: Source) -> Ident {
        self.names.ident(&self.loops.buffer(source).name)
    }

    fn has_scratch(&self) -> bool {
        !self.scratch.stages.is_empty()
    }

    /// What passes the scratchpads on.
    fn scratch_arg(&self) -> Option<TokenStream> {
        self.has_scratch().then(|| quote!(s,))
    }

    /// The pointer that a lanes loop stores to.
    fn out(&self, source: Source) -> Ident {
        self.names.ident(&format!("{} out", self.loops.buffer(source).name))
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
    fn top(&mut self, stmts: &[Stmt]) -> TokenStream {
        let mut tokens = TokenStream::new();
        let mut built = false;
        for stmt in stmts {
            if !built && !matches!(stmt, Stmt::Let { .. } | Stmt::When { .. }) {
                tokens.extend(self.build_nest());
                built = true;
            }
            tokens.extend(self.top_stmt(stmt));
        }
        tokens
    }

    fn build_nest(&self) -> TokenStream {
        let arrays = self.reads.iter().chain(&self.writes).map(|s| self.field(*s));
        let lets = self.fields.iter().map(|v| self.names.ident(&self.nest.vars[v.0]));
        quote!(let n = Nest::<UNIT> { p, #(#arrays,)* #(#lets),* };)
    }

    fn top_stmt(&mut self, stmt: &Stmt) -> TokenStream {
        match stmt {
            Stmt::Let { var, value } => {
                let name = self.names.ident(&self.nest.vars[var.0]);
                let value = self.scope(&[]).bound(value);
                quote!(let #name = #value;)
            }
            Stmt::When { tests, body } => {
                let tests: Vec<TokenStream> =
                    tests.iter().map(|t| self.scope(&[]).test(t)).collect();
                let body = self.top(body);
                quote!(if #(#tests)&&* { #body })
            }
            Stmt::For { .. } | Stmt::Compute(_) | Stmt::Scratch { .. } => self.launch(stmt),
        }
    }

    /// A chain of parallel loops as one launch of a kernel over their flattened iterations.
    fn launch(&mut self, stmt: &Stmt) -> TokenStream {
        let mut vars = Vec::new();
        let (mut los, mut his) = (Vec::new(), Vec::new());
        let mut body = std::slice::from_ref(stmt);
        while let [Stmt::For { var, lo, hi, kind: LoopKind::Parallel, body: inner }] = body {
            vars.push(*var);
            los.push(self.scope(&[]).bound(lo));
            his.push(self.scope(&[]).bound(hi));
            body = inner;
        }
        let kernel = self.kernel(&vars, body);
        let rank = Literal::usize_unsuffixed(vars.len());
        let target = self.field(self.writes[0]);
        // A tile has its bounds named first, a row has not.
        let points = match matches!(body, [Stmt::Let { .. }, ..]) {
            true => quote!(n.#target.points() / iterations.len().max(1)),
            false => quote!(n.#target.row_points()),
        };
        quote! {
            let iterations = rt::Rows::<#rank>::new([#(#los),*], [#(#his),*]);
            // SAFETY: the caller's, and the iterations of a parallel loop write distinct points.
            unsafe {
                rt::launch(
                    &#kernel::<UNIT> { n, iterations },
                    iterations.len(),
                    #points,
                )
            };
        }
    }

    /// The kernel with this body, made if there is none yet.
    fn kernel(&mut self, vars: &[VarId], body: &[Stmt]) -> Ident {
        let fields = self.fields.clone();
        let rank = Literal::usize_unsuffixed(vars.len());
        let vars = vars.iter().map(|v| self.names.ident(&self.nest.vars[v.0]));
        let vars = quote!([#(#vars),*]);
        let body = self.row_stmts(body, &fields);
        let key = format!("{vars} {body}");
        if let Some(i) = self.kernels.iter().position(|k| k.0 == key) {
            return format_ident!("Kernel{i}");
        }
        let name = format_ident!("Kernel{}", self.kernels.len());
        let tokens = quote! {
            struct #name<const UNIT: bool> {
                n: Nest<UNIT>,
                iterations: rt::Rows<#rank>,
            }

            impl<const UNIT: bool> rt::Kernel for #name<UNIT> {
                #[inline(always)]
                unsafe fn run<V: rt::Isa>(&self, range: ::core::ops::Range<usize>) {
                    let n = &self.n;
                    let p = &n.p;
                    for iteration in range {
                        let #vars = self.iterations.at(iteration);
                        #body
                    }
                }
            }
        };
        self.kernels.push((key, tokens));
        name
    }

    fn row_stmts(&self, stmts: &[Stmt], fields: &[VarId]) -> TokenStream {
        stmts.iter().map(|s| self.row_stmt(s, fields)).collect()
    }

    fn row_stmt(&self, stmt: &Stmt, fields: &[VarId]) -> TokenStream {
        let scope = self.scope(fields);
        match stmt {
            Stmt::Let { var, value } => {
                let (name, value) = (scope.var(*var), scope.bound(value));
                quote!(let #name = #value;)
            }
            Stmt::When { tests, body } => {
                let tests = tests.iter().map(|t| scope.test(t));
                let body = self.row_stmts(body, fields);
                quote!(if #(#tests)&&* { #body })
            }
            Stmt::For { var, lo, hi, kind: LoopKind::Lanes, body } => {
                self.lanes_loop(*var, lo, hi, body, &scope)
            }
            Stmt::For { var, lo, hi, body, .. } => {
                let (name, lo, hi) = (scope.var(*var), scope.bound(lo), scope.bound(hi));
                let body = self.row_stmts(body, fields);
                quote!(for #name in #lo..=#hi { #body })
            }
            Stmt::Scratch { pads, body } => {
                let pads = self.scratch.take(pads, &scope);
                let body = self.row_stmts(body, fields);
                quote!(#pads #body)
            }
            Stmt::Compute(id) => {
                let scratch = self.scratch_arg();
                let name = format_ident!("compute_{}", id.0);
                let args = self.loop_vars(*id, &scope);
                quote!(unsafe { #name::<rt::Scalar, UNIT>(n, #scratch #(#args),*) };)
            }
        }
    }

    /// A lanes loop: whole vectors, then the rest of the row one point at a time.
    fn lanes_loop(
        &self,
        var: VarId,
        lo: &Bound,
        hi: &Bound,
        body: &[Stmt],
        scope: &Scope<'_>,
    ) -> TokenStream {
        let [Stmt::Compute(id)] = body else { unreachable!("a lanes loop holds one compute") };
        let scratch = self.scratch_arg();
        let compute = &self.nest.computes[id.0];
        let emitted = &self.computes[id.0];
        let blocks = self.block_emitter(compute, Some(var), scope);
        let rows = emitted.rows.iter().map(|row| {
            let name = &row.name;
            let pointer = blocks.pointer(row.source, &row.line);
            quote!(let #name = #pointer;)
        });
        let row_names: Vec<&Ident> = emitted.rows.iter().map(|r| &r.name).collect();
        let stage = Source::Stage(compute.stage);
        let out = self.out(stage);
        let start = blocks.pointer(stage, &store_access(compute, var).line);
        let (name, lo, hi) = (scope.var(var), scope.bound(lo), scope.bound(hi));
        let last = self.names.ident(&format!("{} end", self.nest.vars[var.0]));
        let function = format_ident!("compute_{}", id.0);
        let args: Vec<TokenStream> = self.loop_vars(*id, scope).collect();
        quote! {
            {
                #(#rows)*
                let #out = #start;
                let (mut #name, #last) = (#lo, #hi);
                while #name + (V::LANES as isize - 1) <= #last {
                    unsafe { #function::<V, UNIT>(n, #scratch #(#args,)* #(#row_names,)* #out) };
                    #name += V::LANES as isize;
                }
                while #name <= #last {
                    unsafe { #function::<rt::Scalar, UNIT>(n, #scratch #(#args,)* #(#row_names,)* #out) };
                    #name += 1;
                }
            }
        }
    }

    /// The loop variables that a compute mentions.
    fn loop_vars<'s>(
        &'s self,
        id: ComputeId,
        scope: &'s Scope<'_>,
    ) -> impl Iterator<Item = TokenStream> + 's {
        self.used_vars(&self.nest.computes[id.0]).into_iter().map(|v| scope.var(v))
    }

    fn used_vars(&self, compute: &Compute) -> Vec<VarId> {
        let mut used = Vec::new();
        let mut windows = Vec::new();
        compute.index.iter().for_each(|a| used.extend(a.vars()));
        collect_vars(&compute.value, &mut used, &mut windows);
        used.sort();
        used.dedup();
        used.retain(|v| !self.fields.contains(v) && !windows.contains(v));
        used
    }

    fn block_emitter<'s>(
        &'s self,
        compute: &Compute,
        lane: Option<VarId>,
        scope: &'s Scope<'s>,
    ) -> BlockEmitter<'s> {
        BlockEmitter { loops: self.loops, scope, lane, access: compute.access, rows: Vec::new() }
    }

    fn compute(&self, id: usize, lane: Option<VarId>) -> EmittedCompute {
        let compute = &self.nest.computes[id];
        let fields = self.fields.clone();
        let scope = self.scope(&fields);
        let mut blocks = self.block_emitter(compute, lane, &scope);
        let (statements, value) = blocks.block(&compute.value);
        let target = self.loops.buffer(Source::Stage(compute.stage));
        let doc = format!(" `{}({})`", target.name, blocks.describe(&compute.index));
        let name = format_ident!("compute_{id}");
        let scratch = self.has_scratch().then(|| quote!(s: &Scratch,));
        let owner = owner(&target.role);
        let args = self.used_vars(compute);
        let args = args.iter().map(|v| scope.var(*v)).map(|v| quote!(#v: isize));
        let stored = if target.ty == pipeline_core::ir::ElemType::Bool {
            quote!(rt::mask_to_u8::<V>(#value))
        } else {
            quote!(#value)
        };
        let function = match lane {
            Some(lane) => {
                let rows = blocks.rows.iter().map(|row| {
                    let elem = stored_type(self.loops.buffer(row.source).ty);
                    let name = &row.name;
                    quote!(#name: *const #elem)
                });
                let elem = stored_type(target.ty);
                let out = self.out(Source::Stage(compute.stage));
                let store = self.store(compute, lane, &scope, &stored);
                quote! {
                    #[doc = #doc]
                    #[inline(always)]
                    unsafe fn #name<V: rt::Isa, const UNIT: bool>(
                        n: &Nest<UNIT>, #scratch #(#args,)* #(#rows,)* #out: *mut #elem,
                    ) {
                        let p = &n.p;
                        #statements
                        #store
                    }
                }
            }
            None => {
                let field = self.field(Source::Stage(compute.stage));
                let at = compute.index.iter().map(|a| scope.affine(a));
                quote! {
                    #[doc = #doc]
                    unsafe fn #name<V: rt::Isa, const UNIT: bool>(n: &Nest<UNIT>, #scratch #(#args),*) {
                        let p = &n.p;
                        #statements
                        unsafe { *#owner.#field.at([#(#at),*]) = #stored.lane(0) };
                    }
                }
            }
        };
        EmittedCompute { function, rows: blocks.rows }
    }

    fn store(
        &self,
        compute: &Compute,
        lane: VarId,
        scope: &Scope<'_>,
        value: &TokenStream,
    ) -> TokenStream {
        let target = self.loops.buffer(Source::Stage(compute.stage));
        let elem = stored_type(target.ty);
        let field = self.field(Source::Stage(compute.stage));
        let out = self.out(Source::Stage(compute.stage));
        let Linear { line, along, stride } = store_access(compute, lane);
        let (unit, step) = stepping(target, &field, line.dim);
        let index = scope.affine(&along);
        match (stride, unit) {
            (1, Some(unit)) => {
                quote!(unsafe { rt::store::<V, #elem, #unit>(#out, #index, #step, #value) };)
            }
            (k, _) => {
                let k = Literal::i64_unsuffixed(k);
                quote!(unsafe {
                    rt::store_every::<V, #elem>(#out, (#index) * #step, #k * #step, #value)
                };)
            }
        }
    }
}

/// Where a compute in a lanes loop stores.
fn store_access(compute: &Compute, lane: VarId) -> Linear {
    linear(&compute.index, lane).expect("a stage's own index is linear in its loop variables")
}

fn collect_lets(stmts: &[Stmt], fields: &mut Vec<VarId>) {
    for stmt in stmts {
        match stmt {
            Stmt::Let { var, .. } => fields.push(*var),
            Stmt::When { body, .. } => collect_lets(body, fields),
            _ => {}
        }
    }
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

fn collect_vars(block: &Block, used: &mut Vec<VarId>, windows: &mut Vec<VarId>) {
    use pipeline_core::ir::Index;
    for expr in &block.exprs {
        match &expr.node {
            Node::Index(a) => used.extend(a.vars()),
            Node::Test(t) => used.extend(t.affine.vars()),
            Node::Read { index, .. } => {
                for i in index {
                    if let Index::Affine(a) = i {
                        used.extend(a.vars());
                    }
                }
            }
            Node::Reduce { vars, body, .. } => {
                windows.extend(vars.iter().map(|v| v.0));
                collect_vars(body, used, windows);
            }
            _ => {}
        }
    }
}
