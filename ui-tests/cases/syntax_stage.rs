//! Stages that are nearly right.

pipeline::pipeline! {
    fn broken(img: [f32; n]) -> out {
        a(x);
        b(x) -> f32 = img(x);
        c(x + 1) = img(x);
        let d(x) = img(x);
        out(x) = img(x)
        e(x) = 1;
    }
}
