//! Generated pipelines; every block is compared with its reference by `compare!`.
//!
//! Not to be edited: `BLESS=1 cargo test -p pipeline-lang --test corpus` writes this file.

use pipeline::pipeline;

pipeline! {
    pub fn p050(img: [i32; rows + 2, 1..=cols, 3]) -> (warp1, warp2)
    where cols >= 4 {
        border img = mirror;
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        grid0(z, y, x) = (product(d1 in -1..=2, d2 in -2..=2; img(z + d1, y + d1, x + d1)) >= 3) && !(img(z + 1, y - 1, 2) <= (-8));
        border warp1 = repeat;
        warp1(z, y, x) = case {
            x < 0 => min(d1 in -2..=2, d2 in -2..=2; img(z + d2, y + d1, x + d1)),
            x >= 0 && x < 1 => ((2*z + y) as i32),
            else => (grid0(z, y, 2) as i32),
        };
        warp2(y, x) = max((grid0(y + 1, x, x % 2) as i32), (12i32 + (grid0(y - 1, x + 1, 0) as i32)));
        border warp2 = clamp;
    }
}

compare! {
    agrees_050: p050((array img: [i32; rows + 2, cols, 3])) -> (a, b)
    for rows >= 1 by 1, cols >= 4 by 1
}

pipeline! {
    pub fn p051(lut: [u8; 256], img: [u16; deep, rows, cols, 2], gain: u32) -> tone0 {
        border img = repeat;
        tone0(w, z, y, x) = img(w, z, y, x);
    }
}

compare! {
    agrees_051: p051((array lut: [u8; 256]), (array img: [u16; deep, rows, cols, 2]), (scalar gain: u32)) -> (a)
    for rows >= 1 by 1, cols >= 1 by 1, deep >= 1 by 1
}

pipeline! {
    pub fn p052(img: [f32; deep, rows, -1..=cols], gain: i16, bias: i8) -> mix1
    where rows >= 6, deep >= 5 {
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        grid0(z, y, x) = img(z - 2, y + 3, x - 1);
        mix1(z, y, x): f32 = case {
            y < 2 => img(x, y, z - 1),
            y >= 2 && y < 4 => max(grid0(x + 1, y, z - 1), (-2)),
            else => select((grid0(x, y + 1, z) <= 0.5), grid0(x, y, z), grid0(x, y + 1, z - 1)),
        };
    }
}

compare! {
    agrees_052: p052((array img: [f32; deep, rows, cols + 2]), (scalar gain: i16), (scalar bias: i8)) -> (a)
    for rows >= 6 by 1, cols >= 1 by 1, deep >= 5 by 1
}

pipeline! {
    pub fn p053(img: [i8; rows, cols]) -> mix0
    where cols ~ 2814 {
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        mix0(y, x): u32 = if (x > 3) { saturate(img(y/2, (x + 3)/2), u32) } else { select((x < 4), saturate(img((2*y + 3)/2, 0), u32), (img(0, (2*x + 1)/2) as u32)) };
    }
}

compare! {
    agrees_053: p053((array img: [i8; rows, cols])) -> (a)
    for rows >= 1 by 1, cols >= 1 by 1
}

pipeline! {
    pub fn p054(img: [i8; -1..=deep, rows, cols + 2], ker: [i32; 3, 3], bias: i8) -> mix0
    where rows ~ 1895, cols >= 5 {
        border img = clamp;
        mix0(y, x) = max(max(d1 in -1..=1, d2 in -1..=1; ker(2*x + d2 - 1, y + d2 + 1)), ((img(1, 0, 3) as u32) as i32));
    }
}

compare! {
    agrees_054: p054((array img: [i8; deep + 2, rows, cols + 2]), (array ker: [i32; 3, 3]), (scalar bias: i8)) -> (a)
    for rows >= 1 by 1, cols >= 5 by 1, deep >= 1 by 1
}

pipeline! {
    pub fn p055(img: [u32; cols, rows]) -> tone0
    where rows >= 3 {
        border img = constant(0);
        tone0(y, x) = (stencil(img(y, x), [[0, 1, 0, 1, 0], [1, 3, 0, 4, 1], [1, 3, 2, 3, 0]]) as u8) * (img(y, x) as u8);
    }
}

compare! {
    agrees_055: p055((array img: [u32; cols, rows])) -> (a)
    for rows >= 3 by 1, cols >= 1 by 1
}

pipeline! {
    pub fn p056(img: [u8; deep, 1..=rows, cols], ker: [f64; 4, 2], bias: u16) -> tone0[3]
    where cols ~ 960, cols % 3 == 0 {
        border img = mirror101;
        const TONE0 = 4;
        tone0[0](z, y, x) = (stencil(img, 3, [[2, 0, 1, 2]]) as f64) + (product(d1 in -2..5, d2 in -2..5; (ker(clamp(saturate(ker(3, 1), i32), 0, 3), 1) as u16)) as f64);
        for k in 1..TONE0 {
            tone0[k](z, y, x) = tone0[k - 1](z, y, x);
        }
    }
}

compare! {
    agrees_056: p056((array img: [u8; deep, rows, cols]), (array ker: [f64; 4, 2]), (scalar bias: u16)) -> (a)
    for rows >= 1 by 1, cols >= 3 by 3, deep >= 1 by 1
}

pipeline! {
    pub fn p057(img: [i8; rows, -1..=cols, 2], aux: [i32; rows, 1..=cols], ker: [f32; 2, 3], bias: u16) -> (tone0, tone1[3])
    where rows >= 5, cols >= 5 {
        border aux = repeat;
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        tone0(y, x) = case {
            x % 2 == 0 => ker(y, x),
            !(x % 2 == 0) => (ker(0, x % 2) + ker(1, x % 2)),
        };
        const TONE1 = 4;
        for k in 0..TONE1 { border tone1[k] = constant(1); }
        tone1[0](y, x) = ker(y + 1, x - 1);
        for k in 1..TONE1 {
            tone1[k](y, x) = tone1[k - 1](y, x);
        }
    }
}

compare! {
    agrees_057: p057((array img: [i8; rows, cols + 2, 2]), (array aux: [i32; rows, cols]), (array ker: [f32; 2, 3]), (scalar bias: u16)) -> (a, b)
    for rows >= 5 by 1, cols >= 5 by 1
}

pipeline! {
    pub fn p058(img: [u8; rows, cols], lut: [i8; 256], ker: [u32; 4, 2]) -> warp0
    where rows ~ 960, rows % 3 == 0 {
        border lut = mirror101;
        warp0(z, y, x): i8 in [1..rows + 1, 0..rows, 0..=cols - 1] = clamp(lut(82), (-128i8), 9);
    }
}

compare! {
    agrees_058: p058((array img: [u8; rows, cols]), (array lut: [i8; 256]), (array ker: [u32; 4, 2])) -> (a)
    for rows >= 3 by 3, cols >= 1 by 1
}

pipeline! {
    pub fn p059(img: [i8; rows, cols], lut: [u8; 256], gain: f32) -> mix2
    where rows >= 7, cols >= 4 {
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        soft0(y, x): i8 = max(d1 in -3..=4, d2 in -2..=4; img(y + d2, x));
        border soft0 = mirror101;
        warp1(y, x) in [0..=2, 0..=cols - 1]: i8 = blend(soft0(2, x + 5), (lut(166) as i8));
        border mix2 = repeat;
        mix2(y, x): i8 = stencil(warp1, [2, -1, 2, 3]);
    }
}

compare! {
    agrees_059: p059((array img: [i8; rows, cols]), (array lut: [u8; 256]), (scalar gain: f32)) -> (a)
    for rows >= 7 by 1, cols >= 4 by 1
}
