//! Tables in registers, a part of the table in each: every part is permuted, and bits of the
//! entries' numbers select, level by level.
//!
//! ```text
//! parts   0  1  2  3  4         each permuted by the lower bits
//!         0-1   2-3   4         by the lowest bit above those
//!         0---1-2---3 4         by the next one
//!         0---------3-4         by the one after that
//! ```

/// The parts of a table, and the numbers of the entries that are looked up.
pub trait Parts: Copy {
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

    /// What each lane finds in two parts.
    ///
    /// # Safety
    /// As for all parts, [`of_16`](Parts::of_16).
    #[inline(always)]
    unsafe fn of_2(self, first: usize) -> Self::Vector {
        // SAFETY: forwarded from the caller; both parts are of the table.
        unsafe {
            match first + 1 < Self::COUNT {
                true => self.select(0, self.part(first), self.part(first + 1)),
                false => self.part(first),
            }
        }
    }

    /// What each lane finds in four parts.
    ///
    /// # Safety
    /// As for all parts, [`of_16`](Parts::of_16).
    #[inline(always)]
    unsafe fn of_4(self, first: usize) -> Self::Vector {
        // SAFETY: forwarded from the caller.
        unsafe {
            match first + 2 < Self::COUNT {
                true => self.select(1, self.of_2(first), self.of_2(first + 2)),
                false => self.of_2(first),
            }
        }
    }

    /// What each lane finds in eight parts.
    ///
    /// # Safety
    /// As for all parts, [`of_16`](Parts::of_16).
    #[inline(always)]
    unsafe fn of_8(self, first: usize) -> Self::Vector {
        // SAFETY: forwarded from the caller.
        unsafe {
            match first + 4 < Self::COUNT {
                true => self.select(2, self.of_4(first), self.of_4(first + 4)),
                false => self.of_4(first),
            }
        }
    }

    /// What each lane finds in all parts.
    ///
    /// # Safety
    /// The table must be valid for reads.
    #[inline(always)]
    unsafe fn of_16(self) -> Self::Vector {
        // SAFETY: forwarded from the caller.
        unsafe {
            match 8 < Self::COUNT {
                true => self.select(3, self.of_8(0), self.of_8(8)),
                false => self.of_8(0),
            }
        }
    }
}
