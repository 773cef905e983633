//! Updates that read what they update, change what cannot be changed, or are of the wrong type.

pipeline::pipeline! {
    fn broken(img: [u8; rows, cols]) -> hist {
        hist(b) in [0..256]: u32 = 0;
        hist(img(y, x)) += hist(0) for (y, x) in [0..rows, 0..cols];
        hist(hist(0)) += 1 for (y, x) in [0..rows, 0..cols];
        hist(img(y, x)) *= img(y, x) for (y, x) in [0..rows, 0..cols];
        hist(img(y, x)) += 1 for (y, y) in [0..rows, 0..cols];
        img(y, x) += 1 for (y, x) in [0..rows, 0..cols];
        seen(b) in [0..256] = hist(b) > 0;
        seen(img(y, x)) max= true for (y, x) in [0..rows, 0..cols];
    }
}
