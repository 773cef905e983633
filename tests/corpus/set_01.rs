//! Generated pipelines; every block is compared with its reference by `compare!`.
//!
//! Not to be edited: `BLESS=1 cargo test -p pipeline-lang --test corpus` writes this file.

use pipeline::pipeline;

pipeline! {
    pub fn p010(img: [i8; rows, cols, 2], aux: [u32; cols - 1, rows], ker: [f64; 4, 2]) -> (warp0, mix1)
    where cols >= 3 {
        border img = repeat;
        border ker = constant(1);
        warp0(y, x) = ker(y, x);
        border mix1 = clamp;
        mix1(x) in [-2..rows]: f32 = ((warp0(clamp((warp0(1, x % 2) as i32), 0, 3), 1) as f32) * (ker(1, x % 2) as f32));
    }
}

compare! {
    agrees_010: p010((array img: [i8; rows, cols, 2]), (array aux: [u32; cols - 1, rows]), (array ker: [f64; 4, 2])) -> (a, b)
    for rows >= 1 by 1 like 30, cols >= 3 by 1 like 24
}

pipeline! {
    pub fn p011(img: [i32; rows, cols + 2], aux: [i8; rows]) -> (mix4, edge1[2], edge0) {
        border img = mirror101;
        border edge0 = repeat;
        edge0(x) in [0..=rows - 1]: i8 = case {
            x <= 4 => (aux(x) - ((x % 3) as i8)),
            !(x <= 4) => abs(aux(x)),
        };
        for k in 0..3 { border edge1[k] = constant(7); }
        for k in 0..3 {
            if k == 0 { edge1[k](x) = max(saturate(stencil(aux, 3, [-1, 4, -2]), u8), ({ let v1 = (if (x % 2 == 1) { (edge0(x) as f32) } else { (edge0(x - 1) as f32) }); v1 * v1 - (saturate(edge0(x - 1), u8) as f32) } as u8)); } else { edge1[k](x) = if (x == 6) { stencil(edge1[k - 1], [1]) } else { (((x / 2) as u8) % edge1[k - 1](4)) }; }
        }
        mix4(y, x) in [0..rows / 2, 0..2*rows]: i32 = ((x as i32) - 9);
    }
}

compare! {
    agrees_011: p011((array img: [i32; rows, cols + 2]), (array aux: [i8; rows])) -> (a, b, c)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24
}

pipeline! {
    pub fn p012(img: [i16; rows, cols, 2], bias: f64) -> fold2
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
        mask1(z, y, x): i16 = case {
            y >= rows - 4 => product(d1 in -2..=4, d2 in -2..=4; img(z + d1 - 1, x + d2 + 1, y)),
            else => ((x as i16) - 1),
        };
        fold2(y, x) = case {
            y < 4 && y >= 3 => edge0(y + 1, x, (mask1(y + 1, 1, x + 1) as i8)),
            else => (12 - (mask1(y - 1, y % 2, x) as u8)),
        };
    }
}

compare! {
    agrees_012: p012((array img: [i16; rows, cols, 2]), (scalar bias: f64)) -> (a)
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
    pub fn p014(img: [f64; rows, 1..=cols, 2], aux: [f64; rows], ker: [i16; 2, 2]) -> (mix4, soft1) {
        border img = clamp;
        border aux = mirror101;
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        mask0(x) = if (x % 2 == 0) { stencil(aux, 1.0 / 8.0, [0, 0, 3]) } else { (((((2*x + x) as f64) - 1e-3) + ((ker(x % 2, clamp(widen(ker(clamp((img(x - 1, (aux(x) as u32), x % 2) as i32), 0, 1), clamp((aux(clamp(saturate(ker(x % 2, x % 2), i32), 0, rows - 1)) as i32), 0, 1))), 0, 1)) as f64) % 4.0)) - 2.0) };
        border mask0 = repeat;
        border soft1 = mirror;
        soft1(y, x) in [-2..cols, 0..rows + 4]: f64 = if y > cols - 4 { ((ker(0, clamp((mask0(3*x/2) as i32), 0, 1)) as f64) - (x as f64)) } else { (widen(ker(x % 2, x % 2)) as f64) };
        mix2(y, x) = ker(y, x) * (ker(x % 2, y % 2) / 10);
        fold3(y, x): i16 = product(d1 in -1..=2, d2 in -2..=2; mix2(x, 2*y - 1));
        mix4(x) = (product(d1 in -3..=4; mask0(3*x + d1 + 3)) as f32) * ((fold3((x + 1)/3, x % 2) as u8) as f32);
    }
}

compare! {
    agrees_014: p014((array img: [f64; rows, cols, 2]), (array aux: [f64; rows]), (array ker: [i16; 2, 2])) -> (a, b)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24
}

pipeline! {
    pub fn p015(aux: [i16; rows, -1..=cols], img: [i32; -1..=rows, cols, 2]) -> grid2 {
        warp0(y, x) = aux(y, x) * ((aux(0, x) / 4) >> aux(y, x));
        mix1(x): u32 in [0..=3] = if x > 2 { saturate(aux(0, 1), u32) } else { (((cols - x) as u32) + (warp0(0, 1) as u32)) };
        grid2(y, x) = case {
            y % 4 == 0 => saturate(min(d1 in -2..=4, d2 in -2..=4; warp0(rows - 1 - y, x + 2*d2)), i8),
            y % 4 == 1 => ((aux(y - 1, x - 2) as i8) - (mix1(y % 4) as i8)),
            y % 4 == 2 => saturating_sub((mix1(y % 2) as i8), (aux(y, clamp((mix1(clamp((mix1(1) as i32), 0, 3)) as i32), -1, cols)) as i8)),
            else => ((warp0(y + 3, x) as i8) * 63),
        };
    }
}

compare! {
    agrees_015: p015((array aux: [i16; rows, cols + 2]), (array img: [i32; rows + 2, cols, 2])) -> (a)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24
}

pipeline! {
    pub fn p016(lut: [u16; 16], img: [i32; deep, rows, cols], bias: i16, aux: [u8; rows, cols, deep]) -> warp1
    where rows ~ 1483 {
        border aux = mirror101;
        border lut = constant(1);
        border mask0 = mirror;
        mask0(z, y, x): f64 = (product(d1 in -3..=4, d2 in -2..=4; aux(z, y + d1, x + d2)) as f64) * ((lut(1) as f64) + (-2));
        warp1(z, y, x): i16 = case {
            x < 4 && z >= 2 => (min(d1 in -3..=4, d2 in -3..=4; mask0(2*z + d2 + 1, y + d2, x + d2 + 1)) as i16),
            else => (lut(2) as i16),
        };
    }
}

compare! {
    agrees_016: p016((array lut: [u16; 16]), (array img: [i32; deep, rows, cols]), (scalar bias: i16), (array aux: [u8; rows, cols, deep])) -> (a)
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
    pub fn p018(img: [f64; 1..=rows, cols, 4], lut: [i8; 16], ker: [u8; 3, 2], m: size) -> soft4[2] {
        border lut = mirror101;
        border grid0 = mirror101;
        grid0(x): u8 = case {
            x % 3 == 0 => ker(x, x % 2),
            x % 3 == 1 => (lut(saturate(lut(lut(clamp((ker(0, x % 2) as i32), 0, 15))), u8)) as u8),
            else => (ker(2, 0) - ((m - x) as u8)),
        };
        tone1(x) = (grid0(x) > 9u8) ^ ((img(1, clamp((lut(8) as i32), 0, cols - 1), x % 2) != (-1.5)) || (ker(clamp(saturate(grid0(1), i32), 0, 2), 0) != 10));
        grid2(y, x) = if (x < cols) { (ker(y - 1, x) as u32) } else { (saturating_add(((grid0(0) as i16) + 2), (((rows - x) as i16) ^ saturate(grid0(clamp((y as i32), 0, 2)), i16))) as u32) };
        tone3(x) = case {
            x >= rows - 3 => (grid2(x, 0) == 12),
            else => ((grid0(1) > 127) ^ (lut(6) >= 1)),
        };
        const SOFT4 = 3;
        for k in 0..SOFT4 {
            if k == 0 { soft4[k](x) = max((tone3(x/2) as u8), abs_diff(!((cols - x) as u8), (saturate(grid0(1), u32) as u8))); } else { soft4[k](x) = max(stencil(soft4[k - 1], 3, [0, 1, 0]), (((grid2(3, 1) as u8) ^ 4) - ((tone1(1) as u8) / (tone1(2) as u8)))); }
        }
    }
}

compare! {
    agrees_018: p018((array img: [f64; rows, cols, 4]), (array lut: [i8; 16]), (array ker: [u8; 3, 2]), (size m)) -> (a)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24, m >= 1 by 1 like 20
}

pipeline! {
    pub fn p019(img: [u8; deep, rows, cols, 2]) -> (soft2, edge0)
    where cols ~ 2810 {
        border img = repeat;
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        edge0(w, z, y, x) = (stencil(img, 3, [1]) as f32) * trunc((img(w - 1, z + 1, y - 1, (img(clamp((img(w, z - 1, y, 0) as i32), 0, deep - 1), 0, y + 1, 0) as i16)) as f32));
        soft1(z, y, x) = case {
            y >= rows - 3 => edge0(2*z, (y + 2)/3, 2*x + 3, 0),
            !(y >= rows - 3) => (edge0((2*z - 3)/3, 2*((3*y - 2)/3) + 1, (x - 1)/3, clamp(saturate(edge0(2*z, 2*y/2, x + 2, z % 2), i32), 0, 1)) + edge0(2*((2*z + 1)/3) + 1, (2*y + 1)/3, x/2, y % 2)),
        };
        soft2(z, y, x) = case {
            x < 3 => stencil(soft1, 1.0 / 8.0, [[-2, 4, 0, 2, 4], [1, -1, -1, -2, 2], [3, -2, 0, 4, 3]]),
            x >= 3 && x < 7 => clamp(edge0(z, 2*y - 1, 2*x, 1), 1e-3, 7.75),
            else => pow(soft1(z + 1, y - 1, x + 1), edge0(z, y, cols - 1 - x, 1)),
        };
    }
}

compare! {
    agrees_019: p019((array img: [u8; deep, rows, cols, 2])) -> (a, b)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24, deep >= 1 by 1 like 12
}
