use super::{StageSlices, Stream};
use crate::analysis::order::order;
use crate::analysis::together::RowPrices;
use crate::ir::text::parse;
use crate::schedule::cost::Figures;

/// What is found of how a stage over some dimensions, which adds up some points of `img`, reads it.
fn found<T>(img: &str, dims: &str, domain: &str, reads: &[&str], of: impl Fn(&Stream) -> T) -> T {
    let mut text = format!(
        "pipeline p\nsize n ~ 64\ninput img: f32 [{img}]\n\
         stage out({dims}): f32 in [{domain}] {{\n  case {{\n"
    );
    for (i, read) in reads.iter().enumerate() {
        text += &format!("    %{i}: f32 = read img({read})\n");
    }
    let (mut value, mut next) = (0, reads.len());
    for i in 1..reads.len() {
        text += &format!("    %{next}: f32 = add %{value}, %{i}\n");
        (value, next) = (next, next + 1);
    }
    text += &format!("    yield %{value}\n  }}\n}}\noutput out\n");
    let p = parse(&text).unwrap_or_else(|e| panic!("line {}: {}\n{text}", e.line, e.message));
    let order = order(&p).expect("an acyclic graph");
    of(&Figures::new(&p, &order, &RowPrices::default()).stages[0].reads[0])
}

/// The slices along the first dimension.
fn slices(img: &str, dims: &str, domain: &str, reads: &[&str]) -> StageSlices {
    found(img, dims, domain, reads, |stream| stream.slices[0])
}

/// What it takes to sort apart some points of a picture.
fn sorting(reads: &[&str]) -> f64 {
    found("-8..=4*n, -8..=8*n", "y, x", "0..=n, 0..=n", reads, |stream| stream.sorting)
}

fn of_picture(reads: &[&str]) -> StageSlices {
    slices("-8..=4*n, -8..=4*n", "y, x", "0..=n, 0..=n", reads)
}

#[test]
fn rows_of_a_picture_are_slices() {
    let taps = ["y - 1, x", "y, x - 1", "y, x + 1", "y + 1, x"];
    assert_eq!(of_picture(&taps), StageSlices { read: 3.0, new: 1.0 });
    assert_eq!(of_picture(&["y, x"]), StageSlices { read: 1.0, new: 1.0 });
}

#[test]
fn rows_come_at_the_rate_of_the_index() {
    let down = ["2*y - 1, x", "2*y, x", "2*y + 1, x", "2*y + 2, x"];
    assert_eq!(of_picture(&down), StageSlices { read: 4.0, new: 2.0 });
    assert_eq!(of_picture(&["2*y, x"]), StageSlices { read: 1.0, new: 1.0 });
    assert_eq!(of_picture(&["y/2, x", "y/2 + 1, x"]), StageSlices { read: 2.0, new: 0.5 });
}

#[test]
fn planes_of_a_cube_are_slices_and_their_rows_are_not() {
    let taps = ["z - 1, y, x", "z, y - 1, x", "z, y, x", "z, y + 1, x", "z + 1, y, x"];
    let cube = "-1..=n + 1, -1..=n + 1, -1..=n + 1";
    let found = slices(cube, "z, y, x", "0..=n, 0..=n, 0..=n", &taps);
    assert_eq!(found, StageSlices { read: 3.0, new: 1.0 });
}

#[test]
fn rows_of_colours_are_none_of_them_read_again() {
    let colours = ["0, y, x", "1, y, x", "2, y, x"];
    let found = slices("0..=2, 0..=n, 0..=n", "y, x", "0..=n, 0..=n", &colours);
    assert_eq!(found, StageSlices { read: 3.0, new: 3.0 });
}

#[test]
fn what_does_not_follow_the_rows_is_not_read_again() {
    let found = slices("0..=3, 0..=n", "y, x", "0..=n, 0..=n", &["0, x", "1, x"]);
    assert_eq!(found, StageSlices { read: 2.0, new: 2.0 });
}

#[test]
fn neighbours_of_lanes_are_sorted_apart_together() {
    assert_eq!(sorting(&["y, x", "y, x + 1", "2*y, x", "y, x/2"]), 0.0);
    assert_eq!(sorting(&["y, 2*x", "y, 2*x + 1"]), 2.0);
    assert_eq!(sorting(&["y, 4*x - 4", "y, 4*x - 3", "y, 4*x - 2", "y, 4*x - 1"]), 8.0);
    // Of two rows each by itself.
    assert_eq!(sorting(&["y, 2*x", "y, 2*x + 1", "y + 1, 2*x", "y + 1, 2*x + 1"]), 4.0);
}

#[test]
fn lanes_without_all_of_their_neighbours_are_put_together_one_by_one() {
    assert_eq!(sorting(&["y, 2*x"]), 2.0);
    // The neighbour of the last is read by nobody.
    assert_eq!(sorting(&["y, 2*x", "y, 2*x + 1", "y, 2*x + 2"]), 4.0);
    assert_eq!(sorting(&["y, 4*x", "y, 4*x + 2"]), 12.0);
    assert_eq!(sorting(&["y, 8*x"]), 14.0);
}
