//! Clamps to the range of what they are cast to, and casts that saturate, are one instruction where
//! the instruction set has one. Nothing in the runtime asks for these two: LLVM finds them.

use std::io::Write;

use iced_x86::{Decoder, DecoderOptions, Mnemonic};
use object::{Object, ObjectSection, ObjectSymbol};

mod built;

/// Words to bytes, and numbers to words.
const PACKS: [Mnemonic; 2] = [Mnemonic::Vpmovuswb, Mnemonic::Vpmovsdw];

#[test]
fn clamps_that_are_cast_are_saturating_packs() {
    let program = built::program("pipeline-code-tests");
    let program = object::File::parse(&program[..]).expect("an object file");
    let text = program.section_by_name(".text").expect("a section of code");
    let (start, code) = (text.address(), text.data().expect("its bytes"));
    let named = |s: &object::Symbol<'_, '_>| s.name().is_ok_and(|n| n.contains("run_on_avx512"));
    let kernels: Vec<_> = program.symbols().filter(named).collect();
    if kernels.is_empty() {
        // Past the harness, which keeps what `eprintln!` prints in a test that passes.
        let message = "skipped: the program has no kernels for AVX-512, or none with names";
        writeln!(std::io::stderr(), "{message}").expect("a place for messages");
        return;
    }
    let mut found = [0; PACKS.len()];
    for kernel in kernels {
        let at = (kernel.address() - start) as usize;
        let code = &code[at..at + kernel.size() as usize];
        for instruction in Decoder::with_ip(64, code, kernel.address(), DecoderOptions::NONE) {
            for (count, pack) in found.iter_mut().zip(PACKS) {
                *count += usize::from(instruction.mnemonic() == pack);
            }
        }
    }
    // One for the clamp, one for the cast.
    assert!(found.iter().all(|count| *count >= 2), "{PACKS:?}: {found:?}");
}
