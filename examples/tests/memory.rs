//! What the applications allocate beside their inputs and outputs: scratchpads, and nothing else.

use pipeline::Image;
use pipeline_examples::{harris, unsharp_mask};
use rayon::ThreadPoolBuilder;
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Counts the bytes in use and their peak.
struct Counting;

static IN_USE: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);
static LARGEST: AtomicUsize = AtomicUsize::new(0);

// SAFETY: every call is passed on to the system's allocator as it is.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let in_use = IN_USE.fetch_add(layout.size(), Relaxed) + layout.size();
        PEAK.fetch_max(in_use, Relaxed);
        LARGEST.fetch_max(layout.size(), Relaxed);
        // SAFETY: forwarded from the caller.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        IN_USE.fetch_sub(layout.size(), Relaxed);
        // SAFETY: forwarded from the caller.
        unsafe { System.dealloc(memory, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The most bytes that a call has in use beyond what there was before, and its largest allocation.
fn beyond(call: impl FnOnce() + Send, threads: usize) -> (usize, usize) {
    let pool = ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
    pool.install(|| {});
    let before = IN_USE.load(Relaxed);
    PEAK.store(before, Relaxed);
    LARGEST.store(0, Relaxed);
    pool.install(call);
    (PEAK.load(Relaxed) - before, LARGEST.load(Relaxed))
}

/// As large as the papers' image along the rows, which the line buffers hold; fewer of them.
const ROWS: usize = 640;

const MIB: usize = 1 << 20;

/// One test, for the counters are shared.
#[test]
fn no_intermediate_has_a_buffer_of_its_own() {
    let (peak, largest) = beyond(|| drop(std::hint::black_box(vec![0u8; MIB])), 1);
    assert!(peak >= MIB && largest == MIB, "allocations are counted: {peak}, {largest}");
    for threads in [1, 2] {
        let img = Image::new([ROWS, 6400], 0.5f32);
        let mut out = Image::new([ROWS, 6400], 0.0f32);
        let full = ROWS * 6400 * 4;
        let call = || harris::into(&img, &mut out).expect("harris");
        let (peak, largest) = beyond(call, threads);
        assert!(peak < threads * MIB, "harris: {peak} bytes for {threads} threads");
        assert!(largest < full / 8, "harris allocates {largest} bytes at once");

        let img = Image::new([3, ROWS + 4, 4260], 0.5f32);
        let mut out = Image::new([3, ROWS, 4256], 0.0f32);
        let call = || unsharp_mask::into(&img, 0.001, 3.0, &mut out).expect("unsharp_mask");
        let (peak, largest) = beyond(call, threads);
        assert!(peak < threads * MIB, "unsharp_mask: {peak} bytes for {threads} threads");
        assert!(largest < full / 8, "unsharp_mask allocates {largest} bytes at once");
    }
}
