//! Parameters that are neither arrays nor scalars.

pipeline::pipeline! {
    fn broken(a: &[f32], b: Vec<f32>, c) -> out {
        out(x) = b;
    }
}
