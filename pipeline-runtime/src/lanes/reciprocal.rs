//! Division of small numbers in lanes of 32 bits, which have no division: by multiplication with a
//! reciprocal.

/// How to divide numbers that advance from lane to lane, each less than 2^14, in lanes of 32 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reciprocal {
    /// How many times the divisor is added before, so that no lane is negative.
    pub skipped: i32,
    /// The factor.
    pub factor: i32,
    /// By how much the product is shifted to the right.
    pub shift: u32,
}

impl Reciprocal {
    /// Most lanes of a vector.
    const LANES: i64 = 64;

    /// How to divide `first + i * step` in lane `i` by a number, where `first` is less than that
    /// and not negative, and `2 * by + 64 * |step|` is at most 2^14.
    ///
    /// With `m = ⌈2^s / d⌉`, `⌊m · x / 2^s⌋` is the quotient while `x · (m · d - 2^s) < 2^s`
    /// (Granlund and Montgomery, Theorem 4.2); `m · d - 2^s` is less than `d`, so it is enough that
    /// `2^s` is more than `x · d`. It is at most twice that, so `m · x` stays below `2^30`.
    pub const fn of(step: i32, by: i32) -> Reciprocal {
        let (far, by) = ((step as i64).abs() * Self::LANES, by as i64);
        let skipped = if step < 0 { (far + by - 1) / by } else { 0 };
        let most = by + if step < 0 { skipped * by } else { far };
        let shift = (most * by).ilog2() + 1;
        let factor = ((1i64 << shift) + by - 1) / by;
        Reciprocal { skipped: skipped as i32, factor: factor as i32, shift }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lanes_are_divided_exactly() {
        for by in (3i32..130).chain([999, 2047, 4000, 8100]) {
            for step in (-126i32..=126).filter(|s| 2 * by + 64 * s.abs() <= 1 << 14) {
                let Reciprocal { skipped, factor, shift } = Reciprocal::of(step, by);
                for first in [0, 1, by / 2, by - 2, by - 1] {
                    for lane in 0..64 {
                        let dividend = first + skipped * by + lane * step;
                        let quotient = ((dividend * factor) >> shift) - skipped;
                        let wanted = (first + lane * step).div_euclid(by);
                        assert_eq!(quotient, wanted, "({first} + {lane} * {step}) / {by}");
                    }
                }
            }
        }
    }
}
