//! Rows that run together: the same bits with any number of them, whatever is left over.

use pipeline::pipeline;

use crate::agree::agree;
use crate::common::noise;

/// A pipeline with each number of rows together: a stencil that rows share loads of, in a tile with
/// what it reads, of floats, whose sums must keep their order, and of integers.
macro_rules! with_rows {
    ($($name:ident: [$($hint:tt)*];)*) => {$(
        mod $name {
            use super::*;

            pipeline! {
                $($hint)*
                pub fn blurred(img: [f32; rows, cols], bytes: [u8; rows, cols]) -> (soft, edges)
                where rows ~ 512, cols ~ 512
                {
                    border img = clamp;
                    border sharp = mirror;
                    border bytes = mirror101;
                    sharp(y, x) = stencil(img, 1.0, [[-0.1, -0.3, 0.1], [-0.7, 3.1, -0.7], [0.2, -0.3, 0.3]]);
                    soft(y, x) =
                        stencil(sharp, 0.0625, [[1.1, 2, 1.2], [2, 4, 2.3], [1, 2.4, 1]]);
                    edges(y, x) = max(dy in -1..=1, dx in -1..=1; bytes(y + dy, x + dx))
                        - min(dy in -1..=1, dx in -1..=1; bytes(y + dy, x + dx));
                }
            }
        }
    )*};
}

with_rows! {
    alone: [#[schedule(strip = 16, step = 8, without(jam_rows))]];
    twos: [#[schedule(strip = 16, step = 2)]];
    fours: [#[schedule(strip = 16, step = 4)]];
    eights: [#[schedule(strip = 16, step = 8)]];
}

use alone::blurred as blurred_alone;
use eights::blurred as blurred_in_eights;
use fours::blurred as blurred_in_fours;
use twos::blurred as blurred_in_twos;

#[test]
fn any_number_of_rows_together_gives_the_same_bits() {
    for rows in (1..=11).chain([15, 17, 23, 37]) {
        for cols in [1, 5, 17, 67] {
            let (img, bytes) = (noise::<f32, 2>([rows, cols], 1), noise::<u8, 2>([rows, cols], 2));
            let found = agree!(blurred_alone(&img, &bytes); soft, edges);
            let others = [
                agree!(blurred_in_twos(&img, &bytes); soft, edges),
                agree!(blurred_in_fours(&img, &bytes); soft, edges),
                agree!(blurred_in_eights(&img, &bytes); soft, edges),
            ];
            assert!(others.iter().all(|other| *other == found), "{rows} rows, {cols} columns");
        }
    }
}

#[test]
fn the_rows_together_are_in_the_nest() {
    let of_each = [
        (blurred_alone::loops(), 1),
        (blurred_in_twos::loops(), 2),
        (blurred_in_fours::loops(), 4),
        (blurred_in_eights::loops(), 8),
    ];
    for (loops, rows) in of_each {
        let computed: Vec<&str> = loops.lines().filter(|l| l.contains("compute #")).collect();
        // Where values of windows are carried along rows, two rows are the cheapest.
        for (stage, rows) in [("sharp", rows), ("soft", rows), ("edges", rows.min(2))] {
            let stored = |row: &usize| {
                let point = format!("{stage}(y_at + {row}, x)");
                computed.iter().any(|line| line.contains(&point))
            };
            assert_eq!((1..=8).filter(stored).count(), rows - 1, "{stage}: {loops}");
        }
    }
}
