//! `imageproc`. Its functions return new pictures; all but those that are named `parallel` have one
//! thread.

use crate::everyday::candidate::{Agreement, Candidate, Samples};
use crate::everyday::data::{self, Sample, Size, grey, rgb};
use image::{ImageBuffer, Luma, Pixel, Rgb};
use imageproc::definitions::Clamp;
use imageproc::map::{WithChannel, map_subpixels_parallel};
use imageproc::morphology::{Mask, grayscale_erode};
use imageproc::{filter, gradients};

const NAME: &str = "imageproc";
const GAUSSIAN: [f32; 7] =
    [2.0 / 64.0, 7.0 / 64.0, 14.0 / 64.0, 18.0 / 64.0, 14.0 / 64.0, 7.0 / 64.0, 2.0 / 64.0];

type Buffer<P> = ImageBuffer<P, Vec<<P as Pixel>::Subpixel>>;

/// A result of more bits, which is cut to 8.
struct Cut<T>(Vec<T>);

impl<T: Copy + Send + Into<i32>> Samples for Cut<T> {
    fn samples(&self) -> Vec<u16> {
        self.0.iter().map(|v| (*v).into().clamp(0, 255) as u16).collect()
    }
}

/// The candidate for a program.
pub fn of(name: &str, size: Size) -> Option<Candidate> {
    use Agreement::{Near, Same};
    Some(match name {
        "gaussian_grey8" => gaussian(luma::<u8>(size)),
        "gaussian_grey16" => gaussian(luma::<u16>(size)),
        "gaussian_rgb8" => gaussian(colours(size)),
        "box5_grey8" => new(luma(size), Near, |img| filter::box_filter(img, 2, 2).into_raw()),
        "box31_grey8" | "box31_steps_grey8" => {
            new(luma(size), Near, |img| filter::box_filter(img, 15, 15).into_raw())
        }
        "sobel_grey8" => {
            let img = luma(size);
            Candidate::new(NAME, Same, Cut(Vec::new()), move |out| {
                *out = Cut(gradients::sobel_gradients(&img).into_raw());
            })
        }
        "laplacian_grey8" => {
            let img = luma(size);
            Candidate::new(NAME, Same, Cut(Vec::new()), move |out| {
                *out = Cut(filter::laplacian_filter_parallel(&img).into_raw());
            })
        }
        "erode5_grey8" => {
            let mask = Mask::square(2);
            new(luma(size), Same, move |img| grayscale_erode(img, &mask).into_raw())
        }
        "median5_grey8" => new(luma(size), Same, |img| filter::median_filter(img, 2, 2).into_raw()),
        "invert_grey8" => map(luma(size), |v: u8| 255 - v),
        "invert_grey16" => map(luma(size), |v: u16| 65535 - v),
        "invert_rgb8" => map(colours(size), |v: u8| 255 - v),
        "lut_grey8" => map(luma(size), lookup()),
        "lut_rgb8" => map(colours(size), lookup()),
        _ => return None,
    })
}

fn luma<T: Sample + image::Primitive>(size: Size) -> Buffer<Luma<T>>
where
    Luma<T>: Pixel<Subpixel = T>,
{
    let samples = grey::<T>(size).into_vec();
    ImageBuffer::from_raw(size.cols as u32, size.rows as u32, samples).expect("as many samples")
}

fn colours(size: Size) -> Buffer<Rgb<u8>> {
    let samples = rgb(size).into_vec();
    ImageBuffer::from_raw(size.cols as u32, size.rows as u32, samples).expect("as many samples")
}

fn lookup() -> impl Fn(u8) -> u8 + Send + Sync {
    let table: [u8; 256] = data::table().as_slice().try_into().expect("256 entries");
    move |v| table[usize::from(v)]
}

/// A candidate whose result takes the place of the last one.
fn new<P: Pixel + Send + 'static, T: Sample>(
    img: Buffer<P>,
    agreement: Agreement,
    compute: impl Fn(&Buffer<P>) -> Vec<T> + Send + 'static,
) -> Candidate
where
    P::Subpixel: Send,
{
    Candidate::new(NAME, agreement, Vec::new(), move |out| *out = compute(&img))
}

fn gaussian<P: Pixel + Send + 'static>(img: Buffer<P>) -> Candidate
where
    P::Subpixel: Sample + Into<f32> + Clamp<f32>,
{
    new(img, Agreement::Near, |img| filter::separable_filter_equal(img, &GAUSSIAN).into_raw())
}

fn map<P, T: Sample + image::Primitive>(
    img: Buffer<P>,
    f: impl Fn(T) -> T + Send + Sync + 'static,
) -> Candidate
where
    P: Pixel<Subpixel = T> + WithChannel<T, Pixel = P> + Send + 'static,
{
    new(img, Agreement::Same, move |img| map_subpixels_parallel::<P, _, T>(img, &f).into_raw())
}
