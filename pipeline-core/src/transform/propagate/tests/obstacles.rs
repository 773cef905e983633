//! What cannot be propagated, and the words for it.

use super::*;

/// The words for why stage `a` cannot be propagated in a pipeline over `n` with an input `img`.
fn obstacle(stages: &str) -> String {
    let text = format!("pipeline p size n ~ 9 input img: i32 [-9..=n + 9] {stages}");
    let p = parsed(&text);
    match propagate(&p, stage(&p, "a")) {
        Err(obstacle) => obstacle.to_string(),
        Ok(after) => panic!("it can:\n{after}"),
    }
}

const HALVES: &str = "stage a(x): i32 in [0..=n] {
    case x - 3 >= 0 { %0: i32 = read img(x) yield %0 }
    case 2 - x >= 0 { %0: i32 = 7i32 yield %0 } }";

#[test]
fn results_and_stages_with_an_order_stay() {
    let out = "stage out(x): i32 in [0..=n] { case { %0: i32 = read a(x) yield %0 } } output out";
    let a = "stage a(x): i32 in [0..=n] { case { %0: i32 = read img(x) yield %0 } }";
    assert_eq!(obstacle(&format!("{a} {out} output a")), "`a` is a result");
    let scan = "stage a(x): i32 in [0..=n] border constant 0i32 { case {
        %0: i32 = read a(x - 1) %1: i32 = read img(x) %2: i32 = add %0, %1 yield %2 } }";
    assert_eq!(obstacle(&format!("{scan} {out}")), "`a` reads itself");
    let histogram = "stage a(x): i32 in [0..=n] { case { %0: i32 = 0i32 yield %0 }
        update (r) in [0..=n] { %0: i32 = read a(r) %1: i32 = 1i32 %2: i32 = add %0, %1 yield %2 } }";
    assert_eq!(obstacle(&format!("{histogram} {out}")), "`a` has updates");
}

#[test]
fn gathers_have_no_case() {
    let out = "stage out(x): i32 in [0..=n] {
        case { %0: i32 = read img(x) %1: i32 = read a(%0) yield %1 } } output out";
    let a = "stage a(x): i32 in [0..=n] border clamp { case { %0: i32 = read img(x) yield %0 } }";
    let words = "`out` reads `a` at an index that depends on data";
    assert_eq!(obstacle(&format!("{a} {out}")), words);
}

#[test]
fn windows_and_updates_read_one_case() {
    let window = |at: &str| {
        format!(
            "{HALVES} stage out(x; d): i32 in [3..=n - 1] {{ case {{
               %0: i32 = sum d in -1..=1 {{ %0: i32 = read a({at}) yield %0 }} yield %0 }} }}
             where n - 9 >= 0 \"n\" output out"
        )
        .replace("where n - 9 >= 0 \"n\"", "")
    };
    let words = "a window of `out` reads points of several cases of `a`, or outside it";
    assert_eq!(obstacle(&window("x + d")), words);
    let update = format!(
        "{HALVES} stage out(x): i32 in [0..=n] {{ case {{ %0: i32 = 0i32 yield %0 }}
           update (r) in [0..=n] {{ %0: i32 = read out(r) %1: i32 = read a(r)
             %2: i32 = add %0, %1 yield %2 }} }} output out"
    );
    let words = "an update of `out` reads points of several cases of `a`, or outside it";
    assert_eq!(obstacle(&update), words);
}

#[test]
fn cases_follow_one_variable() {
    let out = "stage out(y, x): i32 in [0..=n, 0..=0] {
        case { %0: i32 = read a(x + y) yield %0 } } output out";
    let wide = out.replace("0..=0", "0..=n").replace("x + y", "x - y");
    let a = HALVES.replace("[0..=n]", "[-n..=n]");
    let words = "which case of `a` a read in `out` is of depends on several index variables";
    assert_eq!(obstacle(&format!("{a} {wide}")), words);
    let residues = "stage a(x): i32 in [0..=n] {
        case x mod 7 == 0 { %0: i32 = read img(x) yield %0 }
        case x mod 7 == 1 { %0: i32 = read img(x) yield %0 }
        case x mod 7 == 2 { %0: i32 = read img(x) yield %0 }
        case x mod 7 == 3 { %0: i32 = read img(x) yield %0 }
        case x mod 7 == 4 { %0: i32 = read img(x) yield %0 }
        case x mod 7 == 5 { %0: i32 = read img(x) yield %0 }
        case x mod 7 == 6 { %0: i32 = 7i32 yield %0 } }";
    let third =
        "stage out(x): i32 in [0..=n] { case { %0: i32 = read a(x/3) yield %0 } } output out";
    let words = "which case of `a` a read in `out` is of depends on too large remainders";
    assert_eq!(obstacle(&format!("{residues} {third}")), words);
}

#[test]
fn borders_redirect_a_few_times() {
    let out =
        "stage out(x): i32 in [0..=n] { case { %0: i32 = read a(x - 9) yield %0 } } output out";
    for mode in ["mirror", "mirror101", "repeat"] {
        let a = format!(
            "stage a(x): i32 in [0..=n - 1] border {mode} {{
               case {{ %0: i32 = read img(x) yield %0 }} }}"
        );
        let words = "`out` reads `a` so far outside that its border redirects several times";
        assert_eq!(obstacle(&format!("{a} {out}")), words);
    }
}

#[test]
fn there_is_an_end_to_cases_and_definitions() {
    let cases: String = (0..13)
        .map(|i| match i {
            0 => "case 0 - x >= 0 { %0: i32 = 0i32 yield %0 } ".into(),
            12 => "case x - 12 >= 0 { %0: i32 = 12i32 yield %0 } ".into(),
            _ => format!("case x - {i} >= 0, {i} - x >= 0 {{ %0: i32 = {i}i32 yield %0 }} "),
        })
        .collect();
    let a = format!("stage a(x): i32 in [0..=n] {{ {cases} }}");
    let out = "stage out(y, x): i32 in [0..=n, 0..=n] { case {
        %0: i32 = read a(x) %1: i32 = read a(y) %2: i32 = sub %0, %1 yield %2 } } output out";
    let words = "`out` would have more than 64 cases with `a` in it";
    assert_eq!(obstacle(&format!("{a} {out}")), words);
    let long = |source: &str, length: usize| {
        let mut block = format!("%0: i32 = read {source}(x) ");
        (0..length).for_each(|i| block += &format!("%{}: i32 = mul %{i}, %0 ", i + 1));
        block + &format!("yield %{length}")
    };
    let chain = format!(
        "stage a(x): i32 in [0..=n] {{ case {{ {} }} }}
         stage out(x): i32 in [0..=n] {{ case {{ {} }} }} output out",
        long("img", 1000),
        long("a", 1000)
    );
    assert_eq!(obstacle(&chain), "`out` would be too large with `a` in it");
}
