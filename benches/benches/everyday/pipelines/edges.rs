//! Derivatives. Outside of a picture its edge goes on.

use pipeline::pipeline;

pipeline! {
    /// Length of Sobel's gradient, rounded down, at most 255.
    pub fn sobel_grey8(img: [u8; rows, cols]) -> out
    where rows ~ 3000, cols ~ 4000
    {
        border wide = clamp;
        wide(y, x) = img(y, x) as i16;
        gx(y, x) = stencil(wide, [[-1, 0, 1], [-2, 0, 2], [-1, 0, 1]]) as f32;
        gy(y, x) = stencil(wide, [[-1, -2, -1], [0, 0, 0], [1, 2, 1]]) as f32;
        out(y, x) = saturate(sqrt(gx(y, x) * gx(y, x) + gy(y, x) * gy(y, x)), u8);
    }
}

pipeline! {
    /// Laplacian of 3 by 3, cut to 0 to 255.
    pub fn laplacian_grey8(img: [u8; rows, cols]) -> out
    where rows ~ 3000, cols ~ 4000
    {
        border wide = clamp;
        wide(y, x) = img(y, x) as i16;
        out(y, x) = saturate(stencil(wide, [[0, 1, 0], [1, -4, 1], [0, 1, 0]]), u8);
    }
}
