//! Twice as many lanes: pairs of vectors, where no register is as wide.
//!
//! What a [`Doubled`] instruction set computes on elements for which it has no register of its own,
//! it computes on both halves. So any number of lanes is there for every element type, and only
//! what one register holds has to be written for it.

use std::fmt::Debug;
use std::marker::PhantomData;
use std::ops::{Add, BitAnd, BitOr, BitXor, Div, Mul, Neg, Not, Rem, Sub};

use super::{Ends, FloatLanes, IntLanes, Isa, Lanes, MaskLanes};

/// Two vectors as one: the lanes of the first, and then those of the second.
#[derive(Clone, Copy, Debug)]
pub struct Pair<L>(pub L, pub L);

/// A vector as two of half as many lanes.
pub trait Halves<H>: Sized {
    /// The vector of these halves.
    fn join(halves: Pair<H>) -> Self;
    /// The lower and the upper half.
    fn halves(self) -> Pair<H>;
}

impl<L> Halves<L> for Pair<L> {
    #[cfg_attr(optimised, inline(always))]
    fn join(halves: Pair<L>) -> Self {
        halves
    }
    #[cfg_attr(optimised, inline(always))]
    fn halves(self) -> Pair<L> {
        self
    }
}

/// An instruction set with twice the lanes of another one: each of its vectors is made of two.
pub trait Doubled:
    Isa<
        Mask: Halves<<Self::Half as Isa>::Mask>,
        U8: Halves<<Self::Half as Isa>::U8>,
        I8: Halves<<Self::Half as Isa>::I8>,
        U16: Halves<<Self::Half as Isa>::U16>,
        I16: Halves<<Self::Half as Isa>::I16>,
        U32: Halves<<Self::Half as Isa>::U32>,
        I32: Halves<<Self::Half as Isa>::I32>,
        F32: Halves<<Self::Half as Isa>::F32>,
        F64: Halves<<Self::Half as Isa>::F64>,
    >
{
    /// The one with half as many lanes.
    type Half: Isa;

    /// [`Isa::iota`], by halves.
    #[cfg_attr(optimised, inline(always))]
    fn iota_by_halves(base: i32, step: i32) -> Self::I32 {
        let ahead = step.wrapping_mul(Self::Half::LANES as i32);
        let low = Self::Half::iota(base, step);
        Self::I32::join(Pair(low, Self::Half::iota(base.wrapping_add(ahead), step)))
    }

    /// [`Isa::word_pair`], by halves.
    #[cfg_attr(optimised, inline(always))]
    fn word_pair_by_halves(low: Self::I16, high: Self::I16) -> Self::I32 {
        let (low, high) = (low.halves(), high.halves());
        Self::I32::join(Pair(
            Self::Half::word_pair(low.0, high.0),
            Self::Half::word_pair(low.1, high.1),
        ))
    }

    /// [`Isa::dot`], by halves.
    #[cfg_attr(optimised, inline(always))]
    fn dot_by_halves(a: Self::I32, b: Self::I32) -> Self::I32 {
        let (a, b) = (a.halves(), b.halves());
        Self::I32::join(Pair(Self::Half::dot(a.0, b.0), Self::Half::dot(a.1, b.1)))
    }

    /// [`Isa::gather_four`], by halves.
    ///
    /// # Safety
    /// As there.
    #[cfg_attr(optimised, inline(always))]
    unsafe fn gather_four_by_halves<const SCALE: i32>(
        base: *const u8,
        offsets: Self::I32,
    ) -> Self::I32 {
        let Pair(low, high) = offsets.halves();
        // SAFETY: forwarded from the caller: half of the offsets, and the other half.
        unsafe {
            let low = Self::Half::gather_four::<SCALE>(base, low);
            Self::I32::join(Pair(low, Self::Half::gather_four::<SCALE>(base, high)))
        }
    }
}

/// Twice the lanes of an instruction set, all of them as pairs.
#[derive(Clone, Copy, Debug)]
pub struct Twice<V>(PhantomData<V>);

impl<V: Isa> Doubled for Twice<V> {
    type Half = V;
}

impl<V: Isa> Isa for Twice<V> {
    const LANES: usize = 2 * V::LANES;
    const GATHERS: bool = V::GATHERS;
    type Mask = Pair<V::Mask>;
    type U8 = Pair<V::U8>;
    type I8 = Pair<V::I8>;
    type U16 = Pair<V::U16>;
    type I16 = Pair<V::I16>;
    type U32 = Pair<V::U32>;
    type I32 = Pair<V::I32>;
    type F32 = Pair<V::F32>;
    type F64 = Pair<V::F64>;

    #[cfg_attr(optimised, inline(always))]
    fn iota(base: i32, step: i32) -> Self::I32 {
        Self::iota_by_halves(base, step)
    }
    #[cfg_attr(optimised, inline(always))]
    fn word_pair(low: Self::I16, high: Self::I16) -> Self::I32 {
        Self::word_pair_by_halves(low, high)
    }
    #[cfg_attr(optimised, inline(always))]
    fn dot(a: Self::I32, b: Self::I32) -> Self::I32 {
        Self::dot_by_halves(a, b)
    }
    #[cfg_attr(optimised, inline(always))]
    unsafe fn gather_four<const SCALE: i32>(base: *const u8, offsets: Self::I32) -> Self::I32 {
        // SAFETY: forwarded from the caller.
        unsafe { Self::gather_four_by_halves::<SCALE>(base, offsets) }
    }
    #[cfg_attr(optimised, inline(always))]
    fn f32_to_bits(x: Self::F32) -> Self::I32 {
        Pair(V::f32_to_bits(x.0), V::f32_to_bits(x.1))
    }
    #[cfg_attr(optimised, inline(always))]
    fn f32_from_bits(x: Self::I32) -> Self::F32 {
        Pair(V::f32_from_bits(x.0), V::f32_from_bits(x.1))
    }
    #[cfg_attr(optimised, inline(always))]
    fn scaled(x: Self::F32, whole: Self::F32, n: Self::I32) -> Self::F32 {
        Pair(V::scaled(x.0, whole.0, n.0), V::scaled(x.1, whole.1, n.1))
    }
}

/// An instruction set whose elements of 32 and of 64 bits are pairs.
#[cfg(target_arch = "x86_64")]
macro_rules! doubled {
    (
        $Name:ident: $lanes:literal lanes, $Mask:ty, $U8:ty, $I8:ty, $U16:ty, $I16:ty
        $({ $($own:tt)* })?
    ) => {
        impl Isa for $Name {
            const LANES: usize = $lanes;
            const GATHERS: bool = <<Self as Doubled>::Half as Isa>::GATHERS;
            type Mask = $Mask;
            type U8 = $U8;
            type I8 = $I8;
            type U16 = $U16;
            type I16 = $I16;
            type U32 = Pair<<<Self as Doubled>::Half as Isa>::U32>;
            type I32 = Pair<<<Self as Doubled>::Half as Isa>::I32>;
            type F32 = Pair<<<Self as Doubled>::Half as Isa>::F32>;
            type F64 = Pair<<<Self as Doubled>::Half as Isa>::F64>;

            #[cfg_attr(optimised, inline(always))]
            fn iota(base: i32, step: i32) -> Self::I32 {
                Self::iota_by_halves(base, step)
            }
            #[cfg_attr(optimised, inline(always))]
            fn dot(a: Self::I32, b: Self::I32) -> Self::I32 {
                Self::dot_by_halves(a, b)
            }
            #[cfg_attr(optimised, inline(always))]
            unsafe fn gather_four<const SCALE: i32>(
                base: *const u8,
                offsets: Self::I32,
            ) -> Self::I32 {
                // SAFETY: forwarded from the caller.
                unsafe { Self::gather_four_by_halves::<SCALE>(base, offsets) }
            }
            #[cfg_attr(optimised, inline(always))]
            fn f32_to_bits(x: Self::F32) -> Self::I32 {
                type Half = <$Name as Doubled>::Half;
                Pair(Half::f32_to_bits(x.0), Half::f32_to_bits(x.1))
            }
            #[cfg_attr(optimised, inline(always))]
            fn f32_from_bits(x: Self::I32) -> Self::F32 {
                type Half = <$Name as Doubled>::Half;
                Pair(Half::f32_from_bits(x.0), Half::f32_from_bits(x.1))
            }
            #[cfg_attr(optimised, inline(always))]
            fn scaled(x: Self::F32, whole: Self::F32, n: Self::I32) -> Self::F32 {
                type Half = <$Name as Doubled>::Half;
                Pair(Half::scaled(x.0, whole.0, n.0), Half::scaled(x.1, whole.1, n.1))
            }
            $($($own)*)?
        }
    };
}

#[cfg(target_arch = "x86_64")]
pub(super) use doubled;

macro_rules! operators {
    ($($Trait:ident $method:ident,)*) => {$(
        impl<L: $Trait<Output = L>> $Trait for Pair<L> {
            type Output = Self;
            #[cfg_attr(optimised, inline(always))]
            fn $method(self, other: Self) -> Self {
                Pair(self.0.$method(other.0), self.1.$method(other.1))
            }
        }
    )*};
}

operators! {
    Add add,
    Sub sub,
    Mul mul,
    Div div,
    Rem rem,
    BitAnd bitand,
    BitOr bitor,
    BitXor bitxor,
}

impl<L: Neg<Output = L>> Neg for Pair<L> {
    type Output = Self;
    #[cfg_attr(optimised, inline(always))]
    fn neg(self) -> Self {
        Pair(-self.0, -self.1)
    }
}

impl<L: Not<Output = L>> Not for Pair<L> {
    type Output = Self;
    #[cfg_attr(optimised, inline(always))]
    fn not(self) -> Self {
        Pair(!self.0, !self.1)
    }
}

/// Methods of one vector, on both.
macro_rules! unary {
    ($($method:ident)*) => {$(
        #[cfg_attr(optimised, inline(always))]
        fn $method(self) -> Self {
            Pair(self.0.$method(), self.1.$method())
        }
    )*};
}

/// Methods of two vectors, on both halves.
macro_rules! binary {
    ($($method:ident)*) => {$(
        #[cfg_attr(optimised, inline(always))]
        fn $method(self, other: Self) -> Self {
            Pair(self.0.$method(other.0), self.1.$method(other.1))
        }
    )*};
}

macro_rules! comparisons {
    ($($method:ident)*) => {$(
        #[cfg_attr(optimised, inline(always))]
        fn $method(self, other: Self) -> W::Mask {
            W::Mask::join(Pair(self.0.$method(other.0), self.1.$method(other.1)))
        }
    )*};
}

macro_rules! conversions {
    ($($method:ident $To:ident,)*) => {$(
        #[cfg_attr(optimised, inline(always))]
        fn $method(self) -> W::$To {
            W::$To::join(Pair(self.0.$method(), self.1.$method()))
        }
    )*};
}

impl<W: Doubled, L: Lanes<W::Half>> Lanes<W> for Pair<L> {
    type Elem = L::Elem;

    #[cfg_attr(optimised, inline(always))]
    fn splat(x: L::Elem) -> Self {
        let both = L::splat(x);
        Pair(both, both)
    }
    #[cfg_attr(optimised, inline(always))]
    fn from_fn(mut f: impl FnMut(usize) -> L::Elem) -> Self {
        let low = L::from_fn(&mut f);
        Pair(low, L::from_fn(|i| f(W::Half::LANES + i)))
    }
    #[cfg_attr(optimised, inline(always))]
    fn lane(self, i: usize) -> L::Elem {
        match i.checked_sub(W::Half::LANES) {
            None => self.0.lane(i),
            Some(i) => self.1.lane(i),
        }
    }
    #[cfg_attr(optimised, inline(always))]
    unsafe fn load(p: *const L::Elem) -> Self {
        // SAFETY: forwarded from the caller: half of the elements, and the other half.
        unsafe { Pair(L::load(p), L::load(p.add(W::Half::LANES))) }
    }
    #[cfg_attr(optimised, inline(always))]
    unsafe fn load_beyond(line: *const L::Elem, at: isize, extent: isize, ends: Ends) -> Self {
        let ahead = at + W::Half::LANES as isize;
        // SAFETY: forwarded from the caller.
        unsafe {
            let low = L::load_beyond(line, at, extent, ends);
            Pair(low, L::load_beyond(line, ahead, extent, ends))
        }
    }
    #[cfg_attr(optimised, inline(always))]
    unsafe fn store(self, p: *mut L::Elem) {
        // SAFETY: forwarded from the caller: half of the elements, and the other half.
        unsafe {
            self.0.store(p);
            self.1.store(p.add(W::Half::LANES));
        }
    }
    #[cfg_attr(optimised, inline(always))]
    unsafe fn load_strided(p: *const L::Elem, stride: isize) -> Self {
        let ahead = (W::Half::LANES as isize).wrapping_mul(stride);
        // SAFETY: forwarded from the caller: half of the elements, and the other half.
        unsafe {
            Pair(L::load_strided(p, stride), L::load_strided(p.wrapping_offset(ahead), stride))
        }
    }
    #[cfg_attr(optimised, inline(always))]
    unsafe fn load_every<const STEP: isize>(p: *const L::Elem) -> Self {
        let ahead = W::Half::LANES as isize * STEP;
        // SAFETY: forwarded from the caller: half of the elements, and the other half.
        unsafe { Pair(L::load_every::<STEP>(p), L::load_every::<STEP>(p.wrapping_offset(ahead))) }
    }
    #[cfg_attr(optimised, inline(always))]
    unsafe fn store_strided(self, p: *mut L::Elem, stride: isize) {
        let ahead = (W::Half::LANES as isize).wrapping_mul(stride);
        // SAFETY: forwarded from the caller: half of the elements, and the other half.
        unsafe {
            self.0.store_strided(p, stride);
            self.1.store_strided(p.wrapping_offset(ahead), stride);
        }
    }
    #[cfg_attr(optimised, inline(always))]
    unsafe fn store_every<const STEP: isize>(self, p: *mut L::Elem) {
        let ahead = W::Half::LANES as isize * STEP;
        // SAFETY: forwarded from the caller: half of the elements, and the other half.
        unsafe {
            self.0.store_every::<STEP>(p);
            self.1.store_every::<STEP>(p.wrapping_offset(ahead));
        }
    }
    #[cfg_attr(optimised, inline(always))]
    fn interleave(self, other: Self) -> [Self; 2] {
        let ([a, b], [c, d]) = (self.0.interleave(other.0), self.1.interleave(other.1));
        [Pair(a, b), Pair(c, d)]
    }
    #[cfg_attr(optimised, inline(always))]
    fn deinterleave(self, other: Self) -> [Self; 2] {
        let ([a, b], [c, d]) = (self.0.deinterleave(self.1), other.0.deinterleave(other.1));
        [Pair(a, c), Pair(b, d)]
    }
    #[cfg_attr(optimised, inline(always))]
    fn interleave_three(of: [Self; 3]) -> [Self; 3] {
        let [a, b, c] = of;
        let [x, y, z] = L::interleave_three([a.0, b.0, c.0]);
        let [u, v, w] = L::interleave_three([a.1, b.1, c.1]);
        [Pair(x, y), Pair(z, u), Pair(v, w)]
    }
    #[cfg_attr(optimised, inline(always))]
    fn deinterleave_three(of: [Self; 3]) -> [Self; 3] {
        let [Pair(x, y), Pair(z, u), Pair(v, w)] = of;
        let [a, b, c] = L::deinterleave_three([x, y, z]);
        let [d, e, f] = L::deinterleave_three([u, v, w]);
        [Pair(a, d), Pair(b, e), Pair(c, f)]
    }
    #[cfg_attr(optimised, inline(always))]
    fn splice(self, next: Self, by: usize) -> Self {
        match by.checked_sub(W::Half::LANES) {
            None => Pair(self.0.splice(self.1, by), self.1.splice(next.0, by)),
            Some(by) => Pair(self.1.splice(next.0, by), next.0.splice(next.1, by)),
        }
    }
    #[cfg_attr(optimised, inline(always))]
    fn reverse(self) -> Self {
        Pair(self.1.reverse(), self.0.reverse())
    }
    #[cfg_attr(optimised, inline(always))]
    fn last(self) -> Self {
        let last = self.1.last();
        Pair(last, last)
    }
    #[cfg_attr(optimised, inline(always))]
    unsafe fn gather(base: *const L::Elem, offsets: W::I32) -> Self {
        let Pair(low, high) = offsets.halves();
        // SAFETY: forwarded from the caller: half of the elements, and the other half.
        unsafe { Pair(L::gather(base, low), L::gather(base, high)) }
    }
    #[cfg_attr(optimised, inline(always))]
    unsafe fn spread(base: *const L::Elem, offsets: W::I32) -> Self {
        let Pair(low, high) = offsets.halves();
        let first = high.lane(0);
        let high = high - <W::Half as Isa>::I32::splat(first);
        // SAFETY: forwarded from the caller: half of the elements, and the other half, whose
        // offsets begin with 0 from there.
        unsafe { Pair(L::spread(base, low), L::spread(base.wrapping_offset(first as isize), high)) }
    }
    #[cfg_attr(optimised, inline(always))]
    fn select(mask: W::Mask, a: Self, b: Self) -> Self {
        let Pair(low, high) = mask.halves();
        Pair(L::select(low, a.0, b.0), L::select(high, a.1, b.1))
    }
    unary! { abs }
    binary! { min max abs_diff }
    comparisons! { lt le gt ge eq ne }
    conversions! {
        to_u8 U8,
        to_i8 I8,
        to_u16 U16,
        to_i16 I16,
        to_u32 U32,
        to_i32 I32,
        to_f32 F32,
        to_f64 F64,
    }
}

impl<W: Doubled, L: IntLanes<W::Half>> IntLanes<W> for Pair<L> {
    binary! { shl shr saturating_add saturating_sub }
    #[cfg_attr(optimised, inline(always))]
    fn shl_by(self, amount: u32) -> Self {
        Pair(self.0.shl_by(amount), self.1.shl_by(amount))
    }
    #[cfg_attr(optimised, inline(always))]
    fn shr_by(self, amount: u32) -> Self {
        Pair(self.0.shr_by(amount), self.1.shr_by(amount))
    }
    #[cfg_attr(optimised, inline(always))]
    fn div_by<const BY: i64>(self) -> Self {
        Pair(self.0.div_by::<BY>(), self.1.div_by::<BY>())
    }
    #[cfg_attr(optimised, inline(always))]
    fn rem_by<const BY: i64>(self) -> Self {
        Pair(self.0.rem_by::<BY>(), self.1.rem_by::<BY>())
    }
}

impl<W: Doubled, L: FloatLanes<W::Half>> FloatLanes<W> for Pair<L> {
    unary! { sqrt floor ceil round trunc exp ln sin cos tan }
    binary! { pow atan2 }
    #[cfg_attr(optimised, inline(always))]
    fn mul_add(self, factor: Self, addend: Self) -> Self {
        Pair(self.0.mul_add(factor.0, addend.0), self.1.mul_add(factor.1, addend.1))
    }
    #[cfg_attr(optimised, inline(always))]
    fn div_by_products(self, by: L::Elem, near: L::Elem, rest: L::Elem) -> Self {
        Pair(self.0.div_by_products(by, near, rest), self.1.div_by_products(by, near, rest))
    }
    #[cfg_attr(optimised, inline(always))]
    fn div_by_tested_products(
        self,
        by: L::Elem,
        near: L::Elem,
        rest: L::Elem,
        least: L::Elem,
    ) -> Self {
        let of = |half: L| half.div_by_tested_products(by, near, rest, least);
        Pair(of(self.0), of(self.1))
    }
    #[cfg_attr(optimised, inline(always))]
    fn clamped_to_i32(self, lo: L::Elem, hi: L::Elem) -> W::I32 {
        W::I32::join(Pair(self.0.clamped_to_i32(lo, hi), self.1.clamped_to_i32(lo, hi)))
    }
}

impl<W: Doubled, M: MaskLanes<W::Half>> MaskLanes<W> for Pair<M> {
    #[cfg_attr(optimised, inline(always))]
    fn splat(x: bool) -> Self {
        Pair(M::splat(x), M::splat(x))
    }
    #[cfg_attr(optimised, inline(always))]
    fn from_fn(mut f: impl FnMut(usize) -> bool) -> Self {
        let low = M::from_fn(&mut f);
        Pair(low, M::from_fn(|i| f(W::Half::LANES + i)))
    }
    #[cfg_attr(optimised, inline(always))]
    fn lane(self, i: usize) -> bool {
        match i.checked_sub(W::Half::LANES) {
            None => self.0.lane(i),
            Some(i) => self.1.lane(i),
        }
    }
    #[cfg_attr(optimised, inline(always))]
    fn any(self) -> bool {
        self.0.any() | self.1.any()
    }
    #[cfg_attr(optimised, inline(always))]
    fn all(self) -> bool {
        self.0.all() & self.1.all()
    }
    #[cfg_attr(optimised, inline(always))]
    fn to_u8(self) -> W::U8 {
        W::U8::join(Pair(self.0.to_u8(), self.1.to_u8()))
    }
    #[cfg_attr(optimised, inline(always))]
    fn from_u8(x: W::U8) -> Self {
        let Pair(low, high) = x.halves();
        Pair(M::from_u8(low), M::from_u8(high))
    }
}
