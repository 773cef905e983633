//! A compute as functions: the expressions of its block, then its stores.

use super::block::{BlockEmitter, stored_type};
use super::index::Scope;
use super::load::{Line, Linear, Row, folded, linear, owner, scattered, stepping};
use super::nest::NestEmitter;
use pipeline_core::ir::{Block, ElemType, Index, Node, Source, VarId};
use pipeline_core::loops::{Compute, ComputeId, Store};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{ToTokens, format_ident, quote};

/// A compute's functions and what a lanes loop passes to them.
pub struct EmittedCompute {
    /// The functions.
    pub functions: TokenStream,
    /// The pointers they take.
    pub pointers: Pointers,
}

/// The pointers that loops pass to a compute.
#[derive(Default)]
pub struct Pointers {
    /// The lines it loads from that are the same for every iteration of its lanes loop.
    pub rows: Vec<Row>,
    /// The lines it stores to.
    pub outs: Vec<Row>,
}

impl NestEmitter<'_> {
    /// The functions of a compute, within a lanes loop over `lane` or on its own.
    pub fn compute(&self, id: usize, lane: Option<VarId>) -> EmittedCompute {
        let compute = &self.nest.computes[id];
        let fields = self.fields.clone();
        let scope = self.scope(&fields);
        let scalar_loop = self.runs_in_scalar_loop(ComputeId(id));
        let mut blocks = self.block_emitter(compute, lane, scalar_loop, &scope);
        let (statements, names) = blocks.block(&compute.value);
        let values = compute.stores.iter().map(|s| &names[s.value.0]);
        let points = compute.stores.iter().map(|s| self.describe(s, &blocks));
        let doc = format!(" {}", points.collect::<Vec<_>>().join(", "));
        let outs = match lane {
            Some(lane) => self.outs(compute, lane),
            None => Vec::new(),
        };
        let stores = compute.stores.iter().zip(values).map(|(store, value)| {
            let value = match self.loops.buffer(Source::Stage(store.stage)).ty {
                ElemType::Bool => quote!(rt::mask_to_u8::<V>(#value)),
                _ => quote!(#value),
            };
            match lane {
                Some(lane) => self.store_lanes(store, lane, &outs, &blocks, &names, &value),
                None => self.store_point(store, &scope, &names, &value),
            }
        });
        let stores: Vec<TokenStream> = stores.collect();
        let body = in_order(compute, statements, stores);

        let id = ComputeId(id);
        let (name, rows) = (compute_name(id), blocks.rows);
        let pointers = Pointers { rows, outs };
        let params = self.params((id, lane), &pointers, &scope);
        let body = quote!({
            let p = &n.p;
            #(#body)*
        });
        let functions = if lane.is_some() && !scalar_loop {
            let point = point_name(id);
            quote!(rt::compute! { #[doc = #doc] #name #point (#params) #body })
        } else {
            let inline = lane.map(|_| quote!(#[inline(always)]));
            quote! {
                #[doc = #doc]
                #inline
                unsafe fn #name<V: Isa, const UNIT: bool>(#params) #body
            }
        };
        EmittedCompute { functions, pointers }
    }

    fn params(
        &self,
        compute: (ComputeId, Option<VarId>),
        pointers: &Pointers,
        scope: &Scope<'_>,
    ) -> TokenStream {
        let scratch = self.scratch_for(compute.0).map(|scratch| {
            let name = scratch.struct_name();
            quote!(s: &#name)
        });
        let vars = self.used_vars(compute).into_iter().map(|v| {
            let var = scope.var(v);
            quote!(#var: isize)
        });
        let pointer = |row: &Row, kind: TokenStream| {
            let (name, elem) = (&row.name, stored_type(self.loops.buffer(row.source).ty));
            quote!(#name: * #kind #elem)
        };
        let rows = pointers.rows.iter().map(|row| pointer(row, quote!(const)));
        let outs = pointers.outs.iter().map(|row| pointer(row, quote!(mut)));
        let params = scratch.into_iter().chain(vars).chain(rows).chain(outs);
        let params = std::iter::once(quote!(n: &Nest<UNIT>)).chain(params);
        quote!(#(#params),*)
    }

    /// The arguments of a compute, each a variable of the same name as the parameter.
    pub fn args(
        &self,
        compute: (ComputeId, Option<VarId>),
        pointers: &Pointers,
        scope: &Scope<'_>,
    ) -> TokenStream {
        let scratch = self.scratch_for(compute.0).map(|_| quote!(s));
        let vars = self.used_vars(compute).into_iter().map(|v| scope.var(v));
        let pointers = pointers.rows.iter().chain(&pointers.outs).map(|row| {
            let name = &row.name;
            quote!(#name)
        });
        let args = scratch.into_iter().chain(vars).chain(pointers);
        let args = std::iter::once(quote!(n)).chain(args);
        quote!(#(#args),*)
    }

    /// The loop variables that a compute mentions, that of its lanes always.
    fn used_vars(&self, (id, lane): (ComputeId, Option<VarId>)) -> Vec<VarId> {
        let compute = &self.nest.computes[id.0];
        let mut used: Vec<VarId> = lane.into_iter().collect();
        let mut windows = Vec::new();
        compute.stores.iter().flat_map(|s| &s.index).for_each(|a| used.extend(a.vars()));
        collect_vars(&compute.value, &mut used, &mut windows);
        used.sort();
        used.dedup();
        used.retain(|v| !self.fields.contains(v) && !windows.contains(v));
        used
    }

    /// An emitter for the block of a compute.
    pub fn block_emitter<'s>(
        &'s self,
        compute: &'s Compute,
        lane: Option<VarId>,
        single: bool,
        scope: &'s Scope<'s>,
    ) -> BlockEmitter<'s> {
        let (loops, written, rows) = (self.loops, &self.writes, Vec::new());
        BlockEmitter { loops, scope, lane, compute, single, written, rows }
    }

    fn describe(&self, store: &Store, blocks: &BlockEmitter<'_>) -> String {
        let target = self.loops.buffer(Source::Stage(store.stage));
        let index: Vec<String> = store
            .at()
            .iter()
            .map(|i| match i {
                Index::Affine(a) => blocks.describe(std::slice::from_ref(a)),
                Index::Value(_) => "…".into(),
            })
            .collect();
        format!("`{}({})`", target.name, index.join(", "))
    }

    /// The lines that a compute in a lanes loop stores to, each once.
    fn outs(&self, compute: &Compute, lane: VarId) -> Vec<Row> {
        let mut outs: Vec<Row> = Vec::new();
        for store in &compute.stores {
            let source = Source::Stage(store.stage);
            let line = match scattered(&store.at(), lane) {
                Some(access) => access.line,
                None if !store.data.is_empty() => continue,
                None => match linear(&store.index, lane) {
                    Some(access) => access.line,
                    None => continue,
                },
            };
            if outs.iter().any(|o| o.source == source && o.line == line) {
                continue;
            }
            let buffer = &self.loops.buffer(source).name;
            let name = match outs.iter().filter(|o| o.source == source).count() {
                0 => format!("{buffer} out"),
                more => format!("{buffer} out {more}"),
            };
            outs.push(Row { source, line, name: self.names.ident(&name) });
        }
        outs
    }

    fn store_point(
        &self,
        store: &Store,
        scope: &Scope<'_>,
        names: &[Ident],
        value: &TokenStream,
    ) -> TokenStream {
        let source = Source::Stage(store.stage);
        let (owner, field) = (owner(&self.loops.buffer(source).role), self.field(source));
        let at = store.at().into_iter().map(|i| match i {
            Index::Affine(a) => scope.affine(&a),
            Index::Value(id) => {
                let name = &names[id.0];
                quote!(#name.lane(0) as isize)
            }
        });
        let buffer = self.loops.buffer(source);
        let at = at.enumerate().map(|(dim, i)| folded(buffer, dim, i));
        quote!(*#owner.#field.at([#(#at),*]) = #value.lane(0);)
    }

    fn store_lanes(
        &self,
        store: &Store,
        lane: VarId,
        outs: &[Row],
        blocks: &BlockEmitter<'_>,
        names: &[Ident],
        value: &TokenStream,
    ) -> TokenStream {
        let source = Source::Stage(store.stage);
        let target = self.loops.buffer(source);
        let (elem, scope) = (stored_type(target.ty), blocks.scope);
        let out = |line: &Line| {
            let out = outs.iter().find(|o| o.source == source && o.line == *line);
            &out.expect("a line of every store").name
        };
        if let Some(access) = scattered(&store.at(), lane) {
            let row = out(&access.line).into_token_stream();
            let address = blocks.scattered_address(source, &access, &row, &names[access.at.0]);
            return quote!(*#address = #value.lane(0););
        }
        // One lane, for what is linear in the lanes has a line.
        let linear = linear(&store.index, lane).filter(|_| store.data.is_empty());
        let Some(Linear { line, along, stride }) = linear else {
            return self.store_point(store, scope, names, value);
        };
        let out: &Ident = out(&line);
        let (unit, step) = stepping(target, &self.field(source), line.dim);
        let index = scope.affine(&along);
        match (stride, unit) {
            (k, Some(unit)) if k == 1 || blocks.single => {
                quote!(store::<V, #elem, #unit>(#out, #index, #step, #value);)
            }
            (every, unit) => {
                let (every, unit) = (Literal::i64_unsuffixed(every), unit.unwrap_or(quote!(false)));
                quote!(store_every::<V, #elem, #unit, #every>(#out, #index, #step, #value);)
            }
        }
    }
}

/// The function of a compute's points.
pub fn compute_name(id: ComputeId) -> Ident {
    format_ident!("compute_{}", id.0)
}

/// The function of one point of a compute in vectors.
pub fn point_name(id: ComputeId) -> Ident {
    format_ident!("point_{}", id.0)
}

fn collect_vars(block: &Block, used: &mut Vec<VarId>, windows: &mut Vec<VarId>) {
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

/// Statements and stores: each store right after its value where the compute only changes points,
/// so that a change can be one instruction; else after all loads.
fn in_order(
    compute: &Compute,
    statements: Vec<TokenStream>,
    stores: Vec<TokenStream>,
) -> Vec<TokenStream> {
    if !compute.only_changes() {
        return statements.into_iter().chain(stores).collect();
    }
    let mut body = Vec::with_capacity(statements.len() + stores.len());
    for (i, statement) in statements.into_iter().enumerate() {
        body.push(statement);
        let of_value = compute.stores.iter().zip(&stores).filter(|(store, _)| store.value.0 == i);
        body.extend(of_value.map(|(_, tokens)| tokens.clone()));
    }
    body
}
