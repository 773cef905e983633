//! What looks at one sample at a time.

use pipeline::pipeline;

pipeline! {
    /// White for black.
    pub fn invert_grey8(img: [u8; rows, cols]) -> out
    where rows ~ 3000, cols ~ 4000
    {
        out(y, x) = 255 - img(y, x);
    }
}

pipeline! {
    /// White for black, of 16 bits.
    pub fn invert_grey16(img: [u16; rows, cols]) -> out
    where rows ~ 3000, cols ~ 4000
    {
        out(y, x) = 65535 - img(y, x);
    }
}

pipeline! {
    /// White for black, of each channel.
    pub fn invert_rgb8(img: [u8; rows, cols, 3]) -> out
    where rows ~ 3000, cols ~ 4000
    {
        out(y, x, c) = 255 - img(y, x, c);
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
    /// What a table has for each sample of each channel.
    pub fn lut_rgb8(img: [u8; rows, cols, 3], table: [u8; 256]) -> out
    where rows ~ 3000, cols ~ 4000
    {
        out(y, x, c) = table(img(y, x, c));
    }
}
