//! Stages that read each other.

pipeline::pipeline! {
    fn broken(img: [f32; n]) -> out {
        a(x): f32 = b(x) + img(x);
        b(x): f32 = c(x);
        c(x): f32 = a(x);
        out(x) = c(x);
    }
}
