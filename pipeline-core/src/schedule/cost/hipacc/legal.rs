//! Which blocks of kernels may be fused (Section II-B), and why others may not.

use super::{Benefits, HipaccKernel, KernelEdge, NodeSet, Operator};
use crate::ir::{Pipeline, Source, StageId};

/// Why a block is illegal. Kernels are by their index.
#[derive(Clone, Debug, PartialEq)]
pub enum FusionObstacle {
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

impl FusionObstacle {
    /// The obstacle in words, with the names of a pipeline.
    pub fn words(&self, p: &Pipeline) -> String {
        let name = |kernel: &usize| format!("`{}`", p.source_name(Source::Stage(StageId(*kernel))));
        match self {
            FusionObstacle::Global(kernel) => format!("{} is a global operator", name(kernel)),
            FusionObstacle::Headers(a, b) => {
                format!("{} and {} have different iteration spaces", name(b), name(a))
            }
            FusionObstacle::Output(kernel) => {
                format!("{} is an external output beside another one", name(kernel))
            }
            FusionObstacle::Input(kernel, source) => {
                let input = p.source_name(*source);
                format!("{} reads `{input}`, an external input of its own", name(kernel))
            }
            FusionObstacle::Shared(times) => {
                format!("its shared memory would be {times:.1} times that of one kernel")
            }
            FusionObstacle::NoGain(producer, consumer) => {
                format!("computing {} again in {} saves nothing", name(producer), name(consumer))
            }
        }
    }
}

impl Benefits {
    /// Why a block may not be fused, if it may not.
    pub fn obstacle(&self, block: &NodeSet) -> Option<FusionObstacle> {
        let no_gain = |edge: &&KernelEdge| {
            edge.saved.is_some_and(|saved| saved + self.coefficients.gamma <= 0.0)
        };
        self.illegal(block).or_else(|| {
            let edge = self.inside(block).find(no_gain)?;
            Some(FusionObstacle::NoGain(edge.producer, edge.consumer))
        })
    }

    /// The same, whatever is gained.
    pub(super) fn illegal(&self, block: &NodeSet) -> Option<FusionObstacle> {
        if block.len() < 2 {
            return None;
        }
        self.headers(block)
            .or_else(|| self.outputs(block))
            .or_else(|| self.inputs(block))
            .or_else(|| self.shared(block))
    }

    fn members<'a>(
        &'a self,
        block: &'a NodeSet,
    ) -> impl Iterator<Item = (usize, &'a HipaccKernel)> {
        block.iter().map(|kernel| (kernel, &self.kernels.kernels[kernel]))
    }

    /// The compute patterns, and the headers: the sizes of the iteration spaces.
    fn headers(&self, block: &NodeSet) -> Option<FusionObstacle> {
        let (first, of_first) = self.members(block).next()?;
        self.members(block).find_map(|(kernel, of)| match of.operator {
            Operator::Global => Some(FusionObstacle::Global(kernel)),
            Operator::Point | Operator::Local => {
                (of.space != of_first.space).then_some(FusionObstacle::Headers(first, kernel))
            }
        })
    }

    /// Figure 2c: one kernel alone is needed outside, and it is read by none inside.
    fn outputs(&self, block: &NodeSet) -> Option<FusionObstacle> {
        let is_outside = |consumer: &usize| !block.contains(*consumer);
        let needed = |kernel: &usize| {
            let consumers = &self.consumers[*kernel];
            self.kernels.kernels[*kernel].output || consumers.iter().any(is_outside)
        };
        let mut outputs = block.iter().filter(needed);
        let first = outputs.next()?;
        let is_read_inside = !self.consumers[first].iter().all(is_outside);
        (is_read_inside || outputs.next().is_some()).then_some(FusionObstacle::Output(first))
    }

    /// Figures 2b and 2d: what is read from outside, one of the kernels that read nothing inside
    /// reads all of it.
    fn inputs(&self, block: &NodeSet) -> Option<FusionObstacle> {
        let outside = |source: &Source| match source {
            Source::Input(_) => true,
            Source::Stage(stage) => !block.contains(stage.0),
        };
        let own = |source: &HipaccKernel| {
            self.members(block).find_map(|(kernel, of)| {
                let mut external = of.inputs.iter().filter(|input| outside(input));
                let alone = external.find(|input| !source.inputs.contains(input))?;
                Some(FusionObstacle::Input(kernel, *alone))
            })
        };
        let sources = self.members(block).filter(|(_, of)| of.inputs.iter().all(outside));
        let obstacles: Vec<Option<FusionObstacle>> =
            sources.map(|(_, source)| own(source)).collect();
        obstacles.into_iter().collect::<Option<Vec<FusionObstacle>>>()?.into_iter().next()
    }

    /// Equation 2.
    fn shared(&self, block: &NodeSet) -> Option<FusionObstacle> {
        let most = self.members(block).map(|(_, of)| of.shared).fold(0.0, f64::max);
        let fused: f64 = self.members(block).map(|(_, of)| of.shared).sum();
        let fits = fused <= self.coefficients.c_shared * most;
        (!fits).then(|| FusionObstacle::Shared(fused / most))
    }
}
