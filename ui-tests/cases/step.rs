//! An index that falls between the steps of a domain.

pipeline::pipeline! {
    fn broken(img: [f32; n]) -> out {
        even(x) in [0..n step 2] = img(x);
        out(x) in [0..n] = even(x);
    }
}
