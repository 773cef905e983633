//! Buffers of the `image` crate.

use std::ops::{Deref, DerefMut};

use ::image::{ImageBuffer, Luma, LumaA, Pixel, Rgb, Rgba};

use crate::{AsView, AsViewMut, Element, Error, Image, Result, View, ViewMut};

/// The shape of an image buffer, as rows, columns and channels.
fn extents<P, C>(buffer: &ImageBuffer<P, C>) -> [usize; 3]
where
    P: Pixel,
    C: Deref<Target = [P::Subpixel]>,
{
    [buffer.height() as usize, buffer.width() as usize, usize::from(P::CHANNEL_COUNT)]
}

macro_rules! views {
    ($($P:ident $R:literal [$($k:literal),*];)*) => {$(
        impl<T, C> AsView<T, $R> for ImageBuffer<$P<T>, C>
        where
            T: Element,
            $P<T>: Pixel<Subpixel = T>,
            C: Deref<Target = [T]>,
        {
            fn as_view(&self) -> View<'_, T, $R> {
                let extents = extents(self);
                let samples: &[T] = self;
                // A container may be longer than its image.
                let samples = &samples[..extents.iter().product()];
                View::from_slice(samples, [$(extents[$k]),*]).expect("as many samples as the shape")
            }
        }

        impl<T, C> AsViewMut<T, $R> for ImageBuffer<$P<T>, C>
        where
            T: Element,
            $P<T>: Pixel<Subpixel = T>,
            C: DerefMut<Target = [T]>,
        {
            fn as_view_mut(&mut self) -> ViewMut<'_, T, $R> {
                let extents = extents(self);
                let samples: &mut [T] = self;
                let samples = &mut samples[..extents.iter().product()];
                ViewMut::from_slice(samples, [$(extents[$k]),*])
                    .expect("as many samples as the shape")
            }
        }

        /// Takes over the buffer's memory.
        impl<T> From<ImageBuffer<$P<T>, Vec<T>>> for Image<T, $R>
        where
            T: Element,
            $P<T>: Pixel<Subpixel = T>,
        {
            fn from(buffer: ImageBuffer<$P<T>, Vec<T>>) -> Self {
                let extents = extents(&buffer);
                let mut samples = buffer.into_raw();
                samples.truncate(extents.iter().product());
                Image::from_vec(samples, [$(extents[$k]),*]).expect("as many samples as the shape")
            }
        }

        /// As the method of `Image` that makes this buffer.
        impl<T> TryFrom<Image<T, $R>> for ImageBuffer<$P<T>, Vec<T>>
        where
            T: Element,
            $P<T>: Pixel<Subpixel = T>,
        {
            type Error = Error;

            fn try_from(image: Image<T, $R>) -> Result<Self> {
                into_buffer(image)
            }
        }
    )*};
}

views! {
    Luma 2 [0, 1];
    LumaA 3 [0, 1, 2];
    Rgb 3 [0, 1, 2];
    Rgba 3 [0, 1, 2];
}

/// The image as a buffer of pixels `P`, if the shape is one of theirs.
fn into_buffer<P, T, const R: usize>(image: Image<T, R>) -> Result<ImageBuffer<P, Vec<T>>>
where
    P: Pixel<Subpixel = T>,
    T: Element,
{
    let (shape, wanted) = (image.shape(), wanted(P::CHANNEL_COUNT));
    let unsuitable = || Error::UnsuitableShape { shape: shape.to_vec(), wanted };
    let channels = shape.get(2).copied().unwrap_or(1);
    if channels != usize::from(P::CHANNEL_COUNT) {
        return Err(unsuitable());
    }
    let rows = u32::try_from(shape[0]).map_err(|_| unsuitable())?;
    let cols = u32::try_from(shape[1]).map_err(|_| unsuitable())?;
    ImageBuffer::from_raw(cols, rows, image.into_vec()).ok_or_else(unsuitable)
}

fn wanted(channels: u8) -> &'static str {
    match channels {
        1 => "a grey image: [rows, cols] below 2^32",
        2 => "a grey image with alpha: [rows, cols, 2] below 2^32",
        3 => "an RGB image: [rows, cols, 3] below 2^32",
        _ => "an RGBA image: [rows, cols, 4] below 2^32",
    }
}

impl<T: Element> Image<T, 2>
where
    Luma<T>: Pixel<Subpixel = T>,
{
    /// The image `[rows, cols]` as a grey buffer. Copies, unless the image was made from a vector.
    ///
    /// # Errors
    /// [`Error::UnsuitableShape`] if an extent exceeds `u32`.
    pub fn into_grey(self) -> Result<ImageBuffer<Luma<T>, Vec<T>>> {
        into_buffer(self)
    }
}

impl<T: Element> Image<T, 3>
where
    Rgb<T>: Pixel<Subpixel = T>,
{
    /// The image `[rows, cols, 3]` as an RGB buffer. Copies, unless the image was made from a
    /// vector.
    ///
    /// # Errors
    /// [`Error::UnsuitableShape`] if there are not three channels or an extent exceeds `u32`.
    pub fn into_rgb(self) -> Result<ImageBuffer<Rgb<T>, Vec<T>>> {
        into_buffer(self)
    }
}

impl<T: Element> Image<T, 3>
where
    Rgba<T>: Pixel<Subpixel = T>,
{
    /// The image `[rows, cols, 4]` as an RGBA buffer. Copies, unless the image was made from a
    /// vector.
    ///
    /// # Errors
    /// [`Error::UnsuitableShape`] if there are not four channels or an extent exceeds `u32`.
    pub fn into_rgba(self) -> Result<ImageBuffer<Rgba<T>, Vec<T>>> {
        into_buffer(self)
    }
}
