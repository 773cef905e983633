//! What a group reads of sources outside it: what a rank needs of an array for what it computes.

use super::access::{indices, plain_accesses};
use super::definition::{Definition, definitions};
use super::extent::Hull;
use super::{Aligner, Extent};
use crate::ir::{Source, StageId, Update, VarId};

/// A stage of a group, as it follows a dimension of the group's live-outs.
#[derive(Clone, Debug, PartialEq)]
pub struct GroupMember {
    /// The stage.
    pub stage: StageId,
    /// The dimension of it that follows, with the coordinates that one of the live-outs needs;
    /// without it, all of the stage is needed.
    pub along: Option<ArrayDim>,
}

/// A dimension of an array, and the coordinates of it that one of the live-outs needs.
#[derive(Clone, Debug, PartialEq)]
pub struct ArrayDim {
    /// The dimension.
    pub dim: usize,
    /// Its coordinates.
    pub extent: Extent,
}

impl Aligner<'_> {
    /// The sources that stages read, each once, but for these stages.
    pub fn read_by(&self, members: &[GroupMember]) -> Vec<Source> {
        let mut found: Vec<Source> = Vec::new();
        for member in members {
            for source in &self.order.producers[member.stage.0] {
                let inside = members.iter().any(|m| Source::Stage(m.stage) == *source);
                if !inside && !found.contains(source) {
                    found.push(*source);
                }
            }
        }
        found
    }

    /// The dimension of a source that stages read along one of their group's live-outs, and its
    /// coordinates that one of the live-outs reads, before its border redirects them. `None` where
    /// reads do not follow it, all by one dimension: then they may be anywhere.
    pub fn read_along(&self, members: &[GroupMember], source: Source) -> Option<ArrayDim> {
        let reads = |m: &&GroupMember| self.order.producers[m.stage.0].contains(&source);
        let readers = members.iter().filter(reads);
        let readers = readers.map(|m| Some((&*self.definitions[m.stage.0], m.along.as_ref()?)));
        self.read_for(&readers.collect::<Option<Vec<_>>>()?, source)
    }

    /// The same of one variable of an update: what its values read.
    pub fn read_by_update(&self, update: &Update, var: VarId, source: Source) -> Option<ArrayDim> {
        // Its own domain in the place of that of its stage.
        let stage = update.as_stage(&self.p.stages[0]);
        let along = ArrayDim { dim: var.0, extent: Extent::identity() };
        self.read_for(&[(&definitions(&stage), &along)], source)
    }

    fn read_for(
        &self,
        readers: &[(&[Definition<'_>], &ArrayDim)],
        source: Source,
    ) -> Option<ArrayDim> {
        let (mut hull, mut of) = (Hull::default(), None);
        for (definitions, along) in readers {
            for mentioned in indices(definitions, source) {
                let follows = |dim: usize| mentioned[dim] == [along.dim];
                let dim = *of.get_or_insert((0..mentioned.len()).find(|dim| follows(*dim))?);
                if !follows(dim) {
                    return None;
                }
            }
            let at = (source, of?);
            for access in plain_accesses(self.p, self.facts, definitions, along.dim, at)? {
                hull.cover(&along.extent, &access, self.reach)?;
            }
        }
        Some(ArrayDim { dim: of?, extent: hull.finish() })
    }
}
