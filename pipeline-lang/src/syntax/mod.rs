//! The syntax tree of one `pipeline!` block, as the user wrote it.
//!
//! Nothing is resolved here: families are not unrolled, helpers are not inlined, names may be
//! unknown. Every node keeps the span of the user's own tokens.

pub mod parse;

use proc_macro2::{Ident, Span, TokenStream};

/// A whole block: one pipeline.
#[derive(Clone, Debug)]
pub struct PipelineBlock {
    /// Doc comments and other outer attributes that carry over to the expansion.
    pub docs: Vec<syn::Attribute>,
    /// Attributes the pipeline itself understands, such as `#[machine(haswell)]`.
    pub settings: Vec<Setting>,
    /// Visibility of the generated function and module.
    pub vis: syn::Visibility,
    /// Name of the pipeline.
    pub name: Ident,
    /// `<T: u8, u16, f32>`, if given.
    pub type_params: Vec<TypeParam>,
    /// Inputs and scalar parameters in call order.
    pub params: Vec<Param>,
    /// Live-outs in result order; never empty.
    pub outputs: Vec<StageRef>,
    /// `where` clauses.
    pub clauses: Vec<Clause>,
    /// Body.
    pub items: Vec<Item>,
}

/// `#[name(tokens)]` on the block.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The attribute's name.
    pub name: Ident,
    /// Its arguments, not yet looked at.
    pub args: TokenStream,
}

/// An element-type parameter with its closed list.
#[derive(Clone, Debug)]
pub struct TypeParam {
    /// The parameter.
    pub name: Ident,
    /// The element types it stands for.
    pub types: Vec<Ident>,
}

/// An input or a scalar parameter.
#[derive(Clone, Debug)]
pub struct Param {
    /// Its name.
    pub name: Ident,
    /// What it is.
    pub kind: ParamKind,
    /// The values that it has, if that is said: `in lo..hi`.
    pub values: Option<RangeExpr>,
}

/// What a parameter is.
#[derive(Clone, Debug)]
pub enum ParamKind {
    /// `[elem; dims]`: a strided array.
    Input {
        /// Element type.
        elem: Ident,
        /// One entry a dimension: an extent `n` (domain `0..n`) or a range.
        dims: Vec<Dim>,
    },
    /// A run-time scalar of this type.
    Scalar(Ident),
}

/// One dimension of an input.
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "a block has a handful of dimensions")]
pub enum Dim {
    /// `n`, meaning `0..n`.
    Extent(Expr),
    /// `lo..hi` or `lo..=hi`.
    Range(RangeExpr),
}

/// `lo..hi`, `lo..=hi`, optionally `step s`.
#[derive(Clone, Debug)]
pub struct RangeExpr {
    /// First value.
    pub lo: Expr,
    /// Last value, or one past it.
    pub hi: Expr,
    /// Whether `hi` belongs to the range.
    pub inclusive: bool,
    /// Distance between values, 1 when absent.
    pub step: Option<Expr>,
    /// The `..` or `..=`.
    pub span: Span,
}

/// A `where` clause.
#[derive(Clone, Debug)]
pub enum Clause {
    /// `rows ~ 6400`.
    Estimate {
        /// The size parameter.
        name: Ident,
        /// Its estimate.
        value: Expr,
    },
    /// `rows % 8 == 0`.
    Constraint(Expr),
}

/// A stage named together with its family members: `f` or `f[k]` or `f[k][l]`.
#[derive(Clone, Debug)]
pub struct StageRef {
    /// The (family's) name.
    pub name: Ident,
    /// Family members, outermost first; empty for a plain stage.
    pub members: Vec<Expr>,
}

/// A stage of a plan: one that is written, `f[k]`, or one that the compiler makes of it,
/// `f[k]_columns`.
#[derive(Clone, Debug)]
pub struct PlannedStage {
    /// The stage that is written; if the whole is one word, all of it.
    pub stage: StageRef,
    /// What follows: `_columns`, `.parts[1]`, or nothing.
    pub rest: String,
}

/// A stage with its index variables in the order of memory: `f(c, y, x)`.
#[derive(Clone, Debug)]
pub struct StageLayout {
    /// The stage.
    pub stage: StageRef,
    /// Its index variables, the outermost in memory first.
    pub order: Vec<Ident>,
}

/// An item of the body.
#[derive(Clone, Debug)]
pub enum Item {
    /// `const N = e;`
    Const {
        /// Its name.
        name: Ident,
        /// Its value.
        value: Expr,
    },
    /// `fn name(params) = e;`
    Helper {
        /// Its name.
        name: Ident,
        /// Parameters.
        params: Vec<Ident>,
        /// Body.
        body: Expr,
    },
    /// `border f = mode;`
    Border {
        /// The input or stage that gets the border.
        target: StageRef,
        /// The mode's name: `clamp`, `mirror`, `mirror101`, `repeat`, `constant`.
        mode: Ident,
        /// The value of `constant(v)`.
        value: Option<Expr>,
    },
    /// A stage.
    Stage(Stage),
    /// An update of a reduction: `hist(e) += 1 for (y, x) in [..];`
    Update(Update),
    /// `for k in range { items }`.
    For {
        /// The compile-time variable.
        var: Ident,
        /// Its values; a reversed loop is written `.rev()`-less, by the body's own indices.
        range: RangeExpr,
        /// What is repeated.
        items: Vec<Item>,
    },
    /// `if cond { items } else { items }` on a compile-time condition.
    If {
        /// The condition.
        cond: Expr,
        /// Items when true.
        then: Vec<Item>,
        /// Items when false.
        otherwise: Vec<Item>,
    },
    /// What could not be read; only editors look at it.
    Broken(Broken),
}

/// An item with an error that was reported, as far as one can tell what it would have been.
#[derive(Clone, Debug)]
pub struct Broken {
    /// The stage, if the item starts like a definition.
    pub stage: Option<Ident>,
    /// Its index variables, if they are plain names.
    pub vars: Vec<Ident>,
    /// The other tokens.
    pub rest: TokenStream,
}

/// `name[members](vars): ty in [domain] = body;`
#[derive(Clone, Debug)]
pub struct Stage {
    /// Name and family members.
    pub target: StageRef,
    /// Index variables, outermost first.
    pub vars: Vec<Ident>,
    /// Declared element type.
    pub ty: Option<Ident>,
    /// Declared domain, one range a variable.
    pub domain: Option<Vec<RangeExpr>>,
    /// Definition.
    pub body: Body,
}

/// A stage's definition.
#[derive(Clone, Debug)]
pub enum Body {
    /// One expression over the whole domain.
    Expr(Expr),
    /// `case { cond => e, …, else => e }`.
    Cases {
        /// The cases in order. `None` is `else` (only in last place).
        arms: Vec<(Option<Expr>, Expr)>,
        /// The `case` keyword.
        span: Span,
    },
}

/// `name(args) op value for (vars) in [domain];`
#[derive(Clone, Debug)]
pub struct Update {
    /// The reduction's stage.
    pub target: StageRef,
    /// Target index.
    pub args: Vec<Expr>,
    /// The operator.
    pub op: UpdateOp,
    /// Where the operator stands.
    pub op_span: Span,
    /// The value combined in.
    pub value: Expr,
    /// Reduction variables.
    pub vars: Vec<Ident>,
    /// Reduction domain.
    pub domain: Vec<RangeExpr>,
}

/// The operator of an update.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UpdateOp {
    /// `+=`
    Add,
    /// `-=`
    Sub,
    /// `*=`
    Mul,
    /// `min=`
    Min,
    /// `max=`
    Max,
}

/// An expression with the span of its tokens.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// For an operator, the operator's token; else the first token that names the expression.
    pub span: Span,
}

/// The kinds of expressions: Rust's grammar, precedence and literals.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// An integer literal; the suffix names a type or is empty.
    Int {
        /// Its value.
        value: i128,
        /// `u8`, `i32`, … or empty.
        suffix: String,
    },
    /// A float literal.
    Float {
        /// Its value.
        value: f64,
        /// `f32`, `f64` or empty.
        suffix: String,
    },
    /// `true` or `false`.
    Bool(bool),
    /// A variable, size, scalar, constant or `let` name.
    Name(Ident),
    /// `f(args)`, `f[k](args)`: a stage access, helper or built-in function.
    Call {
        /// Callee with family members.
        callee: StageRef,
        /// Arguments.
        args: Vec<Expr>,
    },
    /// `f[k]` without a call: a family member as an argument of `stencil`.
    Member(StageRef),
    /// `sum(dy in -1..=1, dx in -1..=1; e)`; also min max product any all.
    Window {
        /// Which reduction.
        op: Ident,
        /// Window variables and their constant ranges.
        ranges: Vec<(Ident, RangeExpr)>,
        /// The reduced expression.
        body: Box<Expr>,
    },
    /// `[a, b]`, nested for a stencil's taps.
    Array(Vec<Expr>),
    /// `-a`, `!a`.
    Unary(UnaryOp, Box<Expr>),
    /// `a + b`, …
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `a as ty`.
    Cast(Box<Expr>, Ident),
    /// `if c { a } else { b }`.
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `{ let a = e; …; value }`.
    Block(Vec<(Ident, Expr)>, Box<Expr>),
}

/// Unary operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnaryOp {
    /// `-`
    Neg,
    /// `!`
    Not,
}

/// Binary operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BinaryOp {
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `/`
    Div,
    /// `%`
    Rem,
    /// `&`
    BitAnd,
    /// `|`
    BitOr,
    /// `^`
    BitXor,
    /// `<<`
    Shl,
    /// `>>`
    Shr,
    /// `&&`
    And,
    /// `||`
    Or,
    /// `==`
    Eq,
    /// `!=`
    Ne,
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `>`
    Gt,
    /// `>=`
    Ge,
}
