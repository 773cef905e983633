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
        warp0(y, x) = product(d1 in -3..=4, d2 in -2..=4; ker(2*y, 2*x - 1)) - ((-ker(clamp((ker(x % 2, 1) as i32), 0, 1), 0) + product(d4 in 0..=2, d5 in -1..=1 step 2; (lut(2) as i8))) * ({ let v3 = (lut((ker(1, 0) as u8)) as i8); v3 * v3 - ((x % 3) as i8) } / ker(x % 2, 1)));
    }
}

compare! {
    agrees_100: p100((array img: [f64; rows]), (array aux: [f64; rows]), (array lut: [i32; 300]), (array ker: [i8; 2, 2]), (scalar gain: u32), (scalar bias: u8)) -> (a)
    for rows >= 1 by 1 like 30
}

pipeline! {
    pub fn p101(lut: [i8; 300], img: [i8; rows, 1..=cols]) -> warp1
    where rows ~ 1366 {
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        edge0(x) in [-2..cols]: u32 = case {
            x < 0 => (((x + 6) as u16) as u32),
            else => max((lut((x as u8)) as u32), 8),
        };
        warp1(x) = img(x/2, clamp(saturate(edge0(0), i32), 1, cols));
    }
}

compare! {
    agrees_101: p101((array lut: [i8; 300]), (array img: [i8; rows, cols])) -> (a)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24; LARGE
}

pipeline! {
    pub fn p102(img: [f64; rows + 2, cols], aux: [u16; rows], lut: [i32; 16], bias: i16, m: size) -> (tone1[1], tone1[2])
    where rows ~ 1541, cols ~ 2588, m >= 6 {
        border img = clamp;
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        mix0(y, x): i8 in [1..cols, -2..=cols - 2] = case {
            y % 3 == 0 => blend((lut(clamp((aux(0) as i32), 0, 15)) as i8), (aux(0) as i8)),
            y % 3 == 1 => (aux(0) as i8),
            else => saturating_sub(saturate(lut(14), i8), (lut(13) as i8)),
        };
        for k in 0..3 { border tone1[k] = constant(1); }
        for k in 0..3 {
            if k == 0 { tone1[k](x) = case {
            x % 4 == 0 => stencil(lut, 3, [4]),
            x % 4 == 1 => (2147483647 - (aux(clamp((mix0(x, -1) as i32), 0, rows - 1)) as i32)),
            x % 4 == 2 => (if (mix0(x, -2) < (-128)) { (img(1, 0) as i32) } else { (aux(0) as i32) }),
            else => (saturate(lut(14), u8) as i32),
        }; } else { tone1[k](x) = max(d1 in -2..=2; tone1[k - 1](x + d1)) ^ ((tone1[k - 1]((tone1[k - 1](9) as u8)) as f64) as i32); }
        }
    }
}

compare! {
    agrees_102: p102((array img: [f64; rows + 2, cols]), (array aux: [u16; rows]), (array lut: [i32; 16]), (scalar bias: i16), (size m)) -> (a, b)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24, m >= 6 by 1 like 20
}

pipeline! {
    pub fn p103(img: [f64; rows + 2, 1..=cols, 4], aux: [f32; rows], lut: [i8; 256]) -> (fold2[2], fold2[1], mask0) {
        border img = constant(1);
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        mask0(x): i16 in [0..cols / 2] = saturating_add((aux(0) as i16), (lut((lut(107) as u8)) as i16));
        border soft1 = constant(32767);
        soft1(y, x) in [1..rows + 4, 0..rows / 2] = min((img(x + 6, (aux(2*x) as i8), 0) as i16), 8);
        for k in 0..3 {
            if k == 0 { fold2[k](y, x) = max(d1 in 0..=1, d2 in -1..=1; soft1(y, x + d2)); } else { fold2[k](y, x) = fold2[k - 1](y, x) ^ (saturate(lut(206), i16) / 25); }
        }
    }
}

compare! {
    agrees_103: p103((array img: [f64; rows + 2, cols, 4]), (array aux: [f32; rows]), (array lut: [i8; 256])) -> (a, b, c)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24
}

pipeline! {
    pub fn p104(img: [u16; rows, cols + 2], lut: [u16; 16], m: size) -> grid0
    where m >= 3 {
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        border grid0 = clamp;
        grid0(x) = case {
            x <= 2 => (lut(x) as f32),
            else => trunc((lut(4) as f32)),
        };
    }
}

compare! {
    agrees_104: p104((array img: [u16; rows, cols + 2]), (array lut: [u16; 16]), (size m)) -> (a)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24, m >= 3 by 1 like 20
}

pipeline! {
    pub fn p105(img: [i8; rows, 1..=cols], lut: [u32; 256], gain: i8) -> (mix3, mask0) {
        border img = repeat;
        border lut = mirror101;
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        mask0(y, x) in [0..2*cols, 1..rows + 1] = case {
            x < 1 && x >= 0 => (2147483647 + lut((lut(212) as i16))),
            else => max(d1 in -2..=1, d2 in -2..=2 step 2; (img(x + 3, y + 3) as u32)),
        };
        border mask0 = constant(7);
        mix1(y, x): u16 = (stencil(img(y, x), 3, [[3, 3, 2, 0, -1], [-2, 4, -2, -2, 2], [-1, -1, -1, 3, 4]]) as u16) - { let v1 = (mask0((2*x - 3)/2, 3*y) as u16); v1 * v1 - (img(y + 2, cols + 1 - x) as u16) };
        soft2(y, x): bool in [-2..=cols - 1, 1..=cols - 2] = all(d1 in -1..3; (mask0(y + d1 + 2, 1) < 9));
        mix3(y, x) = case {
            x < 4 => (mix1(y/2, x - 1) as i8),
            x >= 4 && x < 8 => min(d1 in -13..=15; saturate(mix1((y - 1)/2, (x + d1)/2), i8)),
            else => ((mask0(x/2, y) as i8) - (soft2(x, 2*((x + 1)/2) + 1) as i8)),
        };
    }
}

compare! {
    agrees_105: p105((array img: [i8; rows, cols]), (array lut: [u32; 256]), (scalar gain: i8)) -> (a, b)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24
}

pipeline! {
    pub fn p106(img: [u8; rows, -1..=cols], aux: [i32; rows, cols], lut: [f64; 256]) -> (mask1, mask0)
    where cols ~ 2554 {
        mask0(y, x) in [0..cols + 1, 0..=4] = case {
            x < 1 => (((2*x + x) as u32) as u16),
            else => (((x as u16) & widen(img(clamp(saturate(lut(72), i32), 0, rows - 1), y))) * sum(d1 in -2..=4, d2 in -3..=4; ((y / 2) as u16))),
        };
        mask1(y, x) = case {
            y <= 2 => product(d1 in 0..=1, d2 in -1..=1; mask0(x + d2, y + d1 - 1)),
            else => (((y / 2) as u16) + ((y % 3) as u16)),
        };
    }
}

compare! {
    agrees_106: p106((array img: [u8; rows, cols + 2]), (array aux: [i32; rows, cols]), (array lut: [f64; 256])) -> (a, b)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24; LARGE
}

pipeline! {
    pub fn p107(img: [f32; rows, 1..=cols], lut: [f32; 300]) -> (soft1, tone2)
    where cols ~ 960, cols % 3 == 0 {
        border lut = repeat;
        border warp0 = clamp;
        warp0(z, y, x): u32 in [1..cols + 1, 0..cols, 0..rows + 1] = case {
            z > cols - 2 => saturate(lut(141), u32),
            else => saturate(lut(((cols - x) as u8)), u32),
        };
        soft1(y, x) = max(stencil(img, 1.0 / 8.0, [[2, 1, -2], [-2, 4, 2], [3, 2, -2]]), (img(y, 2) / 8.0));
        tone2(z, y, x) = (stencil(warp0, [[0, 0, 0, 0, 3]]) as i8);
    }
}

compare! {
    agrees_107: p107((array img: [f32; rows, cols]), (array lut: [f32; 300])) -> (a, b)
    for rows >= 1 by 1 like 30, cols >= 3 by 3 like 24
}

pipeline! {
    pub fn p108(img: [i32; rows, cols], lut: [f32; 256], bias: u32) -> (soft0, mask3, edge4[0], edge4[3])
    where cols ~ 2625 {
        border img = constant(0);
        border lut = constant(-2.5);
        soft0(y, x) = img(y, x);
        border soft0 = clamp;
        border warp1 = constant(true);
        warp1(x) = if (x > 0) { (lut(2*x) == (1.0 / 3.0)) } else { (x == 5) };
        border grid2 = constant(127);
        grid2(x) = max((any(d1 in -2..=4; warp1(x + 2*d1)) as i8), min((warp1(8) as i8), (bias as i8)));
        mask3(y, x) in [0..cols - 1, -2..=rows] = if x < 0 { { let v1 = (warp1(saturate(bias, i16)) as i8); v1 * v1 - grid2(6) } } else { { let v2 = (warp1(-2) as i8); v2 * v2 - (warp1(9) as i8) } };
        for k in 0..4 { border edge4[k] = constant(127); }
        for k in 0..4 {
            if k == 0 { edge4[k](x) = stencil(grid2, [-2, 3, -1]); } else { edge4[k](x) = edge4[k - 1](2*x - 1); }
        }
    }
}

compare! {
    agrees_108: p108((array img: [i32; rows, cols]), (array lut: [f32; 256]), (scalar bias: u32)) -> (a, b, c, d)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24
}

pipeline! {
    pub fn p109(img: [i8; rows, cols, 2], aux: [u16; 1..=cols], gain: u8) -> grid0
    where cols ~ 960, cols % 3 == 0 {
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        grid0(x) = case {
            x < 2 => aux(2*x),
            x >= 2 && x < 3 => saturate(gain, u16),
            else => (aux(x - 1) - aux(x)),
        };
    }
}

compare! {
    agrees_109: p109((array img: [i8; rows, cols, 2]), (array aux: [u16; cols]), (scalar gain: u8)) -> (a)
    for rows >= 1 by 1 like 30, cols >= 3 by 3 like 24; LARGE
}
