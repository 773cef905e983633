//! Measures the rates of the machine it runs on, and prints them as the attribute `machine`. It
//! runs pipelines, so the rates are those that generated code reaches. Every figure is the best of
//! many runs.
//!
//! `row` is not measured: what a row costs beside its points depends on the stages around it.

use pipeline::{Image, pipeline, serially};
use pipeline_core::machine::bytes;
use pipeline_lang::elaborate::Configuration;
use rayon::prelude::*;
use std::hint::{black_box, spin_loop};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// How long each measurement goes on.
const TIME: Duration = Duration::from_millis(1500);

/// Columns of all images.
const COLUMNS: usize = 1024;

/// Bytes of an image in memory, beyond the caches of most machines.
const LARGE: usize = 256 << 20;

/// What a thread has to do while the start of a parallel loop is measured: enough for every thread
/// to wake up before another one has done its part.
const WORK: Duration = Duration::from_micros(50);

/// Tasks of a parallel loop, so many that its start does not count.
const TASKS: usize = 100_000;

/// Numbers of rows that are added at once while streams are measured.
const STREAMS: [usize; 6] = [2, 4, 8, 16, 32, 64];

/// The part of the best rate that so many streams must reach.
const AS_FAST: f64 = 0.9;

/// Operations of a point of `arithmetic` as the cost models count them: 8 before chains, 32 in them
/// and 7 behind them, a load and a store.
const OPERATIONS: f64 = 49.0;

pipeline! {
    /// Moves a byte in and a byte out for each byte of an image.
    fn stream(img: [f32; rows, cols]) -> out
    where rows ~ 1024, cols ~ 1024
    {
        out(y, x) = img(y, x) + 1.0;
    }
}

pipeline! {
    /// Eight short chains that do not wait for each other, and beside which memory does not count.
    fn arithmetic(img: [f32; rows, cols]) -> out
    where rows ~ 1024, cols ~ 1024
    {
        fn chain(v) = (v * 0.75 + 0.25) * 0.75 + 0.25;
        fn two(v, a, b) = chain(v * a) + chain(v * b);
        out(y, x) = {
            let v = img(y, x);
            (two(v, 0.1, 0.2) + two(v, 0.3, 0.4)) + (two(v, 0.5, 0.6) + two(v, 0.7, 0.8))
        };
    }
}

/// Pipelines that add so many rows.
macro_rules! rows_at_once {
    ($($name:ident: $rows:literal),*) => {
        $(pipeline! {
            fn $name(img: [f32; $rows * rows, cols]) -> out
            where rows ~ 1024, cols ~ 1024
            {
                out(y, x) = sum(i in 0..$rows; img($rows * y + i, x));
            }
        })*
    };
}

rows_at_once!(of_2: 2, of_4: 4, of_8: 8, of_16: 16, of_32: 32, of_64: 64);

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let given = |flag: &str| arguments.iter().any(|a| a == flag);
    // `cargo test` starts benches as well, without `--bench`.
    if !given("--bench") || given("--test") {
        return ExitCode::SUCCESS;
    }
    let sizes: Vec<&str> =
        arguments.iter().map(String::as_str).filter(|a| !a.starts_with("--")).collect();
    let caches = if sizes.is_empty() { of_this_machine() } else { parsed(&sizes) };
    let Some(caches) = caches else {
        eprintln!(
            "give the caches, first level, a core's share of the second level, and last level, as \
             in `-- 32KiB 1MiB 32MiB`, or use the feature `native`"
        );
        return ExitCode::FAILURE;
    };
    print(caches);
    ExitCode::SUCCESS
}

/// The first level, a core's share of the second one, and the last level, in bytes; nothing without
/// the feature `native`, or where they are not known.
fn of_this_machine() -> Option<[usize; 3]> {
    let features = vec!["target-native".to_string()];
    let machine = Configuration { features, ..Configuration::default() }.machine().ok()?;
    let sizes = [machine.l1, machine.l2, machine.llc].map(|size| size as usize);
    (machine.name == "native").then_some(sizes)
}

/// Three sizes such as `32KiB`, in bytes.
fn parsed(sizes: &[&str]) -> Option<[usize; 3]> {
    let units = [("KiB", 10), ("MiB", 20), ("GiB", 30)];
    let size = |text: &&str| {
        let (amount, shift) =
            units.iter().find_map(|(unit, shift)| Some((text.strip_suffix(unit)?, shift)))?;
        amount.parse::<usize>().ok()?.checked_mul(1 << shift).filter(|bytes| *bytes > 0)
    };
    let sizes: Option<Vec<usize>> = sizes.iter().map(size).collect();
    sizes?.try_into().ok()
}

/// Measures everything but `row` and prints it.
fn print([l1, l2, llc]: [usize; 3]) {
    let threads = rayon::current_num_threads();
    // A core's share of the last level, but well beyond what the second level holds.
    let share = (llc / threads).max(4 * l2).min(llc);
    let l2_rate = streaming(l2 / 2, 2.0, true);
    let llc_rate = streaming(share / 2, 2.0, true);
    // Memory also delivers the lines that are written, as the models count.
    let large = 2 * LARGE.max(2 * llc);
    let (memory, memory_of_all) = (streaming(large, 3.0, true), streaming(large, 3.0, false));
    let operations = operations(l2 / 2);
    let streams = streams(LARGE.max(2 * llc));
    let (launch, task) = (launch(threads), task(threads));
    let [l1, l2, llc] = [l1, l2, llc].map(|size| bytes(size as i64).replace(' ', ""));
    let lanes = lanes();
    println!(
        "#[machine(l1 = \"{l1}\", l2 = \"{l2}\", llc = \"{llc}\", cores = {threads}, \
         lanes = {lanes}, streams = {streams}, l2_rate = {l2_rate:.1}, llc_rate = {llc_rate:.1}, \
         memory = {memory:.1}, memory_of_all = {memory_of_all:.1}, operations = {operations:.1}, launch = {launch:.0}, \
         task = {task:.1})]"
    );
}

/// 32-bit lanes of the vectors that generated code has here.
fn lanes() -> usize {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        return 8;
    }
    4
}

/// The least time of many runs, in nanoseconds. The first one is not timed: it finds cold caches.
fn least(mut run: impl FnMut()) -> f64 {
    run();
    let (begin, mut least) = (Instant::now(), Duration::MAX);
    while begin.elapsed() < TIME {
        let start = Instant::now();
        run();
        least = least.min(start.elapsed());
    }
    least.as_nanos() as f64
}

/// Two images that together have so many bytes.
fn images(bytes: usize) -> [Image<f32, 2>; 2] {
    let rows = (bytes / 2 / (4 * COLUMNS)).max(1);
    [1.0, 0.0].map(|value| Image::new([rows, COLUMNS], value))
}

/// Bytes per nanosecond through two images of so many bytes together, on one core or on all;
/// `moved` says how many bytes move for each byte of one image.
fn streaming(bytes: usize, moved: f64, alone: bool) -> f64 {
    let [img, mut out] = images(bytes);
    let mut run = || stream::into(&img, &mut out).expect("images of the same size");
    let time = least(|| if alone { serially(&mut run) } else { run() });
    moved * 4.0 * img.len() as f64 / time
}

/// The most rows of an image of so many bytes that one core reads at once about as fast as fewer.
fn streams(bytes: usize) -> usize {
    let rates = STREAMS.map(|rows_at_once| {
        let rows = (bytes / (4 * COLUMNS) / rows_at_once).max(1);
        let img = Image::new([rows_at_once * rows, COLUMNS], 1.0f32);
        let mut out = Image::new([rows, COLUMNS], 0.0f32);
        let add = match rows_at_once {
            2 => of_2::into,
            4 => of_4::into,
            8 => of_8::into,
            16 => of_16::into,
            32 => of_32::into,
            _ => of_64::into,
        };
        let time = least(|| serially(|| add(&img, &mut out)).expect("images of the same size"));
        4.0 * img.len() as f64 / time
    });
    let fastest = rates.into_iter().fold(0.0, f64::max);
    let fast = STREAMS.into_iter().zip(rates).filter(|(_, rate)| *rate >= AS_FAST * fastest);
    fast.map(|(rows, _)| rows).max().unwrap_or(STREAMS[0])
}

/// 32-bit operations of one core per nanosecond.
fn operations(bytes: usize) -> f64 {
    let [img, mut out] = images(bytes);
    let time = least(|| {
        serially(|| arithmetic::into(&img, &mut out)).expect("images of the same size");
    });
    OPERATIONS * img.len() as f64 / time
}

/// Nanoseconds to start and end a parallel loop that every thread takes part in.
fn launch(threads: usize) -> f64 {
    let busy = || {
        let start = Instant::now();
        while start.elapsed() < WORK {
            spin_loop();
        }
    };
    let time = least(|| (0..threads).into_par_iter().with_max_len(1).for_each(|_| busy()));
    time - WORK.as_nanos() as f64
}

/// Nanoseconds of a thread for one task of a parallel loop.
fn task(threads: usize) -> f64 {
    let run = || (0..TASKS).into_par_iter().with_max_len(1).for_each(|i| _ = black_box(i));
    least(run) * threads as f64 / TASKS as f64
}
