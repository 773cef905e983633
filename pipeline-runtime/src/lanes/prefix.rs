//! Sums of the lanes of a vector up to each of them, and what else integers combine to.
//!
//! ```text
//! x0      x1          x2             x3                  each lane
//!         x0          x1             x2                  and the one before it,
//!                     x0             x0 + x1             then the two before those, …
//! ```

use super::{Isa, Lanes};

/// How lanes combine, in any order with the same bits: integers.
pub trait PrefixOp {
    /// Both together.
    fn combine<V: Isa, L: Lanes<V>>(a: L, b: L) -> L;
}

macro_rules! combine {
    ($($(#[$doc:meta])* $Name:ident: |$a:ident, $b:ident| $both:expr,)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $Name;

        impl PrefixOp for $Name {
            #[cfg_attr(optimised, inline(always))]
            fn combine<V: Isa, L: Lanes<V>>($a: L, $b: L) -> L {
                $both
            }
        }
    )*};
}

combine! {
    /// They are added, wrapping.
    Sum: |a, b| a + b,
    /// They are multiplied, wrapping.
    Product: |a, b| a * b,
    /// The smaller one.
    Min: |a, b| a.min(b),
    /// The larger one.
    Max: |a, b| a.max(b),
}

/// Each lane combined with all before it. `none` has in all lanes what changes nothing.
#[cfg_attr(optimised, inline(always))]
pub fn prefix<V: Isa, L: Lanes<V>, C: PrefixOp>(x: L, none: L) -> L {
    // Distances are constants where vectors are spliced, in loops that are unrolled they may not
    // be.
    let x = behind::<V, L, C>(x, none, 1);
    let x = behind::<V, L, C>(x, none, 2);
    let x = behind::<V, L, C>(x, none, 4);
    let x = behind::<V, L, C>(x, none, 8);
    let x = behind::<V, L, C>(x, none, 16);
    behind::<V, L, C>(x, none, 32)
}

/// Each lane combined with the one so many before it, if there is one.
#[cfg_attr(optimised, inline(always))]
fn behind<V: Isa, L: Lanes<V>, C: PrefixOp>(x: L, none: L, by: usize) -> L {
    const { assert!(V::LANES <= 64) };
    match by < V::LANES {
        true => C::combine::<V, L>(none.splice(x, V::LANES - by), x),
        false => x,
    }
}
