//! Trees of expressions.

use super::{right_expr, sexpr};

fn check(table: &[(&str, &str)]) {
    for (source, tree) in table {
        assert_eq!(sexpr::expr(&right_expr(source)), *tree, "{source}");
    }
}

#[test]
fn literals() {
    check(&[
        ("0", "0"),
        ("255u8", "255u8"),
        ("1_000", "1000"),
        ("0xFF_u16", "255u16"),
        ("0b101", "5"),
        ("0o17i64", "15i64"),
        ("170141183460469231731687303715884105727", "170141183460469231731687303715884105727"),
        ("1.", "1.0"),
        ("1.5", "1.5"),
        ("1e-3", "0.001"),
        ("2E+2", "200.0"),
        ("1f32", "1.0f32"),
        ("0.1f64", "0.1f64"),
        ("true", "true"),
        ("false", "false"),
        ("-128i8", "(- 128i8)"),
        ("-1.5", "(- 1.5)"),
    ]);
}

#[test]
fn precedence() {
    check(&[
        ("a + b * c", "(+ a (* b c))"),
        ("a * b + c", "(+ (* a b) c)"),
        ("a - b - c", "(- (- a b) c)"),
        ("a / b * c % d", "(% (* (/ a b) c) d)"),
        ("a << b + c", "(<< a (+ b c))"),
        ("a << b >> c", "(>> (<< a b) c)"),
        ("a & b << c", "(& a (<< b c))"),
        ("a ^ b & c", "(^ a (& b c))"),
        ("a | b ^ c", "(| a (^ b c))"),
        ("a & b | c & d", "(| (& a b) (& c d))"),
        ("a == b | c", "(== a (| b c))"),
        ("a & b == c", "(== (& a b) c)"),
        ("a < b && c >= d", "(&& (< a b) (>= c d))"),
        ("a != b || c <= d && e > f", "(|| (!= a b) (&& (<= c d) (> e f)))"),
        ("a || b || c", "(|| (|| a b) c)"),
        ("a && b && c", "(&& (&& a b) c)"),
        ("(a < b) == (c < d)", "(== (< a b) (< c d))"),
        ("(a + b) * c", "(* (+ a b) c)"),
        ("a - (b - c)", "(- a (- b c))"),
        ("((a))", "a"),
    ]);
}

#[test]
fn prefix_and_cast() {
    check(&[
        ("-a * b", "(* (- a) b)"),
        ("a * -b", "(* a (- b))"),
        ("a--b", "(- a (- b))"),
        ("- -a", "(- (- a))"),
        ("!a && b", "(&& (! a) b)"),
        ("!!a", "(! (! a))"),
        ("-a.abs()", "(- (abs a))"),
        ("-a as f32", "(as (- a) f32)"),
        ("a as f32 * b", "(* (as a f32) b)"),
        ("a * b as f32", "(* a (as b f32))"),
        ("a as i32 as u8", "(as (as a i32) u8)"),
        ("a as i32 < b", "(< (as a i32) b)"),
        ("a as i32 << 2", "(<< (as a i32) 2)"),
        ("(a + b) as T", "(as (+ a b) T)"),
    ]);
}

#[test]
fn operators_without_spaces() {
    check(&[
        ("a<-b", "(< a (- b))"),
        ("a>=-1", "(>= a (- 1))"),
        ("a==-1", "(== a (- 1))"),
        ("a&&!b", "(&& a (! b))"),
        ("a>>-b", "(>> a (- b))"),
        ("a<b", "(< a b)"),
        ("a!=!b", "(!= a (! b))"),
    ]);
}

#[test]
fn calls() {
    check(&[
        ("f(y, x - 1)", "(f y (- x 1))"),
        ("f(y, x,)", "(f y x)"),
        ("f()", "(f)"),
        ("f[k](y, x)", "(f[k] y x)"),
        ("f[k - 1][l](2*y, 2*x + 1)", "(f[(- k 1)][l] (* 2 y) (+ (* 2 x) 1))"),
        ("f[k]", "f[k]"),
        ("f[k][0] + 1", "(+ f[k][0] 1)"),
        ("a.min(b)", "(min a b)"),
        ("a.clamp(0, 255).abs()", "(abs (clamp a 0 255))"),
        ("1.max(2)", "(max 1 2)"),
        ("1.0.sqrt()", "(sqrt 1.0)"),
        ("f(y, x).abs_diff(g(y, x))", "(abs_diff (f y x) (g y x))"),
        ("(a + b).min(c) * d", "(* (min (+ a b) c) d)"),
        ("min(a, b)", "(min a b)"),
        ("curve(raw(y, x))", "(curve (raw y x))"),
        (
            "stencil(f[0], 1.0 / 4.0, [[-1, 0], [2, 1]])",
            "(stencil f[0] (/ 1.0 4.0) [[(- 1) 0] [2 1]])",
        ),
        ("case + step", "(+ case step)"),
        ("r#type", "r#type"),
    ]);
}

#[test]
fn windows() {
    check(&[
        (
            "sum(dy in -1..=1, dx in -1..=1; ixx(y + dy, x + dx))",
            "(sum [dy in (- 1)..=1 dx in (- 1)..=1] (ixx (+ y dy) (+ x dx)))",
        ),
        ("max(d in 0..8 step 2; f(x + d))", "(max [d in 0..8 step 2] (f (+ x d)))"),
        ("any(d in 0..R,; f(x + d) > 3)", "(any [d in 0..R] (> (f (+ x d)) 3))"),
        ("1 + all(d in 0..2; true)", "(+ 1 (all [d in 0..2] true))"),
        ("product(i in 0..2; min(j in 0..i; i))", "(product [i in 0..2] (min [j in 0..i] i))"),
        ("sum(a)", "(sum a)"),
        ("sum(d in a.min(b)..c; d)", "(sum [d in (min a b)..c] d)"),
    ]);
}

#[test]
fn choices_and_blocks() {
    check(&[
        ("if x < 2 { a } else { b }", "(if (< x 2) a b)"),
        ("if c { a } else if d { b } else { e }", "(if c a (if d b e))"),
        ("1 + if c { a } else { b } * 2", "(+ 1 (* (if c a b) 2))"),
        ("if f(x) { -1 } else { 1 }", "(if (f x) (- 1) 1)"),
        ("if (c) { a } else { b }", "(if c a b)"),
        ("{ a }", "a"),
        ("{ let a = 1; a + 1 }", "(let (a 1) (+ a 1))"),
        ("{ let a = 1; let b = a * 2; a + b }", "(let (a 1) (b (* a 2)) (+ a b))"),
        ("{ let a = 1; a } * 2", "(* (let (a 1) a) 2)"),
        ("if c { let a = 1; a } else { 0 }", "(if c (let (a 1) a) 0)"),
        ("f({ let a = 1; a })", "(f (let (a 1) a))"),
        ("[1, { 2 },]", "[1 2]"),
    ]);
}

#[test]
fn spans() {
    for (source, column) in [
        ("a + b", 3),
        ("a + b * c", 3),
        ("12", 1),
        ("ab", 1),
        ("(ab)", 2),
        ("f(y)", 1),
        ("f[k](y)", 1),
        ("f[k]", 1),
        ("a.min(b)", 3),
        ("-a", 1),
        ("a as f32", 3),
        ("a <= b", 3),
        ("sum(d in 0..2; d)", 1),
        ("[1]", 1),
        ("if c { a } else { b }", 1),
        ("{ let a = 1; a }", 1),
    ] {
        let before = "fn p() -> f { f(y) = ".len();
        let start = right_expr(source).span.start();
        assert_eq!((start.line, start.column + 1 - before), (1, column), "{source}");
    }
}
