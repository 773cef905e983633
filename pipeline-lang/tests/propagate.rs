//! The hint `propagate`: what comes of it, and its errors.

use pipeline_core::machine::Machine;
use pipeline_core::passes::StepRun;
use pipeline_core::report::text::text;
use pipeline_lang::compile;
use pipeline_lang::elaborate::Configuration;
use pipeline_lang::error::Errors;
use pipeline_lang::syntax::parse::parse;

/// A block with three stages, of which `a` has a border and two cases.
fn block(hints: &str, out: &str) -> String {
    format!(
        "#[schedule({hints})]
fn f(img: [i32; n]) -> out where n ~ 4096, n >= 3 {{
    border img = clamp;
    border a = mirror;
    a(x) = case {{ x % 2 == 0 => img(x) * img(x + 1), else => img(x) / 3 }};
    wide(x) = img(x) + 1;
    out(x) = {out};
}}"
    )
}

/// The plan of a block, or its errors, each with line and column.
fn planned(block: &str) -> Result<String, Vec<String>> {
    let mut errors = Errors::default();
    let configuration = Configuration::default();
    assert_eq!(configuration.machine(), Ok(Machine::default()));
    let variants = parse(block.parse().expect("tokens"), &mut errors)
        .map(|block| compile(&block, &configuration, &mut errors, &mut |_: &StepRun<'_>| ()));
    let shown = errors.iter().map(|(span, message)| {
        let at = span.start();
        format!("{}:{} {message}", at.line, at.column + 1)
    });
    let shown: Vec<String> = shown.collect();
    match variants {
        Some(variants) if shown.is_empty() => Ok(text(&variants[0].report)),
        _ => Err(shown),
    }
}

/// The lines of a plan under a heading.
fn lines<'a>(plan: &'a str, heading: &str) -> Vec<&'a str> {
    let mut lines = plan.lines().skip_while(|line| !line.starts_with(heading));
    let first = lines.next().into_iter().map(|line| line[heading.len()..].trim());
    let more = lines.take_while(|line| line.starts_with("            "));
    first.chain(more.map(str::trim)).collect()
}

#[test]
fn a_stage_goes_into_all_that_read_it() {
    let plan = planned(&block("propagate(a)", "a(x - 1) + a(x + 1)")).expect("no errors");
    assert_eq!(lines(&plan, "propagated"), ["a into out"], "{plan}");
    assert_eq!(lines(&plan, "asked for"), ["propagate(a)"]);
    assert!(plan.contains("Group 1: out\n") && !plan.contains("Group 2"), "{plan}");
}

#[test]
fn what_no_group_holds_is_propagated_unless_a_hint_forbids_it() {
    let flipped = |hints: &str| {
        let block = format!(
            "{hints} fn f(img: [f32; rows, cols]) -> out where rows ~ 4096, cols ~ 4096 {{
                border img = clamp;
                border a = mirror;
                a(y, x) = img(y, x - 1) + img(y, x + 1);
                out(y, x) = a(rows - 1 - y, x - 1) + a(rows - 1 - y, x + 1);
            }}"
        );
        planned(&block).expect("no errors")
    };
    let plan = flipped("");
    let [line] = lines(&plan, "propagated")[..] else { panic!("{plan}") };
    assert!(line.starts_with("a into out: ") && line.ends_with(" without"), "{line}");
    assert!(lines(&plan, "asked for").is_empty());
    let plan = flipped("#[schedule(no_propagate(a))]");
    assert!(lines(&plan, "propagated").is_empty());
    assert_eq!(lines(&plan, "asked for"), ["no_propagate(a)"]);
}

#[test]
fn what_is_inlined_or_not_needed_says_so() {
    let plan = planned(&block("propagate(wide)", "wide(x) + 2")).expect("no errors");
    assert_eq!(lines(&plan, "asked for"), ["propagate(wide), without effect: it is inlined"]);
    let plan = planned(&block("propagate(a)", "wide(x) + 2")).expect("no errors");
    assert_eq!(lines(&plan, "asked for"), ["propagate(a), without effect: no output needs it"]);
}

#[test]
fn what_is_in_the_way_is_an_error_at_the_name() {
    let error = |hints: &str, out: &str| planned(&block(hints, out)).expect_err("errors");
    assert_eq!(
        error("propagate(a)", "a(img(x))"),
        ["1:22 `a` cannot be propagated: `out` reads `a` at an index that depends on data"]
    );
    assert_eq!(
        error("tile(8, 8), propagate(out)", "a(x)"),
        ["1:34 `out` cannot be propagated: `out` is a result"]
    );
    assert_eq!(
        error("propagate(a)", "a(x - 99)"),
        [
            "1:22 `a` cannot be propagated: `out` reads `a` so far outside that its border redirects \
          several times"
        ]
    );
}

/// A block with a stage `a` that `half`, which no group holds together with `out`, and `out` read.
fn with_half(hints: &str) -> String {
    format!(
        "{hints} fn f(img: [f32; n, n]) -> out where n ~ 4096, n >= 3 {{
    a(y, x) = img(y, x) * img(y, x) + sqrt(img(y, x)) / (1.0 + img(y, x));
    half(y, x) in [0..n / 2, 0..n] = a(2 * y, x) + a(2 * y + 1, x);
    out(y, x) in [0..n / 2, 0..n] = a(y, x) + half(n / 2 - 1 - y, n - 1 - x);
}}"
    )
}

#[test]
fn a_stage_is_cloned_where_that_is_asked_for() {
    let asked = "#[schedule(no_propagate(half), no_fuse(a), clone_in(a; out))]";
    let plan = planned(&with_half(asked)).expect("no errors");
    assert_eq!(lines(&plan, "cloned"), ["a in out"], "{plan}");
    assert!(lines(&plan, "asked for").contains(&"clone_in(a; out)"), "{plan}");
    let plan =
        planned(&with_half("#[schedule(no_fuse(half), clone_in(half; out))]")).expect("no errors");
    assert_eq!(lines(&plan, "cloned"), ["half in out"], "{plan}");
}

#[test]
fn what_is_wrong_with_a_clone_is_an_error_where_it_stands() {
    let error = |hints: &str| planned(&with_half(&format!("#[schedule({hints})]"))).expect_err("");
    let form = "`clone_in` names a stage and, behind `;`, those in which it is computed again: \
                `clone_in(f; g)`";
    for wrong in ["clone_in(a)", "clone_in(; out)", "clone_in(a, half; out)"] {
        assert_eq!(error(wrong), [format!("1:12 {form}")], "{wrong}");
    }
    assert_eq!(error("clone_in(a; )"), [format!("1:22 {form}")]);
    assert_eq!(error("clone_in = 3"), ["1:12 `clone_in` is written `clone_in(f; g)`"]);
    let unknown =
        |name| format!("`clone_in` names `{name}`, which is no stage; stages are a, half, out");
    assert_eq!(error("clone_in(a; all)"), [format!("1:24 {}", unknown("all"))]);
    assert_eq!(error("clone_in(b; out)"), [format!("1:21 {}", unknown("b"))]);
    assert_eq!(
        error("no_fuse(a, half), clone_in(half; a)"),
        ["1:30 `half` cannot be cloned in `a`, which does not read it"]
    );
    assert_eq!(
        error("propagate(half), clone_in(half; out)"),
        ["1:38 `propagate` names `half`, too; leave one of the two out"]
    );
}
