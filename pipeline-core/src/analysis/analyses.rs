//! What several steps need to know of a pipeline, found out once.

use super::integer::Facts;
use super::order::{StageOrder, order};
use super::together::RowPrices;
use crate::ir::Pipeline;

/// A pipeline with what is known of it.
#[derive(Clone, Debug)]
pub struct Analyses<'p> {
    /// The pipeline.
    pub pipeline: &'p Pipeline,
    /// Who reads whom, and an order in which producers come first.
    pub order: StageOrder,
    /// What is known of its sizes.
    pub facts: Facts,
    /// What rows of its stages cost, as far as that was asked.
    pub prices: RowPrices,
}

impl<'p> Analyses<'p> {
    /// Analyses a pipeline.
    ///
    /// # Panics
    /// If stages read one another in a circle, which the checks refuse.
    pub fn of(pipeline: &'p Pipeline) -> Analyses<'p> {
        Analyses::with(pipeline, &RowPrices::default())
    }

    /// The same, with what was asked of others: most of their stages are the same.
    ///
    /// # Panics
    /// As [`of`](Analyses::of).
    pub fn with(pipeline: &'p Pipeline, prices: &RowPrices) -> Analyses<'p> {
        let order = order(pipeline).expect("the checks refuse cycles");
        Analyses { pipeline, order, facts: Facts::for_pipeline(pipeline), prices: prices.clone() }
    }
}
