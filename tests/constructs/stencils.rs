//! Stencils of one to three dimensions, on stages and on accesses.

use pipeline::pipeline;

use crate::agree::agree;
use crate::common::{WIDTHS, assert_image, noise};

pipeline! {
    fn stencils(line: [f32; n], img: [f32; rows, cols], cube: [i32; d, h, w])
        -> (one, two, scaled, even, deep, sampled, moved)
    {
        border line = clamp;
        border img = clamp;
        border cube = clamp;
        one(x) = stencil(line, [1, -2, 1]);
        two(y, x) = stencil(img, [[0, 1, 0], [1, -4, 1], [0, 1, 0]]);
        scaled(y, x) = stencil(img, 1.0 / 16.0, [[1, 2, 1], [2, 4, 2], [1, 2, 1]]);
        even(x) = stencil(line, 0.5, [1, 3]);
        deep(z, y, x) = stencil(cube, 3, [[[1]], [[0]], [[-1]]]) - stencil(cube, [[[1, 0, 5]]]);
        sampled(y, x) in [0..(rows + 1) / 2, 0..cols] =
            stencil(img(2*y, cols - 1 - x), 0.25, [[1, 1], [1, 1]]);
        moved(z, y) in [0..d, 0..h] = stencil(cube(z, y, 0), [[1], [2], [-1]]);
    }
}

#[test]
fn every_rank_of_stencil() {
    for w in WIDTHS {
        let line = noise::<f32, 1>([w], 1);
        let img = noise::<f32, 2>([5, w], 2);
        let cube = noise::<i32, 3>([3, 2, w], 3);
        let (one, two, scaled, even, deep, sampled, moved) =
            agree!(stencils(&line, &img, &cube); a_, b_, c_, d_, e_, f_, g_);
        let edge = |i: i64, n: usize| i.clamp(0, n as i64 - 1) as usize;
        let l = |x: usize, dx: i64| line[[edge(x as i64 + dx, w)]];
        let p = |y: i64, x: i64| img[[edge(y, 5), edge(x, w)]];
        let c = |z: i64, y: i64, x: i64| cube[[edge(z, 3), edge(y, 2), edge(x, w)]];
        assert_image(&one, [w], |[x]| l(x, -1) + -2.0 * l(x, 0) + l(x, 1));
        // An even number of taps: the centre is the later of the two in the middle.
        assert_image(&even, [w], |[x]| (l(x, -1) + 3.0 * l(x, 0)) * 0.5);
        assert_image(&two, [5, w], |[y, x]| {
            let (y, x) = (y as i64, x as i64);
            p(y - 1, x) + p(y, x - 1) + -4.0 * p(y, x) + p(y, x + 1) + p(y + 1, x)
        });
        assert_image(&scaled, [5, w], |[y, x]| {
            let (y, x) = (y as i64, x as i64);
            let row =
                |y: i64, k: [f32; 3]| [k[0] * p(y, x - 1), k[1] * p(y, x), k[2] * p(y, x + 1)];
            let rows =
                [row(y - 1, [1.0, 2.0, 1.0]), row(y, [2.0, 4.0, 2.0]), row(y + 1, [1.0, 2.0, 1.0])];
            let all = rows.concat();
            all[1..].iter().fold(all[0], |s, v| s + v) * (1.0 / 16.0)
        });
        assert_image(&deep, [3, 2, w], |[z, y, x]| {
            let (z, y, x) = (z as i64, y as i64, x as i64);
            let across = c(z - 1, y, x).wrapping_sub(c(z + 1, y, x)).wrapping_mul(3);
            let along = c(z, y, x - 1).wrapping_add(c(z, y, x + 1).wrapping_mul(5));
            across.wrapping_sub(along)
        });
        assert_image(&sampled, [3, w], |[y, x]| {
            let (y, x) = (2 * y as i64, w as i64 - 1 - x as i64);
            (p(y - 1, x - 1) + p(y - 1, x) + p(y, x - 1) + p(y, x)) * 0.25
        });
        assert_image(&moved, [3, 2], |[z, y]| {
            let (z, y) = (z as i64, y as i64);
            let twice = c(z, y, 0).wrapping_mul(2);
            c(z, y - 1, 0).wrapping_add(twice).wrapping_sub(c(z, y + 1, 0))
        });
    }
}

pipeline! {
    /// Taps that are a column times a row, which wrap.
    fn separable(img: [i16; rows, cols], bytes: [u8; rows, cols]) -> (smooth, edge, small) {
        border img = clamp;
        border bytes = repeat;
        smooth(y, x) = stencil(img, [[2, 6, 4], [3, 9, 6], [1, 3, 2]]);
        edge(y, x) = stencil(img, [
            [-1, -2, 0, 2, 1],
            [-4, -8, 0, 8, 4],
            [-600, -1200, 0, 1200, 600],
            [-4, -8, 0, 8, 4],
            [-1, -2, 0, 2, 1]
        ]);
        small(y, x) = stencil(bytes, [[1, 2, 1], [20, 40, 20], [3, 6, 3]]);
    }
}

#[test]
fn stencils_of_rank_one() {
    for w in WIDTHS {
        let img = noise::<i16, 2>([6, w], 4);
        let bytes = noise::<u8, 2>([6, w], 5);
        let (smooth, edge, small) = agree!(separable(&img, &bytes); a_, b_, c_);
        let sum =
            |y: usize, x: usize, column: &[i64], row: &[i64], at: &dyn Fn(i64, i64) -> i64| {
                let (rows, columns) = (-(column.len() as i64 / 2).., -(row.len() as i64 / 2)..);
                let places = rows.zip(column).flat_map(|(dy, u)| {
                    columns.clone().zip(row).map(move |(dx, v)| (dy, dx, u * v))
                });
                places.map(|(dy, dx, w)| w * at(y as i64 + dy, x as i64 + dx)).sum::<i64>()
            };
        let clamped = |y: i64, x: i64| {
            i64::from(img[[y.clamp(0, 5) as usize, x.clamp(0, w as i64 - 1) as usize]])
        };
        let repeated = |y: i64, x: i64| {
            i64::from(bytes[[y.rem_euclid(6) as usize, x.rem_euclid(w as i64) as usize]])
        };
        assert_image(&smooth, [6, w], |[y, x]| sum(y, x, &[2, 3, 1], &[1, 3, 2], &clamped) as i16);
        let derivative = [-1, -2, 0, 2, 1];
        assert_image(&edge, [6, w], |[y, x]| {
            sum(y, x, &[1, 4, 600, 4, 1], &derivative, &clamped) as i16
        });
        assert_image(&small, [6, w], |[y, x]| sum(y, x, &[1, 20, 3], &[1, 2, 1], &repeated) as u8);
    }
}
