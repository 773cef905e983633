//! What is known of a pipeline before it is scheduled: integer facts, order, domains, ranges.

pub mod across;
#[cfg(feature = "compiler")]
mod analyses;
#[cfg(feature = "compiler")]
pub mod arrange;
#[cfg(feature = "compiler")]
pub mod carried;
pub mod case_order;
pub mod causal;
pub mod contradiction;
#[cfg(feature = "compiler")]
pub mod divisor;
#[cfg(feature = "compiler")]
pub mod ends;
pub mod followed;
pub mod forms;
pub mod infer;
pub mod integer;
pub mod interior;
pub mod iteration;
pub mod lane;
pub mod lines;
pub mod magnitude;
pub mod order;
pub mod prefix;
pub mod ranges;
pub mod reads;
#[cfg(feature = "compiler")]
pub mod records;
pub mod regions;
#[cfg(feature = "compiler")]
pub mod residues;
#[cfg(feature = "compiler")]
pub mod running;
pub mod scope;
pub mod shortfall;
pub mod show;
pub mod sizes;
pub mod solve;
#[cfg(feature = "compiler")]
pub mod together;
pub mod update_passes;
#[cfg(feature = "compiler")]
pub mod vectors;
#[cfg(feature = "compiler")]
pub mod windows;
pub mod witness;

#[cfg(feature = "compiler")]
pub use analyses::Analyses;

#[cfg(test)]
pub(crate) mod build;
