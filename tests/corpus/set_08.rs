//! Generated pipelines; every block is compared with its reference by `compare!`.
//!
//! Not to be edited: `BLESS=1 cargo test -p pipeline-lang --test corpus` writes this file.

use pipeline::pipeline;

pipeline! {
    pub fn p080(img: [f32; rows, cols], lut: [i32; 256], gain: i32) -> edge0
    where rows >= 2 {
        border lut = constant(1);
        border edge0 = mirror;
        edge0(y, x) in [1..=rows - 1, 0..cols + 1] = if x < 2 { (lut(74) + lut((lut((lut(239) as u8)) as u8))) } else { abs(lut(235)) };
    }
}

compare! {
    agrees_080: p080((array img: [f32; rows, cols]), (array lut: [i32; 256]), (scalar gain: i32)) -> (a)
    for rows >= 2 by 1 like 30, cols >= 1 by 1 like 24; LARGE
}

pipeline! {
    pub fn p081(img: [i32; rows], lut: [i16; 300]) -> tone0 {
        border img = mirror101;
        border lut = clamp;
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        tone0(x) = case {
            x >= rows - 2 => lut(2*x),
            else => -lut(278),
        };
        border tone0 = constant(0);
    }
}

compare! {
    agrees_081: p081((array img: [i32; rows]), (array lut: [i16; 300])) -> (a)
    for rows >= 1 by 1 like 30
}

pipeline! {
    pub fn p082(img: [u16; rows, cols, 3], lut: [i8; 256], ker: [f64; 3, 2], gain: f32, bias: u8) -> (mix1, fold2) {
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        fold0(x) = (ker(0, x + 1) < 0.25) != (product(d1 in 0..=2; (lut((ker(d1, clamp(((x + 6) as i32), 0, 1)) as u8)) as f32)) != (-0.0));
        mix1(x): f64 = ((fold0(x - 2) as u8 as f64) * ((fold0(-1) as i16) as f64)) - mix1(x - 2) + mix1(x - 1) - mix1(x - 1);
        border mix1 = constant(0.5);
        fold2(y, x) in [0..cols - 1, 0..=4] = case {
            y >= cols - 0 => (lut(89) as f64),
            !(y >= cols - 0) => ker(clamp((x as i32), 0, 2), y % 2),
        };
    }
}

compare! {
    agrees_082: p082((array img: [u16; rows, cols, 3]), (array lut: [i8; 256]), (array ker: [f64; 3, 2]), (scalar gain: f32), (scalar bias: u8)) -> (a, b)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24
}

pipeline! {
    pub fn p083(img: [i8; rows], gain: i16) -> (edge2, mix0) {
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        mix0(y, x) in [-2..rows - 1, 0..=0] = if x < 3 { (widen(gain) | (gain as i32)) } else { (saturate(gain, i32)).clamp(2147483647, 11) };
        mix1(x) = mix0(-2, x - 1) - (mix0(-1, clamp(mix0(-1, clamp(mix0(-1, 0), 0, 0)), 0, 0)) << mix0(-1, 0));
        edge2(x): i8 = img(3*x - 1);
    }
}

compare! {
    agrees_083: p083((array img: [i8; rows]), (scalar gain: i16)) -> (a, b)
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
    pub fn p085(img: [i16; rows, cols], bias: u32) -> mix3
    where rows >= 6 {
        border img = constant(-32768);
        mask0[0](y, x) = stencil(img(y, x), [[0, 3, -2, 0]]) * (((img(y, x) as u16) & (img(y, x) as u16)) as i16);
        for k in 1..3 {
            mask0[k](y, x) = stencil(mask0[k - 1], [[-1, 2, 0], [-1, 1, 1]]);
        }
        mix3(y, x): i16 = (max(d1 in -1..=2, d2 in -1..=2; mask0[2](y + d2, x))) - mix3(y + 2, x);
        border mix3 = constant(3);
    }
}

compare! {
    agrees_085: p085((array img: [i16; rows, cols]), (scalar bias: u32)) -> (a)
    for rows >= 6 by 1 like 30, cols >= 1 by 1 like 24
}

pipeline! {
    pub fn p086(lut: [u16; 256], img: [f32; rows], gain: u16) -> (fold1, tone4, mask5) {
        border tone0 = constant(-2.5);
        tone0(x): f32 = img((x - 2) >> 1) * ((img(x) as i8) as f32);
        fold1(x) = (tone0((x - 1)/2) as i16) - (((lut((tone0((x - 2)/2) as u8)) as u8) as i16) + 32767);
        mix2(x) = max(stencil(fold1, [-2, -2, -1, 0]), (if (x == 2) { ((-32768) * (tone0((x + 3)/2) as i16)) } else { select((if (x < 1) { (fold1(2*x/3) > (-1)) } else { (fold1(3*x) != (-7)) }), (fold1(2*x - 3) | 2), 2) }));
        mix3(x): i16 = max((stencil(tone0, [2]) as i16), min((tone0((x - 2)/2) as i16), (gain as i16)));
        border mix3 = constant(1);
        tone4(x): u32 = (min(d1 in -1..=2; mix2((3*x + 3)/3)) as u32) + (((img((3*x + 1)/2) as u32) & 0) + 0);
        mask5(x): f64 in [0..=4] = 2;
        mask5(clamp(((lut(99) as i32) | (mix3(j + 1) as i32)), 0, 4)) max= ((mix3(j + 37) as f64)) as f64 for (i, j) in [0..rows, 0..rows];
        mask5(clamp(saturate(gain, i32), 0, 4)) += (ln((gain as f64))) as f64 for (i, j) in [0..rows, 0..=3];
    }
}

compare! {
    agrees_086: p086((array lut: [u16; 256]), (array img: [f32; rows]), (scalar gain: u16)) -> (a, b, c)
    for rows >= 1 by 1 like 30
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
    pub fn p088(img: [i32; deep, rows, cols], lut: [i8; 256], bias: u32, m: size) -> fold1
    where m >= 4 {
        border img = repeat;
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        fold0(z, y, x) = max(img(z + 1, y, x), abs_diff((y as i32), (lut(218) as i32)));
        fold1(z, y, x) = (img(z, y, x) as f64) + pow((fold0(z, y, x) as f64), (fold0(clamp((bias as i32), 0, deep - 1), 0, x) as f64));
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
        grid0(y, x): i16 = max(d1 in -1..=1, d2 in -1..=1; ker(y + 2*d2, x + 2*d2)) - ({ let v3 = img(-1, 0, x % 2); v3 * v3 - abs(ker(x % 2, x % 2)) } * (-7));
    }
}

compare! {
    agrees_089: p089((array img: [i16; rows + 2, cols, 2]), (array ker: [i16; 2, 2])) -> (a)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24; LARGE
}
