//! Structural similarity of two pictures (Wang, Bovik, Sheikh and Simoncelli, IEEE Transactions on
//! Image Processing 2004): 1 where they are alike, and the mean over all pixels.
//!
//! ```text
//! ssim = (2 μ1 μ2 + c1) (2 σ12 + c2) / ((μ1² + μ2² + c1) (σ1² + σ2² + c2))
//! ```
//!
//! with means and variances in a Gaussian window of 11 x 11, σ = 1.5, c1 = (0.01 · 255)² and
//! c2 = (0.03 · 255)². Pixels whose window leaves the picture are left out.

use harness::{About, Application, Photo, Sides, Source, Typed};
use pipeline::Image;

harness::variants! {
    /// How alike two pictures are, at each pixel and in the mean.
    pub fn ssim(one: [u8; rows, cols], two: [u8; rows, cols]) -> (alike, mean)
    where rows ~ 3000, cols ~ 4000, rows >= 11, cols >= 11
    {
        const C1 = 6.5025;
        const C2 = 58.5225;
        fn gaussian(a, b, c, d, e, f) =
            0.266011724862 * a + 0.213005537711 * b + 0.109360689510 * c + 0.036000773 * d
            + 0.007598758135 * e + 0.001028380084 * f;

        a(y, x) = one(y, x) as f32;
        b(y, x) = two(y, x) as f32;
        value[0](y, x) = a(y, x);
        value[1](y, x) = b(y, x);
        value[2](y, x) = a(y, x) * a(y, x);
        value[3](y, x) = b(y, x) * b(y, x);
        value[4](y, x) = a(y, x) * b(y, x);
        for k in 0..5 {
            tall[k](y, x) = gaussian(
                value[k](y, x), value[k](y - 1, x) + value[k](y + 1, x),
                value[k](y - 2, x) + value[k](y + 2, x), value[k](y - 3, x) + value[k](y + 3, x),
                value[k](y - 4, x) + value[k](y + 4, x), value[k](y - 5, x) + value[k](y + 5, x));
            smooth[k](y, x) = gaussian(
                tall[k](y, x), tall[k](y, x - 1) + tall[k](y, x + 1),
                tall[k](y, x - 2) + tall[k](y, x + 2), tall[k](y, x - 3) + tall[k](y, x + 3),
                tall[k](y, x - 4) + tall[k](y, x + 4), tall[k](y, x - 5) + tall[k](y, x + 5));
        }
        alike(y, x) = {
            let product = smooth[0](y, x) * smooth[1](y, x);
            let squares = smooth[0](y, x) * smooth[0](y, x) + smooth[1](y, x) * smooth[1](y, x);
            let covariance = smooth[4](y, x) - product;
            let variances = smooth[2](y, x) + smooth[3](y, x) - squares;
            (2.0 * product + C1) * (2.0 * covariance + C2)
                / ((squares + C1) * (variances + C2))
        };
        total(i) in [0..1]: f64 = 0.0;
        total(0) += alike(y, x) as f64 for (y, x) in [5..rows - 5, 5..cols - 5];
        mean(i) in [0..1] = total(i) / ((rows - 10) as f64 * (cols - 10) as f64);
    }
}

type Inputs = (Image<u8, 2>, Image<u8, 2>);

/// The program for the runner.
pub fn app() -> Box<dyn Application> {
    Box::new(Typed {
        about: About {
            name: "ssim",
            summary: "how alike a picture and one with noise are",
            inputs: &["one", "two"],
            outputs: &["alike", "mean"],
            size: "4000x3000",
            small: "41x37",
            channels: false,
        },
        source: Source::Photo { inputs, sides: Sides::at_least(11) },
        picture: Some(|(alike, _)| harness::one_channel(alike)),
        runs: harness::runs!(ssim, |(one, two): Inputs| (one, two) -> [alike, mean]),
    })
}

/// The other picture has noise.
fn inputs(photo: &Photo, seed: u64) -> Inputs {
    let grey = harness::grey(photo);
    let one = Image::from_fn(grey.shape(), |at| (grey[at] * 255.0).round() as u8);
    let two = Image::from_fn(grey.shape(), |[y, x]| {
        let noise = 24.0 * (harness::noise(seed, &[y, x]) as f32 - 0.5);
        (grey[[y, x]] * 255.0 + noise).round().clamp(0.0, 255.0) as u8
    });
    (one, two)
}
