//! Indices that are not provably inside.

pipeline::pipeline! {
    fn broken(curve: [f32; 256], img: [u16; n], line: [f32; n]) -> out {
        a(x) = curve(img(x));
        b(x) = curve(line(x) as i32 + 1);
        out(x) = curve(clamp(img(x) as i32, 0, 256));
    }
}
