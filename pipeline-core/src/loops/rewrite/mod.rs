//! Rewrites: few steps of which every schedule consists, one file each.
//!
//! What builds a nest from a plan and what optimises it both use these, so that how a loop is cut
//! or unrolled is written once.

mod any_order;
pub mod combine;
pub mod lanes;
pub mod parallel;
pub mod runs;
pub mod split;
pub mod stage;
pub mod stage_rows;
pub mod stage_tiles;
pub mod step;
pub mod unroll_jam;
