//! An attribute that is given a value.

pipeline::pipeline! {
    #[machine = "haswell"]
    fn broken(img: [f32; n]) -> out {
        out(x) = img(x);
    }
}
