//! Reads through a border: where a border redirects a read, the reading stage gets a case.
//!
//! ```text
//! clamp       i < lo: lo                i > hi: hi
//! mirror      i < lo: 2*lo - 1 - i      i > hi: 2*hi + 1 - i
//! mirror101   i < lo: 2*lo - i          i > hi: 2*hi - i         of one point: lo
//! repeat      i < lo: i + n             i > hi: i - n
//! constant    the value
//! ```
//!
//! What is reflected or shifted may be outside again, on the other side of a domain that is
//! narrower than the read is far outside; then it is redirected once more.

use super::{ReaderDivision, Why};
use crate::ir::border::BorderMode;
use crate::ir::{Affine, Stage, Test, TestOp, Value};
use crate::transform::subdomains::Subdomain;

/// How often one read may be redirected in one dimension.
const MOST_REDIRECTIONS: usize = 3;

/// Which point a read is of.
pub(super) enum Landed {
    /// The one at this index, inside.
    At(Vec<Affine>),
    /// None: it has this value.
    Outside(Value),
}

/// Where an index lands in one dimension.
enum LandedIndex {
    At(Affine),
    Outside(Value),
}

/// Which point a read is of, in each part of a subdomain of the reading stage.
pub(super) fn landings(
    division: &ReaderDivision<'_>,
    subdomain: Subdomain,
    source: &Stage,
) -> Result<Vec<(Subdomain, Landed)>, Why> {
    let Some(border) = &source.border else {
        return Ok(vec![(subdomain, Landed::At(division.tap.index.clone()))]);
    };
    let mut open = vec![(subdomain, Vec::new())];
    let mut out = Vec::new();
    for (index, interval) in division.tap.index.iter().zip(&source.domain.0) {
        let mut next = Vec::new();
        for (part, before) in open {
            let mut line = ReadDim { division, mode: border.mode, landed: Vec::new() };
            let facts = division.facts(&part);
            let above = interval.lo.iter().all(|lo| facts.proves(&index.sub(lo)));
            if above && interval.hi.iter().all(|hi| facts.proves(&hi.sub(index))) {
                line.landed.push((part, LandedIndex::At(index.clone())));
            } else {
                for (part, lo) in tightest(division, part, &interval.lo, 1)? {
                    for (part, hi) in tightest(division, part, &interval.hi, -1)? {
                        line.redirect(part, index, (&lo, &hi), MOST_REDIRECTIONS)?;
                    }
                }
            }
            for (part, coordinate) in line.landed {
                match coordinate {
                    LandedIndex::At(index) => {
                        next.push((part, before.iter().cloned().chain([index]).collect()));
                    }
                    LandedIndex::Outside(value) => out.push((part, Landed::Outside(value))),
                }
            }
        }
        open = next;
    }
    out.extend(open.into_iter().map(|(part, index)| (part, Landed::At(index))));
    Ok(out)
}

fn non_negative(affine: &Affine) -> Test {
    Test { affine: affine.clone(), op: TestOp::NonNegative }
}

/// The largest of several lower bounds in each part, with a sign of 1, or the smallest of several
/// upper bounds, with one of -1.
fn tightest(
    division: &ReaderDivision<'_>,
    part: Subdomain,
    bounds: &[Affine],
    sign: i64,
) -> Result<Vec<(Subdomain, Affine)>, Why> {
    let Some((first, others)) = bounds.split_first() else { return Ok(Vec::new()) };
    let mut open = vec![(part, first.clone())];
    for other in others {
        let mut next = Vec::new();
        for (part, best) in open {
            let at_least = non_negative(&best.sub(other).scale(sign));
            for (part, stays) in division.divide(part, &at_least)? {
                next.push((part, if stays { best.clone() } else { other.clone() }));
            }
        }
        open = next;
    }
    Ok(open)
}

/// One dimension of a read.
struct ReadDim<'a> {
    division: &'a ReaderDivision<'a>,
    mode: BorderMode,
    landed: Vec<(Subdomain, LandedIndex)>,
}

/// A side on which an index is outside.
#[derive(Clone, Copy)]
enum BeyondSide {
    Below,
    Above,
}

impl ReadDim<'_> {
    /// Notes where an index lands within `lo..=hi`, in each part.
    fn redirect(
        &mut self,
        part: Subdomain,
        index: &Affine,
        (lo, hi): (&Affine, &Affine),
        most: usize,
    ) -> Result<(), Why> {
        for (part, reaches) in self.division.divide(part, &non_negative(&index.sub(lo)))? {
            if !reaches {
                self.outside(part, index, (lo, hi), BeyondSide::Below, most)?;
                continue;
            }
            for (part, inside) in self.division.divide(part, &non_negative(&hi.sub(index)))? {
                if inside {
                    self.landed.push((part, LandedIndex::At(index.clone())));
                } else {
                    self.outside(part, index, (lo, hi), BeyondSide::Above, most)?;
                }
            }
        }
        Ok(())
    }

    fn outside(
        &mut self,
        part: Subdomain,
        index: &Affine,
        (lo, hi): (&Affine, &Affine),
        side: BeyondSide,
        most: usize,
    ) -> Result<(), Why> {
        let edge = match side {
            BeyondSide::Below => lo,
            BeyondSide::Above => hi,
        };
        let towards = match side {
            BeyondSide::Below => 1,
            BeyondSide::Above => -1,
        };
        let other = match self.mode {
            BorderMode::Clamp => {
                self.landed.push((part, LandedIndex::At(edge.clone())));
                return Ok(());
            }
            BorderMode::Constant(value) => {
                self.landed.push((part, LandedIndex::Outside(value)));
                return Ok(());
            }
            BorderMode::Mirror => edge.scale(2).offset(-towards).sub(index),
            BorderMode::Mirror101 => edge.scale(2).sub(index),
            BorderMode::Repeat => index.add_scaled(&hi.sub(lo).offset(1), towards),
        };
        if most == 0 {
            return Err(Why::FarOutside(self.division.by.into()));
        }
        match self.mode {
            BorderMode::Mirror101 => {
                let several = non_negative(&hi.sub(lo).offset(-1));
                for (part, several) in self.division.divide(part, &several)? {
                    if several {
                        self.redirect(part, &other, (lo, hi), most - 1)?;
                    } else {
                        self.landed.push((part, LandedIndex::At(lo.clone())));
                    }
                }
                Ok(())
            }
            BorderMode::Clamp
            | BorderMode::Mirror
            | BorderMode::Repeat
            | BorderMode::Constant(_) => self.redirect(part, &other, (lo, hi), most - 1),
        }
    }
}
