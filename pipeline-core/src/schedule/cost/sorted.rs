//! What it takes to sort values apart that lanes read at a distance from each other.

use crate::analysis::reads::for_each_read;
use crate::ir::{Affine, Block, Index, Source, VarId, WindowVar};
use crate::schedule::align::rate;
use crate::schedule::speed::ONE_BY_ONE;

/// Reads of neighbours in a row, every so many of which a vector has.
struct SortedRow<'a> {
    /// The index without the place in the row.
    index: Vec<&'a Index>,
    /// The place without its constant.
    along: Affine,
    /// How far lanes are apart.
    every: i64,
    /// The first element of the neighbours, of which there are as many as lanes are apart.
    first: i64,
    /// Which of the neighbours are read.
    read: Vec<i64>,
}

/// Operations a point of a block, beyond a load for each, to sort apart what it reads of a source.
///
/// Where all neighbours between two lanes are read, as many vectors are loaded as there are, and
/// each is the result of a shuffle for every power of two. Of fewer each is put together by itself:
/// of all vectors that have some of its elements, or of its elements one by one, if that is less.
/// What stands in windows is read `times` for each point, by itself.
pub fn sorting(
    block: &Block,
    source: Source,
    lane: VarId,
    times: &dyn Fn(&[WindowVar]) -> f64,
) -> f64 {
    let mut rows: Vec<SortedRow<'_>> = Vec::new();
    let mut in_windows = 0.0;
    for_each_read(block, &mut |read, windows| {
        if read.source != source {
            return;
        }
        let Some((Index::Affine(last), index)) = read.index.split_last() else { return };
        let every = match rate(last, lane) {
            (every, 1) if every.abs() > 1 => every.abs(),
            _ => return,
        };
        if !windows.is_empty() {
            in_windows += alone(every) * times(windows);
            return;
        }
        let (along, element) = (last.without_constant(), last.constant().rem_euclid(every));
        let first = last.constant() - element;
        let index: Vec<&Index> = index.iter().collect();
        let same = |row: &&mut SortedRow<'_>| {
            row.every == every && row.first == first && row.along == along && row.index == index
        };
        match rows.iter_mut().find(same) {
            Some(row) if row.read.contains(&element) => {}
            Some(row) => row.read.push(element),
            None => rows.push(SortedRow { index, along, every, first, read: vec![element] }),
        }
    });
    let together = |row: &SortedRow<'_>| match row.read.len() as i64 == row.every {
        true => row.every as f64 * (row.every as f64).log2(),
        false => row.read.len() as f64 * alone(row.every),
    };
    in_windows + rows.iter().map(together).sum::<f64>()
}

/// Operations beyond a load to put a vector together whose lanes are so far apart.
fn alone(every: i64) -> f64 {
    (2.0 * (every - 1) as f64).min(ONE_BY_ONE)
}
