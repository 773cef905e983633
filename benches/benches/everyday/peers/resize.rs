//! `fast_image_resize`.

use crate::everyday::candidate::{Agreement, Candidate, Samples};
use crate::everyday::data::{self, Sample, Size};
use fast_image_resize::images::Image;
use fast_image_resize::{FilterType, PixelType, ResizeAlg, ResizeOptions, Resizer};

impl Samples for Image<'static> {
    fn samples(&self) -> Vec<u16> {
        match self.pixel_type() {
            PixelType::U8 | PixelType::U8x3 => self.buffer().iter().map(|v| (*v).into()).collect(),
            _ => {
                let words = self.buffer().chunks_exact(2);
                words.map(|v| u16::from_le_bytes([v[0], v[1]])).collect()
            }
        }
    }
}

/// The candidate for a program.
pub fn of(name: &str, size: Size) -> Option<Candidate> {
    let (operation, kind) = name.split_once('_')?;
    let (algorithm, [cols, rows]) = match operation {
        "halve" => (FilterType::Box, [size.cols / 2, size.rows / 2]),
        "double" => (FilterType::Bilinear, [2 * size.cols, 2 * size.rows]),
        _ => return None,
    };
    let img = match kind {
        "grey8" => picture(size, data::grey::<u8>(size).as_slice(), PixelType::U8),
        "grey16" => picture(size, data::grey::<u16>(size).as_slice(), PixelType::U16),
        "rgb8" => picture(size, data::rgb::<u8>(size).as_slice(), PixelType::U8x3),
        _ => picture(size, data::rgb::<u16>(size).as_slice(), PixelType::U16x3),
    };
    let out = Image::new(cols as u32, rows as u32, img.pixel_type());
    Some(new(img, out, ResizeAlg::Convolution(algorithm)))
}

fn picture<T: Sample>(size: Size, samples: &[T], kind: PixelType) -> Image<'static> {
    let mut img = Image::new(size.cols as u32, size.rows as u32, kind);
    for (bytes, sample) in img.buffer_mut().chunks_exact_mut(size_of::<T>()).zip(samples) {
        bytes.copy_from_slice(&sample.wide().to_le_bytes()[..size_of::<T>()]);
    }
    img
}

fn new(img: Image<'static>, out: Image<'static>, algorithm: ResizeAlg) -> Candidate {
    let mut resizer = Resizer::new();
    let options = ResizeOptions::new().resize_alg(algorithm);
    Candidate::new("fast_image_resize", Agreement::Near, out, move |out| {
        resizer.resize(&img, out, &options).expect("pictures of these sizes");
    })
}
