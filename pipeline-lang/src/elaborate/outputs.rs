//! Live-outs.

use super::expr::Elab;
use super::names::did_you_mean;
use super::print;
use super::program::{Elaboration, Symbol};
use super::scope::NameScope;
use crate::syntax::{Item, StageRef};
use pipeline_core::ir::{ElemType, StageId};

impl Elaboration<'_> {
    /// Finds the live-outs; `None` for one with an error.
    pub(super) fn live_outs(&mut self) -> Vec<Option<StageId>> {
        let mut found: Vec<Option<StageId>> = Vec::new();
        for output in &self.block.outputs {
            let stage = self.live_out(output);
            if let Some(s) = stage {
                let name = self.defs[s.0].name.clone();
                if found.contains(&stage) {
                    self.error(output.name.span(), format!("`{name}` is an output twice"));
                }
                if self.defs[s.0].ty == Some(ElemType::Bool) {
                    let message = format!(
                        "output `{name}` is bool, which no array holds; end its definition with \
                         `as u8`"
                    );
                    self.error(output.name.span(), message);
                }
            }
            found.push(stage);
        }
        found
    }

    /// Whether an update is about a name; if nothing defines it, that has been said there.
    fn is_updated(&self, name: &str) -> bool {
        let mut items: Vec<&Item> = self.block.items.iter().collect();
        while let Some(item) = items.pop() {
            match item {
                Item::Update(update) if print::name(&update.target.name) == name => return true,
                Item::For { items: inner, .. } => items.extend(inner),
                Item::If { then, otherwise, .. } => items.extend(then.iter().chain(otherwise)),
                _ => {}
            }
        }
        false
    }

    fn live_out(&mut self, output: &StageRef) -> Option<StageId> {
        let name = print::name(&output.name);
        let message = match self.symbols.get(&name).map(|s| s.0) {
            Some(Symbol::Stage(_)) => {
                return Elab::new(self).member(output, &NameScope::default()).map(StageId);
            }
            Some(other) => format!("`{name}` is {}; an output is a stage", other.describe()),
            None if self.partial || self.is_updated(&name) => return None,
            None => {
                let stages =
                    self.symbols.iter().filter(|(_, (s, _))| matches!(s, Symbol::Stage(_)));
                let hint = did_you_mean(&name, stages.map(|(n, _)| n.as_str()));
                let hint = hint.unwrap_or_else(|| {
                    format!("write `{name}(y, x) = …;`, or another stage's name behind `->`")
                });
                format!("output `{name}` is never defined; {hint}")
            }
        };
        self.error(output.name.span(), message);
        None
    }
}
