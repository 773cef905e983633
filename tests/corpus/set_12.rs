//! Generated pipelines; every block is compared with its reference by `compare!`.
//!
//! Not to be edited: `BLESS=1 cargo test -p pipeline-lang --test corpus` writes this file.

use pipeline::pipeline;

pipeline! {
    pub fn p120(img: [u32; rows, cols]) -> behind {
        border img = mirror101;
        time0(t, y, x): u16 in [0..=2, 0..rows, 0..cols] = case { t < 2 => (saturate(img(y, x), u16)) - saturate(img(y + 2, (img(y + 1, x) as u8)), u16), else => time0(t - 2, y, x - 1) };
        border time0 = constant(3);
        last0(y, x): u16 in [0..rows, 0..cols] = time0(2, y, x + 1);
        border last0 = mirror;
        scan1(y, x): i16 in [0..rows, 0..cols] = ((saturate(last0(y, x + 1), i16)) + saturate(last0(y - 1, x), i16)) + scan1(y + 1, x - 1) - scan1(y + 1, x + 1);
        border scan1 = constant(3);
        behind(y, x): i32 in [0..rows, 0..cols] = (scan1(y - 1, x - 1) as i32);
        border behind = clamp;
    }
}

compare! {
    agrees_120: p120((array img: [u32; rows, cols])) -> (a)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24
}

pipeline! {
    pub fn p121(img: [i32; rows, cols]) -> (behind, chain) {
        border img = mirror;
        cells0(y, x): u32 in [0..=1, 0..1] = 3;
        cells0(k, 0) min= (max(min((img(i, j - 1) as u32), (img(i, j - 2) as u32)), saturate(img(i, (img(i + 1, j - 2) as u8)), u32))) as u32 for (i, j, k) in [0..rows, 0..cols, 0..=1];
        cells0(k, 0) *= ((((img(i + 1, j) as u32)) * saturate(img(i, (img(i, j + 1) as i16)), u32)) - saturate(img(img(i, j), (img(i, j - 1) as u16)), u32)) as u32 for (i, j, k) in [0..rows, 0..cols, 0..=1];
        border cells0 = clamp;
        blur1(y, x): i16 in [0..rows, 0..cols] = (sum(d1 in -1..=1, d2 in 0..=1; cells0(y + d1, x + d2)) as i16);
        border blur1 = mirror;
        behind(y, x): u32 in [0..2*rows, 0..2*cols] = ((((blur1((y)/2, (x + 2)/2) as u16) as u32)) * ((sum(d3 in -1..=1, d4 in 0..=1; blur1((y - 1)/2 + d3, (x - 2)/2 + d4)) as f64) as u32)) - saturate(blur1((y)/2, (img((y)/2, (x - 1)/2) as u16)), u32);
        border behind = constant(3);
        chain(y, x): f64 in [0..2*rows, 0..2*cols] = max((max((max(((behind(y, x) as f64) - (behind(y, x + 4) as f64)) * (behind(y, x + 2) as f64), (behind(y, x + 2) as f64) + (behind(y, x + 4) as f64)) - max(((behind(y, x + 4) as f64) - (behind(y, x + 8) as f64)) * (behind(y, x + 6) as f64), (behind(y, x + 6) as f64) + (behind(y, x + 8) as f64))) * max(((behind(y, x + 2) as f64) - (behind(y, x + 6) as f64)) * (behind(y, x + 4) as f64), (behind(y, x + 4) as f64) + (behind(y, x + 6) as f64)), max(((behind(y, x + 2) as f64) - (behind(y, x + 6) as f64)) * (behind(y, x + 4) as f64), (behind(y, x + 4) as f64) + (behind(y, x + 6) as f64)) - max(((behind(y, x + 4) as f64) - (behind(y, x + 8) as f64)) * (behind(y, x + 6) as f64), (behind(y, x + 6) as f64) + (behind(y, x + 8) as f64))) - max((max(((behind(y, x + 4) as f64) - (behind(y, x + 8) as f64)) * (behind(y, x + 6) as f64), (behind(y, x + 6) as f64) + (behind(y, x + 8) as f64)) - max(((behind(y, x + 8) as f64) - (behind(y, x + 12) as f64)) * (behind(y, x + 10) as f64), (behind(y, x + 10) as f64) + (behind(y, x + 12) as f64))) * max(((behind(y, x + 6) as f64) - (behind(y, x + 10) as f64)) * (behind(y, x + 8) as f64), (behind(y, x + 8) as f64) + (behind(y, x + 10) as f64)), max(((behind(y, x + 6) as f64) - (behind(y, x + 10) as f64)) * (behind(y, x + 8) as f64), (behind(y, x + 8) as f64) + (behind(y, x + 10) as f64)) - max(((behind(y, x + 8) as f64) - (behind(y, x + 12) as f64)) * (behind(y, x + 10) as f64), (behind(y, x + 10) as f64) + (behind(y, x + 12) as f64)))) * max((max(((behind(y, x + 2) as f64) - (behind(y, x + 6) as f64)) * (behind(y, x + 4) as f64), (behind(y, x + 4) as f64) + (behind(y, x + 6) as f64)) - max(((behind(y, x + 6) as f64) - (behind(y, x + 10) as f64)) * (behind(y, x + 8) as f64), (behind(y, x + 8) as f64) + (behind(y, x + 10) as f64))) * max(((behind(y, x + 4) as f64) - (behind(y, x + 8) as f64)) * (behind(y, x + 6) as f64), (behind(y, x + 6) as f64) + (behind(y, x + 8) as f64)), max(((behind(y, x + 4) as f64) - (behind(y, x + 8) as f64)) * (behind(y, x + 6) as f64), (behind(y, x + 6) as f64) + (behind(y, x + 8) as f64)) - max(((behind(y, x + 6) as f64) - (behind(y, x + 10) as f64)) * (behind(y, x + 8) as f64), (behind(y, x + 8) as f64) + (behind(y, x + 10) as f64))), max((max(((behind(y, x + 2) as f64) - (behind(y, x + 6) as f64)) * (behind(y, x + 4) as f64), (behind(y, x + 4) as f64) + (behind(y, x + 6) as f64)) - max(((behind(y, x + 6) as f64) - (behind(y, x + 10) as f64)) * (behind(y, x + 8) as f64), (behind(y, x + 8) as f64) + (behind(y, x + 10) as f64))) * max(((behind(y, x + 4) as f64) - (behind(y, x + 8) as f64)) * (behind(y, x + 6) as f64), (behind(y, x + 6) as f64) + (behind(y, x + 8) as f64)), max(((behind(y, x + 4) as f64) - (behind(y, x + 8) as f64)) * (behind(y, x + 6) as f64), (behind(y, x + 6) as f64) + (behind(y, x + 8) as f64)) - max(((behind(y, x + 6) as f64) - (behind(y, x + 10) as f64)) * (behind(y, x + 8) as f64), (behind(y, x + 8) as f64) + (behind(y, x + 10) as f64))) - max((max(((behind(y, x + 4) as f64) - (behind(y, x + 8) as f64)) * (behind(y, x + 6) as f64), (behind(y, x + 6) as f64) + (behind(y, x + 8) as f64)) - max(((behind(y, x + 8) as f64) - (behind(y, x + 12) as f64)) * (behind(y, x + 10) as f64), (behind(y, x + 10) as f64) + (behind(y, x + 12) as f64))) * max(((behind(y, x + 6) as f64) - (behind(y, x + 10) as f64)) * (behind(y, x + 8) as f64), (behind(y, x + 8) as f64) + (behind(y, x + 10) as f64)), max(((behind(y, x + 6) as f64) - (behind(y, x + 10) as f64)) * (behind(y, x + 8) as f64), (behind(y, x + 8) as f64) + (behind(y, x + 10) as f64)) - max(((behind(y, x + 8) as f64) - (behind(y, x + 12) as f64)) * (behind(y, x + 10) as f64), (behind(y, x + 10) as f64) + (behind(y, x + 12) as f64))));
        border chain = repeat;
    }
}

compare! {
    agrees_121: p121((array img: [i32; rows, cols])) -> (a, b)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24
}

pipeline! {
    pub fn p122(img: [u16; rows, cols]) -> (last3, behind) {
        border img = clamp;
        time0(t, y, x): u8 in [0..=7, 0..rows, 0..cols] = case { t < 1 => (((img(y, x) as u32) as u8)) * saturate(img(y, x), u8), else => time0(t - 1, y, x + 1) + time0(t - 1, y - 1, x + 1) - time0(t - 1, y + 1, x) + ((img(y - 2, x - 1) as u8)) };
        border time0 = constant(3);
        last0(y, x): u8 in [0..rows, 0..cols] = time0(7, y, x + 1);
        border last0 = mirror101;
        cells1(y, x): u32 in [0..1, 0..1] = 3;
        cells1(0, 0) max= ((last0(i + 1, j) as u32)) as u32 for (i, j) in [0..rows, 0..cols];
        cells1(0, 0) min= (saturate(saturate(last0((img(i, j) as i16), saturate(img(i + 1, j + 2), i8)), i16), u32)) as u32 for (i, j) in [0..rows, 0..cols];
        border cells1 = repeat;
        blur2(y, x): i8 in [0..rows, 0..cols] = ((cells1(y, x) as i8)) - (last0(y, x - 1) as i8);
        border blur2 = mirror101;
        time3(t, y, x): u32 in [0..=4, 0..(rows + 1)/2, 0..(cols + 1)/2] = case { t < 1 => ((blur2(2*y + 1, 2*x - 1) as f32) as u32), else => time3(t - 1, y + 1, x + 1) - time3(t - 1, y + 1, x - 1) };
        border time3 = constant(3);
        last3(y, x): u32 in [0..(rows + 1)/2, 0..(cols + 1)/2] = time3(4, y, x - 1) - time3(3, y, x);
        border last3 = clamp;
        behind(y, x): u8 in [0..rows, 0..cols] = saturate(last3((y)/2, (x + 2)/2), u8);
        border behind = mirror101;
    }
}

compare! {
    agrees_122: p122((array img: [u16; rows, cols])) -> (a, b)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24
}

pipeline! {
    pub fn p123(img: [u16; rows, cols]) -> (soft_cells0, cells0, soft_cells2, cells2, behind) {
        border img = mirror;
        soft_cells0(y, x): u8 in [0..rows, 0..cols] = ((sum(d1 in -1..=1, d2 in 0..=1; img(y + d1, x + 2 + d2)) as u8)) + (sum(d3 in -3..=3, d4 in -2..=2; img(y - 2 + d3, x + d4)) as u8);
        border soft_cells0 = mirror;
        cells0(y, x): f32 in [0..rows, 0..cols] = 0.5;
        cells0(i, j) += ((soft_cells0(i, (soft_cells0(i - 1, j + 2) as i32)) as f32)) as f32 for (i, j) in [0..rows, 0..cols];
        border cells0 = mirror;
        cells1(y, x): u8 in [0..rows, 0..cols] = 3;
        cells1(i, j) min= (max(((cells0(i, img(i, j - 2)) as u8)) + ((sum(d5 in -1..=1, d6 in 0..=1; soft_cells0(i + d5, j + 2 + d6)) as f64) as u8), (cells0(i - 1, (cells0(i - 2, j) as i16)) as u8))) as u8 for (i, j) in [0..rows, 0..cols];
        border cells1 = clamp;
        soft_cells2(y, x): u32 in [0..rows, 0..cols] = (saturate(cells1(y - 1, x), u32)) * (sum(d7 in -1..=1, d8 in 0..=1; cells1(y + d7, x + d8)) as u32);
        border soft_cells2 = mirror101;
        cells2(y, x): u8 in [0..1, 0..1] = 3;
        cells2(0, 0) *= (((soft_cells2(i, j - 2) as u16) as u8)) as u8 for (i, j) in [0..rows, 0..cols];
        border cells2 = constant(3);
        scan3(y, x): i32 in [0..(rows + 1)/2, 0..(cols + 1)/2] = (min(((cells2(2*y - 2, 2*x) as i32)) - saturate((min(d9 in -1..=1, d10 in 0..=1; soft_cells0(2*y - 2 + d9, 2*x + d10)) as f64), i32), saturate(soft_cells0(2*y, (soft_cells2(2*y, 2*x) as i32)), i32))) + scan3(y - 2, x - 1) + scan3(y - 2, x + 1);
        border scan3 = constant(3);
        blur4(y, x): i8 in [0..rows, 0..cols] = (saturate(scan3((y)/2, (x - 1)/2), i8)) + ((soft_cells0(y, x - 2) as f32) as i8);
        border blur4 = mirror;
        behind(y, x): i32 in [0..rows, 0..cols] = min(saturate(min(d11 in -3..=3, d12 in -2..=2; blur4(y + d11, x + 2 + d12)), i32), ((soft_cells2((cells2(y + 2, x + 2) as i8), x) as u16) as i32));
        border behind = mirror;
    }
}

compare! {
    agrees_123: p123((array img: [u16; rows, cols])) -> (a, b, c, d, e)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24
}

pipeline! {
    pub fn p124(img: [u32; rows, cols]) -> behind {
        border img = mirror;
        blur0(y, x): u16 in [0..rows, 0..cols] = (img(y, x - 2) as u16);
        border blur0 = clamp;
        scan1(y, x): i8 in [0..(rows + 1)/2, 0..(cols + 1)/2] = (min(((sum(d1 in -1..=1, d2 in 0..=1; blur0(2*y + 2 + d1, 2*x + d2)) as f32) as i8), saturate((img((img(2*y, 2*x) as i8), (img(2*y, 2*x) as i16)) as f32), i8))) - scan1(y, x - 1) + scan1(y - 1, x) + scan1(y - 1, x - 1);
        border scan1 = constant(3);
        behind(y, x): f64 in [0..rows, 0..cols] = (saturate(min(d3 in -1..=1, d4 in 0..=1; scan1((y - 2)/2 + d3, (x - 1)/2 + d4)), u32) as f64);
        border behind = constant(0.5);
    }
}

compare! {
    agrees_124: p124((array img: [u32; rows, cols])) -> (a)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24
}

pipeline! {
    pub fn p125(img: [u16; rows, cols]) -> (behind, beside) {
        border img = mirror101;
        blur0(y, x): u16 in [0..(rows + 1)/2, 0..(cols + 1)/2] = (((img(2*y + 2, 2*x - 2) as f64) as u16)) * img(2*y - 2, 2*x + 1);
        border blur0 = clamp;
        blur1(y, x): i8 in [0..rows, 0..cols] = min(((sum(d1 in -1..=1, d2 in 0..=1; blur0((y + 1)/2 + d1, (x - 2)/2 + d2)) as i8)) - (blur0((y - 2)/2, (x + 1)/2) as i8), saturate(img(y - 1, saturate(blur0((y)/2, (x + 2)/2), i8)), i8));
        border blur1 = mirror;
        behind(y, x): i32 in [0..rows, 0..cols] = saturate(saturate(blur1((blur0((y + 1)/2, (x)/2) as i8), blur0((y)/2, (x)/2)), u16), i32);
        border behind = mirror;
        beside(y, x): i8 in [0..rows, 0..cols] = blur1(y, x - 2);
        border beside = mirror;
    }
}

compare! {
    agrees_125: p125((array img: [u16; rows, cols])) -> (a, b)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24
}

pipeline! {
    pub fn p126(img: [i32; rows, cols]) -> (blur1, behind, beside) {
        border img = mirror;
        time0(t, y, x): i32 in [0..=4, 0..rows, 0..cols] = case { t < 2 => (min(img(y, x - 1), saturate((img(y - 2, x + 2) as f32), i32))) - max(d1 in -1..=1, d2 in 0..=1; img(y + d1, x - 1 + d2)), else => time0(t - 2, y - 1, x - 2) };
        border time0 = constant(3);
        last0(y, x): i32 in [0..rows, 0..cols] = time0(4, y, x + 1);
        border last0 = mirror101;
        blur1(y, x): f32 in [0..2*rows, 0..2*cols] = max((last0((y + 2)/2, (x + 2)/2) as f32), (last0((y)/2, last0((y + 2)/2, (x)/2)) as f32));
        border blur1 = mirror;
        blur2(y, x): u32 in [0..2*rows, 0..2*cols] = ((max(d3 in -1..=1, d4 in 0..=1; blur1(y + d3, x - 2 + d4)) as u32)) + ((last0(saturate(blur1(y, x - 2), i32), (x - 1)/2) as i8) as u32);
        border blur2 = mirror101;
        scan3(y, x): f32 in [0..(rows + 1)/2, 0..(cols + 1)/2] = ((min(d5 in -1..=1, d6 in 0..=1; blur2(4*y + 1 + d5, 4*x + d6)) as f32)) - scan3(y, x - 2);
        border scan3 = constant(0.5);
        behind(y, x): i16 in [0..rows, 0..cols] = max(((scan3((y - 1)/2, saturate(blur2(2*y - 2, 2*x), u8)) as i16)) - saturate(img(y - 2, x), i16), saturate(min(d7 in -1..=1, d8 in 0..=1; last0(y + d7, x - 1 + d8)), i16));
        border behind = mirror101;
        beside(y, x): f64 in [0..rows, 0..cols] = ((((sum(d9 in -3..=3, d10 in -2..=2; (saturate(scan3((y - 1)/2 + d9, (x)/2 + d10), i16) as i32) * ((scan3((y)/2 + d9, (x)/2 + d10) as i16) as i32)) as f32) as i8) as f64)) - ((min(d11 in -3..=3, d12 in -2..=2; scan3((y)/2 + d11, (x + 2)/2 + d12)) as i32) as f64);
        border beside = mirror101;
    }
}

compare! {
    agrees_126: p126((array img: [i32; rows, cols])) -> (a, b, c)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24
}

pipeline! {
    pub fn p127(img: [u16; rows, cols]) -> (blur0, behind) {
        border img = repeat;
        blur0(y, x): u8 in [0..2*rows, 0..2*cols] = (saturate((sum(d1 in -1..=1, d2 in 0..=1; img((y + 1)/2 + d1, (x)/2 + d2)) as f64), u8)) * (img((y)/2, (x)/2) as u8);
        border blur0 = mirror;
        time1(t, y, x): u8 in [0..=4, 0..rows, 0..cols] = case { t < 1 => min(max(((sum(d3 in -1..=1, d4 in 0..=1; blur0(2*y + d3, 2*x + d4)) as f32) as u8), blur0(2*y + 2, 2*x)), blur0(2*y, img(y - 2, x + 1))), else => time1(t - 1, y - 1, x - 1) + time1(t - 1, y, x + 2) - time1(t, y, x - 1) };
        border time1 = constant(3);
        last1(y, x): u8 in [0..rows, 0..cols] = time1(4, y, x - 1);
        border last1 = mirror;
        behind(y, x): f32 in [0..rows, 0..cols] = min((saturate(last1(saturate(blur0(2*y + 2, 2*x - 1), i16), saturate(img(y, x), i32)), u32) as f32), (img(y, x + 2) as f32));
        border behind = mirror101;
    }
}

compare! {
    agrees_127: p127((array img: [u16; rows, cols])) -> (a, b)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24
}

pipeline! {
    pub fn p128(img: [i32; rows, cols]) -> (soft_cells1, behind, beside) {
        border img = mirror;
        scan0(y, x): i32 in [0..2*rows, 0..2*cols] = (min(img((y + 1)/2, (x + 2)/2), ((img((y)/2, (x - 2)/2) as f32) as i32))) + scan0(y - 1, x - 1) - scan0(y - 1, x + 1);
        border scan0 = constant(3);
        soft_cells1(y, x): i16 in [0..rows, 0..cols] = (sum(d1 in -1..=1, d2 in 0..=1; scan0(2*y + 2 + d1, 2*x - 2 + d2)) as i16);
        border soft_cells1 = mirror101;
        cells1(y, x): u32 in [0..rows, 0..cols] = 3;
        cells1(i, j) *= (((soft_cells1(i, j) as u32)) * ((soft_cells1(saturate(scan0(2*i, 2*j - 1), u8), j + 2) as f64) as u32)) as u32 for (i, j) in [0..rows, 0..cols];
        cells1(i, j) += ((((soft_cells1(i, j + 2) as f32) as u32)) * (scan0(2*i, 2*j) as u32)) as u32 for (i, j) in [0..rows, 0..cols];
        border cells1 = mirror101;
        soft_cells2(y, x): i8 in [0..rows, 0..cols] = (cells1(y + 1, x - 1) as i8);
        border soft_cells2 = mirror101;
        cells2(y, x): i8 in [0..rows, 0..4] = 3;
        cells2(i, clamp((min(d3 in -3..=3, d4 in -2..=2; soft_cells2(i + d3, j + 2 + d4)) as i32), 0, 3)) *= (soft_cells2(i - 1, j)) as i8 for (i, j) in [0..rows, 0..cols];
        border cells2 = mirror;
        behind(y, x): u16 in [0..rows, 0..cols] = min(min((cells2(y, x - 2) as u16), (cells1(y, x) as u16)), saturate(scan0(2*y, 2*x), u16));
        border behind = repeat;
        beside(y, x): i16 in [0..rows, 0..cols] = (cells2(y, x + 1) as i16);
        border beside = clamp;
    }
}

compare! {
    agrees_128: p128((array img: [i32; rows, cols])) -> (a, b, c)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24
}

pipeline! {
    pub fn p129(img: [u32; rows, cols]) -> (blur2, behind) {
        border img = clamp;
        time0(t, y, x): u8 in [0..=8, 0..rows, 0..cols] = case { t < 1 => (saturate(img(y + 2, x), u16) as u8), else => time0(t - 1, y + 1, x - 1) - time0(t - 1, y, x) - time0(t - 1, y + 1, x) };
        border time0 = constant(3);
        last0(y, x): u8 in [0..rows, 0..cols] = time0(8, y, x + 1);
        border last0 = repeat;
        scan1(y, x): i16 in [0..2*rows, 0..2*cols] = ((saturate(last0((y)/2, (x)/2), i16)) - saturate(max(d1 in -1..=1, d2 in 0..=1; last0((y)/2 + d1, (x)/2 + d2)), i16)) - scan1(y - 1, x);
        border scan1 = constant(3);
        blur2(y, x): u8 in [0..(rows + 1)/2, 0..(cols + 1)/2] = ((sum(d3 in -1..=1, d4 in 0..=1; scan1(4*y - 2 + d3, 4*x - 1 + d4)) as u8)) - (sum(d7 in -1..=rows / 8, d8 in 0..cols / 7; max(last0(2*y + d7, 2*x + d8), last0(2*y + d7, 2*x + d8))) + sum(d9 in -1..=rows / 8, d10 in 0..cols / 7; min(last0(2*y + d9, 2*x + d10), last0(2*y + d9, 2*x + d10))));
        border blur2 = mirror101;
        behind(y, x): i8 in [0..rows, 0..cols] = max((((blur2((img(y, x) as u8), (img(y - 1, x) as u8)) as u16) as i8)) - saturate(blur2((y - 1)/2, saturate(last0(y, x), i8)), i8), (img(y, x) as i8));
        border behind = repeat;
    }
}

compare! {
    agrees_129: p129((array img: [u32; rows, cols])) -> (a, b)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24
}
