//! One pipeline on many ranks: processes, or threads that stand in for them, each of which has a
//! part of every array.
//!
//! Which part of every array that is, and which messages follow, is arithmetic: the crate
//! `pipeline-ranks`, whose [`Call`] everything here goes by.
//!
//! | file | what is in it |
//! | --- | --- |
//! | `communicator` `threads` | who carries messages: one rank alone, or threads of a process |
//! | `distributed` | arrays of which each rank has a part |
//! | `agree`, `unanimous` | what ranks tell each other before they compute, or need not |
//! | `call_off` | the messages of a call that a rank does not take |
//! | `files` | each rank's part of a file |
//! | `exchange` | messages, packed and unpacked |
//! | `combine` | reductions that ranks share |
//! | `trace` | what a rank does when |

mod agree;
mod call_off;
mod combine;
mod communicator;
mod distributed;
mod exchange;
mod files;
mod threads;
mod trace;
mod unanimous;

pub use agree::{Agreement, Given, Whole, agreed};
pub use combine::{combine, hand_on, start, take_over};
pub use communicator::{Alone, Communicator, Moment};
pub use distributed::Distributed;
pub use exchange::{Exchange, Planes, exchange_steps};
pub use pipeline_ranks::*;
pub use threads::{Faults, Loss, Lost, Threads};
pub use trace::{Event, Traced, What};
pub use unanimous::{Heard, Unanimous};

#[cfg(test)]
mod tests {
    use super::{Edge, Span};
    use crate::access::Border;

    #[test]
    fn reads_end_inside_the_span_and_at_both_of_its_ends() {
        let edges = [
            (Edge::Clamp, Border::Clamp),
            (Edge::Mirror, Border::Mirror),
            (Edge::Mirror101, Border::Mirror101),
            (Edge::Repeat, Border::Repeat),
            (Edge::Nothing, Border::Constant(0)),
        ];
        for (edge, border) in edges {
            for last in 3..9 {
                let whole = Span::new(3, last);
                for first in -12..20 {
                    for end in first..24 {
                        let read = Span::new(first, end);
                        let landed = edge.land(read, whole);
                        let points = (first..=end).filter_map(|i| border.redirect(i, 3, last).ok());
                        let points: Vec<isize> = points.collect();
                        let exact = match (points.iter().min(), points.iter().max()) {
                            (Some(lo), Some(hi)) => Span::new(*lo, *hi),
                            _ => Span::NONE,
                        };
                        assert!(landed.contains(exact), "{edge:?} {read:?} {whole:?}: {landed:?}");
                        assert!(whole.contains(landed));
                        let far = (3 - first).max(end - last) >= (last - 2);
                        if edge != Edge::Repeat && !far {
                            assert_eq!(landed.len(), exact.len(), "{edge:?} {read:?} {whole:?}");
                        }
                    }
                }
            }
        }
    }
}
