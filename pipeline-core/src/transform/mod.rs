//! Rewriting of the stage graph, meaning kept.

pub mod along_rows;
pub mod clamped;
pub mod clamps;
pub mod conditions;
pub mod cse;
pub mod dots;
pub mod exchange;
pub mod index_stages;
pub mod inline;
pub mod innermost;
pub mod names;
pub mod narrow;
pub mod narrow_stages;
#[cfg(test)]
mod plain_reads;
pub mod prefixes;
pub mod privatise;
pub mod propagate;
pub mod prune;
pub mod quotients;
pub mod records;
mod replace;
pub mod results;
pub mod split;
mod subdomains;
pub mod sums;
pub mod tabulate;
pub mod totals;
pub mod unroll;
