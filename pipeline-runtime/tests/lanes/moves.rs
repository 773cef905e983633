//! Loads and stores, and lanes that change places.

use std::ops::Range;

use pipeline_runtime::access::{load_every, store_every};
use pipeline_runtime::exec::{InstructionSet, Kernel, launch, on};
use pipeline_runtime::lanes::pair::Twice;
use pipeline_runtime::lanes::prefix::{Max, Min, PrefixOp, Product, Sum, prefix};
use pipeline_runtime::lanes::*;

use super::common::*;

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

/// The lanes the other way round, and the last one everywhere.
fn reversed<V: Isa, T: Values>() {
    let vector = On::<T, V>::from_fn(|i| T::from_i64(i as i64 % 101));
    let (found, last) = (vector.reverse(), vector.last());
    for i in 0..V::LANES {
        assert!(found.lane(i).same(vector.lane(V::LANES - 1 - i)), "lane {i} of {found:?}");
        assert!(last.lane(i).same(vector.lane(V::LANES - 1)), "lane {i} of {last:?}");
    }
    // From the last element of memory to the first, and back.
    let source: Box<[T]> = (0..V::LANES).map(|i| vector.lane(i)).collect();
    let mut target = source.clone();
    let last = V::LANES as isize - 1;
    // SAFETY: the elements before the last one, and itself, are the whole arrays.
    unsafe {
        let lanes = load_every::<V, T, true, -1>(source.as_ptr(), last, 1);
        store_every::<V, T, true, -1>(target.as_mut_ptr(), last, 1, vector);
        for i in 0..V::LANES {
            assert!(lanes.lane(i).same(found.lane(i)), "lane {i} of {lanes:?}");
            assert!(target[i].same(found.lane(i)), "element {i} of {target:?}");
        }
    }
}

/// Each lane combined with those before it, of integers.
fn combined<V: Isa, T: Values, C: PrefixOp>(none: T, both: fn(T, T) -> T) {
    let vector = On::<T, V>::from_fn(|i| T::from_i64((i as i64 * 37 + 11) % 101 - 50));
    let found = prefix::<V, _, C>(vector, On::<T, V>::splat(none));
    let mut so_far = none;
    for i in 0..V::LANES {
        so_far = both(so_far, vector.lane(i));
        assert!(found.lane(i).same(so_far), "lane {i} of {found:?}");
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

/// What copies blocks of rows as columns.
type Transpose<T> = unsafe fn(*const T, isize, *mut T, isize);

/// Rows as columns, from memory and to memory with gaps between them.
fn transposed<T: Values>(block: TransposeBlock, transpose: Transpose<T>) {
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
    let lanes = TransposeBlock { rows: V::LANES, columns: V::LANES };
    transposed::<T>(lanes, On::<T, V>::transpose);
    transposed::<T>(On::<T, V>::LARGE, On::<T, V>::transpose_large);
}

macro_rules! moved {
    ($($T:ident)*) => {$(
        mod $T {
            use super::*;

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
                on_every_set!(|V| { reversed::<V, $T>() });
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

moved! { u8 i8 u16 i16 u32 i32 f32 f64 }

macro_rules! combined {
    ($($name:ident $T:ident)*) => {$(
        #[test]
        fn $name() {
            combined::<Scalar, $T, Sum>(0, $T::wrapping_add);
            on_every_set!(|V| { combined::<V, $T, Sum>(0, $T::wrapping_add) });
            on_every_set!(|V| { combined::<V, $T, Product>(1, $T::wrapping_mul) });
            on_every_set!(|V| { combined::<V, $T, Min>($T::MAX, Ord::min) });
            on_every_set!(|V| { combined::<V, $T, Max>($T::MIN, Ord::max) });
        }
    )*};
}

combined! {
    bytes_before u8 signed_bytes_before i8 words_before u16 signed_words_before i16
    doublewords_before u32 signed_doublewords_before i32
}
