//! Pools of every size compute the same bits.

use pipeline::{Image, pipeline, serially};
use rayon::ThreadPoolBuilder;

pipeline! {
    /// Chains, borders, cases, a look-up, sampling and bools, on enough points for many chunks.
    fn plenty(img: [f32; rows, cols], curve: [f32; 256]) -> (sharp, small, tones, rim)
    where rows ~ 1024, cols ~ 1024
    {
        border img = mirror101;
        bx(y, x) = stencil(img, 1.0 / 16.0, [[1, 4, 6, 4, 1]]);
        border bx = mirror101;
        by(y, x) in [0..rows, 0..cols] = stencil(bx, 1.0 / 16.0, [[1], [4], [6], [4], [1]]);
        sharp(y, x) in [0..rows, 0..cols] = img(y, x) * 1.5 - by(y, x) * 0.5;
        small(y, x) in [0..rows / 2, 0..cols / 3] = by(2*y, 3*x + 1);
        tones(y, x) = exp(curve(saturate(sharp(y, x), u8)) / 256.0);
        edge(y, x) = abs(sharp(y, x) - by(y, x)) > 3.0;
        rim(y, x) in [0..rows, 0..cols] = case {
            y > 0 && y < rows - 1 => (edge(y - 1, x) | edge(y + 1, x)) as u8,
            else => 9,
        };
    }
}

fn bits(img: &Image<f32, 2>) -> Vec<u32> {
    img.as_slice().iter().map(|v| v.to_bits()).collect()
}

#[test]
fn every_pool_computes_the_same() -> Result<(), pipeline::Error> {
    let curve = Image::from_fn([256], |[i]| (i * 7 % 256) as f32);
    for shape in [[401, 307], [3, 40_003], [40_003, 3], [17, 2001]] {
        let img = Image::from_fn(shape, |[y, x]| ((y * 31 + x * 17 + y * x) % 257) as f32 * 1.1);
        let run = || plenty(&img, &curve);
        let all = |(a, b, c, d): (_, _, _, Image<u8, 2>)| {
            (bits(&a), bits(&b), bits(&c), d.as_slice().to_vec())
        };
        let expected = all(serially(run)?);
        for threads in 1..=4 {
            let pool = ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
            for _ in 0..3 {
                assert!(all(pool.install(run)?) == expected, "{threads} threads, {shape:?}");
            }
        }
        assert!(all(plenty::reference(&img, &curve)?) == expected, "the reference, {shape:?}");
    }
    Ok(())
}
