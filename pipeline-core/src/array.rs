//! Dense arrays of an element type over an integer box, as the reference evaluator sees them.

use crate::ir::{ElemType, Value};
use std::fmt;

/// A dense row-major array over the box that starts at [`Array::lo`].
#[derive(Clone, Debug)]
pub struct Array {
    lo: Vec<i64>,
    extent: Vec<usize>,
    data: Data,
}

macro_rules! element_types {
    ($($elem:ident $t:ty, |$x:ident| $value:expr, $pattern:pat => $back:expr;)*) => {
        /// The elements, one vector type for each element type.
        #[derive(Clone, Debug)]
        pub enum Data {
            $(#[doc = concat!("Elements of type `", stringify!($t), "`.")]
            $elem(Vec<$t>),)*
        }

        $(impl From<Vec<$t>> for Data {
            fn from(elements: Vec<$t>) -> Data {
                Data::$elem(elements)
            }
        })*

        impl Data {
            /// The element type.
            pub fn ty(&self) -> ElemType {
                match self {
                    $(Data::$elem(_) => ElemType::$elem,)*
                }
            }

            /// Number of elements.
            pub fn len(&self) -> usize {
                match self {
                    $(Data::$elem(v) => v.len(),)*
                }
            }

            /// Zeros (or `false`), or `None` if there is no memory for them.
            pub fn zeros(ty: ElemType, len: usize) -> Option<Data> {
                Some(match ty {
                    $(ElemType::$elem => {
                        let mut v: Vec<$t> = Vec::new();
                        v.try_reserve_exact(len).ok()?;
                        v.resize(len, <$t>::default());
                        Data::$elem(v)
                    })*
                })
            }

            /// One element.
            ///
            /// # Panics
            /// If `i` is out of range.
            #[inline]
            pub fn get(&self, i: usize) -> Value {
                match self {
                    $(Data::$elem(v) => {
                        let $x = v[i];
                        $value
                    })*
                }
            }

            /// Replaces one element.
            ///
            /// # Panics
            /// If `i` is out of range or the value has another type.
            #[inline]
            pub fn set(&mut self, i: usize, value: Value) {
                match (self, value) {
                    $((Data::$elem(v), $pattern) => v[i] = $back,)*
                    (data, value) => panic!("{value} stored among elements of {}", data.ty()),
                }
            }
        }
    };
}

element_types! {
    Bool bool, |x| Value::Bool(x), Value::Bool(x) => x;
    U8 u8, |x| Value::Int(ElemType::U8, x.into()), Value::Int(ElemType::U8, x) => x as u8;
    I8 i8, |x| Value::Int(ElemType::I8, x.into()), Value::Int(ElemType::I8, x) => x as i8;
    U16 u16, |x| Value::Int(ElemType::U16, x.into()), Value::Int(ElemType::U16, x) => x as u16;
    I16 i16, |x| Value::Int(ElemType::I16, x.into()), Value::Int(ElemType::I16, x) => x as i16;
    U32 u32, |x| Value::Int(ElemType::U32, x.into()), Value::Int(ElemType::U32, x) => x as u32;
    I32 i32, |x| Value::Int(ElemType::I32, x.into()), Value::Int(ElemType::I32, x) => x as i32;
    F32 f32, |x| Value::F32(x), Value::F32(x) => x;
    F64 f64, |x| Value::F64(x), Value::F64(x) => x;
}

impl Data {
    /// Whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl Array {
    /// Elements in row-major order over a box; `None` if their number is not the box's.
    pub fn new(lo: &[i64], extent: &[usize], data: impl Into<Data>) -> Option<Array> {
        let data = data.into();
        let fits = lo.len() == extent.len() && points(extent) == Some(data.len());
        fits.then(|| Array { lo: lo.to_vec(), extent: extent.to_vec(), data })
    }

    /// Zeros (or `false`), or `None` if there is no memory for them.
    pub fn zeros(ty: ElemType, lo: &[i64], extent: &[usize]) -> Option<Array> {
        Array::new(lo, extent, Data::zeros(ty, points(extent)?)?)
    }

    /// The values of `f` at every point of a box.
    ///
    /// # Panics
    /// If there is no memory for them, or a value has another type.
    pub fn from_fn(
        ty: ElemType,
        lo: &[i64],
        extent: &[usize],
        mut f: impl FnMut(&[i64]) -> Value,
    ) -> Array {
        let mut array = Array::zeros(ty, lo, extent).expect("memory for the array");
        for i in 0..array.data.len() {
            array.data.set(i, f(&array.point(i)));
        }
        array
    }

    /// The element type.
    pub fn ty(&self) -> ElemType {
        self.data.ty()
    }

    /// The first index of every dimension.
    pub fn lo(&self) -> &[i64] {
        &self.lo
    }

    /// The number of indices of every dimension.
    pub fn extent(&self) -> &[usize] {
        &self.extent
    }

    /// The elements in row-major order.
    pub fn data(&self) -> &Data {
        &self.data
    }

    /// The elements in row-major order.
    pub fn into_data(self) -> Data {
        self.data
    }

    /// The element at an index; `None` outside the box.
    pub fn get(&self, index: &[i64]) -> Option<Value> {
        self.offset(index).map(|i| self.data.get(i))
    }

    /// Replaces the element at an index and says whether that is in the box.
    ///
    /// # Panics
    /// If the value has another type.
    pub fn set(&mut self, index: &[i64], value: Value) -> bool {
        let offset = self.offset(index);
        if let Some(i) = offset {
            self.data.set(i, value);
        }
        offset.is_some()
    }

    /// Replaces the `i`th element in row-major order.
    ///
    /// # Panics
    /// If `i` is out of range or the value has another type.
    #[inline]
    pub fn set_nth(&mut self, i: usize, value: Value) {
        self.data.set(i, value);
    }

    fn offset(&self, index: &[i64]) -> Option<usize> {
        if index.len() != self.lo.len() {
            return None;
        }
        index.iter().zip(&self.lo).zip(&self.extent).try_fold(0, |offset, ((i, lo), extent)| {
            let along = usize::try_from(i.checked_sub(*lo)?).ok()?;
            (along < *extent).then(|| offset * extent + along)
        })
    }

    /// The point whose element is the `i`th.
    fn point(&self, mut i: usize) -> Vec<i64> {
        let mut point = self.lo.clone();
        for (p, extent) in point.iter_mut().zip(&self.extent).rev() {
            *p += (i % extent) as i64;
            i /= extent;
        }
        point
    }

    /// The first respect, in row-major order, in which two arrays differ; values differ unless
    /// they are [`Value::same`].
    pub fn first_difference(&self, other: &Array) -> Option<Difference> {
        if self.ty() != other.ty() {
            return Some(Difference::Type(self.ty(), other.ty()));
        }
        if self.lo != other.lo || self.extent != other.extent {
            return Some(Difference::Box(self.shape(), other.shape()));
        }
        let i = (0..self.data.len()).find(|i| !self.data.get(*i).same(other.data.get(*i)))?;
        Some(Difference::Value {
            index: self.point(i),
            left: self.data.get(i),
            right: other.data.get(i),
        })
    }

    fn shape(&self) -> String {
        let range = |(lo, n): (&i64, &usize)| format!("{lo}..{}", i128::from(*lo) + *n as i128);
        let ranges: Vec<String> = self.lo.iter().zip(&self.extent).map(range).collect();
        format!("[{}]", ranges.join(", "))
    }
}

fn points(extent: &[usize]) -> Option<usize> {
    // An empty dimension makes the box empty however long the others are.
    if extent.contains(&0) {
        return Some(0);
    }
    extent.iter().try_fold(1usize, |n, e| n.checked_mul(*e))
}

/// Equal type, box and values, values by [`Value::same`].
impl PartialEq for Array {
    fn eq(&self, other: &Array) -> bool {
        self.first_difference(other).is_none()
    }
}

/// How two arrays differ.
#[derive(Clone, Debug)]
pub enum Difference {
    /// They have these types.
    Type(ElemType, ElemType),
    /// They have these boxes, as half-open ranges.
    Box(String, String),
    /// They have different values somewhere.
    Value {
        /// The first such index.
        index: Vec<i64>,
        /// The value of the first array.
        left: Value,
        /// The value of the second array.
        right: Value,
    },
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Difference::Type(left, right) => write!(f, "type {left}, not {right}"),
            Difference::Box(left, right) => write!(f, "box {left}, not {right}"),
            Difference::Value { index, left, right } => {
                write!(f, "{left}, not {right}, at {index:?}")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn row_major_with_any_first_index() {
        let a = Array::new(&[-1, 5], &[2, 3], vec![1i16, 2, 3, 4, 5, 6]).unwrap();
        assert_eq!(a.get(&[0, 5]).unwrap().as_int(), Some(4));
        assert_eq!(a.get(&[-1, 7]).unwrap().as_int(), Some(3));
        for outside in [&[-2, 5][..], &[1, 5], &[0, 8], &[0, 4], &[0], &[i64::MIN, 5]] {
            assert!(a.get(outside).is_none(), "{outside:?}");
        }
        let sum = |p: &[i64]| Value::Int(ElemType::I16, 3 * (p[0] + 1) + p[1] - 4);
        assert_eq!(Array::from_fn(ElemType::I16, &[-1, 5], &[2, 3], sum), a);
    }

    #[test]
    fn stores_every_type() {
        for ty in ElemType::NUMERIC.into_iter().chain([ElemType::Bool]) {
            let mut a = Array::zeros(ty, &[0], &[2]).unwrap();
            let one = match ty {
                ElemType::Bool => Value::Bool(true),
                t => crate::scalar::cast(Value::Bool(true), t),
            };
            assert!(a.set(&[1], one) && !a.set(&[2], one));
            assert!(a.get(&[0]).unwrap().same(Value::zero(ty)), "{ty}");
            assert!(a.get(&[1]).unwrap().same(one), "{ty}");
            assert_eq!(a.ty(), ty);
        }
    }

    #[test]
    fn the_first_difference_is_reported() {
        let of = |v: Vec<f32>| Array::new(&[3], &[v.len()], v).unwrap();
        let report = |a: &Array, b: &Array| a.first_difference(b).map(|d| d.to_string());
        let a = of(vec![0.0, f32::NAN, 2.0]);
        assert_eq!(report(&a, &of(vec![0.0, -f32::NAN, 2.0])), None);
        let zero = report(&a, &of(vec![-0.0, 1.0, 2.0]));
        assert_eq!(zero.unwrap(), "0.0f32, not -0.0f32, at [3]");
        assert_eq!(report(&a, &of(vec![0.0])).unwrap(), "box [3..6], not [3..4]");
        let ints = Array::new(&[3], &[1], vec![0u8]).unwrap();
        assert_eq!(report(&a, &ints).unwrap(), "type f32, not u8");
    }

    #[test]
    fn sizes_without_memory_are_refused() {
        assert!(Array::zeros(ElemType::F64, &[0, 0], &[usize::MAX, 3]).is_none());
        assert!(Array::zeros(ElemType::F64, &[0], &[usize::MAX / 2]).is_none());
        let empty = Array::zeros(ElemType::F64, &[0, 0, 0], &[usize::MAX, 3, 0]).unwrap();
        assert!(empty.data().is_empty());
        assert!(Array::new(&[0], &[2], vec![true]).is_none());
    }
}
