#[allow(unexpected_cfgs)]
const _: () = {
    #[cfg(rust_analyzer)]
    ::pipeline::__rt::editor_view! {
        [::pipeline] #[doc = " The mean of neighbours in a row, channel by channel."] pub
        fn soften(img : [u8; rows, cols, 3]) -> out { border img = clamp; out(y, x, c) =
        (img(y, x - 1, c) as u16 + img(y, x + 1, c) as u16) as u8 / 2; }
    }
};
const _: () = {
    #[deprecated(
        note = "`rows` and `cols` have no estimate, so the plan is made for rows = 1024, cols = 1024: add `where rows ~ 1024, cols ~ 1024`, with the usual sizes"
    )]
    macro_rules! missing_estimate {
        () => {};
    }
    missing_estimate! {}
};
/// The mean of neighbours in a row, channel by channel.
///
/// # Errors
/// If the shapes of the inputs do not fit each other or the pipeline, or memory for
/// the result cannot be had.
#[allow(unexpected_cfgs)]
pub fn soften(
    img: &(impl ::pipeline::AsView<u8, 3> + ?Sized),
) -> ::core::result::Result<::pipeline::Image<u8, 3>, ::pipeline::Error> {
    #[cfg(not(rust_analyzer))]
    return soften::generated::call(::pipeline::AsView::as_view(img));
    #[cfg(rust_analyzer)]
    ::core::unreachable!();
}
/// What belongs to the pipeline [`soften`](fn@soften).
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
pub mod soften {
    use ::pipeline::__rt as rt;
    /// The pipeline into the caller's arrays, in the order of the results; no output is
    /// allocated.
    ///
    /// # Errors
    /// As the pipeline itself, and if an array has another shape than its result.
    pub fn into(
        img: &(impl ::pipeline::AsView<u8, 3> + ?Sized),
        out: &mut (impl ::pipeline::AsViewMut<u8, 3> + ?Sized),
    ) -> ::core::result::Result<(), ::pipeline::Error> {
        #[cfg(not(rust_analyzer))]
        return generated::into(
            ::pipeline::AsView::as_view(img),
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
        img: &(impl ::pipeline::AsView<u8, 3> + ?Sized),
    ) -> ::core::result::Result<::pipeline::Image<u8, 3>, ::pipeline::Error> {
        #[cfg(not(rust_analyzer))]
        return generated::reference(::pipeline::AsView::as_view(img));
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
        pub(in super::super) const STAGES: &str = r"pipeline soften
size rows ~ 1024
size cols ~ 1024
input img: u8 [0..=rows - 1, 0..=cols - 1, 0..=2] border clamp
stage out(y, x, c): u8 in [0..=rows - 1, 0..=cols - 1, 0..=2] {
  case {
    %0: u8 = read img(y, x - 1, c)
    %1: u16 = cast %0
    %2: u8 = read img(y, x + 1, c)
    %3: u16 = cast %2
    %4: u16 = add %1, %3
    %5: u8 = cast %4
    %6: u8 = 2u8
    %7: u8 = div %5, %6
    yield %7
  }
}
output out
";
        /// What the compiler decided.
        pub(in super::super) const PLAN: &rt::Plan = &rt::Plan::new();
        /// The loop nest, as text.
        pub(in super::super) const LOOPS: &str = r"loops soften
sizes rows, cols
input img: u8 [0..=rows - 1, 0..=cols - 1, 0..=2] border clamp
output 0 out: u8 [0..=rows - 1, 0..=cols - 1, 0..=2]

nest out {
  compute #0 border_resolved out(y, x, c) {
    %0: u8 = read img(y, x - 1, c)
    %1: u8 = read img(y, x + 1, c)
    %2: u8 = add %0, %1
    %3: u8 = 2u8
    %4: u8 = div %2, %3
    yield %4
  }
  compute #1 out(y, x, c) {
    %0: u8 = read img(y, x - 1, c)
    %1: u8 = read img(y, x + 1, c)
    %2: u8 = add %0, %1
    %3: u8 = 2u8
    %4: u8 = div %2, %3
    yield %4
  }
  parallel for y in 0..=rows - 1 {
    for c in 0..=2 {
      for x in 0..=min(cols - 1, 0): #0
    }
    collapsed for c in 0..=2 {
      lanes of 8 bits for x in 1..=cols - 2: #1
    }
    for c in 0..=2 {
      for x in max(1, cols - 1)..=cols - 1: #0
    }
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
        fn solve(img: rt::View<'_, u8, 3>) -> rt::Result<Params> {
            let mut p = Params { rows: 0, cols: 0 };
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
            rt::expect_extent("img", 2usize, img.shape()[2usize], "3", 3)?;
            Ok(p)
        }
        rt::domains! {
            p : & Params : #[doc = " First and last coordinates of `img`."] img_domain :
            3 = [0, 0, 0], [p.rows - 1, p.cols - 1, 2]; #[doc =
            " First and last coordinates of `out`."] out_domain : 3 = [0, 0, 0], [p.rows
            - 1, p.cols - 1, 2];
        }
        pub(in super::super) fn call(
            img: rt::View<'_, u8, 3>,
        ) -> rt::Result<rt::Image<u8, 3>> {
            let p = solve(img)?;
            let (lo, hi) = out_domain(&p);
            let out_shape = rt::output_shape(
                "out",
                lo,
                hi,
                &[("rows", p.rows), ("cols", p.cols)],
                ["", "", ""],
            )?;
            let mut out = unsafe { rt::Image::<u8, 3>::uninit(out_shape)? };
            unsafe { run(p, img, out.view_mut())? };
            Ok(out)
        }
        pub(in super::super) fn into(
            img: rt::View<'_, u8, 3>,
            out: rt::ViewMut<'_, u8, 3>,
        ) -> rt::Result<()> {
            let p = solve(img)?;
            let (lo, hi) = out_domain(&p);
            let out_shape = rt::output_shape(
                "out",
                lo,
                hi,
                &[("rows", p.rows), ("cols", p.cols)],
                ["", "", ""],
            )?;
            rt::expect_shape("out", &out_shape, &out.shape())?;
            unsafe { run(p, img, out) }
        }
        pub(in super::super) fn reference(
            img: rt::View<'_, u8, 3>,
        ) -> rt::Result<rt::Image<u8, 3>> {
            let p = solve(img)?;
            let (lo, hi) = out_domain(&p);
            let out_shape = rt::output_shape(
                "out",
                lo,
                hi,
                &[("rows", p.rows), ("cols", p.cols)],
                ["", "", ""],
            )?;
            rt::Reference::room::<u8, 3>(out_shape)?;
            let outputs = rt::Reference::new(STAGES)
                .size(p.rows)
                .size(p.cols)
                .input(img, img_domain(&p).0)?
                .evaluate()?;
            Ok(outputs.image::<u8, 3>(0usize))
        }
        /// Runs the nests.
        ///
        /// # Safety
        /// The views must have the shapes of the domains under `p`.
        unsafe fn run(
            p: Params,
            img: rt::View<'_, u8, 3>,
            mut out: rt::ViewMut<'_, u8, 3>,
        ) -> rt::Result<()> {
            let img = rt::Src::of_view(img, img_domain(&p).0);
            let out = rt::Dst::of_view(&mut out, out_domain(&p).0);
            if img.has_dense_rows_of(3) && out.has_dense_rows_of(3) {
                stage_out::run::<true>(p, img, out);
            } else {
                stage_out::run::<false>(p, img, out);
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
                img: rt::Src<u8, 3>,
                out: rt::Dst<u8, 3>,
            }
            #[compute_points(n)]
            /// `out(y, x, c)`
            unsafe fn compute_0(
                y: isize,
                c: isize,
                x: isize,
                img_row_0: *const u8,
                out_out: *mut u8,
            ) {
                let t4 = (V::splat(
                    *rt::element::<
                        _,
                        false,
                    >(
                        img_row_0,
                        n.img.redirected(1, x - 1, Border::Clamp),
                        n.img.stride(1usize),
                    ),
                )
                    + V::splat(
                        *rt::element::<
                            _,
                            false,
                        >(
                            img_row_0,
                            n.img.redirected(1, x + 1, Border::Clamp),
                            n.img.stride(1usize),
                        ),
                    ))
                    .div_by::<{ 2 }>();
                rt::store_apart::<
                    V,
                    u8,
                    UNIT,
                    3,
                    3,
                >(out_out, x, n.out.stride(1usize), t4);
            }
            #[compute(vectors, x, short_1, n)]
            /// `out(y, x, c)`
            unsafe fn compute_1(
                y: isize,
                c: isize,
                x: isize,
                img_row_0: *const u8,
                out_out: *mut u8,
            ) {
                ask_ahead::<V, _, UNIT, 3>(img_row_0, 3 * x - 3, 4096);
                ask_ahead::<V, _, UNIT, 3>(out_out, 3 * x, 4096);
                let t4 = (rt::load_apart::<
                    V,
                    u8,
                    UNIT,
                    3,
                    3,
                >(img_row_0, x - 1, n.img.stride(1usize))
                    + rt::load_apart::<
                        V,
                        u8,
                        UNIT,
                        3,
                        3,
                    >(img_row_0, x + 1, n.img.stride(1usize)))
                    .div_by::<{ 2 }>();
                rt::store_apart::<
                    V,
                    u8,
                    UNIT,
                    3,
                    3,
                >(out_out, x, n.out.stride(1usize), t4);
            }
            #[compute(vectors, x, short_2, n)]
            /// `out(y, 0, x)`
            unsafe fn compute_2(
                y: isize,
                x: isize,
                img_row_0: *const u8,
                out_out: *mut u8,
            ) {
                ask_ahead::<V, _, UNIT, 1>(img_row_0, x - 3, 4096);
                ask_ahead::<V, _, UNIT, 1>(out_out, x, 4096);
                let t4 = (load::<V, u8, UNIT>(img_row_0, x - 3, n.img.step())
                    + load::<V, u8, UNIT>(img_row_0, x + 3, n.img.step()))
                    .div_by::<{ 2 }>();
                store::<V, u8, UNIT>(out_out, x, n.out.step(), t4);
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
                        for c in 0..2 + 1 {
                            __points!(
                                x in 0, min(p.cols - 1, 0) => compute_0(n, y, c, x)
                                img_row_0 = n.img.line_redirected([y, 0, c], 1,
                                Border::Clamp), out_out = n.out.at([y, 0, c])
                            );
                        }
                        if UNIT {
                            __vectors!(
                                x in 3, 3 * p.cols - 4 => Of8, compute_2 short_2(n, y, x)
                                img_row_0 = n.img.at([y, 0, 0]), out_out = n.out.at([y, 0,
                                0])
                            );
                        } else {
                            for c in 0..2 + 1 {
                                __vectors!(
                                    x in 1, p.cols - 2 => Of8, compute_1 short_1(n, y, c, x)
                                    img_row_0 = n.img.at([y, 0, c]), out_out = n.out.at([y, 0,
                                    c])
                                );
                            }
                        }
                        for c in 0..2 + 1 {
                            __points!(
                                x in max(1, p.cols - 1), p.cols - 1 => compute_0(n, y, c, x)
                                img_row_0 = n.img.line_redirected([y, 0, c], 1,
                                Border::Clamp), out_out = n.out.at([y, 0, c])
                            );
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
                img: rt::Src<u8, 3>,
                out: rt::Dst<u8, 3>,
            ) {
                let n = Nest::<UNIT> { p, img, out };
                let iterations = rt::Rows::<1>::new([0], [p.rows - 1]);
                rt::launch(
                    &Kernel0::<UNIT> { n, iterations },
                    iterations.len(),
                    usize::saturating_add(
                        usize::saturating_add(
                            rt::extent(0, 2)
                                .saturating_mul(
                                    rt::extent(0, min(p.cols - 1, 0)).saturating_mul(1),
                                ),
                            rt::extent(0, 2)
                                .saturating_mul(rt::extent(1, p.cols - 2).saturating_mul(1)),
                        ),
                        rt::extent(0, 2)
                            .saturating_mul(
                                rt::extent(max(1, p.cols - 1), p.cols - 1).saturating_mul(1),
                            ),
                    ),
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
