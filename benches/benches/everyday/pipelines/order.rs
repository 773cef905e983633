//! Minima and medians of neighbourhoods. Outside of a picture its edge goes on.

use pipeline::pipeline;

pipeline! {
    /// Erosion: the smallest of 5 by 5.
    pub fn erode5<T: u8, u16>(img: [T; rows, cols]) -> out
    where rows ~ 3000, cols ~ 4000
    {
        border img = clamp;
        out(y, x) = min(dy in -2..=2, dx in -2..=2; img(y + dy, x + dx));
    }
}

pipeline! {
    /// Median of 5 by 5. Of 14 values neither the largest nor the smallest is the median of all, so
    /// both are dropped for the next one, until all have been seen and one is left.
    pub fn median5_grey8(img: [u8; rows, cols]) -> kept[12][0]
    where rows ~ 3000, cols ~ 4000
    {
        border img = clamp;
        for i in 0..14 {
            kept[0][i](y, x) = img(y + i / 5 - 2, x + i % 5 - 2);
        }
        for r in 0..12 {
            // The largest of the first ones, and what it leaves.
            largest[r][0](y, x) = kept[r][0](y, x);
            for i in 1..14 - r {
                largest[r][i](y, x) = max(largest[r][i - 1](y, x), kept[r][i](y, x));
                rest[r][i - 1](y, x) = min(largest[r][i - 1](y, x), kept[r][i](y, x));
            }
            // The smallest of the rest, and what it leaves.
            smallest[r][0](y, x) = rest[r][0](y, x);
            for i in 1..13 - r {
                smallest[r][i](y, x) = min(smallest[r][i - 1](y, x), rest[r][i](y, x));
                kept[r + 1][i - 1](y, x) = max(smallest[r][i - 1](y, x), rest[r][i](y, x));
            }
            // The next one.
            if r < 11 {
                kept[r + 1][12 - r](y, x) = img(y + (14 + r) / 5 - 2, x + (14 + r) % 5 - 2);
            }
        }
    }
}
