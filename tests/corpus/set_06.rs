//! Generated pipelines; every block is compared with its reference by `compare!`.
//!
//! Not to be edited: `BLESS=1 cargo test -p pipeline-lang --test corpus` writes this file.

use pipeline::pipeline;

pipeline! {
    pub fn p060(img: [u32; cols, 1..=rows], lut: [u16; 16], gain: u16, m: size) -> (warp1, edge3)
    where m >= 2 {
        border img = constant(7);
        border lut = clamp;
        mix0(x): u8 = if (x < rows) { (stencil(lut, [2, 0, 0, 0]) as u8) } else { (if (lut(14) == 32767) { (lut(3) as u8) } else { saturate(lut(1), u8) }) };
        warp1(y, x): u8 in [1..cols, 0..cols / 2] = ((gain as f64) as u8);
        mask2(z, y, x): bool in [-2..m, 0..cols, -2..=rows - 1] = any(d1 in -2..=1; (img(y + d1 - 2, 2*(x + d1)) != 0) && ((mix0(9) as i32) != (mix0(clamp((mix0(clamp(((y % 3) as i32), 0, 15)) as i32), 0, 15)) as i32)));
        edge3(x) = (stencil(mix0(x), 3, [3, 1, 4, 3, 4]) as i16) - (img(0, 1) as i16);
    }
}

compare! {
    agrees_060: p060((array img: [u32; cols, rows]), (array lut: [u16; 16]), (scalar gain: u16), (size m)) -> (a, b)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24, m >= 2 by 1 like 20
}

pipeline! {
    pub fn p061(ker: [i16; 3, 2], gain: u16, lut: [i8; 256], img: [i32; rows, cols]) -> (edge1, warp0) {
        border lut = repeat;
        border ker = mirror;
        warp0(y, x) = ker(2*y, 2*x);
        edge1(y, x) = case {
            y <= 3 => stencil(ker, 3, [[1, 2, -1, -2], [-1, 4, 1, 2]]),
            else => abs((x as i16)),
        };
        border edge1 = mirror;
    }
}

compare! {
    agrees_061: p061((array ker: [i16; 3, 2]), (scalar gain: u16), (array lut: [i8; 256]), (array img: [i32; rows, cols])) -> (a, b)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24; LARGE
}

pipeline! {
    pub fn p062(img: [f64; rows, cols], bias: i16) -> (grid2, fold1)
    where cols ~ 3864 {
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        soft0(x) = (product(d1 in -3..=4; img(x + d1, 0)) as f32);
        fold1(x) = case {
            x % 3 == 0 => (stencil(soft0, 1.0 / 8.0, [0, 1, 4, -2]) as i8),
            x % 3 == 1 => blend((bias as i8), (soft0(x) as i8)),
            else => (if (soft0(rows - 2 - x) >= 1e9) { (bias as i8) } else { (-2) }),
        };
        grid2(y, x) in [0..cols / 2, 1..=rows - 1] = pow(select((y > 3), (bias as f32), (img(x, 2*y + 1) as f32)), trunc(((y % 3) as f32)));
    }
}

compare! {
    agrees_062: p062((array img: [f64; rows, cols]), (scalar bias: i16)) -> (a, b)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24; LARGE
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
    pub fn p064(aux: [i16; rows + 2], ker: [i32; 4, 4], img: [u32; rows]) -> tone1 {
        border img = mirror101;
        border ker = constant(0);
        border soft0 = constant(32767);
        soft0(x) = aux(x) + (select(((aux(x) > (-7)) ^ (ker(x % 3, x % 3) == (-1))), saturating_sub((ker(x % 4, 0) as u8), (aux(x) as u8)), saturate(ker(x % 4, clamp((aux(x) as i32), 0, 3)), u8)) as i16);
        tone1(y, x): i32 = stencil(ker(y, x), 3, [[3, -1, 3], [2, -2, -1], [0, 0, 4]]);
        border tone1 = constant(2147483647);
    }
}

compare! {
    agrees_064: p064((array aux: [i16; rows + 2]), (array ker: [i32; 4, 4]), (array img: [u32; rows])) -> (a)
    for rows >= 1 by 1 like 30
}

pipeline! {
    pub fn p065(img: [i16; deep, rows, cols], ker: [u8; 4, 4]) -> (grid1, mix0)
    where deep ~ 960, deep % 4 == 0 {
        border img = repeat;
        border ker = repeat;
        mix0(y, x) = (stencil(ker, [[2, 3, 3, 0], [0, 0, 3, 3], [0, 3, 0, 0]]) as f64);
        grid1(y, x) = case {
            x <= 3 => max(d1 in -2..=4, d2 in -2..=4; ker(y + d2, x + 2*d2 - 1)),
            else => { let v3 = ker(2, (img(clamp((mix0(1, x % 4) as i32), 0, deep - 1), 0, clamp((ker(x % 2, clamp((ker(y % 4, y % 2) as i32), 0, 3)) as i32), 0, cols - 1)) as u8)); v3 * v3 - (mix0(x % 4, clamp((ker(1, y % 4) as i32), 0, 3)) as u8) },
        };
    }
}

compare! {
    agrees_065: p065((array img: [i16; deep, rows, cols]), (array ker: [u8; 4, 4])) -> (a, b)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24, deep >= 4 by 4 like 12
}

pipeline! {
    pub fn p066(ker: [i16; 2, 3], bias: u16, img: [i32; rows, cols]) -> (warp1[2], warp1[0]) {
        border img = mirror101;
        border ker = mirror;
        mix0(y, x): i16 in [0..2*rows, 0..cols - 1] = ker(0, 0);
        for k in 0..3 {
            if k == 0 { warp1[k](y, x) = case {
            y <= 1 => (stencil(ker, [[3, 0, -2, 1], [-1, 2, 4, -2], [2, 4, 1, -2]]) as u32),
            else => ((bias as i16) as u32),
        }; } else { warp1[k](y, x) = warp1[k - 1](y - 1, x) + (!(mix0(x + 1, y + 2) as u32) / (mix0(x, cols - 2 - y) as u32)); }
        }
    }
}

compare! {
    agrees_066: p066((array ker: [i16; 2, 3]), (scalar bias: u16), (array img: [i32; rows, cols])) -> (a, b)
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
    pub fn p068(img: [i16; deep, -1..=rows, -1..=cols, 3]) -> (grid1, fold3) {
        border img = clamp;
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        mix0(z, y, x) = img(z + 1, y - 1, x - 1, z % 3) * ((z as i16) * abs_diff(img(z, y + 1, x, z % 2), img(z, y, x + 1, 0)));
        grid1(y, x) = case {
            y <= 1 => mix0(deep - 1 - y, x - 1, 0),
            else => (mix0(y, 1, clamp((img(y, x - 1, 1, clamp((mix0(y + 1, x + 3, -1) as i32), 0, 2)) as i32), -1, cols)) / ((y + 3) as i16)),
        };
        border fold2 = mirror;
        fold2(y, x) in [0..=4, 0..=2]: bool = case {
            x <= 4 => ((mix0(0, 1, 0) as u32) > ((x + -2) as u32)),
            else => any(d1 in -2..=1 step 2, d2 in -1..=1; (mix0(0, d2, clamp(widen(mix0(0, d2, clamp(widen(mix0(0, 1, d2)), -1, cols))), -1, cols)) != 32767)),
        };
        fold3(y, x) = (max(d1 in -1..=1, d2 in -1..=1; grid1(y + d2, x + d1)) as u8) + sum(d3 in -3..=3, d4 in -3..4; (img(y + d4, x, 1, clamp(((d4 % 3) as i32), 0, 2)) as u8) * ((d4 as u8) * (grid1(y + d4, x + d3) as u8)));
    }
}

compare! {
    agrees_068: p068((array img: [i16; deep, rows + 2, cols + 2, 3])) -> (a, b)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24, deep >= 1 by 1 like 12
}

pipeline! {
    pub fn p069(img: [u32; -1..=rows, cols]) -> (edge2, warp3[1])
    where cols >= 6 {
        mask0(y, x) = (stencil(img, 3, [[2, 0, 3]]) as f32);
        warp1(y, x) = (stencil(img, [[1], [4], [0]]) as f64) - { let v1 = (x as f64); v1 * v1 - (mask0(1, (x + 1) >> 1) as f64) };
        edge2(y, x) = case {
            y % 3 == 0 => (mask0(y + 1, x) as i16),
            y % 3 == 1 => (warp1(y + 1, x) as i16),
            else => (mask0(y, x - 1) as i16),
        };
        const WARP3 = 2;
        for k in 0..WARP3 {
            if k == 0 { warp3[k](y, x) = stencil(mask0, 1.0 / 8.0, [3]) * sqrt(mask0(y + 2, (x - 2) >> 1)); } else { warp3[k](y, x) = case {
            x % 3 == 0 => warp3[k - 1](y, x),
            x % 3 == 1 => abs((warp1(y, x) as f32)),
            else => (if (x < 5) { (edge2(y, x) as f32) } else { ((y + 2) as f32) }),
        }; }
        }
    }
}

compare! {
    agrees_069: p069((array img: [u32; rows + 2, cols])) -> (a, b)
    for rows >= 1 by 1 like 30, cols >= 6 by 1 like 24
}
