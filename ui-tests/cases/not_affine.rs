//! Indices that are not affine.

pipeline::pipeline! {
    fn broken(img: [f32; rows, cols]) -> out {
        out(y, x) = img(y * x, x / y);
    }
}
