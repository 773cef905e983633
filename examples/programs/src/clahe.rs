//! Contrast-limited adaptive histogram equalisation (Zuiderveld, Graphics Gems IV, 1994), as OpenCV
//! has it: a histogram for each tile of 64 x 64 pixels, cut at a limit, what is cut off spread over
//! all bins, and at each pixel the tables of the four nearest tiles.
//!
//! The picture is continued by its mirror image to whole tiles.

use harness::{About, Application, Photo, Sides, Source, Typed};
use pipeline::Image;

harness::variants! {
    /// A picture with more contrast in each of its parts; a bin has at most `limit` of 4096 pixels.
    pub fn clahe(img: [u8; rows, cols], limit: i32 in 1..=4096) -> out
    where rows ~ 3008, cols ~ 4032, rows >= 64, cols >= 64
    {
        const TILE = 64;
        const BINS = 256;
        border img = mirror101;
        border table = clamp;

        hist(ty, tx, v) in [0..(rows + TILE - 1) / TILE, 0..(cols + TILE - 1) / TILE, 0..BINS]: i32 = 0;
        hist(y / TILE, x / TILE, img(y, x)) += 1
            for (y, x) in [0..(rows + TILE - 1) / TILE * TILE, 0..(cols + TILE - 1) / TILE * TILE];

        cut(ty, tx) = sum(v in 0..BINS; max(hist(ty, tx, v) - limit, 0));
        spread(ty, tx, v) = {
            let each = cut(ty, tx) / BINS;
            let left = cut(ty, tx) - each * BINS;
            let step = max(BINS / max(left, 1), 1);
            let more = (v as i32) % step == 0 && (v as i32) / step < left;
            min(hist(ty, tx, v), limit) + each + if more { 1 } else { 0 }
        };
        below(ty, tx, v) = case {
            v == 0 => spread(ty, tx, v),
            else => below(ty, tx, v - 1) + spread(ty, tx, v),
        };
        table(ty, tx, v) = saturate((below(ty, tx, v) as f32 * (255.0 / 4096.0)).round(), u8);

        // The nearest four tiles are those above and left of a pixel, from centre to centre.
        fn along(above, below, weight) = above * (1.0 - weight) + below * weight;
        fn entry(y, x, v) = table(y, x, v) as f32;
        out(y, x) in [0..rows, 0..cols] = {
            let v = img(y, x);
            let down = ((y + TILE / 2) % TILE) as f32 / 64.0;
            let right = ((x + TILE / 2) % TILE) as f32 / 64.0;
            let upper = along(
                entry((y - TILE / 2) / TILE, (x - TILE / 2) / TILE, v),
                entry((y - TILE / 2) / TILE, (x - TILE / 2) / TILE + 1, v),
                right
            );
            let lower = along(
                entry((y - TILE / 2) / TILE + 1, (x - TILE / 2) / TILE, v),
                entry((y - TILE / 2) / TILE + 1, (x - TILE / 2) / TILE + 1, v),
                right
            );
            saturate(along(upper, lower, down).round(), u8)
        };
    }
}

type Inputs = (Image<u8, 2>, i32);

/// The program for the runner.
pub fn app() -> Box<dyn Application> {
    Box::new(Typed {
        about: About {
            name: "clahe",
            summary: "a grey picture with more contrast in each of its parts",
            inputs: &["img", "limit"],
            outputs: &["out"],
            size: "4032x3008",
            small: "131x67",
            channels: false,
        },
        source: Source::Photo { inputs, sides: Sides::at_least(64) },
        picture: Some(picture),
        runs: harness::runs!(clahe, |(img, limit): Inputs| (img, *limit) -> [out]),
    })
}

fn inputs(photo: &Photo, _: u64) -> Inputs {
    let grey = harness::grey(photo);
    let img = Image::from_fn(grey.shape(), |at| (grey[at] * 255.0).round() as u8);
    (img, 48)
}

fn picture(out: &Image<u8, 2>) -> Photo {
    let [rows, cols] = out.shape();
    Image::from_fn([rows, cols, 1], |[y, x, _]| f32::from(out[[y, x]]) / 255.0)
}
