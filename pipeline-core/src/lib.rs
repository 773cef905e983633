//! The pipeline compiler, free of any syntax: the stage graph, its checks, the loop nest, and an
//! interpreter for each.
//!
//! Data flows one way: stage graph ([`ir`]) → checks ([`check`]) → transforms → loop nest
//! ([`loops`]).

pub mod diagnostic;
pub mod ir;
