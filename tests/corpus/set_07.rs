//! Generated pipelines; every block is compared with its reference by `compare!`.
//!
//! Not to be edited: `BLESS=1 cargo test -p pipeline-lang --test corpus` writes this file.

use pipeline::pipeline;

pipeline! {
    pub fn p070(img: [u32; deep, rows, cols], gain: u32, m: size) -> fold0[2]
    where deep >= 4 {
        border img = mirror101;
        fold0[0](z, y, x) = if (y > 1) { product(d1 in -1..=1, d2 in -1..=1; img(z + d2, y + d2, x + d2)) } else { max(d3 in 0..3, d4 in -2..=2; img(z + d4 - 1, y + 1, x + 2*d3)) };
        for k in 1..3 {
            fold0[k](z, y, x) = case {
            x % 2 == 0 => min(d1 in -1..=1, d2 in -1..=1; fold0[k - 1](z + d2, y, x + d1 + 1)),
            else => max(fold0[k - 1](z, y, x), 5u32),
        };
        }
    }
}

compare! {
    agrees_070: p070((array img: [u32; deep, rows, cols]), (scalar gain: u32), (size m)) -> (a)
    for rows >= 1 by 1, cols >= 1 by 1, deep >= 4 by 1, m >= 1 by 1
}

pipeline! {
    pub fn p071(img: [u16; rows, cols, 4], aux: [i8; cols, rows], gain: i32, bias: f32) -> warp2
    where cols >= 4, cols >= 5, rows >= 2 {
        border aux = mirror101;
        tone0(y, x): i8 in [0..cols, 0..=rows - 2] = if y > cols - 4 { (if (aux(2*y - 1, x) > (-1)) { saturate(img(x, y, y % 3), i8) } else { 5 }) } else { { let v1 = (img(x, y + 3, 0) as i8); v1 * v1 - aux(y - 2 + x, x - 2) } };
        mask1(x) = if (x < cols / 2) { (tone0(2, x) == (-8)) } else { ((aux(1, x + 1) <= 63) ^ (tone0(3, x) <= (-5))) };
        border warp2 = repeat;
        warp2(y, x): f64 = (stencil(tone0, [[1], [-1], [4], [0], [4]]) as f64) * (select(mask1(x), ((y % 3) as f64), (tone0(y, x) as f64)) * select(mask1(x), (mask1(x) as u8 as f64), (-2)));
    }
}

compare! {
    agrees_071: p071((array img: [u16; rows, cols, 4]), (array aux: [i8; cols, rows]), (scalar gain: i32), (scalar bias: f32)) -> (a)
    for rows >= 2 by 1, cols >= 5 by 1
}

pipeline! {
    pub fn p072(img: [f32; 1..=rows, cols], lut: [f64; 16]) -> soft3 {
        border lut = constant(-2.5);
        fold0(y, x): bool in [0..cols, 0..=2] = case {
            x < 4 && x >= 3 => select((y > 5), (lut(3) != 255.0), (img(clamp((img(1, y) as i32), 1, rows), y) == 7.75)),
            else => (lut(9) > 3),
        };
        soft1(x) = (lut(x) as u8);
        soft2(x): u8 = stencil(soft1, [0, 0, 1]);
        soft3(x) = lut(x) * ((if fold0(0, clamp((soft2(3) as i32), 0, 2)) { (lut((x as i8)) as u16) } else { (fold0(0, clamp((soft1(2) as i32), 0, 2)) as u16) }) as f64);
    }
}

compare! {
    agrees_072: p072((array img: [f32; rows, cols]), (array lut: [f64; 16])) -> (a)
    for rows >= 1 by 1, cols >= 1 by 1
}

pipeline! {
    pub fn p073(img: [u16; rows, cols], ker: [u32; 3, 3]) -> (edge2, fold0)
    where rows ~ 960, rows % 4 == 0, cols ~ 960, cols % 3 == 0 {
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        fold0(y, x) in [1..rows, 0..2*rows]: u32 = (if ((ker(y % 2, 0) as i32) <= 1i32) { (ker(0, y % 2) - ((x / 2) as u32)) } else { 12 });
        edge1(y, x) = case {
            x <= 0 => (ker(y, x) < 4294967295u32),
            else => (y < 2),
        };
        edge2(y, x): u8 in [0..=2, 0..=cols - 1] = (12 - (edge1(x % 3, 0) as u8));
    }
}

compare! {
    agrees_073: p073((array img: [u16; rows, cols]), (array ker: [u32; 3, 3])) -> (a, b)
    for rows >= 4 by 4, cols >= 3 by 3
}

pipeline! {
    pub fn p074(lut: [f64; 300], img: [u8; rows, cols], aux: [i16; rows, 1..=cols]) -> tone0
    where cols >= 3 {
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        tone0(y, x): i16 = aux(y, x) * spread((lut(293) as i16), aux(y, clamp((lut((aux(y, x) as u8)) as i32), 1, cols)));
    }
}

compare! {
    agrees_074: p074((array lut: [f64; 300]), (array img: [u8; rows, cols]), (array aux: [i16; rows, cols])) -> (a)
    for rows >= 1 by 1, cols >= 3 by 1
}

pipeline! {
    pub fn p075(img: [u8; deep, rows, cols], aux: [i16; rows], m: size) -> mix0
    where cols >= 4, deep >= 5, m ~ 960, m % 2 == 0 {
        border img = mirror101;
        fn blend(a, b) = (a + b) / 2;
        fn spread(a, b) = max(a, b) - min(a, b);
        mix0(x): i16 = stencil(aux, [4, 1, -2]) - (((rows - x) as i16) - 7);
    }
}

compare! {
    agrees_075: p075((array img: [u8; deep, rows, cols]), (array aux: [i16; rows]), (size m)) -> (a)
    for rows >= 1 by 1, cols >= 4 by 1, deep >= 5 by 1, m >= 2 by 2
}

pipeline! {
    pub fn p076(img: [f32; rows, cols, 3], gain: i8) -> tone2
    where cols >= 5 {
        tone0(z, y, x): i16 = (img(z - 1, y - 2, x - 3) as i16) - { let v1 = (saturate(img(z, y + 2, y % 3), i16) / (img(z, y + 2, y % 3) as i16)); v1 * v1 - (if (x % 2 == 0) { saturate(img(z + 3, y - 2, 0), i16) } else { 5i16 }) };
        border tone0 = constant(32767);
        edge1(y, x) = case {
            y <= 1 => img(2*y/3, 1, (x - 3)/3),
            else => ((img((y + 2)/3, clamp(saturate(img(2*y + 2, 2, y % 3), i32), 0, cols - 1), y % 2) as i16) as f32),
        };
        tone2(y, x) = case {
            x % 4 == 0 => (min(d1 in -1..=2, d2 in -1..=2; edge1(y + d1, x + d2)) as u16),
            x % 4 == 1 => ((edge1(y, y) as u16) * saturate(edge1(y, x), u16)),
            x % 4 == 2 => (edge1(x - 1, y - 1) as u16),
            else => !(tone0(y, (edge1(y, x) as u8), clamp((gain as i32), 3, 5)) as u16),
        };
    }
}

compare! {
    agrees_076: p076((array img: [f32; rows, cols, 3]), (scalar gain: i8)) -> (a)
    for rows >= 1 by 1, cols >= 5 by 1
}

pipeline! {
    pub fn p077(img: [f32; rows]) -> edge2 {
        border img = constant(1);
        edge0(y, x) in [0..rows + 4, 1..rows]: i32 = case {
            x <= 3 => saturate(((x / 2) as u8), i32),
            else => ((img(y - 8) as i32) >> 10),
        };
        warp1(y, x): bool = case {
            y >= rows - 3 => (edge0(y, 2*x) > (-3)),
            else => ((edge0(y + 1, 2*x + 1) as i16) < (-8)),
        };
        edge2(y, x) in [0..=2, -2..=rows - 2]: f64 = case {
            y >= rows - 0 => ((img((3*x - 1)/2) as f64) + widen(img(((y / 2) as i16)))),
            else => select((y % 3 != 2), (img(x - 2 + y) as f64), (img((3*x + 11)/2) as f64)),
        };
    }
}

compare! {
    agrees_077: p077((array img: [f32; rows])) -> (a)
    for rows >= 1 by 1
}

pipeline! {
    pub fn p078(img: [i32; rows, cols, 3], aux: [i8; cols]) -> (mask1, mask2)
    where cols ~ 3004 {
        border aux = repeat;
        mask0(x): i8 = aux(x) ^ (aux(clamp((aux(x) as i32), 0, cols - 1)) % 100);
        border mask1 = repeat;
        mask1(x) = case {
            x < 4 && x >= 3 => (aux(x) as u8),
            !(x < 4 && x >= 3) => max(d1 in -1..=2; (img(0, 0, 2) as u8)),
        };
        border mask2 = constant(1);
        mask2(z, y, x) in [1..cols + 1, 0..2*cols, -2..rows - 1] = ((mask0(z - 1) as u8) - mask1(y - 20));
    }
}

compare! {
    agrees_078: p078((array img: [i32; rows, cols, 3]), (array aux: [i8; cols])) -> (a, b)
    for rows >= 1 by 1, cols >= 1 by 1
}

pipeline! {
    pub fn p079(img: [f32; deep, -1..=rows, cols, 4], aux: [f32; deep + 2, rows], lut: [i16; 256], bias: i8) -> mask0
    where cols >= 3 {
        border img = mirror101;
        border aux = mirror101;
        mask0(y, x) = max(d1 in -3..=4, d2 in -2..=4; aux(x, y)) + ((lut(139) as f32)).sqrt();
    }
}

compare! {
    agrees_079: p079((array img: [f32; deep, rows + 2, cols, 4]), (array aux: [f32; deep + 2, rows]), (array lut: [i16; 256]), (scalar bias: i8)) -> (a)
    for rows >= 1 by 1, cols >= 3 by 1, deep >= 1 by 1
}
