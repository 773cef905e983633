//! Divisors that are zero.

pipeline::pipeline! {
    fn broken(img: [i32; n]) -> out {
        a(x) = img(x / 0);
        out(x) = img(x) / 0 + img(x) % 0;
    }
}
