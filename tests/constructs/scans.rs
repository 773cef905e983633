//! Stages that read themselves: scans, recursive filters, iteration in time.

use pipeline::pipeline;

use crate::agree::agree;
use crate::common::{Same, WIDTHS, assert_image, noise};

pipeline! {
    fn scans(a: [i32; rows, cols]) -> (down, up, right, left, area) {
        down(y, x) = case { y == 0 => a(y, x), else => down(y - 1, x) + a(y, x) };
        up(y, x) = case { y == rows - 1 => a(y, x), else => up(y + 1, x) + a(y, x) };
        right(y, x) = case { x == 0 => a(y, x), else => right(y, x - 1) + a(y, x) };
        left(y, x) = case { x == cols - 1 => a(y, x), else => left(y, x + 1) + a(y, x) };
        border area = constant(0);
        area(y, x) = a(y, x) + area(y - 1, x) + area(y, x - 1) - area(y - 1, x - 1);
    }
}

#[test]
fn sums_in_every_direction() {
    for w in WIDTHS {
        for h in WIDTHS {
            let a = noise::<i32, 2>([h, w], 1);
            let (down, up, right, left, area) = agree!(scans(&a); a_, b_, c_, d_, e_);
            let sum = |values: &mut dyn Iterator<Item = i32>| values.fold(0i32, i32::wrapping_add);
            assert_image(&down, [h, w], |[y, x]| sum(&mut (0..=y).map(|i| a[[i, x]])));
            assert_image(&up, [h, w], |[y, x]| sum(&mut (y..h).map(|i| a[[i, x]])));
            assert_image(&right, [h, w], |[y, x]| sum(&mut (0..=x).map(|i| a[[y, i]])));
            assert_image(&left, [h, w], |[y, x]| sum(&mut (x..w).map(|i| a[[y, i]])));
            assert_image(&area, [h, w], |[y, x]| {
                sum(&mut (0..=y).flat_map(|i| (0..=x).map(move |j| (i, j))).map(|(i, j)| a[[i, j]]))
            });
        }
    }
}

pipeline! {
    /// A recursive filter forth and back along rows, then along columns; what only groups with
    /// stages in between.
    fn smooth(a: [f32; rows, cols], k: f32) -> out {
        forth(y, x) = case {
            x == 0 => a(y, x),
            else => forth(y, x - 1) + k * (a(y, x) - forth(y, x - 1)),
        };
        back(y, x) = case {
            x == cols - 1 => forth(y, x),
            else => back(y, x + 1) + k * (forth(y, x) - back(y, x + 1)),
        };
        twice(y, x) = back(y, x) * 2.0;
        border twice = clamp;
        edges(y, x) = twice(y, x + 1) - twice(y, x - 1);
        out(y, x) = case { y == 0 => edges(y, x), else => 0.5 * out(y - 1, x) + edges(y, x) };
    }
}

pipeline! {
    /// Scans along rows of every size of elements, with neighbours in the rows and beside them,
    /// what is the same for a row or for a column, and rows in one of three dimensions.
    fn along_rows(
        a: [f64; rows, cols],
        b: [u8; rows, cols],
        c: [u16; depth, rows, cols],
        of_row: [f64; rows],
        of_column: [f64; cols],
    ) -> (wide, bytes, words, flags, deep) {
        border a = mirror;
        wide(y, x) in [0..rows, 0..cols] = case {
            x < 3 => a(y, x) + of_column(x),
            else => of_row(y) * (wide(y, x - 1) - wide(y, x - 3))
                + a(y, x + 2) - a(y + 1, x - 2) * of_column(x),
        };
        bytes(y, x) in [0..rows, 0..cols] = case {
            x >= cols - 2 => b(y, x),
            else => (bytes(y, x + 1) + bytes(y, x + 2)) ^ b(y, x + 1),
        };
        words(k, y, x) = case { x == 0 => c(k, y, x), else => words(k, y, x - 1) + c(k, y, x) };
        odd(y, x) = case { x == 0 => b(y, x) > 200, else => odd(y, x - 1) != (b(y, x) > 128) };
        flags(y, x) = odd(y, x) as u8;
        deep(k, y, x) in [0..depth, 0..rows, 0..cols]: u16 = case {
            k == 0 && x == 0 => c(k, y, x),
            k == 0 && x > 0 => deep(k, y, x - 1) ^ c(k, y, x),
            k > 0 && x == 0 => deep(k - 1, y, x) + c(k, y, x),
            else => deep(k, y, x - 1) + deep(k - 1, y, x) - deep(k - 1, y, x - 1),
        };
    }
}

#[test]
fn lanes_across_rows() {
    for h in [1, 2, 7, 8, 9, 15, 16, 17, 33] {
        for w in [1, 2, 3, 4, 8, 31, 32, 33, 40, 67, 100] {
            let (a, b) = (noise::<f64, 2>([h, w], 1), noise::<u8, 2>([h, w], 2));
            let c = noise::<u16, 3>([3, h, w], 3);
            let (of_row, of_column) = (noise::<f64, 1>([h], 4), noise::<f64, 1>([w], 5));
            let (_, bytes, words, _, _) =
                agree!(along_rows(&a, &b, &c, &of_row, &of_column); v_, w_, x_, y_, z_);
            assert_image(&words, [3, h, w], |[k, y, x]| {
                (0..=x).fold(0u16, |sum, i| sum.wrapping_add(c[[k, y, i]]))
            });
            for y in 0..h {
                for x in (0..w.saturating_sub(2)).rev() {
                    let sum = bytes[[y, x + 1]].wrapping_add(bytes[[y, x + 2]]);
                    assert_eq!(bytes[[y, x]], sum ^ b[[y, x + 1]], "at {y}, {x} of {h}, {w}");
                }
            }
        }
    }
}

pipeline! {
    /// Stages whose points wait for their row and for the row before: towards every corner, with
    /// cases at the edges, far reads, planes by themselves, and a volume.
    fn corners(a: [f32; rows, cols], planes: [u16; depth, rows, cols]) -> (down, up, far, each, volume) {
        down(y, x) in [0..rows, 0..cols] = case {
            y == 0 && x == 0 => a(y, x),
            y == 0 && x > 0 => down(y, x - 1) + a(y, x),
            x == 0 && y > 0 => down(y - 1, x) + a(y, x),
            else => a(y, x) + down(y - 1, x) + down(y, x - 1) - down(y - 1, x - 1),
        };
        border up = constant(0.5);
        up(y, x) in [0..rows, 0..cols] = 0.5 * up(y + 1, x) - 0.25 * up(y, x - 1) + a(y, x);
        border far = constant(1.0);
        far(y, x) in [0..rows, 0..cols] = case {
            x % 2 == 0 => far(y - 3, x + 1) - far(y, x + 2) * a(y, x),
            else => far(y - 1, x) + far(y, x + 5) * a(y, x),
        };
        border each = constant(0);
        each(k, y, x) = planes(k, y, x) + each(k, y - 1, x) + each(k, y, x - 1) - each(k, y - 1, x - 1);
        border volume = constant(0);
        volume(k, y, x) = planes(k, y, x) + volume(k - 1, y, x) + volume(k, y - 1, x)
            + volume(k, y, x - 1);
    }
}

#[test]
fn rows_that_wait_for_each_other() {
    let sum = |a: &pipeline::Image<u16, 3>, k: usize, y: usize, x: usize| {
        let points = (0..=y).flat_map(|i| (0..=x).map(move |j| [k, i, j]));
        points.fold(0u16, |sum, at| sum.wrapping_add(a[at]))
    };
    for h in [1, 2, 7, 8, 9, 16, 17, 33] {
        for w in [1, 2, 6, 7, 8, 9, 15, 16, 33] {
            let (a, planes) = (noise::<f32, 2>([h, w], 1), noise::<u16, 3>([3, h, w], 2));
            let (_, _, _, each, _) = agree!(corners(&a, &planes); v_, w_, x_, y_, z_);
            assert_image(&each, [3, h, w], |[k, y, x]| sum(&planes, k, y, x));
        }
    }
}

#[test]
fn rows_that_wait_in_tiles_of_a_diagonal() {
    for [h, w] in [[130, 1030], [300, 20], [3, 2100]] {
        let (a, planes) = (noise::<f32, 2>([h, w], 1), noise::<u16, 3>([2, h, w], 2));
        let (down, up, far, each, volume) = agree!(corners(&a, &planes); v_, w_, x_, y_, z_);
        for threads in 1..=4 {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
            let run = pool.expect("a pool").install(|| corners(&a, &planes)).expect("a run");
            down.assert_same(&run.0, "down");
            up.assert_same(&run.1, "up");
            far.assert_same(&run.2, "far");
            each.assert_same(&run.3, "each");
            volume.assert_same(&run.4, "volume");
        }
    }
}

pipeline! {
    /// Of stages of which only the newest planes or rows are kept, nothing may run ahead of these.
    fn newest(a: [i32; rows, cols]) -> (last, row, plane) {
        s(k, y, x) in [0..9, 0..rows, 0..cols]: i32 = case {
            k == 0 => a(y, x),
            k > 0 && x == 0 => s(k - 1, y, x) * 3,
            else => s(k - 1, y, x) * 5 + s(k, y, x - 1),
        };
        last(y, x) in [0..rows, 0..cols] = s(8, y, x);
        border r = constant(0);
        r(y, x) in [0..rows, 0..cols] = case {
            y == 0 => a(y, x),
            else => a(y, x) + 3 * r(y - 1, x) + r(y, x - 1),
        };
        row(x) in [0..cols] = r(rows - 1, x);
        border p = constant(0);
        p(k, y, x) in [0..9, 0..rows, 0..cols] = case {
            k == 0 => a(y, x),
            else => 3 * p(k - 1, y, x) + p(k, y - 1, x) + 5 * p(k, y, x - 1),
        };
        plane(y, x) in [0..rows, 0..cols] = p(8, y, x);
    }
}

pipeline! {
    /// Reads along a free dimension at no constant distance in the serial one.
    fn either_way(a: [i32; cols], n: size) -> (far, half) {
        border far = constant(1);
        far(t, x) in [0..40, 0..cols]: i32 = case {
            t < n => a(x) + t,
            else => far(t - n, x + 1) * 3 + far(t - n, x - 2),
        };
        border half = constant(1);
        half(t, x) in [0..40, 0..cols]: i32 = case {
            t == 0 => a(x),
            else => half(t/2, x + 1) - 3 * half(t/2, x - 1),
        };
    }
}

pipeline! {
    /// Reads in the own row at places that no constant tells, and windows over rows.
    fn in_the_row(a: [i32; rows + 40, cols], n: size) -> (half, back, window, double, rows_before) {
        half(y, x) in [0..rows, 0..cols]: i32 = case {
            x == 0 => a(y, x),
            else => a(y, x) + 3 * half(y, x/2),
        };
        border back = constant(0);
        back(y, x) in [0..rows, 0..cols] = a(y, x) + 3 * back(y, x - n);
        border window = constant(0);
        window(y, x) in [0..rows, 0..cols] =
            a(y, x) + 3 * window(y, x - 1) + sum(d in 1..=30; window(y, x - d));
        double(y, x) in [0..rows, 0..cols]: i32 = case {
            2*x + 1 >= cols => a(y, x),
            else => a(y, x) + 3 * double(y, 2*x + 1),
        };
        border rows_before = constant(0);
        rows_before(y, x) in [0..rows, 0..cols] =
            sum(d in 0..=40; a(y + d, x)) + 3 * rows_before(y, x - 1);
    }
}

pipeline! {
    /// Arrays that are called like what loops need.
    fn named(diagonal: [i32; rows, cols], t_step: [i32; cols]) -> (y_first, u) {
        border y_first = constant(0);
        y_first(y, x) = diagonal(y, x) + y_first(y, x - 1) + y_first(y - 1, x);
        border u = constant(0);
        u(t, x) in [0..9, 0..cols]: i32 = case {
            t % 2 == 0 => t_step(x),
            else => u(t - 1, x + 1) + u(t - 1, x - 1),
        };
    }
}

#[test]
fn what_must_not_run_ahead() {
    for [h, w] in [[1, 40], [9, 15], [20, 33], [131, 3], [140, 1100]] {
        let a = noise::<i32, 2>([h, w], 1);
        agree!(newest(&a); w_, x_, y_);
        agree!(named(&a, &noise::<i32, 1>([w], 2)); v_, w_);
    }
    for w in [1, 2, 3, 9, 40, 70] {
        for n in [1, 3, 39] {
            agree!(either_way(&noise::<i32, 1>([w], 3), n); v_, w_);
            for h in [1, 7, 8, 19] {
                let a = noise::<i32, 2>([h + 40, w], 4);
                agree!(in_the_row(&a, n); v_, w_, x_, y_, z_);
            }
        }
    }
}

#[test]
fn recursive_filters() {
    for w in WIDTHS {
        for h in [1, 2, 9, 16, 19, 33] {
            let a = noise::<f32, 2>([h, w], 2);
            let out = agree!(smooth(&a, 0.25));
            let mut rows: Vec<Vec<f32>> = Vec::new();
            for y in 0..h {
                let mut row: Vec<f32> = (0..w).map(|x| a[[y, x]]).collect();
                for x in 1..w {
                    row[x] = row[x - 1] + 0.25 * (row[x] - row[x - 1]);
                }
                for x in (0..w - 1).rev() {
                    row[x] = row[x + 1] + 0.25 * (row[x] - row[x + 1]);
                }
                let twice = |x: usize| row[x.min(w - 1)] * 2.0;
                let edges = (0..w).map(|x| twice(x + 1) - twice(x.saturating_sub(1)));
                let before = rows.last().cloned();
                rows.push(match before {
                    None => edges.collect(),
                    Some(before) => edges.zip(before).map(|(e, b)| 0.5 * b + e).collect(),
                });
            }
            assert_image(&out, [h, w], |[y, x]| rows[y][x]);
        }
    }
}

pipeline! {
    /// Heat in a plate with cold edges; all steps, and the last by itself.
    fn heat(start: [f32; rows, cols], steps: size) -> (u, last) {
        border start = constant(0.0);
        border u = constant(0.0);
        u(t, y, x) in [0..=steps, 0..rows, 0..cols] = case {
            t == 0 => start(y, x),
            else => u(t - 1, y, x)
                + 0.125 * (u(t - 1, y - 1, x) + u(t - 1, y + 1, x) + u(t - 1, y, x - 1)
                    + u(t - 1, y, x + 1) - 4.0 * u(t - 1, y, x)),
        };
        last(y, x) in [0..rows, 0..cols] = u(steps, y, x);
    }
}

pipeline! {
    /// The same where only the newest steps have to be kept.
    fn waves(start: [f32; rows, cols], steps: size) -> (last, change) {
        border u = constant(0.0);
        u(t, y, x) in [-1..=steps, 0..rows, 0..cols] = case {
            t < 1 => start(y, x),
            else => 1.5 * u(t - 1, y, x) - u(t - 2, y, x)
                + 0.125 * (u(t - 1, y - 1, x) + u(t - 1, y + 1, x) + u(t - 1, y, x - 1)
                    + u(t - 1, y, x + 1)),
        };
        last(y, x) in [0..rows, 0..cols] = u(steps, y, x);
        change(y, x) in [0..rows, 0..cols] = u(steps, y, x) - u(steps - 1, y, x);
    }
}

#[test]
fn the_newest_steps_are_kept() {
    assert!(waves::loops().contains("circular buffer of 4 in dimension 0"), "{}", waves::loops());
    for w in WIDTHS {
        for (h, steps) in [(1, 1), (2, 3), (9, 4), (20, 11)] {
            agree!(waves(&noise::<f32, 2>([h, w], 3), steps); a_, b_);
        }
    }
}

#[test]
fn iteration_in_time() {
    for w in WIDTHS {
        for (h, steps) in [(1, 1), (2, 3), (9, 4), (20, 2)] {
            let start = noise::<f32, 2>([h, w], 3);
            let (u, last) = agree!(heat(&start, steps); a_, b_);
            let mut now: Vec<Vec<f32>> =
                (0..h).map(|y| (0..w).map(|x| start[[y, x]]).collect()).collect();
            for t in 0..=steps {
                assert_image(&last, [h, w], |[y, x]| u[[steps, y, x]]);
                for y in 0..h {
                    for x in 0..w {
                        assert_eq!(u[[t, y, x]].to_bits(), now[y][x].to_bits(), "{t} {y} {x}");
                    }
                }
                let at = |y: usize, x: usize| {
                    now.get(y.wrapping_sub(1)).and_then(|r| r.get(x.wrapping_sub(1))).copied()
                };
                let at = |y: usize, x: usize| at(y, x).unwrap_or(0.0);
                let next = |y: usize, x: usize| {
                    let (y, x) = (y + 1, x + 1);
                    let sum = at(y - 1, x) + at(y + 1, x) + at(y, x - 1) + at(y, x + 1);
                    at(y, x) + 0.125 * (sum - 4.0 * at(y, x))
                };
                now = (0..h).map(|y| (0..w).map(|x| next(y, x)).collect()).collect();
            }
        }
    }
}

pipeline! {
    /// Heat, three steps at once, all of them kept as well as the last by itself.
    #[schedule(times = 3, tile(4, 9))]
    fn heat_at_once(start: [f32; rows, cols], steps: size) -> (u, last) {
        border start = constant(0.0);
        border u = constant(0.0);
        u(t, y, x) in [0..=steps, 0..rows, 0..cols] = case {
            t == 0 => start(y, x),
            else => u(t - 1, y, x)
                + 0.125 * (u(t - 1, y - 1, x) + u(t - 1, y + 1, x) + u(t - 1, y, x - 1)
                    + u(t - 1, y, x + 1) - 4.0 * u(t - 1, y, x)),
        };
        last(y, x) in [0..rows, 0..cols] = u(steps, y, x);
    }
}

pipeline! {
    /// Two steps back, what others read is in a circular buffer; steps alternate, and edges are
    /// cases.
    #[schedule(times = 4, strip = 6, step = 2)]
    fn waves_at_once(start: [f64; rows, cols], steps: size) -> (last, change) {
        border start = mirror;
        border u = constant(0.0);
        u(t, y, x) in [-1..=steps, 0..rows, 0..cols] = case {
            t < 1 => start(y - 1, x),
            t >= 1 && x == 0 => u(t - 1, y, x),
            t >= 1 && x > 0 && t % 2 == 0 => 1.5 * u(t - 1, y, x) - u(t - 2, y, x)
                + 0.125 * (u(t - 1, y - 1, x) + u(t - 1, y + 1, x)),
            else => u(t - 1, y, x) + 0.25 * (u(t - 1, y, x - 1) - u(t - 1, y + 2, x + 3)),
        };
        last(y, x) in [0..rows, 0..cols] = u(steps, y, x);
        change(y, x) in [0..rows, 0..cols] = u(steps, y, x) - u(steps - 1, y, x);
    }
}

pipeline! {
    /// A cube in which cells follow a rule, two steps at once.
    #[schedule(times = 2, tile(3, 5))]
    fn rule(a: [u8; depth, rows, cols], steps: size) -> last {
        border cells = constant(1);
        cells(t, z, y, x) in [0..=steps, 0..depth, 0..rows, 0..cols]: u8 = case {
            t == 0 => a(z, y, x),
            else => 3 * cells(t - 1, z - 1, y, x) + 5 * cells(t - 1, z + 1, y, x)
                - cells(t - 1, z, y + 1, x - 1) + 7 * cells(t - 1, z, y, x + 2),
        };
        last(z, y, x) in [0..depth, 0..rows, 0..cols] = cells(steps, z, y, x);
    }
}

#[test]
fn several_steps_at_once() {
    assert!(heat_at_once::plan().to_string().contains("3 time steps at once"));
    assert!(waves_at_once::plan().to_string().contains("4 time steps at once"));
    assert!(rule::plan().to_string().contains("2 time steps at once"));
    for threads in 1..=4 {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        pool.install(|| {
            for w in WIDTHS {
                for (h, steps) in [(1, 1), (2, 3), (9, 4), (20, 9), (7, 18)] {
                    agree!(heat_at_once(&noise::<f32, 2>([h, w], 3), steps); a_, b_);
                    agree!(waves_at_once(&noise::<f64, 2>([h, w], 4), steps); a_, b_);
                    agree!(rule(&noise::<u8, 3>([3, h, w], 5), steps));
                }
            }
        });
    }
}

pipeline! {
    /// No border, cases along every dimension, doubles, a step of two, a window over itself.
    fn various(a: [f64; n], b: [u8; rows, cols]) -> (fib, game, mean, deep) {
        fib(i) in [0..50]: u32 = case { i < 2 => 1, else => fib(i - 1) + fib(i - 2) };
        border game = constant(0);
        game(t, y, x) in [0..4, 0..rows, 0..cols]: u8 = case {
            t == 0 => b(y, x) % 2,
            else => {
                let around = sum(dy in -1..=1, dx in -1..=1; game(t - 1, y + dy, x + dx))
                    - game(t - 1, y, x);
                if around == 3 || around == 2 && game(t - 1, y, x) == 1 { 1 } else { 0 }
            },
        };
        border mean = constant(0.0);
        mean(i) in [0..n] = a(i) + 0.1 * sum(d in 1..=3; mean(i - d));
        deep(k, y, x) in [0..3, 0..rows, 0..cols] = case {
            x == cols - 1 => b(y, x),
            k == 0 && x < cols - 1 => deep(k, y, x + 1) ^ b(y, x),
            else => deep(k, y, x + 1) + deep(k - 1, y, x),
        };
    }
}

#[test]
fn windows_cases_and_types() {
    for w in WIDTHS {
        for h in [1, 4, 9, 17] {
            let a = noise::<f64, 1>([w], 4);
            let b = noise::<u8, 2>([h, w], 5);
            let (fib, game, mean, _) = agree!(various(&a, &b); a_, b_, c_, d_);
            assert_eq!(fib[[46]], 2_971_215_073);
            assert!(game.as_slice().iter().all(|v| *v < 2));
            let mut expected: Vec<f64> = Vec::new();
            for i in 0..w {
                let before = |d: usize| i.checked_sub(d).map_or(0.0, |i| expected[i]);
                let sum = (1..=3).fold(0.0, |s, d| s + before(d));
                expected.push(a[[i]] + 0.1 * sum);
            }
            assert_image(&mean, [w], |[i]| expected[i]);
        }
    }
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let a = noise::<i32, 2>([301, 203], 1);
    let f = noise::<f32, 2>([301, 203], 2);
    let run = || (scans(&a), smooth(&f, 0.5), heat(&f, 5));
    let (scan, smoothed, heated) = run();
    for threads in 1..=4 {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        let (s, r, h) = pool.install(run);
        scan.as_ref().expect("a run").assert_same(&s.expect("a run"), "scans");
        smoothed.as_ref().expect("a run").assert_same(&r.expect("a run"), "smooth");
        heated.as_ref().expect("a run").assert_same(&h.expect("a run"), "heat");
    }
}

pipeline! {
    /// Iterations in time whose planes have borders of other modes, one step after the other.
    #[schedule(times = 1)]
    fn edges(start: [f32; rows, cols], steps: size) -> (clamped, mirrored, wrapped)
    where rows >= 2, cols >= 2
    {
        border c = clamp;
        c(t, y, x) in [0..=steps, 0..rows, 0..cols] = case {
            t == 0 => start(y, x),
            else => 0.25 * (c(t - 1, y - 1, x) + c(t - 1, y + 2, x) + c(t - 1, y, x - 1) + c(t - 1, y, x + 1)),
        };
        border m = mirror101;
        m(t, y, x) in [0..=steps, 0..rows, 0..cols] = case {
            t == 0 => start(y, x),
            else => m(t - 1, y, x) - 0.125 * (m(t - 1, y - 1, x + 1) + m(t - 1, y + 1, x)),
        };
        border w = repeat;
        w(t, y, x) in [0..=steps, 0..rows, 0..cols] = case {
            t == 0 => start(y, x),
            else => 0.5 * (w(t - 1, y - 1, x) + w(t - 1, y, x + 1)),
        };
        clamped(y, x) in [0..rows, 0..cols] = c(steps, y, x);
        mirrored(y, x) in [0..rows, 0..cols] = m(steps, y, x);
        wrapped(y, x) in [0..rows, 0..cols] = w(steps, y, x);
    }
}

pipeline! {
    /// The same, three steps at once.
    #[schedule(times = 3, tile(5, 9))]
    fn edges_at_once(start: [f32; rows, cols], steps: size) -> (clamped, mirrored)
    where rows >= 2, cols >= 2
    {
        border c = clamp;
        c(t, y, x) in [0..=steps, 0..rows, 0..cols] = case {
            t == 0 => start(y, x),
            else => 0.25 * (c(t - 1, y - 1, x) + c(t - 1, y + 2, x) + c(t - 1, y, x - 1) + c(t - 1, y, x + 1)),
        };
        border m = mirror101;
        m(t, y, x) in [0..=steps, 0..rows, 0..cols] = case {
            t == 0 => start(y, x),
            else => m(t - 1, y, x) - 0.125 * (m(t - 1, y - 1, x + 1) + m(t - 1, y + 1, x)),
        };
        clamped(y, x) in [0..rows, 0..cols] = c(steps, y, x);
        mirrored(y, x) in [0..rows, 0..cols] = m(steps, y, x);
    }
}

#[test]
fn edges_of_planes() {
    assert!(edges_at_once::plan().to_string().contains("3 time steps at once"));
    for w in WIDTHS.into_iter().filter(|w| *w >= 2) {
        for (h, steps) in [(2, 3), (9, 4), (20, 11)] {
            let start = noise::<f32, 2>([h, w], 3);
            let (clamped, mirrored, _) = agree!(edges(&start, steps); a_, b_, c_);
            let (c, m) = agree!(edges_at_once(&start, steps); a_, b_);
            assert_eq!((clamped, mirrored), (c, m), "{h} × {w}, {steps} steps");
        }
    }
}

pipeline! {
    /// Every second step is read by nobody.
    #[schedule(times = 6, tile(4, 9))]
    fn by_twos(start: [f32; rows, cols], steps: size) -> end {
        border u = constant(0.0);
        u(t, y, x) in [0..=steps, 0..rows, 0..cols] = case {
            t < 2 => start(y, x),
            t >= 2 && t % 2 == 0 => 0.5 * (u(t - 2, y - 1, x) + u(t - 2, y + 1, x)),
            else => 0.5 * (u(t - 1, y, x - 1) + u(t - 1, y, x + 1)),
        };
        end(y, x) in [0..rows, 0..cols] = u(steps, y, x);
    }
}

pipeline! {
    /// More steps at once than there are.
    #[schedule(times = 8)]
    fn few_steps(start: [f32; rows, cols]) -> end {
        border u = constant(0.0);
        u(t, y, x) in [0..=4, 0..rows, 0..cols] = case {
            t == 0 => start(y, x),
            else => 0.5 * (u(t - 1, y - 1, x) + u(t - 1, y, x + 1)),
        };
        end(y, x) in [0..rows, 0..cols] = u(4, y, x);
    }
}

#[test]
fn steps_that_nobody_reads_and_too_few() {
    assert!(by_twos::plan().to_string().contains("6 time steps at once"));
    for w in WIDTHS {
        let start = noise::<f32, 2>([11, w], 3);
        for steps in [1, 2, 7, 8, 13, 14, 27] {
            agree!(by_twos(&start, steps));
        }
        agree!(few_steps(&start));
    }
}
