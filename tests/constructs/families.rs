//! Families, loops, constants and conditions at compile time.

use pipeline::pipeline;

use crate::agree::agree;
use crate::common::{WIDTHS, assert_image, noise};

pipeline! {
    /// A chain of a hundred stages.
    fn chain(a: [f32; n]) -> step[LAST] {
        const COUNT = 100;
        const LAST = COUNT - 1;
        step[0](x) = a(x);
        for k in 1..COUNT {
            border step[k - 1] = clamp;
            step[k](x) = (step[k - 1](x - 1) + step[k - 1](x + 1)) * 0.5 + k as f32;
        }
    }
}

#[test]
fn a_hundred_stages() {
    for n in [1, 2, 17, 40] {
        let a = noise::<f32, 1>([n], 1);
        let found = agree!(chain(&a));
        let mut line: Vec<f32> = a.as_slice().to_vec();
        for k in 1..100 {
            let old = line.clone();
            for (x, v) in line.iter_mut().enumerate() {
                *v = (old[x.saturating_sub(1)] + old[(x + 1).min(n - 1)]) * 0.5 + k as f32;
            }
        }
        assert_image(&found, [n], |[x]| line[x]);
    }
}

pipeline! {
    fn generated(a: [i32; rows, cols]) -> (grid[1][2], picked, total) {
        const TAPS = 3;
        const WIDE = TAPS > 2;
        for r in 0..2 {
            for c in 0..TAPS {
                const SHIFT = r * TAPS + c;
                grid[r][c](y, x) = a(y, x) * (SHIFT + 1) + r;
            }
        }
        if WIDE {
            chosen(y, x) = grid[0][TAPS - 1](y, x);
        } else {
            chosen(y, x) = missing(y, x);
        }
        for k in 0..=6 step 2 {
            if k == 0 {
                acc[k](y, x) = chosen(y, x);
            } else if k % 4 == 0 {
                acc[k](y, x) = acc[k - 2](y, x) ^ k;
            } else {
                acc[k](y, x) = acc[k - 2](y, x) + grid[1][k / 3](y, x);
            }
        }
        picked(y, x) = acc[6](y, x);
        total(y, x) = sum(j in 0..TAPS; a(y, x) >> j);
    }
}

#[test]
fn families_of_two_indices_and_conditions() {
    for w in WIDTHS {
        let a = noise::<i32, 2>([2, w], 1);
        let (grid, picked, total) = agree!(generated(&a); a_, b_, c_);
        let member = |r: i32, c: i32, v: i32| v.wrapping_mul(r * 3 + c + 1).wrapping_add(r);
        assert_image(&grid, [2, w], |at| member(1, 2, a[at]));
        assert_image(&picked, [2, w], |at| {
            let two = member(0, 2, a[at]).wrapping_add(member(1, 0, a[at]));
            (two ^ 4).wrapping_add(member(1, 2, a[at]))
        });
        assert_image(&total, [2, w], |at| (0..3).fold(0i32, |s, j| s.wrapping_add(a[at] >> j)));
    }
}

pipeline! {
    /// A pyramid by a loop, collapsed again.
    fn levels(a: [f32; n]) -> up[0]
    where n >= 16
    {
        const LEVELS = 4;
        down[0](x) in [0..n] = a(x);
        for k in 1..LEVELS {
            border down[k - 1] = mirror;
            down[k](x) in [0..n >> k] = (down[k - 1](2*x - 1) + down[k - 1](2*x + 1)) * 0.5;
        }
        up[LEVELS - 1](x) in [0..n >> (LEVELS - 1)] = down[LEVELS - 1](x);
        for i in 1..LEVELS {
            const K = LEVELS - 1 - i;
            border up[K + 1] = clamp;
            up[K](x) in [0..n >> K] = up[K + 1](x / 2) - down[K](x);
        }
    }
}

#[test]
fn a_pyramid_by_loops() {
    for n in [16, 17, 31, 33, 64, 71] {
        let a = noise::<f32, 1>([n], 1);
        let found = agree!(levels(&a));
        let mut down = vec![a.as_slice().to_vec()];
        for k in 1..4 {
            let last = &down[k - 1];
            let at = |i: i64| {
                let n = last.len() as i64;
                let i = i.rem_euclid(2 * n);
                last[(if i < n { i } else { 2 * n - 1 - i }) as usize]
            };
            let next =
                (0..(n >> k) as i64).map(|x| (at(2 * x - 1) + at(2 * x + 1)) * 0.5).collect();
            down.push(next);
        }
        let mut up = down[3].clone();
        for k in (0..3).rev() {
            let far = up.len() - 1;
            up = (0..n >> k).map(|x| up[(x / 2).min(far)] - down[k][x]).collect();
        }
        assert_image(&found, [n], |[x]| up[x]);
    }
}
