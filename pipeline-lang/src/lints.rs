//! From what the lints saw to warnings: how often a place must show it, and at which level.
//!
//! `#[allow(narrow_sum)]` on a block is the pipeline's, `#[allow(dead_code)]` rustc's; one
//! attribute may name lints of both.

use crate::elaborate::did_you_mean;
use crate::error::Errors;
use pipeline_core::ir::ElemType;
use pipeline_core::lint::{Holds, Lint};
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;
use std::collections::{HashMap, HashSet};
use syn::{Attribute, Meta};

/// What a lint saw at one place of one variant of a block.
#[derive(Clone, Debug)]
pub struct Seen {
    /// The lint.
    pub lint: Lint,
    /// The user's token.
    pub span: Span,
    /// What is wrong there; `None` if nothing is.
    pub message: Option<String>,
}

/// What a block is warned of.
#[derive(Clone, Debug)]
pub struct Warning {
    /// The lint; none where one was expected and found nothing.
    pub lint: Option<Lint>,
    /// The user's token.
    pub span: Span,
    /// What is wrong there, and what to write instead.
    pub message: String,
}

/// rustc's name for an `#[expect(…)]` that was for nothing.
const UNFULFILLED: &str = "unfulfilled_lint_expectations";

impl Warning {
    /// The name of its lint.
    pub fn name(&self) -> &'static str {
        self.lint.map_or(UNFULFILLED, Lint::name)
    }
}

/// The warnings that the variants of a block add up to, in the order seen, each place once.
///
/// Spans that a place has in several instances, of a family or of a type parameter, are told apart
/// by how they print.
pub fn warnings(variants: &[(Option<ElemType>, &[Seen])]) -> Vec<Warning> {
    let all = || variants.iter().flat_map(|(elem, seen)| seen.iter().map(move |s| (*elem, s)));
    let firing: HashSet<Lint> =
        all().filter(|(_, s)| s.message.is_some()).map(|(_, s)| s.lint).collect();
    // Only these need their places compared, which is the slow part.
    let places: Vec<_> = all()
        .filter(|(_, seen)| firing.contains(&seen.lint))
        .map(|(elem, seen)| ((seen.lint, format!("{:?}", seen.span)), elem, seen))
        .collect();
    let quiet: HashSet<_> =
        places.iter().filter(|(_, _, s)| s.message.is_none()).map(|(place, ..)| place).collect();
    let mut told = HashSet::new();
    let mut found = Vec::new();
    for (place, elem, seen) in &places {
        let Some(message) = &seen.message else { continue };
        let everywhere = !quiet.contains(place);
        if (seen.lint.holds() == Holds::Everywhere && !everywhere) || !told.insert(place) {
            continue;
        }
        let fires_for = |of: &Option<ElemType>| {
            places.iter().any(|(p, e, s)| p == place && e == of && s.message.is_some())
        };
        let of = match elem {
            Some(elem) if !variants.iter().all(|(e, _)| fires_for(e)) => format!(" (for {elem})"),
            _ => String::new(),
        };
        let message = format!("{message}{of}");
        found.push(Warning { lint: Some(seen.lint), span: seen.span, message });
    }
    found
}

/// What becomes of the warnings of a lint.
#[derive(Clone, Copy, Debug)]
enum Level {
    Allow,
    /// Allowed, and missed where there is none. The place of the expectation.
    Expect(Span),
    Warn,
    Deny,
}

/// The lints that a name stands for: one, or a group.
fn lints_of(name: &str) -> Vec<Lint> {
    match name {
        "warnings" => Lint::all().collect(),
        "unused" => Lint::all().filter(|lint| lint.is_unused()).collect(),
        _ => Lint::from_name(name).into_iter().collect(),
    }
}

/// The attributes on a block, the pipeline's lints taken out of them.
#[derive(Debug)]
pub struct Attributes {
    /// What is left for rustc.
    pub carried: Vec<Attribute>,
    levels: HashMap<Lint, Level>,
}

impl Attributes {
    /// Reads `allow`, `expect`, `warn`, `deny` and `forbid`, of which a later one wins; adds an
    /// error for a name that is close to a lint's.
    pub fn read(attributes: &[Attribute], errors: &mut Errors) -> Attributes {
        let mut read = Attributes { carried: Vec::new(), levels: HashMap::new() };
        for attribute in attributes {
            let Some(setting) = setting(attribute) else {
                read.carried.push(attribute.clone());
                continue;
            };
            let rest = read.take(&setting, errors);
            if let Some(rest) = rest {
                let mut attribute = attribute.clone();
                if let Meta::List(list) = &mut attribute.meta {
                    list.tokens = rest;
                }
                read.carried.push(attribute);
            }
        }
        read
    }

    /// Sets the level of the pipeline's lints in a list; what is left of it, if anything is.
    fn take(&mut self, setting: &LintSetting<'_>, errors: &mut Errors) -> Option<TokenStream> {
        let tokens: Vec<TokenTree> = setting.list.clone().into_iter().collect();
        let is_comma = |t: &TokenTree| matches!(t, TokenTree::Punct(p) if p.as_char() == ',');
        let mut rest: Vec<&[TokenTree]> = Vec::new();
        let (mut ours, mut theirs) = (false, false);
        for part in tokens.split_inclusive(is_comma) {
            let name = match part {
                [TokenTree::Ident(name)] => Some(name),
                [TokenTree::Ident(name), comma] if is_comma(comma) => Some(name),
                _ => None,
            };
            let lints = name.map(|n| lints_of(&n.to_string())).unwrap_or_default();
            let single = lints.len() == 1;
            for (lint, name) in lints.iter().zip(name.into_iter().cycle()) {
                let level = match (setting.level)(name.span()) {
                    // Nobody expects everything of a group.
                    Level::Expect(_) if !single => Level::Allow,
                    level => level,
                };
                self.levels.insert(*lint, level);
            }
            ours |= single;
            if !single && !name.is_some_and(|name| misspelt(name, errors)) {
                // A reason alone allows nothing.
                theirs |= !matches!(part, [TokenTree::Ident(key), ..] if key == "reason");
                rest.push(part);
            }
        }
        let rest = || rest.iter().flat_map(|part| part.iter().map(|t| t.to_token_stream()));
        (theirs || !ours).then(|| rest().collect())
    }

    /// What is left to tell of these warnings; those denied become errors.
    pub fn judge(&self, warnings: Vec<Warning>, errors: &mut Errors) -> Vec<Warning> {
        let found: HashSet<Lint> = warnings.iter().filter_map(|w| w.lint).collect();
        let mut told = Vec::new();
        for warning in warnings {
            match warning.lint.and_then(|lint| self.levels.get(&lint)) {
                None | Some(Level::Warn) => told.push(warning),
                Some(Level::Allow | Level::Expect(_)) => {}
                Some(Level::Deny) => {
                    let Warning { span, message, .. } = &warning;
                    let name = warning.name();
                    errors.push(*span, format!("{message} (`{name}` is denied on this block)"));
                }
            }
        }
        // In the order of the table, so that expansions can be repeated.
        let missed = Lint::all().filter(|lint| !found.contains(lint));
        let missed = missed.filter_map(|lint| match self.levels.get(&lint) {
            Some(Level::Expect(span)) => Some((lint.name(), *span)),
            _ => None,
        });
        told.extend(missed.map(|(name, span)| {
            let message = format!("nothing in this block is a `{name}`: do not expect it");
            Warning { lint: None, span, message }
        }));
        told
    }
}

/// What an attribute such as `#[allow(…)]` sets.
struct LintSetting<'a> {
    /// The level of a lint that is named at a place.
    level: fn(Span) -> Level,
    /// The names.
    list: &'a TokenStream,
}

/// What an attribute sets, if it is one that sets levels.
fn setting(attribute: &Attribute) -> Option<LintSetting<'_>> {
    let level: fn(Span) -> Level = match attribute.path().get_ident()?.to_string().as_str() {
        "allow" => |_| Level::Allow,
        "expect" => Level::Expect,
        "warn" => |_| Level::Warn,
        "deny" | "forbid" => |_| Level::Deny,
        _ => return None,
    };
    match &attribute.meta {
        Meta::List(list) => Some(LintSetting { level, list: &list.tokens }),
        Meta::Path(_) | Meta::NameValue(_) => None,
    }
}

/// Reports a name that is nearly a lint's.
fn misspelt(name: &Ident, errors: &mut Errors) -> bool {
    let text = name.to_string();
    let hint = did_you_mean(&text, Lint::all().map(Lint::name));
    if let Some(hint) = &hint {
        errors.push(name.span(), format!("unknown lint `{text}`; {hint}"));
    }
    hint.is_some()
}
