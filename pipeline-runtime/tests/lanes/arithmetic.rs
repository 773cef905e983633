//! Operators of numbers and of masks.

use std::ops::Range;

use pipeline_runtime::exec::{InstructionSet, Kernel, launch, on};
use pipeline_runtime::lanes::pair::Twice;
use pipeline_runtime::lanes::*;

use super::common::*;

macro_rules! integers {
    ($($test:ident $T:ident |$a:ident, $b:ident| $distance:expr, $size:expr;)*) => {$(
        #[test]
        fn $test() {
            binary! { $T:
                add |a, b| a + b => a.wrapping_add(b);
                sub |a, b| a - b => a.wrapping_sub(b);
                mul |a, b| a * b => a.wrapping_mul(b);
                div |a, b| a / b => if b == 0 { 0 } else { a.wrapping_div(b) };
                rem |a, b| a % b => if b == 0 { 0 } else { a.wrapping_rem(b) };
                abs_diff |$a, $b| $a.abs_diff($b) => $distance;
                and |a, b| a & b => a & b;
                or |a, b| a | b => a | b;
                xor |a, b| a ^ b => a ^ b;
                shl |a, b| a.shl(b) => a.wrapping_shl(b as u32);
                shr |a, b| a.shr(b) => a.wrapping_shr(b as u32);
                saturating_add |a, b| a.saturating_add(b) => a.saturating_add(b);
                saturating_sub |a, b| a.saturating_sub(b) => a.saturating_sub(b);
            }
            unary! { $T:
                third |a| a.div_by::<3>() => a / 3;
                rest |a| a.rem_by::<3>() => a % 3;
                fifth |a| a.div_by::<5>() => a / 5;
                seventh |a| a.div_by::<7>() => a / 7;
                eighth |a| a.div_by::<8>() => a / 8;
                hundredth |a| a.div_by::<100>() => a / 100;
                last |a| a.div_by::<{ $T::MAX as i64 }>() => a / $T::MAX;
                first |a| a.div_by::<{ $T::MIN as i64 }>() =>
                    if $T::MIN == 0 { 0 } else { a.wrapping_div($T::MIN) };
                back |a| a.div_by::<{ (0 as $T).wrapping_sub(3) as i64 }>() =>
                    a / (0 as $T).wrapping_sub(3);
                neg |a| -a => a.wrapping_neg();
                abs |$a| $a.abs() => $size;
                not |a| !a => !a;
            }
            checked! { $T, shifts::<$T>();
                shl_by: $T, |a, b| a.shl_by(b.lane(0) as u32) => a.wrapping_shl(b as u32);
                shr_by: $T, |a, b| a.shr_by(b.lane(0) as u32) => a.wrapping_shr(b as u32);
            }
        }
    )*};
}

integers! {
    arithmetic_of_u8 u8 |a, b| a.abs_diff(b), a;
    arithmetic_of_i8 i8 |a, b| a.max(b).wrapping_sub(a.min(b)), a.wrapping_abs();
    arithmetic_of_u16 u16 |a, b| a.abs_diff(b), a;
    arithmetic_of_i16 i16 |a, b| a.max(b).wrapping_sub(a.min(b)), a.wrapping_abs();
    arithmetic_of_u32 u32 |a, b| a.abs_diff(b), a;
    arithmetic_of_i32 i32 |a, b| a.max(b).wrapping_sub(a.min(b)), a.wrapping_abs();
}

macro_rules! floats {
    ($($test:ident $T:ident;)*) => {$(
        #[test]
        fn $test() {
            binary! { $T:
                add |a, b| a + b => a + b;
                sub |a, b| a - b => a - b;
                mul |a, b| a * b => a * b;
                div |a, b| a / b => a / b;
                rem |a, b| a % b => a % b;
                abs_diff |a, b| a.abs_diff(b) => (a - b).abs();
                mul_add |a, b| a.mul_add(b, b) => a.mul_add(b, b);
                square_and_addend |a, b| a.mul_add(a, b) => a.mul_add(a, b);
                rest_of_a_product |a, b| a.mul_add(b, -(a * b)) => a.mul_add(b, -(a * b));
            }
            unary! { $T:
                neg |a| -a => -a;
                abs |a| a.abs() => a.abs();
                sqrt |a| a.sqrt() => a.sqrt();
                floor |a| a.floor() => a.floor();
                ceil |a| a.ceil() => a.ceil();
                round |a| a.round() => a.round();
                trunc |a| a.trunc() => a.trunc();
            }
        }
    )*};
}

floats! {
    arithmetic_of_f32 f32;
    arithmetic_of_f64 f64;
}

#[test]
fn masks_combine_lane_by_lane() {
    fn check<V: Isa>() {
        for bits in 0..=255u8 {
            let a = V::Mask::from_fn(|i| bits >> (i % 4) & 1 == 1);
            let b = V::Mask::from_fn(|i| bits >> (4 + i % 4) & 1 == 1);
            for i in 0..V::LANES {
                let (x, y) = (a.lane(i), b.lane(i));
                assert_eq!((a & b).lane(i), x & y);
                assert_eq!((a | b).lane(i), x | y);
                assert_eq!((a ^ b).lane(i), x ^ y);
                assert_eq!((!a).lane(i), !x);
                assert!(V::Mask::splat(true).lane(i) && !V::Mask::splat(false).lane(i));
            }
        }
    }
    on_every_set!(|V| { check::<V>() });
    check::<Scalar>();
}
