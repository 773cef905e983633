//! A read that leaves the domain of another stage.

pipeline::pipeline! {
    fn broken(img: [f32; rows, cols]) -> out {
        blur(y, x) in [1..rows - 1, 0..cols] = stencil(img, [[1], [2], [1]]);
        out(y, x) in [0..rows, 0..cols] = blur(y, x);
    }
}
