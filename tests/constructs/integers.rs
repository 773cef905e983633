//! Integer and bool operators: every pair of edge values, and all pairs of bytes.

use pipeline::{Image, pipeline};

use crate::agree::agree;
use crate::common::{Pixel, assert_image};

pipeline! {
    fn arithmetic<T: u8, i8, u16, i16, u32, i32>(a: [T; n], b: [T; n])
        -> (plus, minus, times, over, modulo, lower, higher)
    {
        plus(i) = a(i) + b(i);
        minus(i) = a(i) - b(i);
        times(i) = a(i) * b(i);
        over(i) = a(i) / b(i);
        modulo(i) = a(i) % b(i);
        lower(i) = a(i).min(b(i));
        higher(i) = max(a(i), b(i));
    }
}

pipeline! {
    fn bits<T: u8, i8, u16, i16, u32, i32>(a: [T; n], b: [T; n])
        -> (conj, disj, differ, inverse, left, right, apart)
    {
        conj(i) = a(i) & b(i);
        disj(i) = a(i) | b(i);
        differ(i) = a(i) ^ b(i);
        inverse(i) = !a(i);
        left(i) = a(i) << b(i);
        right(i) = a(i) >> b(i);
        apart(i) = abs_diff(a(i), b(i));
    }
}

pipeline! {
    fn saturating<T: u8, i8, u16, i16, u32, i32>(a: [T; n], b: [T; n])
        -> (plus, minus, thirds, tens, quarter, rest, within)
    {
        plus(i) = saturating_add(a(i), b(i));
        minus(i) = a(i).saturating_sub(b(i));
        thirds(i) = a(i) / 3;
        tens(i) = a(i) % 10;
        quarter(i) = a(i) / 4;
        rest(i) = a(i) % 8;
        within(i) = clamp(a(i), 3, b(i));
    }
}

pipeline! {
    fn compared<T: u8, i8, u16, i16, u32, i32>(a: [T; n], b: [T; n]) -> (lt, le, gt, ge, eq, ne) {
        lt(i) = (a(i) < b(i)) as u8;
        le(i) = (a(i) <= b(i)) as u8;
        gt(i) = (a(i) > b(i)) as u8;
        ge(i) = (a(i) >= b(i)) as u8;
        eq(i) = (a(i) == b(i)) as u8;
        ne(i) = (a(i) != b(i)) as u8;
    }
}

pipeline! {
    fn signed<T: i8, i16, i32>(a: [T; n]) -> (negated, size) {
        negated(i) = -a(i);
        size(i) = abs(a(i));
    }
}

/// All pairs of the values, as two lines.
fn pairs<T: Pixel>(values: &[T]) -> (Image<T, 1>, Image<T, 1>) {
    let n = values.len();
    (Image::from_fn([n * n], |[i]| values[i / n]), Image::from_fn([n * n], |[i]| values[i % n]))
}

macro_rules! check {
    ($t:ident, $values:expr) => {{
        let (a, b) = pairs::<$t>(&$values);
        let n = a.shape();
        let each = |found: &Image<$t, 1>, f: fn($t, $t) -> $t| {
            assert_image(found, n, |i| f(a[i], b[i]));
        };
        let (plus, minus, times, over, modulo, lower, higher) =
            agree!(arithmetic(&a, &b); a_, b_, c_, d_, e_, f_, g_);
        each(&plus, $t::wrapping_add);
        each(&minus, $t::wrapping_sub);
        each(&times, $t::wrapping_mul);
        // Division by zero gives zero; the least number over -1 wraps.
        each(&over, |a, b| if b == 0 { 0 } else { a.wrapping_div(b) });
        each(&modulo, |a, b| if b == 0 { 0 } else { a.wrapping_rem(b) });
        each(&lower, |a, b| a.min(b));
        each(&higher, |a, b| a.max(b));

        let (conj, disj, differ, inverse, left, right, apart) =
            agree!(bits(&a, &b); a_, b_, c_, d_, e_, f_, g_);
        each(&conj, |a, b| a & b);
        each(&disj, |a, b| a | b);
        each(&differ, |a, b| a ^ b);
        each(&inverse, |a, _| !a);
        // Only the low bits of a shift count, as in `wrapping_shl`.
        each(&left, |a, b| a.wrapping_shl(b as u32));
        each(&right, |a, b| a.wrapping_shr(b as u32));
        each(&apart, |a, b| a.abs_diff(b) as $t);

        let (plus, minus, thirds, tens, quarter, rest, within) =
            agree!(saturating(&a, &b); a_, b_, c_, d_, e_, f_, g_);
        each(&plus, $t::saturating_add);
        each(&minus, $t::saturating_sub);
        each(&thirds, |a, _| a / 3);
        each(&tens, |a, _| a % 10);
        each(&quarter, |a, _| a / 4);
        each(&rest, |a, _| a % 8);
        // `min(max(a, 3), b)`, whatever the order of the limits.
        each(&within, |a, b| a.max(3).min(b));

        let truth = |found: &Image<u8, 1>, f: fn(&$t, &$t) -> bool| {
            assert_image(found, n, |i| f(&a[i], &b[i]).into());
        };
        let (lt, le, gt, ge, eq, ne) = agree!(compared(&a, &b); a_, b_, c_, d_, e_, f_);
        truth(&lt, $t::lt);
        truth(&le, $t::le);
        truth(&gt, $t::gt);
        truth(&ge, $t::ge);
        truth(&eq, $t::eq);
        truth(&ne, $t::ne);
    }};
}

macro_rules! check_signed {
    ($t:ident, $values:expr) => {{
        let (a, _) = pairs::<$t>(&$values);
        let (negated, size) = agree!(signed(&a); negated, size);
        assert_image(&negated, a.shape(), |i| a[i].wrapping_neg());
        assert_image(&size, a.shape(), |i| a[i].wrapping_abs());
    }};
}

macro_rules! edges {
    ($t:ident) => {{
        let mut edges: Vec<$t> = vec![$t::MIN, $t::MIN + 1, $t::MAX, $t::MAX - 1, $t::MAX / 2];
        edges.extend([0, 1, 2, 3, 4, 7, 8, 9, 10, 15, 16, 17, 31, 32, 33, 100]);
        edges.extend([1, 2, 3, 5, 8, 10, 16, 77].map(|v: $t| (0 as $t).wrapping_sub(v)));
        edges
    }};
}

#[test]
fn edge_values_of_every_type() {
    check!(u8, edges!(u8));
    check!(i8, edges!(i8));
    check!(u16, edges!(u16));
    check!(i16, edges!(i16));
    check!(u32, edges!(u32));
    check!(i32, edges!(i32));
    check_signed!(i8, edges!(i8));
    check_signed!(i16, edges!(i16));
    check_signed!(i32, edges!(i32));
}

#[test]
fn all_pairs_of_bytes() {
    check!(u8, (0..=u8::MAX).collect::<Vec<_>>());
    check!(i8, (i8::MIN..=i8::MAX).collect::<Vec<_>>());
}

pipeline! {
    fn logic(a: [u8; n], b: [i32; n]) -> (both, either, one, same, nor, chosen) {
        p(i) = a(i) > 2;
        q(i) = b(i) < 0;
        both(i) = (p(i) && q(i)) as u8;
        either(i) = (p(i) || q(i)) as i32;
        one(i) = (p(i) ^ q(i)) as u16;
        same(i) = (p(i) == q(i)) as i8;
        nor(i) = !(p(i) | q(i)) as u32;
        chosen(i) = select(p(i) & true, b(i), if q(i) { -1 } else { 7 });
    }
}

#[test]
fn bools_are_combined() {
    for n in [1, 5, 16, 33, 100] {
        let a = Image::from_fn([n], |[i]| (i % 5) as u8);
        let b = Image::from_fn([n], |[i]| i as i32 % 7 - 3);
        let (both, either, one, same, nor, chosen) =
            agree!(logic(&a, &b); both, either, one, same, nor, chosen);
        let p = |i: [usize; 1]| a[i] > 2;
        let q = |i: [usize; 1]| b[i] < 0;
        assert_image(&both, [n], |i| u8::from(p(i) && q(i)));
        assert_image(&either, [n], |i| i32::from(p(i) || q(i)));
        assert_image(&one, [n], |i| u16::from(p(i) ^ q(i)));
        assert_image(&same, [n], |i| i8::from(p(i) == q(i)));
        assert_image(&nor, [n], |i| u32::from(!(p(i) || q(i))));
        assert_image(&chosen, [n], |i| {
            if p(i) {
                b[i]
            } else if q(i) {
                -1
            } else {
                7
            }
        });
    }
}
