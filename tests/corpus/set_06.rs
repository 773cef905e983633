//! Generated pipelines; every block is compared with its reference by `compare!`.
//!
//! Not to be edited: `BLESS=1 cargo test -p pipeline-lang --test corpus` writes this file.

use pipeline::pipeline;

pipeline! {
    pub fn p060(img: [u32; cols, 1..=rows], lut: [u16; 16], gain: u16, m: size) -> tone1
    where m >= 2 {
        border img = constant(7);
        border lut = clamp;
        mix0(x) = if (x == 5) { (stencil(lut, [2, 0, 0, 0]) as u8) } else { (lut(7) as u8) };
        tone1(x): u8 = if (x < 2) { mix0(x) } else { (mix0(0) + (img(0, ((x % 3) as i16)) as u8)) };
    }
}

compare! {
    agrees_060: p060((array img: [u32; cols, rows]), (array lut: [u16; 16]), (scalar gain: u16), (size m)) -> (a)
    for rows >= 1 by 1, cols >= 1 by 1, m >= 2 by 1
}

pipeline! {
    pub fn p061(img: [i32; rows, cols], lut: [i8; 256], ker: [i16; 3, 2], gain: u16) -> (warp0, mix3) {
        border lut = repeat;
        border ker = mirror;
        warp0(y, x) = ker(2*y, 2*x);
        edge1(y, x) = case {
            y <= 3 => stencil(ker, 3, [[1, 2, -1, -2], [-1, 4, 1, 2]]),
            else => abs((x as i16)),
        };
        border edge1 = mirror;
        tone2(y, x): u16 = (sum(d1 in -2..=2, d2 in -1..=2; edge1(y + d1 + 1, x + d1 - 1)) as u16) * (if (edge1(y % 3, y % 2) <= (-32768)) { (lut(68) as u16) } else { saturate(lut(119), u16) });
        mix3(x) = case {
            x <= 2 => lut(2*x),
            else => (tone2(x % 2, x % 2) as i8),
        };
    }
}

compare! {
    agrees_061: p061((array img: [i32; rows, cols]), (array lut: [i8; 256]), (array ker: [i16; 3, 2]), (scalar gain: u16)) -> (a, b)
    for rows >= 1 by 1, cols >= 1 by 1
}

pipeline! {
    pub fn p062(img: [f64; rows, cols], bias: i16) -> mask2[1]
    where cols ~ 3864 {
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        soft0(x) = (product(d1 in -3..=4; img(x + d1, 0)) as f32);
        fold1(x): i8 = case {
            x % 3 == 0 => (stencil(soft0, 1.0 / 8.0, [0, 1, 4, -2]) as i8),
            x % 3 == 1 => select((soft0(x + 3) <= 255.0), (soft0(x - 3) as i8), (-1i8)),
            else => (if (x > 1) { saturate(img(0, clamp((bias as i32), 0, cols - 1)), i8) } else { ((rows - x) as i8) }),
        };
        border fold1 = constant(127);
        mask2[0](x) = (stencil(fold1, 3, [2, 0, -1, -1]) as u16);
        for k in 1..2 {
            mask2[k](x) = if (x % 2 == 0) { stencil(mask2[k - 1], 3, [0, 3, 3, 3, 4]) } else { { let v1 = (mask2[k - 1](2*x) | 65535u16); v1 * v1 - ((soft0(2*x - 1) as f64) as u16) } };
        }
    }
}

compare! {
    agrees_062: p062((array img: [f64; rows, cols]), (scalar bias: i16)) -> (a)
    for rows >= 1 by 1, cols >= 1 by 1
}

pipeline! {
    pub fn p063(img: [i8; rows, cols], lut: [f64; 256], gain: i16) -> grid0[2] {
        border lut = repeat;
        grid0[0](y, x) = (img((y - 2)/2, (x - 1)/2) as f32) - (((x + -1) as f32) + 0.25);
        for k in 1..3 {
            grid0[k](y, x) = if (y > 1) { grid0[k - 1](y, x + 1) } else { ((grid0[k - 1](y + 2, x - 3) - (gain as f32)) + (if (grid0[k - 1](y, x) >= 0.5) { ((2*y + y) as f32) } else { 1e9 })) };
        }
    }
}

compare! {
    agrees_063: p063((array img: [i8; rows, cols]), (array lut: [f64; 256]), (scalar gain: i16)) -> (a)
    for rows >= 1 by 1, cols >= 1 by 1
}

pipeline! {
    pub fn p064(img: [u32; rows], aux: [i16; rows + 2], ker: [i32; 4, 4]) -> (soft0, warp2, soft3) {
        border img = mirror101;
        border ker = constant(0);
        soft0(x): i16 = aux(x) * ((aux(x) - (ker(3, x % 3) as i16)) + 11);
        mix1(x) = case {
            x <= 4 => (stencil(soft0, [3]) as f32),
            else => min(d1 in -2..=2; (soft0(x + d1 + 1) as f32)),
        };
        warp2(x) = product(d1 in -2..=4; soft0(x + d1)) + select((x == 4), !soft0(2), 32767);
        soft3(x) = saturate(soft0((2*x - 3)/3), u32) * select((x < rows), ((mix1(2*x >> 1) as u32) ^ 12), 3);
    }
}

compare! {
    agrees_064: p064((array img: [u32; rows]), (array aux: [i16; rows + 2]), (array ker: [i32; 4, 4])) -> (a, b, c)
    for rows >= 1 by 1
}

pipeline! {
    pub fn p065(ker: [u8; 4, 4], img: [i16; deep, rows, cols]) -> mix0
    where deep ~ 960, deep % 4 == 0 {
        border img = repeat;
        border ker = repeat;
        mix0(y, x) = (stencil(ker, [[2, 3, 3, 0], [0, 0, 3, 3], [0, 3, 0, 0]]) as f64);
        border mix0 = constant(0.0);
    }
}

compare! {
    agrees_065: p065((array ker: [u8; 4, 4]), (array img: [i16; deep, rows, cols])) -> (a)
    for rows >= 1 by 1, cols >= 1 by 1, deep >= 4 by 4
}

pipeline! {
    pub fn p066(img: [i32; rows, cols], ker: [i16; 2, 3], bias: u16) -> mix0 {
        border img = mirror101;
        border ker = mirror;
        border mix0 = constant(7);
        mix0(y, x): i16 in [0..2*rows, 0..cols - 1] = (ker(0, clamp(((2*y + y) as i32), 0, 2)) * (img(y + 1, 2*x + 3) as i16));
    }
}

compare! {
    agrees_066: p066((array img: [i32; rows, cols]), (array ker: [i16; 2, 3]), (scalar bias: u16)) -> (a)
    for rows >= 1 by 1, cols >= 1 by 1
}

pipeline! {
    pub fn p067(img: [u16; deep, rows + 2, cols], ker: [u8; 3, 4]) -> edge1
    where deep ~ 960, deep % 4 == 0 {
        border img = constant(0);
        fold0(y, x): u8 = case {
            x >= deep - 1 => ker(y, x),
            !(x >= deep - 1) => (img(2, 0, 0) as u8),
        };
        edge1(x): u8 = case {
            x % 4 == 0 => max(d1 in -3..=4; ker(x, x % 2)),
            x % 4 == 1 => (fold0(0, x % 4) * ker(2, clamp((ker(2, clamp((fold0(0, clamp((fold0(clamp((fold0(clamp((ker(2, clamp((ker(x % 3, 1) as i32), 0, 3)) as i32), 0, 2), 3) as i32), 0, 2), x % 2) as i32), 0, 3)) as i32), 0, 3)) as i32), 0, 3))),
            x % 4 == 2 => select((fold0(2, 3) != 0), ker(x % 2, x % 2), ker(1, x % 2)),
            else => (fold0(x % 3, 3) + fold0(x % 2, 0)),
        };
    }
}

compare! {
    agrees_067: p067((array img: [u16; deep, rows + 2, cols]), (array ker: [u8; 3, 4])) -> (a)
    for rows >= 1 by 1, cols >= 1 by 1, deep >= 4 by 4
}

pipeline! {
    pub fn p068(img: [i16; deep, -1..=rows, -1..=cols, 3]) -> mix0 {
        border img = clamp;
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        mix0(z, y, x) = img(z + 1, y - 1, x - 1, z % 3) * (((img(z + 1, y - 1, x - 1, y % 2) as u16) as i16) * product(d1 in -3..4, d2 in -3..=3; img(z + d1 - 1, y + d2, x + d2 - 1, y % 3)));
    }
}

compare! {
    agrees_068: p068((array img: [i16; deep, rows + 2, cols + 2, 3])) -> (a)
    for rows >= 1 by 1, cols >= 1 by 1, deep >= 1 by 1
}

pipeline! {
    pub fn p069(img: [u32; -1..=rows, cols]) -> (mask0, warp1)
    where cols >= 6 {
        mask0(y, x) = (stencil(img, 3, [[2, 0, 3]]) as f32);
        border warp1 = mirror101;
        warp1(y, x): f64 = (stencil(img, [[1], [4], [0]]) as f64) - ceil((x as f64));
    }
}

compare! {
    agrees_069: p069((array img: [u32; rows + 2, cols])) -> (a, b)
    for rows >= 1 by 1, cols >= 6 by 1
}
