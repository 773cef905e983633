//! Blocks with tokens deleted, doubled, swapped and replaced: any result is right, except a panic,
//! a stage graph that is malformed, or silence about a block that has none.

use super::*;
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

/// Numbers that look random: the same ones in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n.max(1) as u64) as usize
    }
}

const WORDS: &str = "0 1 2 -1 3.5 25 10000 2147483648 300u8 img fimg k n rows cols y x out s f h N \
    u8 i32 f32 bool T true false sum min max stencil clamp select sqrt saturate if else case for \
    in step const border clamp constant let as + - * / % << >> & | ^ ! && || == < <= = => , ; : \
    .. ..= += ( ) [ ] { } (y,x) [0] [k] [1,2] {1}";

fn tokens(text: &str) -> TokenStream {
    text.parse().unwrap_or_default()
}

/// Number of tokens, those in groups included.
fn size(tree: &TokenTree) -> usize {
    match tree {
        TokenTree::Group(g) => 1 + g.stream().into_iter().map(|t| size(&t)).sum::<usize>(),
        _ => 1,
    }
}

/// One change, at any token as likely as at any other.
fn mutated(stream: TokenStream, pool: &[TokenTree], random: &mut Random) -> TokenStream {
    let mut list: Vec<TokenTree> = stream.into_iter().collect();
    let mut rest = random.below(list.iter().map(size).sum());
    let mut at = 0;
    while at + 1 < list.len() && rest >= size(&list[at]) {
        rest -= size(&list[at]);
        at += 1;
    }
    if let Some(TokenTree::Group(group)) = list.get(at)
        && rest > 0
    {
        let inside = mutated(group.stream(), pool, random);
        let mut changed = Group::new(group.delimiter(), inside);
        changed.set_span(group.span());
        list[at] = changed.into();
        return list.into_iter().collect();
    }
    let word = pool[random.below(pool.len())].clone();
    match random.below(6) {
        0 if !list.is_empty() => {
            list.remove(at);
        }
        1 if !list.is_empty() => list.insert(at, list[at].clone()),
        2 if !list.is_empty() => {
            let other = random.below(list.len());
            list.swap(at, other);
        }
        3 | 4 if !list.is_empty() => list[at] = word,
        _ => list.insert(at, word),
    }
    list.into_iter().collect()
}

/// The bodies of every block of a table, in whole blocks.
fn corpus() -> Vec<TokenStream> {
    let tables = [include_str!("constructs.txt"), include_str!("errors.txt")];
    let entries = tables.iter().flat_map(|t| t.split("## ").skip(1));
    entries
        // Large on purpose, so slow.
        .filter(|entry| !entry.starts_with("too many"))
        .map(|entry| {
            let text = entry.split_once('\n').map_or("", |e| e.1);
            let text = text.split_once("\n--\n").map_or(text, |e| e.0);
            tokens(&golden::block(text))
        })
        .filter(|t| !t.is_empty())
        .collect()
}

fn check(stream: TokenStream) {
    let mut errors = Errors::default();
    let Some(block) = parse(stream, &mut errors) else { return };
    let clean = errors.is_empty();
    match elaborate(&block, &[], &mut errors) {
        Some(found) => {
            assert!(errors.is_empty());
            assert_locs(&found);
            assert_well_formed(&found);
        }
        None => assert!(!errors.is_empty(), "silence"),
    }
    let messages = rendered(&errors);
    assert!(!clean || !messages.contains("internal error"), "{messages}");
    // The signature has the shape of the header, whatever else is wrong.
    let signature = signature(&block, &[], &mut errors);
    assert_eq!(signature.params.len(), block.params.len());
    assert_eq!(signature.outputs.len(), block.outputs.len());
}

#[test]
fn mutated_blocks_never_panic() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let pool: Vec<TokenTree> = WORDS
        .split_whitespace()
        .flat_map(|w| match w {
            "(" | ")" => vec![Group::new(Delimiter::Parenthesis, TokenStream::new()).into()],
            "[" | "]" => vec![Group::new(Delimiter::Bracket, TokenStream::new()).into()],
            "{" | "}" => vec![Group::new(Delimiter::Brace, TokenStream::new()).into()],
            w => tokens(w).into_iter().collect::<Vec<TokenTree>>(),
        })
        .collect();
    let corpus = corpus();
    for round in 0..6000 {
        let mut stream = corpus[round % corpus.len()].clone();
        for _ in 0..=random.below(3) {
            stream = mutated(stream, &pool, &mut random);
        }
        let text = stream.to_string();
        if std::panic::catch_unwind(|| check(stream)).is_err() {
            panic!("round {round}: {text}");
        }
    }
}
