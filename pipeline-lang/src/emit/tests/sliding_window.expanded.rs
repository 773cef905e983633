#[allow(unexpected_cfgs)]
const _: () = {
    #[cfg(rust_analyzer)]
    ::pipeline::__rt::editor_view! {
        [::pipeline] pub fn soften(img : [f32; rows, cols]) -> out where rows ~ 4096,
        cols ~ 4096 { border img = clamp; border tall = clamp; tall(y, x) = stencil(img,
        0.25, [[1], [2], [1]]); out(y, x) = stencil(tall, 0.25, [[1], [2], [1]]); }
    }
};
///The pipeline `soften`.
///
/// # Errors
/// If the shapes of the inputs do not fit each other or the pipeline, or memory for
/// the result cannot be had.
#[allow(unexpected_cfgs)]
pub fn soften(
    img: &(impl ::pipeline::AsView<f32, 2> + ?Sized),
) -> ::core::result::Result<::pipeline::Image<f32, 2>, ::pipeline::Error> {
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
        img: &(impl ::pipeline::AsView<f32, 2> + ?Sized),
        out: &mut (impl ::pipeline::AsViewMut<f32, 2> + ?Sized),
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
        img: &(impl ::pipeline::AsView<f32, 2> + ?Sized),
    ) -> ::core::result::Result<::pipeline::Image<f32, 2>, ::pipeline::Error> {
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
size rows ~ 4096
size cols ~ 4096
input img: f32 [0..=rows - 1, 0..=cols - 1] border clamp
stage tall(y, x): f32 in [0..=rows - 1, 0..=cols - 1] border clamp {
  case {
    %0: f32 = read img(y - 1, x)
    %1: f32 = read img(y, x)
    %2: f32 = 2.0f32
    %3: f32 = read img(y + 1, x)
    %4: f32 = mul_add %2, %1, %0
    %5: f32 = add %4, %3
    %6: f32 = 0.25f32
    %7: f32 = mul %5, %6
    yield %7
  }
}
stage out(y, x): f32 in [0..=rows - 1, 0..=cols - 1] {
  case {
    %0: f32 = read tall(y - 1, x)
    %1: f32 = read tall(y, x)
    %2: f32 = 2.0f32
    %3: f32 = read tall(y + 1, x)
    %4: f32 = mul_add %2, %1, %0
    %5: f32 = add %4, %3
    %6: f32 = 0.25f32
    %7: f32 = mul %5, %6
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
input img: f32 [0..=rows - 1, 0..=cols - 1] border clamp
scratch [circular buffer of 4, 1024] tall: f32 [0..=rows - 1, 0..=cols - 1] border clamp
output 0 out: f32 [0..=rows - 1, 0..=cols - 1]

nest out in up to 2 rows {
  compute #0 tall(y_at, x), tall(y_at + 1, x) {
    %0: f32 = read img(y_at - 1, x)
    %1: f32 = read img(y_at, x)
    %2: f32 = 2.0f32
    %3: f32 = mul_add %2, %1, %0
    %4: f32 = read img(y_at + 1, x)
    %5: f32 = add %3, %4
    %6: f32 = 0.25f32
    %7: f32 = mul %5, %6
    %8: f32 = mul_add %2, %4, %1
    %9: f32 = read img(y_at + 2, x)
    %10: f32 = add %8, %9
    %11: f32 = mul %10, %6
    yield %7, %11
  }
  compute #1 tall(y, x) {
    %0: f32 = read img(y - 1, x)
    %1: f32 = read img(y, x)
    %2: f32 = 2.0f32
    %3: f32 = read img(y + 1, x)
    %4: f32 = mul_add %2, %1, %0
    %5: f32 = add %4, %3
    %6: f32 = 0.25f32
    %7: f32 = mul %5, %6
    yield %7
  }
  compute #2 rows_resolved tall(y, x) {
    %0: f32 = read img(y - 1, x)
    %1: f32 = read img(y, x)
    %2: f32 = 2.0f32
    %3: f32 = read img(y + 1, x)
    %4: f32 = mul_add %2, %1, %0
    %5: f32 = add %4, %3
    %6: f32 = 0.25f32
    %7: f32 = mul %5, %6
    yield %7
  }
  compute #3 out(y_at, x), out(y_at + 1, x) {
    %0: f32 = read tall(y_at - 1, x)
    %1: f32 = read tall(y_at, x)
    %2: f32 = 2.0f32
    %3: f32 = mul_add %2, %1, %0
    %4: f32 = read tall(y_at + 1, x)
    %5: f32 = add %3, %4
    %6: f32 = 0.25f32
    %7: f32 = mul %5, %6
    %8: f32 = mul_add %2, %4, %1
    %9: f32 = read tall(y_at + 2, x)
    %10: f32 = add %8, %9
    %11: f32 = mul %10, %6
    yield %7, %11
  }
  compute #4 out(y, x) {
    %0: f32 = read tall(y - 1, x)
    %1: f32 = read tall(y, x)
    %2: f32 = 2.0f32
    %3: f32 = read tall(y + 1, x)
    %4: f32 = mul_add %2, %1, %0
    %5: f32 = add %4, %3
    %6: f32 = 0.25f32
    %7: f32 = mul %5, %6
    yield %7
  }
  compute #5 rows_resolved out(y, x) {
    %0: f32 = read tall(y - 1, x)
    %1: f32 = read tall(y, x)
    %2: f32 = 2.0f32
    %3: f32 = read tall(y + 1, x)
    %4: f32 = mul_add %2, %1, %0
    %5: f32 = add %4, %3
    %6: f32 = 0.25f32
    %7: f32 = mul %5, %6
    yield %7
  }
  parallel for strip in 0..=(rows + 127)/128 - 1 {
    parallel for x_tile in 0..=(cols + 1023)/1024 - 1 {
      let start = 128*strip
      let end = min(128*strip + 127, rows - 1)
      let x_start = 1024*x_tile
      let x_end = min(1024*x_tile + 1023, cols - 1)
      scratch tall from (.., x_start) {
        for number in -1..=(end - start)/2 {
          let step = start + 2*number
          let y_stop = min(start + 2*number + 1, end)
          let tall_done_row = min(step, rows - 1)
          let y_from = max(1, start - 1, tall_done_row + 1)
          let y_to = min(rows - 2, y_stop + 1)
          for y_block in 0..=(y_to - y_from + 1)/2 - 1 {
            let y_at = y_from + 2*y_block
            lanes of 32 bits for x in max(0, x_start)..=min(cols - 1, x_end): #0
          }
          for y in max(y_from, y_from + 2*((y_to - y_from + 1)/2))..=y_to {
            lanes of 32 bits for x in max(0, x_start)..=min(cols - 1, x_end): #1
          }
          for y in max(0, start - 1, tall_done_row + 1)..=min(rows - 1, 0, y_stop + 1) {
            lanes of 32 bits for x in max(0, x_start)..=min(cols - 1, x_end): #2
          }
          for y in max(1, rows - 1, start - 1, tall_done_row + 1)..=min(rows - 1, y_stop + 1) {
            lanes of 32 bits for x in max(0, x_start)..=min(cols - 1, x_end): #2
          }
          when step - start >= 0 {
            let y_from#2 = max(1, step)
            let y_to#2 = min(rows - 2, y_stop)
            for y_block in 0..=(y_to#2 - y_from#2 + 1)/2 - 1 {
              let y_at = 2*y_block + y_from#2
              lanes of 32 bits for x in max(0, x_start)..=min(cols - 1, x_end): #3
            }
            for y in max(y_from#2, y_from#2 + 2*((y_to#2 - y_from#2 + 1)/2))..=y_to#2 {
              lanes of 32 bits for x in max(0, x_start)..=min(cols - 1, x_end): #4
            }
            for y in max(0, step)..=min(rows - 1, 0, y_stop) {
              lanes of 32 bits for x in max(0, x_start)..=min(cols - 1, x_end): #5
            }
            for y in max(1, rows - 1, step)..=min(rows - 1, y_stop) {
              lanes of 32 bits for x in max(0, x_start)..=min(cols - 1, x_end): #5
            }
          }
        }
      }
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
        rt::domains! {
            p : & Params : #[doc = " First and last coordinates of `img`."] img_domain :
            2 = [0, 0], [p.rows - 1, p.cols - 1]; #[doc =
            " First and last coordinates of `tall`."] tall_domain : 2 = [0, 0], [p.rows -
            1, p.cols - 1]; #[doc = " First and last coordinates of `out`."] out_domain :
            2 = [0, 0], [p.rows - 1, p.cols - 1];
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
            rt::Reference::room::<f32, 2>(out_shape)?;
            let outputs = rt::Reference::new(STAGES)
                .size(p.rows)
                .size(p.cols)
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
                out: rt::Dst<f32, 2>,
            }
            rt::scratch! {
                #[doc = r" The scratchpads of one task."] Scratch, SCRATCH_BYTES : tall :
                f32, 2, Slots0[0, 1] = Circular(4), Part(1024);
            }
            #[compute(vectors, x, short_0, n)]
            /// `tall(y_at, x)`, `tall(y_at + 1, x)`
            unsafe fn compute_0(
                s: &Scratch,
                y_at: isize,
                x: isize,
                img_row_0: *const f32,
                img_row_1: *const f32,
                img_row_2: *const f32,
                img_row_3: *const f32,
                tall_out: *mut f32,
                tall_out_1: *mut f32,
            ) {
                ask_ahead::<V, _, UNIT, 1>(img_row_2, x, n.img.bytes_on(0usize, 4));
                ask_ahead::<V, _, UNIT, 1>(img_row_3, x, n.img.bytes_on(0usize, 4));
                let t1 = load::<V, f32, UNIT>(img_row_1, x, n.img.step());
                let t2 = V::splat(2f32);
                let t4 = load::<V, f32, UNIT>(img_row_2, x, n.img.step());
                let t6 = V::splat(0.25f32);
                let t7 = (t2
                    .mul_add(t1, load::<V, f32, UNIT>(img_row_0, x, n.img.step())) + t4)
                    * t6;
                let t11 = (t2.mul_add(t4, t1)
                    + load::<V, f32, UNIT>(img_row_3, x, n.img.step())) * t6;
                V::store(tall_out, x, t7);
                V::store(tall_out_1, x, t11);
            }
            #[compute(vectors, x, short_1, n)]
            /// `tall(y, x)`
            unsafe fn compute_1(
                s: &Scratch,
                x: isize,
                y: isize,
                img_row_0: *const f32,
                img_row_1: *const f32,
                img_row_2: *const f32,
                tall_out: *mut f32,
            ) {
                ask_ahead::<V, _, UNIT, 1>(img_row_2, x, n.img.bytes_on(0usize, 2));
                let t7 = (V::splat(2f32)
                    .mul_add(
                        load::<V, f32, UNIT>(img_row_1, x, n.img.step()),
                        load::<V, f32, UNIT>(img_row_0, x, n.img.step()),
                    ) + load::<V, f32, UNIT>(img_row_2, x, n.img.step()))
                    * V::splat(0.25f32);
                V::store(tall_out, x, t7);
            }
            #[compute(vectors, x, short_2, n)]
            /// `tall(y, x)`
            unsafe fn compute_2(
                s: &Scratch,
                x: isize,
                y: isize,
                img_row_0: *const f32,
                img_row_1: *const f32,
                img_row_2: *const f32,
                tall_out: *mut f32,
            ) {
                let t7 = (V::splat(2f32)
                    .mul_add(
                        load::<V, f32, UNIT>(img_row_1, x, n.img.step()),
                        load::<V, f32, UNIT>(img_row_0, x, n.img.step()),
                    ) + load::<V, f32, UNIT>(img_row_2, x, n.img.step()))
                    * V::splat(0.25f32);
                V::store(tall_out, x, t7);
            }
            #[compute(vectors, x, short_3, n)]
            /// `out(y_at, x)`, `out(y_at + 1, x)`
            unsafe fn compute_3(
                s: &Scratch,
                y_at: isize,
                x: isize,
                tall_row_0: *const f32,
                tall_row_1: *const f32,
                tall_row_2: *const f32,
                tall_row_3: *const f32,
                out_out: *mut f32,
                out_out_1: *mut f32,
            ) {
                ask_ahead::<V, _, UNIT, 1>(out_out, x, n.out.bytes_on(0usize, 4));
                ask_ahead::<V, _, UNIT, 1>(out_out_1, x, n.out.bytes_on(0usize, 4));
                let t1 = V::load(tall_row_1, x);
                let t2 = V::splat(2f32);
                let t4 = V::load(tall_row_2, x);
                let t6 = V::splat(0.25f32);
                let t7 = (t2.mul_add(t1, V::load(tall_row_0, x)) + t4) * t6;
                let t11 = (t2.mul_add(t4, t1) + V::load(tall_row_3, x)) * t6;
                store::<V, f32, UNIT>(out_out, x, n.out.step(), t7);
                store::<V, f32, UNIT>(out_out_1, x, n.out.step(), t11);
            }
            #[compute(vectors, x, short_4, n)]
            /// `out(y, x)`; `out(y, x)`
            unsafe fn compute_4(
                s: &Scratch,
                x: isize,
                y: isize,
                tall_row_0: *const f32,
                tall_row_1: *const f32,
                tall_row_2: *const f32,
                out_out: *mut f32,
            ) {
                ask_ahead::<V, _, UNIT, 1>(out_out, x, n.out.bytes_on(0usize, 2));
                let t7 = (V::splat(2f32)
                    .mul_add(V::load(tall_row_1, x), V::load(tall_row_0, x))
                    + V::load(tall_row_2, x)) * V::splat(0.25f32);
                store::<V, f32, UNIT>(out_out, x, n.out.step(), t7);
            }
            struct Kernel0<const UNIT: bool> {
                n: Nest<UNIT>,
                iterations: rt::Rows<2>,
            }
            impl<const UNIT: bool> rt::Kernel for Kernel0<UNIT> {
                const NEST: &'static str = "out";
                #[inline(always)]
                unsafe fn run<W: Widths>(&self, range: ::core::ops::Range<usize>) {
                    let n = &self.n;
                    let p = &n.p;
                    for iteration in range {
                        let [strip, x_tile] = self.iterations.at(iteration);
                        let start = 128 * strip;
                        let end = min(128 * strip + 127, p.rows - 1);
                        let x_start = 1024 * x_tile;
                        let x_end = min(1024 * x_tile + 1023, p.cols - 1);
                        let mut stack = rt::Stack::<SCRATCH_BYTES>::new();
                        let mut arena = stack.arena();
                        let s = &Scratch {
                            tall: arena
                                .pad_from([None, Some(x_start)], super::tall_domain(p)),
                        };
                        for number in -1..((end - start) >> 1) + 1 {
                            let step = start + 2 * number;
                            let y_stop = min(start + 2 * number + 1, end);
                            let tall_done_row = min(step, p.rows - 1);
                            let y_from = max(max(1, start - 1), tall_done_row + 1);
                            let y_to = min(p.rows - 2, y_stop + 1);
                            for y_block in 0..((y_to - y_from + 1) >> 1) - 1 + 1 {
                                let y_at = y_from + 2 * y_block;
                                __vectors!(
                                    x in max(0, x_start), min(p.cols - 1, x_end) => Of32,
                                    compute_0 short_0(n, s, y_at, x) img_row_0 = n.img.at([y_at
                                    - 1, 0]), img_row_1 = n.img.at([y_at, 0]), img_row_2 = n.img
                                    .at([y_at + 1, 0]), img_row_3 = n.img.at([y_at + 2, 0]),
                                    tall_out = s.tall.at([y_at, 0]), tall_out_1 = s.tall
                                    .at([y_at + 1, 0])
                                );
                            }
                            for y in max(
                                y_from,
                                y_from + 2 * ((y_to - y_from + 1) >> 1),
                            )..y_to + 1
                            {
                                __vectors!(
                                    x in max(0, x_start), min(p.cols - 1, x_end) => Of32,
                                    compute_1 short_1(n, s, x, y) img_row_0 = n.img.at([y - 1,
                                    0]), img_row_1 = n.img.at([y, 0]), img_row_2 = n.img.at([y +
                                    1, 0]), tall_out = s.tall.at([y, 0])
                                );
                            }
                            for y in max(
                                max(0, start - 1),
                                tall_done_row + 1,
                            )..min(min(p.rows - 1, 0), y_stop + 1) + 1
                            {
                                __vectors!(
                                    x in max(0, x_start), min(p.cols - 1, x_end) => Of32,
                                    compute_2 short_2(n, s, x, y) img_row_0 = n.img
                                    .line_redirected([y - 1, 0], 1, Border::Clamp), img_row_1 =
                                    n.img.line_redirected([y, 0], 1, Border::Clamp), img_row_2 =
                                    n.img.line_redirected([y + 1, 0], 1, Border::Clamp),
                                    tall_out = s.tall.at([y, 0])
                                );
                            }
                            for y in max(
                                max(max(1, p.rows - 1), start - 1),
                                tall_done_row + 1,
                            )..min(p.rows - 1, y_stop + 1) + 1
                            {
                                __vectors!(
                                    x in max(0, x_start), min(p.cols - 1, x_end) => Of32,
                                    compute_2 short_2(n, s, x, y) img_row_0 = n.img
                                    .line_redirected([y - 1, 0], 1, Border::Clamp), img_row_1 =
                                    n.img.line_redirected([y, 0], 1, Border::Clamp), img_row_2 =
                                    n.img.line_redirected([y + 1, 0], 1, Border::Clamp),
                                    tall_out = s.tall.at([y, 0])
                                );
                            }
                            if step - start >= 0 {
                                let y_from_2 = max(1, step);
                                let y_to_2 = min(p.rows - 2, y_stop);
                                for y_block in 0..((y_to_2 - y_from_2 + 1) >> 1) - 1 + 1 {
                                    let y_at = 2 * y_block + y_from_2;
                                    __vectors!(
                                        x in max(0, x_start), min(p.cols - 1, x_end) => Of32,
                                        compute_3 short_3(n, s, y_at, x) tall_row_0 = s.tall
                                        .at([y_at - 1, 0]), tall_row_1 = s.tall.at([y_at, 0]),
                                        tall_row_2 = s.tall.at([y_at + 1, 0]), tall_row_3 = s.tall
                                        .at([y_at + 2, 0]), out_out = n.out.at([y_at, 0]), out_out_1
                                        = n.out.at([y_at + 1, 0])
                                    );
                                }
                                for y in max(
                                    y_from_2,
                                    y_from_2 + 2 * ((y_to_2 - y_from_2 + 1) >> 1),
                                )..y_to_2 + 1
                                {
                                    __vectors!(
                                        x in max(0, x_start), min(p.cols - 1, x_end) => Of32,
                                        compute_4 short_4(n, s, x, y) tall_row_0 = s.tall.at([y - 1,
                                        0]), tall_row_1 = s.tall.at([y, 0]), tall_row_2 = s.tall
                                        .at([y + 1, 0]), out_out = n.out.at([y, 0])
                                    );
                                }
                                for y in max(0, step)..min(min(p.rows - 1, 0), y_stop) + 1 {
                                    __vectors!(
                                        x in max(0, x_start), min(p.cols - 1, x_end) => Of32,
                                        compute_4 short_4(n, s, x, y) tall_row_0 = s.tall
                                        .line_redirected([y - 1, 0], 1, Border::Clamp), tall_row_1 =
                                        s.tall.line_redirected([y, 0], 1, Border::Clamp), tall_row_2
                                        = s.tall.line_redirected([y + 1, 0], 1, Border::Clamp),
                                        out_out = n.out.at([y, 0])
                                    );
                                }
                                for y in max(
                                    max(1, p.rows - 1),
                                    step,
                                )..min(p.rows - 1, y_stop) + 1
                                {
                                    __vectors!(
                                        x in max(0, x_start), min(p.cols - 1, x_end) => Of32,
                                        compute_4 short_4(n, s, x, y) tall_row_0 = s.tall
                                        .line_redirected([y - 1, 0], 1, Border::Clamp), tall_row_1 =
                                        s.tall.line_redirected([y, 0], 1, Border::Clamp), tall_row_2
                                        = s.tall.line_redirected([y + 1, 0], 1, Border::Clamp),
                                        out_out = n.out.at([y, 0])
                                    );
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
                let n = Nest::<UNIT> { p, img, out };
                let iterations = rt::Rows::<
                    2,
                >::new([0, 0], [((p.rows + 127) >> 7) - 1, ((p.cols + 1023) >> 10) - 1]);
                rt::launch(
                    &Kernel0::<UNIT> { n, iterations },
                    iterations.len(),
                    n.out.points() / iterations.len().max(1),
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
