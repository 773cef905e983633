//! Stages with several cases, which what reads them gets.

use super::*;

/// A stage `a` of even and odd columns and of a last row, and one that reads it.
fn with_cases(out: &str) -> String {
    format!(
        "pipeline p size n ~ 9
         input img: i32 [-9..=n + 9, -9..=n + 9]
         stage a(y, x): i32 in [0..=n, 0..=n] {{
           case x mod 2 == 0, n - 1 - y >= 0 {{ %0: i32 = read img(y, x/2) yield %0 }}
           case x mod 2 == 1, n - 1 - y >= 0 {{
             %0: i32 = read img(y - 1, x/2 + 1) %1: i32 = index x %2: i32 = add %0, %1
             yield %2
           }}
           case y - n >= 0 {{ %0: i32 = 7i32 yield %0 }}
         }}
         {out}
         output out"
    )
}

fn out(cases: &str) -> String {
    with_cases(&format!("stage out(y, x; d): i32 in [0..=n, 0..=n] {{ {cases} }}"))
}

/// A definition that reads `a`.
fn of(index: &str) -> String {
    format!("{{ %0: i32 = read a({index}) %1: i32 = mul %0, %0 yield %1 }}")
}

/// How many cases the consumer has, once the stage is inlined; nothing if it is not.
fn cases(text: &str) -> Option<usize> {
    let inlined = run(text);
    agree(text, &inlined.pipeline);
    match names(&inlined)[..] {
        [] => None,
        ["a"] => inlined.pipeline.stages.last().map(|stage| stage.cases.len()),
        _ => panic!("{:?} are inlined", inlined.inlined),
    }
}

#[test]
fn the_consumer_gets_the_cases() {
    assert_eq!(cases(&out(&format!("case {}", of("y, x")))), Some(3));
    // Both of the consumer's have points in all cases, or one that contradicts none.
    let halves = format!("case x - 3 >= 0 {} case 2 - x >= 0 {}", of("y, x"), of("y, x"));
    assert_eq!(cases(&out(&halves)), Some(6));
    let residues = format!("case x mod 2 == 0 {} case x mod 2 == 1 {}", of("y, x"), of("y, x"));
    assert_eq!(cases(&out(&residues)), Some(4));
    let one =
        format!("case x mod 2 == 0 {} case x mod 2 == 1 {{ %0: i32 = 1i32 yield %0 }}", of("y, x"));
    assert_eq!(cases(&out(&one)), Some(3));
    // Transposed, the cases follow the other variable.
    assert_eq!(cases(&out(&format!("case {}", of("x, y")))), Some(3));
}

#[test]
fn a_consumer_with_new_cases_is_no_longer_one_expression() {
    let chain = |out: &str| {
        // Too much work to be done twice.
        let quotients: String =
            (1..20).map(|i| format!("%{i}: i32 = div %{}, %0 ", i - 1)).collect();
        let text = with_cases(&format!(
            "stage b(y, x): i32 in [0..=n, 0..=n] {{
               case {{ %0: i32 = read a(y, x) {quotients} yield %19 }}
             }}
             stage out(y, x): i32 in [0..=n, 0..=n - 1] {{
               case {{
                 %0: i32 = read b(y, x) %1: i32 = read b({out}) %2: i32 = sub %0, %1
                 %3: i32 = add %2, %0 yield %3
               }}
             }}"
        ));
        let inlined = run(&text);
        agree(&text, &inlined.pipeline);
        inlined.inlined
    };
    // Neighbours would be in other cases.
    assert_eq!(chain("y, x + 1"), ["a"]);
    assert_eq!(chain("y, x"), ["b", "a"]);
}

#[test]
fn points_that_are_read_twice_or_elsewhere_keep_the_stage() {
    let shifted =
        "stage out(y, x): i32 in [0..=n, 0..=n - 1] { case ".to_string() + &of("y, x + 1") + " }";
    assert_eq!(cases(&with_cases(&shifted)), None);
    let twice = "%0: i32 = read a(y, x) %1: i32 = read a(n - y, x) %2: i32 = add %0, %1 yield %2";
    assert_eq!(cases(&out(&format!("case {{ {twice} }}"))), None);
    let window = "%0: i32 = sum d in 0..=0 { %0: i32 = read a(y, x) yield %0 } yield %0";
    assert_eq!(cases(&out(&format!("case {{ {window} }}"))), None);
    // Each plane would compute it again.
    let planes =
        "stage out(c, y, x): i32 in [0..=2, 0..=n, 0..=n] { case ".to_string() + &of("y, x") + " }";
    assert_eq!(cases(&with_cases(&planes)), None);
    let other = out(&format!("case {}", of("y, x"))).replace(
        "output out",
        "stage more(y, x): i32 in [0..=n, 0..=n] { case { %0: i32 = read a(y, x) yield %0 } } \
         output out output more",
    );
    assert_eq!(cases(&other), None);
}

#[test]
fn channels_of_pixels_keep_the_same_cases() {
    let of_channel = |vars: &str, domain: &str| {
        with_cases(&format!(
            "stage out({vars}): i32 in [{domain}] {{
               case 0 - c >= 0 {} case c - 1 >= 0 {{ %0: i32 = read img(y, x) yield %0 }}
             }}",
            of("y, x")
        ))
    };
    assert_eq!(cases(&of_channel("y, x, c", "0..=n, 0..=n, 0..=2")), None);
    // Planes are loops of their own anyway.
    assert_eq!(cases(&of_channel("c, y, x", "0..=2, 0..=n, 0..=n")), Some(4));
}

/// Even and odd columns in cases of their own, and what reads them: how many cases each output has
/// with the stage in it; nothing if it is not.
fn halves(outputs: &[&str]) -> Option<Vec<usize>> {
    let stages = outputs.iter().enumerate().map(|(i, block)| {
        format!("stage out{i}(y, x): i32 in [0..=n, 0..=n] {{ case {{ {block} }} }} output out{i} ")
    });
    let text = format!(
        "pipeline p size n ~ 9
         input img: i32 [-9..=n + 9, -9..=n + 9]
         stage a(y, x): i32 in [0..=n, 0..=2*n + 1] {{
           case x mod 2 == 0 {{ %0: i32 = read img(y, x/2) %1: i32 = mul %0, %0 yield %1 }}
           case x mod 2 == 1 {{
             %0: i32 = read img(y, x/2 + 1) %1: i32 = index x %2: i32 = add %0, %1 yield %2
           }}
         }}
         {}",
        stages.collect::<String>()
    );
    let inlined = run(&text);
    agree(&text, &inlined.pipeline);
    let stages = &inlined.pipeline.stages;
    (names(&inlined) == ["a"]).then(|| stages.iter().map(|stage| stage.cases.len()).collect())
}

#[test]
fn several_reads_get_a_case_each_where_no_point_is_read_twice() {
    let read = |index: &str| format!("%0: i32 = read a(y, {index}) %1: i32 = neg %0 yield %1");
    let (even, odd) = (read("2*x"), read("2*x + 1"));
    assert_eq!(halves(&[&even, &odd]), Some(vec![1, 1]));
    let both =
        "%0: i32 = read a(y, 2*x) %1: i32 = read a(y, 2*x + 1) %2: i32 = sub %0, %1 yield %2";
    assert_eq!(halves(&[both]), Some(vec![1]));
    // A point is read twice.
    assert_eq!(halves(&[&even, both]), None);
    // Columns x and n + 1 + x are of either case, and not known to be others.
    assert_eq!(halves(&[&read("x"), &read("x + n + 1")]), None);
}

#[test]
fn several_reads_make_no_new_cases() {
    // By remainders of three no point is read twice, but each read needs both cases.
    let text = "pipeline p size n ~ 9
         input img: i32 [0..=3*n + 9]
         stage a(x): i32 in [0..=3*n + 2] {
           case x mod 2 == 0 { %0: i32 = read img(x) %1: i32 = mul %0, %0 yield %1 }
           case x mod 2 == 1 { %0: i32 = read img(x + 1) yield %0 }
         }
         stage out(x): i32 in [0..=n] { case { %0: i32 = read a(3*x) yield %0 } }
         stage more(x): i32 in [0..=n] { case { %0: i32 = read a(3*x + 1) yield %0 } }
         output out output more";
    let inlined = run(text);
    agree(text, &inlined.pipeline);
    assert!(inlined.inlined.is_empty());
}
