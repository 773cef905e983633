//! Bounds are known before anything is computed.

pipeline::pipeline! {
    fn broken(img: [u8; n]) -> (out, longer, first) {
        s(x) in [0..n] = img(x);
        out(x) in [0..s(4)] = img(x);
        longer(x) in [0..n + s(4)] = img(x);
        first(x) in [0..img(0)] = img(x);
    }
}
