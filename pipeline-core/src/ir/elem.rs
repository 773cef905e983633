//! Element types and typed values.

use std::fmt;

/// The type of a stage, input, scalar or expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ElemType {
    /// Truth values; stored as one byte, 0 or 1.
    Bool,
    /// 8-bit unsigned.
    U8,
    /// 8-bit signed.
    I8,
    /// 16-bit unsigned.
    U16,
    /// 16-bit signed.
    I16,
    /// 32-bit unsigned.
    U32,
    /// 32-bit signed.
    I32,
    /// IEEE binary32.
    F32,
    /// IEEE binary64.
    F64,
}

impl ElemType {
    /// Every type that an input, a scalar or a live-out may have.
    pub const NUMERIC: [ElemType; 8] = [
        ElemType::U8,
        ElemType::I8,
        ElemType::U16,
        ElemType::I16,
        ElemType::U32,
        ElemType::I32,
        ElemType::F32,
        ElemType::F64,
    ];

    /// Rust's name of the type.
    pub fn name(self) -> &'static str {
        match self {
            ElemType::Bool => "bool",
            ElemType::U8 => "u8",
            ElemType::I8 => "i8",
            ElemType::U16 => "u16",
            ElemType::I16 => "i16",
            ElemType::U32 => "u32",
            ElemType::I32 => "i32",
            ElemType::F32 => "f32",
            ElemType::F64 => "f64",
        }
    }

    /// The type of this name.
    pub fn from_name(name: &str) -> Option<ElemType> {
        ElemType::NUMERIC.into_iter().chain([ElemType::Bool]).find(|t| t.name() == name)
    }

    /// Size in bytes.
    pub fn bytes(self) -> usize {
        match self {
            ElemType::Bool | ElemType::U8 | ElemType::I8 => 1,
            ElemType::U16 | ElemType::I16 => 2,
            ElemType::U32 | ElemType::I32 | ElemType::F32 => 4,
            ElemType::F64 => 8,
        }
    }

    /// `f32` or `f64`.
    pub fn is_float(self) -> bool {
        matches!(self, ElemType::F32 | ElemType::F64)
    }

    /// An integer type.
    pub fn is_int(self) -> bool {
        self.int_range().is_some()
    }

    /// A type with negative values.
    pub fn is_signed(self) -> bool {
        matches!(self, ElemType::I8 | ElemType::I16 | ElemType::I32) || self.is_float()
    }

    /// Smallest and largest value of an integer type.
    pub fn int_range(self) -> Option<(i64, i64)> {
        Some(match self {
            ElemType::U8 => (0, 255),
            ElemType::I8 => (-128, 127),
            ElemType::U16 => (0, 65_535),
            ElemType::I16 => (-32_768, 32_767),
            ElemType::U32 => (0, u32::MAX as i64),
            ElemType::I32 => (i32::MIN as i64, i32::MAX as i64),
            ElemType::Bool | ElemType::F32 | ElemType::F64 => return None,
        })
    }

    /// The next wider type of the same kind.
    pub fn widened(self) -> Option<ElemType> {
        Some(match self {
            ElemType::U8 => ElemType::U16,
            ElemType::I8 => ElemType::I16,
            ElemType::U16 => ElemType::U32,
            ElemType::I16 => ElemType::I32,
            ElemType::F32 => ElemType::F64,
            ElemType::Bool | ElemType::U32 | ElemType::I32 | ElemType::F64 => return None,
        })
    }
}

impl fmt::Display for ElemType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A value of an element type.
#[derive(Clone, Copy, Debug)]
pub enum Value {
    /// A truth value.
    Bool(bool),
    /// An integer of the given type, always within its range.
    Int(ElemType, i64),
    /// An `f32`.
    F32(f32),
    /// An `f64`.
    F64(f64),
}

impl Value {
    /// Its type.
    pub fn ty(self) -> ElemType {
        match self {
            Value::Bool(_) => ElemType::Bool,
            Value::Int(t, _) => t,
            Value::F32(_) => ElemType::F32,
            Value::F64(_) => ElemType::F64,
        }
    }

    /// Zero (or `false`) of a type.
    pub fn zero(ty: ElemType) -> Value {
        match ty {
            ElemType::Bool => Value::Bool(false),
            ElemType::F32 => Value::F32(0.0),
            ElemType::F64 => Value::F64(0.0),
            ElemType::U8 | ElemType::I8 | ElemType::U16 | ElemType::I16 => Value::Int(ty, 0),
            ElemType::U32 | ElemType::I32 => Value::Int(ty, 0),
        }
    }

    /// One (or `true`) of a type.
    pub fn one(ty: ElemType) -> Value {
        match ty {
            ElemType::Bool => Value::Bool(true),
            ElemType::F32 => Value::F32(1.0),
            ElemType::F64 => Value::F64(1.0),
            ElemType::U8 | ElemType::I8 | ElemType::U16 | ElemType::I16 => Value::Int(ty, 1),
            ElemType::U32 | ElemType::I32 => Value::Int(ty, 1),
        }
    }

    /// An integer value wrapped into the range of `ty`.
    ///
    /// # Panics
    /// If `ty` is not an integer type.
    pub fn wrap(ty: ElemType, v: i64) -> Value {
        let v = match ty {
            ElemType::U8 => v as u8 as i64,
            ElemType::I8 => v as i8 as i64,
            ElemType::U16 => v as u16 as i64,
            ElemType::I16 => v as i16 as i64,
            ElemType::U32 => v as u32 as i64,
            ElemType::I32 => v as i32 as i64,
            ElemType::Bool | ElemType::F32 | ElemType::F64 => panic!("{ty} is not an integer type"),
        };
        Value::Int(ty, v)
    }

    /// The integer inside, if it is one.
    pub fn as_int(self) -> Option<i64> {
        match self {
            Value::Int(_, v) => Some(v),
            Value::Bool(_) | Value::F32(_) | Value::F64(_) => None,
        }
    }

    /// Equal type and bits, except that every NaN equals every other.
    pub fn same(self, other: Value) -> bool {
        match (self, other) {
            (Value::Bool(a), Value::Bool(b)) => a == b,
            (Value::Int(s, a), Value::Int(t, b)) => s == t && a == b,
            (Value::F32(a), Value::F32(b)) => {
                a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan()
            }
            (Value::F64(a), Value::F64(b)) => {
                a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan()
            }
            _ => false,
        }
    }
}

/// Values are equal that are the [same](Value::same).
impl PartialEq for Value {
    fn eq(&self, other: &Value) -> bool {
        self.same(*other)
    }
}

/// Written as a Rust literal with its type as suffix; floats by their shortest exact decimal.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Value::Bool(b) => write!(f, "{b}"),
            Value::Int(t, v) => write!(f, "{v}{t}"),
            Value::F32(v) => write!(f, "{v:?}f32"),
            Value::F64(v) => write!(f, "{v:?}f64"),
        }
    }
}
