//! Half and double sizes.

use pipeline::pipeline;

pipeline! {
    /// Means of 2 by 2, rounded.
    pub fn halve_grey<T: u8, u16>(img: [T; rows, cols]) -> out
    where rows ~ 3000, cols ~ 4000
    {
        four(y, x) = sum(dy in 0..2, dx in 0..2; widen(img(2 * y + dy, 2 * x + dx)));
        out(y, x) = ((four(y, x) + 2) / 4) as T;
    }
}

pipeline! {
    /// Means of 2 by 2 of each channel, rounded.
    pub fn halve_rgb<T: u8, u16>(img: [T; rows, cols, 3]) -> out
    where rows ~ 3000, cols ~ 4000
    {
        four(y, x, c) = sum(dy in 0..2, dx in 0..2; widen(img(2 * y + dy, 2 * x + dx, c)));
        out(y, x, c) = ((four(y, x, c) + 2) / 4) as T;
    }
}

pipeline! {
    /// Bilinear: three quarters of the nearest sample and one of the next, in both directions.
    pub fn double_grey<T: u8, u16>(img: [T; rows, cols]) -> out
    where rows ~ 3000, cols ~ 4000
    {
        border img = clamp;
        border tall = clamp;
        fn mixed(near, next) = 3 * near + next;
        tall(y, x) in [0..2 * rows, 0..cols] = case {
            y % 2 == 0 => mixed(widen(img(y / 2, x)), widen(img(y / 2 - 1, x))),
            else => mixed(widen(img(y / 2, x)), widen(img(y / 2 + 1, x))),
        };
        wide(y, x) in [0..2 * rows, 0..2 * cols] = case {
            x % 2 == 0 => mixed(tall(y, x / 2), tall(y, x / 2 - 1)),
            else => mixed(tall(y, x / 2), tall(y, x / 2 + 1)),
        };
        out(y, x) = ((wide(y, x) + 8) / 16) as T;
    }
}

pipeline! {
    /// The same of each channel.
    pub fn double_rgb<T: u8, u16>(img: [T; rows, cols, 3]) -> out
    where rows ~ 3000, cols ~ 4000
    {
        border img = clamp;
        border tall = clamp;
        fn mixed(near, next) = 3 * near + next;
        tall(y, x, c) in [0..2 * rows, 0..cols, 0..3] = case {
            y % 2 == 0 => mixed(widen(img(y / 2, x, c)), widen(img(y / 2 - 1, x, c))),
            else => mixed(widen(img(y / 2, x, c)), widen(img(y / 2 + 1, x, c))),
        };
        wide(y, x, c) in [0..2 * rows, 0..2 * cols, 0..3] = case {
            x % 2 == 0 => mixed(tall(y, x / 2, c), tall(y, x / 2 - 1, c)),
            else => mixed(tall(y, x / 2, c), tall(y, x / 2 + 1, c)),
        };
        out(y, x, c) = ((wide(y, x, c) + 8) / 16) as T;
    }
}
