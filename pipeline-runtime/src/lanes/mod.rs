//! Lanes: one abstraction over instruction sets.
//!
//! Generated loops are generic over an [`Isa`] and written with the operators of [`Lanes`],
//! [`IntLanes`], [`FloatLanes`] and [`MaskLanes`]. The same body runs in vectors for the bulk of a
//! row and on [`Scalar`] for rows shorter than a vector, with the same bits as a result. The
//! vectors are those of AVX-512 or AVX2 where the processor has it, and [`Wide`], compiled for the
//! target features of the build, elsewhere.
//!
//! An instruction set has several numbers of lanes ([`Widths`]): as many as a register has elements
//! of the size that a loop works on. All vectors of a loop have the same number, so a mask from one
//! element type selects among another, and a cast keeps the points in flight; elements that are
//! wider take several registers ([`pair`]).

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "x86_64")]
mod beyond;
mod elem;
mod ends;
mod interleaved;
#[cfg(target_arch = "x86_64")]
pub(crate) mod loads;
mod numbers;
pub mod pair;
#[cfg(target_arch = "x86_64")]
mod parts;
pub mod prefix;
#[cfg(target_arch = "x86_64")]
mod quotient;
mod reciprocal;
#[cfg(target_arch = "x86_64")]
mod reverse;
mod scalar;
#[cfg(target_arch = "x86_64")]
mod splice;
#[cfg(target_arch = "x86_64")]
mod three;
mod traits;
mod wide;
mod widths;
#[cfg(target_arch = "x86_64")]
mod x86;

#[cfg(target_arch = "x86_64")]
pub(crate) use avx2::OnAvx2;
#[cfg(target_arch = "x86_64")]
pub(crate) use avx512::OnAvx512;
pub use elem::{Elem, IntElem};
pub use ends::Ends;
pub(crate) use interleaved::{deinterleaved, interleaved};
pub use numbers::{FloatLanes, IntLanes};
use reciprocal::Reciprocal;
pub use scalar::{Flag, Lane, Scalar};
pub use traits::{Isa, Lanes, MaskLanes, TransposeBlock};
pub use wide::{F32x8, F64x8, I8x8, I16x8, I32x8, Mask8, U8x8, U16x8, U32x8, Wide};
pub use widths::{OnBase, Widths};

/// Each lane `as To`: integers wrap, floats saturate towards integers and NaN becomes 0.
#[cfg_attr(optimised, inline(always))]
pub fn cast<V: Isa, From: Elem, To: Elem>(x: From::In<V>) -> To::In<V> {
    To::cast_lanes::<V, From::In<V>>(x)
}

/// Lane `i` is `floor((first + i * STEP) / BY)`, wrapping. Both are as [`quotient_distances`] has
/// them.
#[cfg_attr(optimised, inline(always))]
pub fn quotients<V: Isa, const STEP: i32, const BY: i32>(first: isize) -> V::I32 {
    let of_first = first.div_euclid(BY as isize) as i32;
    V::I32::splat(of_first) + quotient_distances::<V, STEP, BY>(first)
}

/// Lane `i` is `floor((first + i * STEP) / BY) - floor(first / BY)`. `BY` is at least 1; it and
/// `STEP` are at most 2^20 if it is a power of two, else `2 * BY + 64 * |STEP|` is at most 2^14.
#[cfg_attr(optimised, inline(always))]
pub fn quotient_distances<V: Isa, const STEP: i32, const BY: i32>(first: isize) -> V::I32 {
    let remainder = first.rem_euclid(BY as isize) as i32;
    if BY.count_ones() == 1 {
        return V::iota(remainder, STEP).shr_by(BY.trailing_zeros());
    }
    let Reciprocal { skipped, factor, shift } = const { Reciprocal::of(STEP, BY) };
    let dividends = V::iota(remainder + skipped * BY, STEP);
    (dividends * V::I32::splat(factor)).shr_by(shift) - V::I32::splat(skipped)
}

/// Whether `first` is a multiple of `BY`, a power of two that the number of lanes is a multiple of:
/// the [distances](quotient_distances) of quotients by it are constants then.
#[cfg_attr(optimised, inline(always))]
pub fn are_aligned<V: Isa, const BY: isize>(first: isize) -> bool {
    V::LANES.is_multiple_of(BY as usize) && first.rem_euclid(BY) == 0
}

/// Each lane as `To`, clamped to the range of `To` where that is an integer type; NaN becomes 0.
/// The same as [`cast`] where either type is a float.
#[cfg_attr(optimised, inline(always))]
pub fn saturating_cast<V: Isa, From: Elem, To: Elem>(x: From::In<V>) -> To::In<V> {
    if From::FLOAT || To::FLOAT {
        return cast::<V, From, To>(x);
    }
    let mut x = x;
    if From::MIN_INT < To::MIN_INT {
        x = x.max(From::In::<V>::splat(From::from_i64(To::MIN_INT)));
    }
    if From::MAX_INT > To::MAX_INT {
        x = x.min(From::In::<V>::splat(From::from_i64(To::MAX_INT)));
    }
    cast::<V, From, To>(x)
}

/// 1 where the mask is set, 0 elsewhere: how boolean stages are stored.
#[cfg_attr(optimised, inline(always))]
pub fn mask_to_u8<V: Isa>(mask: V::Mask) -> V::U8 {
    mask.to_u8()
}

/// Set where the byte is not 0.
#[cfg_attr(optimised, inline(always))]
pub fn u8_to_mask<V: Isa>(x: V::U8) -> V::Mask {
    V::Mask::from_u8(x)
}

/// Reads the next `V::LANES` elements: consecutive if `UNIT`, `step` elements apart otherwise.
///
/// # Safety
/// Each address read must be valid for reads.
#[cfg_attr(optimised, inline(always))]
pub unsafe fn load<V: Isa, T: Elem, const UNIT: bool>(p: *const T, step: isize) -> T::In<V> {
    if UNIT {
        // SAFETY: forwarded from the caller.
        unsafe { T::In::<V>::load(p) }
    } else {
        // SAFETY: forwarded from the caller.
        unsafe { T::In::<V>::load_strided(p, step) }
    }
}

/// Writes the next `V::LANES` elements: consecutive if `UNIT`, `step` elements apart otherwise.
///
/// # Safety
/// Each address written must be valid for writes.
#[cfg_attr(optimised, inline(always))]
pub unsafe fn store<V: Isa, T: Elem, const UNIT: bool>(p: *mut T, step: isize, x: T::In<V>) {
    if UNIT {
        // SAFETY: forwarded from the caller.
        unsafe { x.store(p) }
    } else {
        // SAFETY: forwarded from the caller.
        unsafe { x.store_strided(p, step) }
    }
}

/// The lanes of a vector from one on, and behind them those before it.
#[cfg_attr(optimised, inline(always))]
pub fn lanes_from<V: Isa, L: Lanes<V>>(x: L, by: usize) -> L {
    assert!(by <= V::LANES);
    let mut lanes = [x, x];
    let first = lanes.as_mut_ptr().cast::<L::Elem>();
    // SAFETY: there is memory for at least twice the lanes, for a vector has its lanes in it.
    unsafe {
        x.store(first);
        x.store(first.add(V::LANES));
        L::load(first.add(by))
    }
}
