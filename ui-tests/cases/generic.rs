//! A mistake that only one of the types shows.

pipeline::pipeline! {
    fn broken<T: u8, f32>(img: [T; n]) -> out {
        out(x) = img(x) & 3;
    }
}
