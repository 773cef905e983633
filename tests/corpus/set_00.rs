//! Generated pipelines; every block is compared with its reference by `compare!`.
//!
//! Not to be edited: `BLESS=1 cargo test -p pipeline-lang --test corpus` writes this file.

use pipeline::pipeline;

pipeline! {
    pub fn p000(img: [i16; 1..=rows, cols], aux: [i16; rows, 2*cols]) -> fold0
    where cols ~ 960, cols % 4 == 0 {
        border img = clamp;
        border aux = constant(7);
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        border fold0 = constant(1);
        fold0(y, x): i16 = stencil(aux, [[0, 0, 1]]);
    }
}

compare! {
    agrees_000: p000((array img: [i16; rows, cols]), (array aux: [i16; rows, 2 * cols])) -> (a)
    for rows >= 1 by 1 like 30, cols >= 4 by 4 like 24
}

pipeline! {
    pub fn p001(img: [f64; rows, cols], ker: [i32; 2, 2], gain: i16) -> fold2[2]
    where rows ~ 960, rows % 4 == 0 {
        fold0(y, x) = (product(d1 in -1..=1, d2 in -1..=1; ker((3*y + d1 - 3)/3, (2*x + 3)/2)) as u32) + (saturate(gain, u32) | (ker(y % 2, 0) as u32));
        edge1(y, x) = (fold0(y - 1, x + 1) as u16) + select((y == 5), (ker(x % 2, y % 2) as u16), 2);
        const FOLD2 = 3;
        for k in 0..FOLD2 {
            if k == 0 { fold2[k](y, x) = fold0((y - 1) >> 1, x + 2) * (edge1((y + 1)/2, 2*(x/2) + 1) as u32); } else { fold2[k](y, x) = fold2[k - 1]((y + 2)/2, x/2) + ((saturate(gain, u32) & ((y % 3) as u32)) + (if (y < 2) { (x as u32) } else { (ker(y % 2, x % 2) as u32) })); }
        }
    }
}

compare! {
    agrees_001: p001((array img: [f64; rows, cols]), (array ker: [i32; 2, 2]), (scalar gain: i16)) -> (a)
    for rows >= 4 by 4 like 24, cols >= 1 by 1 like 24
}

pipeline! {
    pub fn p002(m: size, img: [u8; deep, rows, cols]) -> edge1
    where deep ~ 2894 {
        warp0(y, x) in [0..=cols - 2, 0..m + 1]: u8 = if x < 3 { (img(0, 0, y) ^ 0) } else { (img(clamp(saturate(img(0, clamp((img(clamp((img(0, clamp((img(0, 0, y + 1) as i32), 0, rows - 1), y + 1) as i32), 0, deep - 1), 0, y + 1) as i32), 0, rows - 1), y), i32), 0, deep - 1), 0, y + 1) - img(clamp((img(0, 0, y) as i32), 0, deep - 1), 0, y)) };
        edge1(y, x) = product(d1 in -1..=2, d2 in -1..=2; warp0(y, x + d1)) + (min((img(0, 0, y) - 8), (warp0(y, x) / 16)) ^ max((warp0(y, x) + img(0, 0, y)), select((x % 2 == 0), warp0(y, x), warp0(y, x))));
    }
}

compare! {
    agrees_002: p002((size m), (array img: [u8; deep, rows, cols])) -> (a)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24, deep >= 1 by 1 like 12, m >= 1 by 1 like 20
}

pipeline! {
    pub fn p003(img: [u8; deep, rows, cols, 2]) -> warp4 {
        warp0(z, y, x) = (img(z, 0, y, x) as i8) * (2 - (img(0, clamp(saturate(img(z, 0, 0, 1), i32), 0, rows - 1), y, 1) as i8));
        mix1(y, x) in [0..2*cols, 0..=deep - 1]: i8 = case {
            x < 3 => (if (warp0(x, 0, 1) < (-128)) { ((x / 2) as i8) } else { 63 }),
            else => -(warp0(x, y/2, 1) - warp0(x, y/2, x % 2)),
        };
        fold2(y, x) = sum(d1 in -2..=2, d2 in -1..=2; mix1(y + d2 + 3, (3*x + 2*d1)/3));
        border soft3 = constant(127);
        soft3(y, x) = if (x < 2) { min(d1 in -1..=1, d2 in -1..=1; fold2(y + d2, x)) } else { ((-9) - clamp((((deep - y) as i8) * (-3)), 3, 63)) };
        warp4(y, x) = sum(d1 in -1..=2, d2 in -1..=2; soft3(x + d1, y + d1 + 3)) * abs(fold2(x - 2, y));
    }
}

compare! {
    agrees_003: p003((array img: [u8; deep, rows, cols, 2])) -> (a)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24, deep >= 1 by 1 like 12
}

pipeline! {
    pub fn p004(img: [f32; deep, rows, cols], ker: [i8; 3, 4]) -> mask1
    where cols >= 5 {
        border ker = mirror101;
        tone0(y, x) = min(d1 in -1..=2, d2 in -1..=2; ker(y, x + 1)) - ((y as i8) - ker(clamp((ker(1, 1) as i32), 0, 2), y % 3));
        border mask1 = constant(0);
        mask1(y, x) = if (x > 3) { tone0(y - 2, x - 1) } else { ((tone0(0, y % 4) & ker(x % 3, y % 3)) ^ { let v1 = tone0(2, 0); v1 * v1 - tone0(1, 1) }) };
    }
}

compare! {
    agrees_004: p004((array img: [f32; deep, rows, cols]), (array ker: [i8; 3, 4])) -> (a)
    for rows >= 1 by 1 like 30, cols >= 5 by 1 like 24, deep >= 1 by 1 like 12
}

pipeline! {
    pub fn p005(img: [u16; deep, rows, cols], lut: [i32; 16], gain: u16) -> mask0
    where rows ~ 1345, cols ~ 960, cols % 3 == 0 {
        border lut = clamp;
        border mask0 = constant(-2.5);
        mask0(y, x) in [0..cols, 0..deep / 2]: f64 = pow(((lut(9) as f64) + (-2)), 0.25);
    }
}

compare! {
    agrees_005: p005((array img: [u16; deep, rows, cols]), (array lut: [i32; 16]), (scalar gain: u16)) -> (a)
    for rows >= 1 by 1 like 30, cols >= 3 by 3 like 24, deep >= 1 by 1 like 12
}

pipeline! {
    pub fn p006(img: [i32; deep + 2, rows, cols, 2]) -> warp0
    where deep ~ 2591 {
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        warp0(w, z, y, x) = img(w - 1, z, y, x + 1) + clamp(clamp(img(w, z + 1, 2*((y - 2)/2), y % 2), (-7), 2), 9, (-2147483648));
    }
}

compare! {
    agrees_006: p006((array img: [i32; deep + 2, rows, cols, 2])) -> (a)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24, deep >= 1 by 1 like 12
}

pipeline! {
    pub fn p007(img: [u16; deep, rows, cols, 3], m: size) -> soft0
    where cols >= 6, m ~ 960, m % 2 == 0 {
        soft0(w, z, y, x) = max((img(w, x, z, y) as u8), ((img(w, x, z, z % 2) as u8) << 4));
    }
}

compare! {
    agrees_007: p007((array img: [u16; deep, rows, cols, 3]), (size m)) -> (a)
    for rows >= 1 by 1 like 30, cols >= 6 by 1 like 24, deep >= 1 by 1 like 12, m >= 2 by 2 like 12
}

pipeline! {
    pub fn p008(img: [i8; rows + 2, cols]) -> soft2
    where rows >= 5 {
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        mix0(y, x) in [1..cols + 1, 0..cols]: i8 = if x > cols - 3 { clamp(img(1, y - 1), 5, (-128)) } else { { let v1 = (img(6, x) >> img(6, y - 1)); v1 * v1 - blend(((x / 2) as i8), img(4, 0)) } };
        grid1(y, x) = case {
            y < 1 && y >= 0 => (stencil(mix0(y, x), 3, [[4, 4, -1, 1]]) as f32),
            else => pow(((cols - y) as f32), (mix0(y - 1, y/2) as f32)),
        };
        border grid1 = constant(-2.5);
        soft2(y, x) in [0..cols / 2, 0..2*cols] = spread(spread(((x / 2) as f32), (x as f32)), { let v1 = grid1((3*x - 4) >> 1, 2*y - 3); v1 * v1 - grid1(2*y + 1, y - 7) });
    }
}

compare! {
    agrees_008: p008((array img: [i8; rows + 2, cols])) -> (a)
    for rows >= 5 by 1 like 30, cols >= 1 by 1 like 24
}

pipeline! {
    pub fn p009(gain: i16, img: [i16; rows, 1..=cols]) -> (edge2, grid1) {
        border img = mirror101;
        fold0(x) in [-2..rows + 1] = case {
            x < 0 => (img(x - 6, (img(0, 1) as u8)) as i32),
            x >= 0 && x < 1 => (img(x, 1) as i32),
            else => (img(x - 1, 1) as i32),
        };
        grid1(x): u8 = case {
            x % 4 == 0 => (fold0(x + 1) as u8),
            x % 4 == 1 => ((fold0(x) as u8) / 4),
            x % 4 == 2 => ((gain as u8) % 127),
            else => (if (fold0(x - 2) >= (-2147483648)) { (fold0(x - 1) as u8) } else { 6 }),
        };
        edge2(z, y, x) in [0..rows, 0..2*cols, 0..=rows] = if x < 2 { clamp(saturate(fold0(z + 1), i16), (-1), 11) } else { (((z % 3) as i16)).clamp(1, 32767i16) };
    }
}

compare! {
    agrees_009: p009((scalar gain: i16), (array img: [i16; rows, cols])) -> (a, b)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24
}
