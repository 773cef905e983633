//! `libblur`.

use crate::everyday::candidate::{Agreement, Candidate};
use crate::everyday::data::{Sample, Size, grey, rgb};
use Agreement::{Inside, Near, Same};
use libblur::{
    BlurError, BlurImage, BlurImageMut, BoxBlurParameters, ConvolutionMode, EdgeMode,
    FastBlurChannels, GaussianBlurParams, KernelShape, Scalar, ThreadingPolicy,
};
use std::fmt::Debug;
use std::num::NonZeroUsize;

const MODE: ConvolutionMode = ConvolutionMode::FixedPoint;

/// The candidate for a program.
pub fn of(name: &str, size: Size) -> Option<Candidate> {
    let (operation, kind) = name.rsplit_once('_')?;
    match kind {
        "grey8" => bytes(operation, size, grey(size).into_vec(), 1),
        "rgb8" => bytes(operation, size, rgb(size).into_vec(), 3),
        "grey16" => words(operation, size, grey(size).into_vec(), 1),
        "rgb16" => words(operation, size, rgb(size).into_vec(), 3),
        _ => None,
    }
}

/// Of 8 bits.
fn bytes(operation: &str, size: Size, img: Vec<u8>, channels: usize) -> Option<Candidate> {
    let edge = EdgeMode::Clamp.as_2d();
    Some(match operation {
        "gaussian" => new(size, img, channels, Near, move |img, out, threads| {
            libblur::gaussian_blur(img, out, gaussian(), edge, threads, MODE)
        }),
        "box5" => new(size, img, channels, Near, |img, out, threads| {
            libblur::box_blur(img, out, BoxBlurParameters::new(5), threads)
        }),
        "box31" | "box31_steps" => new(size, img, channels, Near, |img, out, threads| {
            libblur::box_blur(img, out, BoxBlurParameters::new(31), threads)
        }),
        "median5" => new(size, img, channels, inside(channels), |img, out, threads| {
            libblur::median_blur(img, out, 2, threads)
        }),
        // Its last columns are wrong.
        "laplacian" => new(size, img, channels, Near, move |img, out, threads| {
            const KERNEL: [i16; 9] = [0, 1, 0, 1, -4, 1, 0, 1, 0];
            let (shape, zero) = (KernelShape::new(3, 3), Scalar::default());
            libblur::filter_2d(img, out, &KERNEL, shape, edge, zero, threads)
        }),
        _ => return None,
    })
}

/// Of 16 bits.
fn words(operation: &str, size: Size, img: Vec<u16>, channels: usize) -> Option<Candidate> {
    let edge = EdgeMode::Clamp.as_2d();
    Some(match operation {
        "gaussian" => new(size, img, channels, Near, move |img, out, threads| {
            libblur::gaussian_blur_u16(img, out, gaussian(), edge, threads, MODE)
        }),
        "box5" => new(size, img, channels, Near, |img, out, threads| {
            libblur::box_blur_u16(img, out, BoxBlurParameters::new(5), threads)
        }),
        "box31" | "box31_steps" => new(size, img, channels, Near, |img, out, threads| {
            libblur::box_blur_u16(img, out, BoxBlurParameters::new(31), threads)
        }),
        "laplacian" => new(size, img, channels, Near, move |img, out, threads| {
            const KERNEL: [f32; 9] = [0.0, 1.0, 0.0, 1.0, -4.0, 1.0, 0.0, 1.0, 0.0];
            let (shape, zero) = (KernelShape::new(3, 3), Scalar::default());
            libblur::filter_2d(img, out, &KERNEL, shape, edge, zero, threads)
        }),
        _ => return None,
    })
}

/// Of RGB its medians in the last columns are others.
fn inside(channels: usize) -> Agreement {
    if channels == 1 { Same } else { Inside(3) }
}

/// The deviation whose weights are nearest to 2 7 14 18 14 7 2.
fn gaussian() -> GaussianBlurParams {
    GaussianBlurParams::new(7, 1.4)
}

fn new<T: Sample + Debug>(
    size: Size,
    img: Vec<T>,
    channels: usize,
    agreement: Agreement,
    compute: impl Fn(&BlurImage<T>, &mut BlurImageMut<T>, ThreadingPolicy) -> Result<(), BlurError>
    + Send
    + 'static,
) -> Candidate {
    let out = vec![T::default(); img.len()];
    let (width, height) = (size.cols as u32, size.rows as u32);
    let channels = FastBlurChannels::from(channels);
    Candidate::new("libblur", agreement, out, move |out| {
        let img = BlurImage::borrow(&img, width, height, channels);
        let mut out = BlurImageMut::borrow(out, width, height, channels);
        let threads = NonZeroUsize::new(rayon::current_num_threads()).expect("a thread");
        let threads = match threads.get() {
            1 => ThreadingPolicy::Single,
            _ => ThreadingPolicy::Fixed(threads),
        };
        compute(&img, &mut out, threads).expect("a picture of this size");
    })
}
