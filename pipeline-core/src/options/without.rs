//! What the compiler can leave undone, to see what it gains.

/// An optimisation. Without it a pipeline computes the same bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Without {
    /// Cheap stages move into what reads them.
    Inline,
    /// Integers are kept and computed in narrower types.
    Narrow,
    /// Stages that do not line up with what reads them are propagated.
    Propagation,
    /// Stages of a group run row by row, over the rows that are still to be read.
    SlidingWindows,
    /// Tiles are cut into parallelograms of several rows.
    MultiLevelTiles,
    /// Loops over the same points become one.
    MergeStages,
    /// Rows that share loads run together.
    JamRows,
}

impl Without {
    /// All of them.
    pub const ALL: [Without; 7] = [
        Without::Inline,
        Without::Narrow,
        Without::Propagation,
        Without::SlidingWindows,
        Without::MultiLevelTiles,
        Without::MergeStages,
        Without::JamRows,
    ];

    /// Its name in the language.
    pub const fn name(self) -> &'static str {
        match self {
            Without::Inline => "inline",
            Without::Narrow => "narrow",
            Without::Propagation => "propagation",
            Without::SlidingWindows => "sliding_windows",
            Without::MultiLevelTiles => "multi_level_tiles",
            Without::MergeStages => "merge_stages",
            Without::JamRows => "jam_rows",
        }
    }

    /// The passes that do nothing else, and are left out.
    pub const fn passes(self) -> &'static [&'static str] {
        match self {
            Without::Narrow => &["narrow stages", "narrow", "dots"],
            Without::MergeStages => &["merge stages"],
            Without::JamRows => &["jam rows"],
            Without::Inline
            | Without::Propagation
            | Without::SlidingWindows
            | Without::MultiLevelTiles => &[],
        }
    }

    /// Whether one of these leaves a pass out.
    pub fn leaves_out(without: &[Without], pass: &str) -> bool {
        without.iter().any(|what| what.passes().contains(&pass))
    }
}
