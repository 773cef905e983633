//! Domains without points.

pipeline::pipeline! {
    fn broken(img: [f32; n]) -> out {
        a(x) in [5..=3] = 1;
        out(x) in [n..0] = img(x);
    }
}
