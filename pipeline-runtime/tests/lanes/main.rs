//! Every operation of the vectors of every instruction set against one lane, and one lane against
//! plain Rust.

use std::fmt::Debug;
use std::ops::Range;

use pipeline_runtime::exec::{InstructionSet, Kernel, launch, on};
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
fn processors_with_avx2_use_it() {
    let sets = InstructionSet::available();
    assert_eq!(sets[0], InstructionSet::Build);
    #[cfg(all(target_arch = "x86_64", not(all(target_feature = "avx2", target_feature = "fma"))))]
    {
        let has = std::arch::is_x86_feature_detected!("avx2")
            && std::arch::is_x86_feature_detected!("fma");
        assert_eq!(sets.contains(&InstructionSet::Avx2), has);
        if !has {
            eprintln!("NOT TESTED: the lanes on AVX2, which this processor lacks");
        }
    }
    #[cfg(not(all(
        target_arch = "x86_64",
        not(all(target_feature = "avx2", target_feature = "fma"))
    )))]
    assert!(std::panic::catch_unwind(|| on(InstructionSet::Avx2, || ())).is_err());
}
