//! A dimension that is no extent.

pipeline::pipeline! {
    fn broken(img: [f32; 0..n step 2]) -> out {
        out(x) = img(x);
    }
}
