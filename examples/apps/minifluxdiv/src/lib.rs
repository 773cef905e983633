//! MiniFluxDiv (Davis, Strout and Olschanowsky, CGO 2018; PolyMage+, TOPLAS 2020, Table 9): the
//! divergence of fluxes of five quantities in a box of cells, a kernel of finite-volume codes.
//!
//! 10 stages. The paper's table says 4, which is the number of groups that its fusion forms.

use anyhow::Result;
use harness::{About, Application, Size, Source, Typed};
use pipeline::Image;

harness::variants! {
    /// Quantities of the cells of a box after a step. In each direction the flux through a face is
    /// interpolated from four cells and moves with a velocity, which is quantity 2 along `x`, 3
    /// along `y` and 4 along `z`. The input has a margin of two cells that the result has not.
    pub fn minifluxdiv(cells: [f64; 5, -2..n + 2, -2..n + 2, -2..n + 2]) -> sums
    where n ~ 128
    {
        fn face(a, b, c, d) = (a + 7.0 * (b + c) + d) / 12.0;

        f1x(c, z, y, x) in [0..5, 0..n, 0..n, 0..=n] = face(
            cells(c, z, y, x - 2), cells(c, z, y, x - 1), cells(c, z, y, x), cells(c, z, y, x + 1));
        f2x(c, z, y, x) = 2.0 * f1x(c, z, y, x) * f1x(2, z, y, x);
        diffx(c, z, y, x) = f2x(c, z, y, x + 1) - f2x(c, z, y, x);

        f1y(c, z, y, x) in [0..5, 0..n, 0..=n, 0..n] = face(
            cells(c, z, y - 2, x), cells(c, z, y - 1, x), cells(c, z, y, x), cells(c, z, y + 1, x));
        f2y(c, z, y, x) = 2.0 * f1y(c, z, y, x) * f1y(3, z, y, x);
        diffy(c, z, y, x) = f2y(c, z, y + 1, x) - f2y(c, z, y, x);

        f1z(c, z, y, x) in [0..5, 0..=n, 0..n, 0..n] = face(
            cells(c, z - 2, y, x), cells(c, z - 1, y, x), cells(c, z, y, x), cells(c, z + 1, y, x));
        f2z(c, z, y, x) = 2.0 * f1z(c, z, y, x) * f1z(4, z, y, x);
        diffz(c, z, y, x) = f2z(c, z + 1, y, x) - f2z(c, z, y, x);

        sums(c, z, y, x) =
            diffz(c, z, y, x) + diffy(c, z, y, x) + diffx(c, z, y, x) + cells(c, z, y, x);
    }
}

type Inputs = (Image<f64, 4>,);

/// The application for the runner.
pub fn app() -> Box<dyn Application> {
    Box::new(Typed {
        about: About {
            name: "minifluxdiv",
            summary: "divergence of fluxes in a box of cells",
            inputs: &["box"],
            outputs: &["sums"],
            size: "128",
            small: "11",
            channels: true,
        },
        source: Source::Numbers(inputs),
        picture: None,
        runs: harness::runs!(minifluxdiv, |(cells,): Inputs| (cells) -> [sums]),
    })
}

/// Quantities between 1 and 2. The size is that of a side, without the margin.
fn inputs(size: &Size, seed: u64) -> Result<Inputs> {
    let side = size.cols() + 4;
    Ok((Image::from_fn([5, side, side, side], |at| 1.0 + harness::noise(seed, &at)),))
}
