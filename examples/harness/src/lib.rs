//! What the applications share.
//!
//! An application is a crate with one [`variants!`] block, the pipeline, and a function `app` that
//! says what its inputs and outputs are called and where inputs come from. The runner, the tests
//! and the benches work with [`Application`]s and know nothing of any single one.

mod app;
mod job;
mod photo;
mod size;
mod value;
mod values;
mod variants;

pub use app::{About, Again, Application, Runs, Source, Typed, Variant};
pub use job::{From, Job, Outcome};
pub use photo::{Enlarged, Photo, Sides, grey, noise, one_channel, padded, shown, synthetic};
pub use pipeline::{InstructionSet, NestTime};
pub use size::Size;
pub use value::{Number, Output, Value};
pub use values::{Outputs, Values};
