pipeline::pipeline! {
    fn p(img: [u8; n], table: [u16; m]) -> out where n ~ 100, m ~ 256 {
        out(x) = table(img(x));
    }
}
