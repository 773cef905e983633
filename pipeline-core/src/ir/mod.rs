//! The stage graph: what a pipeline computes, with nothing said of how.
//!
//! Invariants (see [`verify`]):
//! - every id is in range, every name unique within its kind;
//! - a block lists its expressions children first; types agree with the operators;
//! - variables of a stage are numbered `0..rank`, those of its windows from `rank` on;
//! - bounds of domains mention sizes only.

pub mod affine;
pub mod border;
pub mod elem;
pub mod expr;
pub mod graph;
pub mod nodes;
pub mod op;
pub mod text;
pub mod verify;

pub use affine::{Affine, Atom};
pub use border::{Border, BorderMode};
pub use elem::{ElemType, Value};
pub use expr::{Block, Expr, ExprId, Index, Node, Test, TestOp, WindowVar};
pub use graph::{
    Case, Constraint, DEFAULT_ESTIMATE, Domain, Input, InputId, Interval, Loc, Pipeline, Region,
    Scalar, ScalarId, Size, SizeId, Source, Stage, StageId, Update, UpdateParts, ValueRange, VarId,
};
pub use op::{BinaryOp, Function, ReduceOp, UnaryOp};
