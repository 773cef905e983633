//! Rewriting of the stage graph, meaning kept.

pub mod conditions;
pub mod cse;
pub mod inline;
pub mod names;
pub mod narrow;
pub mod privatise;
pub mod prune;
pub mod split;
mod subdomains;
pub mod sums;
pub mod unroll;
