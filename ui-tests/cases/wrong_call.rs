//! A correct pipeline called with the wrong arguments: Rust's own errors.

use pipeline::{Image, pipeline};

pipeline! {
    fn right(img: [u8; rows, cols]) -> out {
        out(y, x) = img(y, x);
    }
}

fn uses() {
    let _ = right(&Image::new([4, 5], 1f32));
    let _ = right(&Image::new([4], 1u8));
    let _ = right();
}
