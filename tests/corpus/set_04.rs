//! Generated pipelines; every block is compared with its reference by `compare!`.
//!
//! Not to be edited: `BLESS=1 cargo test -p pipeline-lang --test corpus` writes this file.

use pipeline::pipeline;

pipeline! {
    pub fn p040(img: [i8; rows]) -> (tone1, edge0) {
        edge0(x): u8 = case {
            x < 0 && x >= -1 => (product(d1 in -1..=1; img(x + d1)) as u8),
            else => (img(0) as u8),
        };
        tone1(y, x): i32 in [0..=rows, 0..rows] = case {
            y < 3 => saturate(img(x), i32),
            y >= 3 && y < 5 => select((x == 6), ((x / 2) as i32), (-2147483648)),
            else => max(saturate(img(x), i32), (x as i32)),
        };
    }
}

compare! {
    agrees_040: p040((array img: [i8; rows])) -> (a, b)
    for rows >= 1 by 1
}

pipeline! {
    pub fn p041(img: [u16; rows, cols], lut: [u32; 256], ker: [i16; 4, 4]) -> (grid0, tone2) {
        border lut = mirror101;
        grid0(y, x): i8 in [0..rows / 2, 0..2*rows] = select(((lut(245) != 0) | (ker(y % 4, y % 4) != (-32768))), (((y + 0) as i8) % 100), !(ker(0, clamp(widen(ker(3, x % 3)), 0, 3)) as i8));
        grid1(x): i8 in [0..cols] = clamp((ker(2, x % 2) as i8), (-128), 0);
        tone2(x): i8 = grid1(2*x - 1) + abs(max(grid1(2*x), grid0(x, 2*x)));
        border tone2 = constant(1);
    }
}

compare! {
    agrees_041: p041((array img: [u16; rows, cols]), (array lut: [u32; 256]), (array ker: [i16; 4, 4])) -> (a, b)
    for rows >= 1 by 1, cols >= 1 by 1
}

pipeline! {
    pub fn p042(img: [i16; rows, cols], gain: f32) -> (fold0, grid1) {
        fold0(y, x): i16 = stencil(img, 3, [[2, -1, 3], [1, 0, 2]]) - ((img(y, x - 1)).clamp((-8), 6) >> 15);
        grid1(x) in [0..cols] = case {
            x % 2 == 0 => (0 - ((x / 2) as u8)),
            else => ((gain as u8) & ((x + 1) as u8)),
        };
    }
}

compare! {
    agrees_042: p042((array img: [i16; rows, cols]), (scalar gain: f32)) -> (a, b)
    for rows >= 1 by 1, cols >= 1 by 1
}

pipeline! {
    pub fn p043(img: [i16; rows, cols]) -> mix1 {
        grid0(y, x) in [0..2*rows, -2..cols - 1]: i16 = max(img(y >> 1, 0), ((2*y + y) as i16));
        mix1(y, x) = case {
            y % 3 == 0 => grid0(y + 2, x + 3),
            y % 3 == 1 => (grid0(y + 1, x) * 11i16),
            else => img(clamp(widen(grid0(y - 1, x)), 0, rows - 1), x),
        };
    }
}

compare! {
    agrees_043: p043((array img: [i16; rows, cols])) -> (a)
    for rows >= 1 by 1, cols >= 1 by 1
}

pipeline! {
    pub fn p044(img: [u8; rows, cols, 2], aux: [u32; 2*rows], bias: u16) -> (fold3, mask1)
    where rows ~ 2519 {
        border img = mirror;
        border aux = constant(7);
        warp0(y, x): bool in [1..=rows - 2, 0..rows - 1] = case {
            y < 1 && y >= 0 => ((aux(y) > 2147483647) | (aux((3*x - 8)/2) == 2147483647)),
            else => ((aux(x - 28) <= 4294967295) != (y < rows)),
        };
        mask1(y, x) = (warp0(x - 1, y - 1) as i8) + (saturate(img(x - 1, 0, x % 2), i8) / (warp0(2*x, 2*y) as i8));
        fold2(x): i8 in [-2..rows + 1] = ({ let v1 = (bias as i8); v1 * v1 - saturate(img(x + 1, (bias as u32), (aux(x - 14) as u8)), i8) } * 127);
        border fold3 = constant(127);
        fold3(x): i8 = case {
            x < 4 => stencil(fold2(x), 3, [-1, 2, -1, -2]),
            x >= 4 && x < 5 => (fold2(x + 2) / 7),
            else => max((warp0(x + 2, x) as i8), saturate(bias, i8)),
        };
    }
}

compare! {
    agrees_044: p044((array img: [u8; rows, cols, 2]), (array aux: [u32; 2 * rows]), (scalar bias: u16)) -> (a, b)
    for rows >= 1 by 1, cols >= 1 by 1
}

pipeline! {
    pub fn p045(img: [f32; rows, cols], lut: [f32; 256], ker: [u32; 2, 4], bias: u32) -> mask0
    where rows ~ 960, rows % 2 == 0, cols ~ 960, cols % 3 == 0 {
        mask0(y, x): i32 in [0..cols / 2, -2..rows + 4] = case {
            y < 4 && x >= 4 => min((y as i32), 7),
            else => ((lut((lut(111) as u8)) as u8) as i32),
        };
        border mask0 = constant(0);
    }
}

compare! {
    agrees_045: p045((array img: [f32; rows, cols]), (array lut: [f32; 256]), (array ker: [u32; 2, 4]), (scalar bias: u32)) -> (a)
    for rows >= 2 by 2, cols >= 3 by 3
}

pipeline! {
    pub fn p046(img: [u32; -1..=rows, cols]) -> tone3[2]
    where rows ~ 960, rows % 4 == 0 {
        mix0(y, x): bool = (img(x + 1, y) > 10) ^ (y < cols - 2);
        mask1(y, x) = (mix0(cols - 1 - y, x) as u8 as f32) * { let v1 = (mix0(0, x + 3) as u8 as f32); v1 * v1 - select((y == 6), (img(x - 1, cols - 1 - y) as f32), (img(x - 1, 0) as f32)) };
        tone2(y, x) = case {
            y <= 4 => (mask1(y - 1, 2*x + 1) as i16),
            else => ((mix0(2*y + 1, 2*x) as i16) - (img(x, 2*y) as i16)),
        };
        tone3[0](y, x) = (product(d1 in -2..=2, d2 in -2..=2; mask1((y + d2 + 2)/2, x + d2 + 1)) as i16) - ((mask1(y, x - 2) as i16) / 8);
        for k in 1..3 {
            tone3[k](y, x) = case {
            x >= rows - 4 => stencil(tone3[k - 1], 3, [0, -1, 3]),
            else => tone2(2*(y/2) + 1, (x + 2)/2),
        };
        }
    }
}

compare! {
    agrees_046: p046((array img: [u32; rows + 2, cols])) -> (a)
    for rows >= 4 by 4, cols >= 1 by 1
}

pipeline! {
    pub fn p047(img: [i32; rows + 2, cols], lut: [u16; 16], bias: i16) -> (warp1, warp0)
    where cols ~ 960, cols % 2 == 0 {
        warp0(x) = max(stencil(lut(x), [4, 0, 1, 1]), (if (x % 3 != 1) { (if (x < rows) { lut(7) } else { 65535u16 }) } else { (if (img(1, clamp((lut(1) as i32), 0, cols - 1)) != 1073741823i32) { lut(13) } else { lut(clamp((lut(3) as i32), 0, 15)) }) }));
        warp1(x): i16 = case {
            x < 3 => saturate(lut(x + 1), i16),
            x >= 3 && x < 4 => ((warp0(clamp((lut(clamp((warp0(11) as i32), 0, 15)) as i32), 2, 14)) as i16) - (warp0(2) as i16)),
            else => ((warp0(clamp((warp0(clamp(img(2, 0), 2, 14)) as i32), 2, 14)) as i16) - (-6)),
        };
    }
}

compare! {
    agrees_047: p047((array img: [i32; rows + 2, cols]), (array lut: [u16; 16]), (scalar bias: i16)) -> (a, b)
    for rows >= 1 by 1, cols >= 2 by 2
}

pipeline! {
    pub fn p048(img: [u16; deep, rows + 2, cols], aux: [f32; rows, deep + 2]) -> edge0 {
        border img = clamp;
        border aux = repeat;
        border edge0 = mirror101;
        edge0(y, x): f32 = min(d1 in -2..=4, d2 in -2..=4; aux(x + d2, y)) + min(d3 in 0..=2, d4 in -1..2; aux(x + d3, y + d3) * ((aux(x + d4, y + d4) as u32) as f32));
    }
}

compare! {
    agrees_048: p048((array img: [u16; deep, rows + 2, cols]), (array aux: [f32; rows, deep + 2])) -> (a)
    for rows >= 1 by 1, cols >= 1 by 1, deep >= 1 by 1
}

pipeline! {
    pub fn p049(img: [i32; rows, cols, 3], lut: [i32; 256], bias: u8) -> (edge1, warp2)
    where rows ~ 3780, cols ~ 1531 {
        border lut = clamp;
        grid0(z, y, x): i32 = stencil(img, 3, [[2], [0], [2]]) * (((bias as f32) as i32) - (lut(84) + lut(22)));
        border edge1 = constant(0);
        edge1(x): u8 = case {
            x >= cols - 0 => (max(d1 in -3..=4; lut(3*x + d1)) as u8),
            else => (if (x > 2) { (img(0, 0, x % 2) as u8) } else { (grid0(clamp(grid0(0, 2*x - 1, x % 2), 0, rows - 1), 2*x + 2, x % 2) as u8) }),
        };
        warp2(z, y, x) = if (z < rows / 2) { (grid0(z + 1, y - 1, x) as i8) } else { (product(d1 in -1..=1, d2 in -2..=2; (lut(180) as i8))).clamp((-2), 12) };
    }
}

compare! {
    agrees_049: p049((array img: [i32; rows, cols, 3]), (array lut: [i32; 256]), (scalar bias: u8)) -> (a, b)
    for rows >= 1 by 1, cols >= 1 by 1
}
