//! What becomes of what a rank needs of a group and does not own.

/// Where the points that a group stores are computed, and so whether they travel. *Distributed
/// Halide*, Section 3.4, has all three, chosen by hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Policy {
    /// Each on the rank that owns it, which sends it to those that need it.
    Exchange,
    /// On every rank that needs it (`compute_rank`): nothing of it travels.
    Rank,
    /// All of them on every rank.
    Everywhere,
}

impl Policy {
    /// All of them.
    pub const ALL: [Policy; 3] = [Policy::Exchange, Policy::Rank, Policy::Everywhere];

    /// As it is written in the attribute `distribute`.
    pub fn name(self) -> &'static str {
        match self {
            Policy::Exchange => "exchange",
            Policy::Rank => "rank",
            Policy::Everywhere => "everywhere",
        }
    }
}
