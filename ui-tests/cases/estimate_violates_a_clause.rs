//! An estimate that its clause excludes.

pipeline::pipeline! {
    fn broken(img: [f32; n]) -> out
    where n ~ 100, n >= 512
    {
        out(x) = img(x);
    }
}
