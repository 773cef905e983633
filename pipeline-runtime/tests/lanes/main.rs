//! Every operation of the vectors of every instruction set against one lane, and one lane against
//! plain Rust: on all pairs of numbers of 8 bits, all numbers of 16 bits, and samples beyond.

use std::fmt::Debug;
use std::io::Write;
use std::ops::Range;

use pipeline_runtime::exec::{InstructionSet, Kernel, instruction_set, launch, on};
use pipeline_runtime::lanes::pair::Twice;
use pipeline_runtime::lanes::*;

#[macro_use]
mod common;
#[macro_use]
mod arithmetic;

mod comparisons;
mod indices;
mod moves;

#[test]
fn generic_code_needs_no_bounds_beyond_the_instruction_set() {
    fn body<V: Isa>(x: V::F32, y: V::U8) -> V::F32 {
        let scaled = cast::<V, u8, f32>(y) * V::F32::splat(0.5) + x;
        let inverted = V::F32::splat(1.0) / -scaled - x % V::F32::splat(3.0);
        V::F32::select(scaled.lt(x) | inverted.ge(x), scaled.sqrt(), inverted.max(scaled))
    }
    fn show<T: Debug>(x: T) -> String {
        format!("{x:?}")
    }
    on_every_set!(|V| {
        let vector = body::<V>(Lanes::<V>::splat(2.5), Lanes::<V>::splat(9));
        let scalar = body::<Scalar>(Lane(2.5), Lane(9));
        assert_eq!(show(vector.lane(7)), show(scalar.0));
    });
}

#[test]
fn processors_run_on_the_widest_instruction_set_that_they_have() {
    let sets = InstructionSet::available();
    assert_eq!(sets[0], InstructionSet::Build);
    assert_eq!(Some(&instruction_set()), sets.last());
    for set in sets {
        assert_eq!(on(*set, instruction_set), *set);
    }
    #[cfg(all(target_arch = "x86_64", not(all(target_feature = "avx2", target_feature = "fma"))))]
    {
        use std::arch::is_x86_feature_detected as has;
        let avx2 = has!("avx2") && has!("fma");
        assert_eq!(sets.contains(&InstructionSet::Avx2), avx2);
        let words_and_bytes = has!("avx512bw") && has!("avx512dq") && has!("avx512vl");
        let avx512 = avx2 && has!("avx512f") && words_and_bytes;
        assert_eq!(sets.contains(&InstructionSet::Avx512), avx512);
    }
    #[cfg(not(all(
        target_arch = "x86_64",
        not(all(target_feature = "avx2", target_feature = "fma"))
    )))]
    assert!(std::panic::catch_unwind(|| on(InstructionSet::Avx2, || ())).is_err());
}

#[test]
fn what_this_processor_lacks_is_named() {
    #[cfg(target_arch = "x86_64")]
    let vbmi = std::arch::is_x86_feature_detected!("avx512vbmi");
    #[cfg(not(target_arch = "x86_64"))]
    let vbmi = false;
    let names: Vec<String> = InstructionSet::available().iter().map(|s| s.to_string()).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    for set in untested(&names, vbmi) {
        // Past the harness, which keeps what `eprintln!` prints in a test that passes.
        writeln!(std::io::stderr(), "NOT TESTED on this processor: lanes on {set}")
            .expect("a place for messages");
    }
    assert_eq!(untested(&["SSE2"], false), ["AVX2", "AVX-512", "AVX-512 with VBMI"]);
    assert_eq!(untested(&["SSE2", "AVX2"], false), ["AVX-512", "AVX-512 with VBMI"]);
    assert_eq!(untested(&["SSE2", "AVX2", "AVX-512"], false), ["AVX-512 with VBMI"]);
    assert_eq!(untested(&["SSE2", "AVX2", "AVX-512"], true), [""; 0]);
}

/// The instruction sets with vectors of their own that are not among these. Tables are looked up on
/// AVX-512 only if it has VBMI.
fn untested(tested: &[&str], vbmi: bool) -> Vec<&'static str> {
    let runs = |name| tested.contains(&name);
    let sets = [
        ("AVX2", runs("AVX2")),
        ("AVX-512", runs("AVX-512")),
        ("AVX-512 with VBMI", runs("AVX-512") && vbmi),
    ];
    sets.into_iter().filter(|(_, runs)| !runs).map(|(name, _)| name).collect()
}
