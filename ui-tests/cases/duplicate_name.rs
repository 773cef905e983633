//! Names given twice.

pipeline::pipeline! {
    fn broken(img: [f32; n], img: f32) -> out {
        a(x) = img(x);
        a(x) = 1.0;
        n(x) = 1.0;
        sum(x) = 1.0;
        const C = 1;
        const C = 2;
        b(x, x) = 1.0;
        out(x) = a(x);
    }
}
