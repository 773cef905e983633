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
    pub fn p121(img: [i32; rows, cols]) -> (behind, beside) {
        border img = mirror;
        cells0(y, x): u32 in [0..=1, 0..1] = 3;
        cells0(k, 0) min= (max(min((img(i, j - 1) as u32), (img(i, j - 2) as u32)), saturate(img(i, (img(i + 1, j - 2) as u8)), u32))) as u32 for (i, j, k) in [0..rows, 0..cols, 0..=1];
        cells0(k, 0) *= ((((img(i + 1, j) as u32)) * saturate(img(i, (img(i, j + 1) as i16)), u32)) - saturate(img(img(i, j), (img(i, j - 1) as u16)), u32)) as u32 for (i, j, k) in [0..rows, 0..cols, 0..=1];
        border cells0 = clamp;
        blur1(y, x): i16 in [0..rows, 0..cols] = (((sum(d1 in -1..=1, d2 in 0..=1; cells0(y - 1 + d1, x + d2)) as i16)) + ((img(y + 1, x + 2) as u16) as i16)) * (sum(d3 in -1..=1, d4 in 0..=1; img(y + 2 + d3, x - 1 + d4)) as i16);
        border blur1 = clamp;
        behind(y, x): i8 in [0..rows, 0..cols] = ((blur1(y, x - 1) as f32) as i8);
        border behind = repeat;
        beside(y, x): f64 in [0..rows, 0..cols] = (blur1(y - 1, x + 1) as f64);
        border beside = mirror101;
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
    pub fn p123(img: [u16; rows, cols]) -> (soft_cells0, cells0, scan2, blur3, behind) {
        border img = mirror;
        soft_cells0(y, x): u8 in [0..rows, 0..cols] = max(min((sum(d1 in -1..=1, d2 in 0..=1; img(y + 2 + d1, x + d2)) as u8), (img(y - 1, x + 2) as u8)), (img(y - 2, x) as u8));
        border soft_cells0 = clamp;
        cells0(y, x): f32 in [0..=rows/2, 0..=cols/2] = 0.5;
        cells0(i/2, j/2) max= (min(((soft_cells0(i - 1, j + 2) as f32)) - (img(i - 2, j) as f32), (sum(d3 in -1..=1, d4 in 0..=1; soft_cells0(i + d3, j + d4)) as f32))) as f32 for (i, j) in [0..rows, 0..cols];
        border cells0 = clamp;
        time1(t, y, x): f64 in [0..=2, 0..(rows + 1)/2, 0..(cols + 1)/2] = case { t < 1 => (max((max(d5 in -1..=1, d6 in 0..=1; cells0(y + d5, x + d6)) as f64), (img(2*y, 2*x) as f64))) - (soft_cells0(2*y - 2, saturate(soft_cells0(2*y, 2*x), u16)) as f64), else => time1(t - 1, y + 1, x) + time1(t - 1, y - 1, x + 2) - (min(((cells0(y, (cells0(y - 2, x + 1) as u16)) as f64)) * (soft_cells0(2*y - 1, 2*x - 2) as f64), (cells0(y - 1, x) as f64))) };
        border time1 = constant(0.5);
        last1(y, x): f64 in [0..(rows + 1)/2, 0..(cols + 1)/2] = time1(2, y, x);
        border last1 = clamp;
        scan2(y, x): i16 in [0..rows, 0..cols] = (min(saturate(min(d7 in -1..=1, d8 in 0..=1; last1((y)/2 + d7, (x + 1)/2 + d8)), i16), (cells0((y + 1)/2, (x)/2) as i16))) - scan2(y, x - 1) + scan2(y - 1, x) + scan2(y - 1, x - 1);
        border scan2 = constant(3);
        blur3(y, x): i8 in [0..rows, 0..cols] = ((min(d11 in 0..2, d12 in rows / 9..=cols / 6 step 2; max(scan2(y + d11, x + d12), scan2(y + 1 + d11, x + d12))) + sum(d13 in 0..2, d14 in rows / 9..=cols / 6 step 2; min(scan2(y + d13, x + d14), scan2(y + 1 + d13, x + d14)))) as i8);
        border blur3 = mirror101;
        time4(y, t, x): u8 in [0..(rows + 1)/2, 0..=7, 0..(cols + 1)/2] = case { t < 1 => (max(d15 in -1..=1, d16 in 0..=1; blur3(2*y - 1 + d15, 2*x + d16)) as u8), else => time4(y + 1, t - 1, x - 2) + time4(y, t, x + 1) };
        border time4 = constant(3);
        last4(y, x): u8 in [0..(rows + 1)/2, 0..(cols + 1)/2] = time4(y, 7, x + 1);
        border last4 = mirror;
        behind(y, x): u32 in [0..2*rows, 0..2*cols] = ((last4((cells0((y + 2)/4, (x + 2)/4) as i8), (x)/4) as u16) as u32);
        border behind = mirror;
    }
}

compare! {
    agrees_123: p123((array img: [u16; rows, cols])) -> (a, b, c, d, e)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24
}

pipeline! {
    pub fn p124(img: [u32; rows, cols]) -> (blur0, scan1, chain) {
        border img = mirror;
        blur0(y, x): u16 in [0..rows, 0..cols] = (img(y, x - 2) as u16);
        border blur0 = clamp;
        scan1(y, x): i8 in [0..(rows + 1)/2, 0..(cols + 1)/2] = ((min(d1 in -1..=1, d2 in 0..=1; blur0(2*y - 2 + d1, 2*x + d2)) as i8)) + scan1(y, x - 1) - scan1(y - 1, x) + scan1(y - 1, x - 1);
        border scan1 = constant(3);
        behind(y, x): f32 in [0..rows, 0..cols] = max(((scan1((y)/2, (x)/2) as f32)) + (img((scan1((y + 1)/2, (x + 2)/2) as u16), x) as f32), (sum(d3 in -1..=1, d4 in 0..=1; scan1((y)/2 + d3, (x - 2)/2 + d4)) as f32));
        border behind = clamp;
        chain(y, x): i8 in [0..rows, 0..cols] = max((max((max(((behind(y, x) as i8) - (behind(y, x + 4) as i8)) * (behind(y, x + 2) as i8), (behind(y, x + 2) as i8) - (behind(y, x + 4) as i8)) - max(((behind(y, x + 2) as i8) - (behind(y, x + 6) as i8)) * (behind(y, x + 4) as i8), (behind(y, x + 4) as i8) - (behind(y, x + 6) as i8))) * max(((behind(y, x + 1) as i8) - (behind(y, x + 5) as i8)) * (behind(y, x + 3) as i8), (behind(y, x + 3) as i8) - (behind(y, x + 5) as i8)), max(((behind(y, x + 1) as i8) - (behind(y, x + 5) as i8)) * (behind(y, x + 3) as i8), (behind(y, x + 3) as i8) - (behind(y, x + 5) as i8)) + max(((behind(y, x + 2) as i8) - (behind(y, x + 6) as i8)) * (behind(y, x + 4) as i8), (behind(y, x + 4) as i8) - (behind(y, x + 6) as i8))) - max((max(((behind(y, x + 4) as i8) - (behind(y, x + 8) as i8)) * (behind(y, x + 6) as i8), (behind(y, x + 6) as i8) - (behind(y, x + 8) as i8)) - max(((behind(y, x + 6) as i8) - (behind(y, x + 10) as i8)) * (behind(y, x + 8) as i8), (behind(y, x + 8) as i8) - (behind(y, x + 10) as i8))) * max(((behind(y, x + 5) as i8) - (behind(y, x + 9) as i8)) * (behind(y, x + 7) as i8), (behind(y, x + 7) as i8) - (behind(y, x + 9) as i8)), max(((behind(y, x + 5) as i8) - (behind(y, x + 9) as i8)) * (behind(y, x + 7) as i8), (behind(y, x + 7) as i8) - (behind(y, x + 9) as i8)) + max(((behind(y, x + 6) as i8) - (behind(y, x + 10) as i8)) * (behind(y, x + 8) as i8), (behind(y, x + 8) as i8) - (behind(y, x + 10) as i8)))) * max((max(((behind(y, x + 2) as i8) - (behind(y, x + 6) as i8)) * (behind(y, x + 4) as i8), (behind(y, x + 4) as i8) - (behind(y, x + 6) as i8)) - max(((behind(y, x + 4) as i8) - (behind(y, x + 8) as i8)) * (behind(y, x + 6) as i8), (behind(y, x + 6) as i8) - (behind(y, x + 8) as i8))) * max(((behind(y, x + 3) as i8) - (behind(y, x + 7) as i8)) * (behind(y, x + 5) as i8), (behind(y, x + 5) as i8) - (behind(y, x + 7) as i8)), max(((behind(y, x + 3) as i8) - (behind(y, x + 7) as i8)) * (behind(y, x + 5) as i8), (behind(y, x + 5) as i8) - (behind(y, x + 7) as i8)) + max(((behind(y, x + 4) as i8) - (behind(y, x + 8) as i8)) * (behind(y, x + 6) as i8), (behind(y, x + 6) as i8) - (behind(y, x + 8) as i8))), max((max(((behind(y, x + 2) as i8) - (behind(y, x + 6) as i8)) * (behind(y, x + 4) as i8), (behind(y, x + 4) as i8) - (behind(y, x + 6) as i8)) - max(((behind(y, x + 4) as i8) - (behind(y, x + 8) as i8)) * (behind(y, x + 6) as i8), (behind(y, x + 6) as i8) - (behind(y, x + 8) as i8))) * max(((behind(y, x + 3) as i8) - (behind(y, x + 7) as i8)) * (behind(y, x + 5) as i8), (behind(y, x + 5) as i8) - (behind(y, x + 7) as i8)), max(((behind(y, x + 3) as i8) - (behind(y, x + 7) as i8)) * (behind(y, x + 5) as i8), (behind(y, x + 5) as i8) - (behind(y, x + 7) as i8)) + max(((behind(y, x + 4) as i8) - (behind(y, x + 8) as i8)) * (behind(y, x + 6) as i8), (behind(y, x + 6) as i8) - (behind(y, x + 8) as i8))) * max((max(((behind(y, x + 4) as i8) - (behind(y, x + 8) as i8)) * (behind(y, x + 6) as i8), (behind(y, x + 6) as i8) - (behind(y, x + 8) as i8)) - max(((behind(y, x + 6) as i8) - (behind(y, x + 10) as i8)) * (behind(y, x + 8) as i8), (behind(y, x + 8) as i8) - (behind(y, x + 10) as i8))) * max(((behind(y, x + 5) as i8) - (behind(y, x + 9) as i8)) * (behind(y, x + 7) as i8), (behind(y, x + 7) as i8) - (behind(y, x + 9) as i8)), max(((behind(y, x + 5) as i8) - (behind(y, x + 9) as i8)) * (behind(y, x + 7) as i8), (behind(y, x + 7) as i8) - (behind(y, x + 9) as i8)) + max(((behind(y, x + 6) as i8) - (behind(y, x + 10) as i8)) * (behind(y, x + 8) as i8), (behind(y, x + 8) as i8) - (behind(y, x + 10) as i8))));
        border chain = constant(3);
    }
}

compare! {
    agrees_124: p124((array img: [u32; rows, cols])) -> (a, b, c)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24
}

pipeline! {
    pub fn p125(img: [u16; rows, cols]) -> (behind, beside) {
        border img = mirror101;
        blur0(y, x): u16 in [0..(rows + 1)/2, 0..(cols + 1)/2] = (((img(2*y + 2, 2*x - 2) as f64) as u16)) * img(2*y - 2, 2*x + 1);
        border blur0 = clamp;
        blur1(y, x): i8 in [0..rows, 0..cols] = min(((sum(d1 in -1..=1, d2 in 0..=1; blur0((y - 2)/2 + d1, (x)/2 + d2)) as i8)) - (blur0((y - 2)/2, (x + 1)/2) as i8), saturate(img(y - 1, saturate(blur0((y)/2, (x + 2)/2), i8)), i8));
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
    pub fn p126(img: [i32; rows, cols]) -> (behind, beside) {
        border img = mirror;
        time0(t, y, x): i32 in [0..=4, 0..rows, 0..cols] = case { t < 2 => min(min(img(y, x - 1), saturate((img(y - 2, x + 2) as f32), i32)), ((sum(d1 in -1..=1, d2 in 0..=1; img(y - 1 + d1, x + d2)) as i8) as i32)), else => time0(t - 2, y - 1, x - 2) };
        border time0 = constant(3);
        last0(y, x): i32 in [0..rows, 0..cols] = time0(4, y, x) - time0(3, y, x);
        border last0 = constant(3);
        blur1(y, x): i8 in [0..rows, 0..cols] = max((last0(y + 2, x + 1) as i8), (img(y + 2, x) as i8));
        border blur1 = mirror;
        blur2(y, x): u32 in [0..2*rows, 0..2*cols] = max(saturate(max(d3 in -1..=1, d4 in 0..=1; blur1((y + 2)/2 + d3, (x)/2 + d4)), u32), (blur1((y)/2, (x - 1)/2) as u32));
        border blur2 = clamp;
        soft_cells3(y, x): i16 in [0..rows, 0..cols] = (max(saturate((blur2(2*y + 2, 2*x + 1) as f32), i16), (last0(y - 1, x) as i16))) + saturate(blur1(y + 2, x), i16);
        border soft_cells3 = mirror;
        cells3(y, x): u16 in [0..=rows/2, 0..=cols/2] = 3;
        cells3(i/2, j/2) *= (max(saturate((soft_cells3(i, j) as i8), u16), (blur2(2*i + 2, 2*j - 2) as u16))) as u16 for (i, j, k) in [0..rows, 0..cols, 0..=2];
        cells3(i/2, j/2) max= ((soft_cells3(i, j) as u16)) as u16 for (i, j, k) in [0..rows, 0..cols, 0..=2];
        border cells3 = mirror;
        behind(y, x): u32 in [0..rows, 0..cols] = ((sum(d5 in -1..=1, d6 in 0..=1; cells3((y - 1)/2 + d5, (x + 1)/2 + d6)) as u32)) + ((blur2(2*y - 2, 2*x + 2) as f32) as u32);
        border behind = constant(3);
        beside(y, x): f64 in [0..rows, 0..cols] = min((cells3((y)/2, (x)/2) as f64), (blur2(2*y - 2, 2*x) as f64));
        border beside = clamp;
    }
}

compare! {
    agrees_126: p126((array img: [i32; rows, cols])) -> (a, b)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24
}

pipeline! {
    pub fn p127(img: [u16; rows, cols]) -> (blur0, behind) {
        border img = repeat;
        blur0(y, x): u8 in [0..2*rows, 0..2*cols] = (saturate((sum(d1 in -1..=1, d2 in 0..=1; img((y)/2 + d1, (x)/2 + d2)) as f64), u8)) * (img((y)/2, (x)/2) as u8);
        border blur0 = mirror;
        time1(t, y, x): u8 in [0..=4, 0..rows, 0..cols] = case { t < 1 => min(max(min(d3 in -1..=1, d4 in 0..=1; blur0(2*y + d3, 2*x + d4)), blur0(2*y + 2, 2*x)), blur0(2*y, img(y - 2, x + 1))), else => time1(t - 1, y - 1, x - 1) + time1(t - 1, y, x + 2) - time1(t, y, x - 1) };
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
    pub fn p128(img: [i32; rows, cols]) -> (soft_cells1, cells1, cells2, behind) {
        border img = mirror;
        scan0(y, x): i32 in [0..2*rows, 0..2*cols] = (min(img((y + 1)/2, (x + 2)/2), ((img((y)/2, (x - 2)/2) as f32) as i32))) + scan0(y - 1, x - 1) - scan0(y - 1, x + 1);
        border scan0 = constant(3);
        soft_cells1(y, x): i16 in [0..rows, 0..cols] = (sum(d1 in -1..=1, d2 in 0..=1; scan0(2*y + d1, 2*x - 2 + d2)) as i16);
        border soft_cells1 = mirror101;
        cells1(y, x): u32 in [0..rows, 0..cols] = 3;
        cells1(i, j) *= (((soft_cells1(i, j) as u32)) * ((soft_cells1(saturate(scan0(2*i, 2*j - 1), u8), j + 2) as f64) as u32)) as u32 for (i, j) in [0..rows, 0..cols];
        cells1(i, j) += ((((soft_cells1(i, j + 2) as f32) as u32)) * (scan0(2*i, 2*j) as u32)) as u32 for (i, j) in [0..rows, 0..cols];
        border cells1 = mirror101;
        soft_cells2(y, x): i8 in [0..rows, 0..cols] = (cells1(y + 1, x - 1) as i8);
        border soft_cells2 = mirror101;
        cells2(y, x): i8 in [0..rows, 0..4] = 3;
        cells2(i, clamp(((min(d3 in -3..=3, d4 in -2..=2; soft_cells2(i + d3, j + d4)) as i32)) + ((img(i, (scan0(2*i, 2*j + 1) as i8)) as i8) as i32), 0, 3)) += (min(d5 in -1..=1, d6 in 0..=1; soft_cells2(i - 2 + d5, j + d6))) as i8 for (i, j) in [0..rows, 0..cols];
        cells2(i, clamp(((min(d3 in -3..=3, d4 in -2..=2; soft_cells2(i + d3, j + d4)) as i32)) + ((img(i, (scan0(2*i, 2*j + 1) as i8)) as i8) as i32), 0, 3)) += (soft_cells2(i + 2, j)) as i8 for (i, j) in [0..rows, 0..cols];
        border cells2 = mirror;
        behind(y, x): u32 in [0..(rows + 1)/2, 0..(cols + 1)/2] = (((min(d7 in -1..=1, d8 in 0..=1; cells2(2*y + 2 + d7, 2*x + d8)) as f64) as u32)) - ((soft_cells1((cells2(2*y, 2*x - 2) as u8), (soft_cells1(2*y, 2*x) as u8)) as i8) as u32);
        border behind = mirror;
    }
}

compare! {
    agrees_128: p128((array img: [i32; rows, cols])) -> (a, b, c, d)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24
}

pipeline! {
    pub fn p129(img: [u32; rows, cols]) -> (scan1, chain) {
        border img = clamp;
        time0(t, y, x): u8 in [0..=8, 0..rows, 0..cols] = case { t < 1 => (saturate(img(y + 2, x), u16) as u8), else => time0(t - 1, y + 1, x - 1) - time0(t - 1, y, x) - time0(t - 1, y + 1, x) };
        border time0 = constant(3);
        last0(y, x): u8 in [0..rows, 0..cols] = time0(8, y, x + 1);
        border last0 = repeat;
        scan1(y, x): i16 in [0..2*rows, 0..2*cols] = ((saturate(last0((y)/2, (x)/2), i16)) + (sum(d1 in -1..=1, d2 in 0..=1; last0((y)/2 + d1, (x + 2)/2 + d2)) as i16)) + scan1(y - 1, x);
        border scan1 = constant(3);
        scan2(y, x): i32 in [0..rows, 0..cols] = (((saturate((max(d3 in -3..=3, d4 in -2..=2; scan1(2*y + d3, 2*x + d4)) as i8), i32)) - (scan1(2*y, 2*x) as i32)) * saturate(last0(y, x), i32)) - scan2(y, x + 1);
        border scan2 = constant(3);
        behind(y, x): u8 in [0..rows, 0..cols] = ((saturate(scan2(y, x), i8) as u8)) - saturate((scan1(saturate(last0(y + 1, x), i16), 2*x - 1) as f32), u8);
        border behind = mirror;
        chain(y, x): i32 in [0..rows, 0..cols] = max((max((max(((behind(y, x) as i32) - (behind(y, x + 2) as i32)) * (behind(y, x + 1) as i32), (behind(y, x + 1) as i32) + (behind(y, x + 2) as i32)) - max(((behind(y, x + 4) as i32) - (behind(y, x + 6) as i32)) * (behind(y, x + 5) as i32), (behind(y, x + 5) as i32) + (behind(y, x + 6) as i32))) * max(((behind(y, x + 2) as i32) - (behind(y, x + 4) as i32)) * (behind(y, x + 3) as i32), (behind(y, x + 3) as i32) + (behind(y, x + 4) as i32)), max(((behind(y, x + 2) as i32) - (behind(y, x + 4) as i32)) * (behind(y, x + 3) as i32), (behind(y, x + 3) as i32) + (behind(y, x + 4) as i32)) + max(((behind(y, x + 4) as i32) - (behind(y, x + 6) as i32)) * (behind(y, x + 5) as i32), (behind(y, x + 5) as i32) + (behind(y, x + 6) as i32))) - max((max(((behind(y, x + 4) as i32) - (behind(y, x + 6) as i32)) * (behind(y, x + 5) as i32), (behind(y, x + 5) as i32) + (behind(y, x + 6) as i32)) - max(((behind(y, x + 8) as i32) - (behind(y, x + 10) as i32)) * (behind(y, x + 9) as i32), (behind(y, x + 9) as i32) + (behind(y, x + 10) as i32))) * max(((behind(y, x + 6) as i32) - (behind(y, x + 8) as i32)) * (behind(y, x + 7) as i32), (behind(y, x + 7) as i32) + (behind(y, x + 8) as i32)), max(((behind(y, x + 6) as i32) - (behind(y, x + 8) as i32)) * (behind(y, x + 7) as i32), (behind(y, x + 7) as i32) + (behind(y, x + 8) as i32)) + max(((behind(y, x + 8) as i32) - (behind(y, x + 10) as i32)) * (behind(y, x + 9) as i32), (behind(y, x + 9) as i32) + (behind(y, x + 10) as i32)))) * max((max(((behind(y, x + 2) as i32) - (behind(y, x + 4) as i32)) * (behind(y, x + 3) as i32), (behind(y, x + 3) as i32) + (behind(y, x + 4) as i32)) - max(((behind(y, x + 6) as i32) - (behind(y, x + 8) as i32)) * (behind(y, x + 7) as i32), (behind(y, x + 7) as i32) + (behind(y, x + 8) as i32))) * max(((behind(y, x + 4) as i32) - (behind(y, x + 6) as i32)) * (behind(y, x + 5) as i32), (behind(y, x + 5) as i32) + (behind(y, x + 6) as i32)), max(((behind(y, x + 4) as i32) - (behind(y, x + 6) as i32)) * (behind(y, x + 5) as i32), (behind(y, x + 5) as i32) + (behind(y, x + 6) as i32)) + max(((behind(y, x + 6) as i32) - (behind(y, x + 8) as i32)) * (behind(y, x + 7) as i32), (behind(y, x + 7) as i32) + (behind(y, x + 8) as i32))), max((max(((behind(y, x + 2) as i32) - (behind(y, x + 4) as i32)) * (behind(y, x + 3) as i32), (behind(y, x + 3) as i32) + (behind(y, x + 4) as i32)) - max(((behind(y, x + 6) as i32) - (behind(y, x + 8) as i32)) * (behind(y, x + 7) as i32), (behind(y, x + 7) as i32) + (behind(y, x + 8) as i32))) * max(((behind(y, x + 4) as i32) - (behind(y, x + 6) as i32)) * (behind(y, x + 5) as i32), (behind(y, x + 5) as i32) + (behind(y, x + 6) as i32)), max(((behind(y, x + 4) as i32) - (behind(y, x + 6) as i32)) * (behind(y, x + 5) as i32), (behind(y, x + 5) as i32) + (behind(y, x + 6) as i32)) + max(((behind(y, x + 6) as i32) - (behind(y, x + 8) as i32)) * (behind(y, x + 7) as i32), (behind(y, x + 7) as i32) + (behind(y, x + 8) as i32))) - max((max(((behind(y, x + 4) as i32) - (behind(y, x + 6) as i32)) * (behind(y, x + 5) as i32), (behind(y, x + 5) as i32) + (behind(y, x + 6) as i32)) - max(((behind(y, x + 8) as i32) - (behind(y, x + 10) as i32)) * (behind(y, x + 9) as i32), (behind(y, x + 9) as i32) + (behind(y, x + 10) as i32))) * max(((behind(y, x + 6) as i32) - (behind(y, x + 8) as i32)) * (behind(y, x + 7) as i32), (behind(y, x + 7) as i32) + (behind(y, x + 8) as i32)), max(((behind(y, x + 6) as i32) - (behind(y, x + 8) as i32)) * (behind(y, x + 7) as i32), (behind(y, x + 7) as i32) + (behind(y, x + 8) as i32)) + max(((behind(y, x + 8) as i32) - (behind(y, x + 10) as i32)) * (behind(y, x + 9) as i32), (behind(y, x + 9) as i32) + (behind(y, x + 10) as i32))));
        border chain = mirror101;
    }
}

compare! {
    agrees_129: p129((array img: [u32; rows, cols])) -> (a, b)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24
}
