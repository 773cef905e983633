//! What rows of a stage cost that run together.
//!
//! The pass `jam rows` decides on loops that are merged; here each stage is looked at by itself, in
//! the same way: several rows as one block, each expression once, at the price of vectors.

use crate::analysis::arrange::{OrderedExprs, arrange};
use crate::analysis::lane::lane_dimension;
use crate::analysis::residues::map_affine;
use crate::analysis::vectors::{Vectors, entries};
use crate::ir::{Affine, Block, ExprId, Node, Pipeline, Source, Stage, VarId};
use crate::schedule::speed::{LEAST_SAVING, MOST_EXPRS, MOST_ROWS};
use crate::transform::cse::BlockBuilder;

/// By the logarithm of a number of rows, the part of its work that is left to each when so many run
/// together, or fewer where that is better.
#[derive(Clone, Debug, PartialEq)]
pub struct Together(Vec<f64>);

impl Together {
    /// Of rows that share nothing.
    pub fn nothing() -> Together {
        Together(vec![1.0])
    }

    /// Of a stage's rows: those of its dearest case.
    pub fn of(p: &Pipeline, stage: &Stage) -> Together {
        let lane = lane_dimension(&stage.domain);
        let row = (0..lane).last().or_else(|| (lane + 1 < stage.rank()).then_some(lane + 1));
        let values = stage.cases.iter().map(|case| &case.value);
        let Some((row, value)) = row.zip(values.max_by_key(|value| value.exprs.len())) else {
            return Together::nothing();
        };
        let table = |source: Source| {
            let last = p.source_domain(source).0.last()?;
            entries(p.source_type(source), last)
        };
        let vectors = Vectors { lane: VarId(lane), table: &table };
        let one = vectors.cheapest(value, &[value.result]);
        let (mut parts, mut rows) = (vec![1.0], 2);
        while rows <= MOST_ROWS {
            let Some((block, results)) = together(value, VarId(row), rows) else { break };
            let part = vectors.cheapest(&block, &results) / (rows as f64 * one).max(1.0);
            let fewer = parts[parts.len() - 1];
            parts.push(if part <= fewer * (1.0 - LEAST_SAVING) { part } else { fewer });
            rows *= 2;
        }
        Together(parts)
    }

    /// The part of its work that is left to a row of so many.
    pub fn share(&self, rows: i64) -> f64 {
        let log = rows.max(1).ilog2() as usize;
        self.0[log.min(self.0.len() - 1)]
    }
}

/// So many rows of a definition, with their values; nothing if that is too much code.
fn together(value: &Block, row: VarId, rows: i64) -> Option<(Block, Vec<ExprId>)> {
    let mut builder = BlockBuilder::new();
    let results = (0..rows).map(|i| {
        let next = Affine::from(row).offset(i);
        let moved = map_affine(value, &|a| a.substitute_var(row, &next));
        builder.append(&moved, &Node::clone)
    });
    let results: Vec<ExprId> = results.collect();
    let (OrderedExprs { exprs, results }, _) =
        arrange(OrderedExprs { exprs: builder.into_exprs(), results });
    (exprs.len() <= MOST_EXPRS).then(|| (Block { result: results[0], exprs }, results))
}
