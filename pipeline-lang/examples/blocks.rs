//! Writes the blocks of the documents to a folder, a file each: fuzzing starts from them.
//!
//! ```sh
//! cargo run -p pipeline-lang --example blocks -- fuzz/corpus/expand
//! ```

#[path = "../tests/common/documents.rs"]
mod documents;

use std::path::{Path, PathBuf};

fn main() -> std::io::Result<()> {
    let folder = std::env::args_os().nth(1).map(PathBuf::from);
    let folder =
        folder.ok_or_else(|| std::io::Error::other("the folder to write to is missing"))?;
    std::fs::create_dir_all(&folder)?;
    for block in documents::blocks(&Path::new(env!("CARGO_MANIFEST_DIR")).join("..")) {
        std::fs::write(folder.join(block.name), block.tokens.to_string())?;
    }
    Ok(())
}
