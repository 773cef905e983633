//! Values that Rust has and this language has not.

pipeline::pipeline! {
    fn broken(img: [f32; n]) -> out {
        a(x) = img[x];
        b(x) = match x { _ => 1 };
        c(x) = img(x) ? 1 : 2;
        d(x) = "text";
        e(x) = &img(x);
        f(x) = a.0;
        out(x) = |a| a;
    }
}
