//! Every application under every strategy and cost model, through the loop-nest interpreter.
//!
//! Their own tests run what the compiler makes of them in two ways on several threads; these
//! compare the loop nests of all ways, which need no compiling.

mod common;

use common::check::{Outcome, check_application};
use proc_macro2::{Delimiter, Group, Literal, TokenStream, TokenTree};
use std::path::PathBuf;

/// The `variants!` block somewhere in these tokens.
fn block(tokens: TokenStream) -> Option<TokenStream> {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for (i, token) in tokens.iter().enumerate() {
        let TokenTree::Group(group) = token else { continue };
        let named = i >= 2 && tokens[i - 2].to_string() == "variants";
        let found = match group.delimiter() {
            Delimiter::Brace if named && tokens[i - 1].to_string() == "!" => Some(group.stream()),
            _ => block(group.stream()),
        };
        if found.is_some() {
            return found;
        }
    }
    None
}

/// The parameters of the macros that the multigrid cycles share, replaced.
fn replaced(tokens: TokenStream, arguments: &[(&str, i64)]) -> TokenStream {
    let (mut found, mut tokens) = (Vec::new(), tokens.into_iter());
    while let Some(token) = tokens.next() {
        found.push(match token {
            TokenTree::Punct(punct) if punct.as_char() == '$' => {
                let name = tokens.next().expect("a name after `$`").to_string();
                match arguments.iter().find(|(own, _)| *own == name) {
                    Some((_, value)) => Literal::i64_unsuffixed(*value).into(),
                    None if name == "summary" => Literal::string("").into(),
                    None => proc_macro2::Ident::new("cycle", punct.span()).into(),
                }
            }
            TokenTree::Group(group) => {
                Group::new(group.delimiter(), replaced(group.stream(), arguments)).into()
            }
            other => other,
        });
    }
    found.into_iter().collect()
}

fn agrees(file: &str, arguments: &[(&str, i64)], sizes: &[i64]) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../examples/apps").join(file);
    let text = std::fs::read_to_string(&path).expect("an application's file");
    let tokens = block(text.parse().expect("Rust")).expect("a block of an application");
    let (outcome, nests) = check_application(&replaced(tokens, arguments).to_string(), sizes);
    match outcome {
        Outcome::Agreed(_) => println!("{file} {arguments:?}: {nests} loop nests"),
        Outcome::Refused(messages) => panic!("{file} is refused: {messages:?}"),
        Outcome::Wrong(what) => panic!("{file}: {what}"),
    }
}

macro_rules! applications {
    ($($name:ident: $($size:literal)*;)*) => {$(
        #[test]
        fn $name() {
            agrees(concat!(stringify!($name), "/src/lib.rs"), &[], &[$($size),*]);
        }
    )*};
}

applications! {
    bilateral_grid: 16 24;
    blur: 23 17;
    camera_pipeline: 78 94;
    enhance: 17 13;
    harris: 17 37;
    harris_hipacc: 17 23;
    local_laplacian: 128 131;
    minifluxdiv: 7;
    multiscale_interpolate: 512 512;
    night: 17 23;
    pyramid_blending: 16 24;
    resize: 13 17;
    shi_tomasi: 17 23;
    sobel: 17 23;
    transpose: 17 23;
    unsharp_hipacc: 17 23;
    unsharp_mask: 17 23;
    wavelet: 18 22;
}

fn cycle(file: &str, smoothing: [i64; 3], cycles: i64) {
    let [pre, post, coarse] = smoothing;
    let arguments = [("pre", pre), ("post", post), ("coarse", coarse), ("cycles", cycles)];
    agrees(&format!("multigrid/src/{file}.rs"), &arguments, &[1]);
}

#[test]
fn multigrid_in_the_plane() {
    cycle("plane", [4, 4, 4], 1);
    cycle("plane", [10, 0, 0], 1);
    cycle("plane", [4, 4, 4], 2);
    cycle("plane", [10, 0, 0], 2);
}

#[test]
fn multigrid_in_space() {
    cycle("space", [4, 4, 4], 1);
    cycle("space", [10, 0, 0], 1);
    cycle("space", [4, 4, 4], 2);
    cycle("space", [10, 0, 0], 2);
}
