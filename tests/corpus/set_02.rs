//! Generated pipelines; every block is compared with its reference by `compare!`.
//!
//! Not to be edited: `BLESS=1 cargo test -p pipeline-lang --test corpus` writes this file.

use pipeline::pipeline;

pipeline! {
    pub fn p020(img: [f32; rows, cols]) -> warp1 {
        border img = clamp;
        edge0(y, x) = (stencil(img, [1]) <= 0.25) && !(img(y, 0) == 255.0);
        border edge0 = clamp;
        warp1(y, x) = case {
            y < 4 => (any(d1 in 0..=1, d2 in -1..=1; edge0(y - 2, x + d2 - 2)) as u16),
            y >= 4 && y < 5 => sum(d3 in -3..=4 step 2, d4 in -2..=4; (edge0(y + d4, ((y + 9) as i8)) as u16)),
            else => select((x < cols / 2), (x as u16), 32767),
        };
    }
}

compare! {
    agrees_020: p020((array img: [f32; rows, cols])) -> (a)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24; LARGE
}

pipeline! {
    pub fn p021(img: [i32; -1..=rows, cols], ker: [i32; 2, 2], bias: i16) -> fold2
    where cols ~ 1725 {
        border ker = repeat;
        mask0(y, x) = ker(x, y) - img(clamp(ker(x % 2, clamp(ker(clamp(img(clamp(ker(clamp(img(1, 0), 0, 1), 1), -1, rows), 0), 0, 1), 1), 0, 1)), -1, rows), 0);
        warp1(y, x) = saturate(mask0(y, x), u32) - ((ker(0, x % 2) as u32) | (mask0(1, 1) as u32));
        fold2(y, x) = (warp1(y + 1, x) as f64) - { let v1 = (warp1(y % 2, x % 2) as f64); v1 * v1 - ((2*y + y) as f64) };
    }
}

compare! {
    agrees_021: p021((array img: [i32; rows + 2, cols]), (array ker: [i32; 2, 2]), (scalar bias: i16)) -> (a)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24; LARGE
}

pipeline! {
    pub fn p022(img: [i32; deep, rows, cols, 4], ker: [f32; 4, 4]) -> (mask1, mix0)
    where rows ~ 3279 {
        border img = clamp;
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        mix0(w, z, y, x): f64 = if (w == 6) { (img(2*w, 2*z - 1, y, 2*x - 1) as f64) } else { pow((blend(widen(ker(z % 2, clamp(img(w + 1, 2*z, 2*y, 2), 0, 3))), (img(w, 2*z, 2*y + 1, 0) as f64)) / 9.0), select((y > 6), ((img(w - 1, 2*z, 2*y, 3) as f64) / 7.0), (-1.5))) };
        mask1(y, x): f32 in [-2..cols + 4, 0..cols / 2] = case {
            x % 2 == 0 => ker(3, 2),
            else => ((img(0, 0, (x + 1)/2, x % 2) as f32)).clamp(100, (1.0 / 3.0)),
        };
    }
}

compare! {
    agrees_022: p022((array img: [i32; deep, rows, cols, 4]), (array ker: [f32; 4, 4])) -> (a, b)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24, deep >= 1 by 1 like 12
}

pipeline! {
    pub fn p023(img: [u16; rows, cols], lut: [i16; 16]) -> soft0
    where rows >= 5 {
        border img = mirror101;
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        border soft0 = clamp;
        soft0(x): i16 = lut(x) + (lut(5) * lut(14));
    }
}

compare! {
    agrees_023: p023((array img: [u16; rows, cols]), (array lut: [i16; 16])) -> (a)
    for rows >= 5 by 1 like 30, cols >= 1 by 1 like 24; LARGE
}

pipeline! {
    pub fn p024(img: [u32; rows, cols], aux: [f64; rows]) -> tone0
    where rows >= 4, cols >= 2 {
        border img = clamp;
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        tone0(y, x) = stencil(img(y, x), [[3, 1, 4, 2], [0, 1, 0, 0], [0, 1, 0, 4]]);
    }
}

compare! {
    agrees_024: p024((array img: [u32; rows, cols]), (array aux: [f64; rows])) -> (a)
    for rows >= 4 by 1 like 30, cols >= 2 by 1 like 24; LARGE
}

pipeline! {
    pub fn p025(img: [f64; -1..=rows, -1..=cols], lut: [u8; 256], ker: [u16; 2, 2]) -> mask3[2] {
        border img = clamp;
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        soft0(y, x): f64 = case {
            x < 1 && y >= 3 => stencil(img(y, x), 1.0 / 8.0, [4, 1, -1, 4, -1]),
            !(x < 1 && y >= 3) => (((y + 9) as f64) + 0.5),
        };
        mix1(y, x): i8 in [-2..=cols + 3, -2..rows + 1] = case {
            y % 3 == 0 => ((lut(138) as i8) - ((y / 2) as i8)),
            y % 3 == 1 => select((ker(0, y % 2) < 10u16), ((cols - y) as i8), (ker(x % 2, x % 2) as i8)),
            else => ((img(2*x - 4, y - 1) as i8) & (lut(((y / 2) as u8)) as i8)),
        };
        border edge2 = mirror101;
        edge2(y, x) = (sum(d1 in -1..=2, d2 in -1..=2; mix1(y + d2, x + d2 - 1)) as f32) + atan2((lut(152) as f32), ((y / 2) as f32));
        const MASK3 = 3;
        for k in 0..MASK3 {
            if k == 0 { mask3[k](y, x) = if (x % 2 == 0) { soft0((y + 2)/3, 2*(x/3) + 1) } else { ((ker(x % 2, clamp((mix1((2*x - 2)/3, 2*y) as i32), 0, 1)) as f64)).sqrt() }; } else { mask3[k](y, x) = stencil(mask3[k - 1], 1.0 / 8.0, [[4, 2, 0], [1, -1, 2]]) + select((mask3[k - 1](y/2, (x - 2)/2) >= 2.0), (edge2(x + 1, 2*((y + 1)/2) + 1) as f64), 255.0); }
        }
    }
}

compare! {
    agrees_025: p025((array img: [f64; rows + 2, cols + 2]), (array lut: [u8; 256]), (array ker: [u16; 2, 2])) -> (a)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24
}

pipeline! {
    pub fn p026(img: [u8; deep, rows, cols], gain: f32) -> edge1 {
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        border warp0 = constant(0.0);
        warp0(z, y, x): f64 = (img((z - 1)/2, y, (x - 1) >> 1) as f64) - { let v1 = atan2((y as f64), (img(z, y + 2, (x + 2)/2) as f64)); v1 * v1 - clamp((img(2*((z + 2)/2) + 1, (y + 2)/2, x + 1) as f64), 3, (-2)) };
        edge1(z, y, x) = case {
            z % 4 == 0 => product(d1 in -1..=1, d2 in -1..=1; warp0(z + d2 - 1, y + d1 - 1, x + d1)),
            z % 4 == 1 => warp0(z + 1, y + 1, x),
            z % 4 == 2 => warp0(z, y, x),
            else => warp0(z - 1, y + 1, x - 1),
        };
        border edge1 = constant(1);
    }
}

compare! {
    agrees_026: p026((array img: [u8; deep, rows, cols]), (scalar gain: f32)) -> (a)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24, deep >= 1 by 1 like 12
}

pipeline! {
    pub fn p027(img: [i32; rows, cols], lut: [i32; 256], ker: [i32; 3, 3]) -> edge0[2] {
        border img = mirror;
        border ker = clamp;
        const EDGE0 = 3;
        for k in 0..EDGE0 {
            if k == 0 { edge0[k](y, x) = saturate(img(y + 1, x), u8) - max((if (x < cols / 2) { ((y + 4) as u8) } else { 1 }), clamp((lut(21) as u8), 0, 4)); } else { edge0[k](y, x) = case {
            y % 3 == 0 => edge0[k - 1](y, x),
            y % 3 == 1 => (saturate(ker(x % 3, clamp(ker(saturate(ker((lut(clamp((y as i32), 0, 255)) as i8), y % 3), u8), x % 3), 0, 2)), u8) | 0),
            else => ((x / 2) as u8),
        }; }
        }
    }
}

compare! {
    agrees_027: p027((array img: [i32; rows, cols]), (array lut: [i32; 256]), (array ker: [i32; 3, 3])) -> (a)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24
}

pipeline! {
    pub fn p028(img: [u16; cols + 2, rows], aux: [u16; rows], ker: [i32; 3, 4]) -> (mask2[0], mask2[2]) {
        border img = mirror101;
        border aux = mirror101;
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        grid0(y, x) = (ker(x, y) as u32);
        border grid0 = mirror;
        soft1(y, x) = case {
            y < 1 && x >= 5 => min(d1 in -2..=2, d2 in -2..=2; grid0((y + d2 - 1) >> 1, x + d1)),
            else => (ker(y % 2, clamp(ker(1, clamp((y as i32), 0, 3)), 0, 3)) as u32),
        };
        for k in 0..3 { border mask2[k] = constant(1); }
        for k in 0..3 {
            if k == 0 { mask2[k](y, x) = soft1(2*y + 1, 2*x + 1); } else { mask2[k](y, x) = product(d1 in -1..=1, d2 in 0..=1; mask2[k - 1](2*y + d1, x + d1 + 1)); }
        }
    }
}

compare! {
    agrees_028: p028((array img: [u16; cols + 2, rows]), (array aux: [u16; rows]), (array ker: [i32; 3, 4])) -> (a, b)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24
}

pipeline! {
    pub fn p029(ker: [i8; 3, 4], lut: [i32; 256], img: [i32; deep, rows, cols, 3], gain: i16) -> grid0[1] {
        const GRID0 = 2;
        for k in 0..GRID0 {
            if k == 0 { grid0[k](w, z, y, x) = stencil(img, [[1], [-1], [1]]) - abs_diff(((2*w + x) as i32), 11i32); } else { grid0[k](w, z, y, x) = grid0[k - 1](w, 2*z + 1, 2*y, x - 1) + (-(grid0[k - 1](w, z + 1, y - 1, z) - img(w + 1, 0, 2*y - 1, clamp(grid0[k - 1](w - 1, 2*z + 1, 2*y + 1, y - 1), 0, 2))) - widening_mul((grid0[k - 1](2*z - 1, y, z, x) as i16), select((ker(z % 3, y % 4) >= 0), saturate(grid0[k - 1](2*x, x + 1, w, z + 1), i16), saturate(ker(y % 2, 1), i16)))); }
        }
    }
}

compare! {
    agrees_029: p029((array ker: [i8; 3, 4]), (array lut: [i32; 256]), (array img: [i32; deep, rows, cols, 3]), (scalar gain: i16)) -> (a)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24, deep >= 1 by 1 like 12
}
