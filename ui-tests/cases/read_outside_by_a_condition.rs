//! A read that only some sizes allow: the clause is derived.

pipeline::pipeline! {
    fn broken(img: [f32; rows, cols]) -> (out, up) {
        out(y, x) in [0..12, 0..cols] = img(y, x);
        half(y, x) in [0..rows / 2, 0..cols] = img(2*y, x);
        up(y, x) in [0..rows, 0..cols] = half(y / 2, x);
    }
}
