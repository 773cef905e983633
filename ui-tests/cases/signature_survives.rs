//! A broken pipeline keeps its signature: of its uses, only the wrong one is an error.

use pipeline::{Error, Image, pipeline};

pipeline! {
    pub fn broken(img: [u8; rows, cols], k: f32, n: size) -> (out, line) {
        out(y, x): u16 = nothing(y, x);
        line(x) in [0..n] = k;
    }
}

fn uses() -> Result<Image<u16, 2>, Error> {
    let img = Image::new([4, 5], 1u8);
    let (out, line) = broken(&img, 0.5, 3)?;
    let _: Image<f32, 1> = line;
    let (_, _) = broken::reference(&img.view(), 0.5, 3)?;
    let mut again = Image::new([4, 5], 0u16);
    broken::into(&img, 0.5, 3, &mut again, &mut Image::new([3], 0f32))?;
    let wrong: u8 = broken(&img, 0.5, 3)?;
    Ok(out)
}
