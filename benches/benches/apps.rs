//! The applications on one and two threads, outputs allocated by the caller once.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use pipeline::Image;
use pipeline_examples::{harris, unsharp_mask};
use rayon::{ThreadPool, ThreadPoolBuilder};

const THREADS: [usize; 2] = [1, 2];

fn pool(threads: usize) -> ThreadPool {
    ThreadPoolBuilder::new().num_threads(threads).build().expect("threads")
}

/// A smooth image with some texture, in 0..1.
fn picture<const R: usize>(shape: [usize; R]) -> Image<f32, R> {
    Image::from_fn(shape, |at| {
        let mixed = at.iter().fold(0usize, |m, i| m.wrapping_mul(31).wrapping_add(*i));
        0.5 + 0.4 * (at[R - 1] as f32 * 0.01).sin() + 0.1 * (mixed % 17) as f32 / 17.0
    })
}

fn harris_6400(c: &mut Criterion) {
    let img = picture([6400, 6400]);
    let mut out = Image::new([6400, 6400], 0.0f32);
    let mut group = c.benchmark_group("harris 6400x6400");
    group.sample_size(10).throughput(Throughput::Elements(img.len() as u64));
    for threads in THREADS {
        let pool = pool(threads);
        group.bench_function(format!("{threads} threads"), |b| {
            b.iter(|| pool.install(|| harris::into(&img, &mut out)).expect("harris"));
        });
    }
}

fn unsharp_mask_4256(c: &mut Criterion) {
    let img = picture([3, 2836, 4260]);
    let mut out = Image::new([3, 2832, 4256], 0.0f32);
    let mut group = c.benchmark_group("unsharp_mask 4256x2832x3");
    group.sample_size(10).throughput(Throughput::Elements(out.len() as u64));
    for threads in THREADS {
        let pool = pool(threads);
        group.bench_function(format!("{threads} threads"), |b| {
            b.iter(|| {
                pool.install(|| unsharp_mask::into(&img, 0.001, 3.0, &mut out)).expect("unsharp");
            });
        });
    }
}

criterion_group!(benches, harris_6400, unsharp_mask_4256);
criterion_main!(benches);
