#[allow(unexpected_cfgs)]
const _: () = {
    #[cfg(rust_analyzer)]
    ::pipeline::__rt::editor_view! {
        [::pipeline] #[allow(missing_estimate)] pub fn halves < T : u8, f32 > (img : [T;
        2 * rows, cols]) -> (even, odd) { even(y, x) in [0..rows, 0..cols] = img(2 * y,
        x); odd(y, x) in [0..rows, 0..cols] = img(2 * y + 1, x) as i32; }
    }
};
///The pipeline `halves`.
///
/// # Errors
/// If the shapes of the inputs do not fit each other or the pipeline, or memory for
/// the result cannot be had.
#[allow(unexpected_cfgs)]
pub fn halves<T: halves::Element>(
    img: &(impl ::pipeline::AsView<T, 2> + ?Sized),
) -> ::core::result::Result<
    (::pipeline::Image<T::Output0, 2>, ::pipeline::Image<T::Output1, 2>),
    ::pipeline::Error,
> {
    <T as halves::Element>::call(::pipeline::AsView::as_view(img))
}
/// What belongs to the pipeline [`halves`](fn@halves).
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
pub mod halves {
    use ::pipeline::__rt as rt;
    /// The element types that the pipeline is compiled for.
    pub trait Element: rt::Element {
        /// Element type of a result.
        type Output0: rt::Element;
        /// Element type of a result.
        type Output1: rt::Element;
        #[doc(hidden)]
        const STAGES: &'static str;
        #[doc(hidden)]
        const PLAN: &'static rt::Plan;
        #[doc(hidden)]
        const LOOPS: &'static str;
        #[doc(hidden)]
        fn call(
            img: rt::View<'_, Self, 2>,
        ) -> ::core::result::Result<
            (::pipeline::Image<Self::Output0, 2>, ::pipeline::Image<Self::Output1, 2>),
            ::pipeline::Error,
        >;
        #[doc(hidden)]
        fn into(
            img: rt::View<'_, Self, 2>,
            even: rt::ViewMut<'_, Self::Output0, 2>,
            odd: rt::ViewMut<'_, Self::Output1, 2>,
        ) -> ::core::result::Result<(), ::pipeline::Error>;
        #[doc(hidden)]
        fn reference(
            img: rt::View<'_, Self, 2>,
        ) -> ::core::result::Result<
            (::pipeline::Image<Self::Output0, 2>, ::pipeline::Image<Self::Output1, 2>),
            ::pipeline::Error,
        >;
    }
    /// The pipeline into the caller's arrays, in the order of the results; no output is
    /// allocated.
    ///
    /// # Errors
    /// As the pipeline itself, and if an array has another shape than its result.
    pub fn into<T: Element>(
        img: &(impl ::pipeline::AsView<T, 2> + ?Sized),
        even: &mut (impl ::pipeline::AsViewMut<T::Output0, 2> + ?Sized),
        odd: &mut (impl ::pipeline::AsViewMut<T::Output1, 2> + ?Sized),
    ) -> ::core::result::Result<(), ::pipeline::Error> {
        <T as Element>::into(
            ::pipeline::AsView::as_view(img),
            ::pipeline::AsViewMut::as_view_mut(even),
            ::pipeline::AsViewMut::as_view_mut(odd),
        )
    }
    /// The same result, point by point from the stage graph, with nothing optimised.
    ///
    /// # Errors
    /// As the pipeline itself.
    pub fn reference<T: Element>(
        img: &(impl ::pipeline::AsView<T, 2> + ?Sized),
    ) -> ::core::result::Result<
        (::pipeline::Image<T::Output0, 2>, ::pipeline::Image<T::Output1, 2>),
        ::pipeline::Error,
    > {
        <T as Element>::reference(::pipeline::AsView::as_view(img))
    }
    /// The stage graph: what the pipeline computes, as text.
    pub fn stages<T: Element>() -> &'static str {
        T::STAGES
    }
    /// What the compiler decided, and for which estimates.
    pub fn plan<T: Element>() -> &'static ::pipeline::Plan {
        T::PLAN
    }
    /// The loop nest: how the pipeline computes it, as text.
    pub fn loops<T: Element>() -> &'static str {
        T::LOOPS
    }
    impl Element for u8 {
        type Output0 = u8;
        type Output1 = i32;
        const STAGES: &'static str = generated_u8::STAGES;
        const PLAN: &'static rt::Plan = generated_u8::PLAN;
        const LOOPS: &'static str = generated_u8::LOOPS;
        fn call(
            img: rt::View<'_, Self, 2>,
        ) -> ::core::result::Result<
            (::pipeline::Image<Self::Output0, 2>, ::pipeline::Image<Self::Output1, 2>),
            ::pipeline::Error,
        > {
            generated_u8::call(img)
        }
        fn into(
            img: rt::View<'_, Self, 2>,
            even: rt::ViewMut<'_, Self::Output0, 2>,
            odd: rt::ViewMut<'_, Self::Output1, 2>,
        ) -> ::core::result::Result<(), ::pipeline::Error> {
            generated_u8::into(img, even, odd)
        }
        fn reference(
            img: rt::View<'_, Self, 2>,
        ) -> ::core::result::Result<
            (::pipeline::Image<Self::Output0, 2>, ::pipeline::Image<Self::Output1, 2>),
            ::pipeline::Error,
        > {
            generated_u8::reference(img)
        }
    }
    impl Element for f32 {
        type Output0 = f32;
        type Output1 = i32;
        const STAGES: &'static str = generated_f32::STAGES;
        const PLAN: &'static rt::Plan = generated_f32::PLAN;
        const LOOPS: &'static str = generated_f32::LOOPS;
        fn call(
            img: rt::View<'_, Self, 2>,
        ) -> ::core::result::Result<
            (::pipeline::Image<Self::Output0, 2>, ::pipeline::Image<Self::Output1, 2>),
            ::pipeline::Error,
        > {
            generated_f32::call(img)
        }
        fn into(
            img: rt::View<'_, Self, 2>,
            even: rt::ViewMut<'_, Self::Output0, 2>,
            odd: rt::ViewMut<'_, Self::Output1, 2>,
        ) -> ::core::result::Result<(), ::pipeline::Error> {
            generated_f32::into(img, even, odd)
        }
        fn reference(
            img: rt::View<'_, Self, 2>,
        ) -> ::core::result::Result<
            (::pipeline::Image<Self::Output0, 2>, ::pipeline::Image<Self::Output1, 2>),
            ::pipeline::Error,
        > {
            generated_f32::reference(img)
        }
    }
    mod generated_u8 {
        use ::pipeline::__rt as rt;
        use ::core::cmp::{max, min};
        /// The stage graph, as text.
        pub(in super::super) const STAGES: &str = r"pipeline halves
size rows ~ 1024
size cols ~ 1024
input img: u8 [0..=2*rows - 1, 0..=cols - 1]
stage even(y, x): u8 in [0..=rows - 1, 0..=cols - 1] {
  case {
    %0: u8 = read img(2*y, x)
    yield %0
  }
}
stage odd(y, x): i32 in [0..=rows - 1, 0..=cols - 1] {
  case {
    %0: u8 = read img(2*y + 1, x)
    %1: i32 = cast %0
    yield %1
  }
}
output even
output odd
";
        /// What the compiler decided.
        pub(in super::super) const PLAN: &rt::Plan = &rt::Plan::new();
        /// The loop nest, as text.
        pub(in super::super) const LOOPS: &str = r"loops halves
sizes rows, cols
input img: u8 [0..=2*rows - 1, 0..=cols - 1]
output 0 even: u8 [0..=rows - 1, 0..=cols - 1]
output 1 odd: i32 [0..=rows - 1, 0..=cols - 1]

nest even_odd in up to 2 rows, strips in runs, 0 of 1000 again {
  compute #0 even(y, x) {
    %0: u8 = read img(2*y, x)
    yield %0
  }
  compute #1 odd(y, x) {
    %0: u8 = read img(2*y + 1, x)
    %1: i32 = cast %0
    yield %1
  }
  parallel for strip in 0..=(rows + 15)/16 - 1 by strips {
    let start = 16*strip
    let end = min(16*strips + 16*strip - 1, rows - 1)
    for number in 0..=(end - start)/2 {
      let step = start + 2*number
      let y_stop = min(start + 2*number + 1, end)
      for y in max(0, step)..=min(rows - 1, y_stop) {
        lanes of 8 bits for x in 0..=cols - 1: #0
      }
      for y in max(0, step)..=min(rows - 1, y_stop) {
        lanes of 32 bits for x in 0..=cols - 1: #1
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
        fn solve(img: rt::View<'_, u8, 2>) -> rt::Result<Params> {
            let mut p = Params { rows: 0, cols: 0 };
            p.cols = rt::solve_size(
                "img",
                1usize,
                img.shape()[1usize],
                (1, 0),
                ("cols", "cols"),
            )?;
            p.rows = rt::solve_size(
                "img",
                0usize,
                img.shape()[0usize],
                (2, 0),
                ("2*rows", "rows"),
            )?;
            Ok(p)
        }
        rt::domains! {
            p : & Params : #[doc = " First and last coordinates of `img`."] img_domain :
            2 = [0, 0], [2 * p.rows - 1, p.cols - 1]; #[doc =
            " First and last coordinates of `even`."] even_domain : 2 = [0, 0], [p.rows -
            1, p.cols - 1]; #[doc = " First and last coordinates of `odd`."] odd_domain :
            2 = [0, 0], [p.rows - 1, p.cols - 1];
        }
        pub(in super::super) fn call(
            img: rt::View<'_, u8, 2>,
        ) -> rt::Result<(rt::Image<u8, 2>, rt::Image<i32, 2>)> {
            let p = solve(img)?;
            let (lo, hi) = even_domain(&p);
            let even_shape = rt::output_shape(
                "even",
                lo,
                hi,
                &[("rows", p.rows), ("cols", p.cols)],
                ["", ""],
            )?;
            let (lo, hi) = odd_domain(&p);
            let odd_shape = rt::output_shape(
                "odd",
                lo,
                hi,
                &[("rows", p.rows), ("cols", p.cols)],
                ["", ""],
            )?;
            let mut even = unsafe { rt::Image::<u8, 2>::uninit(even_shape)? };
            let mut odd = unsafe { rt::Image::<i32, 2>::uninit(odd_shape)? };
            unsafe { run(p, img, even.view_mut(), odd.view_mut())? };
            Ok((even, odd))
        }
        pub(in super::super) fn into(
            img: rt::View<'_, u8, 2>,
            even: rt::ViewMut<'_, u8, 2>,
            odd: rt::ViewMut<'_, i32, 2>,
        ) -> rt::Result<()> {
            let p = solve(img)?;
            let (lo, hi) = even_domain(&p);
            let even_shape = rt::output_shape(
                "even",
                lo,
                hi,
                &[("rows", p.rows), ("cols", p.cols)],
                ["", ""],
            )?;
            let (lo, hi) = odd_domain(&p);
            let odd_shape = rt::output_shape(
                "odd",
                lo,
                hi,
                &[("rows", p.rows), ("cols", p.cols)],
                ["", ""],
            )?;
            rt::expect_shape("even", &even_shape, &even.shape())?;
            rt::expect_shape("odd", &odd_shape, &odd.shape())?;
            unsafe { run(p, img, even, odd) }
        }
        pub(in super::super) fn reference(
            img: rt::View<'_, u8, 2>,
        ) -> rt::Result<(rt::Image<u8, 2>, rt::Image<i32, 2>)> {
            let p = solve(img)?;
            let (lo, hi) = even_domain(&p);
            let even_shape = rt::output_shape(
                "even",
                lo,
                hi,
                &[("rows", p.rows), ("cols", p.cols)],
                ["", ""],
            )?;
            let (lo, hi) = odd_domain(&p);
            let odd_shape = rt::output_shape(
                "odd",
                lo,
                hi,
                &[("rows", p.rows), ("cols", p.cols)],
                ["", ""],
            )?;
            rt::Reference::room::<u8, 2>(even_shape)?;
            rt::Reference::room::<i32, 2>(odd_shape)?;
            let outputs = rt::Reference::new(STAGES)
                .size(p.rows)
                .size(p.cols)
                .input(img, img_domain(&p).0)?
                .evaluate()?;
            Ok((outputs.image::<u8, 2>(0usize), outputs.image::<i32, 2>(1usize)))
        }
        /// Runs the nests.
        ///
        /// # Safety
        /// The views must have the shapes of the domains under `p`.
        unsafe fn run(
            p: Params,
            img: rt::View<'_, u8, 2>,
            mut even: rt::ViewMut<'_, u8, 2>,
            mut odd: rt::ViewMut<'_, i32, 2>,
        ) -> rt::Result<()> {
            let img = rt::Src::of_view(img, img_domain(&p).0);
            let even = rt::Dst::of_view(&mut even, even_domain(&p).0);
            let odd = rt::Dst::of_view(&mut odd, odd_domain(&p).0);
            if img.step() == 1 && even.step() == 1 && odd.step() == 1 {
                stage_even_odd::run::<true>(p, img, even, odd);
            } else {
                stage_even_odd::run::<false>(p, img, even, odd);
            }
            Ok(())
        }
        /// Computes `even_odd`.
        mod stage_even_odd {
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
                img: rt::Src<u8, 2>,
                even: rt::Dst<u8, 2>,
                odd: rt::Dst<i32, 2>,
                strips: isize,
            }
            #[compute(vectors, x, short_0, n)]
            /// `even(y, x)`
            unsafe fn compute_0(
                y: isize,
                x: isize,
                img_row_0: *const u8,
                even_out: *mut u8,
            ) {
                ask_ahead::<V, _, UNIT, 1>(img_row_0, x, 4096);
                ask_ahead::<V, _, UNIT, 1>(even_out, x, 4096);
                let t0 = load::<V, u8, UNIT>(img_row_0, x, n.img.step());
                store::<V, u8, UNIT>(even_out, x, n.even.step(), t0);
            }
            #[compute(vectors, x, short_1, n)]
            /// `odd(y, x)`
            unsafe fn compute_1(
                y: isize,
                x: isize,
                img_row_0: *const u8,
                odd_out: *mut i32,
            ) {
                ask_ahead::<V, _, UNIT, 1>(img_row_0, x, 4096);
                ask_ahead::<V, _, UNIT, 1>(odd_out, x, 4096);
                let t1 = cast::<
                    V,
                    u8,
                    i32,
                >(load::<V, u8, UNIT>(img_row_0, x, n.img.step()));
                store::<V, i32, UNIT>(odd_out, x, n.odd.step(), t1);
            }
            struct Kernel0<const UNIT: bool> {
                n: Nest<UNIT>,
                iterations: rt::Rows<1>,
            }
            impl<const UNIT: bool> rt::Kernel for Kernel0<UNIT> {
                const NEST: &'static str = "even_odd";
                #[inline(always)]
                unsafe fn run<W: Widths>(&self, range: ::core::ops::Range<usize>) {
                    let n = &self.n;
                    let p = &n.p;
                    for iteration in range {
                        let [strip] = self.iterations.at(iteration);
                        let start = 16 * strip;
                        let end = min(16 * n.strips + 16 * strip - 1, p.rows - 1);
                        for number in 0..((end - start) >> 1) + 1 {
                            let step = start + 2 * number;
                            let y_stop = min(start + 2 * number + 1, end);
                            for y in max(0, step)..min(p.rows - 1, y_stop) + 1 {
                                __vectors!(
                                    x in 0, p.cols - 1 => Of8, compute_0 short_0(n, y, x)
                                    img_row_0 = n.img.at([2 * y, 0]), even_out = n.even.at([y,
                                    0])
                                );
                            }
                            for y in max(0, step)..min(p.rows - 1, y_stop) + 1 {
                                __vectors!(
                                    x in 0, p.cols - 1 => Of32, compute_1 short_1(n, y, x)
                                    img_row_0 = n.img.at([2 * y + 1, 0]), odd_out = n.odd.at([y,
                                    0])
                                );
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
                img: rt::Src<u8, 2>,
                even: rt::Dst<u8, 2>,
                odd: rt::Dst<i32, 2>,
            ) {
                let strips: isize = rt::strips_of_a_run(
                    rt::Rows::<1>::new([0], [((p.rows + 15) >> 4) - 1]).len(),
                    rt::Rows::<0>::new([], []).len(),
                    usize::saturating_add(even.points(), odd.points()),
                    0,
                );
                let n = Nest::<UNIT> {
                    p,
                    img,
                    even,
                    odd,
                    strips,
                };
                let iterations = rt::Rows::<1>::new([0], [((p.rows + 15) >> 4) - 1])
                    .by(0, strips);
                rt::launch(
                    &Kernel0::<UNIT> { n, iterations },
                    iterations.len(),
                    {
                        let strip: isize = 0;
                        ({
                            let start = 16 * strip;
                            let end = min(16 * strips + 16 * strip - 1, p.rows - 1);
                            ({
                                let number: isize = 0;
                                rt::extent(number, ((end - start) >> 1))
                                    .saturating_mul(
                                        ({
                                            let step = start + 2 * number;
                                            let y_stop = min(start + 2 * number + 1, end);
                                            usize::saturating_add(
                                                rt::extent(max(0, step), min(p.rows - 1, y_stop))
                                                    .saturating_mul(
                                                        rt::extent(0, p.cols - 1).saturating_mul(1),
                                                    ),
                                                rt::extent(max(0, step), min(p.rows - 1, y_stop))
                                                    .saturating_mul(rt::extent(0, p.cols - 1).saturating_mul(1)),
                                            )
                                        }),
                                    )
                            })
                        })
                    },
                );
            }
        }
    }
    mod generated_f32 {
        use ::pipeline::__rt as rt;
        use ::core::cmp::{max, min};
        /// The stage graph, as text.
        pub(in super::super) const STAGES: &str = r"pipeline halves
size rows ~ 1024
size cols ~ 1024
input img: f32 [0..=2*rows - 1, 0..=cols - 1]
stage even(y, x): f32 in [0..=rows - 1, 0..=cols - 1] {
  case {
    %0: f32 = read img(2*y, x)
    yield %0
  }
}
stage odd(y, x): i32 in [0..=rows - 1, 0..=cols - 1] {
  case {
    %0: f32 = read img(2*y + 1, x)
    %1: i32 = cast %0
    yield %1
  }
}
output even
output odd
";
        /// What the compiler decided.
        pub(in super::super) const PLAN: &rt::Plan = &rt::Plan::new();
        /// The loop nest, as text.
        pub(in super::super) const LOOPS: &str = r"loops halves
sizes rows, cols
input img: f32 [0..=2*rows - 1, 0..=cols - 1]
output 0 even: f32 [0..=rows - 1, 0..=cols - 1]
output 1 odd: i32 [0..=rows - 1, 0..=cols - 1]

nest even_odd in up to 4 rows {
  compute #0 even(y, x) {
    %0: f32 = read img(2*y, x)
    yield %0
  }
  compute #1 odd(y, x) {
    %0: f32 = read img(2*y + 1, x)
    %1: i32 = cast %0
    yield %1
  }
  parallel for strip in 0..=(rows + 11)/12 - 1 {
    let start = 12*strip
    let end = min(12*strip + 11, rows - 1)
    for y in max(0, start)..=min(rows - 1, end) {
      lanes of 32 bits for x in 0..=cols - 1: #0
    }
    for y in max(0, start)..=min(rows - 1, end) {
      lanes of 32 bits for x in 0..=cols - 1: #1
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
            p.cols = rt::solve_size(
                "img",
                1usize,
                img.shape()[1usize],
                (1, 0),
                ("cols", "cols"),
            )?;
            p.rows = rt::solve_size(
                "img",
                0usize,
                img.shape()[0usize],
                (2, 0),
                ("2*rows", "rows"),
            )?;
            Ok(p)
        }
        rt::domains! {
            p : & Params : #[doc = " First and last coordinates of `img`."] img_domain :
            2 = [0, 0], [2 * p.rows - 1, p.cols - 1]; #[doc =
            " First and last coordinates of `even`."] even_domain : 2 = [0, 0], [p.rows -
            1, p.cols - 1]; #[doc = " First and last coordinates of `odd`."] odd_domain :
            2 = [0, 0], [p.rows - 1, p.cols - 1];
        }
        pub(in super::super) fn call(
            img: rt::View<'_, f32, 2>,
        ) -> rt::Result<(rt::Image<f32, 2>, rt::Image<i32, 2>)> {
            let p = solve(img)?;
            let (lo, hi) = even_domain(&p);
            let even_shape = rt::output_shape(
                "even",
                lo,
                hi,
                &[("rows", p.rows), ("cols", p.cols)],
                ["", ""],
            )?;
            let (lo, hi) = odd_domain(&p);
            let odd_shape = rt::output_shape(
                "odd",
                lo,
                hi,
                &[("rows", p.rows), ("cols", p.cols)],
                ["", ""],
            )?;
            let mut even = unsafe { rt::Image::<f32, 2>::uninit(even_shape)? };
            let mut odd = unsafe { rt::Image::<i32, 2>::uninit(odd_shape)? };
            unsafe { run(p, img, even.view_mut(), odd.view_mut())? };
            Ok((even, odd))
        }
        pub(in super::super) fn into(
            img: rt::View<'_, f32, 2>,
            even: rt::ViewMut<'_, f32, 2>,
            odd: rt::ViewMut<'_, i32, 2>,
        ) -> rt::Result<()> {
            let p = solve(img)?;
            let (lo, hi) = even_domain(&p);
            let even_shape = rt::output_shape(
                "even",
                lo,
                hi,
                &[("rows", p.rows), ("cols", p.cols)],
                ["", ""],
            )?;
            let (lo, hi) = odd_domain(&p);
            let odd_shape = rt::output_shape(
                "odd",
                lo,
                hi,
                &[("rows", p.rows), ("cols", p.cols)],
                ["", ""],
            )?;
            rt::expect_shape("even", &even_shape, &even.shape())?;
            rt::expect_shape("odd", &odd_shape, &odd.shape())?;
            unsafe { run(p, img, even, odd) }
        }
        pub(in super::super) fn reference(
            img: rt::View<'_, f32, 2>,
        ) -> rt::Result<(rt::Image<f32, 2>, rt::Image<i32, 2>)> {
            let p = solve(img)?;
            let (lo, hi) = even_domain(&p);
            let even_shape = rt::output_shape(
                "even",
                lo,
                hi,
                &[("rows", p.rows), ("cols", p.cols)],
                ["", ""],
            )?;
            let (lo, hi) = odd_domain(&p);
            let odd_shape = rt::output_shape(
                "odd",
                lo,
                hi,
                &[("rows", p.rows), ("cols", p.cols)],
                ["", ""],
            )?;
            rt::Reference::room::<f32, 2>(even_shape)?;
            rt::Reference::room::<i32, 2>(odd_shape)?;
            let outputs = rt::Reference::new(STAGES)
                .size(p.rows)
                .size(p.cols)
                .input(img, img_domain(&p).0)?
                .evaluate()?;
            Ok((outputs.image::<f32, 2>(0usize), outputs.image::<i32, 2>(1usize)))
        }
        /// Runs the nests.
        ///
        /// # Safety
        /// The views must have the shapes of the domains under `p`.
        unsafe fn run(
            p: Params,
            img: rt::View<'_, f32, 2>,
            mut even: rt::ViewMut<'_, f32, 2>,
            mut odd: rt::ViewMut<'_, i32, 2>,
        ) -> rt::Result<()> {
            let img = rt::Src::of_view(img, img_domain(&p).0);
            let even = rt::Dst::of_view(&mut even, even_domain(&p).0);
            let odd = rt::Dst::of_view(&mut odd, odd_domain(&p).0);
            if img.step() == 1 && even.step() == 1 && odd.step() == 1 {
                stage_even_odd::run::<true>(p, img, even, odd);
            } else {
                stage_even_odd::run::<false>(p, img, even, odd);
            }
            Ok(())
        }
        /// Computes `even_odd`.
        mod stage_even_odd {
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
                even: rt::Dst<f32, 2>,
                odd: rt::Dst<i32, 2>,
            }
            #[compute(vectors, x, short_0, n)]
            /// `even(y, x)`
            unsafe fn compute_0(
                y: isize,
                x: isize,
                img_row_0: *const f32,
                even_out: *mut f32,
            ) {
                ask_ahead::<V, _, UNIT, 1>(img_row_0, x, 4096);
                ask_ahead::<V, _, UNIT, 1>(even_out, x, 4096);
                let t0 = load::<V, f32, UNIT>(img_row_0, x, n.img.step());
                store::<V, f32, UNIT>(even_out, x, n.even.step(), t0);
            }
            #[compute(vectors, x, short_1, n)]
            /// `odd(y, x)`
            unsafe fn compute_1(
                y: isize,
                x: isize,
                img_row_0: *const f32,
                odd_out: *mut i32,
            ) {
                ask_ahead::<V, _, UNIT, 1>(img_row_0, x, 4096);
                ask_ahead::<V, _, UNIT, 1>(odd_out, x, 4096);
                let t1 = cast::<
                    V,
                    f32,
                    i32,
                >(load::<V, f32, UNIT>(img_row_0, x, n.img.step()));
                store::<V, i32, UNIT>(odd_out, x, n.odd.step(), t1);
            }
            struct Kernel0<const UNIT: bool> {
                n: Nest<UNIT>,
                iterations: rt::Rows<1>,
            }
            impl<const UNIT: bool> rt::Kernel for Kernel0<UNIT> {
                const NEST: &'static str = "even_odd";
                #[inline(always)]
                unsafe fn run<W: Widths>(&self, range: ::core::ops::Range<usize>) {
                    let n = &self.n;
                    let p = &n.p;
                    for iteration in range {
                        let [strip] = self.iterations.at(iteration);
                        let start = 12 * strip;
                        let end = min(12 * strip + 11, p.rows - 1);
                        for y in max(0, start)..min(p.rows - 1, end) + 1 {
                            __vectors!(
                                x in 0, p.cols - 1 => Of32, compute_0 short_0(n, y, x)
                                img_row_0 = n.img.at([2 * y, 0]), even_out = n.even.at([y,
                                0])
                            );
                        }
                        for y in max(0, start)..min(p.rows - 1, end) + 1 {
                            __vectors!(
                                x in 0, p.cols - 1 => Of32, compute_1 short_1(n, y, x)
                                img_row_0 = n.img.at([2 * y + 1, 0]), odd_out = n.odd.at([y,
                                0])
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
                img: rt::Src<f32, 2>,
                even: rt::Dst<f32, 2>,
                odd: rt::Dst<i32, 2>,
            ) {
                let n = Nest::<UNIT> { p, img, even, odd };
                let iterations = rt::Rows::<
                    1,
                >::new([0], [(p.rows + 11).div_euclid(12) - 1]);
                rt::launch(
                    &Kernel0::<UNIT> { n, iterations },
                    iterations.len(),
                    {
                        let strip: isize = 0;
                        ({
                            let start = 12 * strip;
                            let end = min(12 * strip + 11, p.rows - 1);
                            usize::saturating_add(
                                rt::extent(max(0, start), min(p.rows - 1, end))
                                    .saturating_mul(
                                        rt::extent(0, p.cols - 1).saturating_mul(1),
                                    ),
                                rt::extent(max(0, start), min(p.rows - 1, end))
                                    .saturating_mul(rt::extent(0, p.cols - 1).saturating_mul(1)),
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
