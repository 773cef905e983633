//! A border that is not known.

pipeline::pipeline! {
    fn broken(img: [f32; n], line: [f32; n]) -> out {
        border img = reflect;
        border line = clmp;
        out(x) = img(x) + line(x);
    }
}
