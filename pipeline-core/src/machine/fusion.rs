//! The coefficients of Hipacc's benefit of fusing two kernels (Qiao, Reiche, Hannig and Teich,
//! "From Loop Fusion to Kernel Fusion", CGO 2019, Section II-C).
//!
//! The paper's are cycles of a GPU. Those of a processor follow from its rates, in times of one
//! 32-bit operation on its lanes, of which `operations` happen in a nanosecond: as in the paper, it
//! is what an access to a register takes. A pixel is taken to have 32 bits.

use super::Machine;
use crate::ir::Function;

/// Bytes of a pixel.
const PIXEL: f64 = 4.0;

/// How often more shared memory than its largest kernel a fused kernel may take: the paper's
/// example (Section III-B).
const SHARED: f64 = 2.0;

/// The coefficients. All are positive but `gamma`, which may be 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fusion {
    /// Cycles to access a pixel in memory.
    pub t_g: f64,
    /// Cycles to access a pixel in the memory that a thread block shares, or in a core's cache.
    pub t_s: f64,
    /// Cycles of an arithmetic operation.
    pub c_alu: f64,
    /// Cycles of a function of floats.
    pub c_sfu: f64,
    /// The most shared memory of a fused kernel, over that of its kernel that takes most.
    pub c_shared: f64,
    /// Cycles that every fusion saves beside, such as a launch.
    pub gamma: f64,
}

/// The coefficients that are given, each under its name in [`Fusion`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FusionHint {
    /// [`Fusion::t_g`].
    pub t_g: Option<f64>,
    /// [`Fusion::t_s`].
    pub t_s: Option<f64>,
    /// [`Fusion::c_alu`].
    pub c_alu: Option<f64>,
    /// [`Fusion::c_sfu`].
    pub c_sfu: Option<f64>,
    /// [`Fusion::c_shared`].
    pub c_shared: Option<f64>,
    /// [`Fusion::gamma`].
    pub gamma: Option<f64>,
}

impl FusionHint {
    /// The names of the coefficients, as the attribute `cost` has them.
    pub const KEYS: [&'static str; 6] = ["t_g", "t_s", "c_alu", "c_sfu", "c_shared", "gamma"];

    /// The coefficient of this name, one of [`FusionHint::KEYS`].
    pub fn named(&mut self, key: &str) -> Option<&mut Option<f64>> {
        let Self { t_g, t_s, c_alu, c_sfu, c_shared, gamma } = self;
        let all = [t_g, t_s, c_alu, c_sfu, c_shared, gamma];
        Self::KEYS.into_iter().zip(all).find(|(name, _)| *name == key).map(|(_, value)| value)
    }

    /// Those that are given, with their names.
    pub(super) fn given(&self) -> impl Iterator<Item = (&'static str, f64)> {
        let Self { t_g, t_s, c_alu, c_sfu, c_shared, gamma } = *self;
        let all = Self::KEYS.into_iter().zip([t_g, t_s, c_alu, c_sfu, c_shared, gamma]);
        all.filter_map(|(name, value)| Some((name, value?)))
    }
}

impl Machine {
    /// The coefficients of Hipacc's benefit: those that are given, and what follows from the rates.
    ///
    /// Memory is what a core has of it while all work. A function is as many operations as loops
    /// take for it. A launch saved is one on every core, for benefits add up what all cores do.
    pub fn fusion(&self) -> Fusion {
        let (hint, rates, cores) = (&self.fusion_hint, &self.rates, self.cores as f64);
        let access = |rate: f64| PIXEL / rate * rates.operations;
        let memory = rates.memory.min(rates.memory_of_all / cores);
        Fusion {
            t_g: hint.t_g.unwrap_or_else(|| access(memory)),
            t_s: hint.t_s.unwrap_or_else(|| access(rates.l2)),
            c_alu: hint.c_alu.unwrap_or(1.0),
            c_sfu: hint.c_sfu.unwrap_or_else(|| f64::from(Function::Exp.cost().in_loop)),
            c_shared: hint.c_shared.unwrap_or(SHARED),
            gamma: hint.gamma.unwrap_or(rates.launch * rates.operations * cores),
        }
    }
}
