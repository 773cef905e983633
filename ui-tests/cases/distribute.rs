//! Variables that no result has, and stages whose points follow from one another.

pipeline::pipeline! {
    #[distribute]
    fn nothing(img: [f32; rows, cols]) -> out {
        out(y, x) = img(y, x);
    }
}

pipeline::pipeline! {
    #[distribute(rows)]
    fn unknown(img: [f32; rows, cols]) -> out {
        out(y, x) = img(y, x);
    }
}

pipeline::pipeline! {
    #[distribute(y = 4, x(2))]
    fn values(img: [f32; rows, cols]) -> out {
        out(y, x) = img(y, x);
    }
}

pipeline::pipeline! {
    #[distribute(a, b, c, d)]
    fn many(img: [f32; n, n, n, n]) -> out {
        out(a, b, c, d) = img(a, b, c, d);
    }
}

pipeline::pipeline! {
    #[distribute(y)]
    fn running(img: [f32; rows, cols]) -> out {
        border out = constant(0.0);
        out(y, x) in [0..rows, 0..cols] = out(y - 1, x) + img(y, x);
    }
}

pipeline::pipeline! {
    #[distribute(b)]
    fn histogram(img: [u8; rows, cols]) -> counts {
        counts(b): u32 in [0..256] = 0;
        counts(img(y, x)) += 1 for (y, x) in [0..rows, 0..cols];
    }
}

pipeline::pipeline! {
    #[distribute(y)]
    fn any<T: f32, f64>(img: [T; rows, cols]) -> out {
        out(y, x) = img(y, x);
    }
}
