//! A clause that cannot be computed exactly.

pipeline::pipeline! {
    fn broken(img: [u8; n], a: size, b: size, c: size) -> out
    where 2147483648*a + 2147483648*b + 2147483648*c <= 2147483648*n
    {
        out(x) in [0..a] = img(x);
    }
}
