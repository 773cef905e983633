//! Generated pipelines; every block is compared with its reference by `compare!`.
//!
//! Not to be edited: `BLESS=1 cargo test -p pipeline-lang --test corpus` writes this file.

use pipeline::pipeline;

pipeline! {
    pub fn p020(img: [f32; rows, cols]) -> warp1 {
        border img = clamp;
        edge0(y, x) = (stencil(img, [1]) <= 0.25) && !(img(y, 0) == 255.0);
        border edge0 = clamp;
        warp1(x): f32 = case { x == 1 => img(2*x - 1, 0) - abs(img(x + 1, 0)), else => (img(2*x - 1, 0) - abs(img(x + 1, 0))) + warp1(x - 1) };
        border warp1 = constant(0.5);
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
    pub fn p022(img: [i32; deep, rows, cols, 4], ker: [f32; 4, 4]) -> tone1
    where rows ~ 3279 {
        border img = clamp;
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        mix0(y, x) in [0..=rows, 0..deep / 2]: f32 = tan(ker(0, clamp((ker(x % 2, clamp((ker(clamp((ker(y % 3, 0) as i32), 0, 3), x % 3) as i32), 0, 3)) as i32), 0, 3)));
        border mix0 = constant(-2.5);
        tone1(y, x) = product(d1 in -1..=2, d2 in -1..=2; mix0(y + d2, x)) * sqrt(mix0(y - 1, (x + 1)/2));
    }
}

compare! {
    agrees_022: p022((array img: [i32; deep, rows, cols, 4]), (array ker: [f32; 4, 4])) -> (a)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24, deep >= 1 by 1 like 12
}

pipeline! {
    pub fn p023(img: [u16; rows, cols], lut: [i16; 16]) -> soft0
    where rows >= 5 {
        border img = mirror101;
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        soft0(y, x) in [0..rows / 2, 0..cols / 2] = !(img(y + x, x - 30) as i16);
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
    pub fn p025(img: [f64; -1..=rows, -1..=cols], lut: [u8; 256], ker: [u16; 2, 2]) -> (edge1[3], soft0) {
        border img = clamp;
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        soft0(x): u16 = (ker(2*(x/2), 1) - ((spread((ker(0, 0) as i16), (img(-1, (lut(154) as u32)) as i16)) + 6) as u16)) - soft0(x - 1);
        border soft0 = constant(3);
        const EDGE1 = 4;
        edge1[0](y, x) = (sum(d1 in -1..=1, d2 in 0..=1; ker(y + d2, x + d2 + 1)) as u32);
        for k in 1..EDGE1 {
            edge1[k](y, x) = sum(d1 in -1..=1, d2 in -1..=1; edge1[k - 1](y, x)) + clamp(saturating_add(clamp(edge1[k - 1]((x + 1)/2, x), 3, 0u32), 0), 2147483647, 4294967295);
        }
    }
}

compare! {
    agrees_025: p025((array img: [f64; rows + 2, cols + 2]), (array lut: [u8; 256]), (array ker: [u16; 2, 2])) -> (a, b)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24
}

pipeline! {
    pub fn p026(gain: f32, img: [u8; deep, rows, cols]) -> edge1 {
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        border warp0 = constant(0.0);
        warp0(z, y, x): f64 = (img((z - 1)/2, y, (x - 1) >> 1) as f64) - { let v1 = atan2((y as f64), (img(z, y + 2, (x + 2)/2) as f64)); v1 * v1 - clamp((img(2*((z + 2)/2) + 1, (y + 2)/2, x + 1) as f64), 3, (-2)) };
        edge1(z, y, x): u8 = (img(2*z, 2*y, 2*x + 1) ^ saturate(min(d1 in 0..=1, d2 in 0..=1 step 2; saturate(warp0(z + d2 + 1, y, 2*x + d2), i16) * (((x % 3) as i16) - (img(z + d1 - 1, 2*y + d1 - 1, 2*x + d1 - 1) as i16))), u8)) * edge1(z + 1, y, x) + edge1(z + 2, y, x) * edge1(z + 1, y, x);
        border edge1 = constant(3);
    }
}

compare! {
    agrees_026: p026((scalar gain: f32), (array img: [u8; deep, rows, cols])) -> (a)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24, deep >= 1 by 1 like 12
}

pipeline! {
    pub fn p027(img: [i32; rows, cols], lut: [i32; 256], ker: [i32; 3, 3]) -> edge0 {
        border img = mirror;
        border ker = clamp;
        border edge0 = constant(0);
        edge0(y, x) = (ker(3*y/2, 3*x) as u8) * ((saturate(ker(clamp(ker(1, y % 2), 0, 2), 2), u32) + 2147483647) as u8);
    }
}

compare! {
    agrees_027: p027((array img: [i32; rows, cols]), (array lut: [i32; 256]), (array ker: [i32; 3, 3])) -> (a)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24; LARGE
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
    pub fn p029(img: [i32; deep, rows, cols, 3], lut: [i32; 256], ker: [i8; 3, 4], gain: i16) -> grid0 {
        grid0(y, x): i32 in [0..=4, 0..=4] = 7;
        grid0((j + 1) / 2, j) max= (((2*i + j) as i32)) as i32 for (i, j) in [0..cols, 0..=4];
        grid0(clamp(lut(((2*i + i) as u8)), 0, 4), clamp((ker(1, i % 2) as i32), 0, 4)) min= ((ker(clamp(img(i, 0, j, clamp(lut(134), 0, 2)), 0, 2), 3) as i32)) as i32 for (i, j) in [1..deep, 0..cols];
    }
}

compare! {
    agrees_029: p029((array img: [i32; deep, rows, cols, 3]), (array lut: [i32; 256]), (array ker: [i8; 3, 4]), (scalar gain: i16)) -> (a)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24, deep >= 1 by 1 like 12
}
