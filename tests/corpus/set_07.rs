//! Generated pipelines; every block is compared with its reference by `compare!`.
//!
//! Not to be edited: `BLESS=1 cargo test -p pipeline-lang --test corpus` writes this file.

use pipeline::pipeline;

pipeline! {
    pub fn p070(img: [u32; deep, rows, cols], gain: u32, m: size) -> (fold0[1], fold0[2])
    where deep >= 4 {
        border img = mirror101;
        const FOLD0 = 3;
        fold0[0](z, y, x) = if (z % 3 != 2) { product(d1 in -1..=1, d2 in -1..=1; img(z + d2, y + d2, x + d2)) } else { (10 - img(z, 0, x)) };
        for k in 1..FOLD0 {
            fold0[k](z, y, x) = if (z > 2) { product(d1 in 0..=1, d2 in 0..=1; fold0[k - 1](2*z + d2, 2*y + d2, 2*x + 2*d1)) } else { sum(d3 in 0..=2, d4 in -2..=2; img(d3, y + d4, x + d4 + 1)) };
        }
    }
}

compare! {
    agrees_070: p070((array img: [u32; deep, rows, cols]), (scalar gain: u32), (size m)) -> (a, b)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24, deep >= 4 by 1 like 12, m >= 1 by 1 like 20
}

pipeline! {
    pub fn p071(img: [u16; rows, cols, 4], aux: [i8; cols, rows], gain: i32, bias: f32) -> (fold4, grid3)
    where cols >= 4, rows >= 2 {
        border aux = mirror101;
        border tone0 = mirror;
        tone0(y, x): i8 in [0..cols, 0..=rows - 2] = if y < 3 { (aux(2*y - 1, x) - (bias as i8)) } else { aux(y + 1, x - 1) };
        tone1(y, x) = case {
            y < 3 && x >= 4 => aux(y, x),
            else => aux(y, x),
        };
        edge2(y, x) = (sum(d1 in -2..=4, d2 in -3..=4; tone0(y, x + d2)) as u16);
        grid3(x): i8 = tone0(cols - 1 - x, 0) - (edge2(x + 1, 0) as i8);
        fold4(y, x): i16 = saturate(edge2(y + 1, x), i16);
    }
}

compare! {
    agrees_071: p071((array img: [u16; rows, cols, 4]), (array aux: [i8; cols, rows]), (scalar gain: i32), (scalar bias: f32)) -> (a, b)
    for rows >= 2 by 1 like 30, cols >= 4 by 1 like 24
}

pipeline! {
    pub fn p072(img: [f32; 1..=rows, cols], lut: [f64; 16]) -> soft1 {
        border lut = constant(-2.5);
        fold0(y, x): bool in [0..cols, 0..=2] = case {
            x < 4 && x >= 3 => select((y > 5), (lut(3) != 255.0), (img(clamp((img(1, y) as i32), 1, rows), y) == 7.75)),
            else => (lut(9) > 3),
        };
        soft1(x) = (lut(x) as u8);
    }
}

compare! {
    agrees_072: p072((array img: [f32; rows, cols]), (array lut: [f64; 16])) -> (a)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24; LARGE
}

pipeline! {
    pub fn p073(img: [u16; rows, cols], ker: [u32; 3, 3]) -> (mask1, mix2)
    where rows ~ 960, rows % 4 == 0, cols ~ 960, cols % 3 == 0 {
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        border fold0 = constant(4294967295);
        fold0(y, x) in [1..rows, 0..2*rows]: u32 = ((if (y > 0) { ker(2, y % 2) } else { saturate(img(x/2, 1), u32) }) + 2147483647);
        mask1(y, x): i8 = saturate(stencil(fold0(y, x), 3, [[0, 1, 4, 4], [0, 2, 1, 1], [0, 0, 2, 0]]), i8) * (saturate((ker(x % 3, 1) as u8), i8) - ((fold0(y/2, y) as i8) % (fold0(x - 2, x/2) as i8)));
        mix2(y, x): u16 = case {
            x < 2 => (stencil(fold0(x, y), 3, [1, 2, 4, 2, 4]) as u16),
            x >= 2 && x < 4 => (if (y < cols - 2) { (mask1(y - 1, x) as u16) } else { 65535 }),
            else => widening_add((mask1(2*x + 1, y - 1) as u8), saturate(fold0(2*x, y), u8)),
        };
    }
}

compare! {
    agrees_073: p073((array img: [u16; rows, cols]), (array ker: [u32; 3, 3])) -> (a, b)
    for rows >= 4 by 4 like 24, cols >= 3 by 3 like 24
}

pipeline! {
    pub fn p074(img: [u8; rows, cols], aux: [i16; rows, 1..=cols], lut: [f64; 300]) -> mix4
    where cols >= 3 {
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        tone0(y, x): bool = case {
            y <= 1 => (aux(y, x) != 7),
            else => (x % 3 != 1),
        };
        fold1(y, x) = (img(y, x) as i32);
        fold2(y, x) = if (x < rows / 2) { aux(y, x) } else { ((tone0(y, 1) as i16) + (fold1(y, x) as i16)) };
        fold3(y, x): i16 = case {
            x % 4 == 0 => fold2(y, x),
            x % 4 == 1 => (img(y, x) as i16),
            x % 4 == 2 => ((img(y, x) as i16) + (fold1(0, x) as i16)),
            else => -((cols - y) as i16),
        };
        border mix4 = constant(65535);
        mix4(x) in [0..2*cols]: u16 = max(select((x % 3 != 2), (fold2(0, 1) as u16), (fold3(0, 1) as u16)), 65535u16);
    }
}

compare! {
    agrees_074: p074((array img: [u8; rows, cols]), (array aux: [i16; rows, cols]), (array lut: [f64; 300])) -> (a)
    for rows >= 1 by 1 like 30, cols >= 3 by 1 like 24
}

pipeline! {
    pub fn p075(m: size, img: [u8; deep, rows, cols], aux: [i16; rows]) -> (mix0, fold1, warp2)
    where cols >= 4, deep >= 5, m ~ 960, m % 2 == 0, rows >= 3 {
        border img = mirror101;
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        border mix0 = mirror;
        mix0(x) = stencil(aux, [4, 1, -2]) * abs(aux(0));
        fold1(x) = case {
            x % 3 == 0 => (min(d1 in -3..=4; mix0(x + d1)) as i32),
            x % 3 == 1 => clamp(saturate(mix0(x), i32), 1073741823, 10),
            else => clamp((aux(x) as i32), 1073741823, 2147483647),
        };
        border fold1 = mirror101;
        warp2(x): i16 = case {
            x >= cols - 3 => mix0(x),
            else => -(fold1(x) as i16),
        };
    }
}

compare! {
    agrees_075: p075((size m), (array img: [u8; deep, rows, cols]), (array aux: [i16; rows])) -> (a, b, c)
    for rows >= 3 by 1 like 30, cols >= 4 by 1 like 24, deep >= 5 by 1 like 12, m >= 2 by 2 like 12
}

pipeline! {
    pub fn p076(img: [f32; rows, cols, 3], gain: i8) -> (tone0[0], tone0[1], tone0[3])
    where cols >= 5 {
        const TONE0 = 4;
        for k in 0..TONE0 { border tone0[k] = constant(65535); }
        for k in 0..TONE0 {
            if k == 0 { tone0[k](z, y, x) = (min(d1 in -2..=2, d2 in -2..=2; img(z + d2 - 1, y + d1 + 1, x)) as u16) - ((img(z + 2, y, x % 2) as u16) | (img(z + 2, y, z % 2) as u16)); } else { tone0[k](z, y, x) = case {
            y % 3 == 0 => stencil(tone0[k - 1], 3, [[0, 3, 1], [2, 2, 0], [0, 1, 0], [0, 0, 4], [0, 0, 3]]),
            y % 3 == 1 => min(d1 in 0..=2, d2 in -2..=2; tone0[k - 1](z + d1, y + d2, -2)),
            else => ((img(z, y, z % 2) as u16) - 11),
        }; }
        }
    }
}

compare! {
    agrees_076: p076((array img: [f32; rows, cols, 3]), (scalar gain: i8)) -> (a, b, c)
    for rows >= 1 by 1 like 30, cols >= 5 by 1 like 24
}

pipeline! {
    pub fn p077(img: [f32; rows]) -> mask3
    where rows >= 2 {
        border img = constant(1);
        border edge0 = mirror;
        edge0(y, x) in [0..rows + 4, 1..rows] = case {
            x <= 3 => clamp((img(y + 3) as i32), 9, (-8)),
            else => { let v1 = (img((y + 6)/2) as i32); v1 * v1 - (img(x + 2) as i32) },
        };
        mask1(y, x): i32 = edge0(y, 2*x + 1);
        grid2(y, x): u32 = (max(d1 in -2..=2, d2 in -2..=2; mask1(2*y, 2*x + 1)) as u32);
        mask3(y, x) = sum(d1 in -1..=2, d2 in -1..=2; grid2(y + d1, x + d1)) * widening_add(((mask1(y, y) as u16) ^ (mask1(y, y) as u16)), !(edge0(x, y) as u16));
    }
}

compare! {
    agrees_077: p077((array img: [f32; rows])) -> (a)
    for rows >= 2 by 1 like 30
}

pipeline! {
    pub fn p078(img: [i32; rows, cols, 3], aux: [i8; cols]) -> mask0
    where cols ~ 3004 {
        border aux = repeat;
        mask0(x) = aux(x) ^ saturating_add(aux(0), (-128));
    }
}

compare! {
    agrees_078: p078((array img: [i32; rows, cols, 3]), (array aux: [i8; cols])) -> (a)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24
}

pipeline! {
    pub fn p079(img: [f32; deep, -1..=rows, cols, 4], aux: [f32; deep + 2, rows], lut: [i16; 256], bias: i8) -> (warp1, fold3)
    where cols >= 3 {
        border img = mirror101;
        border aux = mirror101;
        mask0(y, x) = if (x < cols / 2) { (max(d1 in -3..=4, d2 in -2..=4; aux(x, y)) != 0.25) } else { all(d3 in -2..=2, d4 in -2..=1; (aux(x + d4 + 1, y + 2*d3) >= 1e9)) };
        warp1(w, z, y, x): f32 = case {
            y < 3 => img((w - 2)/2, z/2, y, (x - 2)/2),
            y >= 3 && y < 7 => (1e9 - (mask0((z + 1) >> 1, w/2) as u8 as f32)),
            else => { let v1 = img(w - 1, z - 2, (y - 2)/2, y % 4); v1 * v1 - (lut(30) as f32) },
        };
        border mask2 = mirror;
        mask2(x) = case {
            x >= rows - 3 => (mask0(x + 1, 2) as u8 as f64),
            else => floor((mask0(x + 1, 2) as u8 as f64)),
        };
        fold3(w, z, y, x) = case {
            y >= rows - 1 => stencil(img(w, z, y, x), [0, 2, -2, -1, -2]),
            !(y >= rows - 1) => ((mask2(z) as f32) * (-2)),
        };
    }
}

compare! {
    agrees_079: p079((array img: [f32; deep, rows + 2, cols, 4]), (array aux: [f32; deep + 2, rows]), (array lut: [i16; 256]), (scalar bias: i8)) -> (a, b)
    for rows >= 1 by 1 like 30, cols >= 3 by 1 like 24, deep >= 1 by 1 like 12
}
