//! The machine a pipeline is planned for: caches, cores, lanes, and the coefficients of the cost
//! models, as plain data.
//!
//! A machine only steers decisions. Whatever it says, a pipeline computes the same bits.

mod fusion;
mod presets;
#[cfg(test)]
mod tests;

pub use fusion::{Fusion, FusionHint};
pub use presets::PRESETS;

use crate::ir::ElemType;
use std::fmt;

/// What the planner knows of a machine.
#[derive(Clone, Debug, PartialEq)]
pub struct Machine {
    /// Its name: a preset's, `native`, or `custom`.
    pub name: String,
    /// Where it was configured, for the plan: ``the attribute `machine(haswell)` ``, ``the feature
    /// `target-haswell` ``, `the default`.
    pub configured: String,
    /// First-level data cache of a core, in bytes.
    pub l1: i64,
    /// A core's share of the second-level cache, in bytes.
    pub l2: i64,
    /// The last-level cache that cores share, in bytes.
    pub llc: i64,
    /// Cores that run tasks.
    pub cores: i64,
    /// Bytes of a vector register; [`Machine::lanes`] has the lanes of a type.
    pub vector_bytes: i64,
    /// Weights of PolyMage+'s cost.
    pub weights: Weights,
    /// `InnerMostTileSize` of PolyMage+, Section 7.1: the most points of a tile along the innermost
    /// dimension.
    pub innermost_tile: i64,
    /// Cache lines that a definition may touch at one point for a stage to be propagated into it,
    /// the one that is stored included (*Polyhedral Expression Propagation*, CC 2018, Section 4.2).
    pub streams: i64,
    /// Coefficients of predicted times.
    pub rates: Rates,
    /// Coefficients of Hipacc's benefit that are given; [`Machine::fusion`] has all.
    pub fusion_hint: FusionHint,
}

/// The weights of PolyMage+'s cost (TOPLAS 42(3), 2020, Section 4.1, Equation 2; values in
/// Table 2). All are positive and have no unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    /// Of the ratio of live-in and live-out data to computation.
    pub w1: f64,
    /// Of the tiles left over when their number is no multiple of the cores. It is subtracted.
    pub w2: f64,
    /// Of the fraction of overlap.
    pub w3: f64,
    /// Of the relative difference between the extents of fused stages.
    pub w4: f64,
}

/// The coefficients of predicted times ("roofline"). All are positive. Bytes per nanosecond are
/// gigabytes (10⁹) per second; bandwidth counts bytes read and bytes written alike.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rates {
    /// Bytes a core moves from or to its second-level cache, per nanosecond.
    pub l2: f64,
    /// Bytes a core moves from or to the last-level cache, per nanosecond.
    pub llc: f64,
    /// Bytes one core alone moves from or to memory, per nanosecond.
    pub memory: f64,
    /// Bytes all cores together move from or to memory, per nanosecond.
    pub memory_of_all: f64,
    /// 32-bit operations a core does on the lanes of its vectors, per nanosecond.
    pub operations: f64,
    /// Start and end of a parallel loop, in nanoseconds.
    pub launch: f64,
    /// Start and end of one task of a parallel loop, in nanoseconds.
    pub task: f64,
    /// One row of one stage, beside its points: bounds, pointers and tail, in nanoseconds.
    pub row: f64,
}

/// Something a machine cannot be.
#[derive(Clone, Debug, PartialEq)]
pub struct InvalidMachine {
    /// The fields at fault, as the attribute `machine` or `cost` names them.
    pub keys: Vec<&'static str>,
    /// What is wrong, with the figures, and what to do.
    pub message: String,
}

impl fmt::Display for InvalidMachine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// `generic`.
impl Default for Machine {
    fn default() -> Self {
        presets::generic("the default".into())
    }
}

impl Machine {
    /// The preset of this name, one of [`PRESETS`]; `configured` says where it was named.
    pub fn preset(name: &str, configured: impl Into<String>) -> Option<Machine> {
        presets::preset(name, configured.into())
    }

    /// Values of a type that a vector holds, at least 1.
    pub fn lanes(&self, ty: ElemType) -> i64 {
        (self.vector_bytes / ty.bytes() as i64).max(1)
    }

    /// The most bytes that the line buffers of one task may take: three quarters of a core's
    /// second-level cache, so that the rows that pass through have room beside them.
    pub fn most_scratch_bytes(&self) -> i64 {
        self.l2 / 4 * 3
    }

    /// Refuses figures that no machine has. Caches have at least 1 KiB; an inner one is no larger
    /// than an outer one; lanes are powers of two; weights and rates are positive.
    ///
    /// # Errors
    /// Everything that is wrong, in the order of the fields.
    pub fn check(&self) -> Result<(), Vec<InvalidMachine>> {
        let mut found = Vec::new();
        let mut wrong = |keys: &[&'static str], message: String| {
            found.push(InvalidMachine { keys: keys.to_vec(), message });
        };
        let caches =
            [("l1", self.l1, MOST_L1), ("l2", self.l2, MOST_L2), ("llc", self.llc, MOST_LLC)];
        for (key, size, most) in caches {
            if size < LEAST_CACHE {
                let hint = "an integer is in bytes, a string has its unit: \"32KiB\"";
                wrong(&[key], format!("`{key}` of {} is less than 1 KiB; {hint}", bytes(size)));
            } else if size > most {
                let (size, most) = (bytes(size), bytes(most));
                wrong(&[key], format!("`{key}` of {size} is more than {most}, the most there is"));
            }
        }
        for [(inner, less, _), (outer, more, _)] in [[caches[0], caches[1]], [caches[1], caches[2]]]
        {
            if less > more && more >= LEAST_CACHE {
                let (less, more) = (bytes(less), bytes(more));
                let message = format!(
                    "`{inner}` of {less} is larger than `{outer}` of {more}; the caches of a core \
                     grow outwards"
                );
                wrong(&[inner, outer], message);
            }
        }
        if !(1..=MOST_CORES).contains(&self.cores) {
            let message = format!("`cores` is 1 to {MOST_CORES}, not {}", self.cores);
            wrong(&["cores"], message);
        }
        let lanes = self.vector_bytes / 4;
        let fit = self.vector_bytes % 4 == 0 && (1..=MOST_LANES).contains(&lanes);
        if !fit || lanes.count_ones() != 1 {
            let message = format!(
                "`lanes` is a power of two from 1 to {MOST_LANES}, the 32-bit lanes of a vector, \
                 not {lanes}"
            );
            wrong(&["lanes"], message);
        }
        if !(1..=MOST_INNERMOST).contains(&self.innermost_tile) {
            let tile = self.innermost_tile;
            let message = format!("`innermost_tile` is 1 to {MOST_INNERMOST}, not {tile}");
            wrong(&["innermost_tile"], message);
        }
        if !(1..=MOST_STREAMS).contains(&self.streams) {
            let message = format!("`streams` is 1 to {MOST_STREAMS}, not {}", self.streams);
            wrong(&["streams"], message);
        }
        for (key, value) in self.coefficients() {
            if !(LEAST_COEFFICIENT..=MOST_COEFFICIENT).contains(&value) {
                let message = format!(
                    "`{key}` is a number from {LEAST_COEFFICIENT:e} to {MOST_COEFFICIENT:e}, not \
                     {value}"
                );
                wrong(&[key], message);
            }
        }
        for (key, value) in self.fusion_hint.given() {
            let (least, shown) = match key {
                "gamma" => (0.0, "0".to_string()),
                _ => (LEAST_COEFFICIENT, format!("{LEAST_COEFFICIENT:e}")),
            };
            if !(least..=MOST_COEFFICIENT).contains(&value) {
                let message = format!(
                    "`{key}` is a number from {shown} to {MOST_COEFFICIENT:e}, not {value}"
                );
                wrong(&[key], message);
            }
        }
        if found.is_empty() { Ok(()) } else { Err(found) }
    }

    /// Weights and rates, with their names.
    fn coefficients(&self) -> [(&'static str, f64); 12] {
        let Weights { w1, w2, w3, w4 } = self.weights;
        let Rates { l2, llc, memory, memory_of_all, operations, launch, task, row } = self.rates;
        [
            ("w1", w1),
            ("w2", w2),
            ("w3", w3),
            ("w4", w4),
            ("l2_rate", l2),
            ("llc_rate", llc),
            ("memory", memory),
            ("memory_of_all", memory_of_all),
            ("operations", operations),
            ("launch", launch),
            ("task", task),
            ("row", row),
        ]
    }
}

/// The machine in one line, with where it was configured.
impl fmt::Display for Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Machine { name, configured, cores, .. } = self;
        let (l1, l2, llc) = (bytes(self.l1), bytes(self.l2), bytes(self.llc));
        let lanes = self.lanes(ElemType::F32);
        write!(
            f,
            "machine {name} ({configured}): l1 {l1}, l2 {l2}, llc {llc}, cores {cores}, lanes {lanes}"
        )
    }
}

/// Smaller than any cache: such a number was meant in kilobytes.
const LEAST_CACHE: i64 = 1 << 10;
const MOST_L1: i64 = 16 << 20;
const MOST_L2: i64 = 1 << 30;
const MOST_LLC: i64 = 64 << 30;
const MOST_CORES: i64 = 4096;
/// 2048-bit vectors, the longest that an instruction set defines.
const MOST_LANES: i64 = 64;
const MOST_INNERMOST: i64 = 65_536;
/// More reads than any definition has.
const MOST_STREAMS: i64 = 65_536;
/// Far from where sums of costs, and times at such rates, would overflow.
const LEAST_COEFFICIENT: f64 = 1e-9;
const MOST_COEFFICIENT: f64 = 1e9;

/// A size as people write it: in the largest unit that leaves an integer.
pub fn bytes(size: i64) -> String {
    let units = [(30, "GiB"), (20, "MiB"), (10, "KiB")];
    let unit = units.iter().find(|(shift, _)| size != 0 && size % (1i64 << shift) == 0);
    match unit {
        Some((shift, name)) => format!("{} {name}", size >> shift),
        None if size == 1 => "1 byte".to_string(),
        None => format!("{size} bytes"),
    }
}
