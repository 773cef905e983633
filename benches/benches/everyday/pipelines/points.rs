//! What looks at one sample at a time.

use pipeline::pipeline;

pipeline! {
    /// White for black.
    pub fn invert_grey<T: u8, u16>(img: [T; rows, cols]) -> out
    where rows ~ 3000, cols ~ 4000
    {
        out(y, x) = !img(y, x);
    }
}

pipeline! {
    /// White for black, of each channel.
    pub fn invert_rgb<T: u8, u16>(img: [T; rows, cols, 3]) -> out
    where rows ~ 3000, cols ~ 4000
    {
        out(y, x, c) = !img(y, x, c);
    }
}

pipeline! {
    /// What a table has for each sample.
    pub fn lut_grey8(img: [u8; rows, cols], table: [u8; 256]) -> out
    where rows ~ 3000, cols ~ 4000
    {
        out(y, x) = table(img(y, x));
    }
}

pipeline! {
    /// The same of 16 bits.
    pub fn lut_grey16(img: [u16; rows, cols], table: [u16; 65536]) -> out
    where rows ~ 3000, cols ~ 4000
    {
        out(y, x) = table(img(y, x));
    }
}

pipeline! {
    /// What a table has for each sample of each channel.
    pub fn lut_rgb8(img: [u8; rows, cols, 3], table: [u8; 256]) -> out
    where rows ~ 3000, cols ~ 4000
    {
        out(y, x, c) = table(img(y, x, c));
    }
}

pipeline! {
    /// The same of 16 bits.
    pub fn lut_rgb16(img: [u16; rows, cols, 3], table: [u16; 65536]) -> out
    where rows ~ 3000, cols ~ 4000
    {
        out(y, x, c) = table(img(y, x, c));
    }
}
