//! What is kept from call to call: who gets it back, and when it is freed.

use std::alloc::{GlobalAlloc, Layout, System};
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::null_mut;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

use pipeline_runtime::exec::{Kernel, launch};
use pipeline_runtime::full::{Full, Slot};
use pipeline_runtime::lanes::Widths;
use pipeline_runtime::pad::Arena;
use pipeline_runtime::{Buffer, Error, Image, trim};

/// Counts what the runtime allocates, and refuses when too many bytes are in use.
struct Counting;

/// Whether nobody but the runtime allocates this.
fn is_counted(layout: Layout) -> bool {
    layout.align() >= 64 && layout.size() >= 100_000
}

static CALLS: AtomicUsize = AtomicUsize::new(0);
static IN_USE: AtomicUsize = AtomicUsize::new(0);
static MOST: AtomicUsize = AtomicUsize::new(usize::MAX);

// SAFETY: every call is passed on to the system's allocator as it is, or refused.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if is_counted(layout) {
            CALLS.fetch_add(1, Relaxed);
            if IN_USE.load(Relaxed) + layout.size() > MOST.load(Relaxed) {
                return null_mut();
            }
            IN_USE.fetch_add(layout.size(), Relaxed);
        }
        // SAFETY: forwarded from the caller.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        if is_counted(layout) {
            IN_USE.fetch_sub(layout.size(), Relaxed);
        }
        // SAFETY: forwarded from the caller.
        unsafe { System.dealloc(memory, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// One test at a time, from an empty pool on: the counters are shared.
fn alone() -> MutexGuard<'static, ()> {
    static ONE: Mutex<()> = Mutex::new(());
    let one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    trim();
    assert_eq!(IN_USE.load(Relaxed), 0, "the test before has freed everything");
    one
}

/// How many large allocations `f` makes.
fn allocations(f: impl FnOnce()) -> usize {
    let before = CALLS.load(Relaxed);
    f();
    CALLS.load(Relaxed) - before
}

#[test]
fn slots_and_images_pass_their_memory_on() {
    let _alone = alone();
    let call = || {
        let mut slot = Slot::default();
        Full::<f32, 1>::new(&mut slot, [0], [999_999]).unwrap();
        Full::<f32, 1>::new(&mut slot, [0], [1_999_999]).unwrap();
        let image = Image::new([1000, 1000], 1.0f32);
        assert!(image.as_slice().iter().all(|x| *x == 1.0));
    };
    assert_eq!(allocations(call), 2, "the image has what the slot had first");
    assert_eq!(allocations(call), 0);
    std::thread::spawn(move || assert_eq!(allocations(call), 0)).join().unwrap();
    let kept = IN_USE.load(Relaxed);
    assert!((12_000_000..14_000_000).contains(&kept), "{kept} bytes are kept");
    trim();
    assert_eq!(IN_USE.load(Relaxed), 0);
    assert_eq!(allocations(call), 2);
}

#[test]
fn sizes_that_differ_a_little_share_memory() {
    let _alone = alone();
    drop(Buffer::<u8>::uninit(1_000_000).unwrap());
    assert_eq!(allocations(|| drop(Buffer::<u8>::uninit(1_020_000).unwrap())), 0);
    assert_eq!(allocations(|| drop(Buffer::<u8>::uninit(500_000).unwrap())), 1);
}

#[test]
fn no_more_than_the_limit_is_kept() {
    let _alone = alone();
    let buffers: Vec<_> = (0..12).map(|_| Buffer::<u8>::uninit(100 << 20)).collect();
    drop(buffers);
    let kept = IN_USE.load(Relaxed);
    assert!((900 << 20..=1 << 30).contains(&kept), "{kept} bytes are kept");
}

#[test]
fn what_is_kept_is_no_reason_to_run_out() {
    let _alone = alone();
    drop(Buffer::<u8>::uninit(60 << 20).unwrap());
    MOST.store(100 << 20, Relaxed);
    let larger = Buffer::<u8>::uninit(80 << 20);
    let refused = Buffer::<u8>::uninit(80 << 20);
    let scratch = Arena::reserve(80 << 20);
    MOST.store(usize::MAX, Relaxed);
    assert!(larger.is_ok());
    assert!(matches!(refused, Err(Error::OutOfMemory { .. })));
    assert!(matches!(scratch, Err(Error::OutOfMemory { .. })));
}

/// Takes scratch memory, and panics at a row.
struct Task {
    panics_at: usize,
}

const SCRATCH: usize = 200_000;

impl Kernel for Task {
    unsafe fn run<W: Widths>(&self, rows: Range<usize>) {
        for row in rows {
            let _arena = Arena::take(SCRATCH);
            assert!(row != self.panics_at, "on purpose");
        }
    }

    fn scratch_bytes(&self) -> usize {
        SCRATCH
    }
}

#[test]
fn scratch_memory_comes_back_from_every_thread() {
    let _alone = alone();
    for threads in [1, 3] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let call = |panics_at| {
            pool.install(|| {
                let _reservation = Arena::reserve(SCRATCH).unwrap();
                // SAFETY: the kernel may run on any rows at any time.
                unsafe { launch(&Task { panics_at }, 4096, 4096) };
            });
        };
        call(usize::MAX);
        assert!(IN_USE.load(Relaxed) <= threads * SCRATCH);
        assert!(catch_unwind(AssertUnwindSafe(|| call(77))).is_err());
        // Threads are still there, and have nothing of it.
        trim();
        assert_eq!(IN_USE.load(Relaxed), 0, "{threads} threads");
    }
}
