//! Borders that do not say what they are.

pipeline::pipeline! {
    fn broken(img: [f32; n]) -> out {
        border img;
        border img = constant;
        out(x) = img(x);
    }
}
