//! An estimate for which a domain is empty.

pipeline::pipeline! {
    fn broken(img: [f32; n - 8]) -> out
    where n ~ 8
    {
        out(x) = img(x);
    }
}
