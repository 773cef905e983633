//! Running kernels: in parallel over rows, each chunk on the widest instruction set at hand.

mod companion;
mod dispatch;
mod ends;
mod row;
mod rows;
mod runs;
mod scope;
mod team;
mod times;

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use crate::lanes::Widths;
#[cfg(target_arch = "x86_64")]
use crate::lanes::loads;
use crate::pad::Arena;
use companion::with_enough_stack;
use dispatch::dispatch;

pub use dispatch::{InstructionSet, instruction_set, on};
pub use rows::Rows;
pub use runs::strips_of_a_run;
pub(crate) use scope::is_serial;
pub use scope::serially;
pub(crate) use team::for_each;
pub use times::{NestTime, nest_times};

/// No chunk has fewer points, and so a launch of less than two such chunks stays on its thread:
/// some ten microseconds of work, about what handing it out costs.
const GRAIN: usize = 16 * 1024;

/// Chunks per thread: enough to even out unequal progress, few enough for chunks to keep the
/// rows they share with their neighbours.
const CHUNKS_PER_THREAD: usize = 6;

/// A loop nest over rows, written once for every instruction set.
pub trait Kernel: Sync {
    /// Whether it [looks up](crate::lanes::Isa::look_up) entries of tables. On AVX-512 that takes
    /// VBMI, too: where a processor has none, the kernel runs on AVX2.
    const TABLES: bool = false;

    /// Whether it computes in vectors. What single points gain from an instruction set are fused
    /// multiply-adds, which AVX2 has already: such a kernel has no code for AVX-512, and runs on
    /// AVX2 there.
    const VECTORS: bool = true;

    /// The name of the nest that it is a part of, if it is generated.
    const NEST: &'static str = "";

    /// Computes some of the rows.
    ///
    /// # Safety
    /// As the kernel requires; at least, no row may run twice at the same time.
    unsafe fn run<W: Widths>(&self, rows: Range<usize>);

    /// Bytes that a task takes from its thread's [`Arena`].
    fn scratch_bytes(&self) -> usize {
        0
    }
}

/// Runs a kernel on rows `0..rows`, each exactly once, in chunks of consecutive rows.
///
/// The chunks run on the current rayon pool, so `pool.install(…)` around a pipeline works, and on
/// the calling thread; on that one alone if there is little work, a single thread, or inside
/// [`serially`]. In builds with debug assertions, a
/// *companion* with more stack stands in for each of these threads where the kernel is generated.
///
/// The calling thread must have [reserved](Arena::reserve) the kernel's scratch memory.
///
/// # Safety
/// It must be sound to run the kernel on any disjoint ranges of `0..rows` at the same time.
pub unsafe fn launch<K: Kernel>(kernel: &K, rows: usize, points_per_row: usize) {
    let set = instruction_set();
    #[cfg(target_arch = "x86_64")]
    loads::choose();
    let chunk = chunk_rows(rows, points_per_row);
    // SAFETY: `for_each_chunk` passes disjoint ranges, and the set is available; the rest is
    // forwarded from the caller.
    let run = |range: Range<usize>| unsafe { dispatch(set, kernel, range) };
    // Kernels without a nest are written by hand.
    let task = |range: Range<usize>| match K::NEST {
        "" => run(range),
        _ => with_enough_stack(&|| run(range.clone())),
    };
    let scratch_bytes = kernel.scratch_bytes();
    times::recorded(K::NEST, || for_each_chunk(rows, chunk, scratch_bytes, &task));
}

/// Calls `task` on chunks of `0..rows`. Not generic, so that the parallel machinery is compiled
/// once and not for every kernel.
///
/// A thread that gets no scratch memory leaves its chunks to the calling thread, whose reservation
/// holds: those of whatever it ran meanwhile have ended.
pub(crate) fn for_each_chunk(
    rows: usize,
    chunk: usize,
    scratch_bytes: usize,
    task: &(dyn Fn(Range<usize>) + Sync),
) {
    if chunk >= rows {
        if rows > 0 {
            task(0..rows);
        }
        return;
    }
    let left = Mutex::new(Vec::new());
    team::for_each(rows.div_ceil(chunk), &|i| {
        let first = i * chunk;
        let range = first..rows.min(first.saturating_add(chunk));
        match Arena::reserve(scratch_bytes) {
            Ok(_reservation) => task(range),
            Err(_) => left.lock().unwrap_or_else(PoisonError::into_inner).push(range),
        }
    });
    left.into_inner().unwrap_or_else(PoisonError::into_inner).into_iter().for_each(task);
}

/// Rows per chunk; `rows` or more where the calling thread had better do everything.
pub(crate) fn chunk_rows(rows: usize, points_per_row: usize) -> usize {
    let points = rows.saturating_mul(points_per_row);
    if points < 2 * GRAIN || scope::is_serial() {
        return rows;
    }
    let threads = rayon::current_num_threads();
    if threads == 1 {
        return rows;
    }
    let even = rows.div_ceil(threads.saturating_mul(CHUNKS_PER_THREAD));
    even.max(GRAIN.div_ceil(points_per_row.max(1)))
}
