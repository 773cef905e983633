//! Whether a block is legal does not depend on the points of its windows.

use super::*;

/// Bodies of a window with the variables `d` and `e` over `i` in the stage `out(x)`.
const BODIES: [&str; 14] = [
    "a(x + d * e)",
    "a(x / (d + 1) + x % (e + 1))",
    "a((x >> d) + e)",
    "f[d](x) + f[e](x)",
    "f[(d as i32) % 2](x) + a(x + e)",
    "sum(k in 0..=d; a(x + k)) + a(x + e)",
    "stencil(a, [d + 1, e + 1])",
    "if d > e { a(x + d) } else { nothing(x) }",
    "if d >= 0 && a(x) > 0.0 { a(x + d) } else { a(x + e) }",
    "(x * d + e) as f32 * a(x)",
    "a(x * n + d * e)",
    "nothing(x + d * e)",
    "a(x + d) * e",
    "a(x + d + e)",
];

/// The errors of a body in windows of `side · side` points, without those about the side.
fn errors_of(body: &str, side: usize) -> String {
    let text = format!(
        "fn p(a: [f32; n]) -> out {{\n\
         for k in 0..{side} {{ f[k](x) = a(x) * k as f32; }}\n\
         out(x) in [0..9] = sum(d in 0..{side}, e in 0..{side};\n{body}\n); }}"
    );
    rendered(&attempt(&text).1)
}

#[test]
fn what_is_legal_does_not_depend_on_the_points() {
    for body in BODIES {
        assert_eq!(errors_of(body, 5), errors_of(body, 6), "{body}");
    }
    for body in &BODIES[..7] {
        assert_eq!(errors_of(body, 6), "", "{body}");
    }
    // A branch that is taken somewhere is looked at, an index that no window makes affine refused.
    for body in &BODIES[7..8] {
        assert!(errors_of(body, 6).contains("unknown stage or function `nothing`"), "{body}");
    }
    assert!(errors_of(BODIES[10], 6).contains("not affine"));
}

#[test]
fn a_window_is_written_out_only_if_it_must_be() {
    let loops = |body: &str| {
        let text =
            format!("fn p(a: [f32; n]) -> out {{ out(x) in [0..9] = sum(d in 0..40; {body}); }}");
        let graph = attempt(&text).0.expect(body).pipeline.to_string();
        graph.contains("sum d ")
    };
    assert!(loops("a(x + 2 * d)"));
    assert!(loops("if x + d < n { a(x + d) } else { 0.0 }"));
    assert!(!loops("a(x * d)"));
    assert!(!loops("if d < 9 { a(x + d) } else { 0.0 }"));
    // The outer window stays a loop where it is enough to write out the inner one.
    assert!(loops("sum(e in 0..30; a(x + d * e))"));
}

#[test]
fn large_shapes_are_runs_unless_floats_keep_their_order() {
    let graph = |attribute: &str, ty: &str| {
        let text = format!(
            "{attribute} fn p(a: [{ty}; n, m]) -> out {{
                out(y, x) in [0..9, 0..9] = sum(d in 0..40, e in 0..40;
                    if d * d + e * e <= 1600 {{ a(y + d, x + e) }} else {{ 0 }}); }}"
        );
        attempt(&text).0.expect(&text).pipeline.to_string()
    };
    for (attribute, ty, are_runs) in
        [("", "f32", true), ("#[float(strict)]", "f32", false), ("#[float(strict)]", "u8", true)]
    {
        let runs = graph(attribute, ty).matches("sum e in").count();
        assert_eq!(runs, if are_runs { 40 } else { 0 }, "{}", graph(attribute, ty));
    }
}
