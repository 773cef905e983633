use super::*;
use crate::access::Src;
use crate::lanes::{I32x8, Wide};
use Coordinate::{Byte, Each, From, Same};

type U8x8 = <Wide as Isa>::U8;

#[test]
fn far_points_are_told_from_near_ones() {
    assert!(is_near(&[0, 5], &[3, 8], &[4, 1]));
    assert!(is_near(&[0, 5], &[-1, 8], &[isize::MAX, 1]), "an array without points");
    assert!(is_near(&[0], &[i32::MAX as isize], &[-1]));
    assert!(!is_near(&[0], &[i32::MAX as isize + 1], &[1]));
    assert!(!is_near(&[0, 0], &[1 << 20, 9], &[1 << 20, 1]));
    assert!(!is_near(&[0], &[4], &[isize::MIN]));
    assert!(!is_near(&[3_000_000_000], &[3_000_000_009], &[1]));
    assert!(!is_near(&[-3_000_000_009], &[-3_000_000_000], &[1]));
}

#[test]
fn elements_are_gathered_near_and_far() {
    let data: Vec<u16> = (0..60).collect();
    let near = Src::new(data.as_ptr(), [10, 1], [-2, 100], [3, 109]);
    // The last row exists only as a number: nothing reads it.
    let far = Src::new(data.as_ptr(), [10, 1], [-2, 100], [1 << 30, 109]);
    for src in [near, far] {
        let rows = I32x8::from_fn(|i| i as i32 % 6 - 2);
        let cols = I32x8::from_fn(|i| 109 - i as i32);
        for i in 0..8 {
            let (row, col) = (i % 6, 9 - i);
            // SAFETY: rows -2 to 3 and columns 100 to 109 are inside.
            unsafe {
                let both = src.gather::<Wide, true>([Each(rows), Each(cols)]);
                assert_eq!(both.lane(i) as usize, 10 * row + col);
                let one = src.gather::<Wide, false>([Same(1), Each(cols)]);
                assert_eq!(one.lane(i) as usize, 30 + col);
                let cols = U8x8::from_fn(|i| 109 - i as u8);
                let bytes = src.gather::<Wide, true>([Same(-1), Byte(cols)]);
                assert_eq!(bytes.lane(i) as usize, 10 + col);
                let back = I32x8::from_fn(|i| -(i as i32));
                let from = src.gather::<Wide, true>([Each(rows), From(109, back)]);
                assert_eq!(from.lane(i) as usize, 10 * row + col);
            }
        }
    }
    let beyond = I32x8::from_fn(|i| [i32::MIN, -3, -2, 0, 3, 4, 99, i32::MAX][i]);
    // SAFETY: the array is not empty.
    let clamped =
        unsafe { near.gather_redirected::<Wide, true>([Each(beyond), Same(7)], Border::Clamp) };
    for (i, row) in [0, 0, 0, 2, 5, 5, 5, 5].into_iter().enumerate() {
        assert_eq!(clamped.lane(i), 10 * row);
    }
    let bytes = U8x8::from_fn(|i| [0, 99, 100, 101, 108, 109, 110, 255][i]);
    // SAFETY: the array is not empty.
    let clamped =
        unsafe { near.gather_redirected::<Wide, true>([Same(-2), Byte(bytes)], Border::Clamp) };
    for (i, col) in [0, 0, 0, 1, 8, 9, 9, 9].into_iter().enumerate() {
        assert_eq!(clamped.lane(i), col);
    }
    // SAFETY: the array is not empty.
    let both = unsafe {
        near.gather_redirected::<Wide, true>([Each(beyond), Same(7)], Border::Constant(99))
    };
    assert!(both.to_array().iter().all(|value| *value == 99), "column 7 is outside");
    let beyond_lanes = Src::new(data.as_ptr(), [1], [3_000_000_000], [3_000_000_059]);
    let step = I32x8::from_fn(|i| 2 * i as i32);
    // SAFETY: the array is not empty.
    let (first, inside) = unsafe {
        let first = beyond_lanes.gather_redirected::<Wide, true>([Each(beyond)], Border::Clamp);
        (
            first,
            beyond_lanes
                .gather_redirected::<Wide, true>([From(3_000_000_007, step)], Border::Clamp),
        )
    };
    for i in 0..8 {
        assert_eq!((first.lane(i), inside.lane(i) as usize), (0, 7 + 2 * i));
    }
}

/// Every mode, next to an array, far outside of it and where coordinates wrap.
#[test]
fn coordinates_are_redirected_in_lanes_as_each_by_itself() {
    let data: Vec<u16> = (0..60).collect();
    let arrays = [
        Src::new(data.as_ptr(), [10, 1], [-2, 100], [3, 109]),
        Src::new(data.as_ptr(), [10, 1], [i32::MAX as isize - 2, -7], [i32::MAX as isize, -7]),
        Src::new(data.as_ptr(), [10, 1], [i32::MIN as isize, 0], [i32::MIN as isize + 4, 1]),
        Src::new(data.as_ptr(), [10, 1], [-2, 100], [-2, 109]),
    ];
    let modes =
        [Border::Clamp, Border::Mirror, Border::Mirror101, Border::Repeat, Border::Constant(777)];
    let ends = [i32::MIN, i32::MIN + 1, i32::MIN + 7, i32::MAX - 7, i32::MAX - 1, i32::MAX];
    let numbers: Vec<i32> = ends.into_iter().chain(-16..16).chain(90..122).collect();
    for array in arrays {
        for mode in modes {
            for (k, row) in numbers.iter().enumerate() {
                let column = |i: usize| numbers[(k + 5 * i) % numbers.len()];
                let columns = I32x8::from_fn(column);
                let rows = I32x8::splat(*row);
                // SAFETY: the array is not empty.
                let found = unsafe {
                    array.gather_redirected::<Wide, true>([Each(rows), Each(columns)], mode)
                };
                for i in 0..8 {
                    let at = [*row, column(i)].map(|i| i as isize);
                    // SAFETY: likewise.
                    let expected = unsafe { array.border_resolved(at, mode) };
                    assert_eq!(found.lane(i), expected, "{mode:?} at {at:?} of {array:?}");
                }
            }
        }
    }
    let empty = Src::new(data.as_ptr(), [10, 1], [0, 0], [3, -1]);
    let columns = I32x8::from_fn(|i| i as i32 - 4);
    // SAFETY: of an array without elements there is only the constant.
    let none = unsafe {
        empty.gather_redirected::<Wide, true>([Same(1), Each(columns)], Border::Constant(5))
    };
    assert_eq!(none.to_array(), [5; 8]);
}
