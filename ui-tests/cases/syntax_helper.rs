//! A helper with braces for its body.

pipeline::pipeline! {
    fn broken(img: [f32; n]) -> out {
        fn twice(a) { 2.0 * a }
        out(x) = img(x);
    }
}
