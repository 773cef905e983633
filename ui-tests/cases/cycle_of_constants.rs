//! Constants that need each other.

pipeline::pipeline! {
    fn broken(img: [f32; n]) -> out {
        const A = B + 1;
        const B = A - 1;
        out(x) = img(A);
    }
}
