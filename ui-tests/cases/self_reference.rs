//! A stage that reads itself.

pipeline::pipeline! {
    fn broken(img: [f32; rows, cols]) -> sat {
        sat(y, x) = sat(y - 1, x) + img(y, x);
    }
}
