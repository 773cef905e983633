//! Generated pipelines; every block is compared with its reference by `compare!`.
//!
//! Not to be edited: `BLESS=1 cargo test -p pipeline-lang --test corpus` writes this file.

use pipeline::pipeline;

pipeline! {
    pub fn p090(img: [f32; deep, rows, cols], m: size) -> mask4
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
        warp3(z, y, x): bool = case {
            x <= 0 => (mask2(z, y, x) != (-2i32)),
            else => select((z == 5), (y % 3 != 0), (warp1(z, 0, x) != (-128))),
        };
        mask4(y, x): i32 = case { x == 1 => mask2((2*y + 2)/2, -1, (x + 3)/2), else => (mask2((2*y + 2)/2, -1, (x + 3)/2)) * mask4(y, x - 1) * mask4(y, x - 2) };
        border mask4 = constant(3);
    }
}

compare! {
    agrees_090: p090((array img: [f32; deep, rows, cols]), (size m)) -> (a)
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
    pub fn p092(img: [f64; rows, 1..=cols], lut: [u32; 256], gain: u16) -> edge1[1] {
        border img = constant(1);
        border lut = repeat;
        warp0(y, x) = stencil(img(y, x), [[1, 0, 4], [-2, -1, -2]]);
        const EDGE1 = 2;
        for k in 0..EDGE1 {
            if k == 0 { edge1[k](y, x) = warp0(y + 1, x) + ((lut(156) as f64) + warp0(y + 1, x - 1)); } else { edge1[k](y, x) = edge1[k - 1](2*((3*y + 3)/2), (x + 3)/3) - (warp0((3*y - 2)/2, 2*x - 1) + edge1[k - 1](2*(y/2) + 1, (3*x + 1)/2)); }
        }
    }
}

compare! {
    agrees_092: p092((array img: [f64; rows, cols]), (array lut: [u32; 256]), (scalar gain: u16)) -> (a)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24
}

pipeline! {
    pub fn p093(img: [u8; deep + 2, rows, cols, 3], gain: f64, bias: f64) -> mask1 {
        tone0(w, z, y, x): u8 = img(w, z, y, x) + max(d1 in -1..=1, d2 in -2..=1; img(w + d2, z + d1, 0, z % 3));
        mask1(w, z, y, x): i8 = case {
            y % 4 == 0 => (stencil(tone0, [[1, 1, 4, 0], [3, 2, 0, 0]]) as i8),
            y % 4 == 1 => ((img(w, z - 1, y, 0) as i8) % (img(1, z - 1, y, z % 2) as i8)),
            y % 4 == 2 => ((tone0(w, z + 1, cols - 1 - y, clamp((tone0(w + 1, z - 1, y, z % 3) as i32), 0, 2)) as i8) + (img(w + 1, z + 1, y, 2) as i8)),
            else => (2 - saturate(tone0(w, z - 1, y, 1), i8)),
        };
        border mask1 = constant(-128);
    }
}

compare! {
    agrees_093: p093((array img: [u8; deep + 2, rows, cols, 3]), (scalar gain: f64), (scalar bias: f64)) -> (a)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24, deep >= 1 by 1 like 12
}

pipeline! {
    pub fn p094(img: [u32; rows, cols], lut: [i32; 300], bias: u32) -> mask2
    where cols ~ 960, cols % 3 == 0 {
        border img = mirror;
        border lut = mirror101;
        warp0(y, x): bool = (sum(d1 in -1..=2, d2 in -1..=2; img((y + d1 - 1)/2, x - 1)) > 0u32) ^ (y == 5);
        tone1(y, x): u32 in [0..5, 0..=6] = 4;
        tone1(j % 5, clamp(((j as i32) ^ (-2)), 0, 6)) max= ((lut(clamp(lut(111), 0, 299)) as u32)) as u32 for (i, j) in [0..cols, 0..cols];
        tone1(clamp(lut((j as u8)), 0, 4), clamp(lut(66), 0, 6)) *= (((lut(263) as u32) * (lut(129) as u32))) as u32 for (i, j) in [1..cols, 1..rows];
        mask2(y, x): u32 = if (y > 4) { sum(d1 in -1..=2, d2 in -2..=2; tone1(y + d1, x + d2)) } else { ((lut(56) as u32) ^ (lut(96) as u32)) };
    }
}

compare! {
    agrees_094: p094((array img: [u32; rows, cols]), (array lut: [i32; 300]), (scalar bias: u32)) -> (a)
    for rows >= 1 by 1 like 30, cols >= 3 by 3 like 24
}

pipeline! {
    pub fn p095(img: [i16; rows, cols], lut: [f64; 16]) -> (mix1[2], mix1[3])
    where rows ~ 1888 {
        border img = repeat;
        fold0(y, x) in [0..rows + 4, 0..2*rows]: f64 = case {
            x < 1 => (lut(clamp((lut(5) as i32), 0, 15)) + 255.0),
            x >= 1 && x < 5 => pow(lut(3), lut(clamp((img(y - 1, 0) as i32), 0, 15))),
            else => (lut(clamp(saturate(lut(12), i32), 0, 15))).sqrt(),
        };
        const MIX1 = 4;
        mix1[0](x) = max((stencil(lut(x), 1.0 / 8.0, [2, -2, -1]) as i16), (if (x % 2 == 0) { (fold0(2, x) as i16) } else { (fold0(4, x) as i16) }));
        for k in 1..MIX1 {
            mix1[k](x) = case {
            x % 3 == 0 => stencil(mix1[k - 1], 3, [4]),
            x % 3 == 1 => img((x as u8), 0),
            else => (fold0(2, x - 2) as i16),
        };
        }
    }
}

compare! {
    agrees_095: p095((array img: [i16; rows, cols]), (array lut: [f64; 16])) -> (a, b)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24
}

pipeline! {
    pub fn p096(aux: [f32; rows], ker: [f32; 4, 4], gain: i16, img: [i16; rows, -1..=cols]) -> (warp2, mix3) {
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
        mix3(x) in [-2..=cols] = case {
            x < 1 => ((img(saturate(ker(x % 3, x % 2), i8), (3*x + 3)/2) as u16) | (img(0, x) as u16)),
            x >= 1 && x < 3 => widening_mul((ker(1, (x as i16)) as u8), ((x % 3) as u8)),
            else => max(((2*x + x) as u16), 5u16),
        };
    }
}

compare! {
    agrees_096: p096((array aux: [f32; rows]), (array ker: [f32; 4, 4]), (scalar gain: i16), (array img: [i16; rows, cols + 2])) -> (a, b)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24
}

pipeline! {
    pub fn p097(img: [i8; rows], aux: [i8; rows], ker: [i32; 4, 2], gain: u32) -> soft2[2]
    where rows >= 4 {
        border img = mirror101;
        border aux = constant(-128);
        border ker = mirror;
        warp0(y, x): u32 = (stencil(ker, 3, [[3], [0], [1]]) as u32) + clamp((if (aux(0) != 127) { (img((ker(((y % 3) as u8), (aux((aux(((y % 3) as i8)) as u8)) as i16)) as u8)) as u32) } else { 2 }), 0, 11);
        tone1(x): i8 = case {
            x >= rows - 3 => img(x),
            else => (aux(x) | saturate(warp0(3, x % 2), i8)),
        };
        const SOFT2 = 3;
        for k in 0..SOFT2 {
            if k == 0 { soft2[k](y, x) = (min(d1 in -2..=4, d2 in -2..=4; ker(2*y + d2, 2*x + d2)) as u32); } else { soft2[k](y, x) = min(d1 in -1..=2, d2 in -2..=2; soft2[k - 1](y, x)) * (select((tone1(1) == 127), (tone1(clamp((warp0(clamp((gain as i32), 0, 3), 1) as i32), 0, rows - 1)) as u32), 4) | { let v3 = ((x % 3) as u32); v3 * v3 - (ker(y % 4, y % 2) as u32) }); }
        }
    }
}

compare! {
    agrees_097: p097((array img: [i8; rows]), (array aux: [i8; rows]), (array ker: [i32; 4, 2]), (scalar gain: u32)) -> (a)
    for rows >= 4 by 1 like 30
}

pipeline! {
    pub fn p098(img: [f32; rows, cols], aux: [i32; cols, rows], ker: [f32; 3, 2]) -> soft0
    where cols ~ 318 {
        border img = mirror101;
        border aux = repeat;
        border ker = constant(-2.5);
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        soft0(x): i8 in [0..4] = 1;
        soft0(i % 4) min= ((saturate(ker(1, (ker(i % 3, i % 2) as i8)), i8) ^ 6)) as i8 for (i) in [0..cols];
    }
}

compare! {
    agrees_098: p098((array img: [f32; rows, cols]), (array aux: [i32; cols, rows]), (array ker: [f32; 3, 2])) -> (a)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24; LARGE
}

pipeline! {
    pub fn p099(img: [i32; deep, rows, cols + 2]) -> (mask1, fold0)
    where rows ~ 3713 {
        fold0(x): u32 in [0..=2] = 8;
        fold0(clamp({ let v1 = img(i, clamp(img(i, j, 1), 0, rows - 1), 1); v1 * v1 - img(i, j, 1) }, 0, 2)) max= ({ let v2 = (img(i, j, 0) as u32); v2 * v2 - (img(i, j, 2) as u32) }) as u32 for (i, j) in [0..deep, 0..rows];
        fold0(clamp(((j % 3) as i32), 0, 2)) min= (((img(i, j, 1) as u32) + (img(i, j, 1) as u32))) as u32 for (i, j) in [0..deep, 0..rows];
        mask1(y, x) in [1..rows, 0..2*deep] = case {
            x <= 3 => ((fold0(x % 3) as i16) ^ ((2*x + y) as i16)),
            else => ((fold0(y % 3) as i16) + (fold0(2) as i16)),
        };
    }
}

compare! {
    agrees_099: p099((array img: [i32; deep, rows, cols + 2])) -> (a, b)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24, deep >= 1 by 1 like 12
}
