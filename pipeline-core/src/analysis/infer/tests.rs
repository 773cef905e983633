use super::*;
use crate::analysis::build::{GraphBuilder, Random, at, boxed};
use crate::ir::{BorderMode, ReduceOp, Source};

/// `name: domain` for every stage, and the messages.
fn inferred(p: Pipeline) -> String {
    let (p, problems) = infer_domains(p);
    let sizes = p.size_names();
    let lines = p
        .stages
        .iter()
        .map(|s| format!("{}: {}", s.name, show::domain(&s.domain, &names(&sizes, s))));
    lines.chain(problems.into_iter().map(|d| d.message)).collect::<Vec<_>>().join("\n")
}

#[test]
fn harris() {
    let mut b = GraphBuilder::new(&["rows", "cols"]);
    let (rows, cols, y, x) = (b.size(0), b.size(1), b.var(0), b.var(1));
    let img = b.input("img", &[rows.offset(2), cols.offset(2)]);
    let vars = ["y", "x"];
    let around: Vec<Vec<Affine>> =
        (0..9).map(|i| vec![y.offset(i / 3 - 1), x.offset(i % 3 - 1)]).collect();
    let iy = b.stage("iy", &vars, None);
    b.define(iy, |e| e.taps(img, &around));
    let sxx = b.stage("sxx", &vars, None);
    let (dy, dx) = (b.window_var(sxx, "dy"), b.window_var(sxx, "dx"));
    let shifted = [y.add(&dy.into()), x.add(&dx.into())];
    b.define(sxx, |e| {
        e.reduce(ReduceOp::Sum, vec![WindowVar::new(dy, -1, 1), WindowVar::new(dx, -1, 1)], |e| {
            e.read(Source::Stage(iy), at(&shifted))
        })
    });
    let response = b.stage("response", &vars, None);
    b.define(response, |e| e.read(Source::Stage(sxx), at(&[y.clone(), x.clone()])));
    assert_eq!(
        inferred(b.finish(&[response])),
        "iy: [1..=rows, 1..=cols]\n\
         sxx: [2..=rows - 1, 2..=cols - 1]\n\
         response: [2..=rows - 1, 2..=cols - 1]"
    );
}

#[test]
fn sampling_and_a_pyramid() {
    let mut b = GraphBuilder::new(&["rows"]);
    let (rows, y) = (b.size(0), b.var(0));
    let img = b.input("img", &[rows]);
    let up = b.stage("up", &["y"], None);
    b.define(up, |e| e.taps(img, &[vec![y.floor_div(2)], vec![y.offset(1).floor_div(2)]]));
    let mut below = img;
    for k in 1..=4 {
        let down = b.stage(&format!("down[{k}]"), &["y"], None);
        b.define(down, |e| e.taps(below, &[vec![y.scale(2)], vec![y.scale(2).offset(1)]]));
        below = Source::Stage(down);
    }
    let smooth = b.stage("smooth", &["y"], None);
    b.define(smooth, |e| e.taps(img, &[vec![y.scale(2).offset(-1)], vec![y.scale(2).offset(1)]]));
    let parity = b.stage("parity", &["y"], None);
    b.define(parity, |e| e.taps(img, &[vec![y.clone()]]));
    assert_eq!(
        inferred(b.finish(&[up])),
        "up: [0..=2*rows - 2]\n\
         down[1]: [0..=(rows - 2)/2]\n\
         down[2]: [0..=(rows - 4)/4]\n\
         down[3]: [0..=(rows - 8)/8]\n\
         down[4]: [0..=(rows - 16)/16]\n\
         smooth: [1..=(rows - 2)/2]\n\
         parity: [0..=rows - 1]"
            .replace("(rows - 2)/2", "rows/2 - 1")
            .replace("(rows - 4)/4", "rows/4 - 1")
            .replace("(rows - 8)/8", "rows/8 - 1")
            .replace("(rows - 16)/16", "rows/16 - 1")
    );
}

#[test]
fn borders_drop_offsets_and_windows() {
    let mut b = GraphBuilder::new(&["rows", "cols"]);
    let (rows, cols, y, x) = (b.size(0), b.size(1), b.var(0), b.var(1));
    let img = b.input("img", &[rows.clone(), cols]);
    b.border(img, BorderMode::Clamp);
    let f = b.stage("f", &["y", "x"], None);
    b.define(f, |e| e.read(img, at(&[y.offset(-1), x.offset(1)])));
    let g = b.stage("g", &["y", "x"], None);
    let dy = b.window_var(g, "dy");
    let index = [y.scale(2).offset(1).add(&dy.into()), x.offset(3).floor_div(2)];
    b.define(g, |e| {
        e.reduce(ReduceOp::Sum, vec![WindowVar::new(dy, -2, 2)], |e| e.read(img, at(&index)))
    });
    let flip = b.stage("flip", &["y", "x"], None);
    b.define(flip, |e| e.read(img, at(&[rows.offset(-1).sub(&y), x.clone()])));
    let rgb = b.input("rgb", &[rows.clone(), 3.into()]);
    b.border(rgb, BorderMode::Clamp);
    let bgr = b.stage("bgr", &["y", "x"], None);
    b.define(bgr, |e| e.read(rgb, at(&[y.offset(1), x.neg().offset(2)])));
    assert_eq!(
        inferred(b.finish(&[f])),
        "f: [0..=rows - 1, 0..=cols - 1]\n\
         g: [0..=(rows + 1)/2 - 1, 0..=2*cols - 1]\n\
         flip: [0..=rows - 1, 0..=cols - 1]\n\
         bgr: [0..=rows - 1, 0..=2]"
    );
}

#[test]
fn several_bounds_stay_a_list() {
    let mut b = GraphBuilder::new(&["rows", "cols"]);
    let (rows, cols, y) = (b.size(0), b.size(1), b.var(0));
    let tall = b.input("tall", &[rows.offset(1)]);
    let wide = b.input("wide", &[cols]);
    let f = b.stage("f", &["y"], None);
    b.define(f, |e| {
        let a = e.taps(tall, &[vec![y.clone()], vec![y.offset(1)]]);
        let c = e.read(wide, at(std::slice::from_ref(&y)));
        e.add(a, c)
    });
    assert_eq!(inferred(b.finish(&[f])), "f: [0..=min(rows - 1, cols - 1)]");
}

#[test]
fn given_dimensions_help_and_stay() {
    let mut b = GraphBuilder::new(&["rows"]);
    let (rows, y, x) = (b.size(0), b.var(0), b.var(1));
    let img = b.input("img", std::slice::from_ref(&rows));
    let domain = Domain(vec![
        Interval::new(0.into(), 4.into()),
        Interval { lo: Vec::new(), hi: Vec::new() },
    ]);
    let f = b.stage("f", &["y", "x"], Some(domain));
    b.define(f, |e| e.read(img, at(&[x.sub(&y)])));
    let odd = b.stage("odd", &["y"], None);
    b.define(odd, |e| e.taps(img, &[vec![y.clone()], vec![y.modulo(1)]]));
    assert_eq!(inferred(b.finish(&[f])), "f: [0..=4, 4..=rows - 1]\nodd: [0..=rows - 1]");
}

#[test]
fn what_cannot_be_inferred() {
    let mut b = GraphBuilder::new(&["rows"]);
    let (rows, y, x) = (b.size(0), b.var(0), b.var(1));
    let img = b.input("img", std::slice::from_ref(&rows));
    let diagonal = b.stage("diagonal", &["y", "x"], None);
    b.define(diagonal, |e| e.read(img, at(&[y.add(&x)])));
    let wide = b.stage("wide", &["y", "x"], None);
    b.define(wide, |e| e.read(img, at(&[y.offset(1)])));
    let after = b.stage("after", &["y", "x"], None);
    b.define(after, |e| e.read(Source::Stage(wide), at(&[y.clone(), x.clone()])));
    let empty = b.stage("empty", &["y"], None);
    let small = b.stage("small", &["y"], Some(boxed(&[(0.into(), 1.into())])));
    b.define(small, |e| e.float(1.0));
    b.define(empty, |e| e.taps(Source::Stage(small), &[vec![y.offset(-1)], vec![y.offset(2)]]));
    assert_eq!(
        inferred(b.finish(&[after])),
        "diagonal: […..=…, …..=…]\n\
         wide: […..=…, …..=…]\n\
         after: […..=…, …..=…]\n\
         empty: […..=…]\n\
         small: [0..=1]\n\
         the domain of `diagonal` cannot be inferred from img(y + x): index `y + x` is not a \
         multiple of one variable, shifted and divided; write the domain, \
         `diagonal(y, x) in […..=…, …..=…]`\n\
         nothing that `wide` reads bounds `x`: write the domain, \
         `wide(y, x) in [-1..=rows - 2, …..=…]`\n\
         the domain of `empty` is empty: what it reads leaves `y` the range 1..=-1, in which \
         there is no value whatever the sizes are"
    );
}

#[test]
fn figures_stay_small_and_cycles_are_named() {
    let mut b = GraphBuilder::new(&["rows"]);
    let (rows, y) = (b.size(0), b.var(0));
    let mut last = b.input("img", &[rows]);
    for k in 0..6 {
        let up = b.stage(&format!("up[{k}]"), &["y"], None);
        b.define(up, |e| e.read(last, at(&[y.floor_div(256)])));
        last = Source::Stage(up);
    }
    let (a, c) = (b.stage("a", &["y"], None), b.stage("c", &["y"], None));
    for (reader, read) in [(a, c), (c, a)] {
        b.define(reader, |e| e.read(Source::Stage(read), at(std::slice::from_ref(&y))));
    }
    let mut p = b.finish(&[]);
    let cyclic = infer_domains(p.clone()).1;
    assert_eq!(
        cyclic[0].message,
        "stages depend on one another in a cycle: `a` reads `c` reads `a`"
    );
    p.stages.truncate(6);
    assert!(inferred(p).ends_with(
        "the inferred range of `y` in `up[5]`, 0..=281474976710656*rows - 1, has figures too \
         large to work with: write the domain, `up[5](y) in […]`"
    ));
}

/// On random reads the inferred box is the largest: every point of it reads inside, and no point
/// next to it does.
#[test]
fn boxes_are_the_largest() {
    let mut random = Random(42);
    let mut bounded = 0;
    for _ in 0..150 {
        let mut b = GraphBuilder::new(&["rows"]);
        let (rows, y) = (b.size(0), b.var(0));
        let extent = rows.scale(random.from(1, 2)).offset(random.from(0, 3));
        let img = b.input("img", &[extent.floor_div(random.from(1, 2)).offset(1)]);
        let f = b.stage("f", &["y"], None);
        let reads: Vec<Affine> = (0..random.from(1, 3))
            .map(|_| {
                let sign = if random.from(0, 4) == 0 { -1 } else { 1 };
                let inner = y.scale(sign * random.from(1, 3)).offset(random.from(-3, 3));
                inner.floor_div(random.from(1, 3)).offset(random.from(-2, 2))
            })
            .collect();
        let taps: Vec<Vec<Affine>> = reads.iter().map(|r| vec![r.clone()]).collect();
        b.define(f, |e| e.taps(img, &taps));
        let (p, problems) = infer_domains(b.finish(&[f]));
        for rows in 1..=9 {
            let last = p.inputs[0].domain.0[0].eval(&[rows], &[]).1;
            let inside = |v: i64| reads.iter().all(|r| (0..=last).contains(&r.eval(&[rows], &[v])));
            let expected: Vec<i64> = (-80..=80).filter(|v| inside(*v)).collect();
            if !problems.is_empty() {
                assert!(expected.is_empty(), "{expected:?}: {}", problems[0].message);
                continue;
            }
            let (lo, hi) = p.stages[0].domain.0[0].eval(&[rows], &[]);
            assert_eq!((lo..=hi).collect::<Vec<_>>(), expected, "{reads:?} at {rows}");
            bounded += 1;
        }
    }
    assert!(bounded > 900, "{bounded}");
}
