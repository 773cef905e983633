//! The whole compilation pipeline, from the tokens of a block to the tokens of its expansion.

use crate::elaborate::{Configuration, Elaborated, VARIABLE, elaborate, signature};
use crate::emit::{Header, Output, Param, ParamKind, Variant, emit, emit_stub, emit_warnings};
use crate::error::Errors;
use crate::lints::{self, Attributes, Seen};
use crate::passes::{self, Shower, elaborated};
use crate::syntax::{self, PipelineBlock};
use pipeline_core::Compiled;
use pipeline_core::diagnostic::Diagnostic;
use pipeline_core::ir::verify::MAX_RANK;
use pipeline_core::ir::{ElemType, Loc};
use pipeline_core::lint::Observation;
use pipeline_core::machine::Machine;
use pipeline_core::passes::{StepRun, Watch};
use pipeline_core::report;
use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};
use quote::quote;
use std::time::Instant;
use syn::ext::IdentExt;
use syn::parse::Parser;

/// Expands the tokens of one `pipeline!` block; one that names no machine is for the one that this
/// build is configured for.
///
/// In front of the block the path of the façade may stand in brackets, as the user's crate reaches
/// it; without it, it is `::pipeline`.
///
/// Every error of the block becomes a `compile_error!` on its token; the function's signature is
/// emitted beside them, so that the rest of the crate type-checks. Never panics.
///
/// The same tokens give the same expansion for one configuration, byte for byte.
pub fn expand(tokens: TokenStream) -> TokenStream {
    expand_for(tokens, &Configuration::of_this_build())
}

/// [`expand()`] for a configuration.
pub fn expand_for(tokens: TokenStream, configuration: &Configuration) -> TokenStream {
    let (facade, block) = facade(tokens);
    let mut expansion = for_editors(&facade, &block);
    let result = std::panic::catch_unwind(|| expand_block(facade, block, configuration));
    expansion.extend(result.unwrap_or_else(|cause| internal_error(&panic_message(&*cause))));
    expansion
}

/// The block once more, which rust-analyzer expands to [`crate::editor::view`], and which the
/// compiler drops unread. It comes first: completion looks for a half-typed name at the same offset
/// in expansions with other errors.
fn for_editors(facade: &TokenStream, block: &TokenStream) -> TokenStream {
    quote! {
        #[allow(unexpected_cfgs)]
        const _: () = {
            #[cfg(rust_analyzer)]
            #facade::__rt::editor_view! { [#facade] #block }
        };
    }
}

fn panic_message(cause: &(dyn std::any::Any + Send)) -> String {
    let text = cause.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| cause.downcast_ref::<&str>().copied()).unwrap_or("no message").to_string()
}

fn internal_error(cause: &str) -> TokenStream {
    let message = format!(
        "the pipeline compiler failed; this is a bug in `pipeline`, please report it: {cause}"
    );
    syn::Error::new(Span::call_site(), message).to_compile_error()
}

fn is_path(group: &Group) -> bool {
    syn::Path::parse_mod_style.parse2(group.stream()).is_ok()
}

/// The path of the façade, and the block behind it.
pub(crate) fn facade(tokens: TokenStream) -> (TokenStream, TokenStream) {
    let mut block = tokens.clone().into_iter();
    match block.next() {
        Some(TokenTree::Group(path))
            if path.delimiter() == Delimiter::Bracket && is_path(&path) =>
        {
            (path.stream(), block.collect())
        }
        _ => (quote!(::pipeline), tokens),
    }
}

fn expand_block(
    facade: TokenStream,
    tokens: TokenStream,
    configuration: &Configuration,
) -> TokenStream {
    let mut errors = Errors::default();
    let start = Instant::now();
    let Some(block) = syntax::parse::parse(tokens, &mut errors) else {
        return errors.to_compile_errors();
    };
    let parsing = start.elapsed();
    let show = configuration.show().unwrap_or_else(|message| {
        errors.push(block.name.span(), message);
        None
    });
    let mut to_stderr = |text: &str| eprint!("{text}");
    let mut shower = Shower::new(show, &block.name.to_string(), &mut to_stderr);
    shower.ran("parse", parsing);
    let mut watch = |event: &StepRun<'_>| shower.event(event);
    let mut variants = compile(&block, configuration, &mut errors, &mut watch);
    let attributes = Attributes::read(&block.docs, &mut errors);
    let warnings = attributes.judge(found(&variants), &mut errors);
    for variant in &mut variants {
        variant.report.warnings = warnings.iter().map(reported).collect();
    }
    let header = header(&block, &attributes.carried, facade);
    let mut expansion = emit_warnings(&warnings);
    if errors.is_empty() {
        let start = Instant::now();
        expansion.extend(emit(&header, &variants));
        shower.ran("emit", start.elapsed());
        shower.done();
        expansion.extend(tracked(passes::VARIABLE));
        if !names_machine(&block) {
            expansion.extend(tracked(VARIABLE));
        }
    } else {
        expansion.extend(errors.to_compile_errors());
        expansion.extend(stub(&block, header));
    }
    expansion
}

/// The warnings that the variants of a block add up to.
fn found(variants: &[Variant]) -> Vec<lints::Warning> {
    let seen: Vec<_> = variants.iter().map(|v| (v.elem, v.seen.as_slice())).collect();
    lints::warnings(&seen)
}

/// A warning as the plan lists it.
fn reported(warning: &lints::Warning) -> report::Warning {
    report::Warning { lint: warning.name().into(), message: warning.message.clone() }
}

/// Names a variable that matters when the block expands, so that Cargo notices when it changes.
fn tracked(variable: &str) -> TokenStream {
    quote! {
        const _: ::core::option::Option<&::core::primitive::str> = ::core::option_env!(#variable);
    }
}

/// Whether a block says itself which machine it is for.
fn names_machine(block: &PipelineBlock) -> bool {
    block.settings.iter().any(|s| s.name == "machine")
}

/// Compiles a block for each of its element types; what has errors is missing. Without an attribute
/// the machine is that of the configuration. Of every step that ran, `watch` learns how long it
/// took and what it made.
pub fn compile(
    block: &PipelineBlock,
    configuration: &Configuration,
    errors: &mut Errors,
    watch: &mut Watch<'_>,
) -> Vec<Variant> {
    let default = match configuration.machine() {
        Ok(machine) => machine,
        Err(_) if names_machine(block) => Machine::default(),
        Err(message) => {
            errors.push(block.name.span(), message);
            return Vec::new();
        }
    };
    let bindings: Vec<Vec<(String, ElemType)>> = match block.type_params.as_slice() {
        [] => vec![Vec::new()],
        [one] => {
            let known = one.types.iter().filter_map(|t| ElemType::from_name(&t.to_string()));
            let bindings: Vec<_> = known.map(|t| vec![(one.name.to_string(), t)]).collect();
            // Where none of the types is known, elaboration without them says so.
            if bindings.is_empty() { vec![Vec::new()] } else { bindings }
        }
        [_, second, ..] => {
            errors.push(second.name.span(), "a pipeline has at most one type parameter");
            return Vec::new();
        }
    };
    let mut variants = Vec::new();
    for binding in bindings {
        let start = Instant::now();
        if let Some(graph) = elaborate(block, &binding, errors)
            && errors.is_empty()
        {
            watch(&elaborated(&graph.pipeline, start.elapsed()));
            let elem = binding.first().map(|b| b.1);
            variants.extend(compile_variant(graph, elem, &default, errors, watch));
        }
        if !errors.is_empty() {
            break;
        }
    }
    variants
}

fn compile_variant(
    Elaborated { pipeline, spans, settings, observations: mut observed }: Elaborated,
    elem: Option<ElemType>,
    default: &Machine,
    errors: &mut Errors,
    watch: &mut Watch<'_>,
) -> Option<Variant> {
    let span = |loc: Loc| spans.get(loc.0 as usize).copied().unwrap_or_else(Span::call_site);
    match pipeline_core::compile_watched(pipeline, &settings.options(default), watch) {
        Ok(Compiled { pipeline, optimised, report, loops, kernels, observations }) => {
            let (stages, loops) = (pipeline.to_string(), loops.to_string());
            observed.extend(observations);
            let seen = observed.into_iter().map(|Observation { lint, loc, message }| Seen {
                lint,
                span: span(loc),
                message,
            });
            let seen = seen.collect();
            Some(Variant { elem, pipeline: optimised, stages, report, loops, kernels, seen })
        }
        Err(diagnostics) => {
            for Diagnostic { loc, message } in diagnostics {
                errors.push(span(loc), message);
            }
            None
        }
    }
}

fn header<'a>(
    block: &'a PipelineBlock,
    attrs: &'a [syn::Attribute],
    facade: TokenStream,
) -> Header<'a> {
    let param = |p: &syntax::Param| {
        let name = p.name.unraw().to_string();
        match &p.kind {
            syntax::ParamKind::Input { elem, dims } => {
                Param { name, kind: ParamKind::Input, elem: elem.to_string(), rank: dims.len() }
            }
            syntax::ParamKind::Scalar(ty) if ty == "size" => {
                Param { name, kind: ParamKind::Size, elem: "usize".into(), rank: 0 }
            }
            syntax::ParamKind::Scalar(ty) => {
                Param { name, kind: ParamKind::Scalar, elem: ty.to_string(), rank: 0 }
            }
        }
    };
    Header {
        facade,
        attrs,
        vis: &block.vis,
        name: &block.name,
        params: block.params.iter().map(param).collect(),
        type_param: block.type_params.first().map(|t| t.name.clone()),
    }
}

/// The signature. What an error leaves unknown is guessed: `f32`, and the rank of the first input.
fn stub(block: &PipelineBlock, mut header: Header<'_>) -> TokenStream {
    let first_type = |t: &syntax::TypeParam| {
        let elem = ElemType::from_name(&t.types.first()?.to_string())?;
        Some((t.name.to_string(), elem))
    };
    let binding: Vec<(String, ElemType)> =
        block.type_params.iter().filter_map(first_type).collect();
    let generic = header.type_param.as_ref().map(ToString::to_string);
    let mut seen: Vec<String> = Vec::new();
    for param in &mut header.params {
        match ElemType::from_name(&param.elem) {
            // No array holds bools: an error of ours, which must not become one of Rust's, too.
            Some(ElemType::Bool) => param.elem = "u8".into(),
            None if Some(&param.elem) != generic.as_ref() => param.elem = "f32".into(),
            _ => {}
        }
        param.name = unique(&param.name, &mut seen);
        param.rank = param.rank.clamp(1, MAX_RANK);
    }
    let rank = header.params.iter().map(|p| p.rank).find(|r| *r > 0).unwrap_or(1);
    let mut outputs: Vec<Output> = signature(block, &binding, &mut Errors::default())
        .outputs
        .iter()
        .map(|o| Output {
            name: o.label.clone(),
            elem: o.ty.filter(|t| *t != ElemType::Bool).unwrap_or(ElemType::F32),
            rank: o.rank.unwrap_or(rank).clamp(1, MAX_RANK),
        })
        .collect();
    for output in &mut outputs {
        output.name = unique(&output.name, &mut seen);
    }
    emit_stub(&header, &outputs)
}

/// The name, or another one if it was seen: a name given twice is an error of ours, which must not
/// become one of Rust's, too.
fn unique(name: &str, seen: &mut Vec<String>) -> String {
    let name = match seen.iter().any(|s| s == name) {
        true => format!("__duplicate_{}", seen.len()),
        false => name.to_string(),
    };
    seen.push(name.clone());
    name
}
