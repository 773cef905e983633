//! Accuracy and special cases of the mathematical functions.
//!
//! The yardstick of `f32` functions is the standard library in `f64`, rounded; of `f64` functions,
//! the standard library itself.

use std::ops::Range;

use pipeline_runtime::exec::{InstructionSet, Kernel, launch, on};
use pipeline_runtime::lanes::{FloatLanes, Isa, Lanes, Widths};
use pipeline_runtime::maths::{Function, call_f32, call_f64};

const UNARY: [Function; 5] =
    [Function::Exp, Function::Ln, Function::Sin, Function::Cos, Function::Tan];

const SPECIAL: [f32; 27] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    -0.5,
    2.0,
    -2.0,
    3.0,
    -3.0,
    1.5,
    -2.5,
    f32::INFINITY,
    f32::NEG_INFINITY,
    f32::NAN,
    f32::MIN_POSITIVE,
    -f32::MIN_POSITIVE,
    1e-45,
    -1e-45,
    f32::MAX,
    f32::MIN,
    88.72284,
    -103.97,
    -87.5,
    16777216.0,
    16777217.0,
    1e20,
];

fn exact(function: Function, a: f64, b: f64) -> f64 {
    match function {
        Function::Exp => a.exp(),
        Function::Ln => a.ln(),
        Function::Sin => a.sin(),
        Function::Cos => a.cos(),
        Function::Tan => a.tan(),
        Function::Pow => a.powf(b),
        Function::Atan2 => a.atan2(b),
        _ => unreachable!("not measured here"),
    }
}

/// The distance of an `f32` from a real number, in units of the last place at that number.
fn ulps(found: f32, wanted: f64) -> f64 {
    let rounded = wanted as f32;
    if found.is_nan() || rounded.is_nan() {
        return if found.is_nan() && rounded.is_nan() { 0.0 } else { f64::INFINITY };
    }
    if found == rounded {
        return if found == 0.0 && found.is_sign_negative() != rounded.is_sign_negative() {
            f64::INFINITY
        } else {
            0.0
        };
    }
    if found.is_infinite() || rounded.is_infinite() {
        return f64::INFINITY;
    }
    let size = (wanted.abs() as f32).max(f32::MIN_POSITIVE);
    let ulp = f64::from(f32::from_bits(size.to_bits() & 0x7f80_0000)) * f64::from(f32::EPSILON);
    (f64::from(found) - wanted).abs() / ulp
}

fn worst(function: Function, points: impl Iterator<Item = (f32, f32)>) -> (f64, f32, f32) {
    let mut worst = (0.0, 0.0, 0.0);
    for (a, b) in points {
        let found = call_f32(function, [a, b, 0.0]);
        let error = ulps(found, exact(function, f64::from(a), f64::from(b)));
        if error > worst.0 {
            worst = (error, a, b);
        }
    }
    worst
}

/// Numbers from a fixed linear congruential generator.
fn random(count: usize) -> impl Iterator<Item = u32> {
    let mut state = 0x2545_f491_4f6c_dd1du64;
    (0..count).map(move |_| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 32) as u32
    })
}

#[test]
fn unary_functions_of_any_f32_are_within_1_ulp() {
    for function in UNARY {
        let (error, at, _) =
            worst(function, random(1_000_000).map(|bits| (f32::from_bits(bits), 0.0)));
        println!("{function:?}: {error} ulp at {at:e}");
        assert!(error <= 1.0, "{function:?} is {error} ulp off at {at:e}");
    }
}

#[test]
fn unary_functions_in_everyday_ranges_are_within_1_ulp() {
    for function in UNARY {
        for range in [1.0f32, 10.0, 104.0, 1e5, 1.1e6] {
            let points = random(300_000).map(|x| ((x as i32 as f32) / 2147483648.0 * range, 0.0));
            let (error, at, _) = worst(function, points);
            println!("{function:?} to {range}: {error} ulp at {at:e}");
            assert!(error <= 1.0, "{function:?} is {error} ulp off at {at:e}");
        }
    }
}

#[test]
fn functions_of_two_arguments_are_within_1_ulp() {
    for function in [Function::Pow, Function::Atan2] {
        let any: Vec<u32> = random(1_000_000).collect();
        let points = any.chunks(2).map(|p| (f32::from_bits(p[0]), f32::from_bits(p[1])));
        let (error, a, b) = worst(function, points);
        println!("{function:?}: {error} ulp at {a:e}, {b:e}");
        assert!(error <= 1.0, "{function:?} is {error} ulp off at {a:e}, {b:e}");

        let near = any.chunks(2).map(|p| (p[0] as f32 / 1e9, p[1] as i32 as f32 / 1e8));
        let (error, a, b) = worst(function, near);
        println!("{function:?}: {error} ulp at {a:e}, {b:e}");
        assert!(error <= 1.0, "{function:?} is {error} ulp off at {a:e}, {b:e}");
    }
}

#[test]
fn special_values_are_those_of_ieee_754() {
    for a in SPECIAL {
        for function in UNARY {
            let wanted = exact(function, f64::from(a), 0.0);
            let found = call_f32(function, [a, 0.0, 0.0]);
            assert!(ulps(found, wanted) <= 1.0, "{function:?}({a:e}) = {found:e}, not {wanted:e}");
        }
        for b in SPECIAL {
            for function in [Function::Pow, Function::Atan2] {
                let wanted = exact(function, f64::from(a), f64::from(b));
                let found = call_f32(function, [a, b, 0.0]);
                let error = ulps(found, wanted);
                assert!(error <= 1.0, "{function:?}({a:e}, {b:e}) = {found:e}, not {wanted:e}");
            }
        }
    }
}

#[test]
fn double_precision_is_within_4_ulp() {
    let numbers: Vec<f64> = random(20_000).map(|x| f64::from(x as i32) / 5e7).collect();
    for pair in numbers.chunks(2) {
        let (a, b) = (pair[0], pair[1]);
        for function in [&UNARY[..], &[Function::Pow, Function::Atan2]].concat() {
            let (found, wanted) = (call_f64(function, [a, b, 0.0]), exact(function, a, b));
            let close = (found - wanted).abs() <= 4.0 * f64::EPSILON * wanted.abs();
            let same = found == wanted || (found.is_nan() && wanted.is_nan());
            assert!(same || close, "{function:?}({a:e}, {b:e}) = {found:e}, not {wanted:e}");
        }
    }
}

/// Equal bits, or both NaN.
fn agree(wide: f64, scalar: f64) -> bool {
    wide.to_bits() == scalar.to_bits() || (wide.is_nan() && scalar.is_nan())
}

#[test]
fn lanes_agree_with_scalar_calls_bit_for_bit() {
    struct Check;
    impl Kernel for Check {
        unsafe fn run<W: Widths>(&self, _: Range<usize>) {
            agrees_with_scalar_calls::<W::Eight>();
            agrees_with_scalar_calls::<W::Of32>();
            agrees_with_scalar_calls::<W::Of8>();
        }
    }
    for set in InstructionSet::available() {
        println!("on {set:?}");
        // SAFETY: the kernel has no data.
        on(*set, || unsafe { launch(&Check, 1, 1) });
    }
}

/// The lanes of the longest vector.
const MOST: usize = 64;

fn agrees_with_scalar_calls<V: Isa>() {
    const ALL: [Function; 13] = [
        Function::Sqrt,
        Function::Exp,
        Function::Ln,
        Function::Sin,
        Function::Cos,
        Function::Tan,
        Function::Pow,
        Function::Atan2,
        Function::Floor,
        Function::Ceil,
        Function::Round,
        Function::Trunc,
        Function::MulAdd,
    ];
    fn wide<V: Isa, F: FloatLanes<V>>(function: Function, [a, b, c]: [F; 3]) -> F {
        match function {
            Function::Sqrt => a.sqrt(),
            Function::Exp => a.exp(),
            Function::Ln => a.ln(),
            Function::Sin => a.sin(),
            Function::Cos => a.cos(),
            Function::Tan => a.tan(),
            Function::Pow => a.pow(b),
            Function::Atan2 => a.atan2(b),
            Function::Floor => a.floor(),
            Function::Ceil => a.ceil(),
            Function::Round => a.round(),
            Function::Trunc => a.trunc(),
            Function::MulAdd => a.mul_add(b, c),
        }
    }
    let mut numbers: Vec<f32> = random(40_000)
        .map(|x| if x & 1 == 0 { f32::from_bits(x) } else { x as i32 as f32 / 1e8 })
        .collect();
    for a in SPECIAL {
        numbers.extend(SPECIAL.iter().flat_map(|&b| [a, b]));
    }
    numbers.extend([0.49999997, -0.49999997, 0.5, -0.5, 8388607.5, -8388607.5, 4194304.5, 2.5]);
    let at = |i: usize| numbers[i % numbers.len()];
    for first in (0..numbers.len() / 2).step_by(V::LANES) {
        let a: [f32; MOST] = std::array::from_fn(|i| at(2 * (first + i)));
        let b: [f32; MOST] = std::array::from_fn(|i| at(2 * (first + i) + 1));
        let c: [f32; MOST] = std::array::from_fn(|i| at(3 * (first + i) + 5));
        for function in ALL {
            let lanes = |x: [f32; MOST]| Lanes::<V>::from_fn(|i| x[i]);
            let narrow = wide::<V, V::F32>(function, [a, b, c].map(lanes));
            let lanes = |x: [f32; MOST]| Lanes::<V>::from_fn(|i| f64::from(x[i]));
            let broad = wide::<V, V::F64>(function, [a, b, c].map(lanes));
            for i in 0..V::LANES {
                let single = call_f32(function, [a[i], b[i], c[i]]);
                assert!(
                    agree(f64::from(narrow.lane(i)), f64::from(single)),
                    "{function:?}({:e}, {:e}, {:e}): {:e} wide, {single:e} scalar",
                    a[i],
                    b[i],
                    c[i],
                    narrow.lane(i)
                );
                let double = call_f64(function, [a[i], b[i], c[i]].map(f64::from));
                assert!(
                    agree(broad.lane(i), double),
                    "{function:?}({:e}, {:e}, {:e}): {:e} wide, {double:e} scalar",
                    a[i],
                    b[i],
                    c[i],
                    broad.lane(i)
                );
            }
        }
    }
}

#[test]
#[ignore = "walks all 2^32 numbers: minutes in release mode"]
fn exp_and_ln_of_every_f32_are_within_1_ulp() {
    for function in [Function::Exp, Function::Ln] {
        let (error, at, _) = worst(function, (0..=u32::MAX).map(|x| (f32::from_bits(x), 0.0)));
        println!("{function:?}: {error} ulp at {at:e}");
        assert!(error <= 1.0, "{function:?} is {error} ulp off at {at:e}");
    }
}
