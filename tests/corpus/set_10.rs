//! Generated pipelines; every block is compared with its reference by `compare!`.
//!
//! Not to be edited: `BLESS=1 cargo test -p pipeline-lang --test corpus` writes this file.

use pipeline::pipeline;

pipeline! {
    pub fn p100(img: [f64; rows], aux: [f64; rows], lut: [i32; 300], ker: [i8; 2, 2], gain: u32, bias: u8) -> warp0 {
        border img = repeat;
        border lut = repeat;
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        warp0(y, x) = product(d1 in -3..=4, d2 in -2..=4; ker(2*y, 2*x - 1)) + ((lut((lut(79) as u8)) as i8) * clamp((aux(0) as i8), 63, 127));
    }
}

compare! {
    agrees_100: p100((array img: [f64; rows]), (array aux: [f64; rows]), (array lut: [i32; 300]), (array ker: [i8; 2, 2]), (scalar gain: u32), (scalar bias: u8)) -> (a)
    for rows >= 1 by 1
}

pipeline! {
    pub fn p101(img: [i8; rows, 1..=cols], lut: [i8; 300]) -> (grid1, mix2)
    where rows ~ 1366 {
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        edge0(x): u32 in [-2..cols] = case {
            x < 0 => max(d1 in -1..=1; (img(0, 1) as u32)),
            else => (x as u32),
        };
        grid1(x): f32 = case {
            x <= 3 => (stencil(edge0, [0, 0, 4]) as f32),
            else => round((edge0(x) as f32)),
        };
        mix2(x) = saturate(sum(d1 in -1..=1; grid1(x)), u16) + (((x + 4) as u16) - 0);
    }
}

compare! {
    agrees_101: p101((array img: [i8; rows, cols]), (array lut: [i8; 300])) -> (a, b)
    for rows >= 1 by 1, cols >= 1 by 1
}

pipeline! {
    pub fn p102(img: [f64; rows + 2, cols], aux: [u16; rows], lut: [i32; 16], bias: i16, m: size) -> edge1[2]
    where rows ~ 1541, cols ~ 2588, m >= 6 {
        border img = clamp;
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        mix0(y, x) in [1..cols, -2..=cols - 2]: i8 = case {
            y % 3 == 0 => min((lut(clamp((bias as i32), 0, 15)) as i8), saturate(lut(6), i8)),
            y % 3 == 1 => max(d1 in 0..=1, d2 in -2..=2; (img(d1, (y + d2 - 1) >> 1) as i8)),
            else => (if (lut(3) <= 1) { (aux(0) as i8) } else { (aux(0) as i8) }),
        };
        for k in 0..3 { border edge1[k] = constant(1); }
        for k in 0..3 {
            if k == 0 { edge1[k](x) = product(d1 in 0..=1; lut(x + d1)) - (if all(d2 in 0..=2; (mix0(x + d2, -2) <= 63)) { (lut(clamp((mix0(x, -2) as i32), 0, 15)) - (mix0(x, -1) as i32)) } else { abs((aux(clamp((img(2, 0) as i32), 0, rows - 1)) as i32)) }); } else { edge1[k](x) = edge1[k - 1]((x + 1) >> 1) * (if (x == 0) { abs(edge1[k - 1](5)) } else { (-2147483648) }); }
        }
    }
}

compare! {
    agrees_102: p102((array img: [f64; rows + 2, cols]), (array aux: [u16; rows]), (array lut: [i32; 16]), (scalar bias: i16), (size m)) -> (a)
    for rows >= 1 by 1, cols >= 1 by 1, m >= 6 by 1
}

pipeline! {
    pub fn p103(lut: [i8; 256], img: [f64; rows + 2, 1..=cols, 4], aux: [f32; rows]) -> (mask0, warp1) {
        border img = constant(1);
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        border mask0 = constant(7);
        mask0(x) in [0..cols / 2]: i16 = { let v1 = (aux(0) as i16); v1 * v1 - (aux(0) as i16) };
        warp1(x): f32 = aux(x/2) + (if (lut(155) < 127i8) { (lut(149) as f32) } else { aux(x) });
    }
}

compare! {
    agrees_103: p103((array lut: [i8; 256]), (array img: [f64; rows + 2, cols, 4]), (array aux: [f32; rows])) -> (a, b)
    for rows >= 1 by 1, cols >= 1 by 1
}

pipeline! {
    pub fn p104(m: size, img: [u16; rows, cols + 2], lut: [u16; 16]) -> mask1
    where m >= 3 {
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        grid0(x): f32 = case {
            x <= 2 => (lut(x) as f32),
            else => blend((lut(4) as f32), (lut(9) as f32)),
        };
        mask1(y, x) in [0..rows + 1, -2..=rows - 1]: f32 = (blend((grid0(clamp((grid0(clamp((grid0(2) as i32), 0, 15)) as i32), 0, 15)) as u32), (lut(14) as u32)) as f32);
    }
}

compare! {
    agrees_104: p104((size m), (array img: [u16; rows, cols + 2]), (array lut: [u16; 16])) -> (a)
    for rows >= 1 by 1, cols >= 1 by 1, m >= 3 by 1
}

pipeline! {
    pub fn p105(img: [i8; rows, 1..=cols], gain: i8, lut: [u32; 256]) -> mask0 {
        border img = repeat;
        border lut = mirror101;
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        border mask0 = constant(4294967295);
        mask0(y, x) in [0..2*cols, 1..rows + 1] = case {
            x < 1 && x >= 0 => saturate(saturate(lut((lut(212) as i16)), u8), u32),
            else => ((y as u32) + 4),
        };
    }
}

compare! {
    agrees_105: p105((array img: [i8; rows, cols]), (scalar gain: i8), (array lut: [u32; 256])) -> (a)
    for rows >= 1 by 1, cols >= 1 by 1
}

pipeline! {
    pub fn p106(img: [u8; rows, -1..=cols], aux: [i32; rows, cols], lut: [f64; 256]) -> mask0
    where cols ~ 2554 {
        mask0(y, x) in [0..cols + 1, 0..=4] = if x < 1 { sum(d1 in -1..=1; (img(0, y) as u16)) } else { { let v2 = { let v3 = (y as u16); v3 * v3 - (lut(25) as u16) }; v2 * v2 - ((aux(clamp((img(0, y) as i32), 0, rows - 1), clamp(((y / 2) as i32), 0, cols - 1)) as u16) % 10) } };
    }
}

compare! {
    agrees_106: p106((array img: [u8; rows, cols + 2]), (array aux: [i32; rows, cols]), (array lut: [f64; 256])) -> (a)
    for rows >= 1 by 1, cols >= 1 by 1
}

pipeline! {
    pub fn p107(img: [f32; rows, 1..=cols], lut: [f32; 300]) -> (warp0, soft1)
    where cols ~ 960, cols % 3 == 0 {
        border lut = repeat;
        border warp0 = clamp;
        warp0(z, y, x): u32 in [1..cols + 1, 0..cols, 0..rows + 1] = case {
            z > cols - 2 => saturate(lut(141), u32),
            else => saturate(lut(((cols - x) as u8)), u32),
        };
        soft1(y, x): f32 = max(stencil(img, 1.0 / 8.0, [[2, 1, -2], [-2, 4, 2], [3, 2, -2]]), ((img(y, 2) as u32) as f32));
    }
}

compare! {
    agrees_107: p107((array img: [f32; rows, cols]), (array lut: [f32; 300])) -> (a, b)
    for rows >= 1 by 1, cols >= 3 by 3
}

pipeline! {
    pub fn p108(img: [i32; rows, cols], lut: [f32; 256], bias: u32) -> (soft0, warp1)
    where cols ~ 2625 {
        border img = constant(0);
        border lut = constant(-2.5);
        soft0(y, x) = img(y, x);
        border soft0 = clamp;
        warp1(x) = lut(2*x) + min(-(img(0, 0) as f32), (if (img(0, 0) != 3) { (bias as f32) } else { (1.0 / 3.0) }));
    }
}

compare! {
    agrees_108: p108((array img: [i32; rows, cols]), (array lut: [f32; 256]), (scalar bias: u32)) -> (a, b)
    for rows >= 1 by 1, cols >= 1 by 1
}

pipeline! {
    pub fn p109(img: [i8; rows, cols, 2], aux: [u16; 1..=cols], gain: u8) -> grid0
    where cols ~ 960, cols % 3 == 0 {
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        grid0(x): u16 = case {
            x < 2 => aux(2*x),
            x >= 2 && x < 3 => (aux(2*x - 1) / aux(x)),
            else => (if (x < rows) { aux(x) } else { aux(2*x - 1) }),
        };
    }
}

compare! {
    agrees_109: p109((array img: [i8; rows, cols, 2]), (array aux: [u16; cols]), (scalar gain: u8)) -> (a)
    for rows >= 1 by 1, cols >= 3 by 3
}
