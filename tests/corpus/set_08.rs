//! Generated pipelines; every block is compared with its reference by `compare!`.
//!
//! Not to be edited: `BLESS=1 cargo test -p pipeline-lang --test corpus` writes this file.

use pipeline::pipeline;

pipeline! {
    pub fn p080(img: [f32; rows, cols], lut: [i32; 256], gain: i32) -> (edge0, mix1, grid2) {
        border lut = constant(1);
        edge0(y, x) = case {
            x < 4 && x >= 3 => saturate(stencil(img, 1.0 / 8.0, [[4, -2, -2, 4, 1], [3, -2, 0, 0, 3]]), u32),
            else => select((lut((img((y + 2)/2, cols - 1 - x) as u8)) > 9), (lut(248) as u32), ((2*x + y) as u32)),
        };
        mix1(y, x): u32 = case {
            y <= 4 => edge0(2*y + 1, 2*x + 1),
            else => ((gain as u32) ^ (gain as u32)),
        };
        border grid2 = constant(4294967295);
        grid2(y, x) in [0..2*cols, 1..rows] = min((gain as u32), 4294967295);
    }
}

compare! {
    agrees_080: p080((array img: [f32; rows, cols]), (array lut: [i32; 256]), (scalar gain: i32)) -> (a, b, c)
    for rows >= 1 by 1, cols >= 1 by 1
}

pipeline! {
    pub fn p081(img: [i32; rows], lut: [i16; 300]) -> (mask2, mix1) {
        border img = mirror101;
        border lut = clamp;
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        border tone0 = mirror101;
        tone0(x): i32 = stencil(img(x), 3, [-1]);
        mix1(x) = if (x == 0) { stencil(tone0, [2]) } else { (if (x % 2 == 0) { (lut(clamp(img(x), 0, 299)) as i32) } else { saturate(lut(21), i32) }) };
        border mix1 = mirror;
        mask2(x) = img((x - 1) >> 1) + (lut((tone0(x + 2) as u8)) as i32);
    }
}

compare! {
    agrees_081: p081((array img: [i32; rows]), (array lut: [i16; 300])) -> (a, b)
    for rows >= 1 by 1
}

pipeline! {
    pub fn p082(img: [u16; rows, cols, 3], lut: [i8; 256], ker: [f64; 3, 2], gain: f32, bias: u8) -> fold0 {
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        fold0(x) = ker(0, x + 1) - ({ let v1 = ker(1, clamp((lut(173) as i32), 0, 1)); v1 * v1 - (lut(233) as f64) } - select((x < cols / 2), (bias as f64), ker(0, clamp((lut(153) as i32), 0, 1))));
    }
}

compare! {
    agrees_082: p082((array img: [u16; rows, cols, 3]), (array lut: [i8; 256]), (array ker: [f64; 3, 2]), (scalar gain: f32), (scalar bias: u8)) -> (a)
    for rows >= 1 by 1, cols >= 1 by 1
}

pipeline! {
    pub fn p083(gain: i16, img: [i8; rows]) -> (grid2, mix0)
    where rows >= 5 {
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        mix0(x): u8 = saturate(max(d1 in -1..=1; img(x)), u8);
        warp1(x) = case {
            x < 3 && x >= 2 => sum(d1 in -1..=1; mix0(x + d1 + 1)),
            else => min(d2 in -13..14; (img(x - 2) as u8)),
        };
        grid2(x): f32 = (mix0(x + 1) as f32) * select((x % 2 == 0), { let v1 = (warp1(x) as f32); v1 * v1 - (gain as f32) }, { let v2 = (warp1(x) as f32); v2 * v2 - (warp1(x) as f32) });
        border grid2 = clamp;
    }
}

compare! {
    agrees_083: p083((scalar gain: i16), (array img: [i8; rows])) -> (a, b)
    for rows >= 5 by 1
}

pipeline! {
    pub fn p084(img: [i32; deep, rows + 2, cols, 2], lut: [u16; 256], bias: i32) -> edge0 {
        border img = clamp;
        edge0(w, z, y, x) = (sum(d1 in -2..=4, d2 in -3..=4; img(w + d2, z + d1 - 1, y + 1, x + d2)) as i8) + { let v3 = ((lut((bias as u8)) as i8) / (y as i8)); v3 * v3 - { let v4 = (lut(22) as i8); v4 * v4 - saturate(bias, i8) } };
    }
}

compare! {
    agrees_084: p084((array img: [i32; deep, rows + 2, cols, 2]), (array lut: [u16; 256]), (scalar bias: i32)) -> (a)
    for rows >= 1 by 1, cols >= 1 by 1, deep >= 1 by 1
}

pipeline! {
    pub fn p085(img: [i16; rows, cols], bias: u32) -> (edge1, mask0)
    where rows >= 6 {
        border img = constant(-32768);
        mask0(y, x) = (img(y - 3, x) as u32) + ((bias / 4) * 0);
        edge1(y, x) = img(y, x) + max(d1 in -13..=13; img(y, x + d1));
    }
}

compare! {
    agrees_085: p085((array img: [i16; rows, cols]), (scalar bias: u32)) -> (a, b)
    for rows >= 6 by 1, cols >= 1 by 1
}

pipeline! {
    pub fn p086(gain: u16, lut: [u16; 256], img: [f32; rows]) -> fold1 {
        border tone0 = constant(-2.5);
        tone0(x): f32 = img((x - 2) >> 1) * ((img(x) as i8) as f32);
        fold1(x) = (tone0((x - 1)/2) as i16) * (((lut((tone0((x - 2)/2) as u8)) as i16) + (img(x + 2) as i16)) % (gain as i16));
    }
}

compare! {
    agrees_086: p086((scalar gain: u16), (array lut: [u16; 256]), (array img: [f32; rows])) -> (a)
    for rows >= 1 by 1
}

pipeline! {
    pub fn p087(img: [i32; deep, rows, 1..=cols], lut: [i8; 256], bias: i32, m: size) -> soft0 {
        border lut = mirror;
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        soft0(z, y, x): f32 = (img(z + 1, y, x) as f32);
    }
}

compare! {
    agrees_087: p087((array img: [i32; deep, rows, cols]), (array lut: [i8; 256]), (scalar bias: i32), (size m)) -> (a)
    for rows >= 1 by 1, cols >= 1 by 1, deep >= 1 by 1, m >= 1 by 1
}

pipeline! {
    pub fn p088(img: [i32; deep, rows, cols], lut: [i8; 256], bias: u32, m: size) -> mask1
    where m >= 4 {
        border img = repeat;
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        fold0(y, x): bool in [-2..=deep - 1, 0..rows - 1] = case {
            y % 4 == 0 => ((y % 3 != 2) || (lut(16) < 3)),
            y % 4 == 1 => ((lut((lut((bias as u8)) as u8)) as f32) <= (-1.5)),
            y % 4 == 2 => (x == 0),
            else => ((lut(clamp(img(0, x + 6, (lut(92) as i16)), 0, 255)) as f32) == (lut(33) as f32)),
        };
        mask1(y, x): i8 = (fold0(y, x) as i8);
    }
}

compare! {
    agrees_088: p088((array img: [i32; deep, rows, cols]), (array lut: [i8; 256]), (scalar bias: u32), (size m)) -> (a)
    for rows >= 1 by 1, cols >= 1 by 1, deep >= 1 by 1, m >= 4 by 1
}

pipeline! {
    pub fn p089(img: [i16; -1..=rows, cols, 2], ker: [i16; 2, 2]) -> grid0 {
        border ker = mirror101;
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        grid0(y, x): u16 = (stencil(ker(y, x), 3, [[0], [4]]) as u16);
        border grid0 = mirror101;
    }
}

compare! {
    agrees_089: p089((array img: [i16; rows + 2, cols, 2]), (array ker: [i16; 2, 2])) -> (a)
    for rows >= 1 by 1, cols >= 1 by 1
}
