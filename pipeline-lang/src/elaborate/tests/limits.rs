//! Blocks that are too large, and how long those that are not take.

use super::*;
use std::time::{Duration, Instant};

fn body(items: &str) -> String {
    format!("fn f(img: [f32; rows, cols], k: f32) -> out {{\n{items}\n}}")
}

/// Errors of a block, found without taking long.
fn quick_errors(items: &str) -> String {
    let start = Instant::now();
    let (found, errors) = attempt(&body(items));
    assert!(found.is_none());
    let took = start.elapsed();
    assert!(took < Duration::from_secs(10), "{took:?}");
    rendered(&errors)
}

#[test]
fn long_sums_are_fine() {
    let terms: Vec<String> = (0..900).map(|i| format!("img(y, x + {i})")).collect();
    let (found, errors) = attempt(&body(&format!("out(y, x) = {};", terms.join(" + "))));
    assert_eq!(rendered(&errors), "");
    let exprs = &found.unwrap().pipeline.stages[0].cases[0].value.exprs;
    assert_eq!(exprs.len(), 2 * 900 - 1);
}

#[test]
fn chains_of_helpers_end() {
    let mut items = String::from("fn h0(v) = v + 1.0;");
    for i in 1..300 {
        items += &format!("fn h{i}(v) = h{}(v) * k;", i - 1);
    }
    let message = "this expression is nested too deeply; name parts of it with `let`";
    let errors = quick_errors(&format!("{items}\nout(y, x) = h299(img(y, x));"));
    assert!(errors.ends_with(&format!("{message}\n")), "{errors}");
    assert_eq!(errors.lines().count(), 1);
}

#[test]
fn doubling_helpers_end() {
    let mut items = String::from("fn h0(v) = v + 1.0;");
    for i in 1..60 {
        items += &format!("fn h{i}(v) = h{0}(v) + h{0}(v);", i - 1);
    }
    let errors = quick_errors(&format!("{items}\nout(y, x) = h59(img(y, x));"));
    assert!(errors.contains("`out` expands to more than 20000 expressions"), "{errors}");
    let mut items = String::from("fn h0(v) = v / 3;");
    for i in 1..60 {
        items += &format!("fn h{i}(v) = h{0}(v) / 3 + h{0}(v + {i}) / 5;", i - 1);
    }
    let errors = quick_errors(&format!("{items}\nout(y, x) = img(h59(y), x);"));
    assert!(errors.contains("2^31") || errors.contains("terms"), "{errors}");
}

#[test]
fn nested_windows_end() {
    let nested = "sum(a in 0..25; sum(b in 0..25; sum(c in 0..25; sum(d in 0..25; \
                  img(y + a + c, x + 26*b + d)))))";
    let errors = quick_errors(&format!("out(y, x) = {nested};"));
    assert!(errors.contains("`out` expands to more than 20000 expressions; split"), "{errors}");
}

#[test]
fn shapes_in_windows_end() {
    let shape =
        "sum(c in 0..2000, d in 0..2000; if c * c + d * d < 9 { img(y + c, x + a) } else { k })";
    let errors = quick_errors(&format!(
        "out(y, x) = sum(a in 0..90, b in 0..90; img(y, x + a * b) + {shape});"
    ));
    assert!(errors.contains("`out` expands to more than 20000 expressions; split"), "{errors}");
}

#[test]
fn whole_pipelines_end() {
    let each = "sum(a in 0..5, b in 0..5; sum(c in 0..5, d in 0..5; img(y + a + c, x + b + d)))";
    let items = format!("for i in 0..5000 {{ f[i](y, x) = {each}; }}\nout(y, x) = f[0](y, x);");
    let errors = quick_errors(&items);
    assert!(errors.contains("the pipeline expands to more than"), "{errors}");
    let items = "for i in 0..9000 { f[i](y, x) = f[i + 1](y, x); }\nf[9000](y, x) = img(y, x);\n\
                 out(y, x) = f[0](y, x);";
    assert!(attempt(&body(items)).0.is_some());
}

#[test]
fn hundred_stages_take_milliseconds() {
    let items = "for i in 0..25 {
            a[i](y, x) = if i == 0 { img(y, x) } else { d[i - 1](y, x) };
            b[i](y, x) = stencil(a[i], 0.0625, [[1, 2, 1], [2, 4, 2], [1, 2, 1]]);
            c[i](y, x) = sum(v in -1..=1, u in -1..=1; b[i](y + v, x + u)) * k - b[i](y, x);
            d[i](y, x) = clamp(c[i](y, x) + 0.5 * c[i](y, x + 1), 0, 1);
        }
        out(y, x) = d[24](y, x);";
    let text = body(items);
    let block = parse(text.parse().unwrap(), &mut Errors::default()).unwrap();
    let best = (0..5)
        .map(|_| {
            let start = Instant::now();
            assert!(elaborate(&block, &[], &mut Errors::default()).is_some());
            start.elapsed()
        })
        .min();
    println!("101 stages: {best:?}");
    // Generous, for a busy machine.
    assert!(best < Some(Duration::from_millis(250)), "{best:?}");
}

#[test]
fn deep_and_tall_expressions_need_little_stack() {
    let deep = |open: &str, close: &str, n: usize| {
        format!("out(y, x) = {}img(y, x){};", open.repeat(n), close.repeat(n))
    };
    for text in [
        deep("if y < 2 { k } else { ", " }", 60),
        deep("{ let a = k; a + (", ") }", 60),
        deep("sqrt(", ")", 60),
        deep("-", "", 60),
        deep("k * (", ")", 60),
    ] {
        let (found, errors) = attempt(&body(&text));
        assert!(found.is_some() || errors.iter().any(|e| e.1.contains("deep")), "{text}");
    }
    // A tall tree with a mistake at its root, which is printed.
    let terms = vec!["img(y, x)"; 900].join(" + ");
    let errors = quick_errors(&format!("out(y, x) = {terms} + (k > 1.0);"));
    assert!(errors.contains("mismatched types: the left side is f32"), "{errors}");
    let numbers = vec!["1"; 900].join(" + ");
    let items = format!("const C = {numbers};\nfn h(v) = {numbers} + v;\nout(y, x) = h(k) + C;");
    let (found, errors) = attempt(&body(&items));
    assert!(found.is_some(), "{}", rendered(&errors));
    let both = vec!["y > 1"; 110].join(" && ");
    let (found, errors) = attempt(&body(&format!("out(y, x) = if {both} {{ 1 }} else {{ 2 }};")));
    assert!(found.is_some(), "{}", rendered(&errors));
}
