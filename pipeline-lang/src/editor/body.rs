//! Where the block mentions its names: one statement an item, within the scopes of the language.

use super::globals::{Globals, ends};
use super::written;
use crate::elaborate::{BlockFacts, print};
use crate::syntax::{
    Body as Definition, Clause, Expr, ExprKind, Item, ParamKind, PipelineBlock, RangeExpr, Stage,
    StageRef, Update,
};
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::quote;
use std::collections::HashSet;

/// Writes the mentions.
pub(super) struct MentionWriter<'a> {
    globals: &'a Globals<'a>,
    facts: &'a BlockFacts,
    /// The names of all variables.
    pub(super) bound: HashSet<String>,
}

impl<'a> MentionWriter<'a> {
    /// Has written nothing yet.
    pub(super) fn new(globals: &'a Globals<'a>, facts: &'a BlockFacts) -> MentionWriter<'a> {
        MentionWriter { globals, facts, bound: HashSet::new() }
    }

    /// The mentions in a whole block.
    pub(super) fn block(&mut self, block: &PipelineBlock) -> TokenStream {
        let mut mentions = TokenStream::new();
        for setting in &block.settings {
            mentions.extend(self.setting(setting.args.clone()));
        }
        for param in &block.type_params {
            mentions.extend(param.types.iter().map(ty));
        }
        for param in &block.params {
            let values = param.values.iter().flat_map(|range| [&range.lo, &range.hi]);
            mentions.extend(values.map(|e| self.expr(e)));
            match &param.kind {
                ParamKind::Scalar(elem) if elem == "size" => {}
                ParamKind::Scalar(elem) => mentions.extend(ty(elem)),
                ParamKind::Input { elem, dims } => {
                    mentions.extend(ty(elem));
                    mentions.extend(dims.iter().flat_map(ends).map(|e| self.expr(e)));
                }
            }
        }
        mentions.extend(block.outputs.iter().map(|output| self.stage_ref(output)));
        for clause in &block.clauses {
            mentions.extend(match clause {
                Clause::Estimate { name, value } => {
                    let (name, value) = (self.name(name), self.expr(value));
                    quote!(#name #value)
                }
                Clause::Constraint(e) => self.expr(e),
            });
        }
        let (header, items) = (statement(mentions), self.items(&block.items));
        quote!(#header #items)
    }

    /// The stages that an attribute names.
    fn setting(&mut self, args: TokenStream) -> TokenStream {
        let mut mentions = TokenStream::new();
        for token in args {
            match token {
                TokenTree::Ident(name) if self.globals.contains(&name) => {
                    mentions.extend(quote!(#name,));
                }
                TokenTree::Group(group) => mentions.extend(self.setting(group.stream())),
                _ => {}
            }
        }
        mentions
    }

    /// A list of items within the scope around it.
    fn items(&mut self, items: &[Item]) -> TokenStream {
        let constants = items.iter().filter_map(|item| match item {
            Item::Const { name, .. } if !self.globals.introduces(name) => Some(name),
            _ => None,
        });
        let constants: Vec<&Ident> = constants.collect();
        let constants: TokenStream =
            constants.into_iter().map(|name| self.bind(name, quote!(i32))).collect();
        let items: TokenStream = items.iter().map(|item| self.item(item)).collect();
        quote!(#constants #items)
    }

    fn item(&mut self, item: &Item) -> TokenStream {
        match item {
            Item::Const { value, .. } => statement(self.expr(value)),
            Item::Helper { params, body, .. } => {
                let params: TokenStream = params.iter().map(|p| self.local(p)).collect();
                let body = statement(self.expr(body));
                quote!({ #params #body })
            }
            Item::Border { target, mode, value } => {
                let (target, value) = (self.stage_ref(target), value.as_ref());
                let value = value.map(|v| self.expr(v));
                statement(quote!(#target __editor::modes::#mode, #value))
            }
            Item::Stage(stage) => self.stage(stage),
            Item::Update(update) => self.update(update),
            Item::For { var, range, items } => {
                let range = statement(self.range(range));
                let (var, items) = (self.bind(var, quote!(i32)), self.items(items));
                quote!({ #range #var #items })
            }
            Item::If { cond, then, otherwise } => {
                let cond = statement(self.expr(cond));
                let (then, otherwise) = (self.items(then), self.items(otherwise));
                quote!(#cond { #then } { #otherwise })
            }
            Item::Broken(broken) => self.broken(broken),
        }
    }

    fn stage(&mut self, Stage { target, vars, ty: elem, domain, body }: &Stage) -> TokenStream {
        let mut head = match self.globals.introduces(&target.name) {
            true => target.members.iter().map(|m| self.expr(m)).collect(),
            false => self.stage_ref(target),
        };
        head.extend(elem.iter().map(ty));
        head.extend(domain.iter().flatten().map(|r| self.range(r)));
        let head = statement(head);
        let vars: TokenStream = vars.iter().map(|v| self.bind(v, quote!(i32))).collect();
        let body = match body {
            Definition::Expr(e) => self.expr(e),
            Definition::Cases { arms, .. } => {
                let arms = arms.iter().flat_map(|(cond, e)| cond.iter().chain([e]));
                arms.map(|e| self.expr(e)).collect()
            }
        };
        let body = statement(body);
        quote!({ #head #vars #body })
    }

    fn update(&mut self, Update { target, args, value, vars, domain, .. }: &Update) -> TokenStream {
        let domain = statement(domain.iter().map(|r| self.range(r)).collect());
        let vars: TokenStream = vars.iter().map(|v| self.bind(v, quote!(i32))).collect();
        let (target, value) = (self.call(target, args), self.expr(value));
        let body = statement(quote!(#target #value));
        quote!({ #domain #vars #body })
    }

    /// Declares a variable.
    pub(super) fn bind(&mut self, name: &Ident, ty: TokenStream) -> TokenStream {
        self.bound.insert(print::name(name));
        quote!(let #name: #ty = __editor::any(());)
    }

    /// Declares a `let` or a parameter of a helper.
    fn local(&mut self, name: &Ident) -> TokenStream {
        self.bind(name, written(self.facts.local(name), self.globals.block))
    }

    /// The names in a range.
    fn range(&mut self, RangeExpr { lo, hi, step, .. }: &RangeExpr) -> TokenStream {
        [lo, hi].into_iter().chain(step).map(|e| self.expr(e)).collect()
    }

    /// A stage, and the names in its members' numbers.
    fn stage_ref(&mut self, StageRef { name, members }: &StageRef) -> TokenStream {
        let (name, members) = (self.name(name), members.iter().map(|m| self.expr(m)));
        let members: TokenStream = members.collect();
        quote!(#name #members)
    }

    /// A mention, but for the one that introduces the name.
    pub(super) fn name(&self, name: &Ident) -> TokenStream {
        if self.globals.introduces(name) { TokenStream::new() } else { quote!(#name,) }
    }

    fn call(&mut self, callee: &StageRef, args: &[Expr]) -> TokenStream {
        let name = &callee.name;
        let members: TokenStream = callee.members.iter().map(|m| self.expr(m)).collect();
        if name == "saturate"
            && let [value, Expr { kind: ExprKind::Name(elem), .. }] = args
        {
            let (value, elem) = (self.expr(value), ty(elem));
            return quote!(#name, #value #elem);
        }
        if self.globals.arity(name) == Some(args.len()) {
            let args = args.iter().map(|e| self.expr(e));
            return quote!(#members #name(#(__editor::any((#args))),*),);
        }
        let args: TokenStream = args.iter().map(|e| self.expr(e)).collect();
        quote!(#members #name, #args)
    }

    /// The names in an expression, from left to right: values for a tuple, each with a comma.
    fn expr(&mut self, e: &Expr) -> TokenStream {
        match &e.kind {
            ExprKind::Int { .. } | ExprKind::Float { .. } | ExprKind::Bool(_) => TokenStream::new(),
            ExprKind::Name(name) => self.name(name),
            ExprKind::Call { callee, args } => self.call(callee, args),
            ExprKind::Member(stage) => self.stage_ref(stage),
            ExprKind::Window { op, ranges, body } => {
                let mut scope = TokenStream::new();
                for (var, range) in ranges {
                    scope.extend(statement(self.range(range)));
                    scope.extend(self.bind(var, quote!(i32)));
                }
                scope.extend(statement(self.expr(body)));
                quote!(#op, { #scope },)
            }
            ExprKind::Array(items) => items.iter().map(|e| self.expr(e)).collect(),
            ExprKind::Unary(_, a) => self.expr(a),
            ExprKind::Cast(a, elem) => {
                let (a, elem) = (self.expr(a), ty(elem));
                quote!(#a #elem)
            }
            ExprKind::Binary(_, a, b) => {
                let mut names = self.expr(a);
                names.extend(self.expr(b));
                names
            }
            ExprKind::If(c, a, b) => [c, a, b].into_iter().map(|e| self.expr(e)).collect(),
            ExprKind::Block(lets, value) => {
                let mut scope = TokenStream::new();
                for (name, e) in lets {
                    scope.extend(statement(self.expr(e)));
                    scope.extend(self.local(name));
                }
                scope.extend(statement(self.expr(value)));
                quote!({ #scope },)
            }
        }
    }
}

/// A statement of names.
pub(super) fn statement(names: TokenStream) -> TokenStream {
    if names.is_empty() { names } else { quote!(let _ = (#names);) }
}

/// The mention of an element type.
fn ty(name: &Ident) -> TokenStream {
    quote!(__editor::of::<#name>(),)
}
