//! Once an application has run, it runs again without allocating anything.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use harness::Again;
use pipeline::serially;
use rayon::ThreadPoolBuilder;

/// Counts allocations.
struct Counting;

static OF_ALL: AtomicUsize = AtomicUsize::new(0);

thread_local! {
    static OF_THREAD: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: every call is passed on to the system's allocator as it is.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        OF_ALL.fetch_add(1, Relaxed);
        OF_THREAD.set(OF_THREAD.get() + 1);
        // SAFETY: forwarded from the caller.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: forwarded from the caller.
        unsafe { System.dealloc(memory, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// How often a run on this thread allocates.
fn alone(again: &mut Again<'_>) -> usize {
    let before = OF_THREAD.get();
    serially(again).expect("sizes that fit");
    OF_THREAD.get() - before
}

/// How often the second run on this thread allocates.
///
/// In this build the thread may wait for a companion, and the channel in between allocates when it
/// first waits in earnest, in whichever run that is: `has_waited` says that this has been.
fn second_run_alone(again: &mut Again<'_>, has_waited: &mut bool) -> usize {
    let allocations = alone(again);
    if allocations == 0 || *has_waited {
        return allocations;
    }
    *has_waited = true;
    alone(again)
}

/// How often any thread allocates during each of some runs on two threads.
fn on_two_threads(again: &mut Again<'_>) -> Vec<usize> {
    let pool = ThreadPoolBuilder::new().num_threads(2).build().expect("threads");
    let mut run = || {
        let before = OF_ALL.load(Relaxed);
        pool.install(&mut *again).expect("sizes that fit");
        OF_ALL.load(Relaxed) - before
    };
    (0..8).map(|_| run()).collect()
}

/// What rayon may allocate now and then for its queues, and the runtime for a thread that works for
/// the first time: its scratchpads, and in this build a companion with more stack.
const FEW: usize = 32;

/// A size at which there is work for two threads, few as the points are.
fn of_two_threads(name: &str) -> &'static str {
    match name {
        "multiscale_interpolate" => "512x512",
        "minifluxdiv" => "40",
        _ if name.starts_with("multigrid_3d") => "39",
        _ if name.starts_with("multigrid_2d") => "255",
        _ => "320x256",
    }
}

/// Both are one test, for the counters are shared.
#[test]
fn the_second_run_allocates_nothing() {
    let before = OF_THREAD.get();
    drop(std::hint::black_box(vec![0u8; 7]));
    assert_eq!(OF_THREAD.get() - before, 1, "allocations are counted");
    let mut counted = 0;
    let mut has_waited = false;
    for app in pipeline_apps::everything() {
        let name = app.about().name;
        for variant in ["default", "none"] {
            let size = app.about().small.parse().expect("a size");
            let mut again = app.repeatedly(variant, &size, 3).expect("inputs");
            pipeline::trim();
            counted += alone(&mut again);
            let second = second_run_alone(&mut again, &mut has_waited);
            assert_eq!(second, 0, "{name}, {variant}");
        }
        let size = of_two_threads(name).parse().expect("a size");
        let mut again = app.repeatedly("default", &size, 3).expect("inputs");
        pipeline::trim();
        let runs = on_two_threads(&mut again);
        assert!(runs[0] > 0 && runs.contains(&0), "{name} on two threads: {runs:?}");
        assert!(runs[1..].iter().all(|n| *n <= FEW), "{name} on two threads: {runs:?}");
    }
    assert!(counted > 100, "{counted} allocations of first runs");
}
