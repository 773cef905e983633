//! What every instruction set offers: the traits that generated loops are written against.

use crate::maths::single::power_of_two;
use std::fmt::Debug;
use std::ops::{Add, BitAnd, BitOr, BitXor, Div, Mul, Neg, Not, Rem, Sub};

use super::{Elem, Ends, FloatLanes, IntLanes};

/// Rows and columns that are transposed at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TransposeBlock {
    /// Rows of what is read.
    pub rows: usize,
    /// Adjacent elements of each of them.
    pub columns: usize,
}

/// An instruction set: a zero-sized token that names one vector type per element type.
///
/// All vectors of one instruction set have the same number of lanes, so a mask from one element
/// type selects among another, and a cast never changes the number of points in flight.
///
/// Every operation gives the same result, bit for bit, on every instruction set (the payload of
/// a NaN excepted). Nothing is ever contracted to a fused multiply-add.
pub trait Isa: Copy + Debug + Send + Sync + 'static {
    /// Lanes per vector.
    const LANES: usize;
    /// Whether these vectors need no more than the target features of the build, so that code for
    /// them does not have to be compiled in a function that enables any.
    const OF_BUILD: bool = false;
    /// Whether [`gather_four`](Isa::gather_four) is an instruction.
    const GATHERS: bool = false;
    /// One boolean per lane.
    type Mask: MaskLanes<Self>;
    /// Lanes of `u8`.
    type U8: IntLanes<Self, Elem = u8>;
    /// Lanes of `i8`.
    type I8: IntLanes<Self, Elem = i8>;
    /// Lanes of `u16`.
    type U16: IntLanes<Self, Elem = u16>;
    /// Lanes of `i16`.
    type I16: IntLanes<Self, Elem = i16>;
    /// Lanes of `u32`.
    type U32: IntLanes<Self, Elem = u32>;
    /// Lanes of `i32`.
    type I32: IntLanes<Self, Elem = i32>;
    /// Lanes of `f32`.
    type F32: FloatLanes<Self, Elem = f32>;
    /// Lanes of `f64`.
    type F64: FloatLanes<Self, Elem = f64>;

    /// Lane `i` is `base + i * step`, wrapping.
    #[cfg_attr(optimised, inline(always))]
    fn iota(base: i32, step: i32) -> Self::I32 {
        Self::I32::from_fn(|i| base.wrapping_add(step.wrapping_mul(i as i32)))
    }

    /// Four bytes of memory, from `offsets[i] * SCALE` behind `base` on, as lane `i`; `SCALE` is
    /// 1, 2 or 4.
    ///
    /// # Safety
    /// All of them must be valid for reads.
    #[cfg_attr(optimised, inline(always))]
    unsafe fn gather_four<const SCALE: i32>(base: *const u8, offsets: Self::I32) -> Self::I32 {
        Self::I32::from_fn(|i| {
            let at = base.wrapping_offset(offsets.lane(i) as isize * SCALE as isize);
            // SAFETY: forwarded from the caller.
            unsafe { at.cast::<i32>().read_unaligned() }
        })
    }

    /// Whether [`look_up`](Isa::look_up) is faster than gathers.
    const TABLES: bool = false;

    /// The entries of a table at these numbers, from 0 to less than `ENTRIES`.
    ///
    /// # Safety
    /// All entries must be valid for reads, and the numbers as described. Where
    /// [`TABLES`](Isa::TABLES) is set, the caller must run in a kernel
    /// [that says so](crate::exec::Kernel::TABLES).
    #[cfg_attr(optimised, inline(always))]
    unsafe fn look_up<const ENTRIES: usize>(table: *const u8, at: Self::I32) -> Self::U8 {
        // SAFETY: forwarded from the caller.
        unsafe { Self::U8::gather(table, at) }
    }

    /// The same of at most 256 entries, at numbers of a byte each.
    ///
    /// # Safety
    /// As for [`look_up`](Isa::look_up).
    #[cfg_attr(optimised, inline(always))]
    unsafe fn look_up_bytes<const ENTRIES: usize>(table: *const u8, at: Self::U8) -> Self::U8 {
        // SAFETY: forwarded from the caller.
        unsafe { Self::look_up::<ENTRIES>(table, Lanes::<Self>::to_i32(at)) }
    }

    /// Lane `i` has `low[i]` as its lower half and `high[i]` as its upper one.
    #[cfg_attr(optimised, inline(always))]
    fn word_pair(low: Self::I16, high: Self::I16) -> Self::I32 {
        let low = Lanes::<Self>::to_i32(low) & Self::I32::splat(0xffff);
        low | Lanes::<Self>::to_i32(high).shl_by(16)
    }

    /// The same of words that are alike in all lanes: those of the first lane.
    #[cfg_attr(optimised, inline(always))]
    fn word_pair_alike(low: Self::I16, high: Self::I16) -> Self::I32 {
        let (low, high) = (low.lane(0), high.lane(0));
        Self::I32::splat(i32::from(low as u16) | i32::from(high) << 16)
    }

    /// The product of the lower halves of each lane and that of the upper ones, added: halves are
    /// numbers with a sign, and the sum wraps.
    #[cfg_attr(optimised, inline(always))]
    fn dot(a: Self::I32, b: Self::I32) -> Self::I32 {
        let (a_low, b_low) = (a.shl_by(16).shr_by(16), b.shl_by(16).shr_by(16));
        a_low * b_low + a.shr_by(16) * b.shr_by(16)
    }

    /// The bits of each `f32`, as [`f32::to_bits`].
    fn f32_to_bits(x: Self::F32) -> Self::I32;

    /// The `f32` that has these bits, as [`f32::from_bits`].
    fn f32_from_bits(x: Self::I32) -> Self::F32;

    /// `x · 2^n`, rounded once, for `x` between a half and 2 and whole `n` from -151 to 129, or any
    /// number for `x` that is none. Both `whole` and `n` are `n`.
    #[cfg_attr(optimised, inline(always))]
    fn scaled(x: Self::F32, whole: Self::F32, n: Self::I32) -> Self::F32 {
        let _ = whole;
        // Two factors, since 2^n itself may be out of range where the result is not.
        let half = n.shr_by(1);
        x * power_of_two::<Self>(half) * power_of_two::<Self>(n - half)
    }
}

/// A vector of elements of one instruction set.
///
/// Integer `+ - *` and negation wrap, in debug and release alike. Integer `/` and `%` are Rust's,
/// made total: `x / 0` and `x % 0` are 0, and `MIN / -1` wraps to `MIN` (`MIN % -1` is 0). Float
/// arithmetic is IEEE 754, and `%` is Rust's (C's `fmod`).
pub trait Lanes<V: Isa>:
    Copy
    + Debug
    + Send
    + Sync
    + 'static
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Rem<Output = Self>
    + Neg<Output = Self>
{
    /// The type of one lane.
    type Elem: Elem;

    /// The same value in every lane.
    fn splat(x: Self::Elem) -> Self;

    /// Lane `i` is `f(i)`; called in the order of the lanes.
    fn from_fn(f: impl FnMut(usize) -> Self::Elem) -> Self;

    /// The value of lane `i`.
    ///
    /// # Panics
    /// If `i >= V::LANES`.
    fn lane(self, i: usize) -> Self::Elem;

    /// Reads `V::LANES` consecutive elements; no alignment beyond the element's is needed.
    ///
    /// # Safety
    /// `p` must be valid for reads of `V::LANES` elements.
    unsafe fn load(p: *const Self::Elem) -> Self;

    /// Reads lane `i` from coordinate `at + i` of a line from 0 to `extent - 1`, or from the one
    /// that `ends` has in place of it; anything of the line where that is farther beyond it than
    /// the line is long.
    ///
    /// # Safety
    /// The line must be valid for reads, and have at least `V::LANES` elements.
    #[cfg_attr(optimised, inline(always))]
    unsafe fn load_beyond(line: *const Self::Elem, at: isize, extent: isize, ends: Ends) -> Self {
        // SAFETY: the coordinate is one of the line.
        Self::from_fn(|i| unsafe { *line.offset(ends.within(at + i as isize, extent)) })
    }

    /// Writes `V::LANES` consecutive elements; no alignment beyond the element's is needed.
    ///
    /// # Safety
    /// `p` must be valid for writes of `V::LANES` elements.
    unsafe fn store(self, p: *mut Self::Elem);

    /// Reads lane `i` from `p + i * stride`, the stride in elements.
    ///
    /// # Safety
    /// Each of these addresses must be valid for reads.
    #[cfg_attr(optimised, inline(always))]
    unsafe fn load_strided(p: *const Self::Elem, stride: isize) -> Self {
        // SAFETY: the caller promises that every `p + i * stride` can be read.
        Self::from_fn(|i| unsafe { *p.offset(i as isize * stride) })
    }

    /// Reads lane `i` from `p + i * STEP`; what [`load_strided`](Lanes::load_strided) does, where
    /// vectors that overlap may do it faster.
    ///
    /// # Safety
    /// Each of these addresses, and each element between two of them, must be valid for reads.
    #[cfg_attr(optimised, inline(always))]
    unsafe fn load_every<const STEP: isize>(p: *const Self::Elem) -> Self {
        // SAFETY: forwarded from the caller.
        unsafe { Self::load_strided(p, STEP) }
    }

    /// Copies `V::LANES` rows of as many adjacent elements, `stride` apart, so that each row
    /// becomes a column: element `j` of row `i` goes to `to + j * to_stride + i`.
    ///
    /// # Safety
    /// The elements must be valid for reads, and where they go for writes; these must not overlap.
    #[cfg_attr(optimised, inline(always))]
    unsafe fn transpose(
        from: *const Self::Elem,
        stride: isize,
        to: *mut Self::Elem,
        to_stride: isize,
    ) {
        let lanes = V::LANES as isize;
        for i in 0..lanes {
            for j in 0..lanes {
                // SAFETY: forwarded from the caller.
                unsafe { *to.offset(j * to_stride + i) = *from.offset(i * stride + j) };
            }
        }
    }

    /// What [`transpose_large`](Lanes::transpose_large) copies at once: whole vectors of memory,
    /// where eight elements are less.
    const LARGE: TransposeBlock = TransposeBlock { rows: V::LANES, columns: V::LANES };

    /// The same as [`transpose`](Lanes::transpose) for [`LARGE`](Lanes::LARGE) rows and columns.
    ///
    /// # Safety
    /// As there.
    #[cfg_attr(optimised, inline(always))]
    unsafe fn transpose_large(
        from: *const Self::Elem,
        stride: isize,
        to: *mut Self::Elem,
        to_stride: isize,
    ) {
        // SAFETY: forwarded from the caller, for a block of this size is the same.
        unsafe { Self::transpose(from, stride, to, to_stride) };
    }

    /// Writes lane `i` to `p + i * stride`, the stride in elements.
    ///
    /// # Safety
    /// Each of these addresses must be valid for writes.
    #[cfg_attr(optimised, inline(always))]
    unsafe fn store_strided(self, p: *mut Self::Elem, stride: isize) {
        for i in 0..V::LANES {
            // SAFETY: the caller promises that every `p + i * stride` can be written.
            unsafe { *p.offset(i as isize * stride) = self.lane(i) };
        }
    }

    /// Writes lane `i` to `p + i * STEP`; what [`store_strided`](Lanes::store_strided) does, where
    /// a vector may do it faster. What is between two of them stays untouched.
    ///
    /// # Safety
    /// Each of these addresses must be valid for writes.
    #[cfg_attr(optimised, inline(always))]
    unsafe fn store_every<const STEP: isize>(self, p: *mut Self::Elem) {
        // SAFETY: forwarded from the caller.
        unsafe { self.store_strided(p, STEP) }
    }

    /// The lanes of two vectors interleaved, beginning with the first of `self`: the lower half of
    /// them, and the upper one.
    #[cfg_attr(optimised, inline(always))]
    fn interleave(self, other: Self) -> [Self; 2] {
        let of = [self, other];
        let lanes = |first: usize| Self::from_fn(|i| of[(first + i) % 2].lane((first + i) / 2));
        [lanes(0), lanes(V::LANES)]
    }

    /// The other way: the even lanes of `self` followed by `other`, and the odd ones.
    #[cfg_attr(optimised, inline(always))]
    fn deinterleave(self, other: Self) -> [Self; 2] {
        let lane = |i: usize| match i.checked_sub(V::LANES) {
            None => self.lane(i),
            Some(i) => other.lane(i),
        };
        [0, 1].map(|first| Self::from_fn(|i| lane(2 * i + first)))
    }

    /// The lanes of three vectors interleaved: the first third of them, the second and the last.
    #[cfg_attr(optimised, inline(always))]
    fn interleave_three(of: [Self; 3]) -> [Self; 3] {
        let lanes = |first: usize| Self::from_fn(|i| of[(first + i) % 3].lane((first + i) / 3));
        [lanes(0), lanes(V::LANES), lanes(2 * V::LANES)]
    }

    /// The other way: every third lane of three vectors behind each other.
    #[cfg_attr(optimised, inline(always))]
    fn deinterleave_three(of: [Self; 3]) -> [Self; 3] {
        let lane = |i: usize| of[i / V::LANES].lane(i % V::LANES);
        [0, 1, 2].map(|first| Self::from_fn(|i| lane(3 * i + first)))
    }

    /// The lanes of `self` followed by those of `next`, from lane `by` on.
    ///
    /// # Panics
    /// If `by > V::LANES`.
    #[cfg_attr(optimised, inline(always))]
    fn splice(self, next: Self, by: usize) -> Self {
        Self::from_fn(|i| match (by + i).checked_sub(V::LANES) {
            None => self.lane(by + i),
            Some(i) => next.lane(i),
        })
    }

    /// The lanes from the last to the first.
    #[cfg_attr(optimised, inline(always))]
    fn reverse(self) -> Self {
        Self::from_fn(|i| self.lane(V::LANES - 1 - i))
    }

    /// The last lane, in all lanes.
    #[cfg_attr(optimised, inline(always))]
    fn last(self) -> Self {
        Self::splat(self.lane(V::LANES - 1))
    }

    /// Reads lane `i` from `base + offsets[i]`, offsets in elements.
    ///
    /// # Safety
    /// Each of these addresses must be valid for reads.
    #[cfg_attr(optimised, inline(always))]
    unsafe fn gather(base: *const Self::Elem, offsets: V::I32) -> Self {
        // SAFETY: the caller promises that every `base + offsets[i]` can be read.
        Self::from_fn(|i| unsafe { *base.wrapping_offset(offsets.lane(i) as isize) })
    }

    /// Reads the same, where the first offset is 0 and each is the one before it or the next: few
    /// elements, one after the other, some of them in several lanes.
    ///
    /// # Safety
    /// As for [`gather`](Lanes::gather), with offsets as described.
    #[cfg_attr(optimised, inline(always))]
    unsafe fn spread(base: *const Self::Elem, offsets: V::I32) -> Self {
        // SAFETY: forwarded from the caller.
        unsafe { Self::gather(base, offsets) }
    }

    /// [`gather`](Lanes::gather), and the elements behind those.
    ///
    /// # Safety
    /// All of these addresses must be valid for reads.
    #[cfg_attr(optimised, inline(always))]
    unsafe fn pairs(base: *const Self::Elem, offsets: V::I32) -> [Self; 2] {
        // SAFETY: forwarded from the caller.
        unsafe { [Self::gather(base, offsets), Self::gather(base.wrapping_add(1), offsets)] }
    }

    /// Whether [`of_row`](Lanes::of_row) and [`of_rows`](Lanes::of_rows) take no gathers.
    const LOOKS_UP_ROWS: bool = false;

    /// Lane `i` is entry `entries[i]` of a row, from 0 to less than `ENTRIES`, at most 16.
    ///
    /// # Safety
    /// The row must be valid for reads, and the numbers as described.
    #[cfg_attr(optimised, inline(always))]
    unsafe fn of_row<const ENTRIES: usize>(row: *const Self::Elem, entries: V::I32) -> Self {
        // SAFETY: forwarded from the caller.
        unsafe { Self::gather(row, entries) }
    }

    /// Lane `i` is entry `entries[i]`, likewise, of row `rows[i]`, which is 0 or 1.
    ///
    /// # Safety
    /// Both rows must be valid for reads, and the numbers as described.
    #[cfg_attr(optimised, inline(always))]
    unsafe fn of_rows<const ENTRIES: usize>(
        [first, second]: [*const Self::Elem; 2],
        rows: V::I32,
        entries: V::I32,
    ) -> Self {
        Self::from_fn(|i| {
            let row = if rows.lane(i) == 0 { first } else { second };
            // SAFETY: forwarded from the caller.
            unsafe { *row.wrapping_offset(entries.lane(i) as isize) }
        })
    }

    /// `if self < other { self } else { other }`: `other` where either is NaN or both are zeros.
    #[cfg_attr(optimised, inline(always))]
    fn min(self, other: Self) -> Self {
        Self::select(self.lt(other), self, other)
    }

    /// `if self > other { self } else { other }`: `other` where either is NaN or both are zeros.
    #[cfg_attr(optimised, inline(always))]
    fn max(self, other: Self) -> Self {
        Self::select(self.gt(other), self, other)
    }

    /// The absolute value; wraps (`MIN` stays `MIN`), and is the value itself if unsigned.
    #[cfg_attr(optimised, inline(always))]
    fn abs(self) -> Self {
        Self::from_fn(|i| self.lane(i).magnitude())
    }

    /// The distance of the two values in their own type: larger minus smaller, wrapping; `|a - b|`
    /// for floats.
    #[cfg_attr(optimised, inline(always))]
    fn abs_diff(self, other: Self) -> Self {
        if <Self::Elem as crate::Element>::FLOAT {
            (self - other).abs()
        } else {
            self.max(other) - self.min(other)
        }
    }

    /// `self < other`; false where either is NaN.
    fn lt(self, other: Self) -> V::Mask;
    /// `self <= other`; false where either is NaN.
    fn le(self, other: Self) -> V::Mask;
    /// `self > other`; false where either is NaN.
    #[cfg_attr(optimised, inline(always))]
    fn gt(self, other: Self) -> V::Mask {
        other.lt(self)
    }
    /// `self >= other`; false where either is NaN.
    #[cfg_attr(optimised, inline(always))]
    fn ge(self, other: Self) -> V::Mask {
        other.le(self)
    }
    /// `self == other`; false where either is NaN.
    fn eq(self, other: Self) -> V::Mask;
    /// `self != other`; true where either is NaN.
    #[cfg_attr(optimised, inline(always))]
    fn ne(self, other: Self) -> V::Mask {
        !self.eq(other)
    }

    /// Each lane from `a` where the mask is set, from `b` elsewhere.
    fn select(mask: V::Mask, a: Self, b: Self) -> Self;

    /// `self as u8`.
    #[cfg_attr(optimised, inline(always))]
    fn to_u8(self) -> V::U8 {
        V::U8::from_fn(|i| self.lane(i).as_u8())
    }
    /// `self as i8`.
    #[cfg_attr(optimised, inline(always))]
    fn to_i8(self) -> V::I8 {
        V::I8::from_fn(|i| self.lane(i).as_i8())
    }
    /// `self as u16`.
    #[cfg_attr(optimised, inline(always))]
    fn to_u16(self) -> V::U16 {
        V::U16::from_fn(|i| self.lane(i).as_u16())
    }
    /// `self as i16`.
    #[cfg_attr(optimised, inline(always))]
    fn to_i16(self) -> V::I16 {
        V::I16::from_fn(|i| self.lane(i).as_i16())
    }
    /// `self as u32`.
    #[cfg_attr(optimised, inline(always))]
    fn to_u32(self) -> V::U32 {
        V::U32::from_fn(|i| self.lane(i).as_u32())
    }
    /// `self as i32`.
    #[cfg_attr(optimised, inline(always))]
    fn to_i32(self) -> V::I32 {
        V::I32::from_fn(|i| self.lane(i).as_i32())
    }
    /// `self as f32`.
    #[cfg_attr(optimised, inline(always))]
    fn to_f32(self) -> V::F32 {
        V::F32::from_fn(|i| self.lane(i).as_f32())
    }
    /// `self as f64`.
    #[cfg_attr(optimised, inline(always))]
    fn to_f64(self) -> V::F64 {
        V::F64::from_fn(|i| self.lane(i).as_f64())
    }
}

/// One boolean per lane.
pub trait MaskLanes<V: Isa>:
    Copy
    + Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
{
    /// The same boolean in every lane.
    fn splat(x: bool) -> Self;
    /// Lane `i` is `f(i)`; called in the order of the lanes.
    fn from_fn(f: impl FnMut(usize) -> bool) -> Self;
    /// The boolean of lane `i`.
    ///
    /// # Panics
    /// If `i >= V::LANES`.
    fn lane(self, i: usize) -> bool;
    /// Whether any lane is set.
    fn any(self) -> bool;
    /// Whether every lane is set.
    fn all(self) -> bool;
    /// 1 where set, 0 elsewhere: how boolean stages are stored.
    fn to_u8(self) -> V::U8;
    /// Set where the byte is not 0.
    fn from_u8(x: V::U8) -> Self;
}
