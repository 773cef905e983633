//! Which blocks of kernels may be fused (Section II-B), and why others may not.

use super::{Benefits, Edge, Kernel, NodeSet, Operator};
use crate::ir::{Pipeline, Source, StageId};

/// Why a block is illegal. Kernels are by their index.
#[derive(Clone, Debug, PartialEq)]
pub enum Obstacle {
    /// A global operator.
    Global(usize),
    /// Two kernels that differ in the sizes of their iteration spaces.
    Headers(usize, usize),
    /// A kernel that is needed outside and is not the only one, or is read inside, too.
    Output(usize),
    /// A kernel, and what it reads from outside that no source of the block reads beside all else.
    Input(usize, Source),
    /// So many times the shared memory of the largest kernel, more than may be.
    Shared(f64),
    /// A producer and a consumer whose fusion saves nothing.
    NoGain(usize, usize),
}

impl Obstacle {
    /// The obstacle in words, with the names of a pipeline.
    pub fn words(&self, p: &Pipeline) -> String {
        let name = |kernel: &usize| format!("`{}`", p.source_name(Source::Stage(StageId(*kernel))));
        match self {
            Obstacle::Global(kernel) => format!("{} is a global operator", name(kernel)),
            Obstacle::Headers(a, b) => {
                format!("{} and {} have different iteration spaces", name(b), name(a))
            }
            Obstacle::Output(kernel) => {
                format!("{} is an external output beside another one", name(kernel))
            }
            Obstacle::Input(kernel, source) => {
                let input = p.source_name(*source);
                format!("{} reads `{input}`, an external input of its own", name(kernel))
            }
            Obstacle::Shared(times) => {
                format!("its shared memory would be {times:.1} times that of one kernel")
            }
            Obstacle::NoGain(producer, consumer) => {
                format!("computing {} again in {} saves nothing", name(producer), name(consumer))
            }
        }
    }
}

impl Benefits {
    /// Why a block may not be fused, if it may not.
    pub fn obstacle(&self, block: &NodeSet) -> Option<Obstacle> {
        let no_gain =
            |edge: &&Edge| edge.saved.is_some_and(|saved| saved + self.coefficients.gamma <= 0.0);
        self.illegal(block).or_else(|| {
            let edge = self.inside(block).find(no_gain)?;
            Some(Obstacle::NoGain(edge.producer, edge.consumer))
        })
    }

    /// The same, whatever is gained.
    pub(super) fn illegal(&self, block: &NodeSet) -> Option<Obstacle> {
        if block.len() < 2 {
            return None;
        }
        self.headers(block)
            .or_else(|| self.outputs(block))
            .or_else(|| self.inputs(block))
            .or_else(|| self.shared(block))
    }

    fn members<'a>(&'a self, block: &'a NodeSet) -> impl Iterator<Item = (usize, &'a Kernel)> {
        block.iter().map(|kernel| (kernel, &self.kernels.kernels[kernel]))
    }

    /// The compute patterns, and the headers: the sizes of the iteration spaces.
    fn headers(&self, block: &NodeSet) -> Option<Obstacle> {
        let (first, of_first) = self.members(block).next()?;
        self.members(block).find_map(|(kernel, of)| match of.operator {
            Operator::Global => Some(Obstacle::Global(kernel)),
            Operator::Point | Operator::Local => {
                (of.space != of_first.space).then_some(Obstacle::Headers(first, kernel))
            }
        })
    }

    /// Figure 2c: one kernel alone is needed outside, and it is read by none inside.
    fn outputs(&self, block: &NodeSet) -> Option<Obstacle> {
        let is_outside = |consumer: &usize| !block.contains(*consumer);
        let needed = |kernel: &usize| {
            let consumers = &self.consumers[*kernel];
            self.kernels.kernels[*kernel].output || consumers.iter().any(is_outside)
        };
        let mut outputs = block.iter().filter(needed);
        let first = outputs.next()?;
        let is_read_inside = !self.consumers[first].iter().all(is_outside);
        (is_read_inside || outputs.next().is_some()).then_some(Obstacle::Output(first))
    }

    /// Figures 2b and 2d: what is read from outside, one of the kernels that read nothing inside
    /// reads all of it.
    fn inputs(&self, block: &NodeSet) -> Option<Obstacle> {
        let outside = |source: &Source| match source {
            Source::Input(_) => true,
            Source::Stage(stage) => !block.contains(stage.0),
        };
        let own = |source: &Kernel| {
            self.members(block).find_map(|(kernel, of)| {
                let mut external = of.inputs.iter().filter(|input| outside(input));
                let alone = external.find(|input| !source.inputs.contains(input))?;
                Some(Obstacle::Input(kernel, *alone))
            })
        };
        let sources = self.members(block).filter(|(_, of)| of.inputs.iter().all(outside));
        let obstacles: Vec<Option<Obstacle>> = sources.map(|(_, source)| own(source)).collect();
        obstacles.into_iter().collect::<Option<Vec<Obstacle>>>()?.into_iter().next()
    }

    /// Equation 2.
    fn shared(&self, block: &NodeSet) -> Option<Obstacle> {
        let most = self.members(block).map(|(_, of)| of.shared).fold(0.0, f64::max);
        let fused: f64 = self.members(block).map(|(_, of)| of.shared).sum();
        let fits = fused <= self.coefficients.c_shared * most;
        (!fits).then(|| Obstacle::Shared(fused / most))
    }
}
