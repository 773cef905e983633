//! What several steps need to know of a pipeline, found out once.

use super::integer::Facts;
use super::order::{StageOrder, order};
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
}

impl<'p> Analyses<'p> {
    /// Analyses a pipeline.
    ///
    /// # Panics
    /// If stages read one another in a circle, which the checks refuse.
    pub fn of(pipeline: &'p Pipeline) -> Analyses<'p> {
        let order = order(pipeline).expect("the checks refuse cycles");
        Analyses { pipeline, order, facts: Facts::for_pipeline(pipeline) }
    }
}
