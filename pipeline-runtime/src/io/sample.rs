//! Element types as files hold them.

#[cfg(feature = "image")]
use ::image::DynamicImage;

use crate::lanes::Elem;

#[cfg(feature = "npy")]
mod npy {
    /// What the `.npy` format needs to know of an element type.
    pub trait Npy: npyz::Deserialize + npyz::AutoSerialize {}
    impl<T: npyz::Deserialize + npyz::AutoSerialize> Npy for T {}
}

#[cfg(not(feature = "npy"))]
mod npy {
    /// Nothing, without the `.npy` format.
    pub trait Npy {}
    impl<T> Npy for T {}
}

/// An element type that files can hold: every element type in `.npy`, and `u8`, `u16`, `f32` and
/// `f64` in PNG and JPEG.
pub trait Sample: Elem + npy::Npy {
    /// The picture in grey, if this type can hold it.
    #[cfg(feature = "image")]
    #[doc(hidden)]
    fn grey(picture: DynamicImage) -> Option<Vec<Self>>;

    /// The picture in interleaved RGB, if this type can hold it.
    #[cfg(feature = "image")]
    #[doc(hidden)]
    fn rgb(picture: DynamicImage) -> Option<Vec<Self>>;
}

macro_rules! samples {
    ($($T:ident: |$picture:ident| $grey:expr, $rgb:expr;)*) => {$(
        impl Sample for $T {
            #[cfg(feature = "image")]
            fn grey($picture: DynamicImage) -> Option<Vec<Self>> {
                $grey
            }
            #[cfg(feature = "image")]
            fn rgb($picture: DynamicImage) -> Option<Vec<Self>> {
                $rgb
            }
        }
    )*};
}

samples! {
    u8: |picture| Some(picture.into_luma8().into_raw()), Some(picture.into_rgb8().into_raw());
    u16: |picture| Some(picture.into_luma16().into_raw()), Some(picture.into_rgb16().into_raw());
    f32: |picture| Some(picture.to_luma32f().into_raw()), Some(picture.into_rgb32f().into_raw());
    f64: |picture| f32::grey(picture).map(widened), f32::rgb(picture).map(widened);
    i8: |_picture| None, None;
    i16: |_picture| None, None;
    u32: |_picture| None, None;
    i32: |_picture| None, None;
}

#[cfg(feature = "image")]
fn widened(samples: Vec<f32>) -> Vec<f64> {
    crate::copy::map(&samples, f64::from)
}
