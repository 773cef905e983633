//! Generated pipelines; every block is compared with its reference by `compare!`.
//!
//! Not to be edited: `BLESS=1 cargo test -p pipeline-lang --test corpus` writes this file.

use pipeline::pipeline;

pipeline! {
    pub fn p030(gain: i16, ker: [i8; 4, 3], img: [u16; -1..=rows, cols]) -> mask2
    where rows >= 2 {
        border img = constant(0);
        border ker = clamp;
        warp0(y, x) = case {
            x < 1 && y >= 2 => ker((x - 3)/2, 2*y),
            else => (ker(1, 1) | 0),
        };
        border warp0 = constant(7);
        soft1(y, x): i8 = max(product(d1 in -2..=4, d2 in -2..=4; ker(y + 1, x + 1)), abs({ let v3 = (ker(y % 2, 0) * (-7)); v3 * v3 - (warp0(6, 3) / ker(y % 4, 2)) }));
        border soft1 = mirror;
        mask2(y, x): u32 = (stencil(soft1(y, x), 3, [[-2, 3, 3, 4], [-2, 1, 3, 3]]) as u32);
    }
}

compare! {
    agrees_030: p030((scalar gain: i16), (array ker: [i8; 4, 3]), (array img: [u16; rows + 2, cols])) -> (a)
    for rows >= 2 by 1 like 30, cols >= 1 by 1 like 24; LARGE
}

pipeline! {
    pub fn p031(img: [i8; deep, rows, cols], lut: [i16; 300]) -> (soft1, tone2)
    where deep >= 2 {
        border lut = mirror101;
        grid0(z, y, x): i32 = (img(z, 2*x - 1, 2*y + 1) as i32) ^ saturating_add((lut(43) as i32), ((lut(215) as i32) + (img(2*z, 2*x - 1, 2*y - 1) as i32)));
        border grid0 = constant(0);
        soft1(y, x): u32 = case {
            y % 2 == 0 => (grid0(y + 1, x, 1) as u32),
            else => ((cols - x) as u32),
        };
        tone2(y, x): u32 in [0..=deep - 2, 0..=4] = { let v1 = (if (grid0(y - 2 - x, 7, 6) <= (-4)) { (lut(56) as u32) } else { 2147483647 }); v1 * v1 - clamp((img(y + 1, 0, 0) as u32), 0, 4294967295) };
        border tone2 = mirror;
    }
}

compare! {
    agrees_031: p031((array img: [i8; deep, rows, cols]), (array lut: [i16; 300])) -> (a, b)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24, deep >= 2 by 1 like 12
}

pipeline! {
    pub fn p032(img: [i8; rows, 1..=cols]) -> fold0
    where rows ~ 960, rows % 4 == 0 {
        border img = constant(0);
        fold0(y, x) = (img(2*y + 1, x + 1) as i16);
    }
}

compare! {
    agrees_032: p032((array img: [i8; rows, cols])) -> (a)
    for rows >= 4 by 4 like 24, cols >= 1 by 1 like 24; LARGE
}

pipeline! {
    pub fn p033(img: [u16; rows, cols + 2, 2], aux: [i16; rows, 2*cols], lut: [i32; 300]) -> mix4 {
        border aux = constant(0);
        border lut = clamp;
        warp0(y, x): u32 = case {
            x < 2 && y >= 4 => saturate(product(d1 in -2..=4, d2 in -2..=4; aux(y + d1, x)), u32),
            else => (x as u32),
        };
        warp1(y, x) in [0..rows / 2, 0..2*rows]: u32 = ((y % 3) as u32);
        mix2(y, x): u8 = (warp1(y, x) as u8) ^ (!clamp(((y / 2) as i16), 3, (-3)) as u8);
        mask3(y, x): u32 = case {
            x % 2 == 0 => warp1((y + 1)/2, x/2),
            else => ((y as u32) + 12),
        };
        border mask3 = constant(0);
        mix4(y, x) = (warp0(2*y + 1, 2*x) as f64) - (if any(d1 in -1..=1, d2 in 0..=2; (warp0(2*y + 2*d2, x - 1) <= 1)) { clamp((mask3(y, y - 1) as f64), 0.5, 7.75) } else { ((mix2(y, 2*y + 1) as f64) / 16.0) });
    }
}

compare! {
    agrees_033: p033((array img: [u16; rows, cols + 2, 2]), (array aux: [i16; rows, 2 * cols]), (array lut: [i32; 300])) -> (a)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24
}

pipeline! {
    pub fn p034(img: [u32; deep, rows, cols, 3], ker: [f64; 3, 3]) -> mask3[2] {
        border img = repeat;
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        border mask0 = constant(-2.5);
        mask0(y, x) = if (y < deep) { ker(y, x - 1) } else { min(d1 in -2..2; (img(0, 0, 0, clamp((ker(x % 2, clamp(((d1 / 2) as i32), 0, 2)) as i32), 0, 2)) as f64)) };
        fold1(y, x) = ker(y, x) + ((ker(x % 2, 0) + ker(clamp((ker(2, x % 3) as i32), 0, 2), x % 3))).sqrt();
        border fold1 = constant(0.0);
        soft2(x) = case {
            x < 3 => (mask0((2*x - 2)/3, 3) as f32),
            x >= 3 && x < 5 => abs_diff((ker(x % 3, clamp((fold1(0, x % 3) as i32), 0, 2)) as f32), (mask0(x % 2, 1) as f32)),
            else => ((ker(x % 3, clamp((fold1(x % 3, x % 3) as i32), 0, 2)) as f32) % 8.0),
        };
        border soft2 = constant(0.0);
        mask3[0](y, x) = (mask0(y, x) as u8) * (saturate(fold1((mask0(x % 3, clamp((ker(y % 2, 1) as i32), 1, 3)) as i16), y % 3), i16) as u8);
        for k in 1..3 {
            mask3[k](y, x) = if (y % 2 == 0) { mask3[k - 1](y, x - 1) } else { (if (soft2(7) >= 100) { saturate(fold1(1, 1), u8) } else { 9 }) };
        }
    }
}

compare! {
    agrees_034: p034((array img: [u32; deep, rows, cols, 3]), (array ker: [f64; 3, 3])) -> (a)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24, deep >= 1 by 1 like 12
}

pipeline! {
    pub fn p035(img: [i16; cols, 1..=rows], aux: [u32; rows], lut: [f32; 256], bias: u16) -> tone2 {
        border aux = clamp;
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        soft0(x): u32 = stencil(aux(x), 3, [0, 4, 0, 1, 0]);
        border soft0 = repeat;
        fold1(x): u32 = aux(x - 1) + { let v1 = (bias as u32); v1 * v1 - ((x % 3) as u32) };
        tone2(x): f32 = case {
            x >= rows - 3 => (stencil(soft0, 3, [2, 0, 0]) as f32),
            !(x >= rows - 3) => (((x + 4) as f32) * (fold1(0) as f32)),
        };
    }
}

compare! {
    agrees_035: p035((array img: [i16; cols, rows]), (array aux: [u32; rows]), (array lut: [f32; 256]), (scalar bias: u16)) -> (a)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24; LARGE
}

pipeline! {
    pub fn p036(img: [u32; 1..=rows, cols]) -> (fold4, fold5) {
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        mask0(z, y, x) in [1..=rows + 3, 1..=rows + 3, 0..cols]: f64 = case {
            y > rows + 2 => (((z % 3) as f64) / 100.0),
            else => sum(d1 in 0..=2; ((d1 / 2) as f64)),
        };
        warp1(z, y, x) = (stencil(mask0, [[1, 0, 4]]) as i8);
        edge2(y, x): i32 = (img(y + 1, x/2) as i32) + ((warp1((y + 2)/2, 3, 2*((x + 2)/2) + 1) as i32) - (mask0(2*((y - 2)/2), y + 2, x + 1) as i32));
        warp3(z, y, x): f64 = case {
            z % 3 == 0 => (stencil(warp1, 3, [[-2, -1, 2, 0], [3, 4, -1, -1]]) as f64),
            z % 3 == 1 => (edge2(z + 3, (3*x - 2)/2) as f64),
            else => mask0(2*y, (3*z - 3)/2, 3*x),
        };
        fold4(z, y, x) = stencil(warp1, 3, [1, -1, 0]) * clamp(((z + 1) as i8), (-8), (-4));
        fold5(z, y, x) = case {
            x <= 3 => fold4(z - 2, (y - 1)/2, x/2),
            else => (warp3((y + 2) >> 1, y, x + 1) as i8),
        };
        border fold5 = constant(7);
    }
}

compare! {
    agrees_036: p036((array img: [u32; rows, cols])) -> (a, b)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24
}

pipeline! {
    pub fn p037(img: [f64; rows, cols], lut: [i8; 300]) -> edge1
    where rows >= 4, cols ~ 960, cols % 3 == 0 {
        border img = clamp;
        border lut = clamp;
        warp0(y, x): u8 in [1..cols + 4, 0..=2] = ((lut(112) as u8) | (img(2, 1) as u8));
        border warp0 = clamp;
        edge1(y, x): i16 = case {
            x >= cols - 4 => (warp0(2*y - 1, x + 1) as i16),
            !(x >= cols - 4) => (lut(159) as i16),
        };
        border edge1 = constant(32767);
    }
}

compare! {
    agrees_037: p037((array img: [f64; rows, cols]), (array lut: [i8; 300])) -> (a)
    for rows >= 4 by 1 like 30, cols >= 3 by 3 like 24; LARGE
}

pipeline! {
    pub fn p038(lut: [i8; 256], img: [i8; rows, cols], bias: f32, aux: [i8; rows], m: size, gain: f32) -> edge1 {
        border img = clamp;
        border aux = constant(-128);
        border lut = constant(7);
        mix0(y, x) in [0..2*rows, 0..2*rows]: f64 = case {
            y % 2 == 0 => round((lut((lut(1) as u8)) as f64)),
            else => trunc((lut((lut(168) as u8)) as f64)),
        };
        edge1(y, x): f32 = case {
            x % 4 == 0 => (mix0(y, x + 1) as f32),
            x % 4 == 1 => -(aux(y - 1) as f32),
            x % 4 == 2 => sqrt((mix0(y + 1, y) as f32)),
            else => (mix0(x + 1, x) as f32),
        };
    }
}

compare! {
    agrees_038: p038((array lut: [i8; 256]), (array img: [i8; rows, cols]), (scalar bias: f32), (array aux: [i8; rows]), (size m), (scalar gain: f32)) -> (a)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24, m >= 1 by 1 like 20
}

pipeline! {
    pub fn p039(img: [u32; cols, rows], ker: [f64; 4, 4]) -> fold1 {
        border ker = mirror;
        soft0(x): f64 = ker(x, (ker(x % 4, 3) as i16)) * (ker(x % 3, x % 2) + 1e-3);
        fold1(x) in [0..2*rows]: i8 = (soft0(x % 3) as i8);
    }
}

compare! {
    agrees_039: p039((array img: [u32; cols, rows]), (array ker: [f64; 4, 4])) -> (a)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24; LARGE
}
