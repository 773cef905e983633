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
    pub fn p101(img: [i8; rows, 1..=cols], lut: [i8; 300]) -> warp1
    where rows ~ 1366 {
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        edge0(y, x): i16 in [0..=rows, 0..4] = 1;
        edge0(j, j % 4) max= (saturating_add(widen(lut(clamp((lut(clamp(saturate(lut((lut(168) as u8)), i32), 0, 299)) as i32), 0, 299))), widen(img(j, 1)))) as i16 for (i, j) in [0..=1, 0..rows];
        edge0(clamp((lut(172) as i32), 0, 0), clamp(saturate(lut(73), i32), 0, 3)) max= (!widen(img(0, 1))) as i16 for (i, j) in [0..cols, 0..=4];
        warp1(y, x) = case {
            x < 1 => (edge0(y, x) as i32),
            x >= 1 && x < 6 => { let v1 = ((2*y + y) as i32); v1 * v1 - saturate(lut(294), i32) },
            else => !(y as i32),
        };
    }
}

compare! {
    agrees_101: p101((array img: [i8; rows, cols]), (array lut: [i8; 300])) -> (a)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24
}

pipeline! {
    pub fn p102(img: [f64; rows + 2, cols], aux: [u16; rows], lut: [i32; 16], bias: i16, m: size) -> mask1
    where rows ~ 1541, cols ~ 2588, m >= 6 {
        border img = clamp;
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        mix0(x) = stencil(aux(x), [3, 0, 4]);
        border mask1 = constant(1);
        mask1(x) = mix0((x - 3)/3) * { let v1 = saturate((mix0((3*x + 3) >> 1) as i32), u16); v1 * v1 - blend(aux(2*x - 1), mix0((x - 2) >> 1)) };
    }
}

compare! {
    agrees_102: p102((array img: [f64; rows + 2, cols]), (array aux: [u16; rows]), (array lut: [i32; 16]), (scalar bias: i16), (size m)) -> (a)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24, m >= 6 by 1 like 20
}

pipeline! {
    pub fn p103(img: [f64; rows + 2, 1..=cols, 4], aux: [f32; rows], lut: [i8; 256]) -> (grid3, soft2, tone1) {
        border img = constant(1);
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        mask0(x): f32 = aux(x) + ((lut(43) as f32)).clamp(7.75, 0.25);
        border mask0 = repeat;
        tone1(x): i16 = (mask0(x) as i16) + (if (x % 2 == 0) { widen(lut(clamp(((x + -1) as i32), 0, 255))) } else { 7 });
        soft2(y, x) in [0..rows / 2, 0..rows / 2]: i16 = -(lut(39) as i16);
        grid3(x): u32 in [0..=rows] = 8;
        grid3(i) *= ((aux(0) as u32)) as u32 for (i) in [1..rows];
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
    pub fn p105(img: [i8; rows, 1..=cols], lut: [u32; 256], gain: i8) -> (grid2, fold3) {
        border img = repeat;
        border lut = mirror101;
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        mask0(y, x): u16 = max((stencil(img, [[-2, 0, 4, 4, 3], [2, -1, 2, -1, 0], [-2, -2, -2, -1, 3]]) as u16), (saturate(lut(((x / 2) as u8)), u16) - (lut(210) as u16)));
        fold1(y, x): u16 = (stencil(mask0, 3, [0, 3, 0, 4, 4]) + (!mask0(y + 2, x) + ((lut(170) as u16) - 10))) - fold1(y, x + 2) * fold1(y, x + 2);
        border fold1 = constant(3);
        grid2(y, x) = stencil(fold1, [[3, 3, 0], [2, 3, 2], [4, 0, 0], [0, 0, 0], [2, 0, 4]]) ^ select((x < 3), fold1(y, x), 65535);
        fold3(x): f32 in [0..3] = 6;
        fold3(i % 3) min= (-(fold1(i - 1, (i + 5)/2) as f32)) as f32 for (i) in [0..rows];
    }
}

compare! {
    agrees_105: p105((array img: [i8; rows, cols]), (array lut: [u32; 256]), (scalar gain: i8)) -> (a, b)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24
}

pipeline! {
    pub fn p106(img: [u8; rows, -1..=cols], aux: [i32; rows, cols], lut: [f64; 256]) -> mask0[3]
    where cols ~ 2554 {
        const MASK0 = 4;
        mask0[0](y, x) = if (y > 6) { (stencil(aux, 3, [[-1, 0, 4]]) as i8) } else { (((2*x + x) as u32) as i8) };
        for k in 1..MASK0 {
            mask0[k](y, x) = product(d1 in -1..=1, d2 in -1..=1; mask0[k - 1](y + d2, x + d1));
        }
    }
}

compare! {
    agrees_106: p106((array img: [u8; rows, cols + 2]), (array aux: [i32; rows, cols]), (array lut: [f64; 256])) -> (a)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24
}

pipeline! {
    pub fn p107(img: [f32; rows, 1..=cols], lut: [f32; 300]) -> (fold2, soft1)
    where cols ~ 960, cols % 3 == 0, rows >= 4, cols >= 5 {
        border lut = repeat;
        warp0(y, x): u8 = (stencil(img, [[-1, 3, 4, -2, -1], [3, 3, -2, 4, 2], [-2, 4, 2, 1, 1]]) as u8) - ((img(y + 2, x + 2) as i8) as u8);
        border warp0 = repeat;
        soft1(x): f64 in [0..=1] = 1;
        soft1(clamp(abs_diff((warp0(1, j - 3) as i32), saturate(warp0(1, j + 7), i32)), 0, 1)) += ((warp0(1, j/2) as f64)) as f64 for (i, j) in [0..=1, 0..cols];
        fold2(y, x) = (warp0(y, 2*((x - 1)/2) + 1) as i16) + (((y + 5) as u8) as i16);
    }
}

compare! {
    agrees_107: p107((array img: [f32; rows, cols]), (array lut: [f32; 300])) -> (a, b)
    for rows >= 4 by 1 like 30, cols >= 6 by 3 like 24; LARGE
}

pipeline! {
    pub fn p108(img: [i32; rows, cols], lut: [f32; 256], bias: u32) -> (grid5, edge3)
    where cols ~ 2625 {
        border img = constant(0);
        border lut = constant(-2.5);
        soft0(y, x) = img(y, x);
        border soft0 = clamp;
        warp1(y, x) = case {
            y < 3 => img(y, x),
            y >= 3 && y < 9 => { let v1 = soft0(0, x); v1 * v1 - soft0(y, x) },
            else => min(soft0(0, x), saturate(lut(33), i32)),
        };
        mask2(y, x): bool = (soft0(y, 2*x) >= 9) ^ ((lut(200) as u32) < 0);
        edge3(x): u8 in [0..=0] = 7;
        edge3((i + 1) / 2) += ((lut(250) as u8)) as u8 for (i) in [0..=0];
        edge3(clamp(soft0(0, i - 2), 0, 0)) *= ((warp1(0, i) as u8)) as u8 for (i) in [0..cols];
        tone4(y, x) = (max(d1 in -2..=2, d2 in -2..=2; img(2*y, 2*x + d1)) as f32) - ((if mask2(2*y + 1, 2*x + 1) { (soft0(2*y - 1, 2*x - 1) as f32) } else { (mask2(2*y, x + 1) as u8 as f32) }) * 100);
        grid5(x) = product(d1 in -3..=4; edge3(x)) * (saturate(tone4(x, x), u8) - saturate(tone4(x, x), u8));
    }
}

compare! {
    agrees_108: p108((array img: [i32; rows, cols]), (array lut: [f32; 256]), (scalar bias: u32)) -> (a, b)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24
}

pipeline! {
    pub fn p109(img: [i8; rows, cols, 2], aux: [u16; 1..=cols], gain: u8) -> grid0
    where cols ~ 960, cols % 3 == 0 {
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        border grid0 = constant(7);
        grid0(y, x): u16 in [0..2*cols, 0..rows / 2] = ({ let v1 = widen((aux(3) as u8)); v1 * v1 - (((2*x + y) as u16)).clamp(65535, 0) } + (select((y > 6), (img(2*x + 1, 1, x % 2) as u8), 127) as u16));
    }
}

compare! {
    agrees_109: p109((array img: [i8; rows, cols, 2]), (array aux: [u16; cols]), (scalar gain: u8)) -> (a)
    for rows >= 1 by 1 like 30, cols >= 3 by 3 like 24
}
