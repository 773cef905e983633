//! Generated pipelines; every block is compared with its reference by `compare!`.
//!
//! Not to be edited: `BLESS=1 cargo test -p pipeline-lang --test corpus` writes this file.

use pipeline::pipeline;

pipeline! {
    pub fn p030(img: [u16; -1..=rows, cols], ker: [i8; 4, 3], gain: i16) -> mask1[3]
    where rows >= 2 {
        border img = constant(0);
        border ker = clamp;
        warp0(y, x) = case {
            x < 1 && y >= 2 => ker((x - 3)/2, 2*y),
            else => (ker(saturate(ker(0, x % 3), i16), (gain as i8)) - ker(y % 2, y % 3)),
        };
        const MASK1 = 4;
        for k in 0..MASK1 { border mask1[k] = constant(7); }
        for k in 0..MASK1 {
            if k == 0 { mask1[k](y, x) = max(product(d1 in -1..=2, d2 in -1..=2; ker(2*y + 2*d1 + 1, 3*x + d1 - 2)), warp0(3*x/3, 2*((2*y + 3)/3))); } else { mask1[k](y, x) = mask1[k - 1](2*y + 1, 2*x - 1); }
        }
    }
}

compare! {
    agrees_030: p030((array img: [u16; rows + 2, cols]), (array ker: [i8; 4, 3]), (scalar gain: i16)) -> (a)
    for rows >= 2 by 1, cols >= 1 by 1
}

pipeline! {
    pub fn p031(lut: [i16; 300], img: [i8; deep, rows, cols]) -> (tone1, grid2) {
        border lut = mirror101;
        grid0(z, y, x): i32 = (img(z, 2*x - 1, 2*y + 1) as i32) ^ abs_diff(select((y % 3 != 0), (lut(63) as i32), widen(lut(180))), 2147483647);
        tone1(x): f64 = (lut(2*x) as f64) + (((grid0(clamp(grid0(0, 2*x, 2*x - 1), 0, deep - 1), x - 1, x + 1) as f64) * (lut(3) as f64)) + (((2*x + x) as f64) - (-1.5)));
        grid2(z, y, x) = case {
            z < 3 && x >= 5 => grid0(z, y + 2, x + 2),
            else => ((z as i32) - 10),
        };
    }
}

compare! {
    agrees_031: p031((array lut: [i16; 300]), (array img: [i8; deep, rows, cols])) -> (a, b)
    for rows >= 1 by 1, cols >= 1 by 1, deep >= 1 by 1
}

pipeline! {
    pub fn p032(img: [i8; rows, 1..=cols]) -> fold0
    where rows ~ 960, rows % 4 == 0 {
        border img = constant(0);
        border fold0 = constant(1);
        fold0(y, x): i16 = (img(2*y + 1, x + 1) as i16);
    }
}

compare! {
    agrees_032: p032((array img: [i8; rows, cols])) -> (a)
    for rows >= 4 by 4, cols >= 1 by 1
}

pipeline! {
    pub fn p033(aux: [i16; rows, 2*cols], img: [u16; rows, cols + 2, 2], lut: [i32; 300]) -> (warp1, tone2) {
        border aux = constant(0);
        border lut = clamp;
        warp0(y, x): u32 = case {
            x < 2 && y >= 4 => saturate(product(d1 in -2..=4, d2 in -2..=4; aux(y + d1, x)), u32),
            else => (x as u32),
        };
        warp1(y, x) in [0..rows / 2, 0..2*rows] = ((aux(2*y - 3, 0) as i8) as u32);
        tone2(y, x): u16 = (warp1(y, x) as u16) * (if (warp0(x, x) <= 5) { (aux(y + 1, 0) as u16) } else { 65535 });
    }
}

compare! {
    agrees_033: p033((array aux: [i16; rows, 2 * cols]), (array img: [u16; rows, cols + 2, 2]), (array lut: [i32; 300])) -> (a, b)
    for rows >= 1 by 1, cols >= 1 by 1
}

pipeline! {
    pub fn p034(ker: [f64; 3, 3], img: [u32; deep, rows, cols, 3]) -> fold1 {
        border img = repeat;
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        mask0(y, x) = if (x > 3) { ker(y, x - 1) } else { ((((y % 3) as f32) as f64)).clamp(255.0, 7.75) };
        fold1(x): u16 = (mask0(x - 1, 1) as u16) ^ ((ker(x % 2, x % 2) as u16) + 65535);
    }
}

compare! {
    agrees_034: p034((array ker: [f64; 3, 3]), (array img: [u32; deep, rows, cols, 3])) -> (a)
    for rows >= 1 by 1, cols >= 1 by 1, deep >= 1 by 1
}

pipeline! {
    pub fn p035(img: [i16; cols, 1..=rows], aux: [u32; rows], lut: [f32; 256], bias: u16) -> soft0 {
        border aux = clamp;
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        soft0(x): u32 = stencil(aux(x), 3, [0, 4, 0, 1, 0]);
    }
}

compare! {
    agrees_035: p035((array img: [i16; cols, rows]), (array aux: [u32; rows]), (array lut: [f32; 256]), (scalar bias: u16)) -> (a)
    for rows >= 1 by 1, cols >= 1 by 1
}

pipeline! {
    pub fn p036(img: [u32; 1..=rows, cols]) -> (grid2, warp3) {
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        mask0(z, y, x) in [1..=rows + 3, 1..=rows + 3, 0..cols] = case {
            y > rows + 2 => (((z % 3) as f64) + (-2)),
            else => spread((img(clamp(((2*y + z) as i32), 1, rows), x) as f64), (img(clamp((x as i32), 1, rows), 0) as f64)),
        };
        border grid1 = constant(0.0);
        grid1(y, x) = min(d1 in -1..=2, d2 in -2..=2; mask0(2*y + d2 - 1, 2*x + d2, clamp((mask0(2*x + d1, 2*y + d2 - 1, 0) as i32), 0, cols - 1))) * blend((mask0(x, 2*x - 1, clamp((img(y, 0) as i32), 0, cols - 1)) - mask0(2*y, y + 1, 0)), blend(((y + 3) as f64), ((2*y + x) as f64)));
        grid2(y, x) in [-2..cols + 1, 0..rows - 1] = ((grid1(x + 26, x + 1) as i8) as f64);
        warp3(y, x) = case {
            y % 2 == 0 => min(d1 in -2..=4, d2 in -2..=4; grid1(y + d2, x + d2)),
            else => (((x % 3) as f64)).clamp(3, 255.0),
        };
    }
}

compare! {
    agrees_036: p036((array img: [u32; rows, cols])) -> (a, b)
    for rows >= 1 by 1, cols >= 1 by 1
}

pipeline! {
    pub fn p037(img: [f64; rows, cols], lut: [i8; 300]) -> warp0
    where rows >= 4, cols ~ 960, cols % 3 == 0 {
        border img = clamp;
        border lut = clamp;
        border warp0 = clamp;
        warp0(y, x): u8 in [1..cols + 4, 0..=2] = (saturate(lut(55), u8) - 5u8);
    }
}

compare! {
    agrees_037: p037((array img: [f64; rows, cols]), (array lut: [i8; 300])) -> (a)
    for rows >= 4 by 1, cols >= 3 by 3
}

pipeline! {
    pub fn p038(img: [i8; rows, cols], aux: [i8; rows], lut: [i8; 256], gain: f32, bias: f32, m: size) -> mix0 {
        border img = clamp;
        border aux = constant(-128);
        border lut = constant(7);
        mix0(y, x): f64 in [0..2*rows, 0..2*rows] = case {
            y % 2 == 0 => ((lut(236) as f64) - (-1.5)),
            else => min((aux(x + 5) as f64), 7.75),
        };
        border mix0 = constant(0.0);
    }
}

compare! {
    agrees_038: p038((array img: [i8; rows, cols]), (array aux: [i8; rows]), (array lut: [i8; 256]), (scalar gain: f32), (scalar bias: f32), (size m)) -> (a)
    for rows >= 1 by 1, cols >= 1 by 1, m >= 1 by 1
}

pipeline! {
    pub fn p039(img: [u32; cols, rows], ker: [f64; 4, 4]) -> fold1 {
        border ker = mirror;
        border soft0 = mirror;
        soft0(x) = ker(x, (ker(x % 4, 3) as i16)) - (ker(1, x % 3)).sqrt();
        fold1(x) in [0..2*rows]: i8 = (soft0(x % 3) as i8);
    }
}

compare! {
    agrees_039: p039((array img: [u32; cols, rows]), (array ker: [f64; 4, 4])) -> (a)
    for rows >= 1 by 1, cols >= 1 by 1
}
