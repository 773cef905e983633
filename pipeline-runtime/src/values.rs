//! Whether scalars and the points of inputs have the values that are declared of them.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::entry::{Check, Outcome};
use crate::exec::{for_each, is_serial};
use crate::{Element, Error, View};

/// Elements that one task looks at: much more than it takes to begin a task.
const GRAIN: usize = 1 << 16;

/// A scalar whose values are declared.
///
/// # Errors
/// [`Check::Values`].
pub fn expect_scalar<T: Element>(
    scalar: &'static str,
    value: T,
    least: T,
    largest: T,
) -> Outcome<()> {
    if least <= value && value <= largest {
        return Ok(());
    }
    let what = format!("scalar `{scalar}` is {value}");
    Check::Values.refuse(Error::ValueOutOfRange {
        what,
        least: text(least),
        largest: text(largest),
    })
}

/// An input the values of whose elements are declared. All of them are looked at, in parallel where
/// they are many.
///
/// # Errors
/// [`Check::Values`], which names the first element.
pub fn expect_values<T: Element, const R: usize>(
    input: &'static str,
    view: View<'_, T, R>,
    least: T,
    largest: T,
) -> Outcome<()> {
    let rows = ViewRows { view, least, largest };
    let count = rows.count();
    let few = (GRAIN / view.shape()[R - 1].max(1)).max(1);
    let tasks = count.div_ceil(few);
    let of_task = |task: usize| (task * few..count.min((task + 1) * few)).all(|r| rows.fits(r));
    let fits = match tasks > 1 && !is_serial() {
        true => {
            let fits = AtomicBool::new(true);
            // The others need not be looked at once there is one that does not.
            for_each(tasks, &|task| {
                if fits.load(Relaxed) && !of_task(task) {
                    fits.store(false, Relaxed);
                }
            });
            fits.into_inner()
        }
        false => (0..tasks).all(of_task),
    };
    if fits {
        return Ok(());
    }
    let what = rows.first_outside().map_or(String::new(), |(index, value)| {
        format!("input `{input}`, element {index:?} is {value}")
    });
    Check::Values.refuse(Error::ValueOutOfRange {
        what,
        least: text(least),
        largest: text(largest),
    })
}

fn text<T: Element>(value: T) -> String {
    value.to_string()
}

/// The rows of a view along its last dimension, by number, and the values that they may have.
struct ViewRows<'a, T, const R: usize> {
    view: View<'a, T, R>,
    least: T,
    largest: T,
}

impl<T: Element, const R: usize> ViewRows<'_, T, R> {
    fn count(&self) -> usize {
        self.view.shape()[..R - 1].iter().product()
    }

    /// The index of the first element of a row.
    fn index(&self, mut row: usize) -> [usize; R] {
        let mut index = [0; R];
        for d in (0..R - 1).rev() {
            let extent = self.view.shape()[d];
            index[d] = row % extent;
            row /= extent;
        }
        index
    }

    /// Whether all values of a row are in range.
    fn fits(&self, row: usize) -> bool {
        let (index, strides) = (self.index(row), self.view.strides());
        let (extent, stride) = (self.view.shape()[R - 1], strides[R - 1]);
        let offsets = index.iter().zip(strides).map(|(i, stride)| *i as isize * stride);
        let first = self.view.as_ptr().wrapping_offset(offsets.sum());
        let inside = |value: T| (self.least <= value) & (value <= self.largest);
        if stride == 1 {
            // SAFETY: the elements of a row whose neighbours are adjacent.
            let row = unsafe { std::slice::from_raw_parts(first, extent) };
            return row.iter().fold(true, |all, value| all & inside(*value));
        }
        (0..extent).all(|i| {
            // SAFETY: an element of the view.
            inside(unsafe { *first.wrapping_offset(i as isize * stride) })
        })
    }

    fn first_outside(&self) -> Option<([usize; R], T)> {
        let row = (0..self.count()).find(|row| !self.fits(*row))?;
        let mut index = self.index(row);
        (0..self.view.shape()[R - 1]).find_map(|i| {
            index[R - 1] = i;
            let value = self.view.get(index)?;
            let inside = self.least <= value && value <= self.largest;
            (!inside).then_some((index, value))
        })
    }
}
