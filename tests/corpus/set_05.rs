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
    pub fn p051(img: [u16; deep, rows, cols, 2], lut: [u8; 256], gain: u32) -> (fold4, mix3, edge2) {
        border img = repeat;
        tone0(w, z, y, x) = img(w, z, y, x);
        mix1(y, x) in [0..cols + 1, -2..=rows - 2] = ((gain as u16) - (gain as u16));
        edge2(y, x) = (stencil(mix1, [[0, 0, 3], [0, 1, 1]]) as f32);
        border mix3 = clamp;
        mix3(y, x): f32 in [-2..cols + 4, 0..=cols] = if x > cols - 2 { clamp(((y + 3) as f32), (-0.0), (-0.0)) } else { (-abs((tone0(0, clamp((img(0, 0, x - 3, 0) as i32), 0, rows - 1), 0, x % 2) as i8)) as f32) };
        fold4(y, x) in [1..rows, 0..cols]: f32 = (saturate(lut(178), i32) as f32);
    }
}

compare! {
    agrees_051: p051((array img: [u16; deep, rows, cols, 2]), (array lut: [u8; 256]), (scalar gain: u32)) -> (a, b, c)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24, deep >= 1 by 1 like 12
}

pipeline! {
    pub fn p052(img: [f32; deep, rows, -1..=cols], gain: i16, bias: i8) -> mask1
    where rows >= 6, deep >= 5 {
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        grid0(z, y, x): f32 = img(z - 2, y + 3, x - 1);
        mask1(z, y, x) = grid0(z, y, x) - tan((img(z, y, x) + img(z, y, x)));
    }
}

compare! {
    agrees_052: p052((array img: [f32; deep, rows, cols + 2]), (scalar gain: i16), (scalar bias: i8)) -> (a)
    for rows >= 6 by 1 like 30, cols >= 1 by 1 like 24, deep >= 5 by 1 like 12
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
    pub fn p054(img: [i8; -1..=deep, rows, cols + 2], ker: [i32; 3, 3], bias: i8) -> mask4[1]
    where rows ~ 1895, cols >= 5 {
        border img = clamp;
        mix0(y, x) = max(max(d1 in -1..=1, d2 in -1..=1; ker(2*x + d2 - 1, y + d2 + 1)), sum(d3 in 0..=2, d4 in -2..=1; ker(2, d3)));
        const SOFT1 = 2;
        for k in 0..SOFT1 { border soft1[k] = constant(7); }
        for k in 0..SOFT1 {
            if k == 0 { soft1[k](y, x) = (stencil(ker(y, x), 3, [[-2, 0, -2], [0, 4, 1], [2, 0, 1]]) as i8) ^ (-{ let v1 = (ker(0, x % 2) as f32); v1 * v1 - (mix0(0, x) as f32) } as i8); } else { soft1[k](y, x) = case {
            y % 4 == 0 => stencil(soft1[k - 1], [[-1], [3], [2]]),
            y % 4 == 1 => soft1[k - 1](1, 7),
            y % 4 == 2 => soft1[k - 1](-2, 2),
            else => min(d1 in -1..=2, d2 in 0..=1; (ker(d2, d2) as i8)),
        }; }
        }
        warp3(y, x) = ker(y - 2, (x + 2)/2) + product(d1 in -13..16; mix0(0, x) * clamp((soft1[0](clamp(ker(0, x % 3), 1, 1), (soft1[0](1, -3) as u8)) as i32), 2147483647, 12));
        mask4[0](y, x) = case {
            y % 4 == 0 => (max(d1 in -1..=2, d2 in -2..=2; warp3(y, x)) as i8),
            y % 4 == 1 => { let v3 = soft1[0](1, -3); v3 * v3 - (warp3(2, y - 1) as i8) },
            y % 4 == 2 => clamp(soft1[1](-3, -3), (-1), 9i8),
            else => (soft1[1](7, (soft1[0](clamp((soft1[0](1, 2) as i32), 1, 1), (soft1[0](1, 6) as u32)) as u32)) * ((y % 3) as i8)),
        };
        for k in 1..2 {
            mask4[k](y, x) = case {
            x < 0 => stencil(mask4[k - 1](y, x), 3, [[2]]),
            x >= 0 && x < 3 => ((warp3(4, x) as i8) % 16),
            else => (soft1[0](clamp((soft1[0](1, 9) as i32), 1, 1), 6) & soft1[0](1, 6)),
        };
        }
    }
}

compare! {
    agrees_054: p054((array img: [i8; deep + 2, rows, cols + 2]), (array ker: [i32; 3, 3]), (scalar bias: i8)) -> (a)
    for rows >= 1 by 1 like 30, cols >= 5 by 1 like 24, deep >= 1 by 1 like 12
}

pipeline! {
    pub fn p055(img: [u32; cols, rows]) -> tone0
    where rows >= 3 {
        border img = constant(0);
        tone0(y, x) = (stencil(img(y, x), [[0, 1, 0, 1, 0], [1, 3, 0, 4, 1], [1, 3, 2, 3, 0]]) as u8) + (select((y % 2 == 0), (img(y, x) as f64), (img(y, x) as f64)) as u8);
    }
}

compare! {
    agrees_055: p055((array img: [u32; cols, rows])) -> (a)
    for rows >= 3 by 1 like 30, cols >= 1 by 1 like 24; LARGE
}

pipeline! {
    pub fn p056(img: [u8; deep, 1..=rows, cols], ker: [f64; 4, 2], bias: u16) -> (mask4, warp5)
    where cols ~ 960, cols % 3 == 0 {
        border img = mirror101;
        for k in 0..2 { border tone0[k] = constant(-2.5); }
        tone0[0](z, y, x) = (stencil(img, 3, [[2, 0, 1, 2]]) as f64) * tan(({ let v1 = (ker(1, clamp((ker(0, y % 2) as i32), 0, 1)) as i32); v1 * v1 - (ker(z % 4, z % 2) as i32) } as f64));
        for k in 1..2 {
            tone0[k](z, y, x) = if (y > 4) { tone0[k - 1](3*z, 2*y - 3, (x + 1)/3) } else { { let v1 = max(d2 in -2..=2, d3 in -2..3; (img((2*z + d3 - 3)/2, 2*((y + d2)/3), 0) as f64)); v1 * v1 - (ker(1, clamp((tone0[k - 1](3*z, 3*y + 1, 3*x + 1) as i32), 0, 1))).sqrt() } };
        }
        const EDGE2 = 2;
        edge2[0](z, y, x) = case {
            x < 4 && z >= 0 => (stencil(tone0[0](z, y, x), [[4, 0, 4, 3]]) as u8),
            else => ((tone0[1](z, y, x) as i16) as u8),
        };
        for k in 1..EDGE2 {
            edge2[k](z, y, x) = min(d1 in -1..=1, d2 in 0..=1; edge2[k - 1](z + d2, y + d1, x + d1)) * (edge2[k - 1](z, y, x) ^ 255);
        }
        mask4(z, y, x) = sum(d1 in 0..=1, d2 in 0..=1; tone0[1]((2*z + d1 + 1)/3, y + d2 - 1, 2*((3*x + d2 + 2)/3) + 1)) - atan2((max(tone0[0](2*z + 3, 2*(y/2), 1), (bias as f64)) - widen((edge2[1](z - 2, y + 2, 2*x) as f32))), (-(edge2[0](2*z/3, (3*y + 2)/3, x - 1) as f64) - ln((bias as f64))));
        border mask4 = constant(0.0);
        warp5(y, x) = min(d1 in -2..=2, d2 in -1..=2; ker(y, x - 1)) * { let v3 = (ceil((edge2[0](y + 3, y + 3, y) as f64)) - ((img(0, clamp(((x + 8) as i32), 1, rows), 0) as i8) as f64)); v3 * v3 - (clamp((tone0[0](0, (edge2[0](y, x + 2, y) as u32), 2) as i16), (-4), (-2)) as f64) };
    }
}

compare! {
    agrees_056: p056((array img: [u8; deep, rows, cols]), (array ker: [f64; 4, 2]), (scalar bias: u16)) -> (a, b)
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
    pub fn p058(img: [u8; rows, cols], lut: [i8; 256], ker: [u32; 4, 2]) -> edge1
    where rows ~ 960, rows % 3 == 0 {
        border lut = mirror101;
        warp0(z, y, x): i8 in [1..rows + 1, 0..rows, 0..=cols - 1] = sum(d1 in -13..=15; lut(clamp((lut((ker(y % 2, clamp((img(z - 1, x) as i32), 0, 1)) as u8)) as i32), 0, 255)));
        edge1(z, y, x): f32 = if (x < cols) { (warp0(2*z, y, x + 1) as f32) } else { ((if ((ker(y % 2, 1) as i32) < (-2)) { abs_diff(((z % 3) as f32), ((rows - y) as f32)) } else { 0.25 })).sqrt() };
    }
}

compare! {
    agrees_058: p058((array img: [u8; rows, cols]), (array lut: [i8; 256]), (array ker: [u32; 4, 2])) -> (a)
    for rows >= 3 by 3 like 24, cols >= 1 by 1 like 24
}

pipeline! {
    pub fn p059(img: [i8; rows, cols], lut: [u8; 256], gain: f32) -> (warp1, warp2)
    where rows >= 7 {
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        soft0(y, x): i8 = max(d1 in -3..=4, d2 in -2..=4; img(y + d2, x));
        border soft0 = mirror101;
        border warp1 = clamp;
        warp1(y, x) in [0..=2, 0..=cols - 1]: i8 = (3 + (lut(165) as i8));
        warp2(x) = (warp1(x % 3, x - 1) as f64);
    }
}

compare! {
    agrees_059: p059((array img: [i8; rows, cols]), (array lut: [u8; 256]), (scalar gain: f32)) -> (a, b)
    for rows >= 7 by 1 like 30, cols >= 1 by 1 like 24; LARGE
}
