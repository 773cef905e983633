//! Division of 16-bit numbers by one that is known when code is compiled: by multiplication.
//!
//! Granlund and Montgomery, *Division by invariant integers using multiplication* (PLDI 1994),
//! Section 4: with `l = ⌈log2 d⌉` and `m = ⌊2^16 · (2^l - d) / d⌋ + 1`, the quotient is
//! `(t + (x - t) / 2) / 2^(l-1)` where `t` is the upper half of `m · x`. Where a factor of 16 bits
//! is exact without that detour, the upper half of a product is shifted only.

/// How to divide by a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quotient {
    /// By zero: that is 0.
    Zero,
    /// By a power of two: a shift to the right.
    Shift(u32),
    /// The upper half of the product with a factor, shifted to the right.
    High {
        /// The factor.
        factor: u16,
        /// The shift.
        shift: u32,
    },
    /// `(t + (x - t) / 2)` shifted to the right, where `t` is the upper half of the product with a
    /// factor.
    Sum {
        /// The factor.
        factor: u16,
        /// The shift.
        shift: u32,
    },
}

impl Quotient {
    /// How to divide by `d`.
    #[cfg_attr(optimised, inline(always))]
    pub const fn by(d: u16) -> Quotient {
        if d == 0 {
            return Quotient::Zero;
        }
        if d.is_power_of_two() {
            return Quotient::Shift(d.trailing_zeros());
        }
        let (d, mut shift) = (d as u64, 0);
        while shift < 16 {
            let power = 1u64 << (16 + shift);
            let factor = power.div_ceil(d);
            // What is added by rounding up must stay below one part in 2^16 of the quotient.
            if factor <= u16::MAX as u64 && factor * d - power <= 1 << shift {
                return Quotient::High { factor: factor as u16, shift };
            }
            shift += 1;
        }
        let l = (d as u32).ilog2() + 1;
        let factor = (((1u64 << l) - d) << 16) / d + 1;
        Quotient::Sum { factor: factor as u16, shift: l - 1 }
    }

    /// The quotient of `x`.
    #[cfg(test)]
    fn of(self, x: u16) -> u16 {
        let high = |factor: u16| ((u32::from(factor) * u32::from(x)) >> 16) as u16;
        match self {
            Quotient::Zero => 0,
            Quotient::Shift(by) => x >> by,
            Quotient::High { factor, shift } => high(factor) >> shift,
            Quotient::Sum { factor, shift } => {
                let t = high(factor);
                (t + ((x - t) >> 1)) >> shift
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotients_are_exact_at_multiples_and_before_them() {
        for d in 1..=u16::MAX {
            let by = Quotient::by(d);
            // A quotient can be wrong only where it changes, and at the end of the range.
            let few = u16::MAX / d;
            let step = (few / 64).max(1);
            let multiples = (0..=few).step_by(usize::from(step)).chain([few]);
            for x in
                multiples.map(|k| k * d).flat_map(|x| [x, x.saturating_sub(1)]).chain([u16::MAX])
            {
                assert_eq!(by.of(x), x / d, "{x} / {d} by {by:?}");
            }
        }
    }

    #[test]
    fn quotients_by_small_numbers_are_exact() {
        for d in (1..=300).chain([641, 4095, 32767, 32768, 32769, 65535]) {
            let by = Quotient::by(d);
            assert!((0..=u16::MAX).all(|x| by.of(x) == x / d), "{d} by {by:?}");
        }
        assert_eq!(Quotient::by(0).of(7), 0);
    }
}
