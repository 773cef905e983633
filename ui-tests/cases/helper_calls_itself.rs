//! A helper that calls itself.

pipeline::pipeline! {
    fn broken(img: [f32; n]) -> out {
        fn fact(k) = k * fact(k - 1.0);
        out(x) = fact(img(x));
    }
}
