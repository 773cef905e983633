//! An update that needs its own result.

pipeline::pipeline! {
    fn broken(img: [u8; rows, cols]) -> hist {
        hist(b) in [0..256]: u32 = 0;
        share(y, x) = hist(img(y, x)) / 2;
        hist(img(y, x)) += share(y, x) for (y, x) in [0..rows, 0..cols];
    }
}
