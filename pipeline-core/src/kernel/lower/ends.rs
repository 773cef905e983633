//! Where the vectors of a row reach beyond the ends of what they load from.

use super::NestContext;
use crate::analysis::interior::insides;
use crate::analysis::reads::{SourceRead, for_each_read};
use crate::analysis::solve::{Solved, solve};
use crate::ir::{Affine, Atom, Index, VarId};
use crate::kernel::{LineEnds, RowEnds};
use crate::loops::Bound;

/// The points of the loop of a compute over `lane` between which all loads are inside, if it
/// resolves ends.
pub fn ends(cx: &NestContext<'_>, compute: usize, lane: VarId) -> Option<RowEnds> {
    let compute = &cx.computes[compute];
    if !compute.access.resolves_ends() {
        return None;
    }
    let (mut first, mut last, mut lines) = (Vec::new(), Vec::new(), Vec::new());
    for_each_read(&compute.value, &mut |SourceRead { source, index, .. }, windows| {
        let buffer = cx.buffer(source);
        if buffer.border.is_none() {
            return;
        }
        for (dim, (index, interval)) in index.iter().zip(&buffer.domain.0).enumerate() {
            let Index::Affine(a) = index else { continue };
            if !a.mentions_var(lane) {
                continue;
            }
            add(&mut lines, LineEnds { source, dim });
            for inside in insides(a, interval, windows) {
                match solve(&inside, &Atom::Var(lane)) {
                    Solved::Lower(e) => add_end(&mut first, e, |distance| distance <= 0),
                    Solved::Upper(e) => add_end(&mut last, e, |distance| distance >= 0),
                    Solved::Free | Solved::Mixed => {}
                }
            }
        }
    });
    Some(RowEnds { first: Bound::Max(first), last: Bound::Min(last), lines })
}

fn add<T: PartialEq>(list: &mut Vec<T>, one: T) {
    if !list.contains(&one) {
        list.push(one);
    }
}

/// Adds an end that none of those known implies; an end at this distance from another one is
/// implied by it.
fn add_end(known: &mut Vec<Affine>, end: Affine, is_implied: impl Fn(i64) -> bool) {
    let implied = |end: &Affine, by: &Affine| end.sub(by).as_constant().is_some_and(&is_implied);
    if !known.iter().any(|of| implied(&end, of)) {
        known.retain(|of| !implied(of, &end));
        known.push(end);
    }
}
