//! Planes that updates change together become records: an array of structures.
//!
//! ```text
//! grid(0, y, bin(v), x) += v                 the sums of values and how many they are: at each
//! grid(1, y, bin(v), x) += 1.0               pixel two loads, two additions and two stores
//!
//! grid_records(y, bin(v), x, 0) += v         two lanes, and one of each
//! grid_records(y, bin(v), x, 1) += 1.0
//! grid(k, y, z, x) = grid_records(y, z, x, k)
//! ```
//!
//! Where data choose the target, points are changed one by one, and what is stored to them is what
//! that takes. Updates over the same points with the same target, but for the plane, store as many
//! values a point as there are planes. Next to each other in memory these are one vector. What
//! reads the planes still finds them as they were: they are copied once all updates are done, which
//! is little where there are several updates for each point.

use super::innermost::permuted;
use super::names;
use crate::analysis::records::changed_together;
use crate::ir::{
    Block, Case, Domain, Expr, ExprId, Index, Node, Pipeline, Region, Source, Stage, StageId, VarId,
};
use crate::options::Options;
use crate::schedule::grouping::Strategy;
use crate::schedule::speed::LEAST_PER_RECORD;
use std::collections::BTreeMap;

/// The pipeline with records where updates change planes together; `None` if there are none. Where
/// every stage is computed by itself none are made, and of groups that are written, what they name.
pub fn records(p: &Pipeline, options: &Options) -> Option<Pipeline> {
    if options.strategy == Some(Strategy::None) {
        return None;
    }
    let mut made = None;
    for id in (0..p.stages.len()).map(StageId) {
        let stage = &p.stages[id.0];
        let Some(dim) = planes(p, stage) else { continue };
        let name = names::records(p, &stage.name);
        let written = |name: &str| options.group_of(name).is_some();
        let hinted = options.layouts.iter().any(|hint| hint.stage == stage.name);
        if !hinted && (written(&name) || !written(&stage.name)) {
            made = Some(with_records(made.unwrap_or_else(|| p.clone()), id, dim, name));
        }
    }
    made
}

/// The dimension of a stage whose planes its updates change together, if that pays.
fn planes(p: &Pipeline, stage: &Stage) -> Option<usize> {
    let first = stage.updates.first()?;
    let dim = (0..stage.rank().saturating_sub(1)).find(|dim| changed_together(stage, *dim))?;
    let points = |domain: &Domain| -> f64 {
        let estimates = p.estimates();
        domain.0.iter().map(|interval| interval.extent(&estimates) as f64).product()
    };
    let records = points(&stage.domain) / stage.updates.len() as f64;
    (points(&first.domain) >= LEAST_PER_RECORD * records).then_some(dim)
}

/// The pipeline with the updates of a stage in a stage of records, of which it is a copy.
fn with_records(mut p: Pipeline, id: StageId, dim: usize, name: String) -> Pipeline {
    let (of, stage) = (StageId(p.stages.len()), &mut p.stages[id.0]);
    let mut records = Stage { name, border: None, ..stage.clone() };
    for update in &mut records.updates {
        for expr in &mut update.value.exprs {
            if let Node::Read { source, .. } = &mut expr.node
                && *source == Source::Stage(id)
            {
                *source = Source::Stage(of);
            }
        }
    }
    let index = (0..stage.rank()).map(|dim| Index::Affine(VarId(dim).into())).collect();
    let node = Node::Read { source: Source::Stage(of), index };
    let exprs = vec![Expr { ty: stage.ty, node, loc: stage.loc }];
    let value = Block { exprs, result: ExprId(0) };
    stage.cases = vec![Case { region: Region::default(), value, loc: stage.loc }];
    stage.updates.clear();
    p.stages.push(records);
    permuted(p, &BTreeMap::from([(of, dim)]))
}

#[cfg(test)]
mod tests;
