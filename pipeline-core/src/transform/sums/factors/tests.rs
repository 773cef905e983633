use crate::array::Array;
use crate::ir::text::parse;
use crate::ir::{ElemType, Pipeline, Value};
use crate::options::FloatOrder;
use crate::reference::evaluate;
use crate::scalar::StdMaths;
use crate::transform::sums::order_sums;

/// A stage `s` with these weights of what is around a point, from three rows and columns before it
/// on, row by row; a weight of 0 is none.
fn stencil(ty: &str, weights: &str) -> Pipeline {
    let mut block = String::new();
    let mut terms = Vec::new();
    let mut at = 0;
    for (dy, row) in (-3..).zip(weights.split('/')) {
        for (dx, weight) in (-3..).zip(row.split_whitespace()) {
            let read = format!("read i(y + {dy}, x + {dx})").replace("+ -", "- ");
            let lines = match weight {
                "0" => continue,
                "1" => vec![read],
                "-1" => vec![read, format!("neg %{at}")],
                _ => vec![read, format!("{weight}{ty}"), format!("mul %{}, %{at}", at + 1)],
            };
            for line in lines {
                block += &format!("%{at}: {ty} = {line}\n");
                at += 1;
            }
            terms.push(format!("%{}", at - 1));
        }
    }
    block += &format!("%{at}: {ty} = combine sum {}\nyield %{at}", terms.join(", "));
    let text = format!(
        "pipeline p size h ~ 9 size w ~ 9 input i: {ty} [0..=h - 1, 0..=w - 1] border clamp\n\
         stage s(y, x): {ty} in [0..=h - 1, 0..=w - 1] {{ case {{ {block} }} }} output s"
    );
    parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"))
}

/// The constants of the stage of columns and of the stage of the window, in their order.
fn weights(ty: &str, weights: &str) -> Option<[Vec<String>; 2]> {
    let ordered = order_sums(stencil(ty, weights), FloatOrder::Free).pipeline;
    let [window, columns] = &ordered.stages[..] else { return None };
    Some([columns, window].map(|stage| {
        let text = stage.cases[0].value.exprs.iter().map(|e| match e.node {
            crate::ir::Node::Const(c) => c.to_string(),
            _ => String::new(),
        });
        text.filter(|t| !t.is_empty()).collect()
    }))
}

#[test]
fn weights_of_rank_one_are_those_of_rows_and_columns() {
    let list = |text: &str| text.split_whitespace().map(String::from).collect::<Vec<_>>();
    let found = |rows, columns| Some([list(rows), list(columns)]);
    assert_eq!(weights("f32", "1 2 1 / 2 4 2 / 1 2 1"), found("2.0f32", "2.0f32"));
    assert_eq!(weights("i16", "1 2 1 / 2 4 2 / 1 2 1"), found("2i16", "2i16"));
    // Powers of two stay with the columns.
    let scaled = "0.0625 0.125 0.0625 / 0.125 0.25 0.125 / 0.0625 0.125 0.0625";
    assert_eq!(weights("f64", scaled), found("2.0f64", "0.0625f64 0.125f64 0.0625f64"));
    // One weight is that of nine columns.
    let same = "0.1 0.1 0.1 / 0.1 0.1 0.1 / 0.1 0.1 0.1";
    assert_eq!(weights("f32", same), found("", "0.1f32 0.1f32 0.1f32"));
    // A column may be left out, and -1 multiplies nothing.
    let edge = "-1 -2 0 2 1 / -3 -6 0 6 3 / -1 -2 0 2 1";
    assert_eq!(weights("i32", edge), found("-3i32", "2i32 -2i32"));
}

#[test]
fn other_weights_stay_whole() {
    let cases = [
        // Of rank 2.
        "1 1 1 / 1 -8 1 / 1 1 1",
        // A hole.
        "1 1 1 / 1 0 1 / 1 1 1",
        // Too few rows, or columns.
        "1 2 1 4 2 / 0 0 0 0 0 / 1 2 1 4 2",
        "1 2 / 1 2 / 1 2 / 1 2 / 1 2",
        // Columns too far apart.
        "1 0 0 1 1 / 1 0 0 1 1 / 1 0 0 1 1",
    ];
    for case in cases {
        assert_eq!(weights("i32", case), None, "{case}");
    }
    // Decimal fractions are not the products that they look like.
    assert_eq!(weights("f32", "0.1 0.3 0.1 / 0.3 0.9 0.3 / 0.7 2.1 0.7"), None);
    // A factor that is no value of the type: -128 = -1 · 128.
    assert_eq!(weights("i8", "-128 1 1 / -128 1 1 / -128 1 1"), None);
    let strict = order_sums(stencil("f32", "1 2 1 / 1 2 1 / 1 2 1"), FloatOrder::Strict);
    assert_eq!(strict.pipeline.stages.len(), 1);
}

#[test]
fn integers_have_the_sums_they_had_however_often_they_wrap() {
    let mut separated = 0;
    let rows: [&[i64]; 4] = [&[1, 2, 1], &[3, -5, 7, 1], &[-1, -2, 0, 2, 1], &[100, -128, 127]];
    for elem in [ElemType::I8, ElemType::I16, ElemType::I32] {
        for (columns, rows) in rows.iter().flat_map(|a| rows.iter().map(move |b| (*a, *b))) {
            let row = |b: &i64| {
                let weight = |a: &i64| Value::wrap(elem, a * b).as_int().expect("an integer");
                columns.iter().map(|a| weight(a).to_string()).collect::<Vec<_>>().join(" ")
            };
            let weights = rows.iter().map(row).collect::<Vec<_>>().join(" / ");
            let written = stencil(elem.name(), &weights);
            let ordered = order_sums(written.clone(), FloatOrder::Free).pipeline;
            separated += usize::from(ordered.stages.len() > 1);
            for (h, w) in [(9, 7), (1, 1), (2, 5)] {
                let image = Array::from_fn(elem, &[0, 0], &[h, w], |p| {
                    Value::wrap(elem, p[0] * 91_823_741 + p[1] * 37_003 + 100)
                });
                let sizes = [h as i64, w as i64];
                let run = |p: &Pipeline| {
                    let images = std::slice::from_ref(&image);
                    evaluate(p, &sizes, &[], images, &StdMaths).expect("a result")
                };
                let (a, b) = (run(&written), run(&ordered));
                assert!(a[0].first_difference(&b[0]).is_none(), "{h}×{w}\n{written}\n{ordered}");
            }
        }
    }
    // All but those whose products wrap to others than the products of their factors.
    assert!(separated >= 24, "{separated} of 48 were separated");
}
