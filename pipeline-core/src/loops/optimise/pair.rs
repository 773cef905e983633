//! Rows two at a time (unroll-and-jam of the row loop by 2): neighbouring rows of a stencil load
//! the same points, and a compute of both loads them once.
//!
//! ```text
//! for y in a..=b { lanes for x: #0 }
//!
//! for y_half in 0..=(b - a + 1)/2 - 1 { let y_pair = a + 2*y_half; lanes for x: #1 }
//! for y in max(a, a + 2*((b - a + 1)/2))..=b { lanes for x: #0 }
//! ```

use super::join::{Joined, join};
use super::order::work;
use super::trips::{Lets, at_most_once};
use super::unread::drop_unused_computes;
use super::walk::{Effects, map_compute, substitute, with_body};
use crate::ir::nodes::for_each_operand;
use crate::ir::{Affine, Index, Node, Source, VarId};
use crate::loops::keeps_loops;
use crate::loops::vars::Vars;
use crate::loops::{Bound, Buffer, Compute, ComputeId, LoopKind, LoopNest, Nest, Stmt};

/// A pair of rows must be less work than two single rows by at least one expression in so many.
const LEAST_SAVING: usize = 8;

/// Computes the rows of serial loops around lanes loops in pairs, where a pair shares loads and
/// the loop may run more than once. A row that is left over is computed as before.
pub fn pair_rows(mut loops: LoopNest) -> LoopNest {
    let nests = std::mem::take(&mut loops.nests);
    let paired = |nest: Nest| match keeps_loops(&loops.stages, &nest) {
        true => nest,
        false => pair(&loops.stages, nest),
    };
    loops.nests = nests.into_iter().map(paired).collect();
    loops
}

fn pair(stages: &[Option<Buffer>], nest: Nest) -> Nest {
    let Nest { name, vars, computes, body } = nest;
    let mut pairer = Pairer { stages, vars, computes, lets: Vec::new() };
    let body = pairer.list(body);
    let Pairer { vars, computes, .. } = pairer;
    drop_unused_computes(Nest { name, vars, computes, body })
}

struct Pairer<'a> {
    stages: &'a [Option<Buffer>],
    vars: Vars,
    computes: Vec<Compute>,
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
        if !body.iter().any(|s| self.sharing(s, *var).is_some()) || at_most_once(lo, hi, &self.lets)
        {
            return None;
        }
        let (mut paired, mut single, mut rest) = (Vec::new(), Vec::new(), Vec::new());
        let pair = self.vars.derived(*var, "pair");
        for stmt in body {
            match self.two_rows(stmt, *var, pair) {
                Some(two) => {
                    paired.push(two);
                    single.push(stmt.clone());
                }
                None => rest.push(stmt.clone()),
            }
        }
        if paired.is_empty() || !self.independent(&single, &rest) {
            return None;
        }
        let mut stmts = self.loops(*var, lo, hi, pair, paired, single);
        if !rest.is_empty() {
            let (lo, hi) = (lo.clone(), hi.clone());
            stmts.push(Stmt::For { var: *var, lo, hi, kind: LoopKind::Serial, body: rest });
        }
        Some(stmts)
    }

    /// Whether some statements of a row may run after those of all rows: they neither load nor
    /// store what these do, and define nothing.
    fn independent(&self, rows: &[Stmt], rest: &[Stmt]) -> bool {
        let (rows, rest_effects) =
            (Effects::of(rows, &self.computes), Effects::of(rest, &self.computes));
        rows.independent(&rest_effects) && !rest.iter().any(|s| matches!(s, Stmt::Let { .. }))
    }

    /// The compute of a lanes loop, collapsed or not, of which two rows may share a load.
    fn sharing(&self, stmt: &Stmt, row: VarId) -> Option<ComputeId> {
        let Stmt::For { lo, hi, kind, body, .. } = stmt else { return None };
        match (kind, body.as_slice()) {
            (LoopKind::Collapsed, [lanes]) => self.sharing(lanes, row),
            (LoopKind::Lanes, [Stmt::Compute(id)]) => {
                let follows = |b: &Bound| b.list().iter().any(|a| a.mentions_var(row));
                let apart = follows(lo) || follows(hi);
                (!apart && may_share(&self.computes[id.0], row)).then_some(*id)
            }
            _ => None,
        }
    }

    /// The lanes loop of a row, collapsed or not, as that of two rows, `pair` and the one after it.
    fn two_rows(&mut self, stmt: &Stmt, row: VarId, pair: VarId) -> Option<Stmt> {
        if let Stmt::For { var, lo, hi, kind: LoopKind::Collapsed, body } = stmt {
            let [lanes] = body.as_slice() else { return None };
            let (lo, hi, body) = (lo.clone(), hi.clone(), vec![self.two_rows(lanes, row, pair)?]);
            return Some(Stmt::For { var: *var, lo, hi, kind: LoopKind::Collapsed, body });
        }
        let Stmt::For { var, lo, hi, kind: LoopKind::Lanes, .. } = stmt else { return None };
        let compute = &self.computes[self.sharing(stmt, row)?.0];
        let at = |offset: i64| {
            let value = Affine::from(pair).offset(offset);
            map_compute(compute, &|a| substitute(a, &|v| (v == row).then(|| value.clone())))
        };
        let Joined { compute: two, saved, .. } = join(self.stages, &at(0), &at(1), *var)?;
        if saved * LEAST_SAVING < 2 * work(&compute.value.exprs) {
            return None;
        }
        self.computes.push(two);
        let body = vec![Stmt::Compute(ComputeId(self.computes.len() - 1))];
        let (lo, hi) = (lo.clone(), hi.clone());
        Some(Stmt::For { var: *var, lo, hi, kind: LoopKind::Lanes, body })
    }

    fn loops(
        &mut self,
        row: VarId,
        lo: &Bound,
        hi: &Bound,
        pair: VarId,
        paired: Vec<Stmt>,
        single: Vec<Stmt>,
    ) -> Vec<Stmt> {
        let mut stmts = Vec::new();
        let mut end = |what: &str, bound: &Bound| match bound.list() {
            [one] => one.clone(),
            _ => {
                let var = self.vars.derived(row, what);
                stmts.push(Stmt::Let { var, value: bound.clone() });
                Affine::from(var)
            }
        };
        let (first, last) = (end("from", lo), end("to", hi));
        let half = self.vars.derived(row, "half");
        let at = first.add_scaled(&half.into(), 2);
        let mut body = vec![Stmt::Let { var: pair, value: Bound::Max(vec![at]) }];
        body.extend(paired);
        let pairs = last.sub(&first).offset(1).floor_div(2);
        stmts.push(Stmt::For {
            var: half,
            lo: Bound::Max(vec![0.into()]),
            hi: Bound::Min(vec![pairs.offset(-1)]),
            kind: LoopKind::Serial,
            body,
        });
        stmts.push(Stmt::For {
            var: row,
            lo: Bound::Max(vec![first.clone(), first.add_scaled(&pairs, 2)]),
            hi: Bound::Min(vec![last]),
            kind: LoopKind::Serial,
            body: single,
        });
        stmts
    }
}

/// Whether a load of a compute may be one at the next row, too; if not, a pair of rows shares none.
/// Joining computes would tell as well, at a hundred times the cost.
fn may_share(compute: &Compute, row: VarId) -> bool {
    let exprs = &compute.value.exprs;
    let next = Affine::from(row).offset(1);
    let loads = exprs.iter().filter_map(|e| match &e.node {
        Node::Read { source, index } => Some((*source, index.clone())),
        _ => None,
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
