//! Which coordinates of a producer's dimension a coordinate of a consumer's dimension reads.

use super::STEP;
use super::definition::Definition;
use crate::analysis::integer::Facts;
use crate::analysis::reads::{Window, for_each_read};
use crate::analysis::solve::{Direction, direction};
use crate::ir::border::Lands;
use crate::ir::{Affine, Atom, BorderMode, Index, Interval, Pipeline, Source, StageId};

/// The first and last coordinate read, as functions of the consumer's coordinate [`STEP`].
#[derive(Clone, Debug, PartialEq)]
pub struct ReadExtent {
    pub lo: Affine,
    pub hi: Affine,
}

/// By dimension of a source, the dimensions of a consumer that an index of one of its reads
/// mentions; an index that depends on data mentions none.
pub type Mentioned = Vec<Vec<usize>>;

/// What each of a consumer's reads of `source` mentions, each once.
pub fn indices(consumer: &[Definition<'_>], source: StageId) -> Vec<Mentioned> {
    let mut found: Vec<Mentioned> = Vec::new();
    for definition in consumer {
        for_each_read(definition.block, &mut |read, _| {
            if read.source != Source::Stage(source) {
                return;
            }
            let dims = read.index.iter().map(|i| match i {
                Index::Affine(a) => {
                    a.vars().into_iter().flat_map(|v| definition.dims_of(v)).collect()
                }
                Index::Value(_) => Vec::new(),
            });
            let dims: Mentioned = dims.collect();
            if !found.contains(&dims) {
                found.push(dims);
            }
        });
    }
    found
}

/// Whether every read of a dimension of a source is at the consumer's own coordinate, and no border
/// moves it.
pub fn is_identity(
    p: &Pipeline,
    definitions: &[Definition<'_>],
    consumer: (StageId, usize),
    source: (StageId, usize),
) -> bool {
    let (own, its) = (&p.stages[consumer.0.0], &p.stages[source.0.0]);
    let mut same = its.border.is_none() || own.domain.0[consumer.1] == its.domain.0[source.1];
    for definition in definitions {
        for_each_read(definition.block, &mut |read, _| {
            if read.source == Source::Stage(source.0) {
                same &= read.index[source.1] == definition.index[consumer.1];
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
    definitions: &[Definition<'_>],
    (consumer, at): (StageId, usize),
    (source, dim): (StageId, usize),
) -> Result<Vec<ReadExtent>, String> {
    let ends = Ends { p, facts, definitions, consumer, at, source, dim };
    ends.accesses().map_err(|reason| {
        let (consumer, source) = (&p.stages[consumer.0].name, &p.stages[source.0].name);
        format!("`{consumer}` reads `{source}` {reason}")
    })
}

/// A dimension of a consumer and one of a source.
struct Ends<'a> {
    p: &'a Pipeline,
    facts: &'a Facts,
    /// Those of the consumer.
    definitions: &'a [Definition<'a>],
    consumer: StageId,
    at: usize,
    source: StageId,
    dim: usize,
}

impl Ends<'_> {
    fn border(&self) -> Option<Lands> {
        self.p.source_border(Source::Stage(self.source)).map(BorderMode::lands)
    }

    fn accesses(&self) -> Result<Vec<ReadExtent>, &'static str> {
        let mut found: Vec<ReadExtent> = Vec::new();
        let mut rows: Vec<Interval> = Vec::new();
        let mut refused = None;
        for definition in self.definitions {
            for_each_read(definition.block, &mut |read, windows| {
                if read.source != Source::Stage(self.source) {
                    return;
                }
                rows.extend(definition.coordinates(self.at).filter(|of| !rows.contains(of)));
                match self.access(definition, &read.index[self.dim], windows) {
                    Ok(access) if !found.contains(&access) => found.push(access),
                    Ok(_) => {}
                    Err(reason) => refused = Some(reason),
                }
            });
        }
        let clamped = self.border() == Some(Lands::AtEdge);
        if refused.is_none() && clamped && !rows.iter().all(|of| self.reaches_inside(&found, of)) {
            refused = Some("through a clamped border only from beyond its edge");
        }
        refused.map_or(Ok(found), Err)
    }

    fn access(
        &self,
        definition: &Definition<'_>,
        index: &Index,
        windows: &[Window],
    ) -> Result<ReadExtent, &'static str> {
        let Index::Affine(index) = index else { return Err("at a row that depends on data") };
        let mut ends = (index.clone(), index.clone());
        for (var, first, last) in windows.iter().chain(&definition.others) {
            if !index.mentions_var(*var) {
                continue;
            }
            let (low, high) = match direction(index, &Atom::Var(*var)) {
                Direction::Rising => (first, last),
                Direction::Falling => (last, first),
                Direction::Constant | Direction::Unknown => {
                    return Err("at rows that are no function of its own");
                }
            };
            ends.0 = ends.0.substitute_var(*var, &Affine::from(*low));
            ends.1 = ends.1.substitute_var(*var, &Affine::from(*high));
        }
        let none = "at rows that do not follow its own";
        let own = definition.followed[self.at].ok_or(none)?;
        let leaf = Atom::Var(own.var);
        let mut only_own = true;
        ends.0.for_each_leaf(&mut |l| only_own &= *l == leaf);
        if !only_own || direction(&ends.0, &leaf) != Direction::Rising {
            return Err(none);
        }
        let at = |a: &Affine, value: Affine| a.substitute_var(own.var, &value);
        let step = Affine::from(STEP);
        let access =
            ReadExtent { lo: at(&ends.0, own.first(&step)), hi: at(&ends.1, own.last(&step)) };
        match self.border() {
            Some(Lands::Anywhere) => Err("through a periodic border"),
            Some(Lands::AsFar) => self.mirrored(&access),
            Some(Lands::AtEdge | Lands::Nowhere) | None => Ok(access),
        }
    }

    /// Whether every one of these coordinates of the consumer reads, beside coordinates that are
    /// clamped to an edge, that edge or coordinates inside it: then the edge is there when it is
    /// read.
    fn reaches_inside(&self, accesses: &[ReadExtent], own: &Interval) -> bool {
        let edges = &self.p.stages[self.source.0].domain.0[self.dim];
        let at = |of: &Affine, coordinate: &Affine| of.substitute_var(STEP, coordinate);
        let facts = self.facts;
        edges.lo.iter().all(|edge| {
            let inside = |a: &ReadExtent, c: &Affine| facts.proves(&at(&a.hi, c).sub(edge));
            accesses.iter().any(|a| own.lo.iter().any(|c| inside(a, c)))
        }) && edges.hi.iter().all(|edge| {
            let inside = |a: &ReadExtent, c: &Affine| facts.proves(&edge.sub(&at(&a.lo, c)));
            accesses.iter().any(|a| own.hi.iter().any(|c| inside(a, c)))
        })
    }

    /// A mirror turns a read beyond one edge into one on the other side of the coordinate: both
    /// sides are kept. Only for reads at constant offsets, from coordinates that the source has.
    fn mirrored(&self, access: &ReadExtent) -> Result<ReadExtent, &'static str> {
        let offset = |a: &Affine| a.sub(&Affine::from(STEP)).as_constant();
        let (Some(lo), Some(hi)) = (offset(&access.lo), offset(&access.hi)) else {
            return Err("through a mirrored border at another rate");
        };
        let (own, edges) = (&self.p.stages[self.consumer.0], &self.p.stages[self.source.0]);
        if own.domain.0[self.at] != edges.domain.0[self.dim] {
            return Err("through a mirrored border from other rows");
        }
        let reach = lo.abs().max(hi.abs());
        Ok(ReadExtent {
            lo: Affine::from(STEP).offset(-reach),
            hi: Affine::from(STEP).offset(reach),
        })
    }
}
