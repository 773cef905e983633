//! Groups that are written: `#[schedule(group(ix, iy, harris; strip = 64, step = 2))]`.
//!
//! They are checked and shaped before any group is looked for, and stay as they are written. What
//! of them cannot be is an error on its token: a plan that is written down is run as it is, or not.

mod order;

use super::align::{Alignment, Axis};
use super::cost::{Costs, GivenShape, Verdict};
use super::group::Group;
use super::grouping::{Dag, NodeSet};
use super::iterated::{self, InShape};
use crate::analysis::Analyses;
use crate::analysis::lane::lane_dimension;
use crate::diagnostic::Diagnostic;
use crate::ir::{Loc, Pipeline, Stage, StageId};
use crate::options::{At, GroupHint, Options, Width};

/// A group that is written.
pub struct Written {
    /// Its stages.
    pub nodes: NodeSet,
    /// How it runs; nothing for a stage by itself of which no more is said.
    pub runs: Option<(Group, Verdict)>,
}

/// The groups that are written, of the stages that there are; those without a stage are left out.
///
/// # Errors
/// What is wrong with them.
pub fn written(
    analyses: &Analyses<'_>,
    options: &Options,
    dag: &Dag,
    costs: &mut Costs<'_>,
) -> Result<Vec<Written>, Vec<Diagnostic>> {
    let groups = present(analyses.pipeline, options);
    let all: Vec<&NodeSet> = groups.iter().map(|group| &group.nodes).collect();
    let mut errors = Vec::new();
    let mut found = Vec::new();
    for group in &groups {
        let in_order = order::convex(analyses, dag, group, &all);
        let group_in_shape = in_order.and_then(|()| in_its_shape(analyses, options, group, costs));
        match group_in_shape {
            Ok(runs) => found.push(Written { nodes: group.nodes.clone(), runs }),
            Err(error) => errors.push(error),
        }
    }
    if errors.is_empty() {
        errors.extend(order::cycle(analyses.pipeline, dag, &groups).err());
    }
    if errors.is_empty() { Ok(found) } else { Err(errors) }
}

/// A group of which there are stages.
struct Present<'a> {
    hint: &'a GroupHint,
    nodes: NodeSet,
}

impl Present<'_> {
    /// The name of a stage as it is written.
    fn place(&self, p: &Pipeline, stage: usize) -> &At<String> {
        let name = &p.stages[stage].name;
        let place = self.hint.stages.iter().find(|at| at.value == *name);
        place.expect("stages of a group are those that it names")
    }
}

/// The groups without the stages that are not there: no live-out needs them, or the compiler, after
/// whom they are called, has not made them.
fn present<'a>(p: &Pipeline, options: &'a Options) -> Vec<Present<'a>> {
    let of = |hint: &'a GroupHint| {
        let named = (0..p.stages.len()).filter(|s| hint.names(&p.stages[*s].name));
        Present { hint, nodes: named.collect() }
    };
    options.groups.iter().map(of).filter(|group| !group.nodes.is_empty()).collect()
}

/// How a group runs as it is written.
fn in_its_shape(
    analyses: &Analyses<'_>,
    options: &Options,
    group: &Present<'_>,
    costs: &mut Costs<'_>,
) -> Result<Option<(Group, Verdict)>, Diagnostic> {
    let (p, hint) = (analyses.pipeline, group.hint);
    let stages = costs.stages(&group.nodes);
    if let [alone] = stages[..] {
        return by_itself(analyses, options, hint, alone);
    }
    if let Some(times) = &hint.times {
        let message = "`times` is for one stage that iterates in time, not for several; leave it \
                       out, or write the stage into a group of its own";
        return Err(Diagnostic::new(times.loc, message));
    }
    let (tiled, verdict) = tiles(p, options, hint, &stages, None, costs)?;
    Ok(Some((Group::in_tiles(p, tiled), verdict)))
}

/// How a stage runs that is written into a group of its own.
fn by_itself(
    analyses: &Analyses<'_>,
    options: &Options,
    hint: &GroupHint,
    stage: StageId,
) -> Result<Option<(Group, Verdict)>, Diagnostic> {
    let Analyses { pipeline: p, facts, .. } = analyses;
    let name = &p.stages[stage.0].name;
    let times = hint.times.as_ref();
    if let (Some((key, loc)), None | Some(1)) = (hint.first_of_shape(), times.map(|t| t.value)) {
        // The others of a group may be gone for reasons that are none of the hint's.
        let gone = hint.stages.len() > 1;
        if gone && times.is_none() {
            return Ok(None);
        }
        let iterates = iterated::iterates(p, facts, stage);
        let message = match (times, iterates) {
            (Some(_), true) => format!(
                "with `times = 1`, steps of `{name}` are computed each by itself, in no tiles; \
                 leave `{key}` out"
            ),
            (None, true) => format!(
                "tiles of `{name}` are those of several steps in time; leave `{key}` out, or say \
                 how many are computed at once: `times = 4`"
            ),
            (_, false) => {
                format!("`{name}` is computed by itself, in no tiles; leave `{key}` out")
            }
        };
        return Err(Diagnostic::new(loc, message));
    }
    let Some(times) = times else { return Ok(None) };
    let shaped = |stages: &[StageId], time: usize, p: &Pipeline, costs: &mut Costs<'_>| {
        tiles(p, options, hint, stages, Some(time), costs)
    };
    iterated::so_many_steps(p, facts, options, stage, times, &shaped).map(Some)
}

/// The tiles of stages in the shape that is written; of steps in time, along another dimension than
/// the time.
fn tiles(
    p: &Pipeline,
    options: &Options,
    hint: &GroupHint,
    stages: &[StageId],
    time: Option<usize>,
    costs: &mut Costs<'_>,
) -> InShape {
    let whole = |why: String| {
        let message = match time {
            None => format!(
                "these stages cannot be computed together: {why}; leave some of them out of the \
                 group"
            ),
            Some(_) => {
                format!("these steps cannot be computed at once: {why}; write `times = 1`")
            }
        };
        Diagnostic::new(hint.loc, message)
    };
    let alignments = costs.align(stages).map_err(whole)?;
    let mut alignments: Vec<Alignment> =
        alignments.into_iter().filter(|a| Some(a.sliding) != time).collect();
    let Some(live_out) = alignments.first().and_then(|a| a.live_outs().next()) else {
        return Err(whole("a step has no rows".into()));
    };
    let live_out = &p.stages[live_out.stage.0];
    along(&mut alignments, hint, live_out)?;
    if alignments.iter().all(|a| a.in_lanes) {
        without_rows(hint, live_out)?;
    } else if hint.strip.is_some() || hint.step.is_some() {
        alignments.retain(|a| !a.in_lanes);
    }
    together(&mut alignments, hint, live_out)?;
    let widths = cuts(&mut alignments, p, options, hint, live_out)?;
    let number = |own: &Option<At<i64>>, of_all: Option<i64>| {
        own.as_ref().map_or(of_all, |at| Some(at.value))
    };
    let given = GivenShape {
        strip: number(&hint.strip, options.shape.strip),
        step: number(&hint.step, options.shape.step),
        widths,
    };
    let (tiled, verdict) = costs.in_shape(alignments, &given).map_err(whole)?;
    match &hint.step {
        Some(At { value: step, loc }) if *step > tiled.shape.strip => {
            let strip = tiled.shape.strip;
            let message = format!(
                "a step of {step} rows is more than a strip of {strip}, which is what suits this \
                 group; write `strip`, too"
            );
            Err(Diagnostic::new(*loc, message))
        }
        _ => Ok((tiled, verdict)),
    }
}

/// Refuses rows that are written where strips are columns.
fn without_rows(hint: &GroupHint, live_out: &Stage) -> Result<(), Diagnostic> {
    let rows = [("strip", &hint.strip), ("step", &hint.step)];
    let written = rows.into_iter().find_map(|(key, at)| Some((key, at.as_ref()?)));
    written.map_or(Ok(()), |(key, At { value, loc })| {
        let name = &live_out.name;
        let what = match live_out.rank() {
            1 => format!("`{name}` is a line, of which columns can be cut, but no rows"),
            _ => "strips of this group are columns, each with all rows".into(),
        };
        let message = format!("{what}; write `width = {value}` instead of `{key}`");
        Err(Diagnostic::new(*loc, message))
    })
}

/// Keeps the alignments whose strips are cut along the dimension that is written.
fn along(
    alignments: &mut Vec<Alignment>,
    hint: &GroupHint,
    live_out: &Stage,
) -> Result<(), Diagnostic> {
    let Some(At { value: var, loc }) = &hint.along else { return Ok(()) };
    let dim = dimension(live_out, var, *loc)?;
    let possible: Vec<String> =
        alignments.iter().map(|a| format!("`along({})`", live_out.vars[a.sliding])).collect();
    alignments.retain(|a| a.sliding == dim);
    if alignments.is_empty() {
        let message = format!(
            "strips of this group cannot be cut along `{var}`; write {}",
            possible.join(" or ")
        );
        return Err(Diagnostic::new(*loc, message));
    }
    Ok(())
}

/// Keeps the alignments whose planes are together where that is written, and on their own elsewhere
/// if anything of the shape is.
fn together(
    alignments: &mut Vec<Alignment>,
    hint: &GroupHint,
    live_out: &Stage,
) -> Result<(), Diagnostic> {
    for At { value: var, loc } in &hint.together {
        let dim = dimension(live_out, var, *loc)?;
        alignments.retain(|a| a.together.contains(&dim));
        if alignments.is_empty() {
            let message = format!(
                "planes along `{var}` are on their own here, or cannot be: they read no rows of \
                 what is outside the group more than once; leave `together({var})` out"
            );
            return Err(Diagnostic::new(*loc, message));
        }
    }
    if hint.together.is_empty() && hint.first_of_shape().is_some() {
        alignments.retain(|a| a.together.is_empty());
    }
    Ok(())
}

/// The dimensions that are cut into blocks beside the strips, if that is written for the group or
/// for all; keeps the alignments in which they may be.
fn cuts(
    alignments: &mut Vec<Alignment>,
    p: &Pipeline,
    options: &Options,
    hint: &GroupHint,
    live_out: &Stage,
) -> Result<Option<Vec<(usize, i64)>>, Diagnostic> {
    let lane = lane_dimension(&live_out.domain);
    let mut cuts: Vec<(usize, i64)> = Vec::new();
    for At { value: depth, loc } in &hint.depths {
        let dim = dimension(live_out, &depth.var, *loc)?;
        if dim == lane {
            let message = format!(
                "`{}` counts the columns of `{}`; write `width = {}`",
                depth.var, live_out.name, depth.size
            );
            return Err(Diagnostic::new(*loc, message));
        }
        cut(alignments, p, live_out, dim)
            .map_err(|why| Diagnostic::new(*loc, format!("{why}; leave it out of `depth`")))?;
        cuts.push((dim, depth.size));
    }
    if let Some(At { value: Width::Columns(width), loc }) = &hint.width {
        cut(alignments, p, live_out, lane).map_err(|why| {
            let message = format!("there are no columns to cut: {why}; leave `width` out");
            Diagnostic::new(*loc, message)
        })?;
        cuts.push((lane, *width));
    }
    cuts.sort_unstable();
    if hint.width.is_some() || !hint.depths.is_empty() {
        return Ok(Some(cuts));
    }
    // A width for all groups is for those with columns to cut.
    let of_all = options.shape.width.map(|width| {
        let columns = cut(alignments, p, live_out, lane).is_ok();
        columns.then_some((lane, width)).into_iter().collect()
    });
    Ok(of_all)
}

/// The dimension of a live-out by its variable.
fn dimension(live_out: &Stage, var: &str, loc: Loc) -> Result<usize, Diagnostic> {
    let rank = live_out.rank();
    live_out.vars[..rank].iter().position(|own| own == var).ok_or_else(|| {
        let vars = live_out.vars[..rank].join(", ");
        let message = format!(
            "`{var}` is no index variable of `{}`, after whose dimensions tiles are cut; its \
             variables are {vars}",
            live_out.name
        );
        Diagnostic::new(loc, message)
    })
}

/// Keeps the alignments in which a dimension of the live-outs may be cut into blocks, if there is
/// one.
///
/// # Errors
/// Why there is none.
fn cut(
    alignments: &mut Vec<Alignment>,
    p: &Pipeline,
    live_out: &Stage,
    dim: usize,
) -> Result<(), String> {
    if alignments.iter().all(|a| a.in_lanes && a.sliding == dim) {
        return Ok(());
    }
    let var = &live_out.vars[dim];
    if alignments.iter().any(|a| a.blocks.contains(&dim)) {
        alignments.retain(|a| a.blocks.contains(&dim));
        return Ok(());
    }
    if alignments.iter().all(|a| a.sliding == dim || a.planes.contains(&dim)) {
        return Err(format!("strips go along `{var}`, or tiles have one of it"));
    }
    let stray = |a: &Alignment| {
        let stray = a.stages.iter().find(|s| !s.axes.contains(&Axis::Block(dim)))?;
        Some(p.stages[stray.stage.0].name.clone())
    };
    Err(match alignments.iter().find_map(stray) {
        Some(stage) => format!("`{stage}` does not follow `{var}` of `{}`", live_out.name),
        None => format!("not all stages follow `{var}` of `{}`", live_out.name),
    })
}
