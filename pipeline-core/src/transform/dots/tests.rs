//! What sums in pairs look like, which are none, and that random ones have the same values.

use super::*;
use crate::ir::text::random::Rng;
use crate::ir::{Affine, Atom, Index, InputId, Loc, SizeId, Source, VarId};
use crate::transform::narrow::tests::{graph_in, same_values};

/// The definition of `out` with sums in pairs, and that both have the same values.
#[track_caller]
fn becomes((last, window): (&str, &str), body: &str, expected: &str) {
    let lines = format!("%0: i32 = sum k in {window} {{ {body} }}\n yield %0\n");
    let p = graph_in("x; k", last, ElemType::I32, &lines);
    let paired = products_in_pairs(p.clone());
    let text = paired.to_string();
    let body = text.split("case {\n").nth(1).and_then(|case| case.split("\n  }\n").next());
    let body: Vec<&str> = body.expect("a case").lines().map(str::trim).collect();
    let expected: Vec<&str> = expected.lines().map(str::trim).filter(|l| !l.is_empty()).collect();
    assert_eq!(body, expected, "\n{}", body.join("\n"));
    same_values(&p, &paired, &mut Rng::new(5));
}

/// That the definition of `out` stays.
#[track_caller]
fn stays((last, window): (&str, &str), body: &str) {
    let lines = format!("%0: i32 = sum k in {window} {{ {body} }}\n yield %0\n");
    let p = graph_in("x; k", last, ElemType::I32, &lines);
    let paired = products_in_pairs(p.clone());
    assert_eq!(paired.to_string(), p.to_string());
}

/// Products of two inputs, whose values are cast.
fn product(a: &str, types: &str, b: &str) -> String {
    format!(
        "%0: {types} = read {a}(x + k)
         %1: i32 = cast %0
         %2: i16 = read {b}(k)
         %3: i32 = cast %2
         %4: i32 = mul %1, %3
         yield %4"
    )
}

#[test]
fn an_even_number_of_products() {
    let expected = "%0: i32 = sum k_pair in 0..=3 {
            %0: i16 = read c(x + 2*k_pair)
            %1: i16 = read c(x + 2*k_pair + 1)
            %2: i32 = word_pair %0, %1
            %3: i16 = read d(2*k_pair)
            %4: i16 = read d(2*k_pair + 1)
            %5: i32 = word_pair %3, %4
            %6: i32 = dot %2, %5
            yield %6
        }
        yield %0";
    becomes(("n - 8", "0..=7"), &product("c", "i16", "d"), expected);
}

#[test]
fn what_is_left_over_and_bytes() {
    let expected = "%0: i32 = sum k_pair in 0..=2 {
            %0: u8 = read a(x + 2*k_pair + 1)
            %1: i16 = cast %0
            %2: u8 = read a(x + 2*k_pair + 2)
            %3: i16 = cast %2
            %4: i32 = word_pair %1, %3
            %5: i16 = read d(2*k_pair + 1)
            %6: i16 = read d(2*k_pair + 2)
            %7: i32 = word_pair %5, %6
            %8: i32 = dot %4, %7
            yield %8
        }
        %1: i32 = sum k in 7..=7 {
            %0: u8 = read a(x + k)
            %1: i32 = cast %0
            %2: i16 = read d(k)
            %3: i32 = cast %2
            %4: i32 = mul %1, %3
            yield %4
        }
        %2: i32 = add %0, %1
        yield %2";
    becomes(("n - 8", "1..=7"), &product("a", "u8", "d"), expected);
}

#[test]
fn as_many_as_a_size_says() {
    let squares = "%0: u8 = read a(x + k)
         %1: i32 = cast %0
         %2: u8 = read b(k)
         %3: i32 = cast %2
         %4: i32 = sub %1, %3
         %5: i32 = mul %4, %4
         yield %5";
    let expected = "%0: i32 = sum k_pair in 0..=n/2 - 1 {
            %0: u8 = read a(x + 2*k_pair)
            %1: u8 = read b(2*k_pair)
            %2: i16 = cast %0
            %3: i16 = cast %1
            %4: i16 = sub %2, %3
            %5: u8 = read a(x + 2*k_pair + 1)
            %6: u8 = read b(2*k_pair + 1)
            %7: i16 = cast %5
            %8: i16 = cast %6
            %9: i16 = sub %7, %8
            %10: i32 = word_pair %4, %9
            %11: i32 = dot %10, %10
            yield %11
        }
        %1: i32 = sum k in 2*(n/2)..=n - 1 {
            %0: u8 = read a(x + k)
            %1: i32 = cast %0
            %2: u8 = read b(k)
            %3: i32 = cast %2
            %4: i32 = sub %1, %3
            %5: i32 = mul %4, %4
            yield %5
        }
        %2: i32 = add %0, %1
        yield %2";
    becomes(("0", "0..=n - 1"), squares, expected);
}

#[test]
fn what_fits_no_word_or_is_no_product_stays() {
    stays(("n - 8", "0..=7"), &product("e", "u16", "d"));
    stays(("n - 8", "0..=7"), &product("g", "i32", "d"));
    stays(("n - 1", "0..=0"), &product("c", "i16", "d"));
    // There may be fewer than none.
    stays(("0", "0..=n - 9"), &product("c", "i16", "d"));
    let sum = product("c", "i16", "d").replace("mul", "add");
    stays(("n - 8", "0..=7"), &sum);
    // The lower half of a product is none.
    let wraps = "%0: i16 = read c(x + k)
         %1: i16 = read d(k)
         %2: i16 = mul %0, %1
         %3: i32 = cast %2
         yield %3";
    stays(("n - 8", "0..=7"), wraps);
}

/// A factor: an input at a coordinate, or the difference of two.
fn factor(rng: &mut Rng, exprs: &mut Vec<Expr>, at: &Affine) -> ExprId {
    let push = |exprs: &mut Vec<Expr>, ty, node| {
        exprs.push(Expr { ty, node, loc: Loc::default() });
        ExprId(exprs.len() - 1)
    };
    let types = [ElemType::U8, ElemType::U8, ElemType::I16, ElemType::I16, ElemType::U16];
    let read = |rng: &mut Rng, exprs: &mut Vec<Expr>| {
        let input = rng.below(types.len());
        let index = vec![Index::Affine(at.clone())];
        let read = Node::Read { source: Source::Input(InputId(input)), index };
        let read = push(exprs, types[input], read);
        push(exprs, ElemType::I32, Node::Cast(read))
    };
    let a = read(rng, exprs);
    if rng.below(3) > 0 {
        return a;
    }
    let b = read(rng, exprs);
    push(exprs, ElemType::I32, Node::Binary(BinaryOp::Sub, a, b))
}

#[test]
fn random_sums_keep_their_values() {
    let rng = &mut Rng::new(47);
    let (mut pairs, mut squares, mut odd) = (0, 0, 0);
    for _ in 0..2000 {
        let mut p = graph_in("x; k", "31", ElemType::I32, "    %0: i32 = 0i32\n    yield %0\n");
        let (x, k) = (Affine::from(VarId(0)), Affine::from(VarId(1)));
        let mut exprs = Vec::new();
        let [a, b] = [x.add(&k), k].map(|at| factor(rng, &mut exprs, &at));
        let b = if rng.below(4) == 0 { a } else { b };
        let mul = Expr {
            ty: ElemType::I32,
            node: Node::Binary(BinaryOp::Mul, a, b),
            loc: Loc::default(),
        };
        exprs.push(mul);
        let body = Block { result: ExprId(exprs.len() - 1), exprs };
        let last = match rng.below(4) {
            0 => Affine::atom(Atom::Size(SizeId(0))).floor_div(2).offset(-1),
            _ => rng.pick(&[0, 1, 2, 6, 7, 30]).into(),
        };
        let vars = vec![WindowVar::new(VarId(1), rng.pick(&[0, 0, 1]), last)];
        if vars[0].constant_ends().is_some_and(|[first, last]| first > last) {
            continue;
        }
        let node = Node::Reduce { op: ReduceOp::Sum, vars, body: Box::new(body), fused: false };
        let exprs = vec![Expr { ty: ElemType::I32, node, loc: Loc::default() }];
        p.stages[0].cases[0].value = Block { exprs, result: ExprId(0) };
        let paired = products_in_pairs(p.clone());
        crate::ir::verify::verify(&paired).unwrap_or_else(|e| panic!("{e:?}\n{paired}"));
        same_values(&p, &paired, rng);
        let value = &paired.stages[0].cases[0].value;
        let is_paired = value.exprs.len() != 1 || *value != p.stages[0].cases[0].value;
        pairs += usize::from(is_paired);
        squares += usize::from(is_paired && a == b);
        odd += usize::from(value.exprs.len() > 1);
    }
    assert!(pairs > 500 && squares > 100 && odd > 100, "{pairs}, {squares}, {odd}");
}

/// The same of a definition that is no window, of a type.
#[track_caller]
fn of_terms(ty: ElemType, written: &str, expected: Option<&str>) {
    let p = graph_in("x", "n - 8", ty, written);
    let paired = products_in_pairs(p.clone());
    let Some(expected) = expected else { return assert_eq!(paired.to_string(), p.to_string()) };
    let text = paired.to_string();
    let body = text.split("case {\n").nth(1).and_then(|case| case.split("\n  }\n").next());
    let body: Vec<&str> = body.expect("a case").lines().map(str::trim).collect();
    let expected: Vec<&str> = expected.lines().map(str::trim).filter(|l| !l.is_empty()).collect();
    assert_eq!(body, expected, "\n{}", body.join("\n"));
    same_values(&p, &paired, &mut Rng::new(6));
}

#[test]
fn terms_that_are_written_out() {
    // What is taken away has another constant; what is left over and no product stay terms.
    let written = "%0: u8 = read a(x)
        %1: u32 = cast %0
        %2: u32 = 300u32
        %3: u32 = mul %1, %2
        %4: u8 = read b(x)
        %5: u32 = cast %4
        %6: u32 = 700u32
        %7: u32 = mul %6, %5
        %8: u32 = sub %3, %7
        %9: u8 = read a(x + 1)
        %10: u32 = cast %9
        %11: u32 = 900u32
        %12: u32 = mul %10, %11
        %13: u32 = 1024u32
        %14: u32 = add %12, %13
        %15: u32 = add %8, %14
        yield %15";
    let expected = "%0: u8 = read a(x)
        %1: u8 = read b(x)
        %2: u8 = read a(x + 1)
        %3: u32 = cast %2
        %4: u32 = 900u32
        %5: u32 = mul %3, %4
        %6: u32 = 1024u32
        %7: i16 = 300i16
        %8: i16 = -700i16
        %9: i32 = word_pair %7, %8
        %10: i16 = cast %0
        %11: i16 = cast %1
        %12: i32 = word_pair %10, %11
        %13: i32 = dot %9, %12
        %14: u32 = cast %13
        %15: u32 = add %14, %6
        %16: u32 = add %15, %5
        yield %16";
    of_terms(ElemType::U32, written, Some(expected));
}

#[test]
fn squares_of_words() {
    let written = "%0: i16 = read c(x)
        %1: i32 = cast %0
        %2: i32 = mul %1, %1
        %3: i16 = read d(x)
        %4: i32 = cast %3
        %5: i32 = mul %4, %4
        %6: i32 = add %2, %5
        yield %6";
    let expected = "%0: i16 = read c(x)
        %1: i16 = read d(x)
        %2: i32 = word_pair %0, %1
        %3: i32 = dot %2, %2
        yield %3";
    of_terms(ElemType::I32, written, Some(expected));
    // Of values, none has a negative that is a word too.
    of_terms(ElemType::I32, &written.replace("add %2", "sub %2"), None);
    // One product is no pair, nor is one that others need.
    of_terms(ElemType::I32, &written.replace("mul %4, %4", "add %4, %4"), None);
    let again = written.replace("yield %6", "%7: i32 = max %6, %5 yield %7");
    of_terms(ElemType::I32, &again, None);
    // What does not fit a word.
    of_terms(ElemType::I32, &written.replace("%4: i32 = cast %3", "%4: i32 = add %1, %1"), None);
}
