//! A size that no input determines.

pipeline::pipeline! {
    fn broken(img: [f32; n]) -> out
    where m ~ 12
    {
        out(x) in [0..m] = img(0);
    }
}
