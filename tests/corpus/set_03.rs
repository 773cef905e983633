//! Generated pipelines; every block is compared with its reference by `compare!`.
//!
//! Not to be edited: `BLESS=1 cargo test -p pipeline-lang --test corpus` writes this file.

use pipeline::pipeline;

pipeline! {
    pub fn p030(img: [u16; -1..=rows, cols], ker: [i8; 4, 3], gain: i16) -> (soft2, grid1, warp0)
    where rows >= 2 {
        border img = constant(0);
        border ker = clamp;
        warp0(x): u16 in [0..=rows] = 8;
        warp0((k + 1) / 2) *= ((ker(j % 4, clamp(widen(gain), 0, 2)) as u16)) as u16 for (i, j, k) in [0..cols, 1..rows, 0..rows];
        warp0(clamp((ker(1, clamp((ker(clamp((ker(i % 4, i % 2) as i32), 0, 3), i % 3) as i32), 0, 2)) as i32), 0, 0)) min= ((ker(2, clamp((ker(i % 2, i % 2) as i32), 0, 2)) as u16)) as u16 for (i, j, k) in [0..rows, 0..cols, 0..rows];
        grid1(y, x) = ker(y, x);
        soft2(x): i32 in [0..=cols] = 8;
        soft2((i + 1) / 2) *= ((warp0(1) as i32)) as i32 for (i) in [1..cols];
        soft2(clamp(widen(gain), 0, 0)) *= (max(d1 in -2..=1; saturate(ker(3, i % 2), i32))) as i32 for (i) in [0..=1];
    }
}

compare! {
    agrees_030: p030((array img: [u16; rows + 2, cols]), (array ker: [i8; 4, 3]), (scalar gain: i16)) -> (a, b, c)
    for rows >= 2 by 1 like 30, cols >= 1 by 1 like 24
}

pipeline! {
    pub fn p031(img: [i8; deep, rows, cols], lut: [i16; 300]) -> mask1[2] {
        border lut = mirror101;
        grid0(y, x) in [1..deep + 4, 0..=rows - 2] = if x > rows - 5 { ((lut(232) as u8) as i32) } else { (widen(lut(clamp((lut(105) as i32), 0, 299))) >> 17) };
        for k in 0..3 { border mask1[k] = constant(-2147483648); }
        for k in 0..3 {
            if k == 0 { mask1[k](y, x) = grid0(y, x - 1) - saturating_sub(grid0(y - 1, x - 1), grid0(y, x - 1)); } else { mask1[k](y, x) = if (y % 3 != 0) { mask1[k - 1]((y + 1)/2, 3*x/3) } else { widening_mul(((grid0(y - 3, (3*x + 2)/2) as i16) - (mask1[k - 1]((3*y - 1)/3, x) as i16)), (lut(195) | (-3))) }; }
        }
    }
}

compare! {
    agrees_031: p031((array img: [i8; deep, rows, cols]), (array lut: [i16; 300])) -> (a)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24, deep >= 1 by 1 like 12
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
    pub fn p033(aux: [i16; rows, 2*cols], lut: [i32; 300], img: [u16; rows, cols + 2, 2]) -> (warp0, fold2, tone3, tone4[3]) {
        border aux = constant(0);
        border lut = clamp;
        warp0(y, x) in [0..cols, 0..=cols - 2] = saturate(sin((img(clamp(lut(252), 0, rows - 1), x + 1, y % 2) as f32)), i32);
        mix1(x): u8 in [0..2] = 9;
        mix1(i % 2) += ((aux(aux(j, i), i + 2) as u8)) as u8 for (i, j) in [1..cols, 1..rows];
        mix1(clamp((aux(0, 5) as i32), 0, 1)) += ((saturate(lut(203), u8) / ((2*i + j) as u8))) as u8 for (i, j) in [0..rows, 0..rows];
        fold2(y, x) in [0..cols + 1, 0..=rows - 1]: u8 = (mix1(clamp((aux(x - 8, 2*y + 3) as i32), 0, 1)) - mix1(1));
        border fold2 = constant(0);
        tone3(y, x) = if (x == 3) { widen(sum(d1 in -3..=4, d2 in -2..=4; fold2(x + d2, y + d1 - 1))) } else { (((2*y + y) as u16) | saturate(mix1(x % 2), u16)) };
        const TONE4 = 4;
        for k in 0..TONE4 { border tone4[k] = constant(0); }
        for k in 0..TONE4 {
            if k == 0 { tone4[k](y, x) = (stencil(fold2(y, x), 3, [[0, 3, 4, 4], [3, 4, 0, 1], [0, 1, 0, 0]]) as i32) + min((aux(x + 1, 1) as i32), (fold2(y, x) as i32)); } else { tone4[k](y, x) = tone4[k - 1](y + 1, x - 1); }
        }
    }
}

compare! {
    agrees_033: p033((array aux: [i16; rows, 2 * cols]), (array lut: [i32; 300]), (array img: [u16; rows, cols + 2, 2])) -> (a, b, c, d)
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
    pub fn p035(bias: u16, lut: [f32; 256], img: [i16; cols, 1..=rows], aux: [u32; rows]) -> tone2 {
        border aux = clamp;
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        soft0(x): u32 = (aux(2*x) ^ (if (aux(2*(3*x/2) + 1) < 7) { (lut(91) as u32) } else { 4294967295 })) + soft0(x + 1) + soft0(x + 2);
        border soft0 = constant(3);
        grid1(x) = (soft0(x) as i16) ^ saturate((lut(7) as u8), i16);
        tone2(x) = if (x > 5) { saturate(stencil(grid1(x), 3, [-2, 1, 1]), i32) } else { (saturate(grid1(x), i32) + (soft0(x) as i32)) };
        border tone2 = constant(1);
    }
}

compare! {
    agrees_035: p035((scalar bias: u16), (array lut: [f32; 256]), (array img: [i16; cols, rows]), (array aux: [u32; rows])) -> (a)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24; LARGE
}

pipeline! {
    pub fn p036(img: [u32; 1..=rows, cols]) -> (edge4, mix5) {
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        const MASK0 = 4;
        for k in 0..MASK0 { border mask0[k] = constant(1); }
        for k in 0..MASK0 {
            if k == 0 { mask0[k](y, x) = (img(y, x + 1) as i32) ^ ((img(y, x) as f32) as i32); } else { mask0[k](y, x) = case {
            y < 4 => sum(d1 in 0..=1, d2 in -1..=1; mask0[k - 1](y + d1, x + d1)),
            y >= 4 && y < 6 => { let v3 = mask0[k - 1](y, 2); v3 * v3 - ((x % 3) as i32) },
            else => (((x + 3) as i32) << 11),
        }; }
        }
        edge4(y, x) in [0..cols + 1, 0..=cols - 1]: i32 = case {
            y > cols - 3 => product(d1 in -1..3 step 2, d2 in -2..=1 step 2; mask0[3](9, 2*(y + d2) + 9)),
            else => sum(d3 in -1..=2, d4 in -2..=2 step 2; mask0[1]((img(clamp(mask0[3](3, y + d3 - 2), 1, rows), 0) as i16), y + 32)),
        };
        border edge4 = clamp;
        mix5(y, x): i32 = stencil(mask0[2], 3, [-1, 1, -1]);
    }
}

compare! {
    agrees_036: p036((array img: [u32; rows, cols])) -> (a, b)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24
}

pipeline! {
    pub fn p037(img: [f64; rows, cols], lut: [i8; 300]) -> (fold1, warp0)
    where rows >= 4, cols ~ 960, cols % 3 == 0 {
        border img = clamp;
        border lut = clamp;
        warp0(x): i32 in [0..=cols] = 4;
        warp0((i + 1) / 2) max= ((if (lut(112) <= 10) { saturate(img(j + i, (i - 2)/2), i32) } else { 7i32 })) as i32 for (i, j) in [0..cols, 0..rows];
        border fold1 = constant(1);
        fold1(x) = img(lut(153), x);
    }
}

compare! {
    agrees_037: p037((array img: [f64; rows, cols]), (array lut: [i8; 300])) -> (a, b)
    for rows >= 4 by 1 like 30, cols >= 3 by 3 like 24; LARGE
}

pipeline! {
    pub fn p038(img: [i8; rows, cols], aux: [i8; rows], lut: [i8; 256], gain: f32, bias: f32, m: size) -> (soft1, mix0) {
        border img = clamp;
        border aux = constant(-128);
        border lut = constant(7);
        mix0(y, x) = (img(y + 1, x) as u16);
        border soft1 = constant(-128);
        soft1(x): i8 = if (x < 6) { aux(x) } else { (if (x < 6) { (aux(rows - 1 - x) + 9) } else { (lut(54) + (-9)) }) };
    }
}

compare! {
    agrees_038: p038((array img: [i8; rows, cols]), (array aux: [i8; rows]), (array lut: [i8; 256]), (scalar gain: f32), (scalar bias: f32), (size m)) -> (a, b)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24, m >= 1 by 1 like 20
}

pipeline! {
    pub fn p039(img: [u32; cols, rows], ker: [f64; 4, 4]) -> (soft0, fold1) {
        border ker = mirror;
        soft0(x): f64 = ker(x, (ker(x % 4, 3) as i16)) * (ker(x % 3, x % 2) + 1e-3);
        border fold1 = clamp;
        fold1(y, x) = img(y, x);
    }
}

compare! {
    agrees_039: p039((array img: [u32; cols, rows]), (array ker: [f64; 4, 4])) -> (a, b)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24; LARGE
}
