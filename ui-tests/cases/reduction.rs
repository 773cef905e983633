//! Targets that leave the stage, and reduction domains without points.

pipeline::pipeline! {
    fn broken(img: [u8; rows, cols], a: [f32; rows, cols]) -> (hist, lines, total, cells) {
        hist(b) in [0..200]: u32 = 0;
        hist(img(y, x)) += 1 for (y, x) in [0..rows, 0..cols];
        lines(y) in [0..rows]: u32 = 0;
        border lines = clamp;
        lines(y + 1) += img(y, x) as u32 for (y, x) in [0..rows, 0..cols];
        total(i) in [0..1]: u32 = 0;
        total(0) += img(y, x) as u32 for (y, x) in [0..rows, cols..cols - 1];
        total(0) max= img(y - 1, x) as u32 for (y, x) in [0..rows, 0..cols];
        cells(i, j) in [0..=rows / 8, 0..16]: f32 = 0.0;
        cells(y / 8, (a(y, x) * 16.0) as i32) += a(y, x) for (y, x) in [0..rows, 0..cols];
    }
}
