//! Running sums: what a window has less at a point than at the one before, and what it has more.
//!
//! ```text
//! v(y, x) = sum(dy in -7..=7; f(y + dy, x))               15 values a point
//! v(y, x) = v(y - 1, x) + f(y + 7, x) - f(y - 8, x)       two, behind the first row
//! ```
//!
//! Sums of integers wrap, so they are exact whatever is added and taken away meanwhile. Whoever
//! computes the points one row after the other may begin anew in any row with the whole window.
//! Along the lanes each point would wait for its neighbour. The method is McDonnell's
//! (*Box-filtering techniques*, CGIP 17, 1981), along one dimension, and begun anew in every tile.

use super::lane::lane_dimension;
use crate::ir::nodes::map_affine;
use crate::ir::{
    Affine, Atom, BinaryOp, Block, Case, Expr, Index, Node, ReduceOp, Region, Source, Stage,
    StageId, VarId, WindowVar,
};
use crate::transform::cse::BlockBuilder;

/// A stage whose points are sums of a window that moves along a dimension.
#[derive(Clone, Copy, Debug)]
pub struct Running<'a> {
    /// The stage.
    id: StageId,
    stage: &'a Stage,
    /// The dimension.
    pub dim: usize,
    /// The first and the last offset of the window.
    ends: [i64; 2],
    window: &'a WindowVar,
    body: &'a Block,
    /// The sum.
    sum: &'a Expr,
}

/// How a stage is a running sum, if it is one along a dimension other than the lanes'.
pub fn running(stage: &Stage, id: StageId) -> Option<Running<'_>> {
    let [Case { region: Region { tests, .. }, value, .. }] = &stage.cases[..] else { return None };
    if !(tests.is_empty() && stage.updates.is_empty()) {
        return None;
    }
    let result = &value.exprs[value.result.0];
    let mut sum = result;
    if let Node::Cast(of) = &result.node {
        sum = &value.exprs[of.0];
        if !(result.ty.is_int() && result.ty.bytes() >= sum.ty.bytes()) {
            return None;
        }
    }
    let Node::Reduce { op: ReduceOp::Sum, vars, body, .. } = &sum.node else { return None };
    let [window] = &vars[..] else { return None };
    let ends = window.constant_ends().filter(|[first, last]| first < last)?;
    let flat = !body.exprs.iter().any(|e| matches!(e.node, Node::Reduce { .. }));
    let dim = shifted(body, window.id, stage.rank())?;
    let across = flat && sum.ty.is_int() && dim != lane_dimension(&stage.domain);
    across.then_some(Running { id, stage, dim, ends, window, body, sum })
}

impl Running<'_> {
    /// The values of a window.
    pub fn length(&self) -> i64 {
        let [first, last] = self.ends;
        last - first + 1
    }

    /// The definition of a point from the one before it.
    fn next_point(&self) -> Block {
        let Running { id, stage, dim, ends: [first, last], window, body, sum } = *self;
        let mut builder = BlockBuilder::new();
        let expr = |ty, node| Expr { ty, node, loc: sum.loc };
        let back = |d: usize| Affine::from(VarId(d)).offset(if d == dim { -1 } else { 0 });
        let index = (0..stage.rank()).map(|d| Index::Affine(back(d))).collect();
        let mut total =
            builder.push(expr(stage.ty, Node::Read { source: Source::Stage(id), index }));
        if stage.ty != sum.ty {
            total = builder.push(expr(sum.ty, Node::Cast(total)));
        }
        for (op, offset) in [(BinaryOp::Add, last), (BinaryOp::Sub, first - 1)] {
            let at = map_affine(body, &|a| a.substitute_var(window.id, &offset.into()));
            let value = builder.append(&at, &Node::clone);
            total = builder.push(expr(sum.ty, Node::Binary(op, total, value)));
        }
        if stage.ty != sum.ty {
            total = builder.push(expr(stage.ty, Node::Cast(total)));
        }
        builder.finish(total)
    }

    /// The stage as it is behind its first coordinates along the dimension, and as it is in them.
    pub fn behind_the_first(&self) -> Stage {
        let mut stage = self.stage.clone();
        stage.cases[0].value = self.next_point();
        let behind = |lo: &Affine| lo.offset(1);
        stage.domain.0[self.dim].lo = self.stage.domain.0[self.dim].lo.iter().map(behind).collect();
        stage
    }
}

/// The dimension along which a window's variable shifts all of an expression: the two come as a sum
/// only.
pub fn shifted(body: &Block, var: VarId, rank: usize) -> Option<usize> {
    let mut dims: Vec<usize> = (0..rank).collect();
    let mut found = false;
    let mut look = |a: &Affine| {
        let of = |v: usize| a.coefficient(&Atom::Var(VarId(v)));
        let own = a.coefficient(&Atom::Var(var));
        found |= own != 0;
        // Of a quotient it would not do.
        let plain = |v: VarId| {
            let outside = a.add_scaled(&v.into(), -a.coefficient(&Atom::Var(v)));
            !outside.mentions_var(v)
        };
        dims.retain(|d| of(*d) == own && plain(VarId(*d)) && plain(var));
    };
    for expr in &body.exprs {
        match &expr.node {
            Node::Index(a) => look(a),
            Node::Test(test) => look(&test.affine),
            Node::Read { index, .. } => index.iter().for_each(|i| match i {
                Index::Affine(a) => look(a),
                Index::Value(_) => {}
            }),
            Node::Const(_)
            | Node::Scalar(_)
            | Node::Unary(..)
            | Node::Binary(..)
            | Node::Cast(_)
            | Node::SaturatingCast(_)
            | Node::Select(..)
            | Node::Call(..)
            | Node::Combine { .. }
            | Node::Reduce { .. } => {}
        }
    }
    match dims[..] {
        [dim] if found => Some(dim),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::Pipeline;
    use crate::ir::text::parse;

    /// A stage of a window along rows, of this type and definition.
    fn window(ty: &str, definition: &str) -> Pipeline {
        let text = format!(
            "pipeline p size h ~ 99 size w ~ 99 input i: u8 [0..=h - 1, 0..=w - 1] border clamp\n\
             stage s(y, x; d): {ty} in [0..=h - 1, 0..=w - 1] {{ case {{\n{definition}\n}} }}\n\
             output s"
        );
        parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"))
    }

    /// A sum of bytes that are read at a place.
    fn sum(at: &str) -> String {
        format!(
            "%0: u16 = sum d in -2..=3 {{ %0: u8 = read i({at}) %1: u16 = cast %0 yield %1 }}\n\
             yield %0"
        )
    }

    fn is_running(p: &Pipeline) -> bool {
        running(&p.stages[0], StageId(0)).is_some()
    }

    #[test]
    fn a_point_is_the_one_before_it_and_two_values() {
        let p = window("u16", &sum("y + d, x"));
        let sums = running(&p.stages[0], StageId(0)).expect("sums along rows");
        assert_eq!((sums.dim, sums.length()), (0, 6));
        let behind = Pipeline { stages: vec![sums.behind_the_first()], ..p.clone() };
        let expected = "stage s(y, x; d): u16 in [1..=h - 1, 0..=w - 1] {
  case {
    %0: u16 = read s(y - 1, x)
    %1: u8 = read i(y + 3, x)
    %2: u16 = cast %1
    %3: u16 = add %0, %2
    %4: u8 = read i(y - 3, x)
    %5: u16 = cast %4
    %6: u16 = sub %3, %5
    yield %6
  }
}
";
        let text = behind.to_string();
        assert!(text.contains(expected), "{text}");
    }

    #[test]
    fn sums_are_exact_in_their_own_type() {
        let wider = sum("y + d, x").replace("yield %0", "%1: u32 = cast %0 yield %1");
        let p = window("u32", &wider);
        let block = running(&p.stages[0], StageId(0)).expect("a wider copy").next_point();
        let types: Vec<String> = block.exprs.iter().map(|e| e.ty.to_string()).collect();
        assert_eq!(types, ["u32", "u16", "u8", "u16", "u16", "u8", "u16", "u16", "u32"]);
        // What is lost of a sum says nothing of the next.
        let narrower = sum("y + d, x").replace("yield %0", "%1: u8 = cast %0 yield %1");
        assert!(!is_running(&window("u8", &narrower)));
        let float = sum("y + d, x").replace("u16", "f32");
        assert!(!is_running(&window("f32", &float)));
    }

    #[test]
    fn windows_move_with_the_rows_or_do_not_run() {
        for at in ["y, x + d", "y + d, x + d", "2*y + d, x", "y - d, x", "d, x", "y + d/2, x"] {
            assert!(!is_running(&window("u16", &sum(at))), "{at}");
        }
        for op in ["min", "product"] {
            let other = sum("y + d, x").replace("sum", op);
            assert!(!is_running(&window("u16", &other)), "{op}");
        }
    }
}
