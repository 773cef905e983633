//! What the compiler decided for a pipeline, as `name::plan()` returns it.

use std::fmt;

/// The plan of a pipeline: what was inlined, which stages are computed together and in which
/// shape, what that should cost, and why other stages are not.
///
/// It was made when the program was compiled, in four forms; nothing is computed when it is asked
/// for. `Display` is [`text`](Plan::text). The guide explains how to read it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Plan {
    text: &'static str,
    json: &'static str,
    dot: &'static str,
    svg: &'static str,
}

impl Plan {
    /// A plan in its four forms. For generated code.
    #[doc(hidden)]
    pub const fn new(
        text: &'static str,
        json: &'static str,
        dot: &'static str,
        svg: &'static str,
    ) -> Plan {
        Plan { text, json, dot, svg }
    }

    /// As text, to read.
    pub const fn text(&self) -> &'static str {
        self.text
    }

    /// As JSON, to process.
    pub const fn json(&self) -> &'static str {
        self.json
    }

    /// As a graph for Graphviz's `dot`.
    pub const fn dot(&self) -> &'static str {
        self.dot
    }

    /// As a picture: an SVG document that needs nothing else.
    pub const fn svg(&self) -> &'static str {
        self.svg
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text)
    }
}

impl fmt::Debug for Plan {
    /// The text only: the other forms say the same.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Plan({:?})", self.text)
    }
}
