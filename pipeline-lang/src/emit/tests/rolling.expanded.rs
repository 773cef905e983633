///The pipeline `soften`.
///
/// # Errors
/// If the shapes of the inputs do not fit each other or the pipeline, or memory for
/// the result cannot be had.
pub fn soften(
    img: &(impl ::pipeline::AsView<f32, 2> + ?Sized),
) -> ::core::result::Result<::pipeline::Image<f32, 2>, ::pipeline::Error> {
    soften::generated::call(::pipeline::AsView::as_view(img))
}
/// What belongs to the pipeline [`soften`](fn@soften).
#[allow(
    clippy::all,
    clippy::pedantic,
    clippy::nursery,
    clippy::restriction,
    non_snake_case,
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
        img: &(impl ::pipeline::AsView<f32, 2> + ?Sized),
        out: &mut (impl ::pipeline::AsViewMut<f32, 2> + ?Sized),
    ) -> ::core::result::Result<(), ::pipeline::Error> {
        generated::into(
            ::pipeline::AsView::as_view(img),
            ::pipeline::AsViewMut::as_view_mut(out),
        )
    }
    /// The same result, point by point from the stage graph, with nothing optimised.
    ///
    /// # Errors
    /// As the pipeline itself.
    pub fn reference(
        img: &(impl ::pipeline::AsView<f32, 2> + ?Sized),
    ) -> ::core::result::Result<::pipeline::Image<f32, 2>, ::pipeline::Error> {
        generated::reference(::pipeline::AsView::as_view(img))
    }
    /// The stage graph: what the pipeline computes, as text.
    pub fn stages() -> &'static str {
        generated::STAGES
    }
    /// What the compiler decided, and for which estimates.
    pub fn plan() -> &'static ::pipeline::Plan {
        generated::PLAN
    }
    /// The loop nest: how the pipeline computes it, as text.
    pub fn loops() -> &'static str {
        generated::LOOPS
    }
    pub(super) mod generated {
        use ::pipeline::__rt as rt;
        /// The stage graph, as text.
        pub(in super::super) const STAGES: &str = "pipeline soften\nsize rows ~ 4096\nsize cols ~ 4096\ninput img: f32 [0..=rows - 1, 0..=cols - 1] border clamp\nstage tall(y, x): f32 in [0..=rows - 1, 0..=cols - 1] border clamp {\n  case {\n    %0: f32 = read img(y - 1, x)\n    %1: f32 = read img(y, x)\n    %2: f32 = 2.0f32\n    %3: f32 = mul %2, %1\n    %4: f32 = add %0, %3\n    %5: f32 = read img(y + 1, x)\n    %6: f32 = add %4, %5\n    %7: f32 = 0.25f32\n    %8: f32 = mul %6, %7\n    yield %8\n  }\n}\nstage out(y, x): f32 in [0..=rows - 1, 0..=cols - 1] {\n  case {\n    %0: f32 = read tall(y - 1, x)\n    %1: f32 = read tall(y, x)\n    %2: f32 = 2.0f32\n    %3: f32 = mul %2, %1\n    %4: f32 = add %0, %3\n    %5: f32 = read tall(y + 1, x)\n    %6: f32 = add %4, %5\n    %7: f32 = 0.25f32\n    %8: f32 = mul %6, %7\n    yield %8\n  }\n}\noutput out\n";
        /// What the compiler decided.
        pub(in super::super) const PLAN: &rt::Plan = &rt::Plan::new();
        /// The loop nest, as text.
        pub(in super::super) const LOOPS: &str = "loops soften\ninput img: f32 [0..=rows - 1, 0..=cols - 1] border clamp\nring of 4 tall: f32 [0..=rows - 1, 0..=cols - 1] border clamp\noutput 0 out: f32 [0..=rows - 1, 0..=cols - 1]\n\nnest out {\n  compute #0 redirected tall(y, x) {\n    %0: f32 = read img(y - 1, x)\n    %1: f32 = read img(y, x)\n    %2: f32 = 2.0f32\n    %3: f32 = mul %2, %1\n    %4: f32 = add %0, %3\n    %5: f32 = read img(y + 1, x)\n    %6: f32 = add %4, %5\n    %7: f32 = 0.25f32\n    %8: f32 = mul %6, %7\n    yield %8\n  }\n  compute #1 tall(y, x) {\n    %0: f32 = read img(y - 1, x)\n    %1: f32 = read img(y, x)\n    %2: f32 = 2.0f32\n    %3: f32 = mul %2, %1\n    %4: f32 = add %0, %3\n    %5: f32 = read img(y + 1, x)\n    %6: f32 = add %4, %5\n    %7: f32 = 0.25f32\n    %8: f32 = mul %6, %7\n    yield %8\n  }\n  compute #2 redirected out(y, x) {\n    %0: f32 = read tall(y - 1, x)\n    %1: f32 = read tall(y, x)\n    %2: f32 = 2.0f32\n    %3: f32 = mul %2, %1\n    %4: f32 = add %0, %3\n    %5: f32 = read tall(y + 1, x)\n    %6: f32 = add %4, %5\n    %7: f32 = 0.25f32\n    %8: f32 = mul %6, %7\n    yield %8\n  }\n  compute #3 out(y, x) {\n    %0: f32 = read tall(y - 1, x)\n    %1: f32 = read tall(y, x)\n    %2: f32 = 2.0f32\n    %3: f32 = mul %2, %1\n    %4: f32 = add %0, %3\n    %5: f32 = read tall(y + 1, x)\n    %6: f32 = add %4, %5\n    %7: f32 = 0.25f32\n    %8: f32 = mul %6, %7\n    yield %8\n  }\n  let y_first = 0\n  let y_last = rows - 1\n  let tall_y_first = 1\n  let tall_y_last = rows - 2\n  let out_y_first = 1\n  let out_y_last = rows - 2\n  parallel for strip in 0..=(y_last - y_first)/128 {\n    scratch tall {\n      let start = y_first + 128*strip\n      let end = min(y_first + 128*strip + 127, y_last)\n      let tall_lowest = start - 1\n      for step in start - 2..=end {\n        let tall_done = step\n        let tall_due = step + 1\n        let tall_done_row = min(tall_done, rows - 1)\n        for y in max(tall_y_first, tall_lowest, 0, tall_done_row + 1)..=min(tall_y_last, tall_due, rows - 1) {\n          lanes for x in 0..=cols - 1: #1\n        }\n        for y in max(0, tall_lowest, 0, tall_done_row + 1)..=min(rows - 1, tall_y_first - 1, tall_due, rows - 1) {\n          for x in 0..=cols - 1: #0\n        }\n        for y in max(tall_y_first, tall_y_last + 1, tall_lowest, 0, tall_done_row + 1)..=min(rows - 1, tall_due, rows - 1) {\n          for x in 0..=cols - 1: #0\n        }\n        when step - start >= 0 {\n          for y in max(out_y_first, step)..=min(out_y_last, step) {\n            lanes for x in 0..=cols - 1: #3\n          }\n          for y in max(0, step)..=min(rows - 1, out_y_first - 1, step) {\n            for x in 0..=cols - 1: #2\n          }\n          for y in max(out_y_first, out_y_last + 1, step)..=min(rows - 1, step) {\n            for x in 0..=cols - 1: #2\n          }\n        }\n      }\n    }\n  }\n}\n";
        /// Sizes and scalars of a call.
        #[derive(Clone, Copy)]
        struct Params {
            rows: isize,
            cols: isize,
        }
        /// Solves the shapes for the sizes and checks them.
        fn solve(img: rt::View<'_, f32, 2>) -> rt::Result<Params> {
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
            Ok(p)
        }
        /// First and last coordinates of `img`.
        fn img_domain(p: &Params) -> ([isize; 2], [isize; 2]) {
            ([0, 0], [p.rows - 1, p.cols - 1])
        }
        /// First and last coordinates of `tall`.
        fn tall_domain(p: &Params) -> ([isize; 2], [isize; 2]) {
            ([0, 0], [p.rows - 1, p.cols - 1])
        }
        /// First and last coordinates of `out`.
        fn out_domain(p: &Params) -> ([isize; 2], [isize; 2]) {
            ([0, 0], [p.rows - 1, p.cols - 1])
        }
        pub(in super::super) fn call(
            img: rt::View<'_, f32, 2>,
        ) -> rt::Result<rt::Image<f32, 2>> {
            let p = solve(img)?;
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
            out: rt::ViewMut<'_, f32, 2>,
        ) -> rt::Result<()> {
            let p = solve(img)?;
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
        ) -> rt::Result<rt::Image<f32, 2>> {
            let p = solve(img)?;
            let (lo, hi) = out_domain(&p);
            let out_shape = rt::output_shape(
                "out",
                lo,
                hi,
                &[("rows", p.rows), ("cols", p.cols)],
                ["", ""],
            )?;
            let outputs = rt::Reference::new(STAGES)
                .size(p.rows)
                .size(p.cols)
                .input(img, img_domain(&p).0)
                .evaluate();
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
            rt::Arena::reserve(stage_out::scratch_bytes(&p))?;
            unsafe {
                if img.step() == 1 && out.step() == 1 {
                    stage_out::run::<true>(p, img, out);
                } else {
                    stage_out::run::<false>(p, img, out);
                }
            }
            Ok(())
        }
        /// Computes `out`.
        mod stage_out {
            use super::{Params, rt};
            use rt::{FloatLanes as _, IntLanes as _, Lanes as _, MaskLanes as _};
            /// What the loops refer to.
            #[derive(Clone, Copy)]
            struct Nest<const UNIT: bool> {
                p: Params,
                img: rt::Src<f32, 2>,
                out: rt::Dst<f32, 2>,
                y_first: isize,
                y_last: isize,
                tall_y_first: isize,
                tall_y_last: isize,
                out_y_first: isize,
                out_y_last: isize,
            }
            /// The rings of one task.
            struct Scratch {
                tall: rt::Ring<f32, 2, 0>,
            }
            /// Bytes of the rings of one task.
            pub(super) fn scratch_bytes(p: &Params) -> usize {
                [<rt::Ring<f32, 2, 0>>::bytes(super::tall_domain(p), 4)]
                    .into_iter()
                    .fold(0, usize::saturating_add)
            }
            /// `tall(y, x)`
            unsafe fn compute_0<V: rt::Isa, const UNIT: bool>(
                n: &Nest<UNIT>,
                s: &Scratch,
                y: isize,
                x: isize,
            ) {
                let p = &n.p;
                let t0 = V::F32::splat(unsafe {
                    n.img.redirected([y - 1, x], rt::Border::Clamp)
                });
                let t1 = V::F32::splat(unsafe {
                    n.img.redirected([y, x], rt::Border::Clamp)
                });
                let t2 = V::F32::splat(2f32);
                let t3 = t2 * t1;
                let t4 = t0 + t3;
                let t5 = V::F32::splat(unsafe {
                    n.img.redirected([y + 1, x], rt::Border::Clamp)
                });
                let t6 = t4 + t5;
                let t7 = V::F32::splat(0.25f32);
                let t8 = t6 * t7;
                unsafe { *s.tall.at([y, x]) = t8.lane(0) };
            }
            /// `tall(y, x)`
            #[inline(always)]
            unsafe fn compute_1<V: rt::Isa, const UNIT: bool>(
                n: &Nest<UNIT>,
                s: &Scratch,
                y: isize,
                x: isize,
                img_row_0: *const f32,
                img_row_1: *const f32,
                img_row_2: *const f32,
                tall_out: *mut f32,
            ) {
                let p = &n.p;
                let t0 = unsafe { rt::load::<V, f32, UNIT>(img_row_0, x, n.img.step()) };
                let t1 = unsafe { rt::load::<V, f32, UNIT>(img_row_1, x, n.img.step()) };
                let t2 = V::F32::splat(2f32);
                let t3 = t2 * t1;
                let t4 = t0 + t3;
                let t5 = unsafe { rt::load::<V, f32, UNIT>(img_row_2, x, n.img.step()) };
                let t6 = t4 + t5;
                let t7 = V::F32::splat(0.25f32);
                let t8 = t6 * t7;
                unsafe { rt::store::<V, f32, true>(tall_out, x, 1, t8) };
            }
            #[cold]
            #[inline(never)]
            unsafe fn point_1<const UNIT: bool>(
                n: &Nest<UNIT>,
                s: &Scratch,
                y: isize,
                x: isize,
                img_row_0: *const f32,
                img_row_1: *const f32,
                img_row_2: *const f32,
                tall_out: *mut f32,
            ) {
                unsafe {
                    compute_1::<
                        rt::Scalar,
                        UNIT,
                    >(n, s, y, x, img_row_0, img_row_1, img_row_2, tall_out)
                };
            }
            /// `out(y, x)`
            unsafe fn compute_2<V: rt::Isa, const UNIT: bool>(
                n: &Nest<UNIT>,
                s: &Scratch,
                y: isize,
                x: isize,
            ) {
                let p = &n.p;
                let t0 = V::F32::splat(unsafe {
                    s.tall.redirected([y - 1, x], rt::Border::Clamp)
                });
                let t1 = V::F32::splat(unsafe {
                    s.tall.redirected([y, x], rt::Border::Clamp)
                });
                let t2 = V::F32::splat(2f32);
                let t3 = t2 * t1;
                let t4 = t0 + t3;
                let t5 = V::F32::splat(unsafe {
                    s.tall.redirected([y + 1, x], rt::Border::Clamp)
                });
                let t6 = t4 + t5;
                let t7 = V::F32::splat(0.25f32);
                let t8 = t6 * t7;
                unsafe { *n.out.at([y, x]) = t8.lane(0) };
            }
            /// `out(y, x)`
            #[inline(always)]
            unsafe fn compute_3<V: rt::Isa, const UNIT: bool>(
                n: &Nest<UNIT>,
                s: &Scratch,
                y: isize,
                x: isize,
                tall_row_0: *const f32,
                tall_row_1: *const f32,
                tall_row_2: *const f32,
                out_out: *mut f32,
            ) {
                let p = &n.p;
                let t0 = unsafe { rt::load::<V, f32, true>(tall_row_0, x, 1) };
                let t1 = unsafe { rt::load::<V, f32, true>(tall_row_1, x, 1) };
                let t2 = V::F32::splat(2f32);
                let t3 = t2 * t1;
                let t4 = t0 + t3;
                let t5 = unsafe { rt::load::<V, f32, true>(tall_row_2, x, 1) };
                let t6 = t4 + t5;
                let t7 = V::F32::splat(0.25f32);
                let t8 = t6 * t7;
                unsafe { rt::store::<V, f32, UNIT>(out_out, x, n.out.step(), t8) };
            }
            #[cold]
            #[inline(never)]
            unsafe fn point_3<const UNIT: bool>(
                n: &Nest<UNIT>,
                s: &Scratch,
                y: isize,
                x: isize,
                tall_row_0: *const f32,
                tall_row_1: *const f32,
                tall_row_2: *const f32,
                out_out: *mut f32,
            ) {
                unsafe {
                    compute_3::<
                        rt::Scalar,
                        UNIT,
                    >(n, s, y, x, tall_row_0, tall_row_1, tall_row_2, out_out)
                };
            }
            struct Kernel0<const UNIT: bool> {
                n: Nest<UNIT>,
                iterations: rt::Rows<1>,
            }
            impl<const UNIT: bool> rt::Kernel for Kernel0<UNIT> {
                #[inline(always)]
                unsafe fn run<V: rt::Isa>(&self, range: ::core::ops::Range<usize>) {
                    let n = &self.n;
                    let p = &n.p;
                    for iteration in range {
                        let [strip] = self.iterations.at(iteration);
                        let mut arena = rt::Arena::take(scratch_bytes(p));
                        let s = &Scratch {
                            tall: arena.ring(super::tall_domain(p), 4),
                        };
                        let start = n.y_first + 128 * strip;
                        let end = isize::min(n.y_first + 128 * strip + 127, n.y_last);
                        let tall_lowest = start - 1;
                        for step in start - 2..=end {
                            let tall_done = step;
                            let tall_due = step + 1;
                            let tall_done_row = isize::min(tall_done, p.rows - 1);
                            for y in isize::max(
                                isize::max(isize::max(n.tall_y_first, tall_lowest), 0),
                                tall_done_row + 1,
                            )..=isize::min(
                                isize::min(n.tall_y_last, tall_due),
                                p.rows - 1,
                            ) {
                                {
                                    let img_row_0 = n.img.at([y - 1, 0]);
                                    let img_row_1 = n.img.at([y, 0]);
                                    let img_row_2 = n.img.at([y + 1, 0]);
                                    let tall_out = s.tall.at([y, 0]);
                                    let (x, x_end) = (0, p.cols - 1);
                                    let x_last_vector = x_end - (V::LANES as isize - 1);
                                    if x <= x_last_vector {
                                        let mut next = x;
                                        while next <= x_end {
                                            let x = isize::min(next, x_last_vector);
                                            unsafe {
                                                compute_1::<
                                                    V,
                                                    UNIT,
                                                >(n, s, y, x, img_row_0, img_row_1, img_row_2, tall_out)
                                            };
                                            next += V::LANES as isize;
                                        }
                                    } else {
                                        for x in x..=x_end {
                                            unsafe {
                                                point_1::<
                                                    UNIT,
                                                >(n, s, y, x, img_row_0, img_row_1, img_row_2, tall_out)
                                            };
                                        }
                                    }
                                }
                            }
                            for y in isize::max(
                                isize::max(isize::max(0, tall_lowest), 0),
                                tall_done_row + 1,
                            )..=isize::min(
                                isize::min(
                                    isize::min(p.rows - 1, n.tall_y_first - 1),
                                    tall_due,
                                ),
                                p.rows - 1,
                            ) {
                                for x in 0..=p.cols - 1 {
                                    unsafe { compute_0::<rt::Scalar, UNIT>(n, s, y, x) };
                                }
                            }
                            for y in isize::max(
                                isize::max(
                                    isize::max(
                                        isize::max(n.tall_y_first, n.tall_y_last + 1),
                                        tall_lowest,
                                    ),
                                    0,
                                ),
                                tall_done_row + 1,
                            )..=isize::min(
                                isize::min(p.rows - 1, tall_due),
                                p.rows - 1,
                            ) {
                                for x in 0..=p.cols - 1 {
                                    unsafe { compute_0::<rt::Scalar, UNIT>(n, s, y, x) };
                                }
                            }
                            if step - start >= 0 {
                                for y in isize::max(
                                    n.out_y_first,
                                    step,
                                )..=isize::min(n.out_y_last, step) {
                                    {
                                        let tall_row_0 = s.tall.at([y - 1, 0]);
                                        let tall_row_1 = s.tall.at([y, 0]);
                                        let tall_row_2 = s.tall.at([y + 1, 0]);
                                        let out_out = n.out.at([y, 0]);
                                        let (x, x_end) = (0, p.cols - 1);
                                        let x_last_vector = x_end - (V::LANES as isize - 1);
                                        if x <= x_last_vector {
                                            let mut next = x;
                                            while next <= x_end {
                                                let x = isize::min(next, x_last_vector);
                                                unsafe {
                                                    compute_3::<
                                                        V,
                                                        UNIT,
                                                    >(n, s, y, x, tall_row_0, tall_row_1, tall_row_2, out_out)
                                                };
                                                next += V::LANES as isize;
                                            }
                                        } else {
                                            for x in x..=x_end {
                                                unsafe {
                                                    point_3::<
                                                        UNIT,
                                                    >(n, s, y, x, tall_row_0, tall_row_1, tall_row_2, out_out)
                                                };
                                            }
                                        }
                                    }
                                }
                                for y in isize::max(
                                    0,
                                    step,
                                )..=isize::min(
                                    isize::min(p.rows - 1, n.out_y_first - 1),
                                    step,
                                ) {
                                    for x in 0..=p.cols - 1 {
                                        unsafe { compute_2::<rt::Scalar, UNIT>(n, s, y, x) };
                                    }
                                }
                                for y in isize::max(
                                    isize::max(n.out_y_first, n.out_y_last + 1),
                                    step,
                                )..=isize::min(p.rows - 1, step) {
                                    for x in 0..=p.cols - 1 {
                                        unsafe { compute_2::<rt::Scalar, UNIT>(n, s, y, x) };
                                    }
                                }
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
                out: rt::Dst<f32, 2>,
            ) {
                let y_first = 0;
                let y_last = p.rows - 1;
                let tall_y_first = 1;
                let tall_y_last = p.rows - 2;
                let out_y_first = 1;
                let out_y_last = p.rows - 2;
                let n = Nest::<UNIT> {
                    p,
                    img,
                    out,
                    y_first,
                    y_last,
                    tall_y_first,
                    tall_y_last,
                    out_y_first,
                    out_y_last,
                };
                let iterations = rt::Rows::<1>::new([0], [((y_last - y_first) >> 7)]);
                unsafe {
                    rt::launch(
                        &Kernel0::<UNIT> { n, iterations },
                        iterations.len(),
                        n.out.points() / iterations.len().max(1),
                    )
                };
            }
        }
    }
}
