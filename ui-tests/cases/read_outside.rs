//! A read that leaves the domain.

pipeline::pipeline! {
    fn broken(img: [f32; rows, cols]) -> out {
        out(y, x) in [0..rows, 0..cols] = img(y - 1, x) + img(y, x + 2);
    }
}
