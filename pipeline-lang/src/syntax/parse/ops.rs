//! The operators of Rust's expressions, its keywords, and the element types.

use proc_macro2::Ident;

use crate::syntax::BinaryOp;

/// Every operator the reader tells apart; of two with a common start, the longer comes first.
const OPERATORS: [&str; 50] = [
    "..=", "...", "<<=", ">>=", "==", "!=", "<=", ">=", "=>", "->", "&&", "||", "<<", ">>", "..",
    "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "::", "+", "-", "*", "/", "%", "^", "&", "|",
    "!", "<", ">", "=", "~", ",", ";", ":", ".", "#", "?", "@", "$", "\\", "`", "'", "\"", "_",
];

/// The longest operator that `text` starts with.
pub(super) fn longest(text: &str) -> Option<&'static str> {
    OPERATORS.into_iter().find(|op| text.starts_with(op))
}

/// Binding strength of comparisons, which do not chain.
pub(super) const COMPARISON: u8 = 3;

/// A binary operator and its binding strength, from `||` at 1 to `*` at 9.
pub(super) fn binary(op: &str) -> Option<(BinaryOp, u8)> {
    Some(match op {
        "||" => (BinaryOp::Or, 1),
        "&&" => (BinaryOp::And, 2),
        "==" => (BinaryOp::Eq, COMPARISON),
        "!=" => (BinaryOp::Ne, COMPARISON),
        "<" => (BinaryOp::Lt, COMPARISON),
        "<=" => (BinaryOp::Le, COMPARISON),
        ">" => (BinaryOp::Gt, COMPARISON),
        ">=" => (BinaryOp::Ge, COMPARISON),
        "|" => (BinaryOp::BitOr, 4),
        "^" => (BinaryOp::BitXor, 5),
        "&" => (BinaryOp::BitAnd, 6),
        "<<" => (BinaryOp::Shl, 7),
        ">>" => (BinaryOp::Shr, 7),
        "+" => (BinaryOp::Add, 8),
        "-" => (BinaryOp::Sub, 8),
        "*" => (BinaryOp::Mul, 9),
        "/" => (BinaryOp::Div, 9),
        "%" => (BinaryOp::Rem, 9),
        _ => return None,
    })
}

/// Rust's keywords, strict and reserved: no name of the generated code can be spelled like them.
pub(super) const KEYWORDS: [&str; 53] = [
    "_", "abstract", "as", "async", "await", "become", "box", "break", "const", "continue",
    "crate", "do", "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if",
    "impl", "in", "let", "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub",
    "ref", "return", "self", "Self", "static", "struct", "super", "trait", "true", "try", "type",
    "typeof", "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];

/// Whether a word is a keyword of Rust.
pub(super) fn is_keyword(word: &Ident) -> bool {
    KEYWORDS.contains(&word.to_string().as_str())
}

/// The integer element types.
pub(super) const INTEGERS: [&str; 8] = ["u8", "i8", "u16", "i16", "u32", "i32", "u64", "i64"];

/// The floating-point element types.
pub(super) const FLOATS: [&str; 2] = ["f32", "f64"];

/// Whether a word is the name of an element type.
pub(super) fn is_element_type(word: &Ident) -> bool {
    let word = word.to_string();
    INTEGERS.contains(&word.as_str()) || FLOATS.contains(&word.as_str())
}
