//! Values of every type, and tests that run on every instruction set.

use std::any::{TypeId, type_name};
use std::iter::once;

use pipeline_runtime::lanes::*;

pub type On<T, V> = <T as Elem>::In<V>;

/// Test values of each element type.
pub trait Values: Elem {
    /// Edge cases first, then random bits.
    fn samples() -> Vec<Self>;
    /// Every value of a type of 8 or 16 bits, samples of a larger one.
    fn values() -> Vec<Self>;
    /// Pairs to put through an operation, a part at a time: all that there are of a type of 8 bits,
    /// every value and edge cases of one of 16, whose pairs are four thousand million, and samples
    /// with each other beyond.
    fn pairs() -> impl Iterator<Item = Pairs<Self>>;
    /// Equal bits, or both NaN.
    fn same(self, other: Self) -> bool;
    /// The same of whole slices, without a look at each element where bits have to be equal: there
    /// are too many to do that without optimisation.
    fn all_same(some: &[Self], others: &[Self]) -> bool;
}

/// Numbers to put through an operation in vectors, as many as fill the longest.
pub struct Pairs<T> {
    pub left: Vec<T>,
    pub right: Vec<T>,
}

impl<T: Values> Pairs<T> {
    /// Each of some values, on both sides: for operations that look at one.
    pub fn alike(values: Vec<T>) -> Self {
        Pairs::of(values.clone(), values)
    }

    /// These, and the first ones again until the longest vector is full.
    fn of(mut left: Vec<T>, mut right: Vec<T>) -> Self {
        for side in [&mut left, &mut right] {
            side.extend_from_within(..side.len().next_multiple_of(MOST) - side.len());
        }
        Pairs { left, right }
    }

    /// Each of some values with those up to so many steps on, the first with what follows the last.
    fn rotated(values: Vec<T>, rotations: usize, step: usize) -> Self {
        let rotation = |by: usize| {
            let (before, after) = values.split_at(by * step % values.len());
            after.iter().chain(before)
        };
        let right = (0..rotations).flat_map(rotation).copied().collect();
        Pairs::of(values.repeat(rotations), right)
    }

    fn sampled() -> Self {
        Pairs::rotated(T::samples(), 40, 7)
    }

    /// What plain Rust makes of them.
    pub fn plainly<U>(&self, op: impl Fn(T, T) -> U) -> Vec<U> {
        (0..self.left.len()).map(|i| op(self.left[i], self.right[i])).collect()
    }

    /// That an operation on vectors of `V` makes what is wanted of them.
    #[track_caller]
    pub fn agree<V: Isa, U: Values>(
        &self,
        what: &str,
        wanted: &[U],
        op: impl Fn(On<T, V>, On<T, V>) -> On<U, V>,
    ) {
        let count = self.left.len();
        assert!(
            count.is_multiple_of(V::LANES) && self.right.len() == count && wanted.len() == count
        );
        let mut found = vec![U::default(); count];
        let mut i = 0;
        while i < count {
            // SAFETY: all three have as many elements, of which whole vectors are left.
            unsafe {
                let (a, b) = (self.left.as_ptr().add(i), self.right.as_ptr().add(i));
                op(On::<T, V>::load(a), On::<T, V>::load(b)).store(found.as_mut_ptr().add(i));
            }
            i += V::LANES;
        }
        if U::all_same(&found, wanted) {
            return;
        }
        let i = (0..count).find(|i| !found[*i].same(wanted[*i])).expect("one that differs");
        let (a, b, found, wanted) = (self.left[i], self.right[i], found[i], wanted[i]);
        let (from, vectors) = (T::NAME, type_name::<V>());
        panic!("{what}({a:?}, {b:?}) of {from}: {found:?} on {vectors}, {wanted:?} in Rust");
    }
}

pub fn random(count: usize) -> impl Iterator<Item = u64> {
    let mut state = 0x9e37_79b9_7f4a_7c15u64;
    (0..count).map(move |_| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        state ^ (state >> 29)
    })
}

macro_rules! integer_values {
    ($($T:ident $values:expr, $pairs:expr;)*) => {$(
        impl Values for $T {
            fn samples() -> Vec<Self> {
                let edges = [0, 1, 2, 3, 7, 100, $T::MAX, $T::MAX - 1, $T::MIN, $T::MIN + 1, $T::MAX / 2];
                let negated = edges.map(|x| x.wrapping_neg());
                let noise = random(202).map(|x| (x >> 13) as $T);
                edges.into_iter().chain(negated).chain(noise).collect()
            }
            fn values() -> Vec<Self> {
                $values
            }
            fn pairs() -> impl Iterator<Item = Pairs<Self>> {
                $pairs
            }
            fn same(self, other: Self) -> bool {
                self == other
            }
            fn all_same(some: &[Self], others: &[Self]) -> bool {
                some == others
            }
        }
    )*};
}

integer_values! {
    u8 (u8::MIN..=u8::MAX).collect(), once(all_pairs());
    i8 (i8::MIN..=i8::MAX).collect(), once(all_pairs());
    u16 (u16::MIN..=u16::MAX).collect(), all_with(EDGES.map(|x| x as u16));
    i16 (i16::MIN..=i16::MAX).collect(), all_with(EDGES.map(|x| x as i16));
    u32 u32::samples(), once(Pairs::sampled());
    i32 i32::samples(), once(Pairs::sampled());
}

fn all_pairs<T: Values>() -> Pairs<T> {
    Pairs::rotated(T::values(), T::values().len(), 1)
}

/// Every value with each of some on either side, as far as [`EVERY`] lets it, these with each
/// other, and samples, for in all else one side is the same number in all lanes.
fn all_with<T: Values>(some: [T; 40]) -> impl Iterator<Item = Pairs<T>> {
    let values = T::values();
    let either_side = move |(i, x): (usize, T)| {
        let met: Vec<T> = values.iter().skip(i % EVERY).step_by(EVERY).copied().collect();
        let alike = vec![x; met.len()];
        [Pairs::of(met.clone(), alike.clone()), Pairs::of(alike, met)]
    };
    let mixed = [Pairs::sampled(), Pairs::rotated(some.to_vec(), some.len(), 1)];
    mixed.into_iter().chain(some.into_iter().enumerate().flat_map(either_side))
}

/// Of how many values an edge meets one. All of them are two seconds with optimisation, and more
/// than a minute without, where every value still meets three edges on either side.
const EVERY: usize = if cfg!(debug_assertions) { 13 } else { 1 };

/// Every value with each amount that shifts tell apart, the same for all lanes, and with some of
/// which only the low bits count.
pub fn shifts<T: Values>() -> impl Iterator<Item = Pairs<T>> {
    let with = |by: i64| {
        let values = T::values();
        let amounts = vec![T::from_i64(by); values.len()];
        Pairs::of(values, amounts)
    };
    (-1..=33).map(with)
}

/// Where operations on 16 bits may go wrong: numbers next to powers of two of either sign, and all
/// that shifts tell apart.
const EDGES: [i32; 40] = [
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 100, 127, 128, 255, 256, 257,
    0x3fff, 0x4000, 0x7ffe, 0x7fff, -0x8000, -0x7fff, -0x4000, -257, -256, -255, -128, -100, -7,
    -3, -2, -1,
];

macro_rules! float_values {
    ($($T:ident)*) => {$(
        impl Values for $T {
            fn samples() -> Vec<Self> {
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
            fn values() -> Vec<Self> {
                Self::samples()
            }
            fn pairs() -> impl Iterator<Item = Pairs<Self>> {
                once(Pairs::sampled())
            }
            fn all_same(some: &[Self], others: &[Self]) -> bool {
                some.iter().zip(others).all(|(a, b)| a.same(*b))
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

/// The samples in blocks of a vector, of which longer arrays begin with one, each against each
/// rotation that the step reaches.
pub fn blocks<V: Isa, T: Values>() -> Vec<([T; MOST], [T; MOST])> {
    let values = T::samples();
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
/// every number of lanes. One that is given data runs on one lane, too.
macro_rules! on_every_set {
    (|$V:ident| $body:block) => { on_every_set!(tables: false, |$V| $body) };
    (tables: $tables:literal, |$V:ident| $body:block) => {
        on_every_set!(@ $tables, _given: () = (), |$V| $body)
    };
    (given: $data:ident: $Data:ty = $given:expr, |$V:ident| $body:block) => {
        on_every_set!(@ false, $data: $Data = $given, |$V| $body, Scalar)
    };
    (
        @ $tables:literal, $data:ident: $Data:ty = $given:expr, |$V:ident| $body:block
        $(, $One:ident)?
    ) => {{
        struct Body($Data);
        impl Body {
            fn test<$V: Isa>(&self) {
                let $data = &self.0;
                $body
            }
        }
        impl Kernel for Body {
            const TABLES: bool = $tables;

            unsafe fn run<W: Widths>(&self, _: Range<usize>) {
                use $crate::common::run_once;
                let mut run = Vec::new();
                // Vectors that have several names are one test.
                run_once::<W::Eight>(&mut run, || self.test::<W::Eight>());
                run_once::<W::Of32>(&mut run, || self.test::<W::Of32>());
                run_once::<W::Of16>(&mut run, || self.test::<W::Of16>());
                run_once::<W::Of8>(&mut run, || self.test::<W::Of8>());
                run_once::<Twice<W::Of32>>(&mut run, || self.test::<Twice<W::Of32>>());
            }
        }
        let body = Body($given);
        $(body.test::<$One>();)?
        for set in InstructionSet::available() {
            println!("on {set:?}");
            // SAFETY: the kernel only reads its data.
            on(*set, || unsafe { launch(&body, 1, 1) });
        }
    }};
}

/// Runs a test of vectors that are not among those which it has run on.
pub fn run_once<V: Isa>(run: &mut Vec<TypeId>, test: impl FnOnce()) {
    let vectors = TypeId::of::<V>();
    if !run.contains(&vectors) {
        run.push(vectors);
        test();
    }
}

/// Checks operations on each part of what they are given: computed in vectors and in one lane, as
/// in plain Rust.
macro_rules! checked {
    (
        $T:ident, $parts:expr;
        $($name:ident: $U:ty, |$a:ident, $b:ident| $lanes:expr => $plain:expr;)*
    ) => {{
        struct Part {
            pairs: Pairs<$T>,
            $($name: Vec<$U>,)*
        }
        for pairs in $parts {
            $(let $name: Vec<$U> = pairs.plainly(|$a: $T, $b: $T| $plain);)*
            on_every_set!(given: part: Part = Part { pairs, $($name,)* }, |V| {
                $(part.pairs.agree::<V, $U>(stringify!($name), &part.$name, |$a, $b| $lanes);)*
            });
        }
    }};
}

/// Checks operations that take two lanes to one of the same type.
macro_rules! binary {
    ($T:ident: $($name:ident |$a:ident, $b:ident| $lanes:expr => $plain:expr;)*) => {
        checked! { $T, $T::pairs(); $($name: $T, |$a, $b| $lanes => $plain;)* }
    };
}

/// Checks operations that take one lane to one of the same type.
macro_rules! unary {
    ($T:ident: $($name:ident |$a:ident| $lanes:expr => $plain:expr;)*) => {
        checked! { $T, [Pairs::alike($T::values())]; $($name: $T, |$a, _b| $lanes => $plain;)* }
    };
}
