//! What a generated function checks before it computes.

use crate::{Error, Result, Sizes};

/// A size from an extent: `extent = coefficient · size + rest`.
///
/// # Errors
/// [`Error::ZeroExtent`]; [`Error::UnsolvableExtent`] if no size of at least 1 has this extent;
/// [`Error::SizeOverflow`] beyond `i32::MAX`, so that index arithmetic cannot overflow.
pub fn solve_size(
    input: &'static str,
    dimension: usize,
    found: usize,
    (coefficient, rest): (isize, isize),
    (expected, size): (&'static str, &'static str),
) -> Result<isize> {
    let extent = extent(input, dimension, found)?;
    let multiple = extent - rest;
    let value = multiple / coefficient;
    if multiple % coefficient != 0 || value < 1 {
        return Err(Error::UnsolvableExtent { input, dimension, expected, size, found });
    }
    if value > LARGEST_SIZE {
        let what = format!("size `{size}` = {value} exceeds 2^31 - 1");
        return Err(Error::SizeOverflow { what });
    }
    Ok(value)
}

/// An extent that other sizes determine.
///
/// # Errors
/// [`Error::ZeroExtent`], [`Error::ExtentMismatch`], or [`Error::SizeOverflow`].
pub fn expect_extent(
    input: &'static str,
    dimension: usize,
    found: usize,
    expected: &'static str,
    value: isize,
) -> Result<()> {
    if extent(input, dimension, found)? != value {
        let value = value as i64;
        return Err(Error::ExtentMismatch { input, dimension, expected, value, found });
    }
    Ok(())
}

fn extent(input: &'static str, dimension: usize, found: usize) -> Result<isize> {
    match i32::try_from(found) {
        Ok(0) => Err(Error::ZeroExtent { input, dimension }),
        Ok(extent) => Ok(extent as isize),
        Err(_) => Err(Error::SizeOverflow {
            what: format!(
                "input `{input}`, dimension {dimension}: extent {found} exceeds 2^31 - 1"
            ),
        }),
    }
}

/// A size given as an argument.
///
/// # Errors
/// [`Error::ConstraintViolated`] if it is 0, [`Error::SizeOverflow`] beyond `i32::MAX`.
pub fn size_argument(name: &'static str, clause: &'static str, value: usize) -> Result<isize> {
    match i32::try_from(value) {
        Ok(0) => Err(Error::ConstraintViolated { clause, sizes: Sizes(vec![(name, 0)]) }),
        Ok(value) => Ok(value as isize),
        Err(_) => {
            Err(Error::SizeOverflow { what: format!("size `{name}` = {value} exceeds 2^31 - 1") })
        }
    }
}

/// A `where` clause.
///
/// # Errors
/// [`Error::ConstraintViolated`] if it does not hold.
pub fn expect_clause(
    holds: bool,
    clause: &'static str,
    sizes: &[(&'static str, isize)],
) -> Result<()> {
    if holds { Ok(()) } else { Err(Error::ConstraintViolated { clause, sizes: named(sizes) }) }
}

/// The shape of a live-out over `lo..=hi`; `smallest` says from which sizes on each dimension has
/// points, where that is known.
///
/// # Errors
/// [`Error::TooSmall`] if it has no points.
pub fn output_shape<const R: usize>(
    stage: &'static str,
    lo: [isize; R],
    hi: [isize; R],
    sizes: &[(&'static str, isize)],
    smallest: [&'static str; R],
) -> Result<[usize; R]> {
    let mut shape = [0; R];
    for d in 0..R {
        if hi[d] < lo[d] {
            let sizes = named(sizes);
            let smallest = smallest[d];
            return Err(Error::TooSmall { stage, dimension: d, sizes, smallest });
        }
        shape[d] = (hi[d] - lo[d] + 1) as usize;
    }
    Ok(shape)
}

/// The shape of a caller's array for a live-out.
///
/// # Errors
/// [`Error::OutputShape`] if it differs.
pub fn expect_shape(output: &'static str, expected: &[usize], found: &[usize]) -> Result<()> {
    if expected == found {
        return Ok(());
    }
    Err(Error::OutputShape { output, expected: expected.to_vec(), found: found.to_vec() })
}

fn named(sizes: &[(&'static str, isize)]) -> Sizes {
    Sizes(sizes.iter().map(|(name, value)| (*name, *value as i64)).collect())
}
