//! Every block of the documents expands; fuzzing starts from them, so they must be found.

mod common;

use common::documents::blocks;
use common::sound::{errors, expand};
use std::path::Path;

#[test]
fn blocks_of_the_documents_expand() {
    let blocks = blocks(&Path::new(env!("CARGO_MANIFEST_DIR")).join(".."));
    let (mut right, mut wrong) = (0, 0);
    for block in &blocks {
        match errors(&expand(block.tokens.clone())).next() {
            None => right += 1,
            Some(message) => {
                wrong += 1;
                println!("{}: {message}", block.name);
            }
        }
    }
    println!("{right} right blocks, {wrong} wrong ones");
    let of = |document: &str| blocks.iter().filter(|b| b.name.starts_with(document)).count();
    // The guide shows every construct, and every class of error.
    assert!(of("readme-") >= 2 && of("language-") >= 30 && of("errors-") >= 20);
    assert!(right >= 40 && wrong >= 20);
}
