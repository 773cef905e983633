//! Which coordinates of a producer's dimension a coordinate of a consumer's dimension reads.

use super::STEP;
use super::definition::Definition;
use super::landing::{Landing, ReadAt};
use crate::analysis::integer::Facts;
use crate::analysis::reads::for_each_read;
use crate::analysis::solve::{Direction, direction};
use crate::ir::border::Lands;
use crate::ir::{Affine, Atom, BorderMode, Index, Pipeline, Source, StageId, WindowVar};

/// The first and last coordinate read, as functions of the consumer's coordinate [`STEP`].
#[derive(Clone, Debug, PartialEq)]
pub struct ReadExtent {
    pub lo: Affine,
    pub hi: Affine,
}

/// By dimension of a source, the dimensions of a consumer that an index of one of its reads
/// mentions; an index that depends on data mentions none.
pub type MentionedDims = Vec<Vec<usize>>;

/// What each of a consumer's reads of `source` mentions, each once.
pub fn indices(consumer: &[Definition<'_>], source: Source) -> Vec<MentionedDims> {
    let mut found: Vec<MentionedDims> = Vec::new();
    for definition in consumer {
        for_each_read(definition.block, &mut |read, _| {
            if read.source != source {
                return;
            }
            let dims = read.index.iter().map(|i| match i {
                Index::Affine(a) => {
                    a.vars().into_iter().flat_map(|v| definition.dims_of(v)).collect()
                }
                Index::Value(_) => Vec::new(),
            });
            let dims: MentionedDims = dims.collect();
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
    let ends = DimPair { p, facts, definitions, at, source: Source::Stage(source), dim };
    ends.accesses().map_err(|reason| {
        let (consumer, source) = (&p.stages[consumer.0].name, &p.stages[source.0].name);
        format!("`{consumer}` reads `{source}` {reason}")
    })
}

/// The coordinates of dimension `dim` of `source` at which one of dimension `at` of a consumer has
/// reads, inside the source or not: where its border redirects them is not looked at. `None` where
/// they do not follow it.
pub fn plain_accesses(
    p: &Pipeline,
    facts: &Facts,
    definitions: &[Definition<'_>],
    at: usize,
    (source, dim): (Source, usize),
) -> Option<Vec<ReadExtent>> {
    let ends = DimPair { p, facts, definitions, at, source, dim };
    let found = ends.reads().ok()?;
    Some(found.into_iter().map(|read| read.extent).collect())
}

/// A dimension of a consumer and one of a source.
struct DimPair<'a> {
    p: &'a Pipeline,
    facts: &'a Facts,
    /// Those of the consumer.
    definitions: &'a [Definition<'a>],
    at: usize,
    source: Source,
    dim: usize,
}

impl DimPair<'_> {
    fn border(&self) -> Option<Lands> {
        self.p.source_border(self.source).map(BorderMode::lands)
    }

    /// What is read, wherever that is.
    fn reads(&self) -> Result<Vec<ReadAt>, &'static str> {
        let mut found: Vec<ReadAt> = Vec::new();
        let mut refused = None;
        for definition in self.definitions {
            for_each_read(definition.block, &mut |read, windows| {
                if read.source != self.source {
                    return;
                }
                match self.access(definition, &read.index[self.dim], windows) {
                    Ok(read) if found.contains(&read) => {}
                    Ok(read) => found.push(read),
                    Err(reason) => refused = Some(reason),
                }
            });
        }
        refused.map_or(Ok(found), Err)
    }

    /// What is read, where borders land.
    fn accesses(&self) -> Result<Vec<ReadExtent>, &'static str> {
        let found = self.reads()?;
        let edges = &self.p.source_domain(self.source).0[self.dim];
        let landing = Landing { facts: self.facts, edges };
        match self.border() {
            Some(Lands::Anywhere) => Err("through a periodic border"),
            Some(Lands::AtEdge) => {
                landing.at_edge(found).ok_or("through a clamped border only from beyond its edge")
            }
            Some(Lands::AsFar) => {
                landing.as_far(found).ok_or("through a mirrored border from far beyond its edge")
            }
            Some(Lands::Nowhere) | None => Ok(found.into_iter().map(|read| read.extent).collect()),
        }
    }

    fn access(
        &self,
        definition: &Definition<'_>,
        index: &Index,
        windows: &[WindowVar],
    ) -> Result<ReadAt, &'static str> {
        let Index::Affine(index) = index else { return Err("at a row that depends on data") };
        let mut ends = (index.clone(), index.clone());
        for WindowVar { id, first, last } in windows.iter().chain(&definition.others) {
            if !index.mentions_var(*id) {
                continue;
            }
            let (low, high) = match direction(index, &Atom::Var(*id)) {
                Direction::Rising => (first, last),
                Direction::Falling => (last, first),
                Direction::Constant | Direction::Unknown => {
                    return Err("at rows that are no function of its own");
                }
            };
            ends.0 = ends.0.substitute_var(*id, low);
            ends.1 = ends.1.substitute_var(*id, high);
        }
        let none = "at rows that do not follow its own";
        let own = definition.followed[self.at].ok_or(none)?;
        let leaf = Atom::Var(own.var);
        let mut only_own = true;
        for end in [&ends.0, &ends.1] {
            end.for_each_leaf(&mut |l| only_own &= *l == leaf);
        }
        if !only_own || direction(&ends.0, &leaf) != Direction::Rising {
            return Err(none);
        }
        let at = |a: &Affine, value: Affine| a.substitute_var(own.var, &value);
        let step = Affine::from(STEP);
        let extent =
            ReadExtent { lo: at(&ends.0, own.first(&step)), hi: at(&ends.1, own.last(&step)) };
        Ok(ReadAt { extent, rows: definition.coordinates(self.at).ok_or(none)? })
    }
}
