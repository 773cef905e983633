//! Piecewise definitions and choices.

use pipeline::pipeline;

use crate::agree::agree;
use crate::common::{WIDTHS, assert_image, noise};

pipeline! {
    fn framed(a: [f32; rows, cols]) -> (frame, parity, thirds, strip) {
        frame(y, x) in [0..rows, 0..cols] = case {
            y >= 1 && y < rows - 1 && x >= 2 && x < cols - 2 =>
                a(y - 1, x) + a(y + 1, x) + a(y, x - 2) + a(y, x + 2),
            y == 0 || x == 0 => -a(y, x),
            else => 0.5,
        };
        parity(y, x) = case {
            y % 2 == 0 && x % 2 == 0 => a(y, x),
            y % 2 == 0 && x % 2 == 1 => a(y, x) * 2.0,
            y % 2 == 1 && x % 2 != 0 => a(y, x) * 3.0,
            else => a(y, x) * 4.0,
        };
        thirds(y, x) in [0..rows, 0..cols] =
            case { x % 3 == 0 => 0.0, x % 3 == 1 => a(y, x), else => a(y, x - 2) };
        strip(y, x) = case { y < rows / 2 => a(y, x), y >= rows / 2 => a(rows - 1 - y, x) };
    }
}

#[test]
fn cases_split_the_domain() {
    for w in WIDTHS {
        for h in [1, 2, 3, 6] {
            let a = noise::<f32, 2>([h, w], 1);
            let (frame, parity, thirds, strip) = agree!(framed(&a); a_, b_, c_, d_);
            assert_image(&frame, [h, w], |[y, x]| {
                if y >= 1 && y + 1 < h && x >= 2 && x + 2 < w {
                    a[[y - 1, x]] + a[[y + 1, x]] + a[[y, x - 2]] + a[[y, x + 2]]
                } else if y == 0 || x == 0 {
                    -a[[y, x]]
                } else {
                    0.5
                }
            });
            assert_image(&parity, [h, w], |[y, x]| {
                a[[y, x]] * [[1.0, 2.0], [4.0, 3.0]][y % 2][x % 2]
            });
            assert_image(&thirds, [h, w], |[y, x]| match x % 3 {
                0 => 0.0,
                1 => a[[y, x]],
                _ => a[[y, x - 2]],
            });
            assert_image(&strip, [h, w], |[y, x]| a[[if y < h / 2 { y } else { h - 1 - y }, x]]);
        }
    }
}

pipeline! {
    fn chosen(a: [i32; rows, cols], k: i32) -> (triangle, guarded, on_values, chained, both) {
        triangle(y, x) = if y >= x { a(y, x) } else { -1 };
        guarded(y, x) in [0..rows, 0..cols] = if x > 0 && y > 0 { a(y - 1, x - 1) } else { a(y, x) };
        on_values(y, x) = if a(y, x) > k { a(y, x) - k } else { k };
        chained(y, x) = if y < 2 { 1 } else if a(y, x) < 0 { 2 } else if x + y == 7 { 3 } else { 4 };
        both(y, x) = select(2*x + 3*y > 20 || a(y, x) > 0 && x % 5 == 2, 1u8, 0);
    }
}

#[test]
fn choices_on_indices_and_values() {
    for w in WIDTHS {
        let a = noise::<i32, 2>([9, w], 1);
        let (triangle, guarded, on_values, chained, both) =
            agree!(chosen(&a, 1000); a_, b_, c_, d_, e_);
        assert_image(&triangle, [9, w], |[y, x]| if y >= x { a[[y, x]] } else { -1 });
        assert_image(
            &guarded,
            [9, w],
            |[y, x]| {
                if x > 0 && y > 0 { a[[y - 1, x - 1]] } else { a[[y, x]] }
            },
        );
        assert_image(&on_values, [9, w], |at| if a[at] > 1000 { a[at] - 1000 } else { 1000 });
        assert_image(&chained, [9, w], |[y, x]| match (y, a[[y, x]]) {
            (0 | 1, _) => 1,
            (_, ..0) => 2,
            _ if x + y == 7 => 3,
            _ => 4,
        });
        assert_image(&both, [9, w], |[y, x]| {
            u8::from(2 * x + 3 * y > 20 || a[[y, x]] > 0 && x % 5 == 2)
        });
    }
}
