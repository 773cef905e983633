//! Views of foreign buffers, and the way back.

#[cfg(feature = "image")]
mod image_crate;
#[cfg(feature = "ndarray")]
mod ndarray_crate;

use crate::{Element, Image, View, ViewMut};

/// Memory that can be read as an `R`-dimensional array of `T`, without copying.
///
/// Grey `image` buffers are `[rows, cols]`, others `[rows, cols, channels]`; arrays of `ndarray`
/// keep their dimensions.
pub trait AsView<T: Element, const R: usize> {
    /// The elements.
    fn as_view(&self) -> View<'_, T, R>;
}

/// Memory that can be written as an `R`-dimensional array of `T`.
pub trait AsViewMut<T: Element, const R: usize> {
    /// The elements.
    fn as_view_mut(&mut self) -> ViewMut<'_, T, R>;
}

impl<T: Element, const R: usize, X: AsView<T, R> + ?Sized> AsView<T, R> for &X {
    fn as_view(&self) -> View<'_, T, R> {
        (**self).as_view()
    }
}

impl<T: Element, const R: usize, X: AsView<T, R> + ?Sized> AsView<T, R> for &mut X {
    fn as_view(&self) -> View<'_, T, R> {
        (**self).as_view()
    }
}

impl<T: Element, const R: usize, X: AsViewMut<T, R> + ?Sized> AsViewMut<T, R> for &mut X {
    fn as_view_mut(&mut self) -> ViewMut<'_, T, R> {
        (**self).as_view_mut()
    }
}

impl<T: Element, const R: usize> AsView<T, R> for View<'_, T, R> {
    fn as_view(&self) -> View<'_, T, R> {
        *self
    }
}

impl<T: Element, const R: usize> AsView<T, R> for ViewMut<'_, T, R> {
    fn as_view(&self) -> View<'_, T, R> {
        self.view()
    }
}

impl<T: Element, const R: usize> AsViewMut<T, R> for ViewMut<'_, T, R> {
    fn as_view_mut(&mut self) -> ViewMut<'_, T, R> {
        self.view_mut()
    }
}

impl<T: Element, const R: usize> AsView<T, R> for Image<T, R> {
    fn as_view(&self) -> View<'_, T, R> {
        self.view()
    }
}

impl<T: Element, const R: usize> AsViewMut<T, R> for Image<T, R> {
    fn as_view_mut(&mut self) -> ViewMut<'_, T, R> {
        self.view_mut()
    }
}

/// A view `[rows, cols, channels]` as `[channels, rows, cols]`; nothing is copied.
pub fn planar<T: Element>(view: View<'_, T, 3>) -> View<'_, T, 3> {
    view.permute([2, 0, 1])
}

/// A view `[channels, rows, cols]` as `[rows, cols, channels]`; nothing is copied.
pub fn interleaved<T: Element>(view: View<'_, T, 3>) -> View<'_, T, 3> {
    view.permute([1, 2, 0])
}
