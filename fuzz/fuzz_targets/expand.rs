//! The text of a block, from its tokens to the tokens of its expansion: never a panic, and always
//! Rust. A panic that the expansion would catch ends the run as well.
#![no_main]

#[path = "../../pipeline-lang/tests/common/sound.rs"]
mod sound;

use libfuzzer_sys::{Corpus, fuzz_target};
use proc_macro2::TokenStream;

fuzz_target!(|text: &str| -> Corpus {
    let Ok(tokens) = text.parse::<TokenStream>() else { return Corpus::Reject };
    sound::expand(tokens);
    Corpus::Keep
});
