//! Names that nothing uses, and sizes without an estimate.
//!
//! A name is used where it is written, also in a branch that a compile-time condition rules out, or
//! in a stage that no live-out needs. So a block that is configured by constants is not warned of
//! what one configuration leaves out. A name that starts with `_` says itself that it is unused.

use super::print;
use super::program::Elaboration;
use super::sizes::is_size;
use super::visit::{self, for_each_item};
use crate::syntax::{
    Body, Clause, Dim, Expr, Item, Param, ParamKind, PipelineBlock, RangeExpr, StageRef,
};
use pipeline_core::ir::{DEFAULT_ESTIMATE, Size};
use pipeline_core::lint::{Lint, Observation};
use proc_macro2::{Ident, TokenStream, TokenTree};
use std::collections::HashSet;

impl Elaboration<'_> {
    /// What nothing uses, of a block without errors, and which sizes have no estimate.
    pub(super) fn unused_names(&mut self, sizes: &[Size]) -> Vec<Observation> {
        let block = self.block;
        let mut seen: Vec<Observation> = unused(block)
            .into_iter()
            .map(|(lint, name, message)| Observation {
                lint,
                loc: self.loc(name.span()),
                message: Some(message),
            })
            .collect();
        seen.extend(self.missing_estimates(sizes));
        seen
    }

    fn missing_estimates(&self, sizes: &[Size]) -> Option<Observation> {
        let clauses = &self.block.clauses;
        let estimated = |size: &str| {
            clauses.iter().any(|clause| match clause {
                Clause::Estimate { name, .. } => print::name(name) == size,
                Clause::Constraint(_) => false,
            })
        };
        let missing: Vec<&Size> = sizes.iter().filter(|size| !estimated(&size.name)).collect();
        let loc = missing.first()?.loc;
        let quoted: Vec<String> = missing.iter().map(|size| format!("`{}`", size.name)).collect();
        let quoted: Vec<&str> = quoted.iter().map(String::as_str).collect();
        let estimate = |size: &&Size| format!("{} ~ {DEFAULT_ESTIMATE}", size.name);
        let added: Vec<String> = missing.iter().map(estimate).collect();
        let (added, clause) = match clauses.is_empty() {
            true => (format!("where {}", added.join(", ")), ""),
            false => (added.join(", "), " to the clauses"),
        };
        let assumed: Vec<String> =
            missing.iter().map(|size| format!("{} = {DEFAULT_ESTIMATE}", size.name)).collect();
        let (have, usual) = if missing.len() == 1 {
            ("has", "the usual size")
        } else {
            ("have", "the usual sizes")
        };
        let message = format!(
            "{} {have} no estimate, so the plan is made for {}: add `{added}`{clause}, with {usual}",
            super::settings::list(&quoted),
            assumed.join(", ")
        );
        Some(Observation { lint: Lint::MissingEstimate, loc, message: Some(message) })
    }
}

/// What nothing uses: the lint, the name, and what to say.
fn unused(block: &PipelineBlock) -> Vec<(Lint, &Ident, String)> {
    let mentioned = Mentioned::of(block);
    let mut found = Vec::new();
    let mut report = |lint, ident, used: bool, what: &str, advice: String| {
        let name = print::name(ident);
        if !used && !name.starts_with('_') {
            found.push((lint, ident, format!("`{name}` is {what}: {advice}")));
        }
    };
    for (i, param) in block.params.iter().enumerate() {
        let name = print::name(&param.name);
        let used = mentioned.body.contains(&name);
        let advice = format!("remove it, or name it `_{name}`");
        match &param.kind {
            ParamKind::Input { .. } => {
                let used = used || gives_a_size(block, i, &mentioned);
                report(Lint::UnusedInput, &param.name, used, "never read", advice);
            }
            ParamKind::Scalar(ty) if is_size(ty) => {
                let used = used || mentioned.shapes.contains(&name);
                report(Lint::UnusedSize, &param.name, used, "never used", advice);
            }
            ParamKind::Scalar(_) => {
                report(Lint::UnusedScalar, &param.name, used, "never used", advice);
            }
        }
    }
    for_each_item(&block.items, &mut |item| match item {
        Item::Const { name, .. } => {
            let text = print::name(name);
            let used = mentioned.body.contains(&text) || mentioned.shapes.contains(&text);
            report(Lint::UnusedConstant, name, used, "never used", "remove it".into());
        }
        Item::Helper { name, .. } => {
            let used = mentioned.body.contains(&print::name(name));
            report(Lint::UnusedHelper, name, used, "never called", "remove it".into());
        }
        Item::Border { .. }
        | Item::Stage(_)
        | Item::Update(_)
        | Item::For { .. }
        | Item::If { .. }
        | Item::Broken(_) => {}
    });
    found
}

/// Whether an input's shape has a size that the block uses and that nothing else determines.
fn gives_a_size(block: &PipelineBlock, input: usize, mentioned: &Mentioned) -> bool {
    let own = sizes_of(&block.params[input]);
    let others = block.params.iter().enumerate().filter(|(i, _)| *i != input);
    let others: HashSet<String> = others
        .flat_map(|(_, param)| match &param.kind {
            ParamKind::Input { .. } => sizes_of(param),
            ParamKind::Scalar(_) => HashSet::from([print::name(&param.name)]),
        })
        .collect();
    own.iter().any(|size| mentioned.body.contains(size) && !others.contains(size))
}

/// The names in an input's shape.
fn sizes_of(param: &Param) -> HashSet<String> {
    let mut names = HashSet::new();
    if let ParamKind::Input { dims, .. } = &param.kind {
        let mut add = |e: &Expr| visit::names(e, &mut |n, _| names.extend([print::name(n)]));
        for dim in dims {
            match dim {
                Dim::Extent(e) => add(e),
                Dim::Range(RangeExpr { lo, hi, .. }) => [lo, hi].into_iter().for_each(&mut add),
            }
        }
    }
    names
}

/// The names that a block mentions otherwise than to define them.
struct Mentioned {
    /// In items, constraints, live-outs and attributes.
    body: HashSet<String>,
    /// In the shapes of inputs.
    shapes: HashSet<String>,
}

impl Mentioned {
    fn of(block: &PipelineBlock) -> Mentioned {
        let mut body = HashSet::new();
        for setting in &block.settings {
            words(setting.args.clone(), &mut body);
        }
        let mut add = |e: &Expr| visit::names(e, &mut |n, _| body.extend([print::name(n)]));
        block.outputs.iter().flat_map(|o| &o.members).for_each(&mut add);
        for clause in &block.clauses {
            match clause {
                // Saying what a size usually is, is no use of it; its value may use a constant.
                Clause::Estimate { value, .. } => add(value),
                Clause::Constraint(e) => add(e),
            }
        }
        for param in &block.params {
            param.values.iter().flat_map(|range| [&range.lo, &range.hi]).for_each(&mut add);
        }
        for_each_item(&block.items, &mut |item| expressions(item, &mut add));
        Mentioned { body, shapes: block.params.iter().flat_map(sizes_of).collect() }
    }
}

/// The words of an attribute's arguments.
fn words(tokens: TokenStream, words_of: &mut HashSet<String>) {
    for token in tokens {
        match token {
            TokenTree::Ident(ident) => words_of.extend([print::name(&ident)]),
            TokenTree::Group(group) => words(group.stream(), words_of),
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
}

/// Calls `f` for the expressions of an item itself.
fn expressions<'b>(item: &'b Item, f: &mut impl FnMut(&'b Expr)) {
    fn ends<'b>(range: &'b RangeExpr, f: &mut impl FnMut(&'b Expr)) {
        [&range.lo, &range.hi].into_iter().chain(&range.step).for_each(f);
    }
    fn members<'b>(stage: &'b StageRef, f: &mut impl FnMut(&'b Expr)) {
        stage.members.iter().for_each(f);
    }
    match item {
        Item::Const { value, .. } => f(value),
        Item::Helper { body, .. } => f(body),
        Item::Border { target, value, .. } => {
            members(target, f);
            value.iter().for_each(f);
        }
        Item::Stage(stage) => {
            members(&stage.target, f);
            stage.domain.iter().flatten().for_each(|range| ends(range, f));
            match &stage.body {
                Body::Expr(e) => f(e),
                Body::Cases { arms, .. } => {
                    arms.iter()
                        .for_each(|(condition, e)| condition.iter().chain([e]).for_each(&mut *f));
                }
            }
        }
        Item::Update(update) => {
            members(&update.target, f);
            update.args.iter().chain([&update.value]).for_each(&mut *f);
            update.domain.iter().for_each(|range| ends(range, f));
        }
        Item::For { range, .. } => ends(range, f),
        Item::If { cond, .. } => f(cond),
        Item::Broken(_) => {}
    }
}
