//! The element types a pipeline can read and write.

mod sealed {
    pub trait Sealed {}
}

/// An element type of images, stages and lanes: `u8 i8 u16 i16 u32 i32 f32 f64`.
///
/// The list is closed. Every element is plain old data: any bit pattern is a value, there is
/// nothing to drop, and all bits zero is the number zero.
pub trait Element:
    sealed::Sealed
    + Copy
    + Send
    + Sync
    + Default
    + PartialEq
    + PartialOrd
    + std::fmt::Debug
    + std::fmt::Display
    + 'static
{
    /// The Rust name of the type, as in `"u8"`.
    const NAME: &'static str;
    /// Whether the type is `f32` or `f64`.
    const FLOAT: bool;
    /// The number zero.
    const ZERO: Self;
}

macro_rules! elements {
    ($($T:ident $zero:literal $float:literal,)*) => {$(
        impl sealed::Sealed for $T {}
        impl Element for $T {
            const NAME: &'static str = stringify!($T);
            const FLOAT: bool = $float;
            const ZERO: Self = $zero;
        }
    )*};
}

elements! {
    u8 0 false,
    i8 0 false,
    u16 0 false,
    i16 0 false,
    u32 0 false,
    i32 0 false,
    f32 0.0 true,
    f64 0.0 true,
}
