//! What lanes beyond the ends of a line load.
//!
//! ```text
//! lanes           0  1  2  3  4  5  6  7
//! coordinates    -3 -2 -1  0  1  2  3  4      of a line that begins at 0
//! clamp           0  0  0  0  1  2  3  4
//! mirror          2  1  0  0  1  2  3  4
//! mirror101       3  2  1  0  1  2  3  4
//! ```
//!
//! All of it is in one vector of the line, its *window*: here the one from 0 on. Which lane takes
//! which element of that depends on how far the coordinates are from the window, their *turn*, here
//! -3, and so orders are tables, each turn's the part of a longer one that begins there.

/// What coordinates beyond the ends of a line mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ends {
    /// The nearest end.
    Clamp,
    /// Reflection that repeats the end.
    Mirror,
    /// Reflection that does not repeat the end.
    Mirror101,
}

impl Ends {
    /// The coordinate that is meant by one of a line from 0 to `extent - 1`, no farther beyond it
    /// than its extent, less one for [`Mirror101`](Ends::Mirror101).
    #[cfg_attr(optimised, inline(always))]
    pub(crate) const fn redirect(self, at: isize, extent: isize) -> isize {
        let (before, behind) = match self {
            Ends::Clamp => (0, extent - 1),
            Ends::Mirror => (-1 - at, 2 * extent - 1 - at),
            Ends::Mirror101 => (-at, 2 * extent - 2 - at),
        };
        if at < 0 {
            before
        } else if at >= extent {
            behind
        } else {
            at
        }
    }

    /// The coordinate, in any case one of the line.
    #[cfg_attr(optimised, inline(always))]
    pub(crate) const fn within(self, at: isize, extent: isize) -> isize {
        match self.redirect(at, extent) {
            before if before < 0 => 0,
            behind if behind >= extent => extent - 1,
            inside => inside,
        }
    }
}

/// Where the elements of a vector are that lie beyond the end of a line.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug)]
pub(super) struct EndWindow {
    /// The first element of the vector that holds them.
    pub first: isize,
    /// How far the coordinates are from it, at most so far as there are lanes, in either direction.
    pub turn: isize,
}

#[cfg(target_arch = "x86_64")]
impl EndWindow {
    /// That of coordinates `at` and those behind it, one a lane, of a line from 0 to `extent - 1`
    /// that has as many elements as there are lanes. Any window is within the line.
    #[cfg_attr(optimised, inline(always))]
    pub(super) fn of(at: isize, extent: isize, lanes: isize, ends: Ends) -> EndWindow {
        let last = extent - lanes;
        let nearest = at.max(0).min(last);
        let over = at - nearest;
        let most = match ends {
            Ends::Clamp | Ends::Mirror => lanes,
            Ends::Mirror101 => lanes - 1,
        };
        let turn = over.max(-most).min(most);
        let first = match ends {
            Ends::Clamp => nearest,
            // Behind that, all lanes are beyond the end, and go the other way.
            Ends::Mirror | Ends::Mirror101 => (nearest - (over - turn)).max(0).min(last),
        };
        EndWindow { first, turn }
    }
}

#[cfg(test)]
#[cfg(target_arch = "x86_64")]
mod tests {
    use super::*;

    #[test]
    fn windows_hold_what_coordinates_mean() {
        for ends in [Ends::Clamp, Ends::Mirror, Ends::Mirror101] {
            for (extent, lanes) in [(8, 8), (9, 8), (23, 8), (40, 16)] {
                for at in 1 - extent..=extent - 1 + extent - lanes {
                    let EndWindow { first, turn } = EndWindow::of(at, extent, lanes, ends);
                    assert!((0..=extent - lanes).contains(&first));
                    for lane in 0..lanes {
                        let wanted = ends.redirect(at + lane, extent);
                        let found = first + ends.redirect(turn + lane, lanes);
                        assert_eq!(found, wanted, "{ends:?} at {at}, lane {lane} of {extent}");
                    }
                }
            }
        }
    }
}
