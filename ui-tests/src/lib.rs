//! A crate of a user who denies every lint: pipelines must not make it noisy.
#![deny(missing_docs, unsafe_op_in_unsafe_fn, warnings, clippy::all)]

use pipeline::{Error, Image, pipeline};

pipeline! {
    /// Twice the image.
    pub fn documented(img: [u8; rows, cols]) -> out
    where rows ~ 480, cols ~ 640
    {
        out(y, x) = img(y, x) * 2;
    }
}

pipeline! {
    pub fn undocumented(img: [f32; rows, cols], k: f32) -> (total, difference)
    where rows ~ 480, cols ~ 640
    {
        total(y, x) = img(y, x) + k;
        difference(y, x) = img(y, x) - k;
    }
}

pipeline! {
    #[allow(narrow_sum)]
    pub(crate) fn within_the_crate(img: [i16; n], m: size) -> out
    where n ~ 640, m ~ 640
    {
        border img = mirror;
        out(i) in [0..m] = sum(d in -1..=1; img(i + d));
    }
}

pipeline! {
    fn private<T: u8, f32>(img: [T; rows, cols]) -> out
    where rows ~ 480, cols ~ 640
    {
        out(y, x) = img(y, x + 1);
    }
}

/// Pipelines of a module of their own.
pub mod colour {
    use pipeline::pipeline;

    pipeline! {
        /// The mean of three channels.
        pub fn grey(rgb: [f32; rows, cols, 3]) -> out
        where rows ~ 480, cols ~ 640
        {
            out(y, x) = (rgb(y, x, 0) + rgb(y, x, 1) + rgb(y, x, 2)) / 3.0;
        }
    }

    pipeline! {
        #[must_use]
        pub fn inverse<T: u8, u16>(img: [T; rows, cols]) -> inverse
        where rows ~ 480, cols ~ 640
        {
            inverse(y, x) = !img(y, x);
        }
    }

    pipeline! {
        pub(super) fn levels(img: [f32; n], steps: [f32; 256]) -> out
        where n ~ 640
        {
            out(i) = steps(saturate(img(i), u8));
        }
    }
}

/// Everything that is private above, used, and a pipeline inside a function body.
///
/// # Errors
/// If memory runs out.
pub fn together() -> Result<Image<f32, 1>, Error> {
    pipeline! {
        fn halved(img: [i16; n]) -> out
        where n ~ 640
        {
            out(i) = img(i) as f32 / 2.0;
        }
    }
    let line = within_the_crate(&Image::new([4], 3i16), 4)?;
    let moved = private(&Image::new([2, 3], 1u8))?;
    let steps = Image::from_fn([256], |[i]| i as f32 + f32::from(moved[[0, 0]]));
    colour::levels(&halved(&line)?, &steps)
}

#[cfg(test)]
mod tests {
    use super::{Image, colour, documented, together, undocumented};

    #[test]
    fn they_compute() -> Result<(), super::Error> {
        assert_eq!(together()?.as_slice(), [5.0; 4]);
        assert_eq!(documented(&Image::new([1, 2], 4u8))?.as_slice(), [8, 8]);
        let (total, difference) = undocumented(&Image::new([1, 1], 4.0), 1.0)?;
        assert_eq!((total[[0, 0]], difference[[0, 0]]), (5.0, 3.0));
        assert_eq!(colour::grey(&Image::new([1, 1, 3], 2.0))?.as_slice(), [2.0]);
        assert_eq!(colour::inverse(&Image::new([1, 1], 2u8))?.as_slice(), [253]);
        Ok(())
    }
}
