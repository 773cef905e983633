pipeline::pipeline! {
    #[allow(missing_estimate)]
    fn p(img: [u8; n]) -> out where n <= 100 {
        out(x) = img(x);
    }
}
