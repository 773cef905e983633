//! How long the nests of pipelines take.

use std::cell::RefCell;
use std::time::{Duration, Instant};

/// How long a nest took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NestTime {
    /// Its name: that of its stage, or those of the stages of its group, joined by `_`.
    pub nest: &'static str,
    /// How often it was launched: once for each parallel loop that is in no other.
    pub launches: usize,
    /// All of these together.
    pub time: Duration,
}

thread_local! {
    /// What is recorded for the calling thread, if anything is.
    static TIMES: RefCell<Option<Vec<NestTime>>> = const { RefCell::new(None) };
}

/// Puts back what was recorded before, also after a panic.
struct Recording(Option<Vec<NestTime>>);

impl Drop for Recording {
    fn drop(&mut self) {
        TIMES.set(self.0.take());
    }
}

/// Runs `f`, and says how long each nest of the pipelines took that the calling thread called
/// meanwhile, in the order in which they began. What is between nests, such as the checks of a
/// call and memory for its buffers, is part of none.
///
/// Of scopes inside each other, the inner one alone sees what is called in it.
pub fn nest_times<T>(f: impl FnOnce() -> T) -> (T, Vec<NestTime>) {
    let before = Recording(TIMES.replace(Some(Vec::new())));
    let result = f();
    let times = TIMES.take().unwrap_or_default();
    drop(before);
    (result, times)
}

/// Runs a launch of a nest, and records its time if that is asked for.
pub(super) fn recorded(nest: &'static str, launch: impl FnOnce()) {
    if TIMES.with_borrow(Option::is_none) {
        return launch();
    }
    let start = Instant::now();
    launch();
    let time = start.elapsed();
    TIMES.with_borrow_mut(|times| {
        let Some(times) = times else { return };
        match times.iter_mut().find(|known| known.nest == nest) {
            Some(known) => {
                known.launches += 1;
                known.time += time;
            }
            None => times.push(NestTime { nest, launches: 1, time }),
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn launches_of_one_nest_are_added() {
        recorded("before", || {});
        let ((), times) = nest_times(|| {
            recorded("a", || std::thread::sleep(Duration::from_millis(2)));
            recorded("b", || {});
            let ((), inner) = nest_times(|| recorded("c", || {}));
            assert_eq!(inner.len(), 1);
            recorded("a", || std::thread::sleep(Duration::from_millis(2)));
        });
        let seen: Vec<_> = times.iter().map(|t| (t.nest, t.launches)).collect();
        assert_eq!(seen, [("a", 2), ("b", 1)]);
        assert!(times[0].time >= Duration::from_millis(4));
        assert_eq!(nest_times(|| {}).1, []);
    }

    #[test]
    fn a_panic_ends_a_recording() {
        let caught = std::panic::catch_unwind(|| nest_times(|| panic!("in a pipeline")));
        assert!(caught.is_err());
        assert!(TIMES.with_borrow(Option::is_none));
    }
}
