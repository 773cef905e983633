//! Arrays of the `ndarray` crate.

use ::ndarray::{Array, ArrayBase, ArrayView, Data, DataMut, Ix1, Ix2, Ix3, Ix4};

use crate::{AsView, AsViewMut, Element, Image, View, ViewMut};

macro_rules! arrays {
    ($($R:literal $Ix:ident),*) => {$(
        impl<T: Element, S: Data<Elem = T>> AsView<T, $R> for ArrayBase<S, $Ix> {
            fn as_view(&self) -> View<'_, T, $R> {
                let shape = std::array::from_fn(|k| self.shape()[k]);
                let strides = std::array::from_fn(|k| self.strides()[k]);
                // SAFETY: an array's strides lead to its own elements, and the borrow of the
                // array keeps them from being written.
                unsafe { View::from_raw(self.as_ptr(), shape, strides) }
            }
        }

        impl<T: Element, S: DataMut<Elem = T>> AsViewMut<T, $R> for ArrayBase<S, $Ix> {
            fn as_view_mut(&mut self) -> ViewMut<'_, T, $R> {
                // First, because an array that shares its elements copies them now, and the copy
                // may have other strides.
                let start = self.as_mut_ptr();
                let shape = std::array::from_fn(|k| self.shape()[k]);
                let strides = std::array::from_fn(|k| self.strides()[k]);
                // SAFETY: as above; the borrow is exclusive, and the strides of a mutable array
                // give every index its own element.
                unsafe { ViewMut::from_raw(start, shape, strides) }
            }
        }

        impl<T: Element> Image<T, $R> {
            /// The image as a borrowed array of `ndarray`, without copying.
            pub fn as_array(&self) -> ArrayView<'_, T, $Ix> {
                ArrayView::from_shape(self.shape(), self.as_slice())
                    .expect("as many elements as the shape")
            }
        }

        /// Copies, unless the image was made from a vector.
        impl<T: Element> From<Image<T, $R>> for Array<T, $Ix> {
            fn from(image: Image<T, $R>) -> Self {
                Array::from_shape_vec(image.shape(), image.into_vec())
                    .expect("as many elements as the shape")
            }
        }

        /// Copies.
        impl<T: Element> From<Array<T, $Ix>> for Image<T, $R> {
            fn from(array: Array<T, $Ix>) -> Self {
                array.as_view().to_image()
            }
        }
    )*};
}

arrays!(1 Ix1, 2 Ix2, 3 Ix3, 4 Ix4);
