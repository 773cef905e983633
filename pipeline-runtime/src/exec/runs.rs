//! How many consecutive strips of a tiled nest run as one.

use super::{GRAIN, scope};

/// Runs of a thread at most that are worth a look: with more, nothing is left to even out.
const MOST_RUNS: usize = 64;

/// How long a thread waits for the last task of another, on average, as a part of a task.
const IMBALANCE: f64 = 0.5;

/// How many consecutive strips run as one, where each run computes `again` thousandths of a strip
/// more than its strips: as many as should take the least time on the threads of the current pool.
///
/// There are `beside` tasks beside each strip, and `points` are stored in all. Like a launch, a
/// call of few points has one thread, and so has one inside [`serially`](super::serially()).
pub fn strips_of_a_run(strips: usize, beside: usize, points: usize, again: usize) -> isize {
    let alone = points < 2 * GRAIN || scope::is_serial();
    let threads = if alone { 1 } else { rayon::current_num_threads() };
    best(strips, beside, threads, again as f64 / 1000.0) as isize
}

/// The number of strips in a run for which [`time`] is least; the smallest of equals.
fn best(strips: usize, beside: usize, threads: usize, again: f64) -> usize {
    // A run of other lengths with as many runs ends with a shorter one.
    let runs = 1..=strips.min(threads.saturating_mul(MOST_RUNS));
    let apart = (strips > 0).then_some(strips);
    let lengths = apart.into_iter().chain(runs.rev()).map(|runs| strips.div_ceil(runs));
    let timed = lengths.map(|many| (time(strips, beside, threads, again, many), many));
    timed.min_by(|a, b| a.0.total_cmp(&b.0)).map_or(1, |best| best.1)
}

/// The time of all tasks in runs of so many strips, where a strip takes 1. A core waits for the
/// last task of another as the cost model of plans has it.
fn time(strips: usize, beside: usize, threads: usize, again: f64, many: usize) -> f64 {
    let runs = strips.div_ceil(many) as f64;
    let tasks = runs * beside as f64;
    let busy = tasks.min(threads as f64);
    let imbalance = if threads == 1 { 1.0 } else { 1.0 + IMBALANCE * busy / tasks };
    (strips as f64 + runs * again) * beside as f64 / busy * imbalance
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_thread_runs_all_strips_as_one() {
        assert_eq!(best(17, 4, 1, 0.16), 17);
        assert_eq!(best(17, 1, 1, 0.001), 17);
    }

    #[test]
    fn more_threads_have_shorter_runs() {
        let lengths: Vec<usize> = [1, 2, 4, 8, 16, 64].map(|t| best(64, 1, t, 0.2)).into();
        assert!(lengths.windows(2).all(|pair| pair[0] >= pair[1]), "{lengths:?}");
        assert!(lengths[1] > 1 && lengths[5] == 1, "{lengths:?}");
    }

    #[test]
    fn what_computes_nothing_again_stays_in_strips() {
        assert_eq!(best(64, 1, 2, 0.0), 1);
    }

    #[test]
    fn very_many_strips_take_no_time_to_choose() {
        let many = best(1 << 40, 1, 2, 0.1);
        assert!((1 << 30..1 << 40).contains(&many), "{many}");
        assert_eq!(best(1 << 40, 1, 2, 0.0), 1);
    }

    #[test]
    fn there_may_be_no_strip() {
        assert_eq!(best(0, 3, 2, 0.1), 1);
        assert_eq!(best(3, 0, 2, 0.1), 1);
    }
}
