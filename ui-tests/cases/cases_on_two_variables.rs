//! Cases on two variables at once.

pipeline::pipeline! {
    fn broken(img: [f32; n, n]) -> out {
        out(y, x) = case { y > x => 0.0, else => img(y, x) };
    }
}
