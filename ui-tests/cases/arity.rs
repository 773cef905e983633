//! Indices and arguments that are too many or too few.

pipeline::pipeline! {
    fn broken(img: [f32; rows, cols]) -> out {
        fn twice(a) = 2.0 * a;
        a(x) = img(x, 0) + img(x);
        out(y, x) = a(y, x) + sqrt(img(y, x), 2.0) + twice();
    }
}
