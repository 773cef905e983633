//! Minima and medians of neighbourhoods. Outside of a picture its edge goes on.

use pipeline::pipeline;

pipeline! {
    /// Erosion: the smallest of 5 by 5.
    pub fn erode5_grey<T: u8, u16>(img: [T; rows, cols]) -> out
    where rows ~ 3000, cols ~ 4000
    {
        border img = clamp;
        out(y, x) = min(dy in -2..=2, dx in -2..=2; img(y + dy, x + dx));
    }
}

pipeline! {
    /// The same of each channel.
    pub fn erode5_rgb<T: u8, u16>(img: [T; rows, cols, 3]) -> out
    where rows ~ 3000, cols ~ 4000
    {
        border img = clamp;
        out(y, x, c) = min(dy in -2..=2, dx in -2..=2; img(y + dy, x + dx, c));
    }
}

pipeline! {
    /// Median of 5 by 5: columns are sorted, which pixels share, then rows of these. Twelve values
    /// that have too many before or behind them are not the median then, and of the others' order
    /// some is known: the exchanges that it leaves were searched for, and hold for all zeros and
    /// ones.
    pub fn median5_grey<T: u8, u16>(img: [T; rows, cols]) -> out
    where rows ~ 3000, cols ~ 4000
    {
        border img = clamp;
        // Of what is left the largest goes to the end, until all are in order.
        for i in 0..5 {
            left[0][i](y, x) in [0..rows, -2..cols + 2] = img(y + i - 2, x);
        }
        for r in 0..5 {
            down[r][0](y, x) = left[r][0](y, x);
            for i in 1..5 - r {
                down[r][i](y, x) = max(down[r][i - 1](y, x), left[r][i](y, x));
                left[r + 1][i - 1](y, x) = min(down[r][i - 1](y, x), left[r][i](y, x));
            }
        }
        for k in 0..5 {
            for i in 0..5 {
                open[k][0][i](y, x) in [0..rows, 0..cols] = down[4 - k][k](y, x + i - 2);
            }
            for r in 0..5 {
                along[k][r][0](y, x) = open[k][r][0](y, x);
                for i in 1..5 - r {
                    along[k][r][i](y, x) = max(along[k][r][i - 1](y, x), open[k][r][i](y, x));
                    open[k][r + 1][i - 1](y, x) =
                        min(along[k][r][i - 1](y, x), open[k][r][i](y, x));
                }
            }
            for j in 0..5 {
                at[k][j](y, x) = along[k][4 - j][j](y, x);
            }
        }
        out(y, x) = {
            let a = max(at[2][1](y, x), at[3][0](y, x));
            let b = max(at[0][3](y, x), at[1][2](y, x));
            let c = max(at[1][3](y, x), at[0][4](y, x));
            let d = max(min(at[1][3](y, x), at[0][4](y, x)), min(at[4][0](y, x), at[2][2](y, x)));
            let e = min(c, max(at[4][0](y, x), at[2][2](y, x)));
            let f = min(at[3][1](y, x), at[1][4](y, x));
            let g = min(at[4][1](y, x), at[3][2](y, x));
            let h = max(d, e);
            let i = max(a, min(d, e));
            let j = min(f, at[2][3](y, x));
            let k = max(b, i);
            let l = max(min(b, i), min(min(k, h), g));
            max(l, min(max(k, h), j))
        };
    }
}

pipeline! {
    /// The same of each channel.
    pub fn median5_rgb<T: u8, u16>(img: [T; rows, cols, 3]) -> out
    where rows ~ 3000, cols ~ 4000
    {
        border img = clamp;
        // Of what is left the largest goes to the end, until all are in order.
        for i in 0..5 {
            left[0][i](y, x, c) in [0..rows, -2..cols + 2, 0..3] = img(y + i - 2, x, c);
        }
        for r in 0..5 {
            down[r][0](y, x, c) = left[r][0](y, x, c);
            for i in 1..5 - r {
                down[r][i](y, x, c) = max(down[r][i - 1](y, x, c), left[r][i](y, x, c));
                left[r + 1][i - 1](y, x, c) = min(down[r][i - 1](y, x, c), left[r][i](y, x, c));
            }
        }
        for k in 0..5 {
            for i in 0..5 {
                open[k][0][i](y, x, c) in [0..rows, 0..cols, 0..3] =
                    down[4 - k][k](y, x + i - 2, c);
            }
            for r in 0..5 {
                along[k][r][0](y, x, c) = open[k][r][0](y, x, c);
                for i in 1..5 - r {
                    along[k][r][i](y, x, c) =
                        max(along[k][r][i - 1](y, x, c), open[k][r][i](y, x, c));
                    open[k][r + 1][i - 1](y, x, c) =
                        min(along[k][r][i - 1](y, x, c), open[k][r][i](y, x, c));
                }
            }
            for j in 0..5 {
                at[k][j](y, x, c) = along[k][4 - j][j](y, x, c);
            }
        }
        out(y, x, c) = {
            let a = max(at[2][1](y, x, c), at[3][0](y, x, c));
            let b = max(at[0][3](y, x, c), at[1][2](y, x, c));
            let m = max(at[1][3](y, x, c), at[0][4](y, x, c));
            let n = min(at[4][0](y, x, c), at[2][2](y, x, c));
            let d = max(min(at[1][3](y, x, c), at[0][4](y, x, c)), n);
            let e = min(m, max(at[4][0](y, x, c), at[2][2](y, x, c)));
            let f = min(at[3][1](y, x, c), at[1][4](y, x, c));
            let g = min(at[4][1](y, x, c), at[3][2](y, x, c));
            let h = max(d, e);
            let i = max(a, min(d, e));
            let j = min(f, at[2][3](y, x, c));
            let k = max(b, i);
            let l = max(min(b, i), min(min(k, h), g));
            max(l, min(max(k, h), j))
        };
    }
}
