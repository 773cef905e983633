//! Updates without a domain.

pipeline::pipeline! {
    fn broken(img: [u8; n]) -> hist {
        hist(b) in [0..256]: u32 = 0;
        hist(img(x)) += 1;
    }
}
