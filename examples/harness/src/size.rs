//! Sizes of inputs that are made up.

use std::fmt;
use std::str::FromStr;

use anyhow::{Context, Result, ensure};

/// A size as written on the command line: `WIDTHxHEIGHT`, `N` for equal sides, `NxNxN` for cubes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Size(Vec<usize>);

/// Sides beyond this are a slip: no array of two such dimensions fits into memory.
const LARGEST: usize = 1 << 20;

impl Size {
    /// Columns: the first number.
    pub fn cols(&self) -> usize {
        self.0[0]
    }

    /// Rows: the second number, or the first if there is no other.
    pub fn rows(&self) -> usize {
        self.0.get(1).copied().unwrap_or(self.0[0])
    }

    /// The side of a square or a cube.
    ///
    /// # Errors
    /// If the sides differ.
    pub fn side(&self) -> Result<usize> {
        let first = self.0[0];
        ensure!(self.0.iter().all(|n| *n == first), "size {self}: all sides must be equal here");
        Ok(first)
    }
}

impl FromStr for Size {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Size> {
        let side = |part: &str| {
            let n: usize = part.parse().with_context(|| {
                format!("size `{text}`: `{part}` is no number; sizes are written 640x480")
            })?;
            ensure!((1..=LARGEST).contains(&n), "size `{text}`: a side is 1 to {LARGEST}");
            Ok(n)
        };
        let sides = text.split(['x', 'X']).map(side).collect::<Result<Vec<_>>>()?;
        ensure!(sides.len() <= 3, "size `{text}`: a size has one to three numbers");
        Ok(Size(sides))
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sides: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        f.write_str(&sides.join("x"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_width_by_height() {
        let size: Size = "640x480".parse().expect("a size");
        assert_eq!((size.rows(), size.cols()), (480, 640));
        assert!(size.side().is_err());
        let cube: Size = "31".parse().expect("a size");
        assert_eq!((cube.rows(), cube.cols(), cube.side().ok()), (31, 31, Some(31)));
        assert_eq!("31x31x31".parse::<Size>().expect("a size").side().ok(), Some(31));
    }

    #[test]
    fn slips_are_errors() {
        for text in
            ["", "0x4", "4x", "axb", "4x4x4x4", "-3", "9999999999x2", "99999999999999999999"]
        {
            assert!(text.parse::<Size>().is_err(), "{text}");
        }
    }
}
