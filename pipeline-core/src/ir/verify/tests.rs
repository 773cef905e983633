//! Each class of violation with its message.

use super::verify;
use crate::ir::text::parse;
use crate::ir::*;

const GOOD: &str = r#"
pipeline p
size n ~ 64
where n - 3 >= 0 "n >= 3"
scalar k: f32
input img: u8 [0..=n - 1, 0..=n] border clamp
stage a(y, x; d): f32 in [1..=n - 2, 0..=n] border constant 0.0f32 {
  case y - 2 >= 0 {
    %0: u8 = read img(y - 1, x)
    %1: f32 = cast %0
    %2: f32 = scalar k
    %3: f32 = mul %1, %2
    %4: bool = lt %3, %2
    %5: f32 = sqrt %3
    %6: f32 = select %4, %5, %3
    %7: f32 = sum d in -1..=1 {
      %0: u8 = read img(y, x + d)
      %1: f32 = cast %0
      yield %1
    }
    %8: f32 = add %6, %7
    yield %8
  }
  case 1 - y >= 0 {
    %0: f32 = 0.5f32
    yield %0
  }
}
stage b(y): u8 in [2..=n - 2] {
  case {
    %0: f32 = read a(y, y)
    %1: i32 = index y
    %2: u8 = read img(%1, 0)
    %3: u8 = saturate %0
    %4: u8 = add %2, %3
    yield %4
  }
}
output b
output a
"#;

fn good() -> Pipeline {
    parse(GOOD).unwrap()
}

/// The violations after a change.
fn after(change: impl FnOnce(&mut Pipeline)) -> Vec<String> {
    let mut p = good();
    change(&mut p);
    verify(&p).expect_err("the change is a violation")
}

/// The violations after a change of an expression of the first case of stage `a`.
fn after_node(at: usize, node: Node) -> Vec<String> {
    after(|p| p.stages[0].cases[0].value.exprs[at].node = node)
}

fn binary(op: BinaryOp, a: usize, b: usize) -> Node {
    Node::Binary(op, ExprId(a), ExprId(b))
}

/// `a`'s first window.
fn with_window(change: impl FnOnce(&mut ReduceOp, &mut Vec<WindowVar>, &mut Block)) -> Vec<String> {
    after(|p| match &mut p.stages[0].cases[0].value.exprs[7].node {
        Node::Reduce { op, vars, body, .. } => change(op, vars, body),
        _ => unreachable!(),
    })
}

#[test]
fn the_unchanged_pipeline_is_valid() {
    assert_eq!(verify(&good()), Ok(()));
}

#[test]
fn names() {
    assert_eq!(
        after(|p| p.stages[1].name = "img".into()),
        ["inputs and stages: two are named `img`"]
    );
    assert_eq!(after(|p| p.scalars[0].name.clear()), ["scalars: one has no name"]);
    assert_eq!(after(|p| p.sizes.push(p.sizes[0].clone())), ["sizes: two are named `n`"]);
    assert_eq!(
        after(|p| p.stages[0].vars[1] = "y".into()),
        ["stage `a`: variables: two are named `y`"]
    );
}

#[test]
fn parameters() {
    assert_eq!(after(|p| p.sizes[0].estimate = 0), ["size `n`: estimate 0 is not positive"]);
    assert_eq!(
        after(|p| p.constraints[0].test.affine = VarId(0).into()),
        ["constraint 0, test `>= 0`: variable 0 is not in scope"]
    );
    assert_eq!(after(|p| p.scalars[0].ty = ElemType::Bool)[0], "scalar `k`: its type is bool");
    assert_eq!(after(|p| p.inputs[0].ty = ElemType::Bool)[0], "input `img`: its type is bool");
}

#[test]
fn domains_and_borders() {
    assert_eq!(
        after(|p| p.stages[1].domain.0[0].lo.clear()),
        ["stage `b`, dimension 0: no lower bound"]
    );
    assert_eq!(
        after(|p| p.inputs[0].domain.0[1].hi[0] = SizeId(3).into()),
        ["input `img`, dimension 1: no size 3"]
    );
    assert_eq!(
        after(|p| p.stages[1].domain.0[0].hi[0] = VarId(0).into()),
        ["stage `b`, dimension 0: variable 0 is not in scope"]
    );
    assert_eq!(after(|p| p.inputs[0].domain.0.clear())[0], "input `img`: 0 dimensions, not 1 to 4");
    let five = after(|p| p.stages[1].domain.0 = vec![p.stages[1].domain.0[0].clone(); 5]);
    assert_eq!(
        five,
        ["stage `b`: 5 dimensions, not 1 to 4", "stage `b`: 1 variables for 5 dimensions"]
    );
    let border = |mode| Some(Border { mode, loc: Loc(0) });
    assert_eq!(
        after(|p| p.inputs[0].border = border(BorderMode::Constant(Value::F32(0.0)))),
        ["input `img`: border constant 0.0f32 in a source of u8"]
    );
}

#[test]
fn index_expressions() {
    let div = |inner: Affine, d| Affine::atom(Atom::Div(Box::new(inner), d));
    let y = Affine::from(VarId(0));
    for affine in [div(y.clone(), 1), div(y.clone(), -2), div(y.scale(2), 4), div(4.into(), 3)] {
        assert_eq!(
            after(|p| p.stages[1].cases[0].value.exprs[1].node = Node::Index(affine)),
            ["stage `b`, case 0, %1: index expression not in normal form"]
        );
    }
    let huge = y.scale(1 << 61);
    assert_eq!(
        after(|p| p.stages[1].cases[0].value.exprs[1].node = Node::Index(huge)),
        ["stage `b`, case 0, %1: index expression with a number out of range"]
    );
    let deep = (0..50).fold(y.clone(), |a, _| div(a.add(&y).offset(1), 2));
    assert_eq!(
        after(|p| p.stages[1].cases[0].value.exprs[1].node = Node::Index(deep)),
        ["stage `b`, case 0, %1: index expression with divisions nested too deeply"]
    );
    assert_eq!(
        after(|p| p.stages[0].cases[1].region.tests[0].affine = VarId(2).into()),
        ["stage `a`, case 1, test `>= 0`: variable 2 is not in scope"]
    );
    let test = Test { affine: VarId(9).into(), op: TestOp::NonZero };
    assert_eq!(
        after_node(4, Node::Test(test)),
        ["stage `a`, case 0, %4, test `!= 0`: variable 9 is not in scope"]
    );
}

#[test]
fn blocks() {
    assert_eq!(after(|p| p.stages[1].cases.clear()), ["stage `b`: no cases"]);
    assert_eq!(
        after(|p| p.stages[1].cases[0].value.result = ExprId(5)),
        ["stage `b`, case 0: yields %5, which is not there"]
    );
    assert_eq!(
        after(|p| p.stages[1].cases[0].value.result = ExprId(0)),
        ["stage `b`, case 0: yields f32 where u8 is due"]
    );
    assert_eq!(
        after_node(3, binary(BinaryOp::Mul, 3, 2)),
        ["stage `a`, case 0, %3: operand %3 is not before it"]
    );
    assert_eq!(after_node(2, Node::Scalar(ScalarId(1))), ["stage `a`, case 0, %2: no scalar 1"]);
    assert_eq!(
        after_node(3, Node::Const(Value::F64(1.0))),
        ["stage `a`, case 0, %3: gives f64, but its type is f32"]
    );
    assert_eq!(
        after_node(0, Node::Const(Value::Int(ElemType::U8, 256))),
        ["stage `a`, case 0, %0: constant 256 is no u8"]
    );
    assert_eq!(
        after_node(0, Node::Const(Value::Int(ElemType::F32, 1))),
        ["stage `a`, case 0, %0: integer constant of type f32"]
    );
}

#[test]
fn operand_types() {
    let at = |at: usize, node: Node, what: &str| {
        assert_eq!(after_node(at, node), [format!("stage `a`, case 0, %{at}: {what}")]);
    };
    let unary = |op, a| Node::Unary(op, ExprId(a));
    at(3, binary(BinaryOp::Add, 0, 1), "Add of u8 and f32");
    at(3, binary(BinaryOp::And, 1, 2), "And of f32 and f32");
    at(3, binary(BinaryOp::Shl, 1, 2), "Shl of f32 and f32");
    at(3, binary(BinaryOp::SaturatingAdd, 1, 2), "SaturatingAdd of f32 and f32");
    at(3, binary(BinaryOp::Lt, 1, 2), "gives bool, but its type is f32");
    at(5, binary(BinaryOp::Lt, 4, 4), "Lt of bool and bool");
    at(5, binary(BinaryOp::Max, 4, 4), "Max of bool and bool");
    at(4, binary(BinaryOp::Add, 1, 2), "gives f32, but its type is bool");
    at(3, unary(UnaryOp::Not, 1), "Not of f32");
    at(5, unary(UnaryOp::Neg, 4), "Neg of bool");
    at(5, unary(UnaryOp::Abs, 4), "Abs of bool");
    at(4, Node::Cast(ExprId(1)), "cast of f32 to bool");
    at(5, Node::Cast(ExprId(4)), "cast of bool to f32");
    at(5, Node::SaturatingCast(ExprId(4)), "saturating cast of bool");
    at(3, Node::SaturatingCast(ExprId(0)), "saturating cast to f32");
    at(6, Node::Select(ExprId(1), ExprId(1), ExprId(2)), "select on f32");
    at(6, Node::Select(ExprId(4), ExprId(0), ExprId(2)), "select of u8 and f32");
    at(5, Node::Call(Function::Sqrt, vec![ExprId(0)]), "sqrt of u8 and u8");
    at(5, Node::Call(Function::Sqrt, vec![]), "sqrt of 0 operands");
    at(5, Node::Call(Function::Pow, vec![ExprId(1)]), "pow of 1 operands");
    at(5, Node::Call(Function::Pow, vec![ExprId(1), ExprId(4)]), "pow of f32 and bool");
}

#[test]
fn reads() {
    let at = |node: Node, what: &str| {
        assert_eq!(after_node(0, node), [format!("stage `a`, case 0, %0: {what}")]);
    };
    let read = |source, index| Node::Read { source, index };
    let y = || Index::Affine(VarId(0).into());
    let img = Source::Input(InputId(0));
    at(read(img, vec![y()]), "read of `img` with 1 indices of 2");
    at(read(Source::Input(InputId(4)), vec![]), "no input 4");
    at(read(Source::Stage(StageId(4)), vec![]), "no stage 4");
    at(read(img, vec![y(), Index::Value(ExprId(0))]), "operand %0 is not before it");
    at(read(img, vec![y(), Index::Affine(VarId(2).into())]), "variable 2 is not in scope");
    assert_eq!(
        after_node(3, read(img, vec![y(), Index::Value(ExprId(1))])),
        ["stage `a`, case 0, %3: read of `img` with an index of f32"]
    );
}

#[test]
fn windows() {
    let place = "stage `a`, case 0, %7";
    assert_eq!(with_window(|op, _, _| *op = ReduceOp::Any), [format!("{place}: Any of f32")]);
    assert_eq!(
        with_window(|_, vars, _| vars.clear()),
        [format!("{place}: window without variables")]
    );
    assert_eq!(
        with_window(|_, vars, _| vars[0].id = VarId(1)),
        [format!("{place}: no window variable 1")]
    );
    assert_eq!(
        with_window(|_, vars, _| vars[0].id = VarId(3)),
        [format!("{place}: no window variable 3")]
    );
    assert_eq!(
        with_window(|_, vars, _| vars.push(vars[0].clone())),
        [format!("{place}: window variable 2 is in use")]
    );
    assert_eq!(
        with_window(|_, vars, _| vars[0].first = 2.into()),
        [format!("{place}: empty window 2..=1")]
    );
    assert_eq!(
        with_window(|_, _, body| body.result = ExprId(0)),
        [format!("{place} window: yields u8 where f32 is due")]
    );
    assert_eq!(
        with_window(|_, _, body| body.exprs[1].node = binary(BinaryOp::Add, 2, 3)),
        [format!("{place} window, %1: operand %2 is not before it")]
    );
    let nested = after(|p| {
        let stage = &mut p.stages[0];
        stage.vars.extend((0..20).map(|i| format!("w{i}")));
        let mut body = stage.cases[1].value.clone();
        for i in 0..20 {
            let node = Node::Reduce {
                op: ReduceOp::Sum,
                vars: vec![WindowVar::new(VarId(3 + i), 0, 1)],
                body: Box::new(body),
                fused: false,
            };
            let exprs = vec![Expr { ty: ElemType::F32, node, loc: Loc(0) }];
            body = Block { exprs, result: ExprId(0) };
        }
        stage.cases[1].value = body;
    });
    assert!(nested[0].ends_with("windows nested too deeply"), "{nested:?}");
}

#[test]
fn outputs_and_cycles() {
    assert_eq!(after(|p| p.outputs.clear()), ["outputs: there are none"]);
    assert_eq!(after(|p| p.outputs[0] = StageId(2)), ["outputs: no stage 2"]);
    assert_eq!(after(|p| p.outputs[1] = StageId(1)), ["output `b`: listed twice"]);
    let bool_output = GOOD
        .replace("stage b(y): u8", "stage b(y): bool")
        .replace("yield %4", "%5: bool = eq %2, %3 yield %5");
    assert_eq!(
        verify(&parse(&bool_output).unwrap()),
        Err(vec!["output `b`: its type is bool".into()])
    );
    let cycle = GOOD.replace("%0: u8 = read img(y - 1, x)", "%0: u8 = read b(y)");
    assert_eq!(
        verify(&parse(&cycle).unwrap()),
        Err(vec!["stages: cycle of reads `a` -> `b` -> `a`".into()])
    );
    // Whether there is an order in which a stage can read itself is for the checks to find out.
    let own = GOOD.replace("%3: u8 = saturate %0", "%3: u8 = read b(y - 1)");
    assert_eq!(verify(&parse(&own).unwrap()), Ok(()));
}

#[test]
fn all_violations_are_reported() {
    let found = after(|p| {
        p.sizes[0].estimate = -1;
        p.stages[1].cases.clear();
        p.outputs.push(StageId(0));
    });
    assert_eq!(found.len(), 3, "{found:?}");
}

#[test]
fn updates_combine_a_point_with_a_value() {
    let text = |block: &str| {
        format!(
            "pipeline p size n ~ 9 input i: u8 [0..=n] stage s(b): u8 in [0..=9] {{ case {{ %0: u8 \
             = 0u8 yield %0 }} update (x) in [0..=n] {{ {block} }} }} output s"
        )
    };
    let violations = |block: &str| verify(&parse(&text(block)).unwrap_or_else(|e| panic!("{e}")));
    let good = "%0: u8 = read i(x) %1: u8 = read s(%0) %2: u8 = min %1, %0 yield %2";
    assert_eq!(violations(good), Ok(()));
    let message = "stage `s`, update 0: it does not combine a point of its stage with a value";
    for bad in [
        "%0: u8 = read i(x) %1: u8 = read s(%0) %2: u8 = sub %1, %0 yield %2",
        "%0: u8 = read i(x) %1: u8 = read s(%0) %2: u8 = add %0, %1 yield %2",
        "%0: u8 = read s(0) %1: u8 = read s(1) %2: u8 = add %0, %1 yield %2",
        "%0: u8 = read i(x) yield %0",
    ] {
        assert_eq!(violations(bad), Err(vec![message.into()]), "{bad}");
    }
    let of_stage = "%0: u8 = read i(x) %1: u8 = read s(0) %2: u8 = add %1, %0 yield %2";
    let mut p = parse(&text(of_stage)).unwrap();
    p.stages[0].updates[0].vars.clear();
    let found = verify(&p).expect_err("there is no variable");
    assert_eq!(found[0], "stage `s`, update 0: 0 variables for 1 dimensions");
}
