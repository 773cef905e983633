//! Taps that are no array.

pipeline::pipeline! {
    fn broken(img: [f32; n, m]) -> out {
        out(y, x) = stencil(img, 3) + stencil(img, [[1, 2], [1]]);
    }
}
