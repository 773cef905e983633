//! Indices that depend on data.

use pipeline::{Image, pipeline};

use crate::agree::agree;
use crate::common::{WIDTHS, assert_image, noise};

pipeline! {
    fn tables(
        img: [u8; rows, cols],
        signed: [i16; rows, cols],
        f: [f32; rows, cols],
        curve: [f32; 256],
        lut: [i32; 100],
        map: [u8; 256, 4],
    ) -> (by_type, clamped, bordered, of_float, two, by_rest, there) {
        by_type(y, x) = curve(img(y, x));
        clamped(y, x) = lut(clamp(signed(y, x) as i32 + y, 0, 99));
        border lut = clamp;
        bordered(y, x) = lut(signed(y, x) / 50);
        of_float(y, x) = curve(saturate(f(y, x) + 100.0, u8));
        two(y, x) = map(img(y, x), img(y, x) % 4);
        by_rest(y, x) = lut(img(y, x) % 100);
        there(y, x) = img(clamp(signed(y, x) as i32, 0, rows - 1), min(max(x + 3, 0), cols - 1));
    }
}

#[test]
fn lookups() {
    let curve = noise::<f32, 1>([256], 1);
    let lut = noise::<i32, 1>([100], 2);
    let map = noise::<u8, 2>([256, 4], 3);
    for w in WIDTHS {
        let shape = [3, w];
        let img = noise::<u8, 2>(shape, 4);
        let signed = noise::<i16, 2>(shape, 5);
        let f = noise::<f32, 2>(shape, 6);
        let (by_type, clamped, bordered, of_float, two, by_rest, there) =
            agree!(tables(&img, &signed, &f, &curve, &lut, &map); a_, b_, c_, d_, e_, f_, g_);
        let far = |i: i32| i.clamp(0, 99) as usize;
        assert_image(&by_type, shape, |at| curve[[img[at] as usize]]);
        assert_image(&clamped, shape, |at| lut[[far(i32::from(signed[at]) + at[0] as i32)]]);
        assert_image(&bordered, shape, |at| lut[[far(i32::from(signed[at] / 50))]]);
        assert_image(&of_float, shape, |at| curve[[(f[at] + 100.0) as u8 as usize]]);
        assert_image(&two, shape, |at| map[[img[at] as usize, img[at] as usize % 4]]);
        assert_image(&by_rest, shape, |at| lut[[img[at] as usize % 100]]);
        assert_image(&there, shape, |at| {
            img[[i32::from(signed[at]).clamp(0, 2) as usize, (at[1] + 3).min(w - 1)]]
        });
    }
}

pipeline! {
    /// Tables of less than four bytes an element, shorter and longer than four bytes.
    fn narrow(
        img: [u16; rows, cols],
        a: [u8; n],
        b: [i16; n],
        c: [i8; 3, n],
        d: [u16; n, 3, n],
    ) -> (bytes, words, rows_of_bytes, planes, flags, along)
    where rows <= 3, rows ~ 3
    {
        at(y, x) = clamp(img(y, x) as i32, 0, n - 1);
        bytes(y, x) = a(at(y, x));
        words(y, x) = b(at(y, x));
        rows_of_bytes(y, x) = c(y, at(y, x));
        planes(y, x) = d(at(y, x), img(y, x) % 3, at(y, x));
        third(i) in [0..n]: bool = i % 3 == 0;
        flags(y, x) = third(at(y, x)) as u8;
        // Rows by data, columns by the loop.
        along(y, x) in [0..rows, 0..n] = d(at(y, 0), at(y, 0) % 3, x);
    }
}

#[test]
fn tables_of_narrow_elements() {
    for n in [1, 2, 3, 4, 5, 8, 300] {
        let (a, b) = (noise::<u8, 1>([n], 1), noise::<i16, 1>([n], 2));
        let (c, d) = (noise::<i8, 2>([3, n], 3), noise::<u16, 3>([n, 3, n], 4));
        for w in WIDTHS {
            let mut img = noise::<u16, 2>([3, w], 5);
            // Ends of tables are where they may be left.
            for (i, x) in img.as_mut_slice().iter_mut().enumerate() {
                *x = if i % 2 == 0 { *x } else { *x % (n as u16 + 2) };
            }
            let (bytes, words, rows_of_bytes, planes, flags, along) =
                agree!(narrow(&img, &a, &b, &c, &d); a_, b_, c_, d_, e_, f_);
            let at = |i: [usize; 2]| usize::from(img[i]).min(n - 1);
            assert_image(&bytes, [3, w], |i| a[[at(i)]]);
            assert_image(&words, [3, w], |i| b[[at(i)]]);
            assert_image(&rows_of_bytes, [3, w], |i| c[[i[0], at(i)]]);
            assert_image(&planes, [3, w], |i| d[[at(i), usize::from(img[i] % 3), at(i)]]);
            assert_image(&flags, [3, w], |i| u8::from(at(i) % 3 == 0));
            assert_image(&along, [3, n], |[y, x]| d[[at([y, 0]), at([y, 0]) % 3, x]]);
        }
    }
}

pipeline! {
    /// Tables of bytes with so few entries that registers hold them, and one of one more.
    fn held(
        img: [u16; rows, cols],
        a: [u8; 256],
        b: [i8; 3, 17],
        c: [u8; 64],
        most: [u8; 1152],
        more: [u8; 1153],
    ) -> (plain, rows_of_bytes, bordered, shifted, flags, largest, beyond)
    where rows <= 3, rows ~ 3
    {
        plain(y, x) = a(img(y, x) % 256);
        rows_of_bytes(y, x) = b(y, img(y, x) % 17);
        border c = clamp;
        bordered(y, x) = c(img(y, x) as i32 / 300 - 100);
        before(i) in [-300..=840]: i8 = (i * 7 / 5) as i8;
        shifted(y, x) = before(img(y, x) as i32 % 1141 - 300);
        third(i) in [0..130]: bool = i % 3 == 0;
        flags(y, x) = third(img(y, x) % 130) as u8;
        largest(y, x) = most(img(y, x) % 1152);
        beyond(y, x) = more(img(y, x) % 1153);
    }
}

#[test]
fn tables_in_registers() {
    let (a, b, c) = (noise::<u8, 1>([256], 1), noise::<i8, 2>([3, 17], 2), noise([64], 3));
    let (most, more) = (noise::<u8, 1>([1152], 4), noise::<u8, 1>([1153], 5));
    for w in WIDTHS.into_iter().chain([64, 65, 191]) {
        let shape = [3, w];
        let img = noise::<u16, 2>(shape, 6);
        let (plain, rows_of_bytes, bordered, shifted, flags, largest, beyond) =
            agree!(held(&img, &a, &b, &c, &most, &more); a_, b_, c_, d_, e_, f_, g_);
        let at = |i: [usize; 2], n: usize| usize::from(img[i]) % n;
        assert_image(&plain, shape, |i| a[[at(i, 256)]]);
        assert_image(&rows_of_bytes, shape, |i| b[[i[0], at(i, 17)]]);
        let far = |i: [usize; 2]| (i32::from(img[i]) / 300 - 100).clamp(0, 63) as usize;
        assert_image(&bordered, shape, |i| c[[far(i)]]);
        assert_image(&shifted, shape, |i| ((at(i, 1141) as i32 - 300) * 7).div_euclid(5) as i8);
        assert_image(&flags, shape, |i| u8::from(at(i, 130) % 3 == 0));
        assert_image(&largest, shape, |i| most[[at(i, 1152)]]);
        assert_image(&beyond, shape, |i| more[[at(i, 1153)]]);
    }
}

pipeline! {
    /// Tables that the pipeline computes itself, a bilateral grid's slicing, chained look-ups.
    fn computed(img: [u8; rows, cols], gamma: f32) -> (corrected, permuted, sliced) {
        ramp(i) in [0..256] = pow(i as f32 / 255.0, gamma) * 255.0;
        corrected(y, x) = ramp(img(y, x)) as u8;
        order(i) in [0..256]: u8 = saturate(255 - i, u8);
        permuted(y, x) = order(order(img(y, x)));
        grid(z, y, x) in [0..=8, 0..=rows / 4, 0..=cols / 4] = (z * 100 + y * 10 + x) as i16;
        sliced(y, x) = grid(img(y, x) / 32, y / 4, x / 4) + grid(img(y, x) / 32 + 1, y / 4, x / 4);
    }
}

#[test]
fn tables_made_by_stages() {
    for w in WIDTHS {
        let shape = [5, w];
        let img = noise::<u8, 2>(shape, 4);
        let (corrected, permuted, sliced) = agree!(computed(&img, 1.0); a_, b_, c_);
        // The power of 1 is exact, so only the divisions and products round.
        assert_image(&corrected, shape, |at| (f32::from(img[at]) / 255.0 * 255.0) as u8);
        assert_image(&permuted, shape, |at| img[at]);
        assert_image(&sliced, shape, |at| {
            let z = i16::from(img[at] / 32);
            let place = at[0] as i16 / 4 * 10 + at[1] as i16 / 4;
            z * 100 + place + (z + 1) * 100 + place
        });
    }
}

pipeline! {
    fn dark_constant(img: [i32; n], lut: [u8; 10]) -> out {
        border lut = constant(77);
        out(i) = lut(img(i));
    }
}

#[test]
fn a_bordered_table_takes_any_index() {
    let img = Image::from_vec(vec![0, 9, 10, -1, 5, i32::MAX, i32::MIN], [7]).unwrap();
    let lut = Image::from_fn([10], |[i]| i as u8);
    assert_eq!(agree!(dark_constant(&img, &lut)).as_slice(), [0, 9, 77, 77, 5, 77, 77]);
}

pipeline! {
    /// Indices of which lanes divide the innermost variable, and tables at data along a clamped or
    /// a mirrored edge.
    fn divided(
        img: [u8; rows, cols], at: [u32; rows, cols], map: [f64; 9, 300],
    ) -> (weights, by_quotient, backwards, thirds, unsigned, clamped, mirrored)
    where cols <= 300, cols ~ 200
    {
        weights(y, x) in [0..rows, 0..cols] = (x % 8) * 1000 + (x + y) / 4 * 10 + (3 * x + 1) % 2 + (-x) / 2;
        by_quotient(y, x) = map(img(y, x) % 9, x / 2) + map(img(y, x) % 9, (x + 3) / 4);
        backwards(y, x) = map(img(y, x) % 9, (cols - 1 - x) / 2);
        thirds(y, x) = map(img(y, x) % 9, x / 3);
        unsigned(y, x) = map(at(y, x) % 9, x);
        edged(z, x) in [0..9, 0..300] = map(z, x);
        border edged = clamp;
        clamped(y, x) = edged(img(y, x) as i32 - 100, x / 2 - 7) + edged(y - 4, img(y, x) as i8);
        folded(z, x) in [0..9, 0..300] = map(z, x);
        border folded = mirror;
        mirrored(y, x) = folded(img(y, x) as i32 - 100, x / 2 - 7);
    }
}

#[test]
fn lanes_divide_and_clamp() {
    let map = noise::<f64, 2>([9, 300], 7);
    for w in WIDTHS {
        let shape = [5, w];
        let img = noise::<u8, 2>(shape, 8);
        let at = noise::<u32, 2>(shape, 9);
        let (weights, by_quotient, backwards, thirds, unsigned, clamped, _mirrored) =
            agree!(divided(&img, &at, &map); a_, b_, c_, d_, e_, f_, g_);
        let z = |at: [usize; 2]| img[at] as usize % 9;
        assert_image(&weights, shape, |[y, x]| {
            let (y, x) = (y as i32, x as i32);
            x % 8 * 1000 + (x + y) / 4 * 10 + (3 * x + 1) % 2 + (-x).div_euclid(2)
        });
        assert_image(&by_quotient, shape, |i| {
            map[[z(i), i[1] / 2]] + map[[z(i), i[1].div_ceil(4)]]
        });
        assert_image(&backwards, shape, |i| map[[z(i), (w - 1 - i[1]) / 2]]);
        assert_image(&thirds, shape, |i| map[[z(i), i[1] / 3]]);
        assert_image(&unsigned, shape, |i| map[[(at[i] % 9) as usize, i[1]]]);
        assert_image(&clamped, shape, |i| {
            let row = (i32::from(img[i]) - 100).clamp(0, 8) as usize;
            let column = (i[1] as i32 / 2 - 7).clamp(0, 299) as usize;
            let second = i32::from(img[i] as i8).clamp(0, 299) as usize;
            map[[row, column]] + map[[(i[0] as i32 - 4).clamp(0, 8) as usize, second]]
        });
    }
}

pipeline! {
    /// Indices that 32 bits cannot tell, in updates, whose loops have no boundary regions.
    fn far_beyond(a: [i32; rows, cols], t: [f32; 4, 10]) -> s
    where cols <= 4096, cols ~ 1024
    {
        border t = clamp;
        s(x) in [0..cols]: f32 = 0.0;
        s(x) += t(clamp(a(y, x), 0, 3), 1000000000 * (x - 2)) for (y, x) in [0..rows, 0..cols];
    }
}

#[test]
fn edges_are_told_beyond_32_bits() {
    let t = noise::<f32, 2>([4, 10], 12);
    for w in WIDTHS {
        let a = noise::<i32, 2>([3, w], 13);
        let s = agree!(far_beyond(&a, &t));
        assert_image(&s, [w], |[x]| {
            let column = if x <= 2 { 0 } else { 9 };
            (0..3).fold(0.0, |sum, y| sum + t[[a[[y, x]].clamp(0, 3) as usize, column]])
        });
    }
}

pipeline! {
    /// Factors that no lane holds.
    fn steep(img: [i32; rows, cols], t: [f32; 4, 10]) -> (steps, halves, s)
    where cols <= 4096, cols ~ 1024
    {
        border t = clamp;
        steps(y, x) in [0..rows, 0..cols] = 2147483648 * x + y - 2147483648;
        halves(y, x) in [0..rows, 0..cols] = -2147483648 * (x / 2) + y;
        s(x) in [0..cols]: f32 = 0.0;
        s(x) += t(clamp(img(y, x), 0, 3), 2147483648 * x - 2147483648)
            for (y, x) in [0..rows, 0..cols];
    }
}

#[test]
fn factors_that_no_lane_holds() {
    let t = noise::<f32, 2>([4, 10], 14);
    for w in WIDTHS {
        let img = noise::<i32, 2>([3, w], 15);
        let (steps, halves, s) = agree!(steep(&img, &t); a_, b_, c_);
        let odd = |odd: bool, y: usize| y as i32 + if odd { i32::MIN } else { 0 };
        assert_image(&steps, [3, w], |[y, x]| odd(x % 2 == 0, y));
        assert_image(&halves, [3, w], |[y, x]| odd(x / 2 % 2 == 1, y));
        assert_image(&s, [w], |[x]| {
            let column = if x <= 1 { 0 } else { 9 };
            (0..3).fold(0.0, |sum, y| sum + t[[img[[y, x]].clamp(0, 3) as usize, column]])
        });
    }
}

pipeline! {
    /// Bilinear samples at data-dependent indices, inside of a picture, beside it and far away.
    fn warped<T: f32, u8>(
        img: [T; rows, cols],
        v: [f32; h, w],
        u: [f32; h, w],
    ) -> (sampled[0], sampled[1], sampled[2], sampled[3], sampled[4], in_rows)
    where rows ~ 4, cols ~ 19
    {
        border part[0] = clamp;
        border part[1] = mirror;
        border part[2] = mirror101;
        border part[3] = repeat;
        border part[4] = constant(7);
        fn mixed(a, b, t) = a * (1.0 - t) + b * t;
        i(y, x) = floor(v(y, x)) as i32;
        j(y, x) = floor(u(y, x)) as i32;
        s(y, x) = v(y, x) - floor(v(y, x));
        t(y, x) = u(y, x) - floor(u(y, x));
        for k in 0..5 {
            part[k](y, x) = img(y, x);
            sampled[k](y, x) in [0..h, 0..w] = mixed(
                mixed(part[k](i(y, x), j(y, x)) as f32, part[k](i(y, x), j(y, x) + 1) as f32, t(y, x)),
                mixed(
                    part[k](i(y, x) + 1, j(y, x)) as f32,
                    part[k](i(y, x) + 1, j(y, x) + 1) as f32,
                    t(y, x)
                ),
                s(y, x)
            );
        }
        // Rows that are outside for all lanes.
        in_rows(y, x) in [0..h, 0..w] = part[4](y - 1, j(y, x)) as f32;
    }
}

/// The coordinate that a border mode reads instead, or none where it reads a constant.
fn redirected(mode: usize, i: i32, n: usize) -> Option<usize> {
    let n = n as i32;
    let reflected = |period: i32, last: i32| {
        let r = i.rem_euclid(period.max(1));
        if r < n { r } else { last - r }
    };
    let at = match mode {
        0 => i.clamp(0, n - 1),
        1 => reflected(2 * n, 2 * n - 1),
        2 => reflected(2 * n - 2, 2 * n - 2),
        3 => i.rem_euclid(n),
        _ if (0..n).contains(&i) => i,
        _ => return None,
    };
    Some(at as usize)
}

#[test]
fn samples_through_every_border() {
    for [rows, cols] in [[1, 1], [1, 2], [3, 1], [4, 19], [9, 40]] {
        for w in WIDTHS {
            // A third of the rows is inside, one is beside the edges, one anywhere.
            let place = |seed, n: usize| {
                let noise = noise::<f32, 2>([3, w], seed);
                Image::from_fn([3, w], |[y, x]| {
                    let spread = [0.4, 1.2, 900.0][y] * n as f32;
                    (noise[[y, x]] / 100.0 % 1.0) * spread + 0.5 * n as f32
                })
            };
            let (v, u) = (place(1, rows), place(2, cols));
            let img = noise::<f32, 2>([rows, cols], 3);
            let bytes = noise::<u8, 2>([rows, cols], 4);
            let found = agree!(warped(&img, &v, &u); a_, b_, c_, d_, e_, f_);
            let of_bytes = agree!(warped(&bytes, &v, &u); a_, b_, c_, d_, e_, f_);
            let (i, j) = (|at| v[at].floor() as i32, |at| u[at].floor() as i32);
            let (s, t) = (|at| v[at] - v[at].floor(), |at| u[at] - u[at].floor());
            let expected = |mode, part: &dyn Fn([usize; 2]) -> f32, at| {
                let read = |dy, dx| {
                    let row = redirected(mode, i(at) + dy, rows);
                    let col = redirected(mode, j(at) + dx, cols);
                    row.zip(col).map_or(7.0, |(row, col)| part([row, col]))
                };
                let mixed = |a: f32, b: f32, t: f32| a * (1.0 - t) + b * t;
                let top = mixed(read(0, 0), read(0, 1), t(at));
                mixed(top, mixed(read(1, 0), read(1, 1), t(at)), s(at))
            };
            let shape = [3, w];
            let (words, bytes) = (|at| img[at], |at| f32::from(bytes[at]));
            let (a, b, c, d, e, in_rows) = found;
            for (mode, image) in [a, b, c, d, e].iter().enumerate() {
                assert_image(image, shape, |at| expected(mode, &words, at));
            }
            let (a, b, c, d, e, _) = of_bytes;
            for (mode, image) in [a, b, c, d, e].iter().enumerate() {
                assert_image(image, shape, |at| expected(mode, &bytes, at));
            }
            assert_image(&in_rows, shape, |at| {
                let row = redirected(4, at[0] as i32 - 1, rows);
                row.zip(redirected(4, j(at), cols)).map_or(7.0, |(row, col)| img[[row, col]])
            });
        }
    }
}

pipeline! {
    /// Sums of boxes that end with the picture, from the corners of a summed-area table, and
    /// pictures whose edges begin inside.
    fn boxes(img: [u8; rows, cols]) -> (sums, count, inner) where rows >= 5, cols >= 5 {
        border table = constant(0);
        table(y, x) = img(y, x) as i32 + table(y - 1, x) + table(y, x - 1) - table(y - 1, x - 1);
        fn before(at) = max(at - 5, -1);
        fn last(at, size) = min(at + 4, size - 1);
        sums(y, x) in [0..rows, 0..cols] = {
            let above = before(y);
            let left = before(x);
            table(last(y, rows), last(x, cols)) - table(above, last(x, cols))
                - table(last(y, rows), left) + table(above, left)
        };
        count(y, x) in [0..rows, 0..cols] =
            (last(y, rows) - before(y)) * (last(x, cols) - before(x));
        inner(y, x) in [0..rows, 0..cols] = img(clamp(y, 2, rows - 2), clamp(x - 1, 1, cols - 3));
    }
}

#[test]
fn corners_of_boxes_that_end_with_the_picture() {
    for w in (5..40).chain([63, 64, 65, 130, 200]) {
        let h = 5 + w % 13;
        let img = noise::<u8, 2>([h, w], w as u64);
        let (sums, count, inner) = agree!(boxes(&img); sums, count, inner);
        let part = |at: usize, size: usize| at.saturating_sub(4)..(at + 5).min(size);
        let pixels = |y, x| part(y, h).flat_map(move |i| part(x, w).map(move |j| [i, j]));
        let total = |y, x| pixels(y, x).map(|at| i32::from(img[at])).sum::<i32>();
        assert_image(&sums, [h, w], |[y, x]| total(y, x));
        assert_image(&count, [h, w], |[y, x]| pixels(y, x).count() as i32);
        assert_image(&inner, [h, w], |[y, x]| {
            img[[y.clamp(2, h - 2), x.saturating_sub(1).clamp(1, w - 3)]]
        });
    }
    let stages = boxes::stages();
    assert!(stages.contains("read table(y + 4, x + 4)"), "{stages}");
}
