//! Pictures with a few channels, interleaved: rows that run as one where memory is dense, the same
//! loops where it is not, and stages that tell channels or columns apart.

use pipeline::{Image, View, interleaved, pipeline};

use crate::agree::agree;
use crate::common::{assert_image, noise};

/// A picture of some channels through stages whose rows all run as one.
macro_rules! pictures {
    ($($name:ident: $channels:literal $T:ident as $Wide:ident;)*) => {$(
        pipeline! {
            fn $name(img: [$T; rows, cols, $channels], gain: $T) -> (blurred, curved, edges) {
                border img = clamp;
                curve(v) in [0..256] = (v as i32 * (v as i32) / 255) as $T;
                curved(y, x, c) = curve(img(y, x, c) as u8);
                tall(y, x, c) = img(y - 1, x, c) as $Wide + 2 * (img(y, x, c) as $Wide)
                    + img(y + 1, x, c) as $Wide;
                border tall = mirror;
                blurred(y, x, c) = ((tall(y, x - 2, c) + 2 * tall(y, x, c) + tall(y, x + 1, c))
                    / 16) as $T;
                edges(y, x, c) in [0..rows, 0..cols, 0..$channels] =
                    max(j in -1..=1, i in -1..=1; img(y + j, x + i, c)) - img(0, 0, 0) + gain;
            }
        }
    )*};
}

pictures! {
    grey: 1 u8 as u16;
    grey_alpha: 2 u16 as i32;
    rgb: 3 u8 as u16;
    rgba: 4 u8 as u16;
    floats: 3 f32 as f32;
}

macro_rules! check {
    ($name:ident, $T:ident, $views:expr) => {
        for view in $views {
            agree!($name(&view, 3 as $T); a, b, c);
        }
    };
}

/// Contiguous, cropped, flipped, and with strides of another order.
fn layouts<T: pipeline::Element>(img: &Image<T, 3>) -> Vec<View<'_, T, 3>> {
    let ([rows, cols, channels], view) = (img.shape(), img.view());
    let (rows, cols) = (rows / 2..rows, cols / 2..cols);
    vec![
        view,
        view.crop(0, rows.clone()).crop(1, cols.clone()),
        view.flip(0),
        view.flip(1).crop(0, rows),
        view.flip(2),
        view.crop(2, 0..channels).crop(1, cols),
    ]
}

#[test]
fn every_small_shape_of_every_number_of_channels() {
    for h in [1, 2, 3, 5] {
        for w in [1, 2, 3, 5, 7, 8, 11, 13, 31] {
            let seed = (100 * h + w) as u64;
            check!(grey, u8, layouts(&noise([h, w, 1], seed)));
            check!(grey_alpha, u16, layouts(&noise([h, w, 2], seed)));
            check!(rgb, u8, layouts(&noise([h, w, 3], seed)));
            check!(rgba, u8, layouts(&noise([h, w, 4], seed)));
            check!(floats, f32, layouts(&noise([h, w, 3], seed)));
        }
    }
}

#[test]
fn channels_of_other_pictures_and_planes() {
    for [h, w] in [[1, 1], [3, 17], [37, 41]] {
        let (rgba, planes) = (noise::<u8, 3>([h, w, 4], 5), noise::<u8, 3>([3, h, w], 6));
        let bytes = noise::<u8, 1>([h * w + 2], 7);
        let strides = [w as isize, 1, 1];
        let overlapping = View::from_slice_strided(bytes.as_slice(), [h, w, 3], strides, 0);
        check!(rgb, u8, [rgba.view().crop(2, 0..3), rgba.view().crop(2, 1..4)]);
        check!(rgb, u8, [interleaved(planes.view()), overlapping.expect("within the slice")]);
    }
}

/// A picture of some channels of which vectors take every pixel or every second, and write every
/// one of them: all channels together.
macro_rules! sampled {
    ($($name:ident: $channels:literal $T:ident as $Wide:ident;)*) => {$(
        pipeline! {
            fn $name(img: [$T; rows, cols, $channels]) -> (halved, doubled, turned)
            where rows >= 2, cols >= 2
            {
                border img = clamp;
                halved(y, x, c) in [0..rows / 2, 0..cols / 2, 0..$channels] =
                    ((img(2 * y, 2 * x, c) as $Wide + img(2 * y + 1, 2 * x + 1, c) as $Wide)
                        / 2) as $T;
                doubled(y, x, c) in [0..rows, 0..2 * cols, 0..$channels] = case {
                    x % 2 == 0 => img(y, x / 2, c),
                    else => ((img(y, x / 2, c) as $Wide + img(y, x / 2 + 1, c) as $Wide) / 2) as $T,
                };
                turned(y, x, c) in [0..rows, 0..cols, 0..$channels] = img(y, x, $channels - 1 - c);
            }
        }
    )*};
}

sampled! {
    two_words: 2 u16 as u32;
    three_bytes: 3 u8 as u16;
    three_words: 3 i16 as i32;
    three_floats: 3 f32 as f32;
    three_doubles: 3 f64 as f64;
    four_bytes: 4 u8 as u16;
    four_floats: 4 f32 as f32;
}

#[test]
fn channels_are_sampled_together() {
    macro_rules! check_all {
        ($h:ident, $w:ident, $($name:ident $channels:literal $T:ident;)*) => {$(
            let loops = $name::loops();
            let lines: Vec<&str> = loops.lines().map(str::trim).collect();
            let alone = |pair: &&[&str]| pair[0].starts_with("for c") && pair[1].contains("lanes");
            assert_eq!(lines.windows(2).filter(alone).count(), 0, "{loops}");
            assert!(loops.contains("halved(y, x, 0), halved(y, x, 1)"), "{loops}");
            assert!(loops.contains("turned(y, x, 0), turned(y, x, 1)"), "{loops}");
            let img = noise::<$T, 3>([$h, $w, $channels], 1);
            let planes = noise::<$T, 3>([$channels, $h, $w], 2);
            agree!($name(&img); a, b, c);
            agree!($name(&img.view().flip(1)); a, b, c);
            agree!($name(&interleaved(planes.view())); a, b, c);
        )*};
    }
    for [h, w] in [[2, 2], [3, 17], [4, 64], [5, 131], [2, 517]] {
        check_all! { h, w,
            two_words 2 u16;
            three_bytes 3 u8;
            three_words 3 i16;
            three_floats 3 f32;
            three_doubles 3 f64;
            four_bytes 4 u8;
            four_floats 4 f32;
        }
    }
}

pipeline! {
    /// Rows that are no one: of each of these stages, some access or value tells channels or
    /// columns apart, or the loops have an order.
    fn told_apart(
        img: [u8; rows, cols, 3],
        weights: [i32; 3],
        mask: [i32; rows, cols],
        table: [i32; 3, 256],
    ) -> (weighted, masked, looked_up, placed, swapped, summed, halved, cases) {
        weighted(y, x, c) = img(y, x, c) as i32 * weights(c);
        masked(y, x, c) = img(y, x, c) as i32 + mask(y, x);
        looked_up(y, x, c) = table(c, img(y, x, c));
        placed(y, x, c) = img(y, x, c) as i32 + 10 * (x as i32) + (c as i32);
        swapped(y, x, c) = img(y, x, 2 - c);
        summed(y, x, c) = case {
            x == 0 => img(y, x, c) as i32,
            else => summed(y, x - 1, c) + img(y, x, c) as i32,
        };
        halved(y, x, c) in [0..rows, 0..(cols + 1) / 2, 0..3] = img(y, 2 * x, c);
        cases(y, x, c) = case { c == 1 => 255 - img(y, x, c), else => img(y, x, c) };
    }
}

#[test]
fn stages_that_tell_channels_or_columns_apart() {
    assert!(!told_apart::loops().contains("collapsed"), "{}", told_apart::loops());
    for [h, w] in [[1, 1], [2, 9], [5, 16], [13, 29]] {
        let img = noise::<u8, 3>([h, w, 3], 1);
        let (weights, mask) = (noise::<i32, 1>([3], 2), noise::<i32, 2>([h, w], 3));
        let table = noise::<i32, 2>([3, 256], 4);
        agree!(told_apart(&img, &weights, &mask, &table); a, b, c, d, e, f, g, i);
    }
}

pipeline! {
    /// Rows that run as one beside others that do not, in one group and one nest.
    fn mixed(img: [u8; rows, cols, 3], other: [u8; rows, cols, 3], gain: [u16; 3]) -> out {
        border img = mirror101;
        wide(y, x, c) = (img(y, x - 1, c) as u16 + img(y, x + 1, c) as u16) * gain(1);
        border wide = clamp;
        tall(y, x, c) = wide(y - 1, x, c) + wide(y + 1, x, c) + other(y, x, c) as u16;
        border tall = constant(7);
        out(y, x, c) = tall(y, x - 1, c) * gain(c) - max(tall(y, x, c), 3 * tall(y, x, 0));
    }
}

#[test]
fn rows_beside_others_and_inputs_of_different_layouts() {
    for [h, w] in [[1, 1], [2, 3], [7, 19], [23, 47]] {
        let (img, other) = (noise::<u8, 3>([h, w, 3], 1), noise::<u8, 3>([3, h, w], 2));
        let (gain, other) = (noise::<u16, 1>([3], 3), interleaved(other.view()));
        agree!(mixed(&img, &other, &gain));
        agree!(mixed(&img, &other.to_image(), &gain));
        agree!(mixed(&other, &img.view().flip(1), &gain));
    }
}

#[test]
fn the_loops_say_which_rows_run_as_one() {
    let text = [grey::loops(), grey_alpha::loops(), rgb::loops(), rgba::loops(), floats::loops()];
    for (loops, channels) in text.into_iter().zip([1, 2, 3, 4, 3]) {
        let collapsed = format!("collapsed for c in 0..={} {{", channels - 1);
        assert!(loops.contains(&collapsed), "{loops}");
        // Boundary regions aside, nothing runs channel by channel.
        assert!(!loops.contains(&format!("    for c in 0..={} {{\n      lanes", channels - 1)));
    }
}

pipeline! {
    /// Two short dimensions: a matrix of each pixel, and pixels in pairs.
    fn matrices(img: [f32; rows, cols], pairs: [u8; rows, cols, 4]) -> (tensor, turned, pixels) {
        border img = clamp;
        across(y, x) = img(y, x + 1) - img(y, x - 1);
        down(y, x) = img(y + 1, x) - img(y - 1, x);
        tensor(y, x, i, j) in [0..rows, 0..cols, 0..2, 0..2] = case {
            i == 0 && j == 0 => across(y, x) * across(y, x),
            i == 1 && j == 1 => down(y, x) * down(y, x),
            else => across(y, x) * down(y, x),
        };
        turned(y, x, i, j) in [0..rows, 0..cols, 0..2, 0..2] = tensor(y, x, j, i) - tensor(y, x, 0, 1);
        pixels(y, x, p, c) in [0..rows, 0..cols, 0..2, 0..3] = {
            let chroma = if c == 1 { pairs(y, x, 1) } else { pairs(y, x, 3) };
            pairs(y, x, 2 * p) / 2 + chroma / 2
        };
    }
}

#[test]
fn pixels_have_matrices() {
    for h in [1, 2, 5] {
        for w in [1, 2, 3, 7, 8, 17, 33] {
            let (img, pairs) = (noise::<f32, 2>([h, w], 1), noise::<u8, 3>([h, w, 4], 2));
            let (tensor, _, pixels) = agree!(matrices(&img, &pairs); a, b, c);
            let at = |y: usize, x: usize| img[[y.min(h - 1), x.min(w - 1)]];
            assert_image(&tensor, [h, w, 2, 2], |[y, x, i, j]| {
                let across = at(y, x + 1) - at(y, x.saturating_sub(1));
                let down = at(y + 1, x) - at(y.saturating_sub(1), x);
                let of = |k: usize| if k == 0 { across } else { down };
                of(i) * of(j)
            });
            assert_image(&pixels, [h, w, 2, 3], |[y, x, p, c]| {
                pairs[[y, x, 2 * p]] / 2 + pairs[[y, x, if c == 1 { 1 } else { 3 }]] / 2
            });
        }
    }
}
