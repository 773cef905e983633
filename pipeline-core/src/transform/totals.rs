//! Windows of stages that have few points as reductions.
//!
//! ```text
//! mean(i) in [0..1] = sum(y in 0..rows, x in 0..cols; img(y, x)) / n     one point, by one thread
//!
//! mean_total(i) in [0..1] = 0;       mean_total(i) += img(y, x)          parts, in parallel and
//! mean(i) = mean_total(i) / n                                            in vectors
//! ```
//!
//! Points are what runs in parallel and in lanes; where a stage has next to none, all of its work
//! is inside of them. As an update that starts from what changes nothing, a window has the same
//! order and the same bits, and [`privatise`](super::privatise) cuts it into parts.

use super::names;
use super::privatise::{LEAST_UPDATES, MOST_PLANES};
use crate::ir::nodes::map_affine;
use crate::ir::{
    Affine, Atom, Block, Case, Domain, ElemType, Expr, ExprId, Index, Node, Pipeline, ReduceOp,
    Region, Source, Stage, StageId, Update, VarId, WindowVar,
};
use crate::options::FloatOrder;

/// Makes reductions of large windows of stages that have few points. Those of floats whose order is
/// as written stay windows.
pub fn totals(mut p: Pipeline, order: FloatOrder) -> Pipeline {
    for s in 0..p.stages.len() {
        while let Some((at, window)) = next(&p, &p.stages[s], order) {
            let stage = &p.stages[s];
            let value = &stage.cases[0].value;
            // A stage that is nothing else is the reduction itself.
            if value.exprs.len() == 1 {
                let Stage { cases, updates, .. } = window.total(&p, stage, StageId(s), at);
                let stage = &mut p.stages[s];
                (stage.cases, stage.updates) = (cases, updates);
                continue;
            }
            let id = StageId(p.stages.len());
            let total = window.total(&p, stage, id, at);
            let index = (0..stage.rank()).map(|d| Index::Affine(VarId(d).into())).collect();
            p.stages[s].cases[0].value.exprs[at.0].node =
                Node::Read { source: Source::Stage(id), index };
            p.stages.push(total);
        }
    }
    p
}

/// A window that becomes a reduction.
struct Total {
    op: ReduceOp,
    vars: Vec<WindowVar>,
    body: Block,
}

/// The first such window of a stage.
fn next(p: &Pipeline, stage: &Stage, order: FloatOrder) -> Option<(ExprId, Total)> {
    let [Case { region, value, .. }] = &stage.cases[..] else { return None };
    let few = |dim: &crate::ir::Interval| dim.fixed_extent().is_some_and(|n| n <= MOST_PLANES);
    if !stage.updates.is_empty() || *region != Region::default() || !stage.domain.0.iter().all(few)
    {
        return None;
    }
    let one_point = planes(stage).is_empty();
    let sizes = p.estimates();
    value.exprs.iter().enumerate().find_map(|(at, expr)| {
        let Node::Reduce { op, vars, body, .. } = &expr.node else { return None };
        let combines = match op {
            ReduceOp::Sum | ReduceOp::Product | ReduceOp::Min | ReduceOp::Max => true,
            ReduceOp::Any | ReduceOp::All => false,
        };
        let free = !expr.ty.is_float() || order != FloatOrder::Strict;
        let flat = !body.exprs.iter().any(|e| matches!(e.node, Node::Reduce { .. }));
        let points: f64 = vars.iter().map(|var| var.extent(&sizes) as f64).product();
        // Parts are along one variable, and copies along another.
        let cut = (one_point || vars.len() > 1) && points >= LEAST_UPDATES;
        (combines && free && flat && cut).then(|| {
            let (op, vars, body) = (*op, vars.clone(), Block::clone(body));
            (ExprId(at), Total { op, vars, body })
        })
    })
}

/// The dimensions of a stage of few points that have more than one.
fn planes(stage: &Stage) -> Vec<usize> {
    let several = |d: &usize| stage.domain.0[*d].fixed_extent() != Some(1);
    (0..stage.rank()).filter(several).collect()
}

impl Total {
    /// The reduction, as a stage with this number, for the window of a stage that stands there.
    fn total(&self, p: &Pipeline, stage: &Stage, id: StageId, at: ExprId) -> Stage {
        let Expr { ty, loc, .. } = stage.cases[0].value.exprs[at.0];
        let first = Expr { ty, node: Node::Const(self.op.identity(ty)), loc };
        let value = Block { exprs: vec![first], result: ExprId(0) };
        Stage {
            name: names::total(p, &stage.name),
            ty,
            vars: stage.vars[..stage.rank()].to_vec(),
            domain: stage.domain.clone(),
            border: None,
            cases: vec![Case { region: Region::default(), value, loc }],
            updates: vec![self.update(stage, id, ty, loc)],
            loc: stage.loc,
        }
    }

    /// The update: planes are outermost, or innermost where what is read is stored so.
    fn update(&self, stage: &Stage, id: StageId, ty: ElemType, loc: crate::ir::Loc) -> Update {
        let planes = planes(stage);
        let mut innermost = false;
        self.body.for_each_read(&mut |_, _, _, index| {
            let last = index.last();
            innermost |= planes
                .iter()
                .any(|d| matches!(last, Some(Index::Affine(a)) if a.mentions_var(VarId(*d))));
        });
        let of_planes = planes.iter().map(|d| VarId(*d));
        let of_window = self.vars.iter().map(|var| var.id);
        let order: Vec<VarId> = match innermost {
            true => of_window.chain(of_planes).collect(),
            false => of_planes.chain(of_window).collect(),
        };
        let interval = |var: &VarId| match self.vars.iter().find(|window| window.id == *var) {
            Some(window) => window.interval(),
            None => stage.domain.0[var.0].clone(),
        };
        let renamed = |var: VarId| match order.iter().position(|of| *of == var) {
            Some(at) => Some(Affine::from(VarId(at))),
            // A dimension of one point.
            None => stage.domain.0.get(var.0).map(|dim| dim.lo[0].clone()),
        };
        let Block { mut exprs, result } = map_affine(&self.body, &|a| {
            a.substitute(&|atom| match atom {
                Atom::Var(var) => renamed(*var),
                Atom::Size(_) | Atom::Div(..) => None,
            })
        });
        let target = (0..stage.rank()).map(VarId);
        let index = target.map(|var| Index::Affine(renamed(var).expect("a dimension"))).collect();
        let node = Node::Read { source: Source::Stage(id), index };
        let read = ExprId(exprs.len());
        exprs.push(Expr { ty, node, loc });
        exprs.push(Expr { ty, node: Node::Binary(self.op.combine(), read, result), loc });
        let result = ExprId(exprs.len() - 1);
        Update {
            vars: order.iter().map(|var| stage.vars[var.0].clone()).collect(),
            domain: Domain(order.iter().map(interval).collect()),
            value: Block { exprs, result },
            loc,
        }
    }
}

#[cfg(test)]
mod tests;
