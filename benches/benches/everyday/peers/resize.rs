//! `fast_image_resize`.

use crate::everyday::candidate::{Agreement, Candidate, Samples};
use crate::everyday::data::{Size, grey, rgb};
use fast_image_resize::images::Image;
use fast_image_resize::{FilterType, PixelType, ResizeAlg, ResizeOptions, Resizer};

impl Samples for Image<'static> {
    fn samples(&self) -> Vec<u16> {
        self.buffer().iter().map(|v| u16::from(*v)).collect()
    }
}

/// The candidate for a program.
pub fn of(name: &str, size: Size) -> Option<Candidate> {
    let half = ResizeAlg::Convolution(FilterType::Box);
    let twice = ResizeAlg::Convolution(FilterType::Bilinear);
    let (cols, rows) = (size.cols as u32, size.rows as u32);
    let img = |samples, kind| Image::from_vec_u8(cols, rows, samples, kind).expect("as many");
    let one = || img(grey::<u8>(size).into_vec(), PixelType::U8);
    let three = || img(rgb::<u8>(size).into_vec(), PixelType::U8x3);
    Some(match name {
        "halve_grey8" => new(one(), Image::new(cols / 2, rows / 2, PixelType::U8), half),
        "halve_rgb8" => new(three(), Image::new(cols / 2, rows / 2, PixelType::U8x3), half),
        "double_grey8" => new(one(), Image::new(2 * cols, 2 * rows, PixelType::U8), twice),
        "double_rgb8" => new(three(), Image::new(2 * cols, 2 * rows, PixelType::U8x3), twice),
        _ => return None,
    })
}

fn new(img: Image<'static>, out: Image<'static>, algorithm: ResizeAlg) -> Candidate {
    let mut resizer = Resizer::new();
    let options = ResizeOptions::new().resize_alg(algorithm);
    Candidate::new("fast_image_resize", Agreement::Near, out, move |out| {
        resizer.resize(&img, out, &options).expect("pictures of these sizes");
    })
}
