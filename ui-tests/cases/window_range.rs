//! Windows whose ranges are neither constants nor sizes, or empty.

pipeline::pipeline! {
    fn broken(img: [f32; n]) -> out {
        a(x) = sum(d in 0..x; img(d));
        out(x) = max(d in 3..=1; img(x + d));
    }
}
