//! Generated pipelines; every block is compared with its reference by `compare!`.
//!
//! Not to be edited: `BLESS=1 cargo test -p pipeline-lang --test corpus` writes this file.

use pipeline::pipeline;

pipeline! {
    pub fn p010(img: [i8; rows, cols, 2], aux: [u32; cols - 1, rows], ker: [f64; 4, 2]) -> warp0
    where cols >= 3 {
        border img = repeat;
        border ker = constant(1);
        warp0(y, x) = ker(y, x);
    }
}

compare! {
    agrees_010: p010((array img: [i8; rows, cols, 2]), (array aux: [u32; cols - 1, rows]), (array ker: [f64; 4, 2])) -> (a)
    for rows >= 1 by 1, cols >= 3 by 1
}

pipeline! {
    pub fn p011(img: [i32; rows, cols + 2], aux: [i8; rows]) -> warp1 {
        border img = mirror101;
        border edge0 = constant(7);
        edge0(x) in [0..=rows - 1]: i8 = case {
            x <= 4 => (((x % 3) as i8) / aux(x)),
            !(x <= 4) => (aux(x) * (img((x - 1) >> 1, 0) as i8)),
        };
        warp1(y, x) in [1..rows + 4, -2..rows] = case {
            y <= 2 => (edge0((y - 2)/2) >> 4),
            else => !((2*x + x) as i8),
        };
    }
}

compare! {
    agrees_011: p011((array img: [i32; rows, cols + 2]), (array aux: [i8; rows])) -> (a)
    for rows >= 1 by 1, cols >= 1 by 1
}

pipeline! {
    pub fn p012(img: [i16; rows, cols, 2], bias: f64) -> (edge0, mask1)
    where rows ~ 3504, cols >= 6 {
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        border edge0 = mirror;
        edge0(z, y, x) = case {
            z % 4 == 0 => saturate(img(z, y, x), u8),
            z % 4 == 1 => (img(z, y, 1) as u8),
            z % 4 == 2 => (img(z, y, 1) as u8),
            else => ((y % 3) as u8),
        };
        mask1(z, y, x) = case {
            y >= rows - 4 => product(d1 in -2..=4, d2 in -2..=4; img(z + d1 - 1, x + d2 + 1, y)),
            else => saturate((x as f64), i16),
        };
    }
}

compare! {
    agrees_012: p012((array img: [i16; rows, cols, 2]), (scalar bias: f64)) -> (a, b)
    for rows >= 1 by 1, cols >= 6 by 1
}

pipeline! {
    pub fn p013(img: [i16; cols, rows]) -> edge3 {
        const EDGE0 = 3;
        edge0[0](y, x) = img(y - 1, x + 1) - img(y, x);
        for k in 1..EDGE0 {
            edge0[k](y, x) = max(stencil(edge0[k - 1], 3, [[-1], [3], [1]]), (edge0[k - 1](y - 3, x - 3) + 16383));
        }
        edge3(y, x): i16 = stencil(edge0[2](y, x), [[-2, -2, 1], [-1, -2, 0], [1, 3, 4]]) * (if (y > 0) { edge0[1](y, x/2) } else { edge0[1](y - 1, x - 2) });
    }
}

compare! {
    agrees_013: p013((array img: [i16; cols, rows])) -> (a)
    for rows >= 1 by 1, cols >= 1 by 1
}

pipeline! {
    pub fn p014(img: [f64; rows, 1..=cols, 2], aux: [f64; rows], ker: [i16; 2, 2]) -> mask0 {
        border img = clamp;
        border aux = mirror101;
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        mask0(x) = if (x < 1) { stencil(aux, 1.0 / 8.0, [0, 0, 3]) } else { ((1 + (aux(x) as u32)) as f64) };
    }
}

compare! {
    agrees_014: p014((array img: [f64; rows, cols, 2]), (array aux: [f64; rows]), (array ker: [i16; 2, 2])) -> (a)
    for rows >= 1 by 1, cols >= 1 by 1
}

pipeline! {
    pub fn p015(aux: [i16; rows, -1..=cols], img: [i32; -1..=rows, cols, 2]) -> (warp1, mask2[3]) {
        warp0(y, x) = aux(y, x) * { let v1 = ((aux(0, x) as f64) as i16); v1 * v1 - max(aux(y, x), 12) };
        warp1(y, x) = saturate(max(d1 in -3..=4, d2 in -3..=4; aux(2*((2*y - 3)/3), (3*x + d2)/2)), u32);
        const MASK2 = 4;
        for k in 0..MASK2 {
            if k == 0 { mask2[k](y, x) = product(d1 in 0..=1, d2 in 0..=1; aux(y, x + d2)) * abs(warp0(y + 1, x - 2)); } else { mask2[k](y, x) = if (y % 2 == 0) { stencil(mask2[k - 1](y, x), 3, [[-1, 3, -2], [4, 2, -1], [2, -2, 3]]) } else { mask2[k - 1](y, x) }; }
        }
    }
}

compare! {
    agrees_015: p015((array aux: [i16; rows, cols + 2]), (array img: [i32; rows + 2, cols, 2])) -> (a, b)
    for rows >= 1 by 1, cols >= 1 by 1
}

pipeline! {
    pub fn p016(bias: i16, lut: [u16; 16], aux: [u8; rows, cols, deep], img: [i32; deep, rows, cols]) -> edge1
    where rows ~ 1483 {
        border aux = mirror101;
        border lut = constant(1);
        mask0(z, y, x) = (product(d1 in -3..=4, d2 in -2..=4; aux(z, y + d1, x + d2)) as f64) * ((lut(1) as f64)).sqrt();
        edge1(z, y, x) = if (z < deep - 2) { mask0(2*(2*z/2), y + 1, 2*((2*x + 3)/3)) } else { (mask0((3*z + 1)/2, y, clamp((aux(clamp((lut(clamp(img((x - 3)/3, 2*z - 2, (2*y - 2)/3), 0, 15)) as i32), 0, rows - 1), (y + 2)/2, x/3) as i32), 0, deep - 1))).clamp((-0.0), 7.75) };
    }
}

compare! {
    agrees_016: p016((scalar bias: i16), (array lut: [u16; 16]), (array aux: [u8; rows, cols, deep]), (array img: [i32; deep, rows, cols])) -> (a)
    for rows >= 1 by 1, cols >= 1 by 1, deep >= 1 by 1
}

pipeline! {
    pub fn p017(img: [u32; cols, rows], aux: [u8; rows], gain: i8) -> tone1 {
        border img = mirror101;
        fold0(y, x) = (img((y + 2)/2, x) as f64);
        border tone1 = constant(-2.5);
        tone1(y, x) = product(d1 in -1..=2, d2 in -1..=2; fold0(y + d2, x + d2)) - max(d3 in -1..=2; (aux(x) as f64) * clamp(fold0(y + d3, x + d3), (-0.0), 0.25));
    }
}

compare! {
    agrees_017: p017((array img: [u32; cols, rows]), (array aux: [u8; rows]), (scalar gain: i8)) -> (a)
    for rows >= 1 by 1, cols >= 1 by 1
}

pipeline! {
    pub fn p018(img: [f64; 1..=rows, cols, 4], lut: [i8; 16], ker: [u8; 3, 2], m: size) -> mask3 {
        border lut = mirror101;
        border grid0 = mirror101;
        grid0(x): u8 = case {
            x % 3 == 0 => ker(x, x % 2),
            x % 3 == 1 => (lut(saturate(lut(lut(clamp((ker(0, x % 2) as i32), 0, 15))), u8)) as u8),
            else => (ker(2, 0) - ((m - x) as u8)),
        };
        tone1(x) = (grid0(x) > 9u8) ^ ((img(1, clamp((lut(8) as i32), 0, cols - 1), x % 2) != (-1.5)) || (ker(clamp(saturate(grid0(1), i32), 0, 2), 0) != 10));
        grid2(y, x) = if (x < 1) { (ker(y - 1, x) as u32) } else { product(d1 in 0..=2, d2 in 0..3; (ker(x % 3, x % 2) as u32)) };
        mask3(y, x) in [0..rows, 0..cols + 1] = ((grid2(clamp((grid2(2, 0) as i32), 1, 3), clamp((grid2(clamp((grid0(2) as i32), 1, 3), x % 2) as i32), 0, 1)) as i16) as u32);
    }
}

compare! {
    agrees_018: p018((array img: [f64; rows, cols, 4]), (array lut: [i8; 16]), (array ker: [u8; 3, 2]), (size m)) -> (a)
    for rows >= 1 by 1, cols >= 1 by 1, m >= 1 by 1
}

pipeline! {
    pub fn p019(img: [u8; deep, rows, cols, 2]) -> edge0
    where cols ~ 2810 {
        border img = repeat;
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        edge0(w, z, y, x) = (stencil(img, 3, [1]) as f32) + (if (x < 2) { ((z + -3) as f32) } else { 2.0 });
    }
}

compare! {
    agrees_019: p019((array img: [u8; deep, rows, cols, 2])) -> (a)
    for rows >= 1 by 1, cols >= 1 by 1, deep >= 1 by 1
}
