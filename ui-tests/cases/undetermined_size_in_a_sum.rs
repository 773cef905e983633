//! Sizes that occur only together.

pipeline::pipeline! {
    fn broken(img: [f32; n + m]) -> out {
        out(x) in [0..n] = img(x);
    }
}
