//! Borders given twice, or to nothing.

pipeline::pipeline! {
    fn broken(img: [f32; n]) -> out {
        border img = clamp;
        border img = mirror;
        border nothing = clamp;
        out(x) = img(x);
    }
}
