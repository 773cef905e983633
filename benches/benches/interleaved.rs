//! Interleaved RGB pictures of 12 megapixels beside plain Rust loops over their bytes, on one and
//! two threads: the fastest of many runs that alternate.

use pipeline::{Image, View, pipeline, planar};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::time::{Duration, Instant};

const ROWS: usize = 3000;
const COLS: usize = 4000;
/// Bytes of a row.
const ROW: usize = 3 * COLS;
/// Runs of each candidate, of which the fastest counts.
const RUNS: usize = 25;

pipeline! {
    fn invert(img: [u8; rows, cols, 3]) -> out where rows ~ 3000, cols ~ 4000 {
        out(y, x, c) = 255 - img(y, x, c);
    }
}

pipeline! {
    fn brighten(img: [u8; rows, cols, 3]) -> out where rows ~ 3000, cols ~ 4000 {
        curve(v) in [0..256] = (255.0 * sqrt(v as f32 / 255.0)).round() as u8;
        out(y, x, c) = curve(img(y, x, c));
    }
}

pipeline! {
    fn along_columns(img: [u8; rows, cols, 3]) -> out where rows ~ 3000, cols ~ 4000 {
        out(y, x, c) =
            ((img(y - 1, x, c) as u16 + 2 * (img(y, x, c) as u16) + img(y + 1, x, c) as u16 + 2) / 4) as u8;
    }
}

pipeline! {
    fn along_rows(img: [u8; rows, cols, 3]) -> out where rows ~ 3000, cols ~ 4000 {
        out(y, x, c) =
            ((img(y, x - 1, c) as u16 + 2 * (img(y, x, c) as u16) + img(y, x + 1, c) as u16 + 2) / 4) as u8;
    }
}

pipeline! {
    fn gaussian(img: [u8; rows, cols, 3]) -> out where rows ~ 3000, cols ~ 4000 {
        fn binomial(a, b, c, d, e) =
            (a as u16) + (e as u16) + 4 * (b as u16 + d as u16) + 6 * (c as u16);
        tall(y, x, c) = binomial(
            img(y - 2, x, c), img(y - 1, x, c), img(y, x, c), img(y + 1, x, c), img(y + 2, x, c));
        out(y, x, c) = ((binomial(
            tall(y, x - 2, c), tall(y, x - 1, c), tall(y, x, c), tall(y, x + 1, c), tall(y, x + 2, c)
        ) + 128) / 256) as u8;
    }
}

/// Runs a loop over the rows of a result, with their numbers.
fn rows(out: &mut [u8], row: impl Fn(usize, &mut [u8]) + Sync) {
    out.par_chunks_mut(ROW).with_min_len(64).enumerate().for_each(|(y, out)| row(y, out));
}

fn plain_invert(img: &[u8], out: &mut [u8]) {
    rows(out, |y, out| {
        let img = &img[y * ROW..][..ROW];
        out.iter_mut().zip(img).for_each(|(o, i)| *o = 255 - i);
    });
}

fn plain_brighten(img: &[u8], out: &mut [u8]) {
    let curve: Vec<u8> =
        (0..256).map(|v| (255.0 * (v as f32 / 255.0).sqrt()).round() as u8).collect();
    let curve: &[u8; 256] = curve[..].try_into().expect("256 values");
    rows(out, |y, out| {
        let img = &img[y * ROW..][..ROW];
        out.iter_mut().zip(img).for_each(|(o, i)| *o = curve[usize::from(*i)]);
    });
}

fn three(a: u8, b: u8, c: u8) -> u8 {
    ((u16::from(a) + 2 * u16::from(b) + u16::from(c) + 2) / 4) as u8
}

fn plain_along_columns(img: &[u8], out: &mut [u8]) {
    rows(out, |y, out| {
        let [a, b, c] = [0, 1, 2].map(|dy| &img[(y + dy) * ROW..][..ROW]);
        let taps = a.iter().zip(b).zip(c);
        out.iter_mut().zip(taps).for_each(|(o, ((a, b), c))| *o = three(*a, *b, *c));
    });
}

fn plain_along_rows(img: &[u8], out: &mut [u8]) {
    out.par_chunks_mut(ROW - 6).with_min_len(64).enumerate().for_each(|(y, out)| {
        let img = &img[y * ROW..][..ROW];
        let taps = img.iter().zip(&img[3..]).zip(&img[6..]);
        out.iter_mut().zip(taps).for_each(|(o, ((a, b), c))| *o = three(*a, *b, *c));
    });
}

fn five(a: u16, b: u16, c: u16, d: u16, e: u16) -> u16 {
    a + e + 4 * (b + d) + 6 * c
}

fn plain_gaussian(img: &[u8], out: &mut [u8]) {
    out.par_chunks_mut(ROW - 12).with_min_len(64).enumerate().for_each_init(
        || vec![0u16; ROW],
        |tall, (y, out)| {
            let [a, b, c, d, e] = [0, 1, 2, 3, 4].map(|dy| &img[(y + dy) * ROW..][..ROW]);
            let taps = a.iter().zip(b).zip(c).zip(d).zip(e);
            tall.iter_mut().zip(taps).for_each(|(t, ((((a, b), c), d), e))| {
                *t = five((*a).into(), (*b).into(), (*c).into(), (*d).into(), (*e).into());
            });
            let taps = tall.iter().zip(&tall[3..]).zip(&tall[6..]).zip(&tall[9..]).zip(&tall[12..]);
            out.iter_mut().zip(taps).for_each(|(o, ((((a, b), c), d), e))| {
                *o = ((five(*a, *b, *c, *d, *e) + 128) / 256) as u8;
            });
        },
    );
}

/// The planes of an interleaved picture, one after the other.
fn plain_planes(img: &[u8]) -> Vec<u8> {
    let mut out = vec![0u8; img.len()];
    let plane = img.len() / 3;
    out.par_chunks_mut(COLS).with_min_len(64).enumerate().for_each(|(i, out)| {
        let first = 3 * (i * COLS % plane) + i * COLS / plane;
        out.iter_mut().zip(img[first..].iter().step_by(3)).for_each(|(o, i)| *o = *i);
    });
    out
}

/// The pixels of a planar picture.
fn plain_pixels(img: &[u8]) -> Vec<u8> {
    let mut out = vec![0u8; img.len()];
    let plane = img.len() / 3;
    rows(&mut out, |y, out| {
        let planes = [0, 1, 2].map(|c| &img[c * plane + y * COLS..][..COLS]);
        let pixels = planes[0].iter().zip(planes[1]).zip(planes[2]);
        out.chunks_exact_mut(3).zip(pixels).for_each(|(o, ((a, b), c))| {
            o.copy_from_slice(&[*a, *b, *c]);
        });
    });
    out
}

fn plain_copy(img: &[u8]) -> Vec<u8> {
    let mut out = vec![0u8; img.len()];
    rows(&mut out, |y, out| out.copy_from_slice(&img[y * ROW..][..ROW]));
    out
}

/// The fastest run of either of two candidates.
fn fastest(mut ours: impl FnMut() + Send, mut plain: impl FnMut() + Send) -> [Duration; 2] {
    let mut best = [Duration::MAX; 2];
    for _ in 0..RUNS {
        let time = |run: &mut dyn FnMut(), best: &mut Duration| {
            let start = Instant::now();
            run();
            *best = start.elapsed().min(*best);
        };
        time(&mut ours, &mut best[0]);
        time(&mut plain, &mut best[1]);
    }
    best
}

fn print(pool: &ThreadPool, what: &str, [ours, plain]: [Duration; 2]) {
    let ms = |time: Duration| time.as_secs_f64() * 1e3;
    let (threads, ratio) = (pool.current_num_threads(), ours.as_secs_f64() / plain.as_secs_f64());
    println!(
        "{what:24} {threads} threads {:8.2} ms  plain {:8.2} ms  {ratio:5.2}",
        ms(ours),
        ms(plain)
    );
}

/// Times a pipeline beside a plain loop, which have to give the same.
fn pair(
    pools: &[ThreadPool],
    what: &str,
    shape: [usize; 3],
    ours: impl Fn(&mut Image<u8, 3>) + Sync,
    plain: impl Fn(&mut [u8]) + Sync,
) {
    let (mut out, mut expected) = (Image::new(shape, 0u8), Image::new(shape, 0u8));
    for pool in pools {
        let (ours, plain) = (|| ours(&mut out), || plain(expected.as_mut_slice()));
        print(pool, what, pool.install(|| fastest(ours, plain)));
    }
    assert!(out == expected, "{what} gives something else");
}

/// Times a conversion beside a plain loop, both into new memory.
fn conversion(
    pools: &[ThreadPool],
    what: &str,
    ours: impl Fn() -> Image<u8, 3> + Sync,
    plain: impl Fn() -> Vec<u8> + Sync,
) {
    assert!(ours().as_slice() == plain(), "{what} gives something else");
    for pool in pools {
        print(pool, what, pool.install(|| fastest(|| drop(ours()), || drop(plain()))));
    }
}

fn main() {
    // `cargo test` starts benches as well, without `--bench`.
    if !std::env::args().any(|a| a == "--bench") {
        return;
    }
    let pool = |n| ThreadPoolBuilder::new().num_threads(n).build().expect("threads");
    let pools = [pool(1), pool(2)];
    let img = Image::from_fn([ROWS, COLS, 3], |[y, x, c]| (y * 7 + x * 13 + c * 101 + y * x) as u8);
    let bytes = img.as_slice();
    let whole = [ROWS, COLS, 3];
    pair(&pools, "invert", whole, |o| invert::into(&img, o).unwrap(), |o| plain_invert(bytes, o));
    pair(
        &pools,
        "brighten",
        whole,
        |o| brighten::into(&img, o).unwrap(),
        |o| {
            plain_brighten(bytes, o);
        },
    );
    pair(
        &pools,
        "3 taps along columns",
        [ROWS - 2, COLS, 3],
        |o| {
            along_columns::into(&img, o).unwrap();
        },
        |o| plain_along_columns(bytes, o),
    );
    pair(
        &pools,
        "3 taps along rows",
        [ROWS, COLS - 2, 3],
        |o| {
            along_rows::into(&img, o).unwrap();
        },
        |o| plain_along_rows(bytes, o),
    );
    pair(
        &pools,
        "5 x 5 taps",
        [ROWS - 4, COLS - 4, 3],
        |o| {
            gaussian::into(&img, o).unwrap();
        },
        |o| plain_gaussian(bytes, o),
    );
    conversion(&pools, "to planes", || planar(img.view()).to_image(), || plain_planes(bytes));
    let planes = planar(img.view()).to_image();
    let planes: View<'_, u8, 3> = planes.view();
    conversion(
        &pools,
        "to pixels",
        || pipeline::interleaved(planes).to_image(),
        || plain_pixels(planes.as_slice().expect("planes")),
    );
    conversion(&pools, "copy", || img.clone(), || plain_copy(bytes));
    conversion(&pools, "fill", || Image::new(whole, 7u8), || plain_fill(bytes.len()));
}

fn plain_fill(len: usize) -> Vec<u8> {
    let mut out = vec![0u8; len];
    rows(&mut out, |_, out| out.fill(7));
    out
}
