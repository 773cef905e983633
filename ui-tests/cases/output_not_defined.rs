//! A live-out that is never defined.

pipeline::pipeline! {
    fn broken(img: [f32; n]) -> (out, outt) {
        out(x) = img(x);
    }
}
