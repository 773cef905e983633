//! The pipeline compiler, free of any syntax: the stage graph, its checks, the loop nest, and an
//! interpreter for each.
//!
//! Data flows one way, and [`passes`] are the lists of what happens to it: stage graph ([`ir`]) →
//! plan ([`schedule`]) → loop nest ([`mod@loops`]) → kernels ([`kernel`]), which a back end prints,
//! and what plans show ([`report`]). [`compile()`] runs them.
//!
//! The feature `compiler`, on by default, is everything from the checks on. Without it there is
//! what runs in programs of users: the stage graph, its text, the [reference
//! evaluator](mod@reference), and the forms in which plans are shown ([`report`]).

// Where `wildcard_enum_match_arm` is denied, a new operator, type or node stops the compiler.
#[cfg_attr(not(test), deny(clippy::wildcard_enum_match_arm))]
pub mod analysis;
pub mod array;
#[cfg(feature = "compiler")]
#[cfg_attr(not(test), deny(clippy::wildcard_enum_match_arm))]
pub mod check;
#[cfg(feature = "compiler")]
#[cfg_attr(not(test), deny(clippy::wildcard_enum_match_arm))]
mod compile;
pub mod diagnostic;
#[cfg_attr(not(test), deny(clippy::wildcard_enum_match_arm))]
pub mod ir;
#[cfg(feature = "compiler")]
#[cfg_attr(not(test), deny(clippy::wildcard_enum_match_arm))]
pub mod kernel;
#[cfg(feature = "compiler")]
pub mod lint;
#[cfg(feature = "compiler")]
#[cfg_attr(not(test), deny(clippy::wildcard_enum_match_arm))]
pub mod loops;
pub mod machine;
#[cfg(feature = "compiler")]
pub mod options;
#[cfg(feature = "compiler")]
#[cfg_attr(not(test), deny(clippy::wildcard_enum_match_arm))]
pub mod passes;
#[cfg_attr(not(test), deny(clippy::wildcard_enum_match_arm))]
pub mod reference;
pub mod report;
#[cfg_attr(not(test), deny(clippy::wildcard_enum_match_arm))]
pub mod scalar;
#[cfg(feature = "compiler")]
#[cfg_attr(not(test), deny(clippy::wildcard_enum_match_arm))]
pub mod schedule;
#[cfg(feature = "compiler")]
#[cfg_attr(not(test), deny(clippy::wildcard_enum_match_arm))]
pub mod transform;

#[cfg(feature = "compiler")]
pub use compile::{Compiled, compile, compile_watched};
