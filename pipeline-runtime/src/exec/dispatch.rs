//! The instruction set of a launch, chosen at run time.

use std::cell::Cell;
use std::ops::Range;

use super::Kernel;
#[cfg(target_arch = "x86_64")]
use crate::lanes::Avx2;
#[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
use crate::lanes::Wide;
use crate::stream;

/// The lanes that are compiled for the target features of the build.
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
type OfBuild = Avx2;
#[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
type OfBuild = Wide;

/// What kernels can run on. All give the same bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InstructionSet {
    /// The target features of the build.
    Build,
    /// AVX2, in a build for x86-64 whose own target features lack it.
    Avx2,
}

impl InstructionSet {
    /// Those that this build has, and this processor too, the widest last.
    pub fn available() -> &'static [InstructionSet] {
        if has_avx2() {
            &[InstructionSet::Build, InstructionSet::Avx2]
        } else {
            &[InstructionSet::Build]
        }
    }

    /// What launches of the calling thread run on: the widest, unless inside [`on`].
    pub(super) fn current() -> Self {
        FORCED.get().unwrap_or(match Self::available() {
            [.., widest] => *widest,
            [] => InstructionSet::Build,
        })
    }
}

/// Whether there are entry points for AVX2, and the processor has it. The standard library asks the
/// processor once.
fn has_avx2() -> bool {
    #[cfg(all(target_arch = "x86_64", not(target_feature = "avx2")))]
    return std::arch::is_x86_feature_detected!("avx2");
    #[cfg(not(all(target_arch = "x86_64", not(target_feature = "avx2"))))]
    false
}

thread_local! {
    static FORCED: Cell<Option<InstructionSet>> = const { Cell::new(None) };
}

/// Puts back what was forced before, when dropped, so that a panic does too.
struct Restore(Option<InstructionSet>);

impl Drop for Restore {
    fn drop(&mut self) {
        FORCED.set(self.0);
    }
}

/// Runs `f` with every launch of the calling thread on the given instruction set, and the tasks of
/// these launches on whatever thread. For tests and measurements.
///
/// # Panics
/// If the set is not [available](InstructionSet::available).
pub fn on<T>(set: InstructionSet, f: impl FnOnce() -> T) -> T {
    assert!(InstructionSet::available().contains(&set), "{set:?} is not available here");
    let _restore = Restore(FORCED.replace(Some(set)));
    f()
}

/// Runs a kernel on the given rows, here and now.
///
/// # Safety
/// As the kernel requires, and the instruction set must be available.
pub(super) unsafe fn dispatch<K: Kernel>(set: InstructionSet, kernel: &K, rows: Range<usize>) {
    match set {
        #[cfg(all(target_arch = "x86_64", not(target_feature = "avx2")))]
        // SAFETY: forwarded from the caller; AVX2 is available.
        InstructionSet::Avx2 => unsafe { kernel.run_on_avx2(rows) },
        // A build with AVX2 has no entry point of its own for it.
        #[cfg(not(all(target_arch = "x86_64", not(target_feature = "avx2"))))]
        // SAFETY: forwarded from the caller.
        InstructionSet::Avx2 => unsafe { kernel.run_on_build(rows) },
        // SAFETY: forwarded from the caller.
        InstructionSet::Build => unsafe { kernel.run_on_build(rows) },
    }
    // Whoever learns that the task has ended must see all that it wrote.
    stream::fence();
}

/// A multiversioned entry point for each instruction set. A kernel is inlined into it, down to the
/// intrinsics, and is compiled for the entry point's target features. What is not inlined is
/// compiled without them, and each of its vectors passed in memory.
///
/// Methods, because the compiler puts methods of a kernel's type next to the kernel: it can then
/// adapt the functions that the kernel calls to these calls.
trait EntryPoints: Kernel {
    /// Runs the kernel with the target features of the build.
    ///
    /// # Safety
    /// As the kernel requires.
    #[inline(never)]
    unsafe fn run_on_build(&self, rows: Range<usize>) {
        // SAFETY: forwarded from the caller.
        unsafe { self.run::<OfBuild>(rows) };
    }

    /// Runs the kernel on AVX2.
    ///
    /// # Safety
    /// As the kernel requires, and the processor must have AVX2.
    #[cfg(all(target_arch = "x86_64", not(target_feature = "avx2")))]
    #[target_feature(enable = "avx2")]
    #[inline(never)]
    unsafe fn run_on_avx2(&self, rows: Range<usize>) {
        // SAFETY: forwarded from the caller.
        unsafe { self.run::<Avx2>(rows) };
    }
}

impl<K: Kernel> EntryPoints for K {}
