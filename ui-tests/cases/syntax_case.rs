//! A definition by cases that is not separated.

pipeline::pipeline! {
    fn broken(img: [f32; n]) -> out {
        out(x) = case { x < 2 => 0.0 else => img(x) };
    }
}
