//! A variable that no read bounds.

pipeline::pipeline! {
    fn broken(img: [f32; n]) -> out {
        out(y, x) = img(x);
    }
}
