use super::super::inline::inline;
use super::*;
use crate::analysis::together::RowPrices;
use crate::array::Array;
use crate::ir::Value;
use crate::ir::text::parse;
use crate::reference::evaluate;
use crate::scalar::StdMaths;

fn ordered(p: Pipeline, float: FloatOrder) -> Pipeline {
    order_sums(p, float).pipeline
}

/// A stage `s` of `ty` over a `rows × cols` window of `i(y + dy, x + dx)`, from `first` on.
fn window(ty: &str, rows: i64, cols: i64, border: &str) -> Pipeline {
    let mut block = String::new();
    let mut terms = Vec::new();
    for (dy, dx) in (0..rows).flat_map(|dy| (0..cols).map(move |dx| (dy, dx))) {
        let at = terms.len();
        let (y, x) = (dy - rows / 2, dx - cols / 2);
        block += &format!("%{at}: {ty} = read i(y + {y}, x + {x})\n").replace("+ -", "- ");
        terms.push(format!("%{at}"));
    }
    let n = terms.len();
    block += &format!("%{n}: {ty} = combine sum {}\nyield %{n}", terms.join(", "));
    let text = format!(
        "pipeline p size h ~ 9 size w ~ 9 input i: {ty} [0..=h - 1, 0..=w - 1]{border}\n\
         stage s(y, x): {ty} in [{}..=h - {}, {}..=w - {}] {{ case {{ {block} }} }} output s",
        rows / 2,
        rows - rows / 2,
        cols / 2,
        cols - cols / 2,
    );
    parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"))
}

fn lines(p: &Pipeline, stage: &str) -> Vec<String> {
    let printed = p.to_string();
    let from = printed.lines().skip_while(|l| !l.starts_with(&format!("stage {stage}(")));
    from.take_while(|l| *l != "}").map(|l| l.trim().to_string()).collect()
}

#[test]
fn columns_become_a_stage() {
    let p = ordered(window("f32", 3, 3, ""), FloatOrder::Free);
    let expected = [
        "stage s_columns(y, x): f32 in [1..=h - 2, 0..=w - 1] {",
        "case {",
        "%0: f32 = read i(y - 1, x)",
        "%1: f32 = read i(y, x)",
        "%2: f32 = read i(y + 1, x)",
        "%3: f32 = add %0, %1",
        "%4: f32 = add %3, %2",
        "yield %4",
        "}",
    ];
    assert_eq!(lines(&p, "s_columns"), expected);
    let expected = [
        "stage s(y, x): f32 in [1..=h - 2, 1..=w - 2] {",
        "case {",
        "%0: f32 = read s_columns(y, x - 1)",
        "%1: f32 = read s_columns(y, x)",
        "%2: f32 = read s_columns(y, x + 1)",
        "%3: f32 = add %0, %1",
        "%4: f32 = add %3, %2",
        "yield %4",
        "}",
    ];
    assert_eq!(lines(&p, "s"), expected);
}

#[test]
fn under_a_border_the_columns_reach_beyond_the_domain() {
    let p = ordered(window("u8", 3, 5, " border clamp"), FloatOrder::Strict);
    assert!(lines(&p, "s_columns")[0].ends_with("in [1..=h - 2, 0..=w - 1] {"));
    assert_eq!(lines(&p, "s").iter().filter(|l| l.contains("read s_columns")).count(), 5);
}

/// A window over all points of a picture that repeats, or of most of them.
fn around(x_from: i64) -> Pipeline {
    let text = window("f32", 3, 3, " border repeat").to_string();
    let whole =
        text.replacen("[1..=h - 2, 1..=w - 2]", &format!("[0..=h - 1, {x_from}..=w - 1]"), 1);
    parse(&whole).unwrap_or_else(|e| panic!("{e}\n{whole}"))
}

#[test]
fn columns_of_what_repeats_repeat() {
    let p = ordered(around(0), FloatOrder::Free);
    let head = "stage s_columns(y, x): f32 in [0..=h - 1, 0..=w - 1] border repeat {";
    assert_eq!(lines(&p, "s_columns")[0], head);
    // A point less is no period.
    let p = ordered(around(1), FloatOrder::Free);
    let head = "stage s_columns(y, x): f32 in [0..=h - 1, 0..=w] {";
    assert_eq!(lines(&p, "s_columns")[0], head);
    for x_from in [0, 1] {
        let ordered = order_sums(around(x_from), FloatOrder::Free);
        let one = inline(ordered.pipeline.clone(), &RowPrices::default(), &|s| {
            ordered.written.as_written(s)
        });
        assert_eq!(one.inlined, ["s_columns"]);
        for (h, w) in [(7, 9), (2, 3), (1, 1)] {
            let image = Array::from_fn(ElemType::F32, &[0, 0], &[h, w], |p| {
                Value::F32((p[0] * 91 + p[1] * 37) as f32 * 1.01)
            });
            let run = |p: &Pipeline| {
                let sizes = [h as i64, w as i64];
                evaluate(p, &sizes, &[], std::slice::from_ref(&image), &StdMaths).expect("a result")
            };
            let difference = run(&ordered.pipeline)[0].first_difference(&run(&one.pipeline)[0]);
            assert!(difference.is_none(), "{difference:?}");
        }
    }
}

#[test]
fn strict_floats_are_combined_as_written() {
    let p = ordered(window("f32", 3, 3, ""), FloatOrder::Strict);
    assert_eq!(p.stages.len(), 1);
    let adds: Vec<String> = lines(&p, "s").into_iter().filter(|l| l.contains("= add")).collect();
    assert_eq!(adds[0], "%9: f32 = add %0, %1");
    assert_eq!(adds[7], "%16: f32 = add %15, %8");
}

#[test]
fn small_windows_are_combined_row_by_row() {
    let p = ordered(window("f32", 2, 3, ""), FloatOrder::Free);
    assert_eq!(p.stages.len(), 1);
    let adds: Vec<String> = lines(&p, "s").into_iter().filter(|l| l.contains("= add")).collect();
    let expected = [
        "%6: f32 = add %0, %1",
        "%7: f32 = add %6, %2",
        "%8: f32 = add %3, %4",
        "%9: f32 = add %8, %5",
        "%10: f32 = add %7, %9",
    ];
    assert_eq!(adds, expected);
}

#[test]
fn windows_with_holes_or_weights_stay_whole() {
    // Nine points, one of which is another one.
    let mut p = window("f32", 3, 3, "");
    let Node::Read { index, .. } = &mut p.stages[0].cases[0].value.exprs[8].node else {
        panic!("a read")
    };
    index[1] = Index::Affine(Affine::from(VarId(1)).offset(-1));
    assert_eq!(ordered(p, FloatOrder::Free).stages.len(), 1);
    // A weight.
    let mut p = window("f32", 3, 3, "");
    let block = &mut p.stages[0].cases[0].value;
    let like = block.exprs[0].clone();
    let node = Node::Unary(crate::ir::UnaryOp::Neg, ExprId(0));
    block.exprs.insert(9, Expr { node, ..like });
    let Node::Combine { terms, .. } = &mut block.exprs[10].node else { panic!("a window") };
    terms[0] = ExprId(9);
    block.result = ExprId(10);
    assert_eq!(ordered(p, FloatOrder::Free).stages.len(), 1);
}

#[test]
fn integers_have_the_sums_they_had() {
    for (rows, cols, border) in [(3, 3, ""), (5, 3, " border mirror"), (2, 4, " border repeat")] {
        let written = window("u8", rows, cols, border);
        let ordered = super::tests::ordered(written.clone(), FloatOrder::Free);
        assert_eq!(ordered.stages.len() > 1, rows >= 3);
        for (h, w) in [(9, 7), (5, 3), (6, 2), (2, 9)] {
            let image = Array::from_fn(ElemType::U8, &[0, 0], &[h, w], |p| {
                Value::Int(ElemType::U8, (p[0] * 91 + p[1] * 37 + 100) & 255)
            });
            let sizes = [h as i64, w as i64];
            let run = |p: &Pipeline| {
                evaluate(p, &sizes, &[], std::slice::from_ref(&image), &StdMaths).expect("a result")
            };
            let (a, b) = (run(&written), run(&ordered));
            assert!(a[0].first_difference(&b[0]).is_none(), "{rows}×{cols} at {h}×{w}");
        }
    }
}

#[test]
fn columns_go_back_to_their_windows_in_the_same_order() {
    let ordered = order_sums(window("f32", 3, 3, ""), FloatOrder::Free);
    let one =
        inline(ordered.pipeline.clone(), &RowPrices::default(), &|s| ordered.written.as_written(s));
    assert_eq!(one.inlined, ["s_columns"]);
    let adds: Vec<String> =
        lines(&one.pipeline, "s").into_iter().filter(|l| l.contains("= add")).collect();
    assert_eq!(adds.len(), 8, "{adds:?}");
    let image = Array::from_fn(ElemType::F32, &[0, 0], &[7, 9], |p| {
        Value::F32((p[0] * 91 + p[1] * 37) as f32 * 1.01)
    });
    let run = |p: &Pipeline| {
        evaluate(p, &[7, 9], &[], std::slice::from_ref(&image), &StdMaths).expect("a result")
    };
    let (separate, one) = (run(&ordered.pipeline), run(&one.pipeline));
    assert!(separate[0].first_difference(&one[0]).is_none());
}

/// The lines of the stage `s` whose definition is this, after a pass with this order of floats.
fn chain(ty: &str, block: &str, float: FloatOrder) -> Vec<String> {
    let text = format!(
        "pipeline p size h ~ 9 size w ~ 9 input i: {ty} [0..=h + 3, 0..=w + 3]
         stage s(y, x): {ty} in [2..=h, 2..=w] {{ case {{ {block} }} }} output s"
    );
    let p = parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let lines = lines(&ordered(p, float), "s");
    lines[2..lines.len() - 1].iter().map(|l| l.replace(&format!(": {ty}"), "")).collect()
}

/// A smoothed derivative, as `stencil` elaborates it.
const DERIVATIVE: &str = "%0: f32 = read i(y, x - 1) %1: f32 = neg %0 %2: f32 = read i(y, x)
    %3: f32 = -2.0f32 %4: f32 = mul %3, %2 %5: f32 = read i(y, x + 1)
    %6: f32 = combine sum %1, %4, %5 yield %6";

#[test]
fn weighted_sums_start_from_a_plain_term_and_fuse_their_products() {
    let expected = [
        "%0 = read i(y, x - 1)",
        "%1 = read i(y, x)",
        "%2 = -2.0f32",
        "%3 = read i(y, x + 1)",
        "%4 = sub %3, %0",
        "%5 = mul_add %2, %1, %4",
        "yield %5",
    ];
    assert_eq!(chain("f32", DERIVATIVE, FloatOrder::Free), expected);
    assert_eq!(chain("f32", DERIVATIVE, FloatOrder::Fast), expected);
}

#[test]
fn strict_weighted_sums_round_every_product() {
    let expected = [
        "%0 = read i(y, x - 1)",
        "%1 = read i(y, x)",
        "%2 = -2.0f32",
        "%3 = mul %2, %1",
        "%4 = read i(y, x + 1)",
        "%5 = neg %0",
        "%6 = add %5, %3",
        "%7 = add %6, %4",
        "yield %7",
    ];
    assert_eq!(chain("f32", DERIVATIVE, FloatOrder::Strict), expected);
}

#[test]
fn sums_of_nothing_but_products_start_from_the_first() {
    let block = "%0: f64 = read i(y, x) %1: f64 = read i(y, x + 1) %2: f64 = mul %0, %1
        %3: f64 = mul %1, %1 %4: f64 = mul %0, %0 %5: f64 = combine sum %2, %3, %4 yield %5";
    let expected = [
        "%0 = read i(y, x)",
        "%1 = read i(y, x + 1)",
        "%2 = mul %0, %1",
        "%3 = mul_add %1, %1, %2",
        "%4 = mul_add %0, %0, %3",
        "yield %4",
    ];
    assert_eq!(chain("f64", block, FloatOrder::Free), expected);
}

#[test]
fn products_that_others_use_are_not_fused_nor_are_those_of_integers() {
    let shared = "%0: f32 = read i(y, x) %1: f32 = read i(y, x + 1) %2: f32 = mul %0, %1
        %3: f32 = combine sum %0, %2 %4: f32 = div %3, %2 yield %4";
    assert!(!chain("f32", shared, FloatOrder::Free).concat().contains("mul_add"));
    let integers = "%0: i32 = read i(y, x) %1: i32 = read i(y, x + 1) %2: i32 = mul %0, %1
        %3: i32 = combine sum %2, %0, %1 yield %3";
    assert_eq!(
        chain("i32", integers, FloatOrder::Free)[3..5],
        ["%3 = add %2, %0", "%4 = add %3, %1"]
    );
}

/// The line of a window that is a loop, over what these lines compute.
fn looped(ty: &str, body: &str, float: FloatOrder) -> String {
    let block = format!("%0: {ty} = sum d in -2..=2 {{ {body} }} yield %0");
    let text = format!(
        "pipeline p size h ~ 9 size w ~ 9 input i: {ty} [0..=h + 3, 0..=w + 3]
         stage s(y, x; d): {ty} in [2..=h, 2..=w] {{ case {{ {block} }} }} output s"
    );
    let p = parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let is_window = |line: &&String| line.contains("sum d in");
    lines(&ordered(p, float), "s").iter().find(is_window).expect("a window").clone()
}

#[test]
fn products_of_a_loop_are_fused_where_their_order_is_free() {
    let reads = |ty: &str| format!("%0: {ty} = read i(y, x + d) %1: {ty} = read i(y + d, x)");
    let product = |ty: &str| format!("{} %2: {ty} = mul %0, %1 yield %2", reads(ty));
    for float in [FloatOrder::Free, FloatOrder::Fast] {
        assert_eq!(looped("f32", &product("f32"), float), "%0: f32 = fused sum d in -2..=2 {");
    }
    let whole = |line: String| assert!(line.starts_with("%0: ") && line.contains(" = sum d"));
    whole(looped("f32", &product("f32"), FloatOrder::Strict));
    whole(looped("i32", &product("i32"), FloatOrder::Free));
    let sum = format!("{} %2: f32 = add %0, %1 yield %2", reads("f32"));
    whole(looped("f32", &sum, FloatOrder::Free));
}

/// A window of squares over three points.
fn squares(points: [&str; 3]) -> Vec<String> {
    let [a, b, c] = points;
    let block = format!(
        "%0: f32 = read i({a}) %1: f32 = mul %0, %0 %2: f32 = read i({b}) %3: f32 = mul %2, %2
         %4: f32 = read i({c}) %5: f32 = mul %4, %4 %6: f32 = combine sum %1, %3, %5 yield %6"
    );
    chain("f32", &block, FloatOrder::Free)
}

#[test]
fn products_of_a_row_are_fused_and_those_of_a_column_are_not() {
    let row = squares(["y, x - 1", "y, x", "y, x + 1"]);
    assert_eq!(row.iter().filter(|l| l.contains("mul_add")).count(), 2, "{row:?}");
    let column = squares(["y - 1, x", "y, x", "y + 1, x"]);
    assert_eq!(column.iter().filter(|l| l.contains("= mul %")).count(), 3, "{column:?}");
    assert!(!column.concat().contains("mul_add"), "{column:?}");
    // Points of different rows and columns are combined row by row.
    let diagonal = squares(["y - 1, x - 1", "y, x", "y + 1, x + 1"]);
    assert!(!diagonal.concat().contains("mul_add"), "{diagonal:?}");
}

/// Products and sums written as operators.
const WRITTEN: &str = "%0: f32 = read i(y, x) %1: f32 = read i(y, x + 1) %2: f32 = mul %0, %0
    %3: f32 = add %2, %1 %4: f32 = mul %0, %1 %5: f32 = sub %3, %4 %6: f32 = 3.0f32
    %7: f32 = mul %6, %5 %8: f32 = sub %7, %1 %9: f32 = mul %6, %8 %10: f32 = sub %8, %9 yield %10";

#[test]
fn operators_are_fused_if_that_is_asked_for() {
    let expected = [
        "%0 = read i(y, x)",
        "%1 = read i(y, x + 1)",
        "%2 = mul_add %0, %0, %1",
        "%3 = neg %0",
        "%4 = mul_add %3, %1, %2",
        "%5 = 3.0f32",
        "%6 = neg %1",
        "%7 = mul_add %5, %4, %6",
        "%8 = -3.0f32",
        "%9 = mul_add %8, %7, %7",
        "yield %9",
    ];
    assert_eq!(chain("f32", WRITTEN, FloatOrder::Fast), expected);
    for float in [FloatOrder::Free, FloatOrder::Strict] {
        assert!(!chain("f32", WRITTEN, float).concat().contains("mul_add"));
    }
}

/// A stage of a long window of bytes, `dy` and `dx` in these ranges.
fn long(op: &str, ty: &str, dy: [i64; 2], dx: [i64; 2], border: &str) -> Pipeline {
    let ([y0, y1], [x0, x1]) = (dy, dx);
    let (rows, cols) = match border {
        "" => (
            format!("{}..=h - 1 - {}", -y0.min(0), y1.max(0)),
            format!("{}..=w - 1 - {}", -x0.min(0), x1.max(0)),
        ),
        _ => ("0..=h - 1".into(), "0..=w - 1".into()),
    };
    let text = format!(
        "pipeline p size h ~ 99 size w ~ 99 input i: u8 [0..=h - 1, 0..=w - 1]{border}\n\
         stage s(y, x; dy, dx): {ty} in [{rows}, {cols}] {{ case {{\n\
         %0: {ty} = {op} dy in {y0}..={y1}, dx in {x0}..={x1} {{\n\
         %0: u8 = read i(y + dy, x + dx)\n%1: {ty} = cast %0\nyield %1\n}}\nyield %0 }} }} output s"
    );
    parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"))
}

#[test]
fn long_windows_are_stretches_of_twice_the_length() {
    let p = ordered(long("sum", "f32", [-5, 5], [0, 3], ""), FloatOrder::Free);
    let names: Vec<&str> = p.stages.iter().map(|s| s.name.as_str()).collect();
    assert_eq!(names, ["s", "s_values", "s_y2", "s_y4", "s_y8", "s_y11"]);
    let expected = [
        "stage s_y11(y, x): f32 in [5..=h - 6, 0..=w - 1] {",
        "case {",
        "%0: f32 = read s_y8(y - 5, x)",
        "%1: f32 = read s_y2(y + 3, x)",
        "%2: f32 = read s_values(y + 5, x)",
        "%3: f32 = add %0, %1",
        "%4: f32 = add %3, %2",
        "yield %4",
        "}",
    ];
    assert_eq!(lines(&p, "s_y11"), expected);
    assert_eq!(lines(&p, "s_y8")[0], "stage s_y8(y, x): f32 in [0..=h - 8, 0..=w - 1] {");
    let expected = ["%0: f32 = read s_y11(y, x)", "%1: f32 = read s_y11(y, x + 1)"];
    assert_eq!(lines(&p, "s")[2..4], expected);
    // Of a minimum, values may count twice.
    let p = ordered(long("min", "u8", [-5, 5], [0, 3], " border clamp"), FloatOrder::Free);
    assert_eq!(
        lines(&p, "s_y11")[2..4],
        ["%0: u8 = read s_y8(y - 5, x)", "%1: u8 = read s_y8(y - 2, x)",]
    );
}

#[test]
fn long_sums_of_integers_stay_windows_along_rows() {
    let p = ordered(long("sum", "u32", [-5, 5], [0, 3], ""), FloatOrder::Free);
    let names: Vec<&str> = p.stages.iter().map(|s| s.name.as_str()).collect();
    assert_eq!(names, ["s", "s_values", "s_y11"]);
    let expected = [
        "stage s_y11(y, x; dy): u32 in [5..=h - 6, 0..=w - 1] {",
        "case {",
        "%0: u32 = sum dy in -5..=5 {",
        "%0: u32 = read s_values(y + dy, x)",
        "yield %0",
        "}",
        "yield %0",
        "}",
    ];
    assert_eq!(lines(&p, "s_y11"), expected);
    let expected = ["%0: u32 = read s_y11(y, x)", "%1: u32 = read s_y11(y, x + 1)"];
    assert_eq!(lines(&p, "s")[2..4], expected);
}

#[test]
fn sums_that_no_tile_has_are_doubled() {
    let p = ordered(long("sum", "u32", [-40, 41], [0, 3], ""), FloatOrder::Free);
    assert!(p.to_string().contains("= sum dy in -40..=41"), "{p}");
    assert_eq!(double_sums(&p, &|_| true), None);
    let doubled = double_sums(&p, &|_| false).expect("it is not running");
    let is_long = |s: &&Stage| s.blocks().any(|b| b.exprs.iter().any(|e| is_window(&e.node)));
    assert_eq!(doubled.stages.iter().find(is_long), None);
    assert!(doubled.stages.iter().any(|s| s.name == "s_y82_y32"), "{doubled}");
}

fn is_window(node: &Node) -> bool {
    matches!(node, Node::Reduce { .. })
}

#[test]
fn long_windows_have_the_values_they_had() {
    let ranges = [[0, 0], [-2, 2], [0, 7], [3, 20], [-15, 15]];
    let mut doubles = 0;
    for (i, dy) in ranges.into_iter().enumerate() {
        for (j, dx) in ranges.into_iter().enumerate() {
            let (op, ty) =
                [("sum", "u32"), ("min", "u8"), ("max", "i16"), ("sum", "u8")][(i + j) % 4];
            for border in ["", " border mirror", " border constant 3u8"] {
                let written = long(op, ty, dy, dx, border);
                let ordered = ordered(written.clone(), FloatOrder::Free);
                assert!(ordered.stages.len() > 1, "{written}");
                for (h, w) in [(36, 37), (5, 40), (1, 1)] {
                    let image = Array::from_fn(ElemType::U8, &[0, 0], &[h, w], |p| {
                        Value::Int(ElemType::U8, (p[0] * 91 + p[1] * 37 + 100) & 255)
                    });
                    let sizes = [h as i64, w as i64];
                    let run = |p: &Pipeline| {
                        let images = std::slice::from_ref(&image);
                        evaluate(p, &sizes, &[], images, &StdMaths).expect("a result")
                    };
                    let (a, b) = (run(&written), run(&ordered));
                    assert!(
                        a[0].first_difference(&b[0]).is_none(),
                        "{h}×{w}\n{written}\n{ordered}"
                    );
                    if let Some(doubled) = double_sums(&ordered, &|_| false) {
                        let doubled_too = run(&doubled);
                        assert!(a[0].first_difference(&doubled_too[0]).is_none(), "{doubled}");
                        doubles += 1;
                    }
                }
            }
        }
    }
    assert!(doubles > 0);
}

#[test]
fn windows_that_are_not_shifted_stay_loops() {
    // Floats in the order in which they are written.
    for op in ["sum", "min"] {
        let p = long(op, "f32", [0, 5], [0, 5], " border clamp");
        assert!(ordered(p.clone(), FloatOrder::Free).stages.len() > 1);
        assert_eq!(ordered(p, FloatOrder::Strict).stages.len(), 1);
    }
    // Weights, a variable that is no shift, samples.
    for read in ["i(y + dy, dx)", "i(y + dy, x - dx)", "i(y + dy, 2*x + dx)", "i(y + dy, x + dx/2)"]
    {
        let text = long("sum", "u32", [0, 5], [0, 5], " border clamp").to_string();
        let p = parse(&text.replace("i(y + dy, x + dx)", read)).expect("a legal text");
        assert_eq!(ordered(p, FloatOrder::Free).stages.len(), 1, "{read}");
    }
    let text = long("sum", "u32", [0, 5], [0, 5], " border clamp").to_string();
    let weighted = text.replace("cast %0", "cast %0\n%2: i32 = index dx\n%3: u32 = cast %2");
    let p = parse(&weighted.replace("yield %1", "%4: u32 = mul %1, %3 yield %4"));
    assert_eq!(ordered(p.expect("a legal text"), FloatOrder::Free).stages.len(), 1);
}
