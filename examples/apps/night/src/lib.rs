//! A night filter (Jensen, Premože, Shirley, Thompson, Ferwerda and Stark, "Night Rendering", 2000;
//! Hipacc, CGO 2019): smooths a colour picture as eyes do in the dark, and turns it blue.
//!
//! Two bilateral filters "with holes" (à trous), with taps next to each other, then two apart, at
//! s = 1, 2. With the kernel k = [1 2 1]/4, the vector p of a pixel's colours and σ = 0.1,
//!
//! ```text
//! w(dy, dx) = k(dy) k(dx) exp(−|p(y + s dy, x + s dx) − p(y, x)|²/(2σ²))     dy, dx in −1..=1
//! q(y, x) = Σ w p(y + s dy, x + s dx) / Σ w
//! ```
//!
//! Then each pixel's tone is mapped. From its colours R, G and B,
//!
//! ```text
//! X = 0.5149 R + 0.3244 G + 0.1607 B
//! Y = 0.2654 R + 0.6704 G + 0.0642 B
//! Z = 0.0248 R + 0.1248 G + 0.8504 B
//! V = Y (1.33 (1 + (Y + Z)/X) − 1.68)           what rods see
//! s = a curve of Y: 0 below 0.1, 1 above 2, and u²(3 − 2u) of u = (Y − 0.1)/1.9 between
//! W = X + Y + Z, x = (1 − s)/4 + s X/W, y = (1 − s)/4 + s Y/W
//! Y' = 0.4468 (1 − s) V + s Y, X' = x Y'/y, Z' = Y'/y − X' − Y'
//! R' =  2.562263 X' − 1.166107 Y' − 0.396157 Z'
//! G' = −1.021558 X' + 1.977828 Y' + 0.043730 Z'
//! B' =  0.075196 X' − 0.256248 Y' + 1.181053 Z'
//! ```
//!
//! clamped to 0 to 1. X and W are at least 0.0001 where something is divided by them. Beyond its
//! edges the picture repeats its outermost pixels, and so does the first filter's result. Hipacc's
//! three kernels are 15 stages here: weights, their sum and the mean of each filter, X, Y, Z, V, s,
//! x, y, Y' and the result.

use harness::{About, Application, Sides, Source, Typed};
use pipeline::Image;

harness::variants! {
    /// A colour picture, planes red, green and blue, as it would look at night. `sigma` is the
    /// difference of colours that still blend.
    pub fn night(img: [f32; 3, rows, cols], sigma: f32) -> out
    where rows ~ 1200, cols ~ 1920
    {
        // Bilateral filters with holes. Tap k is in row k/3 and column k % 3 of a kernel of three.
        fn square(d) = d * d;
        fn part(i) = if i == 0 { 0.5 } else { 0.25 };
        fn from(s, c, y, x) = if s == 1 { img(c, y, x) } else { smooth[1](c, y, x) };
        fn tap(s, i, j, y, x) = {
            let apart = sum(c in 0..3;
                square(from(s, c, y + s * i, x + s * j) - from(s, c, y, x)));
            part(i) * part(j) * exp(-apart / (2.0 * sigma * sigma))
        };
        border img = clamp;
        border smooth[1] = clamp;
        for s in 1..=2 {
            weight[s](k, y, x) in [0..9, 0..rows, 0..cols] = case {
                k == 0 => tap(s, -1, -1, y, x),
                k == 1 => tap(s, -1, 0, y, x),
                k == 2 => tap(s, -1, 1, y, x),
                k == 3 => tap(s, 0, -1, y, x),
                k == 4 => 0.25,
                k == 5 => tap(s, 0, 1, y, x),
                k == 6 => tap(s, 1, -1, y, x),
                k == 7 => tap(s, 1, 0, y, x),
                else => tap(s, 1, 1, y, x),
            };
            total[s](y, x) = sum(k in 0..9; weight[s](k, y, x));
            smooth[s](c, y, x) in [0..3, 0..rows, 0..cols] = sum(i in -1..=1, j in -1..=1;
                weight[s](3 * i + j + 4, y, x) * from(s, c, y + s * i, x + s * j))
                / total[s](y, x);
        }

        // The tone, in the colours of the CIE's observer, and what rods would see.
        fn mixed(a, b, c, y, x) = a * smooth[2](0, y, x) + b * smooth[2](1, y, x) + c * smooth[2](2, y, x);
        fn some(v) = max(v, 0.0001);
        cx(y, x) = mixed(0.5149, 0.3244, 0.1607, y, x);
        cy(y, x) = mixed(0.2654, 0.6704, 0.0642, y, x);
        cz(y, x) = mixed(0.0248, 0.1248, 0.8504, y, x);
        rods(y, x) = cy(y, x) * (1.33 * (1.0 + (cy(y, x) + cz(y, x)) / some(cx(y, x))) - 1.68);
        bright(y, x) = {
            let u = clamp((cy(y, x) - 0.1) / 1.9, 0.0, 1.0);
            u * u * (3.0 - 2.0 * u)
        };
        fn towards_blue(s, part, w) = (1.0 - s) * 0.25 + s * part / some(w);
        blue_x(y, x) =
            towards_blue(bright(y, x), cx(y, x), cx(y, x) + cy(y, x) + cz(y, x));
        blue_y(y, x) =
            towards_blue(bright(y, x), cy(y, x), cx(y, x) + cy(y, x) + cz(y, x));
        toned(y, x) =
            0.4468 * (1.0 - bright(y, x)) * rods(y, x) + bright(y, x) * cy(y, x);
        fn rgb(a, b, c, y, x) = {
            let whole = toned(y, x) / blue_y(y, x);
            let nx = blue_x(y, x) * whole;
            clamp(a * nx + b * toned(y, x) + c * (whole - nx - toned(y, x)), 0.0, 1.0)
        };
        out(c, y, x) in [0..3, 0..rows, 0..cols] = case {
            c == 0 => rgb(2.562263, -1.166107, -0.396157, y, x),
            c == 1 => rgb(-1.021558, 1.977828, 0.043730, y, x),
            else => rgb(0.075196, -0.256248, 1.181053, y, x),
        };
    }
}

type Inputs = (Image<f32, 3>, f32);

/// The application for the runner.
pub fn app() -> Box<dyn Application> {
    Box::new(Typed {
        about: About {
            name: "night",
            summary: "a colour picture as it would look at night",
            inputs: &["img", "sigma"],
            outputs: &["out"],
            size: "1920x1200",
            small: "37x29",
            channels: true,
        },
        source: Source::Photo { inputs: |photo, _| (photo.clone(), 0.1), sides: Sides::ANY },
        picture: Some(harness::shown),
        runs: harness::runs!(night, |(img, sigma): Inputs| (img, *sigma) -> [out]),
    })
}
