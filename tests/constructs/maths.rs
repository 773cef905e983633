//! The mathematical functions, against the standard library's in twice the precision.

use pipeline::{Image, pipeline};

use crate::agree::agree;
use crate::common::assert_image;

pipeline! {
    fn transcendental<T: f32, f64>(a: [T; n]) -> (exps, logs, sines, cosines, tangents) {
        exps(i) = exp(a(i));
        logs(i) = a(i).ln();
        sines(i) = sin(a(i));
        cosines(i) = cos(a(i));
        tangents(i) = tan(a(i));
    }
}

pipeline! {
    fn rounding<T: f32, f64>(a: [T; n]) -> (roots, floors, ceils, rounds, truncs) {
        roots(i) = sqrt(a(i));
        floors(i) = floor(a(i));
        ceils(i) = ceil(a(i));
        rounds(i) = round(a(i));
        truncs(i) = trunc(a(i));
    }
}

pipeline! {
    fn of_two<T: f32, f64>(a: [T; n], b: [T; n]) -> (powers, angles) {
        powers(i) = pow(a(i), b(i));
        angles(i) = atan2(a(i), b(i));
    }
}

pipeline! {
    fn of_three<T: f32, f64>(a: [T; n], b: [T; n], c: [T; n]) -> sums {
        sums(i) = mul_add(a(i), b(i), c(i));
    }
}

pipeline! {
    fn weighted<T: f32, f64>(a: [T; n], w: [T; 4]) -> (smooth, slope, mean) {
        smooth(i) = stencil(a, 0.1, [1.3, -1, 0.7, 1, -2.1]);
        slope(i) = stencil(a, [-1.5, 0, 1.5]);
        mean(i) = sum(d in 0..4; w(d) * a(i + d));
    }
}

pipeline! {
    #[float(strict)]
    fn weighted_strictly<T: f32, f64>(a: [T; n], w: [T; 4]) -> (smooth, mean) {
        smooth(i) = stencil(a, 0.1, [1.3, -1, 0.7, 1, -2.1]);
        mean(i) = sum(d in 0..4; w(d) * a(i + d));
    }
}

pipeline! {
    #[float(fast)]
    fn written<T: f32, f64>(a: [T; n], b: [T; n]) -> (plus, minus, less) {
        plus(i) = a(i) * b(i) + 0.3;
        minus(i) = a(i) * b(i) - a(i);
        less(i) = b(i) - a(i) * 1.7;
    }
}

/// Arguments of all magnitudes and the special ones.
macro_rules! arguments {
    ($t:ident) => {{
        let special = [0.0, $t::INFINITY, $t::NAN, $t::MAX, $t::MIN_POSITIVE, $t::from_bits(1)];
        let exact = [0.5, 1.0, 1.5, 2.5, 4.0, 1e-20, 88.7, 104.0, 709.7, 0.999_999, 1.000_001];
        let spread = (0..400).map(|i| ((i as $t) * 0.37 - 40.0).exp());
        let dense = (0..400).map(|i| i as $t * 0.031_4);
        let all = special.into_iter().chain(exact).chain(spread).chain(dense);
        let all: Vec<$t> = all.flat_map(|v| [v, -v]).collect();
        let n = all.len();
        Image::from_vec(all, [n]).unwrap()
    }};
}

/// Distance in units of the last place; the exact value is given with more precision.
fn ulps_f32(found: f32, exact: f64) -> f64 {
    let nearest = exact as f32;
    if found.to_bits() == nearest.to_bits() || found.is_nan() && nearest.is_nan() {
        return 0.0;
    }
    let below = if nearest.is_finite() { nearest.abs() } else { f32::MAX };
    let unit = f64::from(f32::from_bits(below.to_bits().max(0x0080_0000)))
        - f64::from(f32::from_bits(below.to_bits().max(0x0080_0000) - 1));
    let exact = if nearest.is_finite() { exact } else { f64::from(f32::MAX).copysign(exact) };
    (f64::from(found) - exact).abs() / unit
}

/// Number of doubles between the two.
fn ulps_f64(found: f64, exact: f64) -> f64 {
    if found == exact || found.is_nan() && exact.is_nan() {
        return 0.0;
    }
    let line = |v: f64| {
        let bits = v.to_bits() as i64;
        if bits < 0 { i64::MIN.wrapping_sub(bits) } else { bits }
    };
    line(found).wrapping_sub(line(exact)).unsigned_abs() as f64
}

fn assert_close<T: pipeline::Element + std::fmt::Debug>(
    name: &str,
    found: &Image<T, 1>,
    limit: f64,
    distance: impl Fn(T, usize) -> f64,
) {
    for (i, v) in found.as_slice().iter().enumerate() {
        let off = distance(*v, i);
        assert!(off <= limit, "{name}: {v:?} at {i} is {off} ulp off");
    }
}

#[test]
fn functions_of_f32_are_within_one_ulp() {
    let a = arguments!(f32);
    let at = |i: usize| f64::from(a[[i]]);
    // The evaluation in doubles is itself off by less than a thousandth of such a unit.
    let limit = 1.001;
    let (exps, logs, sines, cosines, tangents) = agree!(transcendental(&a); a_, b_, c_, d_, e_);
    assert_close("exp", &exps, limit, |v, i| ulps_f32(v, at(i).exp()));
    assert_close("ln", &logs, limit, |v, i| ulps_f32(v, at(i).ln()));
    assert_close("sin", &sines, limit, |v, i| ulps_f32(v, at(i).sin()));
    assert_close("cos", &cosines, limit, |v, i| ulps_f32(v, at(i).cos()));
    assert_close("tan", &tangents, limit, |v, i| ulps_f32(v, at(i).tan()));
    for shift in [0, 1, 5, 333] {
        let n = a.len();
        let b = Image::from_fn([n], |[i]| a[[(i * 7 + shift) % n]]);
        let (powers, angles) = agree!(of_two(&a, &b); powers, angles);
        let b = |i: usize| f64::from(b[[i]]);
        assert_close("pow", &powers, limit, |v, i| ulps_f32(v, at(i).powf(b(i))));
        assert_close("atan2", &angles, limit, |v, i| ulps_f32(v, at(i).atan2(b(i))));
    }
}

#[test]
fn functions_of_f64_are_within_four_ulp() {
    let a = arguments!(f64);
    let at = |i: usize| a[[i]];
    // One more for the standard library's own.
    let limit = 5.0;
    let (exps, logs, sines, cosines, tangents) = agree!(transcendental(&a); a_, b_, c_, d_, e_);
    assert_close("exp", &exps, limit, |v, i| ulps_f64(v, at(i).exp()));
    assert_close("ln", &logs, limit, |v, i| ulps_f64(v, at(i).ln()));
    assert_close("sin", &sines, limit, |v, i| ulps_f64(v, at(i).sin()));
    assert_close("cos", &cosines, limit, |v, i| ulps_f64(v, at(i).cos()));
    assert_close("tan", &tangents, limit, |v, i| ulps_f64(v, at(i).tan()));
    for shift in [0, 1, 5, 333] {
        let n = a.len();
        let b = Image::from_fn([n], |[i]| a[[(i * 7 + shift) % n]]);
        let (powers, angles) = agree!(of_two(&a, &b); powers, angles);
        assert_close("pow", &powers, limit, |v, i| ulps_f64(v, at(i).powf(b[[i]])));
        assert_close("atan2", &angles, limit, |v, i| ulps_f64(v, at(i).atan2(b[[i]])));
    }
}

#[test]
fn roots_and_rounding_are_exact() {
    macro_rules! check {
        ($t:ident) => {{
            let a = arguments!($t);
            let n = a.shape();
            let (roots, floors, ceils, rounds, truncs) =
                agree!(rounding(&a); a_, b_, c_, d_, e_);
            assert_image(&roots, n, |i| a[i].sqrt());
            assert_image(&floors, n, |i| a[i].floor());
            assert_image(&ceils, n, |i| a[i].ceil());
            assert_image(&rounds, n, |i| a[i].round());
            assert_image(&truncs, n, |i| a[i].trunc());
        }};
    }
    check!(f32);
    check!(f64);
}

#[test]
fn products_and_sums_are_rounded_once() {
    macro_rules! check {
        ($t:ident) => {{
            let a = arguments!($t);
            let n = a.shape();
            for shift in [1, 5, 333] {
                let b = Image::from_fn(n, |[i]| a[[(i * 7 + shift) % n[0]]]);
                for addend in [1.0, $t::EPSILON, -1.0] {
                    // Near the product, so that its own rounding would show.
                    let c = Image::from_fn(n, |i| a[i] * b[i] * addend);
                    let sums = agree!(of_three(&a, &b, &c); a_);
                    assert_image(&sums, n, |i| a[i].mul_add(b[i], c[i]));
                }
            }
        }};
    }
    check!(f32);
    check!(f64);
}

#[test]
fn weighted_sums_fuse_their_products_unless_they_are_strict() {
    macro_rules! check {
        ($t:ident) => {{
            let a = arguments!($t);
            let n = a.shape()[0];
            let w = Image::from_vec(vec![0.1, 0.7, -1.3, 1e-3], [4]).unwrap();
            let (smooth, slope, mean) = agree!(weighted(&a, &w); a_, b_, c_);
            let at = |i: usize| a[[i]];
            assert_image(&smooth, [n - 4], |[i]| {
                let first = (1.3 as $t).mul_add(at(i), at(i + 3)) - at(i + 1);
                let second = (0.7 as $t).mul_add(at(i + 2), first);
                (-2.1 as $t).mul_add(at(i + 4), second) * 0.1
            });
            assert_image(&slope, [n - 2], |[i]| {
                (1.5 as $t).mul_add(at(i + 2), -1.5 * at(i))
            });
            let fused = |i: usize| {
                (1..4).fold(w[[0]] * at(i), |sum, d| w[[d]].mul_add(at(i + d), sum))
            };
            assert_image(&mean, [n - 3], |[i]| fused(i));
            let (smooth, mean) = agree!(weighted_strictly(&a, &w); a_, b_);
            assert_image(&smooth, [n - 4], |[i]| {
                let sum = 1.3 * at(i) - at(i + 1) + 0.7 * at(i + 2) + at(i + 3);
                (sum + -2.1 * at(i + 4)) * 0.1
            });
            let rounded = |i: usize| (1..4).fold(w[[0]] * at(i), |sum, d| sum + w[[d]] * at(i + d));
            assert_image(&mean, [n - 3], |[i]| rounded(i));
        }};
    }
    check!(f32);
    check!(f64);
}

#[test]
fn operators_are_fused_where_all_is_free() {
    macro_rules! check {
        ($t:ident) => {{
            let a = arguments!($t);
            let n = a.shape();
            let b = Image::from_fn(n, |[i]| a[[(i * 7 + 5) % n[0]]]);
            let (plus, minus, less) = agree!(written(&a, &b); a_, b_, c_);
            assert_image(&plus, n, |i| a[i].mul_add(b[i], 0.3));
            assert_image(&minus, n, |i| a[i].mul_add(b[i], -a[i]));
            assert_image(&less, n, |i| a[i].mul_add(-1.7, b[i]));
        }};
    }
    check!(f32);
    check!(f64);
}
