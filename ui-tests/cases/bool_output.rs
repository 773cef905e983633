//! A live-out of bools.

pipeline::pipeline! {
    fn broken(img: [f32; n]) -> out {
        out(x) = img(x) > 1.0;
    }
}
