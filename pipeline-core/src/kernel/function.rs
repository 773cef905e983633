//! What computes points: expressions over lanes, with the form of each load and store.

use super::line::{Line, Neighbours, Pointer};
use super::load::{LinePlace, Load, Stride};
pub use crate::analysis::divisor::Divisor;
use crate::analysis::windows::CombinedWindow;
use crate::ir::{
    Affine, BinaryOp, ElemType, ExprId, Function as Call, Index, ReduceOp, ScalarId, StageId, Test,
    UnaryOp, Value, VarId, WindowVar,
};
use crate::loops::build::LaneQuotient;

/// A function that computes one or several points of stages, or a vector of each.
#[derive(Clone, Debug, PartialEq)]
pub struct PointFunction {
    /// For which loops it is.
    pub form: LoopForm,
    /// The scratchpads that it is handed, by their number in the nest.
    pub pads: Option<usize>,
    /// The variables that it is handed.
    pub vars: Vec<VarId>,
    /// The lines that it loads from and that are the same for all points of its row: it is handed
    /// their pointers.
    pub loaded: Vec<Pointer>,
    /// The lines that it stores to, likewise.
    pub stored: Vec<Pointer>,
    /// The expressions.
    pub value: Block,
    /// What is stored.
    pub stores: Vec<Store>,
    /// When that is.
    pub order: StoreOrder,
    /// Whether vectors may reach beyond the ends of lines: they are computed in two ways then.
    pub ends: bool,
    /// How vectors are computed, if that is not how points are.
    pub carrying: Option<Carrying>,
    /// Vectors that have code of their own.
    pub aligned: Option<Aligned>,
    /// The first function of the nest that computes the same, given variables and lines in this
    /// order, if that is another one: this one is a call of it.
    pub same_as: Option<usize>,
}

/// Vectors in whose first lane an index expression is a multiple of a number: its quotients by that
/// are as far apart in all of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Aligned {
    /// The expression.
    pub inner: Affine,
    /// The number, a power of two.
    pub divisor: i64,
}

/// How vectors are computed to which the one before hands on values: see
/// [`carried`](crate::analysis::carried) and [`prefix`](crate::analysis::prefix).
#[derive(Clone, Debug, PartialEq)]
pub struct Carrying {
    /// What is computed ahead: for a vector at the variable of the loop, what the one before it
    /// takes its last points from.
    pub ahead: Block,
    /// The values of it that are handed on.
    pub values: Vec<ExprId>,
    /// For each, how many points further the farthest one is that a point needs than the nearest:
    /// at least 1, and no more than the shortest vector has.
    pub spans: Vec<i64>,
    /// The expressions, given the vector's values, those ahead, and those of the vector before.
    pub value: Block,
    /// What is stored.
    pub stores: Vec<Store>,
    /// The values of it that are computed from others that are handed on, and are themselves.
    pub behind: Vec<HandedOn>,
    /// What the first vector of a row is handed for these, for a vector at the variable of the
    /// loop.
    pub first: Block,
}

/// A value that a vector hands on to the next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HandedOn {
    /// The value, of those of the vector.
    pub value: ExprId,
    /// What the first vector of a row is handed for it.
    pub first: ExprId,
    /// How many of the last lanes are meant; the first vector is handed these from the nearest
    /// point on. Nothing if all lanes are, as they are.
    pub span: Option<i64>,
}

/// What a function copies: neighbours on one line to neighbours on another.
#[derive(Clone, Copy, Debug)]
pub struct Copied<'a> {
    /// The line that it loads from.
    pub from: &'a Pointer,
    /// The coordinate along it.
    pub from_along: &'a Affine,
    /// The line that it stores to.
    pub to: &'a Pointer,
    /// The coordinate along it.
    pub to_along: &'a Affine,
}

impl PointFunction {
    /// What it copies, if it does nothing else: adjacent elements of numbers.
    pub fn copied(&self) -> Option<Copied<'_>> {
        let ([Expr { ty, node, .. }], [store]) = (&self.value.exprs[..], &self.stores[..]) else {
            return None;
        };
        let Node::Load(Load::Line { line, along: from_along, stride: Stride::Next, ends: None }) =
            node
        else {
            return None;
        };
        let (LinePlace::Handed(from), StorePlace::Line { line: to, along, stride: Stride::Next }) =
            (line, &store.place)
        else {
            return None;
        };
        let (from, to) = (&self.loaded[*from], &self.stored[*to]);
        let adjacent = from.line.neighbours == Neighbours::Adjacent && *ty != ElemType::Bool;
        (adjacent && from.line.border.is_none()).then_some(Copied {
            from,
            from_along,
            to,
            to_along: along,
        })
    }
}

impl PointFunction {
    /// The lines that it loads from and stores to. What carries values has the same.
    pub fn lines(&self) -> Vec<&Line> {
        let handed = self.loaded.iter().chain(&self.stored).map(|pointer| &pointer.line);
        let mut lines: Vec<&Line> = handed.collect();
        self.value.lines(&mut lines);
        lines
    }
}

/// The loops that a function is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoopForm {
    /// None of its own: it computes one point.
    Point,
    /// A loop over this variable that takes points one by one.
    Points(VarId),
    /// A loop over this variable that takes vectors, and points where a row has too few.
    Vectors(VarId),
    /// The same, with each point in one vector only.
    VectorsAndPoints(VarId),
}

impl LoopForm {
    /// The variable of the loop.
    pub fn var(self) -> Option<VarId> {
        match self {
            LoopForm::Point => None,
            LoopForm::Points(var) | LoopForm::Vectors(var) | LoopForm::VectorsAndPoints(var) => {
                Some(var)
            }
        }
    }
}

/// The definition of values: expressions in order, operands first.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// The expressions.
    pub exprs: Vec<Expr>,
    /// Which of them is the value.
    pub result: ExprId,
}

impl Block {
    /// The lines whose pointers are computed where they are used.
    fn lines<'a>(&'a self, lines: &mut Vec<&'a Line>) {
        for expr in &self.exprs {
            match &expr.node {
                Node::Load(
                    Load::Line { line: LinePlace::Here(line), .. }
                    | Load::Splat { line: LinePlace::Here(line), .. }
                    | Load::BorderResolved { line: LinePlace::Here(line), .. },
                ) => lines.push(line),
                Node::Reduce { body, .. } => body.lines(lines),
                Node::Const(_)
                | Node::Scalar(_)
                | Node::Index(_)
                | Node::Test { .. }
                | Node::Load(_)
                | Node::Unary(..)
                | Node::Binary(..)
                | Node::WordPairAlike(..)
                | Node::ShiftLeft(..)
                | Node::ShiftRight(..)
                | Node::DivideBy(..)
                | Node::DivideByProducts { .. }
                | Node::ClampToI32 { .. }
                | Node::Cast(_)
                | Node::SaturatingCast(_)
                | Node::Select(..)
                | Node::Call(..)
                | Node::Splice { .. }
                | Node::Behind { .. }
                | Node::Handed(_)
                | Node::Prefix { .. }
                | Node::Last(_)
                | Node::Combine { .. }
                | Node::With(_) => {}
            }
        }
    }

    /// Whether a border may resolve one of its loads.
    pub fn is_border_resolved(&self) -> bool {
        let resolved = |node: &Node| {
            if let Node::Reduce { body, .. } = node {
                body.is_border_resolved()
            } else {
                matches!(node, Node::Load(Load::BorderResolved { .. }))
            }
        };
        self.exprs.iter().any(|expr| resolved(&expr.node))
    }

    /// Whether a load looks up entries of a table.
    pub fn looks_up(&self) -> bool {
        self.exprs.iter().any(|expr| match &expr.node {
            Node::Load(load) => matches!(load, Load::Gather { table: Some(_), .. }),
            Node::Reduce { body, .. } => body.looks_up(),
            Node::Const(_)
            | Node::Scalar(_)
            | Node::Index(_)
            | Node::Test { .. }
            | Node::Unary(..)
            | Node::Binary(..)
            | Node::WordPairAlike(..)
            | Node::ShiftLeft(..)
            | Node::ShiftRight(..)
            | Node::DivideBy(..)
            | Node::DivideByProducts { .. }
            | Node::ClampToI32 { .. }
            | Node::Cast(_)
            | Node::SaturatingCast(_)
            | Node::Select(..)
            | Node::Call(..)
            | Node::Splice { .. }
            | Node::Behind { .. }
            | Node::Handed(_)
            | Node::Prefix { .. }
            | Node::Last(_)
            | Node::Combine { .. }
            | Node::With(_) => false,
        })
    }
}

/// One expression.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// Type of its value.
    pub ty: ElemType,
    /// Whether its value gets a name; otherwise it is spelled where it is used, once at most.
    pub named: bool,
    /// What it computes.
    pub node: Node,
}

/// What an expression computes, in each lane.
#[derive(Clone, Debug, PartialEq)]
pub enum Node {
    /// A constant.
    Const(Value),
    /// A run-time scalar parameter.
    Scalar(ScalarId),
    /// An index expression as an `i32` value.
    Index(Indices),
    /// A condition on index expressions.
    Test {
        /// The condition.
        test: Test,
        /// Whether lanes differ in it.
        each_lane: bool,
    },
    /// Loads from memory.
    Load(Load),
    /// One operand.
    Unary(UnaryOp, ExprId),
    /// Two operands.
    Binary(BinaryOp, ExprId, ExprId),
    /// A pair of words that are the same for all lanes.
    WordPairAlike(ExprId, ExprId),
    /// To the left by a constant.
    ShiftLeft(ExprId, u32),
    /// To the right by a constant.
    ShiftRight(ExprId, u32),
    /// The quotient by a constant, or the remainder: integers.
    DivideBy(ExprId, Value, Division),
    /// The quotient of a float by a constant, as products with the parts of its reciprocal; by
    /// division where products are not added unrounded.
    DivideByProducts {
        /// The float.
        value: ExprId,
        /// The constant.
        by: Divisor,
        /// Whether the float may be so small that it has to be divided.
        tested: bool,
    },
    /// A float as an `i32` between two ends: cheaper than a cast, which must saturate, and a clamp.
    ClampToI32 {
        /// The float.
        value: ExprId,
        /// The smallest result.
        lo: i64,
        /// The largest.
        hi: i64,
    },
    /// Conversion with Rust's `as` meaning.
    Cast(ExprId),
    /// Conversion that clamps to the target's range.
    SaturatingCast(ExprId),
    /// `if condition { a } else { b }` on values.
    Select(ExprId, ExprId, ExprId),
    /// A mathematical function.
    Call(Call, Vec<ExprId>),
    /// The lanes of a carried value followed by those ahead, from one on.
    Splice {
        /// The number of the value.
        value: usize,
        /// The lane.
        by: i64,
    },
    /// The last lanes of a value of the vector before, followed by the first ones of this vector.
    Behind {
        /// The number of the value.
        number: usize,
        /// The value in this vector.
        value: ExprId,
        /// How many lanes of the vector before.
        by: i64,
    },
    /// What the vector before hands on under this number.
    Handed(usize),
    /// The lanes of a value, each combined with all before it.
    Prefix {
        /// How they combine: integers.
        op: ReduceOp,
        /// The value.
        value: ExprId,
    },
    /// The last lane of a value, in all lanes.
    Last(ExprId),
    /// Values combined from first to last; at least one.
    Combine {
        /// How values combine.
        op: ReduceOp,
        /// The values.
        terms: Vec<ExprId>,
    },
    /// Windows over the same points as loops, each combined from its operator's identity on: this
    /// value, and others which are computed with it.
    Reduce {
        /// The variables, outermost first.
        vars: Vec<WindowVar>,
        /// What is combined at a point.
        body: Block,
        /// The windows, this one first.
        windows: Vec<CombinedWindow>,
    },
    /// A window, together with that value.
    With(ExprId),
}

/// What of a division is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Division {
    /// The quotient.
    Quotient,
    /// The remainder.
    Remainder,
}

/// The values of an index expression in the lanes.
#[derive(Clone, Debug, PartialEq)]
pub enum Indices {
    /// The same in all.
    Same(Affine),
    /// Computed as a vector.
    InLanes(InLanes),
    /// Computed lane by lane.
    EachLane(Affine),
}

/// An index expression in the lanes of a vector: `first + step · lane`, and quotients.
#[derive(Clone, Debug, PartialEq)]
pub struct InLanes {
    /// What it is in the first lane, quotients aside.
    pub first: Affine,
    /// How far it moves from lane to lane.
    pub step: i64,
    /// Floor divisions, which are added.
    pub quotients: Vec<LaneQuotient>,
}

/// One of several values that lie between each other in a row of memory.
#[derive(Clone, Debug, PartialEq)]
pub struct Member {
    /// The value.
    pub value: ExprId,
    /// Its line.
    pub line: usize,
    /// The coordinate along it, of the first lane.
    pub along: Affine,
}

/// A store.
#[derive(Clone, Debug, PartialEq)]
pub struct Store {
    /// The stage.
    pub stage: StageId,
    /// Where in it.
    pub index: Vec<Index>,
    /// What is stored.
    pub value: ExprId,
    /// How the place is found.
    pub place: StorePlace,
}

/// How the place of a store is found.
#[derive(Clone, Debug, PartialEq)]
pub enum StorePlace {
    /// On a line.
    Line {
        /// The line, of those that the function stores to.
        line: usize,
        /// The coordinate along it, of the first lane.
        along: Affine,
        /// How the lanes go along it.
        stride: Stride,
    },
    /// This value and others at the places between its lanes: 2, 3, 4, 6 or 8 in all.
    Interleaved {
        /// The values, in the order of their elements, to lines that the function stores to.
        members: Vec<Member>,
        /// How far lanes go along these.
        every: i64,
    },
    /// Together with the store of this number.
    With(usize),
    /// On a line where a value says; there is one lane.
    Scattered {
        /// The line, of those that the function stores to.
        line: usize,
        /// The value.
        at: ExprId,
    },
    /// By its index; there is one lane.
    Point,
}

/// When a function stores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoreOrder {
    /// After all loads.
    Last,
    /// Each as soon as its value is there, so that a change in place can be one instruction.
    WithValue,
}
