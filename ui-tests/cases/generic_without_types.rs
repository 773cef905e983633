//! A type parameter takes a list of element types, not a bound.

pipeline::pipeline! {
    fn broken<T: Copy>(img: [T; n]) -> out {
        out(x) = img(x);
    }
}
