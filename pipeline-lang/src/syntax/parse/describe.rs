//! Words for what stands in the wrong place, and advice for the mistakes beginners make.

use proc_macro2::{Delimiter, TokenTree};

use super::cursor::Tokens;

/// The next token as a message quotes it.
pub(super) fn found(t: &Tokens) -> String {
    if t.at_end() {
        return t.end_name().into();
    }
    if t.breaks_off() {
        return "the next item".into();
    }
    if let Some(op) = t.peek_op() {
        return format!("`{op}`");
    }
    match t.token() {
        Some(TokenTree::Group(group)) => match group.delimiter() {
            Delimiter::Parenthesis => "`(`".into(),
            Delimiter::Bracket => "`[`".into(),
            Delimiter::Brace => "`{`".into(),
            Delimiter::None => "a macro argument".into(),
        },
        Some(token) => quoted(&token.to_string()),
        None => t.end_name().into(),
    }
}

/// `expected …, found …; write …`
pub(super) fn wanted(t: &Tokens, expected: &str, write: &str) -> String {
    format!("expected {expected}, found {}; write {write}", found(t))
}

/// A token's text in backticks, shortened when it is long.
pub(super) fn quoted(text: &str) -> String {
    const LONGEST: usize = 32;
    match text.char_indices().nth(LONGEST) {
        Some((cut, _)) => format!("`{}…`", &text[..cut]),
        None => format!("`{text}`"),
    }
}

/// Advice for a token that is wrong wherever the grammar does not ask for it.
pub(super) fn advice(t: &Tokens) -> Option<&'static str> {
    if t.breaks_off() {
        return Some("finish this line");
    }
    match t.peek_op() {
        Some(op) => operator_advice(op),
        None => word_advice(&t.peek_word()?.to_string()),
    }
}

fn operator_advice(op: &str) -> Option<&'static str> {
    Some(match op {
        "=" => "equality is written `==`",
        "?" => "a choice is written `if c { a } else { b }`",
        "&" | "&&" => "there are no references, write the name itself: `f(y, x)`",
        "*" => "nothing is dereferenced, and a power is written `pow(a, b)`",
        "|" | "||" => "a block has no closures; write a helper in it: `fn h(a, b) = a + b;`",
        "~" => "`~` gives a size its estimate (`where rows ~ 6400`), and bitwise not is `!a`",
        ".." | "..=" => {
            "a range stands in a domain `in [0..n]`, in a window or in a `for`, without parentheses"
        }
        "..." => "a range is written `0..n`, or `0..=n` with its last value",
        "::" => "a block has no type arguments, write a plain name",
        ":" => "a value is converted with `e as f32`, and a stage's type follows its parenthesis",
        "+=" | "-=" | "*=" => {
            "`+=`, `-=` and `*=` stand in an update: `f(i) += e for (y, x) in [0..rows, 0..cols];`"
        }
        "/=" | "%=" | "&=" | "|=" | "^=" | "<<=" | ">>=" => {
            "the updates are `+=`, `-=`, `*=`, `min=` and `max=`"
        }
        "=>" => "`=>` stands in `case { condition => value, else => value }`",
        "->" => "`->` stands before the outputs: `pub fn f(img: [f32; rows, cols]) -> out`",
        "+" => "there is no `+` before a value, leave it out",
        ">" => "not equal is written `!=`",
        "#" => "attributes stand at the top of the block",
        _ => return None,
    })
}

fn word_advice(word: &str) -> Option<&'static str> {
    Some(match word {
        "and" => "logical and is written `&&`",
        "or" => "logical or is written `||`",
        "not" => "logical not is written `!a`",
        "mod" => "the remainder is written `a % b`",
        "div" => "division is written `a / b`",
        "xor" => "exclusive or is written `a ^ b`",
        "if" => "a choice is written `if c { a } else { b }`",
        "then" | "elif" | "elseif" => "a choice is written `if c { a } else if d { b } else { e }`",
        "else" => "`else` follows the `}` of an `if`",
        "match" | "switch" => "cases are written `case { condition => value, else => value }`",
        "case" => "`case { … }` is a whole definition: `f(y, x) = case { … };`",
        "let" => "`let` stands inside `{ let a = …; value }`; for the whole block write `const`",
        "mut" => "nothing changes its value, leave `mut` out",
        "for" => "`for (y, x) in [0..rows, 0..cols]` ends an update: `f(i) += e for …;`",
        "while" | "loop" | "do" => {
            "there are no loops in a value: use a window `sum(d in -1..=1; e)` or a reduction"
        }
        "return" | "break" | "continue" => "a definition is its value, leave the word out",
        "in" => "`in` follows the variable of a window or a `for`: `sum(d in -1..=1; e)`",
        "where" => {
            "a choice is written `if c { a } else { b }`; clauses stand between the outputs and `{`"
        }
        "pub" => "a stage becomes visible as an output: `-> (a, b)`",
        "_" => "every index needs a name",
        "self" | "Self" | "super" | "crate" => "a block sees only its own names",
        _ if super::ops::KEYWORDS.contains(&word) => "a keyword of Rust names nothing",
        _ => return None,
    })
}
