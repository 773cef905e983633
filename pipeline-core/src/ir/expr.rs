//! Typed expressions, one arena a definition.

use super::affine::Affine;
use super::elem::{ElemType, Value};
use super::graph::{Interval, Loc, ScalarId, Source, VarId};
use super::op::{BinaryOp, Function, ReduceOp, UnaryOp};

/// An expression within its [`Block`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ExprId(pub usize);

/// The definition of a value: expressions in order, children first, and the result.
///
/// A block is pure and total: every expression may be evaluated whether or not its value is used.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// The expressions.
    pub exprs: Vec<Expr>,
    /// Which of them is the value.
    pub result: ExprId,
}

/// One typed expression.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// Type of its value.
    pub ty: ElemType,
    /// What it computes.
    pub node: Node,
    /// Where the user wrote it.
    pub loc: Loc,
}

/// What an expression computes.
#[derive(Clone, Debug, PartialEq)]
pub enum Node {
    /// A constant of the expression's type.
    Const(Value),
    /// A run-time scalar parameter.
    Scalar(ScalarId),
    /// An index expression as an `i32` value.
    Index(Affine),
    /// A condition on index expressions.
    Test(Test),
    /// One point of an input or stage.
    Read {
        /// What is read.
        source: Source,
        /// One index a dimension of the source; outside its domain the source's border applies.
        index: Vec<Index>,
    },
    /// One operand.
    Unary(UnaryOp, ExprId),
    /// Two operands of one type (shifts: the amount has the type of the value).
    Binary(BinaryOp, ExprId, ExprId),
    /// Conversion with Rust's `as` meaning.
    Cast(ExprId),
    /// Conversion that clamps to the target's range; NaN becomes 0.
    SaturatingCast(ExprId),
    /// `if condition { a } else { b }` on values.
    Select(ExprId, ExprId, ExprId),
    /// A mathematical function of float operands.
    Call(Function, Vec<ExprId>),
    /// Several values of one type combined in an order that is left open, as in a window that is
    /// written out; at least one. `transform::sums` chooses the order; until then it is theirs.
    Combine {
        /// How values combine.
        op: ReduceOp,
        /// The values.
        terms: Vec<ExprId>,
    },
    /// A window reduction kept as a loop, last variable fastest, combined left to right from
    /// the operator's identity.
    Reduce {
        /// How values combine.
        op: ReduceOp,
        /// The variables, outermost first.
        vars: Vec<WindowVar>,
        /// The combined value; closed but for index variables.
        body: Box<Block>,
        /// Whether the body's result, a product of floats, is fused with its addition to the sum.
        fused: bool,
    },
}

/// A variable of a window and the values that it takes, in order: none where the last is less than
/// the first.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct WindowVar {
    /// Its name in the body.
    pub id: VarId,
    /// The first value, of sizes only.
    pub first: Affine,
    /// The last value, of sizes only.
    pub last: Affine,
}

impl WindowVar {
    /// One that goes from a value to another.
    pub fn new(id: VarId, first: impl Into<Affine>, last: impl Into<Affine>) -> WindowVar {
        WindowVar { id, first: first.into(), last: last.into() }
    }

    /// The values as an interval.
    pub fn interval(&self) -> Interval {
        Interval::new(self.first.clone(), self.last.clone())
    }

    /// The first and the last value, if both are constants.
    pub fn constant_ends(&self) -> Option<[i64; 2]> {
        Some([self.first.as_constant()?, self.last.as_constant()?])
    }

    /// How many values there are, if so many at all sizes; 0 or less of none.
    pub fn fixed_extent(&self) -> Option<i64> {
        self.interval().fixed_extent()
    }

    /// What it is at some sizes: from a constant to another.
    pub fn at(&self, sizes: &[i64]) -> WindowVar {
        let (first, last) = self.interval().eval(sizes, &[]);
        WindowVar::new(self.id, first, last)
    }

    /// How many values there are at some sizes.
    pub fn extent(&self, sizes: &[i64]) -> i64 {
        let last = self.last.eval(sizes, &[]);
        last.saturating_sub(self.first.eval(sizes, &[])).saturating_add(1).max(0)
    }
}

/// One index of a read.
#[derive(Clone, Debug, PartialEq)]
pub enum Index {
    /// Known from the loop variables.
    Affine(Affine),
    /// An integer value of the data: a gather.
    Value(ExprId),
}

/// A condition on index expressions.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Test {
    /// The tested expression.
    pub affine: Affine,
    /// How it compares with zero.
    pub op: TestOp,
}

/// How a tested expression compares with zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum TestOp {
    /// `affine >= 0`
    NonNegative,
    /// `affine == 0`
    Zero,
    /// `affine != 0`
    NonZero,
}

impl Test {
    /// Whether it holds under an assignment.
    pub fn eval(&self, sizes: &[i64], vars: &[i64]) -> bool {
        let v = self.affine.eval(sizes, vars);
        match self.op {
            TestOp::NonNegative => v >= 0,
            TestOp::Zero => v == 0,
            TestOp::NonZero => v != 0,
        }
    }

    /// The opposite test.
    pub fn negated(&self) -> Test {
        match self.op {
            TestOp::NonNegative => {
                Test { affine: self.affine.neg().offset(-1), op: TestOp::NonNegative }
            }
            TestOp::Zero => Test { affine: self.affine.clone(), op: TestOp::NonZero },
            TestOp::NonZero => Test { affine: self.affine.clone(), op: TestOp::Zero },
        }
    }

    /// Whether it holds, if that does not depend on any size or variable.
    pub fn as_constant(&self) -> Option<bool> {
        self.affine.as_constant().map(|_| self.eval(&[], &[]))
    }
}

impl Block {
    /// The result's type.
    pub fn ty(&self) -> ElemType {
        self.exprs[self.result.0].ty
    }

    /// The factors of the result, if it is a product.
    pub fn product(&self) -> Option<[ExprId; 2]> {
        let result = &self.exprs[self.result.0].node;
        if let Node::Binary(BinaryOp::Mul, a, b) = result { Some([*a, *b]) } else { None }
    }

    /// Calls `f` for every read in the block and in nested window bodies.
    pub fn for_each_read<'a>(
        &'a self,
        f: &mut impl FnMut(&'a Block, &'a Expr, Source, &'a [Index]),
    ) {
        for expr in &self.exprs {
            match &expr.node {
                Node::Read { source, index } => f(self, expr, *source, index),
                Node::Reduce { body, .. } => body.for_each_read(f),
                Node::Const(_) | Node::Scalar(_) | Node::Index(_) | Node::Test(_) => {}
                Node::Unary(..) | Node::Binary(..) | Node::Cast(_) | Node::SaturatingCast(_) => {}
                Node::Select(..) | Node::Call(..) | Node::Combine { .. } => {}
            }
        }
    }

    /// Has every read of the block and of nested window bodies read what `f` says.
    pub fn redirect(&mut self, f: &mut dyn FnMut(Source, &[Index]) -> Source) {
        for expr in &mut self.exprs {
            match &mut expr.node {
                Node::Read { source, index } => *source = f(*source, index),
                Node::Reduce { body, .. } => body.redirect(f),
                Node::Const(_) | Node::Scalar(_) | Node::Index(_) | Node::Test(_) => {}
                Node::Unary(..) | Node::Binary(..) | Node::Cast(_) | Node::SaturatingCast(_) => {}
                Node::Select(..) | Node::Call(..) | Node::Combine { .. } => {}
            }
        }
    }
}
