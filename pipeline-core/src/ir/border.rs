//! Borders: what reads outside a domain mean. One table of modes, which everything else asks.
//!
//! A row has what is said in data. What is said in code is matched without a `_` arm, so that the
//! compiler stops there at a new mode: where an index goes, [`BorderMode::redirect`], which point
//! that can be, [`BorderMode::lands`], whether it is periodic, [`BorderMode::is_periodic`], and the
//! mode of the runtime that is emitted.

use super::elem::Value;
use super::graph::Loc;

/// What a read outside a domain means.
#[derive(Clone, Debug, PartialEq)]
pub struct Border {
    /// Where it is redirected.
    pub mode: BorderMode,
    /// Where it was written.
    pub loc: Loc,
}

/// The modes that redirect an index, and beside them the constant.
macro_rules! modes {
    ($($(#[$doc:meta])* $mode:ident = $name:literal,)*) => {
        /// Redirection of an index outside `lo..=hi`.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub enum BorderMode {
            $($(#[$doc])* $mode,)*
            /// A fixed value of the source's type.
            Constant(Value),
        }

        impl BorderMode {
            /// The modes that redirect, in the order of the table: all but the constant.
            pub const REDIRECTING: [BorderMode; [$($name),*].len()] = [$(BorderMode::$mode),*];

            /// Its name in the language and in the text form.
            pub const fn name(self) -> &'static str {
                match self {
                    $(BorderMode::$mode => $name,)*
                    BorderMode::Constant(_) => BorderMode::CONSTANT,
                }
            }

            /// The value that it stands for outside, if it is a constant.
            pub fn value(self) -> Option<Value> {
                match self {
                    $(BorderMode::$mode => None,)*
                    BorderMode::Constant(value) => Some(value),
                }
            }
        }
    };
}

modes! {
    /// To the nearest edge: `a a | a b c d | d d`.
    Clamp = "clamp",
    /// Reflected, edge repeated: `b a | a b c d | d c`.
    Mirror = "mirror",
    /// Reflected, edge not repeated: `c b | a b c d | c b`.
    Mirror101 = "mirror101",
    /// Periodic: `c d | a b c d | a b`.
    Repeat = "repeat",
}

/// Which points a border makes of those outside: what must be at hand beside the points around a
/// coordinate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lands {
    /// The nearest edge.
    AtEdge,
    /// As far inside as the index was from the coordinate that reads, at most.
    AsFar,
    /// Anywhere, as at the opposite edge.
    Anywhere,
    /// Nowhere: it is a value.
    Nowhere,
}

impl BorderMode {
    /// The name of the constant.
    pub const CONSTANT: &'static str = "constant";

    /// The names of all modes.
    pub fn names() -> impl Iterator<Item = &'static str> {
        BorderMode::REDIRECTING.into_iter().map(BorderMode::name).chain([BorderMode::CONSTANT])
    }

    /// The mode of this name that redirects; `None` for a constant, too.
    pub fn redirecting(name: &str) -> Option<BorderMode> {
        BorderMode::REDIRECTING.into_iter().find(|mode| mode.name() == name)
    }

    /// Which points an index outside may become.
    pub fn lands(self) -> Lands {
        match self {
            BorderMode::Clamp => Lands::AtEdge,
            BorderMode::Mirror | BorderMode::Mirror101 => Lands::AsFar,
            BorderMode::Repeat => Lands::Anywhere,
            BorderMode::Constant(_) => Lands::Nowhere,
        }
    }

    /// Whether an index goes where the one goes that is a whole domain further.
    pub fn is_periodic(self) -> bool {
        match self {
            BorderMode::Repeat => true,
            BorderMode::Clamp | BorderMode::Mirror | BorderMode::Mirror101 => false,
            BorderMode::Constant(_) => false,
        }
    }

    /// The index within `lo..=hi` that `i` is redirected to.
    ///
    /// `lo <= hi` must hold, unless the border is constant.
    ///
    /// # Errors
    /// The value that a constant border has outside.
    pub fn redirect(self, i: i64, lo: i64, hi: i64) -> Result<i64, Value> {
        if (lo..=hi).contains(&i) {
            return Ok(i);
        }
        let n = hi - lo + 1;
        let reflected = |period: i64, last: i64| {
            let r = (i - lo).rem_euclid(period.max(1));
            lo + if r < n { r } else { last - r }
        };
        match self {
            BorderMode::Clamp => Ok(i.clamp(lo, hi)),
            BorderMode::Mirror => Ok(reflected(2 * n, 2 * n - 1)),
            BorderMode::Mirror101 => Ok(reflected(2 * n - 2, 2 * n - 2)),
            BorderMode::Repeat => Ok(lo + (i - lo).rem_euclid(n)),
            BorderMode::Constant(value) => Err(value),
        }
    }
}
