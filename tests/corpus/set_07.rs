//! Generated pipelines; every block is compared with its reference by `compare!`.
//!
//! Not to be edited: `BLESS=1 cargo test -p pipeline-lang --test corpus` writes this file.

use pipeline::pipeline;

pipeline! {
    pub fn p070(img: [u32; deep, rows, cols], gain: u32, m: size) -> (fold0[1], fold0[2])
    where deep >= 4 {
        border img = mirror101;
        const FOLD0 = 3;
        fold0[0](z, y, x) = if (z % 3 != 2) { product(d1 in -1..=1, d2 in -1..=1; img(z + d2, y + d2, x + d2)) } else { (10 - img(z, 0, x)) };
        for k in 1..FOLD0 {
            fold0[k](z, y, x) = if (z > 2) { product(d1 in 0..=1, d2 in 0..=1; fold0[k - 1](2*z + d2, 2*y + d2, 2*x + 2*d1)) } else { sum(d3 in 0..=2, d4 in -2..=2; img(d3, y + d4, x + d4 + 1)) };
        }
    }
}

compare! {
    agrees_070: p070((array img: [u32; deep, rows, cols]), (scalar gain: u32), (size m)) -> (a, b)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24, deep >= 4 by 1 like 12, m >= 1 by 1 like 20
}

pipeline! {
    pub fn p071(img: [u16; rows, cols, 4], aux: [i8; cols, rows], gain: i32, bias: f32) -> (tone0[0], tone0[3], warp4)
    where cols >= 4 {
        border aux = mirror101;
        for k in 0..4 { border tone0[k] = constant(0); }
        for k in 0..4 {
            if k == 0 { tone0[k](z, y, x) = img(z, y, x) * ((!(aux(y, 0) as u16) / 9) * ((aux(y, z) as u16) - 65535u16)); } else { tone0[k](z, y, x) = tone0[k - 1]((2*z - 1)/3, 3*y >> 1, 2*x) * ((tone0[k - 1](2*z - 2, 5, 1) ^ 5)).clamp(0, 2); }
        }
        border warp4 = constant(1);
        warp4(y, x): f64 = (tone0[1](y + 1, x + 1, -3) as f64) - tan((tone0[0](y - 1, x + 1, 1) as f64));
    }
}

compare! {
    agrees_071: p071((array img: [u16; rows, cols, 4]), (array aux: [i8; cols, rows]), (scalar gain: i32), (scalar bias: f32)) -> (a, b, c)
    for rows >= 1 by 1 like 30, cols >= 4 by 1 like 24
}

pipeline! {
    pub fn p072(img: [f32; 1..=rows, cols], lut: [f64; 16]) -> (fold0, fold1) {
        border lut = constant(-2.5);
        fold0(x) = if (x == 4) { (sum(d1 in -2..=4; lut((x + d1 + 2)/3)) as u8) } else { ((x / 2) as u8) };
        border fold1 = mirror101;
        fold1(x): u16 = (lut(x) as u16);
    }
}

compare! {
    agrees_072: p072((array img: [f32; rows, cols]), (array lut: [f64; 16])) -> (a, b)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24; LARGE
}

pipeline! {
    pub fn p073(img: [u16; rows, cols], ker: [u32; 3, 3]) -> (mask1, mix2)
    where rows ~ 960, rows % 4 == 0, cols ~ 960, cols % 3 == 0 {
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        border fold0 = constant(4294967295);
        fold0(y, x) in [1..rows, 0..2*rows]: u32 = ((if (y > 0) { ker(2, y % 2) } else { saturate(img(x/2, 1), u32) }) + 2147483647);
        mask1(y, x): i8 = saturate(stencil(fold0(y, x), 3, [[0, 1, 4, 4], [0, 2, 1, 1], [0, 0, 2, 0]]), i8) * (saturate((ker(x % 3, 1) as u8), i8) - ((fold0(y/2, y) as i8) % (fold0(x - 2, x/2) as i8)));
        mix2(y, x): u16 = case {
            x < 2 => (stencil(fold0(x, y), 3, [1, 2, 4, 2, 4]) as u16),
            x >= 2 && x < 4 => (if (y < cols - 2) { (mask1(y - 1, x) as u16) } else { 65535 }),
            else => widening_add((mask1(2*x + 1, y - 1) as u8), saturate(fold0(2*x, y), u8)),
        };
    }
}

compare! {
    agrees_073: p073((array img: [u16; rows, cols]), (array ker: [u32; 3, 3])) -> (a, b)
    for rows >= 4 by 4 like 24, cols >= 3 by 3 like 24
}

pipeline! {
    pub fn p074(img: [u8; rows, cols], aux: [i16; rows, 1..=cols], lut: [f64; 300]) -> mix4
    where cols >= 3, rows >= 2 {
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        tone0(y, x): bool = case {
            y <= 1 => (aux(y, x) != 7),
            else => (x % 3 != 1),
        };
        fold1(y, x) in [1..=cols - 1, 0..cols / 2] = widening_mul((tone0(clamp((lut(181) as i32), 0, rows - 1), y) as i8), (y as i8));
        border tone2 = constant(1);
        tone2(y, x) = case {
            y >= cols - 3 => (any(d1 in -3..=4, d2 in -2..=4; tone0(y + d1 + 1, x + 2*d1 - 2)) as i16),
            else => (if (y % 2 == 1) { (lut(((x + 1) as u8)) as i16) } else { fold1(2*(x/2), x/2) }),
        };
        warp3(x): i16 = (fold1(2, x) ^ saturating_add(fold1(x + 1, (x + 1) >> 1), 0)) - warp3(x + 1) * warp3(x + 1);
        border warp3 = constant(3);
        border mix4 = clamp;
        mix4(y, x) in [0..rows - 1, 0..cols]: i16 = case {
            y < 4 && y >= 3 => blend(tone2(y/2, x + 2), (lut(110) as i16)),
            else => warp3(9),
        };
    }
}

compare! {
    agrees_074: p074((array img: [u8; rows, cols]), (array aux: [i16; rows, cols]), (array lut: [f64; 300])) -> (a)
    for rows >= 2 by 1 like 30, cols >= 3 by 1 like 24
}

pipeline! {
    pub fn p075(img: [u8; deep, rows, cols], aux: [i16; rows], m: size) -> grid2[2]
    where cols >= 4, deep >= 5, m ~ 960, m % 2 == 0 {
        border img = mirror101;
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        mix0(y, x): i8 in [0..=4, 0..=cols] = 4;
        mix0(clamp(saturating_add(((rows - i) as i32), 12), 0, 4), (j + 1) / 3) *= ((aux(0) as i8)) as i8 for (i, j, k) in [0..deep, 0..cols, 1..rows];
        fold1(x) = aux(x) + ((mix0(3, 0) as i16) + aux(x));
        const GRID2 = 3;
        grid2[0](x) = fold1(x) - (((x as i16) - 32767) + (if (x == 6) { ((x + -1) as i16) } else { 32767 }));
        for k in 1..GRID2 {
            grid2[k](x) = stencil(grid2[k - 1], [-2, 0, -1, 1, 1]);
        }
    }
}

compare! {
    agrees_075: p075((array img: [u8; deep, rows, cols]), (array aux: [i16; rows]), (size m)) -> (a)
    for rows >= 1 by 1 like 30, cols >= 4 by 1 like 24, deep >= 5 by 1 like 12, m >= 2 by 2 like 12
}

pipeline! {
    pub fn p076(gain: i8, img: [f32; rows, cols, 3]) -> tone0
    where cols >= 5 {
        tone0(z, y, x): f32 = img((z - 1)/2, y - 1, x/2) - select((z == 5), img(z/2, y, x % 2), (gain as f32));
    }
}

compare! {
    agrees_076: p076((scalar gain: i8), (array img: [f32; rows, cols, 3])) -> (a)
    for rows >= 1 by 1 like 30, cols >= 5 by 1 like 24
}

pipeline! {
    pub fn p077(img: [f32; rows]) -> soft3[3] {
        border img = constant(1);
        edge0(x): u8 = (stencil(img, 1.0 / 8.0, [1]) as u8) - ((if (img(x) <= (-1.5)) { (img(clamp((img(x) as i32), 0, rows - 1)) as u8) } else { 127 }) ^ saturating_add((img(0) as u8), 7));
        mask1(x) = min(d1 in -1..=1; edge0(x + 1)) + (img(x) as u8);
        border mask2 = constant(-2.5);
        mask2(x) = (edge0(x/2) as f64) * pow((mask1(x/2) as f64), (mask1(x) as f64));
        const SOFT3 = 4;
        for k in 0..SOFT3 {
            if k == 0 { soft3[k](x) = (edge0(x - 1) as f64) * cos(abs(atan2((edge0(2*x) as f64), 2.0))); } else { soft3[k](x) = case {
            x < 3 => soft3[k - 1](x),
            x >= 3 && x < 5 => (if (x < 1) { soft3[k - 1](x) } else { 1e-3 }),
            else => -mask2(x),
        }; }
        }
    }
}

compare! {
    agrees_077: p077((array img: [f32; rows])) -> (a)
    for rows >= 1 by 1 like 30
}

pipeline! {
    pub fn p078(img: [i32; rows, cols, 3], aux: [i8; cols]) -> mask0
    where cols ~ 3004 {
        border aux = repeat;
        mask0(z, y, x): i32 = case { x == 1 => img(z + 1, y + 1, x + 1) ^ saturating_sub((aux(y - 1) as i32), (aux(y) as i32)), else => (img(z + 1, y + 1, x + 1) ^ saturating_sub((aux(y - 1) as i32), (aux(y) as i32))) * mask0(z, y, x - 1) + mask0(z, y, x - 2) };
        border mask0 = constant(3);
    }
}

compare! {
    agrees_078: p078((array img: [i32; rows, cols, 3]), (array aux: [i8; cols])) -> (a)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24
}

pipeline! {
    pub fn p079(img: [f32; deep, -1..=rows, cols, 4], aux: [f32; deep + 2, rows], lut: [i16; 256], bias: i8) -> (grid2, warp3)
    where cols >= 3 {
        border img = mirror101;
        border aux = mirror101;
        mask0(y, x) = if (x < cols / 2) { (max(d1 in -3..=4, d2 in -2..=4; aux(x, y)) != 0.25) } else { all(d3 in -2..=2, d4 in -2..=1; (aux(x + d4 + 1, y + 2*d3) >= 1e9)) };
        warp1(y, x) in [0..=rows - 2, 0..=rows - 1]: u8 = if x < 1 { (mask0(x, 0) as u8) } else { (aux(2, 2*x + 1) as u8) };
        grid2(y, x) in [-2..deep, 0..deep / 2] = abs_diff((mask0(clamp((lut(212) as i32), 0, rows - 1), y + 2) as u8), (x as u8));
        warp3(y, x): f32 in [0..=cols, 0..=3] = 2;
        warp3((i + 1) / 3, clamp((saturate(bias, i32) % (bias as i32)), 0, 3)) += ((bias as f32)) as f32 for (i, j) in [0..cols, 1..deep];
        warp3(clamp((warp1(i - 1, j) as i32), 0, 0), clamp((mask0(j, 1) as i32), 0, 3)) += (((i % 3) as f32)) as f32 for (i, j) in [1..rows, 0..rows];
    }
}

compare! {
    agrees_079: p079((array img: [f32; deep, rows + 2, cols, 4]), (array aux: [f32; deep + 2, rows]), (array lut: [i16; 256]), (scalar bias: i8)) -> (a, b)
    for rows >= 1 by 1 like 30, cols >= 3 by 1 like 24, deep >= 1 by 1 like 12
}
