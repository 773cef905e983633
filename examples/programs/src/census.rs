//! Stereo by the census transform (Zabih and Woodfill, ECCV 1994): which of the 24 neighbours of a
//! pixel are darker than it is a word, the words of two pictures are compared by the number of bits
//! in which they differ, added up in a window of 5 x 5, and the shift with the least is taken.
//!
//! Beyond its edges a picture repeats its outermost pixels.

use harness::{About, Application, Photo, Sides, Source, Typed};
use pipeline::Image;

harness::variants! {
    /// How far each pixel of the left picture is shifted in the right one, 0 to 15 columns.
    pub fn census(left: [u8; rows, cols], right: [u8; rows, cols]) -> shift
    where rows ~ 1080, cols ~ 1920
    {
        const SHIFTS = 16;
        border left = clamp;
        border right = clamp;
        border right_word = clamp;
        border distance = clamp;

        left_word(y, x): u32 = sum(dy in -2..=2, dx in -2..=2;
            (left(y + dy, x + dx) < left(y, x)) as u32 << (5 * (dy + 2) + dx + 2) as u32);
        right_word(y, x): u32 = sum(dy in -2..=2, dx in -2..=2;
            (right(y + dy, x + dx) < right(y, x)) as u32 << (5 * (dy + 2) + dx + 2) as u32);

        // The number of bits that are set.
        fn pairs(v) = v - (v >> 1 & 0x5555_5555);
        fn nibbles(v) = (v & 0x3333_3333) + (v >> 2 & 0x3333_3333);
        fn bytes(v) = v + (v >> 4) & 0x0f0f_0f0f;
        fn bits(v) = bytes(nibbles(pairs(v))) * 0x0101_0101 >> 24;
        distance(s, y, x) in [0..SHIFTS, 0..rows, 0..cols] =
            bits(left_word(y, x) ^ right_word(y, x - s)) as u16;
        cost(s, y, x) = sum(dy in -2..=2, dx in -2..=2; distance(s, y + dy, x + dx));
        shift(y, x) = (min(s in 0..SHIFTS; cost(s, y, x) * 16 + s as u16) % 16) as u8;
    }
}

type Inputs = (Image<u8, 2>, Image<u8, 2>);

/// The program for the runner.
pub fn app() -> Box<dyn Application> {
    Box::new(Typed {
        about: About {
            name: "census",
            summary: "how far pixels are shifted from a picture to another one",
            inputs: &["left", "right"],
            outputs: &["shift"],
            size: "1920x1080",
            small: "41x37",
            channels: false,
        },
        source: Source::Photo { inputs, sides: Sides::ANY },
        picture: Some(picture),
        runs: harness::runs!(census, |(left, right): Inputs| (left, right) -> [shift]),
    })
}

/// The right picture is shifted by two columns for each sixteenth of the rows, up to 14.
fn inputs(photo: &Photo, _: u64) -> Inputs {
    let grey = harness::grey(photo);
    let [rows, cols] = grey.shape();
    let left = Image::from_fn([rows, cols], |at| (grey[at] * 255.0).round() as u8);
    let right = Image::from_fn([rows, cols], |[y, x]| {
        let shift = 2 * (16 * y / rows % 8);
        left[[y, (x + shift).min(cols - 1)]]
    });
    (left, right)
}

fn picture(shift: &Image<u8, 2>) -> Photo {
    let [rows, cols] = shift.shape();
    Image::from_fn([rows, cols, 1], |[y, x, _]| f32::from(shift[[y, x]]) / 15.0)
}
