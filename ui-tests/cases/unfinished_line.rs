//! Lines that break off: what is missing is missing there, and the next item is read.

pipeline::pipeline! {
    fn broken(img: [f32; rows, cols]) -> out {
        a(y, x) = img(y, x) +
        b(y, x) = img(y, x) * 2.0;
        c(y, x) =
        d(y, x): u7 = b(y, x);
        e(y, x) = img(y, x)
        out(y, x) = b(y, x) + nothing;
    }
}
