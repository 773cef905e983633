//! Element types, in every place that has one.

use pipeline::{Image, pipeline};

use crate::agree::agree;
use crate::common::{Pixel, assert_image, noise};

pipeline! {
    /// Every type as input, intermediate, scalar and output.
    fn every_type<T: u8, i8, u16, i16, u32, i32, f32, f64>(img: [T; rows, cols], k: T) -> (sum3, top)
    {
        border img = clamp;
        bright(y, x) = max(img(y, x), k);
        sum3(y, x) = bright(y, x) + img(y, x - 1) + img(y, x + 1);
        top(y, x) = if bright(y, x) == k { 1 } else { bright(y, x) };
    }
}

/// The sum is given, because wrapping is written differently for integers and floats.
fn check_type<T: Pixel + every_type::Element<Output0 = T, Output1 = T> + PartialOrd>(
    one: T,
    add: fn(T, T) -> T,
) {
    for shape in [[1, 1], [3, 33], [5, 16], [2, 71]] {
        let img = noise::<T, 2>(shape, 7);
        let k = T::random(12_345);
        let (sum, top) = agree!(every_type(&img, k); sum, top);
        let max = |a: T, b: T| if a > b { a } else { b };
        assert_image(&sum, shape, |[y, x]| {
            let left = img[[y, x.saturating_sub(1)]];
            let right = img[[y, (x + 1).min(shape[1] - 1)]];
            add(add(max(img[[y, x]], k), left), right)
        });
        assert_image(&top, shape, |at| if img[at] > k { img[at] } else { one });
    }
}

#[test]
fn all_eight_types() {
    check_type::<u8>(1, u8::wrapping_add);
    check_type::<i8>(1, i8::wrapping_add);
    check_type::<u16>(1, u16::wrapping_add);
    check_type::<i16>(1, i16::wrapping_add);
    check_type::<u32>(1, u32::wrapping_add);
    check_type::<i32>(1, i32::wrapping_add);
    check_type::<f32>(1.0, |a, b| a + b);
    check_type::<f64>(1.0, |a, b| a + b);
}

pipeline! {
    /// All types at once in one loop nest, so with lanes of different widths.
    fn mixed(a: [u8; n], b: [i16; n], c: [i32; n], d: [f64; n]) -> (out, narrow, wide) {
        out(i) = a(i) as f32 + b(i) as f32 + c(i) as f32 + d(i) as f32;
        narrow(i) = (a(i) as i32 + b(i) as i32 + c(i)) as u8;
        wide(i) = a(i) as f64 * d(i) + b(i) as f64;
    }
}

#[test]
fn types_of_different_widths_in_one_nest() {
    for n in [1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 65] {
        let a = noise::<u8, 1>([n], 1);
        let b = noise::<i16, 1>([n], 2);
        let c = noise::<i32, 1>([n], 3);
        let d = noise::<f64, 1>([n], 4);
        let (out, narrow, wide) = agree!(mixed(&a, &b, &c, &d); out, narrow, wide);
        assert_image(&out, [n], |i| a[i] as f32 + b[i] as f32 + c[i] as f32 + d[i] as f32);
        assert_image(&narrow, [n], |i| {
            (i32::from(a[i]) + i32::from(b[i])).wrapping_add(c[i]) as u8
        });
        assert_image(&wide, [n], |i| f64::from(a[i]) * d[i] + f64::from(b[i]));
    }
}

pipeline! {
    /// Scalars of several types, `size` among them, and names that are keywords or Rust's own.
    fn scalars(r#type: [u8; n], k: i16, f: f64, r#in: u8, count: size, usize: i32, p: f32) -> rows {
        rows(i) in [0..count] =
            r#type(0) as f64 + k as f64 * f - r#in as f64 + (usize + count + n) as f64 + p as f64;
    }
}

#[test]
fn scalars_and_sizes_as_values() {
    let img = Image::new([3], 10u8);
    let out = agree!(scalars(&img, -3, 0.5, 200, 2, 1000, 0.25));
    assert_eq!(out.as_slice(), [10.0 - 1.5 - 200.0 + 1000.0 + 2.0 + 3.0 + 0.25; 2]);
}

macro_rules! made_by_a_macro {
    ($name:ident, $t:ident, $k:literal) => {
        pipeline! {
            fn $name(img: [$t; n]) -> out { out(i) = img(i) * $k; }
        }
    };
}
made_by_a_macro!(doubled, u8, 2);
made_by_a_macro!(halved, f32, 0.5);

#[test]
fn a_pipeline_can_be_written_by_a_macro() {
    assert_eq!(agree!(doubled(&Image::new([2], 200u8))).as_slice(), [144; 2]);
    assert_eq!(agree!(halved(&Image::new([2], 3f32))).as_slice(), [1.5; 2]);
}
