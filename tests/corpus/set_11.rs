//! Generated pipelines; every block is compared with its reference by `compare!`.
//!
//! Not to be edited: `BLESS=1 cargo test -p pipeline-lang --test corpus` writes this file.

use pipeline::pipeline;

pipeline! {
    pub fn p110(img: [f64; deep, 1..=rows, cols, 2]) -> (warp1, mask0) {
        mask0(w, z, y, x): u16 = saturate(img(y, w, z, x), u16) * { let v1 = ((y / 2) as u16); v1 * v1 - (img(y, w, z, x % 2) as u16) };
        warp1(z, y, x): f32 in [1..cols, 0..=deep - 1, -2..rows] = case {
            z % 2 == 0 => ((img(y, 1, z, z % 2) as f32)).clamp((-0.0), (-1.5)),
            else => ((mask0(1, z, y, 0) as f32) + ((y / 2) as f32)),
        };
    }
}

compare! {
    agrees_110: p110((array img: [f64; deep, rows, cols, 2])) -> (a, b)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24, deep >= 1 by 1 like 12
}

pipeline! {
    pub fn p111(img: [u8; cols, -1..=rows], ker: [f32; 2, 3]) -> mix1 {
        border img = clamp;
        border ker = mirror;
        mix0(y, x) = if (y < 3) { (ker(y, x + 2) as f64) } else { ((y as f64)).clamp((1.0 / 3.0), 3) };
        mix1(x) in [0..rows] = case {
            x > rows - 2 => select((ker(1, x % 2) <= (-2)), (ker(0, 2) as f64), 3),
            else => cos(mix0(0, 2)),
        };
    }
}

compare! {
    agrees_111: p111((array img: [u8; cols, rows + 2]), (array ker: [f32; 2, 3])) -> (a)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24; LARGE
}

pipeline! {
    pub fn p112(aux: [f64; 2*rows], img: [f64; rows]) -> (soft1, mask0) {
        mask0(x) = aux(x);
        soft1(y, x) in [1..rows + 4, 0..2*rows]: f64 = -img(0);
    }
}

compare! {
    agrees_112: p112((array aux: [f64; 2 * rows]), (array img: [f64; rows])) -> (a, b)
    for rows >= 1 by 1 like 30
}

pipeline! {
    pub fn p113(img: [i16; rows, cols], bias: i32, m: size) -> (soft5, grid4, fold0[2])
    where m ~ 911 {
        const FOLD0 = 3;
        for k in 0..FOLD0 {
            if k == 0 { fold0[k](y, x) = stencil(img(y, x), 3, [[-2, 2, 4, 3, -1], [1, 0, 3, 1, -1], [-2, -1, -1, 4, 1], [3, -1, 4, 3, -2], [-2, 0, 1, 2, 1]]) + saturating_sub(img(y, 2*(x/2)), 2); } else { fold0[k](y, x) = sum(d1 in -1..=2, d2 in -2..=2; fold0[k - 1]((y + d1)/2, x + d2 + 2)) - sum(d3 in -1..3; img(y + d3 - 2, x + d3)); }
        }
        fold3(y, x): u8 in [0..=4, 0..2] = 7;
        fold3(clamp(saturating_sub(bias, 5), 0, 4), j % 2) min= ((bias as u8)) as u8 for (i, j) in [0..cols, 0..=0];
        fold3(clamp(bias, 0, 4), clamp(bias, 0, 1)) += ((bias as u8)) as u8 for (i, j) in [1..cols, 1..rows];
        grid4(y, x) = stencil(fold3, 3, [4]);
        border grid4 = mirror;
        soft5(x): u32 in [0..=cols] = 7;
        soft5(j) *= (clamp((img(clamp(bias, 0, rows - 1), j) as u32), 0, 5)) as u32 for (i, j, k) in [0..=4, 0..cols, 0..=4];
    }
}

compare! {
    agrees_113: p113((array img: [i16; rows, cols]), (scalar bias: i32), (size m)) -> (a, b, c)
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
    pub fn p115(img: [f64; -1..=rows, -1..=cols, 3], gain: u8) -> soft0[3] {
        border img = mirror101;
        for k in 0..4 { border soft0[k] = constant(-2.5); }
        soft0[0](z, y, x) = img(z + 1, y, x - 1) + select((if (z % 3 != 0) { ((img(z, y - 1, 0) as i8) == saturate(img(z + 1, cols - 1 - y, 2), i8)) } else { (img(z, y, x % 3) != img(z + 1, y, y % 2)) }), select((img(z + 1, y, z % 3) > 2.0), { let v1 = img(rows - 1 - z, y + 1, (img(1, y - 1, x % 3) as u32)); v1 * v1 - img(z - 1, y, ((rows - x) as i16)) }, sin(img(rows - 1 - z, y, 2))), 1e9);
        for k in 1..4 {
            soft0[k](z, y, x) = soft0[k - 1](z, y, x - 1) - ((if (soft0[k - 1](z - 1, y, (soft0[k - 1](z, -1, -1) as u8)) <= 0.25) { soft0[k - 1](z + 1, y - 1, 8) } else { soft0[k - 1](z, y, 2) }) - 0.25);
        }
    }
}

compare! {
    agrees_115: p115((array img: [f64; rows + 2, cols + 2, 3]), (scalar gain: u8)) -> (a)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24
}

pipeline! {
    pub fn p116(img: [u32; rows, -1..=cols], aux: [f64; cols], gain: u8) -> (warp2, tone3, tone4[2]) {
        border aux = mirror;
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        tone0(x): i16 in [0..=cols] = 4;
        tone0((i + 1) / 3) max= (((gain as i16) + (aux((i + 31)/2) as i16))) as i16 for (i, j) in [0..cols, 0..=0];
        tone0(clamp((aux(0) as i32), 0, 0)) max= ((img(clamp(saturate(aux(0), i32), 0, rows - 1), 0) as i16)) as i16 for (i, j) in [0..=2, 1..rows];
        mask1(x) = case {
            x >= rows - 3 => (tone0(2*x) as u32),
            else => widening_add((aux((3*x - 2)/3) as u16), (aux((x - 2)/2) as u16)),
        };
        warp2(y, x) in [0..=rows, 0..=cols - 1] = case {
            y < 4 => ((aux(x - 5) as i8) - (-8)),
            y >= 4 && y < 10 => ((x % 3) as i8),
            else => spread((tone0(x) as i8), saturate(gain, i8)),
        };
        tone3(y, x) in [-2..cols, 0..rows + 1] = if y < 1 { saturating_sub((gain as i8), 5) } else { (saturate(aux(0), i8) / 127) };
        tone4[0](x) = case {
            x <= 1 => (mask1(x + 1) as u8),
            else => !(tone3(x - 2, 1) as u8),
        };
        for k in 1..3 {
            tone4[k](x) = tone4[k - 1](2*x + 1) + saturating_sub((tone0(2*x + 1) as u8), 3u8);
        }
    }
}

compare! {
    agrees_116: p116((array img: [u32; rows, cols + 2]), (array aux: [f64; cols]), (scalar gain: u8)) -> (a, b, c)
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
    pub fn p118(bias: i32, img: [f64; rows, cols + 2, 3], gain: u8) -> fold2
    where cols ~ 960, cols % 3 == 0, rows >= 2 {
        border fold0 = mirror101;
        fold0(y, x) = case {
            x % 3 == 0 => (sum(d1 in 0..=1, d2 in -1..=1; img(y + d1, x + d1, d1)) as i32),
            x % 3 == 1 => -(img(y, x, 0) as i32),
            else => { let v3 = (img(0, x + 1, 2) as i32); v3 * v3 - (img(y, x, y % 3) as i32) },
        };
        tone1(x) in [1..rows]: i32 = !fold0(x - 19, saturate(fold0(0, 1), u32));
        fold2(x) = tone1(x) - -tone1(1);
    }
}

compare! {
    agrees_118: p118((scalar bias: i32), (array img: [f64; rows, cols + 2, 3]), (scalar gain: u8)) -> (a)
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
