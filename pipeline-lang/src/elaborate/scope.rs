//! Local names: compile-time variables, index variables, `let`s and helper parameters.

use super::operand::Operand;
use std::rc::Rc;

/// What a local name stands for.
#[derive(Clone, Debug)]
pub(super) enum Binding {
    /// A number, an index expression or a value.
    Operand(Operand),
    /// A name that is known but may not be used here, with the reason.
    Forbidden(&'static str),
}

/// A chain of local names, the innermost first. Cheap to extend and to share.
#[derive(Clone, Debug, Default)]
pub(super) struct NameScope(Option<Rc<ScopeLink>>);

#[derive(Debug)]
struct ScopeLink {
    name: String,
    binding: Binding,
    outer: NameScope,
}

impl NameScope {
    /// With one more name, which shadows earlier ones.
    pub(super) fn with(&self, name: String, binding: Binding) -> NameScope {
        NameScope(Some(Rc::new(ScopeLink { name, binding, outer: self.clone() })))
    }

    /// With one more operand.
    pub(super) fn bind(&self, name: String, operand: Operand) -> NameScope {
        self.with(name, Binding::Operand(operand))
    }

    /// What a name stands for.
    pub(super) fn get(&self, name: &str) -> Option<&Binding> {
        self.frames().find(|f| f.name == name).map(|f| &f.binding)
    }

    /// Every name, the innermost first.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.frames().map(|f| f.name.as_str())
    }

    fn frames(&self) -> impl Iterator<Item = &ScopeLink> {
        std::iter::successors(self.0.as_deref(), |f| f.outer.0.as_deref())
    }
}
