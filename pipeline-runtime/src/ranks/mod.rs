//! One pipeline on many ranks: processes, or threads that stand in for them, each of which has a
//! part of every array.
//!
//! The compiler says in a [`Table`] what the nests of a pipeline need of each array, as functions
//! of the coordinates that they compute. From it and the number of ranks, [`Ranks`] has, by
//! arithmetic, which part of an array a rank *owns*, which it *requires*, and which messages go
//! from rank to rank. *Distributed Halide* (PPoPP 2016), Sections 3 and 4, is the source of the
//! block distribution, of the ghost zones (what is required and not owned) and of their exchange.
//! What differs: arrays are owned at their own rate along the slices of the result, so that what a
//! rank reads at `2 * y` is its own, and boxes are never gathered in a table.
//!
//! | file | what is in it |
//! | --- | --- |
//! | `region` | boxes of coordinates |
//! | `table` | what the compiler says |
//! | `edge` | which coordinates borders redirect to |
//! | `grid` | how ranks are arranged |
//! | `parts` | what each rank owns, requires and stores |
//! | `communicator` `threads` | who carries messages: one rank alone, or threads of a process |
//! | `distributed` | arrays of which each rank has a part |
//! | `agree` | what ranks tell each other before they compute |
//! | `files` | each rank's part of an `.npy` file |
//! | `exchange` | messages, packed and unpacked |

mod agree;
mod communicator;
mod distributed;
mod edge;
mod exchange;
#[cfg(feature = "npy")]
mod files;
mod grid;
mod parts;
mod region;
mod table;
mod threads;

pub use agree::{Whole, agreed};
pub use communicator::{Alone, Communicator};
pub use distributed::Distributed;
pub use edge::Edge;
pub use exchange::{Exchange, Message};
pub use grid::Grid;
pub use parts::{Extents, Parts, Ranks, Traffic};
pub use region::{Region, Span, corners};
pub use table::{Along, Array, Form, Owner, Rate, Read, ReadAlong, Step, Stored, Table, Term};
pub use threads::{Faults, Threads};
