//! A constant with a type.

pipeline::pipeline! {
    fn broken(img: [f32; n]) -> out {
        const N: i32 = 4;
        out(x) = img(x);
    }
}
