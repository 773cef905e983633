//! `a * b + c` rounded once, one lane at a time, where no instruction does it.

/// Whether every processor that the build is for has the instruction.
pub(crate) const IS_INSTRUCTION: bool = cfg!(any(
    all(any(target_arch = "x86", target_arch = "x86_64"), target_feature = "fma"),
    all(target_arch = "aarch64", target_feature = "neon"),
));

/// `a * b + c`, rounded once.
#[cfg_attr(optimised, inline(always))]
pub(crate) fn f32(a: f32, b: f32, c: f32) -> f32 {
    if IS_INSTRUCTION {
        return a.mul_add(b, c);
    }
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("fma") {
        // SAFETY: the processor has it.
        return unsafe { instruction::f32(a, b, c) };
    }
    in_doubles(a, b, c)
}

/// `a * b + c`, rounded once; a call of the C library where there is no instruction.
#[cfg_attr(optimised, inline(always))]
pub(crate) fn f64(a: f64, b: f64, c: f64) -> f64 {
    #[cfg(target_arch = "x86_64")]
    if !IS_INSTRUCTION && std::arch::is_x86_feature_detected!("fma") {
        // SAFETY: the processor has it.
        return unsafe { instruction::f64(a, b, c) };
    }
    a.mul_add(b, c)
}

/// The instruction where only some processors that the build is for have it. Points at borders are
/// computed by functions that are compiled once for all instruction sets, where an intrinsic would
/// be a call, and with [doubles](in_doubles) a stencil of 15 points took 80 ns, a hundred times as
/// long as inside.
#[cfg(target_arch = "x86_64")]
mod instruction {
    use std::arch::asm;

    macro_rules! fused {
        ($($T:ident $instruction:literal)*) => {$(
            /// # Safety
            /// The processor must have FMA.
            #[cfg_attr(optimised, inline(always))]
            pub(super) unsafe fn $T(a: $T, b: $T, c: $T) -> $T {
                let fused;
                // SAFETY: forwarded from the caller; it computes a register from three.
                unsafe {
                    asm!(
                        concat!($instruction, " {0}, {1}, {2}"),
                        inlateout(xmm_reg) a => fused,
                        in(xmm_reg) b,
                        in(xmm_reg) c,
                        options(pure, nomem, nostack, preserves_flags),
                    );
                }
                fused
            }
        )*};
    }

    fused! { f32 "vfmadd213ss" f64 "vfmadd213sd" }
}

/// The product of two `f32` is exact in `f64`. Their sum is not, and rounding twice is not rounding
/// once; but it is if the first rounding is to an odd last bit wherever it is inexact, since 53
/// bits are at least two more than 24 (Boldo and Melquiond, *Emulation of a FMA and correctly
/// rounded sums: proved algorithms using rounding to odd*, 2008).
#[cfg_attr(optimised, inline(always))]
fn in_doubles(a: f32, b: f32, c: f32) -> f32 {
    let (product, c) = (f64::from(a) * f64::from(b), f64::from(c));
    let sum = product + c;
    // What the addition rounded away, exactly (Knuth's sum of two). Nothing is too small for `f64`
    // here; of what is infinite or NaN, this is NaN.
    let part = sum - product;
    let lost = (product - (sum - part)) + (c - part);
    let bits = sum.to_bits();
    let is_inexact = lost.abs() > 0.0;
    let is_larger = (lost > 0.0) == (sum > 0.0);
    let odd = if is_larger { bits + 1 } else { bits.wrapping_sub(1) };
    f64::from_bits(if is_inexact && bits & 1 == 0 { odd } else { bits }) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Edge cases, numbers around halfway points, and random bits.
    fn values() -> Vec<f32> {
        let edges = [
            0.0,
            1.0,
            3.0,
            0.1,
            f32::MAX,
            f32::MIN_POSITIVE,
            f32::from_bits(1),
            f32::from_bits(3),
            f32::EPSILON,
            1.0 + f32::EPSILON,
            16777215.0,
            4097.0,
            1e-30,
            1e30,
            f32::INFINITY,
            f32::NAN,
        ];
        let mut state = 0x9e37_79b9_7f4a_7c15u64;
        let noise = (0..60).map(move |_| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            f32::from_bits((state >> 32) as u32)
        });
        edges.into_iter().chain(edges.map(|x| -x)).chain(noise).collect()
    }

    #[test]
    fn singles_are_rounded_once() {
        let values = values();
        for (a, b, c) in values.iter().flat_map(|a| {
            let pairs = values.iter().flat_map(|b| values.iter().map(move |c| (b, c)));
            pairs.map(move |(b, c)| (*a, *b, *c))
        }) {
            // The other addend is what brings the sum next to a halfway point.
            for c in [c, -a * b, a * b * f32::EPSILON, (a * b) / 16777216.0] {
                let wanted = a.mul_add(b, c);
                for found in [in_doubles(a, b, c), super::f32(a, b, c)] {
                    let same = found.to_bits() == wanted.to_bits();
                    let nan = found.is_nan() && wanted.is_nan();
                    assert!(same || nan, "{a:e} * {b:e} + {c:e}: {found:e}, not {wanted:e}");
                }
                let [a, b, c] = [a, b, c].map(std::primitive::f64::from);
                let (found, wanted) = (super::f64(a / 3.0, b, c), (a / 3.0).mul_add(b, c));
                let nan = found.is_nan() && wanted.is_nan();
                assert!(found.to_bits() == wanted.to_bits() || nan, "{a:e} / 3 * {b:e} + {c:e}");
            }
        }
    }
}
