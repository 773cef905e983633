//! Generated pipelines; every block is compared with its reference by `compare!`.
//!
//! Not to be edited: `BLESS=1 cargo test -p pipeline-lang --test corpus` writes this file.

use pipeline::pipeline;

pipeline! {
    pub fn p090(img: [f32; deep, rows, cols], m: size) -> warp0
    where rows ~ 3259, cols ~ 2607 {
        border warp0 = constant(1);
        warp0(z, y, x) = case {
            x < 4 && y >= 4 => saturate(min(d1 in -1..=2, d2 in -2..=2; img(z + d1, y, x + d2)), i16),
            else => product(d3 in -2..=2, d4 in 0..=2; (img(z + d4, y + d4, x + d3) as i16)),
        };
    }
}

compare! {
    agrees_090: p090((array img: [f32; deep, rows, cols]), (size m)) -> (a)
    for rows >= 1 by 1, cols >= 1 by 1, deep >= 1 by 1, m >= 1 by 1
}

pipeline! {
    pub fn p091(img: [i16; deep, rows, cols, 3], ker: [u16; 4, 4]) -> warp0 {
        border ker = clamp;
        warp0(y, x): u16 = max(product(d1 in -3..=4, d2 in -3..=4; ker(y + d2, x + d1 - 1)), (ker(0, 3) - 7));
    }
}

compare! {
    agrees_091: p091((array img: [i16; deep, rows, cols, 3]), (array ker: [u16; 4, 4])) -> (a)
    for rows >= 1 by 1, cols >= 1 by 1, deep >= 1 by 1
}

pipeline! {
    pub fn p092(gain: u16, lut: [u32; 256], img: [f64; rows, 1..=cols]) -> edge1 {
        border img = constant(1);
        border lut = repeat;
        warp0(y, x) = stencil(img(y, x), [[1, 0, 4], [-2, -1, -2]]);
        border edge1 = constant(1);
        edge1(y, x): f64 = case {
            y % 4 == 0 => warp0(y, 2*x),
            y % 4 == 1 => pow(warp0(2*y + 1, 2*x), warp0(2*y + 1, x + 1)),
            y % 4 == 2 => min(d1 in 0..=2, d2 in -2..=2 step 2; (lut(181) as f64)),
            else => (warp0(y, 2*x + 1) + img(y + 1, x - 1)),
        };
    }
}

compare! {
    agrees_092: p092((scalar gain: u16), (array lut: [u32; 256]), (array img: [f64; rows, cols])) -> (a)
    for rows >= 1 by 1, cols >= 1 by 1
}

pipeline! {
    pub fn p093(img: [u8; deep + 2, rows, cols, 3], gain: f64, bias: f64) -> warp1[3] {
        tone0(y, x): u8 in [0..=deep - 2, 0..=rows] = if y < 3 { ((bias as u8) + (bias as u8)) } else { ((((x + -3) as u8) / 9) % 9) };
        const WARP1 = 4;
        warp1[0](w, z, y, x) = case {
            w < 4 => (stencil(img, 3, [[1], [4]]) as i8),
            w >= 4 && w < 6 => (tone0(w, z) as i8),
            else => (z as i8),
        };
        for k in 1..WARP1 {
            warp1[k](w, z, y, x) = case {
            x >= deep - 3 => stencil(warp1[k - 1], [[0], [4], [-2], [3], [4]]),
            else => clamp(warp1[k - 1](w, z, y + 1, w), (-128i8), (-7)),
        };
        }
    }
}

compare! {
    agrees_093: p093((array img: [u8; deep + 2, rows, cols, 3]), (scalar gain: f64), (scalar bias: f64)) -> (a)
    for rows >= 1 by 1, cols >= 1 by 1, deep >= 1 by 1
}

pipeline! {
    pub fn p094(lut: [i32; 300], bias: u32, img: [u32; rows, cols]) -> (warp0, fold2)
    where cols ~ 960, cols % 3 == 0 {
        border img = mirror;
        border lut = mirror101;
        warp0(y, x): u32 = stencil(img(y, x), [3, 3, 0]);
        fold1(x): u32 in [0..=rows - 1] = case {
            x >= rows - 0 => saturating_sub(warp0(x, 0), 2),
            else => { let v1 = (lut(71) as u32); v1 * v1 - (lut(47) as u32) },
        };
        border fold1 = repeat;
        fold2(x) = fold1(x) - (saturate(lut(62), u32) % (lut(103) as u32));
    }
}

compare! {
    agrees_094: p094((array lut: [i32; 300]), (scalar bias: u32), (array img: [u32; rows, cols])) -> (a, b)
    for rows >= 1 by 1, cols >= 3 by 3
}

pipeline! {
    pub fn p095(img: [i16; rows, cols], lut: [f64; 16]) -> edge1
    where rows ~ 1888 {
        border img = repeat;
        fold0(x): u8 = (lut(x) as u8) * select((lut(clamp((lut(clamp((img(((cols - x) as u8), 0) as i32), 0, 15)) as i32), 0, 15)) != 0.25), (lut(5) as u8), 127);
        border fold0 = constant(0);
        edge1(x) = fold0(x) * { let v1 = (fold0(10) - ((x % 3) as u8)); v1 * v1 - { let v2 = fold0(4); v2 * v2 - fold0(11) } };
    }
}

compare! {
    agrees_095: p095((array img: [i16; rows, cols]), (array lut: [f64; 16])) -> (a)
    for rows >= 1 by 1, cols >= 1 by 1
}

pipeline! {
    pub fn p096(img: [i16; rows, -1..=cols], aux: [f32; rows], ker: [f32; 4, 4], gain: i16) -> mix1 {
        border img = clamp;
        border ker = clamp;
        grid0(x) = stencil(aux, 1.0 / 8.0, [4, -1, 2, 1, -1]);
        mix1(y, x) = ker((3*y + 1)/2, x + 1) + max(max(grid0(y + 1), grid0((y + 3)/2)), ((ker((grid0((2*y + 3)/2) as u8), x % 2) as u8) as f32));
    }
}

compare! {
    agrees_096: p096((array img: [i16; rows, cols + 2]), (array aux: [f32; rows]), (array ker: [f32; 4, 4]), (scalar gain: i16)) -> (a)
    for rows >= 1 by 1, cols >= 1 by 1
}

pipeline! {
    pub fn p097(img: [i8; rows], aux: [i8; rows], ker: [i32; 4, 2], gain: u32) -> (warp2, warp3)
    where rows >= 4 {
        border img = mirror101;
        border aux = constant(-128);
        border ker = mirror;
        warp0(y, x): u32 = (stencil(ker, 3, [[3], [0], [1]]) as u32) - (((aux(0) as u8)).clamp(255, 127) as u32);
        mask1(y, x) = max((stencil(warp0(y, x), [[0, 0, 1, 0]]) as i32), (((warp0(clamp((gain as i32), 0, 3), clamp((img(0) as i32), 0, 1)) as i32) - (-5)) / 100));
        warp2(y, x) = mask1(x/2, y/2) + ((warp0(3, 1) as u16) as i32);
        warp3(z, y, x) in [0..rows, 0..2*rows, 1..=rows - 1]: u8 = case {
            x < 4 => max((ker(1, y % 2) as u8), (mask1(x % 2, z % 2) as u8)),
            else => { let v1 = (ker(z % 4, z % 2) as u8); v1 * v1 - ((mask1(0, clamp(mask1(y % 3, z % 2), 0, 1)) as u8) - 4) },
        };
    }
}

compare! {
    agrees_097: p097((array img: [i8; rows]), (array aux: [i8; rows]), (array ker: [i32; 4, 2]), (scalar gain: u32)) -> (a, b)
    for rows >= 4 by 1
}

pipeline! {
    pub fn p098(img: [f32; rows, cols], aux: [i32; cols, rows], ker: [f32; 3, 2]) -> (tone1, tone2)
    where cols ~ 318 {
        border img = mirror101;
        border aux = repeat;
        border ker = constant(-2.5);
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        border soft0 = constant(0.0);
        soft0(y, x) = stencil(ker, 1.0 / 8.0, [2]) * sum(d1 in -1..2, d2 in -1..=2; (aux(0, 0) as f32));
        tone1(y, x): f32 in [0..cols + 4, -2..=cols + 3] = case {
            x <= 3 => (if (aux((3*x - 4) >> 1, clamp(aux(x + 2, 0), 0, rows - 1)) != (-2)) { soft0(clamp((img(0, y) as i32), 0, 2), y % 2) } else { soft0(1, y % 2) }),
            else => min(d1 in -1..=1, d2 in -1..2; img(0, y + d2 + 8)),
        };
        tone2(y, x) = (tone1(2*y, x + 1) as u16) + blend(((y + 2) as u16), (tone1(x - 1, y) as u16));
    }
}

compare! {
    agrees_098: p098((array img: [f32; rows, cols]), (array aux: [i32; cols, rows]), (array ker: [f32; 3, 2])) -> (a, b)
    for rows >= 1 by 1, cols >= 1 by 1
}

pipeline! {
    pub fn p099(img: [i32; deep, rows, cols + 2]) -> soft3
    where rows ~ 3713 {
        border fold0 = mirror;
        fold0(y, x) in [-2..cols, 0..rows] = ((if (x < 3) { saturate(img(0, x, y + 2), i16) } else { (img(clamp(img(clamp(img(0, x, y + 2), 0, deep - 1), x, y + 2), 0, deep - 1), x, y + 2) as i16) }) == (-32768i16));
        tone1(z, y, x): u16 = saturate(img(y, z, cols + 1 - x), u16) - ((cols - z) as u16);
        soft2(y, x) in [0..deep, 0..=0] = case {
            y < 2 => (tone1(0, y, 0) != 12),
            else => ((tone1(0, y - 2, 0) as i32) == (-7)),
        };
        border soft2 = mirror101;
        soft3(z, y, x): i8 = case {
            x % 3 == 0 => (stencil(tone1, 3, [[1], [0], [1], [0], [0]]) as i8),
            x % 3 == 1 => product(d1 in 0..=1 step 2, d2 in -2..3 step 2; (fold0(x + d2, z + d2) as i8)),
            else => saturating_add(saturate(tone1(z, y, x), i8), (soft2(y, 0) as i8)),
        };
    }
}

compare! {
    agrees_099: p099((array img: [i32; deep, rows, cols + 2])) -> (a)
    for rows >= 1 by 1, cols >= 1 by 1, deep >= 1 by 1
}
