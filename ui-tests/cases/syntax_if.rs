//! A choice without its other half.

pipeline::pipeline! {
    fn broken(img: [f32; n]) -> out {
        out(x) = if x < 2 { img(x) };
    }
}
