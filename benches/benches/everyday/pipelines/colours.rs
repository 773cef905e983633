//! From red, green and blue to other colours.

use pipeline::pipeline;

pipeline! {
    /// Luma of Rec. 601 in fixed point, rounded.
    pub fn grey_rgb<T: u8, u16>(img: [T; rows, cols, 3]) -> out
    where rows ~ 3000, cols ~ 4000
    {
        fn part(weight, value) = weight * (value as u32);
        out(y, x) = ((part(9798, img(y, x, 0)) + part(19235, img(y, x, 1))
            + part(3735, img(y, x, 2)) + 16384) >> 15) as T;
    }
}

pipeline! {
    /// Luma, and blue and red chroma of the means of 2 by 2 pixels, as Rec. 601 has them for video.
    pub fn ycbcr420_rgb8(img: [u8; rows, cols, 3]) -> (luma, blue, red)
    where rows ~ 3000, cols ~ 4000
    {
        luma(y, x) = (((66 * (img(y, x, 0) as i32) + 129 * (img(y, x, 1) as i32)
            + 25 * (img(y, x, 2) as i32) + 128) >> 8) + 16) as u8;
        four(y, x, c) = sum(dy in 0..2, dx in 0..2; img(2 * y + dy, 2 * x + dx, c) as i32);
        blue(y, x) = (((-38 * four(y, x, 0) - 74 * four(y, x, 1) + 112 * four(y, x, 2) + 512)
            >> 10) + 128) as u8;
        red(y, x) = (((112 * four(y, x, 0) - 94 * four(y, x, 1) - 18 * four(y, x, 2) + 512)
            >> 10) + 128) as u8;
    }
}

pipeline! {
    /// The same of 16 bits, with weights of 14: with more, sums would not be below 2³¹.
    pub fn ycbcr420_rgb16(img: [u16; rows, cols, 3]) -> (luma, blue, red)
    where rows ~ 3000, cols ~ 4000
    {
        luma(y, x) = (((4207 * (img(y, x, 0) as i32) + 8260 * (img(y, x, 1) as i32)
            + 1604 * (img(y, x, 2) as i32) + 8192) >> 14) + 4096) as u16;
        four(y, x, c) = sum(dy in 0..2, dx in 0..2; img(2 * y + dy, 2 * x + dx, c) as i32);
        blue(y, x) = (((-2428 * four(y, x, 0) - 4768 * four(y, x, 1) + 7196 * four(y, x, 2)
            + 32768) >> 16) + 32768) as u16;
        red(y, x) = (((7196 * four(y, x, 0) - 6026 * four(y, x, 1) - 1170 * four(y, x, 2)
            + 32768) >> 16) + 32768) as u16;
    }
}
