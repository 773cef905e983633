//! Generated pipelines; every block is compared with its reference by `compare!`.
//!
//! Not to be edited: `BLESS=1 cargo test -p pipeline-lang --test corpus` writes this file.

use pipeline::pipeline;

pipeline! {
    pub fn p020(img: [f32; rows, cols]) -> mask3
    where rows >= 2, cols >= 2 {
        border img = clamp;
        edge0(y, x) = (stencil(img, [1]) <= 0.25) && !(img(y, 0) == 255.0);
        border edge0 = clamp;
        warp1(y, x) = case {
            y < 4 => (any(d1 in 0..=1, d2 in -1..=1; edge0(y - 2, x + d2 - 2)) as u16),
            y >= 4 && y < 5 => sum(d3 in -3..=4 step 2, d4 in -2..=4; (edge0(y + d4, ((y + 9) as i8)) as u16)),
            else => !(edge0(y - 2, x) as u16),
        };
        edge2(y, x): u16 = warp1(y, x + 1);
        mask3(y, x) = (edge0(y + 1, x + 1) as i8);
        border mask3 = mirror101;
    }
}

compare! {
    agrees_020: p020((array img: [f32; rows, cols])) -> (a)
    for rows >= 2 by 1, cols >= 2 by 1
}

pipeline! {
    pub fn p021(img: [i32; -1..=rows, cols], ker: [i32; 2, 2], bias: i16) -> mix2
    where cols ~ 1725 {
        border ker = repeat;
        mask0(y, x) = ker(x, y) + ({ let v1 = (ker(0, 0) as i8); v1 * v1 - (ker(x % 2, x % 2) as i8) } as i32);
        border mask0 = repeat;
        tone1(y, x): f64 = case {
            x < 1 && x >= 0 => (product(d1 in -2..=4, d2 in -2..=4; mask0(x + d2, y + d1 + 1)) as f64),
            else => ((ker(0, y % 2) as f64)).sqrt(),
        };
        mix2(y, x) in [0..rows, 0..rows]: f64 = case {
            y < 1 && x >= 3 => (if (x % 2 == 0) { (ker(1, 1) as f64) } else { (-0.0) }),
            else => (tone1(clamp((tone1(0, clamp(mask0(0, 0), 0, 1)) as i32), 0, 1), 1) - tone1(0, 1)),
        };
    }
}

compare! {
    agrees_021: p021((array img: [i32; rows + 2, cols]), (array ker: [i32; 2, 2]), (scalar bias: i16)) -> (a)
    for rows >= 1 by 1, cols >= 1 by 1
}

pipeline! {
    pub fn p022(img: [i32; deep, rows, cols, 4], ker: [f32; 4, 4]) -> tone1
    where rows ~ 3279 {
        border img = clamp;
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        mix0(w, z, y, x) = if (z % 2 == 0) { (img(2*w, 2*z - 1, y, 2*x - 1) as f64) } else { (clamp(widen(ker(x % 2, clamp((ker(clamp((ker(w % 3, 0) as i32), 0, 3), z % 3) as i32), 0, 3))), 7.75, (-0.0)) - 7.75) };
        border mix0 = constant(1);
        tone1(z, y, x) = (mix0(z, y, x, 7) as i16) ^ (select((ker(y % 3, x % 4) != (-0.0)), (mix0(z - 2, y, cols - 1 - x, 9) as i16), (-32768i16)) - ((z as i16) % 9));
    }
}

compare! {
    agrees_022: p022((array img: [i32; deep, rows, cols, 4]), (array ker: [f32; 4, 4])) -> (a)
    for rows >= 1 by 1, cols >= 1 by 1, deep >= 1 by 1
}

pipeline! {
    pub fn p023(img: [u16; rows, cols], lut: [i16; 16]) -> soft0
    where rows >= 5 {
        border img = mirror101;
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        soft0(x) = lut(x) - lut(8);
    }
}

compare! {
    agrees_023: p023((array img: [u16; rows, cols]), (array lut: [i16; 16])) -> (a)
    for rows >= 5 by 1, cols >= 1 by 1
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
    for rows >= 4 by 1, cols >= 2 by 1
}

pipeline! {
    pub fn p025(img: [f64; -1..=rows, -1..=cols], lut: [u8; 256], ker: [u16; 2, 2]) -> soft0 {
        border img = clamp;
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        soft0(y, x) = case {
            x < 1 && y >= 3 => stencil(img(y, x), 1.0 / 8.0, [4, 1, -1, 4, -1]),
            !(x < 1 && y >= 3) => (((y + 9) as f64) / 1.0),
        };
        border soft0 = clamp;
    }
}

compare! {
    agrees_025: p025((array img: [f64; rows + 2, cols + 2]), (array lut: [u8; 256]), (array ker: [u16; 2, 2])) -> (a)
    for rows >= 1 by 1, cols >= 1 by 1
}

pipeline! {
    pub fn p026(img: [u8; deep, rows, cols], gain: f32) -> fold1 {
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        warp0(z, y, x) = (img((z - 1)/2, y, (x - 1) >> 1) as f64) * -((gain as f64) / ((z + 0) as f64));
        fold1(z, y, x): u8 = (min(d1 in -1..=2, d2 in -2..=2; warp0(z + d1, y + 2*d2, x + d1)) as u8);
    }
}

compare! {
    agrees_026: p026((array img: [u8; deep, rows, cols]), (scalar gain: f32)) -> (a)
    for rows >= 1 by 1, cols >= 1 by 1, deep >= 1 by 1
}

pipeline! {
    pub fn p027(img: [i32; rows, cols], lut: [i32; 256], ker: [i32; 3, 3]) -> edge0[2] {
        border img = mirror;
        border ker = clamp;
        const EDGE0 = 3;
        edge0[0](y, x) = saturate(img(y + 1, x), u8) * (((img(y, x) as u8) * (img(y + 1, 2*x - 1) as u8)) - (if (x < cols / 2) { ((y + 4) as u8) } else { 1 }));
        for k in 1..EDGE0 {
            edge0[k](y, x) = edge0[k - 1](y, x) ^ saturate(saturate(ker(saturate(ker((lut(clamp((y as i32), 0, 255)) as i8), y % 3), u8), x % 3), u16), u8);
        }
    }
}

compare! {
    agrees_027: p027((array img: [i32; rows, cols]), (array lut: [i32; 256]), (array ker: [i32; 3, 3])) -> (a)
    for rows >= 1 by 1, cols >= 1 by 1
}

pipeline! {
    pub fn p028(aux: [u16; rows], img: [u16; cols + 2, rows], ker: [i32; 3, 4]) -> grid1 {
        border img = mirror101;
        border aux = mirror101;
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        grid0(y, x): u32 = (ker(x, y) as u32);
        grid1(x): u16 = stencil(aux, 3, [3]) * ((if (grid0(2, x % 3) == 4294967295) { (ker(x % 3, 3) as i16) } else { (aux(x + 1) as i16) }) as u16);
        border grid1 = repeat;
    }
}

compare! {
    agrees_028: p028((array aux: [u16; rows]), (array img: [u16; cols + 2, rows]), (array ker: [i32; 3, 4])) -> (a)
    for rows >= 1 by 1, cols >= 1 by 1
}

pipeline! {
    pub fn p029(img: [i32; deep, rows, cols, 3], gain: i16, ker: [i8; 3, 4], lut: [i32; 256]) -> grid0[1] {
        grid0[0](w, z, y, x) = stencil(img, [[1], [-1], [1]]) - abs_diff(((2*w + x) as i32), 11i32);
        for k in 1..2 {
            grid0[k](w, z, y, x) = grid0[k - 1](w, 2*z + 1, 2*y, x - 1) * (abs_diff(grid0[k - 1](w, z, 2*y - 1, x - 1), (ker(clamp(grid0[k - 1](2*w + 1, 2*z, 2*y, 2*z), 0, 2), clamp(grid0[k - 1](w, 2*y, x, 2*y), 0, 3)) as i32)) - max(grid0[k - 1](2*w + 1, z, 2*y, 2*z), 9));
        }
    }
}

compare! {
    agrees_029: p029((array img: [i32; deep, rows, cols, 3]), (scalar gain: i16), (array ker: [i8; 3, 4]), (array lut: [i32; 256])) -> (a)
    for rows >= 1 by 1, cols >= 1 by 1, deep >= 1 by 1
}
