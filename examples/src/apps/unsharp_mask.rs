//! Unsharp masking of a planar colour image.

use pipeline::pipeline;

pipeline! {
    /// Sharpens where an image differs from its blur by at least `threshold`, by `weight` times
    /// the difference. The input has a margin of two pixels that the result has not.
    pub fn unsharp_mask(img: [f32; 3, rows + 4, cols + 4], threshold: f32, weight: f32) -> mask
    where rows ~ 2832, cols ~ 4256
    {
        blurx(c, y, x) = stencil(img, 1.0 / 16.0, [[1], [4], [6], [4], [1]]);
        blury(c, y, x) = stencil(blurx, 1.0 / 16.0, [[1, 4, 6, 4, 1]]);
        sharpen(c, y, x) = img(c, y, x) * (1.0 + weight) - blury(c, y, x) * weight;
        mask(c, y, x) = if abs(img(c, y, x) - blury(c, y, x)) < threshold {
            img(c, y, x)
        } else {
            sharpen(c, y, x)
        };
    }
}
