//! A reduction with updates.

pipeline::pipeline! {
    fn broken(img: [u8; rows, cols]) -> hist {
        hist(b) in [0..256]: u32 = 0;
        hist(img(y, x)) += 1 for (y, x) in [0..rows, 0..cols];
    }
}
