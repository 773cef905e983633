//! What stays as it is.

use super::*;

/// The names of the stages that are enlarged in a pipeline of these stages.
fn enlarged(stages: &[String]) -> Vec<String> {
    let before = parsed(&picture(" border repeat", stages));
    let after = exchanged(&before);
    agree(&before, &after.pipeline);
    if after.enlarged.is_empty() {
        assert_eq!(before, after.pipeline);
    }
    after.enlarged
}

fn a() -> String {
    stage("a", " border repeat", &["img(y - 1, x)", "img(y + 1, x)"])
}

#[test]
fn margins_that_are_no_constants() {
    assert_eq!(enlarged(&[a(), stage("out", "", &["a(2*y, x)"])]), [""; 0]);
    assert_eq!(enlarged(&[a(), stage("out", "", &["a(rows - y, x)"])]), ["a"]);
    assert_eq!(enlarged(&[a(), stage("out", "", &["a(y + 65, x)"])]), [""; 0]);
    assert_eq!(enlarged(&[a(), stage("out", "", &["a(y + 64, x)"])]), ["a"]);
}

#[test]
fn results_reductions_and_what_is_gathered_from() {
    let out = || stage("out", "", &["a(y - 1, x)", "a(y + 1, x)"]);
    assert_eq!(enlarged(&[a(), out()]), ["a"]);
    let result = stage("out", "", &["a(y - 1, x)"]) + "output a\n";
    assert_eq!(enlarged(&[a(), result]), [""; 0]);
    let update = "  update (y, x) in [0..=rows - 1, 0..=cols - 1] {\n    %0: i32 = read img(y, x)\n    \
                  %1: i32 = read a(y, x)\n    %2: i32 = add %1, %0\n    yield %2\n  }\n}\n";
    let reduction = a().trim_end().trim_end_matches('}').to_string() + update;
    assert_eq!(enlarged(&[reduction, out()]), [""; 0]);
    let gather = "stage out(y, x): i32 in [0..=rows - 1, 0..=cols - 1] {\n  case {\n    \
                  %0: i32 = read img(y, x)\n    %1: i32 = read a(%0, x - 1)\n    yield %1\n  }\n}\n";
    assert_eq!(enlarged(&[a(), gather.into()]), [""; 0]);
}

/// A stage that would be mostly beyond its edges, as it is planned for.
#[test]
fn small_pictures() {
    let out = |by: i64| stage("out", "", &["a(y, x)", &format!("a(y + {by}, x)")]);
    let of_rows = |rows: i64, by: i64| {
        let text = picture(" border repeat", &[a(), out(by)]);
        let before = parsed(&text.replace("rows ~ 1024", &format!("rows ~ {rows}")));
        exchanged(&before).enlarged
    };
    assert_eq!(of_rows(16, 8), ["a"]);
    assert_eq!(of_rows(15, 8), [""; 0]);
}
