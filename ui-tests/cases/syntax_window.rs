//! A window without its semicolon.

pipeline::pipeline! {
    fn broken(img: [f32; n]) -> out {
        out(x) = sum(d in -1..=1, img(x + d));
    }
}
