//! Rust identifiers for the user's names.

use proc_macro2::{Ident, Span};
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

/// Names that generated functions use for themselves, and what the prelude has that no variable
/// can be named.
const RESERVED: [&str; 28] = [
    "n",
    "p",
    "s",
    "arena",
    "stack",
    "lo",
    "hi",
    "acc",
    "at",
    "last",
    "load",
    "load_every",
    "max",
    "min",
    "store",
    "store_every",
    "lane",
    "line",
    "ENDS",
    "load_to_ends",
    "range",
    "iteration",
    "iterations",
    "Scalar",
    "None",
    "Some",
    "Ok",
    "Err",
];

/// Maps the user's names (`down[2]`, `x`) to identifiers, one to one.
#[derive(Debug, Default)]
pub struct Identifiers {
    known: NamedIdents,
    variables: NamedIdents,
    used: RefCell<HashSet<String>>,
}

/// Identifiers by the names that they stand for.
type NamedIdents = RefCell<HashMap<String, Ident>>;

impl Identifiers {
    /// The identifier for a name; always the same for the same name.
    pub fn ident(&self, name: &str) -> Ident {
        self.ident_in(&self.known, name)
    }

    /// The identifier for a variable, by its label. No array is called like it, since both may be
    /// fields of one struct.
    pub fn variable(&self, label: &str) -> Ident {
        self.ident_in(&self.variables, label)
    }

    fn ident_in(&self, known: &NamedIdents, name: &str) -> Ident {
        if let Some(ident) = known.borrow().get(name) {
            return ident.clone();
        }
        let mut plain: String = name.replace('[', "_").replace(']', "");
        plain = plain.chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect();
        if looks_temporary(&plain) {
            plain.insert(1, '_');
        }
        while is_taken(&plain) || self.used.borrow().contains(&plain) {
            plain.push('_');
        }
        let ident = Ident::new(&plain, Span::mixed_site());
        self.used.borrow_mut().insert(plain);
        known.borrow_mut().insert(name.to_string(), ident.clone());
        ident
    }
}

/// Whether the name has the form of the generated `t0`, `t1_2`, …, or of `c0` and `d0`.
fn looks_temporary(name: &str) -> bool {
    let rest = name.strip_prefix(['t', 'c', 'd']);
    rest.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// Whether generated code uses the name, or Rust does.
fn is_taken(name: &str) -> bool {
    RESERVED.contains(&name) || syn::parse_str::<Ident>(name).is_err()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_readable_and_distinct() {
        let names = Identifiers::default();
        let text = |n: &str| names.ident(n).to_string();
        assert_eq!(text("blurx"), "blurx");
        assert_eq!(text("down[2]"), "down_2");
        assert_eq!(text("down_2"), "down_2_");
        assert_eq!(text("t7"), "t_7");
        assert_eq!(text("t_7"), "t_7_");
        assert_eq!(text("n"), "n_");
        assert_eq!(text("down[2]"), "down_2");
    }
}
