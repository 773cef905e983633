//! The same of a generic pipeline.

use pipeline::{Error, Image, pipeline};

pipeline! {
    fn broken<T: u8, f32>(img: [T; rows, cols]) -> out {
        out(y, x) = nothing(y, x);
    }
}

fn uses() -> Result<(), Error> {
    let out = broken(&Image::new([4, 5], 1u8))?;
    let _ = out.shape();
    let _ = broken(&Image::new([4, 5], 1f32))?;
    Ok(())
}
