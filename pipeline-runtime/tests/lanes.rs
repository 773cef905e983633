//! Every operation of the vectors of every instruction set against one lane, and one lane against
//! plain Rust.

use std::fmt::Debug;
use std::ops::Range;

use pipeline_runtime::exec::{InstructionSet, Kernel, launch, on};
use pipeline_runtime::lanes::pair::Twice;
use pipeline_runtime::lanes::*;

type On<T, V> = <T as Elem>::In<V>;

/// A test value of each element type: edge cases first, then random bits.
trait Values: Elem {
    fn values() -> Vec<Self>;
    /// Equal bits, or both NaN.
    fn same(self, other: Self) -> bool;
}

fn random(count: usize) -> impl Iterator<Item = u64> {
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
const MOST: usize = 64;

/// The values in blocks of a vector, of which longer arrays begin with one, each against each
/// rotation that the step reaches.
fn pairs<V: Isa, T: Values>() -> Vec<([T; MOST], [T; MOST])> {
    let values = T::values();
    let at = |i: usize| values[i % values.len()];
    (0..values.len().div_ceil(V::LANES))
        .flat_map(|block| (0..values.len().min(40)).map(move |shift| (block * V::LANES, shift * 7)))
        .map(|(i, shift)| {
            (std::array::from_fn(|k| at(i + k)), std::array::from_fn(|k| at(i + k + shift)))
        })
        .collect()
}

fn wide<V: Isa, T: Elem>(x: [T; MOST]) -> On<T, V> {
    assert!(V::LANES <= MOST);
    // SAFETY: an array of at least as many elements.
    unsafe { On::<T, V>::load(x.as_ptr()) }
}

fn one<T: Elem>(x: T) -> On<T, Scalar> {
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
fn agree<T: Values, U: Values>(what: &str, a: T, b: T, wide: U, scalar: U, plain: U) {
    assert!(
        wide.same(plain) && scalar.same(plain),
        "{what}({a:?}, {b:?}) in {}: {wide:?} wide, {scalar:?} scalar, {plain:?} in Rust",
        T::NAME
    );
}

/// Checks operations that take two lanes to one of the same type.
macro_rules! binary {
    ($T:ident: $($name:ident |$a:ident, $b:ident| $lanes:expr => $plain:expr;)*) => {
        on_every_set!(|V| { for (left, right) in pairs::<V, $T>() {
            $({
                let ($a, $b) = (wide::<V, $T>(left), wide::<V, $T>(right));
                let vector = $lanes;
                for i in 0..V::LANES {
                    let ($a, $b) = (one(left[i]), one(right[i]));
                    let scalar = $lanes;
                    let ($a, $b) = (left[i], right[i]);
                    agree(stringify!($name), $a, $b, vector.lane(i), scalar.lane(0), $plain);
                }
            })*
        } })
    };
}

macro_rules! comparisons {
    ($T:ident: $($name:ident $op:tt),*) => {
        on_every_set!(|V| { for (left, right) in pairs::<V, $T>() {
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

macro_rules! casts {
    ($From:ident: $($To:ident)*) => {
        on_every_set!(|V| { for (left, _) in pairs::<V, $From>().into_iter().step_by(40) {
            $({
                let vector = cast::<V, $From, $To>(wide::<V, $From>(left));
                let clamped = saturating_cast::<V, $From, $To>(wide::<V, $From>(left));
                for i in 0..V::LANES {
                    let x = left[i];
                    let scalar = cast::<Scalar, $From, $To>(one(x)).lane(0);
                    let name = stringify!($To);
                    agree(name, x, x, vector.lane(i), scalar, x as $To);
                    let scalar = saturating_cast::<Scalar, $From, $To>(one(x)).lane(0);
                    // Through f64, which holds every integer here and saturates.
                    let plain = if <$To as pipeline_runtime::Element>::FLOAT {
                        x as $To
                    } else {
                        f64::from(x) as $To
                    };
                    agree(name, x, x, clamped.lane(i), scalar, plain);
                }
            })*
        } })
    };
}

/// Every `STEP`th element of an array that has just these.
fn sampled<V: Isa, T: Values, const STEP: isize>() {
    let span = (V::LANES - 1) * STEP.unsigned_abs();
    // The last element at the very end of memory that was asked for as one piece.
    let source: Box<[T]> = (0..=span).map(|x| T::from_i64(x as i64)).collect();
    let first = if STEP < 0 { span } else { 0 };
    // SAFETY: the first element, the last, and those between are the whole array.
    let lanes = unsafe { On::<T, V>::load_every::<STEP>(source.as_ptr().add(first)) };
    for i in 0..V::LANES {
        let wanted = source[first.wrapping_add_signed(STEP * i as isize)];
        assert!(lanes.lane(i).same(wanted), "lane {i} of every {STEP}: {lanes:?}");
    }
    let untouched = T::from_i64(99);
    let mut target: Box<[T]> = (0..=span).map(|_| untouched).collect();
    // SAFETY: as above.
    unsafe { lanes.store_every::<STEP>(target.as_mut_ptr().add(first)) };
    for (at, element) in target.iter().enumerate() {
        let stored = at % STEP.unsigned_abs() == 0;
        let wanted = if stored { source[at] } else { untouched };
        assert!(element.same(wanted), "{at} stored to every {STEP}: {lanes:?}");
    }
}

/// Two vectors interleaved, and taken apart again.
fn interleaved<V: Isa, T: Values>() {
    let number = |i: usize| T::from_i64(i as i64 % 101);
    let vector = |first: usize| On::<T, V>::from_fn(|i| number(first + i));
    let (a, b) = (vector(0), vector(V::LANES));
    let check = |found: [On<T, V>; 2], wanted: &dyn Fn(usize) -> T| {
        for i in 0..2 * V::LANES {
            let lane = found[i / V::LANES].lane(i % V::LANES);
            assert!(lane.same(wanted(i)), "lane {i} of {found:?}");
        }
    };
    check(a.interleave(b), &|i| number(i % 2 * V::LANES + i / 2));
    check(a.deinterleave(b), &|i| number(2 * (i % V::LANES) + i / V::LANES));
}

/// Three vectors interleaved, and taken apart again.
fn three_interleaved<V: Isa, T: Values>() {
    let number = |i: usize| T::from_i64(i as i64 % 101);
    let vectors = [0, 1, 2].map(|k| On::<T, V>::from_fn(|i| number(k * V::LANES + i)));
    let check = |found: [On<T, V>; 3], wanted: &dyn Fn(usize) -> T| {
        for i in 0..3 * V::LANES {
            let lane = found[i / V::LANES].lane(i % V::LANES);
            assert!(lane.same(wanted(i)), "lane {i} of {found:?}");
        }
    };
    let channel = |i: usize| i % 3 * V::LANES + i / 3;
    check(On::<T, V>::interleave_three(vectors), &|i| number(channel(i)));
    check(On::<T, V>::deinterleave_three(vectors), &|i| number(3 * (i % V::LANES) + i / V::LANES));
}

/// Two vectors one behind the other, from each lane on.
fn spliced<V: Isa, T: Values>() {
    let number = |i: usize| T::from_i64(i as i64 % 101);
    let vector = |first: usize| On::<T, V>::from_fn(|i| number(first + i));
    for by in 0..=V::LANES {
        let found = vector(0).splice(vector(V::LANES), by);
        for i in 0..V::LANES {
            assert!(found.lane(i).same(number(by + i)), "lane {i} from {by} on: {found:?}");
        }
    }
}

/// A vector at every place of a short line, near its ends and beyond them.
fn beyond_ends<V: Isa, T: Values>() {
    let number = |i: isize| T::from_i64(i as i64 % 101);
    for extent in [V::LANES, V::LANES + 1, 2 * V::LANES + 3] {
        // Exactly so long that nothing behind it may be read.
        let line: Box<[T]> = (0..extent as isize).map(number).collect();
        let (last, lanes) = (extent as isize - 1, V::LANES as isize);
        let clamp = |at: isize| at.clamp(0, last);
        let mirror = |at: isize| if at < 0 { -1 - at } else { at.min(2 * last + 1 - at) };
        let mirror101 = |at: isize| at.abs().min(2 * last - at.abs());
        let modes: [(Ends, &dyn Fn(isize) -> isize); 3] =
            [(Ends::Clamp, &clamp), (Ends::Mirror, &mirror), (Ends::Mirror101, &mirror101)];
        for (ends, meant) in modes {
            for at in -last..=2 * last - lanes + 1 {
                // SAFETY: all of the line is there, and it has at least as many elements as lanes.
                let found =
                    unsafe { On::<T, V>::load_beyond(line.as_ptr(), at, extent as isize, ends) };
                for lane in 0..lanes {
                    let wanted = number(meant(at + lane));
                    let lane = lane as usize;
                    assert!(found.lane(lane).same(wanted), "{ends:?} at {at}, {lane}: {found:?}");
                }
            }
        }
    }
}

/// Rows as columns, from memory and to memory with gaps between them.
/// What copies blocks of rows as columns.
type Transpose<T> = unsafe fn(*const T, isize, *mut T, isize);

fn transposed<T: Values>(block: Block, transpose: Transpose<T>) {
    let (stride, to_stride) = (block.columns + 3, block.rows + 5);
    let size = |lines: usize, stride: usize, last: usize| (lines - 1) * stride + last;
    let sources = 0..size(block.rows, stride, block.columns);
    let source: Box<[T]> = sources.map(|x| T::from_i64(x as i64 % 101)).collect();
    let targets = 0..size(block.columns, to_stride, block.rows);
    let mut target: Box<[T]> = targets.map(|_| T::from_i64(120)).collect();
    // SAFETY: the last element of the last row is the last of its array, here and there.
    unsafe {
        transpose(source.as_ptr(), stride as isize, target.as_mut_ptr(), to_stride as isize);
    }
    for (at, element) in target.iter().enumerate() {
        let (column, row) = (at / to_stride, at % to_stride);
        let inside = row < block.rows;
        let wanted = if inside { source[row * stride + column] } else { T::from_i64(120) };
        assert!(element.same(wanted), "row {row} of column {column}: {element:?}");
    }
}

fn transposed_on<V: Isa, T: Values>() {
    let lanes = Block { rows: V::LANES, columns: V::LANES };
    transposed::<T>(lanes, On::<T, V>::transpose);
    transposed::<T>(On::<T, V>::LARGE, On::<T, V>::transpose_large);
}

macro_rules! common {
    ($($T:ident)*) => {$(
        mod $T {
            use super::*;

            #[test]
            fn comparisons() {
                comparisons!($T: lt <, le <=, gt >, ge >=, eq ==, ne !=);
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

            #[test]
            fn two_interleaved() {
                interleaved::<Scalar, $T>();
                on_every_set!(|V| { interleaved::<V, $T>() });
            }

            #[test]
            fn three_vectors_interleaved() {
                three_interleaved::<Scalar, $T>();
                on_every_set!(|V| { three_interleaved::<V, $T>() });
            }

            #[test]
            fn one_behind_the_other() {
                spliced::<Scalar, $T>();
                on_every_set!(|V| { spliced::<V, $T>() });
            }

            #[test]
            fn beyond_the_ends_of_lines() {
                beyond_ends::<Scalar, $T>();
                on_every_set!(|V| { beyond_ends::<V, $T>() });
            }

            #[test]
            fn rows_as_columns() {
                on_every_set!(|V| { transposed_on::<V, $T>() });
            }

            #[test]
            fn memory() {
                on_every_set!(|V| {
                let (lanes, last) = (V::LANES, 5 * V::LANES - 1);
                let source: Vec<$T> = (0..=last).map(|x| (x % 97) as $T).collect();
                let mut target = source.clone();
                let (from, to) = (source.as_ptr(), target.as_mut_ptr());
                // SAFETY: every index touched is at most the last.
                unsafe {
                    let unit = load::<V, $T, true>(from.add(3), 1);
                    let strided = load::<V, $T, false>(from.add(last - 1), -4);
                    let offsets = V::I32::from_fn(|i| (i * i % lanes) as i32 - 7);
                    let gathered = <On<$T, V>>::gather(from.add(7), offsets);
                    // What may be read ends with the memory.
                    for (step, by) in [(1, 1), (0, 5), (20, 26), (1, 3), (7, 8)] {
                        let offset = |i: usize| (i * step + by / 2) / by;
                        let offsets = V::I32::from_fn(|i| offset(i) as i32);
                        let first = last - offset(lanes - 1);
                        let spread = <On<$T, V>>::spread(from.add(first), offsets);
                        for i in 0..lanes {
                            assert_eq!(spread.lane(i), source[first + offset(i)]);
                        }
                    }
                    for i in 0..lanes {
                        assert_eq!(unit.lane(i), source[3 + i]);
                        assert_eq!(strided.lane(i), source[last - 1 - 4 * i]);
                        assert_eq!(gathered.lane(i), source[i * i % lanes]);
                    }
                    store::<V, $T, true>(to.add(1), 1, strided);
                    store::<V, $T, false>(to.add(last), -4, unit);
                }
                let mut wanted = source.clone();
                for i in 0..lanes {
                    wanted[1 + i] = source[last - 1 - 4 * i];
                }
                for i in 0..lanes {
                    wanted[last - 4 * i] = source[3 + i];
                }
                assert_eq!(target, wanted);
                })
            }

            #[test]
            fn sampling() {
                on_every_set!(|V| { sampled::<V, $T, 1>(); });
                on_every_set!(|V| { sampled::<V, $T, 2>(); });
                on_every_set!(|V| { sampled::<V, $T, 3>(); });
                on_every_set!(|V| { sampled::<V, $T, 4>(); });
                on_every_set!(|V| { sampled::<V, $T, 5>(); });
                on_every_set!(|V| { sampled::<V, $T, 11>(); });
                on_every_set!(|V| { sampled::<V, $T, -1>(); });
                on_every_set!(|V| { sampled::<V, $T, -2>(); });
                on_every_set!(|V| { sampled::<V, $T, -3>(); });
            }
        }
    )*};
}

common! { u8 i8 u16 i16 u32 i32 f32 f64 }

macro_rules! integers {
    ($($test:ident $T:ident |$a:ident, $b:ident| $distance:expr, $size:expr;)*) => {$(
        #[test]
        fn $test() {
            binary! { $T:
                add |a, b| a + b => a.wrapping_add(b);
                sub |a, b| a - b => a.wrapping_sub(b);
                mul |a, b| a * b => a.wrapping_mul(b);
                div |a, b| a / b => if b == 0 { 0 } else { a.wrapping_div(b) };
                rem |a, b| a % b => if b == 0 { 0 } else { a.wrapping_rem(b) };
                third |a, _b| a.div_by::<3>() => a / 3;
                rest |a, _b| a.rem_by::<3>() => a % 3;
                seventh |a, _b| a.div_by::<7>() => a / 7;
                eighth |a, _b| a.div_by::<8>() => a / 8;
                hundredth |a, _b| a.div_by::<100>() => a / 100;
                last |a, _b| a.div_by::<{ $T::MAX as i64 }>() => a / $T::MAX;
                first |a, _b| a.div_by::<{ $T::MIN as i64 }>() => if $T::MIN == 0 { 0 } else { a.wrapping_div($T::MIN) };
                back |a, _b| a.div_by::<{ (0 as $T).wrapping_sub(3) as i64 }>() => a / (0 as $T).wrapping_sub(3);
                neg |a, _b| -a => a.wrapping_neg();
                abs |$a, _b| $a.abs() => $size;
                abs_diff |$a, $b| $a.abs_diff($b) => $distance;
                and |a, b| a & b => a & b;
                or |a, b| a | b => a | b;
                xor |a, b| a ^ b => a ^ b;
                not |a, _b| !a => !a;
                shl |a, b| a.shl(b) => a.wrapping_shl(b as u32);
                shr |a, b| a.shr(b) => a.wrapping_shr(b as u32);
                shl_by |a, _b| a.shl_by(3) => a.wrapping_shl(3);
                shr_by |a, _b| a.shr_by(5) => a.wrapping_shr(5);
                shl_by_far |a, _b| a.shl_by(33) => a.wrapping_shl(33);
                shr_by_far |a, _b| a.shr_by(33) => a.wrapping_shr(33);
                saturating_add |a, b| a.saturating_add(b) => a.saturating_add(b);
                saturating_sub |a, b| a.saturating_sub(b) => a.saturating_sub(b);
            }
        }
    )*};
}

integers! {
    arithmetic_of_u8 u8 |a, b| a.abs_diff(b), a;
    arithmetic_of_i8 i8 |a, b| a.max(b).wrapping_sub(a.min(b)), a.wrapping_abs();
    arithmetic_of_u16 u16 |a, b| a.abs_diff(b), a;
    arithmetic_of_i16 i16 |a, b| a.max(b).wrapping_sub(a.min(b)), a.wrapping_abs();
    arithmetic_of_u32 u32 |a, b| a.abs_diff(b), a;
    arithmetic_of_i32 i32 |a, b| a.max(b).wrapping_sub(a.min(b)), a.wrapping_abs();
}

macro_rules! floats {
    ($($test:ident $T:ident;)*) => {$(
        #[test]
        fn $test() {
            binary! { $T:
                add |a, b| a + b => a + b;
                sub |a, b| a - b => a - b;
                mul |a, b| a * b => a * b;
                div |a, b| a / b => a / b;
                rem |a, b| a % b => a % b;
                neg |a, _b| -a => -a;
                abs |a, _b| a.abs() => a.abs();
                abs_diff |a, b| a.abs_diff(b) => (a - b).abs();
                sqrt |a, _b| a.sqrt() => a.sqrt();
                floor |a, _b| a.floor() => a.floor();
                ceil |a, _b| a.ceil() => a.ceil();
                round |a, _b| a.round() => a.round();
                trunc |a, _b| a.trunc() => a.trunc();
                mul_add |a, b| a.mul_add(b, b) => a.mul_add(b, b);
                square_and_addend |a, b| a.mul_add(a, b) => a.mul_add(a, b);
                rest_of_a_product |a, b| a.mul_add(b, -(a * b)) => a.mul_add(b, -(a * b));
            }
        }
    )*};
}

floats! {
    arithmetic_of_f32 f32;
    arithmetic_of_f64 f64;
}

#[test]
fn masks_combine_lane_by_lane() {
    fn check<V: Isa>() {
        for bits in 0..=255u8 {
            let a = V::Mask::from_fn(|i| bits >> (i % 4) & 1 == 1);
            let b = V::Mask::from_fn(|i| bits >> (4 + i % 4) & 1 == 1);
            for i in 0..V::LANES {
                let (x, y) = (a.lane(i), b.lane(i));
                assert_eq!((a & b).lane(i), x & y);
                assert_eq!((a | b).lane(i), x | y);
                assert_eq!((a ^ b).lane(i), x ^ y);
                assert_eq!((!a).lane(i), !x);
                assert!(V::Mask::splat(true).lane(i) && !V::Mask::splat(false).lane(i));
            }
        }
    }
    on_every_set!(|V| { check::<V>() });
    check::<Scalar>();
}

#[test]
fn iota_counts_and_wraps() {
    on_every_set!(|V| {
        for (base, step) in [(0, 1), (-5, 3), (i32::MAX - 2, 1), (7, i32::MIN), (1, -1)] {
            let lanes = V::iota(base, step);
            for i in 0..V::LANES {
                assert_eq!(lanes.lane(i), base.wrapping_add(step.wrapping_mul(i as i32)));
            }
            assert_eq!(Scalar::iota(base, step).lane(0), base);
        }
    });
}

#[test]
fn products_of_words_are_added_in_pairs() {
    on_every_set!(|V| {
        for (a, b) in pairs::<V, i16>() {
            let (c, d) = (b.map(|x| x.wrapping_add(1)), a.map(|x| x.wrapping_mul(3)));
            let [a_, b_, c_, d_] = [a, b, c, d].map(wide::<V, i16>);
            let (low, high) = (V::pair(a_, b_), V::pair(c_, d_));
            let (sum, alike) = (V::dot(low, high), V::pair_alike(a_, b_));
            for i in 0..V::LANES {
                let pair = |low: i16, high: i16| i32::from(high) << 16 | i32::from(low as u16);
                assert_eq!(low.lane(i), pair(a[i], b[i]));
                assert_eq!(alike.lane(i), pair(a[0], b[0]));
                let product = |x: i16, y: i16| i32::from(x) * i32::from(y);
                assert_eq!(sum.lane(i), product(a[i], c[i]).wrapping_add(product(b[i], d[i])));
            }
        }
        let least = V::I32::splat(0x8000_8000_u32 as i32);
        assert_eq!(V::dot(least, least).lane(0), i32::MIN);
    });
}

fn quotients_of<V: Isa, const STEP: i32, const BY: i32>(first: isize) {
    let (all, beyond) = (quotients::<V, STEP, BY>(first), quotient_distances::<V, STEP, BY>(first));
    let floor = |i: usize| (first + STEP as isize * i as isize).div_euclid(BY as isize);
    for i in 0..V::LANES {
        assert_eq!(all.lane(i), floor(i) as i32, "({first} + {i} * {STEP}) / {BY}");
        assert_eq!(beyond.lane(i) as isize, floor(i) - floor(0), "({first} + {i} * {STEP}) / {BY}");
    }
}

#[test]
fn quotients_are_floors() {
    on_every_set!(|V| {
        let big = (1isize << 33) + 5;
        for first in [0, 5, -1, -9, 4099, big, i32::MAX as isize - 3] {
            quotients_of::<V, 1, 2>(first);
            quotients_of::<V, { -3 }, 8>(first);
            quotients_of::<V, 20, 26>(first);
            quotients_of::<V, { -20 }, 13>(first);
            quotients_of::<V, 1, 3>(first);
            quotients_of::<V, 250, 99>(first);
            quotients_of::<V, 1, 8159>(first);
        }
    });
}

/// Casts with a clamp around them, for every value and some ranges.
fn clamped_casts<V: Isa, T: Values>(of: impl Fn(i32) -> T)
where
    On<T, V>: FloatLanes<V, Elem = T>,
    On<T, Scalar>: FloatLanes<Scalar, Elem = T>,
{
    for (x, _) in pairs::<V, T>() {
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

#[test]
fn generic_code_needs_no_bounds_beyond_the_instruction_set() {
    fn body<V: Isa>(x: V::F32, y: V::U8) -> V::F32 {
        let scaled = cast::<V, u8, f32>(y) * V::F32::splat(0.5) + x;
        let inverted = V::F32::splat(1.0) / -scaled - x % V::F32::splat(3.0);
        V::F32::select(scaled.lt(x) | inverted.ge(x), scaled.sqrt(), inverted.max(scaled))
    }
    fn show<T: Debug>(x: T) -> String {
        format!("{x:?}")
    }
    on_every_set!(|V| {
        let vector = body::<V>(Lanes::<V>::splat(2.5), Lanes::<V>::splat(9));
        let scalar = body::<Scalar>(Lane(2.5), Lane(9));
        assert_eq!(show(vector.lane(7)), show(scalar.0));
    });
}

#[test]
fn processors_with_avx2_use_it() {
    let sets = InstructionSet::available();
    assert_eq!(sets[0], InstructionSet::Build);
    #[cfg(all(target_arch = "x86_64", not(all(target_feature = "avx2", target_feature = "fma"))))]
    {
        let has = std::arch::is_x86_feature_detected!("avx2")
            && std::arch::is_x86_feature_detected!("fma");
        assert_eq!(sets.contains(&InstructionSet::Avx2), has);
        if !has {
            eprintln!("NOT TESTED: the lanes on AVX2, which this processor lacks");
        }
    }
    #[cfg(not(all(
        target_arch = "x86_64",
        not(all(target_feature = "avx2", target_feature = "fma"))
    )))]
    assert!(std::panic::catch_unwind(|| on(InstructionSet::Avx2, || ())).is_err());
}

/// Looks up every entry of a table of this size, with every distance between lanes.
fn looked_up<V: Isa, const ENTRIES: usize>() {
    let table: Vec<u8> = (0..ENTRIES).map(|i| (i * 37 + i / 256) as u8).collect();
    for shift in 0..ENTRIES {
        let number = |lane: usize| (shift + lane * (shift % 131)) % ENTRIES;
        let at = V::I32::from_fn(|lane| number(lane) as i32);
        let same = |found: V::U8| {
            for lane in 0..V::LANES {
                let entry = number(lane);
                assert_eq!(found.lane(lane), table[entry], "entry {entry} of {ENTRIES}");
            }
        };
        // SAFETY: the numbers are less than the table's entries.
        same(unsafe { V::look_up::<ENTRIES>(table.as_ptr(), at) });
        if ENTRIES <= 256 {
            let at = V::U8::from_fn(|lane| number(lane) as u8);
            // SAFETY: as before.
            same(unsafe { V::look_up_bytes::<ENTRIES>(table.as_ptr(), at) });
        }
    }
}

#[test]
fn tables() {
    on_every_set!(tables: true, |V| {
        looked_up::<V, 1>();
        looked_up::<V, 16>();
        looked_up::<V, 64>();
        looked_up::<V, 65>();
        looked_up::<V, 128>();
        looked_up::<V, 129>();
        looked_up::<V, 256>();
        looked_up::<V, 1024>();
        looked_up::<V, 1025>();
        looked_up::<V, 1152>();
    });
}
