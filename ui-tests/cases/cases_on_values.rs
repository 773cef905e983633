//! Cases on values.

pipeline::pipeline! {
    fn broken(img: [f32; n]) -> out {
        out(x) = case { img(x) > 1.0 => 0.0, else => img(x) };
    }
}
