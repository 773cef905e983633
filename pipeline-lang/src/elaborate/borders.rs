//! `border f = mode;`.

use super::constant;
use super::expr::Elab;
use super::names::{at, did_you_mean};
use super::print;
use super::program::Program;
use crate::syntax::{Expr, Item};
use pipeline_core::ir::{Border, BorderMode, ElemType, Source};
use proc_macro2::{Ident, Span};
use std::collections::HashMap;

const MODES: [&str; 5] = ["clamp", "mirror", "mirror101", "repeat", "constant"];

impl Program<'_> {
    /// Attaches the borders to their inputs and stages, whose types are known by now.
    pub(super) fn attach_borders(&mut self) {
        let mut first: HashMap<Source, Span> = HashMap::new();
        for (item, scope) in std::mem::take(&mut self.borders) {
            let Item::Border { target, mode, value } = item else { continue };
            let mut elab = Elab::new(self);
            let source = elab.readable(target, &scope);
            let constant =
                value.as_ref().and_then(|e| Some((elab.constant(e, &scope, source?.ty)?, e)));
            let Some(name) = self.border_mode(mode, value.as_ref()) else { continue };
            let Some(source) = source else { continue };
            if let Some(before) = first.insert(source.source, target.name.span()) {
                let shown = print::stage(target);
                let before = at("first given", before);
                self.error(target.name.span(), format!("`{shown}` has a border already; {before}"));
                continue;
            }
            let mode_of = |this: &mut Self, ty: ElemType| {
                let (c, e) = constant?;
                match constant::convert(c, ty) {
                    Ok(v) => Some(BorderMode::Constant(v)),
                    Err(message) => {
                        this.error(e.span, message);
                        None
                    }
                }
            };
            let resolved = match name {
                "clamp" => Some(BorderMode::Clamp),
                "mirror" => Some(BorderMode::Mirror),
                "mirror101" => Some(BorderMode::Mirror101),
                "repeat" => Some(BorderMode::Repeat),
                _ => source.ty.and_then(|ty| mode_of(self, ty)),
            };
            let Some(resolved) = resolved else { continue };
            let border = Some(Border { mode: resolved, loc: self.loc(mode.span()) });
            match source.source {
                Source::Input(i) => self.inputs[i.0].border = border,
                Source::Stage(s) => self.defs[s.0].border = border,
            }
        }
    }

    fn border_mode(&mut self, mode: &Ident, value: Option<&Expr>) -> Option<&'static str> {
        let text = print::name(mode);
        let Some(name) = MODES.into_iter().find(|m| *m == text) else {
            let all = "modes are clamp, mirror, mirror101, repeat and constant(v)";
            let message = match did_you_mean(&text, MODES.into_iter()) {
                Some(hint) => format!("unknown border mode `{text}`; {hint} {all}"),
                None => format!("unknown border mode `{text}`; {all}"),
            };
            self.error(mode.span(), message);
            return None;
        };
        match (name, value) {
            ("constant", None) => {
                self.error(mode.span(), "`constant` needs its value: `constant(0)`");
                None
            }
            ("constant", Some(_)) | (_, None) => Some(name),
            (_, Some(v)) => {
                self.error(v.span, format!("`{name}` takes no value"));
                None
            }
        }
    }
}
