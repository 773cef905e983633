//! Token streams that are nearly right, and some that are not even nearly: no panic, no hang.

use std::time::{Duration, Instant};

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

use super::{right, sexpr, tokens};
use crate::error::Errors;
use crate::syntax::parse::{parse, parse_header};

const BLOCKS: [&str; 4] = [
    "/// Corners.
    #[machine(haswell)]
    #[inline]
    pub(crate) fn harris<T: u8, f32>(img: [T; rows + 2, 0..=cols], k: f32) -> (response, down[1])
    where rows ~ 6400, cols >= 512, rows % 8 == 0
    {
        const N = 4;
        fn lerp(a, b, t) = a + t * (b - a);
        border img = constant(-1);
        border f[k] = mirror101;
        iy(y, x) = stencil(img, 1.0 / 12.0, [[-1, -2, -1], [0, 0, 0], [1, 2, 1]]);
        sxx(y, x) = sum(dy in -1..=1, dx in -1..=1; iy(y + dy, x + dx) * 2.5e-3f32);
        response(y, x): f32 in [1..=rows, 0..cols step 2] = sxx(y, x) as f32 - 0.04 * k.min(1.);
    }",
    "fn hist(img: [u8; rows, cols]) -> hist {
        hist(b) in [0..256]: u32 = 0;
        hist(img(y, x)) += 1 for (y, x) in [0..rows, 0..cols];
        most(b) max= if img(b, 0) > 3u8 { -1 } else if !c { 2 } else { 3 } for b in [0..=9];
        f(y) = case { y < 2 && y != 1 => a | b, y == 3 => { let a = 1; let b = a ^ 2; b }, else => 0 };
    }",
    "fn pyramid(img: [f32; n]) -> out[3] {
        for k in 1..4 {
            if k > 2 { down[k](y) = down[k - 1](2*y); } else if k == 1 { const A = 0xFF; }
            else { up[k][0](y) = any(d in 0..2; up[k - 1][d](y / 2) >= 1 << 3) as u8; }
        }
        out(y) = min(a.clamp(0, 255), b >> 2) % 7 & !c;
    }",
    "fn short() -> f { f(x) = 1; }",
];

/// Everything an edit may put in a place, right or wrong.
const PIECES: &str = "+ - * / % ! & | ^ < > = == != <= >= << >> && || .. ..= ... -> => :: : ; , . \
    # ? @ $ ~ += -= *= 'a fn const border for if else in as let mut where case step pub match \
    sum min max constant clamp true _ f y x k r#type 0 1 255u8 1.5 1e9 2x \"text\" 'c' b'x' \
    99999999999999999999999999999999999999999999 () [] {} (a) [k] (y, x) {a} (d in 0..2; d) \
    [0..rows] {let a = 1; a} #[doc] {f(y) = 1;}";

/// A small generator with a fixed seed (splitmix64).
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % n.max(1) as u64) as usize
    }

    fn piece(&mut self, pieces: &[TokenTree]) -> TokenTree {
        pieces[self.below(pieces.len())].clone()
    }

    fn delimiter(&mut self) -> Delimiter {
        [Delimiter::Parenthesis, Delimiter::Bracket, Delimiter::Brace, Delimiter::None]
            [self.below(4)]
    }
}

/// The same tokens after one edit somewhere in them.
fn edited(stream: TokenStream, random: &mut Random, pieces: &[TokenTree]) -> TokenStream {
    let mut list: Vec<TokenTree> = stream.into_iter().collect();
    let at = random.below(list.len());
    if list.is_empty() {
        return random.piece(pieces).into();
    }
    if let TokenTree::Group(group) = &list[at]
        && random.below(8) > 0
    {
        let inside = edited(group.stream(), random, pieces);
        list[at] = Group::new(group.delimiter(), inside).into();
        return list.into_iter().collect();
    }
    let other = random.below(list.len());
    match random.below(9) {
        0 => drop(list.remove(at)),
        1 => list.insert(at, list[other].clone()),
        2 => list.swap(at, other),
        3 => list[at] = random.piece(pieces),
        4 | 5 => list.insert(at, random.piece(pieces)),
        6 => list.truncate(at),
        7 => {
            let inside = list.drain(at.min(other)..=at.max(other)).collect();
            list.insert(at.min(other), Group::new(random.delimiter(), inside).into());
        }
        _ => {
            let mut deep = list[at].clone();
            for _ in 0..random.below(300) {
                deep = Group::new(random.delimiter(), deep.into()).into();
            }
            list[at] = deep;
        }
    }
    list.into_iter().collect()
}

/// Reads the tokens both ways and looks at what comes out.
fn read(stream: &TokenStream) {
    let mut errors = Errors::default();
    let block = parse(stream.clone(), &mut errors);
    assert!(block.is_some() || !errors.is_empty(), "{stream}");
    assert!(errors.iter().all(|(_, message)| message.len() > 10), "{stream}");
    assert_eq!(block.is_some(), parse_header(stream.clone()).is_some(), "{stream}");
    for item in block.iter().flat_map(|block| &block.items) {
        assert!(sexpr::item(item).starts_with('('));
    }
}

/// Runs `read` often, and fails when that takes longer than any sound reader would.
fn repeat(times: usize, mut next: impl FnMut(usize) -> TokenStream) {
    let start = Instant::now();
    for i in 0..times {
        read(&next(i));
    }
    assert!(start.elapsed() < Duration::from_secs(120), "{:?}", start.elapsed());
}

#[test]
fn edited_blocks() {
    let pieces: Vec<TokenTree> = tokens(PIECES).into_iter().collect();
    let blocks = BLOCKS.map(tokens);
    let mut random = Random(1);
    repeat(8000, |i| {
        let mut stream = blocks[i % blocks.len()].clone();
        for _ in 0..=random.below(4) {
            stream = edited(stream, &mut random, &pieces);
        }
        stream
    });
}

#[test]
fn random_tokens() {
    let pieces: Vec<TokenTree> = tokens(PIECES).into_iter().collect();
    let mut random = Random(2);
    repeat(4000, |i| {
        let body: TokenStream = (0..random.below(40)).map(|_| random.piece(&pieces)).collect();
        let mut stream = tokens(["", "fn p() -> f", "fn p() -> f where", "fn p"][i % 4]);
        stream.extend([TokenTree::Group(Group::new(random.delimiter(), body.clone()))]);
        if i % 4 == 0 { body } else { stream }
    });
}

#[test]
fn long_blocks_take_linear_time() {
    for piece in ["f(y) = 1;", "f(y) = ;", "f", ";", "#", "{", "for k in 0..2 { f(y) = 1 }", "- 1"]
    {
        let many = piece.replace('{', "{}").replace("{} f(y) = 1 }", "{ f(y) = 1 }").repeat(5000);
        read(&tokens(&format!("fn p() -> f {{ {many} }}")));
        read(&tokens(&format!("fn p() -> f {{ f(y) = {many} }}")));
        read(&tokens(&format!("fn p({many}) -> f where {many} {{ }}")));
    }
}

#[test]
fn the_blocks_are_right() {
    for block in BLOCKS {
        right(block);
    }
}
