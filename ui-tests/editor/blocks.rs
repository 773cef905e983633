//! What the editor's test opens: the names that it asks about.

use pipeline::{Image, pipeline};

pipeline! {
    /// Sharpens.
    pub fn enhance(img: [f32; rows, cols], gain: f32, t: f32) -> (out, level[1])
    where rows ~ 480, cols ~ 640, cols >= 8
    {
        const LEVELS = 2;
        const SIGMA = 1.5;
        fn lerp(p, q, t) = p + t * (q - p);
        border img = mirror;
        smooth(y, x) = sum(dy in -1..=1, dx in -1..=1; img(y + dy, x + dx)) / 9.0;
        level[0](y, x) in [1..rows, 0..cols] = smooth(y, x) * SIGMA;
        for k in 1..LEVELS {
            level[k](y, x) = level[k - 1](y, x) * gain;
        }
        out(y, x) = {
            let detail = img(y, x) - smooth(y, x);
            lerp(detail, sqrt(detail), t) + saturate(detail, u8) as f32
        };
    }
}

pipeline! {
    fn twice<T: u8, u16>(img: [T; n]) -> doubled {
        single(x): T = img(x);
        // A line to be typed.
        doubled(x): T = saturating_add(single(x), img(x));
    }
}

/// Uses them.
pub fn call(a: &Image<f32, 2>, b: &Image<u8, 1>) {
    let _ = enhance(a, 1.0, 2.0);
    let _ = twice(b);
    enhance::plan();
}
