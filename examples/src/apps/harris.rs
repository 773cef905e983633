//! Harris corner detection (PolyMage, ASPLOS 2015, Fig. 1).

use pipeline::pipeline;

pipeline! {
    /// Corner response of a grey image: positive at corners, negative along edges, near zero in
    /// flat regions. The outermost two rows and columns are zero.
    pub fn harris(img: [f32; rows, cols]) -> harris
    where rows ~ 6400, cols ~ 6400
    {
        ix(y, x) = stencil(img, 1.0 / 12.0, [[-1, -2, -1], [0, 0, 0], [1, 2, 1]]);
        iy(y, x) = stencil(img, 1.0 / 12.0, [[-1, 0, 1], [-2, 0, 2], [-1, 0, 1]]);

        ixx(y, x) = ix(y, x) * ix(y, x);
        iyy(y, x) = iy(y, x) * iy(y, x);
        ixy(y, x) = ix(y, x) * iy(y, x);

        sxx(y, x) = sum(dy in -1..=1, dx in -1..=1; ixx(y + dy, x + dx));
        syy(y, x) = sum(dy in -1..=1, dx in -1..=1; iyy(y + dy, x + dx));
        sxy(y, x) = sum(dy in -1..=1, dx in -1..=1; ixy(y + dy, x + dx));

        det(y, x) = sxx(y, x) * syy(y, x) - sxy(y, x) * sxy(y, x);
        trace(y, x) = sxx(y, x) + syy(y, x);

        harris(y, x) in [0..rows, 0..cols] = case {
            y >= 2 && y < rows - 2 && x >= 2 && x < cols - 2 =>
                det(y, x) - 0.04 * trace(y, x) * trace(y, x),
            else => 0.0,
        };
    }
}
