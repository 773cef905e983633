//! The one namespace of a block, and what to say of a name that is not in it.

use super::built_in::BuiltIn;
use super::elsewhere::{elsewhere, of_arrays};
use super::print;
use super::program::{Elaboration, Symbol};
use super::scope::NameScope;
use super::visit::for_each_item;
use crate::span::{LineColumn, place};
use crate::syntax::Item;
use proc_macro2::{Ident, Span};

/// How a name that nothing defines is used.
#[derive(Clone, Copy, Debug)]
pub(super) enum Usage {
    /// As a value.
    Value,
    /// With arguments, of which there are so many.
    Call {
        /// Their number.
        arguments: usize,
    },
    /// Where only a stage or an input can stand.
    Source,
}

impl Usage {
    fn what(self) -> &'static str {
        match self {
            Usage::Value => "name",
            Usage::Call { .. } => "stage or function",
            Usage::Source => "stage or input",
        }
    }

    /// What to write in the block for a name of the Rust around it.
    fn instead(self, name: &str) -> Option<String> {
        let write = match self {
            Usage::Value => format!("`const {name} = …;` in it, or make it a parameter"),
            Usage::Call { arguments } => {
                let letters = ('a'..='z').cycle().take(arguments.min(4)).map(String::from);
                let params = letters.collect::<Vec<_>>().join(", ");
                format!("a helper in it, `fn {name}({params}) = …;`")
            }
            Usage::Source => return None,
        };
        Some(format!("a block sees only its own names: write {write}"))
    }
}

/// `text at 3:5`, or only `text`.
pub(super) fn at(text: &str, span: Span) -> String {
    match place(span) {
        Some(LineColumn { line, column }) => format!("{text} at {line}:{column}"),
        None => text.to_string(),
    }
}

impl<'a> Elaboration<'a> {
    /// Whether the user may introduce this name at all; reports if not.
    pub(super) fn allowed(&mut self, ident: &Ident) -> bool {
        let name = print::name(ident);
        if name.starts_with("__") {
            self.error(ident.span(), format!("`{name}`: names starting with `__` are reserved"));
            return false;
        }
        true
    }

    /// Enters a name; reports a clash and returns false.
    pub(super) fn declare(&mut self, ident: &Ident, symbol: Symbol) -> bool {
        if !self.allowed(ident) {
            return false;
        }
        let name = print::name(ident);
        if BuiltIn::named(&name).is_some() {
            self.error(
                ident.span(),
                format!("`{name}` is a built-in function; choose another name"),
            );
            return false;
        }
        if let Some((other, span)) = self.symbols.get(&name) {
            let kind = other.describe();
            let message =
                at(&format!("`{name}` is already the name of {kind}; first defined"), *span);
            self.error(ident.span(), message);
            return false;
        }
        self.symbols.insert(name, (symbol, ident.span()));
        true
    }

    /// Whether the block has a stage of this name, known yet or not.
    pub(super) fn will_define(&self, name: &str) -> bool {
        let mut found = false;
        for_each_item(&self.block.items, &mut |item| {
            found |= matches!(item, Item::Stage(stage) if print::name(&stage.target.name) == name);
        });
        found
    }

    /// What to say of a name that nothing defines, with what to write instead; nothing if its
    /// definition may have been left out.
    pub(super) fn unknown(&self, usage: Usage, name: &str, scope: &NameScope) -> Option<String> {
        if self.partial {
            return None;
        }
        let what = usage.what();
        if let (Usage::Call { .. }, Some(write)) = (usage, elsewhere(name)) {
            return Some(format!("unknown {what} `{name}`; write `{write}`"));
        }
        if let (Usage::Call { .. }, Some(hint)) = (usage, of_arrays(name)) {
            return Some(format!("unknown {what} `{name}`; {hint}"));
        }
        let mut known: Vec<&str> = match usage {
            Usage::Call { .. } => BuiltIn::all().map(BuiltIn::name).collect(),
            Usage::Value | Usage::Source => Vec::new(),
        };
        known.extend(scope.names());
        known.extend(self.symbols.keys().map(String::as_str));
        let hint = did_you_mean(name, known.into_iter()).or_else(|| usage.instead(name));
        Some(match hint {
            Some(hint) => format!("unknown {what} `{name}`; {hint}"),
            None => format!("unknown {what} `{name}`"),
        })
    }
}

/// `did you mean …?` with the closest name, if one is close.
pub(crate) fn did_you_mean<'n>(name: &str, known: impl Iterator<Item = &'n str>) -> Option<String> {
    let limit = match name.chars().count() {
        0..=2 => return None,
        3..=5 => 1,
        _ => 2,
    };
    let close = |(d, _): &(usize, &str)| (1..=limit).contains(d);
    let best = known.map(|k| (distance(name, k), k)).filter(close).min();
    best.map(|(_, k)| format!("did you mean `{k}`?"))
}

/// Edit distance, a swap of neighbours counting one.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    if a.len().abs_diff(b.len()) > 2 {
        return 3;
    }
    let mut rows = vec![(0..=b.len()).collect::<Vec<usize>>()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let change = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut d = change.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                d = d.min(rows[i - 2][j - 2] + 1);
            }
            row.push(d);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn close_names_are_found() {
        let known = ["blur_x", "blur_y", "sharpen"];
        let hint = |name| did_you_mean(name, known.into_iter());
        assert_eq!(hint("sharpne").as_deref(), Some("did you mean `sharpen`?"));
        assert_eq!(hint("blurx").as_deref(), Some("did you mean `blur_x`?"));
        assert_eq!(hint("gauss"), None);
        assert_eq!(hint("x"), None);
    }
}
