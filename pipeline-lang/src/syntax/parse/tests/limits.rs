//! Bounds on nesting and on chains of operators.

use proc_macro2::{Delimiter, Group, TokenTree};

use super::{tokens, wrong};
use crate::error::Errors;
use crate::syntax::parse::cursor::{MAX_CHAIN, MAX_DEPTH};
use crate::syntax::parse::parse;

const NESTED: &str = "nested more than 128 levels deep; name an inner part with `let a = …;`, or \
                      make it a stage or a helper of its own";
const CHAINED: &str = "more than 1024 chained operators in one item; split it into several stages, \
                       or sum over a window: `sum(d in -1..=1; …)`";

/// The messages for a definition with this value, read on a thread with a small stack.
fn messages(value: &str) -> Vec<String> {
    let source = format!("fn p() -> f {{ f(y) = {value}; const N = 1; }}");
    let read = move || {
        let (block, errors) = wrong(&source);
        assert!(block.is_some_and(|b| b.items.len() > usize::from(errors.is_empty())));
        errors.iter().map(|e| e.splitn(3, ':').nth(2).unwrap_or("").trim().to_string()).collect()
    };
    let thread = std::thread::Builder::new().stack_size(2 << 20).spawn(read);
    thread.expect("a thread").join().expect("no panic")
}

#[test]
fn nesting_is_bounded() {
    assert_eq!((MAX_DEPTH, MAX_CHAIN), (128, 1024));
    for (open, inner, close) in [
        ("(", "a", ")"),
        ("[", "a", "]"),
        ("{", "a", "}"),
        ("f(", "a", ")"),
        ("f[", "a", "]"),
        ("-", "a", ""),
        ("!", "a", ""),
        ("a || b && c == d | e ^ f & g << h + i * -(", "a", ") as u8"),
        ("a.min(", "a", ")"),
        ("{ let a = ", "a", "; a }"),
        ("if a { b } else { ", "a", " }"),
        ("if a { b } else ", "{ a }", ""),
        ("if ", "a", " { b } else { c }"),
        ("sum(d in 0..2; ", "a", ")"),
        ("sum(d in 0..", "a", "; a)"),
    ] {
        let nested = |n: usize| format!("{}{inner}{}", open.repeat(n), close.repeat(n));
        assert_eq!(messages(&nested(10)), [""; 0], "{open}");
        assert_eq!(messages(&nested(200)), [NESTED], "{open}");
    }
    assert_eq!(messages(&format!("{}a{}", "(".repeat(127), ")".repeat(127))), [""; 0]);
    assert_eq!(messages(&format!("{}a{}", "(".repeat(128), ")".repeat(128))), [NESTED]);
}

#[test]
fn items_nest_within_the_same_bound() {
    let source = |n| format!("{}f(y) = a;{}", "for k in 0..2 { ".repeat(n), "}".repeat(n));
    let (_, errors) = wrong(&format!("fn p() -> f {{ {} }}", source(100)));
    assert_eq!(errors, [""; 0]);
    let (_, errors) = wrong(&format!("fn p() -> f {{ {} }}", source(129)));
    assert_eq!(errors.len(), 1);
    assert!(errors[0].ends_with(NESTED), "{errors:?}");
}

#[test]
fn chains_are_bounded() {
    for link in [" + a", " && a", " as u8", ".abs()", " * a + a"] {
        let chain = |n: usize| format!("a{}", link.repeat(n));
        assert_eq!(messages(&chain(500)), [""; 0], "{link}");
        assert_eq!(messages(&chain(3000)), [CHAINED], "{link}");
    }
    // A stencil of 25 by 25 taps, written out, stays below the bound.
    assert_eq!(messages(&format!("a{}", " + 2 * f(y + 1, x - 1)".repeat(625))), [""; 0]);
    // Each item has the whole bound.
    assert_eq!(messages(&format!("a{0}; g(y) = a{0}", " + a".repeat(900))).len(), 0);
}

#[test]
fn groups_deeper_than_any_stack() {
    for delimiter in [Delimiter::Parenthesis, Delimiter::Bracket, Delimiter::Brace, Delimiter::None]
    {
        let mut deep = tokens("a a");
        for _ in 0..100_000 {
            deep = TokenTree::Group(Group::new(delimiter, deep)).into();
        }
        let mut body = tokens("const N = 1; f(y) =");
        body.extend(deep.clone());
        body.extend(tokens("; const M = 2;"));
        let mut block = tokens("machine");
        block.extend(deep.clone());
        let attribute = TokenTree::Group(Group::new(Delimiter::Bracket, block));
        let mut block = tokens("#");
        block.extend([attribute]);
        block.extend(tokens("fn p() -> f"));
        block.extend([TokenTree::Group(Group::new(Delimiter::Brace, body))]);
        let mut errors = Errors::default();
        parse(block, &mut errors);
        assert!(!errors.is_empty());
        parse(deep, &mut Errors::default());
    }
}
