//! The variables of a nest.
//!
//! A variable is its number. Names are for people and need not differ; where two variables of one
//! name meet, the printed nest tells them apart as `x` and `x#2`.

use crate::ir::VarId;

/// The names of a nest's variables, by [`VarId`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Vars(Vec<String>);

impl Vars {
    /// Variables of these names.
    pub fn named(names: impl IntoIterator<Item = String>) -> Vars {
        Vars(names.into_iter().collect())
    }

    /// A new variable.
    pub fn fresh(&mut self, name: impl Into<String>) -> VarId {
        self.0.push(name.into());
        VarId(self.0.len() - 1)
    }

    /// A new variable that is called after another one: `y_first`.
    pub fn derived(&mut self, of: VarId, what: &str) -> VarId {
        self.fresh(format!("{}_{what}", self.name(of)))
    }

    /// The name of a variable.
    ///
    /// # Panics
    /// If there is no such variable.
    pub fn name(&self, var: VarId) -> &str {
        &self.0[var.0]
    }

    /// The name of a variable, if there is one.
    pub fn get(&self, var: VarId) -> Option<&str> {
        self.0.get(var.0).map(String::as_str)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The names, by number.
    pub fn names(&self) -> &[String] {
        &self.0
    }
}
