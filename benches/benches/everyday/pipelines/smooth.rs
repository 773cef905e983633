//! Weighted and unweighted means of neighbourhoods. Outside of a picture its edge goes on.

use pipeline::pipeline;

pipeline! {
    /// Gaussian of 7 by 7 with the weights 2 7 14 18 14 7 2 in both directions, rounded.
    pub fn gaussian_grey<T: u8, u16>(img: [T; rows, cols]) -> out
    where rows ~ 3000, cols ~ 4000
    {
        border wide = clamp;
        border tall = clamp;
        wide(y, x) = widen(img(y, x));
        tall(y, x) = stencil(wide, [[2], [7], [14], [18], [14], [7], [2]]) as u32;
        out(y, x) = ((stencil(tall, [[2, 7, 14, 18, 14, 7, 2]]) + 2048) / 4096) as T;
    }
}

pipeline! {
    /// The same of each channel.
    pub fn gaussian_rgb<T: u8, u16>(img: [T; rows, cols, 3]) -> out
    where rows ~ 3000, cols ~ 4000
    {
        fn weighted(a, b, c, d, e, f, g) = 2 * (a + g) + 7 * (b + f) + 14 * (c + e) + 18 * d;
        border wide = clamp;
        border tall = clamp;
        wide(y, x, c) = widen(img(y, x, c));
        tall(y, x, c) = weighted(
            wide(y - 3, x, c), wide(y - 2, x, c), wide(y - 1, x, c), wide(y, x, c),
            wide(y + 1, x, c), wide(y + 2, x, c), wide(y + 3, x, c)
        ) as u32;
        out(y, x, c) = ((weighted(
            tall(y, x - 3, c), tall(y, x - 2, c), tall(y, x - 1, c), tall(y, x, c),
            tall(y, x + 1, c), tall(y, x + 2, c), tall(y, x + 3, c)
        ) + 2048) / 4096) as T;
    }
}

pipeline! {
    /// Mean of 5 by 5, rounded.
    pub fn box5_grey<T: u8, u16>(img: [T; rows, cols]) -> out
    where rows ~ 3000, cols ~ 4000
    {
        border img = clamp;
        total(y, x) = sum(dy in -2..=2, dx in -2..=2; widen(img(y + dy, x + dx)));
        out(y, x) = ((total(y, x) + 12) / 25) as T;
    }
}

pipeline! {
    /// Mean of 5 by 5 of each channel, rounded.
    pub fn box5_rgb<T: u8, u16>(img: [T; rows, cols, 3]) -> out
    where rows ~ 3000, cols ~ 4000
    {
        border img = clamp;
        total(y, x, c) = sum(dy in -2..=2, dx in -2..=2; widen(img(y + dy, x + dx, c)));
        out(y, x, c) = ((total(y, x, c) + 12) / 25) as T;
    }
}

pipeline! {
    /// Mean of 31 by 31, rounded.
    pub fn box31_grey<T: u8, u16>(img: [T; rows, cols]) -> out
    where rows ~ 3000, cols ~ 4000
    {
        border img = clamp;
        total(y, x) = sum(dy in -15..=15, dx in -15..=15; img(y + dy, x + dx) as u32);
        out(y, x) = ((total(y, x) + 480) / 961) as T;
    }
}

pipeline! {
    /// Mean of 31 by 31 of each channel, rounded.
    pub fn box31_rgb<T: u8, u16>(img: [T; rows, cols, 3]) -> out
    where rows ~ 3000, cols ~ 4000
    {
        border img = clamp;
        total(y, x, c) = sum(dy in -15..=15, dx in -15..=15; img(y + dy, x + dx, c) as u32);
        out(y, x, c) = ((total(y, x, c) + 480) / 961) as T;
    }
}

pipeline! {
    /// Mean of 31 by 31, of sums of columns.
    pub fn box31_steps_grey<T: u8, u16>(img: [T; rows, cols]) -> out
    where rows ~ 3000, cols ~ 4000
    {
        border img = clamp;
        border tall = clamp;
        tall(y, x) = sum(dy in -15..=15; img(y + dy, x) as u32);
        out(y, x) = ((sum(dx in -15..=15; tall(y, x + dx)) + 480) / 961) as T;
    }
}
