//! What rows of a definition cost that run together.
//!
//! The pass `jam rows` decides on loops that are merged; here each definition is looked at by
//! itself, in the same way: several rows as one block, each expression once, at the price of
//! vectors.

use super::arrange::{OrderedExprs, arrange};
use super::lane::lane_dimension;
use super::residues::map_affine;
use super::vectors::{Vectors, entries};
use crate::ir::{Affine, Block, Domain, ExprId, InputId, Node, Pipeline, Source, Stage, VarId};
use crate::schedule::speed::{LEAST_SAVING, MOST_EXPRS, MOST_ROWS};
use crate::transform::cse::BlockBuilder;
use std::cell::RefCell;
use std::rc::Rc;

/// By the logarithm of a number of rows, what a point costs when so many rows run together, or
/// fewer where that is cheaper.
#[derive(Clone, Debug, PartialEq)]
pub struct Together(Vec<f64>);

impl Together {
    /// Of rows that share nothing.
    pub fn nothing() -> Together {
        Together(vec![1.0])
    }

    fn of_rows(RowCosts { lane, row, value, tables }: &RowCosts) -> Together {
        let table = |source: Source| match source {
            Source::Input(id) => tables[id.0],
            Source::Stage(_) => None,
        };
        let vectors = Vectors { lane: VarId(*lane), table: &table };
        let mut prices = vec![vectors.best(value, &[value.result]).price];
        let mut rows = 2;
        while let Some(row) = row.filter(|_| rows <= MOST_ROWS) {
            let Some((block, results)) = together(value, VarId(row), rows) else { break };
            let best = vectors.best(&block, &results);
            if rows > 2 && !best.is_little(&block) {
                break;
            }
            let price = best.price / rows as f64;
            let fewer = prices[prices.len() - 1];
            prices.push(if price <= fewer * (1.0 - LEAST_SAVING) { price } else { fewer });
            rows *= 2;
        }
        Together(prices)
    }

    /// What a point costs with so many rows.
    pub fn price(&self, rows: i64) -> f64 {
        let log = rows.max(1).ilog2() as usize;
        self.0[log.min(self.0.len() - 1)]
    }

    /// The part of its work that is left to a row of so many.
    pub fn share(&self, rows: i64) -> f64 {
        self.price(rows) / self.price(1).max(f64::MIN_POSITIVE)
    }
}

/// What rows of a stage cost, of many stages: the steps of an iteration and the levels of a pyramid
/// differ in what they read, and are priced once. Clones share what is known.
#[derive(Clone, Debug, Default)]
pub struct RowPrices(Rc<RefCell<Vec<(RowCosts, Together)>>>);

impl RowPrices {
    /// Those of a stage's dearest case.
    pub fn of_stage(&self, p: &Pipeline, stage: &Stage) -> Together {
        self.of(p, &stage.domain, dearest(stage))
    }

    /// Those of a definition of points of a domain.
    pub fn of(&self, p: &Pipeline, domain: &Domain, value: &Block) -> Together {
        let rows = RowCosts::of(p, domain, value);
        if let Some((_, known)) = self.0.borrow().iter().find(|(other, _)| *other == rows) {
            return known.clone();
        }
        let together = Together::of_rows(&rows);
        self.0.borrow_mut().push((rows, together.clone()));
        together
    }
}

/// All that the cost of rows depends on.
#[derive(Debug, PartialEq)]
struct RowCosts {
    /// The dimension of the lanes.
    lane: usize,
    /// The dimension whose rows run together, if there is one.
    row: Option<usize>,
    /// The definition. What it reads is numbered, as inputs, in the order of first reads.
    value: Block,
    /// Of each source, the entries of a row, if that is a table.
    tables: Vec<Option<i64>>,
}

impl RowCosts {
    fn of(p: &Pipeline, domain: &Domain, value: &Block) -> RowCosts {
        let (mut value, mut sources) = (value.clone(), Vec::new());
        value.redirect(&mut |source, _| {
            let known = sources.iter().position(|of| *of == source);
            let number = known.unwrap_or_else(|| {
                sources.push(source);
                sources.len() - 1
            });
            Source::Input(InputId(number))
        });
        let table = |source: &Source| {
            let last = p.source_domain(*source).0.last()?;
            entries(p.source_type(*source), last)
        };
        let tables = sources.iter().map(table).collect();
        RowCosts { lane: lane_dimension(domain), row: row_dimension(domain), value, tables }
    }
}

fn dearest(stage: &Stage) -> &Block {
    let values = stage.cases.iter().map(|case| &case.value);
    values.max_by_key(|value| value.exprs.len()).expect("a stage has a case")
}

/// The dimension whose rows run together: the last before the lanes', or the one behind it.
pub fn row_dimension(domain: &Domain) -> Option<usize> {
    let lane = lane_dimension(domain);
    (0..lane).last().or_else(|| (lane + 1 < domain.0.len()).then_some(lane + 1))
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
    let block = Block { result: results[0], exprs };
    (block.exprs.len() <= MOST_EXPRS).then_some((block, results))
}
