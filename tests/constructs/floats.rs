//! Float operators on every pair of edge values.

use pipeline::{Image, pipeline};

use crate::agree::agree;
use crate::common::assert_image;

pipeline! {
    fn arithmetic<T: f32, f64>(a: [T; n], b: [T; n])
        -> (plus, minus, times, over, modulo, lower, higher, apart)
    {
        plus(i) = a(i) + b(i);
        minus(i) = a(i) - b(i);
        times(i) = a(i) * b(i);
        over(i) = a(i) / b(i);
        modulo(i) = a(i) % b(i);
        lower(i) = min(a(i), b(i));
        higher(i) = a(i).max(b(i));
        apart(i) = abs_diff(a(i), b(i));
    }
}

pipeline! {
    fn compared<T: f32, f64>(a: [T; n], b: [T; n]) -> (lt, le, gt, ge, eq, ne, negated, size) {
        lt(i) = (a(i) < b(i)) as u8;
        le(i) = (a(i) <= b(i)) as u8;
        gt(i) = (a(i) > b(i)) as u8;
        ge(i) = (a(i) >= b(i)) as u8;
        eq(i) = (a(i) == b(i)) as u8;
        ne(i) = (a(i) != b(i)) as u8;
        negated(i) = -a(i);
        size(i) = abs(a(i));
    }
}

macro_rules! check {
    ($t:ident) => {{
        let tiny = $t::from_bits(1);
        let mut values = vec![0.0, -0.0, 1.0, -1.0, 0.5, 3.0, -7.25, 1e10, $t::MAX, $t::MIN];
        values.extend([$t::INFINITY, -$t::INFINITY, $t::NAN, $t::EPSILON, $t::MIN_POSITIVE]);
        values.extend([tiny, -tiny, 2.5, 10.0, 16777216.0]);
        let n = values.len();
        let a = Image::from_fn([n * n], |[i]| values[i / n]);
        let b = Image::from_fn([n * n], |[i]| values[i % n]);
        let each = |found: &Image<$t, 1>, f: fn($t, $t) -> $t| {
            assert_image(found, [n * n], |i| f(a[i], b[i]));
        };
        let (plus, minus, times, over, modulo, lower, higher, apart) =
            agree!(arithmetic(&a, &b); a_, b_, c_, d_, e_, f_, g_, h_);
        each(&plus, |a, b| a + b);
        each(&minus, |a, b| a - b);
        each(&times, |a, b| a * b);
        each(&over, |a, b| a / b);
        each(&modulo, |a, b| a % b);
        // The second operand unless the first is smaller, so always the second next to a NaN.
        each(&lower, |a, b| if a < b { a } else { b });
        each(&higher, |a, b| if a > b { a } else { b });
        each(&apart, |a, b| (a - b).abs());

        let (lt, le, gt, ge, eq, ne, negated, size) =
            agree!(compared(&a, &b); a_, b_, c_, d_, e_, f_, g_, h_);
        let truth = |found: &Image<u8, 1>, f: fn(&$t, &$t) -> bool| {
            assert_image(found, [n * n], |i| f(&a[i], &b[i]).into());
        };
        truth(&lt, $t::lt);
        truth(&le, $t::le);
        truth(&gt, $t::gt);
        truth(&ge, $t::ge);
        truth(&eq, $t::eq);
        truth(&ne, $t::ne);
        each(&negated, |a, _| -a);
        each(&size, |a, _| a.abs());
    }};
}

#[test]
fn edge_values() {
    check!(f32);
    check!(f64);
}

pipeline! {
    /// No reassociation and no contraction: each operation rounds once, from left to right.
    fn order(a: [f32; n]) -> (left, right, fused) {
        left(i) = 1e8 + a(i) + a(i) - 1e8;
        right(i) = 1e8 + (a(i) + a(i)) - 1e8;
        fused(i) = a(i) * a(i) - 0.1 * a(i);
    }
}

#[test]
fn sums_keep_their_order() {
    let a = Image::from_fn([37], |[i]| 0.7 + i as f32 * 0.3);
    let (left, right, fused) = agree!(order(&a); left, right, fused);
    assert_image(&left, [37], |i| ((1e8 + a[i]) + a[i]) - 1e8);
    assert_image(&right, [37], |i| (1e8 + (a[i] + a[i])) - 1e8);
    assert_image(&fused, [37], |i| a[i] * a[i] - 0.1 * a[i]);
}

// Quotients by constants of what is known to be an integer, or a sum of such products, are products
// where an instruction adds them unrounded.
pipeline! {
    fn divided(words: [u16; n], integers: [i32; n]) -> (words_by, tenths, grey, doubles, chained) {
        words_by(i) = words(i) as f32 / 65535.0;
        tenths(i) = integers(i) as f32 / -0.1;
        grey(i) = (0.299 * words(i) as f32 - 0.587 * (65535 - words(i)) as f32) / 1792.3;
        doubles(i) = integers(i) as f64 / 2.2;
        chained(i) = (words(i) as f32 / 255.0 + 0.055) / 1.055;
    }
}

#[test]
fn quotients_by_constants_are_those_of_division() {
    let n = 1 << 16;
    let words = Image::from_fn([n], |[i]| i as u16);
    let integers = Image::from_fn([n], |[i]| match i {
        0 => i32::MIN,
        1 => i32::MAX,
        _ => (i as i32).wrapping_mul(0x9e37_79b9u32 as i32) >> (i % 24),
    });
    let (words_by, tenths, grey, doubles, chained) =
        agree!(divided(&words, &integers); a_, b_, c_, d_, e_);
    let word = |i: [usize; 1]| f32::from(words[i]);
    assert_image(&words_by, [n], |i| word(i) / 65535.0);
    assert_image(&tenths, [n], |i| integers[i] as f32 / -0.1);
    assert_image(&grey, [n], |i| (0.299 * word(i) - 0.587 * (65535.0 - word(i))) / 1792.3);
    assert_image(&doubles, [n], |i| f64::from(integers[i]) / 2.2);
    assert_image(&chained, [n], |i| (word(i) / 255.0 + 0.055) / 1.055);
}

// Floats may be anything, so vectors of them are looked at.
pipeline! {
    fn any_divided<T: f32, f64>(a: [T; n]) -> (by_three, by_less) {
        by_three(i) = a(i) / 3.0;
        by_less(i) = a(i) / -0.7;
    }
}

macro_rules! check_any {
    ($t:ident) => {{
        let edges = [0.0, -0.0, 1.0, -7.25, $t::MAX, $t::MIN, $t::INFINITY, -$t::INFINITY];
        let small = [$t::NAN, $t::MIN_POSITIVE, -$t::MIN_POSITIVE, $t::from_bits(1)];
        let some = [&edges[..], &small[..]].concat();
        let n = 4099;
        // Every second stretch has nothing small, and the others a little.
        let a = Image::from_fn([n], |[i]| match (i / 128 % 2, i % 37) {
            (1, k) if k < some.len() => some[k],
            (1, k) if k == 20 => $t::MIN_POSITIVE * (i as $t + 0.5) * 4096.0,
            _ => (i as $t - 2000.0) * 0.37,
        });
        let (by_three, by_less) = agree!(any_divided(&a); a_, b_);
        assert_image(&by_three, [n], |i| a[i] / 3.0);
        assert_image(&by_less, [n], |i| a[i] / -0.7);
    }};
}

#[test]
fn quotients_of_anything_by_constants_are_those_of_division() {
    check_any!(f32);
    check_any!(f64);
}
