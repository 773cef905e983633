//! What a generated function checks before it computes.
//!
//! The compiler proves that no load and no store leaves its array, for all sizes that pass these
//! checks: sizes and extents of inputs from 1 to [`LARGEST_SIZE`], clauses that hold, outputs with
//! points. For such sizes no index expression exceeds 2^53, which the compiler has checked, too; so
//! what generated code hands to these functions was computed without overflow.
//!
//! [`Check`] is the table of the checks. Nothing here can refuse a call but in the name of one of
//! them, and the tests call a pipeline so that it fails, for each.

use crate::{Error, Sizes};

/// The largest size, and the largest extent of an input.
pub const LARGEST_SIZE: isize = i32::MAX as isize;

/// The checks of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Check {
    /// No input is empty.
    NotEmpty,
    /// No extent of an input exceeds [`LARGEST_SIZE`].
    Extent,
    /// An extent that determines a size is that of an integer of at least 1.
    Solvable,
    /// A size that an extent determines is at most [`LARGEST_SIZE`].
    SolvedSize,
    /// An extent that other sizes determine is what they say.
    Equation,
    /// A size argument is at least 1.
    PositiveArgument,
    /// A size argument is at most [`LARGEST_SIZE`].
    ArgumentSize,
    /// A `where` clause holds.
    Clause,
    /// A live-out has points.
    Points,
    /// The caller's array for a live-out has its shape.
    Shape,
    /// A scalar or all elements of an input have the values that are declared.
    Values,
}

impl Check {
    /// All of them, in the order in which a call makes them.
    pub const ALL: [Check; 11] = [
        Check::PositiveArgument,
        Check::ArgumentSize,
        Check::NotEmpty,
        Check::Extent,
        Check::Solvable,
        Check::SolvedSize,
        Check::Equation,
        Check::Clause,
        Check::Values,
        Check::Points,
        Check::Shape,
    ];

    /// What would go wrong without the check.
    pub const fn guards(self) -> &'static str {
        match self {
            Check::NotEmpty => "borders redirect to elements that are not there",
            Check::Extent | Check::SolvedSize | Check::ArgumentSize => {
                "proofs rely on sizes up to 2^31 - 1, and index arithmetic overflows beyond"
            }
            Check::Solvable => "a size would be rounded, and an input shorter than its domain",
            Check::Equation => "an input would be shorter than its domain",
            Check::PositiveArgument => "proofs rely on sizes of at least 1",
            Check::Clause => "proofs rely on what clauses say",
            Check::Points => "borders redirect to points that are not there",
            Check::Values => "proofs rely on the values that are declared",
            Check::Shape => "points would be stored outside the caller's array",
        }
    }

    pub(crate) fn refuse<T>(self, error: Error) -> Outcome<T> {
        Err(Refused { check: self, error })
    }
}

/// A call that a check refuses. Made by [`Check`] alone.
#[derive(Debug)]
pub struct Refused {
    check: Check,
    error: Error,
}

impl Refused {
    /// Which check.
    pub fn check(&self) -> Check {
        self.check
    }
}

impl From<Refused> for Error {
    fn from(refused: Refused) -> Error {
        refused.error
    }
}

/// What a check says.
pub type Outcome<T> = std::result::Result<T, Refused>;

/// A size from an extent: `extent = coefficient · size + rest`.
///
/// # Errors
/// [`Check::NotEmpty`], [`Check::Extent`], [`Check::Solvable`], [`Check::SolvedSize`].
pub fn solve_size(
    input: &'static str,
    dimension: usize,
    found: usize,
    (coefficient, rest): (isize, isize),
    (expected, size): (&'static str, &'static str),
) -> Outcome<isize> {
    let extent = extent(input, dimension, found)?;
    let multiple = extent - rest;
    let value = multiple / coefficient;
    if multiple % coefficient != 0 || value < 1 {
        let error = Error::UnsolvableExtent { input, dimension, expected, size, found };
        return Check::Solvable.refuse(error);
    }
    if value > LARGEST_SIZE {
        let what = format!(
            "input `{input}`, dimension {dimension}: extent {found} is `{expected}` for {size} = \
             {value}, which exceeds 2^31 - 1"
        );
        return Check::SolvedSize.refuse(Error::SizeOverflow { what });
    }
    Ok(value)
}

/// An extent that other sizes determine.
///
/// # Errors
/// [`Check::NotEmpty`], [`Check::Extent`], [`Check::Equation`].
pub fn expect_extent(
    input: &'static str,
    dimension: usize,
    found: usize,
    expected: &'static str,
    value: isize,
) -> Outcome<()> {
    if extent(input, dimension, found)? != value {
        let value = value as i64;
        let error = Error::ExtentMismatch { input, dimension, expected, value, found };
        return Check::Equation.refuse(error);
    }
    Ok(())
}

fn extent(input: &'static str, dimension: usize, found: usize) -> Outcome<isize> {
    match isize::try_from(found) {
        Ok(0) => Check::NotEmpty.refuse(Error::ZeroExtent { input, dimension }),
        Ok(extent @ 1..=LARGEST_SIZE) => Ok(extent),
        _ => {
            let what =
                format!("input `{input}`, dimension {dimension}: extent {found} exceeds 2^31 - 1");
            Check::Extent.refuse(Error::SizeOverflow { what })
        }
    }
}

/// A size given as an argument.
///
/// # Errors
/// [`Check::PositiveArgument`], [`Check::ArgumentSize`].
pub fn size_argument(name: &'static str, clause: &'static str, value: usize) -> Outcome<isize> {
    match isize::try_from(value) {
        Ok(0) => {
            let sizes = Sizes(vec![(name, 0)]);
            Check::PositiveArgument.refuse(Error::ConstraintViolated { clause, sizes })
        }
        Ok(value @ 1..=LARGEST_SIZE) => Ok(value),
        _ => {
            let what = format!("size `{name}` = {value} exceeds 2^31 - 1");
            Check::ArgumentSize.refuse(Error::SizeOverflow { what })
        }
    }
}

/// A `where` clause.
///
/// # Errors
/// [`Check::Clause`].
pub fn expect_clause(
    holds: bool,
    clause: &'static str,
    sizes: &[(&'static str, isize)],
) -> Outcome<()> {
    if holds {
        return Ok(());
    }
    Check::Clause.refuse(Error::ConstraintViolated { clause, sizes: named(sizes) })
}

/// The shape of a live-out over `lo..=hi`; `smallest` says from which sizes on each dimension has
/// points, where that is known.
///
/// # Errors
/// [`Check::Points`].
pub fn output_shape<const R: usize>(
    stage: &'static str,
    lo: [isize; R],
    hi: [isize; R],
    sizes: &[(&'static str, isize)],
    smallest: [&'static str; R],
) -> Outcome<[usize; R]> {
    let mut shape = [0; R];
    for d in 0..R {
        if hi[d] < lo[d] {
            let sizes = named(sizes);
            let smallest = smallest[d];
            return Check::Points.refuse(Error::TooSmall { stage, dimension: d, sizes, smallest });
        }
        shape[d] = (hi[d] - lo[d] + 1) as usize;
    }
    Ok(shape)
}

/// The shape of a caller's array for a live-out.
///
/// # Errors
/// [`Check::Shape`].
pub fn expect_shape(output: &'static str, expected: &[usize], found: &[usize]) -> Outcome<()> {
    if expected == found {
        return Ok(());
    }
    let (expected, found) = (expected.to_vec(), found.to_vec());
    Check::Shape.refuse(Error::OutputShape { output, expected, found })
}

fn named(sizes: &[(&'static str, isize)]) -> Sizes {
    Sizes(sizes.iter().map(|(name, value)| (*name, *value as i64)).collect())
}

/// Functions of the sizes that say where arrays of so many dimensions begin and end: their first
/// and last coordinates.
#[doc(hidden)]
#[macro_export]
macro_rules! __domains {
    (
        $p:ident: $params:ty:
        $($(#[$doc:meta])* $name:ident: $rank:literal = $lo:expr, $hi:expr;)*
    ) => {
        $(
            $(#[$doc])*
            fn $name($p: $params) -> ([isize; $rank], [isize; $rank]) {
                ($lo, $hi)
            }
        )*
    };
}
