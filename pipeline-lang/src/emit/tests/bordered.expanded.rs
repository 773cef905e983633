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
        pub(in super::super) const STAGES: &str = r#"pipeline blend
size rows ~ 1024
size cols ~ 1024
where cols - 2 >= 0 "cols >= 2"
scalar weight: f32
input img: f32 [0..=rows - 1, 0..=cols - 1] border clamp
stage mean(y, x): f32 in [0..=rows - 1, 0..=cols - 1] {
  case {
    %0: f32 = read img(y - 1, x)
    %1: f32 = read img(y, x + 1)
    %2: f32 = add %0, %1
    %3: f32 = 0.5f32
    %4: f32 = mul %2, %3
    yield %4
  }
}
stage out(y, x): f32 in [0..=rows - 1, 0..=cols - 1] {
  case {
    %0: f32 = read img(y, x)
    %1: f32 = scalar weight
    %2: f32 = read mean(y, x)
    %3: f32 = 1.0f32
    %4: f32 = sub %3, %1
    %5: f32 = mul %2, %4
    %6: f32 = mul %0, %1
    %7: f32 = add %6, %5
    yield %7
  }
}
output out
"#;
        /// What the compiler decided.
        pub(in super::super) const PLAN: &rt::Plan = &rt::Plan::new();
        /// The loop nest, as text.
        pub(in super::super) const LOOPS: &str = r"loops blend
sizes rows, cols >= 2
scalars weight
input img: f32 [0..=rows - 1, 0..=cols - 1] border clamp
output 0 out: f32 [0..=rows - 1, 0..=cols - 1]

nest out in up to 8 rows {
  compute #0 ends_resolved out(y_at, x), out(y_at + 1, x), out(y_at + 2, x), out(y_at + 3, x), out(y_at + 4, x), out(y_at + 5, x), out(y_at + 6, x), out(y_at + 7, x) {
    %0: f32 = read img(y_at, x)
    %1: f32 = scalar weight
    %2: f32 = read img(y_at - 1, x)
    %3: f32 = read img(y_at, x + 1)
    %4: f32 = add %2, %3
    %5: f32 = 0.5f32
    %6: f32 = mul %4, %5
    %7: f32 = 1.0f32
    %8: f32 = sub %7, %1
    %9: f32 = mul %6, %8
    %10: f32 = mul %0, %1
    %11: f32 = add %10, %9
    %12: f32 = read img(y_at + 1, x)
    %13: f32 = read img(y_at + 1, x + 1)
    %14: f32 = add %0, %13
    %15: f32 = mul %14, %5
    %16: f32 = mul %15, %8
    %17: f32 = mul %12, %1
    %18: f32 = add %17, %16
    %19: f32 = read img(y_at + 2, x)
    %20: f32 = read img(y_at + 2, x + 1)
    %21: f32 = add %12, %20
    %22: f32 = mul %21, %5
    %23: f32 = mul %22, %8
    %24: f32 = mul %19, %1
    %25: f32 = add %24, %23
    %26: f32 = read img(y_at + 3, x)
    %27: f32 = read img(y_at + 3, x + 1)
    %28: f32 = add %19, %27
    %29: f32 = mul %28, %5
    %30: f32 = mul %29, %8
    %31: f32 = mul %26, %1
    %32: f32 = add %31, %30
    %33: f32 = read img(y_at + 4, x)
    %34: f32 = read img(y_at + 4, x + 1)
    %35: f32 = add %26, %34
    %36: f32 = mul %35, %5
    %37: f32 = mul %36, %8
    %38: f32 = mul %33, %1
    %39: f32 = add %38, %37
    %40: f32 = read img(y_at + 5, x)
    %41: f32 = read img(y_at + 5, x + 1)
    %42: f32 = add %33, %41
    %43: f32 = mul %42, %5
    %44: f32 = mul %43, %8
    %45: f32 = mul %40, %1
    %46: f32 = add %45, %44
    %47: f32 = read img(y_at + 6, x)
    %48: f32 = read img(y_at + 6, x + 1)
    %49: f32 = add %40, %48
    %50: f32 = mul %49, %5
    %51: f32 = mul %50, %8
    %52: f32 = mul %47, %1
    %53: f32 = add %52, %51
    %54: f32 = read img(y_at + 7, x)
    %55: f32 = read img(y_at + 7, x + 1)
    %56: f32 = add %47, %55
    %57: f32 = mul %56, %5
    %58: f32 = mul %57, %8
    %59: f32 = mul %54, %1
    %60: f32 = add %59, %58
    yield %11, %18, %25, %32, %39, %46, %53, %60
  }
  compute #1 ends_resolved out(y, x) {
    %0: f32 = read img(y, x)
    %1: f32 = scalar weight
    %2: f32 = read img(y - 1, x)
    %3: f32 = read img(y, x + 1)
    %4: f32 = add %2, %3
    %5: f32 = 0.5f32
    %6: f32 = mul %4, %5
    %7: f32 = 1.0f32
    %8: f32 = sub %7, %1
    %9: f32 = mul %6, %8
    %10: f32 = mul %0, %1
    %11: f32 = add %10, %9
    yield %11
  }
  compute #2 rows_and_ends_resolved out(y, x) {
    %0: f32 = read img(y, x)
    %1: f32 = scalar weight
    %2: f32 = read img(y - 1, x)
    %3: f32 = read img(y, x + 1)
    %4: f32 = add %2, %3
    %5: f32 = 0.5f32
    %6: f32 = mul %4, %5
    %7: f32 = 1.0f32
    %8: f32 = sub %7, %1
    %9: f32 = mul %6, %8
    %10: f32 = mul %0, %1
    %11: f32 = add %10, %9
    yield %11
  }
  parallel for y_block in 0..=(rows + 7)/8 - 2 {
    let y_at = 8*y_block + 1
    lanes of 32 bits for x in 0..=cols - 1: #0
  }
  parallel for y in max(1, 8*((rows + 7)/8) - 7)..=rows - 1 {
    lanes of 32 bits for x in 0..=cols - 1: #1
  }
  parallel for y in 0..=min(rows - 1, 0) {
    lanes of 32 bits for x in 0..=cols - 1: #2
  }
  parallel for y in max(1, rows)..=rows - 1 {
    lanes of 32 bits for x in 0..=cols - 1: #2
  }
}
";
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
        rt::domains! {
            p : & Params : #[doc = " First and last coordinates of `img`."] img_domain :
            2 = [0, 0], [p.rows - 1, p.cols - 1]; #[doc =
            " First and last coordinates of `out`."] out_domain : 2 = [0, 0], [p.rows -
            1, p.cols - 1];
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
            rt::compute_to_ends! {
                " `out(y_at, x)` to `out(y_at + 7, x)`" x : compute_0 short_0 n(y_at :
                isize, x : isize, img_row_0 : * const f32, img_row_1 : * const f32,
                img_row_2 : * const f32, img_row_3 : * const f32, img_row_4 : * const
                f32, img_row_5 : * const f32, img_row_6 : * const f32, img_row_7 : *
                const f32, img_row_8 : * const f32, out_out : * mut f32, out_out_1 : *
                mut f32, out_out_2 : * mut f32, out_out_3 : * mut f32, out_out_4 : * mut
                f32, out_out_5 : * mut f32, out_out_6 : * mut f32, out_out_7 : * mut f32)
                { let p = & n.p; ask_ahead:: < V, _, UNIT, 1 > (img_row_0, x, 512);
                ask_ahead:: < V, _, UNIT, 1 > (img_row_1, x, 512); ask_ahead:: < V, _,
                UNIT, 1 > (img_row_2, x, 512); ask_ahead:: < V, _, UNIT, 1 > (img_row_3,
                x, 512); ask_ahead:: < V, _, UNIT, 1 > (img_row_4, x, 512); ask_ahead:: <
                V, _, UNIT, 1 > (img_row_5, x, 512); ask_ahead:: < V, _, UNIT, 1 >
                (img_row_6, x, 512); ask_ahead:: < V, _, UNIT, 1 > (img_row_7, x, 512);
                ask_ahead:: < V, _, UNIT, 1 > (img_row_8, x, 512); ask_ahead:: < V, _,
                UNIT, 1 > (out_out, x, 512); ask_ahead:: < V, _, UNIT, 1 > (out_out_1, x,
                512); ask_ahead:: < V, _, UNIT, 1 > (out_out_2, x, 512); ask_ahead:: < V,
                _, UNIT, 1 > (out_out_3, x, 512); ask_ahead:: < V, _, UNIT, 1 >
                (out_out_4, x, 512); ask_ahead:: < V, _, UNIT, 1 > (out_out_5, x, 512);
                ask_ahead:: < V, _, UNIT, 1 > (out_out_6, x, 512); ask_ahead:: < V, _,
                UNIT, 1 > (out_out_7, x, 512); let t0 = load_to_ends:: < V, f32, UNIT,
                ENDS > (img_row_0, x, n.img.step(), n.img.ends(1), Border::Clamp); let t1
                = V::F32::splat(p.weight); let t5 = V::splat(0.5f32); let t8 =
                V::splat(1f32) - t1; let t11 = t0 * t1 + (load_to_ends:: < V, f32, UNIT,
                ENDS > (img_row_1, x, n.img.step(), n.img.ends(1), Border::Clamp) +
                load_to_ends:: < V, f32, UNIT, ENDS > (img_row_0, x + 1, n.img.step(), n
                .img.ends(1), Border::Clamp)) * t5 * t8; let t12 = load_to_ends:: < V,
                f32, UNIT, ENDS > (img_row_2, x, n.img.step(), n.img.ends(1),
                Border::Clamp); let t18 = t12 * t1 + (t0 + load_to_ends:: < V, f32, UNIT,
                ENDS > (img_row_2, x + 1, n.img.step(), n.img.ends(1), Border::Clamp)) *
                t5 * t8; let t19 = load_to_ends:: < V, f32, UNIT, ENDS > (img_row_3, x, n
                .img.step(), n.img.ends(1), Border::Clamp); let t25 = t19 * t1 + (t12 +
                load_to_ends:: < V, f32, UNIT, ENDS > (img_row_3, x + 1, n.img.step(), n
                .img.ends(1), Border::Clamp)) * t5 * t8; let t26 = load_to_ends:: < V,
                f32, UNIT, ENDS > (img_row_4, x, n.img.step(), n.img.ends(1),
                Border::Clamp); let t32 = t26 * t1 + (t19 + load_to_ends:: < V, f32,
                UNIT, ENDS > (img_row_4, x + 1, n.img.step(), n.img.ends(1),
                Border::Clamp)) * t5 * t8; let t33 = load_to_ends:: < V, f32, UNIT, ENDS
                > (img_row_5, x, n.img.step(), n.img.ends(1), Border::Clamp); let t39 =
                t33 * t1 + (t26 + load_to_ends:: < V, f32, UNIT, ENDS > (img_row_5, x +
                1, n.img.step(), n.img.ends(1), Border::Clamp)) * t5 * t8; let t40 =
                load_to_ends:: < V, f32, UNIT, ENDS > (img_row_6, x, n.img.step(), n.img
                .ends(1), Border::Clamp); let t46 = t40 * t1 + (t33 + load_to_ends:: < V,
                f32, UNIT, ENDS > (img_row_6, x + 1, n.img.step(), n.img.ends(1),
                Border::Clamp)) * t5 * t8; let t47 = load_to_ends:: < V, f32, UNIT, ENDS
                > (img_row_7, x, n.img.step(), n.img.ends(1), Border::Clamp); let t53 =
                t47 * t1 + (t40 + load_to_ends:: < V, f32, UNIT, ENDS > (img_row_7, x +
                1, n.img.step(), n.img.ends(1), Border::Clamp)) * t5 * t8; let t60 =
                load_to_ends:: < V, f32, UNIT, ENDS > (img_row_8, x, n.img.step(), n.img
                .ends(1), Border::Clamp) * t1 + (t47 + load_to_ends:: < V, f32, UNIT,
                ENDS > (img_row_8, x + 1, n.img.step(), n.img.ends(1), Border::Clamp)) *
                t5 * t8; store:: < V, f32, UNIT > (out_out, x, n.out.step(), t11);
                store:: < V, f32, UNIT > (out_out_1, x, n.out.step(), t18); store:: < V,
                f32, UNIT > (out_out_2, x, n.out.step(), t25); store:: < V, f32, UNIT >
                (out_out_3, x, n.out.step(), t32); store:: < V, f32, UNIT > (out_out_4,
                x, n.out.step(), t39); store:: < V, f32, UNIT > (out_out_5, x, n.out
                .step(), t46); store:: < V, f32, UNIT > (out_out_6, x, n.out.step(),
                t53); store:: < V, f32, UNIT > (out_out_7, x, n.out.step(), t60); }
            }
            rt::compute_to_ends! {
                " `out(y, x)`" x : compute_1 short_1 n(x : isize, y : isize, img_row_0 :
                * const f32, img_row_1 : * const f32, out_out : * mut f32) { let p = & n
                .p; ask_ahead:: < V, _, UNIT, 1 > (img_row_0, x, 4096); ask_ahead:: < V,
                _, UNIT, 1 > (img_row_1, x, 4096); ask_ahead:: < V, _, UNIT, 1 >
                (out_out, x, 4096); let t1 = V::F32::splat(p.weight); let t11 =
                load_to_ends:: < V, f32, UNIT, ENDS > (img_row_0, x, n.img.step(), n.img
                .ends(1), Border::Clamp) * t1 + (load_to_ends:: < V, f32, UNIT, ENDS >
                (img_row_1, x, n.img.step(), n.img.ends(1), Border::Clamp) +
                load_to_ends:: < V, f32, UNIT, ENDS > (img_row_0, x + 1, n.img.step(), n
                .img.ends(1), Border::Clamp)) * V::splat(0.5f32) * (V::splat(1f32) - t1);
                store:: < V, f32, UNIT > (out_out, x, n.out.step(), t11); }
            }
            rt::compute_to_ends! {
                " `out(y, x)`" x : compute_2 short_2 n(x : isize, y : isize, img_row_0 :
                * const f32, img_row_1 : * const f32, out_out : * mut f32) { let p = & n
                .p; ask_ahead:: < V, _, UNIT, 1 > (out_out, x, 4096); let t1 =
                V::F32::splat(p.weight); let t11 = load_to_ends:: < V, f32, UNIT, ENDS >
                (img_row_0, x, n.img.step(), n.img.ends(1), Border::Clamp) * t1 +
                (load_to_ends:: < V, f32, UNIT, ENDS > (img_row_1, x, n.img.step(), n.img
                .ends(1), Border::Clamp) + load_to_ends:: < V, f32, UNIT, ENDS >
                (img_row_0, x + 1, n.img.step(), n.img.ends(1), Border::Clamp)) *
                V::splat(0.5f32) * (V::splat(1f32) - t1); store:: < V, f32, UNIT >
                (out_out, x, n.out.step(), t11); }
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
                        let [y_block] = self.iterations.at(iteration);
                        let y_at = 8 * y_block + 1;
                        rt::vectors_to_ends!(
                            x in 0, p.cols - 1, rt::Inside { first : 0, last : p.cols - 2
                            }, rt::shortest([n.img.ends(1)]) => Of32, compute_0
                            short_0(n, y_at, x) img_row_0 = n.img.at([y_at, 0]),
                            img_row_1 = n.img.at([y_at - 1, 0]), img_row_2 = n.img
                            .at([y_at + 1, 0]), img_row_3 = n.img.at([y_at + 2, 0]),
                            img_row_4 = n.img.at([y_at + 3, 0]), img_row_5 = n.img
                            .at([y_at + 4, 0]), img_row_6 = n.img.at([y_at + 5, 0]),
                            img_row_7 = n.img.at([y_at + 6, 0]), img_row_8 = n.img
                            .at([y_at + 7, 0]), out_out = n.out.at([y_at, 0]), out_out_1
                            = n.out.at([y_at + 1, 0]), out_out_2 = n.out.at([y_at + 2,
                            0]), out_out_3 = n.out.at([y_at + 3, 0]), out_out_4 = n.out
                            .at([y_at + 4, 0]), out_out_5 = n.out.at([y_at + 5, 0]),
                            out_out_6 = n.out.at([y_at + 6, 0]), out_out_7 = n.out
                            .at([y_at + 7, 0])
                        );
                    }
                }
            }
            struct Kernel1<const UNIT: bool> {
                n: Nest<UNIT>,
                iterations: rt::Rows<1>,
            }
            impl<const UNIT: bool> rt::Kernel for Kernel1<UNIT> {
                const NEST: &'static str = "out";
                #[inline(always)]
                unsafe fn run<W: Widths>(&self, range: ::core::ops::Range<usize>) {
                    let n = &self.n;
                    let p = &n.p;
                    for iteration in range {
                        let [y] = self.iterations.at(iteration);
                        rt::vectors_to_ends!(
                            x in 0, p.cols - 1, rt::Inside { first : 0, last : p.cols - 2
                            }, rt::shortest([n.img.ends(1)]) => Of32, compute_1
                            short_1(n, x, y) img_row_0 = n.img.at([y, 0]), img_row_1 = n
                            .img.at([y - 1, 0]), out_out = n.out.at([y, 0])
                        );
                    }
                }
            }
            struct Kernel2<const UNIT: bool> {
                n: Nest<UNIT>,
                iterations: rt::Rows<1>,
            }
            impl<const UNIT: bool> rt::Kernel for Kernel2<UNIT> {
                const NEST: &'static str = "out";
                #[inline(always)]
                unsafe fn run<W: Widths>(&self, range: ::core::ops::Range<usize>) {
                    let n = &self.n;
                    let p = &n.p;
                    for iteration in range {
                        let [y] = self.iterations.at(iteration);
                        rt::vectors_to_ends!(
                            x in 0, p.cols - 1, rt::Inside { first : 0, last : p.cols - 2
                            }, rt::shortest([n.img.ends(1)]) => Of32, compute_2
                            short_2(n, x, y) img_row_0 = n.img.line_redirected([y, 0], 1,
                            Border::Clamp), img_row_1 = n.img.line_redirected([y - 1, 0],
                            1, Border::Clamp), out_out = n.out.at([y, 0])
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
                img: rt::Src<f32, 2>,
                out: rt::Dst<f32, 2>,
            ) {
                let n = Nest::<UNIT> { p, img, out };
                let iterations = rt::Rows::<1>::new([0], [((p.rows + 7) >> 3) - 2]);
                rt::launch(
                    &Kernel0::<UNIT> { n, iterations },
                    iterations.len(),
                    {
                        let y_block: isize = 0;
                        ({
                            let y_at = 8 * y_block + 1;
                            rt::extent(0, p.cols - 1).saturating_mul(8)
                        })
                    },
                );
                let iterations = rt::Rows::<
                    1,
                >::new([max(1, 8 * ((p.rows + 7) >> 3) - 7)], [p.rows - 1]);
                rt::launch(
                    &Kernel1::<UNIT> { n, iterations },
                    iterations.len(),
                    rt::extent(0, p.cols - 1).saturating_mul(1),
                );
                let iterations = rt::Rows::<1>::new([0], [min(p.rows - 1, 0)]);
                rt::launch(
                    &Kernel2::<UNIT> { n, iterations },
                    iterations.len(),
                    rt::extent(0, p.cols - 1).saturating_mul(1),
                );
                let iterations = rt::Rows::<1>::new([max(1, p.rows)], [p.rows - 1]);
                rt::launch(
                    &Kernel2::<UNIT> { n, iterations },
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
