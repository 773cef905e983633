//! Operands of different types.

pipeline::pipeline! {
    fn broken(img: [u8; n], line: [f32; n], k: i32) -> out {
        a(x) = img(x) * line(x);
        b(x) = if k { 1 } else { 0 };
        c(x): u8 = line(x);
        d(x) = sqrt(img(x));
        out(x) = line(x) + k;
    }
}
