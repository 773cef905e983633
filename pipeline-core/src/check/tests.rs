use super::*;
use crate::analysis::build::{Exprs, GraphBuilder, at, boxed, nonneg, zero};
use crate::analysis::infer::infer_domains;
use crate::ir::{
    BinaryOp, BorderMode, Domain, ElemType, ExprId, Index, Node, ReduceOp, Source, StageId, Value,
    VarId, WindowVar,
};
use crate::transform::split::split;

/// All messages about a pipeline, one a line.
fn messages(p: Pipeline) -> String {
    let (p, mut found) = infer_domains(p);
    found.extend(check(&split(p)));
    found.into_iter().map(|d| d.message).collect::<Vec<_>>().join("\n")
}

/// `[0..rows, 0..cols]`, more or less.
fn plane(b: &GraphBuilder, margin: i64) -> Domain {
    let last = |i: usize| b.size(i).offset(-1 + margin);
    boxed(&[(Affine::from(-margin), last(0)), (Affine::from(-margin), last(1))])
}

fn image(b: &mut GraphBuilder) -> Source {
    let extents = [b.size(0), b.size(1)];
    b.input("img", &extents)
}

#[test]
fn stencils_pyramids_and_interleaving_are_inside() {
    let mut b = GraphBuilder::new(&["rows", "cols"]);
    let (rows, y, x) = (b.size(0), b.var(0), b.var(1));
    b.constraint(nonneg(rows.offset(-64)), "rows >= 64");
    b.constraint(nonneg(b.size(1).offset(-64)), "cols >= 64");
    let img = image(&mut b);
    let mut levels = vec![img];
    for k in 1..=4 {
        let level = |i: usize| (Affine::from(0), b.size(i).floor_div(1 << k).offset(-1));
        let domain = boxed(&[level(0), level(1)]);
        let down = b.stage(&format!("down[{k}]"), &["y", "x"], Some(domain));
        let above = levels[k - 1];
        let taps: Vec<Vec<Affine>> =
            (0..4).map(|i| vec![y.scale(2).offset(i / 2), x.scale(2).offset(i % 2)]).collect();
        b.define(down, |e| e.taps(above, &taps));
        levels.push(Source::Stage(down));
    }
    let dims: Vec<_> =
        (0..2).map(|i| (Affine::from(0), b.size(i).floor_div(8).scale(2).offset(-1))).collect();
    let up = b.stage("up", &["y", "x"], Some(boxed(&dims)));
    let below = levels[3];
    b.define(up, |e| e.read(below, at(&[y.floor_div(2), x.floor_div(2)])));
    let dims = [(Affine::from(0), rows.scale(2).offset(-1)), (Affine::from(0), Affine::from(9))];
    let woven = b.stage("woven", &["y", "x"], Some(boxed(&dims)));
    b.define(woven, |e| {
        let even = e.read(img, at(&[y.floor_div(2), x.clone()]));
        let odd = e.read(img, at(&[y.offset(-1).floor_div(2), x.clone()]));
        let c = e.test(zero(y.modulo(2)));
        e.select(c, even, odd)
    });
    assert_eq!(messages(b.finish(&[up, woven])), "");
}

#[test]
fn a_read_outside_shows_the_figures() {
    let mut b = GraphBuilder::new(&["rows", "cols"]);
    let (rows, cols, y, x) = (b.size(0), b.size(1), b.var(0), b.var(1));
    let img = b.input("img", &[rows.offset(2), cols.offset(2)]);
    let dims = [(Affine::from(0), rows.offset(1)), (Affine::from(0), cols.offset(1))];
    let iy = b.stage("iy", &["y", "x"], Some(boxed(&dims)));
    b.define(iy, |e| e.taps(img, &[vec![y.offset(-1), x.clone()], vec![y.offset(1), x.clone()]]));
    let dx = b.window_var(iy, "dx");
    let sum = b.stage("sum", &["y", "x"], Some(plane(&b, 0)));
    let index = [y.clone(), x.sub(&dx.into())];
    let var = b.window_var(sum, "dx");
    assert_eq!(var, dx);
    b.define(sum, |e| {
        e.reduce(ReduceOp::Sum, vec![WindowVar::new(dx, -1, 3)], |e| e.read(img, at(&index)))
    });
    assert_eq!(
        messages(b.finish(&[iy])),
        "`img` is read at index -1 in dimension 0, outside its domain 0..=rows + 1: stage `iy` \
         reads img(y - 1, x) over y in 0..=rows + 1, at -1..=rows; for instance at rows = 6400, \
         y = 0. Shrink the domain, `iy(y, x) in [1..=rows + 1, 0..=cols + 1]`, or add \
         `border img = clamp;`\n\
         `img` is read at index -3 in dimension 1, outside its domain 0..=cols + 1: stage `sum` \
         reads img(y, x - dx) over x in 0..=cols - 1, dx in -1..=3, at -3..=cols; for instance \
         at cols = 6400, x = 0, dx = 3. Shrink the domain, \
         `sum(y, x) in [0..=rows - 1, 3..=cols - 1]`, or add `border img = clamp;`"
    );
}

#[test]
fn every_dimension_of_a_place_is_reported_once() {
    let mut b = GraphBuilder::new(&["rows", "cols"]);
    let (y, x) = (b.var(0), b.var(1));
    let img = image(&mut b);
    let f = b.stage("f", &["y", "x"], Some(plane(&b, 0)));
    b.define(f, |e| {
        e.locate(7);
        let (before, after) = ([y.offset(-1), x.offset(-1)], [y.offset(1), x.offset(1)]);
        e.taps(img, &[before.to_vec(), after.to_vec()])
    });
    let p = b.finish(&[f]);
    let found = check(&p);
    assert_eq!(found.iter().map(|d| d.loc.0).collect::<Vec<_>>(), [7, 7]);
    assert!(found[0].message.contains("dimension 0") && found[1].message.contains("dimension 1"));
}

#[test]
fn a_clause_is_proposed_where_the_estimates_are_fine() {
    let mut b = GraphBuilder::new(&["rows", "cols"]);
    let (rows, cols, y, x) = (b.size(0), b.size(1), b.var(0), b.var(1));
    let img = image(&mut b);
    let top =
        b.stage("top", &["y", "x"], Some(boxed(&[(0.into(), 11.into()), (0.into(), 0.into())])));
    b.define(top, |e| e.read(img, at(&[y.clone(), x.clone()])));
    let half = b.stage("half", &["y"], Some(boxed(&[(0.into(), rows.floor_div(2).offset(-1))])));
    b.define(half, |e| e.read(img, at(&[y.clone(), Affine::from(0)])));
    let up = b.stage("up", &["y"], Some(boxed(&[(0.into(), rows.offset(-1))])));
    b.define(up, |e| e.read(Source::Stage(half), at(&[y.floor_div(2)])));
    let turned = b.stage("turned", &["y"], Some(boxed(&[(0.into(), cols.offset(-1))])));
    b.define(turned, |e| e.read(img, at(&[y.clone(), y.clone()])));
    assert_eq!(
        messages(b.finish(&[top, up, turned])),
        "`img` is read at index 11 in dimension 0, outside its domain 0..=rows - 1: stage `top` \
         reads img(y, x) over y in 0..=11; for instance at rows = 1, y = 11. It holds when \
         rows >= 12: add `where rows >= 12`, or add `border img = clamp;`\n\
         `half` is read at index 0 in dimension 0, outside its domain 0..=rows/2 - 1: stage `up` \
         reads half(y/2) over y in 0..=rows - 1, at 0..=(rows + 1)/2 - 1; for instance at \
         rows = 1, y = 0. It holds when rows % 2 == 0: add `where rows % 2 == 0`, or add \
         `border half = clamp;`\n\
         `img` is read at index 6399 in dimension 0, outside its domain 0..=rows - 1: stage \
         `turned` reads img(y, y) over y in 0..=cols - 1; for instance at rows = 1, cols = 6400, \
         y = 6399. It holds when rows >= cols: add `where rows >= cols`, or add \
         `border img = clamp;`"
    );
}

#[test]
fn borders_and_unreached_reads_are_fine() {
    let mut b = GraphBuilder::new(&["rows", "cols"]);
    let (y, x) = (b.var(0), b.var(1));
    let img = image(&mut b);
    b.border(img, BorderMode::Mirror101);
    let other = b.input("other", &[b.size(0), b.size(1)]);
    let f = b.stage("f", &["y", "x"], Some(plane(&b, 0)));
    b.define(f, |e| {
        let out = e.read(img, at(&[y.offset(-9), x.offset(9)]));
        let guarded = e.read(other, at(&[y.offset(-1), x.clone()]));
        let c = e.test(nonneg(y.offset(-1)));
        e.select(c, guarded, out)
    });
    assert_eq!(messages(b.finish(&[f])), "");
}

/// `curve(e)` for a table of 256 entries.
fn table(f: impl FnOnce(&mut Exprs, Source, Source) -> ExprId) -> String {
    let mut b = GraphBuilder::new(&["rows", "cols"]);
    let curve = b.input("curve", &[Affine::from(256)]);
    let raw = b.typed_input("raw", ElemType::U16, &[b.size(0), b.size(1)]);
    let img = b.input("img", &[b.size(0), b.size(1)]);
    let f_ = b.stage("f", &["y", "x"], Some(plane(&b, 0)));
    b.define(f_, |e| {
        let index = f(e, raw, img);
        e.read(curve, vec![Index::Value(index)])
    });
    messages(b.finish(&[f_]))
}

fn here(e: &mut Exprs, source: Source) -> ExprId {
    e.read(source, at(&[VarId(0).into(), VarId(1).into()]))
}

#[test]
fn gathers_need_a_proof() {
    assert_eq!(
        table(|e, raw, _| here(e, raw)),
        "index `raw(y, x)` of `curve` (dimension 0) is not provably inside 0..=255: it is a u16, \
         range 0..=65535; wrap it in clamp(…, 0, 255)"
    );
    assert_eq!(
        table(|e, _, img| {
            let v = here(e, img);
            e.push(ElemType::I32, Node::Cast(v))
        }),
        "index `img(y, x) as i32` of `curve` (dimension 0) is not provably inside 0..=255: it is \
         an i32, range -2147483648..=2147483647; wrap it in clamp(…, 0, 255)"
    );
    // Through shifts, remainders, clamps, saturation and arithmetic.
    let fine: [fn(&mut Exprs, Source, Source) -> ExprId; 7] = [
        |e, raw, _| {
            let (v, s) = (here(e, raw), e.int(ElemType::U16, 8));
            e.binary(BinaryOp::Shr, v, s)
        },
        |e, raw, _| {
            let (v, m) = (here(e, raw), e.int(ElemType::U16, 256));
            e.binary(BinaryOp::Rem, v, m)
        },
        |e, raw, _| {
            let (v, m) = (here(e, raw), e.int(ElemType::U16, 255));
            e.binary(BinaryOp::And, v, m)
        },
        |e, raw, _| {
            let v = here(e, raw);
            e.push(ElemType::U8, Node::SaturatingCast(v))
        },
        |e, raw, _| {
            let v = here(e, raw);
            let v = e.push(ElemType::I32, Node::Cast(v));
            let (d, s) = (e.int(ElemType::I32, 257), e.int(ElemType::I32, 255));
            let v = e.binary(BinaryOp::Div, v, d);
            e.binary(BinaryOp::Sub, s, v)
        },
        |e, _, img| {
            let (v, lo, hi) = (here(e, img), e.float(-0.9), e.float(255.9));
            let v = e.binary(BinaryOp::Max, v, lo);
            let v = e.binary(BinaryOp::Min, v, hi);
            e.push(ElemType::I32, Node::Cast(v))
        },
        |e, _, img| {
            let (v, lo, hi) = (here(e, img), e.float(0.0), e.float(1.0));
            let v = e.binary(BinaryOp::Max, v, lo);
            let v = e.binary(BinaryOp::Min, v, hi);
            let (k, half) = (e.float(255.0), e.float(0.5));
            let v = e.binary(BinaryOp::Mul, v, k);
            let v = e.add(v, half);
            e.push(ElemType::I32, Node::Cast(v))
        },
    ];
    for index in fine {
        assert_eq!(table(index), "");
    }
}

#[test]
fn not_a_number_is_not_forgotten() {
    // max(1, x) passes not-a-number on, and min(…, 9) turns it to 9; the other way round the cast
    // makes it 0, outside a table that starts at 1.
    let shifted = |nan_first: bool| {
        let mut b = GraphBuilder::new(&["rows", "cols"]);
        let img = image(&mut b);
        let entries = boxed(&[(1.into(), 9.into())]);
        let curve = b.stage("curve", &["i"], Some(entries));
        b.define(curve, |e| e.float(1.0));
        let f = b.stage("f", &["y", "x"], Some(plane(&b, 0)));
        b.define(f, |e| {
            let (v, lo, hi) = (here(e, img), e.float(1.0), e.float(9.0));
            let v = e.binary(BinaryOp::Max, lo, v);
            let v = match nan_first {
                true => e.binary(BinaryOp::Min, v, hi),
                false => e.binary(BinaryOp::Min, hi, v),
            };
            let v = e.push(ElemType::I32, Node::Cast(v));
            e.read(Source::Stage(curve), vec![Index::Value(v)])
        });
        messages(b.finish(&[f]))
    };
    assert_eq!(shifted(true), "");
    assert_eq!(
        shifted(false),
        "index `min(9.0, max(1.0, img(y, x))) as i32` of `curve` (dimension 0) is not provably inside \
         1..=9: it is an i32, range 0..=9; wrap it in clamp(…, 1, 9)"
    );
}

#[test]
fn ranges_follow_definitions_and_sizes() {
    let mut b = GraphBuilder::new(&["rows", "cols"]);
    let cols = b.size(1);
    let img = image(&mut b);
    // The index of a column, clamped, kept in a stage and read elsewhere.
    let place = b.typed_stage("place", ElemType::I32, &["y", "x"], Some(plane(&b, 0)));
    b.define(place, |e| {
        let v = here(e, img);
        let v = e.push(ElemType::I32, Node::Cast(v));
        let (lo, hi) =
            (e.int(ElemType::I32, 0), e.push(ElemType::I32, Node::Index(cols.offset(-1))));
        let v = e.binary(BinaryOp::Max, v, lo);
        e.binary(BinaryOp::Min, v, hi)
    });
    let f = b.stage("f", &["y", "x"], Some(plane(&b, 0)));
    b.define(f, |e| {
        let v = here(e, Source::Stage(place));
        e.read(img, vec![Index::Affine(VarId(0).into()), Index::Value(v)])
    });
    let g = b.stage("g", &["y", "x"], Some(plane(&b, 0)));
    b.define(g, |e| {
        let (v, one) = (here(e, Source::Stage(place)), e.int(ElemType::I32, 1));
        let v = e.add(v, one);
        e.read(img, vec![Index::Affine(VarId(0).into()), Index::Value(v)])
    });
    assert_eq!(
        messages(b.finish(&[f, g])),
        "index `place(y, x) + 1` of `img` (dimension 1) is not provably inside 0..=cols - 1: it \
         is an i32, range 1..=cols; wrap it in clamp(…, 0, cols - 1)"
    );
}

/// A stage of an integer constant for each list of tests.
fn cases(tests: impl FnOnce(&GraphBuilder) -> Vec<Vec<crate::ir::Test>>) -> String {
    let mut b = GraphBuilder::new(&["rows", "cols"]);
    image(&mut b);
    let f = b.typed_stage("f", ElemType::I32, &["y", "x"], Some(plane(&b, 0)));
    for (i, tests) in tests(&b).into_iter().enumerate() {
        b.case(f, tests, |e| {
            e.push(ElemType::I32, Node::Const(Value::Int(ElemType::I32, i as i64)))
        });
    }
    messages(b.finish(&[f]))
}

#[test]
fn cases_that_fit() {
    // The boundary region of an image and its interior.
    let fit = cases(|b| {
        let (rows, y, x) = (b.size(0), b.var(0), b.var(1));
        vec![
            vec![zero(y.clone())],
            vec![nonneg(y.offset(-1)), zero(y.sub(&rows).offset(1))],
            vec![nonneg(y.offset(-1)), nonneg(rows.sub(&y).offset(-2)), zero(x.modulo(2))],
            vec![
                nonneg(y.offset(-1)),
                nonneg(rows.sub(&y).offset(-2)),
                zero(x.modulo(4).offset(-1)),
            ],
            vec![
                nonneg(y.offset(-1)),
                nonneg(rows.sub(&y).offset(-2)),
                zero(x.modulo(4).offset(-3)),
            ],
        ]
    });
    assert_eq!(fit, "");
}

#[test]
fn cases_that_overlap_or_leave_a_hole() {
    let overlap = cases(|b| {
        let (rows, y) = (b.size(0), b.var(0));
        vec![vec![nonneg(y.offset(-1))], vec![nonneg(rows.floor_div(2).sub(&y))]]
    });
    assert_eq!(overlap, "cases of `f` overlap, e.g. at y = 1, x = 0 (rows = 6400, cols = 6400)");
    // Only an image of one row shows this hole.
    let hole = cases(|b| {
        let (rows, y, x) = (b.size(0), b.var(0), b.var(1));
        let narrow = nonneg(rows.offset(-2));
        vec![
            vec![narrow.clone(), nonneg(y.offset(-1))],
            vec![narrow, nonneg(y.neg())],
            vec![nonneg(rows.neg().offset(1)), nonneg(x.offset(-3))],
        ]
    });
    assert_eq!(hole, "no case of `f` covers, e.g. y = 0, x = 0 (rows = 1, cols = 6400)");
    let odd = cases(|b| vec![vec![zero(b.var(1).modulo(2))]]);
    assert_eq!(odd, "no case of `f` covers, e.g. y = 0, x = 6399 (rows = 6400, cols = 6400)");
    let diagonal = cases(|b| {
        let diagonal = nonneg(b.var(0).sub(&b.var(1)));
        vec![vec![diagonal.clone()], vec![diagonal.negated()]]
    });
    assert_eq!(
        diagonal,
        "a case of `f` cannot depend on `y >= x`: a condition of a case compares one index \
         variable, or its remainder by at most 8; write `if y >= x { … } else { … }` inside one \
         definition\n\
         a case of `f` cannot depend on `x >= y + 1`: a condition of a case compares one index \
         variable, or its remainder by at most 8; write `if x >= y + 1 { … } else { … }` inside \
         one definition"
    );
}

#[test]
fn domains_sizes_and_estimates() {
    let mut b = GraphBuilder::new(&["rows", "cols", "n"]);
    let (rows, n, y) = (b.size(0), b.size(2), b.var(0));
    b.constraint(nonneg(rows.neg().offset(100)), "rows <= 100");
    b.estimate(1, 8);
    let img = b.input("img", &[rows.clone(), b.size(1).offset(-8)]);
    let deep = b.input("deep", &vec![Affine::from(2); 5]);
    let empty = b.stage("empty", &["y"], Some(boxed(&[(rows.clone(), 0.into())])));
    b.define(empty, |e| e.read(img, at(&[y.clone(), 0.into()])));
    let f = b.stage("f", &["y"], Some(boxed(&[(n.clone(), n.floor_div(7).offset(5000))])));
    b.define(f, |e| e.float(0.0));
    assert!(deep != img);
    assert_eq!(
        messages(b.finish(&[f])),
        "size `n` is determined by no input: add it to the parameters as `n: size`\n\
         the estimate violates `rows <= 100`: rows = 6400; change the estimate or the clause\n\
         the estimate violates the domain of input `img`: at cols = 8 dimension 1, 0..=cols - 9, \
         is 0..=-1, which has no value; raise the estimate\n\
         input `deep` has 5 dimensions: from 1 to 4 are possible\n\
         the domain of stage `empty` is empty: rows..=0 in dimension 0 has no value, whatever \
         the sizes are\n\
         the estimate violates the domain of stage `f`: at n = 6400 dimension 0, \
         n..=n/7 + 5000, is 6400..=5914, which has no value; raise the estimate"
    );
}

/// A hundred stages, with borders handled by conditions, check in little time.
#[test]
fn a_long_pipeline_is_checked_quickly() {
    let mut b = GraphBuilder::new(&["rows", "cols"]);
    let (rows, cols, y, x) = (b.size(0), b.size(1), b.var(0), b.var(1));
    let mut last = image(&mut b);
    let around: Vec<Vec<Affine>> =
        (0..9).map(|i| vec![y.offset(i / 3 - 1), x.offset(i % 3 - 1)]).collect();
    let mut id = StageId(0);
    for k in 0..100 {
        // Every fifth has its domain written and a condition for its boundary region.
        let written = k % 5 == 0;
        id = b.stage(
            &format!("f[{k}]"),
            &["y", "x"],
            written.then(|| {
                let margin = -i64::from(k) * 4 / 5;
                plane(&b, margin)
            }),
        );
        let source = last;
        b.define(id, |e| {
            if !written {
                return e.taps(source, &around);
            }
            let (first, middle) = (k * 4 / 5, e.read(source, at(&[y.clone(), x.clone()])));
            let inner = e.taps(source, &around);
            let sides = [
                nonneg(y.offset(-i64::from(first) - 1)),
                nonneg(x.offset(-i64::from(first) - 1)),
                nonneg(rows.sub(&y).offset(-i64::from(first) - 2)),
                nonneg(cols.sub(&x).offset(-i64::from(first) - 2)),
            ];
            let mut all = e.test(sides[0].clone());
            for side in &sides[1..] {
                let side = e.test(side.clone());
                all = e.binary(BinaryOp::And, all, side);
            }
            e.select(all, inner, middle)
        });
        last = Source::Stage(id);
    }
    b.constraint(nonneg(rows.offset(-512)), "rows >= 512");
    b.constraint(nonneg(cols.offset(-512)), "cols >= 512");
    let p = b.finish(&[id]);
    let start = std::time::Instant::now();
    let (p, problems) = infer_domains(p);
    let inferred = start.elapsed();
    assert!(problems.is_empty(), "{problems:?}");
    let p = split(p);
    let divided = start.elapsed();
    let found = check(&p);
    let checked = start.elapsed();
    assert!(found.is_empty(), "{found:?}");
    eprintln!(
        "inferred {inferred:?}, split {:?}, checked {:?}",
        divided - inferred,
        checked - divided
    );
    // Generous, for slow machines; about a tenth of it is usual.
    assert!(checked.as_secs_f64() < 2.0, "{checked:?}");
}

#[test]
fn a_bordered_stage_must_have_points() {
    let text = |constraint: &str, mode: &str| {
        format!(
            "pipeline p\nsize n ~ 64\n{constraint}input img: f32 [0..=n - 1]\n\
             stage inner(x): f32 in [5..=n - 6] border {mode} {{\n  case {{\n    \
             %0: f32 = read img(x)\n    yield %0\n  }}\n}}\n\
             stage out(x): f32 in [0..=n - 1] {{\n  case {{\n    \
             %0: f32 = read inner(x)\n    yield %0\n  }}\n}}\noutput out\n"
        )
    };
    let found = |constraint: &str, mode: &str| {
        messages(crate::ir::text::parse(&text(constraint, mode)).expect("a legal text"))
    };
    assert_eq!(
        found("", "clamp"),
        "`border inner = clamp` needs a point of `inner` to read, but its dimension 0 is \
         5..=n - 6, which may be empty; add `where n >= 11`, or use `constant(…)`"
    );
    assert_eq!(found("where n - 11 >= 0 \"n >= 11\"\n", "clamp"), "");
    assert_eq!(found("", "constant 0.0f32"), "");
}
