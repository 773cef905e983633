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
    for rows >= 1 by 1, cols >= 4 by 4
}

pipeline! {
    pub fn p001(img: [f64; rows, cols], ker: [i32; 2, 2], gain: i16) -> fold0
    where rows ~ 960, rows % 4 == 0 {
        fold0(y, x): u32 = (product(d1 in -1..=1, d2 in -1..=1; ker((3*y + d1 - 3)/3, (2*x + 3)/2)) as u32) - (if (ker(1, 0) == 2147483647) { (ker(1, y % 2) as u32) } else { (ker(clamp((img(3, 0) as i32), 0, 1), x % 2) as u32) });
    }
}

compare! {
    agrees_001: p001((array img: [f64; rows, cols]), (array ker: [i32; 2, 2]), (scalar gain: i16)) -> (a)
    for rows >= 4 by 4, cols >= 1 by 1
}

pipeline! {
    pub fn p002(img: [u8; deep, rows, cols], m: size) -> mix1
    where deep ~ 2894 {
        warp0(y, x) in [0..=cols - 2, 0..m + 1] = if x < 3 { (widen(img(0, 0, y)) as u8) } else { { let v1 = img(clamp(saturate(img(0, clamp((img(0, 0, y + 1) as i32), 0, rows - 1), y), i32), 0, deep - 1), 0, y); v1 * v1 - (x as u8) } };
        border mix1 = constant(0);
        mix1(z, y, x): u8 = stencil(img, 3, [3]) - (warp0(x - 3, 1) - img(0, y, x));
    }
}

compare! {
    agrees_002: p002((array img: [u8; deep, rows, cols]), (size m)) -> (a)
    for rows >= 1 by 1, cols >= 1 by 1, deep >= 1 by 1, m >= 1 by 1
}

pipeline! {
    pub fn p003(img: [u8; deep, rows, cols, 2]) -> warp0 {
        warp0(z, y, x) = (img(z, 0, y, x) as i8) + -(img(z, 0, y, y % 2) as i8);
        border warp0 = constant(0);
    }
}

compare! {
    agrees_003: p003((array img: [u8; deep, rows, cols, 2])) -> (a)
    for rows >= 1 by 1, cols >= 1 by 1, deep >= 1 by 1
}

pipeline! {
    pub fn p004(img: [f32; deep, rows, cols], ker: [i8; 3, 4]) -> warp1[3]
    where cols >= 5 {
        border ker = mirror101;
        tone0(y, x): i8 = min(d1 in -1..=2, d2 in -1..=2; ker(y, x + 1)) * min((y as i8), ker(clamp((ker(1, 1) as i32), 0, 2), y % 3));
        const WARP1 = 4;
        warp1[0](y, x) = ker(y, x);
        for k in 1..WARP1 {
            warp1[k](y, x) = warp1[k - 1](y, x) ^ ((((y + -2) as i8) >> 6) / 8);
        }
    }
}

compare! {
    agrees_004: p004((array img: [f32; deep, rows, cols]), (array ker: [i8; 3, 4])) -> (a)
    for rows >= 1 by 1, cols >= 5 by 1, deep >= 1 by 1
}

pipeline! {
    pub fn p005(gain: u16, img: [u16; deep, rows, cols], lut: [i32; 16]) -> mask0
    where rows ~ 1345, cols ~ 960, cols % 3 == 0 {
        border lut = clamp;
        mask0(y, x): f64 in [0..cols, 0..deep / 2] = { let v1 = ((lut(9) as f64) / 100.0); v1 * v1 - { let v2 = (lut(11) as f64); v2 * v2 - (lut(2) as f64) } };
    }
}

compare! {
    agrees_005: p005((scalar gain: u16), (array img: [u16; deep, rows, cols]), (array lut: [i32; 16])) -> (a)
    for rows >= 1 by 1, cols >= 3 by 3, deep >= 1 by 1
}

pipeline! {
    pub fn p006(img: [i32; deep + 2, rows, cols, 2]) -> mask3
    where deep ~ 2591 {
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        warp0(w, z, y, x) = img(w - 1, z, y, x + 1) + (min((img(w + 2, z/2, y, w % 2) as i8), ((x + -3) as i8)) as i32);
        mask1(w, z, y, x): i32 = max(warp0(w + 1, z + 1, y, x - 1), (warp0(w, z + 1, y + 1, -1) * img(0, 0, y, z % 2)));
        edge2(w, z, y, x): i32 = mask1(2*w, (z + 1)/3, 2*y, 3*x - 2) ^ { let v1 = mask1((2*w + 3)/3, 3*z/2, 2*y/2, y % 2); v1 * v1 - mask1(2*w + 1, (2*z + 3)/3, y/3, 1) };
        border edge2 = constant(-2147483648);
        mask3(w, z, y, x) = (stencil(warp0, [4]) as u16);
        border mask3 = constant(1);
    }
}

compare! {
    agrees_006: p006((array img: [i32; deep + 2, rows, cols, 2])) -> (a)
    for rows >= 1 by 1, cols >= 1 by 1, deep >= 1 by 1
}

pipeline! {
    pub fn p007(img: [u16; deep, rows, cols, 3], m: size) -> soft0
    where cols >= 6, m ~ 960, m % 2 == 0 {
        soft0(w, z, y, x) = max((img(w, x, z, y) as u8), (if (img(w, x, z, clamp((img(w, x, z, 1) as i32), 0, 2)) != 5) { ((deep - z) as u8) } else { (img(w, x, z, x % 3) as u8) }));
    }
}

compare! {
    agrees_007: p007((array img: [u16; deep, rows, cols, 3]), (size m)) -> (a)
    for rows >= 1 by 1, cols >= 6 by 1, deep >= 1 by 1, m >= 2 by 2
}

pipeline! {
    pub fn p008(img: [i8; rows + 2, cols]) -> fold2
    where rows >= 5, cols >= 3 {
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        mix0(y, x) in [1..cols + 1, 0..cols] = if x > cols - 3 { clamp(img(1, y - 1), 5, (-128)) } else { (img(6, x) >> img(6, y - 1)) };
        border fold1 = clamp;
        fold1(y, x) = case {
            y < 1 => mix0(y, x + 1),
            y >= 1 && y < 3 => mix0(cols + 1 - y, y - 1),
            else => (mix0(y, y - 1) / 1),
        };
        fold2(y, x) = max(stencil(mix0(y, x), [[3, 3, -1, 3, 1], [3, -1, 4, 1, -1], [1, 0, 0, 1, -1]]), (fold1(y + 1, cols - 3 - y) - ((2*y + y) as i8)));
    }
}

compare! {
    agrees_008: p008((array img: [i8; rows + 2, cols])) -> (a)
    for rows >= 5 by 1, cols >= 3 by 1
}

pipeline! {
    pub fn p009(img: [i16; rows, 1..=cols], gain: i16) -> fold0 {
        border img = mirror101;
        fold0(x) in [-2..rows + 1] = case {
            x < 0 => (img(x - 6, (img(0, 1) as u8)) as i32),
            x >= 0 && x < 1 => (img(x, 1) as i32),
            else => (img(x - 1, 1) as i32),
        };
    }
}

compare! {
    agrees_009: p009((array img: [i16; rows, cols]), (scalar gain: i16)) -> (a)
    for rows >= 1 by 1, cols >= 1 by 1
}
