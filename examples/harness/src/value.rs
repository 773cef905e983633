//! Arrays and numbers that a file can hold.

use std::path::Path;

use anyhow::{Context, Result};
use pipeline::{Image, io};

/// An element type of inputs and outputs.
pub trait Number: io::Sample {
    /// As the widest float; exact for every element type.
    fn wide(self) -> f64;

    /// The bits, such that two numbers have the same bits if these are equal.
    fn bits(self) -> u64;
}

macro_rules! numbers {
    ($($T:ident: |$x:ident| $bits:expr;)*) => {$(
        impl Number for $T {
            fn wide(self) -> f64 {
                self.into()
            }

            fn bits(self) -> u64 {
                let $x = self;
                $bits.into()
            }
        }
    )*};
}

numbers! {
    u8: |x| x;
    i8: |x| x as u8;
    u16: |x| x;
    i16: |x| x as u16;
    u32: |x| x;
    i32: |x| x as u32;
    f32: |x| x.to_bits();
    f64: |x| x.to_bits();
}

/// An input of an application: an array, or a single number.
pub trait Value: Sized + Send + Sync {
    /// Reads it from an `.npy` file; a number is an array without dimensions.
    ///
    /// # Errors
    /// If the file is missing, malformed, or holds something else.
    fn load(path: &Path) -> Result<Self>;

    /// Writes such a file.
    ///
    /// # Errors
    /// If it cannot be written.
    fn save(&self, path: &Path) -> Result<()>;
}

impl<T: Number, const R: usize> Value for Image<T, R> {
    fn save(&self, path: &Path) -> Result<()> {
        Ok(io::save_npy(path, self)?)
    }

    fn load(path: &Path) -> Result<Self> {
        let what = || format!("an input of {R} dimensions of {} cannot be had", T::NAME);
        io::load_npy(path).with_context(what)
    }
}

macro_rules! scalars {
    ($($T:ident)*) => {$(
        impl Value for $T {
            fn save(&self, path: &Path) -> Result<()> {
                Ok(io::save_npy_scalar(path, *self)?)
            }

            fn load(path: &Path) -> Result<Self> {
                let what = concat!("an input that is a single ", stringify!($T), " cannot be had");
                io::load_npy_scalar(path).context(what)
            }
        }
    )*};
}

scalars! { f32 f64 i32 }

/// A result of an application.
pub trait Output: Sized + Send + Sync {
    /// Writes it to an `.npy` file.
    ///
    /// # Errors
    /// If the file cannot be written.
    fn save(&self, path: &Path) -> Result<()>;

    /// How many numbers it holds.
    fn count(&self) -> usize;

    /// Its extents, outermost first.
    fn extents(&self) -> Vec<usize>;

    /// The largest difference of two numbers in the same place. Equal infinities and two NaNs do
    /// not differ; a NaN and a number differ infinitely, as do arrays of different shapes.
    fn difference(&self, other: &Self) -> f64;

    /// Whether all numbers have the same bits, but for what a NaN carries.
    fn same_bits(&self, other: &Self) -> bool;
}

impl<T: Number, const R: usize> Output for Image<T, R> {
    fn save(&self, path: &Path) -> Result<()> {
        Ok(io::save_npy(path, self)?)
    }

    fn count(&self) -> usize {
        self.len()
    }

    fn extents(&self) -> Vec<usize> {
        self.shape().to_vec()
    }

    fn difference(&self, other: &Self) -> f64 {
        if self.shape() != other.shape() {
            return f64::INFINITY;
        }
        let pairs = self.as_slice().iter().zip(other.as_slice());
        pairs.map(|(a, b)| apart(a.wide(), b.wide())).fold(0.0, f64::max)
    }

    fn same_bits(&self, other: &Self) -> bool {
        let same =
            |(a, b): (&T, &T)| a.bits() == b.bits() || (a.wide().is_nan() && b.wide().is_nan());
        self.shape() == other.shape() && self.as_slice().iter().zip(other.as_slice()).all(same)
    }
}

/// How far two numbers are apart.
fn apart(a: f64, b: f64) -> f64 {
    match a == b || (a.is_nan() && b.is_nan()) {
        true => 0.0,
        false if a.is_nan() || b.is_nan() => f64::INFINITY,
        false => (a - b).abs(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn image(values: &[f32]) -> Image<f32, 1> {
        Image::from_vec(values.to_vec(), [values.len()]).expect("a shape")
    }

    #[test]
    fn differences_are_of_numbers_in_the_same_place() {
        let a = image(&[1.0, f32::NAN, f32::INFINITY]);
        assert_eq!(a.difference(&a), 0.0);
        assert_eq!(a.difference(&image(&[0.5, f32::NAN, f32::INFINITY])), 0.5);
        assert_eq!(a.difference(&image(&[1.0, 0.0, f32::INFINITY])), f64::INFINITY);
        assert_eq!(a.difference(&image(&[1.0, f32::NAN])), f64::INFINITY);
    }

    #[test]
    fn bits_tell_zeros_apart_and_no_two_nans() {
        assert!(!image(&[0.0]).same_bits(&image(&[-0.0])));
        assert!(image(&[f32::NAN]).same_bits(&image(&[-f32::NAN])));
        assert!(!image(&[1.0]).same_bits(&image(&[1.0, 1.0])));
    }
}
