//! `imageproc`. Its functions return new pictures; all but those that are named `parallel` have one
//! thread.

use crate::everyday::candidate::{Agreement, Candidate, Samples};
use crate::everyday::data::{self, Sample, Size, grey, rgb};
use Agreement::{Near, Same};
use image::{ImageBuffer, Luma, Pixel, Primitive, Rgb};
use imageproc::definitions::{Clamp, HasBlack};
use imageproc::kernel::Kernel;
use imageproc::map::{WithChannel, map_subpixels_parallel};
use imageproc::morphology::{Mask, grayscale_erode};
use imageproc::{filter, gradients};

const NAME: &str = "imageproc";
const GAUSSIAN: [f32; 7] =
    [2.0 / 64.0, 7.0 / 64.0, 14.0 / 64.0, 18.0 / 64.0, 14.0 / 64.0, 7.0 / 64.0, 2.0 / 64.0];
const LAPLACIAN: Kernel<i32> = Kernel::new(&[0, 1, 0, 1, -4, 1, 0, 1, 0], 3, 3);

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
    let (operation, kind) = name.rsplit_once('_')?;
    match kind {
        "grey8" => of_grey(operation, size).or_else(|| of_bytes(operation, luma(size))),
        "rgb8" => of_bytes(operation, colours(size)),
        "grey16" => of_any(operation, luma::<u16>(size)),
        "rgb16" => of_any(operation, colours::<u16>(size)),
        _ => None,
    }
}

/// Samples that it filters.
trait Channel: Sample + Primitive + Into<f32> + Into<i32> + Clamp<f32> + Clamp<i32> {}

impl Channel for u8 {}
impl Channel for u16 {}

/// Pixels of them.
trait Colour<T: Channel>:
    Pixel<Subpixel = T> + WithChannel<T, Pixel = Self> + Send + Sync + 'static
{
}

impl<T: Channel, P> Colour<T> for P where
    P: Pixel<Subpixel = T> + WithChannel<T, Pixel = P> + Send + Sync + 'static
{
}

/// What it has for bytes of one channel only.
fn of_grey(operation: &str, size: Size) -> Option<Candidate> {
    let img = luma::<u8>(size);
    Some(match operation {
        "box5" => new(img, Near, |img| filter::box_filter(img, 2, 2).into_raw()),
        "box31" | "box31_steps" => new(img, Near, |img| filter::box_filter(img, 15, 15).into_raw()),
        "erode5" => {
            let mask = Mask::square(2);
            new(img, Same, move |img| grayscale_erode(img, &mask).into_raw())
        }
        _ => return None,
    })
}

/// What it has for bytes of any channels.
fn of_bytes<P>(operation: &str, img: Buffer<P>) -> Option<Candidate>
where
    P: Colour<u8> + WithChannel<u16, Pixel: HasBlack> + WithChannel<i16>,
{
    Some(match operation {
        "sobel" => Candidate::new(NAME, Same, Cut(Vec::new()), move |out| {
            *out = Cut(gradients::sobel_gradient_map(&img, |p| p).into_raw());
        }),
        "median5" => new(img, Same, |img| filter::median_filter(img, 2, 2).into_raw()),
        _ => return of_any(operation, img),
    })
}

/// What it has for samples of any type, of any channels.
fn of_any<P: Colour<T>, T: Channel>(operation: &str, img: Buffer<P>) -> Option<Candidate>
where
    i32: From<T>,
{
    Some(match operation {
        "gaussian" => {
            new(img, Near, |img| filter::separable_filter_equal(img, &GAUSSIAN).into_raw())
        }
        "laplacian" => {
            new(img, Same, |img| filter::filter_clamped_parallel(img, LAPLACIAN).into_raw())
        }
        "invert" => map(img, |v: T| !v),
        "lut" => {
            let table = data::table::<T>();
            map(img, move |v: T| table.as_slice()[v.wide() as usize])
        }
        _ => return None,
    })
}
fn luma<T: Sample + Primitive>(size: Size) -> Buffer<Luma<T>>
where
    Luma<T>: Pixel<Subpixel = T>,
{
    of_samples(size, grey::<T>(size).into_vec())
}

fn colours<T: Sample + Primitive>(size: Size) -> Buffer<Rgb<T>>
where
    Rgb<T>: Pixel<Subpixel = T>,
{
    of_samples(size, rgb::<T>(size).into_vec())
}

fn of_samples<P: Pixel>(size: Size, samples: Vec<P::Subpixel>) -> Buffer<P> {
    ImageBuffer::from_raw(size.cols as u32, size.rows as u32, samples).expect("as many samples")
}

/// A candidate whose result takes the place of the last one.
fn new<P: Colour<T>, T: Channel>(
    img: Buffer<P>,
    agreement: Agreement,
    compute: impl Fn(&Buffer<P>) -> Vec<T> + Send + 'static,
) -> Candidate {
    Candidate::new(NAME, agreement, Vec::new(), move |out| *out = compute(&img))
}

fn map<P: Colour<T>, T: Channel>(
    img: Buffer<P>,
    f: impl Fn(T) -> T + Send + Sync + 'static,
) -> Candidate {
    new(img, Same, move |img| map_subpixels_parallel::<P, _, T>(img, &f).into_raw())
}
