//! `border f = mode;`.

use super::constant;
use super::elsewhere::of_borders;
use super::expr::Elab;
use super::names::{at, did_you_mean};
use super::print;
use super::program::Elaboration;
use crate::syntax::{Expr, Item};
use pipeline_core::ir::{Border, BorderMode, Source};
use proc_macro2::{Ident, Span};
use std::collections::HashMap;

impl Elaboration<'_> {
    /// Attaches the borders to their inputs and stages, whose types are known by now.
    pub(super) fn attach_borders(&mut self) {
        let mut first: HashMap<Source, Span> = HashMap::new();
        for (item, scope) in std::mem::take(&mut self.borders) {
            let Item::Border { target, mode, value } = item else { continue };
            let mut elab = Elab::new(self);
            let source = elab.readable(target, &scope);
            let constant =
                value.as_ref().and_then(|e| Some((elab.constant(e, &scope, source?.ty)?, e)));
            let Some(named) = self.border_mode(mode, value.as_ref()) else { continue };
            let Some(source) = source else { continue };
            if let Some(before) = first.insert(source.source, target.name.span()) {
                let shown = print::stage(target);
                let before = at("first given", before);
                self.error(target.name.span(), format!("`{shown}` has a border already; {before}"));
                continue;
            }
            let resolved = match named {
                Named::Redirecting(mode) => Some(mode),
                Named::Constant => source.ty.zip(constant).and_then(|(ty, (c, e))| {
                    let value = constant::convert(c, ty);
                    value.map(BorderMode::Constant).map_err(|m| self.error(e.span, m)).ok()
                }),
            };
            let Some(resolved) = resolved else { continue };
            let border = Some(Border { mode: resolved, loc: self.loc(mode.span()) });
            match source.source {
                Source::Input(i) => self.inputs[i.0].border = border,
                Source::Stage(s) => self.defs[s.0].border = border,
            }
        }
    }

    fn border_mode(&mut self, mode: &Ident, value: Option<&Expr>) -> Option<Named> {
        let text = print::name(mode);
        let redirecting = BorderMode::redirecting(&text);
        match (redirecting, value) {
            (Some(mode), None) => Some(Named::Redirecting(mode)),
            (Some(mode), Some(v)) => {
                self.error(v.span, format!("`{}` takes no value", mode.name()));
                None
            }
            (None, _) if text != BorderMode::CONSTANT => {
                let redirecting = BorderMode::REDIRECTING.map(BorderMode::name).join(", ");
                let all = format!("modes are {redirecting} and {}(v)", BorderMode::CONSTANT);
                let meant = || did_you_mean(&text, BorderMode::names());
                let message = match (of_borders(&text), meant()) {
                    (Some(hint), _) => format!("unknown border mode `{text}`: {hint}"),
                    (None, Some(hint)) => format!("unknown border mode `{text}`; {hint} {all}"),
                    (None, None) => format!("unknown border mode `{text}`; {all}"),
                };
                self.error(mode.span(), message);
                None
            }
            (None, Some(_)) => Some(Named::Constant),
            (None, None) => {
                self.error(mode.span(), "`constant` needs its value: `constant(0)`");
                None
            }
        }
    }
}

/// What a mode's name says.
enum Named {
    Redirecting(BorderMode),
    Constant,
}
