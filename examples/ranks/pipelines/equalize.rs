//! A grey picture whose values are spread by how often those up to them occur: a histogram, its
//! prefix sums, and a look-up.

harness::variants! {
    /// Spreads grey values by their histogram.
    pub fn equalize(img: [u8; rows, cols]) -> out
    where rows ~ 4096, cols ~ 4096
    {
        counts(b): u32 in [0..256] = 0;
        counts(img(y, x)) += 1 for (y, x) in [0..rows, 0..cols];
        below(b): u32 in [0..256] = case {
            b == 0 => counts(0),
            else => below(b - 1) + counts(b),
        };
        out(y, x) = below(img(y, x)) as f32;
    }
}
