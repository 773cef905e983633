//! What it takes to sort values apart that lanes read at a distance from each other.

use crate::ir::{Affine, Index, VarId};
use crate::schedule::align::rate;
use crate::schedule::speed::ONE_BY_ONE;

/// Reads of a source at a distance from lane to lane, each index once.
pub struct SortedReads<'a> {
    /// The variable that differs between lanes.
    lane: VarId,
    /// What is read outside of windows.
    rows: Vec<SortedRow<'a>>,
    /// Operations a point for what is read in windows.
    in_windows: f64,
}

/// Reads of neighbours in a row, every so many of which a vector has.
struct SortedRow<'a> {
    /// The index without the place in the row.
    index: &'a [Index],
    /// The place without its constant.
    along: Affine,
    /// How far lanes are apart.
    every: i64,
    /// The first element of the neighbours, of which there are as many as lanes are apart.
    first: i64,
    /// How many of the neighbours are read.
    read: i64,
}

impl<'a> SortedReads<'a> {
    /// None yet.
    pub fn new(lane: VarId) -> SortedReads<'a> {
        SortedReads { lane, rows: Vec::new(), in_windows: 0.0 }
    }

    /// Adds one, which is made for so many points of windows if it stands in some.
    pub fn add(&mut self, index: &'a [Index], windows: Option<f64>) {
        let Some((Index::Affine(last), index)) = index.split_last() else { return };
        let every = match rate(last, self.lane) {
            (every, 1) if every.abs() > 1 => every.abs(),
            _ => return,
        };
        if let Some(points) = windows {
            self.in_windows += alone(every) * points;
            return;
        }
        let (along, constant) = (last.without_constant(), last.constant());
        let first = constant - constant.rem_euclid(every);
        let same = |row: &&mut SortedRow<'_>| {
            row.every == every && row.first == first && row.along == along && row.index == index
        };
        match self.rows.iter_mut().find(same) {
            Some(row) => row.read += 1,
            None => self.rows.push(SortedRow { index, along, every, first, read: 1 }),
        }
    }

    /// Operations a point, beyond a load for each, to sort them apart.
    ///
    /// Where all neighbours between two lanes are read, as many vectors are loaded as there are,
    /// and each is the result of a shuffle for every power of two. Of fewer each is put together by
    /// itself: of all vectors that have some of its elements, or of its elements one by one, if
    /// that is less. So is each read in windows.
    pub fn operations(&self) -> f64 {
        let of_row = |row: &SortedRow<'_>| match row.read == row.every {
            true => row.every as f64 * (row.every as f64).log2(),
            false => row.read as f64 * alone(row.every),
        };
        self.in_windows + self.rows.iter().map(of_row).sum::<f64>()
    }
}

/// Operations beyond a load to put a vector together whose lanes are so far apart.
fn alone(every: i64) -> f64 {
    (2.0 * (every - 1) as f64).min(ONE_BY_ONE)
}
