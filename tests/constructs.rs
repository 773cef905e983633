//! Every construct of the language, through the macro, against values computed by hand.
//!
//! One test binary of many modules, because linking is what takes long.
//!
//! Sums wrap here on purpose, and nobody waits for these pipelines: what they are warned of, which
//! to rustc is a deprecation, is allowed in all of them.
#![allow(deprecated)]

mod common;

#[path = "constructs/agree.rs"]
mod agree;
#[path = "constructs/borders.rs"]
mod borders;
#[path = "constructs/calls.rs"]
mod calls;
#[path = "constructs/carried.rs"]
mod carried;
#[path = "constructs/cases.rs"]
mod cases;
#[path = "constructs/casts.rs"]
mod casts;
#[path = "constructs/discs.rs"]
mod discs;
#[path = "constructs/domains.rs"]
mod domains;
#[path = "constructs/dots.rs"]
mod dots;
#[path = "constructs/ends.rs"]
mod ends;
#[path = "constructs/entry.rs"]
mod entry;
#[path = "constructs/errors.rs"]
mod errors;
#[path = "constructs/families.rs"]
mod families;
#[path = "constructs/floats.rs"]
mod floats;
#[path = "constructs/gathers.rs"]
mod gathers;
#[path = "constructs/integers.rs"]
mod integers;
#[path = "constructs/interleaved.rs"]
mod interleaved;
#[path = "constructs/lanes.rs"]
mod lanes;
#[path = "constructs/layouts.rs"]
mod layouts;
#[path = "constructs/maths.rs"]
mod maths;
#[path = "constructs/names.rs"]
mod names;
#[path = "constructs/outputs.rs"]
mod outputs;
#[path = "constructs/planes.rs"]
mod planes;
#[path = "constructs/prefixes.rs"]
mod prefixes;
#[path = "constructs/ranks.rs"]
mod ranks;
#[path = "constructs/recurrences.rs"]
mod recurrences;
#[path = "constructs/reductions.rs"]
mod reductions;
#[path = "constructs/rows_together.rs"]
mod rows_together;
#[path = "constructs/running.rs"]
mod running;
#[path = "constructs/sampling.rs"]
mod sampling;
#[path = "constructs/scans.rs"]
mod scans;
#[path = "constructs/shapes.rs"]
mod shapes;
#[path = "constructs/stencils.rs"]
mod stencils;
#[path = "constructs/transposed.rs"]
mod transposed;
#[path = "constructs/types.rs"]
mod types;
#[path = "constructs/values.rs"]
mod values;
#[path = "constructs/windows.rs"]
mod windows;
#[path = "constructs/windows_over_sizes.rs"]
mod windows_over_sizes;
