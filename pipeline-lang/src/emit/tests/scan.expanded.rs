#[allow(unexpected_cfgs)]
const _: () = {
    #[cfg(rust_analyzer)]
    ::pipeline::__rt::editor_view! {
        [::pipeline] #[allow(missing_estimate)] #[doc =
        " A recursive filter along rows, from right to left."] pub fn trail(img : [f32;
        rows, cols], k : f32) -> back { border img = clamp; back(y, x) in [0..rows, 0
        ..cols] = case { x == cols - 1 => img(y, x), else => k * back(y, x + 1) + (1.0 -
        k) * img(y, x - 1), }; }
    }
};
/// A recursive filter along rows, from right to left.
///
/// # Errors
/// If the shapes of the inputs do not fit each other or the pipeline, or memory for
/// the result cannot be had.
#[allow(unexpected_cfgs)]
pub fn trail(
    img: &(impl ::pipeline::AsView<f32, 2> + ?Sized),
    k: f32,
) -> ::core::result::Result<::pipeline::Image<f32, 2>, ::pipeline::Error> {
    #[cfg(not(rust_analyzer))]
    return trail::generated::call(::pipeline::AsView::as_view(img), k);
    #[cfg(rust_analyzer)]
    ::core::unreachable!();
}
/// What belongs to the pipeline [`trail`](fn@trail).
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
pub mod trail {
    use ::pipeline::__rt as rt;
    /// The pipeline into the caller's arrays, in the order of the results; no output is
    /// allocated.
    ///
    /// # Errors
    /// As the pipeline itself, and if an array has another shape than its result.
    pub fn into(
        img: &(impl ::pipeline::AsView<f32, 2> + ?Sized),
        k: f32,
        back: &mut (impl ::pipeline::AsViewMut<f32, 2> + ?Sized),
    ) -> ::core::result::Result<(), ::pipeline::Error> {
        #[cfg(not(rust_analyzer))]
        return generated::into(
            ::pipeline::AsView::as_view(img),
            k,
            ::pipeline::AsViewMut::as_view_mut(back),
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
        k: f32,
    ) -> ::core::result::Result<::pipeline::Image<f32, 2>, ::pipeline::Error> {
        #[cfg(not(rust_analyzer))]
        return generated::reference(::pipeline::AsView::as_view(img), k);
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
        pub(in super::super) const STAGES: &str = r"pipeline trail
size rows ~ 1024
size cols ~ 1024
scalar k: f32
input img: f32 [0..=rows - 1, 0..=cols - 1] border clamp
stage back(y, x): f32 in [0..=rows - 1, 0..=cols - 1] {
  case x - cols + 1 >= 0 {
    %0: f32 = read img(y, x)
    yield %0
  }
  case cols - x - 2 >= 0 {
    %0: f32 = scalar k
    %1: f32 = read back(y, x + 1)
    %2: f32 = read img(y, x - 1)
    %3: f32 = 1.0f32
    %4: f32 = sub %3, %0
    %5: f32 = mul %4, %2
    %6: f32 = mul %0, %1
    %7: f32 = add %6, %5
    yield %7
  }
}
output back
";
        /// What the compiler decided.
        pub(in super::super) const PLAN: &rt::Plan = &rt::Plan::new();
        /// The loop nest, as text.
        pub(in super::super) const LOOPS: &str = r"loops trail
sizes rows, cols
scalars k
input img: f32 [0..=rows - 1, 0..=cols - 1] border clamp
output 0 back: f32 [0..=rows - 1, 0..=cols - 1]
scratch [32, 33] `back.staged`: f32 [0..=rows - 1, 0..=cols - 1] layout [1, 0] part of back
scratch [32, 32] `img.staged`: f32 [0..=rows - 1, 0..=cols - 1] layout [1, 0] part of img

nest back {
  compute #0 back(y, -x_back) {
    %0: f32 = read img(y, -x_back)
    yield %0
  }
  compute #1 border_resolved back(y, -x_back) {
    %0: f32 = scalar k
    %1: f32 = read back(y, -x_back + 1)
    %2: f32 = read img(y, -x_back - 1)
    %3: f32 = 1.0f32
    %4: f32 = sub %3, %0
    %5: f32 = mul %4, %2
    %6: f32 = mul %0, %1
    %7: f32 = add %6, %5
    yield %7
  }
  compute #2 `back.staged`(y, -x_back) {
    %0: f32 = scalar k
    %1: f32 = read `back.staged`(y, -x_back + 1)
    %2: f32 = read `img.staged`(y, -x_back - 1)
    %3: f32 = 1.0f32
    %4: f32 = sub %3, %0
    %5: f32 = mul %4, %2
    %6: f32 = mul %0, %1
    %7: f32 = add %6, %5
    yield %7
  }
  parallel for y_block in 0..=(rows + 31)/32 - 1 {
    let y_start = 32*y_block
    let y_end = min(32*y_block + 31, rows - 1)
    let back_1_x_back_first = -cols + 2
    for x_back in -cols + 1..=-cols + 1 {
      eight lanes for y in y_start..=y_end: #0
    }
    for x_back in -cols + 2..=min(0, back_1_x_back_first - 1) {
      for y in y_start..=y_end: #1
    }
    for x_back_block in 0..=(-back_1_x_back_first + 31)/32 - 1 {
      let x_back_start = back_1_x_back_first + 32*x_back_block
      let x_back_end = min(back_1_x_back_first + 32*x_back_block + 31, -1)
      scratch `back.staged` from (y_start, -x_back_end), `img.staged` from (y_start, -x_back_end - 1) {
        copy back(y_start..=y_end, -x_back_start + 1..=-x_back_start + 1) to `back.staged`
        copy img(y_start..=y_end, -x_back_end - 1..=-x_back_start - 1) to `img.staged`
        for x_back in x_back_start..=x_back_end {
          eight lanes for y in y_start..=y_end: #2
        }
        copy `back.staged`(y_start..=y_end, -x_back_end..=-x_back_start) to back
      }
    }
    for x_back in max(back_1_x_back_first, 0)..=0 {
      for y in y_start..=y_end: #1
    }
  }
}
";
        /// Sizes and scalars of a call.
        #[derive(Clone, Copy)]
        struct Params {
            rows: isize,
            cols: isize,
            k: f32,
        }
        /// Solves the shapes for the sizes and checks them.
        fn solve(img: rt::View<'_, f32, 2>, k: f32) -> rt::Result<Params> {
            let mut p = Params { rows: 0, cols: 0, k };
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
            Ok(p)
        }
        rt::domains! {
            p : & Params : #[doc = " First and last coordinates of `img`."] img_domain :
            2 = [0, 0], [p.rows - 1, p.cols - 1]; #[doc =
            " First and last coordinates of `back`."] back_domain : 2 = [0, 0], [p.rows -
            1, p.cols - 1]; #[doc = " First and last coordinates of `back.staged`."]
            back_staged_domain : 2 = [0, 0], [p.rows - 1, p.cols - 1]; #[doc =
            " First and last coordinates of `img.staged`."] img_staged_domain : 2 = [0,
            0], [p.rows - 1, p.cols - 1];
        }
        pub(in super::super) fn call(
            img: rt::View<'_, f32, 2>,
            k: f32,
        ) -> rt::Result<rt::Image<f32, 2>> {
            let p = solve(img, k)?;
            let (lo, hi) = back_domain(&p);
            let back_shape = rt::output_shape(
                "back",
                lo,
                hi,
                &[("rows", p.rows), ("cols", p.cols)],
                ["", ""],
            )?;
            let mut back = unsafe { rt::Image::<f32, 2>::uninit(back_shape)? };
            unsafe { run(p, img, back.view_mut())? };
            Ok(back)
        }
        pub(in super::super) fn into(
            img: rt::View<'_, f32, 2>,
            k: f32,
            back: rt::ViewMut<'_, f32, 2>,
        ) -> rt::Result<()> {
            let p = solve(img, k)?;
            let (lo, hi) = back_domain(&p);
            let back_shape = rt::output_shape(
                "back",
                lo,
                hi,
                &[("rows", p.rows), ("cols", p.cols)],
                ["", ""],
            )?;
            rt::expect_shape("back", &back_shape, &back.shape())?;
            unsafe { run(p, img, back) }
        }
        pub(in super::super) fn reference(
            img: rt::View<'_, f32, 2>,
            k: f32,
        ) -> rt::Result<rt::Image<f32, 2>> {
            let p = solve(img, k)?;
            let (lo, hi) = back_domain(&p);
            let back_shape = rt::output_shape(
                "back",
                lo,
                hi,
                &[("rows", p.rows), ("cols", p.cols)],
                ["", ""],
            )?;
            rt::Reference::room::<f32, 2>(back_shape)?;
            let outputs = rt::Reference::new(STAGES)
                .size(p.rows)
                .size(p.cols)
                .scalar(p.k)
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
            mut back: rt::ViewMut<'_, f32, 2>,
        ) -> rt::Result<()> {
            let img = rt::Src::of_view(img, img_domain(&p).0);
            let back = rt::Dst::of_view(&mut back, back_domain(&p).0);
            if img.step() == 1 && back.step() == 1 {
                stage_back::run::<true>(p, img, back);
            } else {
                stage_back::run::<false>(p, img, back);
            }
            Ok(())
        }
        /// Computes `back`.
        mod stage_back {
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
                img: rt::Src<f32, 2>,
                back: rt::Dst<f32, 2>,
            }
            rt::scratch! {
                #[doc = r" The scratchpads of one task."] Scratch, SCRATCH_BYTES :
                back_staged : f32, 2, Slots1[1, 0] = Part(32), Part(33); img_staged :
                f32, 2, Slots2[1, 0] = Part(32), Part(32);
            }
            #[compute(vectors, y, short_0, n)]
            /// `back(y, -x_back)`
            unsafe fn compute_0(
                x_back: isize,
                y: isize,
                img_row_0: *const f32,
                back_out: *mut f32,
            ) {
                let t0 = load_every::<
                    V,
                    f32,
                    false,
                    1,
                >(img_row_0, y, n.img.stride(0usize));
                store_every::<V, f32, false, 1>(back_out, y, n.back.stride(0usize), t0);
            }
            #[compute_points(n)]
            /// `back(y, -x_back)`
            unsafe fn compute_1(x_back: isize, y: isize) {
                let p = &n.p;
                let t0 = V::F32::splat(p.k);
                let t7 = t0 * V::splat(*n.back.at([y, -(x_back) + 1]))
                    + (V::splat(1f32) - t0)
                        * V::splat(
                            n.img.border_resolved([y, -(x_back) - 1], Border::Clamp),
                        );
                *n.back.at([y, -(x_back)]) = t7.lane(0);
            }
            #[compute(vectors, y, short_2, n)]
            /// `back.staged(y, -x_back)`
            unsafe fn compute_2(
                s: &Scratch,
                x_back: isize,
                y: isize,
                back_staged_row_0: *const f32,
                img_staged_row_1: *const f32,
                back_staged_out: *mut f32,
            ) {
                let p = &n.p;
                let t0 = V::F32::splat(p.k);
                let t7 = t0 * V::load(back_staged_row_0, y)
                    + (V::splat(1f32) - t0) * V::load(img_staged_row_1, y);
                V::store(back_staged_out, y, t7);
            }
            struct Kernel0<const UNIT: bool> {
                n: Nest<UNIT>,
                iterations: rt::Rows<1>,
            }
            impl<const UNIT: bool> rt::Kernel for Kernel0<UNIT> {
                const NEST: &'static str = "back";
                #[inline(always)]
                unsafe fn run<W: Widths>(&self, range: ::core::ops::Range<usize>) {
                    let n = &self.n;
                    let p = &n.p;
                    for iteration in range {
                        let [y_block] = self.iterations.at(iteration);
                        let y_start = 32 * y_block;
                        let y_end = min(32 * y_block + 31, p.rows - 1);
                        let back_1_x_back_first = -(p.cols) + 2;
                        for x_back in -(p.cols) + 1..-(p.cols) + 1 + 1 {
                            __vectors!(
                                y in y_start, y_end => Eight, compute_0 short_0(n, x_back,
                                y) img_row_0 = n.img.at([0, - (x_back)]), back_out = n.back
                                .at([0, - (x_back)])
                            );
                        }
                        for x_back in -(p.cols) + 2..min(0, back_1_x_back_first - 1) + 1
                        {
                            for y in y_start..y_end + 1 {
                                compute_1::<Scalar, UNIT>(n, x_back, y);
                            }
                        }
                        for x_back_block in 0..((-(back_1_x_back_first) + 31) >> 5) - 1
                            + 1
                        {
                            let x_back_start = back_1_x_back_first + 32 * x_back_block;
                            let x_back_end = min(
                                back_1_x_back_first + 32 * x_back_block + 31,
                                -1,
                            );
                            let mut stack = rt::Stack::<SCRATCH_BYTES>::new();
                            let mut arena = stack.arena();
                            let s = &Scratch {
                                back_staged: arena
                                    .pad_from(
                                        [Some(y_start), Some(-(x_back_end))],
                                        super::back_staged_domain(p),
                                    ),
                                img_staged: arena
                                    .pad_from(
                                        [Some(y_start), Some(-(x_back_end) - 1)],
                                        super::img_staged_domain(p),
                                    ),
                            };
                            rt::staging::fill::<
                                W::Eight,
                                f32,
                                UNIT,
                            >(
                                rt::staging::Plane {
                                    start: n.back.at([0, 0]).cast_const(),
                                    rows: n.back.stride(0usize),
                                    columns: n.back.step(),
                                },
                                rt::staging::Plane {
                                    start: s.back_staged.at([0, 0]),
                                    rows: 1,
                                    columns: s.back_staged.stride(1usize),
                                },
                                y_start..y_end + 1,
                                -(x_back_start) + 1..-(x_back_start) + 1 + 1,
                            );
                            rt::staging::fill::<
                                W::Eight,
                                f32,
                                UNIT,
                            >(
                                rt::staging::Plane {
                                    start: n.img.at([0, 0]),
                                    rows: n.img.stride(0usize),
                                    columns: n.img.step(),
                                },
                                rt::staging::Plane {
                                    start: s.img_staged.at([0, 0]),
                                    rows: 1,
                                    columns: s.img_staged.stride(1usize),
                                },
                                y_start..y_end + 1,
                                -(x_back_end) - 1..-(x_back_start) - 1 + 1,
                            );
                            for x_back in x_back_start..x_back_end + 1 {
                                __vectors!(
                                    y in y_start, y_end => Eight, compute_2 short_2(n, s,
                                    x_back, y) back_staged_row_0 = s.back_staged.at([0, -
                                    (x_back) + 1]), img_staged_row_1 = s.img_staged.at([0, -
                                    (x_back) - 1]), back_staged_out = s.back_staged.at([0, -
                                    (x_back)])
                                );
                            }
                            rt::staging::drain::<
                                W::Eight,
                                f32,
                                UNIT,
                            >(
                                rt::staging::Plane {
                                    start: s.back_staged.at([0, 0]).cast_const(),
                                    rows: s.back_staged.stride(1usize),
                                    columns: 1,
                                },
                                rt::staging::Plane {
                                    start: n.back.at([0, 0]),
                                    rows: n.back.step(),
                                    columns: n.back.stride(0usize),
                                },
                                -(x_back_end)..-(x_back_start) + 1,
                                y_start..y_end + 1,
                            );
                        }
                        for x_back in max(back_1_x_back_first, 0)..0 + 1 {
                            for y in y_start..y_end + 1 {
                                compute_1::<Scalar, UNIT>(n, x_back, y);
                            }
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
                back: rt::Dst<f32, 2>,
            ) {
                let n = Nest::<UNIT> { p, img, back };
                let iterations = rt::Rows::<1>::new([0], [((p.rows + 31) >> 5) - 1]);
                rt::launch(
                    &Kernel0::<UNIT> { n, iterations },
                    iterations.len(),
                    {
                        let y_block: isize = 0;
                        ({
                            let y_start = 32 * y_block;
                            let y_end = min(32 * y_block + 31, p.rows - 1);
                            let back_1_x_back_first = -(p.cols) + 2;
                            usize::saturating_add(
                                usize::saturating_add(
                                    usize::saturating_add(
                                        rt::extent(-(p.cols) + 1, -(p.cols) + 1)
                                            .saturating_mul(
                                                rt::extent(y_start, y_end).saturating_mul(1),
                                            ),
                                        rt::extent(-(p.cols) + 2, min(0, back_1_x_back_first - 1))
                                            .saturating_mul(
                                                rt::extent(y_start, y_end).saturating_mul(1),
                                            ),
                                    ),
                                    ({
                                        let x_back_block: isize = 0;
                                        rt::extent(
                                                x_back_block,
                                                ((-(back_1_x_back_first) + 31) >> 5) - 1,
                                            )
                                            .saturating_mul(
                                                ({
                                                    let x_back_start = back_1_x_back_first + 32 * x_back_block;
                                                    let x_back_end = min(
                                                        back_1_x_back_first + 32 * x_back_block + 31,
                                                        -1,
                                                    );
                                                    rt::extent(x_back_start, x_back_end)
                                                        .saturating_mul(
                                                            rt::extent(y_start, y_end).saturating_mul(1),
                                                        )
                                                }),
                                            )
                                    }),
                                ),
                                rt::extent(max(back_1_x_back_first, 0), 0)
                                    .saturating_mul(
                                        rt::extent(y_start, y_end).saturating_mul(1),
                                    ),
                            )
                        })
                    },
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
