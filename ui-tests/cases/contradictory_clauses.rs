pipeline::pipeline! {
    fn p(img: [u8; n, m]) -> out where n ~ 100, m ~ 100, n <= 100, m >= 8, n >= 2 * m + 100 {
        out(y, x) = img(y, x);
    }
}
