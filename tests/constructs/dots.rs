//! Sums of products of words, which are added in pairs.

use pipeline::{Image, pipeline};

use crate::agree::agree;
use crate::common::{assert_image, noise};

pipeline! {
    /// A filter of any length, and one that is even and one that is odd.
    fn filters(s: [i16; n], c: [i16; taps]) -> (whole, even, odd)
    where n >= taps
    {
        whole(x) in [0..=n - taps] = sum(i in 0..taps; s(x + i) as i32 * c(i) as i32);
        border s = mirror101;
        border c = constant(3);
        even(x) in [0..n] = sum(i in -4..4; s(x + i) as i32 * c(i) as i32);
        odd(x) in [0..n] = sum(i in 1..=21; s(x - 2 * i) as i32 * c(i / 2) as i32) / 32;
    }
}

#[test]
fn filters_of_words() {
    for [n, taps] in [[1, 1], [7, 2], [33, 5], [67, 64], [200, 19]] {
        let (s, c) = (noise::<i16, 1>([n], 1), noise::<i16, 1>([taps], 2));
        let (whole, ..) = agree!(filters(&s, &c); a, b, d);
        assert_image(&whole, [n - taps + 1], |[x]| {
            (0..taps)
                .fold(0, |sum: i32, i| sum.wrapping_add(i32::from(s[[x + i]]) * i32::from(c[[i]])))
        });
        // The one pair of products that wraps.
        let (s, c) = (Image::new([n], i16::MIN), Image::new([taps], i16::MIN));
        agree!(filters(&s, &c); a, b, d);
    }
}

pipeline! {
    /// Squared differences, correlations and energies of bytes with signs and without.
    fn compared(img: [u8; rows, cols], part: [u8; high, wide], signed: [i8; rows, cols])
        -> (differences, correlation, energy)
    where high <= rows, wide <= cols
    {
        fn square(d) = d * d;
        differences(y, x) = sum(j in 0..high, i in 0..wide;
            square(img(y + j, x + i) as i32 - part(j, i) as i32));
        correlation(y, x) in [0..=rows - high, 0..=cols - wide] =
            sum(j in 0..high, i in 0..wide; signed(y + j, x + i) as i32 * part(j, i) as i32)
                - sum(j in 0..3; img(y, x) as i32 * part(0, 0) as i32 * j);
        energy(y, x) in [0..=rows - high, 0..=cols - wide] =
            sum(j in 0..high, i in 0..wide; img(y + j, x + i) as u32 * img(y + j, x + i) as u32);
    }
}

#[test]
fn pictures_in_pictures() {
    for [h, w, high, wide] in [[1, 1, 1, 1], [9, 40, 2, 3], [30, 83, 7, 16], [12, 70, 12, 5]] {
        let (img, part) = (noise::<u8, 2>([h, w], 1), noise::<u8, 2>([high, wide], 2));
        let signed = noise::<i8, 2>([h, w], 3);
        let (differences, ..) = agree!(compared(&img, &part, &signed); a, b, c);
        assert_image(&differences, [h - high + 1, w - wide + 1], |[y, x]| {
            let points = (0..high).flat_map(|j| (0..wide).map(move |i| [j, i]));
            points.fold(0, |sum, [j, i]| {
                let difference = i32::from(img[[y + j, x + i]]) - i32::from(part[[j, i]]);
                sum + difference * difference
            })
        });
    }
}

pipeline! {
    /// Words whose values are declared, and matrices that are stages.
    fn declared(a: [u16 in 0..1024; m, k], b: [u8; k, n]) -> (c, d) {
        border a = clamp;
        twice(i, x) in [0..k, 0..n] = 2 * b(i, x) as i16 - 255;
        c(y, x) in [0..m, 0..n] = sum(i in 0..k; a(y, i) as i32 * twice(i, x) as i32);
        d(y, x) in [0..m, 0..n] =
            (sum(j in 0..2, i in 0..15; a(y + j, x + i - 7) as i32 * (i as i32 - 7 * j as i32)) >> 8) as i16;
    }
}

#[test]
fn products_of_declared_values() {
    for [m, k, n] in [[1, 1, 1], [3, 2, 40], [17, 33, 5], [6, 64, 131]] {
        let words: Image<u16, 2> = noise([m, k], 1);
        let a = Image::from_fn([m, k], |at| words[at] % 1024);
        agree!(declared(&a, &noise([k, n], 2)); c, d);
    }
}

pipeline! {
    /// Sums that are written out: of colours, squares, products of both signs and what wraps.
    fn written_out(rgb: [u8; rows, cols, 3], a: [i16; rows, cols], b: [i16; rows, cols])
        -> (grey, chroma, energy, across, taps)
    {
        grey(y, x) = (9798 * (rgb(y, x, 0) as u32) + 19235 * (rgb(y, x, 1) as u32)
            + 3735 * (rgb(y, x, 2) as u32) + 16384) >> 15;
        chroma(y, x) = -16384 * (rgb(y, x, 0) as i32) - 32767 * (rgb(y, x, 1) as i32)
            + 21555 * (rgb(y, x, 2) as i32) - 512;
        energy(y, x) = (a(y, x) as i32) * (a(y, x) as i32) + (b(y, x) as i32) * (b(y, x) as i32);
        across(y, x) = (a(y, x) as i32) * (b(y, x) as i32) - (a(y, x) as i32)
            + (b(y, x) as i32) * 1000 - (rgb(y, x, 0) as i32) * (a(y, x) as i32)
            + (rgb(y, x, 1) as i32) * -32768;
        border a = clamp;
        taps(y, x) = ((-3 * (a(y, x - 2) as i32) + 17 * (a(y, x - 1) as i32)
            + 308 * (a(y, x) as i32) - 66 * (a(y + 1, x + 1) as i32)
            - 17 * (a(y, x + 2) as i32) + 64) >> 8) as i16;
    }
}

#[test]
fn terms_of_words() {
    for [h, w] in [[1, 1], [2, 7], [3, 33], [5, 67], [2, 131]] {
        let rgb = noise::<u8, 3>([h, w, 3], 1);
        let (a, b) = (noise::<i16, 2>([h, w], 2), noise::<i16, 2>([h, w], 3));
        let (grey, _, energy, ..) = agree!(written_out(&rgb, &a, &b); c_, d_, e_, f_, g_);
        assert_image(&grey, [h, w], |[y, x]| {
            let part = |c: usize, weight: u32| weight * u32::from(rgb[[y, x, c]]);
            (part(0, 9798) + part(1, 19235) + part(2, 3735) + 16384) >> 15
        });
        assert_image(&energy, [h, w], |[y, x]| {
            let square = |v: i16| i32::from(v) * i32::from(v);
            square(a[[y, x]]).wrapping_add(square(b[[y, x]]))
        });
        // Both squares are as large as can be, and their sum wraps.
        let least = Image::new([h, w], i16::MIN);
        let (_, _, energy, ..) = agree!(written_out(&rgb, &least, &least); c_, d_, e_, f_, g_);
        assert_image(&energy, [h, w], |_| i32::MIN);
    }
    let kernels = written_out::loops();
    assert!(kernels.matches("dot %").count() >= 4, "{kernels}");
}
