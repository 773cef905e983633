//! Pipelines that are nearly right: the expansion is an error on a token, never a panic, and
//! comes in bounded time.

mod common;

use common::generate::{Scope, generate};
use common::rng::Rng;
use common::setting;
use common::sound::{self, errors};
use pipeline_lang::error::Errors;
use pipeline_lang::syntax;
use proc_macro2::{Delimiter, Group, Literal, Punct, Spacing, TokenStream, TokenTree};
use std::panic::{catch_unwind, resume_unwind};
use std::time::{Duration, Instant};

const SCOPE: Scope = Scope { stages: 6, depth: 2 };

/// No expansion of a text of this size takes longer, not even unoptimised on a busy machine.
const LONGEST: Duration = Duration::from_secs(30);

/// What an edit may put in a place.
const PIECES: &str = "+ - * / % ! & | ^ < = == >= << && .. ..= -> => : ; , ~ += fn const border for \
    if else in as let where case step sum min max any clamp mirror true img y x k rows cols k d1 \
    u8 bool f32 size stencil saturate select sqrt 0 1 3 255u8 1.5 2147483648 4294967296 1e30 \
    99999999999999999999 () [] {} (y, x) (d in 0..1000000; d) [0..rows] (y % 2) [[1, -1]] \
    {f(y) = 1;}";

fn tokens(text: &str) -> TokenStream {
    text.parse().unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// All tokens at any depth.
fn flattened(stream: TokenStream, out: &mut Vec<TokenTree>) {
    for tree in stream {
        if let TokenTree::Group(group) = &tree {
            flattened(group.stream(), out);
        }
        out.push(tree);
    }
}

/// Something else of the same kind, so that the text still reads.
fn like(tree: &TokenTree, rng: &mut Rng, own: &[TokenTree]) -> Option<TokenTree> {
    match tree {
        TokenTree::Literal(_) => {
            let small = [0, 1, 2, 3, 5, 8, 16, 64, 255, 256, 1000, 70_000];
            Some(Literal::i64_unsuffixed(rng.pick(&small)).into())
        }
        TokenTree::Ident(_) => {
            let names: Vec<TokenTree> =
                own.iter().filter(|t| matches!(t, TokenTree::Ident(_))).cloned().collect();
            Some(rng.next_piece(&names))
        }
        TokenTree::Punct(p)
            if p.spacing() == Spacing::Alone && "+-*/%&|^<>".contains(p.as_char()) =>
        {
            let ops = ['+', '-', '*', '/', '%', '&', '|', '^', '<', '>'];
            Some(Punct::new(rng.pick(&ops), Spacing::Alone).into())
        }
        _ => None,
    }
}

/// The same tokens after one edit somewhere in them; a gentle one keeps the syntax.
fn edited(
    stream: TokenStream,
    rough: bool,
    rng: &mut Rng,
    own: &[TokenTree],
    pieces: &[TokenTree],
) -> TokenStream {
    let mut list: Vec<TokenTree> = stream.into_iter().collect();
    if list.is_empty() {
        return rng.next_piece(pieces).into();
    }
    let at = rng.below(list.len());
    if let TokenTree::Group(group) = &list[at]
        && rng.chance(90)
    {
        let inside = edited(group.stream(), rough, rng, own, pieces);
        list[at] = Group::new(group.delimiter(), inside).into();
        return list.into_iter().collect();
    }
    if !rough {
        if let Some(tree) = like(&list[at], rng, own) {
            list[at] = tree;
        }
        return list.into_iter().collect();
    }
    let other = rng.below(list.len());
    match rng.below(10) {
        0 => drop(list.remove(at)),
        1 => list.insert(at, list[other].clone()),
        2 => list.swap(at, other),
        3 => list[at] = rng.next_piece(pieces),
        4 => list.insert(at, rng.next_piece(pieces)),
        5 | 6 => list[at] = rng.next_piece(own),
        7 => {
            let numbers = [0, 1, 2, 7, 64, 255, 1000, i64::from(i32::MAX), 1 << 40, i64::MAX];
            list[at] = Literal::i64_unsuffixed(rng.pick(&numbers)).into();
        }
        8 => {
            let inside = list.drain(at.min(other)..=at.max(other)).collect();
            let delimiter =
                rng.pick(&[Delimiter::Parenthesis, Delimiter::Bracket, Delimiter::Brace]);
            list.insert(at.min(other), Group::new(delimiter, inside).into());
        }
        _ => list.truncate(at),
    }
    list.into_iter().collect()
}

impl Rng {
    fn next_piece(&mut self, of: &[TokenTree]) -> TokenTree {
        of[self.below(of.len())].clone()
    }
}

/// Looks at what editors see: items, if the header can be read.
fn view(text: TokenStream, name: &str) {
    let source = text.to_string();
    let readable = syntax::parse::parse(text.clone(), &mut Errors::default()).is_some();
    let view = pipeline_lang::editor::view(text);
    assert_eq!(!view.is_empty(), readable, "{name}:\n{source}");
    let items = syn::parse2::<syn::File>(view);
    assert!(items.is_ok(), "{name}: {:?}\n{source}", items.err());
}

/// Expands in bounded time, and gives the first error, if there is one.
fn expand(text: TokenStream, name: &str) -> Option<String> {
    let source = text.to_string();
    view(text.clone(), name);
    let start = Instant::now();
    let items = catch_unwind(|| sound::expand(text)).unwrap_or_else(|cause| {
        println!("{name}:\n{source}");
        resume_unwind(cause)
    });
    let took = start.elapsed();
    assert!(took < LONGEST, "{name} took {took:?}:\n{source}");
    errors(&items).next()
}

#[test]
fn edited_pipelines_give_errors() {
    let pieces: Vec<TokenTree> = tokens(PIECES).into_iter().collect();
    let (first, count) = (setting("FIRST_SEED", 0), setting("MUTANTS", 2500));
    let (mut right, mut slowest) = (0, (Duration::ZERO, 0));
    for seed in first..first + count {
        let mut rng = Rng::new(seed);
        let mut text = tokens(&generate(seed, "p", SCOPE).text);
        let mut own = Vec::new();
        flattened(text.clone(), &mut own);
        let rough = rng.chance(40);
        for _ in 0..1 + rng.below(3) {
            text = edited(text, rough, &mut rng, &own, &pieces);
        }
        let start = Instant::now();
        let error = expand(text, &format!("seed {seed}"));
        slowest = slowest.max((start.elapsed(), seed));
        right += u64::from(error.is_none());
    }
    println!("{count} edited pipelines, {right} still right; slowest {slowest:?}");
    assert!(right * 2 < count || count < 100, "most edits should break something: {right}");
}

#[test]
fn right_pipelines_expand_to_items() {
    for seed in 0..setting("EXPANSIONS", 150) {
        let generated = generate(seed, "p", SCOPE);
        let error = expand(tokens(&generated.text), &format!("seed {seed}"));
        assert!(error.is_none(), "seed {seed}: {error:?}\n{}", generated.text);
    }
}
