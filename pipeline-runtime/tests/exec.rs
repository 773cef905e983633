//! Launches reach every row exactly once, on the pool and the thread they should.

use std::any::type_name;
use std::collections::HashSet;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, ThreadId};

use pipeline_runtime::exec::{InstructionSet, Kernel, launch, on};
use pipeline_runtime::lanes::Widths;
use pipeline_runtime::serially;

/// Counts the visits to each row, and who came.
struct Visits {
    rows: Vec<AtomicUsize>,
    threads: Mutex<HashSet<ThreadId>>,
    chunks: AtomicUsize,
}

impl Visits {
    fn to(rows: usize) -> Self {
        Visits {
            rows: (0..rows).map(|_| AtomicUsize::new(0)).collect(),
            threads: Mutex::new(HashSet::new()),
            chunks: AtomicUsize::new(0),
        }
    }

    fn launch(rows: usize, points_per_row: usize) -> Self {
        let visits = Visits::to(rows);
        // SAFETY: the kernel may run on any rows at any time.
        unsafe { launch(&visits, rows, points_per_row) };
        assert!(visits.rows.iter().all(|count| count.load(Ordering::Relaxed) == 1));
        visits
    }

    fn threads(&self) -> HashSet<ThreadId> {
        self.threads.lock().unwrap().clone()
    }

    fn chunks(&self) -> usize {
        self.chunks.load(Ordering::Relaxed)
    }
}

impl Kernel for Visits {
    unsafe fn run<W: Widths>(&self, rows: Range<usize>) {
        assert!(!rows.is_empty());
        self.threads.lock().unwrap().insert(thread::current().id());
        self.chunks.fetch_add(1, Ordering::Relaxed);
        for row in rows {
            self.rows[row].fetch_add(1, Ordering::Relaxed);
        }
    }
}

#[test]
fn every_row_is_run_once_in_any_pool() {
    for threads in [1, 2, 3, 7] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        for rows in [0, 1, 2, 3, 17, 128, 1000, 4099] {
            for points in [0, 1, 100, 5000, 1 << 20, usize::MAX] {
                pool.install(|| Visits::launch(rows, points));
            }
        }
    }
}

#[test]
fn work_stays_in_the_current_pool() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
    let own: HashSet<_> = pool.broadcast(|_| thread::current().id()).into_iter().collect();
    let visits = pool.install(|| Visits::launch(4096, 4096));
    assert!(visits.threads().is_subset(&own));
    assert!((12..=24).contains(&visits.chunks()), "{} chunks", visits.chunks());
}

#[test]
fn little_work_stays_on_the_calling_thread() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(4).build().unwrap();
    pool.install(|| {
        let visits = Visits::launch(100, 100);
        assert_eq!(visits.threads(), HashSet::from([thread::current().id()]));
        assert_eq!(visits.chunks(), 1);
    });
}

#[test]
fn chunks_are_worth_handing_out() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(4).build().unwrap();
    let visits = pool.install(|| Visits::launch(64, 1024));
    assert_eq!(visits.chunks(), 4);
}

#[test]
fn serial_scopes_nest_and_survive_panics() {
    let here = HashSet::from([thread::current().id()]);
    let big = || Visits::launch(4096, 4096);
    serially(|| {
        serially(|| assert_eq!(big().threads(), here));
        assert_eq!(big().chunks(), 1);
    });
    let panicked = std::panic::catch_unwind(|| serially(|| panic!("on purpose")));
    assert!(panicked.is_err());
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    assert!(pool.install(|| big().chunks()) > 1);
    assert!(pool.install(|| serially(|| big().chunks())) == 1);
}

/// A kernel that wants more scratch memory than there is.
struct Hungry(Visits);

impl Kernel for Hungry {
    unsafe fn run<W: Widths>(&self, rows: Range<usize>) {
        // SAFETY: as this one.
        unsafe { self.0.run::<W>(rows) };
    }

    fn scratch_bytes(&self) -> usize {
        isize::MAX as usize
    }
}

#[test]
fn rows_of_threads_without_memory_are_run_by_the_caller() {
    let hungry = Hungry(Visits::to(4096));
    let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
    let caller = pool.install(|| {
        // SAFETY: the kernel may run on any rows at any time, and takes no memory.
        unsafe { launch(&hungry, 4096, 4096) };
        thread::current().id()
    });
    assert!(hungry.0.rows.iter().all(|count| count.load(Ordering::Relaxed) == 1));
    assert_eq!(hungry.0.threads(), HashSet::from([caller]));
}

/// The vectors that it runs on.
#[derive(Default)]
struct Kinds<const VECTORS: bool>(Mutex<Vec<&'static str>>);

impl<const VECTORS: bool> Kernel for Kinds<VECTORS> {
    const VECTORS: bool = VECTORS;

    unsafe fn run<W: Widths>(&self, _: Range<usize>) {
        self.0.lock().unwrap().push(type_name::<W>());
    }
}

impl<const VECTORS: bool> Kinds<VECTORS> {
    fn on(set: InstructionSet) -> &'static str {
        let kinds = Kinds::<VECTORS>::default();
        // SAFETY: the kernel may run on any rows at any time.
        on(set, || unsafe { launch(&kinds, 1, 1) });
        kinds.0.into_inner().unwrap()[0]
    }
}

#[test]
fn what_computes_point_by_point_runs_on_avx2_at_most() {
    let available = InstructionSet::available();
    for set in available {
        let most = match set {
            InstructionSet::Avx512 if available.contains(&InstructionSet::Avx2) => {
                InstructionSet::Avx2
            }
            // The build has AVX2 itself.
            InstructionSet::Avx512 | InstructionSet::Build => InstructionSet::Build,
            InstructionSet::Avx2 => InstructionSet::Avx2,
        };
        assert_eq!(Kinds::<false>::on(*set), Kinds::<true>::on(most));
        assert_eq!(Kinds::<true>::on(*set) == Kinds::<true>::on(most), *set == most);
    }
}
