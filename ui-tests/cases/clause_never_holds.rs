//! A clause that no size meets.

pipeline::pipeline! {
    fn broken(img: [f32; n]) -> out
    where 3 > 4, n > k
    {
        out(x) = img(x);
    }
}
