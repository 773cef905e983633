//! Stages whose only consumer samples them at another rate.

use super::*;

/// A stage `a` of so many rows of `img`, with such a border, and `b`, its only consumer, of fewer
/// or more points.
fn sampled(rows: usize, border: &str, points: &str, b_reads: &[&str]) -> String {
    let rows: Vec<String> = (0..rows).map(|y| format!("2*y + {y}, x")).collect();
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    format!(
        "pipeline p size n ~ 999 input img: f32 [0..=2*n + 55, 0..=n + 2]\n\
         stage a(y, x): f32 in [0..=n + 8, 0..=n + 2] {border} {{ case {{ {} }} }}\n\
         stage b(y, x): f32 in {points} {{ case {{ {} }} }}\noutput b\n",
        taps("img", &rows),
        taps("a", b_reads)
    )
}

const HALF: &str = "[0..=n, 0..=n/2]";
const TWICE: &str = "[0..=2*n - 1, 0..=n]";

fn goes_in(text: &str) -> bool {
    let inlined = run(text);
    agree(text, &inlined.pipeline);
    !inlined.inlined.is_empty()
}

#[test]
fn half_of_the_points_are_computed_in_registers_where_that_is_cheaper() {
    let three = ["y, 2*x", "y, 2*x + 1", "y, 2*x + 2"];
    let text = sampled(3, "", HALF, &three);
    assert!(goes_in(&text));
    // That is propagation, which somebody may not want.
    assert!(run_as(&text, InlinePolicy::AtItsRate).inlined.is_empty());
    // Each point is computed for two rows that do not run together.
    let twice = ["y, 2*x", "y, 2*x + 1", "y + 8, 2*x", "y + 8, 2*x + 1"];
    assert!(!goes_in(&sampled(9, "", HALF, &twice)));
    // At its own rate, and once: other rules.
    assert!(!goes_in(&sampled(40, "", HALF, &["y, x", "y, x + 1", "y, x + 2"])));
}

/// `a` has the sums of three of so many columns of `img`, and so has `b` of `a`, of which there are
/// as many as `last` says.
fn twice(rate: i64, last: [&str; 3]) -> String {
    let of = |source: &str| {
        let columns = [0, 1, 2].map(|column| format!("y, {rate}*x + {column}"));
        taps(source, &columns.each_ref().map(String::as_str))
    };
    let [img, a, b] = last;
    format!(
        "pipeline p size n ~ 999 input img: f32 [0..=n, 0..={img} + 2]\n\
         stage a(y, x): f32 in [0..=n, 0..={a} + 2] {{ case {{ {} }} }}\n\
         stage b(y, x): f32 in [0..=n, 0..={b}] {{ case {{ {} }} }}\noutput b\n",
        of("img"),
        of("a")
    )
}

#[test]
fn rates_do_not_multiply() {
    assert!(!goes_in(&twice(2, ["4*n + 4", "2*n", "n"])));
    // A product that is too large for indices, and rows that are for memory.
    assert!(run(&twice(1 << 28, ["536870912", "0", "0"])).inlined.is_empty());
}

#[test]
fn points_of_a_coarser_stage_are_computed_again_for_several() {
    let two = ["y/2, x", "(y + 1)/2, x"];
    assert!(goes_in(&sampled(2, "", TWICE, &two)));
    assert!(!goes_in(&sampled(40, "", TWICE, &two)));
}

#[test]
fn one_plane_is_computed_again_for_all() {
    // `b` divides planes by the last one of `a`, of which each point is the sum of so many.
    let planes = |taps_of_a: usize, domain: &str, a_reads: &[&str]| {
        let rows: Vec<String> = (0..taps_of_a).map(|i| format!("c, y + {i}, x")).collect();
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        format!(
            "pipeline p size n ~ 999 input img: f32 [0..=3, 0..=n + 55, 0..=n]\n\
             stage a(c, y, x): f32 in [0..=3, 0..=n, 0..=n] {{ case {{ {} }} }}\n\
             stage b(c, y, x): f32 in {domain} {{ case {{ {} }} }}\noutput b\n",
            taps("img", &rows),
            taps("a", a_reads)
        )
    };
    let all = "[0..=2, 0..=n, 0..=n]";
    assert!(goes_in(&planes(4, all, &["c, y, x", "3, y, x"])));
    // Of many sums, six for each four are too much.
    assert!(!goes_in(&planes(40, all, &["c, y, x", "3, y, x"])));
    // A column for all columns is a table, which is computed once.
    assert!(!goes_in(&planes(4, all, &["c, y, x", "c, y, 0"])));
}

#[test]
fn a_border_becomes_few_cases() {
    let cases = |text: &str| {
        let inlined = run(text);
        agree(text, &inlined.pipeline);
        (!inlined.inlined.is_empty()).then(|| inlined.pipeline.stages[0].cases.len())
    };
    let along = |index: &[&str]| cases(&sampled(2, "border clamp", HALF, index));
    // Before the first column, and others.
    assert_eq!(along(&["y, 2*x - 1", "y, 2*x"]), Some(2));
    // Before the first row and behind the last, too: six, too much code.
    assert_eq!(along(&["2*y - 1, 2*x - 1", "2*y, 2*x"]), None);
    assert_eq!(along(&["y, 2*x + 1", "y, 2*x"]), Some(1));
}

#[test]
fn windows_keep_a_stage() {
    let text = sampled(3, "", HALF, &["y, 2*x", "y, 2*x + 1"]);
    let from = text.find("stage b").expect("b");
    let window = "stage b(y, x; d): f32 in [0..=n, 0..=n/2] { case {
      %0: f32 = sum d in 0..=1 { %0: f32 = read a(y, 2*x + d) yield %0 } yield %0 } }\noutput b\n";
    assert!(goes_in(&text));
    assert!(!goes_in(&format!("{}{window}", &text[..from])));
}

#[test]
fn halvings_of_one_dimension_stay_apart() {
    let halved = |a_reads: &[&str]| {
        format!(
            "pipeline p size n ~ 999 input img: f32 [0..=2*n + 1, 0..=4*n + 5]\n\
             stage a(y, x): f32 in [0..=n, 0..=2*n + 2] {{ case {{ {} }} }}\n\
             stage b(y, x): f32 in [0..=n, 0..=n] {{ case {{ {} }} }}\noutput b\n",
            taps("img", a_reads),
            taps("a", &["y, 2*x", "y, 2*x + 1", "y, 2*x + 2"])
        )
    };
    assert!(!goes_in(&halved(&["y, 2*x", "y, 2*x + 1"])));
    assert!(goes_in(&halved(&["2*y, x", "2*y + 1, x"])));
}

/// A stage of a few rows of `img`, and one that samples it along `x` or `y` at half or twice its
/// rate; both sources have a border.
fn random(rng: &mut Rng, down: bool) -> String {
    let border = |rng: &mut Rng| match rng.pick(&["clamp", "mirror", "repeat", "constant"]) {
        "constant" => "border constant 1.5f32".to_owned(),
        mode => format!("border {mode}"),
    };
    let offset = |rng: &mut Rng| rng.pick(&["- 1", "+ 0", "+ 1", "+ 2"]).to_string();
    let rows: Vec<String> = (0..3).map(|_| format!("y {}, x", offset(rng))).collect();
    let along = |rng: &mut Rng, var: &str| match down {
        true => format!("2*{var} {}", offset(rng)),
        false => format!("({var} {})/2", offset(rng)),
    };
    let in_rows = rng.pick(&[true, false]);
    let reads: Vec<String> = (0..2)
        .map(|_| match in_rows {
            true => format!("{}, x", along(rng, "y")),
            false => format!("y, {}", along(rng, "x")),
        })
        .collect();
    let as_strs = |texts: &[String]| -> String {
        taps("SOURCE", &texts.iter().map(String::as_str).collect::<Vec<_>>())
    };
    let end = if down { "n/2" } else { "2*n" };
    let points = match in_rows {
        true => format!("[0..={end}, 0..=n]"),
        false => format!("[0..=n, 0..={end}]"),
    };
    format!(
        "pipeline p size n ~ 999 input img: f32 [0..=n, 0..=n] {}\n\
         stage a(y, x): f32 in [0..=n, 0..=n] {} {{ case {{ {} }} }}\n\
         stage b(y, x): f32 in {points} {{ case {{ {} }} }}\noutput b\n",
        border(rng),
        border(rng),
        as_strs(&rows).replace("SOURCE", "img"),
        as_strs(&reads).replace("SOURCE", "a")
    )
}

#[test]
fn values_of_random_halves_stay() {
    let mut rng = Rng::new(7);
    for down in [true, false] {
        let fired = (0..200).filter(|_| goes_in(&random(&mut rng, down))).count();
        assert!(fired >= 20, "{fired} of 200, down: {down}");
    }
}
