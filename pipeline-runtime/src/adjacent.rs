//! Loads and stores of vectors on rows whose elements are adjacent, as generated code spells most
//! of them: `V::load(row, x)`.

use crate::lanes::{Elem, Isa, Lanes};

/// What vectors of an instruction set are loaded from and stored to, and how they are filled.
pub trait Adjacent: Isa {
    /// Elements `index` and following of a row.
    ///
    /// # Safety
    /// They must be readable.
    #[cfg_attr(optimised, inline(always))]
    unsafe fn load<T: Elem>(row: *const T, index: isize) -> T::In<Self> {
        // SAFETY: forwarded from the caller.
        unsafe { T::In::<Self>::load(row.wrapping_offset(index)) }
    }

    /// The same, or a constant where there is no such row.
    ///
    /// # Safety
    /// They must be readable, if there is one.
    #[cfg_attr(optimised, inline(always))]
    unsafe fn load_or<T: Elem>(row: Option<*const T>, index: isize, constant: T) -> T::In<Self> {
        match row {
            // SAFETY: forwarded from the caller.
            Some(row) => unsafe { T::In::<Self>::load(row.wrapping_offset(index)) },
            None => T::In::<Self>::splat(constant),
        }
    }

    /// Writes elements `index` and following of a row.
    ///
    /// # Safety
    /// They must be writable, and nobody else use them meanwhile.
    #[cfg_attr(optimised, inline(always))]
    unsafe fn store<T: Elem>(row: *mut T, index: isize, value: T::In<Self>) {
        // SAFETY: forwarded from the caller.
        unsafe { value.store(row.wrapping_offset(index)) }
    }

    /// The value in every lane.
    #[cfg_attr(optimised, inline(always))]
    fn splat<T: Elem>(value: T) -> T::In<Self> {
        T::In::<Self>::splat(value)
    }

    /// What `f` makes of `first` and those that follow it, one a lane.
    #[cfg_attr(optimised, inline(always))]
    fn each<T: Elem>(first: isize, mut f: impl FnMut(isize) -> T) -> T::In<Self> {
        T::In::<Self>::from_fn(|lane| f(first + lane as isize))
    }
}

impl<V: Isa> Adjacent for V {}
