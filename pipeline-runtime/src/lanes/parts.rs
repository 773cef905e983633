//! Tables in registers, a part of the table in each: every part is permuted, and bits of the
//! entries' numbers select, level by level.
//!
//! ```text
//! parts   0  1  2  3  4         each permuted by the lower bits
//!         0-1   2-3   4         by the lowest bit above those
//!         0---1-2---3 4         by the next one
//!         0---------3-4         by the one after that
//! ```

/// Methods that find what each lane has in twice the parts of another one.
macro_rules! levels {
    ($($(#[$doc:meta])* $name:ident: twice $half:ident by $bit:literal,)*) => {$(
        $(#[$doc])*
        ///
        /// # Safety
        /// The table must be valid for reads, and `first` one of its parts.
        #[cfg_attr(optimised, inline(always))]
        unsafe fn $name(self, first: usize) -> Self::Vector {
            let other = first + (1 << $bit);
            // SAFETY: forwarded from the caller; the other part is of the table where it is read.
            unsafe {
                match other < Self::COUNT {
                    true => self.select($bit, self.$half(first), self.$half(other)),
                    false => self.$half(first),
                }
            }
        }
    )*};
}

/// The parts of a table, and the numbers of the entries that are looked up.
pub trait TableParts: Copy {
    /// A register.
    type Vector;

    /// How many parts there are, at most 16.
    const COUNT: usize;

    /// What each lane finds in a part by the lower bits of its number.
    ///
    /// # Safety
    /// The part must be valid for reads.
    unsafe fn part(self, part: usize) -> Self::Vector;

    /// The second where the number of the lane's part has this bit, else the first.
    fn select(self, bit: usize, without: Self::Vector, with: Self::Vector) -> Self::Vector;

    // Not one method that calls itself, which would not be inlined.
    levels! {
        /// What each lane finds in two parts.
        of_2: twice part by 0,
        /// What each lane finds in four parts.
        of_4: twice of_2 by 1,
        /// What each lane finds in eight parts.
        of_8: twice of_4 by 2,
        /// What each lane finds in sixteen parts.
        of_16: twice of_8 by 3,
    }

    /// What each lane finds in the table.
    ///
    /// # Safety
    /// The table must be valid for reads.
    #[cfg_attr(optimised, inline(always))]
    unsafe fn found(self) -> Self::Vector {
        debug_assert!(Self::COUNT <= 16, "a table of {} parts", Self::COUNT);
        // SAFETY: forwarded from the caller.
        unsafe { self.of_16(0) }
    }
}
