//! `name::reference(…)`: the compiler's reference evaluator, run on the caller's arrays.

use std::any::Any;

use pipeline_core::array::{Array, Data};
use pipeline_core::ir::{self, Function, Value};
use pipeline_core::reference::EvalError;
use pipeline_core::scalar::Maths;
use pipeline_runtime::maths;
use pipeline_runtime::{Element, Error, Image, Result, View};

/// A call of the reference evaluator: the stage graph and the arguments given so far.
#[derive(Debug)]
pub struct Reference {
    pipeline: ir::Pipeline,
    sizes: Vec<i64>,
    scalars: Vec<Value>,
    inputs: Vec<Array>,
}

/// The live-outs of a call.
#[derive(Debug)]
pub struct Outputs(Vec<Array>);

impl Reference {
    /// A call of the stage graph in this text.
    ///
    /// # Panics
    /// If the text is not one that the compiler printed.
    pub fn new(stages: &str) -> Self {
        let pipeline = ir::text::parse(stages).expect("the compiler prints what it can read");
        Reference { pipeline, sizes: Vec::new(), scalars: Vec::new(), inputs: Vec::new() }
    }

    /// Gives the next size.
    pub fn size(mut self, size: isize) -> Self {
        self.sizes.push(size as i64);
        self
    }

    /// Gives the next scalar.
    pub fn scalar<T: Element>(mut self, scalar: T) -> Self {
        self.scalars.push(value(scalar));
        self
    }

    /// Makes sure that there is memory for an array, as a call of the pipeline does for its
    /// results.
    ///
    /// # Errors
    /// [`SizeOverflow`](Error::SizeOverflow) or [`OutOfMemory`](Error::OutOfMemory).
    pub fn room<T: Element, const R: usize>(shape: [usize; R]) -> Result<()> {
        // SAFETY: nobody reads the image.
        unsafe { Image::<T, R>::uninit(shape) }.map(drop)
    }

    /// Gives the next input, whose first element has the coordinates `lo`.
    ///
    /// # Errors
    /// As [`Reference::room`]: the evaluator works on a copy.
    pub fn input<T: Element, const R: usize>(
        mut self,
        view: View<'_, T, R>,
        lo: [isize; R],
    ) -> Result<Self> {
        Self::room::<T, R>(view.shape())?;
        let image = view.to_image();
        let lo = lo.map(|l| l as i64);
        let data = data(image.as_slice());
        self.inputs.push(Array::new(&lo, &image.shape(), data).expect("as many as the shape says"));
        Ok(self)
    }

    /// Evaluates the live-outs.
    ///
    /// # Errors
    /// [`SizeOverflow`](Error::SizeOverflow) if memory does not suffice for a stage.
    ///
    /// # Panics
    /// If the arguments are not those of the pipeline.
    pub fn evaluate(self) -> Result<Outputs> {
        let Reference { pipeline, sizes, scalars, inputs } = self;
        let outputs =
            pipeline_core::reference::evaluate(&pipeline, &sizes, &scalars, &inputs, &RuntimeMaths);
        match outputs {
            Ok(outputs) => Ok(Outputs(outputs)),
            Err(e @ EvalError::TooLarge(_)) => Err(Error::SizeOverflow { what: e.to_string() }),
            Err(e) => panic!("the reference evaluator: {e}"),
        }
    }
}

impl Outputs {
    /// One live-out.
    ///
    /// # Panics
    /// If it has another rank or element type.
    pub fn image<T: Element, const R: usize>(&self, position: usize) -> Image<T, R> {
        let array = &self.0[position];
        let shape = <[usize; R]>::try_from(array.extent()).expect("the rank of the live-out");
        Image::from_vec(elements(array.data()), shape).expect("as many as the shape says")
    }
}

/// The runtime's functions, so that the reference has their bits.
struct RuntimeMaths;

impl Maths for RuntimeMaths {
    fn call_f32(&self, f: Function, operands: [f32; 3]) -> f32 {
        maths::call_f32(function(f), operands)
    }

    fn call_f64(&self, f: Function, operands: [f64; 3]) -> f64 {
        maths::call_f64(function(f), operands)
    }
}

fn function(f: Function) -> maths::Function {
    match f {
        Function::Sqrt => maths::Function::Sqrt,
        Function::Exp => maths::Function::Exp,
        Function::Ln => maths::Function::Ln,
        Function::Sin => maths::Function::Sin,
        Function::Cos => maths::Function::Cos,
        Function::Tan => maths::Function::Tan,
        Function::Pow => maths::Function::Pow,
        Function::Atan2 => maths::Function::Atan2,
        Function::Floor => maths::Function::Floor,
        Function::Ceil => maths::Function::Ceil,
        Function::Round => maths::Function::Round,
        Function::Trunc => maths::Function::Trunc,
        Function::MulAdd => maths::Function::MulAdd,
    }
}

macro_rules! by_type {
    ($($name:ident $t:ty),*) => {
        /// The elements as the evaluator stores them.
        fn data<T: Element>(elements: &[T]) -> Data {
            let any: Box<dyn Any> = Box::new(elements.to_vec());
            $(let any = match any.downcast::<Vec<$t>>() {
                Ok(elements) => return Data::$name(*elements),
                Err(other) => other,
            };)*
            drop(any);
            unreachable!("the list of element types is closed")
        }

        /// The evaluator's elements, of a type that is known.
        fn elements<T: Element>(data: &Data) -> Vec<T> {
            let any: &dyn Any = match data {
                $(Data::$name(elements) => elements,)*
                Data::Bool(elements) => elements,
            };
            any.downcast_ref::<Vec<T>>().expect("the element type of the live-out").clone()
        }
    };
}
by_type!(U8 u8, I8 i8, U16 u16, I16 i16, U32 u32, I32 i32, F32 f32, F64 f64);

fn value<T: Element>(scalar: T) -> Value {
    data(&[scalar]).get(0)
}
