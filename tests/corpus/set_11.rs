//! Generated pipelines; every block is compared with its reference by `compare!`.
//!
//! Not to be edited: `BLESS=1 cargo test -p pipeline-lang --test corpus` writes this file.

use pipeline::pipeline;

pipeline! {
    pub fn p110(img: [f64; deep, 1..=rows, cols, 2]) -> (mix1, mask0) {
        mask0(w, z, y, x) = saturate(img(y, w, z, x), u16) + (((y / 2) as u16) ^ (img(y, w, z, clamp((img(y, w, z, 0) as i32), 0, 1)) as u16));
        mix1(y, x): u16 in [0..cols, 0..=rows] = case {
            x > rows - 3 => ((y + 8) as u16),
            else => mask0(x + 1, y, 0, 0),
        };
    }
}

compare! {
    agrees_110: p110((array img: [f64; deep, rows, cols, 2])) -> (a, b)
    for rows >= 1 by 1, cols >= 1 by 1, deep >= 1 by 1
}

pipeline! {
    pub fn p111(img: [u8; cols, -1..=rows], ker: [f32; 2, 3]) -> (soft3, tone2) {
        border img = clamp;
        border ker = mirror;
        mix0(y, x) = if (y < rows / 2) { (ker(y, x + 2) as f64) } else { sum(d1 in -1..3; (img(saturate(ker(x % 2, y % 2), u32), (ker(x % 2, 0) as i16)) as f64)) };
        mask1(x) = mix0(x + 1, x % 2) - (((img((img(0, -1) as u32), -1) as f64) + mix0(x % 2, 0))).clamp(7.75, (-0.0));
        tone2(y, x): f64 in [1..rows - 1, 0..=2] = ln(((x % 3) as f64));
        border soft3 = repeat;
        soft3(y, x): f64 = if (y < 3) { mix0(y - 2, x + 3) } else { (((mask1(0) as i16) as i32) as f64) };
    }
}

compare! {
    agrees_111: p111((array img: [u8; cols, rows + 2]), (array ker: [f32; 2, 3])) -> (a, b)
    for rows >= 1 by 1, cols >= 1 by 1
}

pipeline! {
    pub fn p112(img: [f64; rows], aux: [f64; 2*rows]) -> (tone1[1], tone1[0]) {
        border mask0 = constant(-2.5);
        mask0(x): f64 = aux(x);
        for k in 0..2 {
            if k == 0 { tone1[k](x) = case {
            x < 4 => product(d1 in 0..=1; aux(x)),
            x >= 4 && x < 6 => (saturate(mask0(x), i32) as f64),
            else => (aux(x) * 1e-3),
        }; } else { tone1[k](x) = sum(d1 in -1..=1; tone1[k - 1](x + d1 - 1)) + (mask0(x) - 0.25); }
        }
    }
}

compare! {
    agrees_112: p112((array img: [f64; rows]), (array aux: [f64; 2 * rows])) -> (a, b)
    for rows >= 1 by 1
}

pipeline! {
    pub fn p113(img: [i16; rows, cols], bias: i32, m: size) -> mask1[3]
    where m ~ 911 {
        fold0(z, y, x) in [0..=m, 0..2*rows, 0..=4] = (img(y/2, 0) - img(y/2, 0));
        const MASK1 = 4;
        for k in 0..MASK1 { border mask1[k] = constant(32767); }
        mask1[0](z, y, x) = fold0(z - 2, 2*y, (x + 2)/3);
        for k in 1..MASK1 {
            mask1[k](z, y, x) = max(stencil(mask1[k - 1](z, y, x), [[2, 0, -2, -1], [4, 4, 1, -1], [4, 4, 1, -1]]), -max(fold0(2*z + 1, 2*y, 3), fold0(2*z, 2*y, 2)));
        }
    }
}

compare! {
    agrees_113: p113((array img: [i16; rows, cols]), (scalar bias: i32), (size m)) -> (a)
    for rows >= 1 by 1, cols >= 1 by 1, m >= 1 by 1
}

pipeline! {
    pub fn p114(img: [i32; rows, cols, 2], aux: [u32; cols, rows]) -> soft1[3] {
        tone0(y, x) = max(stencil(aux, 3, [[0, 2, 4]]), ((if (x < 3) { aux((y + 3)/3, 2*x + 3) } else { 5 }) * ((aux((y + 3)/2, 2*x/2) as f32) as u32)));
        soft1[0](y, x) = if (y < 6) { (stencil(aux(y, x), 3, [[1, 4, 0]]) as i16) } else { ((tone0(y + 1, x + 1) as i16) - (tone0(y + 1, x - 1) as i16)) };
        for k in 1..4 {
            soft1[k](y, x) = stencil(soft1[k - 1](y, x), 3, [[0, -2, 1], [-1, 4, 1], [1, 2, 0]]);
        }
    }
}

compare! {
    agrees_114: p114((array img: [i32; rows, cols, 2]), (array aux: [u32; cols, rows])) -> (a)
    for rows >= 1 by 1, cols >= 1 by 1
}

pipeline! {
    pub fn p115(gain: u8, img: [f64; -1..=rows, -1..=cols, 3]) -> soft0 {
        border img = mirror101;
        soft0(z, y, x) = (img(z - 1, (y - 2)/2, x + 2) as f32) * (img(z/2, 1, x % 3) as f32);
    }
}

compare! {
    agrees_115: p115((scalar gain: u8), (array img: [f64; rows + 2, cols + 2, 3])) -> (a)
    for rows >= 1 by 1, cols >= 1 by 1
}

pipeline! {
    pub fn p116(gain: u8, aux: [f64; cols], img: [u32; rows, -1..=cols]) -> tone0 {
        border aux = mirror;
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        border tone0 = constant(7);
        tone0(y, x) = stencil(img, [0, 3, 3, 0, 0]);
    }
}

compare! {
    agrees_116: p116((scalar gain: u8), (array aux: [f64; cols]), (array img: [u32; rows, cols + 2])) -> (a)
    for rows >= 1 by 1, cols >= 1 by 1
}

pipeline! {
    pub fn p117(img: [f32; rows, cols]) -> fold0 {
        border img = mirror;
        fold0(y, x): i16 = (img(2*y + 1, 2*x + 1) as i16) - min((((y + 9) as i16) + (img(y + 1, x + 1) as i16)), (-3));
    }
}

compare! {
    agrees_117: p117((array img: [f32; rows, cols])) -> (a)
    for rows >= 1 by 1, cols >= 1 by 1
}

pipeline! {
    pub fn p118(img: [f64; rows, cols + 2, 3], gain: u8, bias: i32) -> fold0
    where cols ~ 960, cols % 3 == 0 {
        fold0(y, x) = case {
            x % 3 == 0 => (sum(d1 in 0..=1, d2 in -1..=1; img(y + d1, x + d1, d1)) as i32),
            x % 3 == 1 => ((img(y - 1, x, x % 3) as i32) % 10),
            else => ((img(y, x, clamp((img(0, x, 0) as i32), 0, 2)) as u32) as i32),
        };
    }
}

compare! {
    agrees_118: p118((array img: [f64; rows, cols + 2, 3]), (scalar gain: u8), (scalar bias: i32)) -> (a)
    for rows >= 1 by 1, cols >= 3 by 3
}

pipeline! {
    pub fn p119(img: [u32; deep, rows, -1..=cols], bias: u8) -> grid3
    where rows >= 5 {
        border img = mirror101;
        fold0(y, x) = (img(3*y + 1, 3*x, 0) as f32) + abs_diff((img(y, 3*x, clamp(saturate(img(img(3*y - 1, 2*x, 0), (3*x - 2) >> 1, 0), i32), -1, cols)) as f32), (img(y, x/2, (bias as i8)) as f32));
        grid1(z, y, x) = img(x, z, y);
        warp2(z, y, x) = stencil(grid1(y, z, x), [2]) + ((z as u32) * img(0, y - 3, -1));
        border grid3 = constant(0);
        grid3(z, y, x) = if (y < 1) { (product(d1 in -2..=4, d2 in -3..=4; warp2(z + d2 - 1, y, x)) as u16) } else { sum(d3 in -2..3, d4 in -2..3; (fold0(x, y + d3) as u16)) };
    }
}

compare! {
    agrees_119: p119((array img: [u32; deep, rows, cols + 2]), (scalar bias: u8)) -> (a)
    for rows >= 5 by 1, cols >= 1 by 1, deep >= 1 by 1
}
