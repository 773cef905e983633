//! Arrays that bytes choose: memory of exactly the length that they need, and views of it.

use super::Choices;
use crate::common::{Pixel, index_of};
use pipeline::{Image, Result, View, ViewMut};

/// The most elements of an array that is looked at point by point.
pub const FEW: u128 = 1 << 14;

/// Where the elements of an array lie.
#[derive(Clone, Copy, Debug)]
pub struct Lie<const R: usize> {
    pub shape: [usize; R],
    strides: [isize; R],
    offset: usize,
    /// Elements of the memory.
    len: usize,
    /// Whether all elements are in the memory.
    inside: bool,
}

impl<const R: usize> Lie<R> {
    /// A way for the elements of an array of about this shape to lie in memory.
    fn new(choices: &mut Choices<'_>, shape: [usize; R]) -> Self {
        let shape = shape.map(|extent| choices.extent(extent));
        let mut strides = [0isize; R];
        let mut next = 1isize;
        let first = choices.below(R);
        for k in 0..R {
            // The last dimension is the fastest, or another one.
            let d = (R - 1 + first * k) % R;
            let d = if strides[d] == 0 { d } else { R - 1 - k };
            strides[d] = match choices.below(32) {
                28 => 0,
                29 => next.wrapping_neg(),
                30 => next.wrapping_add(choices.below(5) as isize),
                31 => choices.bits() as isize,
                _ => next,
            };
            next = strides[d].wrapping_abs().wrapping_mul(shape[d] as isize).max(1);
        }
        let (mut first, mut last) = (0i128, 0i128);
        for (extent, stride) in shape.iter().zip(&strides) {
            let reach = (*extent as i128 - 1).saturating_mul(*stride as i128);
            first = first.saturating_add(reach.min(0));
            last = last.saturating_add(reach.max(0));
        }
        let needed = last.saturating_sub(first).saturating_add(1);
        let empty = shape.contains(&0);
        let (mut offset, mut len) = match !empty && needed <= FEW as i128 {
            true => ((-first) as usize, needed as usize),
            false => (choices.below(9), choices.below(9)),
        };
        if choices.one_in(16) {
            offset = choices.below(50);
        }
        if choices.one_in(16) {
            len = choices.below(50);
        }
        let inside = empty
            || (first + offset as i128 >= 0) && last.saturating_add(offset as i128) < len as i128;
        Lie { shape, strides, offset, len, inside }
    }

    /// The number of elements.
    pub fn count(&self) -> u128 {
        let extents = self.shape.iter().map(|n| *n as u128);
        if self.shape.contains(&0) { 0 } else { extents.fold(1, u128::saturating_mul) }
    }

    /// Where every element is; there must be few.
    fn places(&self) -> Vec<usize> {
        let place = |i| {
            let steps = index_of(i, self.shape);
            let steps = steps.iter().zip(&self.strides).map(|(i, s)| *i as isize * s);
            (self.offset as isize + steps.sum::<isize>()) as usize
        };
        (0..self.count() as usize).map(place).collect()
    }
}

/// An input.
pub struct Given<T, const R: usize> {
    pub lie: Lie<R>,
    memory: Box<[T]>,
}

impl<T: Pixel, const R: usize> Given<T, R> {
    /// An array of about this shape.
    pub fn new(choices: &mut Choices<'_>, shape: [usize; R]) -> Self {
        let lie = Lie::new(choices, shape);
        let seed = choices.bits();
        let memory = (0..lie.len as u64).map(|i| T::random(seed.rotate_left(i as u32) ^ i));
        Given { lie, memory: memory.collect() }
    }

    /// The view of it, which there is if all elements are in the memory.
    pub fn view(&self) -> Result<View<'_, T, R>> {
        let Lie { shape, strides, offset, .. } = self.lie;
        let view = View::from_slice_strided(&self.memory, shape, strides, offset);
        assert_eq!(view.is_ok(), self.lie.inside, "{:?}", self.lie);
        view
    }
}

/// A caller's array for a live-out.
pub struct Wanted<T: Pixel, const R: usize> {
    lie: Lie<R>,
    memory: Box<[T]>,
    value: Image<T, R>,
}

impl<T: Pixel, const R: usize> Wanted<T, R> {
    /// An array for this value, of about its shape.
    pub fn new(choices: &mut Choices<'_>, value: Image<T, R>) -> Self {
        let lie = Lie::new(choices, value.shape());
        Wanted { lie, memory: (0..lie.len).map(guard).collect(), value }
    }

    /// Whether it has the shape of the value.
    pub fn fits(&self) -> bool {
        self.lie.shape == self.value.shape()
    }

    /// The view of it, which there is only if its elements are in the memory and apart.
    pub fn view_mut(&mut self) -> Result<ViewMut<'_, T, R>> {
        let Lie { shape, strides, offset, inside, .. } = self.lie;
        let view = ViewMut::from_slice_strided(&mut self.memory, shape, strides, offset);
        assert!(view.is_err() || inside, "{:?}", self.lie);
        if view.is_ok() {
            let mut places = self.lie.places();
            places.sort_unstable();
            assert!(places.windows(2).all(|pair| pair[0] < pair[1]), "{:?}", self.lie);
        }
        view
    }

    /// Asserts that it holds the value, if that was to be written, and that nothing else was.
    pub fn assert_written(&self, written: bool) {
        let mut expected: Vec<T> = (0..self.lie.len).map(guard).collect();
        if written {
            for (place, element) in self.lie.places().into_iter().zip(self.value.as_slice()) {
                expected[place] = *element;
            }
        }
        for (i, (found, expected)) in self.memory.iter().zip(&expected).enumerate() {
            let same = found.bits() == expected.bits();
            assert!(same, "{found:?}, not {expected:?}, at {i} of {:?}", self.lie);
        }
    }
}

/// What the `i`th element of a caller's array holds before anything is written.
fn guard<T: Pixel>(i: usize) -> T {
    T::random(0xA5A5 ^ (i as u64).wrapping_mul(0x9E37_79B9))
}
