//! Loops over no range.

pipeline::pipeline! {
    fn broken(img: [f32; n]) -> out {
        for k in 4 { a[k](x) = img(x); }
        out(x) = img(x);
    }
}
