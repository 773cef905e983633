//! Tasks for the threads of the pool, from whichever thread.
//!
//! A thread of the pool hands tasks out as rayon does. Any other one would wait for the pool: it
//! sleeps, wakes a thread that does its work for it, and is woken in the end, 20 to 60 µs for each
//! launch, and as much again where the threads it wakes wake each other. So it takes part instead,
//! as the first of a *team* (OpenMP's word): it asks the pool for helpers, starts at once, and
//! waits for those helpers alone that have come before the tasks were gone.
//!
//! Each member has a share of consecutive tasks, which are neighbours in memory, and takes those of
//! others when its own are done.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use rayon::prelude::*;

/// What is called with the number of a task.
pub(crate) type Task<'a> = dyn Fn(usize) + Sync + 'a;

/// Calls `task` with each of `0..tasks`, once, on the threads of the current pool.
///
/// # Panics
/// If a task does, after all others have ended.
pub(crate) fn for_each(tasks: usize, task: &Task<'_>) {
    match rayon::current_thread_index() {
        Some(_) => (0..tasks).into_par_iter().with_max_len(1).for_each(task),
        None => lead(tasks, rayon::current_num_threads().min(tasks), task),
    }
}

/// Runs tasks on a team of this thread and helpers.
fn lead(tasks: usize, members: usize, task: &Task<'_>) {
    if tasks == 0 {
        return;
    }
    // SAFETY: only the lifetime changes. Helpers use the reference between `enter` and `leave`
    // alone, and `Closed` waits for them before this function, whose argument it is, ends.
    let task: &'static Task<'static> = unsafe { std::mem::transmute(task) };
    let team = Arc::new(Team::new(tasks, members, task));
    let closed = Closed(&team);
    for member in 1..members {
        let team = Arc::clone(&team);
        rayon::spawn(move || team.help(member));
    }
    team.work(0);
    drop(closed);
    let panicked = team.panicked.lock().unwrap_or_else(PoisonError::into_inner).take();
    if let Some(panicked) = panicked {
        resume_unwind(panicked);
    }
}

/// Members and their tasks.
struct Team {
    task: &'static Task<'static>,
    /// By member.
    shares: Vec<Share>,
    /// [`HELPER`] for each helper at work, and [`CLOSED`] from when no other one may begin.
    helpers: AtomicUsize,
    /// What the first helper whose task panicked said.
    panicked: Mutex<Option<Box<dyn Any + Send>>>,
}

const CLOSED: usize = 1;
const HELPER: usize = 2;

/// Consecutive tasks; in a cache line of its own, and the one that is fetched with it.
#[repr(align(128))]
struct Share {
    /// The first that nobody has taken.
    next: AtomicUsize,
    end: usize,
}

impl Share {
    fn take(&self) -> Option<usize> {
        // Beyond the end there is nothing to count.
        if self.next.load(Ordering::Relaxed) >= self.end {
            return None;
        }
        let task = self.next.fetch_add(1, Ordering::Relaxed);
        (task < self.end).then_some(task)
    }
}

impl Team {
    fn new(tasks: usize, members: usize, task: &'static Task<'static>) -> Team {
        let bound = |member: usize| (member as u128 * tasks as u128 / members as u128) as usize;
        let share = |m| Share { next: AtomicUsize::new(bound(m)), end: bound(m + 1) };
        let shares = (0..members).map(share).collect();
        Team { task, shares, helpers: AtomicUsize::new(0), panicked: Mutex::new(None) }
    }

    /// Does a member's tasks, then those of the next members that are left.
    fn work(&self, member: usize) {
        let (before, from) = self.shares.split_at(member);
        for share in from.iter().chain(before) {
            while let Some(task) = share.take() {
                (self.task)(task);
            }
        }
    }

    /// Works as a helper, unless the team is closed already.
    fn help(&self, member: usize) {
        if self.enter() {
            let done = catch_unwind(AssertUnwindSafe(|| self.work(member)));
            if let Err(panicked) = done {
                let mut first = self.panicked.lock().unwrap_or_else(PoisonError::into_inner);
                first.get_or_insert(panicked);
            }
        }
        self.leave();
    }

    /// Whether the team was not closed before this helper came.
    fn enter(&self) -> bool {
        self.helpers.fetch_add(HELPER, Ordering::Acquire) & CLOSED == 0
    }

    fn leave(&self) {
        self.helpers.fetch_sub(HELPER, Ordering::Release);
    }
}

/// Closes a team when it is dropped, also where a task of the leader panics.
struct Closed<'a>(&'a Team);

/// How often the leader looks whether helpers have ended before it lets other threads run: some
/// tens of microseconds.
const LOOKS: usize = 2_000;

impl Drop for Closed<'_> {
    /// Waits for the helpers at work: each has a task at most, for none are left to take; or, where
    /// a task of the leader panicked, until they have done what it left.
    fn drop(&mut self) {
        let helpers = &self.0.helpers;
        helpers.fetch_or(CLOSED, Ordering::Relaxed);
        let mut looks = 0;
        // What helpers did before they left is seen from here on. One that comes and goes after
        // the team was closed does nothing between.
        while helpers.load(Ordering::Acquire) != CLOSED {
            looks += 1;
            match looks < LOOKS {
                true => std::hint::spin_loop(),
                false => std::thread::yield_now(),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    /// How often each of some tasks ran.
    fn ran(tasks: usize, run: impl Fn(&Task<'_>)) -> Vec<usize> {
        let counts: Vec<AtomicUsize> = (0..tasks).map(|_| AtomicUsize::new(0)).collect();
        run(&|task| {
            counts[task].fetch_add(1, Ordering::Relaxed);
        });
        counts.into_iter().map(AtomicUsize::into_inner).collect()
    }

    #[test]
    fn each_task_runs_once() {
        for tasks in [0, 1, 2, 3, 7, 64, 1000] {
            for members in [1, 2, 5, 64] {
                let counts = ran(tasks, |task| lead(tasks, members, task));
                assert_eq!(counts, vec![1; tasks], "{tasks} tasks, {members} members");
            }
            assert_eq!(ran(tasks, |task| for_each(tasks, task)), vec![1; tasks]);
            let inside = ran(tasks, |task| rayon::scope(|_| for_each(tasks, task)));
            assert_eq!(inside, vec![1; tasks]);
        }
    }

    #[test]
    fn teams_of_many_threads_at_once() {
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    for tasks in 0..200 {
                        assert_eq!(ran(tasks, |task| lead(tasks, 4, task)), vec![1; tasks]);
                    }
                });
            }
        });
    }

    #[test]
    fn helpers_do_their_part() {
        // The leader's task ends when a helper has run one, which a thread of the pool does soon.
        let helped = AtomicUsize::new(0);
        lead(2, 2, &|task| match task {
            0 => {
                while helped.load(Ordering::Acquire) == 0 {
                    std::thread::sleep(Duration::from_micros(50));
                }
            }
            _ => helped.store(1, Ordering::Release),
        });
    }

    #[test]
    fn a_panic_comes_back_after_all_others_have_ended() {
        for bad in 0..16 {
            let counts: Vec<AtomicUsize> = (0..16).map(|_| AtomicUsize::new(0)).collect();
            let panicked = catch_unwind(AssertUnwindSafe(|| {
                lead(16, 4, &|task| {
                    counts[task].fetch_add(1, Ordering::Relaxed);
                    assert!(task != bad, "task {task}");
                    std::thread::sleep(Duration::from_micros(20));
                });
            }));
            let said = panicked.expect_err("a panic");
            assert_eq!(said.downcast_ref::<String>(), Some(&format!("task {bad}")));
            assert!(counts.iter().all(|count| count.load(Ordering::Relaxed) <= 1));
        }
    }
}
