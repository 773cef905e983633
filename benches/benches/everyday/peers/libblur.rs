//! `libblur`.

use crate::everyday::candidate::{Agreement, Candidate};
use crate::everyday::data::{Sample, Size, grey, rgb};
use libblur::{
    BlurError, BlurImage, BlurImageMut, BoxBlurParameters, ConvolutionMode, EdgeMode,
    FastBlurChannels, GaussianBlurParams, KernelShape, Scalar, ThreadingPolicy,
};
use std::fmt::Debug;
use std::num::NonZeroUsize;

/// The candidate for a program.
pub fn of(name: &str, size: Size) -> Option<Candidate> {
    use Agreement::{Near, Same};
    let (edge, zero) = (EdgeMode::Clamp.as_2d(), Scalar::default());
    let grey8 = || grey::<u8>(size).into_vec();
    // The deviation whose weights are nearest to 2 7 14 18 14 7 2.
    let gaussian = GaussianBlurParams::new(7, 1.4);
    let mode = ConvolutionMode::FixedPoint;
    let box5 = BoxBlurParameters::new(5);
    let box31 = BoxBlurParameters::new(31);
    Some(match name {
        "gaussian_grey8" => new(size, grey8(), 1, Near, move |img, out, threads| {
            libblur::gaussian_blur(img, out, gaussian, edge, threads, mode)
        }),
        "gaussian_grey16" => {
            new(size, grey::<u16>(size).into_vec(), 1, Near, move |img, out, threads| {
                libblur::gaussian_blur_u16(img, out, gaussian, edge, threads, mode)
            })
        }
        "gaussian_rgb8" => new(size, rgb(size).into_vec(), 3, Near, move |img, out, threads| {
            libblur::gaussian_blur(img, out, gaussian, edge, threads, mode)
        }),
        "box5_grey8" => new(size, grey8(), 1, Near, move |img, out, threads| {
            libblur::box_blur(img, out, box5, threads)
        }),
        "box5_rgb8" => new(size, rgb(size).into_vec(), 3, Near, move |img, out, threads| {
            libblur::box_blur(img, out, box5, threads)
        }),
        "box31_grey8" | "box31_steps_grey8" => {
            new(size, grey8(), 1, Near, move |img, out, threads| {
                libblur::box_blur(img, out, box31, threads)
            })
        }
        "box31_grey16" | "box31_steps_grey16" => {
            new(size, grey::<u16>(size).into_vec(), 1, Near, move |img, out, threads| {
                libblur::box_blur_u16(img, out, box31, threads)
            })
        }
        "median5_grey8" => new(size, grey8(), 1, Same, |img, out, threads| {
            libblur::median_blur(img, out, 2, threads)
        }),
        // Its last columns are wrong.
        "laplacian_grey8" => new(size, grey8(), 1, Near, move |img, out, threads| {
            const KERNEL: [i16; 9] = [0, 1, 0, 1, -4, 1, 0, 1, 0];
            libblur::filter_2d(img, out, &KERNEL, KernelShape::new(3, 3), edge, zero, threads)
        }),
        _ => return None,
    })
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
