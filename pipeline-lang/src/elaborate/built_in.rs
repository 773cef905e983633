//! The functions of the language: the one table that calls, names and editors follow.
//!
//! Their documentation is that of the functions of the same names in the façade, `src/editor.rs`,
//! which editors show.

use pipeline_core::ir::Function;

/// A built-in function.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BuiltIn {
    /// Its name.
    pub(crate) name: &'static str,
    /// Its parameters. `min` and `max` also reduce windows, and `stencil` may take a scale as well.
    pub(crate) params: &'static [&'static str],
}

/// Functions beside [`Function::ALL`].
const OTHERS: [BuiltIn; 18] = [
    BuiltIn { name: "abs", params: &["e"] },
    BuiltIn { name: "min", params: &["a", "b"] },
    BuiltIn { name: "max", params: &["a", "b"] },
    BuiltIn { name: "clamp", params: &["e", "lo", "hi"] },
    BuiltIn { name: "select", params: &["c", "a", "b"] },
    BuiltIn { name: "abs_diff", params: &["a", "b"] },
    BuiltIn { name: "saturating_add", params: &["a", "b"] },
    BuiltIn { name: "saturating_sub", params: &["a", "b"] },
    BuiltIn { name: "saturate", params: &["e", "t"] },
    BuiltIn { name: "widen", params: &["e"] },
    BuiltIn { name: "widening_add", params: &["a", "b"] },
    BuiltIn { name: "widening_sub", params: &["a", "b"] },
    BuiltIn { name: "widening_mul", params: &["a", "b"] },
    BuiltIn { name: "stencil", params: &["f", "taps"] },
    BuiltIn { name: "sum", params: &["window"] },
    BuiltIn { name: "product", params: &["window"] },
    BuiltIn { name: "any", params: &["window"] },
    BuiltIn { name: "all", params: &["window"] },
];

impl BuiltIn {
    /// Every built-in function.
    pub(crate) fn all() -> impl Iterator<Item = BuiltIn> {
        let mathematical = |f: Function| BuiltIn {
            name: f.name(),
            params: match f {
                Function::Pow => &["a", "b"],
                Function::Atan2 => &["y", "x"],
                _ => &["a"],
            },
        };
        Function::ALL.into_iter().map(mathematical).chain(OTHERS)
    }

    /// The function of this name, if there is one.
    pub(crate) fn named(name: &str) -> Option<BuiltIn> {
        BuiltIn::all().find(|b| b.name == name)
    }
}
