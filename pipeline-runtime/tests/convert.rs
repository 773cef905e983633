//! Foreign buffers as views, and back.
#![cfg(any(feature = "image", feature = "ndarray"))]

use pipeline_runtime::{AsView, AsViewMut, Image};

#[cfg(feature = "image")]
mod image_buffers {
    use super::*;
    use image::{GrayImage, ImageBuffer, Luma, LumaA, Rgb, RgbImage, Rgba};
    use pipeline_runtime::Error;

    #[test]
    fn grey_buffers_are_rows_and_columns() {
        let mut buffer = GrayImage::from_fn(5, 3, |x, y| Luma([(y * 10 + x) as u8]));
        let view = AsView::<u8, 2>::as_view(&buffer);
        assert_eq!((view.shape(), view.strides(), view.get([2, 4])), ([3, 5], [5, 1], Some(24)));
        assert_eq!(view.as_ptr(), buffer.as_raw().as_ptr());
        assert!(buffer.as_view_mut().set([1, 2], 99));
        assert_eq!(buffer.get_pixel(2, 1).0, [99]);
    }

    #[test]
    fn colour_buffers_are_interleaved() {
        let rgb = ImageBuffer::from_fn(4, 2, |x, y| Rgb([x as u16, y as u16, 7]));
        assert_eq!((rgb.as_view().shape(), rgb.as_view().get([1, 3, 0])), ([2, 4, 3], Some(3)));
        let rgba = ImageBuffer::from_fn(4, 2, |x, _| Rgba([x as f32, 0.0, 0.5, 1.0]));
        assert_eq!(rgba.as_view().get([0, 3, 0]), Some(3.0));
        let mut la = ImageBuffer::from_fn(4, 2, |x, _| LumaA([x as u8, 255]));
        assert!(la.as_view_mut().set([1, 1, 1], 3));
        assert_eq!(la.get_pixel(1, 1).0, [1, 3]);
    }

    #[test]
    fn containers_may_be_borrowed_or_too_long() {
        let samples = [1u8, 2, 3, 4, 5, 6, 7];
        let borrowed = ImageBuffer::<Luma<u8>, &[u8]>::from_raw(3, 2, &samples).unwrap();
        assert_eq!(borrowed.as_view().to_image().as_slice(), [1, 2, 3, 4, 5, 6]);
        let owned = ImageBuffer::<Luma<u8>, _>::from_raw(3, 2, samples.to_vec()).unwrap();
        assert_eq!(Image::from(owned).as_slice(), [1, 2, 3, 4, 5, 6]);
    }

    #[test]
    fn images_become_buffers_and_come_back() {
        let grey = Image::<u16, 2>::from_fn([3, 5], |[y, x]| (y * 300 + x) as u16);
        let buffer = grey.clone().into_grey().unwrap();
        assert_eq!((buffer.dimensions(), buffer.get_pixel(4, 2).0), ((5, 3), [604]));
        assert_eq!(Image::from(buffer), grey);

        let rgb = Image::<u8, 3>::new([2, 4, 3], 9);
        let buffer: RgbImage = rgb.clone().try_into().unwrap();
        let start = buffer.as_raw().as_ptr();
        let back = Image::from(buffer);
        assert_eq!((back.view().as_ptr(), &back), (start, &rgb));

        let error = rgb.into_rgba().unwrap_err();
        assert!(matches!(error, Error::UnsuitableShape { .. }));
        let message = "shape [2, 4, 3] does not fit an RGBA image: [rows, cols, 4] below 2^32";
        assert_eq!(error.to_string(), message);
        assert!(Image::<f32, 3>::new([2, 4, 4], 0.5).into_rgba().is_ok());
    }
}

#[cfg(feature = "ndarray")]
mod arrays {
    use super::*;
    use ndarray::{Array2, Array3, Array4, CowArray, s};

    #[test]
    fn arrays_keep_their_strides() {
        let mut array = Array3::from_shape_fn((2, 3, 4), |(i, j, k)| (i * 100 + j * 10 + k) as i32);
        let view = AsView::<i32, 3>::as_view(&array);
        assert_eq!((view.shape(), view.get([1, 2, 3])), ([2, 3, 4], Some(123)));
        let part = array.slice(s![.., ..;-1, 1..;2]);
        let view = part.as_view();
        assert_eq!((view.shape(), view.get([1, 0, 1])), ([2, 3, 2], Some(123)));
        let mut reversed = array.slice_mut(s![..;-1, .., ..]);
        assert!(reversed.as_view_mut().set([0, 0, 0], -1));
        assert_eq!(array[[1, 0, 0]], -1);
    }

    /// Fills an array of 3 by 2 elements through a view and says what is in it.
    fn filled(mut array: impl AsViewMut<u16, 2> + AsView<u16, 2>) -> Image<u16, 2> {
        let mut view = array.as_view_mut();
        let indices = (0..3).flat_map(|y| (0..2).map(move |x| [y, x]));
        indices.for_each(|[y, x]| assert!(view.set([y, x], (y * 10 + x) as u16)));
        array.as_view().to_image()
    }

    #[test]
    fn arrays_that_copy_on_write_are_written_in_their_own_memory() {
        let expected = Image::<u16, 2>::from_fn([3, 2], |[y, x]| (y * 10 + x) as u16);
        let whole = Array2::<u16>::from_elem((60, 20), 7);
        // Copied on the first write, the elements lie closer together than before.
        let sparse = s![..;20, ..;10];
        assert_eq!(filled(CowArray::from(whole.slice(sparse))), expected);
        assert_eq!(filled(CowArray::from(whole.slice(s![..;-20, 1..;-10]))), expected);
        assert_eq!(filled(CowArray::from(whole.slice(s![..3, ..2]).reversed_axes().t())), expected);
        let shared = whole.into_shared();
        assert_eq!(filled(shared.clone().slice_move(sparse)), expected);
        assert_eq!(filled(shared.slice(sparse).to_shared()), expected);
        assert!(shared.iter().all(|v| *v == 7), "others who share the elements see no change");
    }

    #[test]
    fn images_become_arrays_and_come_back() {
        let image = Image::<f32, 2>::from_fn([3, 4], |[y, x]| (y * 10 + x) as f32);
        assert_eq!(image.as_array()[[2, 3]], 23.0);
        let array = Array2::from(image.clone());
        assert_eq!(Image::from(array.reversed_axes()), image.view().permute([1, 0]).to_image());
        let empty = Array4::<u8>::zeros((2, 0, 3, 1));
        assert_eq!(Image::from(empty).shape(), [2, 0, 3, 1]);
    }
}
