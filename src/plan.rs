//! What the compiler decided for a pipeline, as `name::plan()` returns it.

use std::fmt;

use pipeline_core::report::{self, Report, carried};

/// The plan of a pipeline: what was inlined, which stages are computed together and in which
/// shape, what that should cost, and why other stages are not.
///
/// It was made when the program was compiled, which carries it once. The forms are made from it
/// when they are asked for, each time again; the first four say the same. `Display` is
/// [`text`](Plan::text). The guide explains how to read it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Plan {
    carried: &'static str,
}

// Everything is inlined, so that code for it is made in crates that ask for a plan only.
impl Plan {
    /// The plan in this string. For generated code.
    #[doc(hidden)]
    pub const fn new(carried: &'static str) -> Plan {
        Plan { carried }
    }

    #[inline]
    fn report(&self) -> Report {
        carried::read(self.carried).expect("the compiler writes what can be read")
    }

    /// As text, to read.
    #[inline]
    pub fn text(&self) -> String {
        report::text::text(&self.report())
    }

    /// As JSON, to process.
    #[inline]
    pub fn json(&self) -> String {
        report::json::json(&self.report())
    }

    /// As a graph for Graphviz's `dot`.
    #[inline]
    pub fn dot(&self) -> String {
        report::dot::dot(&self.report())
    }

    /// As a picture: an SVG document that needs nothing else.
    #[inline]
    pub fn svg(&self) -> String {
        report::svg::svg(&self.report())
    }

    /// As the attribute `#[schedule(…)]` that asks for it: with it in the place of its own, a block
    /// gets the same plan again, also when the machine or the cost model is another.
    #[inline]
    pub fn hints(&self) -> String {
        report::hints::hints(&self.report())
    }
}

impl fmt::Display for Plan {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text())
    }
}

impl fmt::Debug for Plan {
    /// The text only: the other forms say the same.
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Plan({:?})", self.text())
    }
}
