//! What narrow blocks look like, and that random ones have the same values.

use super::*;
use crate::array::Array;
use crate::ir::text::parse;
use crate::ir::text::random::Rng;
use crate::ir::{Affine, Index, InputId, Loc, ReduceOp, SizeId, Source, WindowVar};
use crate::reference::evaluate;
use crate::scalar::StdMaths;

/// A pipeline with all narrow definitions, whether they pay or not.
fn all_narrow(p: &Pipeline) -> Pipeline {
    let facts = Facts::for_pipeline(p);
    let ranges = Ranges::new(p, &facts);
    let mut narrow = p.clone();
    for (stage, old) in narrow.stages.iter_mut().zip(&p.stages) {
        for (case, old_case) in stage.cases.iter_mut().zip(&old.cases) {
            let piece = piece(&old.domain, &old_case.region);
            let scope = Scope::new(&facts, &piece);
            case.value = narrowed(&ranges, &scope, &old_case.value, WindowTotals::Narrow);
        }
    }
    narrow
}

const INPUTS: [(&str, ElemType); 7] = [
    ("a", ElemType::U8),
    ("b", ElemType::U8),
    ("c", ElemType::I16),
    ("d", ElemType::I16),
    ("e", ElemType::U16),
    ("f", ElemType::U16),
    ("g", ElemType::I32),
];

/// A pipeline of one stage with these lines as its definition.
fn graph(ty: ElemType, lines: &str) -> Pipeline {
    graph_in("x", "n - 1", ty, lines)
}

/// The same with other variables, up to a last point.
pub fn graph_in(vars: &str, last: &str, ty: ElemType, lines: &str) -> Pipeline {
    let input = |(name, ty): &(&str, ElemType)| format!("input {name}: {ty} [0..=n - 1]\n");
    let inputs: String = INPUTS.iter().map(input).collect();
    let stage = format!("stage out({vars}): {ty} in [0..={last}] {{\n  case {{\n{lines}  }}\n}}\n");
    let text = format!("pipeline p\nsize n ~ 64\n{inputs}{stage}output out\n");
    parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"))
}

/// The definition of `out` with `narrowed` types, and that both have the same values.
#[track_caller]
fn becomes(ty: ElemType, lines: &str, expected: &str) {
    graph_becomes(&graph(ty, lines), expected);
}

#[track_caller]
fn graph_becomes(p: &Pipeline, expected: &str) {
    let narrow = narrow_integers(p.clone());
    let text = narrow.to_string();
    let body = text.split("case {\n").nth(1).expect("a case");
    let body = body.split("\n  }\n").next().expect("its end");
    let body: Vec<&str> = body.lines().map(str::trim).collect();
    let expected: Vec<&str> = expected.lines().map(str::trim).filter(|l| !l.is_empty()).collect();
    assert_eq!(body, expected, "\n{}", body.join("\n"));
    same_values(p, &narrow, &mut Rng::new(5));
}

/// A value near an end of its type or near zero, or any.
fn value(rng: &mut Rng, ty: ElemType) -> Value {
    let (lo, hi) = ty.int_range().expect("an integer");
    let near = [lo, lo + 1, -1, 0, 1, 2, 255, 256, hi / 2, hi / 2 + 1, hi - 1, hi];
    match rng.below(4) {
        0 => rng.value(ty),
        _ => Value::wrap(ty, near[rng.below(near.len())]),
    }
}

#[track_caller]
pub fn same_values(p: &Pipeline, narrow: &Pipeline, rng: &mut Rng) {
    let n = 64;
    let input = |(_, ty): &(&str, ElemType)| Array::from_fn(*ty, &[0], &[n], |_| value(rng, *ty));
    let inputs: Vec<Array> = INPUTS.iter().map(input).collect();
    let of = |p: &Pipeline| evaluate(p, &[n as i64], &[], &inputs, &StdMaths).expect("values");
    for (found, expected) in of(narrow).iter().zip(&of(p)) {
        let difference = found.first_difference(expected);
        assert!(difference.is_none(), "{difference:?}\n{p}\n{narrow}");
    }
}

#[test]
fn a_mean_of_bytes_takes_sixteen_bits() {
    let lines = "%0: u8 = read a(x)
        %1: i32 = cast %0
        %2: u8 = read b(x)
        %3: i32 = cast %2
        %4: i32 = add %1, %3
        %5: i32 = 2i32
        %6: i32 = div %4, %5
        %7: u8 = cast %6
        yield %7\n";
    let narrow = "%0: u8 = read a(x)
        %1: u8 = read b(x)
        %2: u16 = cast %0
        %3: u16 = cast %1
        %4: u16 = add %2, %3
        %5: u16 = 2u16
        %6: u16 = div %4, %5
        %7: u8 = cast %6
        yield %7";
    becomes(ElemType::U8, lines, narrow);
}

#[test]
fn what_is_only_converted_is_read_as_it_is() {
    let lines = "%0: u8 = read a(x)
        %1: u32 = cast %0
        %2: u8 = cast %1
        yield %2\n";
    becomes(ElemType::U8, lines, "%0: u8 = read a(x)\nyield %0");
}

#[test]
fn what_is_cut_in_the_end_wraps_on_the_way() {
    let lines = "%0: i16 = read c(x)
        %1: i32 = cast %0
        %2: i16 = read d(x)
        %3: i32 = cast %2
        %4: i32 = mul %1, %3
        %5: i32 = 77i32
        %6: i32 = sub %5, %4
        %7: i16 = cast %6
        yield %7\n";
    let narrow = "%0: i16 = read c(x)
        %1: i16 = read d(x)
        %2: i16 = mul %0, %1
        %3: i16 = 77i16
        %4: i16 = sub %3, %2
        yield %4";
    becomes(ElemType::I16, lines, narrow);
}

#[test]
fn distances_of_words_are_words_and_compared_so() {
    let lines = "%0: i16 = read c(x)
        %1: i32 = cast %0
        %2: i16 = read d(x)
        %3: i32 = cast %2
        %4: i32 = sub %1, %3
        %5: i32 = abs %4
        %6: i32 = 40000i32
        %7: bool = lt %5, %6
        %8: i32 = select %7, %1, %3
        %9: i16 = cast %8
        yield %9\n";
    let narrow = "%0: i16 = read c(x)
        %1: i16 = read d(x)
        %2: i16 = abs_diff %0, %1
        %3: u16 = cast %2
        %4: u16 = 40000u16
        %5: bool = lt %3, %4
        %6: i16 = select %5, %0, %1
        yield %6";
    becomes(ElemType::I16, lines, narrow);
}

#[test]
fn means_of_words_need_no_more_bits() {
    let lines = |ty, a, b| {
        format!(
            "%0: {ty} = read {a}(x)
            %1: i32 = cast %0
            %2: {ty} = read {b}(x)
            %3: i32 = cast %2
            %4: i32 = add %1, %3
            %5: i32 = 2i32
            %6: i32 = div %4, %5
            %7: {ty} = cast %6
            yield %7\n"
        )
    };
    let unsigned = "%0: u16 = read e(x)
        %1: u16 = read f(x)
        %2: u16 = and %0, %1
        %3: u16 = xor %0, %1
        %4: u16 = 1u16
        %5: u16 = shr %3, %4
        %6: u16 = add %2, %5
        yield %6";
    becomes(ElemType::U16, &lines("u16", "e", "f"), unsigned);
    let signed = "%0: i16 = read c(x)
        %1: i16 = read d(x)
        %2: i16 = and %0, %1
        %3: i16 = xor %0, %1
        %4: i16 = 1i16
        %5: i16 = shr %3, %4
        %6: i16 = add %2, %5
        %7: u16 = cast %6
        %8: u16 = 15u16
        %9: u16 = shr %7, %8
        %10: i16 = cast %9
        %11: i16 = and %3, %10
        %12: i16 = add %6, %11
        yield %12";
    becomes(ElemType::I16, &lines("i16", "c", "d"), signed);
}

#[test]
fn rounded_means_of_words_need_no_more_bits() {
    let lines = |ty, sum: &str, halved: &str| {
        format!(
            "%0: {ty} = read {}(x)
            %1: i32 = cast %0
            %2: {ty} = read {}(x)
            %3: i32 = cast %2
            %4: i32 = 1i32
            {sum}
            {halved}
            %9: {ty} = cast %8
            yield %9\n",
            if ty == "u16" { "e" } else { "c" },
            if ty == "u16" { "f" } else { "d" },
        )
    };
    let mean = |ty, a, b| {
        format!(
            "%0: {ty} = read {a}(x)
        %1: {ty} = read {b}(x)
        %2: {ty} = or %0, %1
        %3: {ty} = xor %0, %1
        %4: {ty} = 1{ty}
        %5: {ty} = shr %3, %4
        %6: {ty} = sub %2, %5
        yield %6"
        )
    };
    let shifted = "%7: i32 = 1i32\n            %8: i32 = shr %6, %7";
    let quotient = "%7: i32 = 2i32\n            %8: i32 = div %6, %7";
    let last = "%5: i32 = add %1, %3\n            %6: i32 = add %5, %4";
    let first = "%5: i32 = add %4, %1\n            %6: i32 = add %5, %3";
    for (sum, halved) in [(last, shifted), (first, quotient)] {
        becomes(ElemType::U16, &lines("u16", sum, halved), &mean("u16", "e", "f"));
    }
    becomes(ElemType::I16, &lines("i16", last, shifted), &mean("i16", "c", "d"));
    // A quotient is rounded to zero where the sum is negative.
    let quotient = "%0: i16 = read c(x)
        %1: i32 = cast %0
        %2: i16 = read d(x)
        %3: i32 = cast %2
        %4: i32 = 1i32
        %5: i32 = add %1, %3
        %6: i32 = add %5, %4
        %7: i32 = 2i32
        %8: i32 = div %6, %7
        %9: i16 = cast %8
        yield %9";
    becomes(
        ElemType::I16,
        &lines("i16", last, "%7: i32 = 2i32\n            %8: i32 = div %6, %7"),
        quotient,
    );
}

#[test]
fn what_needs_its_bits_keeps_them() {
    // A sum of words has seventeen bits, and a quotient asks for all of them.
    let lines = "%0: u16 = read e(x)
        %1: i32 = cast %0
        %2: u16 = read f(x)
        %3: i32 = cast %2
        %4: i32 = add %1, %3
        %5: i32 = 3i32
        %6: i32 = div %4, %5
        %7: u16 = cast %6
        yield %7\n";
    becomes(ElemType::U16, lines, lines);
}

/// Random expressions of integers.
struct Expressions<'r> {
    rng: &'r mut Rng,
    exprs: Vec<Expr>,
}

impl Expressions<'_> {
    fn push(&mut self, ty: ElemType, node: Node) -> ExprId {
        self.exprs.push(Expr { ty, node, loc: Loc(0) });
        ExprId(self.exprs.len() - 1)
    }

    /// A type, more often one of 32 bits, in which users write.
    fn ty(&mut self) -> ElemType {
        use ElemType::{I8, I16, I32, U8, U16, U32};
        [I32, I32, I32, I32, U32, I16, U16, U8, I8][self.rng.below(9)]
    }

    /// A number that is there, in a type.
    fn any(&mut self, ty: ElemType) -> ExprId {
        if self.rng.below(5) == 0 {
            let of = [ty, ElemType::I8][self.rng.below(2)];
            let value = value(self.rng, of);
            let value = Value::wrap(ty, value.as_int().expect("an integer"));
            return self.push(ty, Node::Const(value));
        }
        let ints = (0..self.exprs.len()).filter(|i| self.exprs[*i].ty.is_int());
        let ints: Vec<usize> = ints.collect();
        let id = ExprId(ints[self.rng.below(ints.len())]);
        match (self.exprs[id.0].ty == ty, self.rng.below(6)) {
            (true, _) => id,
            (false, 0) => self.push(ty, Node::SaturatingCast(id)),
            (false, _) => self.push(ty, Node::Cast(id)),
        }
    }

    fn constant(&mut self, ty: ElemType, most: usize) -> ExprId {
        let value = Value::wrap(ty, self.rng.below(most) as i64);
        self.push(ty, Node::Const(value))
    }

    fn grow(&mut self) {
        use BinaryOp::*;
        let ty = self.ty();
        let (a, b) = (self.any(ty), self.any(ty));
        match self.rng.below(12) {
            0 => {
                let op = [UnaryOp::Neg, UnaryOp::Not, UnaryOp::Abs][self.rng.below(3)];
                self.push(ty, Node::Unary(op, a));
            }
            1 => {
                let op = [Eq, Ne, Lt, Le, Gt, Ge][self.rng.below(6)];
                let c = self.push(ElemType::Bool, Node::Binary(op, a, b));
                match self.rng.below(3) {
                    0 => self.push(ty, Node::Cast(c)),
                    _ => self.push(ty, Node::Select(c, b, a)),
                };
            }
            2 => {
                let difference = self.push(ty, Node::Binary(Sub, a, b));
                self.push(ty, Node::Unary(UnaryOp::Abs, difference));
            }
            3 => {
                let mut sum = self.push(ty, Node::Binary(Add, a, b));
                if self.rng.below(2) == 0 {
                    let one = self.push(ty, Node::Const(Value::wrap(ty, 1)));
                    let [x, y] = [[sum, one], [one, sum]][self.rng.below(2)];
                    sum = self.push(ty, Node::Binary(Add, x, y));
                }
                let (op, by) = [(Div, 2), (Shr, 1)][self.rng.below(2)];
                let by = self.push(ty, Node::Const(Value::wrap(ty, by)));
                self.push(ty, Node::Binary(op, sum, by));
            }
            4 => {
                let op = [Shl, Shr, Div, Rem][self.rng.below(4)];
                let by = self.constant(ty, 18);
                self.push(ty, Node::Binary(op, a, by));
            }
            _ => {
                let ops = [
                    Add,
                    Add,
                    Sub,
                    Sub,
                    Mul,
                    Div,
                    Rem,
                    Min,
                    Max,
                    AbsDiff,
                    And,
                    Or,
                    Xor,
                    Shl,
                    Shr,
                    SaturatingAdd,
                    SaturatingSub,
                ];
                let op = ops[self.rng.below(ops.len())];
                self.push(ty, Node::Binary(op, a, b));
            }
        }
    }
}

/// A definition of a few operations, the last of them being its value.
fn random_block(rng: &mut Rng, at: &Affine) -> Block {
    let mut of = Expressions { rng, exprs: Vec::new() };
    for (i, (_, ty)) in INPUTS.iter().enumerate() {
        let index = vec![Index::Affine(at.clone())];
        of.push(*ty, Node::Read { source: Source::Input(InputId(i)), index });
    }
    for _ in 0..of.rng.range(1, 9) {
        of.grow();
    }
    let ty = of.ty();
    let last = ExprId(of.exprs.len() - 1);
    let result = of.push(ty, Node::Cast(last));
    crate::ir::nodes::without_unused(Block { exprs: of.exprs, result })
}

#[test]
fn windows_that_are_loops_add_distances_of_bytes() {
    let lines = |last| {
        format!(
            "%0: i32 = sum k in 0..={last} {{
                %0: u8 = read a(x + k)
                %1: i32 = cast %0
                %2: u8 = read b(k)
                %3: i32 = cast %2
                %4: i32 = sub %1, %3
                %5: i32 = abs %4
                yield %5
            }}
            yield %0\n"
        )
    };
    // Three of them are up to 765.
    let short = "%0: u16 = sum k in 0..=2 {
            %0: u8 = read a(x + k)
            %1: u8 = read b(k)
            %2: u8 = abs_diff %0, %1
            %3: u16 = cast %2
            yield %3
        }
        %1: i32 = cast %0
        yield %1";
    graph_becomes(&graph_in("x; k", "n - 3", ElemType::I32, &lines("2")), short);
    let any = "%0: i32 = sum k in 0..=n - 9 {
            %0: u8 = read a(x + k)
            %1: u8 = read b(k)
            %2: u8 = abs_diff %0, %1
            %3: i32 = cast %2
            yield %3
        }
        yield %0";
    graph_becomes(&graph_in("x; k", "8", ElemType::I32, &lines("n - 9")), any);
}

#[test]
fn random_windows_keep_their_values() {
    let rng = &mut Rng::new(43);
    let (mut narrower, mut of_narrow) = (0, 0);
    for _ in 0..2000 {
        let mut p = graph_in("x; k", "31", ElemType::I32, "    %0: i32 = 0i32\n    yield %0\n");
        let body = random_block(rng, &Affine::from(VarId(0)).add(&VarId(1).into()));
        let ty = body.ty();
        let op = rng.pick(&[ReduceOp::Sum, ReduceOp::Sum, ReduceOp::Min, ReduceOp::Max]);
        let last = match rng.below(3) {
            0 => Affine::from(SizeId(0)).offset(-33),
            _ => rng.pick(&[1, 2, 6, 30]).into(),
        };
        let vars = vec![WindowVar::new(VarId(1), 0, last)];
        let node = Node::Reduce { op, vars, body: Box::new(body), fused: false };
        let exprs = vec![Expr { ty, node, loc: Loc::default() }];
        p.stages[0].cases[0].value = Block { exprs, result: ExprId(0) };
        p.stages[0].ty = ty;
        let narrow = all_narrow(&p);
        same_values(&p, &narrow, rng);
        let narrow = &narrow.stages[0].cases[0].value;
        narrower += usize::from(*narrow != p.stages[0].cases[0].value);
        of_narrow += usize::from(narrow.exprs[0].ty.bytes() < ty.bytes());
    }
    assert!(narrower > 500 && of_narrow > 100, "{narrower} narrower, {of_narrow} narrow totals");
}

#[test]
fn random_definitions_keep_their_values() {
    let rng = &mut Rng::new(41);
    let [mut narrower, mut distances, mut means, mut rounded] = [0; 4];
    let count = |block: &Block, what: &dyn Fn(&Expr) -> bool| {
        block.exprs.iter().filter(|e| what(e)).count()
    };
    for _ in 0..4000 {
        let mut p = graph(ElemType::I32, "    %0: i32 = 0i32\n    yield %0\n");
        p.stages[0].cases[0].value = random_block(rng, &VarId(0).into());
        p.stages[0].ty = p.stages[0].cases[0].value.ty();
        let narrow = all_narrow(&p);
        same_values(&p, &narrow, rng);
        let [old, new] = [&p, &narrow].map(|p| &p.stages[0].cases[0].value);
        let of_32 = |e: &Expr| {
            let operates = matches!(e.node, Node::Unary(..) | Node::Binary(..) | Node::Select(..));
            operates && e.ty.bytes() == 4
        };
        let binary = |wanted: BinaryOp| move |e: &Expr| matches!(e.node, Node::Binary(op, ..) if op == wanted);
        let more = |what: &dyn Fn(&Expr) -> bool| count(new, what) > count(old, what);
        narrower += usize::from(count(new, &of_32) < count(old, &of_32));
        distances += usize::from(more(&binary(BinaryOp::AbsDiff)));
        let of_one = more(&binary(BinaryOp::Xor));
        means += usize::from(of_one && more(&binary(BinaryOp::And)));
        rounded += usize::from(of_one && more(&binary(BinaryOp::Or)));
    }
    let counts = (narrower, distances, means, rounded);
    assert!(narrower > 800 && [distances, means, rounded].iter().all(|n| *n > 10), "{counts:?}");
}
