#[allow(unexpected_cfgs)]
const _: () = {
    #[cfg(rust_analyzer)]
    ::pipeline::__rt::editor_view! {
        [::pipeline] #[allow(missing_estimate)] #[doc = " The sum of two images."] pub fn
        sum(a : [f32; rows, cols], b : [f32; rows, cols]) -> out { out(y, x) = a(y, x) +
        b(y, x); }
    }
};
/// The sum of two images.
///
/// # Errors
/// If the shapes of the inputs do not fit each other or the pipeline, or memory for
/// the result cannot be had.
#[allow(unexpected_cfgs)]
pub fn sum(
    a: &(impl ::pipeline::AsView<f32, 2> + ?Sized),
    b: &(impl ::pipeline::AsView<f32, 2> + ?Sized),
) -> ::core::result::Result<::pipeline::Image<f32, 2>, ::pipeline::Error> {
    #[cfg(not(rust_analyzer))]
    return sum::generated::call(
        ::pipeline::AsView::as_view(a),
        ::pipeline::AsView::as_view(b),
    );
    #[cfg(rust_analyzer)]
    ::core::unreachable!();
}
/// What belongs to the pipeline [`sum`](fn@sum).
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
pub mod sum {
    use ::pipeline::__rt as rt;
    /// The pipeline into the caller's arrays, in the order of the results; no output is
    /// allocated.
    ///
    /// # Errors
    /// As the pipeline itself, and if an array has another shape than its result.
    pub fn into(
        a: &(impl ::pipeline::AsView<f32, 2> + ?Sized),
        b: &(impl ::pipeline::AsView<f32, 2> + ?Sized),
        out: &mut (impl ::pipeline::AsViewMut<f32, 2> + ?Sized),
    ) -> ::core::result::Result<(), ::pipeline::Error> {
        #[cfg(not(rust_analyzer))]
        return generated::into(
            ::pipeline::AsView::as_view(a),
            ::pipeline::AsView::as_view(b),
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
        a: &(impl ::pipeline::AsView<f32, 2> + ?Sized),
        b: &(impl ::pipeline::AsView<f32, 2> + ?Sized),
    ) -> ::core::result::Result<::pipeline::Image<f32, 2>, ::pipeline::Error> {
        #[cfg(not(rust_analyzer))]
        return generated::reference(
            ::pipeline::AsView::as_view(a),
            ::pipeline::AsView::as_view(b),
        );
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
        pub(in super::super) const STAGES: &str = r"pipeline sum
size rows ~ 1024
size cols ~ 1024
input a: f32 [0..=rows - 1, 0..=cols - 1]
input b: f32 [0..=rows - 1, 0..=cols - 1]
stage out(y, x): f32 in [0..=rows - 1, 0..=cols - 1] {
  case {
    %0: f32 = read a(y, x)
    %1: f32 = read b(y, x)
    %2: f32 = add %0, %1
    yield %2
  }
}
output out
";
        /// What the compiler decided.
        pub(in super::super) const PLAN: &rt::Plan = &rt::Plan::new();
        /// The loop nest, as text.
        pub(in super::super) const LOOPS: &str = r"loops sum
sizes rows, cols
input a: f32 [0..=rows - 1, 0..=cols - 1]
input b: f32 [0..=rows - 1, 0..=cols - 1]
output 0 out: f32 [0..=rows - 1, 0..=cols - 1]

nest out {
  compute #0 out(y, x) {
    %0: f32 = read a(y, x)
    %1: f32 = read b(y, x)
    %2: f32 = add %0, %1
    yield %2
  }
  parallel for y in 0..=rows - 1 {
    lanes of 32 bits for x in 0..=cols - 1: #0
  }
}
";
        /// Sizes and scalars of a call.
        #[derive(Clone, Copy)]
        struct Params {
            rows: isize,
            cols: isize,
        }
        /// Solves the shapes for the sizes and checks them.
        fn solve(
            a: rt::View<'_, f32, 2>,
            b: rt::View<'_, f32, 2>,
        ) -> rt::Result<Params> {
            let mut p = Params { rows: 0, cols: 0 };
            p.rows = rt::solve_size(
                "a",
                0usize,
                a.shape()[0usize],
                (1, 0),
                ("rows", "rows"),
            )?;
            p.cols = rt::solve_size(
                "a",
                1usize,
                a.shape()[1usize],
                (1, 0),
                ("cols", "cols"),
            )?;
            rt::expect_extent("b", 0usize, b.shape()[0usize], "rows", p.rows)?;
            rt::expect_extent("b", 1usize, b.shape()[1usize], "cols", p.cols)?;
            Ok(p)
        }
        rt::domains! {
            p : & Params : #[doc = " First and last coordinates of `a`."] a_domain : 2 =
            [0, 0], [p.rows - 1, p.cols - 1]; #[doc =
            " First and last coordinates of `b`."] b_domain : 2 = [0, 0], [p.rows - 1, p
            .cols - 1]; #[doc = " First and last coordinates of `out`."] out_domain : 2 =
            [0, 0], [p.rows - 1, p.cols - 1];
        }
        pub(in super::super) fn call(
            a: rt::View<'_, f32, 2>,
            b: rt::View<'_, f32, 2>,
        ) -> rt::Result<rt::Image<f32, 2>> {
            let p = solve(a, b)?;
            let (lo, hi) = out_domain(&p);
            let out_shape = rt::output_shape(
                "out",
                lo,
                hi,
                &[("rows", p.rows), ("cols", p.cols)],
                ["", ""],
            )?;
            let mut out = unsafe { rt::Image::<f32, 2>::uninit(out_shape)? };
            unsafe { run(p, a, b, out.view_mut())? };
            Ok(out)
        }
        pub(in super::super) fn into(
            a: rt::View<'_, f32, 2>,
            b: rt::View<'_, f32, 2>,
            out: rt::ViewMut<'_, f32, 2>,
        ) -> rt::Result<()> {
            let p = solve(a, b)?;
            let (lo, hi) = out_domain(&p);
            let out_shape = rt::output_shape(
                "out",
                lo,
                hi,
                &[("rows", p.rows), ("cols", p.cols)],
                ["", ""],
            )?;
            rt::expect_shape("out", &out_shape, &out.shape())?;
            unsafe { run(p, a, b, out) }
        }
        pub(in super::super) fn reference(
            a: rt::View<'_, f32, 2>,
            b: rt::View<'_, f32, 2>,
        ) -> rt::Result<rt::Image<f32, 2>> {
            let p = solve(a, b)?;
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
                .input(a, a_domain(&p).0)?
                .input(b, b_domain(&p).0)?
                .evaluate()?;
            Ok(outputs.image::<f32, 2>(0usize))
        }
        /// Runs the nests.
        ///
        /// # Safety
        /// The views must have the shapes of the domains under `p`.
        unsafe fn run(
            p: Params,
            a: rt::View<'_, f32, 2>,
            b: rt::View<'_, f32, 2>,
            mut out: rt::ViewMut<'_, f32, 2>,
        ) -> rt::Result<()> {
            let a = rt::Src::of_view(a, a_domain(&p).0);
            let b = rt::Src::of_view(b, b_domain(&p).0);
            let out = rt::Dst::of_view(&mut out, out_domain(&p).0);
            if a.step() == 1 && b.step() == 1 && out.step() == 1 {
                stage_out::run::<true>(p, a, b, out);
            } else {
                stage_out::run::<false>(p, a, b, out);
            }
            Ok(())
        }
        /// Computes `out`.
        mod stage_out {
            use super::{Params, max, min, rt};
            use rt::{Border, Isa, Scalar, Widths};
            use rt::{ask_ahead, ask_farther_ahead, cast, saturating_cast};
            use rt::{__compute, __compute_points, __points, __vectors};
            use rt::{load, load_every, load_to_ends, store, store_every};
            use rt::{
                Adjacent as _, FloatLanes as _, Gather as _, IntLanes as _, Lanes as _,
                MaskLanes as _,
            };
            /// What the loops refer to.
            #[derive(Clone, Copy)]
            struct Nest<const UNIT: bool> {
                p: Params,
                a: rt::Src<f32, 2>,
                b: rt::Src<f32, 2>,
                out: rt::Dst<f32, 2>,
            }
            #[compute(vectors, x, short_0, n)]
            /// `out(y, x)`
            unsafe fn compute_0(
                y: isize,
                x: isize,
                a_row_0: *const f32,
                b_row_1: *const f32,
                out_out: *mut f32,
            ) {
                ask_ahead::<V, _, UNIT, 1>(a_row_0, x, 4096);
                ask_ahead::<V, _, UNIT, 1>(b_row_1, x, 4096);
                ask_ahead::<V, _, UNIT, 1>(out_out, x, 4096);
                let t2 = load::<V, f32, UNIT>(a_row_0, x, n.a.step())
                    + load::<V, f32, UNIT>(b_row_1, x, n.b.step());
                store::<V, f32, UNIT>(out_out, x, n.out.step(), t2);
            }
            struct Kernel0<const UNIT: bool> {
                n: Nest<UNIT>,
                iterations: rt::Rows<1>,
            }
            impl<const UNIT: bool> rt::Kernel for Kernel0<UNIT> {
                const NEST: &'static str = "out";
                #[inline(always)]
                unsafe fn run<W: Widths>(&self, range: ::core::ops::Range<usize>) {
                    let n = &self.n;
                    let p = &n.p;
                    for iteration in range {
                        let [y] = self.iterations.at(iteration);
                        __vectors!(
                            x in 0, p.cols - 1 => Of32, compute_0 short_0(n, y, x)
                            a_row_0 = n.a.at([y, 0]), b_row_1 = n.b.at([y, 0]), out_out =
                            n.out.at([y, 0])
                        );
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
                a: rt::Src<f32, 2>,
                b: rt::Src<f32, 2>,
                out: rt::Dst<f32, 2>,
            ) {
                let n = Nest::<UNIT> { p, a, b, out };
                let iterations = rt::Rows::<1>::new([0], [p.rows - 1]);
                rt::launch(
                    &Kernel0::<UNIT> { n, iterations },
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
