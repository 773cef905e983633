//! Values of borders.

pipeline::pipeline! {
    fn broken(img: [u8; n], line: [f32; n]) -> out {
        border img = constant(0.5);
        border line = constant(n);
        out(x) = img(x - 1) as f32 + line(x);
    }
}
