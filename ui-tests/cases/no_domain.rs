//! A stage whose domain nothing determines.

pipeline::pipeline! {
    fn broken(img: [f32; n]) -> out {
        out(x) = 1.0;
    }
}
