//! More than one type parameter.

pipeline::pipeline! {
    fn broken<T: u8, u16, U: f32, f64>(img: [T; n], line: [U; n]) -> out {
        out(x) = img(x);
    }
}
