//! Pieces of the user's text, recovered from the graph for messages.

use super::regions::Piece;
use crate::ir::affine::Names;
use crate::ir::{
    Affine, BinaryOp, Block, Domain, ElemType, ExprId, Index, Interval, Node, Pipeline, Stage,
    Test, TestOp, UnaryOp,
};

/// Deeper expressions are abbreviated.
const DEPTH: usize = 4;

/// `0..=rows - 1`; several bounds as `max(…)` and `min(…)`, an unknown one as `…`.
pub fn interval(interval: &Interval, names: &Names<'_>) -> String {
    let (lo, hi) = (bound(&interval.lo, "max", names), bound(&interval.hi, "min", names));
    format!("{lo}..={hi}")
}

fn bound(bounds: &[Affine], function: &str, names: &Names<'_>) -> String {
    let shown: Vec<String> = bounds.iter().map(|b| b.display(names).to_string()).collect();
    match shown.as_slice() {
        [] => "…".into(),
        [one] => one.clone(),
        several => format!("{function}({})", several.join(", ")),
    }
}

/// `[0..=rows - 1, 0..=cols - 1]`
pub fn domain(domain: &Domain, names: &Names<'_>) -> String {
    let dims: Vec<String> = domain.0.iter().map(|i| interval(i, names)).collect();
    format!("[{}]", dims.join(", "))
}

/// `f(y, x)`: a stage as its definition starts.
pub fn head(stage: &Stage) -> String {
    format!("{}({})", stage.name, stage.vars[..stage.rank()].join(", "))
}

/// `rows = 64, y = 3`, of those with a value.
pub fn assignment(names: &Names<'_>, sizes: &[Option<i64>], vars: &[Option<i64>]) -> String {
    let named = names.sizes.iter().zip(sizes).chain(names.vars.iter().zip(vars));
    let shown: Vec<String> =
        named.filter_map(|(name, value)| value.map(|v| format!("{name} = {v}"))).collect();
    shown.join(", ")
}

/// A condition with nothing negative on either side: `x + 1 >= cols`, `x % 2 == 0`.
pub fn test(test: &Test, names: &Names<'_>) -> String {
    let side = |sign: i64| {
        let part = test.affine.terms().iter().filter(|(_, k)| k * sign > 0);
        part.fold(Affine::from((test.affine.constant() * sign).max(0)), |sum, (atom, k)| {
            sum.add_scaled(&Affine::atom(atom.clone()), k * sign)
        })
    };
    let op = match test.op {
        TestOp::NonNegative => ">=",
        TestOp::Zero => "==",
        TestOp::NonZero => "!=",
    };
    if let Some((inner, divisor, residue)) = remainder(&test.affine)
        && test.op != TestOp::NonNegative
    {
        let shown = inner.display(names).to_string();
        let bare = matches!(inner.terms(), [(_, 1)]) && inner.constant() == 0;
        let shown = if bare { shown } else { format!("({shown})") };
        return format!("{shown} % {divisor} {op} {residue}");
    }
    format!("{} {op} {}", side(1).display(names), side(-1).display(names))
}

/// The `e`, `m`, `r` of `e - m·floor(e/m) - r`.
fn remainder(affine: &Affine) -> Option<(Affine, i64, i64)> {
    affine.terms().iter().find_map(|(atom, k)| {
        let crate::ir::Atom::Div(inner, m) = atom else { return None };
        let residue = inner.modulo(*m).sub(affine).as_constant()?;
        (*k == -m && (0..*m).contains(&residue)).then(|| ((**inner).clone(), *m, residue))
    })
}

/// The tests of a piece, for tables.
pub fn piece(piece: &Piece, names: &Names<'_>) -> String {
    let mut parts: Vec<String> = piece.guards.iter().map(|g| test(g, names)).collect();
    for (i, range) in piece.dims.iter().enumerate() {
        let mut text = format!("{} in {}", names.vars[i], interval(range, names));
        if let Some(r) = piece.residues[i] {
            text += &format!(" ({} mod {})", r.residue, r.modulus);
        }
        parts.push(text);
    }
    parts.join("; ")
}

/// `img(y - 1, x)`
pub fn read(
    p: &Pipeline,
    block: &Block,
    source: crate::ir::Source,
    index: &[Index],
    names: &Names<'_>,
) -> String {
    reading(p, block, source, index, names, DEPTH)
}

fn reading(
    p: &Pipeline,
    block: &Block,
    source: crate::ir::Source,
    index: &[Index],
    names: &Names<'_>,
    depth: usize,
) -> String {
    let index: Vec<String> = index
        .iter()
        .map(|index| match index {
            Index::Affine(a) => a.display(names).to_string(),
            Index::Value(id) => shown(p, block, *id, names, depth.saturating_sub(1)),
        })
        .collect();
    format!("{}({})", p.source_name(source), index.join(", "))
}

/// An expression as the user could have written it.
pub fn expr(p: &Pipeline, block: &Block, id: ExprId, names: &Names<'_>) -> String {
    shown(p, block, id, names, DEPTH)
}

/// The expression converted to a type: `(a(x) * b(x)) as u16`.
pub fn cast(p: &Pipeline, block: &Block, id: ExprId, ty: ElemType, names: &Names<'_>) -> String {
    format!("{} as {ty}", operand(p, block, id, names, DEPTH))
}

/// An operand of an operator: in brackets if it is itself one.
fn operand(p: &Pipeline, block: &Block, id: ExprId, names: &Names<'_>, depth: usize) -> String {
    let text = shown(p, block, id, names, depth);
    let is_one = match &block.exprs[id.0].node {
        Node::Binary(op, ..) => op.symbol().is_some(),
        Node::Cast(_) | Node::SaturatingCast(_) => true,
        Node::Index(a) => a.terms().len() + usize::from(a.constant() != 0) > 1,
        Node::Const(_)
        | Node::Scalar(_)
        | Node::Test(_)
        | Node::Unary(..)
        | Node::Select(..)
        | Node::Call(..)
        | Node::Read { .. }
        | Node::Combine { .. }
        | Node::Reduce { .. } => false,
    };
    if is_one { format!("({text})") } else { text }
}

fn shown(p: &Pipeline, block: &Block, id: ExprId, names: &Names<'_>, depth: usize) -> String {
    let expr = &block.exprs[id.0];
    if depth == 0 {
        return "…".into();
    }
    let sub = |id: ExprId| shown(p, block, id, names, depth - 1);
    let operand = |id: ExprId| operand(p, block, id, names, depth - 1);
    match &expr.node {
        Node::Const(value) => match *value {
            crate::ir::Value::Bool(b) => b.to_string(),
            crate::ir::Value::Int(_, v) => v.to_string(),
            crate::ir::Value::F32(v) => format!("{v:?}"),
            crate::ir::Value::F64(v) => format!("{v:?}"),
        },
        Node::Scalar(id) => p.scalars[id.0].name.clone(),
        Node::Index(affine) => affine.display(names).to_string(),
        Node::Test(t) => test(t, names),
        Node::Read { source, index } => reading(p, block, *source, index, names, depth),
        Node::Unary(UnaryOp::Neg, a) => format!("-{}", operand(*a)),
        Node::Unary(UnaryOp::Not, a) => format!("!{}", operand(*a)),
        Node::Unary(UnaryOp::Abs, a) => format!("abs({})", sub(*a)),
        Node::Binary(op, a, b) => {
            if let (BinaryOp::Min, Node::Binary(BinaryOp::Max, x, lo)) =
                (op, &block.exprs[a.0].node)
            {
                return format!("clamp({}, {}, {})", sub(*x), sub(*lo), sub(*b));
            }
            match op.symbol() {
                Some(symbol) => format!("{} {symbol} {}", operand(*a), operand(*b)),
                None => format!("{}({}, {})", op.name(), sub(*a), sub(*b)),
            }
        }
        Node::Cast(a) | Node::SaturatingCast(a) => format!("{} as {}", operand(*a), expr.ty),
        Node::Select(c, a, b) => format!("select({}, {}, {})", sub(*c), sub(*a), sub(*b)),
        Node::Call(f, args) => {
            let args: Vec<String> = args.iter().map(|a| sub(*a)).collect();
            format!("{}({})", f.name(), args.join(", "))
        }
        Node::Combine { op, .. } | Node::Reduce { op, .. } => format!("{}(…)", op.name()),
    }
}
