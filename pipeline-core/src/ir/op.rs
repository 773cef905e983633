//! The operators: one table of each kind, which everything else asks.
//!
//! A row has what is said in data: the name in the text form and in the language, the operand
//! types, the result, the cost. What is said in code is matched without a `_` arm, so that the
//! compiler stops there at a new row: its meaning on values in [`scalar`](crate::scalar), its range
//! in [`analysis::ranges`](crate::analysis::ranges), and the code that is emitted.

use super::elem::{ElemType, Value};

/// Which types an operator takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// All.
    Anything,
    /// All but bools.
    Numbers,
    /// Integers.
    Integers,
    /// All but floats.
    IntegersOrBools,
    /// Floats.
    Floats,
    /// Bools.
    Bools,
    /// One type.
    Only(ElemType),
}

impl Takes {
    /// Whether this type is among them.
    pub fn includes(self, ty: ElemType) -> bool {
        match self {
            Takes::Anything => true,
            Takes::Numbers => ty != ElemType::Bool,
            Takes::Integers => ty.is_int(),
            Takes::IntegersOrBools => !ty.is_float(),
            Takes::Floats => ty.is_float(),
            Takes::Bools => ty == ElemType::Bool,
            Takes::Only(only) => ty == only,
        }
    }

    /// In messages: what is taken.
    pub fn name(self) -> &'static str {
        match self {
            Takes::Anything => "any type",
            Takes::Numbers => "numbers",
            Takes::Integers => "integers",
            Takes::IntegersOrBools => "integers or bools",
            Takes::Floats => "floats",
            Takes::Bools => "bools",
            Takes::Only(only) => only.name(),
        }
    }
}

/// What an operation costs, in additions of its type.
///
/// The two columns answer different questions. Inlining asks what is lost if an operation is done
/// again where it need not be, and tells slow operations from quick ones. The cost models ask what
/// share of a loop's time goes to arithmetic, beside loads and stores; they take every operator for
/// an addition and every function for a polynomial, and the rates of the machines go with that.
/// With the first column in both places, minifluxdiv, multiscale interpolation and the plane's
/// W-cycle with ten steps before are grouped otherwise, so one column needs measurements first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    /// What doing it once more costs, for [`transform::inline`](crate::transform::inline).
    pub again: u32,
    /// What it takes of a loop's time, for [`schedule::cost`](crate::schedule::cost).
    pub in_loop: u32,
}

impl Cost {
    /// An addition.
    pub const ONE: Cost = Cost { again: 1, in_loop: 1 };
    /// Nothing that is counted.
    pub const NONE: Cost = Cost { again: 0, in_loop: 0 };
    /// A division of either kind of number.
    const DIVISION: Cost = Cost { again: 4, in_loop: 1 };
    /// An instruction of its own.
    const ROUNDING: Cost = Cost { again: 1, in_loop: 16 };
    /// An instruction as slow as a division.
    const ROOT: Cost = Cost { again: 4, in_loop: 16 };
    /// A polynomial.
    const POLYNOMIAL: Cost = Cost { again: 16, in_loop: 16 };

    /// Whether it is that of a function that is computed as a polynomial: dozens of instructions,
    /// most of which wait for the one before.
    pub fn is_polynomial(self) -> bool {
        self == Cost::POLYNOMIAL
    }

    /// That of so many.
    pub fn times(self, count: u32) -> Cost {
        Cost { again: self.again * count, in_loop: self.in_loop * count }
    }
}

/// The operators of a kind and their rows.
macro_rules! table {
    (
        $(#[$doc:meta])*
        pub enum $kind:ident: $row:ident {
            $($(#[$of:meta])* $op:ident = $columns:expr,)*
        }
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $kind {
            $($(#[$of])* $op,)*
        }

        impl $kind {
            /// Every one, in the order of the table.
            pub const ALL: [$kind; [$($kind::$op),*].len()] = [$($kind::$op),*];

            fn row(self) -> $row {
                match self {
                    $($kind::$op => $columns,)*
                }
            }

            /// Its name in the text form, and in the language if it is written as a call.
            pub fn name(self) -> &'static str {
                self.row().name
            }

            /// The one of this name.
            pub fn named(name: &str) -> Option<$kind> {
                $kind::ALL.into_iter().find(|op| op.name() == name)
            }
        }
    };
}

struct UnaryRow {
    name: &'static str,
    takes: Takes,
    cost: Cost,
}

const fn unary(name: &'static str, takes: Takes) -> UnaryRow {
    UnaryRow { name, takes, cost: Cost::ONE }
}

table! {
    /// Operators of one operand.
    pub enum UnaryOp: UnaryRow {
        /// Negation; integers wrap.
        Neg = unary("neg", Takes::Numbers),
        /// Logical not of a bool, bitwise not of an integer.
        Not = unary("not", Takes::IntegersOrBools),
        /// Absolute value; integers wrap.
        Abs = unary("abs", Takes::Numbers),
    }
}

impl UnaryOp {
    /// The types that it takes, which are those that it gives.
    pub fn takes(self) -> Takes {
        self.row().takes
    }

    /// What it costs.
    pub fn cost(self) -> Cost {
        self.row().cost
    }
}

struct BinaryRow {
    name: &'static str,
    written: OperatorSpelling,
    takes: Takes,
    /// The type of the result, if it is not that of the operands.
    gives: Option<ElemType>,
    cost: Cost,
}

/// How users write an operator.
#[derive(Clone, Copy, PartialEq, Eq)]
enum OperatorSpelling {
    /// Between its operands.
    Infix(&'static str),
    /// As a call of its name.
    Call,
    /// Not at all: the compiler puts it in.
    Never,
}

/// An operator that is written between its operands, and gives their type.
const fn infix(name: &'static str, symbol: &'static str, takes: Takes) -> BinaryRow {
    let written = OperatorSpelling::Infix(symbol);
    BinaryRow { name, written, takes, gives: None, cost: Cost::ONE }
}

/// The same, of the cost of a division.
const fn division(name: &'static str, symbol: &'static str) -> BinaryRow {
    BinaryRow { cost: Cost::DIVISION, ..infix(name, symbol, Takes::Numbers) }
}

/// One that gives a bool.
const fn comparison(name: &'static str, symbol: &'static str, takes: Takes) -> BinaryRow {
    BinaryRow { gives: Some(ElemType::Bool), ..infix(name, symbol, takes) }
}

/// An operator that is written as a call of its name, and gives the type of its operands.
const fn call(name: &'static str, takes: Takes) -> BinaryRow {
    BinaryRow { name, written: OperatorSpelling::Call, takes, gives: None, cost: Cost::ONE }
}

/// An operator that only the compiler puts in, of a type and giving one.
const fn internal(name: &'static str, of: ElemType, gives: ElemType) -> BinaryRow {
    let (takes, gives) = (Takes::Only(of), Some(gives));
    BinaryRow { name, written: OperatorSpelling::Never, takes, gives, cost: Cost::ONE }
}

table! {
    /// Operators of two operands of one type.
    ///
    /// Integers wrap; `x / 0 = 0` and `x % 0 = 0`. `Min` and `Max` are `if a < b { a } else { b }`
    /// and `if a > b { a } else { b }`, so with a NaN the second operand is the result.
    pub enum BinaryOp: BinaryRow {
        /// Sum.
        Add = infix("add", "+", Takes::Numbers),
        /// Difference.
        Sub = infix("sub", "-", Takes::Numbers),
        /// Product.
        Mul = infix("mul", "*", Takes::Numbers),
        /// Quotient, truncated for integers.
        Div = division("div", "/"),
        /// Remainder with the sign of the dividend.
        Rem = division("rem", "%"),
        /// Smaller operand.
        Min = call("min", Takes::Numbers),
        /// Larger operand.
        Max = call("max", Takes::Numbers),
        /// `|a - b|`: exact for unsigned, `max - min` wrapping for signed, IEEE for floats.
        AbsDiff = call("abs_diff", Takes::Numbers),
        /// Sum clamped to the type's range (integers).
        SaturatingAdd = call("saturating_add", Takes::Integers),
        /// Difference clamped to the type's range (integers).
        SaturatingSub = call("saturating_sub", Takes::Integers),
        /// Bitwise (or logical) and.
        And = infix("and", "&", Takes::IntegersOrBools),
        /// Bitwise (or logical) or.
        Or = infix("or", "|", Takes::IntegersOrBools),
        /// Bitwise (or logical) exclusive or.
        Xor = infix("xor", "^", Takes::IntegersOrBools),
        /// Left shift, the amount taken modulo the width.
        Shl = infix("shl", "<<", Takes::Integers),
        /// Right shift, arithmetic for signed types, the amount taken modulo the width.
        Shr = infix("shr", ">>", Takes::Integers),
        /// `==` (the operands' type may be bool; the result is).
        Eq = comparison("eq", "==", Takes::Anything),
        /// `!=`
        Ne = comparison("ne", "!=", Takes::Anything),
        /// `<`
        Lt = comparison("lt", "<", Takes::Numbers),
        /// `<=`
        Le = comparison("le", "<=", Takes::Numbers),
        /// `>`
        Gt = comparison("gt", ">", Takes::Numbers),
        /// `>=`
        Ge = comparison("ge", ">=", Takes::Numbers),
        /// Two words as the lower and the upper half of a doubleword.
        WordPair = internal("word_pair", ElemType::I16, ElemType::I32),
        /// The products of the lower and of the upper halves of two doublewords, which are words
        /// with a sign, added.
        Dot = internal("dot", ElemType::I32, ElemType::I32),
    }
}

impl BinaryOp {
    /// How it is written between its operands, if it is.
    pub fn symbol(self) -> Option<&'static str> {
        match self.row().written {
            OperatorSpelling::Infix(symbol) => Some(symbol),
            OperatorSpelling::Call | OperatorSpelling::Never => None,
        }
    }

    /// Whether it is written as a call of its name.
    pub fn is_call(self) -> bool {
        self.row().written == OperatorSpelling::Call
    }

    /// Whether users write it, in either way.
    pub fn is_written(self) -> bool {
        self.row().written != OperatorSpelling::Never
    }

    /// The types that it takes.
    pub fn takes(self) -> Takes {
        self.row().takes
    }

    /// Whether the result is a bool whatever the operands.
    pub fn is_comparison(self) -> bool {
        self.row().gives == Some(ElemType::Bool)
    }

    /// The type of its result for operands of a type that it takes.
    pub fn gives(self, operands: ElemType) -> ElemType {
        self.row().gives.unwrap_or(operands)
    }

    /// What it costs.
    pub fn cost(self) -> Cost {
        self.row().cost
    }
}

struct FunctionRow {
    name: &'static str,
    params: &'static [&'static str],
    cost: Cost,
}

const fn function(name: &'static str, params: &'static [&'static str], cost: Cost) -> FunctionRow {
    FunctionRow { name, params, cost }
}

table! {
    /// Mathematical functions of floats, which give their type.
    pub enum Function: FunctionRow {
        /// Square root (exact).
        Sqrt = function("sqrt", &["a"], Cost::ROOT),
        /// e to the power.
        Exp = function("exp", &["a"], Cost::POLYNOMIAL),
        /// Natural logarithm.
        Ln = function("ln", &["a"], Cost::POLYNOMIAL),
        /// Sine of radians.
        Sin = function("sin", &["a"], Cost::POLYNOMIAL),
        /// Cosine of radians.
        Cos = function("cos", &["a"], Cost::POLYNOMIAL),
        /// Tangent of radians.
        Tan = function("tan", &["a"], Cost::POLYNOMIAL),
        /// Power.
        Pow = function("pow", &["a", "b"], Cost::POLYNOMIAL),
        /// Angle of `(y, x)`.
        Atan2 = function("atan2", &["y", "x"], Cost::POLYNOMIAL),
        /// Towards minus infinity.
        Floor = function("floor", &["a"], Cost::ROUNDING),
        /// Towards plus infinity.
        Ceil = function("ceil", &["a"], Cost::ROUNDING),
        /// To nearest, halves away from zero.
        Round = function("round", &["a"], Cost::ROUNDING),
        /// Towards zero.
        Trunc = function("trunc", &["a"], Cost::ROUNDING),
        /// Product and sum, rounded once (exact).
        MulAdd = function("mul_add", &["a", "b", "c"], Cost::ONE),
    }
}

impl Function {
    /// The names of its operands.
    pub fn params(self) -> &'static [&'static str] {
        self.row().params
    }

    /// Number of operands.
    pub fn arity(self) -> usize {
        self.params().len()
    }

    /// The types that a function takes.
    pub fn takes(self) -> Takes {
        Takes::Floats
    }

    /// What it costs.
    pub fn cost(self) -> Cost {
        self.row().cost
    }
}

struct ReduceRow {
    name: &'static str,
    combine: BinaryOp,
    takes: Takes,
}

const fn reduction(name: &'static str, combine: BinaryOp, takes: Takes) -> ReduceRow {
    ReduceRow { name, combine, takes }
}

table! {
    /// How a window reduction combines values.
    pub enum ReduceOp: ReduceRow {
        /// From 0.
        Sum = reduction("sum", BinaryOp::Add, Takes::Numbers),
        /// From 1.
        Product = reduction("product", BinaryOp::Mul, Takes::Numbers),
        /// From the largest value of the type.
        Min = reduction("min", BinaryOp::Min, Takes::Numbers),
        /// From the smallest value of the type.
        Max = reduction("max", BinaryOp::Max, Takes::Numbers),
        /// From `false`.
        Any = reduction("any", BinaryOp::Or, Takes::Bools),
        /// From `true`.
        All = reduction("all", BinaryOp::And, Takes::Bools),
    }
}

impl ReduceOp {
    /// The operator that combines two values.
    pub fn combine(self) -> BinaryOp {
        self.row().combine
    }

    /// Whether a value that is combined twice is as if it were once.
    pub fn counts_once(self) -> bool {
        match self {
            ReduceOp::Min | ReduceOp::Max | ReduceOp::Any | ReduceOp::All => true,
            ReduceOp::Sum | ReduceOp::Product => false,
        }
    }

    /// The types that it takes, which are those that it gives.
    pub fn takes(self) -> Takes {
        self.row().takes
    }

    /// The reduction of numbers that combines them by this operator, as updates do.
    pub fn of_numbers(combine: BinaryOp) -> Option<ReduceOp> {
        let fits = |r: &ReduceOp| r.combine() == combine && r.takes() == Takes::Numbers;
        ReduceOp::ALL.into_iter().find(fits)
    }

    /// The value that changes nothing.
    pub fn identity(self, ty: ElemType) -> Value {
        let limit = |largest: bool| {
            let (lo, hi) = ty.int_range().expect("an integer type");
            Value::Int(ty, if largest { hi } else { lo })
        };
        let extreme = |largest: bool| match ty {
            ElemType::F32 => Value::F32(if largest { f32::INFINITY } else { f32::NEG_INFINITY }),
            ElemType::F64 => Value::F64(if largest { f64::INFINITY } else { f64::NEG_INFINITY }),
            ElemType::Bool => Value::Bool(largest),
            ElemType::U8 | ElemType::I8 | ElemType::U16 | ElemType::I16 => limit(largest),
            ElemType::U32 | ElemType::I32 => limit(largest),
        };
        match self {
            ReduceOp::Sum => Value::zero(ty),
            ReduceOp::Product => Value::one(ty),
            ReduceOp::Min => extreme(true),
            ReduceOp::Max => extreme(false),
            ReduceOp::Any => Value::Bool(false),
            ReduceOp::All => Value::Bool(true),
        }
    }
}
