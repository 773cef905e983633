//! Entries of rows that lanes look up in registers, and gathers of neighbours, against loads of one
//! after the other.

use pipeline_runtime::exec::{InstructionSet, Kernel, launch, on};
use pipeline_runtime::lanes::*;
use std::ops::Range;

type On<T, V> = <T as Elem>::In<V>;

/// Looks up in rows that end with their memory, all of whose entries differ.
fn entries_on<V: Isa, const ENTRIES: usize>() {
    let rows: [Vec<f32>; 2] =
        [0, 1].map(|row| (0..ENTRIES).map(|i| (100 * row + i) as f32).collect());
    let [first, second] = [rows[0].as_ptr(), rows[1].as_ptr()];
    for shift in 0..ENTRIES + 3 {
        let entry = |i: usize| (i * (shift + 1) + shift) % ENTRIES;
        let row = |i: usize| usize::from(i >= shift);
        let entries = V::I32::from_fn(|i| entry(i) as i32);
        let which = V::I32::from_fn(|i| row(i) as i32);
        // SAFETY: entries are those of the rows.
        let (one, both) = unsafe {
            let one = <On<f32, V>>::of_row::<ENTRIES>(second, entries);
            (one, <On<f32, V>>::of_rows::<ENTRIES>([first, second], which, entries))
        };
        for i in 0..V::LANES {
            assert_eq!(one.lane(i), rows[1][entry(i)], "{ENTRIES} entries, lane {i}");
            assert_eq!(both.lane(i), rows[row(i)][entry(i)], "{ENTRIES} entries, lane {i}");
        }
    }
}

/// Loads neighbours up to the last element of memory.
fn pairs_on<V: Isa>() {
    let numbers: Vec<f32> = (0..200).map(|i| (i * i % 997) as f32).collect();
    let at = |i: usize| if i == 3 { 198 } else { i * 37 % 199 };
    let offsets = V::I32::from_fn(|i| at(i) as i32 - 7);
    // SAFETY: offsets are from element 7 on, and none is the last one's.
    let [low, high] = unsafe { <On<f32, V>>::pairs(numbers.as_ptr().add(7), offsets) };
    for i in 0..V::LANES {
        assert_eq!(low.lane(i), numbers[at(i)], "lane {i}");
        assert_eq!(high.lane(i), numbers[at(i) + 1], "lane {i}");
    }
}

fn all_on<V: Isa>() {
    pairs_on::<V>();
    entries_on::<V, 1>();
    entries_on::<V, 7>();
    entries_on::<V, 8>();
    entries_on::<V, 9>();
    entries_on::<V, 11>();
    entries_on::<V, 16>();
}

struct Test;

impl Kernel for Test {
    unsafe fn run<W: Widths>(&self, _: Range<usize>) {
        all_on::<W::Eight>();
        all_on::<W::Of32>();
        all_on::<W::Of16>();
        all_on::<W::Of8>();
    }
}

#[test]
fn entries_are_those_of_their_rows() {
    all_on::<Scalar>();
    for set in InstructionSet::available() {
        // SAFETY: the kernel has no data.
        on(*set, || unsafe { launch(&Test, 1, 1) });
    }
}
