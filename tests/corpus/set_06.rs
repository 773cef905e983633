//! Generated pipelines; every block is compared with its reference by `compare!`.
//!
//! Not to be edited: `BLESS=1 cargo test -p pipeline-lang --test corpus` writes this file.

use pipeline::pipeline;

pipeline! {
    pub fn p060(gain: u16, img: [u32; cols, 1..=rows], lut: [u16; 16], m: size) -> edge3[1]
    where m >= 2 {
        border img = constant(7);
        border lut = clamp;
        border mix0 = mirror;
        mix0(y, x): bool in [0..m + 4, -2..=m - 1] = (widening_mul((gain - saturate(img(0, 1), u16)), 6) <= { let v1 = (widen(lut((lut(8) as i8))) - img(clamp((lut(3) as i32), 0, cols - 1), clamp((lut(8) as i32), 1, rows))); v1 * v1 - (widen(lut(1)) << 26) });
        tone1(y, x) in [0..2*m, 0..cols / 2]: u32 = { let v1 = (lut(1) as u32); v1 * v1 - (mix0(y + 1, y - 1) as u32) };
        border mix2 = repeat;
        mix2(y, x) = (mix0(y + 1, x + 1) as i16);
        const EDGE3 = 2;
        for k in 0..EDGE3 { border edge3[k] = constant(0); }
        edge3[0](y, x) = case {
            y >= cols - 0 => (mix0(y, x + 1) as u8),
            !(y >= cols - 0) => ((mix0(x - 1, y + 2) as u8) + (tone1((y - 2)/2, y + 1) as u8)),
        };
        for k in 1..EDGE3 {
            edge3[k](y, x) = max(edge3[k - 1](y, x), ((edge3[k - 1](2*y, 2*x) - 2u8) / (mix2(x, 2*x) as u8)));
        }
    }
}

compare! {
    agrees_060: p060((scalar gain: u16), (array img: [u32; cols, rows]), (array lut: [u16; 16]), (size m)) -> (a)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24, m >= 2 by 1 like 20
}

pipeline! {
    pub fn p061(img: [i32; rows, cols], lut: [i8; 256], ker: [i16; 3, 2], gain: u16) -> edge1 {
        border lut = repeat;
        border ker = mirror;
        warp0(y, x) = ker(2*y, 2*x);
        edge1(y, x): i16 = (stencil(ker, 3, [[0, -1, 0, 4, 3], [1, 0, 4, 3, 0], [0, 1, 1, 0, 1], [2, -1, -2, -1, 4], [1, 2, -1, 1, 1]]) * (-(warp0((3*x + 2)/2, y) as f64) as i16)) + edge1(y - 1, x);
        border edge1 = constant(3);
    }
}

compare! {
    agrees_061: p061((array img: [i32; rows, cols]), (array lut: [i8; 256]), (array ker: [i16; 3, 2]), (scalar gain: u16)) -> (a)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24; LARGE
}

pipeline! {
    pub fn p062(img: [f64; rows, cols], bias: i16) -> (mask2, fold1)
    where cols ~ 3864 {
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        soft0(y, x): f64 = (stencil(img(y, x), [[-2, 0, 4, 3], [0, -2, 0, 2], [3, -2, 1, 0], [-1, -2, 4, 3], [1, -2, 2, 4]])) - soft0(y - 1, x - 1) - soft0(y - 1, x);
        border soft0 = constant(0.5);
        fold1(y, x): i8 in [0..=rows + 3, -2..rows] = case {
            x < 0 => !saturate(soft0(x - 33, x - 1), i8),
            else => min(-(soft0(x + 8, y - 11) as i8), abs_diff((soft0((x - 1)/2, (soft0(y + 1, 2*x) as i8)) as i8), 63)),
        };
        border mask2 = constant(1);
        mask2(y, x) = min(d1 in -1..=1, d2 in -1..=1; img(y + d1 + 1, x + d2 - 1)) + ((bias as f32) as f64);
    }
}

compare! {
    agrees_062: p062((array img: [f64; rows, cols]), (scalar bias: i16)) -> (a, b)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24
}

pipeline! {
    pub fn p063(img: [i8; rows, cols], lut: [f64; 256], gain: i16) -> grid0[1] {
        border lut = repeat;
        const GRID0 = 2;
        grid0[0](y, x) = (img((y - 2)/2, (x - 1)/2) as f32) - (((x + -1) as f32) / 4.0);
        for k in 1..GRID0 {
            grid0[k](y, x) = max(stencil(grid0[k - 1](y, x), 1.0 / 8.0, [[4, 2, 0, 3], [-1, 3, -2, 1], [3, 2, 0, 1], [-1, 1, 3, 4], [1, -2, 4, 1]]), (min(d1 in -3..5, d2 in -3..5; (img(y + d2, clamp((grid0[k - 1](y + d2, x + d2) as i32), 0, cols - 1)) as f32)) - ((img(y, x) as u8) as f32)));
        }
    }
}

compare! {
    agrees_063: p063((array img: [i8; rows, cols]), (array lut: [f64; 256]), (scalar gain: i16)) -> (a)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24
}

pipeline! {
    pub fn p064(img: [u32; rows], aux: [i16; rows + 2], ker: [i32; 4, 4]) -> tone1 {
        border img = mirror101;
        border ker = constant(0);
        border soft0 = constant(32767);
        soft0(x) = aux(x) + (select(((aux(x) > (-7)) ^ (ker(x % 3, x % 3) == (-1))), saturating_sub((ker(x % 4, 0) as u8), (aux(x) as u8)), saturate(ker(x % 4, clamp((aux(x) as i32), 0, 3)), u8)) as i16);
        tone1(x): f32 in [0..=rows] = 7;
        tone1((i + 1) / 2) += (((soft0((j + 12)/2 + i) as f32)).sqrt()) as f32 for (i, j, k) in [0..rows, 0..rows, 0..rows];
        tone1(clamp(((2*j + j) as i32), 0, 0)) max= ((img(2*i + 2) as f32)) as f32 for (i, j, k) in [0..rows, 0..=0, 0..=4];
    }
}

compare! {
    agrees_064: p064((array img: [u32; rows]), (array aux: [i16; rows + 2]), (array ker: [i32; 4, 4])) -> (a)
    for rows >= 1 by 1 like 30
}

pipeline! {
    pub fn p065(img: [i16; deep, rows, cols], ker: [u8; 4, 4]) -> soft1
    where deep ~ 960, deep % 4 == 0 {
        border img = repeat;
        border ker = repeat;
        mix0(z, y, x) in [0..cols, 0..=rows - 1, 0..=deep + 3] = case {
            z % 4 == 0 => (if (ker(3, y % 2) <= 127u8) { ker(3, 1) } else { ker(z % 2, 3) }),
            z % 4 == 1 => product(d1 in -3..=3 step 2, d2 in -2..5 step 2; saturate(img(x + d1 + 2, y + d2 - 1, (3*(z + d1) + 5)/2), u8)),
            z % 4 == 2 => ker(z % 2, saturate(img(x - 9, y + 3, (z + 1)/2), u8)),
            else => abs_diff(((y / 2) as u8), 4),
        };
        soft1(y, x) = case {
            y % 4 == 0 => ker(x - 1, y),
            y % 4 == 1 => (mix0(clamp((ker(1, y % 4) as i32), 0, cols - 1), clamp((mix0(0, clamp((img(clamp((ker(((y % 3) as u32), x % 4) as i32), 0, deep - 1), clamp(saturate(mix0(clamp((mix0(clamp((img(2, 0, ker((mix0(0, 0, 0) as u32), x % 4)) as i32), 0, cols - 1), 0, 5) as i32), 0, cols - 1), 0, 2), i32), 0, rows - 1), 0) as i32), 0, rows - 1), 3) as i32), 0, rows - 1), 0) - 9),
            y % 4 == 2 => (if (y > 2) { mix0(0, 0, 2) } else { 255u8 }),
            else => (if (x < 3) { (img(2, 0, 0) as u8) } else { 8 }),
        };
        border soft1 = mirror101;
    }
}

compare! {
    agrees_065: p065((array img: [i16; deep, rows, cols]), (array ker: [u8; 4, 4])) -> (a)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24, deep >= 4 by 4 like 12
}

pipeline! {
    pub fn p066(img: [i32; rows, cols], ker: [i16; 2, 3], bias: u16) -> (mix1, grid2) {
        border img = mirror101;
        border ker = mirror;
        mix0(y, x) = product(d1 in -2..=4, d2 in -3..=4; ker(y + d2 - 1, x + d2)) * saturating_sub(widening_sub((ker(0, y % 2) as i8), 4i8), 32767);
        mix1(y, x): i32 = (if (x == 5) { product(d1 in -2..=4, d2 in -3..=4; img(y + d2, x + d1)) } else { abs(widen(mix0(y % 2, y % 2))) }) - mix1(y + 2, x);
        border mix1 = constant(3);
        grid2(y, x) = stencil(mix1, [1]) * { let v1 = img(2*y - 1, 2*x - 1); v1 * v1 - mix1(y - 1, 2*x) };
    }
}

compare! {
    agrees_066: p066((array img: [i32; rows, cols]), (array ker: [i16; 2, 3]), (scalar bias: u16)) -> (a, b)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24; LARGE
}

pipeline! {
    pub fn p067(img: [u16; deep, rows + 2, cols], ker: [u8; 3, 4]) -> edge1
    where deep ~ 960, deep % 4 == 0 {
        border img = constant(0);
        fold0(y, x): u8 = case {
            x >= deep - 1 => ker(y, x),
            !(x >= deep - 1) => (img(2, 0, 0) as u8),
        };
        edge1(x) = case {
            x % 4 == 0 => max(d1 in -3..=4; ker(x, x % 2)),
            x % 4 == 1 => !ker(clamp(saturate(fold0(2, clamp((fold0(clamp(saturate(img(3, 2, ((deep - x) as u32)), i32), 0, 2), x % 2) as i32), 0, 3)), i32), 0, 2), clamp((ker(x % 3, 1) as i32), 0, 3)),
            x % 4 == 2 => (fold0(x % 2, 2) & 127),
            else => clamp(fold0(2, clamp((x as i32), 0, 3)), 0, 255),
        };
    }
}

compare! {
    agrees_067: p067((array img: [u16; deep, rows + 2, cols]), (array ker: [u8; 3, 4])) -> (a)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24, deep >= 4 by 4 like 12
}

pipeline! {
    pub fn p068(img: [i16; deep, -1..=rows, -1..=cols, 3]) -> (mix0, soft3) {
        border img = clamp;
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        mix0(z, y, x) = img(z + 1, y - 1, x - 1, z % 3) * ((z as i16) * abs_diff(img(z, y + 1, x, z % 2), img(z, y, x + 1, 0)));
        grid1(y, x) in [0..rows + 4, 0..rows + 4] = if y > rows + 2 { ((img(0, x/2, 0, y % 2) as u32) as i16) } else { saturate(((2*y + y) as f32), i16) };
        mix2(x): f64 = (max(d1 in -2..=4; grid1((x + d1 - 1)/2, 1)) as f64);
        border mix2 = constant(0.0);
        soft3(x) = case {
            x >= deep - 1 => (mix2(x + 1) as u32),
            else => (grid1(x, x) as u32),
        };
    }
}

compare! {
    agrees_068: p068((array img: [i16; deep, rows + 2, cols + 2, 3])) -> (a, b)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24, deep >= 1 by 1 like 12
}

pipeline! {
    pub fn p069(img: [u32; -1..=rows, cols]) -> warp4
    where cols >= 6 {
        mask0(y, x) = (stencil(img, 3, [[2, 0, 3]]) as f32);
        warp1(y, x) = (stencil(img, [[1], [4], [0]]) as f64) - { let v1 = (x as f64); v1 * v1 - (mask0(1, (x + 1) >> 1) as f64) };
        edge2(y, x) = case {
            y % 3 == 0 => (mask0(y + 1, x) as i16),
            y % 3 == 1 => (warp1(y + 1, x) as i16),
            else => (mask0(y, x - 1) as i16),
        };
        warp3(y, x): u32 in [0..=rows, 0..=4] = 4;
        warp3((i + 1) / 2, clamp(!(i as i32), 0, 4)) += ((i as u32)) as u32 for (i, j, k) in [0..rows, 1..rows, 0..rows];
        warp3(clamp(((k % 3) as i32), 0, 0), clamp(((i + 9) as i32), 0, 4)) max= (select((j % 3 != 2), ((cols - j) as u32), ((2*j + j) as u32))) as u32 for (i, j, k) in [0..=5, 0..rows, 1..cols];
        warp4(y, x): f32 = (stencil(mask0, [[-1, 1, 4], [0, -1, 4], [3, 3, 1]]) * ({ let v1 = pow((edge2(2*(y/2), (x + 1)/2) as f32), 100); v1 * v1 - (warp3((y - 2)/2, clamp((warp1(y, x/2) as i32), 0, 4)) as f32) } % 100.0)) + warp4(y + 1, x - 2) - warp4(y - 1, x - 2) - warp4(y - 1, x - 1);
        border warp4 = constant(0.5);
    }
}

compare! {
    agrees_069: p069((array img: [u32; rows + 2, cols])) -> (a)
    for rows >= 1 by 1 like 30, cols >= 6 by 1 like 24
}
