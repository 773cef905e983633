#[allow(unexpected_cfgs)]
const _: () = {
    #[cfg(rust_analyzer)]
    ::pipeline::__rt::editor_view! {
        [::pipeline] #[allow(missing_estimate)] fn blend(img : [f32; rows, cols], weight
        : f32) -> out where cols >= 2 { border img = clamp; mean(y, x) = (img(y - 1, x) +
        img(y, x + 1)) * 0.5; out(y, x) = img(y, x) * weight + mean(y, x) * (1.0 -
        weight); }
    }
};
///The pipeline `blend`.
///
/// # Errors
/// If the shapes of the inputs do not fit each other or the pipeline, or memory for
/// the result cannot be had.
#[allow(unexpected_cfgs)]
fn blend(
    img: &(impl ::pipeline::AsView<f32, 2> + ?Sized),
    weight: f32,
) -> ::core::result::Result<::pipeline::Image<f32, 2>, ::pipeline::Error> {
    #[cfg(not(rust_analyzer))]
    return blend::generated::call(::pipeline::AsView::as_view(img), weight);
    #[cfg(rust_analyzer)]
    ::core::unreachable!();
}
/// What belongs to the pipeline [`blend`](fn@blend).
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
mod blend {
    use ::pipeline::__rt as rt;
    /// The pipeline into the caller's arrays, in the order of the results; no output is
    /// allocated.
    ///
    /// # Errors
    /// As the pipeline itself, and if an array has another shape than its result.
    pub fn into(
        img: &(impl ::pipeline::AsView<f32, 2> + ?Sized),
        weight: f32,
        out: &mut (impl ::pipeline::AsViewMut<f32, 2> + ?Sized),
    ) -> ::core::result::Result<(), ::pipeline::Error> {
        #[cfg(not(rust_analyzer))]
        return generated::into(
            ::pipeline::AsView::as_view(img),
            weight,
            ::pipeline::AsViewMut::as_view_mut(out),
        );
        #[cfg(rust_analyzer)]
        ::core::unreachable!();
    }
    /// The same result, point by point from the stage graph, with nothing optimised.
    ///
    /// # Errors
    /// As the pipeline itself.
    pub fn reference(
        img: &(impl ::pipeline::AsView<f32, 2> + ?Sized),
        weight: f32,
    ) -> ::core::result::Result<::pipeline::Image<f32, 2>, ::pipeline::Error> {
        #[cfg(not(rust_analyzer))]
        return generated::reference(::pipeline::AsView::as_view(img), weight);
        #[cfg(rust_analyzer)]
        ::core::unreachable!();
    }
    /// The stage graph: what the pipeline computes, as text.
    pub fn stages() -> &'static str {
        #[cfg(not(rust_analyzer))] return generated::STAGES;
        #[cfg(rust_analyzer)]
        ::core::unreachable!();
    }
    /// What the compiler decided, and for which estimates.
    pub fn plan() -> &'static ::pipeline::Plan {
        #[cfg(not(rust_analyzer))] return generated::PLAN;
        #[cfg(rust_analyzer)]
        ::core::unreachable!();
    }
    /// The loop nest: how the pipeline computes it, as text.
    pub fn loops() -> &'static str {
        #[cfg(not(rust_analyzer))] return generated::LOOPS;
        #[cfg(rust_analyzer)]
        ::core::unreachable!();
    }
    #[cfg(not(rust_analyzer))]
    pub(super) mod generated {
        use ::pipeline::__rt as rt;
        use ::core::cmp::{max, min};
        /// The stage graph, as text.
        pub(in super::super) const STAGES: &str = "pipeline blend\nsize rows ~ 1024\nsize cols ~ 1024\nwhere cols - 2 >= 0 \"cols >= 2\"\nscalar weight: f32\ninput img: f32 [0..=rows - 1, 0..=cols - 1] border clamp\nstage mean(y, x): f32 in [0..=rows - 1, 0..=cols - 1] {\n  case {\n    %0: f32 = read img(y - 1, x)\n    %1: f32 = read img(y, x + 1)\n    %2: f32 = add %0, %1\n    %3: f32 = 0.5f32\n    %4: f32 = mul %2, %3\n    yield %4\n  }\n}\nstage out(y, x): f32 in [0..=rows - 1, 0..=cols - 1] {\n  case {\n    %0: f32 = read img(y, x)\n    %1: f32 = scalar weight\n    %2: f32 = read mean(y, x)\n    %3: f32 = 1.0f32\n    %4: f32 = sub %3, %1\n    %5: f32 = mul %2, %4\n    %6: f32 = mul %0, %1\n    %7: f32 = add %6, %5\n    yield %7\n  }\n}\noutput out\n";
        /// What the compiler decided.
        pub(in super::super) const PLAN: &rt::Plan = &rt::Plan::new();
        /// The loop nest, as text.
        pub(in super::super) const LOOPS: &str = "loops blend\nsizes rows, cols\nscalars weight\ninput img: f32 [0..=rows - 1, 0..=cols - 1] border clamp\noutput 0 out: f32 [0..=rows - 1, 0..=cols - 1]\n\nnest out {\n  compute #0 border_resolved out(y, x) {\n    %0: f32 = read img(y, x)\n    %1: f32 = scalar weight\n    %2: f32 = read img(y - 1, x)\n    %3: f32 = read img(y, x + 1)\n    %4: f32 = add %2, %3\n    %5: f32 = 0.5f32\n    %6: f32 = mul %4, %5\n    %7: f32 = 1.0f32\n    %8: f32 = sub %7, %1\n    %9: f32 = mul %6, %8\n    %10: f32 = mul %0, %1\n    %11: f32 = add %10, %9\n    yield %11\n  }\n  compute #1 out(y, x) {\n    %0: f32 = read img(y, x)\n    %1: f32 = scalar weight\n    %2: f32 = read img(y - 1, x)\n    %3: f32 = read img(y, x + 1)\n    %4: f32 = add %2, %3\n    %5: f32 = 0.5f32\n    %6: f32 = mul %4, %5\n    %7: f32 = 1.0f32\n    %8: f32 = sub %7, %1\n    %9: f32 = mul %6, %8\n    %10: f32 = mul %0, %1\n    %11: f32 = add %10, %9\n    yield %11\n  }\n  parallel for y in 1..=rows - 1 {\n    for x in 0..=min(cols - 1, -1): #0\n    lanes of 32 bits for x in 0..=cols - 2: #1\n    for x in max(0, cols - 1)..=cols - 1: #0\n  }\n  parallel for y in 0..=min(rows - 1, 0) {\n    for x in 0..=cols - 1: #0\n  }\n  parallel for y in max(1, rows)..=rows - 1 {\n    for x in 0..=cols - 1: #0\n  }\n}\n";
        /// Sizes and scalars of a call.
        #[derive(Clone, Copy)]
        struct Params {
            rows: isize,
            cols: isize,
            weight: f32,
        }
        /// Solves the shapes for the sizes and checks them.
        fn solve(img: rt::View<'_, f32, 2>, weight: f32) -> rt::Result<Params> {
            let mut p = Params { rows: 0, cols: 0, weight };
            p.rows = rt::solve_size(
                "img",
                0usize,
                img.shape()[0usize],
                (1, 0),
                ("rows", "rows"),
            )?;
            p.cols = rt::solve_size(
                "img",
                1usize,
                img.shape()[1usize],
                (1, 0),
                ("cols", "cols"),
            )?;
            rt::expect_clause(p.cols - 2 >= 0, "cols >= 2", &[("cols", p.cols)])?;
            Ok(p)
        }
        /// First and last coordinates of `img`.
        fn img_domain(p: &Params) -> ([isize; 2], [isize; 2]) {
            ([0, 0], [p.rows - 1, p.cols - 1])
        }
        /// First and last coordinates of `out`.
        fn out_domain(p: &Params) -> ([isize; 2], [isize; 2]) {
            ([0, 0], [p.rows - 1, p.cols - 1])
        }
        pub(in super::super) fn call(
            img: rt::View<'_, f32, 2>,
            weight: f32,
        ) -> rt::Result<rt::Image<f32, 2>> {
            let p = solve(img, weight)?;
            let (lo, hi) = out_domain(&p);
            let out_shape = rt::output_shape(
                "out",
                lo,
                hi,
                &[("rows", p.rows), ("cols", p.cols)],
                ["", ""],
            )?;
            let mut out = unsafe { rt::Image::<f32, 2>::uninit(out_shape)? };
            unsafe { run(p, img, out.view_mut())? };
            Ok(out)
        }
        pub(in super::super) fn into(
            img: rt::View<'_, f32, 2>,
            weight: f32,
            out: rt::ViewMut<'_, f32, 2>,
        ) -> rt::Result<()> {
            let p = solve(img, weight)?;
            let (lo, hi) = out_domain(&p);
            let out_shape = rt::output_shape(
                "out",
                lo,
                hi,
                &[("rows", p.rows), ("cols", p.cols)],
                ["", ""],
            )?;
            rt::expect_shape("out", &out_shape, &out.shape())?;
            unsafe { run(p, img, out) }
        }
        pub(in super::super) fn reference(
            img: rt::View<'_, f32, 2>,
            weight: f32,
        ) -> rt::Result<rt::Image<f32, 2>> {
            let p = solve(img, weight)?;
            let (lo, hi) = out_domain(&p);
            let out_shape = rt::output_shape(
                "out",
                lo,
                hi,
                &[("rows", p.rows), ("cols", p.cols)],
                ["", ""],
            )?;
            rt::Reference::room::<f32, 2>(out_shape)?;
            let outputs = rt::Reference::new(STAGES)
                .size(p.rows)
                .size(p.cols)
                .scalar(p.weight)
                .input(img, img_domain(&p).0)?
                .evaluate()?;
            Ok(outputs.image::<f32, 2>(0usize))
        }
        /// Runs the nests.
        ///
        /// # Safety
        /// The views must have the shapes of the domains under `p`.
        unsafe fn run(
            p: Params,
            img: rt::View<'_, f32, 2>,
            mut out: rt::ViewMut<'_, f32, 2>,
        ) -> rt::Result<()> {
            let img = rt::Src::of_view(img, img_domain(&p).0);
            let out = rt::Dst::of_view(&mut out, out_domain(&p).0);
            if img.step() == 1 && out.step() == 1 {
                stage_out::run::<true>(p, img, out);
            } else {
                stage_out::run::<false>(p, img, out);
            }
            Ok(())
        }
        /// Computes `out`.
        mod stage_out {
            use super::{Params, max, min, rt};
            use rt::{Border, Isa, Scalar, Widths, load, load_every, store, store_every};
            use rt::{
                FloatLanes as _, Gather as _, IntLanes as _, Lanes as _, MaskLanes as _,
            };
            /// What the loops refer to.
            #[derive(Clone, Copy)]
            struct Nest<const UNIT: bool> {
                p: Params,
                img: rt::Src<f32, 2>,
                out: rt::Dst<f32, 2>,
            }
            /// `out(y, x)`
            unsafe fn compute_0<V: Isa, const UNIT: bool>(
                n: &Nest<UNIT>,
                y: isize,
                x: isize,
            ) {
                let p = &n.p;
                let t1 = V::F32::splat(p.weight);
                let t11 = V::F32::splat(n.img.border_resolved([y, x], Border::Clamp))
                    * t1
                    + (V::F32::splat(n.img.border_resolved([y - 1, x], Border::Clamp))
                        + V::F32::splat(
                            n.img.border_resolved([y, x + 1], Border::Clamp),
                        )) * V::F32::splat(0.5f32) * (V::F32::splat(1f32) - t1);
                *n.out.at([y, x]) = t11.lane(0);
            }
            #[rt::compute(vectors, x, short_1)]
            /// `out(y, x)`
            unsafe fn compute_1(
                n: &Nest<UNIT>,
                y: isize,
                x: isize,
                img_row_0: *const f32,
                img_row_1: *const f32,
                out_out: *mut f32,
            ) {
                let p = &n.p;
                rt::ask_ahead::<V, _, UNIT, 1>(img_row_0, x);
                rt::ask_ahead::<V, _, UNIT, 1>(img_row_1, x);
                rt::ask_ahead::<V, _, UNIT, 1>(out_out, x);
                let t1 = V::F32::splat(p.weight);
                let t11 = load::<V, f32, UNIT>(img_row_0, x, n.img.step()) * t1
                    + (load::<V, f32, UNIT>(img_row_1, x, n.img.step())
                        + load::<V, f32, UNIT>(img_row_0, x + 1, n.img.step()))
                        * V::F32::splat(0.5f32) * (V::F32::splat(1f32) - t1);
                store::<V, f32, UNIT>(out_out, x, n.out.step(), t11);
            }
            struct Kernel0<const UNIT: bool> {
                n: Nest<UNIT>,
                iterations: rt::Rows<1>,
            }
            impl<const UNIT: bool> rt::Kernel for Kernel0<UNIT> {
                #[inline(always)]
                unsafe fn run<W: Widths>(&self, range: ::core::ops::Range<usize>) {
                    let n = &self.n;
                    let p = &n.p;
                    for iteration in range {
                        let [y] = self.iterations.at(iteration);
                        for x in 0..=min(p.cols - 1, -1) {
                            compute_0::<Scalar, UNIT>(n, y, x);
                        }
                        {
                            let img_row_0 = n.img.at([y, 0]);
                            let img_row_1 = n.img.at([y - 1, 0]);
                            let out_out = n.out.at([y, 0]);
                            rt::vectors!(
                                x in 0, p.cols - 2 => W::Of32, compute_1 short_1(n, y, x,
                                img_row_0, img_row_1, out_out)
                            );
                        }
                        for x in max(0, p.cols - 1)..=p.cols - 1 {
                            compute_0::<Scalar, UNIT>(n, y, x);
                        }
                    }
                }
            }
            struct Kernel1<const UNIT: bool> {
                n: Nest<UNIT>,
                iterations: rt::Rows<1>,
            }
            impl<const UNIT: bool> rt::Kernel for Kernel1<UNIT> {
                #[inline(always)]
                unsafe fn run<W: Widths>(&self, range: ::core::ops::Range<usize>) {
                    let n = &self.n;
                    let p = &n.p;
                    for iteration in range {
                        let [y] = self.iterations.at(iteration);
                        for x in 0..=p.cols - 1 {
                            compute_0::<Scalar, UNIT>(n, y, x);
                        }
                    }
                }
            }
            /// Runs the loops; `UNIT` says that the rows of the caller's arrays are contiguous.
            ///
            /// # Safety
            /// The arrays must have the domains that the pipeline gives them for these sizes,
            /// and what is written must not be used by anyone else.
            pub(super) unsafe fn run<const UNIT: bool>(
                p: Params,
                img: rt::Src<f32, 2>,
                out: rt::Dst<f32, 2>,
            ) {
                let n = Nest::<UNIT> { p, img, out };
                let iterations = rt::Rows::<1>::new([1], [p.rows - 1]);
                rt::launch(
                    &Kernel0::<UNIT> { n, iterations },
                    iterations.len(),
                    usize::saturating_add(
                        usize::saturating_add(
                            rt::extent(0, min(p.cols - 1, -1)).saturating_mul(1),
                            rt::extent(0, p.cols - 2).saturating_mul(1),
                        ),
                        rt::extent(max(0, p.cols - 1), p.cols - 1).saturating_mul(1),
                    ),
                );
                let iterations = rt::Rows::<1>::new([0], [min(p.rows - 1, 0)]);
                rt::launch(
                    &Kernel1::<UNIT> { n, iterations },
                    iterations.len(),
                    rt::extent(0, p.cols - 1).saturating_mul(1),
                );
                let iterations = rt::Rows::<1>::new([max(1, p.rows)], [p.rows - 1]);
                rt::launch(
                    &Kernel1::<UNIT> { n, iterations },
                    iterations.len(),
                    rt::extent(0, p.cols - 1).saturating_mul(1),
                );
            }
        }
    }
}
const _: ::core::option::Option<&::core::primitive::str> = ::core::option_env!(
    "PIPELINE_PASSES"
);
const _: ::core::option::Option<&::core::primitive::str> = ::core::option_env!(
    "PIPELINE_MACHINE"
);
