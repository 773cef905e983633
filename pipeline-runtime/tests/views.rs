//! Views and images: what is accepted, what is refused, and what they show.

use pipeline_runtime::{
    AsView, AsViewMut, Buffer, Error, Image, View, ViewMut, interleaved, planar,
};

fn counting(shape: [usize; 2]) -> Image<i32, 2> {
    Image::from_fn(shape, |[y, x]| (y * 100 + x) as i32)
}

#[test]
fn a_slice_must_have_as_many_elements_as_its_shape() {
    let data = [1u8, 2, 3, 4, 5, 6];
    let view = View::from_slice(&data, [2, 3]).unwrap();
    assert_eq!((view.shape(), view.strides(), view.len()), ([2, 3], [3, 1], 6));
    assert_eq!(view.get([1, 2]), Some(6));
    assert_eq!(view.get([2, 0]), None);
    let error = View::from_slice(&data, [2, 4]).unwrap_err();
    assert_eq!(error.to_string(), "shape [2, 4] does not have the 6 elements given");
    let error = View::from_slice(&data, [usize::MAX, 2]).unwrap_err();
    assert!(matches!(error, Error::LengthMismatch { .. }));
    assert!(Image::from_vec(data.to_vec(), [7]).is_err());
}

#[test]
fn strides_must_stay_in_the_slice() {
    let data: Vec<u16> = (0..12).collect();
    let reversed = View::from_slice_strided(&data, [3, 2], [-4, -2], 11).unwrap();
    assert_eq!(reversed.get([0, 0]), Some(11));
    assert_eq!(reversed.get([2, 1]), Some(1));
    let constant = View::from_slice_strided(&data, [1000, 1000], [0, 0], 5).unwrap();
    assert_eq!(constant.get([999, 999]), Some(5));

    for (shape, strides, offset) in [
        ([3, 2], [-4, -2], 9),
        ([3, 4], [4, 1], 1),
        ([1, 1], [0, 0], 12),
        ([usize::MAX, usize::MAX], [isize::MAX, isize::MIN], 0),
        ([2, 2], [isize::MIN, isize::MAX], 3),
        ([usize::MAX, 2], [1, 1], usize::MAX),
    ] {
        let error = View::from_slice_strided(&data, shape, strides, offset).unwrap_err();
        assert!(matches!(error, Error::OutOfSlice { .. }), "{shape:?} {strides:?}: {error}");
    }
}

#[test]
fn mutable_strides_must_not_overlap() {
    let mut data = [0u8; 24];
    for (shape, strides) in [([2, 3], [3, 1]), ([3, 2], [1, 3]), ([4, 3], [6, 2]), ([1, 4], [0, 1])]
    {
        assert!(ViewMut::from_slice_strided(&mut data, shape, strides, 0).is_ok());
    }
    for (shape, strides) in
        [([2, 3], [2, 1]), ([2, 2], [0, 1]), ([3, 3], [1, 1]), ([3, 3], [3, -3])]
    {
        let error = ViewMut::from_slice_strided(&mut data, shape, strides, 12).unwrap_err();
        assert!(
            matches!(error, Error::OverlappingStrides { .. }),
            "{shape:?} {strides:?}: {error}"
        );
    }
}

#[test]
fn empty_views_have_no_elements() {
    let empty: [f32; 0] = [];
    let view = View::from_slice(&empty, [0, 5]).unwrap();
    assert!(view.is_empty());
    assert_eq!(view.get([0, 0]), None);
    assert_eq!(view.flip(0).flip(1).crop(1, 2..5).to_image().shape(), [0, 3]);
    assert!(View::from_slice_strided(&empty, [3, 0], [isize::MAX, isize::MIN], 99).is_ok());
    let image = Image::<f32, 3>::new([4, 0, usize::MAX], 1.0);
    assert!(image.is_empty() && image.as_slice().is_empty());
    assert_eq!(image.clone(), image);
}

#[test]
fn sizes_beyond_the_address_space_are_errors() {
    for len in [usize::MAX, usize::MAX / 4, isize::MAX as usize / 4 + 1] {
        assert!(matches!(Buffer::<f32>::uninit(len), Err(Error::SizeOverflow { .. })), "{len}");
    }
    // SAFETY: no image results.
    let image = unsafe { Image::<f64, 2>::uninit([1 << 40, 1 << 40]) };
    assert!(matches!(image, Err(Error::SizeOverflow { .. })));
    let buffer = Buffer::<f64>::uninit(1 << 55);
    assert!(matches!(buffer, Err(Error::OutOfMemory { .. })));
}

#[test]
fn large_and_small_buffers_are_aligned() {
    for len in [1, 3, 1000, 1 << 20, (1 << 20) + 7] {
        let mut buffer = Buffer::<f32>::uninit(len).unwrap();
        assert_eq!(buffer.as_ptr().align_offset(64), 0);
        // SAFETY: the last element of the buffer.
        unsafe { buffer.as_mut_ptr().add(len - 1).write(1.0) };
        assert_eq!(buffer.len(), len);
    }
}

#[test]
fn views_can_be_permuted_cropped_flipped_and_sliced() {
    let image = counting([4, 6]);
    let view = image.view();
    assert_eq!(view.permute([1, 0]).get([5, 3]), Some(305));
    assert_eq!(view.crop(0, 1..3).crop(1, 2..6).to_image()[[1, 3]], 205);
    assert_eq!(view.flip(1).get([2, 0]), Some(205));
    assert_eq!(view.flip(0).flip(1).get([0, 0]), Some(305));
    assert_eq!(view.at(0, 2).to_image().as_slice(), [200, 201, 202, 203, 204, 205]);
    assert_eq!(view.at(1, 5).to_image().as_slice(), [5, 105, 205, 305]);
    assert!(view.as_slice().is_some() && view.crop(0, 1..3).as_slice().is_some());
    assert!(view.crop(1, 0..5).as_slice().is_none() && view.flip(0).as_slice().is_none());
    assert!(view.crop(1, 6..6).is_empty());
}

#[test]
#[should_panic(expected = "range 2..5 is not within extent 4 of dimension 0")]
fn cropping_beyond_the_extent_panics() {
    counting([4, 6]).view().crop(0, 2..5);
}

#[test]
#[should_panic(expected = "do not name every dimension once")]
fn permuting_by_something_else_panics() {
    counting([4, 6]).view().permute([1, 1]);
}

#[test]
#[should_panic(expected = "index [4, 0] is outside shape [4, 6]")]
fn indexing_outside_panics() {
    let _ = counting([4, 6])[[4, 0]];
}

#[test]
fn mutable_views_write_through() {
    let mut image = Image::<u8, 2>::new([3, 4], 0);
    {
        let mut part = image.view_mut().crop(0, 1..3).flip(1);
        assert!(part.set([0, 0], 7));
        assert!(!part.set([2, 0], 9));
        assert!(part.view_mut().permute([1, 0]).set([3, 1], 5));
    }
    image[[0, 0]] = 3;
    assert_eq!(image.as_slice(), [3, 0, 0, 0, 0, 0, 0, 7, 5, 0, 0, 0]);
}

#[test]
fn vectors_pass_through_images_without_a_copy() {
    let mut vec = Vec::with_capacity(100);
    vec.extend(0..12u32);
    let start = vec.as_ptr();
    let image = Image::from_vec(vec, [3, 4]).unwrap();
    assert_eq!(image.view().as_ptr(), start);
    let vec = image.into_vec();
    assert_eq!((vec.as_ptr(), vec.capacity()), (start, 100));
    assert_eq!(counting([2, 2]).into_vec(), [0, 1, 100, 101]);
    assert_eq!(Image::<u8, 1>::from_vec(Vec::new(), [0]).unwrap().into_vec(), Vec::<u8>::new());
}

#[test]
fn planes_and_pixels_are_the_same_memory() {
    let image = Image::<u8, 3>::from_fn([2, 3, 4], |[y, x, c]| (y * 100 + x * 10 + c) as u8);
    let planes = planar(image.view());
    assert_eq!((planes.shape(), planes.get([3, 1, 2])), ([4, 2, 3], Some(123)));
    assert_eq!(interleaved(planes).to_image(), image);
}

#[test]
fn references_and_views_are_views() {
    fn sum<A: AsView<i32, 2>>(input: &A) -> i32 {
        input.as_view().to_image().as_slice().iter().sum()
    }
    fn clear<A: AsViewMut<i32, 2>>(output: &mut A) {
        assert!(output.as_view_mut().set([0, 0], 0));
    }
    let mut image = Image::<i32, 2>::new([2, 2], 5);
    assert_eq!([sum(&image), sum(&&image), sum(&image.view()), sum(&image.view_mut())], [20; 4]);
    clear(&mut image);
    clear(&mut image.view_mut());
    clear(&mut &mut image);
    assert_eq!(sum(&image), 15);
}

#[test]
fn debug_output_is_short() {
    assert_eq!(format!("{:?}", counting([1, 2])), "Image<i32>([1, 2]) [0, 1]");
    assert_eq!(format!("{:?}", counting([30, 30])), "Image<i32>([30, 30])");
    assert_eq!(format!("{:?}", counting([1, 2]).view()), "View<i32>([1, 2], strides [2, 1])");
}

#[test]
fn errors_read_well_and_travel() {
    fn travels<T: Send + Sync + 'static>(_: &T) {}
    use pipeline_runtime::Sizes;
    let sizes = || Sizes(vec![("rows", 13), ("cols", 640)]);
    let cases = [
        (
            Error::ExtentMismatch {
                input: "img",
                dimension: 1,
                expected: "cols + 2",
                value: 642,
                found: 640,
            },
            "input `img`, dimension 1: expected `cols + 2` = 642, found 640",
        ),
        (
            Error::ExtentMismatch {
                input: "table",
                dimension: 0,
                expected: "4",
                value: 4,
                found: 3,
            },
            "input `table`, dimension 0: expected 4, found 3",
        ),
        (
            Error::ZeroExtent { input: "img", dimension: 0 },
            "input `img`, dimension 0: the extent is zero",
        ),
        (
            Error::UnsolvableExtent {
                input: "img",
                dimension: 0,
                expected: "2 * n",
                size: "n",
                found: 7,
            },
            "input `img`, dimension 0: extent 7 is not `2 * n` for any integer n",
        ),
        (
            Error::ConstraintViolated { clause: "rows % 8 == 0", sizes: Sizes(vec![("rows", 13)]) },
            "the clause `rows % 8 == 0` does not hold for rows = 13",
        ),
        (
            Error::TooSmall { stage: "out", dimension: 0, sizes: sizes(), smallest: "rows >= 15" },
            "`out` would have no points in dimension 0 for rows = 13, cols = 640; it needs \
             rows >= 15",
        ),
        (
            Error::TooSmall { stage: "out", dimension: 0, sizes: sizes(), smallest: "" },
            "`out` would have no points in dimension 0 for rows = 13, cols = 640",
        ),
        (
            Error::Io {
                path: "in.png".into(),
                cause: std::io::Error::new(std::io::ErrorKind::NotFound, "no such file"),
            },
            "in.png: no such file",
        ),
        (
            Error::OutputShape { output: "out", expected: vec![3, 4], found: vec![3, 5] },
            "output `out`: expected shape [3, 4], found [3, 5]",
        ),
    ];
    for (error, message) in cases {
        travels(&error);
        assert_eq!(error.to_string(), message);
        // As `fn main() -> Result<()>` prints it.
        assert_eq!(format!("{error:?}"), message);
        // Who prints the chain of causes prints nothing twice.
        assert!(std::error::Error::source(&error).is_none());
    }
}

/// Every element of an image in its place, whatever the strides of the view that it copies.
fn check_copy<const R: usize>(view: View<'_, i32, R>) {
    let image = view.to_image();
    assert_eq!(
        (image.shape(), image.strides()),
        (view.shape(), Image::new(view.shape(), 0).strides())
    );
    assert!(image == Image::from_fn(view.shape(), |at| view.get(at).unwrap()), "{view:?}");
    assert!(image.clone() == image && image.clone().into_vec() == image.as_slice());
}

#[test]
fn views_are_copied_in_their_own_order() {
    // Larger than what one task takes, with prime extents.
    let colour = Image::from_fn([83, 211, 3], |[y, x, c]| (y * 1000 + x * 10 + c) as i32);
    let colour = colour.view();
    for threads in [1, 2, 3] {
        rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(|| {
            check_copy(colour);
            check_copy(pipeline_runtime::planar(colour));
            check_copy(pipeline_runtime::interleaved(pipeline_runtime::planar(colour)));
            check_copy(colour.permute([2, 1, 0]).flip(0));
            check_copy(colour.permute([1, 0, 2]).crop(2, 1..3).flip(2));
            check_copy(colour.crop(0, 5..71).crop(1, 1..2));
            check_copy(colour.crop(1, 0..0));
            check_copy(colour.at(2, 1));
            check_copy(colour.at(1, 17));
            check_copy(colour.at(0, 3).at(0, 2));
            let pixels = View::from_slice(colour.as_slice().unwrap(), [83 * 211, 3]).unwrap();
            check_copy(pixels.at(1, 2));
            check_copy(pixels.permute([1, 0]));
        });
    }
    let numbers: Vec<i32> = (0..100_003).collect();
    check_copy(View::from_slice_strided(&numbers, [50_001], [-2], 100_001).unwrap());
    check_copy(View::from_slice_strided(&numbers, [7, 5, 3, 2], [0, 1, -4, 9], 50).unwrap());
    check_copy(View::from_slice(&numbers, [1, 100_003, 1, 1]).unwrap());
}

#[test]
fn views_may_have_more_elements_than_can_be_counted() {
    let byte = [7u8];
    let many = View::from_slice_strided(&byte, [usize::MAX, 2, 3], [0; 3], 0).unwrap();
    assert_eq!((many.len(), many.is_empty()), (usize::MAX, false));
    assert_eq!(many.get([usize::MAX - 1, 1, 2]), Some(7));
    assert_eq!((many.flip(0).strides(), many.as_slice()), ([0; 3], None));
    let none = View::from_slice_strided(&byte, [usize::MAX, 2, 0], [isize::MIN; 3], 0).unwrap();
    assert_eq!((none.len(), none.is_empty()), (0, true));
    let mut byte = byte;
    let none = ViewMut::from_slice_strided(&mut byte, [usize::MAX, 2, 0], [1; 3], 0).unwrap();
    assert_eq!(none.len(), 0);
}
