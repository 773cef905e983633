//! Rows two at a time: neighbouring rows of a stencil load the same points, and a compute of both
//! loads them once. How the loop is rewritten is [`unroll_jam`](crate::loops::rewrite::unroll_jam);
//! this pass says which loops.

use super::join::{Joined, join};
use super::order::work;
use super::trips::{Lets, at_most_once};
use super::unread::drop_unused_computes;
use crate::ir::nodes::for_each_operand;
use crate::ir::{Affine, Index, Node, Source, VarId};
use crate::loops::rewrite::unroll_jam::{UnrollJam, Unrolled};
use crate::loops::walk::{Effects, with_body};
use crate::loops::{Bound, Buffer, Compute, LoopKind, LoopNest, Nest, Pairing, Stmt, keeps_loops};
use crate::schedule::speed::LEAST_SAVING;

/// Computes the rows of serial loops around lanes loops in pairs where the plan asks for it: where
/// a pair shares loads and the loop may run more than once. A row that is left over is computed as
/// before.
pub fn pair_rows(mut loops: LoopNest) -> LoopNest {
    let nests = std::mem::take(&mut loops.nests);
    let paired = |nest: Nest| match nest.pairing {
        Pairing::SharedLoads if !keeps_loops(&loops.stages, &nest) => pair(&loops.stages, nest),
        Pairing::SharedLoads | Pairing::Never => nest,
    };
    loops.nests = nests.into_iter().map(paired).collect();
    loops
}

fn pair(stages: &[Option<Buffer>], mut nest: Nest) -> Nest {
    let body = std::mem::take(&mut nest.body);
    let mut pairer = Pairer { stages, nest, lets: Vec::new() };
    let body = pairer.list(body);
    drop_unused_computes(Nest { body, ..pairer.nest })
}

struct Pairer<'a> {
    stages: &'a [Option<Buffer>],
    /// The nest without its body.
    nest: Nest,
    lets: Lets,
}

impl Pairer<'_> {
    fn list(&mut self, stmts: Vec<Stmt>) -> Vec<Stmt> {
        let outer = self.lets.len();
        let mut list = Vec::with_capacity(stmts.len());
        for stmt in stmts {
            if let Stmt::Let { var, value } = &stmt {
                self.lets.push((*var, value.clone()));
            }
            match self.rows(&stmt) {
                Some(rows) => list.extend(rows),
                None => list.push(with_body(stmt, |body| self.list(body))),
            }
        }
        self.lets.truncate(outer);
        list
    }

    /// A loop over rows as one over pairs and one over the rest.
    fn rows(&mut self, stmt: &Stmt) -> Option<Vec<Stmt>> {
        let Stmt::For { var, lo, hi, kind: LoopKind::Serial, body } = stmt else { return None };
        // How often a loop runs is much dearer to ask than whether its rows have anything to share.
        if !body.iter().any(|s| self.shares(s, *var)) || at_most_once(lo, hi, &self.lets) {
            return None;
        }
        let stages = self.stages;
        let combine = |rows: &[Compute], lane: Option<VarId>| {
            let [first, second] = rows else { unreachable!("pairs of rows") };
            let Joined { compute, saved } = join(stages, first, second, lane?)?;
            let enough = saved * LEAST_SAVING >= 2 * work(&first.value.exprs);
            enough.then_some(compute)
        };
        let by_two = UnrollJam { by: 2, skew: 0, base: None, combine: &combine };
        let block = by_two.block(&mut self.nest, *var);
        let (mut paired, mut single, mut rest) = (Vec::new(), Vec::new(), Vec::new());
        for stmt in body {
            let two = match self.shares(stmt, *var) {
                true => by_two.jam(&mut self.nest, stmt, *var, &block.at),
                false => None,
            };
            match two {
                Some(two) => {
                    paired.extend(two);
                    single.push(stmt.clone());
                }
                None => rest.push(stmt.clone()),
            }
        }
        if paired.is_empty() || !self.independent(&single, &rest) {
            return None;
        }
        let outer = Unrolled { var: *var, lo, hi, kind: LoopKind::Serial };
        let mut stmts = by_two.in_blocks(&mut self.nest, &outer, block, paired, single);
        if !rest.is_empty() {
            let (lo, hi) = (lo.clone(), hi.clone());
            stmts.push(Stmt::For { var: *var, lo, hi, kind: LoopKind::Serial, body: rest });
        }
        Some(stmts)
    }

    /// Whether some statements of a row may run after those of all rows: they neither load nor
    /// store what these do, and define nothing.
    fn independent(&self, rows: &[Stmt], rest: &[Stmt]) -> bool {
        let effects = |stmts| Effects::of(stmts, &self.nest.computes);
        let defines = rest.iter().any(|s| matches!(s, Stmt::Let { .. }));
        effects(rows).independent(&effects(rest)) && !defines
    }

    /// Whether two rows of a lanes loop, collapsed or not, may share a load.
    fn shares(&self, stmt: &Stmt, row: VarId) -> bool {
        let Stmt::For { lo, hi, kind, body, .. } = stmt else { return false };
        match (kind, body.as_slice()) {
            (LoopKind::Collapsed, [lanes]) => self.shares(lanes, row),
            (LoopKind::Lanes(_), [Stmt::Compute(id)]) => {
                let follows = |b: &Bound| b.list().iter().any(|a| a.mentions_var(row));
                !follows(lo) && !follows(hi) && may_share(&self.nest.computes[id.0], row)
            }
            _ => false,
        }
    }
}

/// Whether a load of a compute may be one at the next row, too; if not, a pair of rows shares none.
/// Joining computes would tell as well, at a hundred times the cost.
fn may_share(compute: &Compute, row: VarId) -> bool {
    let exprs = &compute.value.exprs;
    let next = Affine::from(row).offset(1);
    let loads = exprs.iter().filter_map(|e| match &e.node {
        Node::Read { source, index } => Some((*source, index.clone())),
        Node::Const(_)
        | Node::Scalar(_)
        | Node::Index(_)
        | Node::Test(_)
        | Node::Unary(..)
        | Node::Binary(..)
        | Node::Cast(_)
        | Node::SaturatingCast(_)
        | Node::Select(..)
        | Node::Call(..)
        | Node::Combine { .. }
        | Node::Reduce { .. } => None,
    });
    // A load of what the row before has just stored takes the value from there.
    let stores = compute.stores.iter().map(|s| (Source::Stage(s.stage), s.at()));
    let known: Vec<(Source, Vec<Index>)> = loads.chain(stores).collect();
    let mut same: Vec<bool> = Vec::with_capacity(exprs.len());
    for expr in exprs {
        let mut shared = true;
        for_each_operand(&expr.node, |id| shared &= same[id.0]);
        if let Node::Read { source, index } = &expr.node {
            // Of values, that they may be the same is enough: what they are called in the other row
            // is not known.
            let matches = |(here, there): (&Index, &Index)| match (here, there) {
                (Index::Affine(here), Index::Affine(there)) => {
                    here.substitute_var(row, &next) == *there
                }
                (Index::Value(_), Index::Value(_)) => true,
                _ => false,
            };
            let is_next = |known: &(Source, Vec<Index>)| {
                known.0 == *source && index.iter().zip(&known.1).all(matches)
            };
            shared = shared && known.iter().any(is_next);
            if shared {
                return true;
            }
        }
        same.push(shared);
    }
    false
}
