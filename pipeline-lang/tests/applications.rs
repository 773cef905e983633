//! Every application under every strategy and cost model, through the loop-nest interpreter.
//!
//! Their own tests run what the compiler makes of them in two ways on several threads; these
//! compare the loop nests of all ways, which need no compiling.

mod common;

use common::applications::{application, cycle};
use common::check::{Outcome, check_application};

fn agrees(file: &str, arguments: &[(&str, i64)], sizes: &[i64]) {
    let (outcome, nests) = check_application(&application(file, arguments), sizes);
    match outcome {
        Outcome::Agreed(_) => println!("{file} {arguments:?}: {nests} loop nests"),
        Outcome::Refused(messages) => panic!("{file} is refused: {messages:?}"),
        Outcome::Wrong(what) => panic!("{file}: {what}"),
    }
}

macro_rules! applications {
    ($($name:ident: $($size:literal)*;)*) => {$(
        #[test]
        fn $name() {
            agrees(concat!(stringify!($name), "/src/lib.rs"), &[], &[$($size),*]);
        }
    )*};
}

applications! {
    bilateral_grid: 16 24;
    blur: 23 17;
    camera_pipeline: 78 94;
    enhance: 17 13;
    harris: 17 37;
    harris_hipacc: 17 23;
    local_laplacian: 128 131;
    minifluxdiv: 7;
    multiscale_interpolate: 512 512;
    night: 17 23;
    pyramid_blending: 16 24;
    resize: 13 17;
    shi_tomasi: 17 23;
    sobel: 17 23;
    transpose: 17 23;
    unsharp_hipacc: 17 23;
    unsharp_mask: 17 23;
    wavelet: 18 22;
}

fn cycles(file: &str) {
    for (smoothing, cycles) in [([4, 4, 4], 1), ([10, 0, 0], 1), ([4, 4, 4], 2), ([10, 0, 0], 2)] {
        agrees(file, &cycle(smoothing, cycles), &[1]);
    }
}

#[test]
fn multigrid_in_the_plane() {
    cycles("multigrid/src/plane.rs");
}

#[test]
fn multigrid_in_space() {
    cycles("multigrid/src/space.rs");
}
