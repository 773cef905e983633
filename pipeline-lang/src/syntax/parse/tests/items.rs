//! Trees of headers and items.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

use super::{rendered, right, right_items, sexpr, tokens, wrong};
use crate::error::Errors;
use crate::syntax::parse::{parse, parse_header};
use crate::syntax::{Body, Item};

fn check(table: &[(&str, &str)]) {
    for (source, tree) in table {
        let trees: Vec<_> = right_items(source).iter().map(sexpr::item).collect();
        assert_eq!(trees.join("\n"), *tree, "{source}");
    }
}

#[test]
fn headers() {
    for (source, tree) in [
        ("fn p() -> f {}", "p -> f"),
        ("pub fn p() -> f {}", "pub p -> f"),
        ("pub(crate) fn p() -> f {}", "pub (crate) p -> f"),
        ("pub(in a::b) fn p() -> f {}", "pub (in a :: b) p -> f"),
        ("fn p() -> (f, g[2], h[0][1],) {}", "p -> f g[2] h[0][1]"),
        ("fn p(img: [f32; rows + 2, cols]) -> f {}", "p (img : [f32; (+ rows 2) cols]) -> f"),
        ("fn p(a: [u8; 0..n, 1..=m], t: f32,) -> f {}", "p (a : [u8; 0..n 1..=m]) (t : f32) -> f"),
        ("fn p<T: u8, u16, f32>(a: [T; n]) -> f {}", "p <T: u8 u16 f32> (a : [T; n]) -> f"),
        ("fn p<T: u8, u16, U: f32,>() -> f {}", "p <T: u8 u16> <U: f32> -> f"),
        (
            "fn p() -> f where rows ~ 6400, cols >= 2 * r, rows % 8 == 0, {}",
            "p -> f (~ rows 6400) (>= cols (* 2 r)) (== (% rows 8) 0)",
        ),
        (
            "/// Doc.\n#[machine(haswell)] #[inline] #[float] #[clippy::a] fn p() -> f {}",
            "# [doc = \" Doc.\"] # [inline] # [clippy :: a] @machine(haswell) @float() p -> f",
        ),
        (
            "#[schedule(tile(32, 256))] #[cfg(test)] #[must_use = \"a\"] fn p() -> f {}",
            "# [cfg (test)] # [must_use = \"a\"] @schedule(tile (32 , 256)) p -> f",
        ),
    ] {
        assert_eq!(sexpr::header(&right(source)), tree, "{source}");
    }
}

#[test]
fn small_items() {
    check(&[
        ("const N = 4;", "(const N 4)"),
        ("const N = 1 << 3;", "(const N (<< 1 3))"),
        ("fn lerp(a, b, t) = a + t * (b - a);", "(fn lerp [a b t] (+ a (* t (- b a))))"),
        ("fn one() = 1;", "(fn one [] 1)"),
        ("fn sq(a,) = { let b = a; b * b };", "(fn sq [a] (let (b a) (* b b)))"),
        ("border img = clamp;", "(border img clamp)"),
        ("border f[k] = constant(-1);", "(border f[k] constant (- 1))"),
        ("border(y) = 1;", "(border [y] = 1)"),
        ("/// A comment.\nconst N = 4; /// The end.\n", "(const N 4)"),
    ]);
}

#[test]
fn stages() {
    check(&[
        ("f(y, x) = 3;", "(f [y x] = 3)"),
        ("f(y, x,): u16 = g(y, x);", "(f [y x] : u16 = (g y x))"),
        ("f(y) in [1..=rows] = 3;", "(f [y] in [1..=rows] = 3)"),
        ("f(y, x): u16 in [0..n, 0..m] = 3;", "(f [y x] : u16 in [0..n 0..m] = 3)"),
        ("f(y) in [0..n step 2,]: f32 = 3;", "(f [y] : f32 in [0..n step 2] = 3)"),
        ("f[k](y) = f[k - 1](2*y);", "(f[k] [y] = (f[(- k 1)] (* 2 y)))"),
        ("f[k][0](y) = 1;", "(f[k][0] [y] = 1)"),
        ("f(y) =-1;", "(f [y] = (- 1))"),
        ("f(y) in [0..rows/2]=!a;", "(f [y] in [0..(/ rows 2)] = (! a))"),
        ("f(y) = case { y < 2 => a, else => b };", "(f [y] = (case ((< y 2) => a) (else => b)))"),
        ("f(y) = case { y == 0 => a, _ => b, };", "(f [y] = (case ((== y 0) => a) (else => b)))"),
        ("f(y) = case { c => if d { 1 } else { 2 } };", "(f [y] = (case (c => (if d 1 2))))"),
        ("f(y) = case(y) + case;", "(f [y] = (+ (case y) case))"),
        ("f(y) = 1; g(y) = f(y);", "(f [y] = 1)\n(g [y] = (f y))"),
    ]);
}

#[test]
fn updates() {
    check(&[
        (
            "hist(img(y, x)) += 1 for (y, x) in [0..rows, 0..cols];",
            "(hist [(img y x)] += 1 for [y x] in [0..rows 0..cols])",
        ),
        ("h(i) *= a + b for v in [0..n];", "(h [i] *= (+ a b) for [v] in [0..n])"),
        ("h[0](i) min= a for (v,) in [0..=n];", "(h[0] [i] min= a for [v] in [0..=n])"),
        (
            "h(i, j + 1) max= -a for v in [0..n step 2];",
            "(h [i (+ j 1)] max= (- a) for [v] in [0..n step 2])",
        ),
        ("h(0) +=-a for v in [0..n];", "(h [0] += (- a) for [v] in [0..n])"),
    ]);
}

#[test]
fn compile_time_control() {
    check(&[
        ("for k in 1..N { f[k](y) = f[k - 1](y); }", "(for k in 1..N (f[k] [y] = (f[(- k 1)] y)))"),
        (
            "for k in 0..=4 step 2 { const A = k; const B = 2; }",
            "(for k in 0..=4 step 2 (const A k) (const B 2))",
        ),
        (
            "for k in 0..2 { for l in 0..k { f[k][l](y) = 1; } }",
            "(for k in 0..2 (for l in 0..k (f[k][l] [y] = 1)))",
        ),
        ("if N > 2 { const A = 1; }", "(if (> N 2) ((const A 1)) ())"),
        ("if a { const A = 1; } else { const A = 2; }", "(if a ((const A 1)) ((const A 2)))"),
        (
            "if a { const A = 1; } else if b { } else { const A = 2; } const B = 3;",
            "(if a ((const A 1)) ((if b () ((const A 2)))))\n(const B 3)",
        ),
    ]);
}

#[test]
fn own_spans() {
    let items = right_items("f(y) = case { else => 1 }; h(y) min= 1 for v in [0..=9];");
    let before = "fn p() -> f { ".len();
    let column = |span: proc_macro2::Span| span.start().column + 1 - before;
    let [Item::Stage(stage), Item::Update(update)] = &items[..] else { panic!("{items:?}") };
    let Body::Cases { span, .. } = &stage.body else { panic!("{stage:?}") };
    assert_eq!(column(*span), 8);
    assert_eq!(column(update.op_span), 33);
    assert_eq!(column(update.domain[0].span), 51);
}

#[test]
fn macro_arguments_bind_like_parentheses() {
    let group = |inside| TokenStream::from(TokenTree::Group(Group::new(Delimiter::None, inside)));
    let argument = |source| group(tokens(source));
    let mut body = argument("f");
    body.extend([tokens("(y) = 2 *"), argument("-a + b"), argument(""), tokens("* k;")]);
    body.extend([tokens("const N = 1"), argument("-"), group(argument("-3")), tokens(";")]);
    body.extend(argument(""));
    let mut block = tokens("fn p() -> f");
    block.extend([TokenTree::Group(Group::new(Delimiter::Brace, body))]);
    block.extend(argument(""));
    let mut errors = Errors::default();
    let block = parse(block, &mut errors);
    assert_eq!(rendered(&errors), Vec::<String>::new());
    let items: Vec<_> = block.iter().flat_map(|b| &b.items).map(sexpr::item).collect();
    assert_eq!(items, ["(f [y] = (* (* 2 (+ (- a) b)) k))", "(const N (- 1 (- 3)))"]);
}

#[test]
fn a_broken_item_leaves_its_neighbours() {
    let source = "fn p(a: [u8; n]) -> f where n ~ , n > 2 {
        f(y) = a(y) +;
        const N = 3;
        g(y +) = 2;
        for k in 0..2 { const A = ; const B = 2; }
        if N > { const X = 1; } else { const Y = 2; }
        let h = 3;
        h(y) = if a(y) > 2 { 1 };
        fn id(a) { a }
        i(y) = 1
        j(y) = 2;
        k(y) = { let b = 1 b };
        l(y) = 3
    }";
    let (block, errors) = wrong(source);
    let block = block.expect("the header is right");
    assert_eq!(sexpr::header(&block), "p (a : [u8; n]) -> f (> n 2)");
    let trees: Vec<_> = block.items.iter().map(sexpr::item).collect();
    assert_eq!(
        trees,
        [
            "(broken f [y])",
            "(const N 3)",
            "(broken g [])",
            "(for k in 0..2 (broken) (const B 2))",
            "(broken)",
            "(broken)",
            "(broken h [y])",
            "(broken)",
            "(i [y] = 1)",
            "(j [y] = 2)",
            "(broken k [y])",
            "(l [y] = 3)"
        ]
    );
    let lines: Vec<_> = errors.iter().map(|e| e.split(':').next().unwrap_or("")).collect();
    assert_eq!(lines, ["1", "2", "4", "5", "6", "7", "8", "9", "10", "12", "13"]);
}

#[test]
fn the_header_alone() {
    let header = |source| parse_header(tokens(source));
    let block = header("pub fn p(a: [u8; n]) -> (f, g) where ? { + }");
    assert_eq!(block.as_ref().map(sexpr::header).as_deref(), Some("pub p (a : [u8; n]) -> f g"));
    assert_eq!(block.map(|block| block.items.len()), Some(0));
    assert!(header("fn p(a: [u8; n])").is_none());
    assert!(header("fn p(a: [u8]) -> f").is_none());
}
