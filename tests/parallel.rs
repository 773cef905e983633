//! Which launches leave their thread: those with enough points, whatever the shape of their loops.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Barrier};
use std::thread;
use std::time::Duration;

use pipeline::{Image, pipeline};

pipeline! {
    fn invert(img: [u8; rows, cols, 3]) -> out
    where rows ~ 512, cols ~ 512
    {
        out(y, x, c) = 255 - img(y, x, c);
    }
}

pipeline! {
    fn grey(img: [u8; rows, cols, 3]) -> out
    where rows ~ 512, cols ~ 512
    {
        out(y, x) = max(img(y, x, 0), max(img(y, x, 1), img(y, x, 2)));
    }
}

/// Whether `run` is not done after some time in which every thread of the pool is busy: then it has
/// left its own.
fn leaves_its_thread(time: Duration, run: impl FnOnce() + Send + 'static) -> bool {
    let busy = Arc::new(Barrier::new(rayon::current_num_threads() + 1));
    let held = Arc::clone(&busy);
    rayon::spawn_broadcast(move |_| {
        held.wait();
        held.wait();
    });
    busy.wait();
    let (done, finished) = mpsc::channel();
    let runner = thread::spawn(move || {
        run();
        done.send(()).expect("somebody waits");
    });
    let waits = finished.recv_timeout(time) == Err(RecvTimeoutError::Timeout);
    busy.wait();
    runner.join().expect("the pipeline runs");
    waits
}

#[test]
fn all_loops_inside_the_parallel_ones_count() {
    if rayon::current_num_threads() == 1 {
        eprintln!("skipped: the pool has one thread, so every launch stays on its own");
        return;
    }
    let picture = || Image::from_fn([300, 40, 3], |[y, x, c]| (y * 7 + x * 3 + c) as u8);
    // A run that is merely slow passes for one that waits, so no machine fails for its speed.
    assert!(leaves_its_thread(Duration::from_secs(1), move || {
        let img = picture();
        let expected = Image::from_fn(img.shape(), |at| 255 - img[at]);
        assert!(invert(&img).expect("a picture") == expected);
    }));
    assert!(!leaves_its_thread(Duration::from_secs(60), move || {
        grey(&picture()).expect("a picture");
    }));
}
