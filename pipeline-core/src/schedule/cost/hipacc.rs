//! Hipacc's benefit of fusing kernels, and which blocks of them it may fuse: Qiao, Reiche, Hannig
//! and Teich, "From Loop Fusion to Kernel Fusion" (CGO 2019), Section II.
//!
//! A stage is a kernel. The benefit of a group is the sum of the weights of its edges (Equation 1),
//! in cycles; a model of costs, where less is better, takes it from 0.
//!
//! # Readings
//!
//! The paper leaves room at some places. What is done here:
//!
//! - **A pixel** is a point with its channels: dimensions of at most four coordinates, whatever the
//!   sizes, as in Hipacc's vector types. Iteration spaces and masks count pixels.
//! - **The mask** `sz` is the smallest box around a pixel and what is read for it; the largest of
//!   those of the sources. A kernel is a point operator if it is the pixel alone, a local one if it
//!   is the same box for all pixels, and a global one otherwise: updates, reads of itself, indices
//!   that are data, other rates, other orders of dimensions. Global operators are not fused.
//! - **`n_ALU`** counts the store, so that the square of the example in Section III-B has the 2
//!   that is said there, and its weights are 328, 328 and 256.
//! - **Equation 9** has its brackets misplaced: a mask of 3 × 3 before one of 5 × 5 makes one of
//!   7 × 7, as the text says, if the half is rounded down before it is doubled.
//! - **Shared memory** of Equation 2: a local kernel has its masks in it, a source at a time, and a
//!   fused kernel what its local kernels have. That is five times one kernel's for the whole of the
//!   example, as the paper finds, and two for the two gradients of Sobel's operator, which it
//!   fuses.
//! - **External dependences** (Figure 2). Only the destination is needed outside, nobody inside
//!   reads it, and all that is read from outside is read by one of the sources. Two kernels that
//!   start a block may be fused: the example's only obstacle is its shared memory.
//! - **No gain.** "If any fusion indicates a benefit equals or smaller than zero, we should not
//!   fuse the kernels and can treat them as illegal scenarios": no block has such an edge inside.
//!   An edge that is illegal by itself, for its dependences or its memory, weighs ε, but may be
//!   inside.

pub mod equations;
mod kernel;
mod legal;
#[cfg(test)]
mod tests;

use super::super::grouping::{EPSILON, GroupCost, NodeSet};
use crate::ir::{Source, StageId};
use crate::machine::Fusion;
use equations::{
    fused_mask, local_to_local, operations, point_based, point_to_local, redundant, weight,
};
pub use kernel::{HipaccKernel, Kernels, Operator};
pub use legal::FusionObstacle;

/// The kernels of a pipeline and what fusing them gains.
pub struct Benefits {
    kernels: Kernels,
    /// Who reads each kernel.
    consumers: Vec<Vec<usize>>,
    coefficients: Fusion,
    edges: Vec<KernelEdge>,
}

/// A producer and a consumer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KernelEdge {
    /// The kernel that is read.
    pub producer: usize,
    /// The kernel that reads it.
    pub consumer: usize,
    /// `w`: cycles saved if both are in one kernel, by their scenario; `None` if one of them is a
    /// global operator.
    pub saved: Option<f64>,
    /// `w_e`: that with `γ` if the two may be fused by themselves, and at least [`EPSILON`].
    pub weight: f64,
}

impl Benefits {
    /// The benefits of these kernels.
    pub fn new(kernels: Kernels, coefficients: Fusion) -> Benefits {
        let mut consumers = vec![Vec::new(); kernels.kernels.len()];
        let mut pairs = Vec::new();
        for (consumer, kernel) in kernels.kernels.iter().enumerate() {
            for source in &kernel.inputs {
                if let Source::Stage(StageId(producer)) = *source {
                    consumers[producer].push(consumer);
                    pairs.push((producer, consumer));
                }
            }
        }
        let mut benefits = Benefits { kernels, consumers, coefficients, edges: Vec::new() };
        let edge = |(producer, consumer): (usize, usize)| {
            let saved = benefits.saved(producer, consumer);
            let pair = [producer, consumer].into_iter().collect();
            let fused = saved.filter(|_| benefits.illegal(&pair).is_none());
            let weight = fused.map_or(EPSILON, |saved| weight(saved, coefficients.gamma, EPSILON));
            KernelEdge { producer, consumer, saved, weight }
        };
        benefits.edges = pairs.into_iter().map(edge).collect();
        benefits
    }

    /// The edges, by consumer.
    pub fn edges(&self) -> &[KernelEdge] {
        &self.edges
    }

    /// Equation 1 for one block: the sum of the weights of the edges in it.
    pub fn of_block(&self, block: &NodeSet) -> f64 {
        self.inside(block).map(|edge| edge.weight).sum()
    }

    fn inside(&self, block: &NodeSet) -> impl Iterator<Item = &KernelEdge> {
        let inside =
            |edge: &&KernelEdge| block.contains(edge.producer) && block.contains(edge.consumer);
        self.edges.iter().filter(inside)
    }

    /// The cycles saved by fusing two kernels, by their scenario (Section II-C3).
    fn saved(&self, producer: usize, consumer: usize) -> Option<f64> {
        let (source, destination) =
            (&self.kernels.kernels[producer], &self.kernels.kernels[consumer]);
        let of = &self.coefficients;
        let image = self.kernels.pixels(Source::Stage(StageId(producer)));
        let read: f64 = source.inputs.iter().map(|input| self.kernels.pixels(*input)).sum();
        let cost = operations(of, source.alu, source.sfu);
        Some(match (source.operator, destination.operator) {
            (Operator::Global, _) | (_, Operator::Global) => return None,
            (_, Operator::Point) => point_based(of, image),
            (Operator::Point, Operator::Local) => {
                point_to_local(of, image, redundant(cost, read, destination.mask))
            }
            (Operator::Local, Operator::Local) => {
                let mask = fused_mask(source.mask, destination.mask);
                local_to_local(of, image, redundant(cost, read, mask))
            }
        })
    }
}

impl GroupCost for Benefits {
    fn cost(&mut self, group: &NodeSet) -> Option<f64> {
        self.obstacle(group).is_none().then(|| -self.of_block(group))
    }
}
