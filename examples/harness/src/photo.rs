//! Photographs, made-up ones included, as the inputs of applications are made from them.

use pipeline::{Image, interleaved};

/// A colour photograph: planes red, green and blue of values 0 to 1, `[3, rows, cols]`.
pub type Photo = Image<f32, 3>;

/// Weights of red, green and blue in grey (Rec. 709).
const LUMA: [f32; 3] = [0.2126, 0.7152, 0.0722];

/// Pixels between the knots of a made-up photograph.
const STEP: usize = 32;

/// A number in 0..1 that depends on a seed and a place, and looks random (SplitMix64, Steele et
/// al., OOPSLA 2014).
pub fn noise(seed: u64, at: &[usize]) -> f64 {
    let mix = |z: u64| {
        let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    };
    let place = at.iter().fold(seed, |z, i| mix(z.wrapping_add(0x9e37_79b9_7f4a_7c15) ^ *i as u64));
    (mix(place.wrapping_add(0x9e37_79b9_7f4a_7c15)) >> 11) as f64 / (1u64 << 53) as f64
}

/// A photograph made up from a seed: smooth regions with some grain, in steps of 1/255.
pub fn synthetic(rows: usize, cols: usize, seed: u64) -> Photo {
    Image::from_fn([3, rows, cols], |[c, y, x]| {
        let knot = |dy: usize, dx: usize| noise(seed, &[c, y / STEP + dy, x / STEP + dx, 0]);
        let (v, u) = ((y % STEP) as f64 / STEP as f64, (x % STEP) as f64 / STEP as f64);
        let above = knot(0, 0) * (1.0 - u) + knot(0, 1) * u;
        let below = knot(1, 0) * (1.0 - u) + knot(1, 1) * u;
        let smooth = above * (1.0 - v) + below * v;
        let grain = noise(seed, &[c, y, x, 1]) - 0.5;
        (15.0 + 220.0 * smooth + 20.0 * grain).round().clamp(0.0, 255.0) as f32 / 255.0
    })
}

/// A photograph in grey, `[rows, cols]`.
pub fn grey(photo: &Photo) -> Image<f32, 2> {
    let [_, rows, cols] = photo.shape();
    Image::from_fn([rows, cols], |[y, x]| (0..3).map(|c| LUMA[c] * photo[[c, y, x]]).sum())
}

/// Planes with a margin of so many pixels before and behind in both directions, which repeats the
/// edge, or is zero.
pub fn padded(planes: &Image<f32, 3>, before: usize, behind: usize, zero: bool) -> Image<f32, 3> {
    let [channels, rows, cols] = planes.shape();
    let margin = before + behind;
    Image::from_fn([channels, rows + margin, cols + margin], |[c, y, x]| {
        let inside = |i: usize, n: usize| i.saturating_sub(before).min(n - 1);
        let outside = |i: usize, n: usize| i < before || i - before >= n;
        match zero && (outside(y, rows) || outside(x, cols)) {
            true => 0.0,
            false => planes[[c, inside(y, rows), inside(x, cols)]],
        }
    })
}

/// Planes as a picture, `[rows, cols, channels]`.
pub fn shown(planes: &Image<f32, 3>) -> Image<f32, 3> {
    interleaved(planes.view()).to_image()
}

/// A grey image as a picture, `[rows, cols, 1]`.
pub fn one_channel(grey: &Image<f32, 2>) -> Image<f32, 3> {
    let [rows, cols] = grey.shape();
    Image::from_fn([rows, cols, 1], |[y, x, _]| grey[[y, x]])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noise_depends_on_seed_and_place() {
        let values: Vec<f64> = (0..1000).map(|i| noise(1, &[i])).collect();
        assert!(values.iter().all(|v| (0.0..1.0).contains(v)));
        let mean = values.iter().sum::<f64>() / 1000.0;
        assert!((mean - 0.5).abs() < 0.05, "{mean}");
        assert_ne!(noise(1, &[2, 3]), noise(1, &[3, 2]));
        assert_ne!(noise(1, &[2]), noise(2, &[2]));
    }

    #[test]
    fn margins_repeat_the_edge_or_are_zero() {
        let planes = Image::from_vec(vec![1.0, 2.0], [1, 1, 2]).expect("a shape");
        let row = |zero| padded(&planes, 1, 2, zero).as_slice()[5..10].to_vec();
        assert_eq!(row(false), [1.0, 1.0, 2.0, 2.0, 2.0]);
        assert_eq!(row(true), [0.0, 1.0, 2.0, 0.0, 0.0]);
    }
}
