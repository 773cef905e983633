//! Generated pipelines; every block is compared with its reference by `compare!`.
//!
//! Not to be edited: `BLESS=1 cargo test -p pipeline-lang --test corpus` writes this file.

use pipeline::pipeline;

pipeline! {
    pub fn p040(img: [i8; rows]) -> grid5 {
        edge0(y, x): f32 in [0..=rows - 1, 0..rows / 2] = case {
            y % 3 == 0 => ((img(y) as f32) + (-2)),
            y % 3 == 1 => atan2((img(2*x + 1) as f32), (-0.0)),
            else => abs_diff(((x % 3) as f32), (y as f32)),
        };
        border fold1 = constant(0);
        fold1(y, x): i16 = (product(d1 in 0..=1, d2 in -1..=1; edge0(y + d1 + 1, x + d2)) as i16);
        grid2(y, x) = if (y < 0) { (stencil(edge0, 1.0 / 8.0, [3, -2, 4]) <= 100) } else { (if (y % 3 != 2) { (edge0(x + 1, x) >= 7.75) } else { (fold1(x + 1, x - 1) < 6) }) };
        mask3(y, x): f32 = stencil(edge0(y, x), 1.0 / 8.0, [[3, -1, 3, 1], [2, 1, 4, 1], [3, 1, -2, -1]]);
        tone4(y, x) = max((fold1(y - 1, x) as i32), ((x as f64) as i32));
        border grid5 = constant(1);
        grid5(y, x): f32 = stencil(mask3, 1.0 / 8.0, [1]) * { let v1 = (grid2(0, y) as u8 as f32); v1 * v1 - (tone4(y, y - 1) as f32) };
    }
}

compare! {
    agrees_040: p040((array img: [i8; rows])) -> (a)
    for rows >= 1 by 1 like 30
}

pipeline! {
    pub fn p041(lut: [u32; 256], ker: [i16; 4, 4], img: [u16; rows, cols]) -> mask1 {
        border lut = mirror101;
        grid0(y, x): u32 in [0..=3, 0..5] = 6;
        grid0(clamp(saturating_add((lut((lut(218) as u8)) as i32), 2147483647), 0, 3), k % 5) += (widen(img(k, j))) as u32 for (i, j, k) in [0..=0, 0..cols, 0..rows];
        grid0(clamp((ker(clamp((ker(j % 3, 2) as i32), 0, 3), 2) as i32), 0, 3), clamp(widen(ker(clamp(widen(ker(k % 2, j % 2)), 0, 3), 3)), 0, 4)) *= ((ker(i % 3, clamp((img(j, i) as i32), 0, 3)) as u32)) as u32 for (i, j, k) in [0..cols, 0..rows, 0..cols];
        border mask1 = constant(32767);
        mask1(x): i16 = max(ker(x, 0), widening_add((x as i8), 1));
    }
}

compare! {
    agrees_041: p041((array lut: [u32; 256]), (array ker: [i16; 4, 4]), (array img: [u16; rows, cols])) -> (a)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24
}

pipeline! {
    pub fn p042(img: [i16; rows, cols], gain: f32) -> (fold0, soft1) {
        fold0(y, x) = stencil(img, 3, [[2, -1, 3], [1, 0, 2]]) + widening_sub((img(y + 1, x - 1) as i8), 63i8);
        border soft1 = repeat;
        soft1(y, x) in [-2..rows + 4, 0..=3] = ((((y / 2) as i16) - (gain as i16)) - min((gain as i16), ((x % 3) as i16)));
    }
}

compare! {
    agrees_042: p042((array img: [i16; rows, cols]), (scalar gain: f32)) -> (a, b)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24; LARGE
}

pipeline! {
    pub fn p043(img: [i16; rows, cols]) -> edge1 {
        grid0(y, x): i16 = case { x == 1 => product(d1 in -2..=4, d2 in -2..=4; img(y + d1, x + 2*d2)) * (img(y, x) + 11i16), else => (product(d1 in -2..=4, d2 in -2..=4; img(y + d1, x + 2*d2)) * (img(y, x) + 11i16)) * grid0(y, x - 2) - grid0(y, x - 1) };
        border grid0 = constant(3);
        edge1(y, x): i16 = if (x == 6) { stencil(grid0, 3, [[1, 4, -2, 0, 2], [1, 0, 4, 4, 0]]) } else { (grid0(y, x) + img(y, x)) };
    }
}

compare! {
    agrees_043: p043((array img: [i16; rows, cols])) -> (a)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24; LARGE
}

pipeline! {
    pub fn p044(bias: u16, img: [u8; rows, cols, 2], aux: [u32; 2*rows]) -> (mask5, mix4, tone2)
    where rows ~ 2519 {
        border img = mirror;
        border aux = constant(7);
        for k in 0..2 {
            if k == 0 { warp0[k](x) = if (x % 2 == 1) { (aux(x) as i16) } else { abs((aux(x) as i16)) }; } else { warp0[k](x) = product(d1 in 0..=1; warp0[k - 1](x + d1 + 1)) * (warp0[k - 1]((x + 1)/2) / 2); }
        }
        tone2(x) = max(d1 in 0..=1; warp0[1](x + d1)) * select((aux(x - 1) > 12), (bias as i16), (-9i16));
        grid3(x): i16 in [0..=rows] = 2;
        grid3((i + 1) / 2) min= (((i as i16) ^ ((i % 3) as i16))) as i16 for (i) in [1..rows];
        mix4(x): u16 in [0..=4] = 1;
        mix4(clamp(saturating_add(((i % 3) as i32), (-7)), 0, 4)) += (((grid3(i) as u16) / 16)) as u16 for (i) in [1..rows];
        mask5(x) = case {
            x <= 2 => (tone2(x >> 1) as u16),
            else => min(d1 in 0..=2 step 2; (aux(2*((x + d1)/2)) as u16)),
        };
        border mask5 = constant(7);
    }
}

compare! {
    agrees_044: p044((scalar bias: u16), (array img: [u8; rows, cols, 2]), (array aux: [u32; 2 * rows])) -> (a, b, c)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24
}

pipeline! {
    pub fn p045(img: [f32; rows, cols], lut: [f32; 256], ker: [u32; 2, 4], bias: u32) -> mask0
    where rows ~ 960, rows % 2 == 0, cols ~ 960, cols % 3 == 0 {
        mask0(y, x) = case {
            x % 4 == 0 => ker(y - 1, x),
            x % 4 == 1 => ((lut(111) as u32) ^ 5),
            x % 4 == 2 => min(bias, (img(clamp((y as i32), 0, rows - 1), 0) as u32)),
            else => max(ker(1, 2), (lut(98) as u32)),
        };
    }
}

compare! {
    agrees_045: p045((array img: [f32; rows, cols]), (array lut: [f32; 256]), (array ker: [u32; 2, 4]), (scalar bias: u32)) -> (a)
    for rows >= 2 by 2 like 24, cols >= 3 by 3 like 24; LARGE
}

pipeline! {
    pub fn p046(img: [u32; -1..=rows, cols]) -> fold3
    where rows ~ 960, rows % 4 == 0 {
        mix0(y, x): bool = (img(x + 1, y) > 10) ^ (y < cols - 2);
        mask1(y, x) = (mix0(cols - 1 - y, x) as u8 as f32) * ((((y % 3) as i32) as f32)).sqrt();
        border mask1 = constant(1);
        soft2(y, x) = min(d1 in 0..=1, d2 in 0..=1; mask1(y + 2*d1 - 1, x - 2)) + max(mask1(y - 2, x + 2), (mix0(y, 3) as u8 as f32));
        fold3(y, x): f32 = soft2(y - 3, x);
    }
}

compare! {
    agrees_046: p046((array img: [u32; rows + 2, cols])) -> (a)
    for rows >= 4 by 4 like 24, cols >= 1 by 1 like 24
}

pipeline! {
    pub fn p047(img: [i32; rows + 2, cols], lut: [u16; 16], bias: i16) -> (grid2, warp0)
    where cols ~ 960, cols % 2 == 0 {
        warp0(x): u16 = max(stencil(lut(x), [4, 0, 1, 1]), !min({ let v1 = (bias as u16); v1 * v1 - ((2*x + x) as u16) }, min(lut(12), (img(1, 0) as u16))));
        border warp0 = mirror;
        tone1(x): i8 in [0..=rows] = 7;
        tone1((j + 1) / 2) min= ((lut(clamp((warp0(4) as i32), 0, 15)) as i8)) as i8 for (i, j, k) in [0..cols, 0..rows, 0..=4];
        tone1(clamp((warp0(11) as i32), 0, 0)) max= (((warp0(2) as i8) << 6)) as i8 for (i, j, k) in [0..cols, 0..=1, 0..rows];
        border grid2 = repeat;
        grid2(x): u16 = case {
            x < 3 => stencil(warp0, [0, 0, 3]),
            x >= 3 && x < 6 => (if (tone1(clamp(saturate(tone1(1), i32), 0, rows)) <= 4) { saturate(img(1, 0), u16) } else { warp0(12) }),
            else => warp0((warp0(2) as i8)),
        };
    }
}

compare! {
    agrees_047: p047((array img: [i32; rows + 2, cols]), (array lut: [u16; 16]), (scalar bias: i16)) -> (a, b)
    for rows >= 1 by 1 like 30, cols >= 2 by 2 like 24
}

pipeline! {
    pub fn p048(img: [u16; deep, rows + 2, cols], aux: [f32; rows, deep + 2]) -> edge0 {
        border img = clamp;
        border aux = repeat;
        edge0(y, x) = min(d1 in -2..=4, d2 in -2..=4; aux(x + d2, y)) - (abs((aux(x, y) as i32)) as f32);
    }
}

compare! {
    agrees_048: p048((array img: [u16; deep, rows + 2, cols]), (array aux: [f32; rows, deep + 2])) -> (a)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24, deep >= 1 by 1 like 12
}

pipeline! {
    pub fn p049(img: [i32; rows, cols, 3], lut: [i32; 256], bias: u8) -> (grid4, edge3)
    where rows ~ 3780, cols ~ 1531 {
        border lut = clamp;
        grid0(z, y, x) = stencil(img(z, y, x), [[-1], [-2]]);
        soft1(z, y, x) = stencil(grid0, [[0, -2, -1], [2, 3, 1], [-2, 3, 3]]) ^ ((grid0(2*z/2, (2*y + 1)/3, x % 2) - 4)).clamp(2147483647, 5);
        warp2(z, y, x) = max(d1 in -2..=2, d2 in -1..=2; soft1(z + d2, y + d2, x)) ^ (soft1(z, y, 1) * soft1(z, y, 1));
        edge3(z, y, x): i32 = soft1(z, y, x) + abs({ let v1 = warp2(z, y, 1); v1 * v1 - lut(131) });
        border edge3 = constant(1);
        border grid4 = constant(-2.5);
        grid4(x) in [-2..rows - 1]: f64 = if x < -1 { abs((x as f64)) } else { cos(((cols - x) as f64)) };
    }
}

compare! {
    agrees_049: p049((array img: [i32; rows, cols, 3]), (array lut: [i32; 256]), (scalar bias: u8)) -> (a, b)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24
}
