//! Domains that are no ranges.

pipeline::pipeline! {
    fn broken(img: [f32; n]) -> out {
        a(x) in 0..n = 1;
        b(x) in [n] = 1;
        out(x) in [0..] = img(x);
    }
}
