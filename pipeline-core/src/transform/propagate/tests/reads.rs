//! Reads of all kinds: through borders, in windows and updates, of several dimensions.

use super::*;

/// Propagates `a`, and compares values; the pipeline is over `n` with an input `img`.
fn without_a(stages: &str) -> Pipeline {
    let text = format!(
        "pipeline p size n ~ 9 input img: i32 [-9..=n + 9] border clamp
         input pic: i32 [-9..=n + 9, -9..=n + 9] border clamp {stages} output out"
    );
    let before = parsed(&text);
    let after = without(&before, &["a"]);
    agree_at_all_sizes(&before, &after);
    after
}

/// The regions of the cases of the last stage.
fn cases(p: &Pipeline) -> Vec<String> {
    let printed = p.to_string();
    let own = printed.split("stage ").last().expect("a stage");
    let cases = own.lines().filter_map(|line| line.strip_prefix("  case "));
    cases.map(|case| case.trim_end_matches(" {").to_string()).collect()
}

/// What the cases of the last stage read, by case.
fn read(p: &Pipeline) -> Vec<String> {
    let printed = p.to_string();
    let own = printed.split("stage ").last().expect("a stage").to_string();
    let cases = own.split("  case").skip(1);
    let reads = |case: &str| {
        let reads = case.lines().filter_map(|line| line.split_once("= read "));
        reads.map(|(_, read)| read.to_string()).collect::<Vec<_>>().join(", ")
    };
    cases.map(reads).collect()
}

fn bordered(mode: &str, index: &str) -> Pipeline {
    without_a(&format!(
        "stage a(x): i32 in [0..=n - 1] border {mode} {{
           case {{ %0: i32 = index x %1: i32 = read img(x) %2: i32 = mul %0, %1 yield %2 }} }}
         stage out(x): i32 in [0..=n - 1] {{ case {{ %0: i32 = read a({index}) yield %0 }} }}"
    ))
}

#[test]
fn a_border_is_more_cases() {
    let clamp = bordered("clamp", "x - 1");
    assert_eq!(cases(&clamp), ["x - 1 >= 0", "-x >= 0"]);
    assert_eq!(read(&clamp), ["img(x - 1)", "img(0)"]);
    let mirror = bordered("mirror", "x + 1");
    assert_eq!(cases(&mirror), ["n - x - 2 >= 0", "x - n + 1 >= 0"]);
    assert_eq!(read(&mirror), ["img(x + 1)", "img(2*n - x - 2)"]);
    let repeat = bordered("repeat", "x - 1");
    assert_eq!(read(&repeat), ["img(x - 1)", "img(n + x - 1)"]);
    let constant = bordered("constant 5i32", "x - 1");
    assert_eq!(read(&constant), ["", "img(x - 1)"]);
    // Of a line of one point, what is reflected is outside on the other side.
    let mirror = bordered("mirror101", "x - 1");
    assert_eq!(read(&mirror).first().map(String::as_str), Some("img(x - 1)"));
    assert!(read(&mirror).contains(&"img(0)".to_string()), "{mirror}");
}

#[test]
fn both_ends_are_three_cases() {
    for mode in ["clamp", "mirror", "mirror101", "repeat", "constant -1i32"] {
        for index in ["x - 2", "2*x", "n - x", "x/2 + 1", "2*x - n", "x + n", "3"] {
            bordered(mode, index);
        }
    }
    assert_eq!(cases(&bordered("clamp", "2*x - 3")).len(), 3);
}

#[test]
fn nothing_is_divided_where_reads_stay_inside() {
    let p = bordered("clamp", "x/2");
    assert_eq!(cases(&p), ["{"]);
}

#[test]
fn two_dimensions_divide_each_other() {
    let p = without_a(
        "stage a(y, x): i32 in [0..=n, 0..=n] border clamp {
           case x mod 2 == 0 { %0: i32 = read pic(y, x) yield %0 }
           case x mod 2 == 1 { %0: i32 = read pic(x, y) %1: i32 = index y %2: i32 = sub %0, %1
             yield %2 } }
         stage out(y, x): i32 in [0..=n, 0..=n] {
           case { %0: i32 = read a(y - 1, x) %1: i32 = read a(y, x + 1) %2: i32 = sub %0, %1
             yield %2 } }",
    );
    assert_eq!(p.stages.len(), 1);
}

#[test]
fn several_bounds_are_told_apart_by_sizes() {
    without_a(
        "stage a(x): i32 in [max(0, 3 - n)..=min(n, 20 - n)] border clamp {
           case { %0: i32 = read img(x) yield %0 } }
         stage out(x): i32 in [0..=n] { case { %0: i32 = read a(x - 1) yield %0 } }
         where 10 - n >= 0 \"n <= 10\" where n - 2 >= 0 \"n >= 2\"",
    );
}

#[test]
fn windows_of_the_producer_come_along() {
    let p = without_a(
        "stage a(x; d): i32 in [-1..=n + 1] { case {
           %0: i32 = sum d in -1..=1 { %0: i32 = read img(x + d) yield %0 }
           %1: i32 = max d in 0..=2 { %0: i32 = read img(x - d) yield %0 }
           %2: i32 = sub %0, %1 yield %2 } }
         stage out(x; d): i32 in [0..=n] { case {
           %0: i32 = read a(x)
           %1: i32 = sum d in -1..=1 { %0: i32 = read a(x + d) yield %0 }
           %2: i32 = sub %0, %1 yield %2 } }",
    );
    assert_eq!(p.stages.len(), 1);
}

#[test]
fn a_window_may_stay_in_one_case() {
    let p = without_a(
        "stage a(y, x): i32 in [0..=n, -1..=n + 1] {
           case y - 3 >= 0 { %0: i32 = read pic(y, x) yield %0 }
           case 2 - y >= 0 { %0: i32 = 7i32 yield %0 } }
         stage out(y, x; d): i32 in [0..=n, 0..=n] { case {
           %0: i32 = sum d in -1..=1 { %0: i32 = read a(y, x + d) yield %0 } yield %0 } }",
    );
    assert_eq!(cases(&p), ["y - 3 >= 0", "-y + 2 >= 0"]);
}

#[test]
fn updates_and_recursive_readers_get_it_too() {
    without_a(
        "stage a(x): i32 in [0..=n] { case { %0: i32 = read img(x) %1: i32 = index x
           %2: i32 = mul %0, %1 yield %2 } }
         stage sums(x): i32 in [0..=n] border constant 0i32 { case {
           %0: i32 = read sums(x - 1) %1: i32 = read a(x) %2: i32 = add %0, %1 yield %2 } }
         stage out(x): i32 in [0..=n] { case { %0: i32 = read sums(x) yield %0 }
           update (r) in [0..=n] { %0: i32 = read out(r) %1: i32 = read a(n - r)
             %2: i32 = add %0, %1 yield %2 } }",
    );
    // The reader's order follows no case.
    without_a(
        "stage a(x): i32 in [0..=n] border clamp {
           case x mod 2 == 0 { %0: i32 = read img(x) yield %0 }
           case x mod 2 == 1 { %0: i32 = 3i32 yield %0 } }
         stage out(x): i32 in [0..=n] border constant 0i32 { case {
           %0: i32 = read out(x - 1) %1: i32 = read a(x + 1) %2: i32 = add %0, %1 yield %2 } }",
    );
}
