//! A point without a case.

pipeline::pipeline! {
    fn broken(img: [f32; n]) -> out {
        out(x) in [0..n] = case { x < 3 => 0.0, x > 3 => img(x) };
    }
}
