//! `as`, `saturate` and `widen` between all types.

use pipeline::{Image, pipeline};

use crate::agree::agree;
use crate::common::assert_image;

pipeline! {
    fn cast_all<T: u8, i8, u16, i16, u32, i32, f32, f64>(a: [T; n]) -> (b, c, d, e, f, g, h, j) {
        b(i) = a(i) as u8;
        c(i) = a(i) as i8;
        d(i) = a(i) as u16;
        e(i) = a(i) as i16;
        f(i) = a(i) as u32;
        g(i) = a(i) as i32;
        h(i) = a(i) as f32;
        j(i) = a(i) as f64;
    }
}

pipeline! {
    fn saturate_all<T: u8, i8, u16, i16, u32, i32, f32, f64>(a: [T; n]) -> (b, c, d, e, f, g) {
        b(i) = saturate(a(i), u8);
        c(i) = saturate(a(i), i8);
        d(i) = saturate(a(i), u16);
        e(i) = saturate(a(i), i16);
        f(i) = saturate(a(i), u32);
        g(i) = saturate(a(i), i32);
    }
}

macro_rules! check {
    ($t:ident, $values:expr) => {{
        let values: Vec<$t> = $values;
        let n = [values.len()];
        let a = Image::from_vec(values, n).unwrap();
        let (b, c, d, e, f, g, h, j) = agree!(cast_all(&a); b, c, d, e, f, g, h, j);
        assert_image(&b, n, |i| a[i] as u8);
        assert_image(&c, n, |i| a[i] as i8);
        assert_image(&d, n, |i| a[i] as u16);
        assert_image(&e, n, |i| a[i] as i16);
        assert_image(&f, n, |i| a[i] as u32);
        assert_image(&g, n, |i| a[i] as i32);
        assert_image(&h, n, |i| a[i] as f32);
        assert_image(&j, n, |i| a[i] as f64);
        // An i64 holds every value of the integer types, and `as` clamps floats to it.
        let clamped = |v: $t, lo: i64, hi: i64| (v as i64).clamp(lo, hi);
        let (b, c, d, e, f, g) = agree!(saturate_all(&a); b, c, d, e, f, g);
        assert_image(&b, n, |i| clamped(a[i], 0, 255) as u8);
        assert_image(&c, n, |i| clamped(a[i], -128, 127) as i8);
        assert_image(&d, n, |i| clamped(a[i], 0, 65_535) as u16);
        assert_image(&e, n, |i| clamped(a[i], -32_768, 32_767) as i16);
        assert_image(&f, n, |i| clamped(a[i], 0, u32::MAX.into()) as u32);
        assert_image(&g, n, |i| clamped(a[i], i32::MIN.into(), i32::MAX.into()) as i32);
    }};
}

macro_rules! integers {
    ($t:ident) => {{
        let edges = [0i64, 127, 128, 129, 255, 256, 257, 32_767, 32_768, 65_535, 65_536];
        let more = [16_777_217, i32::MAX.into(), u32::MAX.into(), 1 << 31];
        let all = edges.iter().chain(&more).flat_map(|v| [*v as $t, v.wrapping_neg() as $t]);
        all.chain((0..200u32).map(|i| i.wrapping_mul(2_654_435_761) as $t)).collect()
    }};
}

macro_rules! floats {
    ($t:ident) => {{
        let edges = [0.0, 0.49, 0.5, 0.99, 1.5, 127.0, 127.5, 128.0, 255.0, 255.9, 256.0, 32_767.5];
        let more = [65_535.9, 65_536.0, 2_147_483_520.0, 2_147_483_648.0, 4_294_967_040.0, 1e20];
        let odd = [4_294_967_296.0, 16_777_217.0, $t::MAX, $t::INFINITY, $t::NAN, $t::MIN_POSITIVE];
        edges.iter().chain(&more).chain(&odd).flat_map(|v: &$t| [*v, -*v]).collect()
    }};
}

#[test]
fn from_every_type_to_every_type() {
    check!(u8, (0..=255).collect());
    check!(i8, (-128..=127).collect());
    check!(u16, (0..=65_535).step_by(7).chain([65_535]).collect());
    check!(i16, (-32_768..=32_767).step_by(7).chain([32_767]).collect());
    check!(u32, integers!(u32));
    check!(i32, integers!(i32));
    check!(f32, floats!(f32));
    check!(f64, floats!(f64));
}

pipeline! {
    fn widened(a: [u8; n], b: [i16; n], f: [f32; n]) -> (total, difference, times, single, double) {
        total(i) = widening_add(a(i), 255);
        difference(i) = widening_sub(b(i), 30000);
        times(i) = widening_mul(a(i), a(i));
        single(i) = a(i).widen() + 1000;
        double(i) = widen(f(i)) * 0.1;
    }
}

#[test]
fn widening() {
    for n in [1, 3, 16, 40] {
        let a = Image::from_fn([n], |[i]| 255 - i as u8);
        let b = Image::from_fn([n], |[i]| i16::MIN + i as i16);
        let f = Image::from_fn([n], |[i]| i as f32 * 0.3);
        let (total, difference, times, single, double) =
            agree!(widened(&a, &b, &f); total, difference, times, single, double);
        assert_image(&total, [n], |i| u16::from(a[i]) + 255);
        assert_image(&difference, [n], |i| i32::from(b[i]) - 30_000);
        assert_image(&times, [n], |i| u16::from(a[i]) * u16::from(a[i]));
        assert_image(&single, [n], |i| u16::from(a[i]) + 1000);
        assert_image(&double, [n], |i| f64::from(f[i]) * 0.1);
    }
}

pipeline! {
    /// What `saturate` is, written by hand.
    fn clamped_words(a: [i16; n], by: i16) -> (bytes, signed, sums) {
        bytes(i) = clamp(a(i), 0, 255) as u8;
        signed(i) = clamp(a(i), -128, 127) as i8;
        sums(i) = clamp(a(i) as i32 + by as i32, 0, 255) as u8;
    }
}

pipeline! {
    fn clamped_numbers(a: [i32; n]) -> (bytes, signed, words, signed_words, inner) {
        bytes(i) = clamp(a(i), 0, 255) as u8;
        signed(i) = max(min(a(i), 127), -128) as i8;
        words(i) = clamp(a(i), 0, 65535) as u16;
        signed_words(i) = clamp(a(i), -32768, 32767) as i16;
        inner(i) = clamp(a(i), 1, 254) as u8;
    }
}

#[test]
fn clamps_before_casts() {
    let words: Vec<i16> = (i16::MIN..=i16::MAX).step_by(3).chain([i16::MAX]).collect();
    let n = [words.len()];
    let a = Image::from_vec(words, n).expect("as many as the shape has");
    for by in [0, 1, -1, 255, i16::MIN, i16::MAX] {
        let (bytes, signed, sums) = agree!(clamped_words(&a, by); bytes, signed, sums);
        assert_image(&bytes, n, |i| a[i].clamp(0, 255) as u8);
        assert_image(&signed, n, |i| a[i].clamp(-128, 127) as i8);
        assert_image(&sums, n, |i| (i32::from(a[i]) + i32::from(by)).clamp(0, 255) as u8);
    }
    let numbers: Vec<i32> = integers!(i32);
    let n = [numbers.len()];
    let a = Image::from_vec(numbers, n).expect("as many as the shape has");
    let (bytes, signed, words, signed_words, inner) =
        agree!(clamped_numbers(&a); bytes, signed, words, signed_words, inner);
    assert_image(&bytes, n, |i| a[i].clamp(0, 255) as u8);
    assert_image(&signed, n, |i| a[i].clamp(-128, 127) as i8);
    assert_image(&words, n, |i| a[i].clamp(0, 65_535) as u16);
    assert_image(&signed_words, n, |i| a[i].clamp(-32_768, 32_767) as i16);
    assert_image(&inner, n, |i| a[i].clamp(1, 254) as u8);
}
