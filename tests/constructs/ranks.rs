//! One to four dimensions: all of them, and fixed, dropped or swapped ones.

use pipeline::pipeline;

use crate::agree::agree;
use crate::common::{assert_image, noise};

pipeline! {
    fn rank_1(a: [i32; n]) -> out { border a = repeat; out(i) = a(i - 1) - a(i + 1); }
}
pipeline! {
    fn rank_3(a: [i32; d, h, w]) -> out {
        border a = clamp;
        out(z, y, x) = a(z + 1, y, x) - a(z, y + 1, x) + 3 * a(z, y, x - 1);
    }
}
pipeline! {
    fn rank_4(a: [i32; t, d, h, w]) -> out {
        border a = clamp;
        out(s, z, y, x) = a(s + 1, z, y, x) - a(s, z - 1, y, x) + 3 * a(s, z, y, x + 1);
    }
}

#[test]
fn every_rank() {
    for n in [1, 2, 9, 33] {
        let a = noise::<i32, 1>([n], n as u64);
        let found = agree!(rank_1(&a));
        assert_image(&found, [n], |[i]| a[[(i + n - 1) % n]].wrapping_sub(a[[(i + 1) % n]]));

        let shape = [3, 2, n];
        let a = noise::<i32, 3>(shape, 1);
        let found = agree!(rank_3(&a));
        assert_image(&found, shape, |[z, y, x]| {
            a[[(z + 1).min(2), y, x]]
                .wrapping_sub(a[[z, (y + 1).min(1), x]])
                .wrapping_add(a[[z, y, x.saturating_sub(1)]].wrapping_mul(3))
        });

        let shape = [2, 3, 2, n];
        let a = noise::<i32, 4>(shape, 1);
        let found = agree!(rank_4(&a));
        assert_image(&found, shape, |[t, z, y, x]| {
            a[[(t + 1).min(1), z, y, x]]
                .wrapping_sub(a[[t, z.saturating_sub(1), y, x]])
                .wrapping_add(a[[t, z, y, (x + 1).min(n - 1)]].wrapping_mul(3))
        });
    }
}

pipeline! {
    fn reshaped(rgb: [u8; h, w, 3]) -> (grey, planar, turned, column, diagonal, spread) {
        grey(y, x) = rgb(y, x, 0) / 3 + rgb(y, x, 1) / 3 + rgb(y, x, 2) / 3;
        planar(c, y, x) = rgb(y, x, c);
        turned(x, y) = rgb(h - 1 - y, x, 1);
        column(y) = rgb(y, 0, 2);
        diagonal(i) in [0..min(h, w)] = rgb(i, i, 0);
        spread(y, x, c) in [0..h, 0..w, 0..2] = column(y) + grey(y, x);
    }
}

#[test]
fn dimensions_are_fixed_dropped_and_swapped() {
    for [h, w] in [[1, 1], [4, 9], [9, 4], [2, 17]] {
        let rgb = noise::<u8, 3>([h, w, 3], 5);
        let (grey, planar, turned, column, diagonal, spread) =
            agree!(reshaped(&rgb); grey, planar, turned, column, diagonal, spread);
        let mean = |y, x| (0..3).map(|c| rgb[[y, x, c]] / 3).sum::<u8>();
        assert_image(&grey, [h, w], |[y, x]| mean(y, x));
        assert_image(&planar, [3, h, w], |[c, y, x]| rgb[[y, x, c]]);
        assert_image(&turned, [w, h], |[x, y]| rgb[[h - 1 - y, x, 1]]);
        assert_image(&column, [h], |[y]| rgb[[y, 0, 2]]);
        assert_image(&diagonal, [h.min(w)], |[i]| rgb[[i, i, 0]]);
        assert_image(&spread, [h, w, 2], |[y, x, _]| mean(y, x).wrapping_add(rgb[[y, 0, 2]]));
    }
}
