//! Passes over the stage graph that do what hints and the strategy ask for.

use super::graph::Notes;
use crate::diagnostic::Diagnostic;
use crate::ir::{Pipeline, Source, StageId};
use crate::options::{CloneHint, PropagateHint, Without};
use crate::schedule::grouping::Strategy;
use crate::schedule::propagation::Propagation;
use crate::transform::exchange::{Exchanged, exchange};
use crate::transform::inline::{InlinePolicy, Inlined, inline};
use crate::transform::propagate::{Precedence, clone_in, propagate};

/// Inlines as hints and the strategy have it.
pub(super) fn inline_as_asked(
    p: Pipeline,
    notes: &mut Notes<'_>,
) -> Result<Pipeline, Vec<Diagnostic>> {
    let options = notes.options;
    let kept = |name: &str| options.is_alone(name) || options.group_of(name).is_some();
    let kept: Vec<bool> = p.stages.iter().map(|s| kept(&s.name)).collect();
    let at_its_rate = |name: &str| {
        options.is_without(Without::Propagation) || options.no_propagate.iter().any(|n| n == name)
    };
    let at_its_rate: Vec<bool> = p.stages.iter().map(|s| at_its_rate(&s.name)).collect();
    let policy = |s: StageId| match options.strategy {
        _ if kept[s.0] => InlinePolicy::Never,
        Some(Strategy::None) => notes.written.as_written(s),
        _ if options.is_without(Without::Inline) => notes.written.as_written(s),
        _ if at_its_rate[s.0] => InlinePolicy::AtItsRate,
        _ => InlinePolicy::IfCheap,
    };
    let Inlined { pipeline, inlined } = inline(p, &notes.prices, &policy);
    notes.inlined = inlined;
    Ok(pipeline)
}

/// Propagates the stages that hints name, in the order of CC 2018, Section 4.4. A stage that is
/// inlined is no longer there.
pub(super) fn propagate_as_asked(
    mut p: Pipeline,
    notes: &mut Notes<'_>,
) -> Result<Pipeline, Vec<Diagnostic>> {
    let mut open: Vec<&PropagateHint> = notes.options.propagate.iter().collect();
    let mut found = Vec::new();
    loop {
        let id = |hint: &PropagateHint| p.stages.iter().position(|s| s.name == hint.stage);
        let place = |(i, hint): (usize, &&PropagateHint)| {
            let id = StageId(id(hint)?);
            Some((Precedence::of(&p, id), i, id))
        };
        let Some((_, next, id)) = open.iter().enumerate().filter_map(place).min() else { break };
        let hint = open.remove(next);
        match propagate(&p, id) {
            Ok(without) => {
                notes.propagated.push(Propagation::asked(&hint.stage));
                p = without;
            }
            Err(obstacle) => {
                let message = format!("`{}` cannot be propagated: {obstacle}", hint.stage);
                found.push(Diagnostic::new(hint.loc, message));
            }
        }
    }
    for hint in &notes.options.clones {
        match cloned_as_asked(&p, hint) {
            Ok(None) => {}
            Ok(Some((after, readers))) => {
                let cloned_in = Some(readers);
                notes.propagated.push(Propagation { cloned_in, ..Propagation::asked(&hint.stage) });
                p = after;
            }
            Err(message) => found.push(Diagnostic::new(hint.loc, message)),
        }
    }
    if found.is_empty() { Ok(p) } else { Err(found) }
}

/// Clones a stage that a hint names, if it and a reader that the hint names are still there.
fn cloned_as_asked(
    p: &Pipeline,
    hint: &CloneHint,
) -> Result<Option<(Pipeline, Vec<String>)>, String> {
    let id = |name: &String| p.stages.iter().position(|s| s.name == *name).map(StageId);
    let Some(stage) = id(&hint.stage) else { return Ok(None) };
    let readers: Vec<StageId> = hint.readers.iter().filter_map(id).collect();
    let name = |id: &StageId| p.stages[id.0].name.clone();
    for reader in &readers {
        let mut reads = false;
        for block in p.stages[reader.0].blocks() {
            block.for_each_read(&mut |_, _, source, _| reads |= source == Source::Stage(stage));
        }
        if !reads || *reader == stage {
            let (reader, stage) = (name(reader), &hint.stage);
            return Err(format!(
                "`{stage}` cannot be cloned in `{reader}`, which does not read it"
            ));
        }
    }
    if readers.is_empty() {
        return Ok(None);
    }
    match clone_in(p, stage, &readers) {
        Ok(after) => Ok(Some((after, readers.iter().map(name).collect()))),
        Err(obstacle) => Err(format!("`{}` cannot be cloned: {obstacle}", hint.stage)),
    }
}

/// Enlarges periodic stages, where stages may be computed together.
pub(super) fn exchange_indices(
    p: Pipeline,
    notes: &mut Notes<'_>,
) -> Result<Pipeline, Vec<Diagnostic>> {
    if notes.options.strategy == Some(Strategy::None) {
        return Ok(p);
    }
    let Exchanged { pipeline, enlarged } = exchange(p);
    notes.enlarged = enlarged;
    Ok(pipeline)
}
