//! Estimates steer decisions and never a result: they may be wrong by any factor.

use pipeline::{Image, pipeline};
use rayon::ThreadPoolBuilder;

/// Gradients, products and windows with sampling, for whatever sizes are expected.
macro_rules! expecting {
    ($name:ident, $rows:literal, $cols:literal) => {
        pipeline! {
            fn $name(img: [f32; rows, cols]) -> (corners, small)
            where rows ~ $rows, cols ~ $cols
            {
                border img = clamp;
                ix(y, x) = img(y, x + 1) - img(y, x - 1);
                iy(y, x) = img(y + 1, x) - img(y - 1, x);
                xx(y, x) = ix(y, x) * ix(y, x);
                yy(y, x) = iy(y, x) * iy(y, x);
                border xx = mirror;
                border yy = mirror;
                corners(y, x) in [0..rows, 0..cols] =
                    sum(dy in -1..=1, dx in -1..=1; xx(y + dy, x + dx))
                    - sum(dy in -2..=2, dx in -2..=2; yy(y + dy, x + dx));
                small(y, x) in [0..(rows + 1) / 2, 0..(cols + 1) / 2] = ix(2*y, 2*x) + iy(2*y, 2*x);
            }
        }
    };
}

expecting!(right, 300, 200);
expecting!(far_too_many, 30000, 20000);
expecting!(far_too_few, 3, 2);
expecting!(tall, 30000, 2);
expecting!(long, 3, 20000);
expecting!(one, 1, 1);

#[test]
fn wrong_by_a_hundred() -> Result<(), pipeline::Error> {
    for shape in [[300, 200], [301, 199], [1, 1], [2, 7]] {
        let img = Image::from_fn(shape, |[y, x]| ((y * 37 + x * 11 + y * x) % 251) as f32 * 0.07);
        let expected = right::reference(&img)?;
        for threads in [1, 2, 3] {
            let pool = ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
            macro_rules! agree {
                ($($name:ident)*) => { $(
                    let got = pool.install(|| $name(&img))?;
                    assert_eq!(got, expected, "{} {shape:?}", stringify!($name));
                )* };
            }
            agree!(right far_too_many far_too_few tall long one);
        }
    }
    Ok(())
}
