//! Loads across the rows of a source, and stages whose points lie in memory in another order.

use pipeline::{Image, pipeline};

use pipeline_runtime::exec::{InstructionSet, on};
use pipeline_runtime::stream;

use crate::agree::agree;
use crate::common::{assert_image, noise};

pipeline! {
    fn transposed<T: u8, i16, f32, f64>(img: [T; rows, cols]) -> out {
        out(x, y) = img(y, x);
    }
}

pipeline! {
    fn added(img: [f64; rows, cols], other: [f64; cols, rows]) -> out {
        out(x, y) = img(y, x) * 2.0 + other(x, y);
    }
}

pipeline! {
    fn turned(img: [u8; rows, cols]) -> (left, right) {
        left(y, x) in [0..cols, 0..rows] = img(x, cols - 1 - y);
        right(y, x) in [0..cols, 0..rows] = img(rows - 1 - x, y);
    }
}

pipeline! {
    fn neighbours(img: [f32; planes, rows, cols]) -> out {
        out(p, y, x) in [0..planes, 1..cols - 1, 0..rows - 1] =
            img(p, x, y - 1) + 2.0 * img(p, x + 1, y) - img(p, x, y + 1) * (x as f32);
    }
}

pipeline! {
    #[schedule(layout(by_columns(x, y), smooth(x, y)), no_fuse(by_columns))]
    fn columns_first(img: [i32; rows, cols]) -> out {
        border img = clamp;
        border by_columns = mirror;
        by_columns(y, x) = 3 * img(y, x + 1) - img(y, x);
        smooth(y, x) = by_columns(y - 1, x) + by_columns(y + 1, x);
        border smooth = clamp;
        out(y, x) = smooth(y - 1, x) + smooth(y, x - 1) + by_columns(y, x);
    }
}

const SHAPES: [[usize; 2]; 8] =
    [[1, 1], [1, 9], [17, 1], [7, 8], [63, 64], [64, 65], [131, 67], [70, 200]];

#[test]
fn rows_become_columns() {
    for [h, w] in SHAPES {
        let bytes = noise::<u8, 2>([h, w], 1);
        assert_image(&agree!(transposed(&bytes)), [w, h], |[x, y]| bytes[[y, x]]);
        let words = noise::<i16, 2>([h, w], 2);
        assert_image(&agree!(transposed(&words)), [w, h], |[x, y]| words[[y, x]]);
        let singles = noise::<f32, 2>([h, w], 3);
        assert_image(&agree!(transposed(&singles)), [w, h], |[x, y]| singles[[y, x]]);
        let doubles = noise::<f64, 2>([h, w], 4);
        assert_image(&agree!(transposed(&doubles)), [w, h], |[x, y]| doubles[[y, x]]);
    }
}

/// Results so large that they are written past the caches, with rows that share cache lines.
#[test]
fn large_results() {
    let [h, w] = [1021, 1039];
    let doubles = noise::<f64, 2>([h, w], 9);
    let other = noise::<f64, 2>([w, h], 10);
    for set in InstructionSet::available() {
        let transposed = on(*set, || transposed(&doubles)).unwrap();
        assert!(transposed.as_slice().len() * 8 >= stream::LARGE);
        assert_image(&transposed, [w, h], |[x, y]| doubles[[y, x]]);
        let sum = on(*set, || added(&doubles, &other)).unwrap();
        assert_image(&sum, [w, h], |[x, y]| doubles[[y, x]] * 2.0 + other[[x, y]]);
    }
}

#[test]
fn pictures_turn_either_way() {
    for [h, w] in SHAPES {
        let img = noise::<u8, 2>([h, w], 5);
        let (left, right) = agree!(turned(&img); left, right);
        assert_image(&left, [w, h], |[y, x]| img[[x, w - 1 - y]]);
        assert_image(&right, [w, h], |[y, x]| img[[h - 1 - x, y]]);
    }
}

#[test]
fn views_that_are_not_dense_turn_too() {
    let img = noise::<f32, 2>([90, 140], 6);
    let part = img.view().crop(0, 3..80).crop(1, 7..139).flip(1);
    let dense = part.to_image();
    let [h, w] = dense.shape();
    assert_image(&agree!(transposed(&part)), [w, h], |[x, y]| dense[[y, x]]);
}

#[test]
fn neighbours_across_rows() {
    for [h, w] in SHAPES.into_iter().filter(|[h, w]| *h > 1 && *w > 2) {
        let img = noise::<f32, 3>([3, h, w], 7);
        drop::<Image<f32, 3>>(agree!(neighbours(&img)));
    }
}

#[test]
fn the_order_in_memory_changes_no_value() {
    let plan = columns_first::plan().to_string();
    assert!(plan.contains("layout(by_columns(x, y))"), "{plan}");
    assert!(columns_first::loops().contains("layout [1, 0]"), "{}", columns_first::loops());
    for [h, w] in SHAPES {
        drop::<Image<i32, 2>>(agree!(columns_first(&noise::<i32, 2>([h, w], 8))));
    }
}
