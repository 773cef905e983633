//! `clone_in(f; g, h)`: a stage that is computed again where some of its readers are.

use super::group::{HintHalves, halves};
use crate::elaborate::program::Elaboration;
use crate::syntax::{self, StageRef};
use pipeline_core::options::CloneHint;
use proc_macro2::{Delimiter, Group, Ident, Span};

impl Elaboration<'_> {
    /// Reads the clones that are written, once the stages are known.
    pub(super) fn written_clones(&mut self) {
        for (key, group) in std::mem::take(&mut self.clones) {
            match named(&key, &group) {
                Ok((stage, readers)) => self.clones_of(&key, &stage, readers),
                Err((span, message)) => self.error(span, message),
            }
        }
    }

    fn clones_of(&mut self, key: &Ident, stage: &StageRef, readers: Vec<StageRef>) {
        let span = stage.name.span();
        let readers = self.all_hinted("clone_in", readers);
        let readers: Vec<String> = readers.into_iter().map(|(name, _)| name).collect();
        for stage in self.hinted("clone_in", stage) {
            let told =
                |hint: &str| format!("`{hint}` names `{stage}`, too; leave one of the two out");
            if self.settings.no_propagate.contains(&stage) {
                self.error(span, told("no_propagate"));
            } else if self.settings.propagate.iter().any(|hint| hint.stage == stage) {
                self.error(span, told("propagate"));
            } else if !readers.is_empty() {
                let (readers, loc) = (readers.clone(), self.loc(key.span()));
                self.settings.clones.push(CloneHint { stage, readers, loc });
            }
        }
    }
}

/// The stage, and those that it is cloned in.
fn named(key: &Ident, group: &Group) -> Result<(StageRef, Vec<StageRef>), (Span, String)> {
    let wrong = |span| {
        let message = "`clone_in` names a stage and, behind `;`, those in which it is computed \
                       again: `clone_in(f; g)`";
        (span, message.to_string())
    };
    let HintHalves { stages, shape } = halves(group);
    let Some((semicolon, readers)) = shape else { return Err(wrong(key.span())) };
    let parsed =
        |group: &Group| syntax::parse::parse_stages(group).map_err(|e| (e.span(), e.to_string()));
    let mut readers = Group::new(Delimiter::Parenthesis, readers);
    readers.set_span(group.span());
    let (stages, readers) = (parsed(&stages)?, parsed(&readers)?);
    match (<[StageRef; 1]>::try_from(stages), readers.is_empty()) {
        (Ok([stage]), false) => Ok((stage, readers)),
        (Ok(_), true) => Err(wrong(semicolon)),
        (Err(_), _) => Err(wrong(key.span())),
    }
}
