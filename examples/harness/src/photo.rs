//! Photographs, made-up ones included, as the inputs of applications are made from them.

use std::fmt;

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

/// Which photographs an application takes: pixels of their sides.
#[derive(Clone, Copy, Debug)]
pub struct Sides {
    /// At least so many.
    least: usize,
    /// A multiple of so many.
    multiple: usize,
}

/// How a photograph was enlarged; columns first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Enlarged {
    /// Its size in the file.
    pub from: [usize; 2],
    /// Its size after.
    pub to: [usize; 2],
}

impl Sides {
    /// Photographs of every size.
    pub const ANY: Sides = Sides { least: 1, multiple: 1 };

    /// Sides of at least so many pixels.
    pub const fn at_least(pixels: usize) -> Sides {
        Sides { least: pixels, multiple: 1 }
    }

    /// Sides of a multiple of so many pixels.
    pub const fn multiples_of(pixels: usize) -> Sides {
        Sides { least: pixels, multiple: pixels }
    }

    /// The photograph with such sides: enlarged if one is too short, then cut to multiples.
    pub fn fit(self, photo: Photo) -> (Photo, Option<Enlarged>) {
        let [_, rows, cols] = photo.shape();
        let shorter = rows.min(cols);
        if shorter >= self.least {
            return (self.cut(&photo), None);
        }
        let scaled = |side: usize| (side * self.least).div_ceil(shorter);
        let photo = enlarged(&photo, scaled(rows), scaled(cols));
        let done = Enlarged { from: [cols, rows], to: [scaled(cols), scaled(rows)] };
        (self.cut(&photo), Some(done))
    }

    fn cut(self, photo: &Photo) -> Photo {
        let [_, rows, cols] = photo.shape();
        let whole = |side: usize| side - side % self.multiple;
        photo.view().crop(1, 0..whole(rows)).crop(2, 0..whole(cols)).to_image()
    }
}

impl fmt::Display for Enlarged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Enlarged { from: [cols, rows], to: [wide, tall] } = self;
        write!(f, "enlarged from {cols}x{rows} to {wide}x{tall}")
    }
}

/// A photograph with more pixels, between which it is linear in both directions.
fn enlarged(photo: &Photo, rows: usize, cols: usize) -> Photo {
    let [channels, old_rows, old_cols] = photo.shape();
    // The pixel before a place, the one behind it, and the weight of the latter. Centres of pixels
    // are at halves.
    let place = |i: usize, new: usize, old: usize| {
        let at = ((i as f64 + 0.5) * old as f64 / new as f64 - 0.5).clamp(0.0, (old - 1) as f64);
        (at as usize, (at as usize + 1).min(old - 1), at.fract() as f32)
    };
    Image::from_fn([channels, rows, cols], |[c, y, x]| {
        let (above, below, v) = place(y, rows, old_rows);
        let (left, right, u) = place(x, cols, old_cols);
        let row = |y: usize| photo[[c, y, left]] * (1.0 - u) + photo[[c, y, right]] * u;
        row(above) * (1.0 - v) + row(below) * v
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
    fn photographs_are_enlarged_where_a_side_is_too_short() {
        let photo = synthetic(30, 20, 1);
        let (larger, done) = Sides::at_least(128).fit(photo.clone());
        assert_eq!(larger.shape(), [3, 192, 128]);
        assert_eq!(
            done.expect("a side is too short").to_string(),
            "enlarged from 20x30 to 128x192"
        );
        // A constant stays one, and corners stay where they are.
        let grey = Sides::at_least(9).fit(Image::new([3, 4, 5], 0.25)).0;
        assert_eq!((grey.shape(), grey.as_slice()[7]), ([3, 9, 12], 0.25));
        assert_eq!(larger[[2, 191, 127]], photo[[2, 29, 19]]);

        let (whole, done) = Sides::at_least(20).fit(photo.clone());
        assert_eq!((whole, done), (photo.clone(), None));
        let (cut, done) = Sides::multiples_of(8).fit(photo);
        assert_eq!((cut.shape(), done), ([3, 24, 16], None));
    }

    #[test]
    fn margins_repeat_the_edge_or_are_zero() {
        let planes = Image::from_vec(vec![1.0, 2.0], [1, 1, 2]).expect("a shape");
        let row = |zero| padded(&planes, 1, 2, zero).as_slice()[5..10].to_vec();
        assert_eq!(row(false), [1.0, 1.0, 2.0, 2.0, 2.0]);
        assert_eq!(row(true), [0.0, 1.0, 2.0, 0.0, 0.0]);
    }
}
