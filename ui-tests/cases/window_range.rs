//! Windows without constant ranges.

pipeline::pipeline! {
    fn broken(img: [f32; n]) -> out {
        a(x) = sum(d in 0..n; img(d));
        out(x) = max(d in 3..=1; img(x + d));
    }
}
