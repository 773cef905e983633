//! Values of every type, and tests that run on every instruction set.

use pipeline_runtime::lanes::*;

pub type On<T, V> = <T as Elem>::In<V>;

/// A test value of each element type: edge cases first, then random bits.
pub trait Values: Elem {
    fn values() -> Vec<Self>;
    /// Equal bits, or both NaN.
    fn same(self, other: Self) -> bool;
}

pub fn random(count: usize) -> impl Iterator<Item = u64> {
    let mut state = 0x9e37_79b9_7f4a_7c15u64;
    (0..count).map(move |_| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        state ^ (state >> 29)
    })
}

macro_rules! integer_values {
    ($($T:ident)*) => {$(
        impl Values for $T {
            fn values() -> Vec<Self> {
                let edges = [0, 1, 2, 3, 7, 100, $T::MAX, $T::MAX - 1, $T::MIN, $T::MIN + 1, $T::MAX / 2];
                let negated = edges.map(|x| x.wrapping_neg());
                let noise = random(202).map(|x| (x >> 13) as $T);
                edges.into_iter().chain(negated).chain(noise).collect()
            }
            fn same(self, other: Self) -> bool {
                self == other
            }
        }
    )*};
}

integer_values! { u8 i8 u16 i16 u32 i32 }

macro_rules! float_values {
    ($($T:ident)*) => {$(
        impl Values for $T {
            fn values() -> Vec<Self> {
                let edges = [
                    0.0, 0.3, 0.5, 1.0, 1.5, 2.5, 127.5, 128.0, 255.5, 256.0, 32767.5, 32768.0, 65535.5,
                    65536.0, 2147483520.0, 2147483648.0, 4294967040.0, 4294967296.0, 1e30, $T::MAX,
                    $T::MIN_POSITIVE, $T::INFINITY, $T::NAN, 8388607.5, 4503599627370495.5,
                    0.5 - $T::EPSILON / 4.0, 1e-40,
                ];
                let negated = edges.map(|x: $T| -x);
                let noise = random(400).map(|x| match x % 3 {
                    0 => $T::from_bits((x >> 7) as _),
                    1 => (x as i32 as $T) / 65536.0,
                    _ => (x as i64 >> 24) as $T,
                });
                edges.into_iter().chain(negated).chain(noise).collect()
            }
            fn same(self, other: Self) -> bool {
                self.to_bits() == other.to_bits() || (self.is_nan() && other.is_nan())
            }
        }
    )*};
}

float_values! { f32 f64 }

/// The lanes of the longest vector.
pub const MOST: usize = 64;

/// The values in blocks of a vector, of which longer arrays begin with one, each against each
/// rotation that the step reaches.
pub fn pairs<V: Isa, T: Values>() -> Vec<([T; MOST], [T; MOST])> {
    let values = T::values();
    let at = |i: usize| values[i % values.len()];
    (0..values.len().div_ceil(V::LANES))
        .flat_map(|block| (0..values.len().min(40)).map(move |shift| (block * V::LANES, shift * 7)))
        .map(|(i, shift)| {
            (std::array::from_fn(|k| at(i + k)), std::array::from_fn(|k| at(i + k + shift)))
        })
        .collect()
}

pub fn wide<V: Isa, T: Elem>(x: [T; MOST]) -> On<T, V> {
    assert!(V::LANES <= MOST);
    // SAFETY: an array of at least as many elements.
    unsafe { On::<T, V>::load(x.as_ptr()) }
}

pub fn one<T: Elem>(x: T) -> On<T, Scalar> {
    On::<T, Scalar>::splat(x)
}

/// A test, as a function of the vectors `V`, run on every instruction set that is available, with
/// every number of lanes.
macro_rules! on_every_set {
    (|$V:ident| $body:block) => { on_every_set!(tables: false, |$V| $body) };
    (tables: $tables:literal, |$V:ident| $body:block) => {{
        struct Body;
        impl Body {
            fn test<$V: Isa>() {
                $body
            }
        }
        impl Kernel for Body {
            const TABLES: bool = $tables;

            unsafe fn run<W: Widths>(&self, _: Range<usize>) {
                Body::test::<W::Eight>();
                Body::test::<W::Of32>();
                Body::test::<W::Of16>();
                Body::test::<W::Of8>();
                Body::test::<Twice<W::Of32>>();
            }
        }
        for set in InstructionSet::available() {
            println!("on {set:?}");
            // SAFETY: the kernel has no data.
            on(*set, || unsafe { launch(&Body, 1, 1) });
        }
    }};
}

#[track_caller]
pub fn agree<T: Values, U: Values>(what: &str, a: T, b: T, wide: U, scalar: U, plain: U) {
    assert!(
        wide.same(plain) && scalar.same(plain),
        "{what}({a:?}, {b:?}) in {}: {wide:?} wide, {scalar:?} scalar, {plain:?} in Rust",
        T::NAME
    );
}
