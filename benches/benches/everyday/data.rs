//! The pictures: a ramp with a texture on it. `everyday_opencv.py` makes the same.

use pipeline::{Element, Image};

/// Rows and columns of a picture.
#[derive(Clone, Copy)]
pub struct Size {
    pub rows: usize,
    pub cols: usize,
}

impl Size {
    pub fn pixels(self) -> usize {
        self.rows * self.cols
    }
}

/// A type of samples.
pub trait Sample: Element + Copy + Default + Ord + Send + Sync + 'static {
    fn wide(self) -> u32;
    /// The lowest bits.
    fn narrow(value: u32) -> Self;
    /// Something between 0 and the largest value, for a row, a column and a channel.
    fn made(y: usize, x: usize, c: usize) -> Self;
}

fn ramp(y: usize, x: usize, c: usize) -> usize {
    x + 2 * y + 80 * c
}

fn texture(y: usize, x: usize, c: usize) -> usize {
    (37 * x) ^ (91 * y) ^ (53 * c)
}

impl Sample for u8 {
    fn wide(self) -> u32 {
        self.into()
    }

    fn narrow(value: u32) -> u8 {
        value as u8
    }

    fn made(y: usize, x: usize, c: usize) -> u8 {
        (ramp(y, x, c) / 16 + texture(y, x, c) % 64) as u8
    }
}

impl Sample for u16 {
    fn wide(self) -> u32 {
        self.into()
    }

    fn narrow(value: u32) -> u16 {
        value as u16
    }

    fn made(y: usize, x: usize, c: usize) -> u16 {
        (16 * ramp(y, x, c) + 97 * texture(y, x, c) % 16384) as u16
    }
}

/// A picture of one channel.
pub fn grey<T: Sample>(size: Size) -> Image<T, 2> {
    Image::from_fn([size.rows, size.cols], |[y, x]| T::made(y, x, 0))
}

/// A picture of three channels, interleaved.
pub fn rgb<T: Sample>(size: Size) -> Image<T, 3> {
    Image::from_fn([size.rows, size.cols, 3], |[y, x, c]| T::made(y, x, c))
}

/// A table that brightens dark samples.
pub fn table() -> Image<u8, 1> {
    Image::from_fn([256], |[v]| (255.0 * (v as f64 / 255.0).sqrt()).round() as u8)
}
