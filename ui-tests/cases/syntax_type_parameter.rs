//! A type parameter without its types.

pipeline::pipeline! {
    fn broken<T>(img: [T; n]) -> out {
        out(x) = img(x);
    }
}
