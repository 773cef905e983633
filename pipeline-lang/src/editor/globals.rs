//! The names that are known in the whole block: what they are, and how the module declares them.

use super::{unmarked, written};
use crate::elaborate::{BlockFacts, BuiltIn, StageMember, print};
use crate::syntax::{
    Broken, Dim, Expr, ExprKind, Item, Param, ParamKind, PipelineBlock, RangeExpr, Stage,
};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use std::collections::{BTreeMap, HashSet};

/// The documentation of a family names this many of its members.
const SHOWN_MEMBERS: usize = 12;

/// What a global name is.
enum Global<'a> {
    Size,
    Scalar(&'a Ident),
    Input(&'a Param),
    Const(&'a Expr),
    Helper {
        params: &'a [Ident],
        body: &'a Expr,
    },
    Stage(&'a Stage),
    /// A stage whose definition cannot be read, with this many indices.
    Unread(usize),
}

/// A global name with the identifier that introduces it.
struct GlobalName<'a> {
    ident: &'a Ident,
    global: Global<'a>,
}

/// Every global name of a block.
pub(super) struct Globals<'a> {
    pub(super) block: &'a PipelineBlock,
    entries: BTreeMap<String, GlobalName<'a>>,
}

impl<'a> Globals<'a> {
    /// Lists them; of a name that is introduced twice, the first counts.
    pub(super) fn of(block: &'a PipelineBlock) -> Globals<'a> {
        let mut globals = Globals { block, entries: BTreeMap::new() };
        for param in &block.params {
            match &param.kind {
                ParamKind::Scalar(ty) if ty == "size" => globals.add(&param.name, Global::Size),
                ParamKind::Scalar(ty) => globals.add(&param.name, Global::Scalar(ty)),
                ParamKind::Input { .. } => globals.add(&param.name, Global::Input(param)),
            }
        }
        for item in &block.items {
            match item {
                Item::Const { name, value } => globals.add(name, Global::Const(value)),
                Item::Helper { name, params, body } => {
                    globals.add(name, Global::Helper { params, body });
                }
                _ => {}
            }
        }
        for param in &block.params {
            let ParamKind::Input { dims, .. } = &param.kind else { continue };
            for e in dims.iter().flat_map(ends) {
                globals.sizes(e);
            }
        }
        globals.stages(&block.items);
        globals.unread(&block.items);
        globals
    }

    fn add(&mut self, ident: &'a Ident, global: Global<'a>) {
        let entry = GlobalName { ident, global };
        self.entries.entry(print::name(ident)).or_insert(entry);
    }

    /// The names in a shape that nothing else introduces.
    fn sizes(&mut self, e: &'a Expr) {
        match &e.kind {
            ExprKind::Name(name) => self.add(name, Global::Size),
            ExprKind::Unary(_, a) | ExprKind::Cast(a, _) => self.sizes(a),
            ExprKind::Binary(_, a, b) => {
                self.sizes(a);
                self.sizes(b);
            }
            _ => {}
        }
    }

    fn stages(&mut self, items: &'a [Item]) {
        for item in items {
            match item {
                Item::Stage(stage) => self.add(&stage.target.name, Global::Stage(stage)),
                Item::For { items, .. } => self.stages(items),
                Item::If { then, otherwise, .. } => {
                    self.stages(then);
                    self.stages(otherwise);
                }
                _ => {}
            }
        }
    }

    /// The stages of which no definition can be read.
    fn unread(&mut self, items: &'a [Item]) {
        for item in items {
            match item {
                Item::Broken(Broken { stage: Some(name), vars, .. }) => {
                    self.add(name, Global::Unread(vars.len()));
                }
                Item::For { items, .. } => self.unread(items),
                Item::If { then, otherwise, .. } => {
                    self.unread(then);
                    self.unread(otherwise);
                }
                _ => {}
            }
        }
    }

    /// Whether this identifier introduces its name.
    pub(super) fn introduces(&self, ident: &Ident) -> bool {
        self.entries.get(&print::name(ident)).is_some_and(|e| std::ptr::eq(e.ident, ident))
    }

    /// Whether the name is one of the block's.
    pub(super) fn contains(&self, ident: &Ident) -> bool {
        self.entries.contains_key(&print::name(ident))
    }

    /// How many arguments a call takes, if the module has a function of this name.
    pub(super) fn arity(&self, name: &Ident) -> Option<usize> {
        let text = print::name(name);
        match self.entries.get(&text).map(|e| &e.global) {
            Some(Global::Input(param)) => Some(rank(param)),
            Some(Global::Helper { params, .. }) => Some(params.len()),
            Some(Global::Stage(stage)) => Some(stage.vars.len()),
            Some(Global::Unread(rank)) => Some(*rank),
            Some(Global::Size | Global::Scalar(_) | Global::Const(_)) => None,
            None => BuiltIn::named(&text).map(|b| b.params().len()),
        }
    }

    /// What is no function, but must be a variable because variables of its name shadow it: in
    /// Rust, nothing shadows a constant.
    pub(super) fn shadowed(&self, facts: &BlockFacts, bound: &HashSet<String>) -> TokenStream {
        let plain = self.entries.iter().filter(|(name, _)| bound.contains(*name));
        let parameter = |(name, entry): (&String, &GlobalName)| {
            let (ident, ty) = (entry.ident, self.plain_type(name, entry, facts)?);
            Some(quote!(let #ident: #ty = __editor::any(());))
        };
        plain.filter_map(parameter).collect()
    }

    /// The type of a global that is no function.
    fn plain_type(
        &self,
        name: &str,
        entry: &GlobalName,
        facts: &BlockFacts,
    ) -> Option<TokenStream> {
        match &entry.global {
            Global::Size => Some(quote!(Size)),
            Global::Scalar(ty) => Some(self.elem(ty)),
            Global::Const(_) => Some(match facts.constant(name) {
                Some((ty, _)) => unmarked(ty).into_token_stream(),
                None => quote!(Value),
            }),
            Global::Input(_) | Global::Helper { .. } | Global::Stage(_) | Global::Unread(_) => None,
        }
    }

    /// The items of everything else, with their documentation.
    pub(super) fn declarations(&self, facts: &BlockFacts, bound: &HashSet<String>) -> TokenStream {
        let types = self.block.type_params.iter().filter_map(|param| {
            let (name, first) = (&param.name, param.types.first()?);
            let types: Vec<String> = param.types.iter().map(ToString::to_string).collect();
            let doc = format!("type parameter `{name}`: one of {}", types.join(", "));
            let first = self.elem(first);
            Some(quote!(#[doc = #doc] type #name = #first;))
        });
        let entries = self.entries.iter().map(|(name, entry)| {
            let shadowed = bound.contains(name) && self.plain_type(name, entry, facts).is_some();
            if shadowed { TokenStream::new() } else { self.declare(name, entry, facts) }
        });
        types.chain(entries).collect()
    }

    fn declare(
        &self,
        name: &str,
        GlobalName { ident, global }: &GlobalName,
        facts: &BlockFacts,
    ) -> TokenStream {
        match global {
            Global::Size => {
                let estimate = facts.estimate(name).unwrap_or(1);
                let doc = format!("size `{name}`, estimated as {estimate}");
                quote!(#[doc = #doc] const #ident: Size = Size::estimated(#estimate);)
            }
            Global::Scalar(ty) => {
                let doc = format!("scalar `{name}: {ty}`, known when the pipeline is called");
                let ty = self.elem(ty);
                quote! {
                    #[doc = #doc]
                    const #ident: #ty = <#ty as __editor::Scalar>::ARGUMENT;
                }
            }
            Global::Input(param) => {
                let doc = format!("input `{name}: {}`", array(param));
                let ParamKind::Input { elem, dims } = &param.kind else {
                    return TokenStream::new();
                };
                let indices: Vec<Ident> = dims.iter().map(|_| unmarked("_")).collect();
                function(ident, &doc, &indices, quote!(i32), self.elem(elem))
            }
            Global::Const(value) => match facts.constant(name) {
                Some((ty, value)) => {
                    let doc = format!("constant `{name}` = {value}");
                    let (ty, value) = (unmarked(ty), value.parse::<TokenStream>());
                    let value = value.unwrap_or_default();
                    quote!(#[doc = #doc] const #ident: #ty = #value;)
                }
                None => {
                    let doc = format!("constant `{name}` = {}", print::text(value));
                    quote!(#[doc = #doc] const #ident: Value = Value::UNKNOWN;)
                }
            },
            Global::Helper { params, body } => self.helper(ident, params, body, facts),
            Global::Stage(stage) => {
                let (doc, ty) = self.stage(name, stage, &facts.members(name));
                function(ident, &doc, &stage.vars, quote!(i32), ty)
            }
            Global::Unread(rank) => {
                let doc = format!("stage `{name}`, whose definition has errors");
                let indices: Vec<Ident> = (0..*rank).map(|_| unmarked("_")).collect();
                function(ident, &doc, &indices, quote!(i32), quote!(Value))
            }
        }
    }

    fn helper(
        &self,
        name: &Ident,
        params: &[Ident],
        body: &Expr,
        facts: &BlockFacts,
    ) -> TokenStream {
        let names: Vec<String> = params.iter().map(print::name).collect();
        let doc =
            format!("helper `{}({}) = {}`", print::name(name), names.join(", "), print::text(body));
        let types = params.iter().map(|p| written(facts.local(p), self.block));
        let ty = written(facts.local(name), self.block);
        let params = params.iter().map(unspanned);
        quote! {
            #[doc = #doc]
            fn #name(#(#params: #types),*) -> #ty { __editor::any(()) }
        }
    }

    /// The documentation of a stage or of a family, and its type.
    fn stage(&self, name: &str, stage: &Stage, members: &[StageMember]) -> (String, TokenStream) {
        let vars: Vec<String> = stage.vars.iter().map(print::name).collect();
        let vars = vars.join(", ");
        let line = |member: &StageMember| {
            let ty = match member.ty {
                Some(_) => format!(": {}", written(member.ty, self.block)),
                None => String::new(),
            };
            let domain = member.domain.as_ref().map_or(String::new(), |d| format!(" in `{d}`"));
            format!("`{}({vars}){ty}`{domain}", member.label)
        };
        let first = members.first().and_then(|m| m.ty);
        let same = members.iter().all(|m| m.ty == first);
        let ty = written(if same { first } else { None }, self.block);
        let doc = match members {
            [] => format!("stage `{name}({vars})`"),
            [one] => format!("stage {}", line(one)),
            several => {
                let lines: String = several
                    .iter()
                    .take(SHOWN_MEMBERS)
                    .map(|m| format!("\n- {}", line(m)))
                    .collect();
                let rest = if several.len() > SHOWN_MEMBERS { "\n- …" } else { "" };
                format!("family of {} stages `{name}`\n{lines}{rest}", several.len())
            }
        };
        (doc, ty)
    }

    /// An element type as the user wrote it.
    fn elem(&self, ty: &Ident) -> TokenStream {
        let parameter = self.block.type_params.iter().any(|p| p.name == *ty);
        let known = pipeline_core::ir::ElemType::from_name(&ty.to_string()).is_some();
        if parameter || known { unspanned(ty).into_token_stream() } else { quote!(Value) }
    }
}

/// A function that stands for something indexed.
fn function(
    name: &Ident,
    doc: &str,
    params: &[Ident],
    index: TokenStream,
    ty: TokenStream,
) -> TokenStream {
    let params = params.iter().map(unspanned);
    quote! {
        #[doc = #doc]
        fn #name(#(#params: #index),*) -> #ty { __editor::any(()) }
    }
}

/// The identifier without the user's span.
fn unspanned(ident: &Ident) -> Ident {
    let mut ident = ident.clone();
    ident.set_span(proc_macro2::Span::mixed_site());
    ident
}

/// `[f32; rows, cols]`, or `[u16 in 0..1024; rows, cols]`
fn array(param: &Param) -> String {
    let ParamKind::Input { elem, dims } = &param.kind else { return String::new() };
    let dims: Vec<String> = dims
        .iter()
        .map(|dim| match dim {
            Dim::Extent(e) => print::text(e),
            Dim::Range(range) => print::range(range),
        })
        .collect();
    let values = param.values.as_ref().map(|range| format!(" in {}", print::range(range)));
    format!("[{elem}{}; {}]", values.unwrap_or_default(), dims.join(", "))
}

fn rank(param: &Param) -> usize {
    if let ParamKind::Input { dims, .. } = &param.kind { dims.len() } else { 0 }
}

/// The expressions of a dimension.
pub(super) fn ends(dim: &Dim) -> Vec<&Expr> {
    match dim {
        Dim::Extent(e) => vec![e],
        Dim::Range(RangeExpr { lo, hi, step, .. }) => [lo, hi].into_iter().chain(step).collect(),
    }
}
