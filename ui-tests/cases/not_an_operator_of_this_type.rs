//! Operators that a type does not have.

pipeline::pipeline! {
    fn broken(img: [u8; n], line: [f32; n]) -> out {
        a(x) = -img(x);
        b(x) = line(x) & line(x);
        c(x) = img(x) << 8;
        d(x) = (img(x) > 1) + 1;
        out(x) = !line(x);
    }
}
