//! Generated pipelines; every block is compared with its reference by `compare!`.
//!
//! Not to be edited: `BLESS=1 cargo test -p pipeline-lang --test corpus` writes this file.

use pipeline::pipeline;

pipeline! {
    pub fn p000(aux: [i16; rows, 2*cols], img: [i16; 1..=rows, cols]) -> fold0
    where cols ~ 960, cols % 4 == 0 {
        border img = clamp;
        border aux = constant(7);
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        fold0(z, y, x) in [1..rows + 4, 0..rows / 2, -2..=cols - 1]: i16 = widening_sub((aux(y + 1 - x, x - 1 + y) as i8), (aux(2*y + 2, x + 34) as i8));
    }
}

compare! {
    agrees_000: p000((array aux: [i16; rows, 2 * cols]), (array img: [i16; rows, cols])) -> (a)
    for rows >= 1 by 1 like 30, cols >= 4 by 4 like 24
}

pipeline! {
    pub fn p001(img: [f64; rows, cols], ker: [i32; 2, 2], gain: i16) -> mix2
    where rows ~ 960, rows % 4 == 0 {
        fold0(z, y, x) in [0..rows, 0..rows / 2, 0..cols] = select(select((y == 0), (x == 4), (ker(x % 2, 0) <= 3)), select((ker(y % 2, x % 2) < 3), ker(clamp((img(z, x) as i32), 0, 1), 1), 2), product(d1 in 0..=2, d2 in 0..=1; (img(z, 0) as i32)));
        border fold0 = constant(2147483647);
        grid1(y, x): bool in [0..=2, 0..=cols] = if y < 2 { (fold0(clamp(ker(1, 0), 0, rows - 1), 8, 2*x - 13) <= 0) } else { (fold0(1, saturate(ker(y % 2, 0), u8), x + 3) < (-5)) };
        border mix2 = constant(4294967295);
        mix2(x): u32 = (grid1(2*x, 0) as u32) ^ ((gain as u32) >> 17);
    }
}

compare! {
    agrees_001: p001((array img: [f64; rows, cols]), (array ker: [i32; 2, 2]), (scalar gain: i16)) -> (a)
    for rows >= 4 by 4 like 24, cols >= 1 by 1 like 24
}

pipeline! {
    pub fn p002(img: [u8; deep, rows, cols], m: size) -> warp0[1]
    where deep ~ 2894 {
        const WARP0 = 2;
        for k in 0..WARP0 {
            if k == 0 { warp0[k](z, y, x) = img(z, y, x - 1); } else { warp0[k](z, y, x) = case {
            y < 0 => warp0[k - 1]((2*z - 2)/2, (y - 3)/3, 2*x),
            y >= 0 && y < 6 => (warp0[k - 1](2*z - 2, 3*y, 3*x + 3) / warp0[k - 1](z, 2*((3*y + 1)/3), (2*x - 3)/2)),
            else => ((cols - z) as u8),
        }; }
        }
    }
}

compare! {
    agrees_002: p002((array img: [u8; deep, rows, cols]), (size m)) -> (a)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24, deep >= 1 by 1 like 12, m >= 1 by 1 like 20
}

pipeline! {
    pub fn p003(img: [u8; deep, rows, cols, 2]) -> (warp0, soft2, mask4) {
        warp0(z, y, x): u8 in [0..cols + 1, 1..deep + 4, 0..=deep - 1] = (img(0, clamp(((x + 6) as i32), 0, rows - 1), clamp((y as i32), 0, cols - 1), y % 2) - ((z + 3) as u8));
        mask1(x) in [0..deep / 2] = case {
            x % 3 == 0 => (img(2*x, 0, 0, 1) * ((x % 3) as u8)),
            x % 3 == 1 => ((x as u8) + warp0(0, 4, 2*x)),
            else => img(2*x, 0, 0, 1),
        };
        soft2(y, x): u16 in [0..4, 0..=deep] = 5;
        soft2(i % 4, j) min= ((saturate(warp0(clamp(((i / 2) as i32), 0, cols), j + 3, j), u16) + saturate(warp0(1, j + 2, j), u16))) as u16 for (i, j) in [1..rows, 0..deep];
        grid3(x): bool = case {
            x >= deep - 0 => (mask1((x - 3)/2) < 255),
            else => all(d1 in -2..3; (img((x + d1) >> 1, 0, 0, 0) < 5)),
        };
        mask4(y, x): i8 = saturate(sum(d1 in -2..=2, d2 in -1..=2; soft2(y, x + d1 + 1)), i8) * saturate(soft2(y % 2, x - 1), i8);
    }
}

compare! {
    agrees_003: p003((array img: [u8; deep, rows, cols, 2])) -> (a, b, c)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24, deep >= 1 by 1 like 12
}

pipeline! {
    pub fn p004(img: [f32; deep, rows, cols], ker: [i8; 3, 4]) -> fold1
    where cols >= 5 {
        border ker = mirror101;
        tone0(z, y, x): i8 in [1..=rows - 1, 1..=cols - 1, 1..=cols + 3] = sum(d1 in -1..=1; ((ker(1, 0) as f32) as i8));
        fold1(z, y, x) in [0..=3, -2..rows + 4, 1..=rows - 1] = case {
            z > 2 => (ker(z % 3, y % 3) >> 3),
            else => (ker(y % 3, 0) - ker(2, y % 4)),
        };
    }
}

compare! {
    agrees_004: p004((array img: [f32; deep, rows, cols]), (array ker: [i8; 3, 4])) -> (a)
    for rows >= 1 by 1 like 30, cols >= 5 by 1 like 24, deep >= 1 by 1 like 12
}

pipeline! {
    pub fn p005(lut: [i32; 16], img: [u16; deep, rows, cols], gain: u16) -> mask0
    where rows ~ 1345, cols ~ 960, cols % 3 == 0 {
        border lut = clamp;
        border mask0 = mirror;
        mask0(x) = stencil(lut, 3, [0, 2, 3]) ^ -(img(0, 0, 1) as i32);
    }
}

compare! {
    agrees_005: p005((array lut: [i32; 16]), (array img: [u16; deep, rows, cols]), (scalar gain: u16)) -> (a)
    for rows >= 1 by 1 like 30, cols >= 3 by 3 like 24, deep >= 1 by 1 like 12
}

pipeline! {
    pub fn p006(img: [i32; deep + 2, rows, cols, 2]) -> warp0
    where deep ~ 2591 {
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        warp0(w, z, y, x) = img(w - 1, z, y, x + 1) + clamp(clamp(img(w, z + 1, 2*((y - 2)/2), y % 2), (-7), 2), 9, (-2147483648));
    }
}

compare! {
    agrees_006: p006((array img: [i32; deep + 2, rows, cols, 2])) -> (a)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24, deep >= 1 by 1 like 12
}

pipeline! {
    pub fn p007(img: [u16; deep, rows, cols, 3], m: size) -> soft0
    where cols >= 6, m ~ 960, m % 2 == 0 {
        soft0(y, x) in [1..=rows, 0..rows / 2]: u16 = case {
            x <= 1 => widening_add(((x / 2) as u8), 127),
            else => (img(0, 2*x + 1, 3, x % 2) - img(0, y - 1, 0, clamp((img(clamp(((y + 8) as i32), 0, deep - 1), y - 1, 2, 0) as i32), 0, 2))),
        };
    }
}

compare! {
    agrees_007: p007((array img: [u16; deep, rows, cols, 3]), (size m)) -> (a)
    for rows >= 1 by 1 like 30, cols >= 6 by 1 like 24, deep >= 1 by 1 like 12, m >= 2 by 2 like 12
}

pipeline! {
    pub fn p008(img: [i8; rows + 2, cols]) -> mix2
    where rows >= 5 {
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        const MIX0 = 2;
        for k in 0..MIX0 {
            if k == 0 { mix0[k](y, x) = case {
            y < 2 && x >= 0 => (stencil(img, [[2], [1], [3], [-2], [3]]) as u32),
            else => ((x % 3) as u32),
        }; } else { mix0[k](y, x) = max(sum(d1 in -2..=2, d2 in -1..=2; mix0[k - 1]((2*y + d2)/2, 2*x + d2)), sum(d3 in -1..=1 step 2, d4 in -1..3; mix0[k - 1](2*((y + d3 - 1)/3) + 1, (3*x + 2*d4 - 1)/3))); }
        }
        border mix2 = constant(7);
        mix2(y, x): u32 = stencil(mix0[1], [3, 4, 0]) ^ saturating_add((y as u32), saturate((((x + 1) as u8) / (mix0[0](3*y/2, x + 2) as u8)), u32));
    }
}

compare! {
    agrees_008: p008((array img: [i8; rows + 2, cols])) -> (a)
    for rows >= 5 by 1 like 30, cols >= 1 by 1 like 24
}

pipeline! {
    pub fn p009(img: [i16; rows, 1..=cols], gain: i16) -> grid1[2] {
        border img = mirror101;
        fold0(x) in [-2..rows + 1] = case {
            x < 0 => (img(x - 6, (img(0, 1) as u8)) as i32),
            x >= 0 && x < 1 => (img(x, 1) as i32),
            else => (img(x - 1, 1) as i32),
        };
        grid1[0](y, x) = widen(img(y, x)) + (fold0(y) >> 15);
        for k in 1..3 {
            grid1[k](y, x) = case {
            y % 3 == 0 => stencil(grid1[k - 1], [[-1, 3, 4], [-2, 2, 3]]),
            y % 3 == 1 => (fold0(y) - grid1[k - 1](y - 1, x + 1)),
            else => fold0(0),
        };
        }
    }
}

compare! {
    agrees_009: p009((array img: [i16; rows, cols]), (scalar gain: i16)) -> (a)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24
}
