//! Everything that is wrong with a block is reported at once.

pipeline::pipeline! {
    fn broken(img: [f32; rows, cols], k: u7) -> (out, missing) {
        a(y, x) = ;
        b(y, x) = imgg(y, x);
        c(y, x) = img(y);
        d(y, x) = img(y, x) as u8 + 300;
        border img = wrap;
        e(y, x) = e(y, x - 1);
        out(y, x) = b(y, x) + c(y, x);
    }
}
