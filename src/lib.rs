//! Image-processing pipelines, written as the algorithm and compiled to parallel SIMD loops.
//!
//! You write *what* is computed, stage by stage, in a [`pipeline!`] block in your own crate. At
//! compile time it becomes a plain Rust function: monomorphized loop nests over SIMD lanes, rows
//! in parallel, bounds proved before the program runs.
//!
//! ```
//! use pipeline::{Image, pipeline};
//!
//! pipeline! {
//!     /// Mean of the 3 by 3 neighbourhood.
//!     fn box_blur(img: [f32; rows, cols]) -> blurred {
//!         border img = clamp;
//!         blurred(y, x) = sum(dy in -1..=1, dx in -1..=1; img(y + dy, x + dx)) / 9.0;
//!     }
//! }
//!
//! let img = Image::from_fn([4, 5], |[y, x]| (y * x) as f32);
//! let blurred = box_blur(&img)?;
//! assert_eq!(blurred[[1, 1]], 1.0);
//! assert_eq!(blurred, box_blur::reference(&img)?);
//! # Ok::<(), pipeline::Error>(())
//! ```
//!
//! The guide in `docs/` has the whole language; every construct there is tested.

extern crate self as pipeline;

mod editor;
mod plan;
mod reference;

pub use pipeline_runtime::InstructionSet;
#[cfg(any(feature = "image", feature = "npy"))]
pub use pipeline_runtime::io;
pub use pipeline_runtime::{
    AsView, AsViewMut, Element, Error, Image, NestTime, Result, Sizes, View, ViewMut,
    instruction_set, interleaved, nest_times, planar, serially, trim,
};
pub use plan::Plan;

/// Pipelines on many ranks: the arrays of which each has a part, and who carries messages.
pub mod ranks {
    pub use pipeline_runtime::ranks::{
        Alone, Communicator, Distributed, Event, Faults, Loss, Lost, Moment, Network, Threads,
        Traced, Traffic, Unanimous, What,
    };
}

/// Compiles one image-processing pipeline to a function and a module of the same name.
///
/// The language is described in the [guide](guide::language).
// `$crate` is this crate by whatever name, and from wherever, it is reached.
#[macro_export]
macro_rules! pipeline {
    ($($block:tt)*) => { $crate::__rt::expand! { [$crate] $($block)* } };
}

/// What generated code refers to. Not for direct use; it changes without notice.
#[doc(hidden)]
pub mod __rt {
    pub mod editor {
        pub use crate::editor::*;
    }

    pub use crate::plan::Plan;
    pub use crate::reference::Reference;
    pub use pipeline_macros::{editor_view, expand};
    pub use pipeline_runtime::access::{
        Border, Dst, Src, ask_ahead, ask_farther_ahead, element, load, load_apart, load_every,
        load_interleaved, store, store_apart, store_every, store_interleaved,
    };
    pub use pipeline_runtime::adjacent::Adjacent;
    pub use pipeline_runtime::ends::{Inside, load_each_to_ends, load_to_ends, shortest};
    pub use pipeline_runtime::entry::{
        Check, expect_clause, expect_extent, expect_shape, output_shape, size_argument, solve_size,
    };
    pub use pipeline_runtime::exec::{InstructionSet, Kernel, Rows, launch, on, strips_of_a_run};
    pub use pipeline_runtime::full::{Full, Slot};
    pub use pipeline_runtime::gather::{Coordinate, Gather};
    pub use pipeline_runtime::lanes::prefix::{Max, Min, Product, Sum, prefix};
    pub use pipeline_runtime::lanes::{
        FloatLanes, IntLanes, Isa, Lanes, MaskLanes, Scalar, Widths, are_aligned, cast, lanes_from,
        mask_to_u8, quotient_distances, quotients, saturating_cast, u8_to_mask,
    };
    pub use pipeline_runtime::pad::{Arena, Pad, Stack, extent};
    pub use pipeline_runtime::ranks;
    pub use pipeline_runtime::staging;
    pub use pipeline_runtime::stream;
    pub use pipeline_runtime::values::{expect_scalar, expect_values};
    pub use pipeline_runtime::{
        __carried as carried, __carried_to_ends as carried_to_ends, __carrying as carrying,
        __carrying_to_ends as carrying_to_ends, __changes as changes,
        __compute_to_ends as compute_to_ends, __domains as domains, __scratch as scratch,
        __vectors_to_ends as vectors_to_ends,
    };
    // Generated code calls these without a path, so they have names that no caller's macro has:
    // such a macro would be in scope there as well.
    pub use pipeline_runtime::{__compute, __compute_points, __points, __vectors};
    pub use pipeline_runtime::{AsView, AsViewMut, Element, Image, Result, View, ViewMut};
}

/// The guide: the language, its errors and warnings, the arrays it works on, its settings, the
/// compiler's plans, the applications, and how it is built.
///
/// The text is that of the files in `docs/`.
pub mod guide {
    /// The language reference.
    pub mod language {
        #![doc = include_str!("../docs/language.md")]
    }

    /// Compile errors and run-time errors.
    pub mod errors {
        #![doc = include_str!("../docs/errors.md")]
    }

    /// What is legal and hardly meant.
    pub mod warnings {
        #![doc = include_str!("../docs/warnings.md")]
    }

    /// Views, images, foreign buffers, files and threads, and the memory that is kept.
    pub mod arrays {
        #![doc = include_str!("../docs/arrays.md")]
    }

    /// Machines, schedules and the other settings of a block.
    pub mod machine {
        #![doc = include_str!("../docs/machine.md")]
    }

    /// Pipelines on many ranks.
    pub mod ranks {
        #![doc = include_str!("../docs/ranks.md")]
    }

    /// What the compiler decided, and how to read it.
    pub mod plan {
        #![doc = include_str!("../docs/plan.md")]
    }

    /// What rust-analyzer shows inside a block.
    pub mod editor {
        #![doc = include_str!("../docs/editor.md")]
    }

    /// The applications, and a runner for them.
    pub mod applications {
        #![doc = include_str!("../docs/applications.md")]
    }

    /// How the compiler is built.
    pub mod architecture {
        #![doc = include_str!("../docs/architecture.md")]
    }

    /// Why it is so, and what was tried.
    pub mod decisions {
        #![doc = include_str!("../docs/decisions.md")]
    }

    /// What words mean.
    pub mod glossary {
        #![doc = include_str!("../docs/glossary.md")]
    }
}

/// The examples of the read-me as tests.
#[cfg(all(doctest, feature = "image"))]
#[doc = include_str!("../README.md")]
struct ReadMe;
