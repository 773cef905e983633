//! Which launches leave their thread: those with enough points, whatever the shape of their loops.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Barrier};

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

/// Whether `run` asks the pool for help: while all threads of the pool are held it does everything
/// itself, and what it asked for is still queued when it is done.
fn leaves_its_thread(run: impl FnOnce()) -> bool {
    let gate = Arc::new(Barrier::new(rayon::current_num_threads() + 1));
    let asked = Arc::new(AtomicBool::new(false));
    let (held, found) = (Arc::clone(&gate), Arc::clone(&asked));
    rayon::spawn_broadcast(move |_| {
        held.wait();
        held.wait();
        if matches!(rayon::yield_now(), Some(rayon::Yield::Executed)) {
            found.store(true, Ordering::Relaxed);
        }
        held.wait();
    });
    gate.wait();
    run();
    gate.wait();
    gate.wait();
    asked.load(Ordering::Relaxed)
}

#[test]
fn all_loops_inside_the_parallel_ones_count() {
    if rayon::current_num_threads() == 1 {
        eprintln!("skipped: the pool has one thread, so every launch stays on its own");
        return;
    }
    let img = Image::from_fn([300, 40, 3], |[y, x, c]| (y * 7 + x * 3 + c) as u8);
    assert!(leaves_its_thread(|| {
        let expected = Image::from_fn(img.shape(), |at| 255 - img[at]);
        assert!(invert(&img).expect("a picture") == expected);
    }));
    assert!(!leaves_its_thread(|| {
        grey(&img).expect("a picture");
    }));
}
