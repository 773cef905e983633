//! Builds that are not optimised: a kernel may take more stack than the thread that calls it has.
#![cfg(debug_assertions)]

use std::thread;

use pipeline::{Image, pipeline, serially};

pipeline! {
    #[allow(missing_estimate)]
    /// Without optimisation, a frame of some hundred KiB for every instruction set.
    fn warp(img: [f32; rows, cols]) -> out {
        border img = mirror;
        angle(y, x) = atan2(img(y + 1, x) - img(y - 1, x), img(y, x + 1) - img(y, x - 1));
        border angle = clamp;
        wave(y, x) = sin(angle(y - 1, x)) + cos(angle(y + 1, x)) * pow(abs(img(y, x)), 0.4);
        border wave = repeat;
        out(y, x) in [0..rows, 0..cols] = exp(wave(y, x - 1) - wave(y, x + 1)) * wave(y - 1, x);
    }
}

#[test]
fn kernels_run_on_threads_with_little_stack() {
    let img = Image::from_fn([37, 53], |[y, x]| ((y * 31 + x * 17) % 23) as f32 - 11.0);
    let expected = warp::reference(&img).expect("a picture");
    let small = thread::Builder::new().stack_size(128 << 10);
    let called = small.spawn(move || serially(|| warp(&img)));
    assert!(called.unwrap().join().unwrap().expect("a picture") == expected);
}
