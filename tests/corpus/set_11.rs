//! Generated pipelines; every block is compared with its reference by `compare!`.
//!
//! Not to be edited: `BLESS=1 cargo test -p pipeline-lang --test corpus` writes this file.

use pipeline::pipeline;

pipeline! {
    pub fn p110(img: [f64; deep, 1..=rows, cols, 2]) -> warp1 {
        mask0(w, z, y, x): u16 = saturate(img(y, w, z, x), u16) * { let v1 = ((y / 2) as u16); v1 * v1 - (img(y, w, z, x % 2) as u16) };
        warp1(w, z, y, x): u16 = mask0(3*w + 2, z, y/2, 3*x);
    }
}

compare! {
    agrees_110: p110((array img: [f64; deep, rows, cols, 2])) -> (a)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24, deep >= 1 by 1 like 12
}

pipeline! {
    pub fn p111(img: [u8; cols, -1..=rows], ker: [f32; 2, 3]) -> mix1 {
        border img = clamp;
        border ker = mirror;
        mix0(y, x) = if (y < 3) { (ker(y, x + 2) as f64) } else { ((y as f64)).clamp((1.0 / 3.0), 3) };
        mix1(x) = mix0(x, x % 2) - (mix0(x % 2, x % 2) / (x as f64));
    }
}

compare! {
    agrees_111: p111((array img: [u8; cols, rows + 2]), (array ker: [f32; 2, 3])) -> (a)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24; LARGE
}

pipeline! {
    pub fn p112(img: [f64; rows], aux: [f64; 2*rows]) -> soft1 {
        mask0(x) = aux(x);
        soft1(x) = aux(x) + (if (x % 2 == 0) { aux(x) } else { mask0(x) });
        border soft1 = constant(0.0);
    }
}

compare! {
    agrees_112: p112((array img: [f64; rows]), (array aux: [f64; 2 * rows])) -> (a)
    for rows >= 1 by 1 like 30
}

pipeline! {
    pub fn p113(img: [i16; rows, cols], bias: i32, m: size) -> (fold0, tone5)
    where m ~ 911 {
        fold0(z, y, x) in [0..=m, 0..2*rows, 0..=4]: i16 = (img(0, 0) >> 10);
        border fold0 = constant(1);
        soft1(z, y, x): u8 = (fold0(z - 2, 2*y, (x + 2)/3) as u8);
        mix2(z, y, x): bool in [0..cols - 1, 0..=rows - 1, 0..=3] = if z > cols - 4 { (fold0(0, y - 3, 2) < 16383) } else { (fold0(clamp((img(clamp((z as i32), 0, rows - 1), z + 3) as i32), 0, m), y - 1, (fold0(1, -3, 0) as u8)) >= 4) };
        mask3(z, y, x) = max((mix2(2*z + 1, 2*x + 1, y + 1) as u8 as f32), select(mix2(z - 1, x, 1), (bias as f32), (1.0 / 3.0)));
        grid4(z, y, x) = stencil(mask3, [[0, -1, -2, 1, 1], [1, 1, 3, 1, 2]]);
        tone5(y, x): i8 = case {
            y >= rows - 1 => saturate(fold0(y, x, x % 3), i8),
            else => (grid4(x, x % 2, y) as i8),
        };
        border tone5 = constant(127);
    }
}

compare! {
    agrees_113: p113((array img: [i16; rows, cols]), (scalar bias: i32), (size m)) -> (a, b)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24, m >= 1 by 1 like 20
}

pipeline! {
    pub fn p114(img: [i32; rows, cols, 2], aux: [u32; cols, rows]) -> tone0 {
        tone0(y, x) = max(stencil(aux, 3, [[0, 2, 4]]), { let v1 = (saturate(img(x + 3, 2*y/2, 1), u32) - aux(y + 2, 3*x + 2)); v1 * v1 - (aux(cols - 1 - y, 3*x) << 26) });
    }
}

compare! {
    agrees_114: p114((array img: [i32; rows, cols, 2]), (array aux: [u32; cols, rows])) -> (a)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24
}

pipeline! {
    pub fn p115(img: [f64; -1..=rows, -1..=cols, 3], gain: u8) -> fold2 {
        border img = mirror101;
        soft0(z, y, x) = (img(z - 1, (y - 2)/2, x + 2) as f32) + max(d1 in -1..2, d2 in 0..=1; (img((z + d1 + 2)/2, y + d1 + 1, clamp((img((z + d2)/2, (y + d1 - 2)/2, x % 3) as i32), 0, 2)) as f32));
        edge1(z, y, x) = case {
            x % 3 == 0 => min(d1 in -3..=4, d2 in -3..=4; soft0((2*z + d2)/2, (3*y + d1 - 2)/2, 2*((x + 2)/2))),
            x % 3 == 1 => ln(soft0(2*((2*z - 3)/3) + 1, 2*y + 1, 0)),
            else => (soft0((2*z - 1)/2, (2*y + 3) >> 1, z % 2) - soft0((2*z - 1)/2, (3*y + 3)/3, x % 3)),
        };
        border edge1 = constant(-2.5);
        fold2(z, y, x) = soft0(z, y + 1, x) * (edge1(z, y, (gain as i16))).clamp(1e9, (-0.0));
        border fold2 = constant(0.0);
    }
}

compare! {
    agrees_115: p115((array img: [f64; rows + 2, cols + 2, 3]), (scalar gain: u8)) -> (a)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24
}

pipeline! {
    pub fn p116(img: [u32; rows, -1..=cols], aux: [f64; cols], gain: u8) -> (tone0, mask3[2]) {
        border aux = mirror;
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        tone0(y, x) = stencil(img, [0, 3, 3, 0, 0]);
        soft1(x): f64 = case {
            x >= cols - 3 => stencil(aux(x), 1.0 / 8.0, [1]),
            else => (((x + 7) as f64) / (tone0(0, 2*x) as f64)),
        };
        border fold2 = constant(7);
        fold2(x) = max((soft1(x) as u8), { let v1 = ((soft1(x) as u8) | ((tone0(clamp((soft1(x) as i32), 0, rows - 1), x) as u8)).clamp(255, 2)); v1 * v1 - !((soft1(x) as u8) | 12) });
        const MASK3 = 3;
        for k in 0..MASK3 {
            if k == 0 { mask3[k](y, x) = case {
            y < 2 => tone0(y, x/2),
            y >= 2 && y < 7 => saturate((soft1(2*((x + 2)/2)) as u16), u32),
            else => ((fold2(x) as u32) + (fold2(x + 1) as u32)),
        }; } else { mask3[k](y, x) = case {
            y % 4 == 0 => mask3[k - 1](y + 1, x + 1),
            y % 4 == 1 => (if (fold2(x + 1) == 5) { mask3[k - 1](y, x) } else { (soft1(x) as u32) }),
            y % 4 == 2 => { let v1 = saturate(soft1(x + 1), u32); v1 * v1 - tone0(0, x) },
            else => ((soft1(x) as i16) as u32),
        }; }
        }
    }
}

compare! {
    agrees_116: p116((array img: [u32; rows, cols + 2]), (array aux: [f64; cols]), (scalar gain: u8)) -> (a, b)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24
}

pipeline! {
    pub fn p117(img: [f32; rows, cols]) -> fold0 {
        border img = mirror;
        fold0(y, x) = (img(2*y + 1, 2*x + 1) as i16) + select((x < 3), ((img(y, 2*x) as u8) as i16), (img(y, 2*x + 1) as i16));
    }
}

compare! {
    agrees_117: p117((array img: [f32; rows, cols])) -> (a)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24; LARGE
}

pipeline! {
    pub fn p118(img: [f64; rows, cols + 2, 3], gain: u8, bias: i32) -> warp2
    where cols ~ 960, cols % 3 == 0, rows >= 2 {
        border fold0 = mirror101;
        fold0(y, x) = case {
            x % 3 == 0 => (sum(d1 in 0..=1, d2 in -1..=1; img(y + d1, x + d1, d1)) as i32),
            x % 3 == 1 => -(img(y, x, 0) as i32),
            else => { let v3 = (img(0, x + 1, 2) as i32); v3 * v3 - (img(y, x, y % 3) as i32) },
        };
        border tone1 = clamp;
        tone1(y, x) = (fold0(y + 1, x - 1) as u8) - ((cols - y) as u8);
        warp2(z, y, x) in [0..=rows - 1, -2..cols - 1, 0..=cols - 1]: i32 = (saturating_sub((tone1(z - 2, 2*y - 1) as i32), (z as i32)) * (fold0(z + 1, 2*x - 1) - ((cols - y) as i32)));
    }
}

compare! {
    agrees_118: p118((array img: [f64; rows, cols + 2, 3]), (scalar gain: u8), (scalar bias: i32)) -> (a)
    for rows >= 2 by 1 like 30, cols >= 3 by 3 like 24
}

pipeline! {
    pub fn p119(img: [u32; deep, rows, -1..=cols], bias: u8) -> edge1
    where rows >= 5 {
        border img = mirror101;
        fold0(y, x) = (img(3*y + 1, 3*x, 0) as f32) - abs((img(0, x/3, clamp(saturate(img(img(3*y - 1, 2*x, 0), (3*x - 2) >> 1, 0), i32), -1, cols)) as f32));
        border fold0 = constant(0.0);
        edge1(z, y, x) = case {
            x <= 0 => img(2*z + 1, 2*y - 1, 2*x - 1),
            else => clamp((fold0(7, 2*y) as u32), 4294967295, 6),
        };
    }
}

compare! {
    agrees_119: p119((array img: [u32; deep, rows, cols + 2]), (scalar bias: u8)) -> (a)
    for rows >= 5 by 1 like 30, cols >= 1 by 1 like 24, deep >= 1 by 1 like 12
}
