//! Generated pipelines; every block is compared with its reference by `compare!`.
//!
//! Not to be edited: `BLESS=1 cargo test -p pipeline-lang --test corpus` writes this file.

use pipeline::pipeline;

pipeline! {
    pub fn p080(img: [f32; rows, cols], lut: [i32; 256], gain: i32) -> edge0 {
        border lut = constant(1);
        edge0(y, x) = case {
            x < 4 && x >= 3 => saturate(stencil(img, 1.0 / 8.0, [[4, -2, -2, 4, 1], [3, -2, 0, 0, 3]]), u32),
            else => select((lut((img((y + 2)/2, cols - 1 - x) as u8)) > 9), (lut(248) as u32), ((2*x + y) as u32)),
        };
    }
}

compare! {
    agrees_080: p080((array img: [f32; rows, cols]), (array lut: [i32; 256]), (scalar gain: i32)) -> (a)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24; LARGE
}

pipeline! {
    pub fn p081(lut: [i16; 300], img: [i32; rows]) -> tone0 {
        border img = mirror101;
        border lut = clamp;
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        border tone0 = mirror101;
        tone0(x): i32 = stencil(img(x), 3, [-1]);
    }
}

compare! {
    agrees_081: p081((array lut: [i16; 300]), (array img: [i32; rows])) -> (a)
    for rows >= 1 by 1 like 30
}

pipeline! {
    pub fn p082(img: [u16; rows, cols, 3], lut: [i8; 256], ker: [f64; 3, 2], bias: u8, gain: f32) -> warp2 {
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        fold0(x) = (ker(0, x + 1) < 0.25) != (product(d1 in 0..=2; (lut((ker(d1, clamp(((x + 6) as i32), 0, 1)) as u8)) as f32)) != (-0.0));
        mix1(z, y, x) = saturate(img(z/2, y + 1, 2*((x - 1)/2) + 1), u32) * ((bias as u32) - (img(z/2, (y - 1)/2, 0) as u32));
        warp2(z, y, x) = case {
            y % 2 == 0 => mix1(2*z/3, (2*y + 3)/2, 2*x - 3),
            else => ((lut(53) as u32) + 2147483647),
        };
        border warp2 = constant(0);
    }
}

compare! {
    agrees_082: p082((array img: [u16; rows, cols, 3]), (array lut: [i8; 256]), (array ker: [f64; 3, 2]), (scalar bias: u8), (scalar gain: f32)) -> (a)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24
}

pipeline! {
    pub fn p083(gain: i16, img: [i8; rows]) -> (grid2, warp1) {
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        mix0(x): u8 = saturate(max(d1 in -1..=1; img(x)), u8);
        warp1(x) = case {
            x < 3 && x >= 2 => sum(d1 in -1..=1; mix0(x + d1 + 1)),
            else => min(d2 in -13..14; (img(x - 2) as u8)),
        };
        grid2(x): f32 = (mix0(x + 1) as f32) + (min(((x + 3) as f32), 0.5) + ((gain as f32)).sqrt());
    }
}

compare! {
    agrees_083: p083((scalar gain: i16), (array img: [i8; rows])) -> (a, b)
    for rows >= 1 by 1 like 30
}

pipeline! {
    pub fn p084(img: [i32; deep, rows + 2, cols, 2], lut: [u16; 256], bias: i32) -> edge0 {
        border img = clamp;
        edge0(w, z, y, x) = (sum(d1 in -2..=4, d2 in -3..=4; img(w + d2, z + d1 - 1, y + 1, x + d2)) as i8) + select((x % 2 == 0), (if (lut(151) != 65535) { (y as i8) } else { (lut(22) as i8) }), (-128i8));
        border edge0 = mirror101;
    }
}

compare! {
    agrees_084: p084((array img: [i32; deep, rows + 2, cols, 2]), (array lut: [u16; 256]), (scalar bias: i32)) -> (a)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24, deep >= 1 by 1 like 12
}

pipeline! {
    pub fn p085(img: [i16; rows, cols], bias: u32) -> (mix3, mix2)
    where rows >= 6 {
        border img = constant(-32768);
        mask0(y, x) = (img(y - 3, x) as u32) + ((((bias as u8) | 7) ^ (saturate(img(y - 2, cols - 1 - x), u8) & 0u8)) as u32);
        grid1(y, x) = mask0(y + 1, x);
        mix2(x) = grid1(x, 0) * abs_diff(mask0(1, clamp((mask0(x, 0) as i32), 0, cols - 1)), mask0(3, 0));
        mix3(y, x) = max(d1 in -2..=2, d2 in -2..=2; grid1(y + d1, x + 2*d1)) - !clamp(grid1(y, x), 0, 2147483647);
    }
}

compare! {
    agrees_085: p085((array img: [i16; rows, cols]), (scalar bias: u32)) -> (a, b)
    for rows >= 6 by 1 like 30, cols >= 1 by 1 like 24
}

pipeline! {
    pub fn p086(gain: u16, img: [f32; rows], lut: [u16; 256]) -> grid5[2]
    where rows >= 2 {
        border tone0 = constant(-2.5);
        tone0(x): f32 = img((x - 2) >> 1) * ((img(x) as i8) as f32);
        fold1(x) = (tone0((x - 1)/2) as i16) - (((lut((tone0((x - 2)/2) as u8)) as u8) as i16) + 32767);
        mix2(z, y, x) in [1..rows, 0..rows, 0..=3]: i16 = (((gain as i16) + (gain as i16)) * (tone0((3*y - 1)/2) as i16));
        border mix2 = mirror;
        grid3(x) = (tone0(x/2) as f64);
        tone4(x) = tone0(2*(x/2) + 1) - clamp(abs_diff(exp((grid3((x + 1)/2) as f32)), (-1.5)), 3, 0.25);
        grid5[0](x) = tone4(x) + ((((tone4(x) as u16) - (mix2(x - 1, x, (x as i8)) as u16)) as f32) + min((tone4(x - 1) + 7.75), (if (x > 0) { (fold1(x + 1) as f32) } else { 1e-3 })));
        for k in 1..3 {
            grid5[k](x) = max(d1 in -1..=2; grid5[k - 1](x + d1 - 1)) * abs(grid5[k - 1](x + 3));
        }
    }
}

compare! {
    agrees_086: p086((scalar gain: u16), (array img: [f32; rows]), (array lut: [u16; 256])) -> (a)
    for rows >= 2 by 1 like 30
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
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24, deep >= 1 by 1 like 12, m >= 1 by 1 like 20
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
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24, deep >= 1 by 1 like 12, m >= 4 by 1 like 20
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
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24; LARGE
}
