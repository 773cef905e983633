//! Types that are none.

pipeline::pipeline! {
    fn broken(img: [float; n], k: u64) -> out {
        out(x): f16 = img(x) as real;
    }
}
