//! Names that generated code, Rust or its prelude might use for themselves.

use pipeline::{Image, pipeline};

use crate::agree::agree;
use crate::common::assert_image;

pipeline! {
    fn into(p: [f32; n, rt], lane: f32, Self_: i32, acc: size) -> (out, range, generated)
    where n ~ 10, rt ~ 10
    {
        border p = clamp;
        t0(y, x) = p(y, x + 1) * lane;
        t1_2(lane_, t2) = t0(lane_, t2) + 1.0;
        out(lo, hi) = t1_2(lo, hi) - t0(lo, hi);
        range(src, dst) = out(src, dst) + Self_ as f32;
        generated(i) in [0..acc] = sum(t3 in 0..30; p(0, t3));
    }
}

pipeline! {
    fn any_case(values: [u8; Ok], V: u8) -> (Vec, call, Some, run, solve) {
        Vec(x) = values(x) + V;
        call(T) = Vec(T) * 2;
        Some(usize) = call(usize);
        run(p) = Some(p);
        solve(iteration) = max(iterations in 0..3; run(iteration / 4 + iterations)) + V;
    }
}

pipeline! {
    fn same(same: [u8; shape]) -> stages { stages(same_) = same(same_); }
}

pipeline! {
    fn params(Params: [i16; n, m], Kernel0: i16, Nest: i16) -> (stage_a, stage_b, compute_0) {
        stage_a(row, rows) = Params(row, rows) + Kernel0;
        stage_b(mask, index) = stage_a(mask, index) - Nest;
        compute_0(begin, end) = if stage_b(begin, end) > Kernel0 { Nest } else { 0 };
    }
}

// What generated modules import, and what the macros in them call their own.
pipeline! {
    fn imported(img: [u8; Isa, Border], store: u8) -> (Compute0, shrunk, turned, last)
    where Isa ~ 100, Border ~ 100
    {
        border img = clamp;
        Compute0(max, load) = img(max - 1, load + 1) + store;
        shrunk(min, load_every) in [0..Isa, 0..Border / 2] = Compute0(min, 2 * load_every);
        turned(Scalar, store_every) = img(store_every, Scalar);
        last(next, end) = img(next, end) + Compute0(next, end);
    }
}

pipeline! {
    fn unicode(größe: [f32; λ]) -> Ärger { Ärger(é) = größe(é) * 2.0; }
}

pipeline! {
    fn members(a: [u8; n]) -> (f[1], f_1, f_1_) {
        f[1](x) = a(x);
        f_1(x) = a(x) + 1;
        f_1_(x) = f[1](x) + f_1(x);
    }
}

pipeline! {
    fn keywords(r#fn: [u8; r#mod], r#match: u8) -> r#loop {
        r#loop(r#impl) = { let r#let = r#fn(r#impl); r#let + r#match };
    }
}

#[test]
fn names_do_not_collide() {
    let p = Image::from_fn([3, 17], |[y, x]| (y * 20 + x) as f32);
    let (out, range, generated) = agree!(into(&p, 2.0, 5, 2); a_, b_, c_);
    assert_image(&out, [3, 17], |_| 1.0);
    assert_image(&range, [3, 17], |_| 6.0);
    assert_image(&generated, [2], |_| (0..30).map(|i| i.min(16) as f32).sum());

    let a = Image::from_fn([17], |[x]| x as u8);
    let (_, _, some, _, last) = agree!(any_case(&a, 1); a_, b_, c_, d_, e_);
    assert_image(&some, [17], |[x]| (x as u8 + 1) * 2);
    assert_eq!(last[[16]], (4 + 2 + 1) * 2 + 1);
    assert_eq!(agree!(same(&a)), a);

    let a16 = Image::new([2, 9], 7i16);
    let (_, _, found) = agree!(params(&a16, 3, 4); a_, b_, c_);
    assert_image(&found, [2, 9], |_| 4);

    let img = Image::from_fn([9, 20], |[y, x]| (20 * y + x) as u8);
    let (first, shrunk, turned, last) = agree!(imported(&img, 5); a_, b_, c_, d_);
    assert_image(&shrunk, [9, 10], |[y, x]| img[[y.max(1) - 1, 2 * x + 1]] + 5);
    assert_image(&turned, [20, 9], |[y, x]| img[[x, y]]);
    assert_image(&last, [9, 20], |at| img[at].wrapping_add(first[at]));

    assert_eq!(agree!(unicode(&Image::new([2], 1.5))).as_slice(), [3.0; 2]);
    let (member, plain, under) = agree!(members(&a); a_, b_, c_);
    assert_eq!((member[[4]], plain[[4]], under[[4]]), (4, 5, 9));
    assert_eq!(agree!(keywords(&a, 9))[[8]], 17);
}
