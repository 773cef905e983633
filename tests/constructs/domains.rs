//! Written domains, steps, size arguments and constraints.

use pipeline::{Image, pipeline};

use crate::agree::agree;
use crate::common::{WIDTHS, assert_image, noise};

pipeline! {
    fn boxes(a: [i32; rows, 2*cols + 1]) -> (inner, margin, halves, corner, below)
    where rows ~ 100, cols ~ 200
    {
        inner(y, x) in [1..rows, 1..=cols] = a(y - 1, x - 1);
        margin(y, x) in [-2..rows + 2, -1..=1] = 10*y + x;
        halves(y) in [rows / 2..(rows + 1) / 2 + 1] = y;
        corner(y, x) in [max(0, rows - 5)..min(rows, 2*cols), 0..min(cols, rows)] = a(y, 2*x);
        below(y) in [rows >> 2..rows >> 1] = a(y, 0);
    }
}

#[test]
fn bounds_of_sizes() {
    for [h, w] in [[2, 1], [3, 3], [5, 16], [9, 8], [13, 33]] {
        let a = noise::<i32, 2>([h, 2 * w + 1], 1);
        let (inner, margin, halves, corner, below) = agree!(boxes(&a); a_, b_, c_, d_, e_);
        assert_image(&inner, [h - 1, w], |at| a[at]);
        assert_image(&margin, [h + 4, 3], |[y, x]| 10 * (y as i32 - 2) + x as i32 - 1);
        assert_image(&halves, [h.div_ceil(2) + 1 - h / 2], |[y]| (h / 2 + y) as i32);
        let top = h.saturating_sub(5);
        assert_image(&corner, [h.min(2 * w) - top, w.min(h)], |[y, x]| a[[top + y, 2 * x]]);
        assert_image(&below, [h / 2 - h / 4], |[y]| a[[h / 4 + y, 0]]);
    }
}

pipeline! {
    fn stepped(a: [i16; n]) -> (thirds, picked, woven)
    where n >= 4
    {
        thirds(x) in [1..n step 3] = a(x) * 2;
        odd(x) in [1..n step 2] = a(x) - a(x - 1);
        even(x) in [0..n step 2] = a(x);
        picked(x) in [0..n / 2] = odd(2*x + 1);
        woven(x) in [0..2 * (n / 2)] =
            case { x % 2 == 0 => even(2*(x / 2)), else => odd(2*(x / 2) + 1) };
    }
}

#[test]
fn domains_with_steps() {
    for n in WIDTHS.into_iter().filter(|n| *n >= 4) {
        let a = noise::<i16, 1>([n], 1);
        let (thirds, picked, woven) = agree!(stepped(&a); a_, b_, c_);
        assert_image(&thirds, [(n - 1).div_ceil(3)], |[x]| a[[3 * x + 1]].wrapping_mul(2));
        let odd = |x: usize| a[[x]].wrapping_sub(a[[x - 1]]);
        assert_image(&picked, [n / 2], |[x]| odd(2 * x + 1));
        assert_image(&woven, [n / 2 * 2], |[x]| if x % 2 == 0 { a[[x]] } else { odd(x) });
    }
}

pipeline! {
    fn tiled(tile: [u8; h, w], rows: size, cols: size) -> wall
    where rows ~ 100, cols ~ 100
    {
        border tile = repeat;
        wall(y, x) in [0..rows, 0..cols] = tile(y, x);
    }
}

#[test]
fn sizes_as_arguments() {
    let tile = noise::<u8, 2>([3, 5], 1);
    for [h, w] in [[1, 1], [4, 33], [20, 7]] {
        let wall = agree!(tiled(&tile, h, w));
        assert_image(&wall, [h, w], |[y, x]| tile[[y % 3, x % 5]]);
    }
}

pipeline! {
    fn constrained(a: [f32; rows, cols], b: [f32; 2*rows, cols - 1]) -> out
    where rows % 4 == 0, cols ~ 80, cols >= 3, cols <= 100, rows != 8
    {
        out(y, x) in [0..rows / 4, 0..3] = a(4*y + 3, x) + b(8*y + 7, 1);
    }
}

#[test]
fn constraints_are_used_and_checked() {
    let (a, b) = (noise::<f32, 2>([12, 9], 1), noise::<f32, 2>([24, 8], 2));
    let out = agree!(constrained(&a, &b));
    assert_image(&out, [3, 3], |[y, x]| a[[4 * y + 3, x]] + b[[8 * y + 7, 1]]);
    let message = |h: usize, w: usize| {
        let (a, b) = (Image::new([h, w], 0.0), Image::new([2 * h, w - 1], 0.0));
        let message = constrained(&a, &b).unwrap_err().to_string();
        assert_eq!(message, constrained::reference(&a, &b).unwrap_err().to_string());
        message
    };
    assert_eq!(message(6, 9), "the clause `rows % 4 == 0` does not hold for rows = 6");
    assert_eq!(message(4, 2), "the clause `cols >= 3` does not hold for cols = 2");
    assert_eq!(message(4, 101), "the clause `cols <= 100` does not hold for cols = 101");
    assert_eq!(message(8, 9), "the clause `rows != 8` does not hold for rows = 8");
}
