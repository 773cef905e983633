//! Generated pipelines; every block is compared with its reference by `compare!`.
//!
//! Not to be edited: `BLESS=1 cargo test -p pipeline-lang --test corpus` writes this file.

use pipeline::pipeline;

pipeline! {
    pub fn p010(ker: [f64; 4, 2], img: [i8; rows, cols, 2], aux: [u32; cols - 1, rows]) -> warp0[3]
    where cols >= 3 {
        border img = repeat;
        border ker = constant(1);
        const WARP0 = 4;
        warp0[0](y, x) = (stencil(ker(y, x), 1.0 / 8.0, [[3, -1, 0, 3, 0], [-2, 4, 2, -2, -1], [3, 4, 3, 1, 1]]) as f32) - (((ker(clamp((aux(1, 0) as i32), 0, 3), 1) as f32) * (aux(1, 0) as f32)) % (ker(y % 3, 1) as f32));
        for k in 1..WARP0 {
            warp0[k](y, x) = warp0[k - 1](2*y/3, 2*x/2) * min(((y + 1) as f32), ((cols - x) as f32));
        }
    }
}

compare! {
    agrees_010: p010((array ker: [f64; 4, 2]), (array img: [i8; rows, cols, 2]), (array aux: [u32; cols - 1, rows])) -> (a)
    for rows >= 1 by 1 like 30, cols >= 3 by 1 like 24
}

pipeline! {
    pub fn p011(img: [i32; rows, cols + 2], aux: [i8; rows]) -> (soft4, edge1[1]) {
        border img = mirror101;
        edge0(x): i8 = aux(x) - select((x % 3 != 2), ((x % 3) as i8), aux(x));
        for k in 0..2 {
            if k == 0 { edge1[k](y, x) = case {
            y % 3 == 0 => (img(2*y + 1, 2*x) as f32),
            y % 3 == 1 => (edge0(2*y + 1) as f32),
            else => (((y + 8) as f32) % 7.0),
        }; } else { edge1[k](y, x) = if (x > 1) { sum(d1 in -3..=4, d2 in -3..=4; edge1[k - 1](y + d1, x + d2)) } else { min(d3 in 0..=2, d4 in -1..=2; (aux(y + d3) as f32)) }; }
        }
        mix3(x): bool = case {
            x >= rows - 2 => (product(d1 in -2..=2; aux(x + d1)) <= 0),
            else => any(d2 in 0..=1; (edge1[0](x, x) == 100)),
        };
        border soft4 = constant(0);
        soft4(x) = case {
            x <= 1 => (mix3(x + 3) as u8),
            else => ((x as u16) as u8),
        };
    }
}

compare! {
    agrees_011: p011((array img: [i32; rows, cols + 2]), (array aux: [i8; rows])) -> (a, b)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24
}

pipeline! {
    pub fn p012(img: [i16; rows, cols, 2], bias: f64) -> (mask1, warp2)
    where rows ~ 3504, cols >= 6 {
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        border edge0 = mirror;
        edge0(z, y, x) = case {
            z % 4 == 0 => saturate(img(z, y, x), u8),
            z % 4 == 1 => (img(z, y, 1) as u8),
            z % 4 == 2 => (img(z, y, 1) as u8),
            else => ((y % 3) as u8),
        };
        mask1(z, y, x): u8 = (product(d1 in -3..=4, d2 in -2..=4; edge0(z, 2*y + d1, 2*x + d1 + 1)) ^ ((((bias as u8) ^ 8) % edge0(2*z + 1, y - 1, x % 2)) << edge0(z + 1, 2*y + 1, 1))) - mask1(z, y - 1, x) * mask1(z, y - 2, x) * mask1(z, y - 1, x);
        border mask1 = constant(3);
        warp2(z, y, x) = stencil(edge0(z, y, x), [3, 0, 0]);
        border warp2 = constant(7);
    }
}

compare! {
    agrees_012: p012((array img: [i16; rows, cols, 2]), (scalar bias: f64)) -> (a, b)
    for rows >= 1 by 1 like 30, cols >= 6 by 1 like 24
}

pipeline! {
    pub fn p013(img: [i16; cols, rows]) -> edge0[2] {
        for k in 0..3 {
            if k == 0 { edge0[k](y, x) = img(y - 1, x + 1) - (img(y, x) / 9); } else { edge0[k](y, x) = stencil(edge0[k - 1](y, x), [[-2, -2, -1, 4, 4], [-1, 4, -2, 3, 3], [-2, 4, -1, 4, -1]]) ^ (((if (edge0[k - 1](y, x) < (-2i16)) { edge0[k - 1](y - 1, x + 1) } else { img(y, rows - 1 - x) }) - (((rows - x) as i16) - (-32768))) >> 1); }
        }
    }
}

compare! {
    agrees_013: p013((array img: [i16; cols, rows])) -> (a)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24
}

pipeline! {
    pub fn p014(img: [f64; rows, 1..=cols, 2], aux: [f64; rows], ker: [i16; 2, 2]) -> (mask1, grid4) {
        border img = clamp;
        border aux = mirror101;
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        mask0(x): f64 = (aux(x)) + mask0(x - 1) + mask0(x - 2);
        border mask0 = constant(0.5);
        mask1(x) = aux(x - 1) + blend(max(aux(x), 2.0), ((ker(clamp((ker(clamp((aux(x + 1) as i32), 0, 1), x % 2) as i32), 0, 1), clamp(saturate(ker(x % 2, 1), i32), 0, 1)) as f64) - 100));
        warp2(z, y, x): f64 = stencil(img(z, y, x), 1.0 / 8.0, [[1, 4, 2, 4, -1], [3, 4, 2, -1, 0], [0, -2, -1, -2, 0]]);
        fold3(y, x) = (max(d1 in -1..=1, d2 in -1..=1; warp2(y + d2, x + d1, 1)) as i16);
        grid4(x) = (product(d1 in -2..=2; mask1(x + d1)) as i8) * { let v2 = (fold3(x, x) as i8); v2 * v2 - (saturate(mask0(0), i8) - (fold3(x, x) as i8)) };
    }
}

compare! {
    agrees_014: p014((array img: [f64; rows, cols, 2]), (array aux: [f64; rows]), (array ker: [i16; 2, 2])) -> (a, b)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24
}

pipeline! {
    pub fn p015(img: [i32; -1..=rows, cols, 2], aux: [i16; rows, -1..=cols]) -> soft2 {
        warp0(x) in [-2..rows]: i16 = (aux(0, 0) << ((2*x + x) as i16));
        border tone1 = mirror101;
        tone1(y, x) = case {
            x >= rows - 0 => aux(y, x),
            !(x >= rows - 0) => (warp0(y) * (-4)),
        };
        soft2(z, y, x): u8 = saturate(stencil(img, [[0], [3], [1]]), u8);
    }
}

compare! {
    agrees_015: p015((array img: [i32; rows + 2, cols, 2]), (array aux: [i16; rows, cols + 2])) -> (a)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24
}

pipeline! {
    pub fn p016(bias: i16, lut: [u16; 16], aux: [u8; rows, cols, deep], img: [i32; deep, rows, cols]) -> tone1
    where rows ~ 1483 {
        border aux = mirror101;
        border lut = constant(1);
        mask0(y, x) in [0..cols, 0..rows / 2]: f64 = case {
            x >= cols - 2 => (aux(0, y - 1, 0) as f64),
            else => (lut(3) as f64),
        };
        tone1(z, y, x) = if (y % 2 == 1) { aux(z - 2, (3*y + 2)/3, 2*x + 1) } else { (saturate(mask0(3*y, 3*z/3), u8) - (img((2*x - 3)/3, clamp((aux(clamp((lut(clamp(img((x - 3)/3, 2*z - 2, (2*y - 2)/3), 0, 15)) as i32), 0, rows - 1), (y + 2)/2, x/3) as i32), 0, rows - 1), (2*y - 2)/2) as u8)) };
    }
}

compare! {
    agrees_016: p016((scalar bias: i16), (array lut: [u16; 16]), (array aux: [u8; rows, cols, deep]), (array img: [i32; deep, rows, cols])) -> (a)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24, deep >= 1 by 1 like 12
}

pipeline! {
    pub fn p017(img: [u32; cols, rows], aux: [u8; rows], gain: i8) -> tone1 {
        border img = mirror101;
        fold0(y, x) = (img((y + 2)/2, x) as f64);
        border tone1 = constant(-2.5);
        tone1(y, x): f64 = product(d1 in -1..=2, d2 in -1..=2; fold0(y + d2, x + d2)) * (max((fold0(y, x) as f32), (x as f32)) as f64);
    }
}

compare! {
    agrees_017: p017((array img: [u32; cols, rows]), (array aux: [u8; rows]), (scalar gain: i8)) -> (a)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24
}

pipeline! {
    pub fn p018(img: [f64; 1..=rows, cols, 4], lut: [i8; 16], ker: [u8; 3, 2], m: size) -> grid5 {
        border lut = mirror101;
        for k in 0..2 {
            if k == 0 { grid0[k](z, y, x) = max(d1 in -3..=4, d2 in -3..=4; img(z + d1, y + d1 + 1, x)); } else { grid0[k](z, y, x) = grid0[k - 1](z, y, (x + 2)/2) + (grid0[k - 1](z + 2, (y + 2)/2, z - 1) * (-0.0)); }
        }
        warp2(y, x): u8 in [-2..=m - 2, -2..rows + 4] = case {
            x > rows => ((x as u8) & ((y % 3) as u8)),
            else => ((lut(8) as u8) + ((x + 2) as u8)),
        };
        border warp2 = mirror;
        mix3(y, x) in [0..=rows + 3, 0..=rows + 3]: u8 = case {
            y <= 1 => ((ker(2, y % 2) as u32) as u8),
            else => (warp2(-2, (y - 1)/2) / 5),
        };
        mask4(z, y, x) = (stencil(grid0[1](y, x, z), 1.0 / 8.0, [-2, 1, 0, -1, -1]) as f32) - (((mix3(2, 2) as f32) % 5.0) + 2.0);
        grid5(z, y, x): i16 = case {
            y % 4 == 0 => (mask4(z - 1, y - 1, x + 1) as i16),
            y % 4 == 1 => min(saturate(mix3(1, 1), i16), (mask4(x + 1, y - 1, x) as i16)),
            y % 4 == 2 => (((z / 2) as u8) as i16),
            else => ((grid0[1](y - 1, x, z) as i16) + (grid0[0](y - 1, x + 1, clamp(saturate(warp2(-1, 4), i32), 0, 3)) as i16)),
        };
    }
}

compare! {
    agrees_018: p018((array img: [f64; rows, cols, 4]), (array lut: [i8; 16]), (array ker: [u8; 3, 2]), (size m)) -> (a)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24, m >= 1 by 1 like 20
}

pipeline! {
    pub fn p019(img: [u8; deep, rows, cols, 2]) -> (edge0, soft2)
    where cols ~ 2810 {
        border img = repeat;
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        edge0(w, z, y, x) = (stencil(img, 3, [1]) as f32) * trunc((img(w - 1, z + 1, y - 1, (img(clamp((img(w, z - 1, y, 0) as i32), 0, deep - 1), 0, y + 1, 0) as i16)) as f32));
        soft1(z, y, x) = case {
            y >= rows - 3 => edge0(2*z, (y + 2)/3, 2*x + 3, 0),
            !(y >= rows - 3) => (edge0((2*z - 3)/3, 2*((3*y - 2)/3) + 1, (x - 1)/3, clamp(saturate(edge0(2*z, 2*y/2, x + 2, z % 2), i32), 0, 1)) + edge0(2*((2*z + 1)/3) + 1, (2*y + 1)/3, x/2, y % 2)),
        };
        soft2(w, z, y, x): u8 = (img(2*w, (z + 3)/2, y, x) + saturating_sub(img(2*((w - 3)/3), (z - 2)/2, (3*y + 2)/2, z % 2), (soft1(w + 1, (2*z + 3)/2, 3*y) as u8))) * soft2(w, z, y, x + 1);
        border soft2 = constant(3);
    }
}

compare! {
    agrees_019: p019((array img: [u8; deep, rows, cols, 2])) -> (a, b)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24, deep >= 1 by 1 like 12
}
