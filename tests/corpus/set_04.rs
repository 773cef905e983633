//! Generated pipelines; every block is compared with its reference by `compare!`.
//!
//! Not to be edited: `BLESS=1 cargo test -p pipeline-lang --test corpus` writes this file.

use pipeline::pipeline;

pipeline! {
    pub fn p040(img: [i8; rows]) -> (edge0, mask4, fold5) {
        edge0(x): u8 = case {
            x < 0 && x >= -1 => (product(d1 in -1..=1; img(x + d1)) as u8),
            else => (img(0) as u8),
        };
        tone1(y, x) in [0..=rows, 0..rows]: i32 = case {
            y < 3 => ((y as i8) as i32),
            y >= 3 && y < 5 => clamp((img(x) as i32), 5, 7i32),
            else => ((x % 3) as i32),
        };
        edge2(y, x): i16 in [0..rows, 0..=rows - 1] = (widen(img(y)) / 127);
        grid3(y, x): f32 in [0..=4, 0..rows] = case {
            x < 0 && x >= -1 => { let v1 = (tone1(x + 1, x) as f32); v1 * v1 - (tone1(0, x) as f32) },
            else => ((1.0 / 3.0) - (tone1(x + 1, x) as f32)),
        };
        mask4(y, x): i16 = stencil(edge2, 3, [1, 3, 1]) + select((x > 4), ((grid3(x % 3, rows - 1 - x) as i16) - (grid3(y % 4, x) as i16)), 32767);
        border mask4 = constant(32767);
        fold5(y, x) = case {
            y < 1 && x >= 5 => (grid3(y, x) as u8),
            else => (saturate(grid3(clamp(((y % 3) as i32), 0, 4), x + 1), u16) as u8),
        };
    }
}

compare! {
    agrees_040: p040((array img: [i8; rows])) -> (a, b, c)
    for rows >= 1 by 1 like 30
}

pipeline! {
    pub fn p041(img: [u16; rows, cols], lut: [u32; 256], ker: [i16; 4, 4]) -> (grid0, mix1[0], mix1[1]) {
        border lut = mirror101;
        grid0(y, x): i8 in [0..rows / 2, 0..2*rows] = abs(-((img(x/2, 0) as i8) & saturate(ker(y % 3, x % 3), i8)));
        const MIX1 = 2;
        mix1[0](y, x) = stencil(grid0, [[2, 1, 0, 2]]) + ({ let v1 = saturating_add(grid0(x - 1, x), (lut(14) as i8)); v1 * v1 - clamp(grid0(x, x + 1), 9i8, (-8)) } + 127);
        for k in 1..MIX1 {
            mix1[k](y, x) = stencil(mix1[k - 1], [[3, 1, -2], [0, 0, 2]]);
        }
    }
}

compare! {
    agrees_041: p041((array img: [u16; rows, cols]), (array lut: [u32; 256]), (array ker: [i16; 4, 4])) -> (a, b, c)
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
    pub fn p043(img: [i16; rows, cols]) -> mix1 {
        grid0(y, x) in [0..2*rows, -2..cols - 1]: i16 = max(img(y >> 1, 0), ((2*y + y) as i16));
        mix1(y, x) = case {
            y % 3 == 0 => grid0(y + 2, x + 3),
            y % 3 == 1 => (if (y % 2 == 1) { img(0, x - 2) } else { 11i16 }),
            else => img(clamp(widen(grid0(y - 1, x)), 0, rows - 1), x),
        };
    }
}

compare! {
    agrees_043: p043((array img: [i16; rows, cols])) -> (a)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24
}

pipeline! {
    pub fn p044(img: [u8; rows, cols, 2], aux: [u32; 2*rows], bias: u16) -> (soft4[2], mix3, mask1)
    where rows ~ 2519 {
        border img = mirror;
        border aux = constant(7);
        warp0(y, x): bool in [1..=rows - 2, 0..rows - 1] = case {
            y < 1 && y >= 0 => ((aux(y) > 2147483647) | (aux((3*x - 8)/2) == 2147483647)),
            else => ((aux(x - 28) <= 4294967295) != (y < rows)),
        };
        mask1(y, x) = (warp0(x - 1, y - 1) as i8) + (saturate(img(x - 1, 0, x % 2), i8) / (warp0(2*x, 2*y) as i8));
        fold2(x) in [-2..rows + 1]: i8 = (abs(abs(saturate(aux((3*x + 2) >> 1), i8))) * (abs_diff((aux(2*x + 1) as i8), (-2)) + 5));
        mix3(y, x): u16 = if (x > 5) { (stencil(mask1, 3, [[3, 4, -2, 3], [2, 3, 3, 0], [-1, 3, 0, 3], [2, -2, 4, -1], [1, -1, 0, -2]]) as u16) } else { widening_sub(!(fold2(x) as u8), select((x % 2 == 0), (warp0(y - 1, y) as u8), 1)) };
        border mix3 = constant(0);
        for k in 0..3 { border soft4[k] = constant(7); }
        soft4[0](y, x) = if (x < rows - 2) { product(d1 in -1..=1, d2 in 0..=1; mask1((y + d2 - 1)/2, (3*x + d1 - 1)/3)) } else { sum(d3 in -1..3, d4 in -1..=1; (aux(2) as i8)) };
        for k in 1..3 {
            soft4[k](y, x) = soft4[k - 1](y, x) - (((bias as f32) as i8) * !fold2(x + 1));
        }
    }
}

compare! {
    agrees_044: p044((array img: [u8; rows, cols, 2]), (array aux: [u32; 2 * rows]), (scalar bias: u16)) -> (a, b, c)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24
}

pipeline! {
    pub fn p045(img: [f32; rows, cols], lut: [f32; 256], ker: [u32; 2, 4], bias: u32) -> mask0
    where rows ~ 960, rows % 2 == 0, cols ~ 960, cols % 3 == 0 {
        mask0(y, x): i32 in [0..cols / 2, -2..rows + 4] = case {
            y < 4 && x >= 4 => ((ker(clamp((ker(x % 2, 0) as i32), 0, 1), 3) as i32) ^ 9),
            else => min((bias as i32), 2147483647),
        };
        border mask0 = constant(0);
    }
}

compare! {
    agrees_045: p045((array img: [f32; rows, cols]), (array lut: [f32; 256]), (array ker: [u32; 2, 4]), (scalar bias: u32)) -> (a)
    for rows >= 2 by 2 like 24, cols >= 3 by 3 like 24; LARGE
}

pipeline! {
    pub fn p046(img: [u32; -1..=rows, cols]) -> (soft2, edge3)
    where rows ~ 960, rows % 4 == 0 {
        mix0(y, x): bool = (img(x + 1, y) > 10) ^ (y < cols - 2);
        mask1(y, x) = (mix0(cols - 1 - y, x) as u8 as f32) * ((((y % 3) as i32) as f32)).sqrt();
        border mask1 = constant(1);
        soft2(z, y, x) in [0..2*cols, -2..cols, 0..2*cols]: u16 = ((mask1(2*y - 7, clamp((mix0(0, 0) as i32), -2, rows - 1)) as u16) - (img(0, x/2) as u16));
        edge3(x) = case {
            x >= cols - 3 => (mask1(x, 2) as i8),
            else => saturate(((x + 1) as i32), i8),
        };
        border edge3 = repeat;
    }
}

compare! {
    agrees_046: p046((array img: [u32; rows + 2, cols])) -> (a, b)
    for rows >= 4 by 4 like 24, cols >= 1 by 1 like 24
}

pipeline! {
    pub fn p047(img: [i32; rows + 2, cols], lut: [u16; 16], bias: i16) -> (warp0, tone1[1])
    where cols ~ 960, cols % 2 == 0 {
        warp0(x): u16 = max(stencil(lut(x), [4, 0, 1, 1]), !min({ let v1 = (bias as u16); v1 * v1 - ((2*x + x) as u16) }, min(lut(12), (img(1, 0) as u16))));
        border warp0 = mirror;
        const TONE1 = 2;
        tone1[0](y, x) = (img(y, x) as i16);
        for k in 1..TONE1 {
            tone1[k](y, x) = case {
            x >= cols - 0 => tone1[k - 1](y, x + 1),
            else => (tone1[k - 1](y, x + 1) * ((y / 2) as i16)),
        };
        }
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
    pub fn p049(img: [i32; rows, cols, 3], lut: [i32; 256], bias: u8) -> (mix1[1], mix4)
    where rows ~ 3780, cols ~ 1531 {
        border lut = clamp;
        grid0(z, y, x) = stencil(img, 3, [[2], [0], [2]]) + (-(lut(22) ^ (-2147483648)) - 2147483647);
        border grid0 = constant(1);
        mix1[0](z, y, x) = (img(z - 1, y + 1, 2*x + 1) as u32) * select((y == 0), (grid0(z - 1, 2*y - 1, y % 2) as u32), (img(0, y + 1, 0) as u32));
        for k in 1..2 {
            mix1[k](z, y, x) = if (y % 2 == 1) { mix1[k - 1](z + 1, y - 1, x) } else { select((grid0(z, y, x % 2) >= (-3i32)), (grid0(z + 1, y - 1, 0) as u32), (bias as u32)) };
        }
        grid3(y, x) in [-2..=cols - 2, 0..rows] = case {
            x < 2 => (if (grid0(0, (y - 2)/2, 0) > (-2147483648)) { (bias as u32) } else { (lut(131) as u32) }),
            x >= 2 && x < 6 => clamp((grid0(x + 1, y + 2, (lut(61) as i8)) as u32), 2147483647, 2147483647),
            else => ((lut(144) as f32) as u32),
        };
        mix4(z, y, x): u32 = if (z % 3 != 1) { mix1[1](z, y, x + 1) } else { (((grid3(y + 1, z) / 127) << 3) << 20) };
    }
}

compare! {
    agrees_049: p049((array img: [i32; rows, cols, 3]), (array lut: [i32; 256]), (scalar bias: u8)) -> (a, b)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24
}
