//! Generated pipelines through the macro: the compiled loops against the reference evaluator, bit
//! for bit, on shapes that vectors, blocks and stencils have trouble with.
//!
//! The pipelines are in `tests/corpus`, which says how they are made. What they are warned of,
//! which to rustc is a deprecation, is allowed: random blocks use their names at random.
#![allow(deprecated)]

use pipeline::{Element, Error, Image, View, ViewMut};

/// Makes an argument's value.
macro_rules! make {
    ($random:ident, (array $name:ident: [$ty:ident; $($extent:expr),*])) => {
        let $name = crate::input::<$ty, _>($random, [$($extent),*]);
    };
    ($random:ident, (scalar $name:ident: $ty:ident)) => {
        let $name = <$ty as crate::Sample>::sample($random);
    };
    ($random:ident, (size $name:ident)) => {};
}

/// Passes an argument on.
macro_rules! pass {
    ($layout:expr, (array $name:ident: $ty:tt)) => {
        &$name.view($layout)
    };
    ($layout:expr, (scalar $name:ident: $ty:ident)) => {
        $name
    };
    ($layout:expr, (size $name:ident)) => {
        $name
    };
}

/// A test that compares a pipeline with its reference on every shape.
macro_rules! compare {
    (
        $test:ident: $name:ident $args:tt -> ($($out:ident),*)
        for $($size:ident >= $least:literal by $multiple:literal like $middle:literal),*
        $(; $large:ident)?
    ) => {
        #[test]
        fn $test() {
            use crate::Results;
            let mut ran = 0;
            let middle: &[usize] = &[$($middle),*];
            let mut shapes = crate::SHAPES[middle.len()].to_vec();
            shapes.push(middle);
            $(shapes.push(crate::$large);)?
            for (round, shape) in shapes.into_iter().enumerate() {
                let mut shape = shape.iter();
                $(let $size = crate::legal(shape.next(), $least, $multiple);)*
                let random = &mut crate::Random(round as u64);
                compare!(@make random $args);
                let expected = compare!(@call [$name::reference] crate::Layout::Dense, $args);
                let found = compare!(@call [$name] crate::Layout::Dense, $args);
                let Some(expected) = crate::refused(&found, expected) else { continue };
                ran += 1;
                found.expect("it is not refused").equal(&expected, "dense");
                for set in pipeline::__rt::InstructionSet::available() {
                    let found = pipeline::__rt::on(*set, || {
                        compare!(@call [$name] crate::Layout::Dense, $args)
                    });
                    found.expect("it is not refused").equal(&expected, &format!("dense on {set:?}"));
                }
                for layout in [crate::Layout::Dense, crate::Layout::Permuted, crate::Layout::Strided] {
                    let found = pipeline::serially(|| compare!(@call [$name] layout, $args));
                    let what = format!("{layout:?} on one thread");
                    found.expect("it is not refused").equal(&expected, &what);
                    #[allow(unused_parens, reason = "a single result is no tuple")]
                    let ($($out),*) = &expected;
                    $(let mut $out = crate::transposed($out);)*
                    let done = compare!(
                        @call [$name::into] layout, $args, $(&mut crate::turned(&mut $out)),*
                    );
                    done.expect("it is not refused");
                    #[allow(unused_parens, reason = "as above")]
                    let found = ($(crate::turned(&mut $out).view().to_image()),*);
                    found.equal(&expected, &format!("{layout:?} into transposed arrays"));
                }
            }
            assert!(ran > 0, "every shape is too small");
        }
    };
    (@make $random:ident ($($arg:tt),*)) => {
        $(make!($random, $arg);)*
    };
    (@call [$($callee:tt)*] $layout:expr, ($($arg:tt),*) $(, $out:expr)*) => {
        $($callee)*($(pass!($layout, $arg),)* $($out),*)
    };
}

mod corpus {
    mod set_00;
    mod set_01;
    mod set_02;
    mod set_03;
    mod set_04;
    mod set_05;
    mod set_06;
    mod set_07;
    mod set_08;
    mod set_09;
    mod set_10;
    mod set_11;
    mod set_12;
}

/// Values of the sizes, by how many there are; each pipeline adds middling values of its own.
const SHAPES: [&[&[usize]]; 5] = [
    &[],
    &[&[1], &[2], &[3], &[7], &[8], &[9], &[16], &[17], &[31], &[65]],
    &[&[1, 1], &[1, 7], &[3, 2], &[5, 17], &[9, 16], &[2, 33], &[13, 8]],
    &[&[1, 1, 1], &[3, 2, 5], &[2, 9, 8], &[7, 17, 2]],
    &[&[1, 1, 1, 1], &[3, 5, 2, 4], &[2, 9, 3, 2]],
];

/// Work for several threads.
const LARGE: &[usize] = &[180, 190];

/// How the elements of an array lie in memory.
#[derive(Clone, Copy, Debug)]
enum Layout {
    /// Row by row.
    Dense,
    /// The outermost dimension fastest.
    Permuted,
    /// Every other element, the outermost dimension backwards.
    Strided,
}

/// An array in every layout.
struct Input<T: Element, const R: usize> {
    dense: Image<T, R>,
    permuted: Image<T, R>,
    strided: Image<T, R>,
}

/// An input of random elements.
fn input<T: Sample, const R: usize>(random: &mut Random, shape: [usize; R]) -> Input<T, R> {
    let dense = Image::from_fn(shape, |_| T::sample(random));
    let reversed = |index: [usize; R]| std::array::from_fn(|d| index[R - 1 - d]);
    let permuted = Image::from_fn(reversed(shape), |index| dense[reversed(index)]);
    let mut wide = shape;
    wide[R - 1] *= 2;
    let strided = Image::from_fn(wide, |mut index| {
        index[R - 1] /= 2;
        index[0] = shape[0] - 1 - index[0];
        dense[index]
    });
    Input { dense, permuted, strided }
}

impl<T: Element, const R: usize> Input<T, R> {
    fn view(&self, layout: Layout) -> View<'_, T, R> {
        match layout {
            Layout::Dense => self.dense.view(),
            Layout::Permuted => self.permuted.view().permute(std::array::from_fn(|d| R - 1 - d)),
            Layout::Strided => {
                let wide = self.strided.strides();
                let strides = std::array::from_fn(|d| if d == R - 1 { 2 } else { wide[d] });
                let shape = self.dense.shape();
                View::from_slice_strided(self.strided.as_slice(), shape, strides, 0)
                    .expect("inside")
                    .flip(0)
            }
        }
    }
}

/// Random elements, often small, sometimes extreme.
trait Sample: Element {
    fn sample(random: &mut Random) -> Self;
    fn same(self, other: Self) -> bool;
}

/// SplitMix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
}

macro_rules! samples {
    (int $($int:ident)*, float $($float:ident)*) => {
        $(impl Sample for $int {
            fn sample(random: &mut Random) -> Self {
                let bits = random.next();
                match bits % 10 {
                    0 => $int::MIN,
                    1 => $int::MAX,
                    2..=5 => ((bits >> 32) % 20) as $int,
                    _ => (bits >> 16) as $int,
                }
            }

            fn same(self, other: Self) -> bool {
                self == other
            }
        })*
        $(impl Sample for $float {
            fn sample(random: &mut Random) -> Self {
                let bits = random.next();
                let value = (bits >> 40) as i32 % 4000;
                match bits % 12 {
                    0 => $float::NAN,
                    1 => $float::INFINITY,
                    2 => -0.0,
                    3 => 1e30,
                    4..=7 => (value % 300) as $float,
                    _ => value as $float / 256.0 - 5.0,
                }
            }

            fn same(self, other: Self) -> bool {
                self.to_bits() == other.to_bits() || self.is_nan() && other.is_nan()
            }
        })*
    };
}
samples!(int u8 i8 u16 i16 u32 i32, float f32 f64);

/// A caller's array for a result, transposed in memory.
fn transposed<T: Element, const R: usize>(like: &Image<T, R>) -> Image<T, R> {
    Image::new(std::array::from_fn(|d| like.shape()[R - 1 - d]), T::default())
}

/// The array of [`transposed`] in the order of the result.
fn turned<T: Element, const R: usize>(image: &mut Image<T, R>) -> ViewMut<'_, T, R> {
    image.view_mut().permute(std::array::from_fn(|d| R - 1 - d))
}

/// One result or several.
trait Results {
    /// Fails unless all have the bits of the others.
    fn equal(&self, expected: &Self, what: &str);
}

impl<T: Sample, const R: usize> Results for Image<T, R> {
    fn equal(&self, expected: &Self, what: &str) {
        assert_eq!(self.shape(), expected.shape(), "{what}: shape");
        let mut pairs = self.as_slice().iter().zip(expected.as_slice());
        let Some(i) = pairs.position(|(a, b)| !a.same(*b)) else { return };
        let (a, b) = (self.as_slice()[i], expected.as_slice()[i]);
        panic!("{what}: element {i} of shape {:?} is {a}, not {b}", expected.shape());
    }
}

macro_rules! tuples {
    ($(($($name:ident $place:tt)*))*) => {
        $(impl<$($name: Results),*> Results for ($($name,)*) {
            fn equal(&self, expected: &Self, what: &str) {
                $(self.$place.equal(&expected.$place, &format!("{what}, result {}", $place));)*
            }
        })*
    };
}
tuples!((A 0 B 1) (A 0 B 1 C 2) (A 0 B 1 C 2 D 3) (A 0 B 1 C 2 D 3 E 4));

/// The reference's result, unless both refuse the shape, for the same reason.
fn refused<A>(found: &Result<A, Error>, expected: Result<A, Error>) -> Option<A> {
    match (found, expected) {
        (Ok(_), Ok(expected)) => Some(expected),
        (Err(found), Err(expected)) => {
            assert_eq!(found.to_string(), expected.to_string());
            None
        }
        (found, expected) => {
            let (found, expected) = (found.as_ref().err(), expected.err());
            panic!("{found:?} without the reference, {expected:?} with it")
        }
    }
}

/// The smallest legal value of a size that is not below the wanted one.
fn legal(wanted: Option<&usize>, least: usize, multiple: usize) -> usize {
    wanted.copied().unwrap_or(1).max(least).next_multiple_of(multiple)
}
