//! Derivatives. Outside of a picture its edge goes on.

use pipeline::pipeline;

pipeline! {
    /// Length of Sobel's gradient, rounded down, at most the largest sample.
    pub fn sobel_grey<T: u8, u16>(img: [T; rows, cols]) -> out
    where rows ~ 3000, cols ~ 4000
    {
        border wide = clamp;
        wide(y, x) = img(y, x) as i32;
        gx(y, x) = stencil(wide, [[-1, 0, 1], [-2, 0, 2], [-1, 0, 1]]) as f32;
        gy(y, x) = stencil(wide, [[-1, -2, -1], [0, 0, 0], [1, 2, 1]]) as f32;
        out(y, x) = saturate(sqrt(gx(y, x) * gx(y, x) + gy(y, x) * gy(y, x)), T);
    }
}

pipeline! {
    /// The same of each channel.
    pub fn sobel_rgb<T: u8, u16>(img: [T; rows, cols, 3]) -> out
    where rows ~ 3000, cols ~ 4000
    {
        border wide = clamp;
        wide(y, x, c) = img(y, x, c) as i32;
        gx(y, x, c) = stencil(wide, [[[-1], [0], [1]], [[-2], [0], [2]], [[-1], [0], [1]]]) as f32;
        gy(y, x, c) = stencil(wide, [[[-1], [-2], [-1]], [[0], [0], [0]], [[1], [2], [1]]]) as f32;
        out(y, x, c) = saturate(sqrt(gx(y, x, c) * gx(y, x, c) + gy(y, x, c) * gy(y, x, c)), T);
    }
}

pipeline! {
    /// Laplacian of 3 by 3, cut to the values of a sample.
    pub fn laplacian_grey<T: u8, u16>(img: [T; rows, cols]) -> out
    where rows ~ 3000, cols ~ 4000
    {
        border wide = clamp;
        wide(y, x) = img(y, x) as i32;
        out(y, x) = saturate(stencil(wide, [[0, 1, 0], [1, -4, 1], [0, 1, 0]]), T);
    }
}

pipeline! {
    /// The same of each channel.
    pub fn laplacian_rgb<T: u8, u16>(img: [T; rows, cols, 3]) -> out
    where rows ~ 3000, cols ~ 4000
    {
        border wide = clamp;
        wide(y, x, c) = img(y, x, c) as i32;
        out(y, x, c) =
            saturate(stencil(wide, [[[0], [1], [0]], [[1], [-4], [1]], [[0], [1], [0]]]), T);
    }
}
