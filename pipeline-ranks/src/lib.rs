//! One pipeline on many ranks: which part of every array each of them has, and which messages go
//! from rank to rank.
//!
//! The compiler says in a [`Table`] what the groups of a pipeline need of each array, as functions
//! of the coordinates that they compute. From it and the number of ranks, [`Ranks`] has, by
//! arithmetic, which part of an array a rank *owns*, which it *requires*, and what follows.
//! *Distributed Halide* (PPoPP 2016), Sections 3 and 4, is the source of the block distribution, of
//! the ghost zones (what is required and not owned) and of their exchange. What differs: arrays are
//! owned at their own rate along the slices of the result, so that what a rank reads at `2 * y` is
//! its own, and boxes are never gathered in a table.
//!
//! | file | what is in it |
//! | --- | --- |
//! | `region` | boxes of coordinates |
//! | `table` | what the compiler says |
//! | `edge` | which coordinates borders redirect to |
//! | `grid`, `slices` | how ranks are arranged, and what each of them gets of an axis |
//! | `policy` | what is exchanged, and what is computed again |
//! | `parts` | what a rank computes, owns, requires and stores |
//! | `epochs` | how many steps in time it computes between two exchanges |
//! | `around` | what is read around the edges of arrays that repeat |
//! | `messages` | what it sends and gets |
//! | `relay` | reductions that ranks make one after the other |
//! | `predict` | how long a call takes |
//! | `choose` | the policies that take the least time |
//! | `calls` | calls that were made |

mod around;
mod calls;
mod choose;
mod edge;
mod epochs;
mod grid;
mod messages;
mod parts;
mod policy;
mod predict;
mod region;
mod relay;
mod slices;
mod table;

pub use calls::Calls;
pub use choose::Choices;
pub use edge::Edge;
pub use epochs::Epoch;
pub use grid::Grid;
pub use messages::{Call, Got, Hand, Message, Messages, Traffic, tree};
pub use parts::{Extents, Part, Parts, Ranks};
pub use policy::Policy;
pub use predict::{Network, Predicted, PredictedStep};
pub use region::{CoordinateBox, Span, corners};
pub use relay::Relay;
pub use table::{
    Along, Array, Cut, Form, InTime, Owner, Rate, Read, ReadAlong, Sharing, Step, Stored, Table,
    Term,
};
