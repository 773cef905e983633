//! Staging: what loops access of arrays is copied to small buffers in another layout, and computed
//! there.
//!
//! [`rows`](super::stage_rows) does that for recurrences along rows, [`tiles`](super::stage_tiles)
//! for loads across them. This is what both are made of.

use crate::ir::{Index, Source, StageId};
use crate::loops::dependence::NestSetting;
use crate::loops::{Buffer, Compute, Hold, PartOf, Role};

/// The buffers that nests refer to; staging buffers are added behind the stages.
pub struct Buffers<'a> {
    /// Those of the inputs.
    pub inputs: &'a [Buffer],
    /// Those of the stages.
    pub stages: &'a mut Vec<Option<Buffer>>,
    /// What sizes are at least.
    pub least: &'a [i64],
}

impl Buffers<'_> {
    /// What nests are in.
    pub fn setting(&self) -> NestSetting<'_> {
        NestSetting { stages: self.stages, least: self.least }
    }

    pub(super) fn get(&self, source: Source) -> &Buffer {
        match source {
            Source::Input(i) => &self.inputs[i.0],
            Source::Stage(s) => self.stages[s.0].as_ref().expect("the stage is stored"),
        }
    }

    /// The innermost dimension of a source in memory; nothing if some memory of it is used again.
    pub(super) fn unfolded(&self, source: Source) -> Option<usize> {
        let buffer = self.get(source);
        let held = |d: usize| matches!(buffer.hold(d), Hold::Whole | Hold::Part(_));
        (0..buffer.layout.len()).all(held).then(|| buffer.innermost())
    }

    /// A name for a staging buffer.
    fn name_of_staged(&self, source: Source) -> String {
        let of = &self.get(source).name;
        let taken = |name: &String| self.stages.iter().flatten().any(|b| b.name == *name);
        let mut names = std::iter::once(format!("{of}.staged"))
            .chain((2..).map(|number| format!("{of}.staged.{number}")));
        names.find(|name| !taken(name)).expect("an endless supply of names")
    }

    /// A new staging buffer for a part of a source, with these dimensions innermost last.
    pub(super) fn staged(&mut self, of: Source, held: Vec<Hold>, layout: Vec<usize>) -> StageId {
        let whole = match self.get(of).part_of {
            Some(PartOf::Kept(stage)) => Source::Stage(stage),
            Some(PartOf::Step(_) | PartOf::Staged(_)) | None => of,
        };
        let buffer = Buffer {
            name: self.name_of_staged(of),
            role: Role::Scratch(held),
            layout,
            border: None,
            circular: None,
            part_of: Some(PartOf::Staged(whole)),
            ..self.get(of).clone()
        };
        self.stages.push(Some(buffer));
        StageId(self.stages.len() - 1)
    }
}

/// The compute with other buffers for some of its accesses.
pub(super) fn border_resolved(
    compute: &Compute,
    buffer: &dyn Fn(Source, &[Index]) -> Option<StageId>,
) -> Compute {
    let mut compute = compute.clone();
    for store in &mut compute.stores {
        if let Some(id) = buffer(Source::Stage(store.stage), &store.at()) {
            store.stage = id;
        }
    }
    compute.value.redirect(&mut |source, index| match buffer(source, index) {
        Some(id) => Source::Stage(id),
        None => source,
    });
    compute
}
