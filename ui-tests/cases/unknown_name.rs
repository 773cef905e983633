//! Names that nobody gave.

pipeline::pipeline! {
    fn broken(img: [f32; rows, cols]) -> out {
        out(y, x) = imgg(y, x) + sqr(img(y, x)) + zz + img(y, clos);
    }
}
