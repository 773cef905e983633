//! More stack for kernels that are not optimised.
//!
//! Without optimisation each value of a kernel has its own place in the kernel's frame: pipelines
//! of three stages can take 2 MiB, and that is all that threads of tests and of rayon have. A
//! program cannot catch that it has run out of stack. So each thread that runs kernels has a
//! *companion*, a thread with more stack, which runs them in its stead while it waits: as many
//! kernels run at a time as without.

use std::any::Any;
use std::cell::OnceCell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::Builder;

use crate::pad::replace_reserved;
use crate::pool::Pooled;

/// Bytes of a companion's stack. The system provides those that are touched.
const STACK: usize = 64 << 20;

/// Whether kernels are likely not to be optimised. Who optimises them nevertheless pays some ten
/// microseconds for each task.
const NEEDED: bool = cfg!(debug_assertions);

/// Runs `task`, on this thread's companion if there is need for one. What the thread has reserved
/// for its tasks goes along.
///
/// # Panics
/// If the task does.
pub(super) fn with_enough_stack(task: &CompanionTask<'_>) {
    if !NEEDED {
        return task();
    }
    let companion =
        |companion: &OnceCell<Option<Companion>>| match companion.get_or_init(Companion::new) {
            Some(companion) => companion.run(task),
            None => task(),
        };
    // While a thread ends, it has none any more.
    COMPANION.try_with(companion).unwrap_or_else(|_| task());
}

/// What a companion runs.
type CompanionTask<'a> = dyn Fn() + Sync + 'a;

thread_local! {
    /// None if the system has refused a thread, and for a companion itself.
    static COMPANION: OnceCell<Option<Companion>> = const { OnceCell::new() };
}

/// A task whose thread waits for it, and what that thread has reserved.
struct Job {
    task: &'static CompanionTask<'static>,
    reserved: Option<Pooled>,
}

/// What is left of a job.
struct Ended {
    /// What the task said if it panicked.
    result: Result<(), Box<dyn Any + Send>>,
    reserved: Option<Pooled>,
}

/// The way to a thread, which ends when this is dropped.
struct Companion {
    jobs: SyncSender<Job>,
    ended: Receiver<Ended>,
}

impl Companion {
    /// None if the system refuses a thread.
    fn new() -> Option<Companion> {
        let (jobs, coming) = sync_channel(1);
        let (ends, ended) = sync_channel(1);
        let thread = Builder::new().name("pipeline-kernels".to_owned()).stack_size(STACK);
        let serves = thread.spawn(move || serve(&coming, &ends));
        serves.is_ok().then_some(Companion { jobs, ended })
    }

    fn run(&self, task: &CompanionTask<'_>) {
        // SAFETY: only the lifetime changes. The companion uses the reference before it sends what
        // is left of the job, and this function, whose argument it is, waits for that: it ends
        // earlier only if the companion has ended.
        let task: &'static CompanionTask<'static> = unsafe { std::mem::transmute(task) };
        let job = Job { task, reserved: replace_reserved(None) };
        self.jobs.send(job).expect("a companion runs as long as its thread");
        let Ended { result, reserved } = self.ended.recv().expect("a companion catches panics");
        replace_reserved(reserved);
        result.unwrap_or_else(|said| resume_unwind(said));
    }
}

/// Runs jobs until the thread that sends them ends.
fn serve(coming: &Receiver<Job>, ends: &SyncSender<Ended>) {
    let _ = COMPANION.with(|own| own.set(None));
    while let Ok(Job { task, reserved }) = coming.recv() {
        replace_reserved(reserved);
        let result = catch_unwind(AssertUnwindSafe(task));
        let reserved = replace_reserved(None);
        if ends.send(Ended { result, reserved }).is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pad::Arena;
    use std::thread;

    #[test]
    #[cfg(debug_assertions)]
    fn there_is_more_stack_than_the_thread_has() {
        /// Touches so many KiB of stack.
        fn touch(kib: usize) -> u8 {
            let frame = std::hint::black_box([kib as u8; 1 << 10]);
            frame[kib % 7].wrapping_add(if kib == 0 { 0 } else { touch(kib - 1) })
        }
        let small = Builder::new().stack_size(256 << 10);
        let thread = small.spawn(|| with_enough_stack(&|| assert_ne!(touch(16 << 10), 1)));
        thread.unwrap().join().unwrap();
    }

    #[test]
    fn tasks_have_what_the_thread_has_reserved() {
        let _reservation = Arena::reserve(1000).unwrap();
        with_enough_stack(&|| drop(Arena::take(1000)));
        drop(Arena::take(1000));
    }

    #[test]
    fn a_panic_comes_back_and_the_memory_too() {
        let _reservation = Arena::reserve(1000).unwrap();
        let task = || {
            let _arena = Arena::take(1000);
            panic!("in a task");
        };
        let said = catch_unwind(|| with_enough_stack(&task)).expect_err("a panic");
        assert_eq!(said.downcast_ref::<&str>(), Some(&"in a task"));
        drop(Arena::take(1000));
        with_enough_stack(&|| {});
    }

    #[test]
    fn tasks_inside_tasks_run() {
        let ran = std::sync::atomic::AtomicUsize::new(0);
        let once = || {
            ran.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        };
        with_enough_stack(&|| with_enough_stack(&once));
        assert_eq!(ran.into_inner(), 1);
    }

    #[test]
    #[cfg(debug_assertions)]
    fn companions_end_with_their_threads() {
        /// Says when its thread ends.
        struct Farewell(SyncSender<()>);
        impl Drop for Farewell {
            fn drop(&mut self) {
                self.0.send(()).unwrap();
            }
        }
        thread_local! {
            static FAREWELL: OnceCell<Farewell> = const { OnceCell::new() };
        }
        let (farewells, ended) = sync_channel(1);
        let run = move || {
            with_enough_stack(&|| {
                FAREWELL.with(|own| own.set(Farewell(farewells.clone()))).ok().unwrap()
            });
        };
        thread::spawn(run).join().unwrap();
        ended.recv_timeout(std::time::Duration::from_secs(60)).unwrap();
    }
}
