//! A domain and an index that cannot be computed exactly.

pipeline::pipeline! {
    fn broken(img: [u8; n]) -> (wide, far) {
        border img = clamp;
        wide(x) in [0..16777216*n] = img(x);
        far(x) in [0..n] = img(8388608*x - 3);
    }
}
