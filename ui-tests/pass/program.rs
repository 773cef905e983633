//! A whole program with everything denied.
#![deny(missing_docs, unsafe_op_in_unsafe_fn, warnings)]

use pipeline::{Image, pipeline};

pipeline! {
    /// Gradient magnitudes.
    pub fn edges(img: [f32; rows, cols]) -> magnitude
    where rows ~ 1080, cols ~ 1920
    {
        border img = clamp;
        gx(y, x) = img(y, x + 1) - img(y, x - 1);
        gy(y, x) = img(y + 1, x) - img(y - 1, x);
        magnitude(y, x) = sqrt(gx(y, x) * gx(y, x) + gy(y, x) * gy(y, x));
    }
}

fn main() -> Result<(), pipeline::Error> {
    let img = Image::from_fn([5, 9], |[y, x]| (3 * y + 4 * x) as f32);
    let found = edges(&img)?;
    assert_eq!(found[[2, 4]], 10.0);
    let mut again = Image::new([5, 9], 0.0);
    edges::into(&img, &mut again)?;
    assert_eq!(found, again);
    assert_eq!(found, edges::reference(&img)?);
    Ok(())
}
