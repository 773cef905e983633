//! Passes on the loop nest. Each takes a loop nest and gives one that stores the same values.
//!
//! What they have in common: the loop nest knows which points are loaded and stored where, and
//! generated code has only pointers. So sharing of loads between points that are computed together
//! has to be made explicit here; no later compiler can see it.

mod carry;
mod cases;
mod channels;
mod collapse;
mod distribute;
mod jam;
mod join;
mod lanes;
mod legal;
mod lets;
mod merge;
mod priced;
#[cfg(test)]
mod tests;
mod unread;

pub use carry::{carry_values, may_carry};
pub use channels::unroll_channels;
pub use collapse::collapse_rows;
pub use distribute::distribute_loops;
pub use jam::jam_rows;
pub use lanes::choose_lanes;
pub use lets::share_lets;
pub use merge::merge_stages;
pub(super) use unread::drop_unused_computes;
