//! The same programs as loops over rows, as one writes them in Rust: slices, iterators, and a pool
//! of threads.

pub mod colours;
pub mod edges;
pub mod mosaic;
pub mod order;
pub mod points;
pub mod sizes;
pub mod smooth;

use pipeline::{InstructionSet, instruction_set};
use rayon::prelude::*;

/// Runs a loop over the rows of a result, with their numbers.
pub fn rows<T: Send>(out: &mut [T], width: usize, row: impl Fn(usize, &mut [T]) + Sync) {
    rows_with(
        out,
        width,
        || (),
        #[inline(always)]
        |(), y, out| row(y, out),
    );
}

/// The same with memory that a task uses again for each of its rows.
pub fn rows_with<T: Send, M>(
    out: &mut [T],
    width: usize,
    memory: impl Fn() -> M + Send + Sync,
    row: impl Fn(&mut M, usize, &mut [T]) + Sync,
) {
    let set = instruction_set();
    let rows = out.par_chunks_mut(width).with_min_len(64).enumerate();
    rows.for_each_init(memory, |memory, (y, out)| {
        compiled_for(
            set,
            #[inline(always)]
            || row(memory, y, out),
        );
    });
}

/// Runs what is inlined here on the instruction set that the pipelines run on.
#[inline(always)]
pub fn compiled_for<R>(set: InstructionSet, f: impl FnOnce() -> R) -> R {
    #[cfg(target_arch = "x86_64")]
    match set {
        // SAFETY: pipelines run on nothing that the processor lacks.
        InstructionSet::Avx512 => unsafe { avx512(f) },
        // SAFETY: likewise.
        InstructionSet::Avx2 => unsafe { avx2(f) },
        InstructionSet::Build => f(),
    }
    #[cfg(not(target_arch = "x86_64"))]
    f()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma")]
fn avx512<R>(f: impl FnOnce() -> R) -> R {
    f()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn avx2<R>(f: impl FnOnce() -> R) -> R {
    f()
}

/// A row of a picture, or the nearest one.
pub fn row<T>(img: &[T], width: usize, y: isize) -> &[T] {
    let last = (img.len() / width) as isize - 1;
    &img[y.clamp(0, last) as usize * width..][..width]
}

/// Repeats the first and the last pixel of a row that begins and ends with room for `pixels` more.
pub fn repeat_ends<T: Copy>(row: &mut [T], pixels: usize, channels: usize) {
    let end = row.len() - pixels * channels;
    for x in (0..pixels * channels).rev() {
        row[x] = row[x + channels];
    }
    for x in end..row.len() {
        row[x] = row[x - channels];
    }
}
