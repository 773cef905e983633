//! The pictures: a ramp with a texture on it. `everyday_opencv.py` makes the same.

use pipeline::{Element, Image};
use std::iter::Sum;
use std::ops::{Add, Div, Mul, Not, Sub};

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

/// A type to compute in.
pub trait Number:
    Copy
    + Default
    + Ord
    + Send
    + Sync
    + From<u8>
    + Sum
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
{
}

impl Number for u16 {}
impl Number for i16 {}
impl Number for u32 {}
impl Number for i32 {}

/// A type of samples.
pub trait Sample:
    Element + Copy + Default + Ord + Not<Output = Self> + Send + Sync + 'static
{
    /// Has twice the bits.
    type Wide: Number + From<Self> + Into<u32>;
    /// The same with a sign.
    type Signed: Number + From<Self> + Into<i32>;
    const LARGEST: Self;

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
    type Wide = u16;
    type Signed = i16;
    const LARGEST: u8 = u8::MAX;

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
    type Wide = u32;
    type Signed = i32;
    const LARGEST: u16 = u16::MAX;

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

/// A table of as many entries as a sample has values, which brightens dark ones.
pub fn table<T: Sample>() -> Image<T, 1> {
    let largest = T::LARGEST.wide();
    let brighter = |v: usize| f64::from(largest) * (v as f64 / f64::from(largest)).sqrt();
    Image::from_fn([largest as usize + 1], |[v]| T::narrow(brighter(v).round() as u32))
}
