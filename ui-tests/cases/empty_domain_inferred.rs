//! A stage whose reads leave it no point.

pipeline::pipeline! {
    fn broken(img: [f32; n]) -> out {
        a(x) in [0..4] = img(0);
        out(x) = a(x + 3) + a(x - 3);
    }
}
