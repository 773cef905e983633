//! A header that stops short.

pipeline::pipeline! {
    fn broken(img: [f32; n]) {
        out(x) = img(x);
    }
}
