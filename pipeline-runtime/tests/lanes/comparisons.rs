//! Comparisons, extrema and casts.

use std::ops::Range;

use pipeline_runtime::Element;
use pipeline_runtime::exec::{InstructionSet, Kernel, launch, on};
use pipeline_runtime::lanes::pair::Twice;
use pipeline_runtime::lanes::*;

use super::common::*;

macro_rules! comparisons {
    ($T:ident: $($name:ident $op:tt),*) => {
        checked! { $T, $T::pairs();
            $($name: u8, |a, b| mask_to_u8::<V>(a.$name(b)) => u8::from(a $op b);)*
        }
    };
}

/// What can be done with the mask that a comparison makes.
macro_rules! masks {
    ($T:ident: $($name:ident $op:tt),*) => {
        on_every_set!(|V| { for (left, right) in blocks::<V, $T>() {
            $({
                let (a, b) = (wide::<V, $T>(left), wide::<V, $T>(right));
                let vector = a.$name(b);
                let chosen = Lanes::<V>::select(vector, a, b);
                let bytes = mask_to_u8::<V>(vector);
                let back = u8_to_mask::<V>(bytes);
                let inverse = !vector;
                for i in 0..V::LANES {
                    let scalar = one(left[i]).$name(one(right[i]));
                    let plain = left[i] $op right[i];
                    assert_eq!(vector.lane(i), plain, "{:?} {} {:?}", left[i], stringify!($op), right[i]);
                    assert_eq!(scalar.lane(0), plain);
                    assert_eq!(bytes.lane(i), u8::from(plain));
                    assert_eq!(mask_to_u8::<Scalar>(scalar).lane(0), u8::from(plain));
                    assert_eq!(back.lane(i), plain);
                    assert_eq!(inverse.lane(i), !plain);
                    assert!(chosen.lane(i).same(if plain { left[i] } else { right[i] }));
                }
                assert_eq!(vector.any(), (0..V::LANES).any(|i| vector.lane(i)));
                assert_eq!(vector.all(), (0..V::LANES).all(|i| vector.lane(i)));
            })*
        } })
    };
}

/// Casts of every value that there is in 8 and in 16 bits, and of samples beyond.
macro_rules! casts {
    ($From:ident: $($To:ident)*) => {
        checked! { $From, [Pairs::alike($From::values())];
            $($To: $To, |a, _b| cast::<V, $From, $To>(a) => a as $To;)*
        }
        checked! { $From, [Pairs::alike($From::values())];
            $($To: $To, |a, _b| saturating_cast::<V, $From, $To>(a) => if <$To as Element>::FLOAT {
                a as $To
            } else {
                // Through f64, which holds every integer here and saturates.
                f64::from(a) as $To
            };)*
        }
    };
}

macro_rules! compared {
    ($($T:ident)*) => {$(
        mod $T {
            use super::*;

            #[test]
            fn comparisons() {
                comparisons!($T: lt <, le <=, gt >, ge >=, eq ==, ne !=);
            }

            #[test]
            fn masks() {
                masks!($T: lt <, le <=, gt >, ge >=, eq ==, ne !=);
            }

            #[test]
            fn casts() {
                casts!($T: u8 i8 u16 i16 u32 i32 f32 f64);
            }

            #[test]
            fn extrema() {
                binary! { $T:
                    min |a, b| a.min(b) => if a < b { a } else { b };
                    max |a, b| a.max(b) => if a > b { a } else { b };
                }
            }
        }
    )*};
}

compared! { u8 i8 u16 i16 u32 i32 f32 f64 }

/// Casts with a clamp around them, for every value and some ranges.
fn clamped_casts<V: Isa, T: Values>(of: impl Fn(i32) -> T)
where
    On<T, V>: FloatLanes<V, Elem = T>,
    On<T, Scalar>: FloatLanes<Scalar, Elem = T>,
{
    for (x, _) in blocks::<V, T>() {
        for (lo, hi) in [(0, 0), (0, 255), (3, 12), (0, 1 << 24)] {
            let lanes = wide::<V, T>(x).clamped_to_i32(of(lo), of(hi));
            for (i, x) in x.into_iter().enumerate().take(V::LANES) {
                let wanted = one(x).to_i32().0.clamp(lo, hi);
                assert_eq!(lanes.lane(i), wanted, "{x:?} in {lo}..={hi}");
                assert_eq!(one(x).clamped_to_i32(of(lo), of(hi)).0, wanted, "{x:?}");
            }
        }
    }
}

#[test]
fn a_clamp_may_come_before_the_cast() {
    on_every_set!(|V| { clamped_casts::<V, f32>(|i| i as f32) });
    on_every_set!(|V| { clamped_casts::<V, f64>(f64::from) });
}
