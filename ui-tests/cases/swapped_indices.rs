//! Indices in the order of the columns, then of the rows.

pipeline::pipeline! {
    fn broken(img: [f32; rows, cols]) -> (a, b) {
        a(y, x) in [0..rows, 0..cols] = img(x, y);
        b(x, y) in [0..cols, 0..rows] = img(x, y) + img(x - 1, y);
    }
}
