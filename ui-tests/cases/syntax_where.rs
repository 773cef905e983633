//! Clauses that are neither estimates nor conditions.

pipeline::pipeline! {
    fn broken(img: [f32; n]) -> out
    where n = 3, n > 1 && n < 9
    {
        out(x) = img(x);
    }
}
