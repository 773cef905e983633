//! Geometric multigrid with weighted Jacobi smoothing (Vasista et al., SC 2017; PolyMage+, TOPLAS
//! 2020, Tables 9 to 11): one V- or W-cycle for −Δu = f on a square or a cube.
//!
//! Level *l* of 0 to 3 has n_l = 2^l (n + 1) − 1 points inside in each dimension, at distances
//! h_l = 1/(n_l + 1), and boundary values around them: the guess's on the finest level, zero below.
//! In *d* dimensions A u = (2d u − the sum of the 2d neighbours)/h², and
//!
//! - a smoothing step is u − c (A u − f), with c = ω h²/(2d), ω = 4/5 for *d* = 2 and 8/9 for
//!   *d* = 3; from a guess of zero it is c f;
//! - the defect is f − A u; restricted to the coarser level it is weighted by [1/4 1/2 1/4] in each
//!   dimension, around the points of even index;
//! - the correction from the coarser level is interpolated: the mean of the points i/2 and
//!   (i + 1)/2, rounded down, in each dimension.
//!
//! A cycle on level *l* smooths, corrects by a cycle (V) or two (W) on level *l* − 1 that start
//! from zero and from the first's result, and smooths again. A name ends in the numbers of
//! smoothing steps before, after, and on the coarsest level. With none on the coarsest level, level
//! 1 has nothing to correct it.
//!
//! | cycle | stages | the papers, *d* = 2 | the papers, *d* = 3 |
//! | --- | --- | --- | --- |
//! | V-4-4-4 | 37 | 34 | 37 |
//! | V-10-0-0 | 36 | 7 | 36 |
//! | W-4-4-4 | 109 | 102 | 109 |
//! | W-10-0-0 | 79 | 76 | 79 |
//!
//! In two dimensions the papers have one stage less for each defect: they seem to merge it with its
//! restriction. Their 7 must be a slip, since the next column says that 595 groupings of a chain
//! were looked at, which is 34 · 35/2.
//!
//! The eight applications are crates of their own, of one line each, so that a program compiles
//! those that it uses.

mod inputs;
mod plane;
mod space;

pub use inputs::{cube, square};
