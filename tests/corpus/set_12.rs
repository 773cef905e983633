//! Generated pipelines; every block is compared with its reference by `compare!`.
//!
//! Not to be edited: `BLESS=1 cargo test -p pipeline-lang --test corpus` writes this file.

use pipeline::pipeline;

pipeline! {
    pub fn p120(img: [u32; rows, cols]) -> behind {
        border img = mirror101;
        time0(t, y, x): u16 in [0..=2, 0..rows, 0..cols] = case { t < 2 => ((img(y, x) as f32) as u16), else => time0(t - 2, y, x - 1) };
        border time0 = constant(3);
        last0(y, x): u16 in [0..rows, 0..cols] = time0(2, y, x - 1) - time0(1, y, x);
        border last0 = mirror101;
        scan1(y, x): u16 in [0..rows, 0..cols] = ((last0(y - 2, (last0(y, x) as i32))) + (max(d1 in -1..=1, d2 in 0..=1; img(y + 1 + d1, x + d2)) as u16)) - scan1(y, x - 2);
        border scan1 = constant(3);
        behind(y, x): i16 in [0..rows, 0..cols] = (scan1(y, x) as i16);
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
        cells0(k, 0) min= ((max((img(i, j - 1) as u32), ((img(i - 2, j) as i16) as u32))) * (img(i + 2, j - 2) as u32)) as u32 for (i, j, k) in [0..rows, 0..cols, 0..=1];
        cells0(k, 0) += (max((((img(i, j) as i8) as u32)) + saturate((img(i, (img(i, j + 1) as u16)) as u16), u32), ((img(i, j + 2) as u16) as u32))) as u32 for (i, j, k) in [0..rows, 0..cols, 0..=1];
        border cells0 = mirror101;
        blur1(y, x): u32 in [0..(rows + 1)/2, 0..(cols + 1)/2] = min((sum(d3 in -3..=3, d4 in -2..=2; max(cells0(2*y + d3, 2*x - 1 + d4), cells0(2*y + d3, 2*x + d4))) + sum(d5 in -3..=3, d6 in -2..=2; min(cells0(2*y + d5, 2*x - 1 + d6), cells0(2*y + d5, 2*x + d6)))), saturate((min(d7 in -1..=1, d8 in 0..=1; cells0(2*y - 1 + d7, 2*x + 1 + d8)) as f64), u32));
        border blur1 = mirror101;
        behind(y, x): u8 in [0..rows, 0..cols] = (blur1(saturate(blur1((y + 2)/2, (x - 1)/2), i8), saturate(cells0(y + 2, x), i8)) as u8);
        border behind = constant(3);
        beside(y, x): i16 in [0..rows, 0..cols] = (((blur1((y - 1)/2, (x + 1)/2) as i8) as i16)) * ((sum(d9 in -1..=1, d10 in 0..=1; img(y + d9, x + 1 + d10)) as u32) as i16);
        border beside = clamp;
    }
}

compare! {
    agrees_121: p121((array img: [i32; rows, cols])) -> (a, b)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24
}

pipeline! {
    pub fn p122(img: [u16; rows, cols]) -> (last0, soft_cells1, cells2, behind, beside) {
        border img = clamp;
        time0(t, y, x): u8 in [0..=7, 0..rows, 0..cols] = case { t < 1 => saturate(img(y - 1, x + 2), u8), else => time0(t - 1, y, x + 1) - time0(t - 1, y - 1, x + 1) + time0(t - 1, y + 1, x) + (saturate(img(y - 2, x - 1), u8)) };
        border time0 = constant(3);
        last0(y, x): u8 in [0..rows, 0..cols] = time0(7, y, x + 1);
        border last0 = clamp;
        soft_cells1(y, x): u8 in [0..rows, 0..cols] = saturate((last0(y, saturate(img(y, x + 1), i32)) as f64), u8);
        border soft_cells1 = clamp;
        cells1(y, x): u32 in [0..rows, 0..4] = 3;
        cells1(i, clamp(((saturate(soft_cells1(i, (img(i, j) as i16)), i32)) - ((last0(i, j - 1) as f64) as i32)) + (img(clamp(i + 1, 0, rows - 0), j) as i32), 0, 3)) *= (((saturate(soft_cells1(i - 1, max(j - 1, 1)), u32)) * (soft_cells1(i - 1, clamp(j + 1, -1, cols - 1)) as u32)) + (last0(i, j - 1) as u32)) as u32 for (i, j) in [0..rows, 0..cols];
        border cells1 = clamp;
        cells2(y, x): u8 in [0..1, 0..1] = 3;
        cells2(0, 0) max= (saturate(min(d1 in -1..=1, d2 in 0..=1; cells1(i + 1 + d1, j + d2)), u8)) as u8 for (i, j) in [0..rows, 0..cols];
        border cells2 = clamp;
        time3(t, y, x): i8 in [0..=7, 0..(rows + 1)/2, 0..(cols + 1)/2] = case { t < 1 => (cells2(2*y + 2, 2*x + 1) as i8), else => time3(t - 1, y - 1, x) - (saturate((cells2(2*y, 2*x) as i16), i8)) };
        border time3 = constant(3);
        last3(y, x): i8 in [0..(rows + 1)/2, 0..(cols + 1)/2] = time3(7, y, x + 1);
        border last3 = mirror;
        behind(y, x): u16 in [0..rows, 0..cols] = (last3((last0(y + 1, x) as u16), (x + 2)/2) as u16);
        border behind = clamp;
        beside(y, x): i32 in [0..rows, 0..cols] = (saturate(last3((y - 1)/2, (x)/2), i32)) * ((min(d3 in -1..=1, d4 in 0..=1; last0(y + d3, x - 2 + d4)) as i8) as i32);
        border beside = constant(3);
    }
}

compare! {
    agrees_122: p122((array img: [u16; rows, cols])) -> (a, b, c, d, e)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24
}

pipeline! {
    pub fn p123(img: [u16; rows, cols]) -> (soft_cells0, behind, beside) {
        border img = mirror;
        soft_cells0(y, x): u8 in [0..rows, 0..cols] = ((sum(d1 in -1..=1, d2 in 0..=1; img(y + d1, x + 2 + d2)) as u8)) + (sum(d3 in -3..=3, d4 in -2..=2; img(y - 2 + d3, x + d4)) as u8);
        border soft_cells0 = mirror;
        cells0(y, x): f32 in [0..rows, 0..cols] = 0.5;
        cells0(i, j) += ((soft_cells0(i, soft_cells0(i - 1, j + 2)) as f32)) as f32 for (i, j) in [0..rows, 0..cols];
        border cells0 = mirror;
        cells1(y, x): u8 in [0..rows, 0..cols] = 3;
        cells1(i, j) min= (((cells0(i, saturate(img(i, j - 2), i8)) as u8)) * soft_cells0(i, j)) as u8 for (i, j, k) in [0..rows, 0..cols, 0..=0];
        border cells1 = mirror101;
        soft_cells2(y, x): f64 in [0..rows, 0..cols] = (cells1(y, x + 1) as f64);
        border soft_cells2 = clamp;
        cells2(y, x): f64 in [0..rows, 0..cols] = 0.5;
        cells2(i, j) max= (sum(d5 in -1..=1, d6 in 0..=1; soft_cells2(i + d5, j - 1 + d6))) as f64 for (i, j, k) in [0..rows, 0..cols, 0..=2];
        cells2(i, j) += (((((soft_cells2(i - 1, j) as u16) as f64)) - (img(saturate(soft_cells2(i + 1, j), u8), saturate(soft_cells0(i - 2, j), u16)) as f64)) - (cells1(i, j) as f64)) as f64 for (i, j, k) in [0..rows, 0..cols, 0..=2];
        border cells2 = clamp;
        blur3(y, x): bool in [0..rows, 0..cols] = (min(saturate(cells2(y - 2, x), u32), saturate(cells1(y, x + 2), u32))) < 3;
        border blur3 = mirror101;
        blur4(y, x): bool in [0..rows, 0..cols] = (max(min(((blur3(y, saturate(img(y, x - 1), i8)) as i16) as i8), (cells0(y, x - 2) as i8)), (soft_cells0(y, x - 1) as i8))) != 3;
        border blur4 = repeat;
        behind(y, x): u16 in [0..(rows + 1)/2, 0..(cols + 1)/2] = ((blur4(saturate(cells2(2*y + 2, 2*x + 2), u8), 2*x) as u8 as f32) as u16);
        border behind = clamp;
        beside(y, x): u32 in [0..(rows + 1)/2, 0..(cols + 1)/2] = min(max(((blur4(2*y, 2*x - 1) as i8) as u32), (saturate(cells1(2*y + 1, 2*x), i32) as u32)), ((img(2*y, 2*x - 2) as f32) as u32));
        border beside = constant(3);
    }
}

compare! {
    agrees_123: p123((array img: [u16; rows, cols])) -> (a, b, c)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24
}

pipeline! {
    pub fn p124(img: [u32; rows, cols]) -> (behind, beside) {
        border img = mirror;
        blur0(y, x): u16 in [0..rows, 0..cols] = (img(y, x - 2) as u16);
        border blur0 = mirror101;
        scan1(y, x): i8 in [0..rows, 0..cols] = (min((saturate(blur0((img(y + 2, x + 1) as i8), (img(y, x) as i8)), i8)) + (blur0(y, x - 1) as i8), saturate(img(y + 2, x - 2), i8))) - scan1(y - 1, x - 1) + scan1(y - 1, x + 1);
        border scan1 = constant(3);
        behind(y, x): i32 in [0..rows, 0..cols] = (saturate((scan1((img(y, x) as i32), (img(y + 2, x) as i8)) as f32), i32)) * saturate(scan1(y + 1, x), i32);
        border behind = mirror101;
        beside(y, x): u8 in [0..rows, 0..cols] = (saturate(sum(d1 in -1..=1, d2 in 0..=1; scan1(y + 1 + d1, x + d2)), u8)) + (sum(d3 in -1..=1, d4 in 0..=1; scan1(y + d3, x + d4)) as u8);
        border beside = clamp;
    }
}

compare! {
    agrees_124: p124((array img: [u32; rows, cols])) -> (a, b)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24
}

pipeline! {
    pub fn p125(img: [u16; rows, cols]) -> (blur0, last1, behind, beside, chain) {
        border img = mirror101;
        blur0(y, x): u16 in [0..(rows + 1)/2, 0..(cols + 1)/2] = (((img(2*y + 2, 2*x - 2) as f64) as u16)) + img(2*y - 2, (img(2*y, clamp(2*x - 1, -1, cols - 0)) as u8));
        border blur0 = mirror;
        time1(t, y, x): i32 in [0..=8, 0..(rows + 1)/2, 0..(cols + 1)/2] = case { t < 1 => saturate(blur0(y, clamp(x + 2, -1, cols - 2)), i32), else => time1(t - 1, y, x - 2) - time1(t - 1, y - 1, x - 1) - time1(t, y - 1, x) };
        border time1 = constant(3);
        last1(y, x): i32 in [0..(rows + 1)/2, 0..(cols + 1)/2] = time1(8, y, x - 1) - time1(7, y, x);
        border last1 = constant(3);
        behind(y, x): u8 in [0..rows, 0..cols] = (max(d1 in -1..=1, d2 in 0..=1; last1((y)/2 + d1, (x + 1)/2 + d2)) as u8);
        border behind = mirror;
        beside(y, x): i16 in [0..rows, 0..cols] = max(max(saturate((last1((blur0((y)/2, (x - 2)/2) as i16), (x + 2)/2) as u16), i16), saturate(img(y, x + 2), i16)), saturate(blur0((y)/2, (x)/2), i16));
        border beside = repeat;
        chain(y, x): u16 in [0..rows, 0..cols] = max((max((max(((beside(y, x) as u16) - (beside(y, x + 4) as u16)) * (beside(y, x + 2) as u16), (beside(y, x + 2) as u16) - (beside(y, x + 4) as u16)) - max(((beside(y, x + 2) as u16) - (beside(y, x + 6) as u16)) * (beside(y, x + 4) as u16), (beside(y, x + 4) as u16) - (beside(y, x + 6) as u16))) * max(((beside(y, x + 1) as u16) - (beside(y, x + 5) as u16)) * (beside(y, x + 3) as u16), (beside(y, x + 3) as u16) - (beside(y, x + 5) as u16)), max(((beside(y, x + 1) as u16) - (beside(y, x + 5) as u16)) * (beside(y, x + 3) as u16), (beside(y, x + 3) as u16) - (beside(y, x + 5) as u16)) * max(((beside(y, x + 2) as u16) - (beside(y, x + 6) as u16)) * (beside(y, x + 4) as u16), (beside(y, x + 4) as u16) - (beside(y, x + 6) as u16))) - max((max(((beside(y, x + 2) as u16) - (beside(y, x + 6) as u16)) * (beside(y, x + 4) as u16), (beside(y, x + 4) as u16) - (beside(y, x + 6) as u16)) - max(((beside(y, x + 4) as u16) - (beside(y, x + 8) as u16)) * (beside(y, x + 6) as u16), (beside(y, x + 6) as u16) - (beside(y, x + 8) as u16))) * max(((beside(y, x + 3) as u16) - (beside(y, x + 7) as u16)) * (beside(y, x + 5) as u16), (beside(y, x + 5) as u16) - (beside(y, x + 7) as u16)), max(((beside(y, x + 3) as u16) - (beside(y, x + 7) as u16)) * (beside(y, x + 5) as u16), (beside(y, x + 5) as u16) - (beside(y, x + 7) as u16)) * max(((beside(y, x + 4) as u16) - (beside(y, x + 8) as u16)) * (beside(y, x + 6) as u16), (beside(y, x + 6) as u16) - (beside(y, x + 8) as u16)))) * max((max(((beside(y, x + 1) as u16) - (beside(y, x + 5) as u16)) * (beside(y, x + 3) as u16), (beside(y, x + 3) as u16) - (beside(y, x + 5) as u16)) - max(((beside(y, x + 3) as u16) - (beside(y, x + 7) as u16)) * (beside(y, x + 5) as u16), (beside(y, x + 5) as u16) - (beside(y, x + 7) as u16))) * max(((beside(y, x + 2) as u16) - (beside(y, x + 6) as u16)) * (beside(y, x + 4) as u16), (beside(y, x + 4) as u16) - (beside(y, x + 6) as u16)), max(((beside(y, x + 2) as u16) - (beside(y, x + 6) as u16)) * (beside(y, x + 4) as u16), (beside(y, x + 4) as u16) - (beside(y, x + 6) as u16)) * max(((beside(y, x + 3) as u16) - (beside(y, x + 7) as u16)) * (beside(y, x + 5) as u16), (beside(y, x + 5) as u16) - (beside(y, x + 7) as u16))), max((max(((beside(y, x + 1) as u16) - (beside(y, x + 5) as u16)) * (beside(y, x + 3) as u16), (beside(y, x + 3) as u16) - (beside(y, x + 5) as u16)) - max(((beside(y, x + 3) as u16) - (beside(y, x + 7) as u16)) * (beside(y, x + 5) as u16), (beside(y, x + 5) as u16) - (beside(y, x + 7) as u16))) * max(((beside(y, x + 2) as u16) - (beside(y, x + 6) as u16)) * (beside(y, x + 4) as u16), (beside(y, x + 4) as u16) - (beside(y, x + 6) as u16)), max(((beside(y, x + 2) as u16) - (beside(y, x + 6) as u16)) * (beside(y, x + 4) as u16), (beside(y, x + 4) as u16) - (beside(y, x + 6) as u16)) * max(((beside(y, x + 3) as u16) - (beside(y, x + 7) as u16)) * (beside(y, x + 5) as u16), (beside(y, x + 5) as u16) - (beside(y, x + 7) as u16))) + max((max(((beside(y, x + 2) as u16) - (beside(y, x + 6) as u16)) * (beside(y, x + 4) as u16), (beside(y, x + 4) as u16) - (beside(y, x + 6) as u16)) - max(((beside(y, x + 4) as u16) - (beside(y, x + 8) as u16)) * (beside(y, x + 6) as u16), (beside(y, x + 6) as u16) - (beside(y, x + 8) as u16))) * max(((beside(y, x + 3) as u16) - (beside(y, x + 7) as u16)) * (beside(y, x + 5) as u16), (beside(y, x + 5) as u16) - (beside(y, x + 7) as u16)), max(((beside(y, x + 3) as u16) - (beside(y, x + 7) as u16)) * (beside(y, x + 5) as u16), (beside(y, x + 5) as u16) - (beside(y, x + 7) as u16)) * max(((beside(y, x + 4) as u16) - (beside(y, x + 8) as u16)) * (beside(y, x + 6) as u16), (beside(y, x + 6) as u16) - (beside(y, x + 8) as u16))));
        border chain = repeat;
    }
}

compare! {
    agrees_125: p125((array img: [u16; rows, cols])) -> (a, b, c, d, e)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24
}

pipeline! {
    pub fn p126(img: [i32; rows, cols]) -> (last0, behind, beside) {
        border img = mirror;
        time0(t, y, x): i32 in [0..=4, 0..rows, 0..cols] = case { t < 2 => (min(img(y, x - 1), (saturate(img(clamp(y + 1, 2, rows - 3), x), u8) as i32))) - img(y + 1, x), else => time0(t - 2, y - 1, x - 2) };
        border time0 = constant(3);
        last0(y, x): i32 in [0..rows, 0..cols] = time0(4, y, x + 1) - time0(3, y, x);
        border last0 = repeat;
        blur1(y, x): bool in [0..rows, 0..cols] = ((sum(d1 in -1..=rows / 8, d2 in 0..cols / 7; ((last0(y + d1, x + d2) as i16) as i32) * ((last0(y + d1, x + d2) as i16) as i32)) as u8)) >= 3;
        border blur1 = mirror;
        blur2(y, x): i8 in [0..rows, 0..cols] = max(saturate((blur1(y, x - 2) as u32), i8), (blur1(y, x - 1) as i8));
        border blur2 = clamp;
        soft_cells3(y, x): i16 in [0..rows, 0..cols] = saturate(blur2(max(y + 2, 1), x + 1), i16);
        border soft_cells3 = repeat;
        cells3(y, x): u16 in [0..rows, 0..=2] = 3;
        cells3(i, k) min= (max(min((soft_cells3(i + 2, j) as u16), ((blur1(i + 2, j) as i8) as u16)), (blur2(i, j + 2) as u16))) as u16 for (i, j, k) in [0..rows, 0..cols, 0..=2];
        cells3(i, k) *= (min(((soft_cells3(saturate(last0(i - 2, j + 2), i16), j) as u16)) - (img(i - 1, (blur1(i - 2, j) as i32)) as u16), saturate((min(d3 in -3..=3, d4 in -2..=2; soft_cells3(i + d3, j + 2 + d4)) as i32), u16))) as u16 for (i, j, k) in [0..rows, 0..cols, 0..=2];
        border cells3 = mirror;
        behind(y, x): u8 in [0..(rows + 1)/2, 0..(cols + 1)/2] = ((saturate(saturate(min(d5 in -1..=1, d6 in 0..=1; cells3(2*y + d5, 2*x + d6)), i8), u8)) * saturate(last0(2*y, 2*x), u8)) * (blur2(2*y, 2*x) as u8);
        border behind = mirror101;
        beside(y, x): f32 in [0..(rows + 1)/2, 0..(cols + 1)/2] = ((cells3(2*y, 2*x - 2) as f32)) + ((sum(d7 in -1..=1, d8 in 0..=1; soft_cells3(2*y - 2 + d7, 2*x - 1 + d8)) as u32) as f32);
        border beside = mirror;
    }
}

compare! {
    agrees_126: p126((array img: [i32; rows, cols])) -> (a, b, c)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24
}

pipeline! {
    pub fn p127(img: [u16; rows, cols]) -> behind {
        border img = repeat;
        blur0(y, x): u8 in [0..2*rows, 0..2*cols] = max(saturate((sum(d1 in -1..=1, d2 in 0..=1; img((y + 1)/2 + d1, (x)/2 + d2)) as f64), u8), saturate(img((y)/2, (x)/2), u8));
        border blur0 = clamp;
        blur1(y, x): u16 in [0..rows, 0..cols] = ((blur0(2*y, 2*x + 1) as u16)) * img(y, x);
        border blur1 = mirror101;
        behind(y, x): i8 in [0..rows, 0..cols] = (sum(d3 in -1..=1, d4 in 0..=1; blur1(y - 1 + d3, x - 1 + d4)) as i8);
        border behind = constant(3);
    }
}

compare! {
    agrees_127: p127((array img: [u16; rows, cols])) -> (a)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24
}

pipeline! {
    pub fn p128(img: [i32; rows, cols]) -> behind {
        border img = mirror;
        scan0(y, x): i32 in [0..2*rows, 0..2*cols] = (((img((y + 1)/2, (x + 2)/2)) * (max(d3 in -3..=3, d4 in -2..=2; max(img((y - 2)/2 + d3, (x + 2)/2 + d4), img((y + 2)/2 + d3, (x)/2 + d4))) + sum(d5 in -3..=3, d6 in -2..=2; min(img((y - 2)/2 + d5, (x + 2)/2 + d6), img((y + 2)/2 + d5, (x)/2 + d6))))) + img((y)/2, (x - 2)/2)) + scan0(y - 1, x - 1) - scan0(y - 1, x + 1);
        border scan0 = constant(3);
        time1(t, y, x): f32 in [0..=6, 0..(rows + 1)/2, 0..(cols + 1)/2] = case { t < 2 => (max(d7 in -1..=1, d8 in 0..=1; scan0(4*y + 1 + d7, 4*x + d8)) as f32), else => time1(t - 2, y, x + 1) - time1(t - 2, y, x - 1) - time1(t, y, x - 1) - time1(t, y - 1, x) + ((((saturate(scan0(4*y, 4*x - 1), u32) as f32)) + ((scan0((scan0(4*y - 1, 4*x - 1) as i16), (img(2*y - 1, 2*x) as i16)) as i8) as f32)) * (scan0((img(2*y, clamp(2*x + 2, -2, cols - 3)) as i8), saturate(img(2*y + 2, 2*x - 2), u8)) as f32)) };
        border time1 = constant(0.5);
        last1(y, x): f32 in [0..(rows + 1)/2, 0..(cols + 1)/2] = time1(6, y, x + 1) - time1(5, y, x);
        border last1 = mirror;
        cells2(y, x): i32 in [0..cols, 0..=1] = 3;
        cells2(j, k) *= ((saturate(last1((last1((i + 2)/2, (j)/2) as u16), img(i + 1, j + 2)), i32)) + scan0(2*i + 1, 2*j + 1)) as i32 for (i, j, k) in [0..rows, 0..cols, 0..=1];
        cells2(j, k) min= (saturate(min(d9 in -1..=1, d10 in 0..=1; last1((i + 2)/2 + d9, (j)/2 + d10)), i32)) as i32 for (k, i, j) in [0..=1, 0..rows, 0..cols];
        border cells2 = repeat;
        behind(y, x): i16 in [0..rows, 0..cols] = min((saturate(cells2(y, x + 1), i16)) + (last1((y)/2, (x)/2) as i16), saturate(scan0(2*y + 2, max(2*x + 1, -2)), i16));
        border behind = clamp;
    }
}

compare! {
    agrees_128: p128((array img: [i32; rows, cols])) -> (a)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24
}

pipeline! {
    pub fn p129(img: [u32; rows, cols]) -> (behind, beside) {
        border img = clamp;
        time0(t, y, x): u8 in [0..=8, 0..rows, 0..cols] = case { t < 1 => ((saturate(img(y + 2, x), u8)) + (img(min(rows - 2, y - 1), x + 2) as u8)) * (img(y - 1, x) as u8), else => time0(t - 1, y + 1, x - 1) - time0(t - 1, y, x) - time0(t - 1, y + 1, x) };
        border time0 = constant(3);
        last0(y, x): u8 in [0..rows, 0..cols] = time0(8, y, x + 1);
        border last0 = mirror;
        time1(t, y, x): u32 in [0..=2, 0..rows, 0..cols] = case { t < 2 => (((last0(y, min(cols - 2, x)) as u32)) * saturate(last0(y - 1, x), u32)) * max(d3 in -1..=1, d4 in 0..=1; img(y + 1 + d3, x - 1 + d4)), else => time1(t - 1, y, x - 2) - time1(t, y, x - 1) - time1(t, y - 1, x) + (((saturate((max(d1 in -1..=1, d2 in 0..=1; last0(y + d1, x + d2)) as i8), u32)) - img(y, x)) + (last0(y, x) as u32)) };
        border time1 = constant(3);
        last1(y, x): u32 in [0..rows, 0..cols] = time1(2, y, x + 1);
        border last1 = clamp;
        blur2(y, x): u32 in [0..2*rows, 0..2*cols] = ((last1(clamp((y - 2)/2, 1, rows - 1), (x)/2) as i16) as u32);
        border blur2 = mirror101;
        behind(y, x): i16 in [0..rows, 0..cols] = saturate(blur2(clamp(2*y - 1, -1, rows - 2), 2*x + 1), i16);
        border behind = mirror;
        beside(y, x): f32 in [0..rows, 0..cols] = ((blur2((blur2(2*y, 2*x) as u16), saturate(img(y - 2, x), i32)) as f64) as f32);
        border beside = clamp;
    }
}

compare! {
    agrees_129: p129((array img: [u32; rows, cols])) -> (a, b)
    for rows >= 1 by 1 like 30, cols >= 1 by 1 like 24
}
