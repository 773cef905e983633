#[allow(unexpected_cfgs)]
const _: () = {
    #[cfg(rust_analyzer)]
    ::pipeline::__rt::editor_view! {
        [::pipeline] pub fn broken(img : [u8; rows, cols]) -> out { out(y, x) = img(y, x)
        + imh(y, x); }
    }
};
::core::compile_error! {
    "unknown stage or function `imh`; did you mean `img`?"
}
///The pipeline `broken`.
///
/// # Errors
/// If the shapes of the inputs do not fit each other or the pipeline, or memory for
/// the result cannot be had.
#[allow(unexpected_cfgs)]
pub fn broken(
    img: &(impl ::pipeline::AsView<u8, 2> + ?Sized),
) -> ::core::result::Result<::pipeline::Image<f32, 2>, ::pipeline::Error> {
    ::core::unreachable!("the pipeline does not compile")
}
/// What belongs to the pipeline [`broken`](fn@broken).
#[allow(
    clippy::all,
    clippy::pedantic,
    clippy::nursery,
    clippy::restriction,
    non_snake_case,
    unexpected_cfgs,
    unsafe_op_in_unsafe_fn,
    unused_imports,
    unused_mut,
    unused_parens,
    unused_unsafe,
    unused_variables
)]
pub mod broken {
    use ::pipeline::__rt as rt;
    /// The pipeline into the caller's arrays, in the order of the results; no output is
    /// allocated.
    ///
    /// # Errors
    /// As the pipeline itself, and if an array has another shape than its result.
    pub fn into(
        img: &(impl ::pipeline::AsView<u8, 2> + ?Sized),
        out: &mut (impl ::pipeline::AsViewMut<f32, 2> + ?Sized),
    ) -> ::core::result::Result<(), ::pipeline::Error> {
        ::core::unreachable!("the pipeline does not compile")
    }
    /// The same result, point by point from the stage graph, with nothing optimised.
    ///
    /// # Errors
    /// As the pipeline itself.
    pub fn reference(
        img: &(impl ::pipeline::AsView<u8, 2> + ?Sized),
    ) -> ::core::result::Result<::pipeline::Image<f32, 2>, ::pipeline::Error> {
        ::core::unreachable!("the pipeline does not compile")
    }
    /// The stage graph: what the pipeline computes, as text.
    pub fn stages() -> &'static str {
        ::core::unreachable!("the pipeline does not compile")
    }
    /// What the compiler decided, and for which estimates.
    pub fn plan() -> &'static ::pipeline::Plan {
        ::core::unreachable!("the pipeline does not compile")
    }
    /// The loop nest: how the pipeline computes it, as text.
    pub fn loops() -> &'static str {
        ::core::unreachable!("the pipeline does not compile")
    }
}
