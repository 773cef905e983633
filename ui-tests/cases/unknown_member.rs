//! Members that a family does not have.

pipeline::pipeline! {
    fn broken(img: [f32; n]) -> out {
        for k in 0..3 { f[k](x) = img(x); }
        out(x) = f[3](x) + f(x);
    }
}
