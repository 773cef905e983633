//! The instruction set of a launch, chosen at run time.

use std::cell::Cell;
use std::fmt;
use std::ops::Range;

use super::Kernel;
#[cfg(not(all(target_arch = "x86_64", target_feature = "avx2", target_feature = "fma")))]
use crate::lanes::OnBase;
#[cfg(target_arch = "x86_64")]
use crate::lanes::{OnAvx2, OnAvx512};
use crate::stream;

/// Whether the target features of the build have AVX2 and FMA.
const BUILT_FOR_AVX2: bool =
    cfg!(all(target_arch = "x86_64", target_feature = "avx2", target_feature = "fma"));

/// Whether they have what [`OnAvx512`] needs.
const BUILT_FOR_AVX512: bool = cfg!(all(
    target_arch = "x86_64",
    target_feature = "fma",
    target_feature = "avx512f",
    target_feature = "avx512bw",
    target_feature = "avx512dq",
    target_feature = "avx512vl",
));

/// What kernels can run on. All give the same bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InstructionSet {
    /// The target features of the build.
    Build,
    /// AVX2 and FMA, in a build for x86-64 whose own target features lack either.
    Avx2,
    /// AVX-512 (F, BW, DQ and VL), likewise.
    Avx512,
}

impl InstructionSet {
    /// Those that this build has, and this processor too, the widest last.
    pub fn available() -> &'static [InstructionSet] {
        use InstructionSet::{Avx2, Avx512, Build};
        match (has_avx2(), has_avx512()) {
            (false, false) => &[Build],
            (true, false) => &[Build, Avx2],
            (false, true) => &[Build, Avx512],
            (true, true) => &[Build, Avx2, Avx512],
        }
    }

    /// The one of this name: `build`, `avx2` or `avx512`.
    pub fn named(name: &str) -> Option<InstructionSet> {
        match name {
            "build" => Some(InstructionSet::Build),
            "avx2" => Some(InstructionSet::Avx2),
            "avx512" => Some(InstructionSet::Avx512),
            _ => None,
        }
    }
}

/// What pipelines that the calling thread calls run on: the widest instruction set that both the
/// build and the processor have. Results are the same bits on each.
pub fn instruction_set() -> InstructionSet {
    FORCED.get().unwrap_or(match InstructionSet::available() {
        [.., widest] => *widest,
        [] => InstructionSet::Build,
    })
}

impl fmt::Display for InstructionSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            InstructionSet::Avx512 => "AVX-512",
            InstructionSet::Avx2 => "AVX2",
            InstructionSet::Build if BUILT_FOR_AVX512 => "AVX-512",
            InstructionSet::Build if BUILT_FOR_AVX2 => "AVX2",
            InstructionSet::Build if cfg!(target_arch = "x86_64") => "SSE2",
            InstructionSet::Build if cfg!(target_arch = "aarch64") => "NEON",
            InstructionSet::Build => "the build's own",
        })
    }
}

/// Whether there are entry points for AVX2 and FMA, and the processor has both. The standard
/// library asks it once.
fn has_avx2() -> bool {
    #[cfg(target_arch = "x86_64")]
    return !BUILT_FOR_AVX2
        && std::arch::is_x86_feature_detected!("avx2")
        && std::arch::is_x86_feature_detected!("fma");
    #[cfg(not(target_arch = "x86_64"))]
    false
}

/// Whether there are entry points for AVX-512, and the processor has it.
fn has_avx512() -> bool {
    #[cfg(target_arch = "x86_64")]
    return !BUILT_FOR_AVX512
        && std::arch::is_x86_feature_detected!("avx2")
        && std::arch::is_x86_feature_detected!("fma")
        && std::arch::is_x86_feature_detected!("avx512f")
        && std::arch::is_x86_feature_detected!("avx512bw")
        && std::arch::is_x86_feature_detected!("avx512dq")
        && std::arch::is_x86_feature_detected!("avx512vl");
    #[cfg(not(target_arch = "x86_64"))]
    false
}

/// Whether the processor has AVX-512's permutations of bytes.
#[cfg(target_arch = "x86_64")]
fn has_vbmi() -> bool {
    std::arch::is_x86_feature_detected!("avx512vbmi")
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
#[cfg(target_arch = "x86_64")]
pub(super) unsafe fn dispatch<K: Kernel>(set: InstructionSet, kernel: &K, rows: Range<usize>) {
    // A build that has the features has no entry point of its own for them: one is not compiled
    // where it is known not to run.
    match set {
        // SAFETY: forwarded from the caller; AVX-512 is available.
        InstructionSet::Avx512 if !BUILT_FOR_AVX512 && K::VECTORS && !K::TABLES => unsafe {
            kernel.run_on_avx512(rows)
        },
        // SAFETY: forwarded from the caller; AVX-512 is available, and VBMI.
        InstructionSet::Avx512 if !BUILT_FOR_AVX512 && K::VECTORS && has_vbmi() => unsafe {
            kernel.run_on_avx512_with_vbmi(rows)
        },
        // SAFETY: forwarded from the caller; AVX2 and FMA are available.
        InstructionSet::Avx512 | InstructionSet::Avx2 if !BUILT_FOR_AVX2 => unsafe {
            kernel.run_on_avx2(rows)
        },
        InstructionSet::Avx512 | InstructionSet::Avx2 | InstructionSet::Build => {
            // SAFETY: forwarded from the caller.
            unsafe { kernel.run_on_build(rows) }
        }
    }
    // Whoever learns that the task has ended must see all that it wrote.
    stream::fence();
}

/// Runs a kernel on the given rows, here and now.
///
/// # Safety
/// As the kernel requires.
#[cfg(not(target_arch = "x86_64"))]
pub(super) unsafe fn dispatch<K: Kernel>(_: InstructionSet, kernel: &K, rows: Range<usize>) {
    // SAFETY: forwarded from the caller.
    unsafe { kernel.run_on_build(rows) };
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
        #[cfg(not(all(target_arch = "x86_64", target_feature = "avx2", target_feature = "fma")))]
        // SAFETY: forwarded from the caller.
        unsafe {
            self.run::<OnBase>(rows)
        };
        #[cfg(all(target_arch = "x86_64", target_feature = "avx2", target_feature = "fma"))]
        // SAFETY: forwarded from the caller; the build is for processors that have it.
        unsafe {
            if BUILT_FOR_AVX512 && (cfg!(target_feature = "avx512vbmi") || !Self::TABLES) {
                self.run::<OnAvx512>(rows)
            } else {
                self.run::<OnAvx2>(rows)
            }
        };
    }

    /// Runs the kernel on AVX2 and FMA.
    ///
    /// # Safety
    /// As the kernel requires, and the processor must have AVX2 and FMA.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,fma")]
    #[inline(never)]
    unsafe fn run_on_avx2(&self, rows: Range<usize>) {
        // SAFETY: forwarded from the caller.
        unsafe { self.run::<OnAvx2>(rows) };
    }

    /// Runs the kernel on AVX-512.
    ///
    /// # Safety
    /// As the kernel requires, and the processor must have its features F, BW, DQ and VL.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,fma,avx512f,avx512bw,avx512dq,avx512vl")]
    #[inline(never)]
    unsafe fn run_on_avx512(&self, rows: Range<usize>) {
        // SAFETY: forwarded from the caller.
        unsafe { self.run::<OnAvx512>(rows) };
    }

    /// Runs a kernel that looks up tables on AVX-512.
    ///
    /// # Safety
    /// As the kernel requires, and the processor must have its features F, BW, DQ, VL and VBMI.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,fma,avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi")]
    #[inline(never)]
    unsafe fn run_on_avx512_with_vbmi(&self, rows: Range<usize>) {
        // SAFETY: forwarded from the caller.
        unsafe { self.run::<OnAvx512>(rows) };
    }
}

impl<K: Kernel> EntryPoints for K {}
