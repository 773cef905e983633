//! The vectors of one instruction set, by how many lanes they have.

use super::Isa;

/// An instruction set as loops see it: each takes vectors of as many points as a register holds of
/// the elements that its work is about.
pub trait Widths: Copy + std::fmt::Debug + Send + Sync + 'static {
    /// Eight lanes: what copies that transpose go by.
    type Eight: Isa;
    /// As many lanes as a register has elements of 8 bits.
    type Of8: Isa;
    /// As many lanes as a register has elements of 16 bits.
    type Of16: Isa;
    /// As many lanes as a register has elements of 32 bits.
    type Of32: Isa;
}

/// The target features of the build, through the crate `wide`.
#[derive(Clone, Copy, Debug)]
pub struct OnBase;

impl Widths for OnBase {
    type Eight = super::Wide;
    type Of8 = super::Wide;
    type Of16 = super::Wide;
    type Of32 = super::Wide;
}
