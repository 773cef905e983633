//! Heat that spreads over a plate for twenty steps, whose edges lose none: a recursion in time.
//!
//! ```text
//! u(0) = img
//! u(t, y, x) = u(t − 1, y, x) + (u(t − 1, y ± 1, x) + u(t − 1, y, x ± 1) − 4 u(t − 1, y, x)) / 5
//! ```

harness::variants! {
    /// The heat of a plate after twenty steps.
    pub fn heat(img: [f32; rows, cols]) -> out
    where rows ~ 4096, cols ~ 4096
    {
        border u = clamp;
        u(t, y, x): f32 in [0..=20, 0..rows, 0..cols] = case {
            t == 0 => img(y, x),
            else => u(t - 1, y, x) + 0.2 * (u(t - 1, y - 1, x) + u(t - 1, y + 1, x)
                + u(t - 1, y, x - 1) + u(t - 1, y, x + 1) - 4.0 * u(t - 1, y, x)),
        };
        out(y, x) = u(20, y, x);
    }
}
