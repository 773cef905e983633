//! Two cases for one point.

pipeline::pipeline! {
    fn broken(img: [f32; n]) -> out {
        out(x) = case { x < 5 => 0.0, x >= 3 => img(x) };
    }
}
