//! Where a case's reads of sources with a border stay inside.

use super::integer::Facts;
use super::solve::{Solved, solve};
use crate::ir::{Affine, Atom, Block, Index, Interval, Node, Pipeline, VarId};

/// Where the reads of a case stay inside bordered sources.
#[derive(Clone, Debug, PartialEq)]
pub enum Interior {
    /// No read is bordered.
    Everything,
    /// Not a box, or not known.
    Nothing,
    /// Where these bounds hold too, by dimension.
    Box(Vec<Vec<Solved>>),
}

/// The extra bounds on the variables `loops`, by dimension, under which every affine read of a
/// bordered source stays inside. What is `known` of a dimension is not asked for again.
pub fn interior<'a>(
    p: &Pipeline,
    facts: &Facts,
    value: &Block,
    loops: &[VarId],
    known: &dyn Fn(usize) -> Option<&'a Interval>,
) -> Interior {
    let mut search = Search { facts, loops, known, extra: vec![Vec::new(); loops.len()] };
    let (mut bordered, mut solvable) = (false, true);
    let mut windows = Vec::new();
    collect_windows(value, &mut windows);
    value.for_each_read(&mut |_, _, source, index| {
        if p.source_border(source).is_none() {
            return;
        }
        let domain = p.source_domain(source);
        for (i, interval) in index.iter().zip(&domain.0) {
            let Index::Affine(a) = i else { continue };
            bordered = true;
            for inside in insides(a, interval, &windows) {
                solvable &= search.constrain(&inside);
            }
        }
    });
    match (bordered, solvable) {
        (false, _) => Interior::Everything,
        (true, false) => Interior::Nothing,
        (true, true) => Interior::Box(search.extra),
    }
}

struct Search<'a, 'k> {
    facts: &'a Facts,
    loops: &'a [VarId],
    known: &'a dyn Fn(usize) -> Option<&'k Interval>,
    extra: Vec<Vec<Solved>>,
}

impl Search<'_, '_> {
    /// Adds the bound that `inside >= 0` puts on its variable; false if it has several.
    fn constrain(&mut self, inside: &Affine) -> bool {
        let mentioned: Vec<usize> =
            (0..self.loops.len()).filter(|d| inside.mentions_var(self.loops[*d])).collect();
        let dim = match mentioned.as_slice() {
            [] => return self.facts.proves(inside),
            [d] => *d,
            _ => return false,
        };
        let var = self.loops[dim];
        if let Some(known) = (self.known)(dim)
            && self.facts.clone().with_interval(var, known).proves(inside)
        {
            return true;
        }
        match solve(inside, &Atom::Var(var)) {
            Solved::Free | Solved::Mixed => false,
            bound @ (Solved::Lower(_) | Solved::Upper(_)) => {
                if !self.extra[dim].contains(&bound) {
                    self.extra[dim].push(bound);
                }
                true
            }
        }
    }
}

fn collect_windows(block: &Block, windows: &mut Vec<(VarId, i64, i64)>) {
    for expr in &block.exprs {
        if let Node::Reduce { vars, body, .. } = &expr.node {
            windows.extend(vars);
            collect_windows(body, windows);
        }
    }
}

/// Expressions that are all non-negative where an index is inside an interval for every value of
/// the windows' variables.
fn insides(index: &Affine, interval: &Interval, windows: &[(VarId, i64, i64)]) -> Vec<Affine> {
    let mut lowest = vec![index.clone()];
    for (var, first, last) in windows.iter().filter(|w| index.mentions_var(w.0)) {
        lowest = lowest
            .iter()
            .flat_map(|a| [first, last].map(|end| a.substitute_var(*var, &Affine::from(*end))))
            .collect();
    }
    let above = lowest.iter().flat_map(|a| interval.lo.iter().map(move |lo| a.sub(lo)));
    let below = lowest.iter().flat_map(|a| interval.hi.iter().map(move |hi| hi.sub(a)));
    above.chain(below).collect()
}
