//! Random legal pipelines as source text.
//!
//! A seed gives the same text for ever, so that a failure can be named by its seed. What is
//! generated is legal by construction: most domains are left to inference, and where they are
//! written out only reads that are inside by their form are made.

mod body;
pub mod cells;
pub mod chains;
mod family;
mod header;
mod index;
pub mod mixed;
mod ordered;
pub mod planes;
pub mod scans;
pub mod space;
mod stage;
mod stages;
mod value;
mod window;

use super::rng::Rng;
use pipeline_core::ir::ElemType;
use space::{Size, Source};
use stage::Scalar;

/// A pipeline and what its caller must know.
#[derive(Clone, Debug)]
pub struct Generated {
    /// The block: what stands inside `pipeline! { … }`.
    pub text: String,
    /// Size parameters.
    pub sizes: Vec<Size>,
    /// Parameters in call order.
    pub params: Vec<Param>,
    /// Points of all inputs and stages at middling sizes.
    pub points: i64,
    /// Types and ranks of the live-outs.
    pub outputs: Vec<(ElemType, usize)>,
}

/// A parameter.
#[derive(Clone, Debug)]
pub enum Param {
    /// An array, its extents as expressions over sizes.
    Input { name: &'static str, ty: ElemType, extents: Vec<String> },
    /// A run-time scalar.
    Scalar { name: &'static str, ty: ElemType },
    /// A size.
    Size { name: &'static str },
}

/// How large a pipeline may become.
#[derive(Clone, Copy, Debug)]
pub struct Scope {
    /// Most stages.
    pub stages: usize,
    /// Deepest expressions.
    pub depth: usize,
}

/// The whole state of a generation.
struct Program {
    rng: Rng,
    scope: Scope,
    sizes: Vec<Size>,
    clauses: Vec<String>,
    params: Vec<(Param, String)>,
    scalars: Vec<Scalar>,
    sources: Vec<Source>,
    /// How many of the sources are inputs.
    inputs: usize,
    items: Vec<String>,
    /// Whether anything reads the source.
    used: Vec<bool>,
    helpers: bool,
    stages: usize,
}

/// The pipeline of a seed.
pub fn generate(seed: u64, name: &str, scope: Scope) -> Generated {
    let mut program = Program::new(seed, scope);
    program.header();
    let most = scope.stages;
    let count = 1 + program.rng.below(most).min(program.rng.below(most + 2));
    while program.stages < count {
        program.next_stage(program.stages + 1 == count);
    }
    program.finish(name)
}

impl Program {
    fn new(seed: u64, scope: Scope) -> Program {
        Program {
            rng: Rng::new(seed),
            scope,
            sizes: Vec::new(),
            clauses: Vec::new(),
            params: Vec::new(),
            scalars: Vec::new(),
            sources: Vec::new(),
            inputs: 0,
            items: Vec::new(),
            used: Vec::new(),
            helpers: false,
            stages: 0,
        }
    }
}
