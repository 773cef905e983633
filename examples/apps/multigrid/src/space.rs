//! The cycle in three dimensions.

/// An application: a cycle in a cube,
/// `multigrid_3d!(name, text, summary, pre, post, coarse, cycles)`, with the name also as text, the
/// numbers of smoothing steps, and 1 cycle (V) or 2 cycles (W) on each coarser level.
#[macro_export]
macro_rules! multigrid_3d {
    (
        $name:ident, $text:literal, $summary:literal,
        $pre:literal, $post:literal, $coarse:literal, $cycles:literal
    ) => {
        harness::variants! {
            #[doc = $summary]
            ///
            /// `v` is the guess with its boundary values, `f` the right-hand side.
            pub fn $name(
                v: [f64; 8 * n + 9, 8 * n + 9, 8 * n + 9],
                f: [f64; 8 * n + 9, 8 * n + 9, 8 * n + 9],
            ) -> u[FINEST][0][PRE + 1 + POST]
            where n ~ 31
            {
                const FINEST = 3;
                const PRE = $pre;
                const POST = $post;
                const COARSE = $coarse;
                const CYCLES = $cycles;
                const WEIGHT = 8.0 / 54.0;       // ω/(2d)

                // f of level l is rhs[l][p], for its visit p by the finer level. A visit w of a
                // level goes through u[l][w][1], u[l][w][2], …: a smoothing step or the correction
                // each.
                u[FINEST][0][0](z, y, x) = v(z, y, x);
                rhs[FINEST][0](z, y, x) in [1..8 * n + 8, 1..8 * n + 8, 1..8 * n + 8] = f(z, y, x);

                fn square(l) = ((n + 1) << l) as f64 * ((n + 1) << l) as f64;     // 1/h²
                fn around(l, w, s, z, y, x) =
                    u[l][w][s](z - 1, y, x) + u[l][w][s](z + 1, y, x)
                        + u[l][w][s](z, y - 1, x) + u[l][w][s](z, y + 1, x)
                        + u[l][w][s](z, y, x - 1) + u[l][w][s](z, y, x + 1);
                fn defect_of(l, w, s, p, z, y, x) = rhs[l][p](z, y, x)
                    - square(l) * (6.0 * u[l][w][s](z, y, x) - around(l, w, s, z, y, x));
                fn smoothed(l, w, s, p, z, y, x) =
                    u[l][w][s](z, y, x) + WEIGHT / square(l) * defect_of(l, w, s, p, z, y, x);
                fn enlarged(l, w, s, z, y, x) = 0.125 * sum(
                    i in 0..2, j in 0..2, k in 0..2;
                    u[l][w][s]((z + i) / 2, (y + j) / 2, (x + k) / 2));
                fn inside(l, z, y, x) = z >= 1 && z < (n + 1) << l
                    && y >= 1 && y < (n + 1) << l && x >= 1 && x < (n + 1) << l;

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
                            u[l][w][s](z, y, x)
                                in [0..=(n + 1) << l, 0..=(n + 1) << l, 0..=(n + 1) << l] = case {
                                inside(l, z, y, x) => if s == 1 && l < FINEST && w % CYCLES == 0 {
                                    WEIGHT / square(l) * rhs[l][w / CYCLES](z, y, x)
                                } else {
                                    if l > 0 && s == PRE + 1 {
                                        u[l][w][STEP](z, y, x) + enlarged(
                                            l - 1, CYCLES * w + CYCLES - 1, BELOW, z, y, x)
                                    } else {
                                        smoothed(l, VISIT, STEP, w / CYCLES, z, y, x)
                                    }
                                },
                                else => if l == FINEST { v(z, y, x) } else { 0.0 },
                            };
                        }
                        if l > 1 || l == 1 && COARSE > 0 {
                            defect[l][w](z, y, x)
                                in [1..(n + 1) << l, 1..(n + 1) << l, 1..(n + 1) << l] =
                                defect_of(l, w, PRE, w / CYCLES, z, y, x);
                            rhs[l - 1][w](z, y, x) in [
                                1..(n + 1) << (l - 1),
                                1..(n + 1) << (l - 1),
                                1..(n + 1) << (l - 1),
                            ] = stencil(defect[l][w](2 * z, 2 * y, 2 * x), 1.0 / 64.0, [
                                [[1, 2, 1], [2, 4, 2], [1, 2, 1]],
                                [[2, 4, 2], [4, 8, 4], [2, 4, 2]],
                                [[1, 2, 1], [2, 4, 2], [1, 2, 1]],
                            ]);
                        }
                    }
                }
            }
        }

        type Inputs = (pipeline::Image<f64, 3>, pipeline::Image<f64, 3>);

        /// The application for the runner.
        pub fn app() -> Box<dyn harness::Application> {
            Box::new(harness::Typed {
                about: harness::About {
                    name: $text,
                    summary: $summary,
                    inputs: &["V", "F"],
                    outputs: &["U"],
                    size: "255",
                    small: "15",
                    channels: false,
                },
                source: harness::Source::Numbers(app_multigrid::cube),
                picture: None,
                runs: harness::runs!($name, |(v, f): Inputs| (v, f) -> [u]),
            })
        }
    };
}
