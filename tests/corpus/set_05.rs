//! Generated pipelines; every block is compared with its reference by `compare!`.
//!
//! Not to be edited: `BLESS=1 cargo test -p pipeline-lang --test corpus` writes this file.

use pipeline::pipeline;

pipeline! {
    pub fn p050(img: [i32; rows + 2, 1..=cols, 3]) -> (warp1, warp2)
    where cols >= 4 {
        border img = mirror;
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        grid0(z, y, x) = (product(d1 in -1..=2, d2 in -2..=2; img(z + d1, y + d1, x + d1)) >= 3) && !(img(z + 1, y - 1, 2) <= (-8));
        border warp1 = repeat;
        warp1(z, y, x) = case {
            x < 0 => min(d1 in -2..=2, d2 in -2..=2; img(z + d2, y + d1, x + d1)),
            x >= 0 && x < 1 => ((2*z + y) as i32),
            else => (grid0(z, y, 2) as i32),
        };
        warp2(y, x): i32 = max((grid0(y + 1, x, x % 2) as i32), abs(((x + 0) as i32)));
        border warp2 = repeat;
    }
}

compare! {
    agrees_050: p050((array img: [i32; rows + 2, cols, 3])) -> (a, b)
    for rows >= 1 by 1 like 30, cols >= 4 by 1 like 24
}

pipeline! {
    pub fn p051(img: [u16; deep, rows, cols, 2], lut: [u8; 256], gain: u32) -> (tone0, mix1, edge3, edge4) {
        border img = repeat;
        tone0(w, z, y, x) = img(w, z, y, x);
        border mix1 = constant(0);
        mix1(w, z, y, x) = img(w - 2, 2*(z/2) + 1, (y + 1)/2, 2*(x/2));
        mask2(x): i32 in [0..=rows] = 1;
        mask2(j) += ((mix1(0, j + 1, 1, 1) as i32)) as i32 for (i, j) in [0..=3, 0..rows];
        edge3(z, y, x): i8 in [-2..rows, 0..=3, 0..deep / 2] = case {
            z < 4 => (gain as i8),
            z >= 4 && z < 9 => (mix1(2*x - 1, z - 1, -1, 8) as i8),
            else => (gain as i8),
        };
        edge4(y, x) in [1..cols, 1..=deep + 3] = case {
            x < 2 => ((mask2(1) as i8) + (gain as i8)),
            else => ({ let v1 = (gain as i8); v1 * v1 - saturate(gain, i8) } ^ (-8i8)),
        };
    }
}

compare! {
    agrees_051: p051((array img: [u16; deep, rows, cols, 2]), (array lut: [u8; 256]), (scalar gain: u32)) -> (a, b, c, d)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24, deep >= 1 by 1 like 12
}

pipeline! {
    pub fn p052(gain: i16, bias: i8, img: [f32; deep, rows, -1..=cols]) -> tone1
    where rows >= 6, deep >= 5, cols >= 2 {
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        grid0(x): u32 in [0..=cols] = 8;
        grid0((i + 1) / 3) += ((img(4, clamp((img(4, clamp((img(0, 2, i - 1) as i32), 0, rows - 1), -1) as i32), 0, rows - 1), i) as u32)) as u32 for (i, j) in [0..cols, 0..=4];
        grid0(clamp((img(2, 3, 0) as i32), 0, 0)) max= (((img(clamp((img(4, 0, -1) as i32), 0, deep - 1), j, 0) as u32) - (img(clamp((img(0, 1, clamp(((i + -3) as i32), -1, cols)) as i32), 0, deep - 1), j, 1) as u32))) as u32 for (i, j) in [0..=2, 0..rows];
        tone1(x) = grid0(x + 1) * (if (x % 2 == 1) { (grid0(x - 1) ^ 1) } else { grid0(x - 1) });
        border tone1 = clamp;
    }
}

compare! {
    agrees_052: p052((scalar gain: i16), (scalar bias: i8), (array img: [f32; deep, rows, cols + 2])) -> (a)
    for rows >= 6 by 1 like 30, cols >= 2 by 1 like 24, deep >= 5 by 1 like 12
}

pipeline! {
    pub fn p053(img: [i8; rows, cols]) -> mix0
    where cols ~ 2814 {
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        mix0(y, x): u32 = if (x > 3) { saturate(img(y/2, (x + 3)/2), u32) } else { select((x < 4), saturate(img((2*y + 3)/2, 0), u32), (img(0, (2*x + 1)/2) as u32)) };
    }
}

compare! {
    agrees_053: p053((array img: [i8; rows, cols])) -> (a)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24; LARGE
}

pipeline! {
    pub fn p054(img: [i8; -1..=deep, rows, cols + 2], ker: [i32; 3, 3], bias: i8) -> (edge4, mask3)
    where rows ~ 1895, cols >= 5 {
        border img = clamp;
        mix0(y, x) = max(max(d1 in -1..=1, d2 in -1..=1; ker(2*x + d2 - 1, y + d2 + 1)), sum(d3 in 0..=2, d4 in -2..=1; ker(2, d3)));
        soft1(z, y, x) = max(sum(d1 in -3..=4, d2 in -3..=4; img(z + d1 - 1, y + 2*d1, x + d2)), (saturating_add((mix0(0, x + 1) as u32), (bias as u32)) as i8));
        warp2(z, y, x): f64 = case {
            z <= 1 => (soft1((3*z + 2)/2, rows - 1 - y, 2*x/2) as f64),
            else => (soft1(2*z/2, (y - 2)/3, x) as f64),
        };
        mask3(y, x) = case {
            y < 1 && x >= 3 => max(d1 in -2..=4, d2 in -3..=4; mix0(y, x)),
            else => ((warp2(x + 2, 2*((y + 2)/2), x >> 1) as i32) + (-2147483648)),
        };
        edge4(z, y, x) = soft1(deep - 1 - z, y, x) * saturate(!(warp2(z, y, x) as u32), i8);
        border edge4 = constant(7);
    }
}

compare! {
    agrees_054: p054((array img: [i8; deep + 2, rows, cols + 2]), (array ker: [i32; 3, 3]), (scalar bias: i8)) -> (a, b)
    for rows >= 1 by 1 like 30, cols >= 5 by 1 like 24, deep >= 1 by 1 like 12
}

pipeline! {
    pub fn p055(img: [u32; cols, rows]) -> tone0
    where rows >= 3 {
        border img = constant(0);
        tone0(x): u32 in [0..cols] = case {
            x < 1 => ((2*x + x) as u32),
            else => ((((img(x, 2) as i8) as u32) - (img(0, 1) * img(x - 1, 2))) / img((x + 9)/2, 0)),
        };
    }
}

compare! {
    agrees_055: p055((array img: [u32; cols, rows])) -> (a)
    for rows >= 3 by 1 like 30, cols >= 1 by 1 like 24; LARGE
}

pipeline! {
    pub fn p056(ker: [f64; 4, 2], img: [u8; deep, 1..=rows, cols], bias: u16) -> (tone0, tone2, soft3, mix4[2])
    where cols ~ 960, cols % 3 == 0 {
        border img = mirror101;
        tone0(z, y, x) in [0..=cols, 0..=rows - 1, 0..=deep]: u16 = (!((ker(0, clamp(saturate(ker(z % 3, clamp((ker(1, clamp((ker(y % 2, clamp(saturate(ker(2, 0), i32), 0, 1)) as i32), 0, 1)) as i32), 0, 1)), i32), 0, 1)) as u16) - (img((x - 3)/2, y + 1, z - 1) as u16)) & saturating_add(widening_mul((bias as u8), 6), 1));
        border fold1 = mirror;
        fold1(z, y, x): i8 = case {
            z % 4 == 0 => saturate(tone0(z - 1, y, x), i8),
            z % 4 == 1 => ((bias as i8) + (tone0(z + 1, y, x) as i8)),
            z % 4 == 2 => saturate(((2*z + y) as u16), i8),
            else => (((cols - z) as i8) >> 3),
        };
        border tone2 = mirror101;
        tone2(z, y, x) in [0..=4, 0..=2, 0..=deep - 1]: i8 = !fold1(saturate(tone0(clamp((ker(2, 0) as i32), 0, cols), clamp((tone0(2, clamp((bias as i32), 0, rows - 1), x + 1) as i32), 0, rows - 1), x), i8), 0, x + 2);
        soft3(y, x) = (fold1(y, 0, x) as i32);
        for k in 0..3 { border mix4[k] = constant(7); }
        mix4[0](z, y, x) = fold1(z, y, x) * (fold1(z, y, x) << 2);
        for k in 1..3 {
            mix4[k](z, y, x) = max(mix4[k - 1]((z - 1)/2, y/2, x + 2), { let v1 = (ker(x % 2, clamp((tone0(z >> 1, (y - 1)/2, 0) as i32), 0, 1)) as i8); v1 * v1 - saturate(tone0(z/2, y/2, x - 1), i8) });
        }
    }
}

compare! {
    agrees_056: p056((array ker: [f64; 4, 2]), (array img: [u8; deep, rows, cols]), (scalar bias: u16)) -> (a, b, c, d)
    for rows >= 1 by 1 like 30, cols >= 3 by 3 like 24, deep >= 1 by 1 like 12
}

pipeline! {
    pub fn p057(img: [i8; rows, -1..=cols, 2], aux: [i32; rows, 1..=cols], ker: [f32; 2, 3], bias: u16) -> fold1
    where rows >= 5, cols >= 5 {
        border aux = repeat;
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        tone0(y, x) = case {
            x % 2 == 0 => ker(y, x),
            !(x % 2 == 0) => tan(ker(y % 2, x % 2)),
        };
        fold1(y, x) = (tone0(2*y + 1, x + 1) as u16) * ((tone0(x % 2, clamp((ker(clamp((ker(1, x % 3) as i32), 0, 1), 0) as i32), 0, 2)) as u16) | (tone0(y % 2, y % 2) as u16));
    }
}

compare! {
    agrees_057: p057((array img: [i8; rows, cols + 2, 2]), (array aux: [i32; rows, cols]), (array ker: [f32; 2, 3]), (scalar bias: u16)) -> (a)
    for rows >= 5 by 1 like 30, cols >= 5 by 1 like 24
}

pipeline! {
    pub fn p058(img: [u8; rows, cols], lut: [i8; 256], ker: [u32; 4, 2]) -> (warp0, warp1[2])
    where rows ~ 960, rows % 3 == 0 {
        border lut = mirror101;
        warp0(x): i32 = (ker(x + 1, 1) as i32) * (sum(d1 in -13..=14; (ker(x % 2, clamp((lut(16) as i32), 0, 1)) as i32)) - (if (lut(194) > (-128)) { (x as i32) } else { 9 }));
        const WARP1 = 3;
        for k in 0..WARP1 {
            if k == 0 { warp1[k](x) = case {
            x < 0 && x >= -1 => stencil(warp0(x), [4, 1, -1]),
            else => (if (ker(2, 1) == 11) { warp0(x % 2) } else { 2147483647 }),
        }; } else { warp1[k](x) = warp1[k - 1](x + 1); }
        }
    }
}

compare! {
    agrees_058: p058((array img: [u8; rows, cols]), (array lut: [i8; 256]), (array ker: [u32; 4, 2])) -> (a, b)
    for rows >= 3 by 3 like 24, cols >= 1 by 1 like 24; LARGE
}

pipeline! {
    pub fn p059(img: [i8; rows, cols], lut: [u8; 256], gain: f32) -> (warp1, edge2)
    where rows >= 7 {
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        soft0(y, x): i8 = max(d1 in -3..=4, d2 in -2..=4; img(y + d2, x));
        border soft0 = mirror101;
        warp1(y, x) = (soft0(y, x) as u32) ^ saturating_sub(spread((img(y - 1, x) as u32), (lut(50) as u32)), ((soft0(y - 1, x) as u8) as u32));
        edge2(y, x) = (stencil(warp1, [[2, 0, 2]]) as u8) * (((rows - y) as u8) - (soft0(y, 2*x) as u8));
        border edge2 = constant(0);
    }
}

compare! {
    agrees_059: p059((array img: [i8; rows, cols]), (array lut: [u8; 256]), (scalar gain: f32)) -> (a, b)
    for rows >= 7 by 1 like 30, cols >= 1 by 1 like 24
}
