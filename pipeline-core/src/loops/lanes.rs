//! How many points run at once in the lanes of vectors.

use std::fmt;

/// How many points a vector has: what depends on the registers of the machine that runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lanes {
    /// Eight, on every machine.
    Eight,
    /// As many as a register has elements of 32 bits; at least eight.
    Of32,
    /// As many as a register has elements of 16 bits; at least eight.
    Of16,
    /// As many as a register has elements of 8 bits; at least eight.
    Of8,
}

impl Lanes {
    /// Those that go by the size of elements, by the fewest points first.
    pub const BY_SIZE: [Lanes; 3] = [Lanes::Of32, Lanes::Of16, Lanes::Of8];

    /// The points of the longest vector that there is: a register of 512 bits.
    pub const MOST: i64 = 64;

    /// The size of the elements of which a register has as many, in bits, if they go by that.
    pub fn bits(self) -> Option<u32> {
        match self {
            Lanes::Eight => None,
            Lanes::Of32 => Some(32),
            Lanes::Of16 => Some(16),
            Lanes::Of8 => Some(8),
        }
    }

    /// Those of elements of so many bits.
    pub fn of(bits: i64) -> Option<Lanes> {
        Lanes::BY_SIZE.into_iter().find(|lanes| lanes.bits().map(i64::from) == Some(bits))
    }
}

impl fmt::Display for Lanes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.bits() {
            None => f.write_str("eight lanes"),
            Some(bits) => write!(f, "lanes of {bits} bits"),
        }
    }
}
