//! Where a case's reads of sources with a border stay inside.

use super::integer::Facts;
use super::reads::{SourceRead, for_each_read};
use super::solve::{Solved, solve};
use crate::ir::{Affine, Atom, Block, Index, Interval, Pipeline, VarId, WindowVar};

/// Where the reads of a case stay inside bordered sources.
#[derive(Clone, Debug, PartialEq)]
pub enum Interior {
    /// No read is bordered.
    Everything,
    /// Not a box, or not known.
    Nothing,
    /// A box.
    Box(InnerBox),
}

/// A box in which reads stay inside.
#[derive(Clone, Debug, PartialEq)]
pub struct InnerBox {
    /// The bounds that hold too, by dimension.
    pub bounds: Vec<Vec<Solved>>,
    /// Whether all of an index is inside there; otherwise what does not depend on the lanes'
    /// variable may be outside.
    pub whole: bool,
    /// Whether the bounds of the lanes' dimension depend on the other variables, so that it is no
    /// box.
    pub slanted: bool,
}

impl InnerBox {
    /// Whether it is a box in which all reads are inside.
    pub fn is_plain(&self) -> bool {
        self.whole && !self.slanted
    }
}

/// The extra bounds on the variables `loops`, by dimension, under which every affine read of a
/// bordered source stays inside; `lane` is the dimension along which lanes move. What is `known` of
/// a dimension is not asked for again.
pub fn interior<'a>(
    p: &Pipeline,
    facts: &Facts,
    value: &Block,
    loops: &[VarId],
    lane: usize,
    known: &dyn Fn(usize) -> Option<&'a Interval>,
) -> Interior {
    let mut search = InteriorSearch { facts, loops, known, bounds: vec![Vec::new(); loops.len()] };
    let (mut bordered, mut solvable, mut whole) = (false, true, true);
    for_each_read(value, &mut |SourceRead { source, index, .. }, windows| {
        if p.source_border(source).is_none() {
            return;
        }
        let domain = p.source_domain(source);
        for (i, interval) in index.iter().zip(&domain.0) {
            let Index::Affine(a) = i else { continue };
            bordered = true;
            for inside in insides(a, interval, windows) {
                match a.mentions_var(loops[lane]) {
                    true => solvable &= search.constrain(&inside, lane),
                    false => whole &= search.constrain_one(&inside),
                }
            }
        }
    });
    match (bordered, solvable) {
        (false, _) => Interior::Everything,
        (true, false) => Interior::Nothing,
        (true, true) => {
            let others =
                |e: &Affine| (0..loops.len()).any(|d| d != lane && e.mentions_var(loops[d]));
            let slanted = search.bounds[lane].iter().any(|bound| match bound {
                Solved::Lower(e) | Solved::Upper(e) => others(e),
                Solved::Free | Solved::Mixed => false,
            });
            Interior::Box(InnerBox { bounds: search.bounds, whole, slanted })
        }
    }
}

struct InteriorSearch<'a, 'k> {
    facts: &'a Facts,
    loops: &'a [VarId],
    known: &'a dyn Fn(usize) -> Option<&'k Interval>,
    bounds: Vec<Vec<Solved>>,
}

impl InteriorSearch<'_, '_> {
    /// Adds the bound that `inside >= 0` puts on its variable; false if it has several.
    fn constrain_one(&mut self, inside: &Affine) -> bool {
        let mut mentioned = (0..self.loops.len()).filter(|d| inside.mentions_var(self.loops[*d]));
        match (mentioned.next(), mentioned.next()) {
            (None, _) => self.facts.proves(inside),
            (Some(dim), None) => self.constrain(inside, dim),
            (Some(_), Some(_)) => false,
        }
    }

    /// Adds the bound that `inside >= 0` puts on the variable of a dimension, which others may
    /// share in; false if it is none.
    fn constrain(&mut self, inside: &Affine, dim: usize) -> bool {
        if !inside.mentions_var(self.loops[dim]) {
            return self.facts.proves(inside);
        }
        let var = self.loops[dim];
        if let Some(known) = (self.known)(dim)
            && self.facts.clone().with_interval(var, known).proves(inside)
        {
            return true;
        }
        match solve(inside, &Atom::Var(var)) {
            Solved::Free | Solved::Mixed => false,
            bound @ (Solved::Lower(_) | Solved::Upper(_)) => {
                if !self.bounds[dim].contains(&bound) {
                    self.bounds[dim].push(bound);
                }
                true
            }
        }
    }
}

/// Expressions that are all non-negative where an index is inside an interval for every value of
/// the windows' variables.
pub(crate) fn insides(index: &Affine, interval: &Interval, windows: &[WindowVar]) -> Vec<Affine> {
    let mut lowest = vec![index.clone()];
    for WindowVar { id, first, last } in windows.iter().filter(|w| index.mentions_var(w.id)) {
        lowest = lowest
            .iter()
            .flat_map(|a| [first, last].map(|end| a.substitute_var(*id, end)))
            .collect();
    }
    let above = lowest.iter().flat_map(|a| interval.lo.iter().map(move |lo| a.sub(lo)));
    let below = lowest.iter().flat_map(|a| interval.hi.iter().map(move |hi| hi.sub(a)));
    above.chain(below).collect()
}
