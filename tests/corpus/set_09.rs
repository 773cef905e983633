//! Generated pipelines; every block is compared with its reference by `compare!`.
//!
//! Not to be edited: `BLESS=1 cargo test -p pipeline-lang --test corpus` writes this file.

use pipeline::pipeline;

pipeline! {
    pub fn p090(img: [f32; deep, rows, cols], m: size) -> (warp3, edge4)
    where rows ~ 3259, cols ~ 2607 {
        warp0(z, y, x) = case {
            x < 4 && y >= 4 => saturate(min(d1 in -1..=2, d2 in -2..=2; img(z + d1, y, x + d2)), i16),
            else => ((z as i16) + (-6)),
        };
        warp1(z, y, x) = (img(z, y, x) as i8) - (((warp0(z, y, x) as i8) + 2) & (-6));
        mask2(z, y, x): i32 = case {
            x % 2 == 0 => (product(d1 in -2..=4, d2 in -2..=4; warp1(z + d2 - 1, y + 1, x + d2 - 1)) as i32),
            !(x % 2 == 0) => (((cols - z) as i32) % 4),
        };
        warp3(y, x) in [0..rows / 2, -2..cols]: f32 = (saturating_sub((img(0, 2*y + 1, 0) as u32), (x as u32)) as f32);
        edge4(z, y, x) = case {
            x < 1 && y >= 3 => warp1(z - 1, y, x + 1),
            !(x < 1 && y >= 3) => (mask2(z, -1, x) as i8),
        };
    }
}

compare! {
    agrees_090: p090((array img: [f32; deep, rows, cols]), (size m)) -> (a, b)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24, deep >= 1 by 1 like 12, m >= 1 by 1 like 20
}

pipeline! {
    pub fn p091(img: [i16; deep, rows, cols, 3], ker: [u16; 4, 4]) -> warp0 {
        border ker = clamp;
        warp0(y, x) = max(product(d1 in -3..=4, d2 in -3..=4; ker(y + d2, x + d1 - 1)), ((img(clamp((y as i32), 0, deep - 1), 0, 0, y % 3) as u16) | saturate(img(0, 0, clamp((ker(y % 2, 3) as i32), 0, cols - 1), x % 3), u16)));
    }
}

compare! {
    agrees_091: p091((array img: [i16; deep, rows, cols, 3]), (array ker: [u16; 4, 4])) -> (a)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24, deep >= 1 by 1 like 12
}

pipeline! {
    pub fn p092(lut: [u32; 256], gain: u16, img: [f64; rows, 1..=cols]) -> edge1 {
        border img = constant(1);
        border lut = repeat;
        warp0(y, x) = stencil(img(y, x), [[1, 0, 4], [-2, -1, -2]]);
        edge1(y, x): f64 = case {
            y % 4 == 0 => warp0(y, 2*x),
            y % 4 == 1 => max(warp0(2*y, x + 1), warp0(2*y + 1, x + 1)),
            y % 4 == 2 => ((gain as f64) - (-2)),
            else => round((lut(181) as f64)),
        };
    }
}

compare! {
    agrees_092: p092((array lut: [u32; 256]), (scalar gain: u16), (array img: [f64; rows, cols])) -> (a)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24; LARGE
}

pipeline! {
    pub fn p093(img: [u8; deep + 2, rows, cols, 3], gain: f64, bias: f64) -> grid1
    where deep >= 2 {
        border tone0 = mirror;
        tone0(y, x) in [0..=deep - 2, 0..=rows] = if y < 3 { !(gain as u8) } else { (((bias as u8) & (gain as u8)) ^ 255) };
        grid1(y, x) = stencil(tone0, 3, [[1, 0, 0], [2, 4, 2], [4, 0, 0]]) - (min(((y as u8) - tone0(deep - 2 - y, x - 3)), (tone0((y + 3)/2, 1) & tone0((2*y + 3)/3, 2*((2*x - 1)/2)))) << 5);
    }
}

compare! {
    agrees_093: p093((array img: [u8; deep + 2, rows, cols, 3]), (scalar gain: f64), (scalar bias: f64)) -> (a)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24, deep >= 2 by 1 like 12
}

pipeline! {
    pub fn p094(img: [u32; rows, cols], lut: [i32; 300], bias: u32) -> (fold2, fold1, warp0)
    where cols ~ 960, cols % 3 == 0 {
        border img = mirror;
        border lut = mirror101;
        warp0(y, x): u32 = stencil(img(y, x), [3, 3, 0]);
        fold1(x) in [0..=rows - 1] = case {
            x >= rows - 0 => saturating_sub(warp0(x, 0), 2),
            else => (if (warp0(x, 1) < 2147483647) { bias } else { 5 }),
        };
        fold2(y, x) in [0..2*rows, 0..=rows] = -(lut(77) as f32);
    }
}

compare! {
    agrees_094: p094((array img: [u32; rows, cols]), (array lut: [i32; 300]), (scalar bias: u32)) -> (a, b, c)
    for rows >= 1 by 1 like 30, cols >= 3 by 3 like 24
}

pipeline! {
    pub fn p095(img: [i16; rows, cols], lut: [f64; 16]) -> fold1
    where rows ~ 1888 {
        border img = repeat;
        fold0(x): u8 = (lut(x) as u8) + (((x + 3) as u8) ^ saturate(lut(clamp((lut(5) as i32), 0, 15)), u8));
        fold1(y, x) in [0..2*rows, 0..cols / 2]: u8 = (fold0(5) * fold0(clamp(((x % 3) as i32), 0, 15)));
    }
}

compare! {
    agrees_095: p095((array img: [i16; rows, cols]), (array lut: [f64; 16])) -> (a)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24; LARGE
}

pipeline! {
    pub fn p096(img: [i16; rows, -1..=cols], aux: [f32; rows], ker: [f32; 4, 4], gain: i16) -> (warp2, mix3) {
        border img = clamp;
        border ker = clamp;
        grid0(x): f32 = stencil(aux, 1.0 / 8.0, [4, -1, 2, 1, -1]);
        edge1(y, x) = (img(y, x) as i8) - select(!(grid0(y) > (-1.5)), ((grid0(y) as i8)).clamp(3, 3), (-2));
        warp2(x): u16 = case {
            x % 4 == 0 => (product(d1 in 0..=1; grid0(x + d1)) as u16),
            x % 4 == 1 => widening_sub((img(x, 1) as u8), (grid0(x) as u8)),
            x % 4 == 2 => { let v2 = (edge1(x, 0) as u16); v2 * v2 - saturate(grid0(x), u16) },
            else => ((grid0(x) as u16) << 12),
        };
        mix3(y, x) = max((ker(y, x - 1) as u16), ((edge1(y - 1, 1) as u16) >> 5));
    }
}

compare! {
    agrees_096: p096((array img: [i16; rows, cols + 2]), (array aux: [f32; rows]), (array ker: [f32; 4, 4]), (scalar gain: i16)) -> (a, b)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24
}

pipeline! {
    pub fn p097(gain: u32, img: [i8; rows], aux: [i8; rows], ker: [i32; 4, 2]) -> warp3
    where rows >= 4 {
        border img = mirror101;
        border aux = constant(-128);
        border ker = mirror;
        warp0(y, x): u32 = (stencil(ker, 3, [[3], [0], [1]]) as u32) + clamp((if (aux(0) != 127) { (img((ker(((y % 3) as u8), (aux((aux(((y % 3) as i8)) as u8)) as i16)) as u8)) as u32) } else { 2 }), 0, 11);
        tone1(x): i8 = case {
            x >= rows - 3 => img(x),
            else => (aux(x) | saturate(warp0(3, x % 2), i8)),
        };
        soft2(y, x) = if (y < 2) { sum(d1 in -1..=2, d2 in -2..=2; ker(y + 2*d1 + 1, x + d2)) } else { (select((gain == 0), (tone1(2) as f64), (-0.0)) as i32) };
        border soft2 = constant(7);
        warp3(y, x) in [-2..=rows - 2, 1..rows - 1]: i32 = case {
            x > rows - 3 => ((ker((gain as i8), y % 2) as u8) as i32),
            else => ((warp0(x % 3, clamp(ker(0, y % 2), 0, 1)) as i32) * soft2(2, 1)),
        };
    }
}

compare! {
    agrees_097: p097((scalar gain: u32), (array img: [i8; rows]), (array aux: [i8; rows]), (array ker: [i32; 4, 2])) -> (a)
    for rows >= 4 by 1 like 30
}

pipeline! {
    pub fn p098(ker: [f32; 3, 2], aux: [i32; cols, rows], img: [f32; rows, cols]) -> soft0
    where cols ~ 318 {
        border img = mirror101;
        border aux = repeat;
        border ker = constant(-2.5);
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        soft0(y, x): f32 = stencil(ker, 1.0 / 8.0, [2]) - ((aux((ker(x % 3, y % 2) as i8), 0) as f32) - (aux(0, (y as i16)) as f32));
        border soft0 = mirror;
    }
}

compare! {
    agrees_098: p098((array ker: [f32; 3, 2]), (array aux: [i32; cols, rows]), (array img: [f32; rows, cols])) -> (a)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24; LARGE
}

pipeline! {
    pub fn p099(img: [i32; deep, rows, cols + 2]) -> warp1
    where rows ~ 3713 {
        fold0(y, x) in [-2..cols, 0..rows] = (((img(clamp(img(clamp(img(clamp(img(0, x, 1), 0, deep - 1), x, y + 2), 0, deep - 1), x, y + 2), 0, deep - 1), x, y + 2) as i16) | (img(0, x, y + 2) as i16)) == !(img(clamp(img(clamp(img(0, x, y + 2), 0, deep - 1), x, y + 2), 0, deep - 1), x, y + 2) as i16));
        warp1(y, x): i32 in [0..deep, 0..=rows - 1] = case {
            y % 4 == 0 => saturating_add(img(y, x, 0), (fold0(clamp((fold0(clamp((fold0(clamp((fold0(-1, x) as i32), -2, cols - 1), 0) as i32), -2, cols - 1), x) as i32), -2, cols - 1), x) as i32)),
            y % 4 == 1 => abs(img(y, x, 2)),
            y % 4 == 2 => ((fold0(clamp((fold0(clamp((fold0(clamp((fold0(0, x) as i32), -2, cols - 1), 0) as i32), -2, cols - 1), 0) as i32), -2, cols - 1), x) as u8 as f64) as i32),
            else => !img(y, x, 2),
        };
        border warp1 = clamp;
    }
}

compare! {
    agrees_099: p099((array img: [i32; deep, rows, cols + 2])) -> (a)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24, deep >= 1 by 1 like 12
}
