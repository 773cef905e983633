//! Which coordinates of a producer's dimension a coordinate of a consumer's dimension reads.

use super::STEP;
use crate::analysis::integer::Facts;
use crate::analysis::reads::for_each_read;
use crate::analysis::solve::{Direction, direction};
use crate::ir::{Affine, Atom, BorderMode, Index, Pipeline, Source, StageId, VarId};

/// The first and last coordinate read, as functions of the consumer's coordinate [`STEP`].
#[derive(Clone, Debug, PartialEq)]
pub struct Access {
    pub lo: Affine,
    pub hi: Affine,
}

/// The dimensions of the consumer that each index of each of its reads of `source` mentions; an
/// index that depends on data mentions none.
pub fn indices(p: &Pipeline, consumer: StageId, source: StageId) -> Vec<Vec<Vec<usize>>> {
    let mut found: Vec<Vec<Vec<usize>>> = Vec::new();
    let rank = p.stages[consumer.0].rank();
    for case in &p.stages[consumer.0].cases {
        for_each_read(&case.value, &mut |read, _| {
            if read.source != Source::Stage(source) {
                return;
            }
            let dims = read.index.iter().map(|i| match i {
                Index::Affine(a) => {
                    a.vars().into_iter().map(|v| v.0).filter(|v| *v < rank).collect()
                }
                Index::Value(_) => Vec::new(),
            });
            let dims: Vec<Vec<usize>> = dims.collect();
            if !found.contains(&dims) {
                found.push(dims);
            }
        });
    }
    found
}

/// Whether every read of dimension `dim` of a source is at the consumer's own coordinate, and no
/// border moves it.
pub fn is_identity(p: &Pipeline, consumer: (StageId, usize), source: (StageId, usize)) -> bool {
    let (own, its) = (&p.stages[consumer.0.0], &p.stages[source.0.0]);
    let mut same = its.border.is_none() || own.domain.0[consumer.1] == its.domain.0[source.1];
    for case in &own.cases {
        for_each_read(&case.value, &mut |read, _| {
            if read.source == Source::Stage(source.0) {
                same &= read.index[source.1] == Index::Affine(VarId(consumer.1).into());
            }
        });
    }
    same
}

/// The coordinates of dimension `dim` of `source` that one of dimension `at` of `consumer` reads.
///
/// # Errors
/// Why they do not follow it, in words.
pub fn accesses(
    p: &Pipeline,
    facts: &Facts,
    (consumer, at): (StageId, usize),
    (source, dim): (StageId, usize),
) -> Result<Vec<Access>, String> {
    let ends = Ends { p, facts, consumer, at, source, dim };
    ends.accesses().map_err(|reason| {
        let (consumer, source) = (&p.stages[consumer.0].name, &p.stages[source.0].name);
        format!("`{consumer}` reads `{source}` {reason}")
    })
}

/// A dimension of a consumer and one of a source.
struct Ends<'a> {
    p: &'a Pipeline,
    facts: &'a Facts,
    consumer: StageId,
    at: usize,
    source: StageId,
    dim: usize,
}

impl Ends<'_> {
    fn border(&self) -> Option<BorderMode> {
        self.p.source_border(Source::Stage(self.source))
    }

    fn accesses(&self) -> Result<Vec<Access>, &'static str> {
        let mut found: Vec<Access> = Vec::new();
        let mut refused = None;
        for case in &self.p.stages[self.consumer.0].cases {
            for_each_read(&case.value, &mut |read, windows| {
                if read.source != Source::Stage(self.source) {
                    return;
                }
                match self.access(&read.index[self.dim], windows) {
                    Ok(access) if !found.contains(&access) => found.push(access),
                    Ok(_) => {}
                    Err(reason) => refused = Some(reason),
                }
            });
        }
        let clamped = matches!(self.border(), Some(BorderMode::Clamp));
        if refused.is_none() && clamped && !self.reaches_inside(&found) {
            refused = Some("through a clamped border only from beyond its edge");
        }
        refused.map_or(Ok(found), Err)
    }

    fn access(&self, index: &Index, windows: &[(VarId, i64, i64)]) -> Result<Access, &'static str> {
        let Index::Affine(index) = index else { return Err("at a row that depends on data") };
        let mut ends = (index.clone(), index.clone());
        for (var, first, last) in windows.iter().filter(|w| index.mentions_var(w.0)) {
            let (low, high) = match direction(index, &Atom::Var(*var)) {
                Direction::Rising => (first, last),
                Direction::Falling => (last, first),
                _ => return Err("at rows that are no function of its own"),
            };
            ends.0 = ends.0.substitute_var(*var, &Affine::from(*low));
            ends.1 = ends.1.substitute_var(*var, &Affine::from(*high));
        }
        let own = Atom::Var(VarId(self.at));
        let mut only_own = true;
        ends.0.for_each_leaf(&mut |leaf| only_own &= *leaf == own);
        if !only_own || direction(&ends.0, &own) != Direction::Rising {
            return Err("at rows that do not follow its own");
        }
        let step = |a: &Affine| a.substitute_var(VarId(self.at), &Affine::from(STEP));
        let access = Access { lo: step(&ends.0), hi: step(&ends.1) };
        match self.border() {
            Some(BorderMode::Repeat) => Err("through a periodic border"),
            Some(BorderMode::Mirror | BorderMode::Mirror101) => self.mirrored(&access),
            _ => Ok(access),
        }
    }

    /// Whether every coordinate of the consumer reads, beside coordinates that are clamped to an
    /// edge, that edge or coordinates inside it: then the edge is there when it is read.
    fn reaches_inside(&self, accesses: &[Access]) -> bool {
        let own = &self.p.stages[self.consumer.0].domain.0[self.at];
        let edges = &self.p.stages[self.source.0].domain.0[self.dim];
        let at = |of: &Affine, coordinate: &Affine| of.substitute_var(STEP, coordinate);
        let facts = self.facts;
        edges.lo.iter().all(|edge| {
            let inside = |a: &Access, c: &Affine| facts.proves(&at(&a.hi, c).sub(edge));
            accesses.iter().any(|a| own.lo.iter().any(|c| inside(a, c)))
        }) && edges.hi.iter().all(|edge| {
            let inside = |a: &Access, c: &Affine| facts.proves(&edge.sub(&at(&a.lo, c)));
            accesses.iter().any(|a| own.hi.iter().any(|c| inside(a, c)))
        })
    }

    /// A mirror turns a read beyond one edge into one on the other side of the coordinate: both
    /// sides are kept. Only for reads at constant offsets, from coordinates that the source has.
    fn mirrored(&self, access: &Access) -> Result<Access, &'static str> {
        let offset = |a: &Affine| a.sub(&Affine::from(STEP)).as_constant();
        let (Some(lo), Some(hi)) = (offset(&access.lo), offset(&access.hi)) else {
            return Err("through a mirrored border at another rate");
        };
        let (own, edges) = (&self.p.stages[self.consumer.0], &self.p.stages[self.source.0]);
        if own.domain.0[self.at] != edges.domain.0[self.dim] {
            return Err("through a mirrored border from other rows");
        }
        let reach = lo.abs().max(hi.abs());
        Ok(Access { lo: Affine::from(STEP).offset(-reach), hi: Affine::from(STEP).offset(reach) })
    }
}
