//! Plans of a pipeline, compiled side by side and timed on the machine at hand: the autotuner of
//! PolyMage (Mullapudi, Vasista and Bondhugula, ASPLOS 2015, Section 3.8), and what comparisons of
//! plans are made of.
//!
//! A block becomes a [`Subject`]; [`ways`] to plan it become [`candidates`], which
//! are planned without rustc, equal ones once; [`program`] writes a crate of several of them, and
//! [`race`] compiles it and runs them in turn. [`search`] does that until a budget is
//! spent.

pub mod candidates;
pub mod cli;
pub mod plot;
pub mod program;
pub mod race;
pub mod search;
pub mod subject;
pub mod table;
pub mod ways;

pub use candidates::{PlanCandidate, candidates};
pub use race::{CandidateRace, CandidateTarget, Entry, Measured, ThreadTime};
pub use search::{Budget, Found, Progress, Space, search};
pub use subject::Subject;
pub use ways::Way;
