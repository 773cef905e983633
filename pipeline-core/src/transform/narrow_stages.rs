//! Stages of integers are kept in the narrowest type that has all their values.
//!
//! ```text
//! total(y): i32 = img(y - 1) as i32 + img(y) as i32 + img(y + 1) as i32      of bytes
//! out(y) = (total(y) / 3) as u8
//!
//! total(y): u16 = …                                                    765 at most
//! out(y) = (total(y) as i32 / 3) as u8
//! ```
//!
//! Users write types so wide that nothing wraps. A narrow stage takes a half or a quarter of the
//! memory, and what reads it can compute in narrow types, too: `narrow` sees to that. The ranges of
//! values say which type a stage needs; whether it gets it depends on what its definition and those
//! that read it cost then, by the [prices of vectors](crate::analysis::vectors), for a value that
//! is computed or needed in a wide type has to be converted. Results keep the types that callers
//! see, and so do stages that are changed by updates: how often is not known.
//!
//! Source: widths by value ranges as in *Bitwidth Analysis with Application to Silicon Compilation*
//! (PLDI 2000). Here ranges only go forward, and prices decide.

use super::narrow::windows::{WindowTotals, narrowed};
use super::narrow::{holding, price};
use crate::analysis::integer::Facts;
use crate::analysis::order::order;
use crate::analysis::ranges::{Range, Ranges};
use crate::analysis::regions::piece;
use crate::analysis::scope::Scope;
use crate::ir::nodes::map_operands;
use crate::ir::{
    Block, BorderMode, ElemType, Expr, ExprId, Node, Pipeline, Source, Stage, StageId, Value,
};
use crate::schedule::speed::NARROWER;

/// Gives stages of integers narrower types where no value changes, and their definitions and
/// readers cost less.
pub fn narrow_stages(p: Pipeline) -> Pipeline {
    let facts = Facts::for_pipeline(&p);
    let ranges = Ranges::new(&p, &facts);
    let mut types = narrowest(&p, &ranges);
    let ids = || (0..p.stages.len()).map(StageId);
    let narrowed: Vec<StageId> = ids().filter(|id| types[id.0] != p.stages[id.0].ty).collect();
    // All are narrow at first: one alone between wide ones would only be converted.
    let mut made = with_types(&p, &types);
    for id in narrowed {
        let concerned: Vec<StageId> =
            ids().filter(|of| *of == id || reads(&p.stages[of.0], id)).collect();
        let price = |made: &Pipeline| -> f64 {
            concerned.iter().map(|id| stage_price(made, *id, &facts, &ranges)).sum()
        };
        let mut wide = types.clone();
        wide[id.0] = p.stages[id.0].ty;
        let mut with_wide = made.clone();
        for id in &concerned {
            with_wide.stages[id.0] = retyped(&p.stages[id.0], wide[id.0], &wide);
        }
        if price(&made) > NARROWER * price(&with_wide) {
            (types, made) = (wide, with_wide);
        }
    }
    made
}

/// The type of each stage that has the fewest bytes, among those that it may have.
fn narrowest(p: &Pipeline, ranges: &Ranges<'_>) -> Vec<ElemType> {
    let mut types: Vec<ElemType> = p.stages.iter().map(|stage| stage.ty).collect();
    // Producers first, so that a long chain of them takes no stack.
    for id in order(p).into_iter().flat_map(|order| order.stages) {
        types[id.0] = narrower(p, ranges, id).unwrap_or(types[id.0]);
    }
    types
}

/// The pipeline with stages of these types.
fn with_types(p: &Pipeline, types: &[ElemType]) -> Pipeline {
    let stages = p.stages.iter().zip(types).map(|(stage, ty)| retyped(stage, *ty, types));
    Pipeline { stages: stages.collect(), ..p.clone() }
}

/// The type of fewer bytes that has all values of a stage, those of its border included, if it may
/// have another type.
fn narrower(p: &Pipeline, ranges: &Ranges<'_>, id: StageId) -> Option<ElemType> {
    let stage = &p.stages[id.0];
    let fixed = !stage.ty.is_int()
        || stage.ty.bytes() == 1
        || p.outputs.contains(&id)
        || p.outputs.iter().any(|output| copies(&p.stages[output.0], id))
        || !stage.updates.is_empty()
        || stage.is_ordered(id);
    if fixed {
        return None;
    }
    match ranges.source(Source::Stage(id), stage.ty) {
        Range::Int(range) => holding(stage.ty, 8, range.constants(stage.ty)),
        Range::Float(_) | Range::Bool => None,
    }
}

/// Whether a definition of a stage is another stage: that can be the result itself, in the result's
/// type.
fn copies(stage: &Stage, id: StageId) -> bool {
    stage.cases.iter().any(|case| {
        let result = &case.value.exprs[case.value.result.0].node;
        matches!(result, Node::Read { source: Source::Stage(of), .. } if *of == id)
    })
}

/// Whether a stage reads another.
fn reads(reader: &Stage, id: StageId) -> bool {
    let mut found = false;
    for block in reader.blocks() {
        block.for_each_read(&mut |_, _, source, _| found |= source == Source::Stage(id));
    }
    found
}

/// A stage with this type, in a pipeline whose stages have these `types`.
fn retyped(stage: &Stage, ty: ElemType, types: &[ElemType]) -> Stage {
    let mut stage = stage.clone();
    for block in stage.blocks_mut() {
        *block = with_casts(block, types);
    }
    if ty != stage.ty {
        for case in &mut stage.cases {
            let last = case.value.result;
            let loc = case.value.exprs[last.0].loc;
            case.value.exprs.push(Expr { ty, node: Node::Cast(last), loc });
            case.value.result = ExprId(case.value.exprs.len() - 1);
        }
        let border = stage.border.iter_mut();
        for (border, value) in border.filter_map(|b| b.mode.value()?.as_int().map(|v| (b, v))) {
            border.mode = BorderMode::Constant(Value::wrap(ty, value));
        }
        stage.ty = ty;
    }
    stage
}

/// A block whose reads of stages have these types, each cast to the one it had.
fn with_casts(block: &Block, types: &[ElemType]) -> Block {
    let mut exprs: Vec<Expr> = Vec::with_capacity(block.exprs.len());
    let mut places: Vec<ExprId> = Vec::with_capacity(block.exprs.len());
    for Expr { ty, node, loc } in &block.exprs {
        let mut node = map_operands(node, |id| places[id.0]);
        if let Node::Reduce { body, .. } = &mut node {
            **body = with_casts(body, types);
        }
        let read = if let Node::Read { source: Source::Stage(id), .. } = &node {
            types[id.0]
        } else {
            *ty
        };
        exprs.push(Expr { ty: read, node, loc: *loc });
        if read != *ty {
            let of = ExprId(exprs.len() - 1);
            exprs.push(Expr { ty: *ty, node: Node::Cast(of), loc: *loc });
        }
        places.push(ExprId(exprs.len() - 1));
    }
    Block { exprs, result: places[block.result.0] }
}

/// What all points of a stage cost once its definitions are narrow; `facts` and `ranges` are those
/// of the pipeline as it was, of which the values are the same.
fn stage_price(made: &Pipeline, id: StageId, facts: &Facts, ranges: &Ranges<'_>) -> f64 {
    let stage = &made.stages[id.0];
    let estimates = made.estimates();
    let points: f64 = stage.domain.0.iter().map(|dim| dim.extent(&estimates) as f64).product();
    let of_cases = stage.cases.iter().map(|case| {
        let piece = piece(&stage.domain, &case.region);
        let scope = Scope::new(facts, &piece);
        let narrow = narrowed(ranges, &scope, &case.value, WindowTotals::Narrow);
        price(made, stage, &narrow).min(price(made, stage, &case.value))
    });
    let of_updates = stage.updates.iter().map(|update| price(made, stage, &update.value));
    points * (of_cases.sum::<f64>() + of_updates.sum::<f64>())
}

#[cfg(test)]
mod tests;
