use super::*;
use crate::analysis::build::Random;

/// Every number of 24 digits by some constants: which of them are taken is right, and of those
/// which are not there is a dividend whose quotient is wrong.
#[test]
fn single_divisors_are_taken_if_and_only_if_all_dividends_are_right() {
    // The last two are of the twelfth part of all divisors that is refused.
    let ends = [8_388_609.0, 16_777_215.0];
    let refused = [9_468_879.0, 10_749_199.0];
    assert!(refused.iter().all(|by| single::ReciprocalParts::of(*by).is_none()));
    for by in [3.0f32, 255.0, 65535.0, 0.1, -7.0].into_iter().chain(ends).chain(refused) {
        let mantissas = (1 << 23..1 << 24).step_by(if cfg!(debug_assertions) { 3 } else { 1 });
        let hard = hard_dividends(i128::from(by.to_bits() & 0x7f_ffff | 1 << 23), 24);
        let mut all = mantissas.chain(hard.into_iter().map(|x| x as u32));
        let parts = single::ReciprocalParts::unproved(by);
        let right = |x: u32| parts.quotient(x as f32) == x as f32 / by;
        assert_eq!(single::ReciprocalParts::of(by).is_some(), all.all(right), "{by}");
    }
}

/// The constants that pictures are divided by.
#[test]
fn usual_divisors_are_taken() {
    let sizes = (2..=1025).filter(|n: &i32| !(*n as u32).is_power_of_two());
    let usual = sizes.map(|n| n as f32).chain([4095.0, 65535.0, 0.299, 0.1, 1.1, 2.2, 3200.0]);
    let refused: Vec<f32> = usual.filter(|by| single::ReciprocalParts::of(*by).is_none()).collect();
    assert_eq!(refused, []);
    for by in [3.0, 0.1, 255.0, 65535.0] {
        assert!(double::ReciprocalParts::of(by).is_some(), "{by}");
    }
}

#[test]
fn powers_of_two_and_what_is_no_divisor_are_refused() {
    for by in [1.0f32, 2.0, -0.25, 0.0, f32::INFINITY, f32::NAN, 1e-40, 1e-30, 1e30] {
        assert!(single::ReciprocalParts::of(by).is_none(), "{by}");
    }
    assert!(Divisor::of(Value::Int(crate::ir::ElemType::I32, 3)).is_none());
}

#[test]
fn random_quotients_are_those_of_division() {
    let mut random = Random(3);
    let (mut taken, mut refused) = (0, 0);
    for _ in 0..20_000 {
        let mut bits = |least, most| random.from(least, most) as u64;
        let by = f32::from_bits(bits(0x3000_0000, 0x5000_0000) as u32);
        let x = f32::from_bits(bits(0x2800_0000, 0x5000_0000) as u32);
        let (of, than) = (f64::from(by) * 1.1, f64::from(x) * 0.9);
        let parts = single::ReciprocalParts::of(by);
        match &parts {
            Some(parts) => assert_eq!(parts.quotient(x), x / by, "{x} / {by}"),
            None => refused += 1,
        }
        if let Some(quotient) = double::ReciprocalParts::of(of).map(|by| by.quotient(than)) {
            assert_eq!(quotient, than / of, "{than} / {of}");
            taken += 1;
        }
        // What is next to the middle between two floats.
        let mantissa = i128::from(by.to_bits() & 0x7f_ffff | 1 << 23);
        for x in hard_dividends(mantissa, 24).into_iter().map(|x| x as f32) {
            let is_right = |parts: &single::ReciprocalParts| parts.quotient(x) == x / by;
            assert!(parts.as_ref().is_none_or(is_right), "{x} / {by}");
        }
    }
    assert!(taken > 15_000, "{taken} of 20000");
    assert!((500..3_000).contains(&refused), "{refused} of 20000");
}

#[test]
fn signs_infinities_and_zeros_are_kept() {
    for by in [3.0f32, -3.0] {
        let parts = single::ReciprocalParts::of(by).expect("a divisor");
        let quotient = |x: f32| parts.quotient(x);
        for x in [0.0, -0.0, f32::INFINITY, f32::NEG_INFINITY, f32::MAX] {
            assert_eq!(quotient(x).to_bits(), (x / by).to_bits(), "{x} / {by}");
        }
        assert!(quotient(f32::NAN).is_nan());
    }
}

#[test]
fn dividends_may_not_be_too_small() {
    let by = Divisor::of(Value::F32(3.0)).expect("a divisor");
    let of = |grain: f64| FloatRange { grain, ..FloatRange::ALL };
    assert!(by.divides(of(1.0)) && by.divides(of(2f64.powi(-60))));
    assert!(!by.divides(FloatRange::ALL) && !by.divides(of(2f64.powi(-110))));
}
