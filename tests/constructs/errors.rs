//! What a call refuses, and in which words.

use pipeline::{Error, Image, View, ViewMut, pipeline};

pipeline! {
    fn strict(a: [u8; rows, 2*cols + 1], b: [f32; cols, 3], m: size) -> (out, line)
    where rows >= 2
    {
        out(y, x) in [0..rows, 0..cols] = a(y, 2*x) as f32 + b(x, 2);
        line(i) in [0..m - 2] = a(0, 0);
    }
}

/// The message for these shapes, the same from all ways to call.
fn message(a: [usize; 2], b: [usize; 2], m: usize) -> String {
    let (a, b) = (Image::new(a, 0u8), Image::new(b, 0f32));
    let message = strict(&a, &b, m).expect_err("the shapes are wrong").to_string();
    assert_eq!(strict::reference(&a, &b, m).unwrap_err().to_string(), message);
    let (mut out, mut line) = (Image::new([1, 1], 0f32), Image::new([1], 0u8));
    assert_eq!(strict::into(&a, &b, m, &mut out, &mut line).unwrap_err().to_string(), message);
    message
}

#[test]
fn shapes_that_do_not_fit() {
    let expected = "input `a`, dimension 1: expected `2*cols + 1` = 7, found";
    assert_eq!(message([4, 8], [3, 3], 9), format!("{expected} 8"));
    assert_eq!(message([4, 1], [3, 3], 9), format!("{expected} 1"));
    assert_eq!(message([7, 4], [3, 3], 9), format!("{expected} 4"));
    assert_eq!(message([4, 7], [3, 4], 9), "input `b`, dimension 1: expected 3, found 4");
    assert_eq!(message([1, 7], [3, 3], 9), "the clause `rows >= 2` does not hold for rows = 1");
}

pipeline! {
    fn odd(a: [u8; 2*n + 1, m - 2]) -> out { out(i) = a(2*n, i); }
}

#[test]
fn extents_that_no_size_has() {
    let message = |shape: [usize; 2]| odd(&Image::new(shape, 0u8)).unwrap_err().to_string();
    for found in [1, 2, 4] {
        let wrong = format!("extent {found} is not `2*n + 1` for any integer n");
        assert_eq!(message([found, 3]), format!("input `a`, dimension 0: {wrong}"));
    }
    assert_eq!(odd(&Image::new([3, 1], 9u8)).unwrap().as_slice(), [9]);
}

#[test]
fn empty_inputs() {
    assert_eq!(message([0, 7], [3, 3], 9), "input `a`, dimension 0: the extent is zero");
    assert_eq!(message([4, 0], [3, 3], 9), "input `a`, dimension 1: the extent is zero");
    assert_eq!(message([4, 7], [0, 3], 9), "input `b`, dimension 0: the extent is zero");
    assert_eq!(message([4, 7], [3, 0], 9), "input `b`, dimension 1: the extent is zero");
}

#[test]
fn size_arguments() {
    assert_eq!(message([4, 7], [3, 3], 0), "the clause `m >= 1` does not hold for m = 0");
    assert_eq!(
        message([4, 7], [3, 3], 1 << 31),
        "size overflow: size `m` = 2147483648 exceeds 2^31 - 1"
    );
    assert_eq!(
        message([4, 7], [3, 3], 2),
        "`line` would have no points in dimension 0 for rows = 4, cols = 3, m = 2; it needs m >= 3"
    );
}

#[test]
fn outputs_of_the_wrong_shape() {
    let (a, b) = (Image::new([4, 7], 1u8), Image::new([3, 3], 1f32));
    let call = |out: [usize; 2], line: usize| {
        let (mut out, mut line) = (Image::new(out, -5f32), Image::new([line], 77u8));
        let result = strict::into(&a, &b, 6, &mut out, &mut line);
        if result.is_err() {
            // Nothing was written.
            assert!(out.as_slice().iter().all(|v| *v == -5.0));
            assert!(line.as_slice().iter().all(|v| *v == 77));
        }
        result.map_err(|e| e.to_string())
    };
    assert_eq!(call([4, 3], 4), Ok(()));
    let message = |r: Result<(), String>| r.unwrap_err();
    assert_eq!(message(call([3, 4], 4)), "output `out`: expected shape [4, 3], found [3, 4]");
    assert_eq!(message(call([4, 4], 4)), "output `out`: expected shape [4, 3], found [4, 4]");
    assert_eq!(message(call([0, 3], 4)), "output `out`: expected shape [4, 3], found [0, 3]");
    assert_eq!(message(call([4, 3], 5)), "output `line`: expected shape [4], found [5]");
}

pipeline! {
    fn plain(a: [u8; n], b: [u8; n, m]) -> out { out(i) = a(i) + b(i, 0); }
}

#[test]
fn extents_beyond_i32() {
    // Memory of one byte, seen over and over.
    let byte = [3u8];
    let n = 1usize << 31;
    let a = View::from_slice_strided(&byte, [n], [0], 0).unwrap();
    let b = View::from_slice_strided(&byte, [n, 1], [0, 0], 0).unwrap();
    let wide = View::from_slice_strided(&byte, [1, n], [0, 0], 0).unwrap();
    let one = View::from_slice(&byte, [1]).unwrap();
    let message = |a, b| plain(&a, &b).unwrap_err().to_string();
    assert_eq!(
        message(a, b),
        "size overflow: input `a`, dimension 0: extent 2147483648 exceeds 2^31 - 1"
    );
    assert_eq!(
        message(one, wide),
        "size overflow: input `b`, dimension 1: extent 2147483648 exceeds 2^31 - 1"
    );
    assert!(matches!(plain(&a, &b), Err(Error::SizeOverflow { .. })));
}

pipeline! {
    fn grown(a: [f64; n], rows: size) -> out {
        border a = clamp;
        out(z, y, x) in [0..rows, 0..rows, 0..rows] = a(z + y + x);
    }
}

#[test]
fn results_beyond_the_address_space() {
    let a = Image::new([2], 1f64);
    let rows = (1 << 31) - 1;
    let error = grown(&a, rows).unwrap_err();
    assert!(matches!(error, Error::SizeOverflow { .. }), "{error}");
    assert_eq!(
        error.to_string(),
        "size overflow: shape [2147483647, 2147483647, 2147483647] of 8-byte elements exceeds the \
         address space"
    );
    assert_eq!(grown::reference(&a, rows).unwrap_err().to_string(), error.to_string());
    let mut small = [0f64; 8];
    let mut view = ViewMut::from_slice(&mut small, [2, 2, 2]).unwrap();
    assert!(matches!(grown::into(&a, rows, &mut view), Err(Error::OutputShape { .. })));
}
