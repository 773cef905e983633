//! Live-outs that are no stages.

pipeline::pipeline! {
    fn broken(img: [f32; n]) -> (img, n, f, out, out) {
        f[0](x) = img(x);
        out(x) = img(x);
    }
}
