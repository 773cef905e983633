//! More dimensions than there are.

pipeline::pipeline! {
    fn broken(img: [f32; a, b, c, d, e]) -> out {
        out(v, w, x, y, z) = img(v, w, x, y, z);
    }
}
