use crate::array::Array;
use crate::ir::text::parse;
use crate::ir::{ElemType, Pipeline, Value};
use crate::options::FloatOrder;
use crate::reference::evaluate;
use crate::scalar::StdMaths;
use crate::transform::sums::order_sums;

/// A stage `s` of what a picture of `■` and `·` leaves of the neighbourhood, around its middle;
/// where nothing is read stands a constant.
fn shape(op: &str, ty: &str, constant: &str, border: &str, rows: &[&str]) -> Pipeline {
    let mut block = format!("%0: {ty} = {constant}{ty}\n");
    let mut terms = Vec::new();
    let mut at = 1;
    for (dy, row) in (-(rows.len() as i64 / 2)..).zip(rows) {
        let width = row.split_whitespace().count() as i64;
        for (dx, place) in (-(width / 2)..).zip(row.split_whitespace()) {
            if place == "·" {
                terms.push("%0".into());
                continue;
            }
            let read = format!("read i(y + {dy}, x + {dx})").replace("+ -", "- ");
            block += &format!("%{at}: {ty} = {read}\n");
            terms.push(format!("%{at}"));
            at += 1;
        }
    }
    block += &format!("%{at}: {ty} = combine {op} {}\nyield %{at}", terms.join(", "));
    let (h, w) = (rows.len() / 2, rows[0].split_whitespace().count() / 2);
    let domain = match border {
        "" => format!("{h}..=h - 1 - {h}, {w}..=w - 1 - {w}"),
        _ => "0..=h - 1, 0..=w - 1".into(),
    };
    let text = format!(
        "pipeline p size h ~ 9 size w ~ 9 input i: {ty} [0..=h - 1, 0..=w - 1]{border}\n\
         stage s(y, x): {ty} in [{domain}] {{ case {{ {block} }} }} output s"
    );
    parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"))
}

const DISC: [&str; 7] = [
    "· · ■ ■ ■ · ·",
    "· ■ ■ ■ ■ ■ ·",
    "■ ■ ■ ■ ■ ■ ■",
    "■ ■ ■ ■ ■ ■ ■",
    "■ ■ ■ ■ ■ ■ ■",
    "· ■ ■ ■ ■ ■ ·",
    "· · ■ ■ ■ · ·",
];
const RING: [&str; 5] = [
    "■ ■ ■ ■ ■ ■ ■ ■ ■ ■ ■",
    "■ ■ ■ ■ · · · ■ ■ ■ ■",
    "■ ■ ■ · · · · · ■ ■ ■",
    "■ ■ ■ ■ · · · ■ ■ ■ ■",
    "■ ■ ■ ■ ■ ■ ■ ■ ■ ■ ■",
];
const LEANING: [&str; 3] =
    ["■ ■ ■ ■ ■ ■ ■ ■ · · · ·", "· · ■ ■ ■ ■ ■ ■ ■ ■ · ·", "· · · · ■ ■ ■ ■ ■ ■ ■ ■"];

fn names(p: Pipeline, float: FloatOrder) -> Vec<String> {
    order_sums(p, float).pipeline.stages.into_iter().map(|s| s.name).collect()
}

#[test]
fn a_disc_is_made_of_stretches_of_its_rows() {
    let p = order_sums(shape("min", "u8", "255", "", &DISC), FloatOrder::Free).pipeline;
    let printed = p.to_string();
    for line in [
        "stage s_values(y, x): u8 in [0..=h - 1, 0..=w - 1] {",
        "stage s_x2(y, x): u8 in [0..=h - 1, 0..=w - 2] {",
        "stage s_x4(y, x): u8 in [0..=h - 1, 0..=w - 4] {",
        // Three, five and seven points are two stretches that overlap.
        "%0: u8 = read s_x2(y - 3, x - 1)",
        "%1: u8 = read s_x2(y - 3, x)",
        "%2: u8 = read s_x4(y - 2, x - 2)",
        "%3: u8 = read s_x4(y - 2, x - 1)",
        "%4: u8 = read s_x4(y - 1, x - 3)",
        "%5: u8 = read s_x4(y - 1, x)",
    ] {
        assert!(printed.contains(line), "{line}\n{printed}");
    }
    assert_eq!(p.stages.len(), 4);
}

#[test]
fn what_stretches_hardly_shorten_stays_whole() {
    let p = |op, ty, rows: &[&str]| shape(op, ty, "0", " border clamp", rows);
    assert_eq!(names(p("sum", "u32", &["■ ■ ■ · ■", "■ ■ · ■ ■"]), FloatOrder::Free), ["s"]);
    // 17 stretches, and two additions that make them, in place of 37 points.
    assert_eq!(names(p("sum", "u32", &DISC), FloatOrder::Free), ["s"]);
    assert_eq!(names(p("sum", "f32", &LEANING), FloatOrder::Strict), ["s"]);
    assert_eq!(names(p("sum", "f32", &LEANING), FloatOrder::Free).len(), 5);
}

#[test]
fn windows_have_the_values_they_had() {
    let shapes: [&[&str]; 3] = [&DISC, &RING, &LEANING];
    let reductions =
        [("sum", "u8", "3"), ("min", "i16", "77"), ("max", "u8", "0"), ("sum", "i32", "0")];
    for rows in shapes {
        for (op, ty, constant) in reductions {
            for border in ["", " border mirror", " border constant 3"] {
                let border = match border.ends_with('3') {
                    true => format!("{border}{ty}"),
                    false => border.into(),
                };
                let written = shape(op, ty, constant, &border, rows);
                let ordered = order_sums(written.clone(), FloatOrder::Free).pipeline;
                let whole = op == "sum" && rows.len() == DISC.len();
                assert_eq!(ordered.stages.len() == 1, whole, "{written}");
                for (h, w) in [(19, 23), (1, 1), (3, 40)] {
                    let elem = ElemType::from_name(ty).expect("a type");
                    let image = Array::from_fn(elem, &[0, 0], &[h, w], |p| {
                        Value::wrap(elem, p[0] * 9_191 + p[1] * 37 + p[0] * p[1] * 7)
                    });
                    let sizes = [h as i64, w as i64];
                    let run = |p: &Pipeline| {
                        let images = std::slice::from_ref(&image);
                        evaluate(p, &sizes, &[], images, &StdMaths).expect("a result")
                    };
                    let (a, b) = (run(&written), run(&ordered));
                    let difference = a[0].first_difference(&b[0]);
                    assert!(difference.is_none(), "{h}×{w}\n{written}\n{ordered}");
                }
            }
        }
    }
}

/// The shape with its runs as windows along their rows, if they have so many points.
fn with_windows(written: &str, op: &str, ty: &str, rows: &[&str], from: usize) -> Pipeline {
    let mut block = format!("%0: {ty} = 5{ty}\n");
    let mut terms = vec!["%0".to_string()];
    let middle = rows[0].split_whitespace().count() as i64 / 2;
    for (dy, row) in (-(rows.len() as i64 / 2)..).zip(rows) {
        let places: Vec<&str> = row.split_whitespace().collect();
        let mut next = 0;
        for run in places.chunk_by(|a, b| a == b) {
            let (first, last) = (next - middle, next + run.len() as i64 - 1 - middle);
            next += run.len() as i64;
            if run[0] == "·" {
                continue;
            }
            let single = run.len() < from;
            let each = if single { first..=last } else { first..=first };
            for dx in each {
                let at = terms.len();
                let read = |by: &str| format!("read i(y + {dy}, x + {by})").replace("+ -", "- ");
                block += &match single {
                    true => format!("%{at}: {ty} = {}\n", read(&dx.to_string())),
                    false => format!(
                        "%{at}: {ty} = {op} d in {first}..={last} {{ %0: {ty} = {} yield %0 }}\n",
                        read("d")
                    ),
                };
                terms.push(format!("%{at}"));
            }
        }
    }
    let at = terms.len();
    block += &format!("%{at}: {ty} = combine {op} {}\nyield %{at}", terms.join(", "));
    let (head, rest) = written.split_once("case {").expect("a case");
    let head = head.replace("s(y, x)", "s(y, x; d)");
    let (_, tail) = rest.split_once("yield").expect("a result");
    let tail = tail.split_once('\n').expect("a line").1;
    let text = format!("{head}case {{ {block}\n{tail}");
    parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"))
}

#[test]
fn runs_that_are_windows_become_what_their_points_do() {
    for rows in [&RING[..], &LEANING[..]] {
        for (op, ty) in [("sum", "i32"), ("min", "u8")] {
            let points = shape(op, ty, "5", " border mirror", rows);
            let windows = with_windows(&points.to_string(), op, ty, rows, 4);
            let single = with_windows(&points.to_string(), op, ty, rows, 99);
            let [windows, single] = [windows, single]
                .map(|p| order_sums(p, FloatOrder::Free).pipeline.to_string().replace("; d)", ")"));
            assert!(!windows.contains("d in"), "{windows}");
            assert_eq!(windows, single);
        }
    }
}

#[test]
fn values_beside_runs_are_combined_with_them() {
    let text = |op: &str, ty: &str, read: &str, other: &str| {
        let cast = if ty == "bool" { "ne %0, %1" } else { "add %0, %1" };
        let run = |dy: i64, first: i64, last: i64| {
            format!(
                "{op} d in {first}..={last} {{ %0: u8 = read i(y + {dy}, x + d)\n%1: u8 = 3u8\n\
                 %2: {ty} = {cast} yield %2 }}"
            )
        };
        let source = "pipeline p size h ~ 9 size w ~ 9\n\
                      input i: u8 [0..=h - 1, 0..=w - 1] border clamp\n";
        parse(&format!(
            "{source}stage s(y, x; d): u8 in [0..=h - 1, 0..=w - 1] {{ case {{
                %0: {ty} = {}
                %1: {ty} = {}
                %2: {ty} = {}
                %3: u8 = read i(y, {read})
                %4: u8 = 9u8
                %5: {ty} = {other} %3, %4
                %6: {ty} = combine {op} %0, %5, %1, %2
                %7: u8 = cast %6
                yield %7 }} }} output s",
            run(0, -9, 9),
            run(1, -8, 12),
            run(2, -3, 33),
        ))
        .unwrap_or_else(|e| panic!("{e}"))
    };
    for (op, ty, other) in
        [("sum", "u8", "mul"), ("max", "u8", "sub"), ("any", "bool", "lt"), ("all", "bool", "gt")]
    {
        let written = text(op, ty, "w - 1 - x", other);
        let ordered = order_sums(written.clone(), FloatOrder::Free).pipeline;
        assert!(ordered.stages.iter().any(|s| s.name == "s_x16"), "{ordered}");
        assert!(!ordered.to_string().contains("d in"), "{ordered}");
        for (h, w) in [(1, 1), (4, 50)] {
            let image = Array::from_fn(ElemType::U8, &[0, 0], &[h, w], |p| {
                Value::wrap(ElemType::U8, p[0] * 9_191 + p[1] * 37)
            });
            let run = |p: &Pipeline| {
                let images = std::slice::from_ref(&image);
                evaluate(p, &[h as i64, w as i64], &[], images, &StdMaths).expect("a result")
            };
            let difference = run(&written)[0].first_difference(&run(&ordered)[0]);
            assert!(difference.is_none(), "{written}\n{ordered}");
        }
    }
}
