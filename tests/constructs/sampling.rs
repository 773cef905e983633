//! Sampling: every rate down and up, with offsets, and against the grain.

use pipeline::pipeline;

use crate::agree::agree;
use crate::common::{WIDTHS, assert_image, noise};

pipeline! {
    fn down(a: [i32; n]) -> (half, third, odd, back, quarter) {
        half(x) = a(2*x);
        third(x) = a(3*x + 1);
        odd(x) = a(2*x + 1) - a(2*x);
        back(x) = a(n - 1 - 2*x);
        pair(x) = a(2*x) + a(2*x + 1);
        quarter(x) = pair(2*x) * 10 + pair(2*x + 1);
    }
}

#[test]
fn downsampling_takes_the_largest_domain() {
    for n in WIDTHS.into_iter().chain([64, 71]).filter(|n| *n >= 4) {
        let a = noise::<i32, 1>([n], 1);
        let (half, third, odd, back, quarter) = agree!(down(&a); a_, b_, c_, d_, e_);
        assert_image(&half, [n.div_ceil(2)], |[x]| a[[2 * x]]);
        assert_image(&third, [(n + 1) / 3], |[x]| a[[3 * x + 1]]);
        assert_image(&odd, [n / 2], |[x]| a[[2 * x + 1]].wrapping_sub(a[[2 * x]]));
        assert_image(&back, [n.div_ceil(2)], |[x]| a[[n - 1 - 2 * x]]);
        let pair = |x: usize| a[[2 * x]].wrapping_add(a[[2 * x + 1]]);
        assert_image(&quarter, [n / 4], |[x]| {
            pair(2 * x).wrapping_mul(10).wrapping_add(pair(2 * x + 1))
        });
    }
}

pipeline! {
    fn up(a: [f32; rows, cols]) -> (twice, thrice, shifted, blended) {
        twice(y, x) in [0..2*rows, 0..2*cols] = a(y / 2, x / 2);
        thrice(y, x) in [0..3*rows, 0..cols] = a(y / 3, x);
        border a = clamp;
        shifted(y, x) in [0..rows, -5..3*cols] = a(y, (x - 1) / 3);
        blended(y, x) in [0..rows, 0..2*cols] =
            0.75 * a(y, x >> 1) + 0.25 * a(y, (x + 1) / 2 - (x + 1) % 2 + x % 2);
    }
}

#[test]
fn upsampling() {
    for w in WIDTHS {
        let [h, w] = [3, w];
        let a = noise::<f32, 2>([h, w], 1);
        let (twice, thrice, shifted, blended) = agree!(up(&a); a_, b_, c_, d_);
        assert_image(&twice, [2 * h, 2 * w], |[y, x]| a[[y / 2, x / 2]]);
        assert_image(&thrice, [3 * h, w], |[y, x]| a[[y / 3, x]]);
        let at = |y: usize, x: i64| a[[y, x.clamp(0, w as i64 - 1) as usize]];
        assert_image(&shifted, [h, 3 * w + 5], |[y, x]| at(y, (x as i64 - 6).div_euclid(3)));
        assert_image(&blended, [h, 2 * w], |[y, x]| {
            let i = x as i64;
            0.75 * at(y, i / 2) + 0.25 * at(y, (i + 1) / 2 - (i + 1) % 2 + i % 2)
        });
    }
}

/// As the language subtracts.
macro_rules! difference {
    (f32, $a:expr, $b:expr) => {
        $a - $b
    };
    (f64, $a:expr, $b:expr) => {
        $a - $b
    };
    ($T:ident, $a:expr, $b:expr) => {
        $a.wrapping_sub($b)
    };
}

/// Even and odd points together, of one type: loaded, stored, and both, in rows whose ends are not
/// those of pairs.
macro_rules! interleaved {
    ($($name:ident $T:ident)*) => {$(
        pipeline! {
            #[allow(narrow_sum)]
            fn $name(a: [$T; rows, cols], b: [$T; rows, cols]) -> (woven, parted, swapped, third) {
                woven(y, x) in [0..rows, 1..2 * cols] =
                    case { x % 2 == 0 => a(y, x / 2), else => b(y, x / 2) };
                parted(y, x) in [0..rows, 0..cols / 2] = max(a(y, 2*x), a(y, 2*x + 1)) - a(y, 2*x);
                swapped(y, x) in [0..rows, 0..cols / 2 * 2] =
                    case { x % 2 == 0 => a(y, x + 1), else => a(y, x - 1) };
                third(y, x) in [0..rows, 0..3 * cols] =
                    case { x % 3 == 1 => a(y, x / 3), else => b(y, x / 3) };
            }
        }
    )*
        #[test]
        fn even_and_odd_points_interleaved() {$(
            for w in WIDTHS.into_iter().chain([64, 71, 130, 259]).filter(|w| *w >= 2) {
                let (a, b) = (noise::<$T, 2>([2, w], 1), noise::<$T, 2>([2, w], 2));
                let (woven, parted, swapped, third) = agree!($name(&a, &b); a_, b_, c_, d_);
                assert_image(&woven, [2, 2 * w - 1], |[y, x]| {
                    if x % 2 == 1 { a[[y, x.div_ceil(2)]] } else { b[[y, x / 2]] }
                });
                assert_image(&parted, [2, w / 2], |[y, x]| {
                    let (even, odd) = (a[[y, 2 * x]], a[[y, 2 * x + 1]]);
                    difference!($T, if even > odd { even } else { odd }, even)
                });
                assert_image(&swapped, [2, w / 2 * 2], |[y, x]| a[[y, x ^ 1]]);
                assert_image(&third, [2, 3 * w], |[y, x]| {
                    if x % 3 == 1 { a[[y, x / 3]] } else { b[[y, x / 3]] }
                });
            }
        )*}
    };
}

interleaved! {
    bytes_interleaved u8
    signed_bytes_interleaved i8
    words_interleaved u16
    signed_words_interleaved i16
    doublewords_interleaved u32
    signed_doublewords_interleaved i32
    singles_interleaved f32
    doubles_interleaved f64
}

/// Every fourth point of one type, all four together: loaded, stored, and both, in rows whose ends
/// are not those of four, and a quarter of the points at an offset.
macro_rules! fours {
    ($($name:ident $T:ident)*) => {$(
        pipeline! {
            #[allow(narrow_sum)]
            fn $name(a: [$T; rows, cols], b: [$T; rows, cols]) -> (most, woven, turned, offset)
            where cols >= 4
            {
                most(y, x) in [0..rows, 0..cols / 4] =
                    max(max(a(y, 4*x), a(y, 4*x + 1)), max(a(y, 4*x + 2), a(y, 4*x + 3)));
                woven(y, x) in [0..rows, 1..4 * cols - 1] = case {
                    x % 4 == 0 => a(y, x / 4),
                    x % 4 == 1 => b(y, x / 4),
                    x % 4 == 2 => max(a(y, x / 4), b(y, x / 4)),
                    else => b(y, x / 4) - a(y, x / 4),
                };
                turned(y, x) in [0..rows, 0..cols / 4 * 4] = a(y, x / 4 * 4 + 3 - x % 4);
                offset(y, x) in [0..rows, 0..(cols - 1) / 4] = a(y, 4*x + 3) - b(y, 4*x + 1);
            }
        }
    )*
        #[test]
        fn every_fourth_point() {$(
            for w in WIDTHS.into_iter().chain([64, 71, 130, 259]).filter(|w| *w >= 4) {
                let (a, b) = (noise::<$T, 2>([2, w], 1), noise::<$T, 2>([2, w], 2));
                let (most, woven, turned, offset) = agree!($name(&a, &b); a_, b_, c_, d_);
                let larger = |a: $T, b: $T| if a > b { a } else { b };
                assert_image(&most, [2, w / 4], |[y, x]| {
                    (1..4).map(|i| a[[y, 4 * x + i]]).fold(a[[y, 4 * x]], larger)
                });
                assert_image(&woven, [2, 4 * w - 2], |[y, x]| {
                    let (a, b) = (a[[y, (x + 1) / 4]], b[[y, (x + 1) / 4]]);
                    match (x + 1) % 4 {
                        0 => a,
                        1 => b,
                        2 => larger(a, b),
                        _ => difference!($T, b, a),
                    }
                });
                assert_image(&turned, [2, w / 4 * 4], |[y, x]| a[[y, x ^ 3]]);
                assert_image(&offset, [2, (w - 1) / 4], |[y, x]| {
                    difference!($T, a[[y, 4 * x + 3]], b[[y, 4 * x + 1]])
                });
            }
        )*}
    };
}

fours! {
    bytes_in_fours u8
    words_in_fours i16
    doublewords_in_fours u32
    singles_in_fours f32
    doubles_in_fours f64
}

pipeline! {
    fn remainders(a: [i16; -9..=9]) -> rest {
        rest(x) in [-9..=9] = a(x % 4);
    }
}

pipeline! {
    /// Rates whose residues are too many for loops of their own: lanes stay or advance by one,
    /// advance by more, go back, and take rows of a table in turn.
    fn rates(a: [f32; rows, cols], b: [u8; rows, cols], t: [f64; 26, 4]) ->
        (slow, bytes, fast, back, weighted, places)
    {
        slow(y, x) in [0..rows, 0..13 * cols / 10] = a(y, 10 * x / 13) - a(y, (20 * x + 3) / 26);
        bytes(y, x) in [0..rows, 0..11 * cols / 5] = b(y, 5 * x / 11);
        fast(y, x) in [0..rows, 0..13 * cols / 29] = a(y, 29 * x / 13);
        back(y, x) in [0..rows, 0..17 * cols / 12] = a(y, cols - 1 - 12 * x / 17);
        weighted(y, x) in [0..rows, 0..cols] = t((20 * x - 3) % 26, 1) * t((7 * y + x) % 26, x % 4);
        places(y, x) in [0..rows, 0..cols] = (20 * x - 3) % 26 - (50 * y - 9 * x) / 11;
    }
}

#[test]
fn rates_of_many_residues() {
    for w in WIDTHS.into_iter().filter(|w| *w >= 3) {
        let (a, b) = (noise::<f32, 2>([3, w], 1), noise::<u8, 2>([3, w], 2));
        let t = noise::<f64, 2>([26, 4], 3);
        let (slow, bytes, fast, back, weighted, places) =
            agree!(rates(&a, &b, &t); a_, b_, c_, d_, e_, f_);
        assert_image(&slow, [3, 13 * w / 10], |[y, x]| {
            a[[y, 10 * x / 13]] - a[[y, (20 * x + 3) / 26]]
        });
        assert_image(&bytes, [3, 11 * w / 5], |[y, x]| b[[y, 5 * x / 11]]);
        assert_image(&fast, [3, 13 * w / 29], |[y, x]| a[[y, 29 * x / 13]]);
        assert_image(&back, [3, 17 * w / 12], |[y, x]| a[[y, w - 1 - 12 * x / 17]]);
        assert_image(&weighted, [3, w], |[y, x]| {
            t[[(20 * x + 23) % 26, 1]] * t[[(7 * y + x) % 26, x % 4]]
        });
        assert_image(&places, [3, w], |[y, x]| {
            let (y, x) = (y as i32, x as i32);
            (20 * x - 3).rem_euclid(26) - (50 * y - 9 * x).div_euclid(11)
        });
    }
}

#[test]
fn division_and_remainder_of_indices_round_down() {
    let a = noise::<i16, 1>([19], 1);
    let at = |i: i64| a[[(i + 9) as usize]];
    let found = agree!(remainders(&a));
    assert_image(&found, [19], |[x]| at((x as i64 - 9).rem_euclid(4)));
}

pipeline! {
    fn divisions(a: [i16; -9..=9]) -> (half, third, third_up) {
        half(x) in [-18..=19] = a(x / 2);
        third(x) in [-10..=10] = a(x / 3);
        third_up(x) in [-10..=10] = a((x + 2) / 3);
    }
}

#[test]
fn indices_below_zero() {
    let a = noise::<i16, 1>([19], 1);
    let at = |i: i64| a[[(i + 9) as usize]];
    let (half, third, third_up) = agree!(divisions(&a); a_, b_, c_);
    assert_image(&half, [38], |[x]| at((x as i64 - 18).div_euclid(2)));
    assert_image(&third, [21], |[x]| at((x as i64 - 10).div_euclid(3)));
    assert_image(&third_up, [21], |[x]| at((x as i64 - 8).div_euclid(3)));
}

pipeline! {
    /// A pyramid down and up again, of a size that is no power of two.
    fn pyramid(a: [f32; rows, cols]) -> back
    where rows >= 8, cols >= 8
    {
        down1(y, x) in [0..rows / 2, 0..cols / 2] =
            (a(2*y, 2*x) + a(2*y + 1, 2*x) + a(2*y, 2*x + 1) + a(2*y + 1, 2*x + 1)) * 0.25;
        down2(y, x) in [0..rows / 4, 0..cols / 4] =
            (down1(2*y, 2*x) + down1(2*y + 1, 2*x + 1)) * 0.5;
        border down2 = clamp;
        border down1 = clamp;
        up1(y, x) in [0..rows / 2, 0..cols / 2] = down1(y, x) - down2(y / 2, x / 2);
        border up1 = clamp;
        back(y, x) in [0..rows, 0..cols] = up1(y / 2, x / 2) + a(y, x);
    }
}

#[test]
fn a_pyramid_of_odd_sizes() {
    for [h, w] in [[8, 8], [9, 9], [11, 33], [17, 15], [31, 64]] {
        let a = noise::<f32, 2>([h, w], 1);
        let found = agree!(pyramid(&a));
        let down1 = |y: usize, x: usize| {
            let (y, x) = (y.min(h / 2 - 1), x.min(w / 2 - 1));
            let top = a[[2 * y, 2 * x]] + a[[2 * y + 1, 2 * x]];
            (top + a[[2 * y, 2 * x + 1]] + a[[2 * y + 1, 2 * x + 1]]) * 0.25
        };
        let down2 = |y: usize, x: usize| {
            let (y, x) = (y.min(h / 4 - 1), x.min(w / 4 - 1));
            (down1(2 * y, 2 * x) + down1(2 * y + 1, 2 * x + 1)) * 0.5
        };
        let up1 = |y: usize, x: usize| {
            let (y, x) = (y.min(h / 2 - 1), x.min(w / 2 - 1));
            down1(y, x) - down2(y / 2, x / 2)
        };
        assert_image(&found, [h, w], |[y, x]| up1(y / 2, x / 2) + a[[y, x]]);
    }
}
