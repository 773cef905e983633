//! The cycle in two dimensions.

/// An application: a cycle on a square,
/// `multigrid_2d!(name, text, summary, pre, post, coarse, cycles)`, with the name also as text, the
/// numbers of smoothing steps, and 1 cycle (V) or 2 cycles (W) on each coarser level.
#[macro_export]
macro_rules! multigrid_2d {
    (
        $name:ident, $text:literal, $summary:literal,
        $pre:literal, $post:literal, $coarse:literal, $cycles:literal
    ) => {
        harness::variants! {
            #[doc = $summary]
            ///
            /// `v` is the guess with its boundary values, `f` the right-hand side.
            pub fn $name(v: [f64; 8 * n + 9, 8 * n + 9], f: [f64; 8 * n + 9, 8 * n + 9])
                -> u[FINEST][0][PRE + 1 + POST]
            where n ~ 1023
            {
                const FINEST = 3;
                const PRE = $pre;
                const POST = $post;
                const COARSE = $coarse;
                const CYCLES = $cycles;
                const WEIGHT = 0.2;       // ω/(2d)

                // f of level l is rhs[l][p], for its visit p by the finer level. A visit w of a
                // level goes through u[l][w][1], u[l][w][2], …: a smoothing step or the correction
                // each.
                u[FINEST][0][0](y, x) = v(y, x);
                rhs[FINEST][0](y, x) in [1..8 * n + 8, 1..8 * n + 8] = f(y, x);

                fn square(l) = ((n + 1) << l) as f64 * ((n + 1) << l) as f64;     // 1/h²
                fn around(l, w, s, y, x) = u[l][w][s](y - 1, x) + u[l][w][s](y + 1, x)
                    + u[l][w][s](y, x - 1) + u[l][w][s](y, x + 1);
                fn defect_of(l, w, s, p, y, x) = rhs[l][p](y, x)
                    - square(l) * (4.0 * u[l][w][s](y, x) - around(l, w, s, y, x));
                fn smoothed(l, w, s, p, y, x) =
                    u[l][w][s](y, x) + WEIGHT / square(l) * defect_of(l, w, s, p, y, x);
                fn enlarged(l, w, s, y, x) =
                    0.25 * sum(i in 0..2, j in 0..2; u[l][w][s]((y + i) / 2, (x + j) / 2));
                fn inside(l, y, x) =
                    y >= 1 && y < (n + 1) << l && x >= 1 && x < (n + 1) << l;

                for l in 0..=FINEST {
                    // The last step of this level, and of the coarser one.
                    const LAST = if l == 0 { COARSE } else {
                        if l == 1 && COARSE == 0 { PRE } else { PRE + 1 + POST }
                    };
                    const BELOW = if l == 1 { COARSE } else {
                        if l == 2 && COARSE == 0 { PRE } else { PRE + 1 + POST }
                    };
                    for w in 0..1 << ((CYCLES - 1) * (FINEST - l)) {
                        for s in 1..=LAST {
                            // The step before: the end of the visit before, for a second cycle.
                            const VISIT = if s == 1 && l < FINEST { w - 1 } else { w };
                            const STEP = if s == 1 && l < FINEST { LAST } else { s - 1 };
                            u[l][w][s](y, x) in [0..=(n + 1) << l, 0..=(n + 1) << l] = case {
                                inside(l, y, x) => if s == 1 && l < FINEST && w % CYCLES == 0 {
                                    WEIGHT / square(l) * rhs[l][w / CYCLES](y, x)
                                } else {
                                    if l > 0 && s == PRE + 1 {
                                        u[l][w][STEP](y, x) + enlarged(
                                            l - 1, CYCLES * w + CYCLES - 1, BELOW, y, x)
                                    } else {
                                        smoothed(l, VISIT, STEP, w / CYCLES, y, x)
                                    }
                                },
                                else => if l == FINEST { v(y, x) } else { 0.0 },
                            };
                        }
                        if l > 1 || l == 1 && COARSE > 0 {
                            defect[l][w](y, x) in [1..(n + 1) << l, 1..(n + 1) << l] =
                                defect_of(l, w, PRE, w / CYCLES, y, x);
                            rhs[l - 1][w](y, x) in [1..(n + 1) << (l - 1), 1..(n + 1) << (l - 1)] =
                                stencil(defect[l][w](2 * y, 2 * x), 1.0 / 16.0,
                                    [[1, 2, 1], [2, 4, 2], [1, 2, 1]]);
                        }
                    }
                }
            }
        }

        type Inputs = (pipeline::Image<f64, 2>, pipeline::Image<f64, 2>);

        /// The application for the runner.
        pub fn app() -> Box<dyn harness::Application> {
            Box::new(harness::Typed {
                about: harness::About {
                    name: $text,
                    summary: $summary,
                    inputs: &["V", "F"],
                    outputs: &["U"],
                    size: "8191",
                    small: "23",
                    channels: false,
                },
                source: harness::Source::Numbers(app_multigrid::square),
                picture: None,
                runs: harness::runs!($name, |(v, f): Inputs| (v, f) -> [u]),
            })
        }
    };
}
