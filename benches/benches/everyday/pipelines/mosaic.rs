//! From the mosaic of a sensor to colours.

use pipeline::pipeline;

pipeline! {
    /// Bilinear interpolation of a mosaic that begins with red and green above green and blue. What
    /// is missing of a colour is the rounded mean of the nearest samples of it. Outside, the
    /// picture is mirrored at its outermost samples, so that colours stay where they belong.
    pub fn demosaic<T: u8, u16>(img: [T; rows, cols]) -> out
    where rows ~ 3000, cols ~ 4000, rows >= 2, cols >= 2
    {
        border img = mirror101;
        fn at(y, x) = img(y, x) as u32;
        fn beside(y, x) = (at(y, x - 1) + at(y, x + 1) + 1) / 2;
        fn above(y, x) = (at(y - 1, x) + at(y + 1, x) + 1) / 2;
        fn cross(y, x) = (at(y, x - 1) + at(y, x + 1) + at(y - 1, x) + at(y + 1, x) + 2) / 4;
        fn corners(y, x) = (at(y - 1, x - 1) + at(y - 1, x + 1)
            + at(y + 1, x - 1) + at(y + 1, x + 1) + 2) / 4;

        red(y, x) in [0..rows, 0..cols] = case {
            y % 2 == 0 && x % 2 == 0 => at(y, x),
            y % 2 == 0 && x % 2 == 1 => beside(y, x),
            y % 2 == 1 && x % 2 == 0 => above(y, x),
            else => corners(y, x),
        };
        green(y, x) in [0..rows, 0..cols] = case {
            y % 2 == 0 && x % 2 == 0 => cross(y, x),
            y % 2 == 1 && x % 2 == 1 => cross(y, x),
            else => at(y, x),
        };
        blue(y, x) in [0..rows, 0..cols] = case {
            y % 2 == 0 && x % 2 == 0 => corners(y, x),
            y % 2 == 0 && x % 2 == 1 => above(y, x),
            y % 2 == 1 && x % 2 == 0 => beside(y, x),
            else => at(y, x),
        };
        out(y, x, c) in [0..rows, 0..cols, 0..3] = case {
            c == 0 => red(y, x) as T,
            c == 1 => green(y, x) as T,
            else => blue(y, x) as T,
        };
    }
}
